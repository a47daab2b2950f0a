"""Candidate actions of てづま師: the search leaves out only actions that hardly any player would choose."""

from __future__ import annotations

from random import Random

import pytest

import tefuda
from tefuda.engine.state import State
from tefuda.games.tezuma.state import Phase
from tefuda.games.tezuma.tricks import power
from tests.games.asking import candidates
from tests.games.tezuma.builders import code, names, play, scene

MANY = 5  # a score table on which no trick ever costs points
FEW = 2  # a table for few tricks


def candidate_actions(state: State) -> set[str]:
    return set(candidates(state))


def left_out(state: State) -> set[str]:
    return set(state.legal_actions) - candidate_actions(state)


def test_ability_that_changes_nothing_is_left_out() -> None:
    hands = ["b1 u1 u2", "r3 rt w9", "b4 b5 b6", "b7 b8 b9"]
    for ability, useless in (("1a", {"r3!", "w9!"}), ("4b", set()), ("3a", set()), ("2b", set())):
        state = scene(hands, abilities={1: ability}, tables={1: MANY})
        state.play("b1")
        assert left_out(state) == useless


def test_ability_that_does_not_change_the_winner_is_left_out() -> None:
    """Swallowing a Horse beats the 7 with the 6 only; the 8 wins by itself, but may be raised against a 9 to come."""
    hands = ["b7 u1 u2", "b3 b6 b8", "b1 r1 r2", "b9 b5 w1"]
    state = scene(hands, abilities={1: "1a"}, tables={1: MANY})
    state.play("b7")
    assert left_out(state) == {"b3!"}
    state = scene(hands, abilities={1: "5b"}, tables={1: MANY})
    state.play("b7")
    assert left_out(state) == {"b3!", "b6!"}, "angling is pointless in a lost trick"


def test_last_seat_pays_only_for_what_turns_the_trick() -> None:
    """Nobody is left whom a higher or lower number could matter to."""
    hands = ["b5 u1", "b3 u2", "b1 r1", "b2 b4 b6 b9"]
    for ability, table, useful in (("1a", MANY, {"b4!"}), ("5a", MANY, {"b6!-"}), ("1b", FEW, {"b6!", "b9!"})):
        state = scene(hands, abilities={3: ability}, tables={3: table})
        play(state, "b5 b3 b1")
        assert {action for action in candidate_actions(state) if "!" in action} == useful, ability
    for minus, useful in (("b", {"b6!", "b9!"}), ("u", set())):
        state = scene(hands, abilities={3: "5b"}, tables={3: MANY}, minus={3: minus})
        play(state, "b5 b3 b1")
        paid = {action for action in candidate_actions(state) if "!" in action}
        assert paid == useful, "there is no minus card to set aside" if not useful else ""


def test_only_one_of_equivalent_cards_is_a_candidate() -> None:
    hands = ["b3 b4 b7 b9 u1 u3", "b5 b8 r1 r2 r3 r4", "b6 w1 w2 w3 w4 w5", "u2 u4 u5 u6 u7 u8"]
    state = scene(hands, tables={0: MANY}, abilities={0: "2b"})
    assert candidate_actions(state) == {"b3", "b7", "b9", "u1", "u3"}, "the 8 and the umbrella 2 are still out"
    hands = ["b3 b4 b7 b9", "b1 r1 r2 r3", "b2 w1 w2 w3", "u1 u2 u3 u4"]
    state = scene(hands, tables={0: MANY}, abilities={0: "2b"})
    assert candidate_actions(state) == {"b3"}, "all between them is played"


def test_winning_and_losing_cards_are_not_equivalent() -> None:
    """Swallowing Needles made the led 9 a 0, Cherry on the Peak made the other one 7: the 7 only equals it."""
    hands = ["b9 u1", "b6 r1", "b7 b8", "w1 w2"]
    state = scene(hands, abilities={0: "1b", 1: "5a"}, tables={2: MANY})
    play(state, "b9! b6!")
    assert candidate_actions(state) == {"b7", "b8"}


@pytest.mark.clause("T8.1")
def test_cards_that_take_a_costly_trick_are_left_out() -> None:
    hands = ["b5 u1 r1", "b2 b4 b7", "b1 b3 b9", "b6 w1 w2"]
    few, many = (scene(hands, tables={1: table}, abilities={1: "1b"}) for table in (FEW, MANY))
    for state in (few, many):
        state.play("b5")
    assert candidate_actions(few) == {"b2", "b4", "b7!"}, (
        "losing with the 7 is worth an ohajiki, winning with it is not"
    )
    assert "b7" in candidate_actions(many)
    hands = ["b5 u1 r1", "b7 b8 b9", "b1 b3 b4", "b6 w1 w2"]
    forced = scene(hands, tables={1: FEW}, abilities={1: "1a"})
    forced.play("b5")
    assert candidate_actions(forced) == {"b7"}, "a seat that must win pays nothing for it"


@pytest.mark.clause("T7.5", "T7.7")
def test_ability_that_wins_an_unwanted_trick_is_left_out() -> None:
    hands = ["b5", "b2", "b1", "b6"]
    state = scene(hands, tables={1: FEW}, abilities={1: "3a"})
    state.play("b5")
    assert "nocard" in state.legal_actions
    assert "nocard" not in candidate_actions(state)
    hands = ["b5 u1 r1", "b2 u9 rt", "b1 b3 b4", "b6 w1 w2"]
    state = scene(hands, tables={1: FEW}, abilities={1: "4a"})
    state.play("b5")
    assert candidate_actions(state) == {"b2", "u9!"}, "entwined branches get rid of the 9, but do not win by the trump"


def test_every_action_is_a_candidate_while_choosing_or_setting_aside() -> None:
    state = tefuda.load("tezuma", players=3).start(seed=1)
    assert left_out(state) == set(), "cards are being chosen"
    state = scene(["b5", "b9", "u1"], abilities={1: "5b"})
    play(state, "b5 b9! u1")
    assert left_out(state) == set(), "a card is to be set aside"
    state = scene(["b9", "b1", "b2", "b3"], held=1, deal=3)
    play(state, "b9 b1 b2 b3")
    assert candidate_actions(state) == set(), "the game is over"


@pytest.mark.parametrize("players", [3, 4])
def test_every_card_left_out_has_a_reason(players: int) -> None:
    """Over random games: it would win where that costs points and another would not, or a lower one does as well."""
    counts = {"wins": 0, "alike": 0}
    for seed in range(3):
        state, random = tefuda.load("tezuma", players=players).start(seed=seed), Random(seed)
        while not state.is_terminal:
            s = state.full_state
            if s.phase == Phase.PLAYING:
                kept = candidate_actions(state)
                for action in sorted(left_out(state)):
                    if "!" not in action and action != "nocard":
                        counts[reason(state, action, kept)] += 1
            state.play(random.choice(state.legal_actions))
    assert min(counts.values()) > 20, counts


def reason(state: State, action: str, kept: set[str]) -> str:
    """Return why a card is left out."""
    s, t, p = state.full_state, state.game.tables, state.current_player
    assert p is not None
    points = [t.points[s.table[p] - 1, n] for n in range(s.tricks[p], s.tricks[p] + 13 - s.trick)]
    wins = {
        name: power(s, t, p, code(name), 0) > s.power for name in state.legal_actions if name in names((1 << 48) - 1)
    }
    if wins[action] and not all(wins.values()) and points[1] < points[0] and max(points) == points[0]:
        return "wins"
    lower = [name for name in kept if name in wins and name[0] == action[0] and name[1] < action[1] != "t"]
    open_ranks = set(names(s.played)) | set(names(s.hand[p]))
    assert any(
        wins[name] == wins[action]
        and all(f"{name[0]}{rank}" in open_ranks for rank in range(int(name[1]), int(action[1])))
        for name in lower
    ), f"{action} of {state}"
    return "alike"
