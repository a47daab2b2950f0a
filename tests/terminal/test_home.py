"""The home screen: settings by keys or mouse, in both languages, then a table."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from textual.pilot import Pilot

import tefuda
from tefuda.bots.players import LEVELS
from tefuda.terminal.app import TefudaApp
from tefuda.terminal.screens.home import HomeScreen, Picker
from tefuda.terminal.screens.play import PlayScreen
from tefuda.terminal.session import DEFAULT_LEVEL, Plan
from tests.terminal.screen import SMALL, QuickBots, rows, screen_text, tap, until_asked


@asynccontextmanager
async def at_home(language: str = "en") -> AsyncIterator[tuple[TefudaApp, Pilot[None]]]:
    home = TefudaApp(light=True, bots=QuickBots(), home=Plan("kotori", 0, DEFAULT_LEVEL, language, pace=0.0))
    async with home.run_test(size=SMALL) as pilot:
        await pilot.pause()
        yield home, pilot


async def test_home_screen_describes_the_game_within_80_by_24() -> None:
    for language in ("ja", "en"):
        async with at_home(language) as (home, _):
            shown = "".join(rows(home.screen)).replace(" ", "")
            localizer = tefuda.load("kotori").localizer(language)
            for id in ("title", "tagline", "credits", "option-allow_yield", "option-allow_yield-help"):
                assert localizer.say(id).replace(" ", "") in shown
            assert home.screen.query_one("#home").max_scroll_y == 0


async def test_players_level_and_house_rule_are_set_by_keys() -> None:
    async with at_home() as (home, pilot):
        await pilot.press("down", "right")  # 3 -> 4 players
        await pilot.press("down", "left")  # one level weaker
        await pilot.press("down", "right")  # allow_yield on
        await tap(pilot, "enter")
        table = home.screen
        assert isinstance(table, PlayScreen)
        assert table.game.num_players == 4
        assert table.match.plan.level == LEVELS[LEVELS.index(DEFAULT_LEVEL) - 1]
        assert table.game.options == {"allow_yield": 1}
        await until_asked(pilot, table)
        await tap(pilot, "q", "y")
        back = home.screen
        assert isinstance(back, HomeScreen)
        assert {picker.setting: picker.value for picker in back.query(Picker)} == {
            "slug": "kotori",
            "players": "4",
            "level": table.match.plan.level,
            "rule-allow_yield": "1",
        }


async def test_fast_input_starts_the_game_chosen_last() -> None:
    async with at_home() as (home, pilot):
        screen = home.screen
        assert isinstance(screen, HomeScreen)
        game, *stale = screen.query(Picker)  # the game picker, and the pickers of kotori's settings
        game.action_turn(1)
        for picker in stale:
            picker.action_turn(1)
        game.action_turn(1)
        screen.action_start()
        await pilot.pause()
        table = home.screen
        assert isinstance(table, PlayScreen)
        slugs = tefuda.game_slugs()
        assert table.game.slug == slugs[(slugs.index("kotori") + 2) % len(slugs)]
        assert table.game.options == tefuda.load(table.game.slug).options
        assert table.match.plan.level == DEFAULT_LEVEL


async def test_choosing_a_game_shows_its_settings() -> None:
    async with at_home() as (home, pilot):
        for _ in range(len(tefuda.game_slugs())):
            await tap(pilot, "right")
            slug, *settings = home.screen.query(Picker)
            game = tefuda.load(slug.value)
            rules = [f"rule-{option.name}" for option in game.description.options]
            assert [picker.setting for picker in settings] == ["players", "level", *rules]
            assert slug.has_focus


async def test_language_changes_at_once_and_keeps_settings() -> None:
    async with at_home("en") as (home, pilot):
        await tap(pilot, "down", "right", "l")
        assert "ことりあつめ" in screen_text(home.screen)
        assert "‹ 4人 ›" in screen_text(home.screen)
        await tap(pilot, "enter")
        assert home.screen.language == "ja"
        assert home.screen.game.num_players == 4


async def test_settings_and_start_work_by_mouse() -> None:
    async with at_home() as (home, pilot):
        players = next(picker for picker in home.screen.query(Picker) if picker.setting == "players")
        before = players.value
        await pilot.click(players, offset=(26, 0))
        assert int(players.value) == int(before) + 1
        await pilot.click(players, offset=(20, 0))
        assert players.value == before
        await pilot.click("KeyButton")
        await pilot.pause()
        assert isinstance(home.screen, PlayScreen)


async def test_q_quits() -> None:
    async with at_home() as (home, pilot):
        await tap(pilot, "q")
        assert home._exit
