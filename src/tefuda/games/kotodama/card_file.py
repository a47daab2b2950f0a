"""What a card file declares, on its way into the card tables: cards, decks, and the values and filters in their fields.

Every mistake is named by file, entry and field.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from tefuda.engine.cards import Checker, Entry, NamedTables
from tefuda.engine.view import Text
from tefuda.games.kotodama.bags import bit_of, word_of
from tefuda.games.kotodama.state import MAX_FILTERS, Tables
from tefuda.games.kotodama.vocabulary import CLASSES, FORM_NAMES, GROUPS_OF_PARTS, ITEM, PARTS, Word

FILTER_FIELDS = ("class", "card", "named")


@dataclass(frozen=True)
class CardEntry:
    """A card as its file declares it."""

    number: int
    entry: Entry
    name: str
    part: str
    kind: str

    @property
    def is_item(self) -> bool:
        return self.part == ITEM

    @property
    def key(self) -> str:
        """The key by which other cards name it."""
        return f"{self.name}/{self.part}"

    @cached_property
    def title(self) -> Text:
        """Its name, in English with its meaning."""
        return Text(self.name, f"{self.name} ({self.entry.values['gloss'].partition(',')[0].strip('()')})")

    @cached_property
    def called(self) -> Text:
        """Its name as written within a sentence."""
        return Text(f"「{self.title.ja}」", self.title.en)

    @cached_property
    def word(self) -> Word:
        """The card as grammar sees it."""
        values = self.entry.values
        reading, gloss = str(values.get("reading", "")), str(values.get("gloss", ""))
        return Word(self.name, self.part, "" if self.kind == "だ" else self.kind, reading, gloss)


class Pool(Tables, NamedTables):
    """The card tables with the names of the cards and starter decks in them, which views and texts show."""

    cards: dict[int, CardEntry]
    deck_names: dict[int, Text]


def entries_of(t: Tables) -> dict[int, CardEntry]:
    """Return the entries that some tables were made from; none for bare tables, which bots are given."""
    return t.cards if isinstance(t, Pool) else {}


@dataclass
class Loading:
    """A file on its way into the tables."""

    checker: Checker
    tables: Pool = field(default_factory=Pool)
    filters: dict[tuple[int, int, int, bool], int] = field(default_factory=dict)
    effects: int = 0

    def wrong(self, entry: Entry, where: str, problem: str) -> None:
        self.checker.wrong(entry, f"{where} {problem}")


def form_number(loading: Loading, entry: Entry, where: str, value: object) -> int:
    """Return the number of a form by its name, 1 to 6."""
    if value in FORM_NAMES:
        return 1 + FORM_NAMES.index(str(value))
    loading.wrong(entry, where, f"must be one of {', '.join(FORM_NAMES)}, not {value!r}")
    return 0


def read_filter(loading: Loading, entry: Entry, where: str, value: object, extra: Sequence[str] = ()) -> int:
    """Return the number of a filter: cards of some classes, of some names, or named like one on the field."""
    if not isinstance(value, dict) or not value.keys() <= {*FILTER_FIELDS, *extra}:
        loading.wrong(entry, where, f"must be a table with {', '.join((*FILTER_FIELDS, *extra))}, not {value!r}")
        return 0
    classes = 0
    if value.get("class") == []:
        loading.wrong(entry, f"{where}.class", "must name at least one class; without it every card passes")
    for name in texts(loading, entry, f"{where}.class", value.get("class", ["ことば", ITEM])):
        classes |= class_bits(loading, entry, f"{where}.class", name)
    low, high = card_bits(loading, entry, f"{where}.card", value.get("card", []))
    named = loading.checker.flag(entry, f"{where}.named", value.get("named", False))
    key = (classes, low, high, named)
    if key not in loading.filters:
        number = loading.filters[key] = len(loading.filters)
        if number >= MAX_FILTERS:
            loading.wrong(entry, where, f"is one filter too many: a pool may have {MAX_FILTERS} different ones")
            return 0
        loading.tables.filter_classes[number] = classes
        loading.tables.filter_cards[number, 0], loading.tables.filter_cards[number, 1] = low, high
        loading.tables.filter_named[number] = named
    return loading.filters[key]


def class_bits(loading: Loading, entry: Entry, where: str, name: str) -> int:
    """Return the classes that a term such as 動詞, 動詞/五段 or 用言 stands for."""
    part, _, kind = name.partition("/")
    parts = GROUPS_OF_PARTS.get(part, (part,))
    bits = sum(1 << n for n, one in enumerate(CLASSES, 1) if one[0] in parts and kind in ("", one[1]))
    if not bits:
        known = ", ".join((*GROUPS_OF_PARTS, *PARTS, ITEM))
        loading.wrong(entry, where, f"must be of {known}, perhaps with a subclass as in 動詞/五段, not {name!r}")
    return bits


def card_bits(loading: Loading, entry: Entry, where: str, value: object) -> tuple[int, int]:
    """Return a set of cards of the pool as two words of bits."""
    words = [0, 0]
    for name in texts(loading, entry, where, value):
        found = [number for number, card in loading.tables.cards.items() if name in (card.key, card.entry.values["id"])]
        if not found:
            loading.wrong(entry, where, f"must name cards of this pool, such as ない/助動詞, not {name!r}")
        for number in found:
            words[word_of(number)] |= 1 << bit_of(number)
    return words[0], words[1]


def texts(loading: Loading, entry: Entry, where: str, value: object) -> list[str]:
    """Return a list of texts; notes any other value."""
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return value
    loading.wrong(entry, where, f"must be a list of texts, not {value!r}")
    return []
