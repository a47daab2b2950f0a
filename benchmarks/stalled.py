"""Whether people notice others who have stopped reading: times with watchers who read, and with watchers who do not.

`tefuda bench stalled` runs it.  Tables are played at as in `benchmarks/load.py`; at some of them a watcher sits down
and reads everything, or reads its handshake and nothing more, in turns.  Both cost the server the same messages.
"""

from __future__ import annotations

import asyncio
import socket
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

import uvloop

from benchmarks.client import HERE, Served, Socket, apart, frame, handshake
from benchmarks.load import SETTLE, Crowd, percentile
from benchmarks.speed import machine

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
        """Send a frame: the system then tells whether there is still somebody who would take it."""
        if not self.transport.is_closing():
            self.transport.write(frame(b'{"t":"ping","id":"p"}'))

    def connection_lost(self, error: Exception | None) -> None:
        self.dropped = True


Guest = Socket | Deaf


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


async def sit_down(crowd: Crowd, watchers: int, kind: str, there: dict[str, Guest]) -> dict[str, Guest]:
    """Let somebody watch at each of the first tables where nobody does: a rematch is a new table."""
    came: dict[str, Guest] = {}
    for place, id in enumerate([table.id for table in crowd.tables[:watchers]]):
        if id not in there:
            source = f"127.4.{place // 250}.{1 + place % 250}"
            sit = (
                deaf(crowd.port, id, source)
                if kind == "deaf"
                else Socket.connect(crowd.port, id, lambda _: None, source=source)
            )
            came[id] = await sit
    return came


def run(*, tables: int = 200, watchers: int = 100, seconds: float = 60, turns: int = 3) -> None:
    """Measure both kinds of watchers in turns, so often and so long each."""
    with tempfile.TemporaryDirectory() as folder, apart(Path(folder) / "data") as served:
        uvloop.run(measure(served, tables, min(watchers, tables), seconds, turns))


async def measure(served: Served, tables: int, watchers: int, seconds: float, turns: int) -> None:
    print(f"{tables} tables; at {watchers} of them a watcher who reads, or one who does not, {seconds:g} s each.")
    print(f"{machine()}\n", flush=True)
    crowd = Crowd(served.port, 1)
    await crowd.grow(tables)
    await asyncio.sleep(2 * SETTLE)
    found: dict[str, list[float]] = {"reading": [], "deaf": []}
    dropped = sat = 0
    for turn in range(2 * turns):
        kind = ("reading", "deaf")[(turn + turn // 2) % 2]  # which comes first changes
        guests = await sit_down(crowd, watchers, kind, {})
        crowd.latencies.clear()
        times: list[float] = []
        slices: list[float] = []
        began = time.perf_counter()
        while time.perf_counter() - began < seconds:
            sliced = time.perf_counter() + min(SLICE, seconds)
            while time.perf_counter() < sliced:
                await asyncio.sleep(min(1, seconds))
                guests |= await sit_down(crowd, watchers, kind, guests)
            times += crowd.latencies
            slices.append(percentile(crowd.latencies, 0.99))
            crowd.latencies.clear()
        spent = time.perf_counter() - began
        found[kind] += slices
        for guest in guests.values():
            if isinstance(guest, Deaf):
                guest.poke()
        await asyncio.sleep(SETTLE)
        gone = sum(isinstance(guest, Deaf) and guest.dropped for guest in guests.values())
        dropped += gone
        sat += len(guests) if kind == "deaf" else 0
        for guest in guests.values():
            guest.transport.abort()
        lost = f", {gone} of {len(guests)} dropped" if kind == "deaf" else ""
        print(f"{kind:>8}: {len(times) / spent:.0f} actions/s, p50 {statistics.median(times) * 1e3:.1f} ms, "
              f"p99 {statistics.median(slices) * 1e3:.1f} ms{lost}", flush=True)  # fmt: skip
    crowd.leave()
    change = statistics.median(found["deaf"]) / statistics.median(found["reading"]) - 1
    verdict = "reached" if change < TARGET else "MISSED"
    print(f"\nthe others' p99 with {watchers} who do not read: {100 * change:+.1f} %; "
          f"target below {100 * TARGET:+g} %: {verdict}; {dropped} of {sat} were dropped")  # fmt: skip
    crowd.complain()
