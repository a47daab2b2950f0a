"""Effect of slow clients on other players: latency with watchers that read, and with watchers that stop reading.

`tefuda bench slow-clients` runs it.  Tables of all games play as in `benchmarks/load.py`; some have a watcher that
either reads everything or stops reading after the handshake, in alternating windows.  Both kinds are sent the same
messages.
"""

from __future__ import annotations

import asyncio
import math
import socket
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import uvloop

from benchmarks.crowd import Crowd
from benchmarks.load import SETTLE, p99_of
from benchmarks.options import AtLeastOne, OneGame, Seconds
from benchmarks.speed import headline, judged
from harness.server.client import HERE, Served, Socket, apart, frame, handshake
from tefuda.engine.game import game_slugs

TARGET = 0.10  # relative change of the others' p99
SMALLEST = 1024  # bytes: the smallest receive buffer of the system
SLICE = 10  # seconds per p99 sample: a rare pause affects few slices, and the median counts
SEGMENT = 1448  # bytes, as over the internet: with the segments of 127.0.0.1 the system would buffer megabytes


class SlowClient(asyncio.Protocol):
    """A WebSocket that stops reading after the handshake and notices when it is dropped."""

    def __init__(self, request: bytes) -> None:
        self.request, self.dropped = request, False

    def connection_made(self, transport: Any) -> None:
        self.transport: asyncio.Transport = transport
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        self.transport.pause_reading()

    def poke(self) -> None:
        """Send a frame, so that the system reports whether the connection still exists."""
        if not self.transport.is_closing():
            self.transport.write(frame(b'{"t":"ping","id":"p"}'))

    def connection_lost(self, error: Exception | None) -> None:
        self.dropped = True


Guest = Socket | SlowClient
Connect = Callable[[int, str, str], Awaitable[Guest]]  # (port, table, source address)


async def connect_reader(port: int, table: str, source: str) -> Socket:
    """Connect a watcher that reads everything."""
    return await Socket.connect(port, table, lambda _: None, source=source)


async def connect_slow_client(port: int, table: str, source: str) -> SlowClient:
    """Connect a watcher that stops reading."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALLEST)
    raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, SEGMENT)
    raw.bind((source, 0))
    raw.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(raw, (HERE, port))
    _, protocol = await loop.create_connection(lambda: SlowClient(handshake(port, table)), sock=raw)
    return protocol


async def connect_watchers(crowd: Crowd, watchers: int, connect: Connect, guests: dict[str, Guest]) -> None:
    """Connect a watcher to each of the first tables that has none; a rematch is a new table."""
    for place, id in enumerate([table.id for table in crowd.tables[:watchers]]):
        if id not in guests:
            guests[id] = await connect(crowd.port, id, f"127.4.{place // 250}.{1 + place % 250}")


def run(
    *,
    tables: AtLeastOne = 50,
    watchers: AtLeastOne = 25,
    seconds: Seconds = 60,
    turns: AtLeastOne = 3,
    game: OneGame = None,
) -> None:
    """Measure how much slow clients (spectators who have stopped reading) delay the players.

    Parameters
    ----------
    tables: int
        Tables of all games in turn, all seats taken, two actions a second at each.
    watchers: int
        Number of tables with a watcher.
    seconds: float
        How long watchers of one kind are there.
    turns: int
        How many times each kind has its turn.
    """
    slugs = (game,) if game is not None else game_slugs()
    with tempfile.TemporaryDirectory() as folder, apart(Path(folder) / "data") as served:
        uvloop.run(measure(served, slugs, tables, min(watchers, tables), seconds, turns))


async def measure(served: Served, slugs: Sequence[str], tables: int, watchers: int, seconds: float, turns: int) -> None:
    headline(f"{tables} tables of {', '.join(slugs)} in turn; at {watchers} of them a watcher who reads, or one who "
             f"does not, {seconds:g} s each.")  # fmt: skip
    crowd = Crowd(served.port, 1, slugs)
    await crowd.grow(tables)
    await crowd.under_way()
    await asyncio.sleep(2 * SETTLE)
    kinds: dict[str, Connect] = {"reading": connect_reader, "slow": connect_slow_client}
    found: dict[str, list[float]] = {kind: [] for kind in kinds}
    found_of: dict[str, dict[str, list[float]]] = {slug: {kind: [] for kind in kinds} for slug in slugs}
    dropped = sat = 0
    slices = max(1, round(seconds / SLICE))
    for turn in range(2 * turns):
        kind = ("reading", "slow")[(turn + turn // 2) % 2]  # the order alternates
        guests: dict[str, Guest] = {}
        for latencies in crowd.latencies_of.values():
            latencies.clear()
        began, core = time.perf_counter(), served.used()
        times = [await watched(crowd, watchers, kinds[kind], guests, seconds / slices) for _ in range(slices)]
        p99s = [p99_of(latencies) for latencies in times]
        found[kind] += p99s
        core = 100 * (served.used() - core) / (time.perf_counter() - began)
        for slug in slugs:
            found_of[slug][kind] += crowd.latencies_of[slug]
        lost = ""
        if kind == "slow":
            gone = await count_dropped(guests.values())
            dropped, sat = dropped + gone, sat + len(guests)
            lost = f", {gone} of {len(guests)} dropped"
        for guest in guests.values():
            guest.transport.abort()
        await asyncio.sleep(SETTLE)
        together = [latency for latencies in times for latency in latencies]
        p50 = statistics.median(together or [math.inf])
        print(f"{kind:>8}: {len(together) / seconds:.0f} actions/s, p50 {p50 * 1e3:.1f} ms, "
              f"p99 {statistics.median(p99s) * 1e3:.1f} ms, server {core:.0f} %{lost}", flush=True)  # fmt: skip
    crowd.leave()
    change = statistics.median(found["slow"]) / statistics.median(found["reading"]) - 1
    print("\n| game | actions | p99 ms, watchers read | p99 ms, they do not |\n|---|---:|---:|---:|")
    for slug, of in found_of.items():
        p99s = [f"{p99_of(of[kind]) * 1e3:.1f}" if of[kind] else "none" for kind in kinds]
        print(f"| {slug} | {sum(map(len, of.values()))} | {p99s[0]} | {p99s[1]} |")
    target = judged(f"{100 * TARGET:+g} %", reached=change < TARGET)
    print(f"\nthe others' p99 with {watchers} who do not read: {100 * change:+.1f} %; "
          f"target below {target}; {dropped} of {sat} were dropped")  # fmt: skip
    crowd.report_errors()


async def watched(
    crowd: Crowd, watchers: int, connect: Connect, guests: dict[str, Guest], seconds: float
) -> list[float]:
    """Return the latencies of the players' actions in seconds, with watchers of one kind."""
    await connect_watchers(crowd, watchers, connect, guests)
    crowd.latencies.clear()
    end = time.perf_counter() + seconds
    while (left := end - time.perf_counter()) > 0:
        await asyncio.sleep(min(1, left))
        await connect_watchers(crowd, watchers, connect, guests)
    return crowd.latencies.copy()


async def count_dropped(guests: Iterable[Guest]) -> int:
    """Return how many slow clients the server has dropped."""
    slow = [guest for guest in guests if isinstance(guest, SlowClient)]
    for guest in slow:
        guest.poke()
    await asyncio.sleep(SETTLE)
    return sum(guest.dropped for guest in slow)
