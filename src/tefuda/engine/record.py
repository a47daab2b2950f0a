"""Fixed-size records of integers, which hold a game's whole state.

A rules module declares its record once, as a class::

    class State(GameState):
        dealer: int = i8()                   # seat that leads the round
        bids: Grid = i8(MAX_PLAYERS, RANKS)  # copies of each rank before each player

The class itself is the *checked* record: stores and indices are range-checked, nothing wraps, and negative indices are
errors.  Its `dtype` is the same record in NumPy's layout, which only the compiled build uses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar, overload

import numpy as np
from numpy.typing import NDArray


class Field(NamedTuple):
    """One declared field: NumPy kind (`i1`, `u8`, ...) and shape (`()` for a single integer)."""

    kind: str
    shape: tuple[int, ...]


# The declarators return Any so that `dealer: int = i8()` and `bids: Grid = i8(4, 11)` both type-check.
def i8(*shape: int) -> Any:
    """A field of signed 8-bit integers (-128 to 127)."""
    return Field("i1", shape)


def i16(*shape: int) -> Any:
    """A field of signed 16-bit integers (-32768 to 32767)."""
    return Field("i2", shape)


def i32(*shape: int) -> Any:
    """A field of signed 32-bit integers."""
    return Field("i4", shape)


def i64(*shape: int) -> Any:
    """A field of signed 64-bit integers."""
    return Field("i8", shape)


def u64(*shape: int) -> Any:
    """A field of unsigned 64-bit integers; for generators only: compiled rules must not mix it with signed ones."""
    return Field("u8", shape)


class _Layout:
    """Name, shape and limits of an array and its place in a record: the same in all records of a class."""

    __slots__ = ("_parts", "hi", "lo", "name", "positions", "shape", "start")

    def __init__(self, name: str, shape: tuple[int, ...], lo: int, hi: int, start: int) -> None:
        self.name, self.shape, self.lo, self.hi, self.start = name, shape, lo, hi, start
        indices = product(*map(range, shape))
        # The position in `flat` of every cell, by its index: an integer or a tuple of several.
        self.positions: dict[Any, int] = {
            at if len(at) > 1 else at[0]: position for position, at in enumerate(indices, start)
        }
        self._parts: dict[int, _Layout] = {}

    def part(self, at: Any) -> _Layout:
        """Return the layout of the part at an index of the first dimension."""
        part = self._parts.get(at)
        if part is None:
            inner = self.shape[1:]
            if not inner or isinstance(at, tuple) or not 0 <= at < self.shape[0]:
                raise self.outside(at)
            part = _Layout(f"{self.name}[{at}]", inner, self.lo, self.hi, self.start + at * prod(inner))
            self._parts[at] = part
        return part

    def outside(self, at: object) -> IndexError:
        return IndexError(f"{self.name}[{at}] is outside {self.shape}")

    def misfit(self, value: int) -> OverflowError:
        return OverflowError(f"{self.name} = {value} does not fit into {self.lo}..{self.hi}")


Item = TypeVar("Item")


class Array(Generic[Item]):
    """An array field of a record, or a part of one, with every index and store checked.

    A full index (`row[r]`, `grid[p, r]`) is a cell; `grid[p]` is a part that shares the cells and can be passed on.
    `flat` holds the cells of the whole record, first index slowest.
    """

    __slots__ = ("_layout", "_parts", "_positions", "flat")

    def __init__(self, layout: _Layout, flat: list[int]) -> None:
        self._layout, self._positions, self.flat = layout, layout.positions, flat
        self._parts: dict[Any, Array[Any]] = {}  # created on demand: rules use the same ones repeatedly

    def __len__(self) -> int:
        return self._layout.shape[0]

    @overload
    def __getitem__(self, at: int) -> Item: ...
    @overload
    def __getitem__(self, at: tuple[int, ...]) -> int: ...
    def __getitem__(self, at: int | tuple[int, ...]) -> Any:
        position = self._positions.get(at)  # one look-up: the hash of a tuple is not kept
        if position is not None:
            return self.flat[position]
        part = self._parts.get(at)
        if part is None:
            part = self._parts[at] = Array(self._layout.part(at), self.flat)
        return part

    def __setitem__(self, at: int | tuple[int, ...] | slice, value: int) -> None:
        layout = self._layout
        try:
            position = self._positions[at]
        except (KeyError, TypeError):  # slices can be hashed from Python 3.12 on
            if not isinstance(at, slice):
                raise layout.outside(at) from None
            self._fill(at, value)
            return
        if not layout.lo <= value <= layout.hi:
            raise layout.misfit(value)
        self.flat[position] = int(value)

    def _fill(self, part: object, value: int) -> None:
        layout = self._layout
        if part != slice(None):
            raise IndexError(f"{layout.name}: only the whole part can be filled, write {layout.name}[:] = value")
        if not layout.lo <= value <= layout.hi:
            raise layout.misfit(value)
        size = len(self._positions)
        self.flat[layout.start : layout.start + size] = [int(value)] * size

    def assign(self, values: Sequence[int]) -> None:
        """Set all cells from a flat sequence of equal length; OverflowError if a value does not fit."""
        layout = self._layout
        for value in values:
            if not layout.lo <= value <= layout.hi:
                raise layout.misfit(value)
        self.flat[layout.start : layout.start + len(self._positions)] = map(int, values)

    def values(self) -> list[int]:
        """Return the cells as a flat list, first index slowest."""
        start = self._layout.start
        return self.flat[start : start + len(self._positions)]

    def __iter__(self) -> Iterator[Item]:
        shape = self._layout.shape
        cells: list[Any] = self.values() if len(shape) == 1 else [self[at] for at in range(shape[0])]
        return iter(cells)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Array) and self._layout.shape == other._layout.shape and self.values() == other.values()
        )

    __hash__ = None  # type: ignore[assignment]  # mutable, like a list

    def __repr__(self) -> str:
        return f"{self._layout.name}{self.values()}"


Row = Array[int]  # one dimension
Grid = Array[Row]  # two
Cube = Array[Grid]  # three


class _ArrayField:
    """Attribute of a record that makes an array on first access: most copies never use most of their arrays.

    The array then replaces this attribute in the record, so that later accesses are direct.
    """

    def __init__(self, layout: _Layout) -> None:
        self._name, self._layout = layout.name, layout

    def __get__(self, record: Record, owner: type[Record]) -> Array[Any]:
        put = record.__dict__
        array: Array[Any] = Array(self._layout, put["_cells"])
        put["_made"].append(self._name)
        put[self._name] = array
        return array


class Record:
    """Base class of declared records.  `Declared()` is a zeroed checked record."""

    dtype: ClassVar[np.dtype[np.void]]
    fields: ClassVar[dict[str, Field]] = {}
    _limits: ClassVar[dict[str, tuple[int, int]]] = {}
    _slices: ClassVar[dict[str, slice]] = {}  # where each array lies in `_cells`
    _singles: ClassVar[dict[str, int]] = {}  # all single fields, each 0
    _size: ClassVar[int] = 0  # of `_cells`
    _cells: list[int]  # of all arrays, so that a copy of the record copies one list
    _made: list[str]  # the arrays that were read so far

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        own = {name: value for name, value in vars(cls).items() if isinstance(value, Field)}
        for name, field in own.items():
            if any(name in vars(base) or name in base.__annotations__ for base in cls.__mro__[1:-1]):
                raise TypeError(
                    f"{cls.__name__}.{name}: {name} is taken by the base class; give the field another name"
                )
            if len(field.shape) > 3 or any(extent < 1 for extent in field.shape):
                raise TypeError(
                    f"{cls.__name__}.{name}: a field has 0 to 3 dimensions of at least 1, not {field.shape}"
                )
            delattr(cls, name)
        cls.fields = {**cls.fields, **own}
        cls._slices, cells = {}, 0
        cls._limits = {}
        for name, field in cls.fields.items():
            info = np.iinfo(field.kind)
            cls._limits[name] = (int(info.min), int(info.max))
            if field.shape:
                setattr(cls, name, _ArrayField(_Layout(name, field.shape, *cls._limits[name], cells)))
                cls._slices[name] = slice(cells, cells := cells + prod(field.shape))
        cls._singles = {name: 0 for name, field in cls.fields.items() if not field.shape}
        cls._size = cells
        cls.dtype = np.dtype(
            [(n, f.kind, f.shape) if f.shape else (n, f.kind) for n, f in cls.fields.items()], align=True
        )

    def __init__(self) -> None:
        put = self.__dict__
        put.update(self._singles)
        put["_cells"], put["_made"] = [0] * self._size, []

    def __setattr__(self, name: str, value: Any) -> None:
        limits = self._limits.get(name)
        if limits is None or name in self._slices:
            raise AttributeError(f"{type(self).__name__} has no single field {name!r} to set")
        lo, hi = limits
        if not lo <= value <= hi:
            raise OverflowError(f"{name} = {value} does not fit into {lo}..{hi}")
        self.__dict__[name] = int(value)

    def copy(self) -> Self:
        """Return a deep copy."""
        other = type(self).__new__(type(self))
        put = other.__dict__
        put.update(self.__dict__)
        for name in self._made:
            del put[name]  # an array of this record
        put["_cells"], put["_made"] = self._cells.copy(), []
        return other

    def take(self, other: Record) -> None:
        """Overwrite every field with those of `other`, a record of the same class."""
        for name in self.fields:
            if name not in self._slices:
                self.__dict__[name] = other.__dict__[name]
        self._cells[:] = other._cells

    def values(self) -> dict[str, int | list[int]]:
        """Return every field by name; arrays as flat lists."""
        cells, parts = self._cells, self._slices
        return {name: cells[parts[name]] if name in parts else self.__dict__[name] for name in self.fields}

    def assign(self, name: str, value: int | Sequence[int]) -> None:
        """Set one field by name from an integer or a flat sequence; raises on a wrong name, type, length or range."""
        if name not in self.fields:
            raise KeyError(f"{type(self).__name__} has no field {name!r}; it has {', '.join(self.fields)}")
        if name not in self._slices:
            if not isinstance(value, int):
                raise TypeError(f"{name} is a single integer")
            setattr(self, name, value)
            return
        cells: Array[Any] = getattr(self, name)
        size = len(cells.values())
        if isinstance(value, int) or len(value) != size:
            raise ValueError(f"{name} takes {size} integers")
        cells.assign(value)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.values() == other.values()

    __hash__ = None  # type: ignore[assignment]  # mutable

    def store(self, array: NDArray[np.void], at: int) -> None:
        """Write the fields into element `at` of an array whose dtype holds (at least) them."""
        for name, field in self.fields.items():
            if field.shape:
                array[name][at] = np.array(self._cells[self._slices[name]], field.kind).reshape(field.shape)
            else:
                array[name][at] = self.__dict__[name]

    def load(self, array: NDArray[np.void], at: int) -> None:
        """Read the fields from element `at` of such an array."""
        for name, field in self.fields.items():
            value = array[name][at]
            if field.shape:
                self._cells[self._slices[name]] = value.ravel().tolist()
            else:
                self.__dict__[name] = int(value)

    def to_bytes(self) -> bytes:
        """Return the record as the bytes of its dtype, to send to another process."""
        array = np.zeros(1, self.dtype)
        self.store(array, 0)
        return array.tobytes()

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Inverse of `to_bytes`; raises ValueError for a wrong length."""
        if len(data) != cls.dtype.itemsize:
            raise ValueError(f"{cls.__name__} takes {cls.dtype.itemsize} bytes, not {len(data)}")
        record = cls()
        if data:  # else it has no fields, like the card tables of a game without a card file
            record.load(np.frombuffer(data, cls.dtype), 0)
        return record

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        return type(self).from_bytes, (self.to_bytes(),)

    def __repr__(self) -> str:
        values = self.values().items()
        shown = (f"{name}={value}" for name, value in values if (any(value) if isinstance(value, list) else value))
        return f"{type(self).__name__}({', '.join(shown)})"


R = TypeVar("R", bound=Record)


class Identity(Generic[R]):
    """A record that never changes, such as the tables of a card file, in the key of a cache: compared by identity."""

    __slots__ = ("record",)

    def __init__(self, record: R) -> None:
        self.record = record

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Identity) and other.record is self.record

    def __hash__(self) -> int:
        return id(self.record)


class GameState(Record):
    """The first fields of every game's record; the engine reads only these.

    A checked state also carries two attributes that are never copied, stored or shown: `chance`, the source of its
    random outcomes (None: the generator in `rng`), and `events`, the list that `emit` appends to (None: no listener).
    """

    rng: int = u64()  # generator of the default chance source; 0 with another source
    to_act: int = i8()  # seat that decides, 0..players-1; -1 when the game is over
    players: int = i8()  # seats in play
    pending: int = i8()  # 1 while the seat to act must still complete a compound decision
    chance: Any  # not a field, nor is `events`
    events: list[Any] | None

    def __init__(self) -> None:
        super().__init__()
        self.__dict__["chance"] = None
        self.__dict__["events"] = None

    def copy(self) -> Self:
        other = super().copy()
        other.__dict__["chance"] = None
        other.__dict__["events"] = None
        return other

    def listen(self, chance: object, events: list[Any] | None) -> None:
        """Attach a chance source and a list for events (either may be None)."""
        self.__dict__["chance"] = chance
        self.__dict__["events"] = events


class Generator(Record):
    """A stand-alone generator for policies and searches, separate from the one in a game's record.

    Its first field differs from a game record's, because Numba treats a record as a subtype of its prefix.
    """

    policy: int = u64()
    rng: int = u64()
