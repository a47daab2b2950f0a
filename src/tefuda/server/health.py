"""Whether the server can do its work: one word for everybody, the details for its operator.

Asking writes to the disk, so that everybody who asks within a second gets the same answer.
"""

from __future__ import annotations

import asyncio
import shutil
from typing import NamedTuple

from tefuda import __version__
from tefuda.server.connection_limits import ConnectionLimiter
from tefuda.server.settings import Settings
from tefuda.server.store import StoreError
from tefuda.server.table_registry import TableRegistry

FRESH_SECONDS = 1.0


class Report(NamedTuple):
    """What the operator reads."""

    status: str  # ok, or trouble
    trouble: str  # why nothing can be stored, "" where it can
    version: str
    seconds: int  # since the server started
    tables: int  # in memory
    connections: int
    connections_allowed: int
    free_bytes: int  # on the disk of the data


class Health:
    """The health of one server."""

    def __init__(self, settings: Settings, registry: TableRegistry, limiter: ConnectionLimiter) -> None:
        self._settings, self._house, self._limiter = settings, registry, limiter
        self._began = settings.clock.now()
        self._checked: tuple[float, str] | None = None  # when, and what the trouble was
        self._one = asyncio.Lock()

    async def trouble(self) -> str:
        """Return why nothing can be stored, "" where something can."""
        async with self._one:
            now = self._settings.clock.now()
            if self._checked is None or now - self._checked[0] >= FRESH_SECONDS:
                try:
                    await self._house.store.ping()
                except StoreError as trouble:
                    self._checked = now, str(trouble)
                else:
                    self._checked = now, ""
            return self._checked[1]

    async def report(self) -> Report:
        """Return everything there is to know."""
        trouble = await self.trouble()
        return Report(
            "trouble" if trouble else "ok",
            trouble,
            __version__,
            int(self._settings.clock.now() - self._began),
            len(self._house.hosts),
            self._limiter.open,
            self._limiter.most,
            shutil.disk_usage(self._settings.data).free,
        )
