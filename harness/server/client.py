"""A lightweight client of a table, so that the server benches measure the server and not the client.

`Socket` is a WebSocket over asyncio without a library; messages are decoded only as far as a player needs.  `ask` sends
one HTTP request; `Served` is `tefuda serve` in its own process.  Everything connects to 127.0.0.1 only and uses only
the public protocol of docs/protocol.md.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from base64 import b64encode
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any, Self

import msgspec
from msgspec import Struct

HERE = "127.0.0.1"
PATIENCE = 60  # seconds to wait for an expected answer
TICKS = os.sysconf("SC_CLK_TCK")  # of CPU time, per second
PAGE = os.sysconf("SC_PAGE_SIZE")


# ------------------------------------------ the parts of messages that are decoded


class Choice(Struct):
    action: str


class View(Struct):
    to_act: int
    choices: tuple[Choice, ...] = ()


class Update(Struct, tag_field="t", tag="update"):
    version: int
    turn: int
    view: View | None = None


class Welcome(Struct, tag_field="t", tag="welcome"):
    update: Update
    missed: tuple[Update, ...] = ()


class Done(Struct, tag_field="t", tag="done"):
    id: str
    version: int


class ErrorMessage(Struct):
    message: str
    clause: str | None = None


class Refused(Struct, tag_field="t", tag="refused"):
    id: str
    error: ErrorMessage


class Moved(Struct, tag_field="t", tag="moved"):
    table: str


class Pong(Struct, tag_field="t", tag="pong"):
    id: str


class Seats(Struct, tag_field="t", tag="seats"):
    watching: int


class Line(Struct):
    number: int


class Talk(Struct, tag_field="t", tag="talk"):
    lines: tuple[Line, ...]


class Advice(Struct, tag_field="t", tag="advice"):
    id: str


class ClockNow(Struct, tag_field="t", tag="clock"):
    running: int


class Shares(Struct, tag_field="t", tag="shares"):
    seats: tuple[int, ...]


Message = Update | Welcome | Done | Refused | Moved | Pong | Seats | Talk | Advice | ClockNow | Shares
read = msgspec.json.Decoder(Message).decode
write = msgspec.json.Encoder().encode


def play(id: str, update: Update, action: str) -> bytes:
    """Return the message that plays an action in answer to an update."""
    return write({"t": "play", "id": id, "turn": update.turn, "actions": [action]})


class Chooser:
    """Chooses random actions, except kinds that were refused because they only start a decision."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self._beginnings: set[tuple[str, str]] = set()  # (game, kind of action)

    def choose(self, game: str, choices: Sequence[Choice]) -> str:
        actions = [choice.action for choice in choices]
        return self.random.choice([one for one in actions if (game, kind(one)) not in self._beginnings] or actions)

    def refused(self, game: str, action: str) -> None:
        self._beginnings.add((game, kind(action)))


def kind(action: str) -> str:
    """Return the kind of an action: the first word of its notation."""
    return action.partition("-")[0]


# ------------------------------------------------------------- WebSocket, HTTP


def frame(payload: bytes, kind: int = 1) -> bytes:
    """Return a frame (kind 1: text), masked with zeros, which leave the payload unchanged."""
    size = len(payload)
    if size < 126:
        return bytes((0x80 | kind, 0x80 | size)) + b"\0\0\0\0" + payload
    if size < 1 << 16:
        return bytes((0x80 | kind, 0x80 | 126)) + size.to_bytes(2, "big") + b"\0\0\0\0" + payload
    return bytes((0x80 | kind, 0x80 | 127)) + size.to_bytes(8, "big") + b"\0\0\0\0" + payload


def handshake(port: int, table: str, *, cookie: str = "", query: str = "") -> bytes:
    """Return the upgrade request for a WebSocket to a table."""
    key = b64encode(os.urandom(16)).decode()
    return (
        f"GET /ws/tables/{table}{query} HTTP/1.1\r\nHost: {HERE}:{port}\r\n"
        f"Upgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\nCookie: {cookie}\r\n\r\n"
    ).encode()


@asynccontextmanager
async def patient(what: str) -> AsyncIterator[None]:
    """Raise a TimeoutError that names what the server has not answered in time."""
    try:
        async with asyncio.timeout(PATIENCE):
            yield
    except TimeoutError:
        raise TimeoutError(f"{what}: no answer after {PATIENCE} s") from None


class Socket(asyncio.Protocol):
    """A WebSocket: passes every message to `heard` as bytes, and None when the connection has ended."""

    def __init__(self, request: bytes, heard: Callable[[bytes | None], object]) -> None:
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._request, self._heard, self._buffer = request, heard, bytearray()

    @classmethod
    async def connect(
        cls,
        port: int,
        table: str,
        heard: Callable[[bytes | None], object],
        *,
        cookie: str = "",
        after: int | None = None,
        source: str = HERE,
    ) -> Self:
        """Connect to a table; raises ConnectionError if the server refuses."""
        request = handshake(port, table, cookie=cookie, query="" if after is None else f"?after={after}")
        loop = asyncio.get_running_loop()
        async with patient(f"the WebSocket of table {table}"):
            _, socket = await loop.create_connection(lambda: cls(request, heard), HERE, port, local_addr=(source, 0))
            await socket.opened
        return socket

    def connection_made(self, transport: Any) -> None:
        self.transport: asyncio.Transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer
        buffer += data
        if not self.opened.done():
            head, found, rest = bytes(buffer).partition(b"\r\n\r\n")
            if not found:
                return
            status = head.partition(b"\r\n")[0]
            if b" 101 " not in status:
                self.opened.set_exception(ConnectionError(f"the server refused the WebSocket: {status.decode()}"))
                self.transport.abort()
                return
            buffer[:] = rest
            self.opened.set_result(None)
        at = 0
        while len(buffer) - at >= 2:
            size, begin = buffer[at + 1], at + 2
            if size == 126:
                size, begin = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, begin = int.from_bytes(buffer[at + 2 : at + 10], "big"), at + 10
            if len(buffer) < begin + size:
                break
            kind, payload = buffer[at] & 15, bytes(buffer[begin : begin + size])
            at = begin + size
            if kind == 1:
                self._heard(payload)
            elif kind == 8:
                self.transport.close()
            elif kind == 9:
                self.transport.write(frame(payload, 10))
        del buffer[:at]

    def connection_lost(self, error: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("the server closed the connection"))
        self._heard(None)

    def send(self, message: bytes) -> None:
        self.transport.write(frame(message))

    def close(self) -> None:
        self.transport.abort()


async def ask(port: int, path: str, body: Any = None, *, cookie: str = "", source: str = HERE) -> tuple[Any, str]:
    """POST a body, or GET without one; returns (answer, current cookie) and raises OSError."""
    method, data = ("GET", b"") if body is None else ("POST", write(body))
    head = (
        f"{method} {path} HTTP/1.1\r\nHost: {HERE}:{port}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(data)}\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n"
    )
    async with patient(path):
        reader, writer = await asyncio.open_connection(HERE, port, local_addr=(source, 0))
        try:
            writer.write(head.encode() + data)
            answer = await reader.read()
        finally:
            writer.close()
    top, found, content = answer.partition(b"\r\n\r\n")
    status, *headers = top.decode().split("\r\n")
    if not found:
        raise ConnectionError("the server closed the connection")
    if " 200" not in status:
        raise OSError(f"{path}: {status}: {content.decode()}")
    for line in headers:
        name, _, value = line.partition(":")
        if name.lower() == "set-cookie":
            cookie = value.partition(";")[0].strip()
        elif name.lower() == "content-length" and len(content) < int(value):
            raise ConnectionError("the server closed the connection in the middle of an answer")
    return (msgspec.json.decode(content) if content[:1] in b"{[" else content.decode()), cookie


def metric(page: str, name: str) -> float:
    """Return the value of a metric, from the page `/metrics`."""
    return next(float(line.split()[1]) for line in page.splitlines() if line.startswith(f"{name} "))


# ------------------------------------------------------------- server process


class Served:
    """`tefuda serve`, or a module with its options, in its own process on a free port, with its data in a folder."""

    def __init__(
        self,
        folder: Path,
        core: int | None = None,
        *,
        module: Sequence[str] = ("tefuda", "serve"),
        options: Sequence[str] = (),
    ) -> None:
        command = [
            sys.executable,
            "-m",
            *module,
            "--port",
            "0",
            "--data",
            str(folder),
            "--lang",
            "en",
            *options,
        ]
        self.folder, self.core = folder, core
        self.lines = (folder.parent / f"{folder.name}.log").open("a")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.lines, text=True)
        if core is not None:
            os.sched_setaffinity(self.process.pid, {core})  # before it starts other threads
        said = self.process.stdout.readline()
        if "http://" not in said:
            self.kill()
            raise RuntimeError(f"{' '.join(module)} does not start: {Path(self.lines.name).read_text()[-300:]}")
        self.port = int(said.partition(f"{HERE}:")[2].split()[0])

    def kill(self) -> None:
        """Send SIGKILL."""
        self.process.kill()
        self._ended()

    def stop(self) -> int:
        """Send SIGTERM and return the exit code."""
        self.process.terminate()
        return self._ended()

    def _ended(self) -> int:
        code = self.process.wait(PATIENCE)
        self.process.stdout.close()
        self.lines.close()
        return code

    def used(self) -> float:
        """Return the CPU seconds of all its threads so far."""
        return used(self.process.pid)

    def waited(self) -> float:
        """Return the seconds that its threads were runnable but waited for a core."""
        return thread_times(self.process.pid, 1)

    def ran(self) -> float:
        """Return the seconds that its present threads ran on a core, to the nanosecond: finer than `used`."""
        return thread_times(self.process.pid, 0)

    def memory(self) -> int:
        """Return its resident memory in bytes."""
        return memory(self.process.pid)


def pin(process: int, core: int) -> None:
    """Let all threads of a process run on one core."""
    for thread in Path(f"/proc/{process}/task").iterdir():
        os.sched_setaffinity(int(thread.name), {core})


def thread_times(process: int, column: int) -> float:
    """Return the seconds that the present threads of a process ran (column 0) or waited for a core (1)."""
    threads = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[column]) for thread in threads) / 1e9


def children(process: int) -> list[int]:
    """Return the processes that a process has started."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended
            if int(path.read_text().rpartition(") ")[2].split()[1]) == process:
                found.append(int(path.parent.name))
    return found


def used(process: int, *, with_ended_children: bool = False) -> float:
    """Return the CPU seconds of a process so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11 : 15 if with_ended_children else 13])) / TICKS


def memory(process: int) -> int:
    """Return the resident memory of a process in bytes."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * PAGE


@contextmanager
def apart(data: Path, *, module: Sequence[str] = ("tefuda", "serve"), options: Sequence[str] = ()) -> Iterator[Served]:
    """Run `tefuda serve`, or a module with its options, on the first core, and meanwhile this process on the last."""
    if not hasattr(os, "sched_setaffinity"):
        raise SystemExit("tefuda: this needs Linux: it gives the server and the clients cores of their own")
    cores = sorted(os.sched_getaffinity(0))
    served = Served(data, cores[0], module=module, options=options)
    os.sched_setaffinity(0, {cores[-1]})
    try:
        yield served
    finally:
        os.sched_setaffinity(0, cores)
        served.stop()
