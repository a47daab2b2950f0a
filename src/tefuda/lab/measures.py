"""Measures of a game from a sample of games: seats, first player and dealer, length, scores, closeness, comebacks.

Every estimate has a 95 % interval, in which games are the independent cases.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from math import hypot
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tefuda.bots.logged_games import COUNT
from tefuda.engine.game import Game
from tefuda.lab.games import Task, play
from tefuda.lab.intervals import Distribution, Estimate, share, student
from tefuda.lab.matches import first_places


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
        _scores(game, played.after),
        _scores(game, log.before[(firsts + played.ends) // 2]),
        log.before[firsts]["to_act"].astype(np.int64),
        _start_players(game, log.before, firsts, played.ends),
        played.ends - firsts,
        np.add.reduceat(counts > 1, firsts, dtype=np.int64),
        np.add.reduceat(counts, firsts),
    )


def joined(parts: Sequence[Sample]) -> Sample:
    """Return several samples as one."""
    return Sample(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Sample)))


def _scores(game: Game, states: NDArray[Any]) -> NDArray[np.int64]:
    record, found = game.build.State(), []
    for place in range(len(states)):
        record.load(states, place)
        found.append(game.presentation.scores(record, game.tables))
    return np.array(found, np.int64)


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


def measures(facts: Sample) -> dict[str, Estimate]:
    """Return the estimates of a sample of at least two games by name; shares are between 0 and 1.

    `seat-1` and so on: first places of the seat, shared ones in equal parts; `first`, `dealer`: of the seat that
    decides first, and of the dealer or start player; `length`, `choices`, `options`: decisions of a game, those with a
    choice, and legal actions of a decision; `score`, `winning-score`: of all seats, and of the best; `margin`: of the
    best over the second; `shared`: games with a shared first place; `comeback`: games won by a seat that was behind at
    half of the decisions.
    """
    wins, games = first_places(facts.ranks), len(facts)
    rows = np.arange(games)
    found = {f"seat-{seat + 1}": share(float(wins[:, seat].sum()), games) for seat in range(wins.shape[1])}
    found["first"] = share(float(wins[rows, facts.firsts].sum()), games)
    known = np.flatnonzero(facts.starters >= 0)
    if len(known):
        found["dealer"] = share(float(wins[known, facts.starters[known]].sum()), len(known))
    best = np.sort(facts.scores, axis=1)
    behind = facts.halfway < facts.halfway.max(axis=1, keepdims=True)
    found |= {
        "length": _mean(facts.lengths),
        "choices": _mean(facts.choices),
        "options": _ratio(facts.options, facts.lengths),
        "score": _ratio(facts.scores.sum(axis=1), np.full(games, facts.scores.shape[1])),
        "winning-score": _mean(best[:, -1]),
        "margin": _mean(best[:, -1] - best[:, -2]),
        "shared": share(float(((facts.ranks == 1).sum(axis=1) > 1).sum()), games),
        "comeback": share(float((wins * behind).sum()), games),
    }
    return found


def _mean(values: NDArray[np.int64]) -> Estimate:
    return Distribution(*np.unique(values, return_counts=True)).mean()


def _ratio(parts: NDArray[np.int64], wholes: NDArray[np.int64]) -> Estimate:
    """Return sum(parts)/sum(wholes), with the interval of a ratio estimate (delta method)."""
    value = float(parts.sum() / wholes.sum())
    residuals = parts - value * wholes
    reach = student(len(parts) - 1) * float(residuals.std(ddof=1)) / len(parts) ** 0.5 / float(wholes.mean())
    return Estimate(value, value - reach, value + reach)


def difference(one: Estimate, other: Estimate) -> Estimate:
    """Return the difference `one` - `other`, estimated from independent samples (Newcombe, 1998, method 10)."""
    value = one.value - other.value
    down = hypot(one.value - one.low, other.high - other.value)
    up = hypot(one.high - one.value, other.value - other.low)
    return Estimate(value, value - down, value + up)
