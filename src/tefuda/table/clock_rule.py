"""The rule of a table's clock: how much time people have, and its bounds."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

MINUTE, DAY = 60, 86400
SECONDS = {"reserve": (MINUTE, 60 * MINUTE), "move": (10, 10 * MINUTE), "days": (DAY, 14 * DAY)}  # bounds by kind
INCREMENT = (5, 60)  # bounds, in seconds: without one, a person who returns after the flag could decide nothing


class ClockRule(Struct, frozen=True, forbid_unknown_fields=True):
    """How much time the people at a table have; see docs/clocks.md."""

    kind: Literal[  # "reserve": time for the whole game; "move": for each decision;
        "reserve", "move", "days"  # "days": for each decision, in days
    ]
    seconds: int  # 60 to 3600 in all, 10 to 600 for a decision, or 86400 for each of up to 14 days
    increment: int = 0  # seconds that a reserve gains each time it becomes the seat's turn, 5 to 60

    def fault(self) -> str:
        """Return the name of an invalid field of the rule; "" if it is valid."""
        for name, value in (("seconds", self.seconds), ("increment", self.increment)):
            low, high = self.bounds(name)
            if not low <= value <= high:
                return name
        return "seconds" if self.kind == "days" and self.seconds % DAY else ""

    def bounds(self, field: str) -> tuple[int, int]:
        """Return the lowest and the highest value of a field of this kind of clock."""
        if field == "seconds":
            return SECONDS[self.kind]
        return INCREMENT if self.kind == "reserve" else (0, 0)
