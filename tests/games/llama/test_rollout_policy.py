"""How people mostly play, as the search's playouts take it."""

from __future__ import annotations

from collections import Counter

from tefuda.engine.state import State
from tests.games.llama.builders import play, scene


def habits(state: State, times: int = 400) -> Counter[str]:
    """How often the seat to act chooses what."""
    game, found = state.game, Counter[str]()
    for seed in range(times):
        record = state.full_state
        record.rng = seed
        found[game.action_names[game.build.rollout_policy(record, game.tables)]] += 1
    return found


def test_clean_hands_are_bet_and_others_folded_but_for_a_bluff() -> None:
    assert habits(scene(["LL", "LL", "LL"], marks=0)) == {"play": 400}
    bluffing = habits(scene(["LC", "LL", "LL"], marks=0))
    assert 20 < bluffing["play"] < 90
    assert bluffing["fold"] == 400 - bluffing["play"]


def test_votes_are_for_the_longest_hand_and_among_equals_for_the_one_nearest_to_the_dealer() -> None:
    longer = scene(["LL", "LL", "LL"], marks=0)
    play(longer, "fold, play, play, stop, top, stop")
    assert habits(longer) == {"vote-2": 400}
    equal = scene(["LL", "LL", "LL"], marks=0)
    play(equal, "fold, play, play, stop, stop")
    assert habits(equal) == {"vote-1": 400}


def test_an_all_in_is_not_followed_with_a_bust_but_by_whoever_has_no_coin_left() -> None:
    state = scene(["LL", "LC", "LL"], marks=0)
    play(state, "play, play, fold, stop, stop, vote-0, all-in")
    assert habits(state) == {"drop": 400}
    poor = scene(["LL", "LC", "LL"], coins=[4, 1, 4], marks=0)
    play(poor, "play, play, fold, stop, stop, vote-0, all-in")
    assert habits(poor) == {"all-in": 400}


def test_an_all_in_is_taken_back_with_a_bust_alone() -> None:
    state = scene(["LL", "LC", "LL"], marks=0)
    play(state, "play, play, fold, stop, stop, vote-0, all-in, all-in")
    assert habits(state) == {"reveal": 400}
    play(state, "reveal")
    assert habits(state) == {"withdraw": 400}
