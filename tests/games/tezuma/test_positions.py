"""Positions of てづま師: read back unchanged, and refused with every fault named."""

from __future__ import annotations

from typing import Any

import pytest

import tefuda
from tefuda.engine.errors import BadPosition
from tefuda.engine.state import State
from tests.games.tezuma.builders import cards, names, play, scene


def test_hands_of_a_position_are_written_as_bits() -> None:
    state = scene(["b5", "b6", "u1", "b1"])
    assert "hand 1 4 / 2 5 / 12 13 / 0 3" in state.position


def put(record: Any, cell: str, value: int) -> None:
    """Set a field, or one cell of it: `led`, `coins[1]`."""
    name, _, at = cell.rstrip("]").partition("[")
    if at:
        getattr(record, name)[int(at)] = value
    else:
        setattr(record, name, value)


def faults(state: State, record: Any) -> str:
    with pytest.raises(BadPosition) as error:
        state.game.check_position(record)
    return str(error.value)


@pytest.mark.parametrize(
    ("cell", "value", "commands", "said"),
    [
        ("led", 5, "", "led takes 0 to 4, not 5"),
        ("power", 101, "", "power takes -1 to 100"),
        ("without", 1, "", "without takes 0 to 0"),
        ("coins[1]", 5, "", "coins takes 0 to 4, not 5"),
        ("void[1]", 16, "", "void takes 0 to 15"),
        ("room[1]", 1, "", "room takes 0 to 0"),
        ("hand[0]", cards("b9 r5") | 1 << 10, "", "lowest places come first"),
        ("hand[0]", cards("b9 r6"), "", "there are 0 cards r5, not 1"),
        ("hand[0]", cards("b9 bt"), "", "there are 4 cards bt, not 3"),
        ("hand[0]", cards("b9"), "", "seat 0 holds 1 cards in trick 11"),
        ("fished", cards("b9"), "", "a card lies aside that was not played"),
        ("lying[0]", 1 + 8, "", "a card lies in the trick that was not played"),
        ("taken[3]", 39, "", "40 cards were played, but 39 were captured"),
        ("tricks[0]", 1, "", "10 tricks are over, but 11 were won"),
        ("taken[3]", 41, "", "seat 3 captured 41 cards in 10 tricks"),
        ("penalty[1]", 1, "", "seat 1 captured 0 cards in 0 tricks, 1 of them minus"),
        ("void[0]", 1, "", "seat 0 has shown otherwise what it holds of suit 0"),
        ("keeps[0]", 2, "", "seat 0 has shown otherwise what it holds of suit 1"),
        ("free_tables", 0, "", "5 score tables are in a game, each once"),
        ("free_minus", 1, "", "one minus card of each suit"),
        ("free_abilities", 0, "", "5 abilities are in a game, each once"),
        ("free_abilities", 1 << 1, "", "the two sides of an ability card are never in a game together"),
        ("step", 11, "", "step is 11, but 12 cards were chosen"),
        ("to_act", -1, "", "the game is over after 4 deals of 12 tricks"),
        ("deal", 4, "", "the game is over after 4 deals of 12 tricks"),
        ("trick", 12, "", "the last trick is over, but the deal goes on"),
        ("leader", 1, "b9", "the cards of the trick do not follow the leader's in turn"),
        ("to_act", 2, "b9", "it is not the turn of seat 2"),
        ("coins[0]", 0, "", "seat 0 holds 2 cards in trick 11"),
        ("coins[0]", 3, "", "seat 0 has 3 ohajiki, but its ability costs 4"),
        ("announced[1]", 1, "b9", "seat 1 announced an ability before it played"),
        ("best", 1, "b9", "led, best, power are 1, 1, 11; the cards say 1, 0, 11"),
        ("power", 12, "b9", "the cards say 1, 0, 11"),
        ("ability[2]", 0, "", "seat 2 plays without an ability"),
        ("announced[0]", 1, "b9", "seat 0 has 4 ohajiki, but its ability costs 4"),
        ("to_act", 0, "b9 b8 bt rt!", "it is not the turn of seat 0"),
        ("announced[3]", 0, "b9 b8 bt rt!", "may not set a card aside"),
    ],
)
def test_fault_of_a_position_is_named(cell: str, value: int, commands: str, said: str) -> None:
    state = scene(["b9 r5", "b8 r1", "bt r2", "rt r4"], abilities={1: "1a", 2: "2a", 3: "5b"})
    play(state, commands)
    record = state.full_state
    put(record, cell, value)
    assert said in faults(state, record)


def chosen_twice() -> tuple[State, Any]:
    """Two seats have taken a score table each; the record may be changed."""
    state = tefuda.load("tezuma", players=4).start(seed=1)
    play(state, state.legal_actions[0])
    play(state, state.legal_actions[0])
    return state, state.full_state


def test_seat_with_more_cards_than_picks_is_refused() -> None:
    state, record = chosen_twice()
    first, third = record.start, (record.start + 2) % 4
    record.table[third], record.table[first] = record.table[first], 0
    assert f"seat {third} has chosen 1 cards in 0 turns" in faults(state, record)


def test_wrong_seat_to_choose_and_early_play_are_refused() -> None:
    state, record = chosen_twice()
    right = record.to_act
    record.to_act = (right + 1) % 4
    assert f"seat {right} chooses, not seat {record.to_act}" in faults(state, record)
    state, record = chosen_twice()
    record.coins[0] = 3
    assert "something was played before all seats had chosen" in faults(state, record)


def test_choosing_after_the_last_pick_is_refused() -> None:
    state = scene(["b1", "b2", "b3", "b4"])
    record = state.full_state
    record.phase = 0
    assert "all have chosen: play has begun" in faults(state, record)


def test_uneven_hands_while_choosing_are_refused() -> None:
    state = tefuda.load("tezuma", players=4).start(seed=1)
    record = state.full_state
    card = names(record.hand[0])[0]
    record.hand[0] &= ~cards(card)
    record.hand[1] |= cards(card)
    assert "every seat holds 12 cards during the draft" in faults(state, record)


def test_eleven_unseen_cards_with_three_players_are_refused() -> None:
    state = scene(["b1", "b2", "b3"])
    record = state.full_state
    card = names(record.hand[4])[0]
    record.hand[4] &= ~cards(card)
    record.played |= cards(card)
    record.taken[2] += 1
    assert "11 cards were seen by no seat, not 12" in faults(state, record)
