"""The helpers that rules share, in both builds."""

from __future__ import annotations

from itertools import product
from math import comb
from typing import Any

import numpy as np
import pytest

from harness.fixtures.kuhn import rules as kuhn
from tefuda.engine import backends, rules_helpers


@pytest.fixture(scope="module", params=["checked", "compiled"])
def build(request: pytest.FixtureRequest) -> Any:
    """The helpers bound to a game."""
    return getattr(backends, request.param)(kuhn, rules_helpers)


def test_seats_follow_clockwise_and_wrap(build: Any) -> None:
    assert [build.next_seat(seat, 4) for seat in range(4)] == [1, 2, 3, 0]
    assert build.next_seat(1, 2) == 0


def test_choose_is_the_binomial_coefficient(build: Any) -> None:
    assert all(build.choose(n, k) == comb(n, k) for n in range(49) for k in range(13))
    assert build.choose(3, -1) == 0


@pytest.mark.parametrize(
    ("scores", "ranks", "utilities"),
    [
        ((7, 7, 7), [1, 1, 1], [0.0, 0.0, 0.0]),
        ((5, -2, 5, 0), [1, 4, 1, 3], [2 / 3, -1.0, 2 / 3, -1 / 3]),
        ((1, 3, 2), [3, 1, 2], [-1.0, 1.0, 0.0]),
        ((0, 1), [2, 1], [-1.0, 1.0]),
    ],
)
def test_equal_scores_share_a_rank_and_a_utility(
    build: Any, scores: tuple[int, ...], ranks: list[int], utilities: list[float]
) -> None:
    players = len(scores)
    got, worth = np.zeros(players, np.int64), np.zeros(players)
    build.rank_scores(np.array(scores, np.int8), players, got)
    build.rank_utilities(got, players, worth)
    assert (got.tolist(), worth.tolist()) == (ranks, utilities)


def test_ranks_and_utilities_of_all_small_tables_are_consistent(build: Any) -> None:
    for scores in product(range(3), repeat=3):
        ranks, utilities = np.zeros(3, np.int64), np.zeros(3)
        build.rank_scores(np.array(scores, float), 3, ranks)
        build.rank_utilities(ranks, 3, utilities)
        assert ranks.tolist() == [1 + sum(other > mine for other in scores) for mine in scores]
        assert sum(utilities) == 0.0
        assert [rank for _, rank in sorted(zip(-utilities, ranks, strict=True))] == sorted(ranks)


def test_unused_seats_are_left_alone(build: Any) -> None:
    ranks, utilities = np.full(4, 9), np.full(4, 9.0)
    build.rank_scores(np.array([1, 2, 8, 8]), 2, ranks)
    build.rank_utilities(ranks, 2, utilities)
    assert (ranks.tolist(), utilities.tolist()) == ([2, 1, 9, 9], [-1.0, 1.0, 9.0, 9.0])


def test_each_set_bit_becomes_an_action_in_rising_order(build: Any) -> None:
    actions = np.zeros(5, np.int64)
    assert build.add_bit_actions(actions, 1, 0b101001, 10) == 4
    assert actions.tolist() == [0, 10, 13, 15, 0]
    assert build.add_bit_actions(actions, 4, 0, 10) == 4
    assert build.add_bit_actions(actions, 0, 1 << 62, 0) == 1
    assert actions[0] == 62
