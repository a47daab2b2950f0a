"""KOTODAMA KOGEN: the numbers beside the cards, for views and for the events that change them."""

from __future__ import annotations

from tefuda.engine.view import Counter
from tefuda.games.kotodama.effect_actions import deck_size
from tefuda.games.kotodama.state import State

OF_THE_TURN = ("words-left", "free-stacking")  # counters that end with a turn


def turn_number(s: State) -> Counter:
    """Return the number of the turn."""
    return Counter("turn-number", s.turns)


def cards_left(s: State, p: int) -> tuple[Counter, Counter]:
    """Return how many score cards a seat has left, and how many cards to draw."""
    return Counter("score-left", s.score[p], p, show="headline", goal=True), Counter("deck-left", deck_left(s, p), p)


def deck_left(s: State, p: int) -> int:
    """Return how many cards are left in a deck; none before it is complete."""
    return deck_size(s, p) if s.size[p] else 0


def words_left(s: State) -> Counter:
    """W4.1: return how many word cards the seat whose turn it is may still play."""
    return Counter("words-left", s.words, s.turn)
