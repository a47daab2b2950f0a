"""A raw TCP client, for input that no HTTP library would send."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator
from typing import NamedTuple

from harness.server.doubles import PATIENCE


class Answer(NamedTuple):
    """Everything received on a connection until the server closed it."""

    text: str

    @property
    def statuses(self) -> list[int]:
        """Return the status codes of the responses, in order."""
        return [int(status) for status in re.findall(r"HTTP/1\.1 (\d{3}) ", self.text)]


class Raw:
    """A TCP connection to a server."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def send(self, data: str | bytes) -> None:
        """Send bytes, ignoring a connection that the server closes."""
        with contextlib.suppress(ConnectionError):
            self.writer.write(data.encode() if isinstance(data, str) else data)
            await self.writer.drain()

    def pour(self, data: bytes) -> None:
        """Send bytes without waiting for the server to read them."""
        self.writer.write(data)

    async def line(self) -> str:
        """Receive the next line."""
        async with asyncio.timeout(PATIENCE):
            return (await self.reader.readline()).decode()

    async def rest(self) -> Answer:
        """Receive everything until the server closes the connection."""
        data = b""
        async with asyncio.timeout(PATIENCE):
            with contextlib.suppress(ConnectionError):
                while part := await self.reader.read(1 << 16):
                    data += part
        return Answer(data.decode())


@contextlib.asynccontextmanager
async def raw(address: str, source: str = "127.0.0.1") -> AsyncIterator[Raw]:
    """Connect to a server, optionally from another loopback address."""
    host, _, port = address.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port), local_addr=(source, 0))
    try:
        yield Raw(reader, writer)
    finally:
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


def request(path: str = "/api/games", *headers: str, method: str = "GET") -> str:
    """Return the head of a request."""
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: localhost", *headers, "", ""])


def handshake(table: str, *headers: str) -> str:
    """Return the head of a request for a WebSocket to a table."""
    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
    upgrade = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", key)
    return request(f"/ws/tables/{table}", *headers, *upgrade)
