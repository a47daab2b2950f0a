"""Rendering of ドウトツくじゃん: every card, play aids only if switched on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

import tefuda
from tefuda.engine.view import View
from tefuda.games.doutotsu.heuristic import choose
from tefuda.terminal.render_context import RenderContext
from tefuda.terminal.table_renderer import draw

NAMES = {"ja": ("動物にエサをやる人", "すず", "なお"), "en": ("A very long name indeed", "Suzu", "Nao")}
COLOURS = {"ja": {"red": "赤", "blue": "青", "yellow": "黄"}, "en": {"red": "r", "blue": "b", "yellow": "y"}}


@cache
def sample_views(players: int, core: int) -> tuple[View, ...]:
    """Return views of seat 0 and a spectator during a match of heuristic players, including its end."""
    game = tefuda.load("doutotsu", players=players, core=core, open_discards=core)
    state, random = game.start(seed=5), Random(1)
    views = []
    while not state.is_terminal:
        views += [state.view(0), state.view()]
        state.play(choose(state.view(state.current_player), random))
    return (*views[::5], state.view(0))


def contexts(
    language: str, width: int, height: int, players: int, core: int, helps: bool = True
) -> Iterator[RenderContext]:
    game = tefuda.load("doutotsu", players=players, core=core)
    for view in sample_views(players, core):
        yield RenderContext(view, game, language, NAMES[language][:players], width, height, helps)


def text_of(context: RenderContext) -> str:
    return "\n".join(line.plain for line in draw(context))


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("language", ["ja", "en"])
def test_every_card_shows_its_kana_and_colour(language: str, players: int) -> None:
    for context in contexts(language, 78, 14, players, 0):
        text = text_of(context)
        for zone in context.view.zones:
            for card in zone.cards:
                if card.face is not None and zone.id != "list":
                    sound, colour = card.face.split("-")
                    reading = f" {sound.removeprefix('x')} " if language == "en" else ""
                    name = context.card_name(card.face)  # 赤のラ, red ラ ra
                    kana = name.split()[1] if language == "en" else name[-1]
                    assert f"│{kana}{reading}{COLOURS[language][colour]}│" in text
        for card in context.view.zone("list").cards:
            assert context.card_name(str(card.face)) in text


@pytest.mark.parametrize("language", ["ja", "en"])
def test_running_game_fits_into_14_rows_of_78_cells(language: str) -> None:
    for context in contexts(language, 78, 14, 3, 0):
        if context.view.to_act >= 0:
            assert len(draw(context)) <= 14


def test_player_lines_show_turn_points_and_roles() -> None:
    for context in contexts("en", 78, 14, 3, 0):
        lines = text_of(context).split("\n")
        for seat, name in enumerate(("A very long", "Suzu", "Nao")):
            line = next(line for line in lines if name in line)
            assert line.startswith("▸") == (seat == context.view.to_act)
            assert f"points {context.view.counter('points', seat)}" in line
            assert f"hand {context.view.zone(f'hand-{seat}').count:>2}" in line
            assert ("first player" in line) == (context.view.roles["first"] == seat)
            assert ("has taken" in line) == any(c.id == "took" and c.owner == seat for c in context.view.counters)


def test_helps_are_shown_unless_switched_off() -> None:
    marked = 0
    for shown, hidden in zip(contexts("en", 78, 40, 2, 0), contexts("en", 78, 40, 2, 0, helps=False), strict=True):
        text = text_of(shown)
        for words in shown.view.helps:
            if words.id == "help-name":
                assert (
                    f"*{shown.card_name(str(shown.view.zone('list').cards[int(str(words.args['entry'])) - 1].face))}"
                    in text
                )
            elif words.id in ("help-wait", "help-discard"):
                assert shown.say(words).split(" (")[0] in " ".join(text.split())
                marked += 1
        assert "*" not in text_of(hidden)
        assert "nearest" not in text_of(hidden)
    assert marked > 3


def test_hidden_hands_are_counts_and_open_discards_are_cards() -> None:
    spectator = next(context for context in contexts("ja", 78, 14, 2, 1) if context.view.seat == -1)
    assert "│░░│" not in text_of(spectator), "a hidden hand is shown as a count"
    opened = [context for context in contexts("ja", 120, 14, 2, 1) if len(context.view.zone("discard").cards) > 2]
    assert opened
    assert all(text_of(context).split("\n")[0].count("│") >= 6 for context in opened)
