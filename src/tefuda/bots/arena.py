"""Whole games between searching and random bots, as a generic module: strength tables run entirely in a compiled build.

`benchmarks/bots.py` and the tests bind it to a game together with `search.py`.  It holds the full state of its games,
but the search determinizes it before every simulation.
"""

from __future__ import annotations

from typing import Any

from tefuda.bots.search import Tree, best_action, clear, run_simulations
from tefuda.engine.primitives import Floats, Ints, at, copy, floats, ints, mix, rand_below
from tefuda.engine.rules_interface import MAX_PLAYERS, NUM_ACTIONS, apply, candidate_actions, legal, result, setup


def contest(
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
    openings: Ints,
    utilities: Floats,
    wins: Floats,
    leads: Floats,
) -> None:
    """Play each deal once with one searcher at every seat against equal opponents.

    `one` is the budget of that searcher in simulations per decision, `others` that of all others; 0 is random play.
    `openings` holds the first action of that searcher and that of all others; -1 lets them choose.
    A deal is a seed: its games draw the same cards while their draws are the same.  `states` holds 3 records,
    `tree` has room for the larger budget.  Fills, for the searcher at seat p in deal d, utilities[d * players + p],
    wins[d * players + p] with its share of first place (1/2 if two are first), and leads[d * players + p] with the
    share of the seat that made the first decision after the openings.
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
            opened = 0  # bits: seats that have played their opening
            leader = -1
            while s.to_act >= 0:
                budget = one if s.to_act == seat else others
                action = openings[0 if s.to_act == seat else 1]
                if action >= 0 and opened >> s.to_act & 1 == 0:
                    opened |= 1 << s.to_act
                    apply(s, t, action)
                    continue
                if leader < 0:
                    leader = s.to_act
                count = candidate_actions(s, t, actions) if budget > 0 else legal(s, t, actions)
                action = actions[0]  # the only candidate needs no search
                if budget == 0:
                    action = actions[rand_below(r, count)]
                elif count > 1:
                    copy(states, 0, states, 2)
                    clear(tree)
                    run_simulations(states, tables, rngs, tree, budget)
                    action = best_action(tree, visits, values)
                apply(s, t, action)
            result(s, t, outcome, ranks)
            first = 0
            for p in range(players):
                first += ranks[p] == 1
            utilities[deal * players + seat] = outcome[seat]
            wins[deal * players + seat] = 1.0 / first if ranks[seat] == 1 else 0.0
            leads[deal * players + seat] = 1.0 / first if leader >= 0 and ranks[leader] == 1 else 0.0
