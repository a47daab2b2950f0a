"""Determinizations by what each side knows, and positions as text."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import tefuda
from tefuda.engine.chance import enumerate_outcomes
from tefuda.engine.errors import BadPosition
from tefuda.games.kotodama.actions import Action
from tefuda.games.kotodama.bags import cards_in, copies, size
from tests.games.kotodama.builders import names_in, number, play, scene

clause = pytest.mark.clause


def worlds(state: Any, viewer: int, count: int = 300) -> list[Any]:
    return [state.determinize(viewer, seed).full_state for seed in range(count)]


@clause("W9.3")
def test_an_unknown_card_is_any_of_those_not_yet_seen() -> None:
    """Two of each of 54 names are 108 cards; 書く on the field and one 山 among the discards leave 105, with one 山."""
    state = scene(("", "犬"), [[], ["書く", "書く"]], gone=("", "山"))
    table = state.game.tables
    exact: dict[int, Fraction] = {}
    for probability, world in enumerate_outcomes(state.full_state, first_card_only):
        hand = world.hand[1, 0] | world.hand[1, 1] << 63
        exact[hand] = exact.get(hand, Fraction(0)) + probability
    assert exact[1 << number(table, "山") - 1] == Fraction(1, 105)
    assert exact[1 << number(table, "犬") - 1] == Fraction(2, 105)
    assert 1 << number(table, "書く") - 1 not in exact
    assert len(exact) == 53
    for world in worlds(state, 0, 20):
        assert state.game.faults(world) == []


def first_card_only(s: Any) -> None:
    """What `determinize` does for the one card in the hand of seat 1, as seat 0 sees it."""
    from tefuda.games.kotodama.determinize import dealt, gather_pool

    pool = tefuda.load("kotodama").tables
    gather_pool(s, pool, 1)
    s.hand[1][:] = 0
    card = dealt(s, 1)
    s.hand[1, (card - 1) // 63] |= 1 << (card - 1) % 63
    s.pool[:] = 0


@clause("W9.1")
def test_known_cards_stay_and_the_rest_is_resampled() -> None:
    state = scene(("山 犬", "書く ない 走る"), [["見る"], ["静かだ"]], shown=("", "書く"), gone=("", "高い"))
    seen: set[tuple[int, ...]] = set()
    for world in worlds(state, 0, 40):
        full_state = state.full_state
        assert [world.hand[0, w] for w in range(4)] == [full_state.hand[0, w] for w in range(4)]
        assert copies(world.hand[1], 2) >= 1, "書く was shown"
        assert size(world.hand[1]) == 3
        assert size(world.unseen[1]) == size(full_state.unseen[1])
        assert state.game.view(world, 0) == state.view(0)
        seen.add(tuple(world.hand[1].values()))
    assert len(seen) > 30
    spectator = [world.hand[0].values() for world in worlds(state, -1, 20)]
    assert any(one != state.full_state.hand[0].values() for one in spectator)


@clause("W9.3")
def test_closed_deck_is_taken_to_be_any_deck_of_its_size() -> None:
    decks = [cards_in(world.deck[1]) for world in worlds(scene(), 0, 60)]
    assert {len(cards) for cards in decks} == {40}
    assert {card for cards in decks for card in cards} == set(range(1, 55)), "every name of the pool"
    assert all(cards.count(card) <= 2 for cards in decks for card in cards)


@clause("W9.4")
def test_with_open_lists_only_the_places_of_the_cards_are_unknown() -> None:
    state = scene(("山 犬", "書く ない 走る"), open_lists=1)
    for world in worlds(state, 0, 30):
        assert world.deck[1].values() == state.full_state.deck[1].values()
    assert len({tuple(world.hand[1].values()) for world in worlds(state, 0, 30)}) > 20


def test_cards_that_were_looked_at_are_resampled_for_others_only() -> None:
    state = scene(("らしい", ""), [["走る"], []], coming=[(0, "犬"), (0, "山")])
    play(state, "play らしい", "under 1")
    assert names_in(state, "top-0", 0) == ["犬", "山"]
    assert {tuple(world.top[0].values()) for world in worlds(state, 0, 20)} == {tuple(state.full_state.top[0].values())}
    assert len({tuple(world.top[0].values()) for world in worlds(state, 1, 20)}) > 15


def test_a_deck_being_put_together_is_resampled_for_others() -> None:
    state = tefuda.load("kotodama").start(3)
    record_now = state.full_state
    for _ in range(4):
        state.game.build.apply(record_now, state.game.tables, Action.ADD + 2 if _ < 2 else Action.ADD + 3)
    world = record_now.copy()
    world.rng = 1
    state.game.build.determinize(world, state.game.tables, 1)
    assert size(world.deck[0]) == 4
    assert world.deck[0].values() != record_now.deck[0].values()


# ---------------------------------------------------------------- positions


def asking(*hands: str) -> Any:
    """A position in which seat 1 is to discard."""
    state = scene(("ない", "山 犬"), [["走る", "静かだ"], []], used=())
    play(state, "play ない", "under 1")
    return state


FAULTS = [
    ("phase 1", "phase 2", "being played"),
    ("phase 1", "phase 5", "phase 5"),
    ("words 1", "words 999", "words takes 0 to 451, not 999"),
    ("turn 0", "turn 1", "turn of seat"),
    ("score 5 5", "score 0 5", "has lost"),
    ("score 5 5", "score 5 6", "score takes 0 to 5, not 6"),
    ("size 40 40", "size 40 39", "cards, not 39"),
    ("lying 3 0", "lying 2 0", "does not have 2 cards"),
    ("turns 3", "turns 95", "turns takes 0 to 93, not 95"),
    ("turns 3", "turns 70", "there cannot have been 70 turns"),
    ("marks 1", "marks 0", "cannot have form"),
    ("marks 1", "marks 3", "no effect that could have been used"),
    ("marks 1", "marks 5", "waits for no set of cards"),
    ("card 24 12 1", "card 24 15 1", "cannot modify"),
    ("card 24 12 1", "card 24 12 100", "does not have 3 cards"),
    ("card 24 12 1", "card 24 12 49", "is an item that does not stay"),
    ("place 0 0 1", "place 1 1 0", "not in the order"),
    ("form 0 0 0", "form 0 1 0", "nothing lies below"),
    ("hand 14 /", "hand 14 15 /", "there are 2 of card 16 at seat 0, not 1"),
    ("hand 14 /", "hand 14 60 /", "not in the pool"),
]


@pytest.mark.parametrize(("right", "wrong", "problem"), FAULTS)
def test_impossible_position_is_refused_with_its_fault(right: str, wrong: str, problem: str) -> None:
    state = scene(("山", ""), [["かなり 静かだ", "走る"], []])
    text = state.position
    if right == "turn 0":
        text = text.replace(" | turns", " | turn 0 | turns")
    if right.startswith("form"):
        text = text.replace(" | place", " | form 0 0 0 " + "0 " * 107 + " | place")
        right, wrong = "form 0 0 0", "form 0 1 0"
    assert right in text, text
    with pytest.raises(BadPosition, match=problem):
        state.game.position(text.replace(right, wrong, 1))


ASKING_FAULTS = [
    ("begun 1", "begun 0", "left to do"),
    ("left 1", "left 2", "left to do 2 times"),
    ("side 1", "side 0", "cannot be the one to do this"),
    ("to_act 1", "to_act 0", "chooses"),
    ("fired 1", "fired 0", "no effect is at work"),
    ("phase 4", "phase 3", "not optional|not of 1"),
    ("phase 4", "phase 1", "turn of seat|cannot wait"),
]


@pytest.mark.parametrize(("right", "wrong", "problem"), ASKING_FAULTS)
def test_position_within_an_effect_must_have_options(right: str, wrong: str, problem: str) -> None:
    state = asking()
    assert right in state.position, state.position
    with pytest.raises(BadPosition, match=problem):
        state.game.position(state.position.replace(right, wrong, 1))
