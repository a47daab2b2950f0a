"""Rendering of ニワトリかラマか ポーカー: readable coins, notes and marks."""

import pytest

import tefuda
from tefuda.engine.state import State
from tefuda.terminal.action_keys import action_keys, offered, word_keys
from tefuda.terminal.games.llama import signs
from tefuda.terminal.render_context import RenderContext
from tefuda.terminal.screens.dialogs import ranking
from tefuda.terminal.table_renderer import draw
from tests.games.llama.builders import play, scene

NAMES = {
    "ja": ("ラマを集める名人さん", "すず", "X", "なお", "えり"),
    "en": ("A very long name indeed", "Suzu", "Ko", "N", "E"),
}


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
