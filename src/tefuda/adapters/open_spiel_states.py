"""Content of an OpenSpiel state: an immutable state of Tefuda, shared by all copies."""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

from tefuda.engine.chance_nodes import ChanceResult
from tefuda.engine.state import State

MOST_RESULTS = 1000  # of all draws of the deal or of an action, where they are one chance node


class Chance(NamedTuple):
    """How chance is divided into nodes and outcomes."""

    merged: bool = True  # outcomes of a draw with the same effect are one
    joint: bool = False  # all draws up to the next decision are one node, with an outcome for each different result


class Node:
    """An immutable state with cached answers about it.

    OpenSpiel copies states far more often than it changes them, so a copy of a node is the node itself.
    """

    def __init__(self, state: State, chance: Chance) -> None:
        self.state = state  # with explicit chance; not to be changed
        self.chance = chance

    def after(self, action: int) -> Node:
        """Return the node after an action, or after an outcome at a chance node."""
        state = self.state.copy()
        if not state.is_chance_node:
            state.play(action)
        else:
            for value in self._results[action].values if self.chance.joint else (action,):
                state.play_chance(value)
        return Node(state, self.chance)

    def resampled(self, seat: int, seed: int) -> Node:
        """Return a node that a seat cannot distinguish from this one."""
        return Node(self.state.determinize(seat, seed, recall=True), self.chance)

    @property
    def known(self) -> State | None:
        """What everyone has seen so far: at a chance node the state before it, None in the deal."""
        return self.state.before_chance if self.state.is_chance_node else self.state

    @cached_property
    def outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of a chance node by value (or by the place of the result), with their probabilities."""
        if self.chance.joint:
            return [(place, float(one.probability)) for place, one in enumerate(self._results)]
        return [(one.value, float(one.probability)) for one in self.state.chance_outcomes(merged=self.chance.merged)]

    @cached_property
    def _results(self) -> list[ChanceResult]:
        return self.state.chance_results(most=MOST_RESULTS)

    @cached_property
    def legal(self) -> list[int]:
        return list(self.state.legal_actions.codes)

    def __deepcopy__(self, memo: dict[int, Any]) -> Node:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return Node, (self.state, self.chance)
