"""The numbers in the reasons of ドウトツくじゃん, against the heuristic player's own count, which reads a view."""

from __future__ import annotations

from collections import Counter

import pytest

from harness.contract.cases import Case, sized, states
from tefuda.engine.state import State
from tefuda.engine.view import Reason, View
from tefuda.games.doutotsu.explain import reason
from tefuda.games.doutotsu.heuristic import CARDS_TO_GO_OUT, Card, goals_of, held, holding, met, visible
from tefuda.games.doutotsu.state import Tables
from tefuda.games.doutotsu.text import card_face, cards_of

POSITIONS = sized(12)


def decisions(players: int, action: str) -> list[State]:
    """Return states of a normal list in which all discards are open, with an action of this kind."""
    found = [state for state in states(Case("doutotsu", players)) if not state.is_terminal]
    found = [state for state in found if any(one.startswith(action) for one in state.legal_actions)]
    return [state for state in found if state.full_state.shown == 0][:: 1 + len(found) // POSITIONS]


def why(state: State, action: str) -> Reason:
    code = state.game.action_code(action)
    assert code is not None
    found = reason(state.full_state, state.game.tables, code)  # type: ignore[arg-type]
    assert found is not None
    return found


def all_cards(state: State) -> Counter[Card]:
    tables = state.game.tables
    assert isinstance(tables, Tables)
    faces = [card_face(tables, card) for card in cards_of(tables.deck[state.full_state.core])]
    return Counter((face.partition("-")[0], face.partition("-")[2]) for face in faces)


def unseen(state: State, view: View) -> Counter[Card]:
    """Return the cards that the viewer has never seen: also the discards under the top one were once open."""
    tables, record = state.game.tables, state.full_state
    assert isinstance(tables, Tables)
    below = [card_face(tables, card) for card in cards_of(record.buried)]
    if record.under and record.top:  # without a top card, as after taking it, the one under it lies open
        below.append(card_face(tables, record.under - 1))
    seen = Counter(visible(view))
    if not record.open_discards:
        seen += Counter((face.partition("-")[0], face.partition("-")[2]) for face in below)
    return all_cards(state) - seen


def lacking(view: View, cards: list[Card]) -> int:
    entries = tuple(str(card.face) for card in view.zone("list").cards)
    have = holding(cards)
    return CARDS_TO_GO_OUT - max(met(goal, have) for goal in goals_of(entries, view.players == 2))


@pytest.mark.parametrize("players", [2, 3])
def test_distance_and_helpful_cards_after_a_discard_are_those_of_an_independent_count(players: int) -> None:
    for state in decisions(players, "discard-"):
        assert state.current_player is not None
        view = state.view(state.current_player)
        action = next(one for one in state.legal_actions if one.startswith("discard-"))
        _, kana, colour = action.split("-")
        kept = held(view)
        kept.remove((kana, colour))
        args, left = why(state, action).words.args, unseen(state, view)
        short = lacking(view, kept)
        assert args.get("short", 1) == short
        assert args["unseen"] == left.total()
        helpful = [card for card in left if lacking(view, [*kept, card]) < short]
        assert args["count"] == sum(left[card] for card in helpful), state.position
        if short > 1:
            assert len({kana for kana, _ in helpful}) <= int(str(args["kinds"]))


@pytest.mark.parametrize("players", [2, 3])
def test_chance_of_a_draw_is_the_share_of_unseen_cards_that_help(players: int) -> None:
    for state in decisions(players, "draw"):
        assert state.current_player is not None
        view = state.view(state.current_player)
        mine, left = held(view), unseen(state, view)
        short, args = lacking(view, mine), why(state, "draw").words.args
        count = sum(copies for card, copies in left.items() if lacking(view, [*mine, card]) < short)
        assert (args["short"], args["count"], args["unseen"]) == (short, count, left.total()), state.position
        assert args["percent"] == round(100 * count / left.total())
