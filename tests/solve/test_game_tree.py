"""Values, best responses and exploitability, against figures that are known or published.

Published are the NashConv of the uniform strategy in Kuhn and Leduc poker, in OpenSpiel's tests
(`open_spiel/python/algorithms/cfr_br_test.py`: the first entries of _EXPECTED_EXPLOITABILITIES_CFRBR_KUHN and _LEDUC).
The values of uniform play are what OpenSpiel 2.0.2 computes by `expected_game_score.policy_value`.
"""

from __future__ import annotations

import math
from random import Random

import pytest

import tefuda
from tefuda.engine.errors import BadOption, GameOver
from tefuda.engine.game import Game
from tefuda.engine.state import State
from tefuda.solve import GameTree, Policy, TreeTooLarge
from tefuda.solve.policy import key_of
from tests.solve.small_games import KUHN, KUHN_CHIPS, LEDUC, LEDUC_CHIPS, LLAMA, TEZUMA, tree

JACK, QUEEN, KING = 1, 2, 3


def kuhn(first: int, second: int, line: str) -> State:
    """Return the state after a line of play such as "pass bet"."""
    seed = 0
    while list((state := KUHN.start(seed)).full_state.card) != [first, second]:
        seed += 1
    for action in line.split():
        state.play(action)
    return state


def kuhn_policy(bets: dict[tuple[int, str], float]) -> Policy:
    """Return the policy that bets so often with a card after a line of play, and else never."""
    policy = Policy(KUHN)
    for card in (JACK, QUEEN, KING):
        for line in ("", "pass", "bet", "pass bet"):
            state = kuhn(card, card % 3 + 1, line) if line in ("", "pass bet") else kuhn(card % 3 + 1, card, line)
            bet = bets.get((card, line), 0.0)
            policy.table[key_of(state, len(line.split()) % 2)] = (1 - bet, bet)
    return policy


def equilibrium(alpha: float) -> Policy:
    """Return an equilibrium of Kuhn poker; there is one for each alpha from 0 to 1/3 (Kuhn, 1950)."""
    first = {(JACK, ""): alpha, (KING, ""): 3 * alpha, (QUEEN, "pass bet"): alpha + 1 / 3, (KING, "pass bet"): 1.0}
    second = {(JACK, "pass"): 1 / 3, (KING, "pass"): 1.0, (QUEEN, "bet"): 1 / 3, (KING, "bet"): 1.0}
    return kuhn_policy(first | second)


@pytest.mark.parametrize(
    ("game", "chips", "nash_conv", "value"),
    [(KUHN, KUHN_CHIPS, 11 / 12, 1 / 8), (LEDUC, LEDUC_CHIPS, 4.747222222222222, -0.078125)],
)
def test_uniform_strategy_is_as_exploitable_as_published(
    game: Game, chips: int, nash_conv: float, value: float
) -> None:
    uniform = Policy(game)
    assert chips * tree(game).nash_conv(uniform) == pytest.approx(nash_conv)
    assert chips * tree(game).exploitability(uniform) == pytest.approx(nash_conv / 2)
    assert [chips * one for one in tree(game).values(uniform)] == pytest.approx([value, -value])


@pytest.mark.parametrize("alpha", [0, 1 / 6, 1 / 3])
def test_equilibria_of_kuhn_poker_win_minus_one_eighteenth_and_cannot_be_exploited(alpha: float) -> None:
    policy = equilibrium(alpha)
    assert KUHN_CHIPS * tree(KUHN).values(policy)[0] == pytest.approx(-1 / 18)
    assert tree(KUHN).exploitability(policy) == pytest.approx(0, abs=1e-12)


def test_best_response_is_worth_its_value_and_is_read_by_position() -> None:
    """Against one who never bets, the other bets with every card, and wins the chip with every jack and queen."""
    response = tree(KUHN).best_response(kuhn_policy({}), 1)
    assert KUHN_CHIPS * response.value == pytest.approx(1)
    assert response.policy.probabilities(kuhn(KING, JACK, "pass")) == {"pass": 0.0, "bet": 1.0}
    both = Policy(KUHN, kuhn_policy({}).table | response.policy.table)
    assert tree(KUHN).values(both)[1] == pytest.approx(response.value)


@pytest.mark.parametrize("game", [KUHN, LEDUC, TEZUMA, LLAMA], ids=lambda game: game.slug)
def test_tree_has_the_probabilities_of_the_game(game: Game) -> None:
    whole = tree(game)
    deals = 0.0
    below = [0.0] * len(whole)
    for node in range(len(whole)):
        if whole.parent[node] < 0:
            deals += whole.chance[node]
        else:
            assert whole.parent[node] < node
            below[whole.parent[node]] += whole.chance[node]
    assert deals == pytest.approx(1)
    assert below == pytest.approx([len(actions) for actions in whole.actions])
    assert all(math.isclose(sum(u), 0, abs_tol=1e-12) for u in whole.utilities if u)


@pytest.mark.parametrize("game", [LEDUC, TEZUMA, LLAMA], ids=lambda game: game.slug)
@pytest.mark.parametrize("explicit", [False, True], ids=["sampled", "explicit"])
def test_keys_tell_apart_what_a_seat_can_tell_apart(game: Game, explicit: bool) -> None:
    """Two decisions have the same key exactly if the seat has seen, heard and done the same."""
    random, texts, keys = Random(1), dict[int, str](), dict[str, int]()
    known = set(tree(game).key)
    for seed in range(40):
        state = game.start(seed, explicit_chance=explicit)
        while not state.is_terminal:
            if state.is_chance_node:
                state.play_chance()
                continue
            seat = state.current_player
            assert seat is not None
            key, text = key_of(state, seat), state.information_state_string(seat)
            assert texts.setdefault(key, text) == text
            assert keys.setdefault(text, key) == key
            assert key in known
            state.play(random.choice(list(state.legal_actions)))
    assert len(keys) > 50


def test_policy_without_an_entry_is_uniform_and_refuses_other_games() -> None:
    state = LEDUC.start(1)
    assert Policy(LEDUC).probabilities(state) == dict.fromkeys(state.legal_actions, 1 / len(state.legal_actions))
    with pytest.raises(BadOption, match=r"this policy is of Game\('kuhn', players=2\)"):
        Policy(KUHN).probabilities(state)
    with pytest.raises(BadOption, match=r"this policy is of Game\('kuhn', players=2\)"):
        tree(LEDUC).nash_conv(Policy(KUHN))
    with pytest.raises(BadOption, match="there is no seat 2: seats are 0 to 1"):
        tree(LEDUC).best_response(Policy(LEDUC), 2)
    with pytest.raises(GameOver, match="no seat decides here"):
        Policy(KUHN).probabilities(kuhn(JACK, KING, "bet pass"))


def test_large_game_is_refused() -> None:
    with pytest.raises(TreeTooLarge, match="more than 1,000 nodes: take a smaller game"):
        GameTree(LEDUC, most_nodes=1000)
    with pytest.raises(TreeTooLarge, match="too large for a tree of 1,000 nodes: chance can lead to more than 1,000"):
        GameTree(tefuda.load("kotori"), most_nodes=1000)
    with pytest.raises(TreeTooLarge, match="has far more than 1,000,000 nodes: take a smaller game"):
        GameTree(tefuda.load("kotodama"))
