"""Generic text for the tests of the primitives: it calls each of them, and can be bound to a game in either build."""

from __future__ import annotations

from typing import Any

from tefuda.engine.primitives import Ints, high_bit, low_bit, mix, ones, rand_below


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
