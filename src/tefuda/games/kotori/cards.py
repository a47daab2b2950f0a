"""Loads and checks the card file of ことりあつめ: the number of cards of each value, and the bird on them."""

from __future__ import annotations

from pathlib import Path

from tefuda.engine.cards import Cards, Checker, read_entries
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
    for entry in checker.once_each(entries, "card", RANK_NAMES):
        tables.copies[int(entry.values["id"])] = checker.integer(entry, "copies", 0, MOST_COPIES)
    size = sum(tables.copies)
    if not FEWEST_CARDS <= size <= MOST_CARDS:
        checker.wrong("card", f"the copies must add up to a deck of {FEWEST_CARDS} to {MOST_CARDS} cards, not {size}")
    birds: dict[str, str] = {}
    for entry in checker.once_each(entries, "bird", RANK_NAMES):
        bird = checker.text(entry, "bird")
        if bird and bird in birds.values():
            checker.wrong(entry, f"bird {bird!r} already has another value")
        birds[str(entry.values["id"])] = bird
    checker.done()
    return Cards(tables, entries, path, {"birds": birds})
