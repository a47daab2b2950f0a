"""Cached list of open tables, which home pages poll; an unchanged list is answered with 304.

The list is the same for everyone: it is read from the store every few seconds and encoded once.
"""

from __future__ import annotations

import asyncio
import hashlib

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tefuda.server.clock import Clock
from tefuda.server.protocol.http import OpenTable
from tefuda.server.protocol.limits import OPEN_TABLES_SECONDS
from tefuda.server.request_parsing import is_cached
from tefuda.server.store.sql_store import SqlStore
from tefuda.server.store.stored_data import TableRow

MAX_OPEN_TABLES = 100


class OpenTables:
    """The open tables of one server."""

    def __init__(self, store: SqlStore, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self._tag, self._body = "", b""
        self._read_at = -float("inf")
        self._reading = asyncio.Lock()

    async def answer(self, request: Request) -> Response:
        """Answer a request for the list; raises StoreError."""
        async with self._reading:
            if self._clock.now() >= self._read_at + OPEN_TABLES_SECONDS:
                await self._read()
        headers = {"ETag": self._tag, "Cache-Control": "no-cache"}
        if is_cached(request, self._tag):
            return Response(status_code=304, headers=headers)
        return Response(self._body, headers=headers, media_type="application/json")

    async def _read(self) -> None:
        now = self._clock.now()
        rows = await self._store.public_tables(MAX_OPEN_TABLES, None)
        self._body = msgspec.json.encode([_open_table(row) for row, _ in rows])
        self._tag = f'W/"{hashlib.sha256(self._body).hexdigest()[:24]}"'
        self._read_at = now


def _open_table(row: TableRow) -> OpenTable:
    assert row.phase != "over"
    return OpenTable(row.id, row.game, row.phase, row.sitters, row.locked, row.clock)
