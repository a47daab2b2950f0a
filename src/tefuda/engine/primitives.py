"""The engine primitives that rules call, as plain Python.

Rules import them from here.  The compiled build replaces them by `numba_primitives.py`, which gives the same results.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tefuda.engine.record import GameState, Generator, Grid, Row

Ints = MutableSequence[int]  # what `legal` fills
Floats = MutableSequence[float]  # what `result` fills

MASK = (1 << 64) - 1
GOLDEN, MIX1, MIX2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def rand_below(s: GameState | Generator, n: int) -> int:
    """Return a uniform integer in [0, n), 1 <= n < 2**31: the only source of chance.

    The default source is splitmix64 in `s.rng` with Lemire's rejection, which is uniform for every n.
    """
    chance = s.__dict__.get("chance")
    if chance is not None:
        return int(chance.below(s, n))
    return fast_below(s, n)


def fast_below(s: GameState | Generator, n: int) -> int:
    """Draw from the generator in `s.rng`, ignoring an attached source; raises ValueError for n out of range."""
    if not 1 <= n < 1 << 31:
        raise ValueError(f"rand_below takes 1 <= n < 2**31, not {n}")
    product = (_next64(s) >> 32) * n
    if product & 0xFFFFFFFF < n:
        threshold = ((1 << 32) - n) % n
        while product & 0xFFFFFFFF < threshold:
            product = (_next64(s) >> 32) * n
    return product >> 32


def _next64(s: GameState | Generator) -> int:
    x = (s.rng + GOLDEN) & MASK
    s.rng = x
    x = ((x ^ (x >> 30)) * MIX1) & MASK
    x = ((x ^ (x >> 27)) * MIX2) & MASK
    return x ^ (x >> 31)


def mix(h: int, x: int) -> int:
    """Return one step of a rolling 63-bit hash (a negative x counts modulo 2**64)."""
    z = (((h * MIX2) ^ (x + GOLDEN)) * MIX1) & MASK  # multiply h first, so that small h and x do not cancel out
    return (z ^ (z >> 29)) >> 1


def low_bit(x: int) -> int:
    """Return the index of the lowest set bit of x > 0."""
    if x <= 0:  # undefined when compiled
        raise ValueError(f"low_bit of {x}")
    return (x & -x).bit_length() - 1


def high_bit(x: int) -> int:
    """Return the index of the highest set bit of x > 0."""
    if x <= 0:
        raise ValueError(f"high_bit of {x}")
    return x.bit_length() - 1


def ones(x: int) -> int:
    """Return the number of set bits of x >= 0."""
    return x.bit_count()


def mark_bits(cells: Row, bits: int) -> None:
    """Write bit k of bits >= 0 into cell k of a row of bytes, for each of its cells.

    Only for rows that are mostly read: the compiled build writes all cells, several at once.
    """
    cells[:] = 0
    while bits != 0:
        cells[low_bit(bits)] = 1
        bits &= bits - 1


def mark_copies(cells: Row, first: int, bits: int, more: int) -> None:
    """Write bit k of bits >= 0 plus bit k of more >= 0 into cell first + k of a row of bytes, for k < 63."""
    for k in range(63):
        cells[first + k] = (bits >> k & 1) + (more >> k & 1)


def copy_row(target: Row, source: Row) -> None:
    """Copy a row of bytes into another of the same length, at once."""
    for k in range(len(source)):
        target[k] = source[k]


def mark_counts(cells: Row, first: int, count: int, word: int) -> None:
    """Write the first `count` (to 16) counts of four bits in a word into the cells from `first` on of a row of bytes.

    Bits 4 k to 4 k + 3 go to cell first + k.
    """
    for k in range(count):
        cells[first + k] = word >> 4 * k & 15


def mark_cell(cells: Row, at: int) -> None:
    """Write 1 into one cell of a row of at most eight bytes and 0 into all others; into all of them for -1."""
    cells[:] = 0
    if at >= 0:
        cells[at] = 1


def copy_seats(cells: Row, viewer: int, row: Row, players: int) -> None:
    """Copy a row by seats, of at most eight bytes, into one that counts from the viewer's (< 0: from seat 0).

    Like the next three it writes all cells, at once in the compiled build: 0 into those after the last player's.
    """
    cells[:] = 0
    for seat in range(players):
        cells[(seat - max(viewer, 0)) % players] = row[seat]


def write_seats(cells: Row, viewer: int, word: int, players: int) -> None:
    """Write likewise numbers of seven bits, that of seat p from bit 8 p on, into a row of at most seven bytes."""
    cells[:] = 0
    for seat in range(players):
        cells[(seat - max(viewer, 0)) % players] = word >> 8 * seat & 127


def mark_seat_values(cells: Grid, viewer: int, row: Row, players: int) -> None:
    """Write 1 into cell value - 1 of each seat's row of bytes and 0 into the others; into all of them for 0."""
    cells[:] = 0
    for seat in range(players):
        if row[seat] > 0:
            cells[(seat - max(viewer, 0)) % players, row[seat] - 1] = 1


def mark_seat_sets(cells: Grid, viewer: int, row: Row, players: int) -> None:
    """Write bit k of each seat's bits into cell k of its row of bytes."""
    cells[:] = 0
    for seat in range(players):
        mark_bits(cells[(seat - max(viewer, 0)) % players], row[seat])


def emit(s: GameState, event: int, a: int = 0, b: int = 0, c: int = 0) -> None:
    """Report an event; call it after the record shows what happened.

    If a listener is attached, it receives the event with a copy of the record.  The compiled build does nothing.
    """
    events = s.__dict__["events"]
    if events is not None:
        events.append((event, a, b, c, s.copy()))


def at(states: Any, i: int) -> Any:
    """Return element i of an array of records (generic modules only)."""
    return states[i]


def copy(target: Any, i: int, source: Any, j: int) -> None:
    """Set target[i] = source[j] for arrays of records (generic modules only)."""
    target[i].take(source[j])


def ints(count: int) -> Ints:
    """Return `count` zeroed integers (generic modules only: rules use scratch fields of their record)."""
    return [0] * count


def floats(count: int) -> Floats:
    """Return `count` zeroed floats (generic modules only)."""
    return [0.0] * count


def prefetch(states: Any, i: int) -> None:
    """Begin to load element i into the processor's cache, for a change that follows soon (generic modules only)."""


def prefetch_row(rows: Any, i: int) -> None:
    """Begin to load element i, which is only written and so may come late (generic modules only)."""


def clear(record: Any) -> None:
    """Set a record to zero."""
    record.take(type(record)())
