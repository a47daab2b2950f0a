"""What happened in a game, with everything hidden: the engine's side of `emit`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any


@dataclass(frozen=True)
class GameEvent:
    """One event of a game: its code, its integers, and the record before and after it.

    It holds hidden information and never leaves the process: each audience gets what `Game.observe` makes of it.
    """

    code: int  # a member of the game's `Event` enumeration where it has one
    a: int
    b: int
    c: int
    before: Any  # the game's own State record, not to be changed
    after: Any

    def __repr__(self) -> str:
        code = self.code.name if isinstance(self.code, IntEnum) else self.code
        return f"GameEvent({code}, {self.a}, {self.b}, {self.c})"
