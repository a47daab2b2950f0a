"""Runs a `Server` under uvicorn.

`tefuda serve` uses `run`, which returns after a signal; tests and benchmarks use `running` in their own event loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator, Iterator
from typing import TypeVar

import uvicorn

from tefuda.server.app import Server
from tefuda.server.bots.bot_service import BotService
from tefuda.server.connection_limits import BACKLOG
from tefuda.server.http_protocol import MAX_FRAME_BYTES, EdgeConfig, Http, Socket
from tefuda.server.passing_http import PassingHttp
from tefuda.server.service_manager import notify, watchdog_seconds
from tefuda.server.settings import Settings

C = TypeVar("C", bound=EdgeConfig)
TICK_SECONDS = 0.1  # interval of uvicorn's main loop
# Thresholds of the garbage collector.  A collection stops the event loop while it traverses all live objects: with
# Python's defaults, collections took 24 % of the time while 200 tables of bots played, and up to 45 ms each
# (docs/server-benchmarks.md).  Tables, connections and requests are freed by reference counting alone
# (`tests/server/test_memory.py`).
THRESHOLDS = (2_000_000, 2, 2)
GRACE_SECONDS = 5  # for open requests when the server stops


def listening(host: str, port: int) -> socket.socket:
    """Return a listening socket, for IPv4 as well at ::; port 0 picks a free port.  Raises OSError if that fails."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    both = host == "::" and socket.has_dualstack_ipv6()
    listener = socket.create_server((host, port), family=family, backlog=BACKLOG, dualstack_ipv6=both)
    # Inherited by connections. asyncio, unlike uvloop, does not set it: a second message would wait 40 ms for an ACK.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


class Web(uvicorn.Server):
    """uvicorn's server, without its signal handlers unless `handles_signals`."""

    handles_signals = False

    def __init__(self, config: EdgeConfig) -> None:
        super().__init__(config)
        self.table_server = config.server
        self._last_tick = 0.0
        self._watchdog, self._next_watchdog = watchdog_seconds(), 0.0

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            notify("READY=1")

    async def on_tick(self, counter: int) -> bool:
        now = time.perf_counter()
        if self._last_tick:
            self.table_server.metrics.loop_lag.observe(max(0.0, now - self._last_tick - TICK_SECONDS))
        self._last_tick = now
        if self._watchdog and time.monotonic() >= self._next_watchdog:
            self._next_watchdog = time.monotonic() + self._watchdog
            notify("WATCHDOG=1")
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        notify("STOPPING=1")
        await self.drain()
        await super().shutdown(sockets)

    def listeners(self, listener: socket.socket) -> list[socket.socket]:
        """Return all sockets to accept connections from, with that for other servers."""
        passing = self.table_server.passing
        return [listener] if passing is None else [listener, passing.listener]

    async def drain(self) -> None:
        """Wait until tables have finished their current work."""
        await self.table_server.drain()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        if not self.handles_signals:
            yield
            return
        numbers = [signal.SIGINT, signal.SIGTERM]
        if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:  # as with nohup
            numbers.append(signal.SIGHUP)
        before = {number: signal.signal(number, self.handle_exit) for number in numbers}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def configured(server: Server, config_type: type[C], http: type[Http] = PassingHttp, backlog: int = BACKLOG) -> C:
    """Return uvicorn's configuration for a server."""
    proxies = list(server.settings.proxies)
    config = config_type(
        server.app,
        http=http,
        ws=Socket,
        ws_max_size=MAX_FRAME_BYTES,
        ws_per_message_deflate=False,  # needs 300 kB per connection, and messages have 2 kB
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
    return config


def run(server: Server, listener: socket.socket) -> None:
    """Run a server until SIGTERM, SIGINT or SIGHUP, then shut down gracefully.

    A connection that arrives during the shutdown at a socket of a service manager waits for the next process.
    """
    run_web(Web(configured(server, EdgeConfig, backlog=server.limiter.reserve_descriptors())), listener)


def run_web(web: Web, listener: socket.socket) -> None:
    """Run uvicorn's server as the only work of this process, until it is stopped."""
    web.handles_signals = True
    # The writer thread releases the GIL at every SQL statement and gets it back from a busy event loop only after this
    # interval: several times the default of 5 ms would be most of the latency of an action.
    sys.setswitchinterval(0.0005)
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
    web.run(sockets=web.listeners(listener))


@contextlib.asynccontextmanager
async def running(settings: Settings, bot_service: BotService) -> AsyncIterator[tuple[str, Server]]:
    """Run a server in this event loop during the block: yields its URL and the server."""
    server = Server(settings, bot_service)
    web = Web(configured(server, EdgeConfig))
    listener = listening("127.0.0.1", 0)
    task = asyncio.create_task(web.serve(sockets=web.listeners(listener)))
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
