"""Attacks on a server while people play: effect on their latency, on memory, and on new visitors.

`tefuda bench hostile` runs it.  Tables play as in `benchmarks/load.py`, and every second a visitor arrives from an
own address: asks for the games, takes a name, and watches a table.  Quiet windows alternate with attacks, which run in
their own process at the lowest priority.  The server is `tefuda serve` with default limits, but fewer connections in
total, so that one attack can take them all.
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

from benchmarks.crowd import Crowd
from benchmarks.load import SETTLE, p99_of
from benchmarks.options import AtLeastOne, Seconds
from benchmarks.speed import headline
from harness.server.client import HERE, PATIENCE, Served, Socket, Welcome, apart, ask, frame, handshake, read, write
from tefuda.commands import UsageError
from tefuda.engine.game import load
from tefuda.server.store.sqlite import SqliteStore
from tefuda.server.store.stored_data import TableRow
from tefuda.server.tables.serialization import encoded_entry
from tefuda.table.table import Entry, Sitter, Table

CONNECTIONS = 1000  # in total: 200 for people at 50 tables, fewer left than the silent attacks want
MAX_P99_CHANGE, MAX_GROWTH = 0.20, 50  # targets: relative change of the others' p99, and MB
ATTACKER = "127.5.0.1"
LONG_TABLE = "long-public-"  # a finished game of more than two thousand entries
SAMPLE = 0.05  # seconds between two memory samples
SLICE = 5  # seconds per p99 sample: other load on the machine affects few slices, and the median counts


# ------------------------------------------------------------------ the attacks


@contextlib.asynccontextmanager
async def connected(
    port: int, source: str = ATTACKER
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """Open a TCP connection; abort it at the end."""
    reader, writer = await asyncio.open_connection(HERE, port, local_addr=(source, 0))
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


async def pour(port: int, head: bytes, part: bytes, size: int) -> None:
    """Send `size` bytes, as far as the server takes them."""
    async with connected(port) as (_, writer):
        writer.write(head)
        for _ in range(size // len(part)):
            writer.write(part)
            await writer.drain()


async def endless_header(port: int, table: str) -> None:
    """Send 41 MB of one header."""
    await pour(port, f"GET / HTTP/1.1\r\nHost: {HERE}\r\nX: ".encode(), b"x" * (1 << 18), 41 << 20)


async def small_headers(port: int, table: str) -> None:
    """Send 60 MB of five-byte headers."""
    await pour(port, f"GET / HTTP/1.1\r\nHost: {HERE}\r\n".encode(), b"a: b\r\n" * 40_000, 60 << 20)


async def pipelined_requests(port: int, table: str) -> None:
    """Send ten thousand requests at once on one connection."""
    await pour(port, b"", f"GET /api/games HTTP/1.1\r\nHost: {HERE}\r\n\r\n".encode() * 10_000, 1)
    async with connected(port) as (reader, writer):
        writer.write(f"GET /api/games HTTP/1.1\r\nHost: {HERE}\r\n\r\n".encode() * 10_000)
        await reader.read()


async def silent(port: int, table: str) -> None:
    """Open 1,100 silent connections from one address."""
    await stay_silent(port, [ATTACKER] * 1100)


async def silent_crowd(port: int, table: str) -> None:
    """Open 1,100 silent connections, each from its own address."""
    await stay_silent(port, [f"127.7.{number // 250}.{1 + number % 250}" for number in range(1100)])


async def stay_silent(port: int, sources: list[str]) -> None:
    """Hold as many connections as the server allows, and reopen those it closes."""

    random = Random(1)

    async def hold(source: str) -> None:
        while True:
            await asyncio.sleep(5 * random.random())  # spread out, as different strangers would be
            with contextlib.suppress(OSError):
                async with connected(port, source) as (reader, _):
                    await reader.read(1)

    await asyncio.gather(*(hold(source) for source in sources))


async def many_guests(port: int, table: str) -> None:
    """Make 64 new guests who send 600 requests."""
    guests = [cookie async for cookie in new_guests(port, 64)]
    for number in range(600):
        await request_cookie(port, "/api/me", cookie=guests[number % len(guests)] if guests else "")


async def new_guests(port: int, count: int) -> AsyncIterator[str]:
    for _ in range(count):
        if cookie := await request_cookie(port, "/api/me", {"name": "x"}):
            yield cookie


async def request_cookie(port: int, path: str, body: Any = None, *, cookie: str = "") -> str:
    """Send a request and return the cookie, "" if it was refused."""
    try:
        return (await ask(port, path, body, cookie=cookie, source=ATTACKER))[1]
    except OSError:
        return ""


async def long_records(port: int, table: str) -> None:
    """Send 15 concurrent requests for the record of a long game, from all viewpoints."""
    paths = [f"/api/tables/{LONG_TABLE}/record?seat={seat}" for seat in (-1, 0, 1, 2)] + [
        f"/api/tables/{LONG_TABLE}/record.txt"
    ]
    await asyncio.gather(*(request_cookie(port, path) for path in paths * 3))


async def running_records(port: int, table: str) -> None:
    """Send 15 concurrent requests for the record of a running game, which changes with every action."""
    await asyncio.gather(*(request_cookie(port, f"/api/tables/{table}/record") for _ in range(15)))


async def unread_records(port: int, table: str) -> None:
    """Open a hundred connections that request a long record and do not read it."""

    async def ignore() -> None:
        with contextlib.suppress(OSError):
            async with connected(port) as (_, writer):
                writer.write(f"GET /api/tables/{LONG_TABLE}/record HTTP/1.1\r\nHost: {HERE}\r\n\r\n".encode())
                await asyncio.sleep(PATIENCE)

    await asyncio.gather(*(ignore() for _ in range(100)))


async def flood_of_frames(port: int, table: str) -> None:
    """Send 6 MB of pings as a watcher, then fragments of a message that never ends."""
    for start, more in ((frame(b"", 9), frame(b"", 9)), (b"\x01\x80\0\0\0\0", b"\x00\x80\0\0\0\0")):
        async with connected(port) as (reader, writer):
            writer.write(handshake(port, table))
            await reader.readuntil(b"\r\n\r\n")
            writer.write(start)
            for _ in range(24):
                writer.write(more * 42_000)
                await writer.drain()


async def many_sockets(port: int, table: str) -> None:
    """Write notes ten times a second on each of 80 WebSockets, as four guests at tables of their own."""
    async with contextlib.AsyncExitStack() as stack:
        writers, reading = list[asyncio.StreamWriter](), list[asyncio.Task[bytes]]()
        async for cookie in new_guests(port, 4):
            new = {"game": "kotori", "seats": [{"kind": "me"}, {"kind": "bot"}]}
            made, _ = await ask(port, "/api/tables", new, cookie=cookie, source=ATTACKER)
            for _ in range(20):
                reader, writer = await stack.enter_async_context(connected(port))
                writer.write(handshake(port, made["id"], cookie=cookie))
                await reader.readuntil(b"\r\n\r\n")
                writers.append(writer)
                reading.append(asyncio.create_task(reader.read()))
        for number in range(100):
            for writer in writers:
                writer.write(frame(write({"t": "note", "id": str(number), "text": "x" * 1000})))
            await asyncio.sleep(0.1)
        for task in reading:
            task.cancel()


ATTACKS: dict[str, Callable[[int, str], Awaitable[None]]] = {
    "endless header": endless_header,
    "small headers": small_headers,
    "requests sent ahead": pipelined_requests,
    "silent, one address": silent,
    "silent, 1,100 addresses": silent_crowd,
    "64 guests, 600 requests": many_guests,
    "long records": long_records,
    "running records": running_records,
    "unread records": unread_records,
    "flood of frames": flood_of_frames,
    "80 WebSockets": many_sockets,
}


def attack(name: str, port: int, table: str, seconds: float) -> None:
    """Repeat an attack until the time is up, in its own process."""
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))  # in case the bench itself runs at a higher priority
    os.nice(19)

    async def repeat() -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while True:
                    with contextlib.suppress(OSError, EOFError):
                        await ATTACKS[name](port, table)
                    await asyncio.sleep(0.01)

    uvloop.run(repeat())


# ------------------------------------------------------------- measurement


class Window(NamedTuple):
    """The measurements of one time window."""

    slices: list[list[float]]  # seconds per player action, by slice
    visits: list[float]  # seconds until a visitor saw a table
    turned_away: int  # visitors who failed
    grown: int  # peak growth of the server's memory, in bytes
    used: float  # share of a core used by the server
    waited: float  # share of the time that the server waited for a core

    @property
    def p99s(self) -> list[float]:
        """Return the p99 of each slice; infinite for a slice without actions."""
        return [p99_of(latencies) for latencies in self.slices]


class Visitors:
    """New visitors, one per second."""

    def __init__(self, crowd: Crowd) -> None:
        self.crowd, self.count = crowd, 0
        self.visits: list[float] = []
        self.turned_away = 0

    async def arrive(self, deadline: float) -> None:
        """Start a visit per second until the deadline, and wait for the last one."""
        visits = []
        while time.perf_counter() < deadline:
            visits.append(asyncio.create_task(self.visit()))
            await asyncio.sleep(1)
        await asyncio.gather(*visits)

    async def visit(self) -> None:
        self.count += 1
        port, source = self.crowd.port, f"127.6.{self.count // 250}.{1 + self.count % 250}"
        start = time.perf_counter()
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
            self.visits.append(time.perf_counter() - start)


async def watch_memory(served: Served, peak: list[int]) -> None:
    while True:
        peak[0] = max(peak[0], served.memory())
        await asyncio.sleep(SAMPLE)


async def window(served: Served, crowd: Crowd, seconds: float, name: str | None) -> Window:
    """Measure for a while, during an attack if one is named."""
    visitors, peak = Visitors(crowd), [0]
    before = served.memory()
    attacker = None
    if name is not None:
        arguments = (name, crowd.port, crowd.tables[0].id, seconds + SETTLE)
        attacker = multiprocessing.get_context("spawn").Process(target=attack, args=arguments)
        attacker.start()
        await asyncio.sleep(SETTLE)  # time for the attacker to start
    memory = asyncio.create_task(watch_memory(served, peak))
    start, used, waited, slices = time.perf_counter(), served.used(), served.waited(), []
    arrivals = asyncio.create_task(visitors.arrive(start + seconds))
    count = max(1, round(seconds / SLICE))
    for _ in range(count):
        crowd.latencies.clear()
        await asyncio.sleep(seconds / count)
        slices.append(crowd.latencies.copy())
    spent = time.perf_counter() - start
    used, waited = (served.used() - used) / spent, (served.waited() - waited) / spent
    await arrivals
    memory.cancel()
    if attacker is not None:
        attacker.kill()
        await asyncio.to_thread(attacker.join)
    await asyncio.sleep(SETTLE)
    return Window(slices, visitors.visits, visitors.turned_away, max(0, peak[0] - before), used, waited)


async def fill(folder: Path) -> None:
    """Store a long finished public game: all deals of doutotsu, played randomly."""
    random, game = Random(0), load("doutotsu", players=3)
    table, entries = Table(game, secret=bytes(32), audiences=()), list[Entry]()

    def apply(entry: Entry) -> None:
        table.apply(entry)
        entries.append(entry)

    for seat in range(3):
        apply(table.propose_sit(seat, Sitter("bot", f"P{seat}")))
    apply(table.propose_deal())
    while table.state is not None and table.state.current_player is not None:
        apply(table.propose_play(table.state.current_player, table.turn, random.choice(table.state.legal_actions)))
    store = SqliteStore(folder)
    guest = await store.add_guest(b"host", "Host", 1)
    row = TableRow(
        LONG_TABLE,
        "doutotsu",
        {},
        None,
        guest.id,
        True,
        bytes(32),
        1,
        len(entries),
        "over",
        -1,
        tuple(table.sitters),
        None,
        protocol=1,
    )
    await store.add_table(row, [encoded_entry(entry) for entry in entries], [], None)
    await store.close()


def run(
    *,
    tables: AtLeastOne = 50,
    seconds: Seconds = 20,
    turns: AtLeastOne = 3,
    only: str | None = None,
) -> None:
    """Attack the server while people play; measure their latency, its memory, and whether new visitors get in.

    Parameters
    ----------
    tables: int
        Tables of four people, two actions a second at each.
    seconds: float
        How long an attack goes on, and the pause before it.
    turns: int
        How many times each attack is made.
    only: str
        One attack, by its name in the table that is printed, such as "long records"; without it all of them.
    """
    if only is not None and only not in ATTACKS:
        raise UsageError(f"--only takes one of {', '.join(ATTACKS)}, not {only}")
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
    headline(f"{tables} tables of four people; each attack {turns} times for {seconds:g} s, after as long a pause.")
    crowd = Crowd(served.port, 1)
    await ask(served.port, f"/api/tables/{LONG_TABLE}")  # raises if the target of some attacks does not exist
    await crowd.grow(tables)
    await crowd.under_way()
    await asyncio.sleep(2 * SETTLE)
    heads = ("actions/s", 9), ("p50 ms", 7), ("p99 ms", 7), ("longest", 8), ("p99 moves", 9)
    more = ("visitors", 9), ("turned away", 11), ("visit ms", 8), ("memory MB", 9), ("server %", 8), ("waiting %", 9)
    print(f"{'':>24}" + " ".join(f"{head:>{width}}" for head, width in heads + more), flush=True)
    missed = []
    await window(served, crowd, min(seconds, 5), None)  # warm-up
    for name in names:
        quiet, hostile = [], []
        for _ in range(turns):
            quiet.append(await window(served, crowd, seconds, None))
            hostile.append(await window(served, crowd, seconds, name))
        change = statistics.median(p99s(hostile)) / statistics.median(p99s(quiet)) - 1
        show(f"before {name}"[:23], quiet, seconds, None)
        show(name, hostile, seconds, change)
        turned_away, grown = sum(one.turned_away for one in hostile), max(one.grown for one in hostile) / (1 << 20)
        if change >= MAX_P99_CHANGE or turned_away or grown >= MAX_GROWTH:
            missed.append(name)
    crowd.leave()
    verdict = f"MISSED by {', '.join(missed)}" if missed else "reached"
    print(
        f"\ntarget: the others' p99 moves by less than {100 * MAX_P99_CHANGE:g} %, "
        f"memory by less than {MAX_GROWTH} MB, every visitor gets in: {verdict}"
    )
    crowd.report_errors()


def p99s(windows: list[Window]) -> list[float]:
    """Return the p99 of every slice of some windows."""
    return [p99 for one in windows for p99 in one.p99s]


def show(name: str, windows: list[Window], seconds: float, change: float | None) -> None:
    """Print a row: medians and means, but totals for the turned away and maxima for latency and memory."""
    latencies = [latency for one in windows for latencies in one.slices for latency in latencies]
    visits = [visit for one in windows for visit in one.visits]
    p99 = statistics.median(p99s(windows))
    grown = max(one.grown for one in windows) / (1 << 20)
    rate = len(latencies) / len(windows) / seconds
    p50, longest = statistics.median(latencies or [math.inf]), max(latencies, default=math.inf)
    print(
        f"{name:>24}{rate:>9.0f} {p50 * 1e3:>7.1f} {p99 * 1e3:>7.1f} {longest * 1e3:>8.1f} "
        f"{'' if change is None else f'{100 * change:+.0f} %':>9} "
        f"{len(visits):>9} {sum(one.turned_away for one in windows):>11} "
        f"{statistics.median(visits) * 1e3 if visits else 0:>8.1f} {grown:>9.1f} "
        f"{100 * statistics.mean(one.used for one in windows):>8.0f} "
        f"{100 * statistics.mean(one.waited for one in windows):>9.0f}",
        flush=True,
    )
