"""Leagues: all players against each other, and their ratings by the Bradley-Terry model.

Every pair of seats of a game is a comparison: which ranked higher; a tie counts half for each.  (Of rankings by the
Plackett-Luce model, all these pairs give a consistent estimate of its strengths.)  Ratings are in Elo's unit, 400 for
odds of ten to one, around a mean of 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from math import log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tefuda.engine.arguments import usage
from tefuda.engine.errors import BadOption
from tefuda.engine.extras import library
from tefuda.engine.game import Game
from tefuda.engine.primitives import mix
from tefuda.lab.cluster import connected
from tefuda.lab.games import TIMEOUT
from tefuda.lab.intervals import Estimate
from tefuda.lab.matches import MatchResult, match
from tefuda.lab.players import check_arguments, modules_of, own_name, player_name

RESAMPLES = 200  # of the deals, for the intervals
ELO = 400 / log(10)  # rating of a strength of e
PRIOR = 0.1  # comparisons; keeps the strength of a player who has won or lost every game finite
MOST_PLAYERS = 32


@dataclass(frozen=True)
class Rating:
    """A player of a league."""

    player: str
    elo: Estimate  # with a 95 % interval, from resampled deals
    games: int


@dataclass(frozen=True)
class LeagueResult:
    """A finished league."""

    game: Game
    seed: int
    deals: int  # of each meeting
    meetings: tuple[MatchResult, ...]
    ratings: tuple[Rating, ...]  # the best first


@usage("league(game, players, deals=..., seed=...)")
def league(
    game: Game,
    players: Sequence[str],
    *,
    deals: int = 50,
    seed: int = 1,
    processes: int = 1,
    timeout: float = TIMEOUT,
    ray: str | None = None,
    on_progress: Callable[[int, int], None] | None = None,
) -> LeagueResult:
    """Play all combinations of players that fill the seats, and rate the players.

    Each meeting has the same deals, each with all rotations of the seats.  If there are fewer players than seats, every
    two of them meet, the second one at all seats that are left, and the other way round.  The result depends on the
    seed and not on the processes.  With `ray`, the address of a Ray cluster, its machines play instead of processes
    here.  `on_progress` is called with the numbers of finished and of all meetings.  Raises BadOption as `match`, and
    MissingExtra without the library that rates.
    """
    check_arguments("league", game, players)
    names = [player_name(player, game) for player in players]
    if own := [name.found for name in names if name.kind == "object"]:
        raise BadOption(
            f"a league takes the names of players, such as {own_name(own[0])!r}; a match takes objects, too"
        )
    if not 2 <= len(players) <= MOST_PLAYERS or len(set(players)) < len(players):
        raise BadOption(f"a league has 2 to {MOST_PLAYERS} different players, not {', '.join(players) or 'none'}")
    choix = library("choix")
    pairs = [pair for one, other in combinations(players, 2) for pair in ((one, other), (other, one))]
    lineups: list[tuple[str, ...]] = list(combinations(players, game.num_players)) or list(pairs)
    meetings = []
    with connected(ray, modules_of(names)):
        for number, lineup in enumerate(lineups):
            meetings.append(match(game, lineup, deals=deals, seed=seed, processes=processes, timeout=timeout, ray=ray))
            if on_progress is not None:
                on_progress(number + 1, len(lineups))
    return LeagueResult(game, seed, deals, tuple(meetings), _ratings(choix, players, meetings, seed))


def _ratings(choix: Any, players: Sequence[str], meetings: Sequence[MatchResult], seed: int) -> tuple[Rating, ...]:
    """Rate players, best first; deals are resampled for the intervals, the same ones in all meetings.

    One more deal, decided by a random order of the players, is resampled with them.  Without it the intervals of few
    deals are too narrow (of 5 deals, 85 % of them hold the true rating), and a point if all deals are alike.  With it,
    at least 95 % hold the true rating from 2 deals on.
    """
    by_deal = np.sum([_beaten(players, meeting) for meeting in meetings], axis=0)
    deals = len(by_deal)
    generator = np.random.Generator(np.random.PCG64(mix(seed, RESAMPLES)))
    values = _fitted(choix, by_deal.sum(axis=0))
    weights = generator.multinomial(deals + 1, [1 / (deals + 1)] * (deals + 1), RESAMPLES)
    orders = generator.permuted(np.tile(np.arange(len(players)), (RESAMPLES, 1)), axis=1)
    compared = by_deal[0] + by_deal[0].T
    resampled = [
        _fitted(choix, np.tensordot(weight[:-1], by_deal, 1) + weight[-1] * compared * (order[:, None] < order))
        for weight, order in zip(weights, orders, strict=True)
    ]
    low, high = np.quantile(resampled, (0.025, 0.975), axis=0)
    games = [sum(meeting.games for meeting in meetings if name in meeting.players) for name in players]
    found = [
        Rating(name, Estimate(float(values[place]), float(low[place]), float(high[place])), games[place])
        for place, name in enumerate(players)
    ]
    return tuple(sorted(found, key=lambda rating: -rating.elo.value))


def _beaten(players: Sequence[str], meeting: MatchResult) -> NDArray[np.float64]:
    """Return how often each player ranked above each other one, (deals, players, players); a tie is half of each."""
    found = np.zeros((len(meeting.ranks), len(players), len(players)))
    seats = [players.index(name) for name in meeting.players]
    for one, other in permutations(range(len(seats)), 2):
        if seats[one] != seats[other]:
            mine, theirs = meeting.ranks[:, :, one], meeting.ranks[:, :, other]
            found[:, seats[one], seats[other]] += ((mine < theirs) + 0.5 * (mine == theirs)).sum(axis=1)
    return found


def _fitted(choix: Any, beaten: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the ratings of the players."""
    strengths: NDArray[np.float64] = choix.ilsr_pairwise_dense(beaten, alpha=PRIOR)
    centred: NDArray[np.float64] = ELO * (strengths - strengths.mean())
    return centred
