"""Attacks on a server at which people play: do they notice, does its memory grow, and do new visitors still get in?

`tefuda bench hostile` runs it.  Tables are played at as in `benchmarks/load.py`, and every second a visitor comes from
an address of their own: asks for the games, takes a name, and watches a table.  In turns nobody attacks, and one of the
attacks goes on, from a process of its own that only gets what processor time the players leave.  The server is
`tefuda serve` with its usual limits, but for fewer connections in all, so that one attack can take them all.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import multiprocessing
import os
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import uvloop

from benchmarks.client import HERE, PATIENCE, Served, Socket, Welcome, apart, ask, frame, handshake, read
from benchmarks.load import SETTLE, Crowd, percentile
from benchmarks.speed import machine
from tefuda.engine.game import load
from tefuda.server.serialization import encoded_entry
from tefuda.server.sqlite import SqliteStore
from tefuda.server.store import TableRow
from tefuda.table.table import Entry, Sitter, Table

CONNECTIONS = 1000  # in all: 200 people at 50 tables, and fewer left than the silent ones want
MOVED, GROWN = 0.20, 50  # targets: of the others' p99, and MB
ATTACKER = "127.5.0.1"
LONG = "long-public-"  # a finished game of more than two thousand entries
SAMPLE = 0.05  # seconds between two looks at the memory
SLICE = (
    5  # seconds that have a p99 of their own: what else runs on the machine is in few of them, and the median counts
)


# ------------------------------------------------------------------ the attacks


@contextlib.asynccontextmanager
async def connected(
    port: int, source: str = ATTACKER
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A TCP connection; closed without ado."""
    reader, writer = await asyncio.open_connection(HERE, port, local_addr=(source, 0))
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


async def pour(port: int, head: bytes, part: bytes, size: int) -> None:
    """Send so many bytes, as far as they are taken."""
    async with connected(port) as (_, writer):
        writer.write(head)
        for _ in range(size // len(part)):
            writer.write(part)
            await writer.drain()


async def endless_header(port: int, table: str) -> None:
    """41 MB of one header."""
    await pour(port, f"GET / HTTP/1.1\r\nHost: {HERE}\r\nX: ".encode(), b"x" * (1 << 18), 41 << 20)


async def small_headers(port: int, table: str) -> None:
    """60 MB of headers of five bytes."""
    await pour(port, f"GET / HTTP/1.1\r\nHost: {HERE}\r\n".encode(), b"a: b\r\n" * 40_000, 60 << 20)


async def requests_ahead(port: int, table: str) -> None:
    """Ten thousand requests at once on one connection."""
    await pour(port, b"", f"GET /api/games HTTP/1.1\r\nHost: {HERE}\r\n\r\n".encode() * 10_000, 1)
    async with connected(port) as (reader, writer):
        writer.write(f"GET /api/games HTTP/1.1\r\nHost: {HERE}\r\n\r\n".encode() * 10_000)
        await reader.read()


async def silent(port: int, table: str) -> None:
    """1,100 connections of one address that say nothing."""
    await stay_silent(port, [ATTACKER] * 1100)


async def silent_crowd(port: int, table: str) -> None:
    """1,100 connections that say nothing, each of an address of its own."""
    await stay_silent(port, [f"127.7.{number // 250}.{1 + number % 250}" for number in range(1100)])


async def stay_silent(port: int, sources: list[str]) -> None:
    """Hold as many connections as the server leaves open, and open those again that it closes."""

    random = Random(1)

    async def hold(source: str) -> None:
        while True:
            await asyncio.sleep(5 * random.random())  # not all in the same moment: they are that many strangers
            with contextlib.suppress(OSError):
                async with connected(port, source) as (reader, _):
                    await reader.read(1)

    await asyncio.gather(*(hold(source) for source in sources))


async def many_guests(port: int, table: str) -> None:
    """64 new guests, and 600 requests that they make."""
    guests = [cookie async for cookie in became(port, 64)]
    for number in range(600):
        await tried(port, "/api/me", cookie=guests[number % len(guests)] if guests else "")


async def became(port: int, count: int) -> AsyncIterator[str]:
    for _ in range(count):
        if cookie := await tried(port, "/api/me", {"name": "x"}):
            yield cookie


async def tried(port: int, path: str, body: Any = None, *, cookie: str = "") -> str:
    """Ask for something; the cookie one has then, "" where it was refused."""
    try:
        return (await ask(port, path, body, cookie=cookie, source=ATTACKER))[1]
    except OSError:
        return ""


async def long_records(port: int, table: str) -> None:
    """15 requests at once for the record of a long game, through all eyes."""
    paths = [f"/api/tables/{LONG}/record?seat={seat}" for seat in (-1, 0, 1, 2)] + [f"/api/tables/{LONG}/record.txt"]
    await asyncio.gather(*(tried(port, path) for path in paths * 3))


async def running_records(port: int, table: str) -> None:
    """15 requests at once for the record of a game that goes on: it is another one after every action."""
    await asyncio.gather(*(tried(port, f"/api/tables/{table}/record") for _ in range(15)))


async def unread_records(port: int, table: str) -> None:
    """A hundred connections that ask for a long record and do not read it."""

    async def ignore() -> None:
        with contextlib.suppress(OSError):
            async with connected(port) as (_, writer):
                writer.write(f"GET /api/tables/{LONG}/record HTTP/1.1\r\nHost: {HERE}\r\n\r\n".encode())
                await asyncio.sleep(PATIENCE)

    await asyncio.gather(*(ignore() for _ in range(100)))


async def flood_of_frames(port: int, table: str) -> None:
    """A watcher who sends 6 MB of pings, then one who never ends a message."""
    for start, more in ((frame(b"", 9), frame(b"", 9)), (b"\x01\x80\0\0\0\0", b"\x00\x80\0\0\0\0")):
        async with connected(port) as (reader, writer):
            writer.write(handshake(port, table))
            await reader.readuntil(b"\r\n\r\n")
            writer.write(start)
            for _ in range(24):
                writer.write(more * 42_000)
                await writer.drain()


ATTACKS: dict[str, Callable[[int, str], Awaitable[None]]] = {
    "endless header": endless_header,
    "small headers": small_headers,
    "requests sent ahead": requests_ahead,
    "silent, one address": silent,
    "silent, 1,100 addresses": silent_crowd,
    "64 guests, 600 requests": many_guests,
    "long records": long_records,
    "running records": running_records,
    "unread records": unread_records,
    "flood of frames": flood_of_frames,
}


def attack(name: str, port: int, table: str, seconds: float) -> None:
    """Repeat an attack until the time is up; runs in a process of its own."""
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))  # also where the bench has been given a higher priority
    os.nice(19)

    async def repeat() -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while True:
                    with contextlib.suppress(OSError, EOFError):
                        await ATTACKS[name](port, table)
                    await asyncio.sleep(0.01)

    uvloop.run(repeat())


# ------------------------------------------------------------------- the others


class Window(NamedTuple):
    """What was seen for a while."""

    slices: list[list[float]]  # seconds, of the players' actions
    visits: list[float]  # seconds until a visitor saw a table
    turned_away: int  # visitors who did not
    grown: int  # bytes, of the server's memory at its largest
    used: float  # of its core, the share it used
    waited: float  # and for which other programs kept it waiting

    @property
    def p99s(self) -> list[float]:
        """The p99 of each slice; one in which nobody got anywhere took for ever."""
        return [percentile(latencies, 0.99) if latencies else math.inf for latencies in self.slices]


class Visitors:
    """People who come for the first time, one a second."""

    def __init__(self, crowd: Crowd) -> None:
        self.crowd, self.count = crowd, 0
        self.visits: list[float] = []
        self.turned_away = 0

    async def come(self, end: float) -> None:
        """Let them come until then, and wait for the last one."""
        visits = []
        while time.perf_counter() < end:
            visits.append(asyncio.create_task(self.visit()))
            await asyncio.sleep(1)
        await asyncio.gather(*visits)

    async def visit(self) -> None:
        self.count += 1
        port, source = self.crowd.port, f"127.6.{self.count // 250}.{1 + self.count % 250}"
        began = time.perf_counter()
        try:
            async with asyncio.timeout(5):
                await ask(port, "/api/games", source=source)
                _, cookie = await ask(port, "/api/me", {"name": "Visitor"}, source=source)
                inbox: asyncio.Queue[bytes | None] = asyncio.Queue()
                table = self.crowd.tables[self.count % len(self.crowd.tables)].id
                socket = await Socket.connect(port, table, inbox.put_nowait, cookie=cookie, source=source)
                while not isinstance(read(await inbox.get() or b""), Welcome):
                    pass
                socket.close()
        except (OSError, TimeoutError, ValueError):
            self.turned_away += 1
        else:
            self.visits.append(time.perf_counter() - began)


async def watch_memory(served: Served, most: list[int]) -> None:
    while True:
        most[0] = max(most[0], served.memory())
        await asyncio.sleep(SAMPLE)


async def window(served: Served, crowd: Crowd, seconds: float, name: str | None) -> Window:
    """Look on for a while, with an attack going on where one is named."""
    visitors, most = Visitors(crowd), [0]
    before = served.memory()
    attacker = None
    if name is not None:
        arguments = (name, crowd.port, crowd.tables[0].id, seconds + SETTLE)
        attacker = multiprocessing.get_context("spawn").Process(target=attack, args=arguments)
        attacker.start()
        await asyncio.sleep(SETTLE)  # it takes a while to start
    memory = asyncio.create_task(watch_memory(served, most))
    began, used, waited, slices = time.perf_counter(), served.used(), served.waited(), []
    coming = asyncio.create_task(visitors.come(began + seconds))
    count = max(1, round(seconds / SLICE))
    for _ in range(count):
        crowd.latencies.clear()
        await asyncio.sleep(seconds / count)
        slices.append(crowd.latencies.copy())
    spent = time.perf_counter() - began
    used, waited = (served.used() - used) / spent, (served.waited() - waited) / spent
    await coming
    memory.cancel()
    if attacker is not None:
        attacker.kill()
        await asyncio.to_thread(attacker.join)
    await asyncio.sleep(SETTLE)
    return Window(slices, visitors.visits, visitors.turned_away, max(0, most[0] - before), used, waited)


async def fill(folder: Path) -> None:
    """Store a long public game that is over: all deals of doutotsu, played at random."""
    random, game = Random(0), load("doutotsu", players=3)
    table, entries = Table(game, secret=bytes(32), audiences=()), list[Entry]()

    def happen(entry: Entry) -> None:
        table.apply(entry)
        entries.append(entry)

    for seat in range(3):
        happen(table.propose_sit(seat, Sitter("bot", f"P{seat}")))
    happen(table.propose_deal())
    while table.state is not None and table.state.seat is not None:
        happen(table.propose_play(table.state.seat, table.turn, random.choice(table.state.actions)))
    store = SqliteStore(folder)
    guest = await store.add_guest(b"host", "Host", 1)
    row = TableRow(
        LONG, "doutotsu", {}, None, guest.id, True, bytes(32), 1, len(entries), "over", -1, tuple(table.sitters), None
    )
    await store.add_table(row, [encoded_entry(entry) for entry in entries], [], None)
    await store.close()


def run(*, tables: int = 50, seconds: float = 20, turns: int = 3, only: str | None = None) -> None:
    """Let every attack go on so long and so often, with as long a pause before each."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        asyncio.run(fill(data))
        before = os.environ.get("TEFUDA_LIMIT")
        os.environ["TEFUDA_LIMIT"] = f"connections={CONNECTIONS}"
        try:
            with apart(data) as served:
                uvloop.run(measure(served, tables, seconds, turns, [name for name in ATTACKS if only in (None, name)]))
        finally:
            os.environ.pop("TEFUDA_LIMIT")
            if before is not None:
                os.environ["TEFUDA_LIMIT"] = before


async def measure(served: Served, tables: int, seconds: float, turns: int, names: list[str]) -> None:
    print(f"{tables} tables of four people; each attack {turns} times for {seconds:g} s, as long a pause before each.")
    print(f"{machine()}\n")
    crowd = Crowd(served.port, 1)
    await crowd.grow(tables)
    await asyncio.sleep(2 * SETTLE)
    heads = ("actions/s", 9), ("p50 ms", 7), ("p99 ms", 7), ("longest", 8), ("p99 moves", 9)
    more = ("visitors", 9), ("turned away", 11), ("visit ms", 8), ("memory MB", 9), ("server %", 8), ("waiting %", 9)
    print(f"{'':>24}" + " ".join(f"{head:>{width}}" for head, width in heads + more), flush=True)
    missed = []
    await window(served, crowd, min(seconds, 5), None)  # what everybody shares is loaded
    for name in names:
        quiet, hostile = [], []
        for _ in range(turns):
            quiet.append(await window(served, crowd, seconds, None))
            hostile.append(await window(served, crowd, seconds, name))
        moved = statistics.median(p99s(hostile)) / statistics.median(p99s(quiet)) - 1
        show(f"before {name}"[:23], quiet, seconds, None)
        show(name, hostile, seconds, moved)
        away, grown = sum(one.turned_away for one in hostile), max(one.grown for one in hostile) / (1 << 20)
        if moved >= MOVED or away or grown >= GROWN:
            missed.append(name)
    crowd.leave()
    verdict = f"MISSED by {', '.join(missed)}" if missed else "reached"
    print(f"\ntarget: the others' p99 moves by less than {100 * MOVED:g} %, memory by less than {GROWN} MB, "
          f"every visitor gets in: {verdict}")  # fmt: skip
    crowd.complain()


def p99s(windows: list[Window]) -> list[float]:
    """The p99 of every slice of some windows."""
    return [p99 for one in windows for p99 in one.p99s]


def show(name: str, windows: list[Window], seconds: float, moved: float | None) -> None:
    """Print a line: medians and means, but for the longest action, the turned away and the memory."""
    latencies = [latency for one in windows for latencies in one.slices for latency in latencies]
    visits = [visit for one in windows for visit in one.visits]
    p99 = statistics.median(p99s(windows))
    grown = max(one.grown for one in windows) / (1 << 20)
    rate = len(latencies) / len(windows) / seconds
    p50, longest = statistics.median(latencies or [math.inf]), max(latencies, default=math.inf)
    print(
        f"{name:>24}{rate:>9.0f} {p50 * 1e3:>7.1f} {p99 * 1e3:>7.1f} {longest * 1e3:>8.1f} "
        f"{'' if moved is None else f'{100 * moved:+.0f} %':>9} "
        f"{len(visits):>9} {sum(one.turned_away for one in windows):>11} "
        f"{statistics.median(visits) * 1e3 if visits else 0:>8.1f} {grown:>9.1f} "
        f"{100 * statistics.mean(one.used for one in windows):>8.0f} "
        f"{100 * statistics.mean(one.waited for one in windows):>9.0f}",
        flush=True,
    )
