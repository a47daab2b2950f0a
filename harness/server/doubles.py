"""Stand-ins of the server under test: bots that answer at once, a manual clock, and settings without delays."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections import deque
from collections.abc import Awaitable, Callable
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from harness.contract.cases import random_command
from tefuda.bots.analysis import Analysis, AnalysisRequest, answer, make_request
from tefuda.bots.fair_queue import Asker
from tefuda.bots.players import search_build
from tefuda.engine.state import State
from tefuda.server.metrics import Metrics
from tefuda.server.rate_limit import Rate
from tefuda.server.settings import Settings
from tefuda.server.tables.table_registry import TableRegistry

PLENTY = Rate(1e6, 1e6)
PATIENCE = 120  # seconds to wait for an expected message, on a busy machine
ROUNDS = 20  # of the event loop without work at any table, until all is taken to be done
HINT_WORK = 500  # budget of an analysis: little, as it blocks the event loop


@lru_cache(1000)
def quick_answer(request: AnalysisRequest) -> Analysis:
    """Answer a request with little work; an equal one, such as that of another world, at once."""
    return answer(request, search_build(request.package, "checked"))


class QuickBots:
    """Random bots that answer at once, without worker processes."""

    def __init__(self, seed: float = 1) -> None:
        self.random = Random(seed)
        self.asked: deque[tuple[int | None, str]] = deque(maxlen=1000)  # the latest: a benchmark asks millions of times

    def levels(self, slug: str) -> tuple[str, ...]:
        return ("weak", "strong")

    def choose(self, state: State, level: str, asker: Asker) -> Awaitable[str]:
        self.asked.append((state.current_player, level))
        command = random_command(state, self.random)

        async def answer() -> str:
            return command

        return answer()

    def analyse(self, state: State, asker: Asker) -> Awaitable[Analysis]:
        return self.answer(make_request(state, HINT_WORK), asker)

    def answer(self, request: AnalysisRequest, asker: Asker) -> Awaitable[Analysis]:
        analysis = quick_answer(replace(request, work=HINT_WORK))

        async def later() -> Analysis:
            return analysis

        return later()

    def prepare(self, package: str) -> None:
        pass

    async def close(self) -> None:
        pass


def quick_bots(settings: Settings, metrics: Metrics) -> QuickBots:
    """Return quick bots for a worker process."""
    return QuickBots(settings.slot + 1)


class ManualClock:
    """A clock that advances only when a test moves it, after the tables of a server have finished their due work.

    `pause` is the time in seconds between two rounds of the event loop, in which clients over sockets go on.
    """

    def __init__(self, pause: float = 0.001) -> None:
        self._pause = pause
        self.passed = 0.0
        self.registry: TableRegistry | None = None
        self._due: list[tuple[float, int, Callable[[], object], list[bool]]] = []
        self._numbers = itertools.count()

    def time(self) -> float:
        return 1_800_000_000 + self.passed

    def now(self) -> float:
        return self.passed

    def later(self, seconds: float, action: Callable[[], object]) -> Any:
        cancelled: list[bool] = []
        heapq.heappush(self._due, (self.passed + seconds, next(self._numbers), action, cancelled))

        class Timer:
            def cancel(self) -> None:
                cancelled.append(True)

        return Timer()

    async def pass_time(self, seconds: float) -> None:
        """Pass time and run each due action at its moment."""
        deadline = self.passed + seconds
        await settle(self.registry, self._pause)
        while action := self._next_due(deadline):
            action()
            await settle(self.registry, self._pause)
        self.passed = deadline
        await settle(self.registry, self._pause)

    def _next_due(self, deadline: float) -> Callable[[], object] | None:
        """Move to the next due action up to `deadline` and return it, or None."""
        while self._due and self._due[0][0] <= deadline:
            moment, _, action, cancelled = heapq.heappop(self._due)
            if not cancelled:
                self.passed = max(self.passed, moment)
                return action
        return None


async def eventually(condition: Callable[[], object]) -> None:
    """Wait until the condition holds."""
    async with asyncio.timeout(PATIENCE):
        while True:
            if condition():
                return
            await asyncio.sleep(0.002)


def records_waiting(metrics: Metrics) -> int:
    """Return how many finished games wait for their records to be stored."""
    return int(metrics.records_waiting.collect()[0].samples[0].value)


async def unload_all(registry: TableRegistry) -> None:
    """Unload all tables as soon as they are idle, whatever the time."""
    await eventually(lambda: all(actor.idle for actor in registry.actors.values()))
    await registry.evict_idle(0)
    assert not registry.actors


async def settle(registry: TableRegistry | None = None, pause: float = 0.001) -> None:
    """Let pending tasks run, and the tables of a server finish their work, for which they wait for its database."""
    left, working = ROUNDS, True
    while left > 0:
        await asyncio.sleep(0.0005 if working else pause)
        working = registry is not None and any(actor.queue.busy for actor in registry.actors.values())
        left = ROUNDS if working else left - 1


def settings(data: Path, **changes: Any) -> Settings:
    """Return settings without delays and with practically unlimited rates."""
    quick = Settings(
        data, static=data / "no-pages", bot_delay=0, connection_rate=PLENTY, message_rate=PLENTY, request_rate=PLENTY
    )
    quick = quick._replace(table_rate=PLENTY, talk_rate=PLENTY, hint_rate=PLENTY, sockets_a_guest=10_000)
    quick = quick._replace(arrange_rate=PLENTY)
    quick = quick._replace(send_timeout=3600)  # tests read late where they let time pass
    quick = quick._replace(address_rate=PLENTY, page_rate=PLENTY, guest_rate=PLENTY, arrival_rate=PLENTY)
    quick = quick._replace(connections_an_address=10_000, sockets_an_address=10_000)
    return quick._replace(**changes)
