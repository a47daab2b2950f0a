"""A faulty wire between servers and PostgreSQL: a Unix socket that forwards to the one of the database.

It knows which connections listen for notices, and can stop forwarding to them, drop their notices, or cut them.
Everything else passes unchanged.
"""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

SOCKET = ".s.PGSQL.5432"
NOTICE = ord("A")  # type of the message of PostgreSQL's protocol that carries a notice
HEAD_BYTES = 5  # type and length of a message


class _Client(asyncio.Protocol):
    """A connection of a server; its other end is in the database."""

    def __init__(self, wire: FaultyWire) -> None:
        self.wire = wire
        self._early = bytearray()  # received before the database has answered
        self.listens = False
        self.database: _Database | None = None
        self._connecting: asyncio.Task[None] | None = None

    def connection_made(self, transport: Any) -> None:
        self.transport: asyncio.Transport = transport
        self.wire.clients.add(self)
        self._connecting = asyncio.create_task(self._connect())

    async def _connect(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            _, database = await loop.create_unix_connection(lambda: _Database(self), self.wire.target)
        except OSError:
            self.transport.abort()
            return
        self.database = database
        database.transport.write(bytes(self._early))

    def data_received(self, data: bytes) -> None:
        if b"LISTEN " in data:
            self.listens = True
            self.wire.apply()
        if self.database is None:
            self._early += data
        else:
            self.database.transport.write(data)

    def connection_lost(self, error: Exception | None) -> None:
        self.wire.clients.discard(self)
        if self._connecting is not None:
            self._connecting.cancel()
        if self.database is not None:
            self.database.transport.abort()


class _Database(asyncio.Protocol):
    """The other end of a connection."""

    def __init__(self, client: _Client) -> None:
        self._client = client
        self._rest = bytearray()

    def connection_made(self, transport: Any) -> None:
        self.transport: asyncio.Transport = transport

    def data_received(self, data: bytes) -> None:
        if not self._client.listens:
            self._client.transport.write(data)
            return
        rest = self._rest
        rest += data
        while len(rest) >= HEAD_BYTES and len(rest) > (size := int.from_bytes(rest[1:HEAD_BYTES], "big")):
            message = bytes(rest[: 1 + size])
            del rest[: 1 + size]
            self._client.wire.forward(self._client, message)

    def connection_lost(self, error: Exception | None) -> None:
        self._client.transport.abort()


class FaultyWire:
    """A socket in `folder` that forwards to the database's socket `target`."""

    def __init__(self, folder: Path, target: Path) -> None:
        self.folder, self.target = folder, str(target)
        self.clients: set[_Client] = set()
        self.losing = self._stuck = False  # losing: notices are dropped
        self.lost = 0  # notices

    @property
    def stuck(self) -> bool:
        """Whether nothing is read of the connections that listen."""
        return self._stuck

    @stuck.setter
    def stuck(self, stuck: bool) -> None:
        self._stuck = stuck
        self.apply()

    @property
    def listeners(self) -> list[_Client]:
        return [client for client in self.clients if client.listens and client.database is not None]

    def apply(self) -> None:
        """Stop or go on reading of the connections that listen."""
        for client in self.listeners:
            if self._stuck:
                client.database.transport.pause_reading()
            else:
                client.database.transport.resume_reading()

    def cut(self) -> int:
        """Break the connections that listen; return how many."""
        listeners = self.listeners
        for client in listeners:
            client.transport.abort()
        return len(listeners)

    def forward(self, client: _Client, message: bytes) -> None:
        """Pass a message of the database on to a connection that listens, unless it is lost."""
        if self.losing and message[0] == NOTICE:
            self.lost += 1
        else:
            client.transport.write(message)

    def url(self, url: str) -> str:
        """Return the URL of a database at the socket behind this wire, by way of the wire."""
        return f"{url.partition('?')[0]}?host={quote(str(self.folder))}"


@contextlib.asynccontextmanager
async def faulty_wire(target: Path) -> AsyncIterator[FaultyWire]:
    """Run a wire to PostgreSQL's socket in a folder during the block."""
    # A short path: those of sockets have at most 107 bytes.
    with tempfile.TemporaryDirectory(prefix="tefuda-wire-", dir="/tmp") as name:
        wire = FaultyWire(Path(name), target / SOCKET)
        loop = asyncio.get_running_loop()
        server = await loop.create_unix_server(lambda: _Client(wire), name + "/" + SOCKET)
        try:
            yield wire
        finally:
            server.close()
            for client in list(wire.clients):
                client.transport.abort()
