"""Generic text for the tests of the primitives: it calls each of them, and can be bound to a game in either build."""

from __future__ import annotations

from typing import Any

from tefuda.engine.primitives import (
    Ints,
    at,
    copy_row,
    copy_seats,
    high_bit,
    low_bit,
    mark_bits,
    mark_cell,
    mark_copies,
    mark_counts,
    mark_seat_sets,
    mark_seat_values,
    mix,
    ones,
    rand_below,
    write_seats,
)
from tefuda.engine.record import Grid, Record, Row, i8, i16


class Seats(Record):
    """Rows by seats, and as a viewer counts them; `guard` lies between what is written."""

    small: Row = i8(5)
    large: Row = i16(4)
    small_copied: Row = i8(5)
    guard: Row = i8(9)
    small_written: Row = i8(5)
    single: Row = i8(7)
    guard_1: Row = i8(9)
    small_values: Grid = i8(5, 7)
    guard_2: Row = i8(9)
    small_sets: Grid = i8(5, 3)
    guard_3: Row = i8(9)
    large_copied: Row = i16(4)
    large_sets: Grid = i8(4, 11)
    guard_4: Row = i8(9)
    longer: Row = i16(5)


def draws(rngs: Any, n: int, out: Ints) -> None:
    """Fill `out` with draws below n."""
    for i in range(len(out)):
        out[i] = rand_below(rngs[0], n)


def bits(x: int) -> int:
    """Lowest, highest and number of set bits, in one integer."""
    return low_bit(x) + 64 * high_bit(x) + 4096 * ones(x)


def hashed(h: int, x: int) -> int:
    """One step of the hash."""
    return mix(h, x)


def bits_written(cells: Any, bits: int) -> None:
    """Write bits into all cells."""
    mark_bits(cells, bits)


def copies_written(cells: Any, bits: int, more: int) -> None:
    """Write how often each bit is set, from the third cell on."""
    mark_copies(cells, 2, bits, more)


def counts_written(cells: Any, count: int, word: int) -> None:
    """Write counts, from the third cell on."""
    mark_counts(cells, 2, count, word)


def row_copied(target: Any, source: Any) -> None:
    """Copy a row."""
    copy_row(target, source)


def small_seats_written(records: Any, viewer: int, players: int) -> None:
    """Write the rows of up to five seats, in bytes."""
    seats = at(records, 0)
    copy_seats(seats.small_copied, viewer, seats.small, players)
    word = 0
    for p in range(players):
        word |= seats.small[p] << 8 * p
    write_seats(seats.small_written, viewer, word, players)
    mark_cell(seats.single, viewer)
    mark_seat_values(seats.small_values, viewer, seats.small, players)
    mark_seat_sets(seats.small_sets, viewer, seats.small, players)


def large_seats_written(records: Any, viewer: int, players: int) -> None:
    """Write the rows of up to four seats, in two bytes each."""
    seats = at(records, 0)
    copy_seats(seats.large_copied, viewer, seats.large, players)
    mark_seat_sets(seats.large_sets, viewer, seats.large, players)


def longer_row_copied(records: Any, viewer: int, players: int) -> None:
    """Copy a row that no integer holds."""
    copy_seats(at(records, 0).longer, viewer, at(records, 0).longer, players)
