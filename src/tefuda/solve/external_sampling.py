"""A solver that samples: external-sampling Monte Carlo counterfactual regret minimization."""

from __future__ import annotations

from typing import Any

import numpy as np

from tefuda.engine.arguments import whole
from tefuda.engine.errors import BadOption
from tefuda.engine.game import Game, checked_game
from tefuda.engine.state import checked_seed
from tefuda.solve.build import solver_build
from tefuda.solve.policy import Policy
from tefuda.solve.regrets import EDGES, STATES, Regrets

ROOM = 1 << 14  # information states at the start; doubled when half are used


class ExternalSampling:
    """Regret minimization by sampling; needs no tree, and memory only for the information states that it has met.

    Equal games, seeds and numbers of iterations give equal policies, in both builds but for the rounding of floats.
    In two-player zero-sum games the exploitability of the policy approaches 0 with the square root of the iterations.
    A solver can be copied and pickled: it goes on alike.

    Args:
        game: from `tefuda.load`.
        seed: 0 to 2**63 - 1; default: random.
        build: "compiled" (compiles for some seconds the first time) or "checked".
        max_length: decisions of a game, at most; a longer one raises OverflowError.

    Attributes:
        iterations: how many have been run.
    """

    def __init__(self, game: Game, *, seed: int | None = None, build: str = "compiled", max_length: int = 256) -> None:
        self.game = checked_game(game, "ExternalSampling")
        self.iterations = 0
        self._kind = build
        self._bind()
        self._states, self._blank, self._rngs = self._build.workspace(checked_seed(seed), max_length + 1)
        self._options: Any = np.array(game.option_values, np.int64)
        self._recalls: Any = np.zeros((max_length + 1, game.num_players), np.int64)
        self._regrets = _empty(ROOM)
        if build == "checked":  # lists: several times as fast in Python, and integers do not wrap
            self._options, self._recalls = self._options.tolist(), self._recalls.tolist()

    def _bind(self) -> None:
        """Set what another process makes for itself."""
        self._build = solver_build(self.game.package, self._kind)
        self._tables = self._build.tables(self.game.tables)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in ("_build", "_tables")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._bind()

    @property
    def num_information_states(self) -> int:
        """How many have been met."""
        return int(self._regrets.used[STATES])

    def run(self, iterations: int) -> None:
        """Run more iterations: in each, every seat is updated once.  Raises BadOption for a negative number."""
        left = whole(iterations)
        if left is None or left < 0:
            raise BadOption(f"iterations are 0 or more, not {iterations!r}")
        while left > 0:
            done = self._build.minimize_regrets(
                self._states,
                self._blank,
                self._tables,
                self._rngs,
                self._recalls,
                self._regrets,
                self.game.num_players,
                self._options,
                left,
                0,
            )
            left -= done
            self.iterations += done
            if left > 0:
                self._regrets = _doubled(self._regrets)

    def policy(self) -> Policy:
        """Return the average strategy of all iterations so far."""
        count, first = self.num_information_states, self._regrets.first
        table: dict[int, tuple[float, ...]] = {}
        for state in range(count):
            chosen = np.asarray(self._regrets.chosen[first[state] : first[state + 1]])
            if (total := chosen.sum()) > 0:
                table[int(self._regrets.keys[state])] = tuple((chosen / total).tolist())
        return Policy(self.game, table)

    def __repr__(self) -> str:
        return f"<{self.iterations} iterations of {self.game!r}, {self.num_information_states} information states>"


def _empty(room: int) -> Regrets:
    """Return regrets without an information state."""
    edges = 4 * room + 512
    slots, keys, first, used = (_zeros(size, np.int64) for size in (2 * room, room, room + 1, 2))
    return Regrets(slots, keys, first, _zeros(edges, np.float64), _zeros(edges, np.float64), used)


def _zeros(size: int, kind: type) -> Any:
    return np.zeros(size, kind)


def _doubled(old: Regrets) -> Regrets:
    """Return the same regrets with twice the room."""
    new = _empty(2 * len(old.keys))
    states, edges = int(old.used[STATES]), int(old.used[EDGES])
    if 4 * edges > len(new.regret):  # many actions to a state
        new = new._replace(regret=_zeros(8 * edges, np.float64), chosen=_zeros(8 * edges, np.float64))
    new.used[:] = old.used
    new.keys[:states] = old.keys[:states]
    new.first[: states + 1] = old.first[: states + 1]
    new.regret[:edges], new.chosen[:edges] = old.regret[:edges], old.chosen[:edges]
    mask = len(new.slots) - 1
    for state in range(states):
        slot = int(new.keys[state]) & mask
        while new.slots[slot] > 0:
            slot = (slot + 1) & mask
        new.slots[slot] = state + 1
    return new
