"""Information-set Monte Carlo tree search for all games.

Plain Python over the rules contract, bound to a game by `tefuda.engine.backends` and then run interpreted or compiled.
There is one tree, whose nodes are information sets.  Each simulation determinizes the state for the searching seat,
again if the game rejects the world as implausible (`accept_world`); descends by what each mover knows
(`information_state_key`); adds one node; plays randomly or by the game's `rollout_policy` to the end of the game or a
position that the game evaluates (`evaluate`); and adds to every edge on the path the utility of the seat that chose it.
`players.py` and `logged_games.py` use it.  It reads no world before determinization, so that hidden information cannot
affect it.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from tefuda.engine.primitives import Floats, Ints, at, copy, floats, ints, mix, rand_below
from tefuda.engine.rules_interface import (
    MAX_PLAYERS,
    MAX_STEPS,
    NUM_ACTIONS,
    accept_world,
    apply,
    candidate_actions,
    determinize,
    evaluate,
    information_state_key,
    result,
    rollout_policy,
)

# Both measured on kotori: docs/bots.md.
EXPLORATION = 1.4  # weight of the confidence bound, in units of the root mean square utility
TRUSTED = 0.4  # an action may be played with at least this share of the visits of the most visited one
SOONER = 1e-6  # share of a utility lost with each decision: of equally sure wins the nearest, of losses the farthest

MAX_DETERMINIZATIONS = 16  # attempts until `accept_world` accepts one
EDGES_PER_NODE = 16  # capacity of a tree; nodes of most games have fewer
NODES, SIMULATIONS, WORLDS = 0, 1, 2  # indices of `Tree.counts`


class Tree(NamedTuple):
    """The arrays of one search, from `empty_tree`.  The edges of a node are adjacent, in random order."""

    slots: Ints  # open-addressed table of nodes by key: 1 + node, or 0; a power of two long
    keys: Ints  # of each node: its information state key
    passes: Ints  # of each node: simulations that chose one of its edges
    first: Ints  # of each node: its first edge; the entry after it is one past its last
    action: Ints  # of each edge: the action code
    tries: Ints  # of each edge: simulations through it
    worth: Floats  # of each edge: sum of the utilities of the seat that chooses here
    path: Ints  # edges of the current simulation
    movers: Ints  # the seats that chose them
    counts: Ints  # nodes in use; simulations so far; seed of the worlds
    actions: Ints  # output of `candidate_actions`
    squares: Floats  # sum of the squared utilities of the searching seat, over all simulations
    utilities: Floats  # output of `evaluate` or `result`
    ranks: Ints


def empty_tree(simulations: int) -> Any:
    """Return the fields of an empty tree for a number of simulations: `Tree(*build.empty_tree(n))`."""
    nodes = simulations + 1
    edges = nodes * min(NUM_ACTIONS, EDGES_PER_NODE) + NUM_ACTIONS
    slots = 4
    while slots < 2 * nodes:
        slots *= 2
    return (
        ints(slots),
        ints(nodes),
        ints(nodes),
        ints(nodes + 1),
        ints(edges),
        ints(edges),
        floats(edges),
        ints(MAX_STEPS),
        ints(MAX_STEPS),
        ints(3),
        ints(NUM_ACTIONS),
        floats(1),
        floats(MAX_PLAYERS),
        ints(MAX_PLAYERS),
    )


def clear(tree: Tree) -> None:
    """Empty a tree for another search, in time proportional to its nodes in use."""
    for node in range(tree.counts[NODES] - 1, -1, -1):  # in reverse order of insertion, so that `find` meets no gap
        tree.slots[find(tree, tree.keys[node])] = 0
    tree.counts[NODES] = 0
    tree.counts[SIMULATIONS] = 0
    tree.squares[0] = 0.0


def find(tree: Tree, key: int) -> int:
    """Return the slot of the node of `key`, or the free slot for it."""
    mask = len(tree.slots) - 1
    slot = key & mask
    while tree.slots[slot] > 0 and tree.keys[tree.slots[slot] - 1] != key:
        slot = (slot + 1) & mask
    return slot


def run_simulations(states: Any, tables: Any, rngs: Any, tree: Tree, simulations: int) -> None:
    """Run simulations for the seat to act in states[0]; states[1] is overwritten.

    Calls with the same tree continue the search.  A full tree still counts visits but adds no nodes.
    """
    t = at(tables, 0)
    r = at(rngs, 0)
    viewer = at(states, 0).to_act
    if tree.counts[SIMULATIONS] == 0:
        tree.counts[WORLDS] = rand_below(r, 1 << 30) << 30 | rand_below(r, 1 << 30)
    for _ in range(simulations):
        copy(states, 1, states, 0)
        s = at(states, 1)
        s.rng = mix(tree.counts[WORLDS], tree.counts[SIMULATIONS])
        tree.counts[SIMULATIONS] += 1
        sample_world(s, t, viewer)
        play_to_end(s, t, r, tree, viewer)


def sample_world(s: Any, t: Any, viewer: int) -> None:
    """Determinize a state for a viewer, again if the game rejects the result."""
    determinize(s, t, viewer)
    attempts = 1
    while attempts < MAX_DETERMINIZATIONS and accept_world(s, t, viewer) == 0:
        determinize(s, t, viewer)
        attempts += 1


def play_to_end(s: Any, t: Any, r: Any, tree: Tree, viewer: int) -> int:
    """Descend, roll out, and credit the utilities to the edges of the path; return the number of decisions."""
    steps = descend(s, t, r, tree)
    decisions = steps + guided_rollout(s, t, r, tree)
    tree.squares[0] += tree.utilities[viewer] * tree.utilities[viewer]
    kept = 1.0 - SOONER * decisions
    for i in range(steps):
        tree.worth[tree.path[i]] += kept * tree.utilities[tree.movers[i]]
    return decisions


def descend(s: Any, t: Any, r: Any, tree: Tree) -> int:
    """Descend from the root and add the first missing node; return the number of edges on the path."""
    steps = 0
    inside = True
    while inside and s.to_act >= 0:
        key = information_state_key(s, t, s.to_act)
        slot = find(tree, key)
        node = tree.slots[slot] - 1
        if node < 0:
            node = add(s, t, r, tree, slot, key)
            if node < 0:
                return steps
            inside = False
        edge = choose(tree, node)
        tree.passes[node] += 1
        tree.tries[edge] += 1
        tree.path[steps] = edge
        tree.movers[steps] = s.to_act
        steps += 1
        apply(s, t, tree.action[edge])
    return steps


def add(s: Any, t: Any, r: Any, tree: Tree, slot: int, key: int) -> int:
    """Add the node of `key` with an edge for every candidate action; return it, or -1 if the tree is full.

    Equal keys imply equal actions, so the edges of a node never change.
    """
    node = tree.counts[NODES]
    edge = tree.first[node]
    if node == len(tree.keys) or edge + NUM_ACTIONS > len(tree.action):
        return -1
    tree.counts[NODES] = node + 1
    tree.slots[slot] = node + 1
    tree.keys[node] = key
    tree.passes[node] = 0
    left = candidate_actions(s, t, tree.actions)
    tree.first[node + 1] = edge + left
    while left > 0:
        i = rand_below(r, left)
        left -= 1
        tree.action[edge] = tree.actions[i]
        tree.actions[i] = tree.actions[left]
        tree.tries[edge] = 0
        tree.worth[edge] = 0.0
        edge += 1
    return node


def choose(tree: Tree, node: int) -> int:
    """Return the next untried edge of a node, else the one with the highest upper confidence bound (UCB1).

    The bound scales with the utilities of this search, so that games may use any unit.
    """
    first = tree.first[node]
    last = tree.first[node + 1]
    passes = tree.passes[node]
    if passes < last - first:
        return first + passes
    scale = tree.squares[0] / tree.counts[SIMULATIONS]
    horizon = EXPLORATION * EXPLORATION * scale * math.log(passes)
    best = first
    best_bound = -math.inf
    for edge in range(first, last):
        share = 1.0 / tree.tries[edge]
        bound = tree.worth[edge] * share + math.sqrt(horizon * share)
        if bound > best_bound:
            best_bound = bound
            best = edge
    return best


def guided_rollout(s: Any, t: Any, r: Any, tree: Tree) -> int:
    """Roll out by policy, or randomly, until the game can be evaluated or is over; fill the tree's utilities.

    Returns the number of decisions.
    """
    decisions = 0
    while s.to_act >= 0:
        if evaluate(s, t, tree.utilities) == 1:
            return decisions
        action = rollout_policy(s, t)
        if action < 0:
            n = candidate_actions(s, t, tree.actions)
            action = tree.actions[rand_below(r, n)]
        apply(s, t, action)
        decisions += 1
    result(s, t, tree.utilities, tree.ranks)
    return decisions


def best_action(tree: Tree, visits: Ints, values: Floats) -> int:
    """Return the action with the best mean utility among those with enough visits.

    Fills visits[a] and values[a] (mean utility) of every action `a` tried at the root.
    """
    most = 0
    for edge in range(tree.first[0], tree.first[1]):
        most = max(most, tree.tries[edge])
    best = -1
    best_value = -math.inf
    for edge in range(tree.first[0], tree.first[1]):
        if tree.tries[edge] > 0:
            action = tree.action[edge]
            visits[action] = tree.tries[edge]
            values[action] = tree.worth[edge] / tree.tries[edge]
            if tree.tries[edge] >= TRUSTED * most and values[action] > best_value:
                best_value = values[action]
                best = action
    return best
