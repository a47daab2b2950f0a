"""Helpers for the terminal at a table on a server: several terminals in one process, each with its own state folder."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random
from typing import Any

from textual.pilot import Pilot

from harness.server.doubles import PATIENCE
from tefuda.client.address import parse_address
from tefuda.client.visit import Visit
from tefuda.terminal.action_keys import offered
from tefuda.terminal.app import TefudaApp
from tefuda.terminal.screens.dialogs import MenuDialog
from tefuda.terminal.screens.online import OnlineScreen
from tefuda.terminal.taking_back import AGREE, REFUSE, UNDO
from tefuda.terminal.widgets import KeyButton
from tests.server.clients import Person
from tests.terminal.screen import SMALL, QuickBots, rows


class Terminal:
    """A terminal at a table."""

    def __init__(self, pilot: Pilot[None], screen: OnlineScreen) -> None:
        self.pilot, self.screen = pilot, screen

    @property
    def text(self) -> str:
        """The whole screen on top, as displayed."""
        with self.pilot.app._context():
            return "\n".join(row.rstrip() for row in rows(self.pilot.app.screen))

    @property
    def log(self) -> list[str]:
        """The lines of the log."""
        return [line.plain for line in self.screen.event_log._entries]

    @property
    def idle(self) -> bool:
        """Whether all messages are shown and all key presses are answered."""
        screen = self.screen
        current = screen.table.update is not None and screen._turn == screen.table.turn
        context = screen.board.context
        current &= screen._view is None or (context is not None and context.view is screen._view)
        return current and screen._steps.empty() and not screen._playing_back and not screen._sending

    @property
    def over(self) -> bool:
        return self.screen.view is not None and self.screen.view.result is not None

    @property
    def to_act(self) -> bool:
        view = self.screen.view
        return self.idle and view is not None and view.to_act == self.screen.seat

    async def press(self, *keys: str) -> None:
        with self.pilot.app._context():
            await self.pilot.press(*keys)

    async def press_when_offered(self, key: str) -> None:
        """Press a key of the table, such as an answer to what another player asks, once it does something."""
        await self.until(lambda: key in self.screen._actions)
        await self.press(key)

    async def choose(self, opening: str, *keys: str) -> None:
        """Open a menu by a key of the table, and answer it and those that follow, each once it offers the answer."""
        await self.press(opening)
        app, former = self.pilot.app, None
        for key in keys:
            await self.until(
                lambda key=key, former=former: (
                    isinstance(app.screen, MenuDialog)
                    and app.screen is not former
                    and key in [offered for offered, _, _ in app.screen._answers]
                )
            )
            former = app.screen
            await self.press(key)

    async def until(self, condition: Callable[[], object], pause: float = 0.005) -> None:
        """Wait until something holds, asking at intervals; the screen is in the error otherwise."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not condition():  # noqa: ASYNC110  # it is about a screen
                    await asyncio.sleep(pause)
        except TimeoutError:
            raise AssertionError(f"timed out after {PATIENCE} s:\n{self.text}") from None

    async def sees(self, words: str) -> None:
        """Wait until the screen shows some words; reading it takes some milliseconds."""
        await self.until(lambda: words in " ".join(self.text.split()) or words in self.text, 0.1)

    async def logs(self, words: str) -> None:
        """Wait until the log has a line with some words."""
        await self.until(lambda: any(words in line for line in self.log))

    async def play(self, random: Random) -> None:
        """Play one action by the key that is shown for it."""
        screen = self.screen
        turn = screen._turn
        keys: list[str] = []

        def shown() -> bool:
            legal = {button.answer for button in screen.query(KeyButton) if not button.muted} - {UNDO, AGREE, REFUSE}
            keys[:] = sorted(key for key, action in screen._actions.items() if action in legal)
            return bool(keys)

        await self.until(shown)
        await self.press(random.choice(keys))
        await self.until(lambda: screen._turn > turn or self.over)

    async def play_to_end(self, random: Random, by_keys: int = 2) -> None:
        """Play random actions until the game is over: the first ones by keys, then without drawing, which is slow."""
        for _ in range(by_keys):
            await self.until(lambda: self.over or self.to_act)
            if not self.over:
                await self.play(random)
        screen = self.screen
        with screen.app.batch_update():
            while True:
                await self.until(lambda: self.over or self.to_act)
                if self.over:
                    return
                turn = screen._turn
                with screen.app._context():
                    screen.attempt(random.choice(offered(screen.view)).action)
                await self.until(lambda turn=turn: screen._turn > turn or self.over)


@contextlib.asynccontextmanager
async def joined(
    link: str,
    state: Path,
    name: str = "",
    *,
    language: str = "en",
    watch: bool = False,
    token: str = "",
    deck: str = "",
) -> AsyncIterator[Terminal]:
    """Open a terminal at the table of a link; `token` is that of a guest who has a seat there."""
    address = parse_address(link)
    visit = Visit(address, language, state)
    visit.http.token = token or visit.http.token
    info = await asyncio.to_thread(visit.look)
    game = visit.game_of(info)
    sit = not (watch or address.watch)
    if sit:
        info = await asyncio.to_thread(visit.entitled, info)
    screen = OnlineScreen(visit, info, game, QuickBots(), 0.0, name=name, sit=sit, deck=deck)
    ready: asyncio.Future[Terminal] = asyncio.get_running_loop().create_future()
    done = asyncio.Event()

    async def run() -> None:  # in a task of its own, as each application has its own context
        app = TefudaApp(light=True, first=lambda: screen)
        async with app.run_test(size=SMALL) as pilot:
            ready.set_result(Terminal(pilot, screen))
            await done.wait()

    task = asyncio.create_task(run())
    try:
        await asyncio.wait([task, ready], return_when=asyncio.FIRST_COMPLETED)
        if not ready.done():
            await task
        yield ready.result()
    finally:
        done.set()
        await task


async def table_of(host: Person, *seats: str, **fields: Any) -> tuple[str, str]:
    """Make a table and return its id and the link that the browser shows for inviting."""
    table = (await host.open(*seats, **fields))["id"]
    return table, f"{host.address}/join/{table}/{await host.invite(table)}"
