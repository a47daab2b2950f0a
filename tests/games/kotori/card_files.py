"""Random card files of ことりあつめ."""

from __future__ import annotations

from random import Random
from typing import Any

from tefuda.games.kotori.cards import FEWEST_CARDS, MOST_COPIES, RANK_NAMES
from tefuda.games.kotori.state import MOST_CARDS

OURS = {"provenance": "reconstruction", "source": "random"}


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
