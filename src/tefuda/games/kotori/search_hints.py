"""ことりあつめ: evaluation of positions between rounds. The weights were fitted by play (`docs/bots.md`)."""

from __future__ import annotations

import math

from tefuda.engine.primitives import Floats, high_bit, ones
from tefuda.games.kotori.rules import total
from tefuda.games.kotori.state import RANKS, REBUILDS, State, Tables

BEST_BIRD = 0.01  # in birds, for each rank of the best bird, which decides only between equal numbers (K9.2)
KEPT_BID = 0.015  # in birds, for each point of the bids that a player keeps
DRIFT = 1.4  # scale of a decisive lead in birds: what the root of the number of cards to come is multiplied by
REGRESSION = (
    25  # cards to come at which a lead counts for half of what drift leaves: quarrels (K7.2) take from large cages
)


def evaluate(s: State, t: Tables, utilities: Floats) -> int:
    """Evaluate a position between rounds by each seat's lead in birds; it counts for more the fewer cards are to come.

    The estimate must be right on average at any time of the game: a search compares positions of different rounds.
    """
    if s.to_act != s.dealer or s.drew == 1 or s.out != 0:
        return 0
    to_come = s.left + 1
    if s.rebuilt < REBUILDS + s.extra_rebuilds:
        for rank in range(1, RANKS):
            to_come += s.discard >> 4 * rank & 15
    far = to_come / REGRESSION
    decisive = DRIFT * math.sqrt(to_come) * (1.0 + far * far) / s.players
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
