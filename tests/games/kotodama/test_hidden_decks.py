"""With closed lists bots and hints know nothing of the other deck; with open lists they know it."""

from __future__ import annotations

from typing import Any

import pytest

import tefuda
from tefuda.bots import analysis
from tefuda.games.kotodama.bags import cards_in

clause = pytest.mark.clause


def deck(first: int, last: int) -> str:
    return " ".join([*(f"add-{card}" for card in range(first, last + 1) for _ in range(2)), "ready"])


OWN, HIDDEN, OTHER = deck(1, 15), deck(16, 30), deck(40, 54)


def begun(hidden: str, seed: int, **options: int) -> Any:
    """A game of seat 0 against a hidden deck, at a decision of seat 0 after some turns without a play."""
    state = tefuda.load("kotodama", **options).start(seed)
    for command in (OWN, hidden):
        state.play(command)
    while state.current_player == 1 or len(state.history) < 6:
        state.play("end")
    return state


@clause("W9.3")
def test_worlds_that_differ_in_a_closed_deck_ask_bots_and_hints_the_same() -> None:
    for seed in range(10):
        one, other = begun(HIDDEN, seed), begun(OTHER, seed)
        assert one.full_state.deck[1].values() != other.full_state.deck[1].values()
        assert one.view(0) == other.view(0)
        assert analysis.make_request(one, 10) == analysis.make_request(other, 10)
        for world in range(20):
            assert one.determinize(0, world).full_state == other.determinize(0, world).full_state


@clause("W9.3")
def test_closed_deck_is_taken_to_be_any_deck_of_its_size() -> None:
    state = begun(HIDDEN, 1)
    decks = [cards_in(state.determinize(0, world).full_state.deck[1]) for world in range(60)]
    assert {len(cards) for cards in decks} == {30}
    assert {card for cards in decks for card in cards} == set(range(1, 55)), "every name of the pool"
    assert all(cards.count(card) <= 2 for cards in decks for card in cards)


@clause("W9.4")
def test_open_deck_is_known_but_not_its_order() -> None:
    state = begun(HIDDEN, 1, open_lists=1)
    worlds = [state.determinize(0, world).full_state for world in range(30)]
    assert all(world.deck[1].values() == state.full_state.deck[1].values() for world in worlds)
    assert len({tuple(world.hand[1].values()) for world in worlds}) > 20
    assert tefuda.bot("easy", seed=1, build="checked").choose(state) in state.legal_actions
