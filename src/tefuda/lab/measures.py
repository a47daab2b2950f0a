"""Measures of a game from a sample of games: seats, first player and dealer, length, scores, closeness, comebacks.

Every estimate has a 95 % interval, in which games are the independent cases.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from math import hypot, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tefuda.bots.logged_games import COUNT
from tefuda.engine.game import Game
from tefuda.lab.games import Task, play, scores_of
from tefuda.lab.intervals import Estimate, share, student
from tefuda.lab.matches import first_places

LEAST_SIZE = 1e-9  # of the deviations of two measures, below which at least one of them is constant


@dataclass(frozen=True)
class Sample:
    """Facts about a number of games; the first index is the game."""

    ranks: NDArray[np.int64]  # (games, players)
    scores: NDArray[np.int64]  # (games, players), at the end
    halfway: NDArray[np.int64]  # (games, players), when half of the decisions were made
    firsts: NDArray[np.int64]  # (games,): the seat that decided first
    starters: NDArray[np.int64]  # (games,): the dealer or start player, -1 where the game names none
    lengths: NDArray[np.int64]  # (games,): decisions
    choices: NDArray[np.int64]  # (games,): those of them with more than one legal action
    options: NDArray[np.int64]  # (games,): legal actions of all decisions

    def __len__(self) -> int:
        return len(self.lengths)


def sample(task: Task) -> Sample:
    """Play the games of a task, which keeps STATES, and return their facts."""
    played, game = play(task), task.game
    log, firsts = played.log, played.firsts
    assert log.before is not None
    counts = log.rows[:, COUNT].astype(np.int64)
    return Sample(
        played.ranks,
        scores_of(game, played.after),
        scores_of(game, log.before[(firsts + played.ends) // 2]),
        log.before[firsts]["to_act"].astype(np.int64),
        _start_players(game, log.before, firsts, played.ends),
        played.ends - firsts,
        np.add.reduceat(counts > 1, firsts, dtype=np.int64),
        np.add.reduceat(counts, firsts),
    )


def joined(parts: Sequence[Sample]) -> Sample:
    """Return several samples as one."""
    return Sample(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Sample)))


def _start_players(
    game: Game, states: NDArray[Any], firsts: NDArray[np.int64], ends: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return the start player of each game, as soon as it is known."""
    found = np.full(len(firsts), -1)
    start_player = getattr(game.presentation, "start_player", None)
    if start_player is not None:
        record = game.build.State()
        for number, (first, end) in enumerate(zip(firsts, ends, strict=True)):
            for row in range(first, end):
                record.load(states, row)
                found[number] = start_player(record)
                if found[number] >= 0:
                    break
    return found


class Measure(NamedTuple):
    """What each game contributes to a measure, which is sum(parts) / sum(wholes)."""

    parts: NDArray[np.float64]
    wholes: NDArray[np.float64]
    is_share: bool

    def estimate(self) -> Estimate:
        """Return the measure; of a mean with the interval of a ratio estimate (delta method)."""
        if self.is_share:
            return share(float(self.parts.sum()), int(self.wholes.sum()))
        value, games = float(self.parts.sum() / self.wholes.sum()), len(self.parts)
        deviation = float(self.residuals().std(ddof=1))
        reach = student(games - 1) * deviation / games**0.5 / float(self.wholes.mean())
        return Estimate(value, value - reach, value + reach)

    def residuals(self) -> NDArray[np.float64]:
        """Return by how much each game moves the measure, up to a factor."""
        return self.parts - float(self.parts.sum() / self.wholes.sum()) * self.wholes

    def correlation(self, other: Measure) -> float:
        """Return the correlation of two measures of games with the same seeds.

        For shares it is corrected for continuity as by Newcombe (1998): a few games say little about it.
        """
        mine, theirs = self.residuals(), other.residuals()
        product = float(mine @ theirs)
        if self.is_share and product > 0:
            product = max(product - 0.5, 0.0)
        size = hypot(*mine) * hypot(*theirs)
        return product / size if size > LEAST_SIZE else 0.0


def measures(facts: Sample) -> dict[str, Estimate]:
    """Return the estimates of a sample of at least two games by name; shares are between 0 and 1.

    `seat-1` and so on: first places of the seat, shared ones in equal parts; `first`, `dealer`: of the seat that
    decides first, and of the dealer or start player; `length`, `choices`, `options`: decisions of a game, those with a
    choice, and legal actions of a decision; `score`, `winning-score`: of all seats, and of the best; `margin`: of the
    best over the second; `shared`: games with a shared first place; `comeback`: games won by a seat that was behind at
    half of the decisions.
    """
    return {name: one.estimate() for name, one in _measured(facts).items()}


def differences(facts: Sample, base: Sample) -> dict[str, Estimate]:
    """Return by how much the measures of a sample exceed those of another, whose games have the same seeds in order."""
    mine, theirs = _measured(facts), _measured(base)
    return {
        name: difference(one.estimate(), theirs[name].estimate(), one.correlation(theirs[name]))
        for name, one in mine.items()
        if name in theirs
    }


def _measured(facts: Sample) -> dict[str, Measure]:
    wins, games = first_places(facts.ranks), len(facts)
    rows, every = np.arange(games), np.ones(games)

    def share_of(parts: NDArray[Any], wholes: NDArray[Any] = every) -> Measure:
        return Measure(parts * wholes, wholes.astype(np.float64), is_share=True)

    def mean_of(parts: NDArray[Any], wholes: NDArray[Any] = every) -> Measure:
        return Measure(parts.astype(np.float64), wholes.astype(np.float64), is_share=False)

    found = {f"seat-{seat + 1}": share_of(wins[:, seat]) for seat in range(wins.shape[1])}
    found["first"] = share_of(wins[rows, facts.firsts])
    if (known := facts.starters >= 0).any():
        found["dealer"] = share_of(wins[rows, facts.starters], known)
    best = np.sort(facts.scores, axis=1)
    behind = facts.halfway < facts.halfway.max(axis=1, keepdims=True)
    return found | {
        "length": mean_of(facts.lengths),
        "choices": mean_of(facts.choices),
        "options": mean_of(facts.options, facts.lengths),
        "score": mean_of(facts.scores.mean(axis=1)),
        "winning-score": mean_of(best[:, -1]),
        "margin": mean_of(best[:, -1] - best[:, -2]),
        "shared": share_of((facts.ranks == 1).sum(axis=1) > 1),
        "comeback": share_of((wins * behind).sum(axis=1)),
    }


def difference(one: Estimate, other: Estimate, correlation: float = 0.0) -> Estimate:
    """Return the difference `one` - `other` of two estimates with a correlation.

    The interval is Newcombe's (1998): method 10 for independent samples and, with a correlation, for paired ones.  For
    means it is Student's interval of the differences of the pairs.
    """
    value = one.value - other.value
    down = _combined(one.value - one.low, other.high - other.value, correlation)
    up = _combined(one.high - one.value, other.value - other.low, correlation)
    return Estimate(value, value - down, value + up)


def _combined(reach: float, other: float, correlation: float) -> float:
    return sqrt(max(reach * reach - 2 * correlation * reach * other + other * other, 0.0))
