"""ドウトツくじゃん in a terminal: as wide as the table, with every card in it, and with helps only where wanted."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from rich.cells import cell_len

import tefuda
from tefuda.engine.view import View
from tefuda.games.doutotsu.heuristic import choose
from tefuda.terminal.render_context import RenderContext
from tefuda.terminal.table_renderer import draw

NAMES = {"ja": ("動物にエサをやる人", "すず", "なお"), "en": ("A very long name indeed", "Suzu", "Nao")}
COLOURS = {"ja": {"red": "赤", "blue": "青", "yellow": "黄"}, "en": {"red": "r", "blue": "b", "yellow": "y"}}


@cache
def moments(players: int, core: int) -> tuple[View, ...]:
    """What seat 0 and a spectator see in the course of a match between sensible players, with the end of it."""
    game = tefuda.load("doutotsu", players=players, core=core, open_discards=core)
    state, random = game.start(seed=5), Random(1)
    views = []
    while not state.over:
        views += [state.view(0), state.view()]
        state.play(choose(state.view(state.seat), random))
    return (*views[::5], state.view(0))


def contexts(
    language: str, width: int, height: int, players: int, core: int, helps: bool = True
) -> Iterator[RenderContext]:
    game = tefuda.load("doutotsu", players=players, core=core)
    for view in moments(players, core):
        yield RenderContext(view, game, language, NAMES[language][:players], width, height, helps)


def text_of(context: RenderContext) -> str:
    return "\n".join(line.plain for line in draw(context))


@pytest.mark.parametrize("core", [0, 1])
@pytest.mark.parametrize("size", [(78, 14), (120, 60), (64, 10)], ids=str)
@pytest.mark.parametrize("language", ["ja", "en"])
def test_every_row_is_exactly_as_wide_as_the_table(language: str, size: tuple[int, int], core: int) -> None:
    for context in contexts(language, *size, 3, core):
        assert {cell_len(line.plain) for line in draw(context)} == {size[0]}


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("language", ["ja", "en"])
def test_every_card_is_drawn_with_its_kana_and_the_letter_of_its_colour(language: str, players: int) -> None:
    for context in contexts(language, 78, 14, players, 0):
        text = text_of(context)
        for zone in context.view.zones:
            for card in zone.cards:
                if card.face is not None and zone.id != "list":
                    sound, colour = card.face.split("-")
                    said = f" {sound.removeprefix('x')} " if language == "en" else ""
                    name = context.card_name(card.face)  # 赤のラ, red ラ ra
                    kana = name.split()[1] if language == "en" else name[-1]
                    assert f"│{kana}{said}{COLOURS[language][colour]}│" in text
        for card in context.view.zone("list").cards:
            assert context.card_name(str(card.face)) in text


@pytest.mark.parametrize("language", ["ja", "en"])
def test_fourteen_rows_of_78_cells_hold_everything_while_a_game_goes_on(language: str) -> None:
    for context in contexts(language, 78, 14, 3, 0):
        if context.view.to_act >= 0:
            assert len(draw(context)) <= 14


def test_everybody_s_numbers_and_marks_stand_beside_their_names() -> None:
    for context in contexts("en", 78, 14, 3, 0):
        lines = text_of(context).split("\n")
        for seat, name in enumerate(("A very long", "Suzu", "Nao")):
            line = next(line for line in lines if name in line)
            assert line.startswith("▸") == (seat == context.view.to_act)
            assert f"points {context.view.counter('points', seat)}" in line
            assert f"hand {context.view.zone(f'hand-{seat}').count:>2}" in line
            assert ("first player" in line) == (context.view.roles["first"] == seat)
            assert ("has taken" in line) == any(c.id == "took" and c.owner == seat for c in context.view.counters)


def test_helps_mark_the_list_and_stand_below_unless_they_are_switched_off() -> None:
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


def test_backs_and_open_discards_are_drawn_as_they_are_seen() -> None:
    spectator = next(context for context in contexts("ja", 78, 14, 2, 1) if context.view.seat == -1)
    assert "│░░│" not in text_of(spectator), "a hand that nobody sees is a number"
    opened = [context for context in contexts("ja", 120, 14, 2, 1) if len(context.view.zone("discard").cards) > 2]
    assert opened
    assert all(text_of(context).split("\n")[0].count("│") >= 6 for context in opened)
