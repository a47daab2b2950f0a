"""Helpers of the terminal tests: bots without processes, screen readers, and key presses that wait."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache, partial
from random import Random
from time import monotonic
from typing import Any
from unittest.mock import patch

from textual.pilot import Pilot
from textual.screen import Screen

import tefuda
from harness.contract.cases import random_command
from harness.server.doubles import PATIENCE
from tefuda.bots.analysis import Analysis
from tefuda.table.table import Table
from tefuda.terminal.app import TefudaApp
from tefuda.terminal.screens.play import PlayScreen
from tefuda.terminal.session import InPlay, Match, Plan

SMALL, LARGE = (80, 24), (120, 40)


class QuickBots:
    """Random bots that answer at once; `moves` are played first, in order."""

    def __init__(self, seed: int = 0, moves: tuple[str, ...] = ()) -> None:
        self.random = Random(seed)
        self.moves = list(moves)
        self.prepared: list[str] = []

    def prepare(self, package: str) -> None:
        self.prepared.append(package)

    async def choose(self, table: InPlay, seat: int) -> str:
        assert table.state.current_player == seat
        return self.moves.pop(0) if self.moves else random_command(table.state, self.random)

    async def analyse(self, table: InPlay) -> Analysis:
        return tefuda.analyse(table.state, seconds=0.001, build="checked")


def rows(screen: Screen[Any]) -> list[str]:
    """Return the rows of a screen as displayed, each as wide as the terminal."""
    strips = screen._compositor.render_strips(screen.app.size)
    return ["".join(segment.text for segment in strip) for strip in strips]


def screen_text(screen: Screen[Any]) -> str:
    """Return the text of a whole screen."""
    return "\n".join(row.rstrip() for row in rows(screen))


def plan(language: str = "en", players: int = 2, **more: Any) -> Plan:
    """Return a plan without pauses and with a fixed deal."""
    return Plan(
        **{
            "slug": "kotori",
            "players": players,
            "level": "random",
            "language": language,
            "seed": 7,
            "pace": 0.0,
            **more,
        }
    )


@cache
def near_end_position(players: int) -> str:
    """Return a position of kotori a few cards before the end, with full cages."""
    state = tefuda.load("kotori", players=players).start(seed=3)
    random = Random(3)
    while state.view().counter("deck-number") == 1 or state.view().zone("deck").count > 2:
        state.play(random.choice(state.legal_actions))
    return state.position


@asynccontextmanager
async def playing(
    plan_: Plan, size: tuple[int, int] = SMALL, bots: Any = None, start: str | None = None
) -> AsyncIterator[tuple[Pilot[None], PlayScreen]]:
    """Open a game, optionally from a position, at the person's first decision."""
    with patch("tefuda.terminal.session.Table", partial(Table, start=start)):
        async with _playing(plan_, size, bots) as context:
            yield context


@asynccontextmanager
async def _playing(plan_: Plan, size: tuple[int, int], bots: Any) -> AsyncIterator[tuple[Pilot[None], PlayScreen]]:
    bot_player = bots or QuickBots()
    screens: list[PlayScreen] = []

    def first() -> PlayScreen:
        screens.append(PlayScreen(Match(plan_), bot_player))
        return screens[0]

    app = TefudaApp(light=True, first=first)
    async with app.run_test(size=size) as pilot:
        await until_asked(pilot, screens[0])
        yield pilot, screens[0]


async def until(pilot: Pilot[None], screen: PlayScreen, condition: Callable[[], bool]) -> None:
    """Wait until something on the screen is the case."""
    deadline = monotonic() + PATIENCE
    while True:
        await pilot.pause()
        if condition():
            return
        assert monotonic() < deadline, f"this never comes about:\n{screen_text(screen)}"
        await asyncio.sleep(0.001)


async def until_asked(pilot: Pilot[None], screen: PlayScreen) -> None:
    """Wait until it is the person's turn, or the result is shown."""
    await until(pilot, screen, lambda: is_persons_turn(screen) or pilot.app.screen is not screen)


async def until_shown(pilot: Pilot[None], screen: PlayScreen) -> None:
    """Wait until the first of several events is shown, before the next one."""
    await until(pilot, screen, lambda: screen._playing_back)


def is_persons_turn(screen: PlayScreen) -> bool:
    """Return whether the person is to act."""
    return screen._pending_play is not None and not screen._pending_play.done() and not screen._playing_back


async def tap(pilot: Pilot[None], *keys: str) -> None:
    """Press keys and wait until the screen shows what they did."""
    await pilot.press(*keys)
    await pilot.pause()


async def press(pilot: Pilot[None], screen: PlayScreen, *keys: str) -> None:
    """Press keys, each at the person's turn."""
    for key in keys:
        await pilot.press(key)
        await until_asked(pilot, screen)


async def play_out(pilot: Pilot[None], screen: PlayScreen) -> None:
    """Play to the end by keys, passing 40 % of the time if legal."""
    random = Random(1)
    for _ in range(400):
        if pilot.app.screen is not screen:
            return
        legal = screen.table.state.legal_actions if screen.table.state is not None else ()
        key = "p" if "pass" in legal and random.random() < 0.4 else "d"
        await press(pilot, screen, key)
    raise AssertionError("the game does not end")
