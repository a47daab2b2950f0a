"""Random card files of てづま師."""

from __future__ import annotations

from random import Random
from typing import Any

from tefuda.games.tezuma.actions import SIDES
from tefuda.games.tezuma.cards import KINDS, MOST_POINTS, NUMERIC, SWITCHES, WHEN, WITH
from tefuda.games.tezuma.state import COINS, COLUMNS, LAPS, MAX_ABILITY_CARDS, MAX_PLAYERS, MAX_TABLES

OURS = {"provenance": "reconstruction", "source": "random"}
INSTEAD = "wins"  # stands alone, with no card


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
