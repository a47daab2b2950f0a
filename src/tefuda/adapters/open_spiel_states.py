"""What a state of OpenSpiel holds: an immutable state of Tefuda, shared by all copies of it."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from tefuda.engine.state import State


class Node:
    """A state that is never changed, with what has been asked about it.

    OpenSpiel copies states far more often than it plays in them, so a copy of this is the object itself.
    """

    def __init__(self, state: State, merged: bool) -> None:
        self.state = state  # with explicit chance; not to be changed
        self.merged = merged  # outcomes with the same effect are one

    def after(self, action: int) -> Node:
        """Return the node after an action, or after an outcome at a chance node."""
        state = self.state.copy()
        if state.is_chance_node:
            state.play_chance(action)
        else:
            state.play(action)
        return Node(state, self.merged)

    def resampled(self, seat: int, seed: int) -> Node:
        """Return a node that a seat cannot tell from this one."""
        return Node(self.state.determinize(seat, seed, recall=True), self.merged)

    @property
    def known(self) -> State | None:
        """What everyone has seen so far: at a chance node the state before it, None in the deal."""
        return self.state.before_chance if self.state.is_chance_node else self.state

    @cached_property
    def outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of a chance node by value, with their probabilities."""
        return [(one.value, float(one.probability)) for one in self.state.chance_outcomes(merged=self.merged)]

    @cached_property
    def legal(self) -> list[int]:
        return list(self.state.legal_actions.codes)

    def __deepcopy__(self, memo: dict[int, Any]) -> Node:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return Node, (self.state, self.merged)
