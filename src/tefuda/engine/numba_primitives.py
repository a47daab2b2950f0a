"""The primitives for the compiled build: the same results as `primitives.py`, by machine arithmetic.

Only the compiled build imports this module; tests compare its results with the checked build.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

GOLDEN, MIX1, MIX2 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
U1, U27, U29, U30, U31, U32 = (np.uint64(k) for k in (1, 27, 29, 30, 31, 32))
LOW32 = np.uint64(0xFFFFFFFF)
SPAN32 = np.uint64(1 << 32)


def _next64(s: Any) -> Any:
    x = s.rng + GOLDEN
    s.rng = x
    x = (x ^ (x >> U30)) * MIX1
    x = (x ^ (x >> U27)) * MIX2
    return x ^ (x >> U31)


def rand_below(s: Any, n: Any) -> Any:
    span = np.uint64(n)
    product = (_next64(s) >> U32) * span
    if product & LOW32 < span:
        threshold = (SPAN32 - span) % span
        while product & LOW32 < threshold:
            product = (_next64(s) >> U32) * span
    return np.int64(product >> U32)


def mix(h: Any, x: Any) -> Any:
    z = ((np.uint64(h) * MIX2) ^ (np.uint64(x) + GOLDEN)) * MIX1
    return np.int64((z ^ (z >> U29)) >> U1)


@intrinsic  # type: ignore[untyped-decorator]  # numba ships no types
def _cttz(typingctx: Any, x: Any) -> Any:
    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), codegen


@intrinsic  # type: ignore[untyped-decorator]  # numba ships no types
def _ctlz(typingctx: Any, x: Any) -> Any:
    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), codegen


@intrinsic  # type: ignore[untyped-decorator]  # numba ships no types
def _ctpop(typingctx: Any, x: Any) -> Any:
    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), codegen


def low_bit(x: Any) -> Any:
    return _cttz(x)


def high_bit(x: Any) -> Any:
    return 63 - _ctlz(x)


def ones(x: Any) -> Any:
    return _ctpop(x)


def mark_bits(cells: Any, bits: Any) -> None:
    for k in range(len(cells)):  # without a branch, so that several are written at once
        cells[k] = bits >> k & 1


def emit(s: Any, event: Any, a: Any = 0, b: Any = 0, c: Any = 0) -> None:
    pass


def at(states: Any, i: Any) -> Any:
    return states[i]


def copy(target: Any, i: Any, source: Any, j: Any) -> None:
    target[i] = source[j]


def ints(count: Any) -> Any:
    return np.zeros(count, np.int64)


def floats(count: Any) -> Any:
    return np.zeros(count, np.float64)
