"""Positions of ニワトリかラマか ポーカー: those of play are accepted, all others refused with every fault named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tefuda.engine.errors import BadPosition
from tefuda.engine.state import State
from tefuda.games.llama.state import PUBLIC
from tests.games.llama.builders import play, scene


def dealt() -> State:
    return scene(["LL", "LC", "LL", "LL"], looks={0: "fold-n", 8: "nick-e"}, sure={(1, "L", 0): 1})


def voting() -> State:
    state = dealt()
    play(state, "mark-0-nick-s play, fold, fold, play, top, stop, stop")
    return state


def answering() -> State:
    state = voting()
    play(state, "vote-0, vote-3, all-in")
    return state


def confirming() -> State:
    state = scene(["LL", "LC", "LL"])
    play(state, "play, play, play, stop, stop, stop, all-in, all-in, all-in, withdraw")
    return state


def over() -> State:
    state = scene(["LL", "LC", "LL"], rounds=1)
    play(state, "play, play, fold, stop, stop, vote-0, decline, decline")
    return state


def put(name: str, value: int, *at: int) -> Callable[[Any], None]:
    """Return a change of a field or one cell of it."""

    def change(s: Any) -> None:
        if not at:
            setattr(s, name, value)
        else:
            getattr(s, name)[at if len(at) > 1 else at[0]] = value

    return change


@pytest.mark.parametrize(
    ("start", "change", "said"),
    [
        (dealt, put("dealer", 4), "dealer takes 0 to 3, not 4"),
        (dealt, put("limit", 3), "limit takes 0 to 2, not 3"),
        (dealt, put("games", 0), "games takes 1 to 10, not 0"),
        (dealt, put("fresh", 1 << 16, 0), "fresh takes 0 to 65535, not 65536"),
        (dealt, put("coins", 1, 4), "coins has something beyond seat 3"),
        (dealt, put("hand", 20, 4, 0), "hand has something beyond seat 3"),
        (dealt, put("coins", 4, 0), "there are 13 coins, not 12"),
        (dealt, put("fell", 1, 0), "fell is the round"),
        (dealt, put("unit", 2), "a payment is 2"),
        (dealt, put("alive", 7), "in the game exactly if it has coins"),
        (over, put("games", 2), "its last game is not"),
        (over, put("vote", 1, 2), "there are stakes or votes"),
        (over, put("open", 3), "lie open"),
        (dealt, put("open", 3), "lie open"),
        (dealt, put("gone", 1), "do not fit together"),
        (dealt, put("vote", 2, 0), "cannot have voted"),
        (dealt, put("kind", 1, 0), "there are 19 good notes"),
        (dealt, put("kind", 1, 28), "there are notes beyond place 25"),
        (dealt, put("hand", 4, 0, 1), "was dealt others"),
        (dealt, put("hand", 9, 0, 2), "hand names more"),
        (dealt, put("seen", 1, 0), "looked at other notes"),
        (dealt, put("top", 9), "the deck lies from 9"),
        (voting, put("held", 3, 1), "drawn"),
        (dealt, put("pattern", 0, 1), "patterns must rise"),
        (dealt, put("size", 3, 1), "size must be"),
        (dealt, put("fresh", 2, 2), "cannot have got the new marks"),
        (voting, put("fresh", 3, 0), "cannot have got the new marks"),
        (dealt, put("noted", 3, 0), "cannot have decided with 3"),
        (dealt, put("noted", 2, 1), "before its turn"),
        (dealt, put("sure", 2, 2, 1), "sure, row 2"),
        (dealt, put("sure", 1, 2 * 4, 0), "sure has something beyond seat 3"),
        (dealt, put("sure", 1, 2 * PUBLIC, 0), "sure, row"),
        (dealt, put("looked", 3, 0, 1), "more notes of a pattern"),
        (dealt, put("to_act", 1), "cannot be seat 1 that decides next"),
        (dealt, put("lap", 1), "go round from the dealer|decides next"),
        (voting, put("waiting", 4), "decides next"),
        (voting, put("waiting", 2), "voted before its turn"),
        (answering, put("lap", 3), "start at the seat that went all-in first"),
        (answering, put("vote", 0, 1), "has not voted"),
        (answering, put("allin", 0), "put"),
        (confirming, put("gone", 0), "put|decides"),
        (dealt, put("count", 1, 3), "count takes 0 to 0, not 1"),
    ],
)
def test_fault_of_a_position_is_named(start: Callable[[], State], change: Callable[[Any], None], said: str) -> None:
    state = start()
    s = state.full_state
    change(s)
    text = state.game.position_text(s)
    with pytest.raises(BadPosition, match=said):
        state.game.position(text)
