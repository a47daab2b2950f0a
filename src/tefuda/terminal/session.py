"""What is to be played, and the same people at one table game after game.

The screens play a `Match`; the commands and the home screen make its `Plan`.  Bots are whatever answers to `Chooser`.
Nothing here draws, and nothing waits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from tefuda.bots.players import bot_names
from tefuda.engine.description import Description
from tefuda.engine.game import Game, load
from tefuda.engine.game_record import write_record
from tefuda.table.entries import Sitter
from tefuda.table.table import Table
from tefuda.terminal.render_context import terminal_localizer

USUAL_PLAYERS = 3
USUAL_LEVEL = "medium"
USUAL_PACE = 0.8
LONGEST_NAME = 24  # characters


class Chooser(Protocol):
    """Plays the bots' seats."""

    def prepare(self, package: str) -> None:
        """Make ready for a game while its table opens; returns at once."""

    async def choose(self, table: Table, seat: int) -> str:
        """The command a seat plays now, in notation; never blocks the event loop."""


@dataclass(frozen=True)
class Plan:
    """What a person wants to play, and how."""

    slug: str
    players: int
    level: str  # of the bots
    language: str
    rules: Mapping[str, int] = field(default_factory=dict)  # house rules by name
    seed: int | None = None
    name: str = ""  # of the person; "" for the usual one in that language
    cards: Path | None = None
    save: Path | None = None  # where finished games are written
    pace: float = USUAL_PACE  # seconds that an event is shown


def usual_players(description: Description) -> int:
    """How many sit down where nobody says how many."""
    fewest, most = description.players
    return min(max(fewest, USUAL_PLAYERS), most)


class Match:
    """A person and bots who play one game after another, moving on by a seat each time."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.game: Game = load(plan.slug, players=plan.players, cards=plan.cards, **plan.rules)
        words = terminal_localizer(plan.language)
        bots = bot_names(plan.language)
        self._people = [Sitter("person", plan.name or words.say("person"))]
        self._people += [Sitter("bot", bots[place % len(bots)], plan.level) for place in range(plan.players - 1)]
        self.games = 0

    def deal(self) -> Table:
        """The next game: everybody has moved on by one seat since the last; a given seed counts up.

        The table makes updates for the person alone.
        """
        seed = None if self.plan.seed is None else self.plan.seed + self.games
        table = Table(self.game, seed=seed, audiences=[self.games % self.plan.players])
        for place, sitter in enumerate(self._people):
            table.apply(table.propose_sit((place + self.games) % self.plan.players, sitter))
        table.apply(table.propose_deal())
        self.games += 1
        return table

    def record_path(self) -> Path | None:
        """Where the present game is to be written: later ones of a match get a number."""
        path = self.plan.save
        return path if path is None or self.games <= 1 else path.with_stem(f"{path.stem}-{self.games}")


def person_seat(table: Table) -> int:
    """The seat of the person at a table."""
    return next(seat for seat, sitter in enumerate(table.sitters) if sitter.kind == "person")


def save_record(table: Table, path: Path) -> None:
    """Write the record of a finished game; raises OSError where that is not possible."""
    assert table.state is not None
    path.write_text(write_record(table.state, table.names), encoding="utf-8")
