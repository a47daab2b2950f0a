"""Who plays the seats that no person plays.

The hosts of tables ask `BotService` for a command.  `Bots` passes the question on to worker processes, with a state in
which everything the seat cannot know has been dealt anew: the true one stays here.  How a bot thinks is no concern of
the server.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Protocol

from tefuda.bots.fair_queue import Asker
from tefuda.bots.players import BUDGETS, make_request
from tefuda.bots.workers import Workers
from tefuda.engine.state import State


class BotService(Protocol):
    """Bots for every game."""

    def levels(self, slug: str) -> tuple[str, ...]:
        """The levels there are for a game, weakest first."""

    def choose(self, state: State, level: str, asker: Asker) -> Awaitable[str]:
        """The command that a bot of this level plays for the seat to act.

        Takes what the seat may know from the state before it returns; the command may come much later.
        Guests who own tables take turns, and tables where a person waits come first.
        """

    def prepare(self, package: str) -> None:
        """A table of this game has been made: bots may be wanted soon."""

    async def close(self) -> None:
        """End the worker processes."""


class Bots:
    """The bots of the game's search, in worker processes."""

    def __init__(self) -> None:
        self._workers = Workers()

    def levels(self, slug: str) -> tuple[str, ...]:
        return tuple(BUDGETS)

    def choose(self, state: State, level: str, asker: Asker) -> Awaitable[str]:
        request = make_request(state, level)

        async def command() -> str:
            return (await self._workers.choose_async(request, asker)).command

        return command()

    def prepare(self, package: str) -> None:
        self._workers.prepare(package)

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(None, self._workers.close)
