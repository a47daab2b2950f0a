"""The heuristic player of ニワトリかラマか ポーカー."""

from __future__ import annotations

from collections import Counter
from random import Random

from tefuda.engine.state import State
from tefuda.games.llama import heuristic
from tests.games.llama.builders import play, scene


def decides(state: State, seed: int = 1) -> str:
    """Return the decision alone, without marks."""
    return heuristic.decision(state.view(state.current_player), Random(seed))


def often(state: State) -> Counter[str]:
    return Counter(decides(state, seed) for seed in range(200))


def test_plays_clean_hands_and_bluffs_with_some_of_the_others() -> None:
    assert often(scene(["LL", "LL", "LL"])) == {"play": 200}
    bluffs = often(scene(["LC", "LL", "LL"]))["play"]
    assert 20 < bluffs < 80


def test_draws_from_the_end_known_to_be_safe() -> None:
    safe_bottom = {6: "fold-n", 25: "nick-n"}
    state = scene(["LL", "LL", "LL"], top="C", bottom="L", looks=safe_bottom, sure={(0, "C", 6): 1, (0, "L", 25): 1})
    play(state, "play, play, play")
    assert often(state) == {"bottom": 200}
    state.play("bottom")
    assert decides(state) in ("bottom", "stop"), "a chicken lies on top"


def test_stops_if_both_ends_are_chickens() -> None:
    looks = {6: "fold-n", 25: "fold-n"}
    state = scene(["LL", "LL", "LL"], top="C", bottom="C", looks=looks, sure={(0, "C", 6): 2})
    play(state, "play, play, play")
    assert often(state) == {"stop": 200}


def test_does_not_show_by_stopping_that_a_hand_is_bust() -> None:
    state = scene(["LC", "LL", "LL"])
    play(state, "play, play, play")
    assert often(state)["stop"] < 100


def test_votes_for_the_longer_hand_unless_it_is_known_to_bust() -> None:
    state = scene(["LL", "LL", "LL"])
    play(state, "fold, play, play, stop, top, stop")
    assert decides(state) == "vote-2"
    state = scene(["LL", "LL", "LC"], looks={5: "fold-n"}, sure={(0, "C", 5): 1})
    play(state, "fold, play, play, stop, top, stop")
    assert decides(state) == "vote-1"


def test_goes_all_in_with_a_long_clean_hand_and_drops_a_bust_one() -> None:
    state = scene(["LL", "LC", "LL"], top="LL")
    play(state, "play, play, fold, top, top, stop, stop, vote-0")
    assert decides(state) == "all-in"
    state.play("all-in")
    assert decides(state) == "drop"


def test_follows_an_all_in_if_it_cannot_lose_more() -> None:
    state = scene(["LL", "LC", "LL"], coins=[4, 1, 4])
    play(state, "play, play, fold, stop, stop, vote-0, all-in")
    assert decides(state) == "all-in"


def test_withdraws_a_hopeless_all_in_if_that_saves_coins() -> None:
    state = scene(["LC", "LL", "LL"])
    play(state, "play, play, fold, stop, stop, vote-0, all-in, all-in")
    assert decides(state) == "withdraw"
    state = scene(["LC", "LL", "LL"], coins=[2, 4, 3])
    play(state, "play, play, fold, stop, stop, vote-0, all-in, all-in")
    assert decides(state) == "reveal"


def test_puts_its_own_sign_on_every_note_it_has_looked_at_once() -> None:
    state = scene(["LC", "LL", "LL"])
    assert heuristic.preliminaries(state.view(0)) == ("mark-0-nick-nw", "mark-1-fold-nw")
    state.play(heuristic.choose(state.view(0), Random(1)))
    play(state, "play, play")
    assert heuristic.preliminaries(state.view(0)) == ()
    assert heuristic.preliminaries(scene(["LL", "LC", "LL"], dealer=1).view(1)) == ("mark-0-nick-e", "mark-1-fold-e")
    signed = scene(["LC", "LL", "LL"], looks={0: "nick-nw", 1: "fold-e"})
    assert heuristic.preliminaries(signed.view(0)) == ("mark-1-fold-nw",)
    assert heuristic.preliminaries(scene(["LC", "LL", "LL"], marks=0).view(0)) == ()


def test_swapped_roles_make_the_heuristic_fold_llamas() -> None:
    state = scene(["LC", "LL", "LL"], swap=1)
    assert heuristic.preliminaries(state.view(0)) == ("mark-0-nick-nw", "mark-1-fold-nw")
    assert state.view(0).zone("hand-0").cards[1].face == "llama"
