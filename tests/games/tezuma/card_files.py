"""Random card files of てづま師, and mistakes in our own file."""

from __future__ import annotations

from random import Random
from typing import Any

from tefuda.games.tezuma.actions import SIDES
from tefuda.games.tezuma.cards import KINDS, MOST_POINTS, NUMERIC, SWITCHES, WHEN, WITH
from tefuda.games.tezuma.state import COINS, COLUMNS, LAPS, MAX_ABILITY_CARDS, MAX_PLAYERS, MAX_TABLES

OURS = {"provenance": "reconstruction", "source": "random"}
INSTEAD = "wins"  # stands alone, with no card

# What is wrong in our own file with a text replaced by another, and words of the error.
MISTAKES = [
    ("points = [9, 7,", "points = [-9, 7,", ["table 2", "points", "-9"]),
    ("points = [9, 7,", 'points = ["9", 7,', ["table 2", "points"]),
    ("points = [9, 7, 5, 3, 1, 0, 0, 0]", "points = []", ["table 2", "points"]),
    ('id = "3"\nname_ja = "ぴたり', 'id = "2"\nname_ja = "ぴたり', ["table 2", "appears twice", "3 is missing"]),
    ('id = "6"\nname_ja = "から', 'id = "9"\nname_ja = "から', ["table 9", "id", "6 is missing"]),
    ('name_en = "Modest"', "", ["table 2", "name_en"]),
    ("spare = 1", "spare = 9", ["layout tables", "spare", "9"]),
    ('id = "abilities"', 'id = "ability"', ["layout ability", "id", "abilities is missing"]),
    ('kind = "any"', 'kind = "some"', ["lap 1", "kind", "some"]),
    ('first = "start"', 'first = "dealer"', ["lap 1", "first", "dealer"]),
    ('order = "clockwise"', 'order = "widdershins"', ["lap 1", "order", "widdershins"]),
    ('id = "1a"', 'id = "a1"', ["ability a1", "id", "1a"]),
    ('id = "1a"', 'id = "13a"', ["ability 13a", "12"]),
    ('id = "1b"', 'id = "1a"', ["ability 1a", "appears twice"]),
    ("cost = 1", "cost = 5", ["ability 1a", "cost", "5"]),
    ("cost = 1", "cost = true", ["ability 1a", "cost", "True"]),
    ('with = "number"', 'with = "numbers"', ["ability 1a", "with", "numbers"]),
    ('when = "any"', 'when = "always"', ["ability 1a", "when", "always"]),
    ("plus = 2", "plus = 10", ["ability 1a", "plus", "10"]),
    ("plus = 2", "plus = 2\nplus_or_minus = 1", ["ability 1a", "plus and plus_or_minus"]),
    ("plus = 2\n", "", ["ability 1a", "has no effect", "set_aside"]),
    ("number = 0", "number = 19", ["ability 1b", "number", "19"]),
    ("wins = true", "wins = true\nplus = 1", ["ability 3a", "wins and plus"]),
    ("wins = true", "set_aside = true", ["ability 3a", 'with = "none"']),
    ('with = "none"', 'with = "card"', ["ability 3a", 'with = "none"']),
    ('when = "any"\nneed_not_follow', 'when = "off"\nneed_not_follow', ["ability 4a", 'when = "any"']),
    ('provenance = "reconstruction"', 'provenance = "guess"', ["provenance", "guess"]),
    ("[[lap]]", "[[laps]]", ["laps", "unknown table"]),
    ("spare = 1", "spare = ", ["TOML"]),
]


def random_file(random: Random) -> dict[str, list[dict[str, Any]]]:
    tables = random.randint(MAX_PLAYERS, MAX_TABLES)
    cards = random.randint(MAX_PLAYERS, MAX_ABILITY_CARDS)
    kinds = random.sample(list(KINDS), LAPS)
    return {
        "layout": [
            {"id": "tables", "spare": random.randint(0, min(tables, MAX_TABLES) - MAX_PLAYERS), **OURS},
            {"id": "abilities", "spare": random.randint(0, cards - MAX_PLAYERS), **OURS},
        ],
        "lap": [
            {
                "id": str(number),
                "kind": random.choice(("any", kind)),
                "first": random.choice(("start", "last")),
                "order": random.choice(("clockwise", "counterclockwise")),
                **OURS,
            }
            for number, kind in enumerate(kinds, 1)
        ],
        "table": [
            {"id": str(number), **named("表", "table", number), "points": points(random), **OURS}
            for number in range(1, tables + 1)
        ],
        "ability": [
            ability(f"{card}{side}", random)
            for card in range(1, cards + 1)
            for side in random.choice((SIDES, SIDES[0], SIDES[1]))
        ],
    }


def named(ja: str, en: str, number: object) -> dict[str, str]:
    return {"name_ja": f"{ja}{number}", "name_en": f"{en} {number}"}


def points(random: Random) -> list[int]:
    most = random.choice((0, 9, MOST_POINTS))
    return [random.randint(0, most) for _ in range(random.randint(1, COLUMNS))]


def ability(id: str, random: Random) -> dict[str, Any]:
    """Some effects that go together: what wins the trick stands alone, and a number is changed in one way."""
    entry: dict[str, Any] = {"id": id, **named("技", "trick", id), "text_ja": "技。", "text_en": "A trick."}
    entry |= {"cost": random.randint(1, COINS), "when": random.choice(list(WHEN)), **OURS}
    if random.random() < 0.1:
        return {**entry, "with": "none", INSTEAD: True}
    effects: dict[str, Any] = {name: random.choice((True, True, False)) for name in SWITCHES if name != INSTEAD}
    effects |= {name: random.randint(0, most) for name, most in NUMERIC.items()}
    for name in random.sample(list(effects), len(effects) - random.choice((1, 1, 2, 3))):
        del effects[name]
    if "plus" in effects and "plus_or_minus" in effects:
        del effects["plus"]
    if effects.get("need_not_follow"):
        entry["when"] = "any"
    return {**entry, "with": random.choice([name for name, cards in WITH.items() if cards]), **effects}
