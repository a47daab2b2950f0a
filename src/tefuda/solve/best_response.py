"""The best response of one seat to the strategies of all others, by dynamic programming over a game's tree."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from tefuda.solve.policy import Policy


class BestResponse(NamedTuple):
    """What one seat can do at best: its expected utility, and a policy that has an entry for this seat alone."""

    value: float
    policy: Policy


def respond(
    seats: Sequence[int],
    keys: Sequence[int],
    parents: Sequence[int],
    actions: Sequence[int],
    utilities: Sequence[Sequence[float]],
    reach: Sequence[float],
    seat: int,
) -> tuple[float, dict[int, int]]:
    """Return the value of a seat's best response, and by key the place of the action that it chooses.

    The lists are those of `GameTree`; `reach` has the probability of each node without the seat's own choices.

    A seat with perfect recall has made the same number of decisions at all nodes of an information state.  So
    information states are decided in the order of how many come before them, the last ones first.
    """
    levels: defaultdict[int, list[int]] = defaultdict(list)  # nodes by the number of the seat's decisions before them
    level: list[int] = []
    for node, parent in enumerate(parents):
        level.append(0 if parent < 0 else level[parent] + (seats[parent] == seat))
        levels[level[node]].append(node)
    below: list[defaultdict[int, float]] = [defaultdict(float) for _ in seats]  # of each node: worth of each action
    chosen: dict[int, int] = {}
    total = 0.0
    for _, nodes in sorted(levels.items(), reverse=True):
        worth: defaultdict[int, defaultdict[int, float]] = defaultdict(lambda: defaultdict(float))
        for node in nodes:
            if seats[node] == seat:
                for action, value in below[node].items():
                    worth[keys[node]][action] += value
        for key, values in worth.items():
            chosen[key] = max(values, key=lambda action: (values[action], -action))
        for node in reversed(nodes):
            if utilities[node]:
                value = reach[node] * utilities[node][seat]
            elif seats[node] == seat:
                value = below[node][chosen[keys[node]]]
            else:
                value = sum(below[node].values())
            if parents[node] < 0:
                total += value
            else:
                below[parents[node]][actions[node]] += value
    return total, chosen
