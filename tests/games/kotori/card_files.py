"""Random card files of ことりあつめ, and mistakes in our own file."""

from __future__ import annotations

from random import Random
from typing import Any

from tefuda.games.kotori.cards import FEWEST_CARDS, MOST_COPIES, RANK_NAMES
from tefuda.games.kotori.state import MOST_CARDS

OURS = {"provenance": "reconstruction", "source": "random"}

# What is wrong in our own file with a text replaced by another, and words of the error.
MISTAKES = [
    ("copies = 7", "copies = 16", ["card 7", "copies", "16"]),
    ("copies = 7", 'copies = "seven"', ["card 7", "copies", "seven"]),
    ('id = "7"\ncopies', 'id = "11"\ncopies', ["id", "11"]),
    ('id = "7"\ncopies', 'id = "6"\ncopies', ["card 6", "appears twice", "7 is missing"]),
    ('bird = "swallow"', "bird = 3", ["bird 7", "bird"]),
    ('bird = "sparrow"', 'bird = "swallow"', ["bird 10", "swallow"]),
    ('provenance = "reconstruction"', 'provenance = "guess"', ["provenance", "guess"]),
    ("[[bird]]", "[[birds]]", ["birds", "unknown table"]),
    ("copies = 10", "copies = ", ["TOML"]),
]


def random_file(random: Random) -> dict[str, list[dict[str, Any]]]:
    copies = dict.fromkeys(RANK_NAMES, 0)
    size = random.choice((FEWEST_CARDS, MOST_CARDS, random.randint(FEWEST_CARDS, MOST_CARDS)))
    ranks = random.sample(RANK_NAMES, random.randint(-(-size // MOST_COPIES), len(RANK_NAMES)))
    while sum(copies.values()) < size:
        copies[random.choice([rank for rank in ranks if copies[rank] < MOST_COPIES])] += 1
    return {
        "card": [{"id": rank, "copies": count, **OURS} for rank, count in copies.items()],
        "bird": [{"id": rank, "bird": f"{random.choice('スヒツハ')}{rank}", **OURS} for rank in RANK_NAMES],
    }
