"""Loads and checks the card file of ことりあつめ: the number of cards of each value, and the bird on them."""

from __future__ import annotations

from pathlib import Path

from tefuda.engine.cards import Cards, Checker, Entry, read_entries
from tefuda.games.kotori.state import MOST_CARDS, TOP_RANK, Tables

MOST_COPIES = 15  # a bag of the rules counts to 15
FEWEST_CARDS = 20
RANK_NAMES = tuple(str(rank) for rank in range(1, TOP_RANK + 1))


def load(path: Path | None = None) -> Cards:
    """Return the cards of a file (default: our own); raise CardFileError naming every mistake in it."""
    path = path or Path(__file__).with_name("cards.toml")
    entries = read_entries(path, ("card", "bird"))
    checker = Checker(path)
    tables = Tables()
    for entry in _once_each(checker, entries, "card"):
        tables.copies[int(entry.values["id"])] = checker.integer(entry, "copies", 0, MOST_COPIES)
    size = sum(tables.copies)
    if not FEWEST_CARDS <= size <= MOST_CARDS:
        checker.wrong("card", f"the copies must add up to a deck of {FEWEST_CARDS} to {MOST_CARDS} cards, not {size}")
    birds: dict[str, str] = {}
    for entry in _once_each(checker, entries, "bird"):
        bird = checker.text(entry, "bird")
        if bird and bird in birds.values():
            checker.wrong(entry, f"bird {bird!r} already has another value")
        birds[str(entry.values["id"])] = bird
    checker.done()
    return Cards(tables, entries, path, {"birds": birds})


def _once_each(checker: Checker, entries: tuple[Entry, ...], table: str) -> list[Entry]:
    """Return the entries of a table whose ids are the values 1 to 10, each once; report all others."""
    found = [entry for entry in entries if entry.table == table and checker.text(entry, "id", RANK_NAMES) in RANK_NAMES]
    ids = [entry.values["id"] for entry in found]
    for name in RANK_NAMES:
        if ids.count(name) != 1:
            checker.wrong(table, f"value {name} must have one entry, not {ids.count(name)}")
    return found
