"""One of the worker processes of a server, started by its supervisor (`supervisor.py`) as a fresh interpreter.

A control socket connects the two.  The supervisor sends a `Plan` and then single bytes, `Command`; the worker answers
with single bytes, `Report`.  If the supervisor ends, the socket is closed, and the worker shuts down.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import signal
import socket
import struct
import time
from collections.abc import Callable
from enum import Enum
from typing import Any, NamedTuple

from tefuda.server.app import Server
from tefuda.server.bots.bot_service import BotService
from tefuda.server.logs import configure_logging, log
from tefuda.server.metrics import Metrics
from tefuda.server.run import Web, configured, run_web
from tefuda.server.settings import Settings
from tefuda.server.store.errors import StoreError
from tefuda.server.workers.hand_over import HandOver, Receiver, SharedConfig, SharedHttp

HEARTBEAT_SECONDS = 1.0
CHANGE_SECONDS, CHANGE_CHECKS = 2.0, 400  # timeout of running requests that may change something, when a worker leaves
SIZE = struct.Struct("!I")  # of the plan, before it

MakeBots = Callable[[Settings, Metrics], BotService]


class Plan(NamedTuple):
    """What a worker needs to serve."""

    settings: Settings
    make_bots: MakeBots


class Command(Enum):
    """Commands of the supervisor to a worker."""

    SERVE = b"s"
    LEAVE = b"l"  # another worker takes over this slot: hand over waiting connections, and end
    RETURN = b"r"  # all slots serve again: unload the tables of other slots


class Report(Enum):
    """Reports of a worker to the supervisor."""

    READY = b"r"  # waits for SERVE
    SERVING = b"s"
    HEARTBEAT = b"b"  # the event loop runs
    LEFT = b"l"  # accepts and stores nothing more; the next worker may serve
    FAILED = b"f"  # the reason follows


def encoded_plan(plan: Plan) -> bytes:
    """Encode a plan for `main`."""
    settings = plan.settings._replace(games=dict(plan.settings.games), cards=dict(plan.settings.cards))
    data = pickle.dumps(plan._replace(settings=settings))
    return SIZE.pack(len(data)) + data


def _read_plan(control: socket.socket) -> Plan:
    with control.makefile("rb", buffering=0) as file:
        (size,) = SIZE.unpack(_exactly(file, SIZE.size))
        plan: Plan = pickle.loads(_exactly(file, size))  # noqa: S301  # from our own supervisor
    return plan


def _exactly(file: Any, size: int) -> bytes:
    data = b""
    while len(data) < size:
        more = file.read(size - len(data))
        if not more:
            raise EOFError("the supervisor has ended")
        data += more
    return data


class SupervisedWeb(Web):
    """uvicorn's server in one of several workers."""

    def __init__(self, config: SharedConfig, control: socket.socket) -> None:
        super().__init__(config)
        self._shared, self._control = config, control
        self._hand_over = config.hand_over
        self._receiver: Receiver | None = None
        self._next_heartbeat = 0.0
        self._returning: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            loop = asyncio.get_running_loop()
            loop.add_reader(self._control, self._obey)
            self._receiver = Receiver(self._hand_over.inbox, self._protocol)
            self._report(Report.SERVING)

    def _protocol(self, received: bytes) -> SharedHttp:
        return SharedHttp(self._shared, self.server_state, self.lifespan.state, received=received)

    def _report(self, report: Report) -> None:
        with contextlib.suppress(OSError):  # the supervisor has ended, which `_obey` sees, or it does not read
            self._control.send(report.value)

    def _obey(self) -> None:
        try:
            command = self._control.recv(1)
        except BlockingIOError:
            return
        except OSError:
            command = b""
        if command == Command.RETURN.value:
            self._returning = asyncio.create_task(self.table_server.registry.return_strays())
            return
        self._hand_over.leaving = command == Command.LEAVE.value
        self.should_exit = True
        if not command:
            log.warning("supervisor-gone")
            asyncio.get_running_loop().remove_reader(self._control)

    async def on_tick(self, counter: int) -> bool:
        now = time.monotonic()
        if now >= self._next_heartbeat:
            self._next_heartbeat = now + HEARTBEAT_SECONDS
            self._report(Report.HEARTBEAT)
        return await super().on_tick(counter)

    async def drain(self) -> None:
        """Finish current requests; later ones go to the next worker of the slot, if there is one."""
        if self._receiver is not None:
            self._receiver.close()
        if not self._hand_over.leaving:
            await super().drain()
            return
        for server in self.servers:
            server.close()
        for _ in range(CHANGE_CHECKS):
            if not any(isinstance(one, SharedHttp) and one.changes_something for one in self.server_state.connections):
                break
            await asyncio.sleep(CHANGE_SECONDS / CHANGE_CHECKS)
        await self.table_server.drain(refuse=False)
        self.table_server.registry.fence()
        self._report(Report.LEFT)


def main(control: int, listener: int, passing: int, inbox: int, outboxes: list[int]) -> None:
    """Serve until the supervisor or a signal ends it; the arguments are descriptors of inherited sockets.

    `passing` is -1 unless other servers pass connections on.
    """
    signal.signal(signal.SIGHUP, signal.SIG_IGN)  # the supervisor renews its workers one after the other
    with socket.socket(fileno=control) as pipe:
        try:
            settings, make_bots = _read_plan(pipe)
        except EOFError:
            return
        configure_logging(worker=settings.slot)
        try:
            metrics = Metrics()
            for_servers = socket.socket(fileno=passing) if passing >= 0 else None
            server = Server(settings, make_bots(settings, metrics), metrics, for_servers)
        except StoreError as error:
            pipe.sendall(Report.FAILED.value + str(error).encode())
            return
        pipe.sendall(Report.READY.value)
        if pipe.recv(1) != Command.SERVE.value:
            os._exit(0)  # nothing was served; a normal exit would wait for the threads of the store
        pipe.setblocking(False)
        config = configured(server, SharedConfig, SharedHttp, server.limiter.reserve_descriptors())
        config.hand_over = HandOver(
            settings.slot, socket.socket(fileno=inbox), [socket.socket(fileno=outbox) for outbox in outboxes]
        )
        config.hand_over.on_handed = lambda result: metrics.handed_over.labels(result).inc()
        with socket.socket(fileno=listener) as listening:
            run_web(SupervisedWeb(config, pipe), listening)
