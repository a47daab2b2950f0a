"""Loads and checks a card file of ニワトリかラマか ポーカー: notes, coins, prices and the marks there are."""

from __future__ import annotations

from pathlib import Path

from tefuda.engine.cards import Cards, Checker, Entry
from tefuda.games.llama.actions import PLACE_NAMES, STYLE_NAMES
from tefuda.games.llama.state import HAND, MAX_NOTES, MAX_PLAYERS, MOST_COINS, PLACES, Kind, Tables

FEWEST_NOTES = HAND * MAX_PLAYERS + 1  # every player may draw up to five, and the deck never runs out (L4.3)
KINDS = {"llama": Kind.GOOD, "chicken": Kind.BAD}
LATE = ("3", "4", "5")
FIELDS = {"note": ("copies",), "coins": ("coins",), "late": ("left",), "style": ("places",)}


def load(path: Path | None = None) -> Cards:
    """Return the cards of a file (default: our own); raise CardFileError naming every mistake in it."""
    path = path or Path(__file__).with_name("cards.toml")
    checker = Checker(path)
    entries = checker.read(FIELDS)
    tables = Tables()
    for entry in checker.once_each(entries, "note", KINDS):
        tables.notes[KINDS[str(entry.values["id"])]] = checker.integer(entry, "copies", 1, MAX_NOTES)
    if not FEWEST_NOTES <= sum(tables.notes) <= MAX_NOTES:
        checker.wrong("note", f"there must be {FEWEST_NOTES} to {MAX_NOTES} notes, not {sum(tables.notes)}")
    for entry in checker.once_each(entries, "coins", ("start", "withdrawal")):
        coins = checker.integer(entry, "coins", 1, MOST_COINS)
        if entry.values["id"] == "start":
            tables.coins = coins
        else:
            tables.withdrawal = coins
    for entry in checker.once_each(entries, "late", LATE):
        players = int(entry.values["id"])
        tables.late[players] = checker.integer(entry, "left", 0, players)
    for entry in checker.once_each(entries, "style", STYLE_NAMES):
        first = PLACES * STYLE_NAMES.index(str(entry.values["id"]))
        tables.marks |= sum(1 << first + place for place in places_of(checker, entry))
    checker.done()
    return Cards(tables, entries, path)


def places_of(checker: Checker, entry: Entry) -> list[int]:
    """Return the places of a style of mark; report unknown and repeated ones."""
    names = entry.values.get("places")
    if not isinstance(names, list) or not all(name in PLACE_NAMES for name in names) or len(set(names)) < len(names):
        checker.wrong(entry, f"places must be a list of some of {', '.join(PLACE_NAMES)}, each once, not {names!r}")
        return []
    return [PLACE_NAMES.index(name) for name in names]
