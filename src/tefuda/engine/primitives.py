"""The few engine primitives that rules may call, as plain Python.

Rules import them from here and therefore run as they stand.  The compiled build replaces them by twins with the same
results (`compiled.py`).  Nothing else of the engine is visible to a rules module.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tefuda.engine.record import GameState, Generator

Ints = MutableSequence[int]  # what `legal` fills
Floats = MutableSequence[float]  # what `result` fills

MASK = (1 << 64) - 1
GOLDEN, MIX1, MIX2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def rand_below(s: GameState | Generator, n: int) -> int:
    """A uniform integer in [0, n), 1 <= n < 2**31: the only source of chance.

    Without another source attached it is splitmix64 in `s.rng` with Lemire's rejection, so uniform for every n.
    """
    chance = s.__dict__.get("chance")
    if chance is not None:
        return int(chance.below(s, n))
    return fast_below(s, n)


def fast_below(s: GameState | Generator, n: int) -> int:
    """The fast source itself, whatever is attached to `s`."""
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
    """One step of a rolling hash over integers of 63 bits (a negative x counts modulo 2**64)."""
    z = (((h * MIX2) ^ (x + GOLDEN)) * MIX1) & MASK  # h is spread first: small h and x must not cancel out
    return (z ^ (z >> 29)) >> 1


def low_bit(x: int) -> int:
    """Index of the lowest set bit of x > 0."""
    if x <= 0:  # compiled, anything might come of it
        raise ValueError(f"low_bit of {x}")
    return (x & -x).bit_length() - 1


def high_bit(x: int) -> int:
    """Index of the highest set bit of x > 0."""
    if x <= 0:
        raise ValueError(f"high_bit of {x}")
    return x.bit_length() - 1


def ones(x: int) -> int:
    """Number of set bits of x >= 0."""
    return x.bit_count()


def emit(s: GameState, event: int, a: int = 0, b: int = 0, c: int = 0) -> None:
    """Report that `event` has just happened, once the record shows it.

    Where somebody listens, the report is kept together with a copy of the record at this moment; in the compiled build
    this is nothing at all.
    """
    heard = s.__dict__["heard"]
    if heard is not None:
        heard.append((event, a, b, c, s.copy()))


def at(states: Any, i: int) -> Any:
    """Element i of an array of records (generic text only)."""
    return states[i]


def copy(target: Any, i: int, source: Any, j: int) -> None:
    """target[i] = source[j] for arrays of records (generic text only)."""
    target[i].take(source[j])


def ints(count: int) -> Ints:
    """`count` integers, zeroed (generic text only: rules use scratch fields of their record)."""
    return [0] * count


def floats(count: int) -> Floats:
    """`count` floats, zeroed (generic text only)."""
    return [0.0] * count
