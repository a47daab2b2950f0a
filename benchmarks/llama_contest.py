"""ニワトリかラマか ポーカー: sessions between players of different kinds, in the rules' Numba subset.

`llama_strength.py` compiles it with the game and the search.  A player kind is a sum of the flags below.  The code
holds the full state, but every decision uses only what its seat has seen, and the search determinizes first.
"""

from __future__ import annotations

from typing import Any

from tefuda.bots.search import Tree, best_action, clear, run_simulations
from tefuda.engine.primitives import Floats, Ints, at, copy, floats, ints, mix, rand_below
from tefuda.engine.rules_interface import MAX_PLAYERS, NUM_ACTIONS, apply, candidate_actions, result, setup, why_not
from tefuda.games.llama.actions import Action
from tefuda.games.llama.notes import memory
from tefuda.games.llama.state import MARKS, PLACES, PUBLIC, Kind, Phase

SEARCHES = 1  # decides by search; without this and the next two flags, at random
NO_CHICKENS = 2  # folds exactly the hands with a chicken, goes all-in exactly with clean hands
ALWAYS_ALL_IN = 4  # plays every hand and always goes all-in
MARKING = 8  # puts its own sign on every note it has looked at
READING = 16  # remembers what marks reveal; without it all notes look alike


def sessions(
    states: Any,
    blank: Any,
    tables: Any,
    rngs: Any,
    tree: Tree,
    players: int,
    options: Ints,
    seeds: Ints,
    one: int,
    others: int,
    budget: int,
    utilities: Floats,
) -> None:
    """Play one player of a kind among equals of another, each deal once with it at every seat.

    `one` and `others` are sums of flags, `budget` the simulations per search decision.  `states` holds 3 records.
    Fills utilities[d * players + p] for the lone player at seat p in deal d.
    """
    t = at(tables, 0)
    r = at(rngs, 0)
    actions = ints(NUM_ACTIONS)
    visits = ints(NUM_ACTIONS)
    values = floats(NUM_ACTIONS)
    outcome = floats(MAX_PLAYERS)
    ranks = ints(MAX_PLAYERS)
    for deal in range(len(seeds)):
        for seat in range(players):
            copy(states, 2, blank, 0)
            s = at(states, 2)
            s.rng = seeds[deal]
            setup(s, t, players, options)
            r.rng = mix(seeds[deal], seat)
            while s.to_act >= 0:
                kind = one if s.to_act == seat else others
                if kind & MARKING != 0:
                    sign_notes(s, t)
                action = -1
                if kind & SEARCHES != 0:
                    n = candidate_actions(s, t, actions)
                    action = actions[0]
                    if n > 1:
                        copy(states, 0, states, 2)
                        if kind & READING == 0:
                            forget(at(states, 0))
                        clear(tree)
                        run_simulations(states, tables, rngs, tree, budget)
                        action = best_action(tree, visits, values)
                elif kind & (NO_CHICKENS | ALWAYS_ALL_IN) != 0:
                    action = fixed_policy(s, r, kind & ALWAYS_ALL_IN)
                if action < 0:
                    n = candidate_actions(s, t, actions)
                    action = actions[rand_below(r, n)]
                apply(s, t, action)
            result(s, t, outcome, ranks)
            utilities[deal * players + seat] = outcome[seat]


def sign_notes(s: Any, t: Any) -> None:
    """Put the sign of the seat to act on each of its notes that it has looked at: an own place, by kind of note."""
    p = s.to_act
    for i in range(s.held[p]):
        place = s.hand[p, i] - 1
        if s.seen[p] >> place & 1 == 1:
            marks = s.pattern[s.look[place]] | s.fresh[place]
            sign = 3 * p % PLACES
            if marks >> sign & 1 == 0 and marks >> sign + PLACES & 1 == 0:
                mark = sign if s.kind[place] == Kind.BAD else sign + PLACES
                if why_not(s, t, Action.MARK + MARKS * i + mark) == 0:
                    apply(s, t, Action.MARK + MARKS * i + mark)


def forget(s: Any) -> None:
    """Erase what the seat to act and the public remember from earlier rounds."""
    for c in range(s.looks):
        for kind in range(2):
            s.sure[memory(s.to_act, kind), c] = 0
            s.sure[memory(PUBLIC, kind), c] = 0


def fixed_policy(s: Any, r: Any, always: int) -> int:
    """Return a decision by a fixed rule, or -1 for a random one."""
    p = s.to_act
    bad = 0
    for i in range(s.held[p]):
        place = s.hand[p, i] - 1
        if s.seen[p] >> place & 1 == 1:
            bad += s.kind[place]
    clean = always != 0 or bad == 0
    if s.phase == Phase.BETTING:
        return Action.PLAY if clean else Action.FOLD
    if s.phase == Phase.DRAWING:
        if bad > 0 or s.held[p] == 4:
            return Action.STOP
        return Action.TOP if rand_below(r, 2) == 0 else Action.BOTTOM
    if s.phase == Phase.RAISING:
        if clean:
            return Action.ALL_IN
        return Action.DECLINE if s.allin == 0 else Action.DROP
    if s.phase == Phase.CONFIRMING:
        return Action.REVEAL
    return -1
