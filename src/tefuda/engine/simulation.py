"""Generic functions over whole games: start, step, random rollouts, and the trace that compares two builds.

Plain Python, bound to a game by `backends.py` and then run interpreted or compiled.  `states` is an array of records
(or a list of checked ones), `tables` an array of one table record, `rngs` an array of one `Generator`.

Tests and benchmarks call the compiled rules on a single record by `step` and the functions named `..._at`.  They are
here because a build with one more module would have to be compiled for itself.
"""

from __future__ import annotations

from typing import Any

from tefuda.engine.primitives import Ints, at, copy, floats, ints, mix, rand_below
from tefuda.engine.rules_interface import (
    MAX_PLAYERS,
    NUM_ACTIONS,
    apply,
    determinize,
    information_state_key,
    legal,
    result,
    setup,
)

POLICY = 1  # mixed into a seed, so that the policy's stream differs from the first game's chance


def start(states: Any, i: int, blank: Any, tables: Any, players: int, options: Ints, seed: int) -> None:
    """Deal a new game into states[i]; `blank` holds one zeroed record."""
    copy(states, i, blank, 0)
    s = at(states, i)
    s.rng = seed
    setup(s, at(tables, 0), players, options)


def step(states: Any, i: int, tables: Any, action: int) -> int:
    """Apply a legal action to states[i]; return the next seat to act, -1 when over."""
    s = at(states, i)
    apply(s, at(tables, 0), action)
    return int(s.to_act)


def legal_at(states: Any, i: int, tables: Any, actions: Ints) -> int:
    """Call `legal` on states[i]."""
    return legal(at(states, i), at(tables, 0), actions)


def result_at(states: Any, i: int, tables: Any, utilities: Any, ranks: Ints) -> None:
    """Call `result` on states[i]."""
    result(at(states, i), at(tables, 0), utilities, ranks)


def determinize_at(states: Any, i: int, tables: Any, viewer: int) -> None:
    """Call `determinize` on states[i]."""
    determinize(at(states, i), at(tables, 0), viewer)


def information_state_key_at(states: Any, i: int, tables: Any, viewer: int) -> int:
    """Call `information_state_key` on states[i]."""
    return information_state_key(at(states, i), at(tables, 0), viewer)


def rollout(s: Any, t: Any, r: Any, actions: Ints) -> int:
    """Play at random with generator `r` to the end of the game; return the number of decisions."""
    steps = 0
    while s.to_act >= 0:
        n = legal(s, t, actions)
        apply(s, t, actions[rand_below(r, n)])
        steps += 1
    return steps


def simulate(
    states: Any,
    blank: Any,
    tables: Any,
    rngs: Any,
    players: int,
    options: Ints,
    seed: int,
    games: int,
    utilities: Any,
    ranks: Any,
    lengths: Any,
) -> int:
    """Play `games` random games from consecutive seeds; return the number of decisions.

    Fills row i of `utilities` (float64) and `ranks` (int64), both (games, players), and lengths[i], for game i, and
    plays it in states[i % len(states)], which keeps the last games for inspection.
    """
    actions = ints(NUM_ACTIONS)
    t = at(tables, 0)
    r = at(rngs, 0)
    r.rng = mix(seed, POLICY)
    steps = 0
    for i in range(games):
        start(states, i % len(states), blank, tables, players, options, seed + i)
        s = at(states, i % len(states))
        lengths[i] = rollout(s, t, r, actions)
        result(s, t, utilities[i], ranks[i])
        steps += lengths[i]
    return steps


def playouts(
    states: Any, blank: Any, tables: Any, rngs: Any, players: int, options: Ints, seed: int, games: int
) -> int:
    """Like `simulate` without results, for benchmarks."""
    actions = ints(NUM_ACTIONS)
    t = at(tables, 0)
    r = at(rngs, 0)
    r.rng = mix(seed, POLICY)
    steps = 0
    for i in range(games):
        start(states, 0, blank, tables, players, options, seed + i)
        steps += rollout(at(states, 0), t, r, actions)
    return steps


def copies(states: Any, count: int) -> None:
    """Copy states[0] to states[1] and back, `count` times in all, for benchmarks."""
    for i in range(count):
        copy(states, 1 - i % 2, states, i % 2)


def trace(states: Any, blank: Any, tables: Any, rngs: Any, players: int, options: Ints, seed: int, games: int) -> int:
    """Return a hash of all decisions, seats, choices, information state keys and results of `games` random games."""
    actions = ints(NUM_ACTIONS)
    utilities = floats(MAX_PLAYERS)
    ranks = ints(MAX_PLAYERS)
    t = at(tables, 0)
    r = at(rngs, 0)
    r.rng = mix(seed, POLICY)
    h = 0
    for i in range(games):
        start(states, 0, blank, tables, players, options, seed + i)
        s = at(states, 0)
        while s.to_act >= 0:
            n = legal(s, t, actions)
            action = actions[rand_below(r, n)]
            h = mix(h, action + 1024 * s.to_act + 16384 * n)
            for viewer in range(-1, players):
                h = mix(h, information_state_key(s, t, viewer))
            apply(s, t, action)
        result(s, t, utilities, ranks)
        for p in range(players):
            h = mix(h, ranks[p] + 16 * round((utilities[p] + 1.0) * 100000.0))
    return h
