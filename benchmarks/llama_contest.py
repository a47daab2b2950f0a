"""ニワトリかラマか ポーカー: whole sessions between players of different kinds, as text for the compiled build.

`llama_strength.py` binds it to the game beside the search.  A player is a sum of the habits below.  The true state of
the games is at hand here, but every habit keeps to what its seat has seen, and the search redeals before it looks.
"""

from __future__ import annotations

from typing import Any

from tefuda.bots.search import Tree, best_action, clear, run_simulations
from tefuda.engine.primitives import Floats, Ints, at, copy, floats, ints, mix, rand_below
from tefuda.engine.rules_interface import MAX_PLAYERS, NUM_ACTIONS, apply, candidate_actions, result, setup, why_not
from tefuda.games.llama.state import (
    ALL_IN,
    BAD,
    BETTING,
    BOTTOM,
    CONFIRMING,
    DECLINE,
    DRAWING,
    DROP,
    FOLD,
    MARK,
    MARKS,
    PLACES,
    PLAY,
    PUBLIC,
    RAISING,
    REVEAL,
    STOP,
    TOP,
)

SEARCHES = 1  # decides by search; without this and the next two, at random
NO_CHICKENS = 2  # folds exactly the hands with a chicken, goes all-in exactly with clean ones
ALWAYS_ALL_IN = 4  # plays everything and goes all-in always
MARKING = 8  # puts its own sign on every note it has looked at
READING = 16  # remembers what the marks on notes tell; otherwise all notes look alike to it


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
    wins: Floats,
) -> None:
    """One player of a kind among equals of another: each deal is played once with it at every seat.

    `one` and `others` are sums of habits, `budget` the simulations of a decision by search.  `states` holds 3 records.
    Fills, for the lone player at seat p in deal d, utilities[d * players + p], and wins[d * players + p] with its share
    of the first place.
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
                habits = one if s.to_act == seat else others
                if habits & MARKING != 0:
                    sign_notes(s, t)
                action = -1
                if habits & SEARCHES != 0:
                    n = candidate_actions(s, t, actions)
                    action = actions[0]
                    if n > 1:
                        copy(states, 0, states, 2)
                        if habits & READING == 0:
                            forget(at(states, 0))
                        clear(tree)
                        run_simulations(states, tables, rngs, tree, budget)
                        action = best_action(tree, visits, values)
                elif habits & (NO_CHICKENS | ALWAYS_ALL_IN) != 0:
                    action = by_habit(s, r, habits & ALWAYS_ALL_IN)
                if action < 0:
                    n = candidate_actions(s, t, actions)
                    action = actions[rand_below(r, n)]
                apply(s, t, action)
            result(s, t, outcome, ranks)
            first = 0
            for p in range(players):
                first += ranks[p] == 1
            utilities[deal * players + seat] = outcome[seat]
            wins[deal * players + seat] = 1.0 / first if ranks[seat] == 1 else 0.0


def sign_notes(s: Any, t: Any) -> None:
    """The sign of the seat to act on each of its notes that it has looked at: a place of its own, by kind."""
    p = s.to_act
    for i in range(s.held[p]):
        place = s.hand[p, i] - 1
        if s.seen[p] >> place & 1 == 1:
            there = s.pattern[s.look[place]] | s.fresh[place]
            sign = 3 * p % PLACES
            if there >> sign & 1 == 0 and there >> sign + PLACES & 1 == 0:
                mark = sign if s.kind[place] == BAD else sign + PLACES
                if why_not(s, t, MARK + MARKS * i + mark) == 0:
                    apply(s, t, MARK + MARKS * i + mark)


def forget(s: Any) -> None:
    """What the seat to act remembers from earlier rounds, and what everybody does."""
    for c in range(s.looks):
        for kind in range(2):
            s.sure[2 * s.to_act + kind, c] = 0
            s.sure[2 * PUBLIC + kind, c] = 0


def by_habit(s: Any, r: Any, always: int) -> int:
    """A decision without thinking; -1: any."""
    p = s.to_act
    bad = 0
    for i in range(s.held[p]):
        place = s.hand[p, i] - 1
        if s.seen[p] >> place & 1 == 1:
            bad += s.kind[place]
    clean = always != 0 or bad == 0
    if s.phase == BETTING:
        return PLAY if clean else FOLD
    if s.phase == DRAWING:
        if bad > 0 or s.held[p] == 4:
            return STOP
        return TOP if rand_below(r, 2) == 0 else BOTTOM
    if s.phase == RAISING:
        if clean:
            return ALL_IN
        return DECLINE if s.allin == 0 else DROP
    if s.phase == CONFIRMING:
        return REVEAL
    return -1
