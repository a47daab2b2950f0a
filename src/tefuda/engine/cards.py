"""Card files: TOML tables in which every entry says where its facts come from.

    [[card]]
    id = "7"
    copies = 7
    provenance = "fact"            # fact | ruling | reconstruction
    source = "rulebook, deck list"

A game's `cards.py` reads its file with `read_entries`, checks it with `Checker`, and fills its table record.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tefuda.engine.errors import CardFileError
from tefuda.engine.record import Record

PROVENANCES = ("fact", "ruling", "reconstruction")


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
        return f"{self.table} {self.values.get('id', self.place)}"


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
        """Note one problem: where it is, and what would be right."""
        self.problems.append(f"{where}: {problem}")

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
        if not isinstance(value, str) or not value:
            self.wrong(entry, f"{name} must be a text, not {value!r}")
            return ""
        if among is not None and value not in among:
            self.wrong(entry, f"{name} must be one of {', '.join(among)}, not {value!r}")
        return value

    def done(self) -> None:
        """Raise CardFileError naming every problem noted."""
        if self.problems:
            raise CardFileError(f"{self.path}: " + "; ".join(self.problems))


def read_entries(path: Path, tables: Sequence[str]) -> tuple[Entry, ...]:
    """The entries of the named tables of a card file, in order, each with provenance and source.

    Raises CardFileError naming every problem: no file, no TOML, unknown tables, entries without provenance.
    """
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CardFileError(f"{path}: cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CardFileError(f"{path}: is not TOML: {error}") from error
    checker = Checker(path)
    entries: list[Entry] = []
    for name, value in content.items():
        if name not in tables:
            checker.wrong(name, f"unknown table; a card file of this game has {', '.join(tables)}")
        elif not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
            checker.wrong(name, f"must be a list of entries, [[{name}]]")
        else:
            entries += [Entry(name, place, one) for place, one in enumerate(value, 1)]
    for entry in entries:
        checker.text(entry, "provenance", PROVENANCES)
        checker.text(entry, "source")
    checker.done()
    return tuple(entries)
