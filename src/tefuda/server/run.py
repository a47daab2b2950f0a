"""A server that runs: uvicorn with our settings around a `Server`.

`tefuda serve` runs one until it is told to stop; tests and benches run one inside their own event loop with `running`.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
from collections.abc import AsyncIterator, Iterator
from typing import Any

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from tefuda.server.app import ABORT, Server
from tefuda.server.players import Players
from tefuda.server.protocol import MAX_MESSAGE_BYTES
from tefuda.server.settings import Settings

LARGEST_FRAME = 16 * MAX_MESSAGE_BYTES  # up to this a message is refused in words, beyond it the connection is closed
UNREAD_BYTES = 1 << 16  # what the system keeps for a client before we notice that it does not read
GRACE_SECONDS = 5  # for answers that are on their way when the server stops


class Socket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, which can be cut off: closing politely would wait for a client that does not read."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):  # the handshake was a good one
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[ABORT] = self.transport.abort
            with socket.socket(fileno=os.dup(self.transport.get_extra_info("socket").fileno())) as own:
                own.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD_BYTES)


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens; raises OSError where it cannot.  Port 0: any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=2048)


class _Uvicorn(uvicorn.Server):
    """Leaves signals to whoever runs the event loop, unless it is told to mind them."""

    minds_signals = False

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        if not self.minds_signals:
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def _uvicorn(server: Server) -> _Uvicorn:
    return _Uvicorn(
        uvicorn.Config(
            server.app,
            http="httptools",
            ws=Socket,
            ws_max_size=LARGEST_FRAME,
            ws_per_message_deflate=False,  # 300 kB a connection, for messages of 2 kB
            ws_ping_interval=20,
            ws_ping_timeout=20,
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=GRACE_SECONDS,
            lifespan="on",
        )
    )


def run(server: Server, listener: socket.socket) -> None:
    """Run a server until SIGTERM or SIGINT, then let it finish what it is doing."""
    web = _uvicorn(server)
    web.minds_signals = True
    web.run(sockets=[listener])


@contextlib.asynccontextmanager
async def running(settings: Settings, players: Players) -> AsyncIterator[tuple[str, Server]]:
    """A server in this event loop: (its address, the server).  It has stopped when the block ends."""
    server = Server(settings, players)
    web = _uvicorn(server)
    listener = listening("127.0.0.1", 0)
    task = asyncio.create_task(web.serve(sockets=[listener]))
    try:
        while not web.started:
            if task.done():
                task.result()
                raise RuntimeError("the server has not started")
            await asyncio.sleep(0.005)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}", server
    finally:
        web.should_exit = True
        await task
