"""Strategies of all seats as tables: the probabilities of the legal actions by information state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from tefuda.engine.chance_nodes import DEAL
from tefuda.engine.errors import BadOption, GameOver
from tefuda.engine.game import Game, checked_game
from tefuda.engine.state import CHANCE, State
from tefuda.solve.build import solver_build


class Policy:
    """The strategies of all seats of a game; uniform where the table has no entry.

    `table` has the probabilities of the legal actions, by code in ascending order, by key of the information state.
    The keys are hashes of all that a seat has known and done, as `ExternalSampling` and `GameTree` compute them.
    """

    def __init__(self, game: Game, table: Mapping[int, Sequence[float]] | None = None) -> None:
        self.game = checked_game(game, "Policy")
        self.table = dict(table or {})

    def at(self, key: int, count: int) -> Sequence[float]:
        """Return the probabilities at an information state with that many legal actions."""
        return self.table.get(key) or (1 / count,) * count

    def probabilities(self, state: State) -> dict[str, float]:
        """Return the probability of each legal action of the seat to act, by notation.

        The state must have been played from the deal or from the position it started from, with its history.  Raises
        GameOver where no seat decides, and BadOption for a state of another game.
        """
        if not isinstance(state, State):
            raise BadOption(f"a policy is asked with a state: write policy.probabilities(state), not {state!r}")
        if state.game != self.game:
            raise BadOption(f"this policy is of {self.game!r}, not of {state.game!r}")
        seat = state.current_player
        if seat is None or seat == CHANCE:
            raise GameOver(f"no seat decides here: {state!r}")
        actions = state.legal_actions
        chances = self.at(key_of(state, seat), len(actions))
        return dict(zip(actions, map(float, chances), strict=True))

    def choose(self, state: State, random: np.random.Generator) -> str:
        """Return an action of the seat to act, drawn with its probability; raises like `probabilities`."""
        chances = self.probabilities(state)
        return str(random.choice(list(chances), p=list(chances.values())))

    def __repr__(self) -> str:
        return f"<policy of {self.game!r}: {len(self.table)} information states>"


def key_of(state: State, seat: int) -> int:
    """Return the key of the information state of a seat: the history is replayed."""
    build, tables, players = solver_build(state.game.package, "checked"), state.game.tables, state.num_players
    recall, mover = [0] * players, 0
    for record, action in state.replayed():
        if action == DEAL:
            build.recall_deal(record, tables, recall, players)
        else:
            build.recall_action(record, tables, recall.copy(), recall, players, mover, action)
        mover = record.to_act
    return recall[seat]
