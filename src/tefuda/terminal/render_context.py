"""Context of a renderer: view, localized messages, and available size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tefuda.engine.game import Game, game_slugs, load
from tefuda.engine.localization import Localizer, localizer
from tefuda.engine.view import SPECTATOR, Counter, Text, View, Words, Zone

HERE = Path(__file__).parent
SHARED = HERE.parent / "table/words"  # what the browser says, too


def terminal_localizer(language: str) -> Localizer:
    """Return the localizer of the terminal's messages: its own, beside this file, and those shared with the browser."""
    return localizer(language, SHARED, HERE)


def game_title(slug: str, language: str) -> str:
    """Return the title of a game, its slug if it is not known here."""
    return load(slug).localizer(language).say("title") if slug in game_slugs() else slug


@dataclass(frozen=True)
class RenderContext:
    """One audience's view with everything needed to draw it."""

    view: View
    game: Game
    language: str
    names: Sequence[str]  # of the players, by seat; "": unnamed
    width: int  # cells in a row
    height: int  # rows available without scrolling
    helps: bool = True  # show the counters that are play aids?
    fresh: frozenset[int] = frozenset()  # handles of cards that have just moved

    def say(self, words: Words | Text | str) -> str:
        """Return a message of the game."""
        return self.game.localizer(self.language).say(words, self.names)

    def text(self, id: str, **args: int | str) -> str:
        """Return a message of the game by its id."""
        return self.say(Words(id, {**args}))

    def ui_text(self, id: str, **args: int | str) -> str:
        """Return a message of the terminal."""
        return terminal_localizer(self.language).say(Words(id, {**args}))

    def name(self, seat: int) -> str:
        """Return a player's name."""
        return self.names[seat] or terminal_localizer(self.language).say("seat", number=seat + 1)

    def card_name(self, face: str) -> str:
        """Return a card's name."""
        return self.say(self.game.card_text(face).name)

    def number(self, counter: str, owner: int = SPECTATOR) -> str:
        """Return a counter's value as text; "" if it is absent, as before the deal."""
        return next((f"{one.value}" for one in self.view.counters if (one.id, one.owner) == (counter, owner)), "")

    @property
    def seats(self) -> list[int]:
        """Return the seats clockwise, starting with the viewer's."""
        first = max(self.view.seat, 0)
        return [(first + place) % self.view.players for place in range(self.view.players)]

    def zones(self, owner: int) -> list[Zone]:
        """Return the zones of a seat, or of the table (-1)."""
        return [zone for zone in self.view.zones if zone.owner == owner]

    def counters(self, owner: int) -> list[Counter]:
        """Return the visible counters of a seat, or of the table (-1)."""
        return [c for c in self.view.counters if c.owner == owner and (self.helps or not c.help)]

    def roles(self, seat: int) -> list[str]:
        """Return the names of a seat's roles, such as dealer or leader."""
        return [self.say(f"role-{role}") for role, holder in self.view.roles.items() if holder == seat]
