"""Random card files of ニワトリかラマか ポーカー, and mistakes in our own file."""

from __future__ import annotations

from random import Random
from typing import Any

from tefuda.games.llama.actions import PLACE_NAMES, STYLE_NAMES
from tefuda.games.llama.cards import FEWEST_NOTES, KINDS, LATE
from tefuda.games.llama.state import MAX_NOTES, MOST_COINS

OURS = {"provenance": "reconstruction", "source": "random"}

# What is wrong in our own file with a text replaced by another, and words of the error.
MISTAKES = [
    ("copies = 6", "copies = 0", ["note chicken", "copies", "0"]),
    ("copies = 6", "copies = 5", ["note", "26 to 30", "25"]),
    ("copies = 6", "copies = 11", ["note", "26 to 30", "31"]),
    ('id = "chicken"', 'id = "duck"', ["id", "duck", "chicken is missing"]),
    ('id = "withdrawal"', 'id = "start"', ["coins start: appears twice", "withdrawal is missing"]),
    ("left = 3", "left = 6", ["late 5", "left", "6"]),
    ('id = "5"', 'id = "6"', ["id", "5 is missing"]),
    ('"nw", "n"', '"nw", "nw"', ["style fold", "places"]),
    ('"nw", "n"', '"middle", "n"', ["style fold", "middle"]),
    ('provenance = "reconstruction"', 'provenance = "guess"', ["provenance", "guess"]),
    ("[[late]]", "[[later]]", ["later", "unknown table"]),
    ("copies = 6", "copies = ", ["TOML"]),
]


def random_file(random: Random) -> dict[str, list[dict[str, Any]]]:
    notes = random.randint(FEWEST_NOTES, MAX_NOTES)
    first, second = random.sample(list(KINDS), 2)
    few = random.choice((1, random.randint(1, notes - 1)))
    return {
        "note": [{"id": first, "copies": few, **OURS}, {"id": second, "copies": notes - few, **OURS}],
        "coins": [{"id": id, "coins": random.choice((1, 3, MOST_COINS)), **OURS} for id in ("start", "withdrawal")],
        "late": [{"id": id, "left": random.randint(0, int(id)), **OURS} for id in LATE],
        "style": [
            {"id": id, "places": random.sample(PLACE_NAMES, random.randint(0, len(PLACE_NAMES))), **OURS}
            for id in STYLE_NAMES
        ],
    }
