"""The search finds what can be known to be right, and both builds of it think alike."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest

from harness.contract.cases import Case, every_compiled_case, sized, states
from tefuda.bots.players import search_build
from tefuda.bots.search import NODES, SIMULATIONS, SOONER, Tree
from tefuda.engine.backends import Build
from tefuda.engine.game import open_game
from tefuda.engine.record import GameState

KUHN, KOTORI = "harness.fixtures.kuhn", "tefuda.games.kotori"


def think(
    build: Build, record: GameState, tables: object, simulations: int, seed: int
) -> tuple[int, list[int], list[float]]:
    """The action to play, and visits and values by action."""
    arrays = build.states(2)
    if build.kind == "checked":
        arrays[0].take(record)
    else:
        record.store(arrays, 0)
    tree = Tree(*build.empty_tree(simulations))
    build.run_simulations(arrays, build.tables(tables), build.generator(seed), tree, simulations)
    visits, values = build.ints(build.NUM_ACTIONS), build.floats(build.NUM_ACTIONS)
    action = build.best_action(tree, visits, values)
    return int(action), [int(n) for n in visits], [float(v) for v in values]


def position(package: str, text: str, players: int = 2) -> tuple[GameState, object]:
    game = open_game(package, players=players)
    return game.position(text).full_state, game.tables


def decisions(case: Case, most: int) -> list[tuple[GameState, object]]:
    """Some states of random games in which someone has a choice to make."""
    found = [state for state in states(case) if len(state.legal_actions) > 1]
    Random(str(case)).shuffle(found)
    return [(state.full_state, state.game.tables) for state in found[:most]]


@every_compiled_case
def test_both_builds_search_equally(case: Case) -> None:
    checked, compiled = search_build(case.package, "checked"), search_build(case.package, "compiled")
    for seed, (record, tables) in enumerate(decisions(case, sized(2))):
        plain, fast = think(checked, record, tables, 60, seed), think(compiled, record, tables, 60, seed)
        assert plain[:2] == fast[:2]
        assert plain[2] == pytest.approx(fast[2], abs=1e-12)


@every_compiled_case
def test_root_visits_count_simulations_of_legal_actions(case: Case) -> None:
    build = search_build(case.package, "compiled")
    for record, tables in decisions(case, 20):
        actions = [0] * build.NUM_ACTIONS
        legal = actions[: search_build(case.package, "checked").legal(record, tables, actions)]
        action, visits, values = think(build, record, tables, 500, 1)
        assert sum(visits) == 500
        assert {a for a, n in enumerate(visits) if n} <= set(legal)
        assert action in legal
        assert all(-1 <= value <= 1 for value in values)


def test_kuhn_king_bets_and_calls_and_jack_folds() -> None:
    game = open_game(KUHN)
    build = search_build(KUHN, "compiled")
    seen = set()
    for deal in range(30):
        for line in ("pass", "bet"):
            state = game.start(deal)
            state.play(line)
            card = state.view(state.current_player).zone(f"hand-{state.current_player}").cards[0].face
            action, _, _ = think(build, state.full_state, game.tables, 2000, deal)
            if card == "king":
                assert game.action_names[action] == "bet", line
            if card == "jack" and line == "bet":
                assert game.action_names[action] == "pass"
            seen.add((card, line))
    assert {("king", "bet"), ("king", "pass"), ("jack", "bet")} <= seen


def test_kuhn_value_of_calling_with_the_queen() -> None:
    # Facing a bet the queen meets jack or king equally often (others' choices are no evidence): a call is worth 0, a
    # fold loses one chip. Kuhn's utilities are shares of the two chips at stake.
    game = open_game(KUHN)
    build = search_build(KUHN, "compiled")
    for deal in range(30):
        state = game.start(deal)
        state.play("bet")
        if state.view(1).zone("hand-1").cards[0].face == "queen":
            break
    else:
        raise AssertionError
    _, visits, values = think(build, state.full_state, game.tables, 4000, 3)
    call, fold = game.action_code("bet"), game.action_code("pass")
    assert call is not None
    assert fold is not None
    assert values[fold] == pytest.approx(-0.5, abs=SOONER * 10)
    assert abs(values[call]) < 4 / math.sqrt(visits[call])


def last_card(cages: tuple[int, int], lines: tuple[int, int]) -> tuple[GameState, object]:
    """Kotori for two, seat 0 to act: seat 1 has passed, 5 lies in the field, and the top card is the last of all.

    `cages` and `lines` hold the one bird and the one bid of each seat.  A bid ends the game at once and takes nothing
    (K8.2); after a pass the higher line takes the field, and the next round's first card ends the game.
    """
    game = open_game(KOTORI, players=2)
    s = game.build.State()
    s.players, s.to_act, s.dealer, s.out, s.rebuilt, s.top, s.field = 2, 0, 1, 0b10, 1, 10, 1 << 5
    for p in range(2):
        s.cage[p], s.bids[p], s.line[p] = 1 << cages[p], 1 << lines[p], lines[p]
    s.sideways[1] = lines[1]
    shown = [s.top, 5, *cages, *lines]
    for rank in range(1, 11):
        s.discard += game.tables.copies[rank] - shown.count(rank) << 4 * rank
    game.check_position(s)
    return s, game.tables


@pytest.mark.parametrize(
    ("cages", "lines", "right"),
    [
        pytest.param((8, 7), (3, 9), "draw", id="ahead-and-about-to-lose-the-field-end-the-game"),
        pytest.param((7, 8), (9, 3), "pass", id="behind-and-about-to-win-the-field-take-it"),
    ],
)
def test_kotori_last_card_is_played_correctly(cages: tuple[int, int], lines: tuple[int, int], right: str) -> None:
    record, tables = last_card(cages, lines)
    action, _, values = think(search_build(KOTORI, "compiled"), record, tables, 100, 1)
    game = open_game(KOTORI)
    assert game.action_names[action] == right
    assert values[action] == pytest.approx(1.0, abs=SOONER * 100)
    assert values[1 - action] == pytest.approx(-1.0, abs=SOONER * 100)


def test_full_tree_continues_counting() -> None:
    build = search_build(KOTORI, "compiled")
    record, tables = decisions(Case("kotori", 4), 1)[0]
    arrays = build.states(2)
    record.store(arrays, 0)
    tree = Tree(*build.empty_tree(50))
    build.run_simulations(arrays, build.tables(tables), build.generator(1), tree, 2000)
    assert tree.counts[NODES] == len(tree.keys)
    assert tree.counts[SIMULATIONS] == 2000
    assert sum(tree.tries[edge] for edge in range(tree.first[0], tree.first[1])) == 2000


def test_search_in_portions_equals_one_search() -> None:
    build = search_build(KOTORI, "compiled")
    record, tables = decisions(Case("kotori", 3), 1)[0]
    trees = []
    for portions in ([600], [1, 9, 90, 500]):
        arrays, rngs = build.states(2), build.generator(5)
        record.store(arrays, 0)
        tree = Tree(*build.empty_tree(600))
        for portion in portions:
            build.run_simulations(arrays, build.tables(tables), rngs, tree, portion)
        trees.append(tree)
    assert all(np.array_equal(one, other) for one, other in zip(*trees, strict=True))


def test_cleared_tree_searches_like_a_new_one() -> None:
    build = search_build(KOTORI, "compiled")
    used = Tree(*build.empty_tree(300))
    results = []
    for tree in (used, used, Tree(*build.empty_tree(300))):
        record, tables = decisions(Case("kotori", 2), 2)[len(results) > 0]
        arrays = build.states(2)
        record.store(arrays, 0)
        build.clear(tree)
        build.run_simulations(arrays, build.tables(tables), build.generator(9), tree, 300)
        visits, values = build.ints(build.NUM_ACTIONS), build.floats(build.NUM_ACTIONS)
        results.append((build.best_action(tree, visits, values), visits.tolist(), values.tolist()))
    assert results[1] == results[2]
    assert np.count_nonzero(used.slots) == used.counts[NODES]
