"""Positions as text: each form round trip, and every mistake named by its field."""

from __future__ import annotations

import pytest

import tefuda
from tefuda.engine.errors import BadPosition
from tefuda.engine.position_format import FORMS, read_position, write_position
from tefuda.engine.record import Cube, GameState, Grid, Row, i8, i16, i64

FORM = {"bag": "counts", "line": "digits", "hands": "bits", "sets": "bits"}


class Table(GameState):
    plain: int = i16()
    row: Row = i8(3)
    grid: Grid = i8(2, 2)
    cube: Cube = i8(2, 2, 2)
    bag: int = i64()
    line: Row = i64(2)
    hands: Row = i64(2)
    sets: Grid = i16(2, 2)


def read(text: str) -> Table:
    table = Table()
    read_position(text, "game", table, FORM)
    return table


@pytest.mark.parametrize(
    ("form", "value", "text"),
    [
        ("bits", 0, "-"),
        ("bits", 1 << 62 | 5, "0 2 62"),
        ("digits", 0, "-"),
        ("digits", 0x8A1, "8 10 1"),
        ("digits", 0x0FFF_FFFF_FFFF_FFFF, " ".join(["15"] * 15)),
        ("counts", 0, "-"),
        ("counts", 0x3000_0001, "1x0 3x7"),
        ("counts", 0x0F00_0000_0000_0000, "15x14"),
    ],
)
def test_packed_integers_round_trip(form: str, value: int, text: str) -> None:
    assert FORMS[form].write(value) == text
    assert FORMS[form].read("" if text == "-" else text) == value


def test_whole_position_round_trips() -> None:
    table = Table()
    table.players, table.plain, table.rng = 3, -7, 99
    table.assign("row", [0, -1, 2])
    table.assign("grid", [1, 2, 3, 4])
    table.assign("cube", range(8))
    table.bag = 0x21
    table.assign("line", [0, 0x12])
    table.assign("hands", [6, 0])
    table.assign("sets", [0, 1, 0, 2])
    text = write_position("game", table, FORM)
    assert text == (
        "game | players 3 | plain -7 | row 0 -1 2 | grid 1 2 / 3 4 | cube 0 1 / 2 3 / 4 5 / 6 7"
        " | bag 1x0 2x1 | line - / 1 2 | hands 1 2 / - | sets - / 0 / - / 1"
    )
    again = read(text)
    assert again.rng == 0
    again.rng = 99
    assert again == table


def test_whitespace_and_field_order_are_ignored() -> None:
    assert read("  game|row 1   2 3\n | players 2 ") == read("game | players 2 | row 1 2 3")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "this is a position of '', not of 'game'"),
        ("other | players 2", "this is a position of 'other', not of 'game'"),
        ("game | rows 1", "no field 'rows'; a position of game has to_act, players, pending, plain, row"),
        ("game | rng 5", "no field 'rng'"),
        ("game |", "no field ''"),
        ("game | plain 1 | plain 1", "field 'plain' appears twice"),
        ("game | plain", "field 'plain': takes one value"),
        ("game | plain 1 2", "field 'plain': takes one value"),
        ("game | plain x", "field 'plain': 'x' is not an integer"),
        ("game | plain 40000", "field 'plain': plain = 40000 does not fit into -32768..32767"),
        ("game | row 1 2", "field 'row': row takes 3 integers"),
        ("game | row 1 2 3 4", "field 'row': row takes 3 integers"),
        ("game | row 1 2 300", "field 'row': row = 300 does not fit"),
        ("game | hands 1", "field 'hands': hands takes 2 integers"),
        ("game | hands 1 1 / -", "field 'hands': 1 appears twice or is not 0 to 62"),
        ("game | hands 63 / -", "field 'hands': 63 appears twice or is not 0 to 62"),
        ("game | hands -1 / -", "field 'hands': -1 appears twice or is not 0 to 62"),
        ("game | sets 0 / 0 / 0 / 15", "field 'sets': sets = 32768 does not fit"),
        ("game | line 0 / -", "field 'line': 0 is not a number from 1 to 15"),
        ("game | line 16 / -", "field 'line': 16 is not a number from 1 to 15"),
        (f"game | line {'1 ' * 16}/ -", "field 'line': at most 15 numbers"),
        ("game | bag 3", "field 'bag': 3 is not of the form 3x7"),
        ("game | bag 0x7", "field 'bag': 0x7 is not of the form 3x7"),
        ("game | bag 16x7", "field 'bag': 16x7 is not of the form 3x7"),
        ("game | bag 1x15", "field 'bag': 1x15 is not of the form 3x7"),
        ("game | bag 1x2 1x2", "field 'bag': 1x2 is not of the form 3x7 with at most 15 copies, or 1x2 appears twice"),
    ],
)
def test_each_error_names_its_field(text: str, message: str) -> None:
    with pytest.raises(BadPosition) as error:
        read(text)
    assert message in str(error.value)


def test_position_of_another_game_is_rejected() -> None:
    kotori = tefuda.load("kotori", players=2)
    other = tefuda.load("kotori", players=3).start(seed=1).position
    with pytest.raises(BadPosition, match="the position is for 3 players, the game for 2"):
        kotori.position(other)
    with pytest.raises(BadPosition, match="to_act is 7: not a seat, nor -1 for a finished game"):
        kotori.position("kotori | players 2 | to_act 7")
    with pytest.raises(BadPosition, match="pending is 1: no position lies in the middle of a decision"):
        kotori.position(kotori.start(seed=1).position + " | pending 1")
    with pytest.raises(BadPosition, match="there are 0 cards of value 1, not 1; there are 0 cards of value 2, not 2"):
        kotori.position("kotori | players 2 | top 8")
