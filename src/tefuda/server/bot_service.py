"""Bots and their worker processes.

The bot drivers of tables ask a `BotService` for a command.  `Bots` forwards the request to worker processes, with a
determinized state: everything the seat cannot know is sampled again, and the true state stays in this process.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Protocol

from tefuda.bots import analysis
from tefuda.bots.analysis import HINT_WORK, Analysis, AnalysisRequest
from tefuda.bots.fair_queue import Asker
from tefuda.bots.players import BUDGETS, make_request
from tefuda.bots.workers import WORKERS, Workers
from tefuda.engine.state import State
from tefuda.server.metrics import Metrics


class BotService(Protocol):
    """Bots for every game."""

    def levels(self, slug: str) -> tuple[str, ...]:
        """Return the levels of a game's bots, weakest first."""

    def choose(self, state: State, level: str, asker: Asker) -> Awaitable[str]:
        """Choose the command of a bot of this level for the seat to act.

        Reads the state before it returns, so the state may change while the result is awaited.  Requests are queued
        fairly by the guest who hosts the table; tables where a person waits come first.
        """

    def analyse(self, state: State, asker: Asker) -> Awaitable[Analysis]:
        """Analyse the decision of the seat to act, from what it knows; reads the state before it returns."""

    def answer(self, request: AnalysisRequest, asker: Asker) -> Awaitable[Analysis]:
        """Answer a request for an analysis."""

    def prepare(self, package: str) -> None:
        """Start workers for a game of which a table was loaded."""

    async def close(self) -> None:
        """Stop the worker processes."""


class Bots:
    """`BotService` by search in worker processes."""

    def __init__(self, metrics: Metrics | None = None, workers: int = WORKERS) -> None:
        self._workers = Workers(workers, on_start=metrics.bot_wait.observe if metrics is not None else None)
        if metrics is not None:
            metrics.bot_queue.set_function(lambda: self._workers.waiting)

    def levels(self, slug: str) -> tuple[str, ...]:
        return tuple(BUDGETS)

    def choose(self, state: State, level: str, asker: Asker) -> Awaitable[str]:
        request = make_request(state, level)

        async def command() -> str:
            return (await self._workers.choose_async(request, asker)).command

        return command()

    def analyse(self, state: State, asker: Asker) -> Awaitable[Analysis]:
        return self.answer(analysis.make_request(state, HINT_WORK), asker)

    def answer(self, request: AnalysisRequest, asker: Asker) -> Awaitable[Analysis]:
        return asyncio.wrap_future(self._workers.submit(request, asker))

    def prepare(self, package: str) -> None:
        self._workers.prepare(package)

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(None, self._workers.close)
