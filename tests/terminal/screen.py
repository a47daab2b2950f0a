"""What the tests of the terminal share: bots that need no processes, eyes that read the screen, and patient fingers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache, partial
from random import Random
from typing import Any
from unittest.mock import patch

from textual.pilot import Pilot
from textual.screen import Screen

import tefuda
from tefuda.table.table import Table
from tefuda.terminal.app import TefudaApp
from tefuda.terminal.screens.play import PlayScreen
from tefuda.terminal.session import Match, Plan

SMALL, LARGE = (80, 24), (120, 40)


class QuickBots:
    """Bots that play at random and at once; `moves` are played first, in order."""

    def __init__(self, seed: int = 0, moves: tuple[str, ...] = ()) -> None:
        self.random = Random(seed)
        self.moves = list(moves)
        self.prepared: list[str] = []

    def prepare(self, package: str) -> None:
        self.prepared.append(package)

    async def choose(self, table: Table, seat: int) -> str:
        assert table.state is not None
        assert table.state.seat == seat
        if self.moves:
            return self.moves.pop(0)
        return self.random.choice(table.state.actions)


def rows(screen: Screen[Any]) -> list[str]:
    """The rows of a screen as they are seen, each as wide as the terminal."""
    strips = screen._compositor.render_strips(screen.app.size)
    return ["".join(segment.text for segment in strip) for strip in strips]


def seen(screen: Screen[Any]) -> str:
    """Everything on a screen, in one text."""
    return "\n".join(row.rstrip() for row in rows(screen))


def plan(language: str = "en", players: int = 2, **more: Any) -> Plan:
    """A plan without pauses and with the same deal every time."""
    return Plan("kotori", players, "random", language, **{"seed": 7, "pace": 0.0, **more})


@cache
def nearly_over(players: int) -> str:
    """A position of kotori a few cards before the end, the cages full."""
    state = tefuda.load("kotori", players=players).start(seed=3)
    random = Random(3)
    while state.view().counter("deck-number") == 1 or state.view().zone("deck").count > 2:
        state.play(random.choice(state.actions))
    return state.position


@asynccontextmanager
async def playing(
    wanted: Plan, size: tuple[int, int] = SMALL, bots: Any = None, start: str | None = None
) -> AsyncIterator[tuple[Pilot[None], PlayScreen]]:
    """A game, from a position if one is given, that has just come to the person's first decision."""
    with patch("tefuda.terminal.session.Table", partial(Table, start=start)):
        async with _playing(wanted, size, bots) as found:
            yield found


@asynccontextmanager
async def _playing(wanted: Plan, size: tuple[int, int], bots: Any) -> AsyncIterator[tuple[Pilot[None], PlayScreen]]:
    chooser = bots or QuickBots()
    screens: list[PlayScreen] = []

    def first() -> PlayScreen:
        screens.append(PlayScreen(Match(wanted), chooser))
        return screens[0]

    app = TefudaApp(light=True, first=first)
    async with app.run_test(size=size) as pilot:
        await settled(pilot, screens[0])
        yield pilot, screens[0]


async def settled(pilot: Pilot[None], screen: PlayScreen) -> None:
    """Wait until the person is asked, or the game is over and its result is shown."""
    for _ in range(200):
        await pilot.pause()
        if asked(screen) or pilot.app.screen is not screen:
            return
    raise AssertionError(f"nothing is asked:\n{seen(screen)}")


def asked(screen: PlayScreen) -> bool:
    """Is it the person's decision?"""
    return screen._pending_play is not None and not screen._pending_play.done() and not screen._narrating


async def press(pilot: Pilot[None], screen: PlayScreen, *keys: str) -> None:
    """Press keys, each when the person is asked."""
    for key in keys:
        await pilot.press(key)
        await settled(pilot, screen)


async def play_out(pilot: Pilot[None], screen: PlayScreen, seed: int = 1) -> int:
    """Play to the end by keys, two bids to a pass where that is allowed; returns the number of keys pressed."""
    random = Random(seed)
    for count in range(400):
        if pilot.app.screen is not screen:
            return count
        legal = screen.table.state.actions if screen.table.state is not None else ()
        key = "p" if "pass" in legal and random.random() < 0.4 else "d"
        await press(pilot, screen, key)
    raise AssertionError("the game does not end")
