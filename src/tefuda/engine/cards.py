"""Card files: TOML tables in which every entry says where its facts come from.

    [[card]]
    id = "7"
    copies = 7
    provenance = "fact"            # fact | ruling | reconstruction
    source = "rulebook, deck list"

A game's `cards.py` reads its file with `read_entries`, checks it with `Checker`, and fills its table record.  A file
may come from a stranger: whatever is in it, reading takes bounded time, and what reaches a game's loader are 64-bit
integers and short, printable texts, nested a few levels deep.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tefuda.engine.errors import CardFileError
from tefuda.engine.record import Record

PROVENANCES = ("fact", "ruling", "reconstruction")

# Limits of a file.  The largest pool of KOTODAMA KOGEN with every effect takes some 150 kB; its deepest filter lies six
# brackets deep.
LARGEST_FILE = 512 * 1024  # bytes
DEEPEST = 8  # brackets within brackets, or dots in a key
LOWEST, HIGHEST = -(1 << 63), (1 << 63) - 1
INTEGERS = "must be an integer from -2^63 to 2^63 - 1"
LONGEST_TEXT = 500  # characters
LONGEST_NAME = 60  # of a field

# Limits of an error.
MOST_PROBLEMS = 12
LONGEST_PROBLEM = 300  # characters

_BARE_KEY = re.compile(rf"[A-Za-z0-9_-]{{1,{LONGEST_NAME}}}")
_JOINERS = "\u200c\u200d"  # format characters that belong to words and emoji

# Whatever matters to nesting in TOML: strings and comments as a whole, long numbers, punctuation; a quote by itself
# opens a string that never ends.
_TOKEN = re.compile(
    r"""
    "{3}[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*"{3,5}
    | '{3}[^']*(?:'(?!'{2})[^']*)*'{3,5}
    | (?P<unended>"{3}|'{3})
    | "[^"\\\n]*(?:\\[^\n][^"\\\n]*)*"
    | '[^'\n]*'
    | (?P<quote>["'])
    | \#[^\n]*
    | (?P<number>[0-9][0-9_]{30,})
    | (?P<open>[\[{])
    | (?P<close>[\]}])
    | (?P<dot>\.)
    | (?P<end>[=,\n])
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True)
class Entry:
    """One entry of a card file."""

    table: str  # "card"
    place: int  # 1 for the first entry of that table
    values: dict[str, Any]

    @property
    def provenance(self) -> str:
        return str(self.values["provenance"])

    def __str__(self) -> str:
        id = self.values.get("id")
        return f"{self.table} {id if isinstance(id, str) and fault_of_text(id) is None else self.place}"


@dataclass(frozen=True)
class Cards:
    """A loaded card file: the record the rules read, and the entries people read."""

    tables: Record
    entries: tuple[Entry, ...]
    path: Path
    extra: dict[str, Any] = field(default_factory=dict)  # what a game's face needs besides: names, texts

    @property
    def reconstructed(self) -> tuple[Entry, ...]:
        """The entries that are not known from the original and were invented to take its place."""
        return tuple(entry for entry in self.entries if entry.provenance == "reconstruction")


class Checker:
    """Collects everything wrong with a card file, then reports all of it at once."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problems: list[str] = []

    def wrong(self, where: Entry | str, problem: str) -> None:
        """Note one problem: where it is, and what would be right; a long value at its end is cut off."""
        self.problems.append(shortened(f"{where}: {problem}"))

    def integer(self, entry: Entry, name: str, low: int, high: int) -> int:
        """The integer field `name` of an entry; notes a problem and returns `low` where it is not within low..high."""
        value = entry.values.get(name)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.wrong(entry, f"{name} must be an integer from {low} to {high}, not {value!r}")
            return low
        return value

    def text(self, entry: Entry, name: str, among: Sequence[str] | None = None) -> str:
        """The text field `name` of an entry, one of `among` where that is given."""
        value = entry.values.get(name)
        if not isinstance(value, str) or not value.strip():
            self.wrong(entry, f"{name} must be a text, not {value!r}")
            return ""
        if among is not None and value not in among:
            self.wrong(entry, f"{name} must be one of {', '.join(among)}, not {value!r}")
        return value

    def done(self) -> None:
        """Raise CardFileError naming the problems noted: all of them, or the first ones and how many more there are."""
        if self.problems:
            left = len(self.problems) - MOST_PROBLEMS
            more = [f"and {left} more problems"] if left > 0 else []
            raise CardFileError(f"{self.path}: " + "; ".join(self.problems[:MOST_PROBLEMS] + more))


def shortened(text: str) -> str:
    """A text of at most LONGEST_PROBLEM characters."""
    return text if len(text) <= LONGEST_PROBLEM else text[: LONGEST_PROBLEM - 1] + "…"


def read_entries(path: Path, tables: Sequence[str]) -> tuple[Entry, ...]:
    """The entries of the named tables of a card file, in order, each with provenance and source.

    Raises CardFileError naming every problem: no file, no TOML, unknown tables, entries without provenance.
    """
    content = _parsed(path, _text_of(path))
    checker = Checker(path)
    entries: list[Entry] = []
    for name, value in content.items():
        if name not in tables:
            known = ", ".join(tables)
            checker.wrong(_shown_key(name), f"unknown table; a card file of this game has {known}")
        elif not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
            checker.wrong(name, f"must be a list of entries, [[{name}]]")
        else:
            entries += [Entry(name, place, one) for place, one in enumerate(value, 1)]
    for entry in entries:
        faults = list(_faults(entry.values))
        for where, problem in faults:
            checker.wrong(entry, f"{where} {problem}")
        if not faults:
            checker.text(entry, "provenance", PROVENANCES)
            checker.text(entry, "source")
    checker.done()
    return tuple(entries)


# ------------------------------------------------------- files of strangers


def _text_of(path: Path) -> str:
    """The text of a file of bounded size."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise CardFileError(f"{path}: cannot be read: {error.strerror}") from error
    except ValueError as error:  # a path with a null character
        raise CardFileError(f"{str(path)!r}: cannot be read: {error}") from error
    if len(data) > LARGEST_FILE:
        raise CardFileError(f"{path}: is too large; a card file has at most {LARGEST_FILE:,} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = 1 + data.count(b"\n", 0, error.start)
        raise CardFileError(f"{path}: line {line}: is not TOML, which is UTF-8 text; save the file as UTF-8") from error


def _parsed(path: Path, text: str) -> dict[str, Any]:
    """The content of TOML that is not nested so deep, nor has numbers so long, that reading it fails or takes long."""
    found = _excess(text)
    if found is not None:
        at, problem = found
        raise CardFileError(f"{path}: line {1 + text.count(chr(10), 0, at)}: {problem}")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CardFileError(shortened(f"{path}: is not TOML: {error}")) from error
    except (ValueError, RecursionError) as error:
        raise CardFileError(f"{path}: is not TOML that can be read: {error}") from error


def _excess(text: str) -> tuple[int, str] | None:
    """Where brackets, dotted keys or numbers go too far, and what would be right; None where none does."""
    depth = dots = 0
    for token in _TOKEN.finditer(text):
        match token.lastgroup:
            case "open":
                depth, dots = depth + 1, 0
            case "close":
                depth, dots = max(0, depth - 1), 0
            case "dot":
                dots += 1
            case "end":
                dots = 0
            case "number":
                return token.start(), f"a number of more than 30 digits {INTEGERS}"
            case "quote" | "unended":
                return None  # no TOML from here on, and TOML's reader says so
        if depth > DEEPEST or dots > DEEPEST:
            what = "brackets are" if depth > DEEPEST else "a dotted key is"
            return token.start(), f"{what} nested too deep; a card file goes {DEEPEST} levels deep at most"
    return None


def _faults(value: object, where: str = "") -> Iterator[tuple[str, str]]:
    """The places in an entry with what no field can hold, each with what is wrong there."""
    match value:
        case dict():
            for name, one in value.items():
                if _BARE_KEY.fullmatch(name):
                    yield from _faults(one, f"{where}.{name}" if where else name)
                else:
                    fields = f"names of fields have 1 to {LONGEST_NAME} letters, digits, - and _"
                    yield f"{where}.{_shown_key(name)}" if where else _shown_key(name), f"is no field; {fields}"
        case list():
            for place, one in enumerate(value, 1):
                yield from _faults(one, f"{where}[{place}]")
        case str():
            problem = fault_of_text(value)
            if problem is not None:
                yield where, problem
        case int() if not LOWEST <= value <= HIGHEST:
            yield where, INTEGERS


def fault_of_text(text: str) -> str | None:
    """Why a text cannot stand on a card: it is too long, or not what one line can show."""
    if len(text) > LONGEST_TEXT:
        return f"must be a text of at most {LONGEST_TEXT} characters, not {len(text)}"
    for letter in text:
        kind = unicodedata.category(letter)
        if kind in ("Cc", "Zl", "Zp") or (kind == "Cf" and letter not in _JOINERS):
            return f"must be one line of text without control characters, not with U+{ord(letter):04X}"
    return None


def _shown_key(name: str) -> str:
    """A key as an error can show it."""
    return name if _BARE_KEY.fullmatch(name) else repr(name[:LONGEST_NAME])
