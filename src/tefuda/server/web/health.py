"""Health checks: a status for everyone, details for the operator.

A check writes to the disk, so its result is cached for a second.
"""

from __future__ import annotations

import asyncio
import shutil
from typing import NamedTuple

from tefuda import __version__
from tefuda.server.connection_limits import ConnectionLimiter
from tefuda.server.settings import Settings
from tefuda.server.store.errors import StoreError
from tefuda.server.tables.table_registry import TableRegistry

CACHE_SECONDS = 1.0


class Report(NamedTuple):
    """Details for the operator; the field names are those of the JSON answer."""

    status: str  # "ok" or "error"
    error: str  # why no table can be loaded or nothing stored, "" if that is possible
    version: str
    worker: int  # that has answered; 0 if there is only one
    seconds: int  # since the server started
    tables: int  # tables in memory
    connections: int
    connections_allowed: int
    free_bytes: int  # on the disk of the data folder


class Health:
    """The health of one server."""

    def __init__(self, settings: Settings, registry: TableRegistry, limiter: ConnectionLimiter) -> None:
        self._settings, self._registry, self._limiter = settings, registry, limiter
        self._started = settings.clock.now()
        self._checked: tuple[float, str] | None = None  # (time, error) of the last check
        self._lock = asyncio.Lock()

    async def store_error(self) -> str:
        """Return why no table can be loaded or nothing stored, "" if that is possible."""
        async with self._lock:
            now = self._settings.clock.now()
            if self._checked is None or now - self._checked[0] >= CACHE_SECONDS:
                try:
                    await self._registry.store.ping()
                    await self._registry.peers.unheld(())  # by its own connection, without which no table is loaded
                except StoreError as error:
                    self._checked = now, str(error)
                else:
                    self._checked = now, ""
            return self._checked[1]

    async def report(self) -> Report:
        """Return the details for the operator."""
        store_error = await self.store_error()
        return Report(
            "error" if store_error else "ok",
            store_error,
            __version__,
            self._settings.slot,
            int(self._settings.clock.now() - self._started),
            len(self._registry.actors),
            self._limiter.open,
            self._limiter.limit,
            shutil.disk_usage(self._settings.data).free,
        )
