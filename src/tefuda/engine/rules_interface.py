"""The functions that a rules module defines, as generic modules call them.

Generic algorithms (simulation, search) are written against these declarations; a build replaces each by the function of
the game it is bound to.  Called unbound they raise RuntimeError.  `docs/rules-contract.md` explains each of them.
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
    "accept_world",  # these are search hints
    "fill_tensors",
)  # defaults below
CONSTANTS = ("NUM_ACTIONS", "MAX_STEPS", "MAX_PLAYERS")


def _unbound(name: str) -> NoReturn:
    raise RuntimeError(f"{name} belongs to a game: bind this module with tefuda.engine.backends")


def setup(s: Any, t: Any, players: int, options: Ints) -> None:
    """Set up a new game up to its first decision, in a record that is zero except for `rng`."""
    _unbound("setup")


def legal(s: Any, t: Any, actions: Ints) -> int:
    """Fill the first n entries of `actions` with the legal action codes in ascending order; return n (0 when over)."""
    _unbound("legal")


def why_not(s: Any, t: Any, action: int) -> int:
    """Return 0 if `action` is legal, else the number of the rulebook clause that forbids it."""
    _unbound("why_not")


def apply(s: Any, t: Any, action: int) -> None:
    """Apply a legal action and continue to the next decision or the end of the game."""
    _unbound("apply")


def result(s: Any, t: Any, utilities: Floats, ranks: Ints) -> None:
    """Fill in, for a finished game, each seat's utility in [-1, 1] (zero-sum if the game is) and rank from 1."""
    _unbound("result")


def determinize(s: Any, t: Any, viewer: int) -> None:
    """Resample everything `viewer` (-1: a spectator) cannot know, with its true probability."""
    _unbound("determinize")


def information_state_key(s: Any, t: Any, viewer: int) -> int:
    """Return a 63-bit hash of all information that `viewer` has: what it may see or infer, now or later."""
    _unbound("information_state_key")


def candidate_actions(s: Any, t: Any, actions: Ints) -> int:
    """Like `legal`, but only the actions worth searching; never empty before the game is over."""
    return legal(s, t, actions)


def rollout_policy(s: Any, t: Any) -> int:
    """Return a plausible candidate action, using only what the seat to act knows; -1 for a random candidate."""
    return -1


def evaluate(s: Any, t: Any, utilities: Floats) -> int:
    """Return 1 and fill in expected utilities if a rollout may end here before the game does; else 0."""
    return 0


def accept_world(s: Any, t: Any, viewer: int) -> int:
    """Return 0 to reject a determinization for `viewer` in which others' past choices are implausible; may draw."""
    return 1


def fill_tensors(s: Any, t: Any, viewer: int, o: Any) -> None:
    """Fill in all of the `Tensors` record `o`, which may hold another observation: what `viewer` (< 0: nobody) sees."""
