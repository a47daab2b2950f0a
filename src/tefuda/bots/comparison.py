"""Simulations of one option of a decision, so that all options can be compared in the same worlds.

Plain Python over the rules contract, bound to a game by `tefuda.engine.backends` like `search.py`, whose tree it grows
below the option.  `analysis.py` uses it.
"""

from __future__ import annotations

from typing import Any

from tefuda.bots.search import SIMULATIONS, Tree, play_to_end, sample_world
from tefuda.engine.primitives import Floats, at, copy, mix
from tefuda.engine.rules_interface import apply

WORLD_WORK = 16  # work of sampling a world, in decisions: measured, it is that of 5 to 40
POLICY = 1  # mixed into a world's seed, so that the policy's stream differs from its chance


def try_option(
    states: Any, tables: Any, rngs: Any, tree: Tree, action: int, seed: int, first: int, count: int, sums: Floats
) -> int:
    """Play `action` in states[0] and then search, in `count` worlds from number `first` on; return the work done.

    The utilities of the seat to act are added to sums[0].  Worlds of the same seed and number are the same for all
    options, with the same chance as long as both play alike: comparing options in them cancels most of the luck.
    """
    t = at(tables, 0)
    r = at(rngs, 0)
    viewer = at(states, 0).to_act
    work = 0
    for number in range(first, first + count):
        copy(states, 1, states, 0)
        s = at(states, 1)
        s.rng = mix(seed, number)
        r.rng = mix(s.rng, POLICY)
        sample_world(s, t, viewer)
        apply(s, t, action)
        tree.counts[SIMULATIONS] += 1
        work += WORLD_WORK + play_to_end(s, t, r, tree, viewer)
        sums[0] += tree.utilities[viewer]
    return work
