"""ことりあつめ: evaluation of positions between rounds. The weights were fitted by play (`docs/bots.md`)."""

from __future__ import annotations

import math

from tefuda.engine.primitives import Floats, high_bit, ones
from tefuda.games.kotori.rules import total
from tefuda.games.kotori.state import RANKS, REBUILDS, State, Tables

# In birds.
BEST_BIRD = 0.01  # for each rank of the best bird, which decides only between equal numbers (K9.2)
KEPT_BID = 0.015  # worth of each point of the bids that a player keeps
CERTAIN, DRIFT = (
    0.3,
    0.5,
)  # scale of a decisive lead: with no cards to come, and its growth with the root of their number


def evaluate(s: State, t: Tables, utilities: Floats) -> int:
    """Evaluate a position between rounds by each seat's lead in birds; it counts for more the fewer cards are to come.

    `heuristic.py` judges a cage in the same way.
    """
    if s.to_act != s.dealer or s.drew == 1 or s.out != 0:
        return 0
    to_come = s.left + 1
    if s.rebuilt < REBUILDS + s.extra_rebuilds:
        for rank in range(1, RANKS):
            to_come += s.discard >> 4 * rank & 15
    decisive = CERTAIN + DRIFT * math.sqrt(to_come)
    for p in range(s.players):
        utilities[p] = 0.0
    for p in range(s.players):
        own = worth(s, p)
        for q in range(p + 1, s.players):
            lead = (own - worth(s, q)) / decisive
            ahead = lead / math.sqrt(1.0 + lead * lead)
            utilities[p] += ahead
            utilities[q] -= ahead
        utilities[p] /= s.players - 1
    return 1


def worth(s: State, p: int) -> float:
    """Return the worth of a seat's cards, in birds."""
    best = 0 if s.cage[p] == 0 else high_bit(s.cage[p])
    return ones(s.cage[p]) + BEST_BIRD * best + KEPT_BID * total(s.line[p])
