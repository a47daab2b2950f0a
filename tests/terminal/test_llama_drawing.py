"""Rendering of ニワトリかラマか ポーカー: exact width, and readable coins, notes and marks."""

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from rich.cells import cell_len

import tefuda
from tefuda.engine.state import State
from tefuda.engine.view import View
from tefuda.games.llama import heuristic
from tefuda.terminal.action_keys import action_keys, offered, word_keys
from tefuda.terminal.event_playback import view_before_deal
from tefuda.terminal.games.llama import signs
from tefuda.terminal.render_context import RenderContext
from tefuda.terminal.screens.dialogs import ranking
from tefuda.terminal.table_renderer import draw
from tests.games.llama.builders import play, scene
from tests.terminal.screen import views_with_playback

NAMES = {
    "ja": ("ラマを集める名人さん", "すず", "X", "なお", "えり"),
    "en": ("A very long name indeed", "Suzu", "Ko", "N", "E"),
}


@cache
def sample_views(players: int, seat: int) -> tuple[View, ...]:
    """Return a seat's views of the first rounds of a game, including playback steps."""
    random = Random(5)
    state = tefuda.load("llama", players=players).start(seed=5)
    return views_with_playback(
        state, seat, lambda state: heuristic.choose(state.view(state.current_player), random), most=150
    )


def contexts(language: str, width: int, players: int, seat: int = 0) -> Iterator[RenderContext]:
    game = tefuda.load("llama", players=players)
    for view in sample_views(players, seat):
        yield RenderContext(view, game, language, NAMES[language][:players], width, 14)


@pytest.mark.parametrize("players", [3, 5])
@pytest.mark.parametrize("width", [64, 78, 120])
@pytest.mark.parametrize("language", ["ja", "en"])
def test_every_row_has_the_exact_width(language: str, width: int, players: int) -> None:
    for seat in (0, -1):
        for context in list(contexts(language, width, players, seat))[::13]:
            assert {cell_len(line.plain) for line in draw(context)} == {width}
    before = view_before_deal(sample_views(players, 0)[0], ())
    lines = draw(RenderContext(before, tefuda.load("llama", players=players), language, NAMES[language], width, 14))
    assert {cell_len(line.plain) for line in lines} == {width}


@pytest.mark.parametrize("language", ["ja", "en"])
def test_coins_notes_and_marks_are_shown(language: str) -> None:
    state = scene(["LL", "LC", "LL"], looks={0: "fold-nw nick-s", 6: "fold-e", 14: "nick-e"})
    play(state, "mark-1-nick-w play, play, fold")
    context = RenderContext(state.view(0), state.game, language, NAMES[language][:3], 120, 20)
    text = "\n".join(line.plain for line in draw(context))
    expected = {
        "en": ("llama Cnw Ns", "llama Nw*", "top ▒░░ Ce▒", "Ne ×1", "plain ×17", "● 2 + 1", "● 3 + 0", "bust 25%"),
        "ja": ("ラマ 折左上 切下", "ラマ 切左*", "上 ▒░░ 折右▒", "切右 ×1", "目印なし ×17", "● 2 + 1", "● 3 + 0"),
    }
    for words in expected[language]:
        assert words in text
    assert "Nw*" not in "\n".join(
        line.plain for line in draw(RenderContext(state.view(1), state.game, "en", "ABC", 120, 20))
    )


def test_helps_can_be_switched_off() -> None:
    view, game = scene(["LL", "LC", "LL"]).view(0), tefuda.load("llama", players=3)
    shown, hidden = (RenderContext(view, game, "en", "ABC", 120, 20, helps=helps) for helps in (True, False))
    assert "bust" in "".join(line.plain for line in draw(shown))
    assert "bust" not in "".join(line.plain for line in draw(hidden))


def test_every_decision_has_a_key_but_marks_are_typed() -> None:
    state = scene(["LL", "LL", "LL"])
    keys = {"bet": {"play": "p", "fold": "f"}, "draw": {"top": "t", "bottom": "b", "stop": "s"}}
    assert keys_of(state) == keys["bet"]
    play(state, "play, play, play")
    assert keys_of(state) == keys["draw"]
    play(state, "stop, stop, stop")
    assert keys_of(state) == {"all-in": "a", "decline": "n"}
    play(state, "all-in")
    assert keys_of(state) == {"all-in": "a", "drop": "d"}
    play(state, "all-in, all-in")
    assert keys_of(state) == {"reveal": "r", "withdraw": "w"}


def keys_of(state: State) -> dict[str, str]:
    """Return the keys of the offered actions; marks have none."""
    view = state.view(state.current_player)
    assert any(choice.action.startswith("mark-") for choice in view.choices)
    keys = action_keys(view, word_keys(state.game.action_names, state.game.localizer("en")))
    assert not any(action.startswith("mark-") for action in keys)
    return {choice.action: keys[choice.action] for choice in offered(view)}


def test_votes_and_final_coins_are_shown() -> None:
    state = scene(["LL", "LL", "LL"], rounds=1)
    play(state, "play, play, fold, stop, stop, vote-1")
    context = RenderContext(state.view(-1), state.game, "en", ("A", "B", "C"), 100, 20)
    assert "votes for B" in "".join(line.plain for line in draw(context))
    play(state, "decline, decline")
    context = RenderContext(state.view(-1), state.game, "en", ("A", "B", "C"), 100, 20)
    assert "5 coins" in "\n".join(line.plain for line in ranking(context))
    assert not signs(context, context.view.zone("top").cards[0])
