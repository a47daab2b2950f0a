"""Parses the retention periods of `tefuda serve` (`--keep`, `TEFUDA_KEEP`) into server settings."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from tefuda.commands import Mistake

KEPT = ("finished", "abandoned", "undealt", "guests", "archive")
FOREVER = "forever"


def periods(arguments: Sequence[str]) -> dict[str, Any]:
    """Return the settings given by `--keep`, by field; each argument is WHAT=DAYS.  Raises Mistake."""
    from tefuda.server.settings import DAY

    settings: dict[str, Any] = {}
    for argument in arguments:
        what, named, days = argument.partition("=")
        if what not in KEPT or not named:
            raise Mistake(
                f"--keep takes WHAT=DAYS, such as finished=90, not {argument}; WHAT is one of {', '.join(KEPT)}"
            )
        settings[f"keep_{what}"] = math.inf if days == FOREVER else _days(what, days) * DAY
    return settings


def _days(what: str, text: str) -> float:
    try:
        days = float(text)
    except ValueError:
        days = 0.0
    if not 0 < days < math.inf:
        raise Mistake(f"--keep {what} takes days, more than 0, or {FOREVER}, not {text or 'nothing'}")
    return days
