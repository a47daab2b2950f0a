"""The heuristic player of ドウトツくじゃん."""

from __future__ import annotations

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
