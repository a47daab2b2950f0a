"""Positions of ドウトツくじゃん: notation, and impossible ones refused with the reason."""

from __future__ import annotations

import pytest

import tefuda
from tests.games.doutotsu.builders import scene, take
from tests.games.doutotsu.test_ends import DOLPHIN_AND_LION

BEGUN = scene(
    players=2,
    hands={0: DOLPHIN_AND_LION, 1: "オr カr カb カy クy ラb ラy バy"},
    exposed={1: ("パンダ", "パr ンr ダy")},
    top="ダr",
    under="パb",
    left=20,
    scores=(1, 0),
    game=2,
).position


def after(state: tefuda.State, *commands: str) -> str:
    for command in commands:
        state.play(command)
    return state.position


CARACAL = scene(players=2, hands={0: "カr カb ラr ラb ラy オr オb トr トb イr イb"}, top="ルy", left=20)
LAYING = after(CARACAL, take(CARACAL, "カラカル"))
LAID_ONE = after(CARACAL, "lay-red")
WON = scene(players=2, hands={0: DOLPHIN_AND_LION}, top="ダr", draws="カr")
OVER = after(WON, "draw", "out")


@pytest.mark.parametrize("text", [BEGUN, LAYING, LAID_ONE, OVER])
def test_position_round_trips_through_its_notation(text: str) -> None:
    assert tefuda.load("doutotsu", players=2).position(text).position == text


@pytest.mark.parametrize(
    ("text", "old", "new", "named"),
    [
        (BEGUN, "left 20", "left 21", "left is 21, but the deck holds 20 cards"),
        (BEGUN, "pile 1x", "pile 2x", "there are 3 cards"),
        (BEGUN, "pile 1x", "pile 8x", "more than 7 cards of a kana"),
        (OVER, "held 1x1 ", "held 1x1 1x13 ", "there are 2 cards パ of colour 0, not 1"),
        (BEGUN, "1x12 / - / - / - / - / -", "1x12 / - / - / - / 1x1 / -", "something beyond seat 1"),
        (BEGUN, "1x12 / - /", "1x12 / 1x0 /", "a bag holds a kana beyond 14"),
        (BEGUN, "game 2", "game 51", "game takes 1 to 50, not 51"),
        (BEGUN, "most_games 50", "most_games 51", "most_games takes 1 to 50"),
        (BEGUN, "players 2 |", "players 2 | core 2 |", "core takes 0 to 1, not 2"),
        (BEGUN, "players 2 |", "players 2 | phase 4 |", "phase takes 0 to 3"),
        (BEGUN, "top 45", "top 61", "top takes 0 to 60"),
        (BEGUN, "scores 1 0 0", "scores 6 0 0", "scores takes 0 to 5, not 6"),
        (BEGUN, "scores 1 0 0", "scores 1 0 1", "scores has something beyond seat 1"),
        (BEGUN, "scores 1 0 0", "scores 3 0 0", "the match goes on, but a seat shows its cards, or has three points"),
        (BEGUN, "scores 1 0 0", "scores 1 1 0", "2 seats have points, but this is game 2"),
        (BEGUN, "name 0 4 0", "name 0 12 0", "name takes 0 to 11"),
        (BEGUN, "name 0 4 0", "name 0 5 0", "seat 1: what is exposed does not spell the name"),
        (BEGUN, "/ 53 41 47", "/ 54 41 47", "seat 1: what is exposed is not among what it has"),
        (BEGUN, "/ 53 41 47", "/ 53 41 0", "seat 1: its name is not laid to the end"),
        (BEGUN, "first 1", "first 0", "it is not the turn of seat 0"),
        (BEGUN, "players 2 |", "players 2 | to_act 1 |", "it is not the turn of seat 1"),
        (BEGUN, "players 2 |", "players 2 | phase 2 |", "seat 0 has 11 cards, not 12"),
        (BEGUN, "players 2 |", "players 2 | phase 3 |", "seat 0 has taken no discard"),
        (BEGUN, "players 2 |", "players 2 | phase 1 |", "seat 0 has taken no discard"),
        (BEGUN, "players 2 |", "players 2 | shown 1 |", "the match goes on, but a seat shows its cards"),
        (BEGUN, "players 2 |", "players 2 | spare 1x1 / - / - / - / - / - / - / - |", "spare takes 0 to 0"),
        (LAYING, "phase 1", "phase 3", "its name is not laid to the end"),
        (LAYING, "exposed 0 0 0 39", "exposed 0 33 0 39", "not laid letter by letter"),
        (LAYING, "exposed 0 0 0 39", "exposed 0 0 0 0", "not laid letter by letter"),
        (OVER, "shown 1", "shown 0", "still has cards"),
        (OVER, "scores 3 0 0", "scores 2 0 0", "no seat has three points and there are games left"),
        (OVER, "scores 3 0 0", "scores 0 3 0", "seat 1 has three points, but did not score last"),
        (OVER, "players 2 |", "players 2 | phase 2 |", "cards lie about"),
    ],
)
def test_impossible_position_is_refused_with_the_reason(text: str, old: str, new: str, named: str) -> None:
    assert old in text
    with pytest.raises(tefuda.BadPosition) as error:
        tefuda.load("doutotsu", players=2).position(text.replace(old, new, 1))
    assert named in str(error.value)


def test_discards_lie_one_on_the_other() -> None:
    """Without a card under the top one, none can be buried; and without a top one there are none at all."""
    game = tefuda.load("doutotsu", players=2)
    for field, named in (("under", "none lies under the top one"), ("top", "none on top")):
        record = game.position(BEGUN).full_state
        card = getattr(record, field) - 1
        setattr(record, field, 0)
        record.buried[card % 4, 0] += 1 << 4 * (card // 4)
        faults = game.faults(record)
        assert any(named in fault for fault in faults), faults


def test_a_seat_without_a_choice_has_drawn_already() -> None:
    game = tefuda.load("doutotsu", players=2)
    record = game.position(BEGUN).full_state
    record.to_act, record.first = 1, 0
    assert any("can only draw" in fault for fault in game.faults(record))


def test_empty_deck_ends_the_game() -> None:
    game = tefuda.load("doutotsu", players=2)
    record = game.position(BEGUN).full_state
    for colour in range(3):
        record.buried[colour, 0] += record.pile[colour, 0]
        record.pile[colour, 0] = 0
    record.left = 0
    assert any("the deck is empty" in fault for fault in game.faults(record))


def test_cards_on_show_are_cards_that_scored() -> None:
    game = tefuda.load("doutotsu", players=2)
    record = game.position(OVER).full_state
    card, other = 4 * 1, 4 * 13  # a red イ against a red パ
    record.held[0, 0, 0] += (1 << 4 * (other // 4)) - (1 << 4 * (card // 4))
    record.pile[0, 0] += (1 << 4 * (card // 4)) - (1 << 4 * (other // 4))
    assert "seat 0 shows cards that did not score" in game.faults(record)
