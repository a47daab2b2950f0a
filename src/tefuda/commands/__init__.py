"""The subcommands of ``tefuda``, one module each, listed in :mod:`tefuda.cli` and imported only when they run."""

from tefuda.engine.errors import TefudaError


class UsageError(TefudaError):
    """A command line that cannot be used; its text is the one line that the user reads, with exit code 2."""
