"""The heuristic player of ドウトツくじゃん."""

from __future__ import annotations

from random import Random

import tefuda
from tefuda.games.doutotsu import heuristic
from tests.games.asking import decides
from tests.games.doutotsu.builders import discard, scene, take
from tests.games.doutotsu.test_ends import BLUE_DOLPHIN_ONLY, DOLPHIN_AND_LION, TWO_SEALS


def test_goes_out_whenever_possible() -> None:
    state = scene(hands={0: DOLPHIN_AND_LION}, top="カr")
    assert decides(state) == "out"
    state = scene(hands={0: DOLPHIN_AND_LION}, top="ダr", draws="カr")
    state.play("draw")
    assert decides(state) == "out"


def test_keeps_waiting_cards_and_discards_spare_ones() -> None:
    state = scene(hands={0: DOLPHIN_AND_LION}, top="ダr", draws="ダb")
    state.play("draw")
    assert decides(state) == discard("ダb")


def test_takes_a_discard_that_brings_it_nearer() -> None:
    state = scene(hands={0: TWO_SEALS.replace("セb", "ダb")}, top="セy")
    assert decides(state) == take(state, "オットセイ")


def test_draws_rather_than_expose_a_name_that_leads_nowhere() -> None:
    state = scene(hands={0: DOLPHIN_AND_LION}, top="ルb")  # イルカ lacks its カ; nothing else has a ル
    assert decides(state) == "draw"


def test_with_two_players_it_waits_for_the_colour_that_counts() -> None:
    state = scene(players=2, hands={0: BLUE_DOLPHIN_ONLY}, top="ダr", draws="カr")
    state.play("draw")
    assert decides(state) != "out"


def test_lays_the_colour_already_used_in_the_name() -> None:
    state = scene(hands={0: "カr カb ラr ラb ラy オr オb トr トb イr イb"}, top="ルb")
    state.play(take(state, "カラカル"))
    for _ in range(2):
        assert decides(state) == "lay-blue"
        state.play("lay-blue")


def test_equally_good_discards_are_equal_in_every_process() -> None:
    """Sums of the same numbers in another order may differ in the last digit."""
    state = tefuda.load("doutotsu", players=3).position(EQUAL_DISCARDS, seed=1)
    view = state.view(2)
    goals = heuristic.goals_of(tuple(card.face or "" for card in view.zone("list").cards), False)
    mine = heuristic.held(view)
    for order in (goals, goals[::-1], *(tuple(Random(seed).sample(goals, len(goals))) for seed in range(9))):
        chosen = {heuristic.discard(view, order, mine, Random(seed)) for seed in range(20)}
        assert chosen == {"discard-o-red", "discard-ru-red"}


EQUAL_DISCARDS = (
    "doutotsu | to_act 2 | players 3 | most_games 50 | game 2 | first 2 | phase 2 | left 18 | top 31 | under 57"
    " | scores 0 2 0 | name 0 9 0 | exposed 0 0 0 0 0 0 0 0 / 5 41 53 33 0 0 0 0 / 0 0 0 0 0 0 0 0"
    " | pile 1x3 1x6 1x7 1x8 1x11 1x14 / - / 1x1 1x3 1x6 1x8 1x9 1x10 1x12 1x14 / - / 1x3 1x6 1x7 1x14 / - / - / -"
    " | buried 1x4 1x12 / - / 1x2 1x4 1x7 1x11 / - / - / - / - / -"
    " | held 1x2 / - / 1x1 1x3 1x7 1x8 1x14 / - / 1x1 1x3 1x8 1x13 1x14 / - / - / - / 2x1 1x7 1x8 1x10 1x13 / -"
    " / 1x2 1x10 / - / 1x2 1x8 1x10 / - / - / - / 1x2 1x3 1x9 1x10 / - / 1x13 / -"
    " / 1x1 1x2 1x4 1x9 1x10 1x11 1x12 / - / - / -"
)
