"""Strength of the bots: a player of one level among equal players of another, played often enough to be measured.

The lone player sits once at every seat of each deal; the games of a deal draw the same cards as long as they play
alike.  Statistics are per deal (the mean over its seats), so that the samples are independent.  `tefuda.lab` plays the
games: its own matches have no openings and do not tell who decided first.
"""

from __future__ import annotations

import statistics
from contextlib import closing
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tefuda.bots.players import simulations_of
from tefuda.engine.game import Game, open_game
from tefuda.engine.primitives import mix
from tefuda.lab.games import Task, play
from tefuda.lab.matches import first_places
from tefuda.lab.players import PlayerName, player_name
from tefuda.lab.pool import in_order

NORMAL_95 = statistics.NormalDist().inv_cdf(0.975)
PROCESSES = 2
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
    return int(level) if level.isdecimal() else simulations_of(level) or 0


def named(level: str, game: Game) -> PlayerName:
    """Return the player of a level, which may be a number of simulations."""
    return player_name(f"search:{level}" if level.isdecimal() else level, game)


def meet(
    package: str,
    one: str,
    others: str,
    players: int,
    deals: int,
    seed: int,
    openings: Openings = NO_OPENINGS,
    *,
    processes: int = PROCESSES,
) -> Pairing:
    """Play one pairing of levels."""
    game = open_game(package, players=players)
    pair = named(one, game), named(others, game)
    parts = np.array_split(np.arange(seed, seed + deals), min(deals, 8 * processes))
    tasks = [task_of(game, *pair, seeds.tolist(), openings) for seeds in parts]
    with closing(in_order(results_of, tasks, processes)) as played:
        results = [np.concatenate(columns) for columns in zip(*played, strict=True)]
    return Pairing(one, others, players, deals, *map(Estimate.of, results), openings)


def task_of(
    game: Game, one: PlayerName, others: PlayerName, seeds: list[int], openings: Openings = NO_OPENINGS
) -> Task:
    """Return the games of some deals, in each of which the lone player sits at every seat."""

    def seated(lone: PlayerName | str, rest: PlayerName | str) -> tuple[tuple[Any, ...], ...]:
        seats = range(game.num_players)
        return tuple(tuple(lone if p == seat else rest for p in seats) for _ in seeds for seat in seats)

    dealt = tuple(seed for seed in seeds for _ in range(game.num_players))
    choices = tuple(mix(seed, seat) for seed in seeds for seat in range(game.num_players))
    return Task(game, seated(one, others), dealt, choices, openings=seated(*openings) if any(openings) else ())


def results_of(task: Task) -> Results:
    """Play the games of `task_of`."""
    played, players = play(task), task.game.num_players
    openings = players if task.openings else 0
    shares, games = first_places(played.ranks), np.arange(len(task.seeds))
    alone, leader = games % players, played.log.rows[played.firsts + openings, 0]
    columns = played.utilities[games, alone], shares[games, alone], shares[games, leader]
    return Results(*(column.reshape(-1, players) for column in columns))
