"""KOTODAMA KOGEN: which actions are worth searching."""

from __future__ import annotations

from tefuda.engine.primitives import Ints
from tefuda.games.kotodama.actions import Action, legal
from tefuda.games.kotodama.effect_actions import TAKING_SCORE, verb_of
from tefuda.games.kotodama.state import Phase, State, Tables


def candidate_actions(s: State, t: Tables, actions: Ints) -> int:
    """Fill in the legal actions, less indistinguishable score cards but one, and decks other than starter decks."""
    if s.phase == Phase.CHOOSING and verb_of(s, t) in TAKING_SCORE:
        actions[0] = Action.SCORE
        return 1
    if s.phase == Phase.DECKS and s.pending == 0:
        for k in range(t.decks):
            actions[k] = Action.DECK + k
        return t.decks
    return legal(s, t, actions)
