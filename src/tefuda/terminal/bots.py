"""Bots of a terminal table, run in worker processes so that the screen stays responsive."""

from __future__ import annotations

import asyncio
from random import Random
from types import TracebackType
from typing import Self

from tefuda.bots import analysis
from tefuda.bots.analysis import HINT_WORK, Analysis
from tefuda.bots.players import make_request
from tefuda.bots.workers import Workers
from tefuda.terminal.session import InPlay


class Bots:
    """Chooses commands for the bot seats, each at its own level.  Use as a context manager.

    With a seed, games are reproducible for bot levels that do not search against the clock.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._seed = seed
        self._workers = Workers()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._workers.close()

    def prepare(self, package: str) -> None:
        """Warm up the workers for a game in the background."""
        self._workers.prepare(package)

    async def choose(self, table: InPlay, seat: int) -> str:
        """Return the command for the bot at this seat; raises BotFailed on failure."""
        assert table.state is not None
        seed = None if self._seed is None else Random(f"{self._seed} {table.turn}").getrandbits(63)
        answer = await self._workers.choose_async(make_request(table.state, table.sitters[seat].level, seed))
        return answer.command

    async def analyse(self, table: InPlay) -> Analysis:
        """Return a hint's analysis of the decision of the seat to act; raises BotFailed on failure."""
        assert table.state is not None
        return await asyncio.wrap_future(self._workers.submit(analysis.make_request(table.state, HINT_WORK)))
