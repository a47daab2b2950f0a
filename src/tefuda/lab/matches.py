"""Matches: the same deals with the seats rotated, until the intervals are narrow enough.

>>> import tefuda
>>> from tefuda.lab import match
>>> result = match(tefuda.load("kotori", players=3), ["easy", "random"], deals=4, seed=1)
>>> result.deals, result.games, [standing.player for standing in result.standings]
(4, 12, ['easy', 'random'])
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tefuda.bots.in_process import Bot
from tefuda.engine.arguments import usage
from tefuda.engine.errors import BadOption
from tefuda.engine.game import Game
from tefuda.lab.arguments import MOST_DEALS, checked, integer, number
from tefuda.lab.cluster import connected
from tefuda.lab.games import TIMEOUT, Task, play, task_of
from tefuda.lab.intervals import Estimate, bounded_mean
from tefuda.lab.players import PlayerName, check_arguments, modules_of, own_name, player_name
from tefuda.lab.pool import in_order

FEWEST_DEALS = 30  # before a narrow interval may end a match: with fewer deals its width itself is uncertain
GAMES_A_TASK = 48  # of searching and random players; slower players get fewer
SLOW_GAMES_A_TASK = 6


@dataclass(frozen=True)
class Standing:
    """Results of a player of a match, with 95 % intervals; the deals are the independent cases."""

    player: str
    games: int
    utility: Estimate  # mean of its seats
    wins: Estimate  # share of first places, shared ones in equal parts
    rank: Estimate


@dataclass(frozen=True)
class Progress:
    """Progress of a match."""

    deals: int  # finished
    expected: int  # in all, estimated from the intervals so far
    reach: float  # half the width of the widest interval of a utility; infinite before there is one


@dataclass(frozen=True)
class MatchResult:
    """A finished match."""

    game: Game
    players: tuple[str, ...]  # by seat, in the first rotation
    seed: int
    deals: int
    games: int
    standings: tuple[Standing, ...]  # in the order in which the players were named
    narrow: bool  # whether it ended because the intervals were narrow enough
    ranks: NDArray[np.int64]  # (deals, rotations, players by the seat of the first rotation)
    utilities: NDArray[np.float64]  # the same


@usage("match(game, players, deals=..., seed=...)")
def match(
    game: Game,
    players: Sequence[str | Bot],
    *,
    deals: int = 1000,
    until: float = 0.0,
    seed: int = 1,
    processes: int = 1,
    timeout: float = TIMEOUT,
    ray: str | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> MatchResult:
    """Play a match and return its result, which depends on the seed and not on the processes.

    `players` are named by seat (docs/lab.md); the last one takes the seats that are left.  In one process they may be
    objects with `choose(state)` as well, which play all their games in order.  Each deal is played once for
    each rotation of the players.  The match ends after `deals` deals, or when the 95 % interval of the mean utility of
    every player reaches at most `until` to each side.  With `ray`, the address of a Ray cluster, its machines play
    instead of processes here.  `on_progress` is called with the progress after each task.

    Raises BadOption for bad arguments, and for a player with invalid answers.
    """
    seed, processes, timeout = checked(seed, processes, timeout)
    deals, until = integer("deals", deals, 2, MOST_DEALS), number("until", until, 0, 2)
    names = lineup_of("match", game, players, alone=processes == 1 and ray is None)
    seats = game.num_players
    utilities, ranks = np.zeros((0, seats, seats)), np.zeros((0, seats, seats), np.int64)
    narrow = False
    tasks = _tasks(game, names, deals, seed, timeout)
    with (
        connected(ray, modules_of(names)),
        closing(in_order(play, tasks, processes, cluster=ray is not None)) as results,
    ):
        for played in results:
            utilities = np.concatenate([utilities, _by_player(played.utilities)])
            ranks = np.concatenate([ranks, _by_player(played.ranks)])
            progress = _progress(game, names, utilities, deals, until)
            if on_progress is not None:
                on_progress(progress)
            if len(ranks) >= FEWEST_DEALS and progress.reach <= until:
                narrow = True
                break
    standings = tuple(_standing(game, name, names, utilities, ranks) for name in dict.fromkeys(names))
    texts = tuple(name.text for name in names)
    return MatchResult(game, texts, seed, len(ranks), ranks.shape[0] * seats, standings, narrow, ranks, utilities)


def lineup_of(call: str, game: Game, players: Sequence[str | Bot], *, alone: bool) -> tuple[PlayerName, ...]:
    """Return the players by seat; the last one named takes the rest.

    `call` is the function that plays them, for its errors; objects play only in this process, `alone`.
    """
    check_arguments(call, game, players)
    if not 1 <= len(players) <= game.num_players:
        raise BadOption(f"name 1 to {game.num_players} players, one for each seat, not {len(players)}")
    names: list[PlayerName] = []
    for player in players:
        name = player_name(player, game)
        if name.kind == "object" and not alone:
            raise BadOption(
                f"{name} is an object of this process, and others are to play: give the name of its class or function, "
                f"such as {own_name(player)!r}, or play with processes=1"
            )
        names.append(_numbered(name, names))
    return (*names, *[names[-1]] * (game.num_players - len(names)))


def _numbered(name: PlayerName, names: Sequence[PlayerName]) -> PlayerName:
    """Return the name of a player, with a number if it is an object and one before it has the same name."""
    text, number = name.text, 1
    while any(other.text == text and other.found is not name.found for other in names):
        number += 1
        text = f"{name.text} ({number})"
    return replace(name, text=text)


def _tasks(game: Game, names: Sequence[PlayerName], deals: int, seed: int, timeout: float) -> Iterator[Task]:
    """Yield the games in tasks of some deals each: few at first, so that progress is reported soon."""
    seats = game.num_players
    fast = all(name.kind == "random" or (name.kind == "search" and name.simulations <= 100) for name in names)
    most = max(1, (GAMES_A_TASK if fast else SLOW_GAMES_A_TASK) // seats)
    for first in range(0, deals, most):
        numbers = [(deal, turn) for deal in range(first, min(deals, first + most)) for turn in range(seats)]
        lineups = (tuple(names[(seat - turn) % seats] for seat in range(seats)) for _, turn in numbers)
        yield task_of(game, lineups, seed, numbers, timeout=timeout)


def _by_player(values: NDArray[Any]) -> NDArray[Any]:
    """Return values by seat of whole deals as (deals, rotations, players by the seat of the first rotation)."""
    seats = values.shape[1]
    turned = np.array([np.roll(row, -(place % seats)) for place, row in enumerate(values)])
    return turned.reshape(-1, seats, seats)


def _of_player(name: PlayerName, names: Sequence[PlayerName], values: NDArray[Any]) -> NDArray[np.float64]:
    """Return the mean of a player over its seats and all rotations, for each deal."""
    mine = [seat for seat, other in enumerate(names) if other == name]
    means: NDArray[np.float64] = values[:, :, mine].mean(axis=(1, 2))
    return means


def _progress(
    game: Game, names: Sequence[PlayerName], utilities: NDArray[np.float64], deals: int, until: float
) -> Progress:
    """Return the progress of a match; the widths of intervals shrink with the root of the number of deals."""
    done = len(utilities)
    reach = float("inf")
    if done > 1:
        found = [_utility(game, name, names, utilities) for name in dict.fromkeys(names)]
        reach = max(max(one.value - one.low, one.high - one.value) for one in found)
    expected = deals
    if until > 0 and np.isfinite(reach):
        expected = min(deals, max(FEWEST_DEALS, done, round(done * (reach / until) ** 2)))
    return Progress(done, expected, reach)


def _utility(game: Game, name: PlayerName, names: Sequence[PlayerName], utilities: NDArray[np.float64]) -> Estimate:
    """Return the mean utility of a player's seats, which in a zero-sum game is what the other seats do not have."""
    seats, least, most = names.count(name), game.min_utility, game.max_utility
    if game.is_zero_sum:
        others = (len(names) - seats) / seats
        least, most = max(least, -others * most), min(most, -others * least)
    return bounded_mean(_of_player(name, names, utilities), least, most)


def first_places(ranks: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the share of first place of each seat (last axis): 1/2 if two are first."""
    first = ranks == 1
    shares: NDArray[np.float64] = first / first.sum(axis=-1, keepdims=True)
    return shares


def _standing(
    game: Game,
    name: PlayerName,
    names: Sequence[PlayerName],
    utilities: NDArray[np.float64],
    ranks: NDArray[np.int64],
) -> Standing:
    seats = names.count(name)
    most = 1 / seats  # of the mean share: the seats of a player share a win
    return Standing(
        name.text,
        ranks.shape[0] * ranks.shape[1] * seats,
        _utility(game, name, names, utilities),
        bounded_mean(_of_player(name, names, first_places(ranks)), most if seats == len(names) else 0.0, most),
        bounded_mean(_of_player(name, names, ranks), 1.0, len(names) - (seats - 1) / 2),
    )
