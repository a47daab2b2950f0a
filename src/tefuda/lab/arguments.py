"""Checks of the arguments of studies, before anything is played, with errors that say what would be right."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import nan
from numbers import Real
from pathlib import Path
from typing import Any

from tefuda.engine.arguments import whole
from tefuda.engine.errors import BadOption

MOST_DEALS = 10_000_000
MOST_GAMES = 100_000_000
MOST_PROCESSES = 1024
MOST_SEED = (1 << 62) - 1
LONGEST_TIMEOUT = 86_400.0  # seconds


def integer(name: str, value: Any, least: int, most: int) -> int:
    """Return an integer of any type from `least` to `most`; raises BadOption for anything else."""
    found = whole(value)
    if found is None or not least <= found <= most:
        raise BadOption(f"{name} takes an integer from {least} to {most}, not {value!r}")
    return found


def number(name: str, value: Any, least: float, most: float) -> float:
    """Return a number of any type from `least` to `most`; raises BadOption for anything else."""
    real: Any = value if isinstance(value, Real) else nan
    if not least <= real <= most:
        raise BadOption(f"{name} takes a number from {least:g} to {most:g}, not {value!r}")
    return float(real)


def checked(seed: Any, processes: Any, timeout: Any) -> tuple[int, int, float]:
    """Return the checked seed, processes and timeout of a study; raises BadOption."""
    return (
        integer("seed", seed, 0, MOST_SEED),
        integer("processes", processes, 1, MOST_PROCESSES),
        number("timeout", timeout, 0.001, LONGEST_TIMEOUT),
    )


def path(value: Any) -> Path:
    """Return the path of a file or folder; raises BadOption for anything else."""
    try:
        return Path(value)
    except TypeError:
        raise BadOption(f"the path of a file or folder is a text, not {value!r}") from None


@contextmanager
def writing(where: Path) -> Iterator[None]:
    """Raise BadOption if a file or folder cannot be written."""
    try:
        yield
    except OSError as error:
        raise BadOption(f"{where} cannot be written: {error.strerror or error}: choose another place") from error
