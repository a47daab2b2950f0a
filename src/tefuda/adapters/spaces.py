"""Spaces of Gymnasium for Tefuda's games, which PettingZoo uses as well: observations with a mask, actions by code."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tefuda.engine.arguments import whole
from tefuda.engine.errors import BadOption
from tefuda.engine.extras import needs
from tefuda.engine.game import Game
from tefuda.engine.legal_actions import Actions
from tefuda.engine.state import State

with needs("Gymnasium", "gymnasium"):
    from gymnasium import spaces

Vector = NDArray[np.float32]
Observation = dict[str, NDArray[Any]]
RENDER_MODES = ["ansi", "human"]
ILLEGAL = ("random", "lose", "raise")  # what an illegal action does


class Layout:
    """Layout of a game's observations: one vector with all arrays, and the mask.

    `more_actions` are added after those of the game.
    """

    def __init__(self, game: Game, more_actions: int = 0) -> None:
        self.num_actions = game.num_actions + more_actions
        self.fields: dict[str, tuple[slice, tuple[int, ...]]] = {}  # place and shape of each array, by name
        low: list[float] = []
        high: list[float] = []
        for name, spec in game.observation_spec.items():
            bounds, size = np.iinfo(spec.dtype), prod(spec.shape)
            self.fields[name] = slice(len(low), len(low) + size), spec.shape
            low += [float(bounds.min)] * size
            high += [float(bounds.max)] * size
        self._bounds = np.array(low, np.float32), np.array(high, np.float32)

    @property
    def width(self) -> int:
        return len(self._bounds[0])

    def observation_space(self) -> Any:
        mask = spaces.Box(0, 1, (self.num_actions,), np.int8)
        return spaces.Dict({"observation": self.vector_space(), "action_mask": mask})

    def vector_space(self, copies: int = 1) -> spaces.Box:
        low, high = (np.tile(bound, copies) for bound in self._bounds)
        return spaces.Box(low, high, dtype=np.float32)

    def action_space(self) -> spaces.Discrete[np.int64]:
        return spaces.Discrete(self.num_actions)

    def vector(self, tensors: Mapping[str, NDArray[Any]], games: int | None = None) -> Vector:
        """Return the arrays of an observation as one vector; with `games`, of that number of games as rows."""
        rows = (1 if games is None else games, -1)
        vectors = np.concatenate([array.reshape(rows) for array in tensors.values()], axis=1, dtype=np.float32)
        return vectors[0] if games is None else vectors

    def unpack(self, vector: Vector) -> dict[str, Vector]:
        """Return the arrays by name that are in a vector, or in the rows of several, without copying."""
        return {
            name: vector[..., place].reshape((*vector.shape[:-1], *shape))
            for name, (place, shape) in self.fields.items()
        }

    def observation(self, state: State, seat: int, legal: Actions | None) -> Observation:
        """Return what a seat sees, with its legal actions; None: it is not to act."""
        mask = np.zeros(self.num_actions, np.int8)
        if legal is not None:
            mask[list(legal.codes)] = 1
        return {"observation": self.vector(state.observation_tensors(seat)), "action_mask": mask}


def checked_policy(illegal: str) -> str:
    """Return the checked policy for illegal actions; raises BadOption for a value that is not in ILLEGAL."""
    if illegal not in ILLEGAL:
        raise BadOption(f"illegal actions can be {', '.join(ILLEGAL)}, not {illegal!r}")
    return illegal


def checked_render_mode(mode: str | None) -> str | None:
    """Return a mode of rendering, None for none; raises BadOption for one that is not in RENDER_MODES."""
    if mode not in (None, *RENDER_MODES):
        raise BadOption(f"there is no render mode {mode!r}: they are {', '.join(RENDER_MODES)}")
    return mode


def checked_code(action: object) -> int:
    """Return an action code, legal or not, of any type of integer; raises BadOption for anything else."""
    code = whole(action)
    if code is None:
        raise BadOption(f"an action is a code, as game.action_code(notation) returns it, not {action!r}")
    return code


def game_seed(random: np.random.Generator) -> int:
    """Return the seed of the next game."""
    return int(random.integers(1 << 62))
