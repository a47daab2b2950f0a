"""The primitives for the compiled build: the same results as `primitives.py`, by machine arithmetic.

Only the compiled build imports this module; tests compare its results with the checked build.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.extending import intrinsic

GOLDEN, MIX1, MIX2 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
U1, U27, U29, U30, U31, U32 = (np.uint64(k) for k in (1, 27, 29, 30, 31, 32))
LOW32 = np.uint64(0xFFFFFFFF)
SPAN32 = np.uint64(1 << 32)
CACHE_LINE = 64  # bytes
LONG_RECORD = 512  # bytes: shorter records arrive in time without a prefetch
LONGEST_ROW = 1024  # bytes: prefetching longer rows delays the state that is prefetched with them
TO_WRITE, ALL_LEVELS, DATA = 1, 3, 1  # arguments of LLVM's prefetch


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


def _bits_as_cells(builder: Any, bits: Any, width: int) -> Any:
    """Return the lowest bits of an integer as a vector of bytes."""
    lowest = builder.trunc(bits, ir.IntType(width)) if width < 64 else bits
    return builder.zext(builder.bitcast(lowest, ir.VectorType(ir.IntType(1), width)), _bytes(width))


def _bytes(count: int) -> Any:
    return ir.VectorType(ir.IntType(8), count)


def _require_bytes(row: Any) -> None:
    """Raise TypingError, which stops the compilation, unless the cells of a row are bytes that lie side by side."""
    if row.dtype.bitwidth != 8 or row.layout != "C":
        raise TypingError(f"only cells of one byte, side by side, can be written several at once, not those of {row}")


def _store(context: Any, builder: Any, row: Any, cells: Any, first: Any, vector: Any) -> Any:
    """Write a vector of bytes into the cells of a row of bytes, from `first` on."""
    start = builder.gep(context.make_array(row)(context, builder, cells).data, [first])
    builder.store(vector, builder.bitcast(start, vector.type.as_pointer()), align=1)
    return context.get_dummy_value()


def _writer(width: int) -> Any:
    """Return write(cells, first, bits, more): cell first + k is bit k of one integer plus that of the other."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        cells, first, bits, more = args
        both = builder.add(_bits_as_cells(builder, bits, width), _bits_as_cells(builder, more, width))
        return _store(context, builder, sig.args[0], cells, first, both)

    @intrinsic  # type: ignore[untyped-decorator]  # numba ships no types
    def write(typingctx: Any, cells: Any, first: Any, bits: Any, more: Any) -> Any:
        _require_bytes(cells)
        return types.void(cells, types.int64, types.int64, types.int64), codegen

    return write


_write32, _write16, _write8, _write4 = _writer(32), _writer(16), _writer(8), _writer(4)


@intrinsic  # type: ignore[untyped-decorator]  # numba ships no types
def _write_counts(typingctx: Any, cells: Any, first: Any, word: Any) -> Any:
    """Write the lowest eight counts of four bits."""
    _require_bytes(cells)

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        cells, first, word = args
        pairs = builder.bitcast(builder.trunc(word, ir.IntType(32)), _bytes(4))
        low = builder.and_(pairs, ir.Constant(_bytes(4), [15] * 4))
        high = builder.lshr(pairs, ir.Constant(_bytes(4), [4] * 4))
        order = ir.Constant(ir.VectorType(ir.IntType(32), 8), [0, 4, 1, 5, 2, 6, 3, 7])
        return _store(context, builder, sig.args[0], cells, first, builder.shuffle_vector(low, high, order))

    return types.void(cells, types.int64, types.int64), codegen


def mark_bits(cells: Any, bits: Any) -> None:
    _mark(cells, 0, len(cells), bits, 0)


def mark_copies(cells: Any, first: Any, bits: Any, more: Any) -> None:
    _mark(cells, first, 63, bits, more)


def _mark(cells: Any, first: Any, count: Any, bits: Any, more: Any) -> None:
    # Several cells at once; `count` is a constant wherever this is inlined, so that no test of it is left.
    k = 0
    while count - k >= 32:
        _write32(cells, first + k, bits >> k, more >> k)
        k += 32
    if count - k >= 16:
        _write16(cells, first + k, bits >> k, more >> k)
        k += 16
    if count - k >= 8:
        _write8(cells, first + k, bits >> k, more >> k)
        k += 8
    if k < count and count >= 8 and count - k != 4:  # the last eight, some of them once more
        k = count - 8
        _write8(cells, first + k, bits >> k, more >> k)
        return
    if count - k >= 4:
        _write4(cells, first + k, bits >> k, more >> k)
        k += 4
    while k < count:
        cells[first + k] = (bits >> k & 1) + (more >> k & 1)
        k += 1


@intrinsic  # type: ignore[untyped-decorator]  # numba ships no types
def _move(typingctx: Any, target: Any, source: Any, count: Any) -> Any:
    _require_bytes(target)
    _require_bytes(source)

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        here, there = (
            context.make_array(row)(context, builder, cells).data
            for row, cells in zip(sig.args[:2], args[:2], strict=True)
        )
        cgutils.raw_memmove(builder, here, there, args[2], 1)
        return context.get_dummy_value()

    return types.void(target, source, types.int64), codegen


def copy_row(target: Any, source: Any) -> None:
    _move(target, source, min(len(target), len(source)))


def mark_counts(cells: Any, first: Any, count: Any, word: Any) -> None:
    k = 0
    while count - k >= 8:
        _write_counts(cells, first + k, word >> 4 * k)
        k += 8
    if count >= 8:
        if k < count:
            k = count - 8
            _write_counts(cells, first + k, word >> 4 * k)
        return
    while k < count:
        cells[first + k] = word >> 4 * k & 15
        k += 1


def _require_word(row: Any) -> Any:
    """Return a row as an integer type; raise TypingError unless it is a row of a record, of at most eight bytes."""
    shape: tuple[int, ...] = getattr(row, "shape", ())
    if len(shape) != 1 or shape[0] * row.dtype.bitwidth > 64:
        raise TypingError(f"only a row of at most eight bytes can be turned as one integer, not {row}")
    return ir.IntType(shape[0] * row.dtype.bitwidth)


@intrinsic  # type: ignore[untyped-decorator]  # numba ships no types
def _word(typingctx: Any, row: Any) -> Any:
    """Return a row of at most eight bytes as one integer, its first cell lowest."""
    kind = _require_word(row)

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        start = context.make_array(sig.args[0])(context, builder, args[0]).data
        word = builder.load(builder.bitcast(start, kind.as_pointer()), align=1)
        return builder.zext(word, ir.IntType(64)) if kind.width < 64 else word

    return types.uint64(row), codegen


@intrinsic  # type: ignore[untyped-decorator]  # numba ships no types
def _turned(typingctx: Any, row: Any, word: Any, viewer: Any, players: Any) -> Any:
    """Return a row by seats, given as an integer, from the viewer's cell on clockwise, and zeros after the players."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        _, seats, viewer, players = args
        whole = ir.IntType(64)
        cell = whole(sig.args[0].dtype.bitwidth)
        own = builder.select(builder.icmp_signed("<", viewer, whole(0)), whole(0), viewer)
        before, width = builder.mul(own, cell), builder.mul(players, cell)
        after = builder.and_(builder.sub(width, before), whole(63))  # 64 would be undefined; 0 gives the same
        turned = builder.or_(builder.lshr(seats, before), builder.shl(seats, after))
        return builder.and_(turned, builder.lshr(whole(-1), builder.sub(whole(64), width)))

    return types.uint64(row, types.uint64, types.int64, types.int64), codegen


@intrinsic  # type: ignore[untyped-decorator]  # numba ships no types
def _write_word(typingctx: Any, cells: Any, word: Any) -> Any:
    """Write an integer into a row of at most eight bytes, the lowest part into its first cell."""
    kind = _require_word(cells)

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        start = context.make_array(sig.args[0])(context, builder, args[0]).data
        word = builder.trunc(args[1], kind) if kind.width < 64 else args[1]
        builder.store(word, builder.bitcast(start, kind.as_pointer()), align=1)
        return context.get_dummy_value()

    return types.void(cells, types.uint64), codegen


def _seat_writer(mark: Any) -> Any:
    """Return write(cells, row, turned): cell [q, k] of a grid by seats is mark(cell q of a turned row, k), 0 or 1."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        grid, row, _ = sig.args
        bits, (seats, columns) = row.dtype.bitwidth, grid.shape
        count = seats * columns
        cell = ir.IntType(bits)
        values = builder.bitcast(args[2], ir.VectorType(cell, 64 // bits))
        seat_of_each = ir.Constant(ir.VectorType(ir.IntType(32), count), [at // columns for at in range(count)])
        spread = builder.shuffle_vector(values, ir.Constant(values.type, ir.Undefined), seat_of_each)
        marked = mark(builder, spread, ir.VectorType(cell, count), [at % columns for at in range(count)])
        start = context.make_array(grid)(context, builder, args[0]).data
        vector = builder.zext(marked, _bytes(count))
        builder.store(vector, builder.bitcast(start, vector.type.as_pointer()), align=1)
        return context.get_dummy_value()

    @intrinsic  # type: ignore[untyped-decorator]  # numba ships no types
    def write(typingctx: Any, cells: Any, row: Any, turned: Any) -> Any:
        _require_bytes(cells)
        _require_word(row)
        if cells.shape[0] != row.shape[0]:
            raise TypingError(f"{cells} and {row} are not by the same seats")
        return types.void(cells, row, types.uint64), codegen

    return write


def _is_value(builder: Any, cells: Any, kind: Any, columns: list[int]) -> Any:
    return builder.icmp_unsigned("==", cells, ir.Constant(kind, [1 + k for k in columns]))


def _has_bit(builder: Any, cells: Any, kind: Any, columns: list[int]) -> Any:
    found = builder.and_(cells, ir.Constant(kind, [1 << k for k in columns]))
    return builder.icmp_unsigned("!=", found, ir.Constant(kind, [0] * len(columns)))


_write_values, _write_sets = _seat_writer(_is_value), _seat_writer(_has_bit)


def mark_cell(cells: Any, at: Any) -> None:
    one = np.uint64(1) << np.uint64(8 * at & 63)
    _write_word(cells, one if at >= 0 else np.uint64(0))


def copy_seats(cells: Any, viewer: Any, row: Any, players: Any) -> None:
    _write_word(cells, _turned(row, _word(row), viewer, players))


def write_seats(cells: Any, viewer: Any, word: Any, players: Any) -> None:
    _write_word(cells, _turned(cells, word, viewer, players))


def mark_seat_values(cells: Any, viewer: Any, row: Any, players: Any) -> None:
    _write_values(cells, row, _turned(row, _word(row), viewer, players))


def mark_seat_sets(cells: Any, viewer: Any, row: Any, players: Any) -> None:
    _write_sets(cells, row, _turned(row, _word(row), viewer, players))


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


@intrinsic  # type: ignore[untyped-decorator]  # numba ships no types
def _zero(typingctx: Any, record: Any) -> Any:
    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        cgutils.memset(builder, args[0], context.get_constant(types.intp, sig.args[0].size), 0)
        return context.get_dummy_value()

    return types.void(record), codegen


def _prefetcher(longest: float) -> Any:
    """Return prefetch(record), which does nothing for records shorter than LONG_RECORD or longer than `longest`."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        number, size = ir.IntType(32), sig.args[0].size
        start = builder.bitcast(args[0], ir.IntType(8).as_pointer())
        kind = ir.FunctionType(ir.VoidType(), [start.type, number, number, number])
        prefetch = builder.module.declare_intrinsic("llvm.prefetch", [start.type], kind)
        for offset in range(0, size if LONG_RECORD <= size <= longest else 0, CACHE_LINE):
            line = builder.gep(start, [ir.Constant(ir.IntType(64), offset)])
            builder.call(prefetch, [line, number(TO_WRITE), number(ALL_LEVELS), number(DATA)])
        return context.get_dummy_value()

    @intrinsic  # type: ignore[untyped-decorator]  # numba ships no types
    def begin(typingctx: Any, record: Any) -> Any:
        return types.void(record), codegen

    return begin


_prefetch, _prefetch_row = _prefetcher(math.inf), _prefetcher(LONGEST_ROW)


def prefetch(states: Any, i: Any) -> None:
    _prefetch(states[i])


def prefetch_row(rows: Any, i: Any) -> None:
    _prefetch_row(rows[i])


def clear(record: Any) -> None:
    _zero(record)
