"""How long `tefuda serve` keeps what nobody uses, read from the command line or the environment into its settings."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from tefuda.commands import Mistake

KEPT = ("finished", "abandoned", "undealt", "guests")
FOREVER = "forever"


def periods(wishes: Sequence[str]) -> dict[str, Any]:
    """Return the settings that `--keep` gives, by field; each wish is WHAT=DAYS."""
    from tefuda.server.settings import DAY

    found: dict[str, Any] = {}
    for wish in wishes:
        what, named, days = wish.partition("=")
        if what not in KEPT or not named:
            raise Mistake(f"--keep takes WHAT=DAYS, such as finished=90, not {wish}; WHAT is one of {', '.join(KEPT)}")
        found[f"keep_{what}"] = math.inf if days == FOREVER else _days(what, days) * DAY
    return found


def _days(what: str, text: str) -> float:
    try:
        days = float(text)
    except ValueError:
        days = 0.0
    if not 0 < days < math.inf:
        raise Mistake(f"--keep {what} takes days, more than 0, or {FOREVER}, not {text or 'nothing'}")
    return days
