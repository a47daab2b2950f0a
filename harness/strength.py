"""Strength of the bots: a player of one level among equal players of another, played often enough to be measured.

The lone player sits once at every seat of each deal; the games of a deal draw the same cards as long as they play
alike.  Statistics are per deal (the mean over its seats), so that the samples are independent.  Searchers play each
other within the compiled build; the heuristic is Python and plays as at a table, in two processes.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from multiprocessing import get_context
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tefuda.bots.players import BUDGETS, LEVELS, Bot, HeuristicBot, SearchBot, make_request, search_build
from tefuda.bots.search import Tree
from tefuda.engine.backends import Build
from tefuda.engine.game import Game, open_game

NORMAL_95 = statistics.NormalDist().inv_cdf(0.975)
SIDES = 2  # parallel threads or processes
Deals = NDArray[np.float64]  # (deals, seats): values of the lone player
Openings = tuple[str, str]  # first actions of the lone player and of the others; "": their own choice
NO_OPENINGS: Openings = ("", "")


class Results(NamedTuple):
    """Results of some deals, with the lone player at every seat."""

    utilities: Deals
    wins: Deals  # share of the first place
    leads: Deals  # share of the first place of the seat that decided first


@dataclass(frozen=True)
class Estimate:
    """A mean over deals with its 95 % interval, mean ± margin."""

    mean: float
    margin: float

    def __str__(self) -> str:
        return f"{self.mean:+.3f} ± {self.margin:.3f}"

    @classmethod
    def of(cls, results: Deals) -> Estimate:
        """Return the estimate over independent deals, each averaged over its seats."""
        deals = results.mean(axis=1)
        return cls(float(deals.mean()), float(NORMAL_95 * deals.std(ddof=1) / np.sqrt(len(deals))))


@dataclass(frozen=True)
class Pairing:
    """Results of one player of level `one` among players of level `others`.

    Utilities are in [-1, 1]; wins are shares of first places.
    """

    one: str
    others: str
    players: int
    deals: int
    utility: Estimate
    wins: Estimate
    leads: Estimate = Estimate(0.0, 0.0)  # first places of the seat that decided first
    openings: Openings = NO_OPENINGS

    @property
    def decided(self) -> bool:
        """Return whether the interval of the utility excludes zero."""
        return abs(self.utility.mean) > self.utility.margin


def simulations(level: str) -> int:
    """Return the number of simulations of a level, which may itself be a number; 0 without search."""
    return int(level) if level.isdecimal() else BUDGETS.get(level, 0)


def meet(
    package: str, one: str, others: str, players: int, deals: int, seed: int, openings: Openings = NO_OPENINGS
) -> Pairing:
    """Play one pairing of levels."""
    seeds = np.arange(seed, seed + deals)
    if "heuristic" in (one, others):
        results = play_at_table(package, one, others, players, seeds, openings)
    else:
        results = play_in_arena(package, simulations(one), simulations(others), players, seeds, openings)
    return Pairing(one, others, players, deals, *map(Estimate.of, results), openings)


def play_in_arena(
    package: str, one: int, others: int, players: int, seeds: NDArray[np.int64], openings: Openings = NO_OPENINGS
) -> Results:
    """Play searchers with these budgets (0: random play) in the compiled build, in two threads."""
    game = open_game(package, players=players)
    play = partial(contest, search_build(package, "compiled"), game, one, others, openings)
    with ThreadPoolExecutor(SIDES) as threads:
        return concatenated(threads.map(play, np.array_split(seeds, min(len(seeds), 8 * SIDES))))


def contest(build: Build, game: Game, one: int, others: int, openings: Openings, seeds: NDArray[np.int64]) -> Results:
    """Run `arena.contest` over some deals in this thread, with its own arrays."""
    states, blank, rngs = build.workspace(0, states=3)
    options = build.ints(max(1, len(game.option_values)))
    options[: len(game.option_values)] = game.option_values
    first_actions = build.ints(2)
    for side, opening in enumerate(openings):
        code = game.action_code(opening)
        first_actions[side] = -1 if code is None else code
    results = [build.floats(len(seeds) * game.num_players) for _ in Results._fields]
    tree = Tree(*build.empty_tree(max(one, others)))
    tables = build.tables(game.tables)
    build.contest(
        states, blank, tables, rngs, tree, game.num_players, options, seeds, one, others, first_actions, *results
    )
    return Results(*(np.reshape(result, (len(seeds), game.num_players)) for result in results))


def play_at_table(
    package: str, one: str, others: str, players: int, seeds: NDArray[np.int64], openings: Openings
) -> Results:
    """Play any levels against each other as a table does, in two processes."""
    play = partial(play_deals, package, one, others, players, openings=openings)
    with ProcessPoolExecutor(SIDES, mp_context=get_context("spawn")) as processes:
        return concatenated(processes.map(play, np.array_split(seeds, min(len(seeds), 8 * SIDES))))


def play_deals(
    package: str, one: str, others: str, players: int, seeds: NDArray[np.int64], openings: Openings = NO_OPENINGS
) -> Results:
    """Play some deals in this process."""
    game = open_game(package, players=players)
    results = Results(*(np.zeros((len(seeds), players)) for _ in Results._fields))
    for deal, seed in enumerate(seeds):
        for seat in range(players):
            levels = [one if p == seat else others for p in range(players)]
            first_actions = [openings[0] if p == seat else openings[1] for p in range(players)]
            outcome, ranks, leader = play_game(game, levels, int(seed), first_actions)
            results.utilities[deal, seat] = outcome[seat]
            results.wins[deal, seat] = (ranks[seat] == 1) / ranks.count(1)
            results.leads[deal, seat] = (ranks[leader] == 1) / ranks.count(1)
    return results


def play_game(
    game: Game, levels: Sequence[str], seed: int, first_actions: Sequence[str]
) -> tuple[list[float], list[int], int]:
    """Play one game with a level at each seat; returns utilities, ranks, and the first seat to decide freely."""
    state = game.start(seed)
    pending = list(first_actions)
    leader = -1
    while state.current_player is not None:
        seat = state.current_player
        if pending[seat]:
            state.play(pending[seat])
            pending[seat] = ""
            continue
        leader = seat if leader < 0 else leader
        level = levels[seat]
        asked = level if level in LEVELS else "hard"
        request = make_request(state, asked, seed=(seed << 20) + (seat << 12) + len(state.history))
        state.play(bot(level, game.package).choose(request).command)
    return *game.outcome(state.full_state), leader


@cache
def bot(level: str, package: str) -> Bot:
    """Return the bot of a level with its full budget, without a time limit."""
    if level == "heuristic":
        return HeuristicBot()
    return SearchBot(simulations(level), search_build(package, "compiled"), skip_forced=True)


def concatenated(parts: Iterator[Results]) -> Results:
    return Results(*map(np.concatenate, zip(*parts, strict=True)))
