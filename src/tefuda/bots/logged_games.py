"""Whole games between searching and random players with a log of every decision, as a generic module.

Plain Python, bound to a game by `tefuda.engine.backends` and then run interpreted or compiled; `tefuda.lab` calls it.
It holds the full state of its games, but the search determinizes it before every simulation.
"""

from __future__ import annotations

import math
from typing import Any

from tefuda.bots.search import Tree, best_action, clear, run_simulations
from tefuda.engine.primitives import Ints, at, copy, floats, ints, mix, rand_below
from tefuda.engine.rules_interface import (
    MAX_PLAYERS,
    NUM_ACTIONS,
    apply,
    candidate_actions,
    fill_tensors,
    legal,
    result,
    setup,
)

STATES, OBSERVATIONS = 1, 2  # how much is logged: the records before each decision; what the seat to act sees, too
SEAT, CHOSEN, COUNT = 0, 1, 2  # columns of `rows`


def play_logged_games(
    states: Any,
    blank: Any,
    tables: Any,
    rngs: Any,
    tree: Tree,
    players: int,
    options: Ints,
    seeds: Ints,
    choices: Ints,
    budgets: Any,
    first: int,
    keep: int,
    before: Any,
    seen: Any,
    rows: Any,
    codes: Any,
    values: Any,
    after: Any,
    utilities: Any,
    ranks: Any,
    ends: Ints,
) -> int:
    """Play the games from `first` on until all are played or the log is full; return the first one not finished.

    Game g is dealt from seeds[g]; the players choose by choices[g].  The seat p searches with budgets[g, p]
    simulations a decision, or plays at random if they are 0.  `keep` says what is logged in `before` and `seen`.  Row r
    of the log is a decision: rows[r] is the seat, the code chosen and the number of legal codes, which are in
    codes[r]; values[r] has the value of each of them, NaN where there is none.  Game g ends before row ends[g], in the
    state after[g], with utilities[g] and ranks[g].
    """
    t = at(tables, 0)
    r = at(rngs, 0)
    actions = ints(NUM_ACTIONS)
    visits = ints(NUM_ACTIONS)
    worth = floats(NUM_ACTIONS)
    outcome = floats(MAX_PLAYERS)
    places = ints(MAX_PLAYERS)
    row = 0
    for g in range(first, len(seeds)):
        copy(states, 2, blank, 0)
        s = at(states, 2)
        s.rng = seeds[g]
        setup(s, t, players, options)
        r.rng = mix(choices[g], 0)
        while s.to_act >= 0:
            if row == len(rows):
                return g
            seat = int(s.to_act)
            budget = int(budgets[g, seat])
            n = legal(s, t, actions)
            for k in range(n):
                codes[row, k] = actions[k]
                values[row, k] = math.nan
            action = actions[0]
            if budget == 0:
                action = actions[rand_below(r, n)]
            elif candidate_actions(s, t, visits) == 1:
                action = visits[0]  # the only candidate needs no search
            else:
                copy(states, 0, states, 2)
                clear(tree)
                run_simulations(states, tables, rngs, tree, budget)
                for k in range(NUM_ACTIONS):
                    visits[k] = 0
                action = best_action(tree, visits, worth)
                for k in range(n):
                    if visits[actions[k]] > 0:
                        values[row, k] = worth[actions[k]]
            rows[row, SEAT] = seat
            rows[row, CHOSEN] = action
            rows[row, COUNT] = n
            if keep & STATES != 0:
                copy(before, row, states, 2)
            if keep & OBSERVATIONS != 0:
                fill_tensors(s, t, seat, at(seen, row))
            row += 1
            apply(s, t, action)
        copy(after, g, states, 2)
        result(s, t, outcome, places)
        for p in range(players):
            utilities[g, p] = outcome[p]
            ranks[g, p] = places[p]
        ends[g] = row
    return len(seeds)
