"""Loads and checks a card file of KOTODAMA KOGEN: declarations of cards and decks become the card tables of the rules.

A file holds cards, decks, or both; one that holds only decks adds them to our own pool.  Every mistake is named by
file, entry and field.  `vocabulary.py` holds the terms of a declaration; `card_file.py` and `card_effects.py` make
integers of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from tefuda.engine.cards import Cards, Checker, Entry
from tefuda.engine.view import Text
from tefuda.games.kotodama.bags import bit_of, put, size, word_of
from tefuda.games.kotodama.card_effects import read_effects
from tefuda.games.kotodama.card_file import CardEntry, Loading, form_number, read_filter
from tefuda.games.kotodama.grammar import fault
from tefuda.games.kotodama.state import COPIES, LARGEST_DECK, MAX_CARDS, MAX_DECKS, SMALLEST_DECK
from tefuda.games.kotodama.vocabulary import CLASS_NUMBERS, ITEM, PARTS

OWN = Path(__file__).with_name("cards.toml")
FIELDS = {
    "card": ("name", "reading", "gloss", "part", "kind", "new_group", "under", "over", "effects"),
    "deck": ("name_ja", "name_en", "cards"),
}
CARD_ID = re.compile(r"[a-z][a-z0-9-]*-0*([1-9]\d{0,2})")


def load(path: Path | None = None) -> Cards:
    """Return the cards of a file (default: our own), as a `Pool`; raises CardFileError naming every mistake in it."""
    path = path or OWN
    loading = Loading(Checker(path))
    entries = loading.checker.read(FIELDS)
    if path != OWN and not any(entry.table == "card" for entry in entries):
        entries = (*(entry for entry in Checker(OWN).read(FIELDS) if entry.table == "card"), *entries)
    read_cards(loading, [entry for entry in entries if entry.table == "card"])
    loading.checker.done()  # what follows looks cards up by their names
    for number in range(1, MAX_CARDS + 1):
        loading.tables.first[number] = loading.effects
        if number in loading.tables.cards:
            read_placement(loading, loading.tables.cards[number])
            read_effects(loading, loading.tables.cards[number])
    loading.tables.first[MAX_CARDS + 1] = loading.effects
    read_decks(loading, [entry for entry in entries if entry.table == "deck"])
    loading.checker.done()
    return Cards(loading.tables, entries, path)


# ------------------------------------------------------------------- cards


def read_cards(loading: Loading, entries: Sequence[Entry]) -> None:
    """W1: read number, name and class of every card."""
    checker = loading.checker
    keys: dict[str, Entry] = {}
    for entry in entries:
        match = CARD_ID.fullmatch(checker.text(entry, "id"))
        number = int(match[1]) if match else 0
        if not 1 <= number <= MAX_CARDS:
            loading.wrong(
                entry,
                "id",
                f"must end in a number from 1 to {MAX_CARDS}, such as recon-024, not {entry.values.get('id')!r}",
            )
            continue
        if number in loading.tables.cards:
            loading.wrong(entry, "id", f"has the number {number} of {loading.tables.cards[number].entry.values['id']}")
            continue
        part = checker.text(entry, "part", (*PARTS, ITEM))
        kinds = tuple(PARTS[part][1]) if part in PARTS else ()
        kind = checker.text(entry, "kind", kinds) if kinds else ""
        if not kinds and "kind" in entry.values:
            loading.wrong(entry, "kind", f"must go: {part} has no subclasses")
        for name in ("reading", "gloss"):
            checker.text(entry, name)
        card = CardEntry(number, entry, checker.text(entry, "name"), part, kind)
        if card.key in keys:  # W1.3
            loading.wrong(
                entry, "name", f"{card.key} appears twice: the same name and part of speech are the same card"
            )
        keys[card.key] = entry
        loading.tables.cards[number] = card
        if (part, kind) in CLASS_NUMBERS:
            loading.tables.classes[number] = CLASS_NUMBERS[part, kind]
            problem = None if card.is_item else fault(card.word)
            if problem:
                loading.wrong(entry, "name", problem)
        loading.tables.is_item[number] = card.is_item
        loading.tables.names[word_of(number)] |= 1 << bit_of(number)
    if not entries:
        checker.wrong("card", "there must be at least one")


def read_placement(loading: Loading, card: CardEntry) -> None:
    """W4.2: read where a card may be laid."""
    tables, entry, number = loading.tables, card.entry, card.number
    alone = loading.checker.flag(entry, "new_group", entry.values.get("new_group", not card.is_item))
    tables.alone[number] = alone
    for name in ("under", "over"):
        if name not in entry.values:
            continue
        if card.is_item:
            loading.wrong(entry, name, "must go: an item is not stacked")
        value = entry.values[name]
        extra = ("form",) if name == "under" else ()
        found = 1 + read_filter(loading, entry, name, value, extra)
        if name == "over":
            tables.over[number] = found
        else:
            tables.under[number] = found
            if isinstance(value, dict) and "form" in value:
                tables.under_form[number] = form_number(loading, entry, "under.form", value["form"])
    if not alone and not card.is_item and "under" not in entry.values and "over" not in entry.values:
        loading.wrong(entry, "new_group", "is false, so that the card needs under or over")


# ------------------------------------------------------------------- decks


def read_decks(loading: Loading, entries: Sequence[Entry]) -> None:
    """W2.1: read the starter decks."""
    checker, tables = loading.checker, loading.tables
    if not 1 <= len(entries) <= MAX_DECKS:
        checker.wrong("deck", f"there must be 1 to {MAX_DECKS} decks, not {len(entries)}")
        return
    tables.decks = len(entries)
    for place, entry in enumerate(checker.by_id(entries, "deck").values()):
        copies = read_deck(loading, entry)
        for number, count in copies.items():
            for _ in range(count):
                put(tables.ready_made[place], number)
        cards = size(tables.ready_made[place])
        if not SMALLEST_DECK <= cards <= LARGEST_DECK:
            loading.wrong(entry, "cards", f"must be {SMALLEST_DECK} to {LARGEST_DECK} in all, not {cards}")
        tables.deck_names[place] = Text(checker.text(entry, "name_ja"), checker.text(entry, "name_en"))


def read_deck(loading: Loading, entry: Entry) -> dict[int, int]:
    """Return the copies of each card in a deck."""
    listed = entry.values.get("cards")
    copies: dict[int, int] = {}
    if not isinstance(listed, list):
        loading.wrong(entry, "cards", f'must be a list such as [{{ card = "書く/動詞", copies = 2 }}], not {listed!r}')
        return copies
    for place, one in enumerate(listed, 1):
        where = f"cards[{place}]"
        if not isinstance(one, dict) or one.keys() != {"card", "copies"}:
            loading.wrong(entry, where, f"must be a table with card and copies, not {one!r}")
            continue
        found = [n for n, card in loading.tables.cards.items() if one["card"] in (card.key, card.entry.values["id"])]
        if not found:
            loading.wrong(
                entry, f"{where}.card", f"must be a card of this pool, such as 書く/動詞, not {one['card']!r}"
            )
        for number in found:
            if number in copies:
                loading.wrong(entry, f"{where}.card", f"{one['card']} appears twice")
            copies[number] = loading.checker.number(entry, f"{where}.copies", one["copies"], 1, COPIES)
    return copies
