"""The checked record: nothing wraps, nothing counts from the end, and its bytes are those of the compiled one."""

from __future__ import annotations

import numpy as np
import pytest

from tefuda.engine.record import Cube, GameState, Generator, Grid, Record, Row, i8, i16, i32, i64, u64


class Board(GameState):
    small: int = i8()
    wide: int = i64()
    row: Row = i8(3)
    grid: Grid = i16(2, 3)
    cube: Cube = i32(2, 2, 2)
    one: Row = i8(1)


class Bits(Record):
    mask: int = u64()


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [("small", -(1 << 7), (1 << 7) - 1), ("wide", -(1 << 63), (1 << 63) - 1), ("rng", 0, (1 << 64) - 1)],
)
def test_field_store_is_range_checked(name: str, least: int, most: int) -> None:
    board = Board()
    for value in (least, most):
        setattr(board, name, value)
        assert getattr(board, name) == value
        assert Board.from_bytes(board.to_bytes()) == board
    for value in (least - 1, most + 1):
        with pytest.raises(OverflowError, match=f"{name} = {value} does not fit into {least}..{most}"):
            setattr(board, name, value)
    assert getattr(board, name) == most, "a refused store leaves the field alone"


def test_cell_store_is_range_checked() -> None:
    board = Board()
    board.grid[1, 2] = 32767
    board.cube[1, 1, 1] = -(1 << 31)
    for store in (
        lambda: board.grid.__setitem__((1, 2), 32768),
        lambda: board.row.__setitem__(0, -129),
        lambda: board.cube.__setitem__((0, 0, 0), 1 << 31),
        lambda: board.row.__setitem__(slice(None), 128),
    ):
        with pytest.raises(OverflowError):
            store()
    assert (board.grid[1, 2], board.cube[1, 1, 1]) == (32767, -(1 << 31))


@pytest.mark.parametrize("at", [-1, 3, 100])
def test_index_out_of_range_is_rejected(at: int) -> None:
    board = Board()
    for read in (
        lambda: board.row[at],
        lambda: board.grid[at],
        lambda: board.grid[0, at],
        lambda: board.grid[at, 0],
        lambda: board.cube[at],
        lambda: board.cube[0, 0, at],
        lambda: board.cube[0, at, 0],
        lambda: board.cube[at, 0, 0],
    ):
        with pytest.raises(IndexError, match="outside"):
            read()
    for store in (
        lambda: board.row.__setitem__(at, 1),
        lambda: board.grid.__setitem__((0, at), 1),
        lambda: board.grid.__setitem__((at, 0), 1),
        lambda: board.cube.__setitem__((0, 0, at), 1),
        lambda: board.cube.__setitem__((at, 0, 0), 1),
        lambda: board.cube[0].__setitem__((at, 0), 1),
    ):
        with pytest.raises(IndexError, match="outside"):
            store()
    assert board == Board()


def test_parts_of_arrays_share_their_cells() -> None:
    board = Board()
    row, inner = board.grid[1], board.cube[1][0]
    row[2] = 7
    inner[1] = 9
    assert (board.grid[1, 2], board.cube[1, 0, 1]) == (7, 9)
    assert list(row) == [0, 0, 7]
    assert sum(row) == 7
    assert len(board.cube) == len(board.cube[0]) == 2
    assert row == board.grid[1]
    assert row != board.grid[0]
    assert row != [0, 0, 7]
    assert repr(row) == "grid[1][0, 0, 7]"


def test_only_whole_arrays_are_filled() -> None:
    board = Board()
    board.row[:] = 4
    board.grid[0][:] = 2
    board.cube[1][:] = 3
    board.cube[0, 0, 0] = 1
    assert board.row.values() == [4, 4, 4]
    assert board.grid.values() == [2, 2, 2, 0, 0, 0]
    assert board.cube.values() == [1, 0, 0, 0, 3, 3, 3, 3]
    board.grid[:] = 5
    board.cube[:] = 6
    assert set(board.grid.values()) | set(board.cube.values()) == {5, 6}
    for part in (slice(1, 2), slice(0, 3), slice(None, None, 2)):
        with pytest.raises(IndexError, match=r"only the whole part can be filled, write row\[:\] = value"):
            board.row[part] = 1


def test_undeclared_fields_are_rejected() -> None:
    board = Board()
    with pytest.raises(AttributeError, match="no single field 'smal' to set"):
        board.smal = 1
    with pytest.raises(AttributeError, match="no single field 'row' to set"):
        board.row = [1, 2, 3]
    with pytest.raises(TypeError, match=r"Flat\.bad: a field has 0 to 3 dimensions of at least 1, not \(0,\)"):
        type("Flat", (Record,), {"bad": i8(0)})
    with pytest.raises(TypeError, match=r"not \(1, 1, 1, 1\)"):
        type("Deep", (Record,), {"bad": i8(1, 1, 1, 1)})


@pytest.mark.parametrize(
    ("base", "name"), [(Record, "store"), (Record, "fields"), (GameState, "to_act"), (GameState, "events")]
)
def test_field_named_like_an_attribute_of_the_base_is_rejected(base: type[Record], name: str) -> None:
    with pytest.raises(
        TypeError, match=rf"Taken\.{name}: {name} is taken by the base class; give the field another name"
    ):
        type("Taken", (base,), {name: i8(2)})


def test_subclass_starts_with_base_fields() -> None:
    assert list(Board.fields)[:4] == ["rng", "to_act", "players", "pending"]
    assert Board.dtype.names is not None
    assert list(Board.dtype.names) == list(Board.fields)
    assert "small" not in GameState.fields


def test_assign_names_the_error() -> None:
    board = Board()
    board.assign("grid", [1, 2, 3, 4, 5, 6])
    board.assign("small", -3)
    assert (board.grid.values(), board.small) == ([1, 2, 3, 4, 5, 6], -3)
    with pytest.raises(KeyError, match="no field 'tiny'; it has rng, to_act"):
        board.assign("tiny", 1)
    with pytest.raises(TypeError, match="small is a single integer"):
        board.assign("small", [1])
    for value in (1, [1, 2], [1, 2, 3, 4]):
        with pytest.raises(ValueError, match="row takes 3 integers"):
            board.assign("row", value)
    with pytest.raises(OverflowError):
        board.assign("row", [1, 2, 300])


def test_copies_are_deep_without_source_and_listener() -> None:
    board = Board()
    board.listen("source", [])
    board.grid[0, 0] = 1
    copied = board.copy()
    copied.grid[0, 0] = 2
    copied.small = 3
    assert (board.grid[0, 0], board.small) == (1, 0)
    assert (copied.__dict__["chance"], copied.__dict__["events"]) == (None, None)
    other = Board()
    other.take(copied)
    assert other == copied
    other.grid[0, 0] = 5
    assert copied.grid[0, 0] == 2


def test_a_copy_keeps_its_cells_before_they_are_read() -> None:
    board = Board()
    board.grid[0, 0] = board.row[1] = 1
    copied, part = board.copy(), board.grid[0]
    part[0] = board.row[1] = 2
    assert (copied.grid[0, 0], copied.row.values()) == (1, [0, 1, 0])
    assert (copied.copy().grid[0, 0], board.copy().grid[0, 0]) == (1, 2)


def test_equality_compares_class_and_content() -> None:
    assert Board() == Board()
    other = Board()
    other.cube[1, 1, 1] = 1
    assert other != Board()
    assert Bits() != Generator()
    assert Bits() != "Bits()"
    with pytest.raises(TypeError, match="unhashable"):
        hash(Board())
    with pytest.raises(TypeError, match="unhashable"):
        hash(Board().row)


def test_bytes_match_the_dtype() -> None:
    board = Board()
    board.assign("cube", range(8))
    board.rng, board.small, board.wide = (1 << 64) - 1, -1, -(1 << 62)
    array = np.frombuffer(board.to_bytes(), Board.dtype)
    assert array["cube"].tolist() == [[[[0, 1], [2, 3]], [[4, 5], [6, 7]]]]
    assert (int(array["rng"][0]), int(array["wide"][0])) == ((1 << 64) - 1, -(1 << 62))
    assert Board.from_bytes(board.to_bytes()) == board
    for data in (b"", board.to_bytes() + b"\0", board.to_bytes()[1:]):
        with pytest.raises(ValueError, match=f"Board takes {Board.dtype.itemsize} bytes, not {len(data)}"):
            Board.from_bytes(data)


def test_repr_shows_nonzero_fields() -> None:
    board = Board()
    assert repr(board) == "Board()"
    board.small = 2
    board.grid[0, 1] = 3
    assert repr(board) == "Board(small=2, grid=[0, 3, 0, 0, 0, 0])"
