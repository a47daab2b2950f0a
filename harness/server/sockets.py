"""A world behind real sockets: a server in its own process, which is killed and restarted.

`ServerProcessWorld` is driven by `script.py` over WebSockets and HTTP.  A pipe to the process moves its clock and
reports when it sent what to whom.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from typing import Any

import msgspec

from harness.server import leak_mutations
from harness.server.client import Socket, used
from harness.server.doubles import PATIENCE, ManualClock
from harness.server.paired_servers import (
    Opening,
    PlannedBots,
    RecordingConnection,
    store_table,
    world_settings,
)
from tefuda.server import run
from tefuda.server.app import Server
from tefuda.server.http_protocol import EdgeConfig
from tefuda.server.store.sqlite import SqliteStore
from tefuda.server.tables.connection import Connection

_processes = multiprocessing.get_context("forkserver")
_processes.set_forkserver_preload([__name__])  # import once, not at every start


def _serve(folder: Path, cards: Mapping[str, Path], plans: dict[int, list[str]], planted: bool, pipe: Pipe) -> None:
    """Run a server until the process is killed."""
    logging.disable()  # a planted leak may break a game, which the server would log
    sent: dict[int, list[float]] = defaultdict(list)
    clock = ManualClock(pause=0)
    send = Connection.send

    def recording_send(self: Connection, text: str) -> None:
        sent[self.guest.id if self.guest is not None else 0].append(clock.now())
        send(self, text)

    Connection.send = recording_send

    async def serve() -> None:
        server = Server(world_settings(folder, clock, cards), PlannedBots(clock, plans))
        clock.registry = server.registry
        if planted:
            leak_mutations.plant_replay_leak(server)
        web = run.Web(run.configured(server, EdgeConfig))
        listener = run.listening("127.0.0.1", 0)
        serving = asyncio.create_task(web.serve(sockets=[listener]))
        while not web.started:
            await asyncio.sleep(0.005)
            assert not serving.done()
        server.registry.invitations._key = bytes(32)  # the same in all worlds
        pipe.send(listener.getsockname()[1])
        while True:
            seconds = await asyncio.to_thread(pipe.recv)
            if seconds is None:
                pipe.send(dict(sent))
            else:
                await clock.pass_time(seconds)
                pipe.send("turned")

    with leak_mutations.planted_leaks() if planted else contextlib.nullcontext(), contextlib.suppress(EOFError):
        asyncio.run(serve())


class SocketConnection(RecordingConnection):
    """A connection over a WebSocket."""

    def __init__(self) -> None:
        super().__init__()
        self.socket: Any = None
        self._received: asyncio.Event = asyncio.Event()

    def on_message(self, payload: bytes | None) -> None:
        self.texts.append("closed" if payload is None else payload.decode())
        self._received.set()

    async def until(self, mark: str) -> None:
        """Wait for a message that contains `mark`."""
        async with asyncio.timeout(PATIENCE):
            while not any(mark in text for text in reversed(self.texts)):
                if self.texts[-1:] == ["closed"]:
                    raise ConnectionError("the server closed the connection")
                self._received.clear()
                await self._received.wait()


class ServerProcessWorld:
    """A world in another process."""

    def __init__(self, folder: Path, cards: Mapping[str, Path], *, planted: bool = False) -> None:
        self.folder, self.cards, self.planted = folder, cards, planted
        self.guests: dict[str, list[int]] = {}
        self._plans: dict[int, list[str]] = {}
        self._process: Any = None
        self.used = 0.0  # seconds of CPU time of the killed servers

    async def open(self, openings: Sequence[Opening], side: int) -> None:
        """Store the tables in the folder and start a server on it."""
        store = SqliteStore(self.folder)
        for opening in openings:
            guests = self.guests[opening.id] = await store_table(store, opening, side)
            self._plans[guests[opening.host]] = [step.command for step in opening.plan.steps]
        await store.close()
        await asyncio.to_thread(self._start)

    def _start(self) -> None:
        self._pipe, theirs = _processes.Pipe()
        arguments = (self.folder, self.cards, self._plans, self.planted, theirs)
        self._process = _processes.Process(target=_serve, args=arguments)
        self._process.start()
        theirs.close()
        self._port: int = self._answer()

    def _answer(self) -> Any:
        if not self._pipe.poll(PATIENCE):
            raise TimeoutError("the server does not answer")
        return self._pipe.recv()

    def _ask(self, question: float | None) -> Any:
        self._pipe.send(question)
        return self._answer()

    async def connect(self, opening: Opening, guest_index: int, after: int | None = None) -> RecordingConnection:
        connection = SocketConnection()
        cookie = f"tefuda={opening.token(guest_index)}"
        connection.socket = await Socket.connect(
            self._port, opening.id, connection.on_message, cookie=cookie, after=after
        )
        await connection.until('{"t":"welcome"')
        return connection

    async def say(self, connection: RecordingConnection, message: dict[str, Any]) -> None:
        connection.socket.send(msgspec.json.encode(message))
        await connection.until(f'"id":"{message["id"]}"')

    async def get(self, path: str, token: str) -> str:
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
            request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: tefuda={token}\r\nConnection: close\r\n\r\n"
            writer.write(request.encode())
            answer = await reader.read()
            writer.close()
        head, _, body = answer.partition(b"\r\n\r\n")
        if b"transfer-encoding: chunked" in head.lower():
            body = _dechunk(body)
        return re.sub("(?m)^date: .*\r\n", "", head.decode(), count=1) + "\n\n" + body.decode()  # date: the real time

    async def pass_time(self, seconds: float) -> None:
        await asyncio.to_thread(self._ask, seconds)

    async def send_times(self) -> dict[int, list[float]]:
        sent: dict[int, list[float]] = await asyncio.to_thread(self._ask, None)
        return defaultdict(list, sent)

    async def restart(self) -> None:
        """Send SIGKILL and restart from the stored state."""
        await self.close()
        await asyncio.to_thread(self._start)

    async def close(self) -> None:
        """Send SIGKILL."""
        self.used += used(self._process.pid)
        self._process.kill()
        await asyncio.to_thread(self._process.join)
        self._pipe.close()


def _dechunk(chunks: bytes) -> bytes:
    """Return the content of a chunked body."""
    body = b""
    while True:
        size, _, chunks = chunks.partition(b"\r\n")
        if int(size, 16) == 0:
            return body
        body += chunks[: int(size, 16)]
        chunks = chunks[int(size, 16) + 2 :]


async def start_worlds(
    folder: Path, tables: Sequence[Opening], cards: Mapping[str, Path], *, planted: bool = False
) -> Any:
    """Start all worlds of these tables."""
    sides = range(len(tables[0].pair.records))
    worlds = [ServerProcessWorld(folder / str(side), cards, planted=planted) for side in sides]
    for world in worlds:
        world.folder.mkdir()
    await asyncio.gather(*(world.open(tables, side) for side, world in enumerate(worlds)))
    return worlds
