"""Observers of Tefuda's games for OpenSpiel: what each player sees, as text and tensors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tefuda.engine.errors import BadOption
from tefuda.engine.extras import needs
from tefuda.engine.game import Game
from tefuda.engine.state import State

with needs("OpenSpiel", "openspiel"):
    import pyspiel

LARGEST_HISTORY = 1 << 16  # elements of a tensor with all observations of a game
Tensors = Mapping[str, NDArray[Any]]


def width(game: Game) -> int:
    """Return the number of elements of one observation."""
    return sum(prod(spec.shape) for spec in game.observation_spec.values())


def has_history_tensor(game: Game) -> bool:
    """Return whether a game is so short that all observations of a seat can be one tensor."""
    return _rows(game) * (game.num_actions + width(game)) <= LARGEST_HISTORY


def _rows(game: Game) -> int:
    return game.max_game_length + 1


class Observer:
    """OpenSpiel's observer of one kind, for the combinations of its three settings:

    - `public_info` with the private information of one player: what that seat sees; with that of none, what a spectator
      sees; with that of all, what each seat sees.
    - Without `public_info`: what the seat (or each seat) sees and a spectator does not, as text only.
    - `perfect_recall`: the same of all that happened since the start, as text. As a tensor, in games so short that it
      fits: the observations of the player and its own actions, in order, without repetitions.

    At a chance node it is the knowledge before the draws began.
    """

    def __init__(self, game: Any, kind: Any) -> None:
        self._game: Game = game.tefuda_game
        self._recall = bool(kind.perfect_recall)
        self._public, private = bool(kind.public_info), kind.private_info
        types = pyspiel.PrivateInfoType
        seats = list(range(self._game.num_players))
        self._of_player = private == types.SINGLE_PLAYER
        self._seats = seats if private == types.ALL_PLAYERS else []  # besides the player
        self._made: dict[str, NDArray[np.float32]] | None = None  # the parts of the tensor by name
        self._flat: NDArray[np.float32] | None = None
        self._why_none = self._missing_tensor(game.has_history_tensor)
        if not self._why_none:
            self._make_tensor()

    def _missing_tensor(self, short: bool) -> str:
        """Return why there is no tensor of this kind, if so."""
        if not self._public:
            return "private information alone is given as text only"
        if self._recall and not (short and self._of_player):
            return f"{self._game!r} has no tensors with perfect recall: use its observation tensors"
        return ""

    @property
    def tensor(self) -> NDArray[np.float32] | None:
        """All parts as one vector; None if there is no tensor of this kind."""
        return self._flat

    @property
    def dict(self) -> dict[str, NDArray[np.float32]]:
        """The parts of the tensor by name; raises BadOption if there is no tensor of this kind."""
        if self._made is None:
            raise BadOption(self._why_none)
        return self._made

    def _make_tensor(self) -> None:
        parts = dict(self._shapes())
        self._flat = np.zeros(sum(map(prod, parts.values())), np.float32)
        self._made, at = {}, 0
        for name, shape in parts.items():
            self._made[name] = self._flat[at : at + prod(shape)].reshape(shape)
            at += prod(shape)

    def _shapes(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        if self._of_player:
            yield "player", (self._game.num_players,)
        if self._recall:
            yield "history", (_rows(self._game), self._game.num_actions + width(self._game))
            return
        for prefix in [f"seat-{seat}/" for seat in self._seats] or [""]:
            for name, spec in self._game.observation_spec.items():
                yield prefix + name, spec.shape or (1,)

    def set_from(self, state: Any, player: int) -> None:
        """Fill the tensor; raises BadOption if there is none of this kind."""
        parts = self.dict
        assert self._flat is not None
        self._flat.fill(0)
        if self._of_player:
            parts["player"][player] = 1
        if self._recall:
            seen = self.history(state, player)
            parts["history"][: len(seen)] = seen
            return
        known = state.at.known
        if known is None:
            return
        viewers: list[tuple[str, int | None]] = [(f"seat-{seat}/", seat) for seat in self._seats]
        for prefix, viewer in viewers or [("", player if self._of_player else None)]:
            for name, array in known.observation_tensors(viewer).items():
                parts[prefix + name][...] = array

    def history(self, state: Any, player: int) -> NDArray[np.float32]:
        """Return a row for each new observation of a player: its own action before it, then what it sees."""
        actions = self._game.num_actions
        node, rows, own = state.origin, list(state.seen.get(player, ())), None
        played = [None, *state.full_history()]
        for move in played:
            if move is not None:
                node = node.after(move.action)
                own = move.action if move.player == player else own
            if node.state.is_chance_node:
                continue
            row = np.zeros(actions + width(self._game), np.float32)
            row[actions:] = flat(node.state.observation_tensors(player))
            if own is not None:
                row[own] = 1
            elif rows and (rows[-1][actions:] == row[actions:]).all():
                continue
            rows.append(row)
            own = None
        return np.array(rows, np.float32).reshape(len(rows), actions + width(self._game))

    def string_from(self, state: Any, player: int) -> str:
        known = state.at.known
        seats = [player] if self._of_player else self._seats
        if known is None:  # hands are only seen when all are dealt
            nothing = [] if self._game.has_perfect_information else [f"seat {seat} nothing" for seat in seats]
            return "\n".join(["deal"] * self._public + nothing)
        if not self._public:
            return "\n".join(line for seat in seats for line in self._private_lines(known, seat))
        if not seats:
            return self._text(known, None)
        return "\n".join(f"seat {seat}\n{self._text(known, seat)}" for seat in seats)

    def _private_lines(self, known: State, seat: int) -> list[str]:
        """Return what a seat sees and a spectator does not; what it may do follows from it."""
        if self._game.has_perfect_information:
            return []
        public = {*self._text(known, None).splitlines(), "  no actions"}
        lines = (line for line in self._text(known, seat).splitlines() if line not in public)
        return [f"seat {seat} {line}" for line in lines if not line.lstrip().startswith("actions ")]

    def _text(self, known: State, seat: int | None) -> str:
        return known.information_state_string(seat) if self._recall else known.observation_string(seat)


def flat(tensors: Tensors) -> NDArray[np.float32]:
    """Return all arrays of an observation as one vector."""
    return np.concatenate([np.ravel(array) for array in tensors.values()]).astype(np.float32)
