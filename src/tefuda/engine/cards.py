"""Card files: TOML tables in which every entry states its provenance.

    [[card]]
    id = "7"
    copies = 7
    provenance = "fact"            # fact | ruling | reconstruction
    source = "rulebook, deck list"
    # reconstructed = "cost"       # optional: the one part that is reconstructed, where the rest is a fact

A game's `cards.py` reads and checks its file with a `Checker`, and fills its table record.  Files are untrusted:
reading any file takes bounded time, and a game's loader receives only 64-bit integers and short, printable texts,
nested a few levels deep.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tefuda.engine.errors import CardFileError
from tefuda.engine.record import Record

PROVENANCES = ("fact", "ruling", "reconstruction")
COMMON_FIELDS = ("id", "provenance", "source", "reconstructed")  # of every entry

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
_JOINERS = "\u200c\u200d"  # format characters in words and emoji

# The tokens that determine nesting in TOML: strings and comments as a whole, long numbers, punctuation; a lone quote
# opens an unterminated string.
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
    """A loaded card file: the table record for the rules, and the entries for display."""

    tables: Record
    entries: tuple[Entry, ...]
    path: Path
    extra: dict[str, Any] = field(default_factory=dict)  # other data for the game's views: names, texts

    @property
    def reconstructed(self) -> tuple[Entry, ...]:
        """The entries that replace unknown parts of the original game."""
        return tuple(entry for entry in self.entries if entry.provenance == "reconstruction")


class NamedTables(Record):
    """Base class of card tables with names, for messages; a subclass derives from the game's `Tables` first.

    What the subclass annotates are dictionaries.  They are not part of the record, which holds integers only, and are
    not compared, but kept when pickled.
    """

    def __init__(self) -> None:
        super().__init__()
        self.__dict__.update({name: {} for name in type(self).__annotations__})

    def __reduce__(self) -> tuple[object, ...]:
        return *super().__reduce__(), {name: self.__dict__[name] for name in type(self).__annotations__}


class Checker:
    """Reads a card file, collects all its problems and reports them together."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problems: list[str] = []

    def wrong(self, where: Entry | str, problem: str) -> None:
        """Add a problem: where it is and what would be right, shortened at the end."""
        self.problems.append(shortened(f"{where}: {problem}"))

    def read(self, fields: Mapping[str, Sequence[str]]) -> tuple[Entry, ...]:
        """Return the entries of the file, in order; `fields` names those of each table besides the COMMON_FIELDS.

        Adds a problem for every other field.  Raises CardFileError for an unreadable file, invalid TOML, unknown
        tables, values that no field can hold, and entries without provenance or source.
        """
        content = _parsed(self.path, _text_of(self.path))
        entries: list[Entry] = []
        for table, value in content.items():
            if table not in fields:
                self.wrong(_shown_key(table), f"unknown table; a card file of this game has {', '.join(fields)}")
            elif not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
                self.wrong(table, f"must be a list of entries, [[{table}]]")
            else:
                entries += [Entry(table, place, one) for place, one in enumerate(value, 1)]
        for entry in entries:
            faults = list(_faults(entry.values))
            for where, problem in faults:
                self.wrong(entry, f"{where} {problem}")
            if not faults:
                self.text(entry, "provenance", PROVENANCES)
                self.text(entry, "source")
                if "reconstructed" in entry.values:
                    self.text(entry, "reconstructed")
        self.done()
        for entry in entries:
            known = (*COMMON_FIELDS, *fields[entry.table])
            for name in sorted(entry.values.keys() - set(known)):
                self.wrong(entry, f"{name} is not a field; [[{entry.table}]] has {', '.join(known)}")
        return tuple(entries)

    def integer(self, entry: Entry, name: str, low: int, high: int) -> int:
        """Return the integer field `name` of an entry; adds a problem and returns `low` outside low..high."""
        return self.number(entry, name, entry.values.get(name), low, high)

    def number(self, entry: Entry, where: str, value: object, low: int, high: int) -> int:
        """Return an integer found at `where` in an entry; adds a problem and returns `low` outside low..high."""
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.wrong(entry, f"{where} must be an integer from {low} to {high}, not {value!r}")
            return low
        return value

    def flag(self, entry: Entry, where: str, value: object) -> bool:
        """Return true or false, found at `where` in an entry; adds a problem and returns False for anything else."""
        if not isinstance(value, bool):
            self.wrong(entry, f"{where} must be true or false, not {value!r}")
        return value is True

    def text(self, entry: Entry, name: str, among: Sequence[str] | None = None) -> str:
        """Return the text field `name` of an entry, one of `among` if given; adds a problem if it is not."""
        value = entry.values.get(name)
        if not isinstance(value, str) or not value.strip():
            self.wrong(entry, f"{name} must be a text, not {value!r}")
            return ""
        if among is not None and value not in among:
            self.wrong(entry, f"{name} must be one of {', '.join(among)}, not {value!r}")
        return value

    def by_id(self, entries: Iterable[Entry], table: str, ids: Sequence[str] | None = None) -> dict[str, Entry]:
        """Return the entries of a table by their ids, which are texts, of `ids` if given, each once; report others."""
        found: dict[str, Entry] = {}
        for entry in entries:
            if entry.table == table:
                id = self.text(entry, "id", ids)
                if id in found:
                    self.wrong(entry, "appears twice")
                elif id:
                    found[id] = entry
        return found

    def once_each(self, entries: Iterable[Entry], table: str, ids: Iterable[str]) -> list[Entry]:
        """Return the entries of a table in the order of their ids, which must be `ids`, each once; report others."""
        ids = tuple(ids)
        by_id = self.by_id(entries, table, ids)
        for id in ids:
            if id not in by_id:
                self.wrong(table, f"{id} is missing")
        return [by_id[id] for id in ids if id in by_id]

    def done(self) -> None:
        """Raise CardFileError if there are problems, naming the first ones and the number of the others."""
        if self.problems:
            left = len(self.problems) - MOST_PROBLEMS
            more = [f"and {left} more problems"] if left > 0 else []
            raise CardFileError(f"{shown_path(self.path)}: " + "; ".join(self.problems[:MOST_PROBLEMS] + more))


def shown_path(path: Path) -> str:
    """Return a path as shown in errors: quoted and escaped where it has a character that is not printable."""
    return str(path) if str(path).isprintable() else repr(str(path))


def shortened(text: str) -> str:
    """Return a text cut to LONGEST_PROBLEM characters."""
    return text if len(text) <= LONGEST_PROBLEM else text[: LONGEST_PROBLEM - 1] + "…"


# --------------------------------------------------------- untrusted files


def _text_of(path: Path) -> str:
    """Return the text of a file of bounded size."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except OSError as error:
        if path == Path():
            raise CardFileError("the path of the card file is empty, or the current folder") from error
        raise CardFileError(f"{shown_path(path)}: cannot be read: {error.strerror}") from error
    except ValueError as error:  # a null character in the path
        raise CardFileError(f"{shown_path(path)}: cannot be read: {error}") from error
    if len(data) > LARGEST_FILE:
        raise CardFileError(f"{shown_path(path)}: is too large; a card file has at most {LARGEST_FILE:,} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = 1 + data.count(b"\n", 0, error.start)
        raise CardFileError(
            f"{shown_path(path)}: line {line}: is not TOML, which is UTF-8 text; save the file as UTF-8"
        ) from error


def _parsed(path: Path, text: str) -> dict[str, Any]:
    """Parse TOML after refusing deep nesting and long numbers, on which parsing would fail or take long."""
    found = _excess(text)
    if found is not None:
        at, problem = found
        raise CardFileError(f"{shown_path(path)}: line {1 + text.count(chr(10), 0, at)}: {problem}")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CardFileError(shortened(f"{shown_path(path)}: is not TOML: {error}")) from error
    except (ValueError, RecursionError) as error:
        raise CardFileError(f"{shown_path(path)}: is not TOML that can be read: {error}") from error


def _excess(text: str) -> tuple[int, str] | None:
    """Return the position of excessive nesting or an overlong number, with its message; None if there is none."""
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
                return None  # invalid TOML from here on, which the parser reports
        if depth > DEEPEST or dots > DEEPEST:
            what = "brackets are" if depth > DEEPEST else "a dotted key is"
            return token.start(), f"{what} nested too deep; a card file goes {DEEPEST} levels deep at most"
    return None


def _faults(value: object, where: str = "") -> Iterator[tuple[str, str]]:
    """Yield the path and problem of every value in an entry that no field can hold."""
    match value:
        case dict():
            for name, one in value.items():
                if _BARE_KEY.fullmatch(name):
                    yield from _faults(one, f"{where}.{name}" if where else name)
                else:
                    fields = f"names of fields have 1 to {LONGEST_NAME} letters, digits, - and _"
                    yield f"{where}.{_shown_key(name)}" if where else _shown_key(name), f"is not a field; {fields}"
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
    """Return why a text cannot be shown on a card: too long, or not a single printable line; None if it can."""
    if len(text) > LONGEST_TEXT:
        return f"must be a text of at most {LONGEST_TEXT} characters, not {len(text)}"
    for letter in text:
        kind = unicodedata.category(letter)
        if kind in ("Cc", "Zl", "Zp") or (kind == "Cf" and letter not in _JOINERS):
            return f"must be one line of text without control characters, not with U+{ord(letter):04X}"
    return None


def _shown_key(name: str) -> str:
    """Return a key as shown in errors."""
    return name if _BARE_KEY.fullmatch(name) else repr(name[:LONGEST_NAME])
