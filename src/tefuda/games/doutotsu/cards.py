"""Loads and checks the card file of ドウトツくじゃん: which kana cards there are, and which animals are on the list.

Lists every three names that have twelve letters between them, so that the rules only have to search a table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement
from pathlib import Path

from tefuda.engine.cards import Cards, Checker, Entry
from tefuda.games.doutotsu.kana import KANA
from tefuda.games.doutotsu.state import (
    HALF,
    HALVES,
    HAND,
    MAX_KANA,
    MAX_PLAYERS,
    MOST_CARDS,
    MOST_COPIES,
    MOST_LETTERS,
    MOST_NAMES,
    MOST_TRIPLES,
    NAMES_TO_GO_OUT,
    Side,
    Tables,
)

FIELDS = {"kana": ("copies", "core"), "name": ("en", "core")}
COLOURS = ("red", "blue", "yellow", "green")
FEWEST_LETTERS = 2
FEWEST_CARDS = MAX_PLAYERS * HAND + 1  # the first player draws a card
Triple = tuple[int, int, int]  # places of three names


def load(path: Path | None = None) -> Cards:
    """Return the cards of a file (default: our own); raises CardFileError naming everything wrong with it."""
    path = path or Path(__file__).with_name("cards.toml")
    checker = Checker(path)
    entries = checker.read(FIELDS)
    kana = _kana(checker, entries)
    copies = {letter: _copies(checker, entry) for letter, entry in kana.items()}
    core_kana = {letter for letter, entry in kana.items() if _core(checker, entry)}
    names = sorted(_names(checker, entries), key=lambda entry: _core(checker, entry))
    for entry in names:
        _check_spelling(checker, entry, copies, core_kana)
    _check_size(checker, copies, core_kana)
    checker.done()

    tables = Tables()
    _fill_kana(tables, copies, core_kana)
    _fill_names(tables, names, list(copies))
    triples = _triples([str(entry.values["id"]) for entry in names], copies)
    triples.sort(key=lambda triple: max(triple) >= tables.names[Side.NORMAL])  # the normal side's come first
    if len(triples) > MOST_TRIPLES:
        checker.wrong("name", f"there are {len(triples)} ways to go out; at most {MOST_TRIPLES} are possible")
        checker.done()
    _fill_triples(tables, triples)
    _check_triples(checker, names, triples, copies, tables)
    checker.done()
    return Cards(tables, entries, path, {"english": [str(entry.values["en"]) for entry in names]})


# ----------------------------------------------------------------- checking


def _kana(checker: Checker, entries: Sequence[Entry]) -> dict[str, Entry]:
    """Return the entries of kana that are in the syllabary, by their letters, in its order."""
    found = checker.by_id(entries, "kana")
    for id, entry in found.items():
        if id not in KANA:
            checker.wrong(entry, "id must be one katakana of the syllabary, such as パ or ッ")
    if len(found) > MAX_KANA:
        checker.wrong("kana", f"there may be at most {MAX_KANA}, not {len(found)}")
    return {letter: found[letter] for letter in KANA if letter in found}


def _copies(checker: Checker, entry: Entry) -> tuple[int, ...]:
    """Return the copies of a kana in each colour."""
    copies = entry.values.get("copies")
    if not isinstance(copies, dict) or not copies:
        checker.wrong(entry, f"copies must say how many cards there are of each colour, not {copies!r}")
        return (0,) * len(COLOURS)
    for colour in sorted(copies.keys() - set(COLOURS)):
        checker.wrong(entry, f"copies.{colour} is not a colour; there are {', '.join(COLOURS)}")
    numbers = tuple(
        checker.number(entry, f"copies.{colour}", copies.get(colour, 0), 0, MOST_COPIES) for colour in COLOURS
    )
    if not 1 <= sum(numbers) <= MOST_COPIES:
        checker.wrong(entry, f"copies must add up to 1 to {MOST_COPIES} cards, not {sum(numbers)}")
    return numbers


def _core(checker: Checker, entry: Entry) -> bool:
    """Return whether an entry belongs to the core side only."""
    return checker.flag(entry, "core", entry.values.get("core", False))


def _names(checker: Checker, entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries of names, each once."""
    found = checker.by_id(entries, "name")
    for id, entry in found.items():
        checker.text(entry, "en")
        if not FEWEST_LETTERS <= len(id) <= MOST_LETTERS:
            checker.wrong(entry, f"id must have {FEWEST_LETTERS} to {MOST_LETTERS} letters, not {len(id)}")
    if len(found) > MOST_NAMES:
        checker.wrong("name", f"there may be at most {MOST_NAMES}, not {len(found)}")
    return list(found.values())


def _check_spelling(checker: Checker, entry: Entry, copies: dict[str, tuple[int, ...]], core_kana: set[str]) -> None:
    """Check that a name can be spelled with the cards of its side."""
    for letter, count in Counter(str(entry.values["id"])).items():
        if letter not in copies:
            checker.wrong(entry, f"cannot be spelled: there is no kana {letter}")
        elif sum(copies[letter]) < count:
            checker.wrong(entry, f"cannot be spelled: it takes {count} {letter}, and there are {sum(copies[letter])}")
        elif letter in core_kana and not entry.values.get("core", False):
            checker.wrong(entry, f"cannot be spelled on the normal side: {letter} belongs to the core side only")


def _check_size(checker: Checker, copies: dict[str, tuple[int, ...]], core_kana: set[str]) -> None:
    normal = sum(sum(numbers) for letter, numbers in copies.items() if letter not in core_kana)
    both = sum(sum(numbers) for numbers in copies.values())
    if normal < FEWEST_CARDS or both > MOST_CARDS:
        checker.wrong(
            "kana",
            f"the copies must add up to at least {FEWEST_CARDS} cards in normal play and at most {MOST_CARDS} in all, "
            f"not {normal} and {both}",
        )


def _check_triples(
    checker: Checker, names: list[Entry], triples: list[Triple], copies: dict[str, tuple[int, ...]], tables: Tables
) -> None:
    """Check that going out is possible on either side, and with two players in one colour (D4.4)."""
    ids = [str(entry.values["id"]) for entry in names]
    for side, word in ((Side.NORMAL, "normal"), (Side.CORE, "core")):
        possible = triples[: tables.triples[side]]
        if not possible:
            checker.wrong("name", f"nobody could go out on the {word} side: no three names have twelve letters in all")
        elif not any(_one_coloured(ids[n], copies) for triple in possible for n in triple):
            checker.wrong("kana", f"two players could not go out on the {word} side: no name can be of one colour")


def _one_coloured(name: str, copies: dict[str, tuple[int, ...]]) -> bool:
    letters = Counter(name)
    return any(
        all(copies[letter][colour] >= count for letter, count in letters.items()) for colour in range(len(COLOURS))
    )


# ------------------------------------------------------------------ filling


def _triples(names: list[str], copies: dict[str, tuple[int, ...]]) -> list[Triple]:
    """Return every three names, equal ones included, that have twelve letters and can be laid with these cards."""
    found: list[Triple] = []
    for one, two, three in combinations_with_replacement(range(len(names)), NAMES_TO_GO_OUT):
        letters = names[one] + names[two] + names[three]
        if len(letters) == HAND + 1 and all(sum(copies[kana]) >= n for kana, n in Counter(letters).items()):
            found.append((one, two, three))
    return found


def _fill_kana(tables: Tables, copies: dict[str, tuple[int, ...]], core_kana: set[str]) -> None:
    tables.kana = len(copies)
    tables.wide = int(len(copies) > HALF)
    tables.colours = max(1 + colour for numbers in copies.values() for colour, n in enumerate(numbers) if n > 0)
    for slot, (letter, numbers) in enumerate(copies.items()):
        tables.glyph[slot] = KANA.index(letter)
        tables.slot[KANA.index(letter)] = 1 + slot
        for side in Side:
            for colour, count in enumerate(numbers):
                if side == Side.CORE or letter not in core_kana:
                    tables.deck[side, colour, slot // HALF] += count << 4 * (slot % HALF)


def _fill_names(tables: Tables, names: list[Entry], kana: list[str]) -> None:
    tables.names[Side.NORMAL] = sum(not entry.values.get("core", False) for entry in names)
    tables.names[Side.CORE] = len(names)
    for n, entry in enumerate(names):
        id = str(entry.values["id"])
        tables.length[n] = len(id)
        for place, letter in enumerate(id):
            slot = kana.index(letter)
            tables.letter[n, place] = slot
            tables.need[n, slot // HALF] += 1 << 4 * (slot % HALF)


def _fill_triples(tables: Tables, triples: list[Triple]) -> None:
    tables.triples[Side.NORMAL] = sum(max(triple) < tables.names[Side.NORMAL] for triple in triples)
    tables.triples[Side.CORE] = len(triples)
    for i, triple in enumerate(triples):
        for place, n in enumerate(triple):
            tables.triple[i, place] = n
            for half in range(HALVES):
                tables.whole[half, i] += tables.need[n, half]
