"""Every game renders at every playback step, for every seat and for spectators."""

from itertools import cycle, product
from random import Random

import pytest
from rich.cells import cell_len

import tefuda
from harness.contract.cases import random_command, sized, some_or_all
from tefuda.engine.localization import LANGUAGES
from tefuda.engine.view import View
from tefuda.table.entries import Sitter
from tefuda.table.table import Table
from tefuda.terminal.event_playback import playback, view_before_deal
from tefuda.terminal.render_context import RenderContext
from tefuda.terminal.screens.dialogs import ResultDialog
from tefuda.terminal.screens.play import PlayScreen
from tefuda.terminal.screens.player import TYPE
from tefuda.terminal.session import Plan
from tefuda.terminal.table_renderer import draw, draw_zones
from tefuda.terminal.widgets import KeyButton
from tests.terminal.screen import playing, press, rows, screen_text, tap, until_asked

TURNS = sized(4)  # of the person, that are played by keys
ENTRIES = sized(20)  # entries of a random game that are rendered, and then every tenth one of four times as many
NAMES = ["手妻つかいの名人さん", "A very long name indeed", "", "なお", "E"]
SIZES = ((80, 24), (120, 60), (64, 10), (78, 14))


@pytest.mark.parametrize("most", some_or_all([True], [True, False]), ids=lambda most: "most" if most else "fewest")
@pytest.mark.parametrize("slug", tefuda.game_slugs())
def test_every_row_of_every_playback_step_has_the_exact_width(slug: str, most: bool) -> None:
    """Every language, size, setting and drawing in turn, each with every kind of step."""
    random = Random(slug)
    ways = cycle(product(LANGUAGES, SIZES, (True, False), (draw, draw_zones)))
    fewest, largest = tefuda.load(slug).description.players
    table = Table(tefuda.load(slug, players=largest if most else fewest), seed=3)
    for seat in range(table.game.num_players):
        table.apply(table.propose_sit(seat, Sitter("bot", NAMES[seat])))
    table.apply(table.propose_deal())
    previous: dict[int, View] = {}
    for number in range(5 * ENTRIES):
        over = table.state.current_player is None
        for audience in table.audiences:
            update = table.latest(audience)
            before = previous.get(audience) or view_before_deal(update.view, update.events)
            steps = playback(before, update.events, update.view)
            for view in (before, *(step.view for step in steps), update.view):
                if number < ENTRIES or number % 10 == 0 or over:
                    language, (width, height), helps, drawing = next(ways)
                    lines = drawing(RenderContext(view, table.game, language, table.names, width, height, helps=helps))
                    assert {cell_len(line.plain) for line in lines} == {width}
            previous[audience] = update.view
        if over:
            break
        table.apply(table.propose_play(table.state.current_player, table.turn, random_command(table.state, random)))


@pytest.mark.parametrize("own", [True, False], ids=["own", "default"])
@pytest.mark.parametrize("slug", tefuda.game_slugs())
async def test_every_game_is_played_by_the_keys_that_it_shows(
    slug: str, own: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not own:
        monkeypatch.setattr("tefuda.terminal.table_renderer.game_module", lambda _: None)
    random = Random(slug)
    language = "en" if own else "ja"
    fewest, _ = tefuda.load(slug).description.players
    async with playing(Plan(slug, fewest, "random", language, seed=5, pace=0.0)) as (
        pilot,
        screen,
    ):
        goal = screen.game.localizer(language).say("goal")
        for width in (40, 120, 80):
            await pilot.resize_terminal(width, 24)
            await pilot.pause()
            title = rows(screen)[0]
            assert goal in title or goal[:8] not in title, "it is whole or left out"
            assert goal in title or width < 120
            buttons = list(screen.query(KeyButton))
            for button in buttons:  # only one that is alone on its row may be too long for it
                alone = [other.region.y for other in buttons].count(button.region.y) == 1
                assert button.region.right <= width or alone
        for _ in range(TURNS):
            if pilot.app.screen is not screen:
                break
            assert not {key for key, _, _ in screen.key_hints()} & screen._actions.keys(), "keys of the last row"
            state = screen.table.state
            legal = [one for one in screen.query(KeyButton) if not one.muted and one.answer != TYPE]
            assert legal
            assert {button.answer for button in legal} <= set(state.legal_actions)
            view = state.view(screen.seat)
            marks = {choice.action for choice in view.choices if choice.marks}
            assert not marks & set(screen._actions.values()), "marks are typed"
            typed = [button for button in screen.query(KeyButton) if button.answer == TYPE]
            opens = view.page and bool(state.game.openings)  # a deck of one's own can be typed
            assert bool(typed) == (bool(marks) or opens), "and a button says how"
            keys = [key for key, action in screen._actions.items() if action in {one.answer for one in legal}]
            assert len(keys) >= min(len(legal), 9), "numbers at least"
            moves = len(state.history)
            await press(pilot, screen, random.choice(keys))
            assert len(state.history) > moves
            for button in [one for one in screen.query(KeyButton) if one.muted and one not in typed][:1]:
                screen.attempt(button.answer)
                await pilot.pause()
                assert "?" in screen_text(screen)
                assert screen.clause is not None
        if own:
            over = screen.game.start(seed=1)
            while not over.is_terminal:
                over.play(random_command(over, random))
            final = over.view(screen.seat)
            monkeypatch.setattr(PlayScreen, "view", final)
            screen._present_view(final)  # the words keep the keys that they had
            assert "r" in {key for key, _, _ in screen.key_hints()}
            await tap(pilot, "r")
            assert isinstance(pilot.app.screen, ResultDialog)


async def test_choices_with_marks_are_typed_with_a_decision() -> None:
    async with playing(Plan("llama", 3, "random", "en", seed=5, pace=0.0)) as (pilot, screen):
        (button,) = (one for one in screen.query(KeyButton) if one.answer == TYPE)
        example = f"{button.label}".rpartition("  ")[2].strip()
        assert example.startswith("mark-0-")
        assert example in screen_text(screen)
        button.press()
        await pilot.pause()
        await pilot.press(
            *("minus" if letter == "-" else "space" if letter == " " else letter for letter in example), "enter"
        )
        await until_asked(pilot, screen)
        assert screen.clause is None
        assert len(screen.table.state.history) > len(example.split())
