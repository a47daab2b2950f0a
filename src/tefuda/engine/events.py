"""What happened in a game, with everything hidden: the engine's side of `emit`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Protocol

from tefuda.engine.view import SPECTATOR, Observation, Text, Words


class Narrator(Protocol):
    """A game as events need it: what each seat observes of them, in words."""

    @property
    def num_players(self) -> int: ...
    def observe(self, event: GameEvent, seat: int = SPECTATOR) -> Observation | None: ...
    def say(self, words: Words | Text, language: str = "en", names: Sequence[str] = ()) -> str: ...


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
    game: Narrator | None = field(default=None, compare=False)  # None: the event has no text

    def text(self, viewer: int | None = None, language: str = "en", names: Sequence[str] = ()) -> str:
        """Return the text of this event for a seat (None: a spectator); empty if it cannot observe it.

        `names` are the players' names by seat (default: P0, P1, ...).
        """
        if self.game is None:
            return ""
        observation = self.game.observe(self, SPECTATOR if viewer is None else viewer)
        called = names or [f"P{seat}" for seat in range(self.game.num_players)]
        return "" if observation is None else self.game.say(observation.words, language, called)

    def __str__(self) -> str:
        """Return the text for spectators, followed by that of each seat whose text differs."""
        seats = range(0 if self.game is None else self.game.num_players)
        public, private = self.text(), [(seat, self.text(seat)) for seat in seats]
        told = [f"[P{seat}: {text}]" for seat, text in private if text != public]
        return " ".join(filter(None, (public, *told))) or repr(self)

    def __repr__(self) -> str:
        code = self.code.name if isinstance(self.code, IntEnum) else self.code
        return f"GameEvent({code}, {self.a}, {self.b}, {self.c})"
