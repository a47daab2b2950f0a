"""Loads and checks a card file of KOTODAMA KOGEN: declarations of cards and decks become the card tables of the rules.

A file holds cards, decks, or both; one that holds only decks adds them to our own pool.  Every mistake is named by
file, entry and field.  `vocabulary.py` holds the terms of a declaration; here they become integers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from tefuda.engine.cards import COMMON_FIELDS, Cards, Checker, Entry, read_entries
from tefuda.engine.view import Text
from tefuda.games.kotodama.bags import bit_of, put, size, word_of
from tefuda.games.kotodama.grammar import Phrase, fault
from tefuda.games.kotodama.state import (
    ACTIONS_AN_EFFECT,
    COPIES,
    EFFECTS_A_CARD,
    GROUPS,
    LARGEST_DECK,
    MAX_CARDS,
    MAX_DECKS,
    MAX_EFFECTS,
    MAX_FILTERS,
    MOST_LYING,
    MOST_TIMES,
    SMALLEST_DECK,
    Tables,
)
from tefuda.games.kotodama.vocabulary import (
    CLASS_NUMBERS,
    CLASSES,
    CONDITIONS,
    COSTS,
    FORM_NAMES,
    GROUPS_OF_PARTS,
    ITEM,
    PARTS,
    TAKING_A_FILTER,
    TRIGGERS,
    VERBS,
    Word,
)

OWN = Path(__file__).with_name("cards.toml")
FIELDS = {
    "card": (*COMMON_FIELDS, "name", "reading", "gloss", "part", "kind", "new_group", "under", "over", "effects"),
    "deck": (*COMMON_FIELDS, "name_ja", "name_en", "cards"),
}
EFFECT_FIELDS = (
    "when",
    "form",
    "other",
    "by",
    "modified",
    "group_cards",
    "groups",
    "all",
    "once",
    "covered",
    "cost",
    "do",
)
FILTER_FIELDS = ("class", "card", "named")
CARD_ID = re.compile(r"[a-z][a-z0-9-]*-0*([1-9]\d{0,2})")
FREE, ONE = "free_stacking", "discard_one"
ALONE = ("all_present", "activate", "static")  # a card has at most one effect of each
NEVER_ONCE = ("static", "all_present", "used")  # `once` means nothing with these


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
        """Its name as it stands within a sentence."""
        return Text(f"「{self.title.ja}」", self.title.en)

    @cached_property
    def word(self) -> Word:
        """The card as grammar sees it."""
        values = self.entry.values
        reading, gloss = str(values.get("reading", "")), str(values.get("gloss", ""))
        return Word(self.name, self.part, "" if self.kind == "だ" else self.kind, reading, gloss)


@dataclass(frozen=True)
class Deck:
    """A starter deck: its names, and the copies of each card number."""

    id: str
    name_ja: str
    name_en: str
    copies: Mapping[int, int]


class Pool(Tables):
    """The card tables with the names of the cards and decks in them, which views and texts show.

    The names are no part of the record, as words are not integers; they are neither copied nor compared.
    """

    cards: dict[int, CardEntry]
    decklists: list[Deck]
    phrases: dict[tuple[tuple[int, ...], tuple[int, ...]], Phrase | None]  # spelled so far, by cards and their forms

    def __init__(self) -> None:
        super().__init__()
        self.__dict__["cards"] = {}
        self.__dict__["decklists"] = []
        self.__dict__["phrases"] = {}


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


def load(path: Path | None = None) -> Cards:
    """Return the cards of a file (default: our own), as a `Pool`; raises CardFileError naming every mistake in it."""
    path = path or OWN
    given = read_entries(path, tuple(FIELDS))
    entries = given
    if path != OWN and not any(entry.table == "card" for entry in given):
        entries = (*(entry for entry in read_entries(OWN, tuple(FIELDS)) if entry.table == "card"), *given)
    loading = Loading(Checker(path))
    for entry in entries:
        for name in sorted(entry.values.keys() - set(FIELDS[entry.table])):
            loading.wrong(entry, name, f"is no field; a {entry.table} has {', '.join(FIELDS[entry.table])}")
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
        if card.key in keys:
            loading.wrong(entry, "name", f"{card.key} stands twice: the same name and part of speech are the same card")
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
    alone = entry.values.get("new_group", not card.is_item)
    if not isinstance(alone, bool):
        loading.wrong(entry, "new_group", f"must be true or false, not {alone!r}")
    tables.alone[number] = alone is True
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
    named = flag(loading, entry, f"{where}.named", value.get("named", False))
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


def flag(loading: Loading, entry: Entry, where: str, value: object) -> bool:
    """Return a value that is true or false; notes any other value."""
    if not isinstance(value, bool):
        loading.wrong(entry, where, f"must be true or false, not {value!r}")
    return value is True


def number_in(loading: Loading, entry: Entry, where: str, value: object, low: int, high: int) -> int:
    """Return an integer within bounds; notes any other value."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        loading.wrong(entry, where, f"must be an integer from {low} to {high}, not {value!r}")
        return low
    return value


# ----------------------------------------------------------------- effects


def read_effects(loading: Loading, card: CardEntry) -> None:
    """W6: read the effects of a card, a row of the tables each."""
    entry = card.entry
    declared = entry.values.get("effects", [])
    if not isinstance(declared, list) or len(declared) > EFFECTS_A_CARD:
        loading.wrong(entry, "effects", f"must be a list of at most {EFFECTS_A_CARD} effects, not {declared!r}")
        return
    for place, effect in enumerate(declared, 1):
        where = f"effects[{place}]"
        if not isinstance(effect, dict):
            loading.wrong(entry, where, f"must be a table, not {effect!r}")
            continue
        for name in sorted(effect.keys() - set(EFFECT_FIELDS)):
            loading.wrong(entry, f"{where}.{name}", f"is no field; an effect has {', '.join(EFFECT_FIELDS)}")
        if loading.effects == MAX_EFFECTS:
            loading.wrong(entry, where, f"is one effect too many: a pool may have {MAX_EFFECTS}")
            return
        read_effect(loading, card, where, effect)
        loading.effects += 1
    whens = [effect.get("when") for effect in declared if isinstance(effect, dict)]
    for when in ALONE:
        if whens.count(when) > 1:
            loading.wrong(entry, "effects", f"have {when} twice: a card has one such effect")
    if sum(isinstance(effect, dict) and effect.get("once") is True for effect in declared) > 1:
        loading.wrong(entry, "effects", "have once twice: a card has one such effect")


def read_effect(loading: Loading, card: CardEntry, where: str, effect: dict[str, Any]) -> None:
    """Read an effect: its trigger, conditions, cost and actions."""
    entry, tables, e = card.entry, loading.tables, loading.effects
    when = effect.get("when")
    if not isinstance(when, str) or when not in TRIGGERS:
        loading.wrong(entry, f"{where}.when", f"must be one of {', '.join(TRIGGERS)}, not {when!r}")
        return
    if (when == "used") != (card.is_item and not tables.alone[card.number]) and (when == "used" or card.is_item):
        loading.wrong(entry, f"{where}.when", "must be used for an item that does not stay, and for nothing else")
    tables.trigger[e], tables.owner[e] = TRIGGERS[when].code, card.number
    read_conditions(loading, entry, where, effect)
    for name, column in (("once", tables.once), ("covered", tables.covered)):
        column[e] = flag(loading, entry, f"{where}.{name}", effect.get(name, False))
    if effect.get("once") is True and when in NEVER_ONCE:
        loading.wrong(entry, f"{where}.once", f"must go: it means nothing with {when}")
    if effect.get("covered") is True and when not in ALONE:
        loading.wrong(entry, f"{where}.covered", f"must go: {when} happens wherever the card lies")
    actions = effect.get("do")
    if not isinstance(actions, list) or not 1 <= len(actions) <= ACTIONS_AN_EFFECT:
        loading.wrong(entry, f"{where}.do", f"must be a list of 1 to {ACTIONS_AN_EFFECT} actions, not {actions!r}")
        return
    cost = effect.get("cost")
    if cost is not None and (not isinstance(cost, str) or cost not in COSTS or when != "activate"):
        loading.wrong(entry, f"{where}.cost", f"must be one of {', '.join(COSTS)}, with activate, not {cost!r}")
    elif cost is not None:
        tables.cost[e] = COSTS[cost].code
    if cost == ONE:  # paying is the first thing that the effect does
        actions = [{"discard": 1}, *actions]
        if len(actions) > ACTIONS_AN_EFFECT:
            loading.wrong(entry, f"{where}.do", f"has an action too many: the cost {ONE} counts as one")
            return
    tables.steps[e] = len(actions)
    for step, action in enumerate(actions):
        read_action(loading, entry, f"{where}.do[{step + 1}]", when, step, action)
    if any(isinstance(action, dict) and FREE in action for action in actions) != (when == "static") or (
        when == "static" and len(actions) > 1
    ):
        loading.wrong(entry, f"{where}.do", f"must be one {FREE} with static, and {FREE} goes with nothing else")


def read_conditions(loading: Loading, entry: Entry, where: str, effect: dict[str, Any]) -> None:
    """W6.5: read the conditions of an effect, all of which must hold."""
    tables, e, when = loading.tables, loading.effects, effect["when"]
    for name in EFFECT_FIELDS:
        if name in effect and any(name in names for names in CONDITIONS.values()) and name not in CONDITIONS[when]:
            loading.wrong(entry, f"{where}.{name}", f"must go: it means nothing with {when}")
    for form in texts(loading, entry, f"{where}.form", effect.get("form", [])):
        tables.forms[e] |= 1 << form_number(loading, entry, f"{where}.form", form)
    if "other" in effect:
        tables.other[e] = 1 + read_filter(loading, entry, f"{where}.other", effect["other"])
    if "by" in effect:
        tables.by[e] = 1 + read_filter(loading, entry, f"{where}.by", effect["by"])
    tables.is_modified[e] = flag(loading, entry, f"{where}.modified", effect.get("modified", False))
    tables.group_cards[e] = number_in(
        loading, entry, f"{where}.group_cards", effect.get("group_cards", 1), 1, MOST_LYING
    )
    bounds = effect.get("groups", [0, GROUPS])
    if not isinstance(bounds, list) or len(bounds) != 2:
        loading.wrong(entry, f"{where}.groups", f"must be two integers, the fewest and the most, not {bounds!r}")
        bounds = [0, GROUPS]
    fewest = number_in(loading, entry, f"{where}.groups[1]", bounds[0], 0, GROUPS)
    tables.fewest_groups[e] = fewest
    tables.most_groups[e] = number_in(loading, entry, f"{where}.groups[2]", bounds[1], fewest, GROUPS)
    if when == "all_present":
        low, high = card_bits(loading, entry, f"{where}.all", effect.get("all"))
        tables.present[e, 0], tables.present[e, 1] = low, high
        if not low | high:
            loading.wrong(entry, f"{where}.all", "must name at least one card")


def read_action(loading: Loading, entry: Entry, where: str, when: str, step: int, action: object) -> None:
    """Read an action of an effect."""
    tables, e = loading.tables, loading.effects
    verbs = [name for name in action if name in VERBS] if isinstance(action, dict) else []
    if not isinstance(action, dict) or len(verbs) != 1 or not action.keys() <= {*verbs, "may", "of"}:
        loading.wrong(entry, where, f"must be one of {', '.join(VERBS)}, with may or of, not {action!r}")
        return
    verb = verbs[0]
    tables.verb[e, step] = VERBS[verb].code
    tables.times[e, step] = number_in(loading, entry, f"{where}.{verb}", action[verb], 1, MOST_TIMES)
    tables.may[e, step] = flag(loading, entry, f"{where}.may", action.get("may", False))
    if "of" in action and verb not in TAKING_A_FILTER:
        loading.wrong(entry, f"{where}.of", f"must go: it means nothing with {verb}")
    elif "of" in action:
        tables.of[e, step] = 1 + read_filter(loading, entry, f"{where}.of", action["of"])
    if when == "static" and action.get("may") is True:
        loading.wrong(entry, f"{where}.may", "must go: it means nothing with static")


# ------------------------------------------------------------------- decks


def read_decks(loading: Loading, entries: Sequence[Entry]) -> None:
    """W2.1: read the starter decks."""
    checker, tables = loading.checker, loading.tables
    if not 1 <= len(entries) <= MAX_DECKS:
        checker.wrong("deck", f"there must be 1 to {MAX_DECKS} decks, not {len(entries)}")
        return
    tables.decks = len(entries)
    for place, entry in enumerate(entries):
        copies = read_deck(loading, entry)
        for number, count in copies.items():
            for _ in range(count):
                put(tables.ready_made[place], number)
        cards = size(tables.ready_made[place])
        if not SMALLEST_DECK <= cards <= LARGEST_DECK:
            loading.wrong(entry, "cards", f"must be {SMALLEST_DECK} to {LARGEST_DECK} in all, not {cards}")
        id, ja, en = (checker.text(entry, name) for name in ("id", "name_ja", "name_en"))
        if any(deck.id == id for deck in loading.tables.decklists):
            loading.wrong(entry, "id", "stands twice")
        loading.tables.decklists.append(Deck(id, ja, en, copies))


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
                loading.wrong(entry, f"{where}.card", f"{one['card']} stands twice")
            copies[number] = number_in(loading, entry, f"{where}.copies", one["copies"], 1, COPIES)
    return copies
