"""Optional libraries, each in an extra of the package, with an error that says how to install them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from tefuda.engine.errors import TefudaError


class MissingExtra(TefudaError, ImportError):
    """A required optional library is not installed."""


@contextmanager
def needs(library: str, extra: str) -> Iterator[None]:
    """Raise MissingExtra, which names the extra to install, if an import of a library finds none."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise MissingExtra(f"{library} is not installed: pip install 'tefuda[{extra}]'", name=error.name) from error


def library(name: str, extra: str = "lab") -> Any:
    """Import an optional library by the name of its module; raises MissingExtra."""
    with needs(name.partition(".")[0], extra):
        return import_module(name)
