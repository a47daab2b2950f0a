"""The bots at a table of ニワトリかラマか ポーカー: they mark in secret and decide by search."""

from __future__ import annotations

from tefuda.bots.players import SearchBot, make_request, search_build
from tefuda.engine.state import State
from tefuda.games.llama import heuristic
from tests.games.asking import candidates
from tests.games.llama.builders import play, scene


def answer(state: State, simulations: int = 200) -> str:
    bot = SearchBot(simulations, search_build("tefuda.games.llama", "checked"))
    return bot.choose(make_request(state, "easy", seed=1)).command


def test_a_searching_bot_makes_the_marks_of_the_heuristic_and_finds_the_decision_itself() -> None:
    state = scene(["LC", "LL", "LL"])
    *marks, decision = answer(state, 20).split()
    assert tuple(marks) == heuristic.preliminaries(state.view(0)) != ()
    assert decision in ("play", "fold")
    state.play(" ".join((*marks, decision)))


def test_search_drops_out_of_an_all_in_with_a_hopeless_hand() -> None:
    state = scene(["LL", "CC", "LL"], coins=[3, 3, 3], marks=0)
    play(state, "play, play, fold, top, top, stop, stop, vote-0, all-in")
    assert answer(state) == "drop"


def test_search_does_not_give_up_a_hand_when_that_costs_all_as_well() -> None:
    """Only the showdown may still save the last coins, if all hands are bust (L7.6)."""
    state = scene(["LL", "CL", "LL"], coins=[5, 1, 3], marks=0)
    play(state, "play, play, fold, stop, stop, vote-0, all-in")
    assert candidates(state) == ["all-in"]
    state.play("all-in")
    state.play("reveal")
    assert set(state.legal_actions) == {"reveal", "withdraw"}
    assert candidates(state) == ["reveal"]
    state = scene(["LL", "CL", "LL"], coins=[3, 3, 3], marks=0)
    play(state, "play, play, fold, stop, stop, vote-0, all-in")
    assert candidates(state) == ["drop"]


def test_search_does_not_draw_notes_known_to_be_bad() -> None:
    state = scene(
        ["LL", "LL", "LL"], top="C", bottom="C", looks={6: "fold-n", 25: "fold-n"}, sure={(0, "C", 6): 2}, marks=0
    )
    play(state, "play, play, fold")
    assert answer(state) == "stop"


def test_sampled_worlds_mostly_have_clean_hands_behind_bets() -> None:
    """Ben has gone all-in: in most of the worlds that a search takes, the hand is clean; in some it is a bluff."""
    state = scene(["LL", "LL", "LL"], marks=0)
    play(state, "fold, play, play, stop, stop, vote-1, all-in")
    build, tables = state.game.build, state.game.tables
    clean, bluffs = 0, 0
    for seed in range(1000):
        world = state.determinize(2, seed).full_state
        if build.accept_world(world, tables, 2):
            clean += not world.kind[2] + world.kind[3]
            bluffs += world.kind[2] + world.kind[3] > 0
    assert 500 > clean + bluffs > 200
    assert 0.01 < bluffs / (clean + bluffs) < 0.1
