"""Random card files of ニワトリかラマか ポーカー."""

from __future__ import annotations

from random import Random
from typing import Any

from tefuda.games.llama.actions import HOW, WHERE
from tefuda.games.llama.cards import FEWEST_NOTES, KINDS, LATE, MOST_COINS
from tefuda.games.llama.state import MAX_NOTES

OURS = {"provenance": "reconstruction", "source": "random"}


def random_file(random: Random) -> dict[str, list[dict[str, Any]]]:
    notes = random.randint(FEWEST_NOTES, MAX_NOTES)
    first, second = random.sample(list(KINDS), 2)
    few = random.choice((1, random.randint(1, notes - 1)))
    return {
        "note": [{"id": first, "copies": few, **OURS}, {"id": second, "copies": notes - few, **OURS}],
        "coins": [{"id": id, "coins": random.choice((1, 3, MOST_COINS)), **OURS} for id in ("start", "withdrawal")],
        "late": [{"id": id, "left": random.randint(0, int(id)), **OURS} for id in LATE],
        "style": [{"id": id, "places": random.sample(WHERE, random.randint(0, len(WHERE))), **OURS} for id in HOW],
    }
