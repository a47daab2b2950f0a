"""Positions as text: every field of a record, with an exact round trip.

    kotori | to_act 1 | players 3 | dealer 2 | top 8 | left 49 | bids - / 6 7 9 / 8 10 | ...

Zero fields are omitted, and so is the generator `rng`: draws after a position are not part of it.  A game's views may
name a form for a field that packs small numbers into one integer:

- `bits`: the numbers of the set bits (`6 7 9`);
- `digits`: the 4-bit digits, oldest first (`8 10`);
- `counts`: the 4-bit counts, as `copies x number` (`1x1 3x7`).

Cells of a packed array are separated by ` / `, and so are the rows of a plain two- or three-dimensional one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from tefuda.engine.arguments import integer
from tefuda.engine.errors import BadPosition
from tefuda.engine.record import Field, GameState

HIDDEN = ("rng",)


class Form(NamedTuple):
    """Writer and parser of a packed integer."""

    write: Callable[[int], str]
    read: Callable[[str], int]


def _write_bits(value: int) -> str:
    bits = []
    while value:
        bits.append(str((value & -value).bit_length() - 1))
        value &= value - 1
    return " ".join(bits) or "-"


def _read_bits(text: str) -> int:
    value = 0
    for bit in map(integer, text.split()):
        if not 0 <= bit <= 62 or value >> bit & 1:
            raise ValueError(f"{bit} appears twice or is not 0 to 62")
        value |= 1 << bit
    return value


def _write_digits(value: int) -> str:
    digits = []
    while value:
        digits.append(str(value & 15))
        value >>= 4
    return " ".join(reversed(digits)) or "-"


def _read_digits(text: str) -> int:
    value = 0
    digits = [integer(word) for word in text.split()]
    if len(digits) > 15:
        raise ValueError("at most 15 numbers")
    for digit in digits:
        if not 1 <= digit <= 15:
            raise ValueError(f"{digit} is not a number from 1 to 15")
        value = value << 4 | digit
    return value


def _write_counts(value: int) -> str:
    return " ".join(f"{value >> 4 * n & 15}x{n}" for n in range(15) if value >> 4 * n & 15) or "-"


def _read_counts(text: str) -> int:
    value = 0
    for word in text.split():
        match = re.fullmatch(r"(\d+)x(\d+)", word)
        if not match or not 1 <= int(match[1]) <= 15 or int(match[2]) > 14 or value >> 4 * int(match[2]) & 15:
            raise ValueError(f"{word} is not of the form 3x7 with at most 15 copies, or {word} appears twice")
        value |= int(match[1]) << 4 * int(match[2])
    return value


FORMS = {
    "bits": Form(_write_bits, _read_bits),
    "digits": Form(_write_digits, _read_digits),
    "counts": Form(_write_counts, _read_counts),
}


def write_position(slug: str, state: GameState, forms: Mapping[str, str]) -> str:
    """Return the position as one line; `forms` maps field names to the forms above."""
    parts, values = [slug], state.values()
    for name, field in state.fields.items():
        value = values[name]
        if name in HIDDEN or not (value if isinstance(value, int) else any(value)):
            continue
        parts.append(f"{name} {_write_field(value, field, forms.get(name))}")
    return " | ".join(parts)


def _write_field(value: int | list[int], field: Field, form: str | None) -> str:
    cells = [value] if isinstance(value, int) else value
    if form is not None:
        return " / ".join(FORMS[form].write(cell) for cell in cells)
    width = field.shape[-1] if len(field.shape) > 1 else len(cells)
    rows = [cells[at : at + width] for at in range(0, len(cells), width)]
    return " / ".join(" ".join(map(str, row)) for row in rows)


def read_position(text: str, slug: str, state: GameState, forms: Mapping[str, str]) -> None:
    """Fill a zeroed record from a position text; raises BadPosition naming the field and what would be right."""
    if not isinstance(text, str):
        raise BadPosition(f"a position is a text, as state.position returns it, not {text!r}")
    head, *parts = (part.strip() for part in text.strip().split("|"))
    if head != slug:
        raise BadPosition(f"this is a position of {head!r}, not of {slug!r}")
    known = [field for field in state.fields if field not in HIDDEN]
    seen: set[str] = set()
    for part in parts:
        name, _, rest = part.partition(" ")
        if name not in known:
            raise BadPosition(f"no field {name!r}; a position of {slug} has {', '.join(known)}")
        if name in seen:
            raise BadPosition(f"field {name!r} appears twice")
        seen.add(name)
        try:
            _read_field(rest, name, state, forms.get(name))
        except (ValueError, OverflowError) as error:
            raise BadPosition(f"field {name!r}: {error}") from None


def _read_field(text: str, name: str, state: GameState, form: str | None) -> None:
    field = state.fields[name]
    if form is not None:
        read = FORMS[form].read
        cells = [read("" if cell.strip() == "-" else cell) for cell in text.split("/")]
    else:
        cells = [integer(word) for word in text.replace("/", " ").split()]
    state.assign(name, cells if field.shape else _single(cells))


def _single(cells: list[int]) -> int:
    if len(cells) != 1:
        raise ValueError("takes one value")
    return cells[0]
