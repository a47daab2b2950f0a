"""Bots and their worker processes.

The bot drivers of tables ask a `BotService` for a command.  `Bots` forwards the request to worker processes, its own
(`Workers`) or those of `tefuda bots` (`QueuedBots`), with a determinized state: everything the seat cannot know is
sampled again, and the true state stays in this process.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from concurrent.futures import Future
from typing import Any, Protocol, TypeVar, overload

from tefuda.bots import analysis
from tefuda.bots.analysis import HINT_WORK, Analysis, AnalysisRequest
from tefuda.bots.fair_queue import Asker
from tefuda.bots.players import BUDGETS, Answer, Request, make_request
from tefuda.bots.workers import WORKERS, Workers, WorkersClosed
from tefuda.engine.state import State
from tefuda.server.metrics import Metrics

T = TypeVar("T")


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
        """Prepare workers for a game, as one of its tables was loaded."""

    async def close(self) -> None:
        """Stop the worker processes."""


class Pool(Protocol):
    """Worker processes."""

    @property
    def waiting(self) -> int:
        """The number of requests that wait for a worker."""

    @property
    def oldest(self) -> float:
        """For how many seconds the oldest of them has waited; 0 if there is none."""

    @overload
    def submit(self, request: Request, asker: Asker) -> Future[Answer]: ...
    @overload
    def submit(self, request: AnalysisRequest, asker: Asker) -> Future[Analysis]: ...
    def submit(self, request: Request | AnalysisRequest, asker: Asker) -> Future[Any]:
        """Queue a request; the future raises BotFailed if it cannot be answered."""

    def prepare(self, package: str) -> None:
        """Let workers prepare a game; returns immediately."""

    def close(self) -> None:
        """Stop; pending requests fail with WorkersClosed."""


class Bots:
    """`BotService` by search in the processes of a pool, by default `workers` processes of this server."""

    def __init__(self, metrics: Metrics | None = None, workers: int = WORKERS, pool: Pool | None = None) -> None:
        self._metrics = metrics or Metrics()
        self._workers = chosen = pool or Workers(
            workers,
            on_start=self._metrics.bot_wait.observe,
            on_error=lambda error: self._metrics.count_exception(error, "bot worker"),
        )
        self._metrics.bot_queue.set_function(lambda: chosen.waiting)
        self._metrics.bot_oldest.set_function(lambda: chosen.oldest)

    def levels(self, slug: str) -> tuple[str, ...]:
        return tuple(BUDGETS)

    def choose(self, state: State, level: str, asker: Asker) -> Awaitable[str]:
        request = make_request(state, level)

        async def command() -> str:
            return (await asyncio.wrap_future(self._counted(self._workers.submit(request, asker)))).command

        return command()

    def analyse(self, state: State, asker: Asker) -> Awaitable[Analysis]:
        return self.answer(analysis.make_request(state, HINT_WORK), asker)

    def answer(self, request: AnalysisRequest, asker: Asker) -> Awaitable[Analysis]:
        return asyncio.wrap_future(self._counted(self._workers.submit(request, asker)))

    def prepare(self, package: str) -> None:
        self._workers.prepare(package)

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(None, self._workers.close)

    def _counted(self, future: Future[T]) -> Future[T]:
        future.add_done_callback(self._count)
        return future

    def _count(self, future: Future[Any]) -> None:
        if future.cancelled():
            return
        error = future.exception()
        if not isinstance(error, WorkersClosed):
            self._metrics.bot_answers.labels("failed" if error is not None else "answered").inc()
