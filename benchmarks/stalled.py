"""Whether people notice slow clients: times with watchers who read, and with watchers who have stopped reading.

`tefuda bench stalled` runs it.  Tables of all games are played at as in `benchmarks/load.py`; at some of them a watcher
sits down and reads everything, or reads the handshake and nothing more, in turns.  Both cost the server the same
messages.
"""

from __future__ import annotations

import asyncio
import socket
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import uvloop

from benchmarks.load import SETTLE, Crowd, percentile
from benchmarks.speed import machine
from harness.server.client import HERE, Served, Socket, apart, frame, handshake
from tefuda.engine.game import game_slugs

TARGET = 0.10  # of the others' p99
SMALLEST = 1024  # bytes: the least that the system keeps for who does not read
SLICE = 10  # seconds that have a p99 of their own: a rare pause of either side is in few of them, and the median counts
SEGMENT = 1448  # bytes, as over the internet: for the segments of 127.0.0.1 the system would keep megabytes


class Deaf(asyncio.Protocol):
    """A WebSocket that reads its handshake and nothing more; knows when it was dropped."""

    def __init__(self, request: bytes) -> None:
        self.request, self.dropped = request, False

    def connection_made(self, transport: Any) -> None:
        self.transport: asyncio.Transport = transport
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        self.transport.pause_reading()

    def poke(self) -> None:
        """Send a frame: the system then tells whether the connection is still open."""
        if not self.transport.is_closing():
            self.transport.write(frame(b'{"t":"ping","id":"p"}'))

    def connection_lost(self, error: Exception | None) -> None:
        self.dropped = True


Guest = Socket | Deaf
Come = Callable[[int, str, str], Awaitable[Guest]]  # to a port, for a table, from an address


async def reading(port: int, table: str, source: str) -> Socket:
    """Somebody who comes to a table and reads everything."""
    return await Socket.connect(port, table, lambda _: None, source=source)


async def deaf(port: int, table: str, source: str) -> Deaf:
    """Somebody who comes to a table and stops reading."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALLEST)
    raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, SEGMENT)
    raw.bind((source, 0))
    raw.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(raw, (HERE, port))
    _, protocol = await loop.create_connection(lambda: Deaf(handshake(port, table)), sock=raw)
    return protocol


async def sit_down(crowd: Crowd, watchers: int, come: Come, guests: dict[str, Guest]) -> None:
    """Add a watcher to each of the first tables without one: a rematch is a new table."""
    for place, id in enumerate([table.id for table in crowd.tables[:watchers]]):
        if id not in guests:
            guests[id] = await come(crowd.port, id, f"127.4.{place // 250}.{1 + place % 250}")


def run(*, tables: int = 50, watchers: int = 25, seconds: float = 60, turns: int = 3, game: str | None = None) -> None:
    """Measure both kinds of watchers in turns, so often and so long each, at tables of one game or of all."""
    slugs = (game,) if game is not None else game_slugs()
    with tempfile.TemporaryDirectory() as folder, apart(Path(folder) / "data") as served:
        uvloop.run(measure(served, slugs, tables, min(watchers, tables), seconds, turns))


async def measure(served: Served, slugs: Sequence[str], tables: int, watchers: int, seconds: float, turns: int) -> None:
    print(f"{tables} tables of {', '.join(slugs)} in turn; at {watchers} of them a watcher who reads, or one who does "
          f"not, {seconds:g} s each.")  # fmt: skip
    print(f"{machine()}\n", flush=True)
    crowd = Crowd(served.port, 1, slugs)
    await crowd.grow(tables)
    await asyncio.sleep(2 * SETTLE)
    kinds: dict[str, Come] = {"reading": reading, "deaf": deaf}
    found: dict[str, list[float]] = {kind: [] for kind in kinds}
    found_of: dict[str, dict[str, list[float]]] = {slug: {kind: [] for kind in kinds} for slug in slugs}
    dropped = sat = 0
    slices = max(1, round(seconds / SLICE))
    for turn in range(2 * turns):
        kind = ("reading", "deaf")[(turn + turn // 2) % 2]  # which comes first changes
        guests: dict[str, Guest] = {}
        for latencies in crowd.latencies_of.values():
            latencies.clear()
        began, core = time.perf_counter(), served.used()
        times = [await watched(crowd, watchers, kinds[kind], guests, seconds / slices) for _ in range(slices)]
        p99s = [percentile(latencies, 0.99) for latencies in times]
        found[kind] += p99s
        core = 100 * (served.used() - core) / (time.perf_counter() - began)
        for slug in slugs:
            found_of[slug][kind] += crowd.latencies_of[slug]
        lost = ""
        if kind == "deaf":
            gone = await count_dropped(guests.values())
            dropped, sat = dropped + gone, sat + len(guests)
            lost = f", {gone} of {len(guests)} dropped"
        for guest in guests.values():
            guest.transport.abort()
        await asyncio.sleep(SETTLE)
        together = [latency for latencies in times for latency in latencies]
        print(f"{kind:>8}: {len(together) / seconds:.0f} actions/s, p50 {statistics.median(together) * 1e3:.1f} ms, "
              f"p99 {statistics.median(p99s) * 1e3:.1f} ms, server {core:.0f} %{lost}", flush=True)  # fmt: skip
    crowd.leave()
    change = statistics.median(found["deaf"]) / statistics.median(found["reading"]) - 1
    print("\n| game | actions | p99 ms, watchers read | p99 ms, they do not |\n|---|---:|---:|---:|")
    for slug, of in found_of.items():
        p99s = [f"{percentile(of[kind], 0.99) * 1e3:.1f}" if of[kind] else "none" for kind in kinds]
        print(f"| {slug} | {sum(map(len, of.values()))} | {p99s[0]} | {p99s[1]} |")
    verdict = "reached" if change < TARGET else "MISSED"
    print(f"\nthe others' p99 with {watchers} who do not read: {100 * change:+.1f} %; "
          f"target below {100 * TARGET:+g} %: {verdict}; {dropped} of {sat} were dropped")  # fmt: skip
    crowd.complain()


async def watched(crowd: Crowd, watchers: int, come: Come, guests: dict[str, Guest], seconds: float) -> list[float]:
    """How long the players' actions take, in seconds, while watchers of one kind are there."""
    await sit_down(crowd, watchers, come, guests)
    crowd.latencies.clear()
    end = time.perf_counter() + seconds
    while (left := end - time.perf_counter()) > 0:
        await asyncio.sleep(min(1, left))
        await sit_down(crowd, watchers, come, guests)
    return crowd.latencies.copy()


async def count_dropped(guests: Iterable[Guest]) -> int:
    """How many of those who do not read the server has cut off."""
    deaf = [guest for guest in guests if isinstance(guest, Deaf)]
    for guest in deaf:
        guest.poke()
    await asyncio.sleep(SETTLE)
    return sum(guest.dropped for guest in deaf)
