"""A client that sends bytes: what no HTTP library would send."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator
from typing import NamedTuple

from tests.server.clients import PATIENCE


class Answer(NamedTuple):
    """What came back on a connection until the server closed it."""

    text: str

    @property
    def statuses(self) -> list[int]:
        """The status of each answer, in order."""
        return [int(status) for status in re.findall(r"HTTP/1\.1 (\d{3}) ", self.text)]


class Raw:
    """One TCP connection to a server."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def send(self, data: str | bytes) -> None:
        """Send bytes, as far as the server takes them."""
        with contextlib.suppress(ConnectionError):
            self.writer.write(data.encode() if isinstance(data, str) else data)
            await self.writer.drain()

    def pour(self, data: bytes) -> None:
        """Send bytes without waiting until they are taken: they need not be."""
        self.writer.write(data)

    async def line(self) -> str:
        """The next line."""
        async with asyncio.timeout(PATIENCE):
            return (await self.reader.readline()).decode()

    async def rest(self) -> Answer:
        """Everything until the server closes the connection."""
        data = b""
        async with asyncio.timeout(PATIENCE):
            with contextlib.suppress(ConnectionError):
                while part := await self.reader.read(1 << 16):
                    data += part
        return Answer(data.decode())


@contextlib.asynccontextmanager
async def raw(address: str, source: str = "127.0.0.1") -> AsyncIterator[Raw]:
    """A connection to a server, from another address of this machine where one is named."""
    host, _, port = address.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port), local_addr=(source, 0))
    try:
        yield Raw(reader, writer)
    finally:
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


def request(path: str = "/api/games", *headers: str, method: str = "GET") -> str:
    """The head of a request."""
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: localhost", *headers, "", ""])
