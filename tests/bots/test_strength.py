"""A short form, with fixed deals, of the strength tables in docs/bots.md, and the sums behind them.

The tables themselves take long: `tefuda bench bots kotori`.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from harness import strength
from harness.contract.cases import in_ci, large
from harness.strength import Estimate, Results, meet, named, results_of, simulations, task_of
from tefuda.bots.logged_games import SEAT
from tefuda.bots.players import BUDGETS
from tefuda.engine.game import open_game
from tefuda.lab.games import play

KOTORI = "tefuda.games.kotori"
KOTODAMA = "tefuda.games.kotodama"


@in_ci
@pytest.mark.parametrize("players", [2, 4])
def test_the_second_level_beats_the_first_and_the_first_beats_random_play(players: int) -> None:
    for one, others in (("medium", "easy"), ("easy", "random")):
        pairing = meet(KOTORI, one, others, players, 100, seed=1)
        assert pairing.decided, pairing
        assert pairing.utility.mean > 0
        assert pairing.wins.mean - pairing.wins.margin > 1 / players


@large
def test_a_fifth_of_the_third_level_clearly_beats_the_heuristic() -> None:
    """The whole level takes five times as long, and is stronger still."""
    pairing = meet(KOTORI, str(BUDGETS["hard"] // 5), "heuristic", 2, 200, seed=1)
    assert pairing.utility.mean > pairing.utility.margin
    assert pairing.wins.mean > 1 / 2


def results(package: str, one: str, others: str, players: int, seeds: range) -> Results:
    game = open_game(package, players=players)
    return results_of(task_of(game, named(one, game), named(others, game), list(seeds)))


def test_equal_budgets_have_equal_strength() -> None:
    utilities, wins, _ = results(KOTORI, "random", "random", 4, range(2000))
    assert abs(Estimate.of(utilities).mean) < 1.5 * Estimate.of(utilities).margin
    assert abs(Estimate.of(wins).mean - 0.25) < 1.5 * Estimate.of(wins).margin


def test_searcher_plays_every_seat_of_a_deal() -> None:
    utilities, wins, _ = results(KOTORI, "medium", "random", 3, range(1, 61))
    assert utilities.shape == wins.shape == (60, 3)
    assert (utilities.mean(axis=0) > 0.2).all()  # a searcher among random players does well wherever it sits
    assert (wins.mean(axis=0) > 0.45).all()


def test_the_lone_player_sits_everywhere_with_its_opening_and_deals_are_alike() -> None:
    game = open_game(KOTORI, players=3)
    one, others = named("500", game), named("heuristic", game)
    task = task_of(game, one, others, [8, 9], ("a", "b"))
    seatings = [tuple(one if p == seat else others for p in range(3)) for seat in range(3)]
    begins = [tuple("a" if p == seat else "b" for p in range(3)) for seat in range(3)]
    assert one.simulations == 500
    assert task.lineups == (*seatings, *seatings)
    assert task.openings == (*begins, *begins)
    assert task.seeds == (8, 8, 8, 9, 9, 9)
    assert len(set(task.choices)) == 6


def test_results_are_those_of_the_lone_player_and_of_the_seat_that_decided_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = open_game(KOTORI, players=3)
    task = task_of(game, named("random", game), named("random", game), [8])
    played = play(task)
    rows = played.log.rows.copy()
    rows[played.firsts, SEAT] = 2
    fixed = replace(
        played,
        utilities=np.array([[1.0, 0.0, -1.0]] * 3),
        ranks=np.array([[1, 1, 3]] * 3),
        log=replace(played.log, rows=rows),
    )
    monkeypatch.setattr(strength, "play", lambda _: fixed)
    utilities, wins, leads = results_of(task)
    assert utilities.tolist() == [[1.0, 0.0, -1.0]]
    assert wins.tolist() == [[0.5, 0.5, 0.0]]  # two share the first place
    assert not leads.any()  # the third seat decided first and was last


def test_interval_treats_deals_as_independent() -> None:
    # Four deals from two seats each; their means are 1, 0, 0, -1, so s = sqrt(2/3) and the margin 1.96 s / 2.
    evaluate = Estimate.of(np.array([[1.0, 1.0], [1.0, -1.0], [0.0, 0.0], [-1.0, -1.0]]))
    assert evaluate.mean == 0.0
    assert evaluate.margin == pytest.approx(1.959964 * np.sqrt(2 / 3) / 2)


def test_number_of_simulations_is_accepted_as_level() -> None:
    assert [simulations(level) for level in ("random", "heuristic", "easy", "7")] == [0, 0, BUDGETS["easy"], 7]


def test_openings_are_played_then_bots_decide() -> None:
    game = open_game(KOTODAMA)
    heuristic, (deck, other) = named("heuristic", game), game.openings
    task = task_of(game, heuristic, heuristic, [5], (deck, other))
    played = play(task)
    begins = [played.log.rows[first : first + 2] for first in played.firsts]
    codes = game.action_code(deck), game.action_code(other)
    for lone, begin in enumerate(begins):
        assert {int(seat): int(code) for seat, code, _ in begin} == {lone: codes[0], 1 - lone: codes[1]}
