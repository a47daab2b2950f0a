"""Rendering of KOTODAMA KOGEN: everything visible to a side is drawn, aligned at every width."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

import tefuda
from tefuda.engine.state import State
from tefuda.engine.view import Result
from tefuda.games.kotodama import heuristic
from tefuda.terminal.action_keys import offered
from tefuda.terminal.render_context import RenderContext
from tefuda.terminal.screens.dialogs import headline
from tefuda.terminal.table_renderer import draw


def states() -> list[State]:
    """Return states of a game between heuristic players, from the deal to the end."""
    state, random, sampled = tefuda.load("kotodama").start(4), Random(2), []
    while not state.is_terminal:
        sampled.append(state.copy())
        state.play(heuristic.choose(state.view(state.current_player), random))
    return [*sampled[::9], state]


def text_of(context: RenderContext) -> str:
    return "\n".join(line.plain for line in draw(context))


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize(("width", "height"), [(60, 20), (80, 24), (120, 60)])
def test_phrases_hands_and_counts_are_drawn_within_the_width(language: str, width: int, height: int) -> None:
    for state in states():
        for seat in (0, 1, None):
            view = state.view(seat)
            context = RenderContext(view, state.game, language, ["はなこ", "Ben"], width, height)
            lines = draw(context)
            assert all(line.cell_length == width for line in lines)
            drawn = "".join("".join(line.plain for line in lines).split())
            for p in range(2):
                assert "▮" * view.zone(f"score-{p}").count in drawn
                for zone in view.zones:
                    if zone.note and zone.owner == p and width > 60:
                        phrase = context.say(zone.note).partition("（")[0].partition(": ")[0]
                        assert "".join(phrase.split()) in drawn
                for card in view.zone(f"hand-{p}").cards:
                    if card.face:
                        assert f"│{context.card_name(card.face).partition(' (')[0]}│" in drawn


@pytest.mark.parametrize("language", ["ja", "en"])
def test_place_of_a_row_of_cards_is_named_in_full(language: str) -> None:
    shown = set()
    state, random = tefuda.load("kotodama").start(4), Random(2)
    while not state.is_terminal:
        view = state.view(0)
        context = RenderContext(view, state.game, language, ["はなこ", "Ben"], 78, 14)
        for kind in ("play", "top", "hand", "gone"):
            if view.zone(f"{kind}-0").cards:
                assert f"  {context.say(f'zone-{kind}')} " in text_of(context)
                shown.add(kind)
        state.play(heuristic.choose(state.view(state.current_player), random))
    assert {"play", "hand", "gone"} <= shown


def test_meanings_are_shown_if_there_is_room() -> None:
    state = states()[-1]
    noted = next(zone.note for zone in state.view(0).zones if zone.note and ": " in getattr(zone.note, "en", ""))
    tall = RenderContext(state.view(0), state.game, "en", ["A", "B"], 120, 60)
    assert tall.say(noted) in text_of(tall)
    low = RenderContext(state.view(0), state.game, "en", ["A", "B"], 120, 20)
    assert tall.say(noted) not in text_of(low)


def test_deck_building_is_typed_not_offered() -> None:
    state = tefuda.load("kotodama").start(seed=1)
    assert "add-2" in state.legal_actions
    actions = [choice.action for choice in offered(state.view(state.current_player))]
    assert actions
    assert all(action.startswith("deck-") for action in actions)


def test_open_deck_list_of_the_other_side_stands_below_the_table() -> None:
    for open_lists in (0, 1):
        state = tefuda.load("kotodama", open_lists=open_lists).start(4)
        for _ in range(2):
            state.play("deck-1")
        drawn = [
            text_of(RenderContext(state.view(seat), state.game, "en", ["A", "B"], 80, 24)) for seat in (0, 1, None)
        ]
        assert [text.count("deck list · ") for text in drawn] == ([1, 1, 2] if open_lists else [0, 0, 0])
        assert [text.count("原稿用紙×2") for text in drawn] == ([1, 1, 2] if open_lists else [0, 0, 0])


@pytest.mark.clause("W8.2")
def test_result_with_equal_ranks_is_called_a_draw() -> None:
    state = tefuda.load("kotodama").start(4)
    for ranks, title in (((1, 1), "It’s a draw"), ((2, 1), "Game over")):
        view = replace(state.view(), result=Result(ranks, (3, 3)))
        assert headline(RenderContext(view, state.game, "en", ["はなこ", "Ben"], 80, 24)) == title
