"""The uptime of a database: the seconds for which at least one server has used it.

Clocks that run for days are measured in uptime.  It is monotonic time on top of what earlier processes have stored, so
changes of the system's time do not affect it.  It is stored every half minute, and a crash loses less than that; of
several workers the one that is furthest ahead is right.
"""

from __future__ import annotations

import asyncio
import contextlib

from tefuda.server.clock import Clock
from tefuda.server.logs import log
from tefuda.server.store.errors import StoreError
from tefuda.server.store.sql_store import SqlStore

KEEP_SECONDS = 30.0
ASLEEP_SECONDS = 3 * KEEP_SECONDS  # without storing it: the process was stopped, or the machine slept


class Uptime:
    """The uptime, as one process knows it."""

    def __init__(self, store: SqlStore, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self._base = 0.0
        self._since = self._kept = clock.now()

    def now(self) -> int:
        """Return the uptime in seconds."""
        return int(self._base + self._clock.now() - self._since)

    async def start(self) -> None:
        """Continue from the stored uptime; raises StoreError."""
        self._base = await self._store.keep_uptime(0)
        self._since = self._kept = self._clock.now()

    async def run(self) -> None:
        """Store the uptime periodically, until cancelled."""
        while True:
            await asyncio.sleep(KEEP_SECONDS)
            await self.keep()

    async def keep(self) -> None:
        """Store the uptime, excluding time for which this process was suspended."""
        now = self._clock.now()
        if now - self._kept > ASLEEP_SECONDS:
            self._base -= now - self._kept
            log.warning("process-was-suspended", seconds=int(now - self._kept))
        self._kept = now
        try:
            ahead = await self._store.keep_uptime(self.now()) - self.now()
        except StoreError as error:
            log.warning("store-error", error=str(error))
        else:
            self._base += max(0, ahead)

    async def close(self) -> None:
        """Store the uptime for the next server."""
        with contextlib.suppress(StoreError):
            await self._store.keep_uptime(self.now())
