"""A server that runs: uvicorn with our settings around a `Server`.

`tefuda serve` runs one until it is told to stop; tests and benches run one inside their own event loop with `running`.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import signal
import socket
import sys
from collections.abc import AsyncIterator, Iterator

import uvicorn

from tefuda.server.app import Server
from tefuda.server.bot_service import BotService
from tefuda.server.connection_limits import BACKLOG
from tefuda.server.http_protocol import LARGEST_FRAME, EdgeConfig, Http, Socket
from tefuda.server.settings import Settings

GRACE_SECONDS = 5  # for answers that are on their way when the server stops


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens; raises OSError where it cannot.  Port 0: any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=BACKLOG)


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


def _uvicorn(server: Server, backlog: int = BACKLOG) -> _Uvicorn:
    proxies = list(server.settings.proxies)
    config = EdgeConfig(
        server.app,
        http=Http,
        ws=Socket,
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,  # 300 kB a connection, for messages of 2 kB
        ws_ping_interval=20,
        ws_ping_timeout=20,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies,
        backlog=backlog,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
        lifespan="on",
    )
    config.server = server
    return _Uvicorn(config)


def run(server: Server, listener: socket.socket) -> None:
    """Run a server until SIGTERM or SIGINT, then let it finish what it is doing."""
    web = _uvicorn(server, server.limiter.reserve_descriptors())
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
async def running(settings: Settings, players: BotService) -> AsyncIterator[tuple[str, Server]]:
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
