"""The plan of a match, and the match itself: the same players at one table, game after game.

The screens play a `Match`; the commands and the home screen make its `Plan`.  Nothing here draws or waits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from tefuda.bots.analysis import Analysis
from tefuda.bots.players import bot_names
from tefuda.engine.description import Description
from tefuda.engine.game import Game, load
from tefuda.engine.game_record import write_record
from tefuda.engine.state import State
from tefuda.table.entries import Brought, Sitter
from tefuda.table.openings import Openings
from tefuda.table.table import Table
from tefuda.terminal.render_context import terminal_localizer

DEFAULT_PLAYERS = 3
DEFAULT_LEVEL = "medium"
DEFAULT_PACE = 0.8


class InPlay(Protocol):
    """A game in play with the sitters of its seats: a table, or a lesson."""

    @property
    def state(self) -> State | None:
        """The state, None before the deal."""

    @property
    def turn(self) -> int:
        """Number of commands played so far."""

    @property
    def sitters(self) -> Sequence[Sitter]:
        """The occupants by seat."""


class Chooser(Protocol):
    """Chooses commands for the bot seats."""

    def prepare(self, package: str) -> None:
        """Warm up for a game; returns at once."""

    async def choose(self, table: InPlay, seat: int) -> str:
        """Return the seat's next command in notation, without blocking the event loop."""

    async def analyse(self, table: InPlay) -> Analysis:
        """Return the analysis of the decision of the seat to act, without blocking the event loop."""


@dataclass(frozen=True)
class Plan:
    """What to play, and how."""

    slug: str
    players: int
    level: str  # level of the bots
    language: str
    rules: Mapping[str, int] = field(default_factory=dict)  # house rules by name
    seed: int | None = None
    name: str = ""  # of the person; "": the default of the language
    cards: Path | None = None
    save: Path | None = None  # path of the records of finished games; None: do not save
    pace: float = DEFAULT_PACE  # seconds per event
    deck: str = ""  # or what else the person plays with: a link, the text of a file, a name; "": chosen at the table
    bot_deck: str = ""  # likewise of the bots
    learn: bool = False  # take the game's lesson instead


def default_players(description: Description) -> int:
    """Return the default number of players for a game."""
    fewest, most = description.players
    return min(max(fewest, DEFAULT_PLAYERS), most)


class Match:
    """One person and bots who play game after game; all move on by one seat each time."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.game: Game = load(plan.slug, players=plan.players, cards=plan.cards, **plan.rules)
        self._openings = {
            kind: self._opening(text) for kind, text in (("person", plan.deck), ("bot", plan.bot_deck)) if text
        }
        messages = terminal_localizer(plan.language)
        bots = bot_names(plan.language)
        self._sitters = [Sitter("person", plan.name or messages.say("person"))]
        self._sitters += [Sitter("bot", bots[place % len(bots)], plan.level) for place in range(plan.players - 1)]
        self.games = 0

    def _opening(self, text: str) -> str:
        """Return the command that chooses a deck; raises BadOpening or Refused."""
        entry = Brought(0, self.game.read_opening(text))
        return Openings().propose(self.game, entry, self.plan.language).command

    def deal(self) -> Table:
        """Deal the next game at a new table whose only audience is the person.

        Everyone sits one seat further than in the last game, and a given seed is incremented.
        """
        seed = None if self.plan.seed is None else self.plan.seed + self.games
        table = Table(self.game, seed=seed, audiences=[self.games % self.plan.players])
        for index, sitter in enumerate(self._sitters):
            table.apply(table.propose_sit((index + self.games) % self.plan.players, sitter))
        for seat, sitter in enumerate(table.sitters):
            if sitter.kind in self._openings:
                table.apply(table.propose_bring(seat, self._openings[sitter.kind], language=self.plan.language))
        table.apply(table.propose_deal())
        self.games += 1
        return table

    def record_path(self) -> Path | None:
        """Return the path for the current game's record; later games of the match get a number."""
        path = self.plan.save
        return path if path is None or self.games <= 1 else path.with_stem(f"{path.stem}-{self.games}")


def person_seat(table: Table) -> int:
    """Return the person's seat."""
    return next(seat for seat, sitter in enumerate(table.sitters) if sitter.kind == "person")


def save_record(table: Table, path: Path) -> None:
    """Write the record of a finished game; raises OSError."""
    assert table.state is not None
    path.write_text(write_record(table.state, table.names), encoding="utf-8")
