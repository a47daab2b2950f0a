"""External-sampling Monte Carlo counterfactual regret minimization (Lanctot et al., 2009), for all games.

Plain Python over the rules contract, bound to a game by `tefuda.engine.backends` and then run interpreted or compiled.
In an iteration every seat in turn is the updated one.  A traversal tries all of its actions and samples those of the
others, and chance.  The current strategy of an information state is proportional to the positive regrets of its
actions; the average of all current strategies approaches an equilibrium of two-player zero-sum games.

Information states have perfect recall: the hash of what a seat knew (`information_state_key`) after every decision, and
of its own actions.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tefuda.engine.primitives import Floats, Ints, at, copy, floats, ints, mix, rand_below
from tefuda.engine.rules_interface import (
    MAX_PLAYERS,
    NUM_ACTIONS,
    apply,
    information_state_key,
    legal,
    result,
    setup,
)

UNIT = 1 << 30  # resolution of sampled probabilities
STATES, EDGES = 0, 1  # indices of `Regrets.used`


class Regrets(NamedTuple):
    """What is kept for each information state.  Its edges, the legal actions in ascending order, are adjacent."""

    slots: Ints  # open-addressed table of states by key: 1 + state, or 0; a power of two long
    keys: Ints  # key of each information state
    first: Ints  # of each state: its first edge; the entry after it is one past its last
    regret: Floats  # of each edge: sum of the sampled counterfactual regrets
    chosen: Floats  # of each edge: sum of the current strategies
    used: Ints  # states and edges in use


def recall_deal(s: Any, t: Any, recall: Ints, players: int) -> None:
    """Set the first `players` entries of `recall` to the information states after the deal."""
    for p in range(players):
        recall[p] = mix(p + 1, information_state_key(s, t, p))


def recall_action(s: Any, t: Any, before: Ints, recall: Ints, players: int, seat: int, action: int) -> None:
    """Set `recall` to the information states after an action of a seat, from those before it.

    What only begins a compound decision is not observed by the others.
    """
    for p in range(players):
        known = mix(before[p], action) if p == seat else before[p]
        recall[p] = mix(known, information_state_key(s, t, p)) if p == seat or s.pending == 0 else known


def state_of(regrets: Regrets, key: int, actions: int) -> int:
    """Return the information state of a key, adding it if it is new; raises OverflowError without room for it."""
    mask = len(regrets.slots) - 1
    slot = key & mask
    while regrets.slots[slot] > 0 and regrets.keys[regrets.slots[slot] - 1] != key:
        slot = (slot + 1) & mask
    if regrets.slots[slot] > 0:
        return int(regrets.slots[slot] - 1)
    state = regrets.used[STATES]
    edges = regrets.used[EDGES] + actions
    if state + 1 >= len(regrets.first) or edges > len(regrets.regret):
        raise OverflowError("no room for more information states")
    regrets.slots[slot] = state + 1
    regrets.keys[state] = key
    regrets.first[state + 1] = edges
    regrets.used[STATES] = state + 1
    regrets.used[EDGES] = edges
    return int(state)


def fill_strategy(regrets: Regrets, first: int, strategy: Floats) -> None:
    """Fill in the current strategy of the edges from `first`: proportional to the positive regrets, else uniform."""
    n = len(strategy)
    total = 0.0
    for k in range(n):
        strategy[k] = max(regrets.regret[first + k], 0.0)
        total += strategy[k]
    for k in range(n):
        strategy[k] = strategy[k] / total if total > 0.0 else 1.0 / n


def sampled(r: Any, strategy: Floats) -> int:
    """Return an index with its probability."""
    rest = rand_below(r, UNIT) / UNIT
    k = 0
    while k < len(strategy) - 1 and rest >= strategy[k]:
        rest -= strategy[k]
        k += 1
    return k


def descend(states: Any, tables: Any, recalls: Any, depth: int, players: int, action: int) -> None:
    """Set states[depth + 1] to what follows an action in states[depth]."""
    if depth + 1 >= len(states):
        raise OverflowError("the game is longer than max_length")
    copy(states, depth + 1, states, depth)
    t, seat = at(tables, 0), at(states, depth).to_act
    apply(at(states, depth + 1), t, action)
    recall_action(at(states, depth + 1), t, recalls[depth], recalls[depth + 1], players, seat, action)


def traverse(
    states: Any, tables: Any, rngs: Any, recalls: Any, regrets: Regrets, depth: int, players: int, updated: int
) -> float:
    """Return a sample of the utility of the updated seat in states[depth], having added to the regrets."""
    s = at(states, depth)
    t = at(tables, 0)
    if s.to_act < 0:
        utilities = floats(MAX_PLAYERS)
        result(s, t, utilities, ints(MAX_PLAYERS))
        return float(utilities[updated])
    seat = s.to_act
    actions = ints(NUM_ACTIONS)
    n = legal(s, t, actions)
    first = regrets.first[state_of(regrets, recalls[depth][seat], n)]
    strategy = floats(n)
    fill_strategy(regrets, first, strategy)
    if seat != updated:
        if seat == (updated + 1) % players:
            for k in range(n):
                regrets.chosen[first + k] += strategy[k]
        descend(states, tables, recalls, depth, players, actions[sampled(at(rngs, 0), strategy)])
        return traverse(states, tables, rngs, recalls, regrets, depth + 1, players, updated)
    values = floats(n)
    mean = 0.0
    for k in range(n):
        descend(states, tables, recalls, depth, players, actions[k])
        values[k] = traverse(states, tables, rngs, recalls, regrets, depth + 1, players, updated)
        mean += strategy[k] * values[k]
    for k in range(n):
        regrets.regret[first + k] += values[k] - mean
    return mean


def minimize_regrets(
    states: Any,
    blank: Any,
    tables: Any,
    rngs: Any,
    recalls: Any,
    regrets: Regrets,
    players: int,
    options: Ints,
    iterations: int,
    root: int,
) -> int:
    """Run iterations; return how many, which are fewer when half of the room for information states is used up.

    Games are dealt into states[root], which is 0: an argument, as `traverse` calls itself.
    """
    t = at(tables, 0)
    r = at(rngs, 0)
    for i in range(iterations):
        if 2 * regrets.used[STATES] > len(regrets.keys) or 2 * regrets.used[EDGES] > len(regrets.regret):
            return i
        for updated in range(players):
            copy(states, root, blank, 0)
            s = at(states, root)
            s.rng = rand_below(r, UNIT) * UNIT + rand_below(r, UNIT)
            setup(s, t, players, options)
            recall_deal(s, t, recalls[root], players)
            traverse(states, tables, rngs, recalls, regrets, root, players, updated)
    return iterations
