"""Replays the stored log of a table, with its recent updates for clients that reconnect.

A client that was cut off names the last update it saw and gets the ones it missed.  Each actor keeps the recent updates
of each audience as JSON without views; when a table is loaded, the last few are computed again.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterable, Sequence
from time import perf_counter, thread_time
from typing import TypeVar

from msgspec.structs import replace

from tefuda.engine.backends import rules_hash
from tefuda.server.errors import ServerError
from tefuda.server.logs import log
from tefuda.server.protocol.messages import TableUpdate
from tefuda.server.store.stored_data import Logged, TableRow
from tefuda.server.tables.serialization import decoded_entry, decoded_update, encoded, full_update
from tefuda.table.entries import Played, TakenBack
from tefuda.table.snapshot import Snapshot
from tefuda.table.table import Table

T = TypeVar("T")

SLICE_SECONDS = 0.002  # of replay, before other tasks of the event loop run


def bad_log(row: TableRow, error: Exception) -> ServerError:
    """Log that a table's entries cannot be applied; returns the error for those who want the table."""
    log.error("replay-failed", table=row.id, game=row.game, kind=type(error).__name__)
    return ServerError("bad-log")


class RecentUpdates:
    """The last `capacity` updates of some audiences."""

    def __init__(self, audiences: Sequence[int] = (), capacity: int = 0) -> None:
        self._updates = {audience: deque[tuple[int, bytes]](maxlen=capacity) for audience in audiences}

    def __contains__(self, audience: int) -> bool:
        return audience in self._updates

    def add(self, other: RecentUpdates) -> None:
        """Add the audiences of `other` with their updates."""
        self._updates |= other._updates

    def keep(self, table: Table) -> None:
        """Add the latest update of each audience."""
        messages: dict[int, tuple[int, bytes]] = {}  # audiences with the same events share one
        for audience, updates in self._updates.items():
            update = full_update(table, audience)
            key = id(update.events)
            if key not in messages:
                messages[key] = table.version, encoded(replace(update, view=None, deal=None))
            updates.append(messages[key])

    def keep_below(self, seats: int) -> None:
        """Keep the audiences of the first `seats` seats, and the spectators."""
        self._updates = {audience: updates for audience, updates in self._updates.items() if audience < seats}

    def clear(self) -> None:
        """Drop all updates, but not the audiences."""
        for updates in self._updates.values():
            updates.clear()

    def reaches(self, audience: int, after: int, newest: int, restored: int) -> bool:
        """Whether the updates of an audience from `after` to `newest` are kept, or at least the last `restored`."""
        return len(self._updates[audience]) >= min(newest - after, restored)

    def after(self, audience: int, version: int) -> tuple[TableUpdate, ...]:
        """Return the kept updates of an audience that are newer than `version`, oldest first."""
        return tuple(decoded_update(message) for number, message in self._updates[audience] if number > version)


class TimeSlices:
    """Shares the event loop between tasks of one kind: each iteration of the loop starts one slice of one of them.

    Slices alone are not enough: with fifty concurrent replays, every other task would wait for fifty slices.
    """

    def __init__(self) -> None:
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._started = False  # a slice, in this iteration

    async def turn(self) -> None:
        """Wait until a slice may start."""
        loop = asyncio.get_running_loop()
        if not self._started:
            self._started = True
            loop.call_soon(self._start_next)
            return
        future = loop.create_future()
        self._waiting.append(future)
        await future

    def _start_next(self) -> None:
        """Let the next slice start; runs in every iteration until no slice has to wait."""
        while self._waiting:
            future = self._waiting.popleft()
            if not future.done():
                future.set_result(None)
                future.get_loop().call_soon(self._start_next)
                return
        self._started = False

    async def each(self, items: Iterable[T], *, seconds: float = SLICE_SECONDS, rest: float = 0) -> AsyncIterator[T]:
        """Yield items in slices of `seconds`, with pauses of `rest` times the CPU time of a slice."""
        started = cpu_time = 0.0
        for item in items:
            if perf_counter() - started >= seconds:
                if rest and started:
                    await asyncio.sleep(rest * (thread_time() - cpu_time))
                await self.turn()
                started, cpu_time = perf_counter(), thread_time()
            yield item


async def restore(
    table: Table, log: Sequence[Logged], time_slices: TimeSlices, snapshot: Snapshot | None = None
) -> None:
    """Replay a log on a new table without audiences; those that join it next see the events of the last entry.

    With a snapshot made by this code, the commands before it are not executed.
    """
    if snapshot is not None and (snapshot.version >= len(log) or snapshot.code != rules_hash(table.game.build.rules)):
        snapshot = None
    async for logged in time_slices.each(log[:-1]):
        table.restore(decoded_entry(logged.entry), snapshot)
    if log:
        table.apply(decoded_entry(log[-1].entry))


async def commands(table: Table, log: Sequence[Logged], time_slices: TimeSlices) -> AsyncIterator[Played]:
    """Replay a log on a new table without audiences; yield each command before it is carried out.

    Commands that were taken back are executed, but not yielded.
    """
    taken_back = {
        entry.version + 1
        for logged in log
        if '"taken-back"' in logged.entry and isinstance(entry := decoded_entry(logged.entry), TakenBack)
    }
    async for logged in time_slices.each(log):
        entry = decoded_entry(logged.entry)
        if isinstance(entry, Played) and logged.version not in taken_back:
            yield entry
        table.restore(entry)


async def restore_updates(
    table: Table, log: Sequence[Logged], audience: int, *, recent: int, capacity: int, time_slices: TimeSlices
) -> RecentUpdates:
    """Replay a log on a new table, which an audience joins for the last `recent` entries.

    Returns the updates of these entries, with room for `capacity`.
    """
    first_recent = max(0, len(log) - recent)
    await restore(table, log[:first_recent], time_slices)
    table.join((audience,), len(log))
    recent_updates = RecentUpdates((audience,), capacity)
    async for logged in time_slices.each(log[first_recent:]):
        table.apply(decoded_entry(logged.entry))
        recent_updates.keep(table)
    return recent_updates
