"""Brings a table back from its stored log, with the newest updates for those who come back.

Whoever was cut off names the update they saw last and gets those that they missed.  Hosts keep the newest ones for each
audience, as JSON and without views; when a table wakes up, a few of them are worked out anew.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterable, Sequence
from time import perf_counter, thread_time
from typing import TypeVar

from msgspec.structs import replace

from tefuda.server.protocol import TableUpdate
from tefuda.server.serialization import decoded_entry, decoded_update, encoded, full_update
from tefuda.server.store import Logged
from tefuda.table.table import Table

T = TypeVar("T")

SLICE = 0.002  # seconds of replaying at a stretch, before everything else that waits has its turn


class KeptUpdates:
    """The newest updates of some audiences."""

    def __init__(self, audiences: Sequence[int] = (), count: int = 0) -> None:
        self._newest = {audience: deque[tuple[int, str]](maxlen=count) for audience in audiences}

    def __contains__(self, audience: int) -> bool:
        return audience in self._newest

    def add(self, other: KeptUpdates) -> None:
        """Keep the updates of more audiences from now on."""
        self._newest |= other._newest

    def keep(self, table: Table) -> None:
        """Keep the present updates."""
        texts: dict[int, tuple[int, str]] = {}  # those who have heard the same share one text
        for audience, updates in self._newest.items():
            update = full_update(table, audience)
            heard = id(update.events)
            if heard not in texts:
                texts[heard] = table.version, encoded(replace(update, view=None, deal=None))
            updates.append(texts[heard])

    def forget(self) -> None:
        """Drop what was kept so far."""
        for updates in self._newest.values():
            updates.clear()

    def reaches(self, audience: int, after: int, newest: int, restored: int) -> bool:
        """Tell whether an audience's updates from `after` to `newest` are kept, or at least the last `restored`."""
        return len(self._newest[audience]) >= min(newest - after, restored)

    def after(self, audience: int, version: int) -> tuple[TableUpdate, ...]:
        """An audience's updates that are newer than this one, oldest first, as far as they are kept."""
        return tuple(decoded_update(text) for kept, text in self._newest[audience] if kept > version)


class TimeSlices:
    """Shares the event loop among all that does the same kind of work: each turn of the loop holds one slice of it.

    Slices alone would not do: where fifty replays run side by side, everybody else would wait for fifty slices.
    """

    def __init__(self) -> None:
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def turn(self) -> None:
        """Return when a slice may begin."""
        loop = asyncio.get_running_loop()
        future = loop.create_future()
        self._waiting.append(future)
        if len(self._waiting) == 1:
            loop.call_soon(self._give)
        await future

    def _give(self) -> None:
        future = self._waiting.popleft()
        if self._waiting:
            future.get_loop().call_soon(self._give)
        if not future.done():
            future.set_result(None)

    async def each(self, things: Iterable[T], *, most: float = SLICE, rest: float = 0) -> AsyncIterator[T]:
        """Yield things in slices of `most` seconds, with pauses of `rest` times the processor time of a slice."""
        began = used = 0.0
        for thing in things:
            if perf_counter() - began >= most:
                if rest and began:
                    await asyncio.sleep(rest * (thread_time() - used))
                await self.turn()
                began, used = perf_counter(), thread_time()
            yield thing


async def restore(
    table: Table, log: Sequence[Logged], audiences: Sequence[int], *, told: int, count: int, turns: TimeSlices
) -> KeptUpdates:
    """Bring a new table without audiences to the end of its log.

    The audiences join it for its last `told` entries; their updates are returned, with room for `count`.
    """
    told_from = max(0, len(log) - told)
    async for logged in turns.each(log[:told_from]):
        table.restore(decoded_entry(logged.entry))
    table.join(audiences, len(log))
    kept = KeptUpdates(audiences, count)
    async for logged in turns.each(log[told_from:]):
        table.apply(decoded_entry(logged.entry))
        kept.keep(table)
    return kept
