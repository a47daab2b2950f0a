"""A short form, with fixed deals, of the strength tables in docs/bots.md, and the sums behind them.

The tables themselves take long: `tefuda bench bots kotori`.
"""

from __future__ import annotations

import numpy as np
import pytest

from harness import strength
from harness.contract.cases import large
from harness.strength import Estimate, meet, play_in_arena
from tefuda.bots.players import BUDGETS, search_build
from tefuda.bots.search import Tree
from tefuda.engine.backends import Build
from tefuda.engine.game import Game, open_game

KOTORI = "tefuda.games.kotori"


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
    utilities, wins, _ = strength.play_deals(KOTORI, str(BUDGETS["hard"] // 5), "heuristic", 2, np.arange(1, 51))
    assert Estimate.of(utilities).mean > Estimate.of(utilities).margin
    assert Estimate.of(wins).mean > 1 / 2


def test_equal_budgets_have_equal_strength() -> None:
    utilities, wins, _ = play_in_arena(KOTORI, 0, 0, 4, np.arange(2000))
    assert abs(Estimate.of(utilities).mean) < 1.5 * Estimate.of(utilities).margin
    assert abs(Estimate.of(wins).mean - 0.25) < 1.5 * Estimate.of(wins).margin


def duel(build: Build, opening: str = "") -> tuple[list[float], list[float], list[float]]:
    game = open_game(build.rules.__name__.removesuffix(".rules"))
    seeds = np.arange(6) if build.kind == "compiled" else list(range(6))
    utilities, wins, leads = build.floats(12), build.floats(12), build.floats(12)
    states, blank, rngs = build.workspace(0, states=3)
    tree, options, openings = Tree(*build.empty_tree(25)), build.ints(1), build.ints(2)
    openings[0], openings[1] = -1, game.action_code(opening) if opening else -1
    tables = build.tables(game.tables)
    build.contest(states, blank, tables, rngs, tree, 2, options, seeds, 25, 5, openings, utilities, wins, leads)
    return list(utilities), list(wins), list(leads)


def test_arena_is_equal_in_both_builds() -> None:
    leduc = "harness.fixtures.leduc"
    checked, compiled = search_build(leduc, "checked"), search_build(leduc, "compiled")
    assert duel(checked) == duel(compiled)
    assert duel(checked, "raise") == duel(compiled, "raise") != duel(checked)


def test_searcher_plays_every_seat_of_a_deal() -> None:
    utilities, wins, _ = play_in_arena(KOTORI, 50, 0, 3, np.arange(1, 61))
    assert utilities.shape == wins.shape == (60, 3)
    assert (utilities.mean(axis=0) > 0.2).all()  # a searcher among random players does well wherever it sits
    assert (wins.mean(axis=0) > 0.45).all()


def test_a_table_seats_the_lone_player_everywhere_and_deals_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    played = []

    def note(game: Game, levels: list[str], seed: int, begins: list[str]) -> tuple[list[float], list[int], int]:
        played.append((levels, seed, begins))
        return [1.0, 0.0, -1.0], [1, 1, 3], 2

    monkeypatch.setattr(strength, "play_game", note)
    utilities, wins, leads = strength.play_deals(KOTORI, "hard", "heuristic", 3, np.array([8, 9]), ("a", "b"))
    seatings = [["hard" if p == seat else "heuristic" for p in range(3)] for seat in range(3)]
    begins = [["a" if p == seat else "b" for p in range(3)] for seat in range(3)]
    assert played == [
        (*both, begin) for seed in (8, 9) for *both, begin in zip(seatings, [seed] * 3, begins, strict=True)
    ]
    assert not leads.any()  # the third seat decided first and was last
    assert utilities.tolist() == [[1.0, 0.0, -1.0]] * 2
    assert wins.tolist() == [[0.5, 0.5, 0.0]] * 2  # two share the first place


def test_interval_treats_deals_as_independent() -> None:
    # Four deals from two seats each; their means are 1, 0, 0, -1, so s = sqrt(2/3) and the margin 1.96 s / 2.
    evaluate = Estimate.of(np.array([[1.0, 1.0], [1.0, -1.0], [0.0, 0.0], [-1.0, -1.0]]))
    assert evaluate.mean == 0.0
    assert evaluate.margin == pytest.approx(1.959964 * np.sqrt(2 / 3) / 2)


def test_number_of_simulations_is_accepted_as_level() -> None:
    game = open_game(KOTORI, players=2)
    assert [strength.simulations(level) for level in ("random", "heuristic", "easy", "7")] == [0, 0, BUDGETS["easy"], 7]
    assert sorted(strength.play_game(game, ["7", "heuristic"], 3, ("", ""))[1]) in ([1, 1], [1, 2])


def test_openings_are_played_then_bots_decide() -> None:
    """Who must raise first at Leduc, with any card, fares otherwise than who bets as it likes."""
    leduc = "harness.fixtures.leduc"
    game = open_game(leduc)
    raised = strength.play_game(game, ("heuristic", "heuristic"), 5, ("raise", ""))
    state = game.start(5)
    state.play("raise")
    assert raised[2] == state.current_player  # the first to decide anything else
    seeds = np.arange(1, 400)
    free, bound = (
        play_in_arena(leduc, 50, 50, 2, seeds, openings) for openings in (strength.NO_OPENINGS, ("raise", ""))
    )
    assert (free.utilities != bound.utilities).any()
