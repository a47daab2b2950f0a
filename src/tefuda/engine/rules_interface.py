"""The names a rules module gives to generic text.

Generic algorithms (playouts, search) are written once, against the functions declared here; a build replaces each by
the function of the game it is bound to.  Called unbound they say so.  `docs/rules-contract.md` explains each of them.
"""

from __future__ import annotations

from typing import Any, NoReturn

from tefuda.engine.primitives import Floats, Ints

NUM_ACTIONS = 0  # action codes are 0..NUM_ACTIONS-1; at most 512
MAX_STEPS = 0  # decisions in the longest game
MAX_PLAYERS = 0  # seats of the largest game

REQUIRED = ("setup", "legal", "why_not", "apply", "result", "determinize", "information_state_key")
OPTIONAL = (
    "candidate_actions",
    "rollout_policy",
    "evaluate",
    "accept_world",
)  # search hints; defaults below
CONSTANTS = ("NUM_ACTIONS", "MAX_STEPS", "MAX_PLAYERS")


def _unbound(name: str) -> NoReturn:
    raise RuntimeError(f"{name} belongs to a game: bind this module with tefuda.engine.backends")


def setup(s: Any, t: Any, players: int, options: Ints) -> None:
    """Turn a zeroed record (but for `rng`) into the first decision of a new game."""
    _unbound("setup")


def legal(s: Any, t: Any, actions: Ints) -> int:
    """Fill the first n entries of `actions` with the legal action codes in rising order; return n (0 when over)."""
    _unbound("legal")


def why_not(s: Any, t: Any, action: int) -> int:
    """0 if `action` is legal, else the number of the rulebook clause that forbids it."""
    _unbound("why_not")


def apply(s: Any, t: Any, action: int) -> None:
    """Carry out a legal action and run on until somebody has a choice or the game is over."""
    _unbound("apply")


def result(s: Any, t: Any, utilities: Floats, ranks: Ints) -> None:
    """Of a finished game: a utility in [-1, 1] (zero-sum where the game is) and a rank from 1 for each seat."""
    _unbound("result")


def determinize(s: Any, t: Any, viewer: int) -> None:
    """Resample everything `viewer` (-1: a spectator) cannot know, with its true probability."""
    _unbound("determinize")


def information_state_key(s: Any, t: Any, viewer: int) -> int:
    """Hash of everything that bears on what `viewer` may see or infer, now or later."""
    _unbound("information_state_key")


def candidate_actions(s: Any, t: Any, actions: Ints) -> int:
    """Like `legal`, but only the actions worth searching; never empty while the game goes on."""
    return legal(s, t, actions)


def rollout_policy(s: Any, t: Any) -> int:
    """One of the likely actions, as a sensible player might choose by what the seat to act knows; -1: any of them."""
    return -1


def evaluate(s: Any, t: Any, utilities: Floats) -> int:
    """1 where a playout may end before the game does, `utilities` filled with what each seat may expect; else 0."""
    return 0


def accept_world(s: Any, t: Any, viewer: int) -> int:
    """0 where others would hardly have decided as they did in this world dealt for `viewer`; it may draw by chance."""
    return 1
