"""A server that runs: uvicorn with our settings around a `Server`.

`tefuda serve` runs one until it is told to stop; tests and benches run one inside their own event loop with `running`.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import signal
import socket
import struct
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from tefuda.server.app import LINE, Server
from tefuda.server.players import Players
from tefuda.server.protocol import MAX_MESSAGE_BYTES, CloseCode
from tefuda.server.settings import Settings

LARGEST_FRAME = 16 * MAX_MESSAGE_BYTES  # up to this a message is refused in words, beyond it the connection is closed
UNREAD_BYTES = 1 << 14  # what a client leaves unread: the system keeps twice that, and we as much again, then we wait
GRACE_SECONDS = 5  # for answers that are on their way when the server stops


class Http(HttpToolsProtocol):
    """uvicorn's HTTP connection, which lets go of its parser when it becomes a WebSocket, too.

    The two hold each other: until Python's cycle collector runs they would stay, and a collection holds up everybody.
    """

    def handle_websocket_upgrade(self) -> None:
        super().handle_websocket_upgrade()
        del self.parser


class Socket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket as a `Line`: written to without a task of its own, cut off where a client does not read."""

    flow: Callable[[], object] | None = None

    @property
    def clogged(self) -> bool:
        return not self.writable.is_set()

    def write(self, text: str) -> None:
        if not (self.close_sent or self.disconnected or self.transport.is_closing()):
            self.conn.send_text(text.encode())
            self.transport.write(b"".join(self.conn.data_to_send()))

    def hang_up(self, code: CloseCode) -> None:
        if code is CloseCode.NOT_READING:  # closing politely would wait until it does
            self._set(socket.SO_LINGER, struct.pack("ii", 1, 0))  # reset: the system forgets what it kept for it
            self.transport.abort()
        else:
            closing = self.loop.create_task(self.send({"type": "websocket.close", "code": code, "reason": code.about}))
            self.tasks.add(closing)
            closing.add_done_callback(self.on_task_complete)

    def pause_writing(self) -> None:
        super().pause_writing()
        if self.flow is not None:
            self.flow()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.flow is not None:
            self.flow()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):  # the handshake was a good one
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[LINE] = self
            self._set(socket.SO_SNDBUF, UNREAD_BYTES)
            self.transport.set_write_buffer_limits(high=2 * UNREAD_BYTES)

    def _set(self, option: int, value: int | bytes) -> None:
        """Set an option of our socket."""
        with socket.socket(fileno=os.dup(self.transport.get_extra_info("socket").fileno())) as own:
            own.setsockopt(socket.SOL_SOCKET, option, value)


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
            http=Http,
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
    # The thread that writes to the store gives Python's lock away at every statement, and gets it back from a busy
    # event loop only after this time: the usual 5 ms, several times over, would be most of what an action takes.
    sys.setswitchinterval(0.0005)
    # A collection holds up everybody: for 10 ms in the best case, for most of a second where hundreds of tables are in
    # play.  Nothing that a table, a connection or a request leaves behind has cycles (a test sees to that), so it is
    # only there for what nobody has thought of.
    gc.freeze()
    gc.set_threshold(2_000_000, 2, 2)
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
