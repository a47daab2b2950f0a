"""Loads and checks the card file of ことりあつめ: how many cards of each value, and which bird stands on it."""

from __future__ import annotations

from pathlib import Path

from tefuda.engine.cards import Cards, Checker, Entry, read_entries
from tefuda.games.kotori.rules import TOP_RANK, Tables

MOST_COPIES = 15  # a bag of the rules counts to 15
MOST_CARDS = 110
RANK_NAMES = tuple(str(rank) for rank in range(1, TOP_RANK + 1))


def load(path: Path | None = None) -> Cards:
    """The cards of a file (default: our own); raises CardFileError naming everything wrong with it."""
    path = path or Path(__file__).with_name("cards.toml")
    entries = read_entries(path, ("card", "bird"))
    checker = Checker(path)
    tables = Tables()
    for entry in _once_each(checker, entries, "card"):
        tables.copies[int(entry.values["id"])] = checker.integer(entry, "copies", 0, MOST_COPIES)
    birds = {entry.values["id"]: checker.text(entry, "bird") for entry in _once_each(checker, entries, "bird")}
    most = max(tables.copies)
    if not 20 <= sum(tables.copies) <= MOST_CARDS or most == 0:
        checker.wrong("card", f"a deck has 20 to {MOST_CARDS} cards, not {sum(tables.copies)}")
    checker.done()
    return Cards(tables, entries, path, {"birds": birds})


def _once_each(checker: Checker, entries: tuple[Entry, ...], table: str) -> list[Entry]:
    """The entries of a table whose ids are the values 1 to 10, each once; notes what is not so."""
    found = [entry for entry in entries if entry.table == table and checker.text(entry, "id", RANK_NAMES) in RANK_NAMES]
    ids = [entry.values["id"] for entry in found]
    for name in RANK_NAMES:
        if ids.count(name) != 1:
            checker.wrong(table, f"value {name} must have one entry, not {ids.count(name)}")
    return found
