"""The rollout policy of ニワトリかラマか ポーカー."""

from __future__ import annotations

from collections import Counter

from tefuda.engine.state import State
from tests.games.llama.builders import play, scene


def choices(state: State, times: int = 400) -> Counter[str]:
    """Return how often the policy chooses each action."""
    game, found = state.game, Counter[str]()
    for seed in range(times):
        record = state.full_state
        record.rng = seed
        found[game.action_names[game.build.rollout_policy(record, game.tables)]] += 1
    return found


def test_clean_hands_are_bet_and_others_folded_but_for_a_bluff() -> None:
    assert choices(scene(["LL", "LL", "LL"], marks=0)) == {"play": 400}
    bluffing = choices(scene(["LC", "LL", "LL"], marks=0))
    assert 20 < bluffing["play"] < 90
    assert bluffing["fold"] == 400 - bluffing["play"]


def test_votes_are_for_the_longest_hand_and_among_equals_for_the_one_nearest_to_the_dealer() -> None:
    longer = scene(["LL", "LL", "LL"], marks=0)
    play(longer, "fold, play, play, stop, top, stop")
    assert choices(longer) == {"vote-2": 400}
    equal = scene(["LL", "LL", "LL"], marks=0)
    play(equal, "fold, play, play, stop, stop")
    assert choices(equal) == {"vote-1": 400}


def test_bust_drops_out_of_an_all_in_unless_no_coin_is_left() -> None:
    state = scene(["LL", "LC", "LL"], marks=0)
    play(state, "play, play, fold, stop, stop, vote-0, all-in")
    assert choices(state) == {"drop": 400}
    poor = scene(["LL", "LC", "LL"], coins=[4, 1, 4], marks=0)
    play(poor, "play, play, fold, stop, stop, vote-0, all-in")
    assert choices(poor) == {"all-in": 400}


def test_an_all_in_is_taken_back_with_a_bust_alone() -> None:
    state = scene(["LL", "LC", "LL"], marks=0)
    play(state, "play, play, fold, stop, stop, vote-0, all-in, all-in")
    assert choices(state) == {"reveal": 400}
    play(state, "reveal")
    assert choices(state) == {"withdraw": 400}
