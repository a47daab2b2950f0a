"""Queue of finished games whose records are computed while the event loop is idle.

Computing the records of a game costs about as much as the game did, so it starts when the event loop has time to spare
and pauses when it is busy.  Nothing can be lost, as records follow from the log of a game: after a restart the server
searches for finished games without records.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable
from time import perf_counter, thread_time

BUSY = 0.7  # load of the event loop above which records wait; making them takes a quarter
WINDOW_SECONDS = 0.1


class LoopLoad:
    """Load of the event loop: the processor time of its thread within a short window."""

    def __init__(self) -> None:
        self._wall, self._cpu, self._share = perf_counter(), thread_time(), 0.0

    def share(self) -> float:
        """Return the share of the last window in which this thread, the event loop's, was busy: 0 to 1."""
        wall = perf_counter() - self._wall
        if wall >= WINDOW_SECONDS:
            self._share = (thread_time() - self._cpu) / wall
            self._wall, self._cpu = perf_counter(), thread_time()
        return self._share


class RecordBacklog:
    """The ids of finished tables whose records are to be made, one after another, oldest first.

    `make` makes and stores the records of a table, without raising; it awaits `yield_while_busy` regularly.
    `awaited` tells whether a request waits for a record.
    """

    def __init__(self, make: Callable[[str], Awaitable[None]], awaited: Callable[[], bool]) -> None:
        self._make, self._awaited = make, awaited
        self._load = LoopLoad()
        self._ids: dict[str, None] = {}  # in order; the first one is being made
        self._making = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        self._hurrying = 0  # callers that wait for the records, however busy the loop is
        self._closed = False

    def __len__(self) -> int:
        return len(self._ids)

    def add(self, tables: Iterable[str]) -> None:
        """Add tables that are not in the queue yet."""
        self._ids |= dict.fromkeys(tables)
        if self._ids and not self._closed and self._task is None:
            self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while self._ids:
            await self._wait_while_busy(lambda: False)
            table = next(iter(self._ids))
            async with self._making:
                await self._make(table)
            self._ids.pop(table, None)
        self._task = None

    async def yield_while_busy(self) -> None:
        """Wait while the event loop is busy, unless a request waits for a record: only one is made at a time."""
        await self._wait_while_busy(self._awaited)

    async def _wait_while_busy(self, pressed: Callable[[], bool]) -> None:
        while self._load.share() > BUSY and not (self._hurrying or pressed()):  # noqa: ASYNC110  # no event for it
            await asyncio.sleep(WINDOW_SECONDS)

    async def settled(self, tables: Collection[str]) -> None:
        """Wait until none of these tables' records is being made."""
        if self._ids and next(iter(self._ids)) in tables:
            self._hurrying += 1
            try:
                async with self._making:
                    pass
            finally:
                self._hurrying -= 1

    async def close(self, seconds: float) -> None:
        """Make the waiting records within `seconds`, and cancel the rest."""
        if self._task is not None:
            self._hurrying += 1
            await asyncio.wait([self._task], timeout=seconds)
        self._closed = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
