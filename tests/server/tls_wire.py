"""TLS in front of a PostgreSQL without it: a TCP port that forwards to the database's Unix socket."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
import threading
from collections.abc import Iterator
from pathlib import Path

from harness.server.faulty_wire import SOCKET

SSL_REQUEST = (8).to_bytes(4, "big") + (80877103).to_bytes(4, "big")  # the first message of a client that wants TLS


class TlsWire:
    """The connections; with `tls` None it refuses TLS, as a database without it does."""

    def __init__(self, target: Path, tls: ssl.SSLContext | None) -> None:
        self._target, self._tls = str(target / SOCKET), tls
        self.port = 0
        self.open = 0  # connections to the database, all of them encrypted

    def url(self, url: str, options: str) -> str:
        """Return the URL of a database at the socket behind this wire, by way of the wire."""
        head, _, database = url.partition("?")[0].rpartition("@/")
        return f"{head}@localhost:{self.port}/{database}?hostaddr=127.0.0.1&{options}"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Forward one connection."""
        with (
            contextlib.closing(writer),
            contextlib.suppress(OSError, asyncio.IncompleteReadError),  # the client does not trust the certificate
        ):
            assert await reader.readexactly(len(SSL_REQUEST)) == SSL_REQUEST
            writer.write(b"N" if self._tls is None else b"S")
            if self._tls is not None:
                await writer.start_tls(self._tls)
                above, below = await asyncio.open_unix_connection(self._target)
                with contextlib.closing(below):  # even when the wire ends before the client does
                    self.open += 1
                    await asyncio.gather(_copy(reader, below), _copy(above, writer))
                    self.open -= 1


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()
    writer.close()


@contextlib.contextmanager
def tls_wire(target: Path, tls: ssl.SSLContext | None) -> Iterator[TlsWire]:
    """Run a wire to PostgreSQL's socket in a folder during the block.

    It runs in a thread of its own, because a server opens its store before its event loop runs.
    """
    wire, started, stop = TlsWire(target, tls), threading.Event(), asyncio.Event()

    async def run() -> None:
        nonlocal loop
        loop = asyncio.get_running_loop()
        server = await asyncio.start_server(wire.serve, "127.0.0.1", 0)
        wire.port = server.sockets[0].getsockname()[1]
        started.set()
        await stop.wait()
        server.close()

    loop: asyncio.AbstractEventLoop | None = None
    thread = threading.Thread(target=asyncio.run, args=(run(),), name="tls-wire")
    thread.start()
    started.wait()
    try:
        yield wire
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()
