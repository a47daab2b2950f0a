"""Optional libraries of studies, with an error that says how to install them."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from tefuda.engine.errors import TefudaError


class MissingExtra(TefudaError, ImportError):
    """A required optional library is not installed."""


def library(name: str, purpose: str, extra: str = "lab") -> Any:
    """Return an optional library by its module; raises MissingExtra, which names the extra that installs it."""
    try:
        return import_module(name)
    except ImportError as error:
        raise MissingExtra(
            f"{purpose} needs {name.partition('.')[0]}, which is not installed: pip install 'tefuda[{extra}]'"
        ) from error
