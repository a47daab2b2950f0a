"""What a drawing is made from: a view, the words for it, and the room there is.

`drawing.py` and the drawings of single games read nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tefuda.engine.game import Game
from tefuda.engine.localization import Localizer, localizer
from tefuda.engine.view import SPECTATOR, Counter, Text, View, Words, Zone

HERE = Path(__file__).parent


def terminal_localizer(language: str) -> Localizer:
    """The terminal's own words: `ja.ftl` and `en.ftl` beside this file."""
    return localizer(language, HERE)


@dataclass(frozen=True)
class RenderContext:
    """One audience's look at the table."""

    view: View
    game: Game
    language: str
    names: Sequence[str]  # of the players, by seat
    width: int  # cells in a row
    height: int  # rows, if the drawing is not to be scrolled
    helps: bool = True  # are counters shown that are only worked out to help?
    fresh: frozenset[int] = frozenset()  # handles of cards that have just moved

    def say(self, words: Words | Text | str) -> str:
        """A message of the game."""
        return self.game.localizer(self.language).say(words, self.names)

    def own(self, id: str, **args: int | str) -> str:
        """A message of the terminal."""
        return terminal_localizer(self.language).say(Words(id, {**args}))

    def name(self, seat: int) -> str:
        """A player's name."""
        return self.names[seat] or terminal_localizer(self.language).say("seat", number=seat + 1)

    def card_name(self, face: str) -> str:
        """What a card is called."""
        return self.say(self.game.card_text(face).name)

    def number(self, counter: str, owner: int = SPECTATOR) -> str:
        """What a counter shows; nothing before the deal, when there is none."""
        return next((f"{one.value}" for one in self.view.counters if (one.id, one.owner) == (counter, owner)), "")

    @property
    def seats(self) -> list[int]:
        """The seats clockwise, beginning with the one that looks."""
        first = max(self.view.seat, 0)
        return [(first + place) % self.view.players for place in range(self.view.players)]

    def zones(self, owner: int) -> list[Zone]:
        """The places before a seat, or the table's own (-1)."""
        return [zone for zone in self.view.zones if zone.owner == owner]

    def counters(self, owner: int) -> list[Counter]:
        """The numbers beside a seat, or the table's own (-1), that are to be shown."""
        return [c for c in self.view.counters if c.owner == owner and (self.helps or not c.help)]

    def roles(self, seat: int) -> list[str]:
        """What a seat is called besides its name: dealer, leader."""
        return [self.say(f"role-{role}") for role, holder in self.view.roles.items() if holder == seat]
