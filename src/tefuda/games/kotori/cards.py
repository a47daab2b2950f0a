"""Loads and checks the card file of ことりあつめ: the number of cards of each value, and the birds on them."""

from __future__ import annotations

from pathlib import Path

from tefuda.engine.cards import Cards, Checker, NamedTables
from tefuda.engine.view import Text
from tefuda.games.kotori.state import MOST_CARDS, TOP_RANK, Tables

MOST_COPIES = 15  # a bag of the rules counts to 15
FEWEST_CARDS = 20
RANK_NAMES = tuple(str(rank) for rank in range(1, TOP_RANK + 1))
NAMES = ("name_ja", "name_en")
DRAWINGS = (  # the birds that the browser can draw
    "kingfisher",
    "bluetail",
    "varied-tit",
    "long-tailed-tit",
    "japanese-tit",
    "white-eye",
    "swallow",
    "bush-warbler",
    "wagtail",
    "sparrow",
)
FIELDS = {"card": ("copies",), "bird": (*NAMES, "bird")}


class Birds(Tables, NamedTables):
    """The card tables with the names of the birds."""

    names: dict[int, Text]  # by rank


def load(path: Path | None = None) -> Cards:
    """Return the cards of a file (default: our own); raise CardFileError naming every mistake in it.

    `extra` has `birds`, which maps ranks to the bird that is drawn on the card, "" for none.
    """
    path = path or Path(__file__).with_name("cards.toml")
    checker = Checker(path)
    entries = checker.read(FIELDS)
    tables = Birds()
    for entry in checker.once_each(entries, "card", RANK_NAMES):
        tables.copies[int(entry.values["id"])] = checker.integer(entry, "copies", 0, MOST_COPIES)
    size = sum(tables.copies)
    if not FEWEST_CARDS <= size <= MOST_CARDS:
        checker.wrong("card", f"the copies must add up to a deck of {FEWEST_CARDS} to {MOST_CARDS} cards, not {size}")
    birds: dict[int, str] = {}
    for entry in checker.once_each(entries, "bird", RANK_NAMES):
        rank, named = int(entry.values["id"]), Text(*(checker.text(entry, name) for name in NAMES))
        for other in tables.names.values():
            if named.ja == other.ja != "" or named.en == other.en != "":
                checker.wrong(entry, f"bird {named.ja!r}, {named.en!r} already has another value")
        tables.names[rank] = named
        birds[rank] = checker.text(entry, "bird", DRAWINGS) if "bird" in entry.values else ""
    checker.done()
    return Cards(tables, entries, path, {"birds": birds})
