"""The players that are no people: random, heuristic, and the search in named levels.

`ask` turns a state into a `Request`, and a request is all that a bot ever holds: the record in it was dealt anew for
the seat that decides.  A `Bot` answers a request with a command in notation, and answers equal requests alike.  The
workers (`workers.py`) run bots in processes of their own; tests and benchmarks run them directly.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from functools import cache
from importlib import import_module, util
from pathlib import Path
from random import Random
from typing import Protocol

from msgspec import Struct

from tefuda.bots import arena, search
from tefuda.bots.search import SIMULATIONS, Tree
from tefuda.engine import build as builds
from tefuda.engine.build import Build
from tefuda.engine.errors import GameOver, TefudaError
from tefuda.engine.game import Game, open_game
from tefuda.engine.record import GameState
from tefuda.engine.state import State
from tefuda.engine.words import speaker

# The folder of ja.ftl and en.ftl: `level-<level>` names every level, `bot-names` the bots.
WORDS = Path(__file__).parent

# Simulations a decision, weakest first.  Each beats the one before it: docs/bots.md.
BUDGETS = {"easy": 5, "medium": 50, "hard": 10_000}
# Weakest first but for the heuristic: how strong that is depends on the game.
LEVELS = ("random", *BUDGETS, "heuristic")

SECONDS = 0.8  # a search ends here even where its budget is not spent
INTERPRETED_SIMULATIONS = 200  # at most, in the checked build
INTERPRETED_SECONDS = 0.4


class UnknownLevel(TefudaError, LookupError):
    """No level of that name."""


class Request(Struct, frozen=True):
    """One decision to be made: everything a bot gets to know."""

    package: str  # of the game
    tables: bytes  # its card tables
    record: bytes  # the state as it may be for all the seat knows
    level: str
    seed: int  # of the bot's own choices, 0 <= seed < 2**63


class Answer(Struct, frozen=True):
    """What a bot plays: a command in notation, and how many simulations it took, in which build."""

    command: str
    simulations: int = 0
    build: str = ""


class Bot(Protocol):
    """A player."""

    def choose(self, request: Request) -> Answer:
        """The command to play.  Equal requests get equal answers unless a time limit cuts a search short."""


def ask(state: State, level: str, seed: int | None = None) -> Request:
    """The request for the seat that decides in `state`: the only way from a true state to a bot.

    Everything that seat cannot know is dealt anew, from fresh randomness, and so is every card still to be drawn.
    `seed` makes a bot's own choices repeatable.  Raises GameOver or UnknownLevel.
    """
    if state.seat is None:
        raise GameOver("the game is over: nobody decides")
    if level not in LEVELS:
        raise UnknownLevel(f"no level {level!r}; there are {', '.join(LEVELS)}")
    record = state.seen_by(state.seat, secrets.randbits(63))
    return Request(
        state.game.package,
        state.game.tables.to_bytes(),
        record.to_bytes(),
        level,
        secrets.randbits(63) if seed is None else seed,
    )


def bot_names(language: str) -> list[str]:
    """What bots are called, in the order in which they sit down."""
    return speaker(language, WORDS).say("bot-names").split()


def level_name(level: str, language: str) -> str:
    """A level as a person calls it."""
    return speaker(language, WORDS).say(f"level-{level}")


def bot(level: str, build: Build) -> Bot:
    """The player of a level, bounded in time; the searching ones search in `build` (see `search_build`)."""
    if level == "random":
        return RandomBot()
    if level == "heuristic":
        return HeuristicBot()
    if build.kind == "checked":
        return SearchBot(min(BUDGETS[level], INTERPRETED_SIMULATIONS), build, INTERPRETED_SECONDS)
    return SearchBot(BUDGETS[level], build, SECONDS)


class RandomBot:
    """Plays any legal action."""

    def choose(self, request: Request) -> Answer:
        game, record = unpack(request)
        random = Random(request.seed)
        return Answer(_command(game, record, lambda s: random.choice(game.legal(s))))


class HeuristicBot:
    """Plays as the game's own `heuristic.py` says, which reads the view of its seat and nothing else."""

    def choose(self, request: Request) -> Answer:
        game, record = unpack(request)
        if util.find_spec(f"{game.package}.heuristic") is None:
            raise UnknownLevel(f"{game.slug} has no heuristic player")
        heuristic = import_module(f"{game.package}.heuristic")
        return Answer(heuristic.choose(game.view(record, record.to_act), Random(request.seed)))


class SearchBot:
    """Searches with a budget of simulations; `seconds` bounds its time besides, None leaves it to the budget alone.

    A `hasty` one plays an action that alone is likely without a search.  At a table none is: the time it takes would
    tell others what it holds.
    """

    def __init__(self, simulations: int, build: Build, seconds: float | None = None, *, hasty: bool = False) -> None:
        self.simulations, self.build, self.seconds, self.hasty = simulations, build, seconds, hasty

    def choose(self, request: Request) -> Answer:
        game, record = unpack(request)
        build = self.build
        until = None if self.seconds is None else time.monotonic() + self.seconds
        tables, rngs, spent = build.tables(game.tables), build.generator(request.seed), 0

        def best(s: GameState) -> int:
            nonlocal spent
            if self.hasty and len(likely := game.likely(s)) == 1:
                return likely[0]
            states = build.states(2)
            _put(s, states)
            tree = Tree(*build.plant(self.simulations))
            left = self.simulations
            while left > 0 and (until is None or time.monotonic() < until or left == self.simulations):
                # Growing portions: the clock is looked at often enough, and seldom enough.
                portion = left if until is None else min(left, 1 + int(tree.counts[SIMULATIONS]) // 4)
                build.grow(states, tables, rngs, tree, portion)
                left -= portion
            spent += self.simulations - left
            visits, values = build.ints(build.NUM_ACTIONS), build.floats(build.NUM_ACTIONS)
            return int(build.verdict(tree, visits, values))

        words = _secret_beginning(game, record)
        return Answer(" ".join((*words, _command(game, record, best))), spent, build.kind)


@cache
def search_build(package: str, kind: str) -> Build:
    """The checked or the compiled build of a game with search and arena; "compiled" compiles when first used."""
    make: Callable[..., Build] = builds.checked if kind == "checked" else builds.compiled
    return make(import_module(f"{package}.rules"), search, arena)


def unpack(request: Request) -> tuple[Game, GameState]:
    """The game and the record of a request; the record is the caller's to change."""
    package, tables = request.package, request.tables
    record = import_module(f"{package}.rules").State.from_bytes(request.record)
    return _game(package, record.players, tables), record


@cache
def _game(package: str, players: int, tables: bytes) -> Game:
    """The game with the card tables of a request instead of those of its own file; house rules are in the record."""
    game = open_game(package, players=players)
    game.tables = game.build.Tables.from_bytes(tables)
    return game


def _command(game: Game, record: GameState, pick: Callable[[GameState], int]) -> str:
    """The action that `pick` finds, and where it only begins a secret decision, those that complete it."""
    words = []
    while True:
        action = pick(record)
        words.append(game.action_names[action])
        game.build.apply(record, game.tables, action)
        if not record.pending:
            return " ".join(words)


def _secret_beginning(game: Game, record: GameState) -> tuple[str, ...]:
    """What the game's heuristic does in secret before it decides, if anything: a search looks only at what follows."""
    name = f"{game.package}.heuristic"
    preliminaries = getattr(import_module(name), "preliminaries", None) if util.find_spec(name) else None
    if preliminaries is None:
        return ()
    words: tuple[str, ...] = preliminaries(game.view(record, record.to_act))
    for word in words:
        game.build.apply(record, game.tables, game.action_code(word))
    return words


def _put(record: GameState, states: object) -> None:
    """Write a record to states[0] of either build."""
    if isinstance(states, list):
        states[0].take(record)
    else:
        record.store(states, 0)  # type: ignore[arg-type]  # the compiled build's array
