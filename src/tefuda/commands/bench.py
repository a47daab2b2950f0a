"""`tefuda bench`: runs the benchmarks of a checkout.

The folder `benchmarks/` is not part of an installed package; without it the command fails and says so.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Annotated

from cyclopts import App, Parameter
from cyclopts.validators import Number

from tefuda.commands import Mistake
from tefuda.engine.game import load as load_game

CHECKOUT = Path(__file__).parents[3]
AtLeastOne = Annotated[int, Parameter(validator=Number(gte=1))]
NotNegative = Annotated[int, Parameter(validator=Number(gte=0))]
bench = App(name="bench")


def _benchmark(name: str) -> ModuleType:
    """Import `benchmarks.<name>` of this checkout."""
    if not (CHECKOUT / "benchmarks" / f"{name}.py").is_file():
        raise Mistake(
            "the benchmarks are part of a checkout, not of an installed package: run ./tefuda bench in a clone"
        )
    sys.path.insert(0, str(CHECKOUT))
    try:
        return import_module(f"benchmarks.{name}")
    except ModuleNotFoundError as missing:  # some benchmarks need packages that only a checkout has
        raise Mistake(f"{missing.name} is missing, which ./tefuda installs in a clone together with this") from missing


def _check_game(game: str | None) -> None:
    """Raise an error that lists the games if `game` is not one of them."""
    if game is not None:
        load_game(game)


@bench.default
@bench.command
def speed(*, repeat: int = 11, brief: Annotated[bool, Parameter(negative=())] = False) -> None:
    """Measure how fast the rules of every game run: kotori beside C, Leduc poker beside OpenSpiel.

    Parameters
    ----------
    repeat: int
        How many times everything is measured; the median counts.
    brief: bool
        Measure a tenth as long, which shows that it works but not how fast it is.
    """
    if repeat < 1:
        raise Mistake(f"--repeat is at least 1, not {repeat}")
    _benchmark("speed").run(repeat=repeat, brief=brief)


@bench.command
def vector(*, games: AtLeastOne = 4096, repeat: AtLeastOne = 7, game: str | None = None) -> None:
    """Measure batches of games as arrays, as learners use them, beside the bare rules in the same run.

    Parameters
    ----------
    games: int
        How many side by side.
    repeat: int
        How many times everything is measured; the median counts.
    game: str
        The name of one game, such as tezuma; without it all games.
    """
    _check_game(game)
    _benchmark("vector").run(games=games, repeat=repeat, game=game)


@bench.command
def adapters(*, decisions: AtLeastOne = 1000, repeat: AtLeastOne = 7) -> None:
    """Measure how the time of serialising a game grows with its length, here and in OpenSpiel.

    Parameters
    ----------
    decisions: int
        Length of the shorter game; the other one is twice as long.
    repeat: int
        How many times everything is measured; the median counts.
    """
    _benchmark("adapters").run(decisions=decisions, repeat=repeat)


@bench.command
def lab(*, games: AtLeastOne = 10_000) -> None:
    """Measure studies by the clock: what if kotori had four birds, and exports by players of several kinds.

    Parameters
    ----------
    games: int
        How many random games an export has; those of slower players have fewer, and are given for as many.
    """
    _benchmark("lab").run(games=games)


@bench.command
def durability(*, kills: AtLeastOne = 100, seed: int = 1, postgresql: bool = False) -> None:
    """Kill the server at random moments under play, and check that all acknowledged entries are stored exactly once.

    Parameters
    ----------
    kills: int
        How many times it is killed.
    seed: int
        Decides the moments and what is played.
    postgresql: bool
        With PostgreSQL instead of SQLite.
    """
    _benchmark("durability").run(kills=kills, seed=seed, postgresql=postgresql)


@bench.command
def split(
    *,
    kills: NotNegative = 1000,
    stops: NotNegative = 20,
    notices: NotNegative = 20,
    turns: NotNegative = 10_000,
    workers: Annotated[int, Parameter(validator=Number(gte=2))] = 2,
    game: str | None = None,
    seed: int = 1,
) -> None:
    """Serve the same tables with several workers that fail at random, and check that nothing is lost or doubled.

    Parameters
    ----------
    kills: int
        How many times a worker is killed.
    stops: int
        How many times PostgreSQL is stopped, as suddenly as by a crash.
    notices: int
        How many times the notices between workers are held up, and lost, and their connections cut.
    turns: int
        Afterwards, turns at which two connections of a seat, at two workers, send an action at once.
    workers: int
        How many.
    game: str
        The name of one game, such as tezuma; without it all games.
    seed: int
        Decides the moments and what is played.
    """
    _check_game(game)
    _benchmark("split").run(
        kills=kills, stops=stops, notices=notices, turns=turns, workers=workers, game=game, seed=seed
    )


@bench.command
def scale(
    *, actions: AtLeastOne = 200, rounds: AtLeastOne = 21, tables: AtLeastOne = 20, game: str | None = None
) -> None:
    """Measure what a second worker is worth in processor time: tables at home, and tables whose seats are split.

    Parameters
    ----------
    actions: int
        How many for each worker in each window; windows of one worker and of two alternate.
    rounds: int
        How many windows of each; the median counts.
    tables: int
        Tables for each worker, with four clients at each.
    game: str
        The name of one game, such as tezuma; without it all games.
    """
    _check_game(game)
    _benchmark("scale").run(actions=actions, rounds=rounds, tables=tables, game=game)


@bench.command
def load(
    *,
    tables: AtLeastOne | None = None,
    seconds: Annotated[float, Parameter(validator=Number(gte=1))] = 30,
    most: AtLeastOne = 2000,
    game: str | None = None,
    reference: Annotated[bool, Parameter(negative=())] = False,
    clocks: Annotated[bool, Parameter(negative=())] = False,
) -> None:
    """Measure the latency of actions at many tables, and how many tables one core serves, for each game.

    Parameters
    ----------
    tables: int
        Tables of one game, all seats taken, two actions a second at each; without it 500 of kotori, 75 of others.
    seconds: float
        How long they are measured.
    most: int
        Then tables are added, up to so many, until one action in a hundred takes more than 250 ms.
    game: str
        The name of one game, such as tezuma; without it all games, one after another.
    reference: bool
        Afterwards measure an even mix of all games, and an echo server on the same stack, in the same way.
    clocks: bool
        Measure each game twice: without clocks, and with one running at every table.
    """
    _check_game(game)
    _benchmark("load").run(tables=tables, seconds=seconds, most=most, game=game, reference=reference, clocks=clocks)


@bench.command
def cost(
    *,
    actions: AtLeastOne = 500,
    rounds: AtLeastOne = 15,
    tables: AtLeastOne = 40,
    game: str | None = None,
    clocks: Annotated[bool, Parameter(negative=())] = False,
) -> None:
    """Measure the processor time of an action, against an echo server on the same stack.

    Parameters
    ----------
    actions: int
        How many in each window; windows of the echo server and of all games alternate.
    rounds: int
        How many windows of each; the median counts.
    tables: int
        Tables of each game, with four clients at each.
    game: str
        The name of one game, such as tezuma; without it all games.
    clocks: bool
        Measure each game also at tables at which a clock runs.
    """
    _check_game(game)
    _benchmark("cost").run(actions=actions, rounds=rounds, tables=tables, game=game, clocks=clocks)


@bench.command
def slow_clients(
    *,
    tables: AtLeastOne = 50,
    watchers: AtLeastOne = 25,
    seconds: Annotated[float, Parameter(validator=Number(gte=1))] = 60,
    turns: AtLeastOne = 3,
    game: str | None = None,
) -> None:
    """Measure how much slow clients (spectators who have stopped reading) delay the players.

    Parameters
    ----------
    tables: int
        Tables of all games in turn, all seats taken, two actions a second at each.
    watchers: int
        Number of tables with a watcher.
    seconds: float
        How long watchers of one kind are there.
    turns: int
        How many times each kind has its turn.
    game: str
        The name of one game, such as tezuma; without it all games.
    """
    _check_game(game)
    _benchmark("slow_clients").run(tables=tables, watchers=watchers, seconds=seconds, turns=turns, game=game)


@bench.command
def hostile(
    *,
    tables: AtLeastOne = 50,
    seconds: Annotated[float, Parameter(validator=Number(gte=1))] = 20,
    turns: AtLeastOne = 3,
    only: str | None = None,
) -> None:
    """Attack the server while people play; measure their latency, its memory, and whether new visitors get in.

    Parameters
    ----------
    tables: int
        Tables of four people, two actions a second at each.
    seconds: float
        How long an attack goes on, and the pause before it.
    turns: int
        How many times each attack is made.
    only: str
        One attack, by its name in the table that is printed, such as "long records"; without it all of them.
    """
    module = _benchmark("hostile")
    if only is not None and only not in module.ATTACKS:
        raise Mistake(f"--only takes one of {', '.join(module.ATTACKS)}, not {only}")
    module.run(tables=tables, seconds=seconds, turns=turns, only=only)


@bench.command
def restart(*, tables: AtLeastOne = 1000, game: str | None = None) -> None:
    """Measure how soon all players are back at their tables after a restart of the server.

    Parameters
    ----------
    tables: int
        Tables in mid-game, equally many of each game; one person comes back to each.
    game: str
        The name of one game, such as tezuma; without it all games.
    """
    _check_game(game)
    _benchmark("restart").run(tables=tables, game=game)


@bench.command
def soak(
    *,
    games: AtLeastOne = 10_000,
    warm_up: AtLeastOne = 8_000,
    game: str | None = None,
    unloaded: NotNegative = 0,
) -> None:
    """Play thousands of games in one process and measure how its memory grows.

    Parameters
    ----------
    games: int
        Games after the warm-up, equally many of each kind.
    warm_up: int
        Games before the first look at the memory, until which free memory comes to lie in more and more pieces.
    game: str
        The name of one game, such as tezuma; without it all games.
    unloaded: int
        Instead, make so many tables and leave them: does anything stay of tables that nobody uses?
    """
    _check_game(game)
    if unloaded:
        _benchmark("unloaded_tables").run(tables=unloaded, game=game)
    else:
        _benchmark("soak").run(games=games, warm_up=warm_up, game=game)


@bench.command
def collector(
    *, tables: AtLeastOne = 200, seconds: Annotated[float, Parameter(validator=Number(gte=0.1))] = 60
) -> None:
    """Measure the pauses of the garbage collector during play, with Python's thresholds and with the server's.

    Parameters
    ----------
    tables: int
        How many tables are in play, equally many of each game.
    seconds: float
        How long they play with each kind of thresholds.
    """
    _benchmark("collector").run(tables=tables, seconds=seconds)


@bench.command
def retention(*, days: AtLeastOne = 600, games: AtLeastOne = 6) -> None:
    """Play for hundreds of simulated days and check that the store stops growing.

    Parameters
    ----------
    days: int
        How many; the longest period that anything is kept for is 400.
    games: int
        New guests a day, each with a table: finished, abandoned and undealt by turns.
    """
    _benchmark("retention").run(days=days, games=games)


@bench.command
def store(*, seconds: Annotated[float, Parameter(validator=Number(gte=0.1))] = 3, repeat: AtLeastOne = 5) -> None:
    """Measure appends a second and their latency: SQLite beside PostgreSQL.

    Parameters
    ----------
    seconds: float
        How long each run takes.
    repeat: int
        How many runs, in turn; the median counts.
    """
    _benchmark("store").run(seconds=seconds, repeat=repeat)


@bench.command
def jobs(*, requests: Annotated[int, Parameter(validator=Number(gte=2))] = 400) -> None:
    """Measure the time that the queue of tefuda bots adds to a request, against a pipe to a process of the server.

    Parameters
    ----------
    requests: int
        How many of each game; those of both ways alternate.
    """
    _benchmark("jobs").run(requests=requests)


@bench.command
def fuzz(*, frames: AtLeastOne = 1_000_000, seed: int = 1, game: str | None = None) -> None:
    """Send the server malformed and hostile frames while games are played, and check that nothing fails.

    Parameters
    ----------
    frames: int
        How many.
    seed: int
        Decides which.
    game: str
        The name of one game, such as tezuma; without it all games.
    """
    _check_game(game)
    _benchmark("fuzz").run(frames=frames, seed=seed, game=game)


@bench.command
def leaks(*, pairs: AtLeastOne = 10_000, game: str | None = None, skip: NotNegative = 0) -> None:
    """Compare what servers send in states that a viewer cannot tell apart; plant leaks to check that they are found.

    Parameters
    ----------
    pairs: int
        Pairs of states of each game, over all its numbers of players; only those that differ count.
    game: str
        The name of one game, such as tezuma; without it all games.
    skip: int
        Leave out the first so many pairs, a multiple of 150: an earlier run compared them.
    """
    _check_game(game)
    _benchmark("leaks").run(pairs=pairs, game=game, skip=skip)


@bench.command
def coach(
    *, game: str | None = None, positions: AtLeastOne = 100, asks: AtLeastOne = 5, deals: NotNegative = 20
) -> None:
    """Measure the hints: their stability, honesty, speed and benefit.

    Parameters
    ----------
    game: str
        The name of one game, such as tezuma; without it all games.
    positions: int
        In how many positions of each game hints are asked for.
    asks: int
        How many times each is asked, every time with another seed.
    deals: int
        Deals, from every seat, in which a player follows all hints among heuristic players; 0 or 1: none.
    """
    _check_game(game)
    _benchmark("coach").run(game=game, positions=positions, asks=asks, deals=deals)


@bench.command
def bots(
    game: str,
    /,
    *,
    deals: int = 100,
    players: Annotated[tuple[int, ...], Parameter(negative=(), show_default=False)] = (),
    level: Annotated[tuple[str, ...], Parameter(negative=(), show_default=False)] = (),
    seed: int = 1,
) -> None:
    """Measure how strong the bots are: every level against the one below it, the heuristic and random play.

    Parameters
    ----------
    game: str
        Its name, such as kotori.
    deals: int
        How many deals; each is played once from every seat.
    players: int
        A number of players; may be given several times. Without it all that the game takes.
    level: str
        A level, or a number of simulations, the lowest first; may be given several times. Without it all levels.
    seed: int
        Deals are numbered from here on; the same numbers give the same games.
    """
    from tefuda.bots.players import BUDGETS

    for count in players or (None,):
        load_game(game, players=count)  # raises if the game or the number of players is unknown
    for name in level:
        if name not in BUDGETS and not (name.isdecimal() and int(name) > 0):
            raise Mistake(f"no level {name!r} to measure; there are {', '.join(BUDGETS)}, or a number of simulations")
    if deals < 2:
        raise Mistake(f"--deals is at least 2, not {deals}")
    if not 0 <= seed < 1 << 32:
        raise Mistake(f"--seed takes 0 to 2**32 - 1, not {seed}")
    _benchmark("bots").run(game, deals=deals, players=players, levels=level or tuple(BUDGETS), seed=seed)
