"""Lessons in the terminal: played to their end by keys, at the size of a small terminal."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from harness.contract.cases import some_or_all
from harness.server.doubles import PATIENCE
from tefuda.commands.learn import lessons
from tefuda.table.lesson_script import lesson_of, script_of
from tefuda.terminal.app import TefudaApp
from tefuda.terminal.screens.home import HomeScreen
from tefuda.terminal.screens.lesson import LessonScreen
from tefuda.terminal.screens.play import PlayScreen
from tefuda.terminal.session import DEFAULT_LEVEL, Plan
from tests.terminal.screen import SMALL, QuickBots, rows, screen_text, tap

GAMES = {"kotori": "ja", "doutotsu": "en", "llama": "ja", "tezuma": "en", "kotodama": "ja"}  # lessons' languages


@asynccontextmanager
async def learning(
    game: str, language: str = "en", place: str = "", card: str = ""
) -> AsyncIterator[tuple[Pilot[None], LessonScreen]]:
    """Open a lesson or a demonstration, at its first step."""
    lesson = lesson_of(f"tefuda.games.{game}", card)
    screens: list[LessonScreen] = []

    def first() -> LessonScreen:
        screens.append(LessonScreen(lesson, QuickBots(), language, 0.0, place))
        return screens[0]

    async with TefudaApp(light=True, first=first).run_test(size=SMALL) as pilot:
        await shown(pilot, screens[0])
        yield pilot, screens[0]


async def shown(pilot: Pilot[None], screen: LessonScreen) -> None:
    """Wait until the lesson waits for the learner, and says so."""

    def waits() -> bool:
        lesson = screen.lesson
        moving = lesson.opponents_move or lesson.bot_moves or screen._playing_back or screen._changed.is_set()
        return not moving and lesson.text(screen.language)[:12] in screen_text(screen)

    try:
        async with asyncio.timeout(PATIENCE):
            await pilot.pause()
            while not waits():
                await pilot.pause(0.01)
    except TimeoutError:
        raise AssertionError(f"the lesson does not go on:\n{screen_text(screen)}") from None


async def go(pilot: Pilot[None], screen: LessonScreen) -> None:
    """Do what the step asks for, by keys where there are any."""
    step = screen.lesson.step
    if step.look:
        (key,) = [key for key, handle in screen._sought.items() if handle in screen.lesson.look.handles]
        await pilot.press(key)
    elif not step.accept:
        await pilot.press("enter")
    else:
        keys = {action: key for key, action in screen._actions.items()}
        if (action := step.accept[0]) in keys:
            await pilot.press(keys[action])
        else:
            screen._typed(action)
    await shown(pilot, screen)


@pytest.mark.parametrize("game", some_or_all(["kotodama"], GAMES))
async def test_lesson_is_played_to_its_end_by_keys(game: str) -> None:
    language = GAMES[game]
    async with learning(game, language) as (pilot, screen):
        steps = len(screen.lesson.lesson.steps)
        while screen.lesson.number < steps:
            number = screen.lesson.number
            first_words = screen.lesson.text(language)[:12]
            assert first_words in screen_text(screen)
            assert all(cell_len(row) == SMALL[0] for row in rows(screen))
            await go(pilot, screen)
            assert screen.lesson.number == number + 1, screen_text(screen)
        if game == "tezuma":
            await pilot.press("enter")
            await shown(pilot, screen)
            assert screen.lesson.free
        else:
            assert screen.lesson.state.is_terminal
            assert screen.ui.say("lesson-real") in screen_text(screen)


async def test_game_after_the_script_is_played_to_its_end_and_leads_to_a_real_one() -> None:
    async with learning("tezuma", place="14") as (pilot, screen):
        while not screen.lesson.finished:
            screen.attempt(screen.lesson.state.legal_actions[0])
            await shown(pilot, screen)
        assert "That was the lesson" in screen_text(screen)
        await tap(pilot, "enter")
        assert type(pilot.app.screen) is PlayScreen


async def test_wrong_press_is_answered_and_the_third_one_shows_what_leads_on() -> None:
    async with learning("kotori", place="1") as (pilot, screen):
        await tap(pilot, "p")
        assert "To pass you need at least one bid card" in screen_text(screen)
        assert "K4.3" in screen_text(screen)
        for _ in range(2):
            await tap(pilot, "p")
        assert screen.lesson.ring
        assert screen.lesson.number == 2
        await go(pilot, screen)
        assert screen.lesson.number == 3


async def test_back_and_show_me_have_keys() -> None:
    async with learning("kotori", place="2") as (pilot, screen):
        await tap(pilot, "asterisk")
        assert "→ bid 6" in screen_text(screen)
        await pilot.press("backspace")
        await shown(pilot, screen)
        assert screen.lesson.number == 2


async def test_first_screen_opens_the_lesson_of_the_chosen_game() -> None:
    home = TefudaApp(light=True, bots=QuickBots(), home=Plan("kotori", 0, DEFAULT_LEVEL, "en", pace=0.0))
    async with home.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await tap(pilot, "g")
        lesson = home.screen
        assert isinstance(lesson, LessonScreen)
        await shown(pilot, lesson)
        await tap(pilot, "q")
        assert isinstance(home.screen, HomeScreen)


async def test_leaving_a_lesson_asks_nothing() -> None:
    async with learning("kotori") as (pilot, screen):
        await tap(pilot, "q")
        assert screen not in pilot.app.screen_stack


def test_lessons_are_listed_easiest_first() -> None:
    assert tuple(lessons()) == tuple(GAMES)


@pytest.mark.parametrize("language", ["ja", "en"])
async def test_cards_at_the_end_of_a_lesson_are_tried_out_by_keys(language: str) -> None:
    async with learning("kotori", language, place="18") as (pilot, screen):
        await tap(pilot, "2")
        demonstration = pilot.app.screen
        assert isinstance(demonstration, LessonScreen)
        assert demonstration is not screen
        await shown(pilot, demonstration)
        assert demonstration.lesson.lesson.card == "K6.2"
        assert demonstration.lesson.text(language)[:12] in screen_text(demonstration)
        await pilot.press("p")
        await shown(pilot, demonstration)
        assert demonstration.lesson.finished
        assert demonstration.lesson.text(language)[:12] in screen_text(demonstration)
        assert all(cell_len(row) == SMALL[0] for row in rows(demonstration))
        await tap(pilot, "enter")
        assert pilot.app.screen is screen
        assert screen.ui.say("lesson-real") in screen_text(screen)


@pytest.mark.parametrize("game", some_or_all(["llama"], GAMES))
async def test_every_demonstration_is_played_by_keys(game: str) -> None:
    script = script_of(f"tefuda.games.{game}")
    for clause in script.more:
        async with learning(game, card=clause) as (pilot, screen):
            while not screen.lesson.finished:
                assert screen.lesson.text("en")[:12] in screen_text(screen)
                await go(pilot, screen)
            assert screen.lesson.text("en")[:12] in screen_text(screen)
            await tap(pilot, "enter")
            assert screen not in pilot.app.screen_stack
