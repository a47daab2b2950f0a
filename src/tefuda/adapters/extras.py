"""The error for a library that is not installed, which names its extra."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def needs(library: str, extra: str) -> Iterator[None]:
    """Turn a failed import of a library into an ImportError that names the extra to install."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ImportError(f"{library} is not installed: pip install 'tefuda[{extra}]'", name=error.name) from error
