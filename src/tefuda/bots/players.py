"""Bots: random, heuristic, and the search in named levels.

`make_request` turns a state into a `Request`, the only input of a bot: its record is determinized for the seat to act.
A `Bot` answers a request with a command in notation; equal requests get equal answers.  `workers.py` runs bots in
worker processes; tests and benchmarks run them directly.
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

from tefuda.bots import comparison, logged_games, search
from tefuda.bots.search import SIMULATIONS, Tree
from tefuda.engine import backends
from tefuda.engine.backends import Build
from tefuda.engine.errors import BadOption, GameOver, TefudaError
from tefuda.engine.game import Game
from tefuda.engine.localization import localizer
from tefuda.engine.record import GameState
from tefuda.engine.state import State
from tefuda.engine.view import View

# The folder of ja.ftl and en.ftl: `level-<level>` names every level, `bot-names` the bots.
WORDS = Path(__file__).parent

# Simulations per decision, weakest first.  Each level beats the one before it: docs/bots.md.
BUDGETS = {"easy": 5, "medium": 50, "hard": 10_000}
# Weakest first, except that the heuristic's strength depends on the game.
LEVELS = ("random", *BUDGETS, "heuristic")
MOST_SIMULATIONS = 1_000_000  # of a search named search:N

SECONDS = 0.8  # time limit of a search
INTERPRETED_SIMULATIONS = 200  # limit in the checked build
INTERPRETED_SECONDS = 0.4


class UnknownLevel(TefudaError, LookupError):
    """There is no level of that name."""


class Request(Struct, frozen=True, tag="request"):
    """A decision to make: all information that a bot receives."""

    package: str  # package of the game
    tables: bytes  # its card tables
    record: bytes  # the state, determinized for the seat to act
    level: str
    seed: int  # of the bot's choices, 0 <= seed < 2**63


class Answer(Struct, frozen=True, tag="answer"):
    """A bot's command in notation, with the number of simulations and the build that ran them."""

    command: str
    simulations: int = 0
    build: str = ""


class Bot(Protocol):
    """A player that answers requests."""

    def choose(self, request: Request) -> Answer:
        """Return the command to play.  Equal requests get equal answers unless a time limit ends a search."""


def simulations_of(name: str) -> int | None:
    """Return the simulations of a search, which is named by its level or search:N; None for any other name.

    Raises BadOption for an N that no search has.
    """
    kind, _, number = name.partition(":")
    if kind != "search":
        return BUDGETS.get(name)
    if not (number.isdecimal() and len(number) < 10 and 1 <= int(number) <= MOST_SIMULATIONS):
        raise BadOption(f"search:N takes 1 to {MOST_SIMULATIONS} simulations, not {number!r}")
    return int(number)


def check_level(level: object) -> None:
    """Raise UnknownLevel or BadOption for anything but a level or search:N."""
    if not isinstance(level, str) or (level not in LEVELS and simulations_of(level) is None):
        raise UnknownLevel(f"no level {level!r}; there are {', '.join(LEVELS)} and search:N with N simulations")


def make_request(state: State, level: str, seed: int | None = None) -> Request:
    """Return a request for the seat to act in `state`: the only way from a full state to a bot.

    Everything that the seat cannot know is resampled with a random seed, and so are future draws.  `seed` makes the
    bot's own choices reproducible.  Raises GameOver, UnknownLevel or BadOption.
    """
    if state.current_player is None:
        raise GameOver("the game is over: no seat is to act")
    check_level(level)
    record = state.determinize(state.current_player, secrets.randbits(63)).full_state
    return Request(
        state.game.package,
        state.game.tables.to_bytes(),
        record.to_bytes(),
        level,
        secrets.randbits(63) if seed is None else seed,
    )


def bot_names(language: str) -> list[str]:
    """Return the names of bots, in the order in which they sit down."""
    return localizer(language, WORDS).say("bot-names").split()


def level_name(level: str, language: str) -> str:
    """Return the display name of a level."""
    return localizer(language, WORDS).say(f"level-{level}")


def make_bot(level: str, build: Build) -> Bot:
    """Return the bot of a level, limited in time, or of search:N, which is not.

    Searching bots use `build` (see `search_build`).
    """
    if level == "random":
        return RandomBot()
    if level == "heuristic":
        return HeuristicBot()
    simulations = simulations_of(level)
    assert simulations is not None, level
    if level not in BUDGETS:
        return SearchBot(simulations, build)
    if build.kind == "checked":
        return SearchBot(min(simulations, INTERPRETED_SIMULATIONS), build, INTERPRETED_SECONDS)
    return SearchBot(simulations, build, SECONDS)


class RandomBot:
    """Plays random legal actions."""

    def choose(self, request: Request) -> Answer:
        game, record = unpack(request)
        random = Random(request.seed)
        return Answer(_command(game, record, lambda s: random.choice(game.legal(s))))


class HeuristicBot:
    """Plays by the game's `heuristic.py`, which reads only the view of its seat."""

    def choose(self, request: Request) -> Answer:
        game, record = unpack(request)
        if util.find_spec(f"{game.package}.heuristic") is None:
            raise UnknownLevel(f"{game.slug} has no heuristic player")
        heuristic = import_module(f"{game.package}.heuristic")
        return Answer(heuristic.choose(game.view(record, record.to_act), Random(request.seed)))


class SearchBot:
    """Searches with a budget of simulations and, unless None, a limit of `seconds` after the first one.

    With `skip_forced` it plays an only candidate without a search.  Bots at a table do not: their thinking time would
    reveal their cards.
    """

    def __init__(
        self, simulations: int, build: Build, seconds: float | None = None, *, skip_forced: bool = False
    ) -> None:
        self.simulations, self.build, self.seconds, self.skip_forced = simulations, build, seconds, skip_forced

    def choose(self, request: Request) -> Answer:
        return self.search(request)[0]

    def search(self, request: Request) -> tuple[Answer, list[dict[int, float]]]:
        """Return the answer and, for each of its actions, the mean utility of every code that the search tried."""
        game, record = unpack(request)
        build = self.build
        tables, rngs, spent = build.tables(game.tables), build.generator(request.seed), 0
        seconds_left = self.seconds
        found: list[dict[int, float]] = []

        def best(s: GameState) -> int:
            nonlocal spent, seconds_left
            if self.skip_forced and len(candidates := game.candidate_actions(s)) == 1:
                found.append({})
                return candidates[0]
            states = build.states(2)
            put(s, states)
            tree = Tree(*build.empty_tree(self.simulations))
            left = self.simulations
            while left > 0 and (seconds_left is None or seconds_left > 0 or left == self.simulations):
                # Growing portions keep clock checks both timely and rare.
                portion = left if seconds_left is None else min(left, 1 + int(tree.counts[SIMULATIONS]) // 4)
                since = time.monotonic()
                build.run_simulations(states, tables, rngs, tree, portion)
                if seconds_left is not None and left < self.simulations:  # the first one may load or compile the build
                    seconds_left -= time.monotonic() - since
                left -= portion
            spent += self.simulations - left
            visits, values = build.ints(build.NUM_ACTIONS), build.floats(build.NUM_ACTIONS)
            chosen = int(build.best_action(tree, visits, values))
            found.append({code: float(values[code]) for code in range(build.NUM_ACTIONS) if visits[code] > 0})
            return chosen

        words = _preliminaries(game, record)
        command = " ".join((*words, _command(game, record, best)))
        return Answer(command, spent, build.kind), [*({} for _ in words), *found]


@cache
def search_build(package: str, kind: str) -> Build:
    """Return a game's build with search and whole games, "checked" or "compiled" (it compiles on first use)."""
    builder: Callable[..., Build] = backends.checked if kind == "checked" else backends.compiled
    return builder(import_module(f"{package}.rules"), search, comparison, logged_games)


class AnyRequest(Protocol):
    """What all requests have: a decision of a game."""

    @property
    def package(self) -> str: ...
    @property
    def tables(self) -> bytes: ...
    @property
    def record(self) -> bytes: ...


def unpack(request: AnyRequest) -> tuple[Game, GameState]:
    """Return the game of a request and a new copy of its record."""
    package, tables = request.package, request.tables
    record = import_module(f"{package}.rules").State.from_bytes(request.record)
    return _game(package, record.players, tables), record


@cache
def _game(package: str, players: int, tables: bytes) -> Game:
    """Return the game with the card tables of a request instead of its own; house rules are in the record."""
    defaults = {option.name: option.default for option in import_module(package).GAME.options}
    own = Game(package, players, defaults, None)
    return Game(package, players, defaults, None, tables=own.build.Tables.from_bytes(tables))


def _command(game: Game, record: GameState, pick: Callable[[GameState], int]) -> str:
    """Apply the actions that `pick` chooses until the decision is complete; return them as a command."""
    words = []
    while True:
        action = pick(record)
        words.append(game.action_names[action])
        game.build.apply(record, game.tables, action)
        if not record.pending:
            return " ".join(words)


def _preliminaries(game: Game, record: GameState) -> tuple[str, ...]:
    """Apply and return the secret preliminary actions of the game's heuristic; the search decides what follows."""
    preliminaries = preliminary_actions(game.package)
    if preliminaries is None:
        return ()
    words = preliminaries(game.view(record, record.to_act))
    for word in words:
        game.build.apply(record, game.tables, game.action_code(word))
    return words


def preliminary_actions(package: str) -> Callable[[View], tuple[str, ...]] | None:
    """Return the function of a game's heuristic that names its secret preliminary actions, or None without one."""
    name = f"{package}.heuristic"
    return getattr(import_module(name), "preliminaries", None) if util.find_spec(name) else None


def put(record: GameState, states: object) -> None:
    """Write a record to states[0] of either build."""
    if isinstance(states, list):
        states[0].take(record)
    else:
        record.store(states, 0)  # type: ignore[arg-type]  # the compiled build's array
