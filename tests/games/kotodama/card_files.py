"""Random card files of KOTODAMA KOGEN: all triggers, conditions, costs and actions that the loader knows, combined."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tefuda.games.kotodama.card_effects import ALONE, EFFECT_FIELDS, FREE, NEVER_ONCE, ONE
from tefuda.games.kotodama.grammar import _changing, _table
from tefuda.games.kotodama.state import (
    ACTIONS_AN_EFFECT,
    COPIES,
    EFFECTS_A_CARD,
    GROUPS,
    LARGEST_DECK,
    MAX_CARDS,
    MAX_DECKS,
    MAX_EFFECTS,
    MOST_LYING,
    MOST_TIMES,
    SMALLEST_DECK,
)
from tefuda.games.kotodama.vocabulary import (
    CONDITIONS,
    COSTS,
    FORM_NAMES,
    GROUPS_OF_PARTS,
    ITEM,
    PARTS,
    TAKING_A_FILTER,
    TRIGGERS,
    VERBS,
)
from tests.games.kotodama.declared import check

__all__ = ["check", "random_file"]

OURS = {"provenance": "reconstruction", "source": "random"}
KANA = "かさたはまきしちひみくすつふむけせてへめこそとほも"
KANJI = "春夏秋冬東西南北"
GLOSSES = ("write, wrote, written", "walk", "be, was, been", "mountain", "(subject)", "quietly", "big", "I", "A")
INFLECTING = ("動詞", "形容詞", "形容動詞")  # must end as their kind does
FEWEST_CARDS = -(-SMALLEST_DECK // COPIES)
USUAL_CARDS = 30
FILTERS = 24  # different ones in a file, of the 126 that it may have

Entry = dict[str, Any]


class Habits:
    """Emphases of a random file, so that combinations of rare features occur in some files."""

    def __init__(self, ids: list[str], random: Random) -> None:
        self.ids = ids
        self.filters = [random_filter(ids, random) for _ in range(FILTERS)]
        self.trigger = random.choice((*TRIGGERS, *ALONE))
        self.often = {name: random.choice((0.2, 0.9)) for name in EFFECT_FIELDS}
        self.often |= {name: random.choice((0.0, 0.1, 0.5)) for names in CONDITIONS.values() for name in names}
        self.under, self.over, self.alone = random.choice(((0.5, 0.3, 0.7), (0.9, 0.1, 0.7), (0.2, 0.7, 0.6)))


def random_file(random: Random) -> dict[str, list[Entry]]:
    if random.random() < 0.03:
        return {"deck": decks([f"recon-{number:03d}" for number in range(1, 55)], random)}
    most = MAX_CARDS if random.random() < 0.1 else USUAL_CARDS
    numbers = random.sample(range(1, MAX_CARDS + 1), random.randint(FEWEST_CARDS, most))
    cards = [named_card(number, random) for number in numbers]
    ids = [str(card["id"]) for card in cards]
    habits = Habits(ids, random)
    left = MAX_EFFECTS
    for card in cards:
        place(card, habits, random)
        card["effects"] = effects(card, habits, random)[:left]
        left -= len(card["effects"])
    return {"card": cards, "deck": decks(ids, random)}


def named_card(number: int, random: Random) -> Entry:
    """Return a card without placement and effects; its name contains its number, as names must be unique."""
    part = random.choice((*PARTS, ITEM, ITEM, *INFLECTING))
    kind = random.choice(list(PARTS[part][1]) or [""]) if part in PARTS else ""
    stem = "".join(KANA[number // len(KANA) ** place % len(KANA)] for place in range(2))
    name = reading = random.choice(KANA) + stem
    if random.random() < 0.5:
        name = random.choice(KANJI) + stem
    if part in INFLECTING:
        written, read = ending(part, kind, random)
        name, reading = name + written, reading + read
    card = {"id": f"any-{number}", "name": name, "reading": reading, "gloss": random.choice(GLOSSES), "part": part}
    return {**card, **({"kind": kind} if kind else {}), **OURS}


def ending(part: str, kind: str, random: Random) -> tuple[str, str]:
    """Return the inflecting end of a random word of a kind, as written and as read."""
    of_table = kind if part == "動詞" or kind == "です" else ""
    model = random.choice([entry for key, entry in _table().items() if (key[0], key[2]) == (part, of_table)])
    letters = _changing(model)
    return model.name[-letters:], model.reading[-letters:]


def place(card: Entry, habits: Habits, random: Random) -> None:
    """Return where a card may be laid."""
    if card["part"] == ITEM:
        card["new_group"] = random.random() < 0.4
        return
    if random.random() < habits.under:
        card["under"] = dict(random.choice(habits.filters))
        if random.random() < 0.8:
            card["under"]["form"] = random.choice(FORM_NAMES)
    if random.random() < habits.over:
        card["over"] = random.choice(habits.filters)
    if "under" in card or "over" in card:
        card["new_group"] = random.random() < habits.alone


def random_filter(ids: list[str], random: Random) -> Entry:
    """Return a random filter, mostly a wide one so that effects happen."""
    classes = ["ことば", "ことば", ITEM, *GROUPS_OF_PARTS, *PARTS]
    classes += [f"{part}/{kind}" for part, (_, kinds) in PARTS.items() for kind in kinds if random.random() < 0.2]
    found: Entry = {}
    if random.random() < 0.7:
        found["class"] = random.sample(classes, random.randint(1, 4))
    if random.random() < 0.3:
        found["card"] = random.sample(ids, random.randint(1, 6))
    if random.random() < 0.1:
        found["named"] = True
    return found


# ----------------------------------------------------------------- effects


def effects(card: Entry, habits: Habits, random: Random) -> list[Entry]:
    stays = card["part"] != ITEM or card["new_group"]
    found: list[Entry] = []
    for _ in range(random.randint(0, EFFECTS_A_CARD)):
        triggers = [one for one in TRIGGERS if (one == "used") != stays]
        when = habits.trigger if habits.trigger in triggers and random.random() < 0.6 else random.choice(triggers)
        if when in ALONE and any(effect["when"] == when for effect in found):
            continue
        effect = random_effect(when, habits, random)
        if effect.get("once") and any(other.get("once") for other in found):
            del effect["once"]
        found.append(effect)
    return found


def random_effect(when: str, habits: Habits, random: Random) -> Entry:
    values: dict[str, Callable[[], object]] = {
        "when": lambda: when,
        "form": lambda: random.sample(FORM_NAMES, random.randint(1, 5)),
        "other": lambda: random.choice(habits.filters),
        "by": lambda: random.choice(habits.filters),
        "modified": lambda: random.random() < 0.5,
        "group_cards": lambda: random.choice((1, 2, 2, 3, MOST_LYING)),
        "groups": lambda: sorted(random.choice((0, 1, 2, 3, GROUPS)) for _ in range(2)),
        "all": lambda: random.sample(habits.ids, random.randint(1, 3)),
        "once": lambda: True,
        "covered": lambda: True,
        "cost": lambda: random.choice(list(COSTS)),
        "do": lambda: [{FREE: 1}] if when == "static" else actions(habits.filters, random),
    }
    effect = {}
    for name in EFFECT_FIELDS:
        is_condition = any(name in names for names in CONDITIONS.values())
        means_nothing = (
            (is_condition and name not in CONDITIONS[when])
            or (name == "once" and when in NEVER_ONCE)
            or (name == "covered" and when not in ALONE)
            or (name == "cost" and when != "activate")
        )
        must = name in ("when", "do") or (name == "all" and when == "all_present")
        if must or (not means_nothing and random.random() < habits.often[name]):
            effect[name] = values[name]()
    if effect.get("cost") == ONE:  # it counts as an action
        effect["do"] = effect["do"][: ACTIONS_AN_EFFECT - 1]
    return effect


def actions(filters: list[Entry], random: Random) -> list[Entry]:
    verbs = [verb for verb in VERBS if verb != FREE]
    found = []
    for _ in range(random.choice((1, 1, 2, ACTIONS_AN_EFFECT))):
        verb = random.choice(verbs)
        action: Entry = {verb: random.choice((1, 1, 1, 2, MOST_TIMES))}
        if random.random() < 0.2:
            action["may"] = True
        if verb in TAKING_A_FILTER and random.random() < 0.4:
            action["of"] = random.choice(filters)
        found.append(action)
    return found


# ------------------------------------------------------------------- decks


def decks(ids: list[str], random: Random) -> list[Entry]:
    return [
        {"id": f"deck-{number}", "name_ja": f"デッキ{number}", "name_en": f"Deck {number}", **deck(ids, random), **OURS}
        for number in range(random.choice((1, 2, MAX_DECKS)))
    ]


def deck(ids: list[str], random: Random) -> Entry:
    size = random.choice((SMALLEST_DECK, 40, LARGEST_DECK))
    copies = random.sample(ids * COPIES, min(size, COPIES * len(ids)))
    return {"cards": [{"card": id, "copies": copies.count(id)} for id in dict.fromkeys(copies)]}
