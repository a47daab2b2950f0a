"""The subcommands of ``tefuda``, one module each, listed in :mod:`tefuda.cli` and imported only when they run."""

from tefuda.engine.errors import TefudaError


class Mistake(TefudaError):
    """Something on the command line that cannot be used. Its text is the one line the person reads, exit code 2."""
