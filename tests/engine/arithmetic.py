"""Generic text for the tests of the primitives: it calls each of them, and can be bound to a game in either build."""

from __future__ import annotations

from typing import Any

from tefuda.engine.primitives import (
    Ints,
    copy_row,
    high_bit,
    low_bit,
    mark_bits,
    mark_copies,
    mark_counts,
    mix,
    ones,
    rand_below,
)


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
