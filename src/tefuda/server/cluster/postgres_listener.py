"""Listens to the notices of other workers on PostgreSQL."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable

import psycopg

from tefuda.server.logs import log
from tefuda.server.store.database_url import DatabaseUrl
from tefuda.server.store.postgres_connection import FIRST_PAUSE, LONGEST_PAUSE, NOTICE_VANISHED, conninfo, described

CHANNEL = "tefuda"


class Listener:
    """Receives the notices of a channel on a connection of its own, which is opened again whenever it is lost.

    `on_payload` gets each payload; `connected` is called after each (re)connection, as payloads may have been lost, and
    `failed` each time the connection is lost or cannot be opened.
    """

    def __init__(
        self,
        url: DatabaseUrl,
        on_payload: Callable[[str], object],
        connected: Callable[[], object],
        failed: Callable[[], object],
    ) -> None:
        self._url, self._conninfo = url, conninfo(url)
        self._on_payload, self._connected, self._failed = on_payload, connected, failed
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="tefuda-listener")

    async def _run(self) -> None:
        pause = 0.0
        while True:
            try:
                connection = await psycopg.AsyncConnection.connect(self._conninfo, autocommit=True)
                async with connection:
                    await connection.execute(NOTICE_VANISHED)
                    await connection.execute(f"LISTEN {CHANNEL}")
                    self._connected()
                    pause = 0.0
                    async for notice in connection.notifies():
                        self._on_payload(notice.payload)
            except Exception as error:  # nobody else would listen again
                self._failed()
                if not pause:
                    log.warning("listener-lost", database=str(self._url), error=_why(error))
            pause = min(2 * pause or FIRST_PAUSE, LONGEST_PAUSE)
            await asyncio.sleep(pause)

    async def close(self) -> None:
        """Stop listening."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)


def _why(error: Exception) -> str:
    if isinstance(error, psycopg.Error):
        return described(error)
    return os.strerror(error.errno or 0) if isinstance(error, OSError) else type(error).__name__
