"""How strong the bots are: every level against the one below it, the heuristic and random play.

`tefuda bench bots GAME` runs it, and so does `python -m benchmarks.bots GAME`.  One player of a level sits among
equals of another, once at every seat of each deal; the games of one deal draw the same cards as long as they draw
alike.  What counts is the mean over the seats of a deal, so that deals are independent, and the interval is theirs.
Searchers meet in the compiled build alone; the heuristic is Python, and meets them as at a table, in two processes.

Where the seats of a game choose what they play with, such as a deck (`openings` of its face), the heuristic is met with
each of them on both sides, and a second table sets each against each between equal players: how fair they are, and what
going first is worth.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations_with_replacement, pairwise
from multiprocessing import get_context
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from tefuda.bots.players import BUDGETS, LEVELS, Bot, HeuristicBot, SearchBot, make_request, search_build
from tefuda.bots.search import Tree
from tefuda.engine.backends import Build
from tefuda.engine.game import Game, open_game

NORMAL_95 = statistics.NormalDist().inv_cdf(0.975)
SIDES = 2  # threads or processes that play at once
Deals = NDArray[np.float64]  # (deals, seats): what the lone player got
Openings = tuple[str, str]  # the first actions of the lone player and of the others; "" leaves them to the players
FREE: Openings = ("", "")


class Results(NamedTuple):
    """What came of some deals, with the lone player at every seat."""

    utilities: Deals
    wins: Deals  # its share of the first place
    leads: Deals  # the share of whoever was the first to decide


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
    leads: Estimate = Estimate(0.0, 0.0)  # first places of whoever was the first to decide
    openings: Openings = FREE

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
    game = open_game(package)
    fewest, most = game.description.players
    found = []
    for count in players or range(fewest, most + 1):
        planned = [
            (one, others, opening)
            for one, others in pairings(levels)
            for opening in (game.openings if "heuristic" in (one, others) else ()) or ("",)
        ]
        found += show(
            f"{slug}, {count} players, {deals} deals, each from every seat",
            ("level", "simulations", "among", "utility, 95 %", f"first places, 95 % (fair: {1 / count:.3f})"),
            (meet(package, one, others, count, deals, seed, (with_, with_)) for one, others, with_ in planned),
            partial(strength, game),
            console,
        )
        equals = [(level, pair) for level in (levels[len(levels) // 2], "heuristic") for pair in matches(game)]
        if equals:
            found += show(
                f"{slug}, {count} equal players, {deals} deals, each from every seat",
                ("players", "with", "against", "wins, 95 %", "who goes first wins, 95 %"),
                (meet(package, level, level, count, deals, seed, pair) for level, pair in equals),
                partial(fairness, game),
                console,
            )
    return found


def show(
    title: str,
    heads: Sequence[str],
    pairings: Iterable[Pairing],
    row: Callable[[Pairing], Sequence[str]],
    console: Console,
) -> list[Pairing]:
    """Print a table of pairings as they are played, and return them."""
    table = Table(title=title, title_justify="left")
    for head in heads:
        table.add_column(head, justify="right" if "," in head or head == "simulations" else "left")
    found = []
    with console.status("") as status:
        for pairing in pairings:
            found.append(pairing)
            table.add_row(*row(pairing))
            status.update(f"{title}: {len(found)} rows …")
    console.print(table)
    return found


def strength(game: Game, pairing: Pairing) -> tuple[str, ...]:
    """How a level does among another."""
    mark = "" if pairing.decided else "  (undecided)"
    among = (
        f"{pairing.others}, both with {called(game, pairing.openings[0])}" if any(pairing.openings) else pairing.others
    )
    wins = f"{pairing.wins.mean:.3f} ± {pairing.wins.margin:.3f}"
    return pairing.one, f"{simulations(pairing.one):,}", among, f"{pairing.utility}{mark}", wins


def fairness(game: Game, pairing: Pairing) -> tuple[str, ...]:
    """How an opening does against another between equal players; against itself only who goes first matters."""
    one, others = pairing.openings
    wins = f"{pairing.wins.mean:.3f} ± {pairing.wins.margin:.3f}" if one != others else "-"
    first = f"{pairing.leads.mean:.3f} ± {pairing.leads.margin:.3f}"
    return pairing.one, called(game, one), called(game, others), wins, first


def called(game: Game, opening: str) -> str:
    """An opening by its name."""
    return game.say(game.openings[opening])


def matches(game: Game) -> Iterator[Openings]:
    """Each opening of a game against each."""
    yield from combinations_with_replacement(game.openings, 2)


def pairings(levels: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Every level against the one below it, then against the heuristic, then against random play."""
    yield from ((above, below) for below, above in pairwise(levels))
    yield from ((level, "heuristic") for level in levels)
    yield from ((level, "random") for level in levels)


def simulations(level: str) -> int:
    """The budget of a level, which may also be a number of simulations itself; 0 where nothing is searched."""
    return int(level) if level.isdecimal() else BUDGETS.get(level, 0)


def meet(
    package: str, one: str, others: str, players: int, deals: int, seed: int, openings: Openings = FREE
) -> Pairing:
    """Play one pairing of levels."""
    seeds = np.arange(seed, seed + deals)
    if "heuristic" in (one, others):
        results = at_a_table(package, one, others, players, seeds, openings)
    else:
        results = in_the_arena(package, simulations(one), simulations(others), players, seeds, openings)
    return Pairing(one, others, players, deals, *map(Estimate.of, results), openings)


def in_the_arena(
    package: str, one: int, others: int, players: int, seeds: NDArray[np.int64], openings: Openings = FREE
) -> Results:
    """A searcher among others by their budgets (0: random play), compiled, in two threads."""
    game = open_game(package, players=players)
    play = partial(contest, search_build(package, "compiled"), game, one, others, openings)
    with ThreadPoolExecutor(SIDES) as threads:
        return joined(threads.map(play, np.array_split(seeds, min(len(seeds), 8 * SIDES))))


def contest(build: Build, game: Game, one: int, others: int, openings: Openings, seeds: NDArray[np.int64]) -> Results:
    """`arena.contest` over some deals, in this thread, with arrays of its own."""
    states, blank, rngs = build.workspace(0, states=3)
    options = build.ints(max(1, len(game.option_values)))
    options[: len(game.option_values)] = game.option_values
    opened = build.ints(2)
    for side, opening in enumerate(openings):
        code = game.action_code(opening)
        opened[side] = -1 if code is None else code
    results = [build.floats(len(seeds) * game.players) for _ in Results._fields]
    tree = Tree(*build.empty_tree(max(one, others)))
    tables = build.tables(game.tables)
    build.contest(states, blank, tables, rngs, tree, game.players, options, seeds, one, others, opened, *results)
    return Results(*(np.reshape(result, (len(seeds), game.players)) for result in results))


def at_a_table(
    package: str, one: str, others: str, players: int, seeds: NDArray[np.int64], openings: Openings = FREE
) -> Results:
    """Any level among any others, asked as a table asks them, in two processes."""
    play = partial(play_deals, package, one, others, players, openings=openings)
    with ProcessPoolExecutor(SIDES, mp_context=get_context("spawn")) as processes:
        return joined(processes.map(play, np.array_split(seeds, min(len(seeds), 8 * SIDES))))


def play_deals(
    package: str, one: str, others: str, players: int, seeds: NDArray[np.int64], openings: Openings = FREE
) -> Results:
    """The same over some deals, in this process."""
    game = open_game(package, players=players)
    results = Results(*(np.zeros((len(seeds), players)) for _ in Results._fields))
    for deal, seed in enumerate(seeds):
        for seat in range(players):
            levels = [one if p == seat else others for p in range(players)]
            begins = [openings[0] if p == seat else openings[1] for p in range(players)]
            outcome, ranks, leader = play_game(game, levels, int(seed), begins)
            results.utilities[deal, seat] = outcome[seat]
            results.wins[deal, seat] = (ranks[seat] == 1) / ranks.count(1)
            results.leads[deal, seat] = (ranks[leader] == 1) / ranks.count(1)
    return results


def play_game(
    game: Game, levels: Sequence[str], seed: int, begins: Sequence[str]
) -> tuple[list[float], list[int], int]:
    """One game with a level at each seat; utilities, ranks, and who decided first when all had begun as they had to."""
    state = game.start(seed)
    left = list(begins)
    leader = -1
    while state.seat is not None:
        seat = state.seat
        if left[seat]:
            state.play(left[seat])
            left[seat] = ""
            continue
        leader = seat if leader < 0 else leader
        level = levels[seat]
        asked = level if level in LEVELS else "hard"
        request = make_request(state, asked, seed=(seed << 20) + (seat << 12) + len(state.moves))
        state.play(bot(level, game.package).choose(request).command)
    return *game.outcome(state.full_state), leader


@cache
def bot(level: str, package: str) -> Bot:
    """The player of a level with its whole budget, however long it takes."""
    if level == "heuristic":
        return HeuristicBot()
    return SearchBot(simulations(level), search_build(package, "compiled"), skip_forced=True)


def joined(parts: Iterator[Results]) -> Results:
    return Results(*map(np.concatenate, zip(*parts, strict=True)))


if __name__ == "__main__":
    run(sys.argv[1], deals=int(sys.argv[2]) if len(sys.argv) > 2 else 100)
