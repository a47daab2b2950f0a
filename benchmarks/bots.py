"""How strong the bots are: every level against the one below it, the heuristic and random play.

`tefuda bench bots GAME` runs it, and so does `python -m benchmarks.bots GAME`.  One player of a level sits among
equals of another, once at every seat of each deal; the games of one deal draw the same cards as long as they draw
alike.  What counts is the mean over the seats of a deal, so that deals are independent, and the interval is theirs.
Searchers meet in the compiled build alone; the heuristic is Python, and meets them as at a table, in two processes.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise
from multiprocessing import get_context

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from tefuda.bots.players import BUDGETS, LEVELS, Bot, HeuristicBot, SearchBot, ask, search_build
from tefuda.bots.search import Tree
from tefuda.engine.build import Build
from tefuda.engine.game import Game, open_game

NORMAL_95 = statistics.NormalDist().inv_cdf(0.975)
SIDES = 2  # threads or processes that play at once
Deals = NDArray[np.float64]  # (deals, seats): what the lone player got


@dataclass(frozen=True)
class Estimate:
    """A mean over deals with its 95 % interval, mean ± margin."""

    mean: float
    margin: float

    def __str__(self) -> str:
        return f"{self.mean:+.3f} ± {self.margin:.3f}"

    @classmethod
    def of(cls, results: Deals) -> Estimate:
        """Of independent deals, each the mean over its seats."""
        deals = results.mean(axis=1)
        return cls(float(deals.mean()), float(NORMAL_95 * deals.std(ddof=1) / np.sqrt(len(deals))))


@dataclass(frozen=True)
class Pairing:
    """One player of level `one` among players of level `others`: utility in [-1, 1], and share of first places."""

    one: str
    others: str
    players: int
    deals: int
    utility: Estimate
    wins: Estimate

    @property
    def decided(self) -> bool:
        """Is it clear who is stronger: do both ends of the interval say the same?"""
        return abs(self.utility.mean) > self.utility.margin


def run(
    slug: str,
    *,
    deals: int = 100,
    players: Sequence[int] = (),
    levels: Sequence[str] = tuple(BUDGETS),
    seed: int = 1,
    console: Console | None = None,
) -> list[Pairing]:
    """Measure and print the strength table of a game, for each number of players (default: all of them).

    Deal k is dealt from seed + k; the same call plays the same games again.
    """
    package = f"tefuda.games.{slug}"
    console = console or Console()
    fewest, most = open_game(package).description.players
    found = []
    for count in players or range(fewest, most + 1):
        table = Table(title=f"{slug}, {count} players, {deals} deals, each from every seat", title_justify="left")
        for head in ("level", "simulations", "among", "utility, 95 %", f"first places, 95 % (fair: {1 / count:.3f})"):
            table.add_column(head, justify="left" if head in ("level", "among") else "right")
        with console.status("") as status:
            for one, others in pairings(levels):
                status.update(f"{count} players: {one} among {others} …")
                pairing = meet(package, one, others, count, deals, seed)
                found.append(pairing)
                wins = f"{pairing.wins.mean:.3f} ± {pairing.wins.margin:.3f}"
                mark = "" if pairing.decided else "  (undecided)"
                table.add_row(one, f"{simulations(one):,}", others, f"{pairing.utility}{mark}", wins)
        console.print(table)
    return found


def pairings(levels: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Every level against the one below it, then against the heuristic, then against random play."""
    yield from ((above, below) for below, above in pairwise(levels))
    yield from ((level, "heuristic") for level in levels)
    yield from ((level, "random") for level in levels)


def simulations(level: str) -> int:
    """The budget of a level, which may also be a number of simulations itself; 0 where nothing is searched."""
    return int(level) if level.isdecimal() else BUDGETS.get(level, 0)


def meet(package: str, one: str, others: str, players: int, deals: int, seed: int) -> Pairing:
    """Play one pairing of levels."""
    seeds = np.arange(seed, seed + deals)
    if "heuristic" in (one, others):
        utilities, wins = at_a_table(package, one, others, players, seeds)
    else:
        utilities, wins = in_the_arena(package, simulations(one), simulations(others), players, seeds)
    return Pairing(one, others, players, deals, Estimate.of(utilities), Estimate.of(wins))


def in_the_arena(package: str, one: int, others: int, players: int, seeds: NDArray[np.int64]) -> tuple[Deals, Deals]:
    """Utilities and wins of a searcher among others by their budgets (0: random play), compiled, in two threads."""
    game = open_game(package, players=players)
    play = partial(contest, search_build(package, "compiled"), game, one, others)
    with ThreadPoolExecutor(SIDES) as threads:
        return joined(threads.map(play, np.array_split(seeds, min(len(seeds), 8 * SIDES))))


def contest(build: Build, game: Game, one: int, others: int, seeds: NDArray[np.int64]) -> tuple[Deals, Deals]:
    """`arena.contest` over some deals, in this thread, with arrays of its own."""
    states, blank, rngs = build.workspace(0, states=3)
    options = build.ints(max(1, len(game.option_values)))
    options[: len(game.option_values)] = game.option_values
    utilities, wins = build.floats(len(seeds) * game.players), build.floats(len(seeds) * game.players)
    tree = Tree(*build.plant(max(one, others)))
    tables = build.tables(game.tables)
    build.contest(states, blank, tables, rngs, tree, game.players, options, seeds, one, others, utilities, wins)
    shape = (len(seeds), game.players)
    return np.reshape(utilities, shape), np.reshape(wins, shape)


def at_a_table(package: str, one: str, others: str, players: int, seeds: NDArray[np.int64]) -> tuple[Deals, Deals]:
    """Utilities and wins of any level among any others, asked as a table asks them, in two processes."""
    play = partial(play_deals, package, one, others, players)
    with ProcessPoolExecutor(SIDES, mp_context=get_context("spawn")) as processes:
        return joined(processes.map(play, np.array_split(seeds, min(len(seeds), 8 * SIDES))))


def play_deals(package: str, one: str, others: str, players: int, seeds: NDArray[np.int64]) -> tuple[Deals, Deals]:
    """The same over some deals, in this process."""
    game = open_game(package, players=players)
    utilities, wins = np.zeros((len(seeds), players)), np.zeros((len(seeds), players))
    for deal, seed in enumerate(seeds):
        for seat in range(players):
            levels = [one if p == seat else others for p in range(players)]
            outcome, ranks = play_game(game, levels, int(seed))
            utilities[deal, seat] = outcome[seat]
            wins[deal, seat] = (ranks[seat] == 1) / ranks.count(1)
    return utilities, wins


def play_game(game: Game, levels: Sequence[str], seed: int) -> tuple[list[float], list[int]]:
    """One game with a level at each seat; utilities and ranks."""
    state = game.start(seed)
    while state.seat is not None:
        level = levels[state.seat]
        request = ask(
            state, level if level in LEVELS else "hard", seed=(seed << 20) + (state.seat << 12) + len(state.moves)
        )
        state.play(bot(level, game.package).choose(request).command)
    return game.outcome(state.truth)


@cache
def bot(level: str, package: str) -> Bot:
    """The player of a level with its whole budget, however long it takes."""
    if level == "heuristic":
        return HeuristicBot()
    return SearchBot(simulations(level), search_build(package, "compiled"), hasty=True)


def joined(parts: Iterator[tuple[Deals, Deals]]) -> tuple[Deals, Deals]:
    utilities, wins = zip(*parts, strict=True)
    return np.concatenate(utilities), np.concatenate(wins)


if __name__ == "__main__":
    run(sys.argv[1], deals=int(sys.argv[2]) if len(sys.argv) > 2 else 100)
