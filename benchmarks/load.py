"""How many tables one core serves: hundreds of them with four people each, every action stored before it is seen.

`tefuda bench load` runs it.  The server is `tefuda serve` as it is, with its limits, on one core; the people are on
another one, each table from an address of its own within 127.0.0.0/8, because the server limits what one address may
ask for.  Tables are opened in steps until half of a second's percent of all actions takes too long.
"""

from __future__ import annotations

import asyncio
import heapq
import os
import resource
import statistics
import tempfile
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random

import uvloop

from benchmarks.client import Done, Moved, Refused, Served, Socket, Update, Welcome, apart, ask, play, read, used, write
from benchmarks.speed import machine

SEATS = 4
ACTIONS = 2.0  # that are played at a table, in a second
TARGET, LIMIT = 0.050, 0.250  # seconds, for 99 of 100 actions
STEP = 100  # tables
SETTLE = 1.0  # seconds after new tables have been opened
OPENING = 8  # tables at a time


class Crowd:
    """Everybody: the tables, and how long their actions took."""

    def __init__(self, port: int, seed: int) -> None:
        self.port, self.random = port, Random(seed)
        self.tables: list[Table] = []
        self.latencies: list[float] = []
        self.troubles: list[str] = []
        self.games = 0
        self.tasks: set[asyncio.Task[None]] = set()
        self.playing = True

    async def grow(self, count: int) -> None:
        """Open tables until there are so many."""
        doors = asyncio.Semaphore(OPENING)

        async def enter() -> None:
            async with doors:
                table = Table(self, len(self.tables))
                self.tables.append(table)
                await table.open()

        await asyncio.gather(*(enter() for _ in range(count - len(self.tables))))

    def leave(self) -> None:
        """Everybody stops playing and goes."""
        self.playing = False
        for task in list(self.tasks):
            task.cancel()
        for table in self.tables:
            for socket in table.sockets:
                socket.close()

    def complain(self) -> None:
        """Say what has gone wrong, if anything has."""
        if self.troubles:
            print(f"TROUBLE, {len(self.troubles)} times, such as: {self.troubles[0]}")

    def later(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self._over)

    def _over(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            self.troubles.append(repr(task.exception()))


class Table:
    """Four people at a table: each plays when it is their turn, in the table's own rhythm."""

    def __init__(self, crowd: Crowd, number: int) -> None:
        self.crowd, self.number = crowd, number
        self.source = f"127.1.{number // 250}.{1 + number % 250}"
        self.id, self.count = "", 0
        self.cookies: list[str] = []
        self.sockets: list[Socket] = []
        self.updates: list[Update | None] = [None] * SEATS
        self.version = self.awaited = 0  # the update that everybody waits for, and by how many it is
        self.sent = 0.0  # when what is under way was sent; 0: nothing is
        self.due = False  # is it time for an action, though the last one is not through?

    async def open(self) -> None:
        """Make the table, let four people sit down, and deal."""
        port, source = self.crowd.port, self.source
        wish = {"game": "kotori", "public": True, "seats": [{"kind": "me"}, *[{"kind": "open"}] * (SEATS - 1)]}
        info, cookie = await ask(port, "/api/tables", wish, source=source)
        self.id, self.cookies = info["id"], [cookie]
        for seat in range(1, SEATS):
            _, cookie = await ask(port, f"/api/tables/{self.id}/join", {"name": f"P{seat}"}, source=source)
            self.cookies.append(cookie)
        await self.sit()
        self.beat_at(asyncio.get_running_loop().time() + self.crowd.random.random() / ACTIONS)

    async def sit(self) -> None:
        """Four WebSockets; the host deals when everybody has been welcomed."""
        self.updates, self.version, self.sent = [None] * SEATS, 0, 0.0
        for seat, cookie in enumerate(self.cookies):
            hear = self.listener(seat, self.id)
            self.sockets.append(await Socket.connect(self.crowd.port, self.id, hear, cookie=cookie, source=self.source))

    def listener(self, seat: int, table: str) -> Callable[[bytes | None], None]:
        def hear(text: bytes | None) -> None:
            if table != self.id or not self.crowd.playing:
                return  # of the game before, or at closing time
            if text is None:
                self.crowd.troubles.append("a connection was closed")
            else:
                self.hear(seat, read(text))

        return hear

    def hear(self, seat: int, message: object) -> None:
        if isinstance(message, Update):
            self.updates[seat] = message
            if message.version != self.version:
                self.version, self.awaited = message.version, SEATS
            self.awaited -= 1
            if not self.awaited:
                self.through(message)
        elif isinstance(message, Welcome):
            self.updates[seat] = message.update
            if all(self.updates):  # everybody is there
                self.sockets[0].send(write({"t": "deal", "id": "deal"}))
        elif isinstance(message, Refused):
            self.crowd.troubles.append(message.trouble.message)
        elif isinstance(message, Moved) and seat == 0:
            self.id = message.table
            self.crowd.later(self.move())
        else:
            assert not isinstance(message, Done) or message.version, "never before it is stored"

    def through(self, update: Update) -> None:
        """All four have heard of it."""
        if self.sent:
            self.crowd.latencies.append(time.perf_counter() - self.sent)
            self.sent = 0.0
        if update.view is not None and update.view.to_act < 0:
            self.crowd.games += 1
            self.sockets[0].send(write({"t": "rematch", "id": "again"}))
        elif self.due:
            self.act()

    async def move(self) -> None:
        """On to the rematch, where everybody sits one seat further."""
        for socket in self.sockets:
            socket.close()
        self.sockets.clear()
        await self.sit()

    def beat_at(self, moment: float) -> None:
        """Act then and ever after in even steps: tables that were late together would otherwise keep in step."""
        asyncio.get_running_loop().call_at(moment, self.beat, moment)

    def beat(self, moment: float) -> None:
        if self.crowd.playing:
            self.beat_at(moment + 1 / ACTIONS)
            self.act()

    def act(self) -> None:
        """The seat that decides plays something it may."""
        for update, socket in zip(self.updates, self.sockets, strict=False):
            if self.sent or self.awaited:
                break
            if update is not None and update.view is not None and update.view.choices:
                self.count += 1
                action = self.crowd.random.choice(update.view.choices).action
                self.sent, self.due = time.perf_counter(), False
                socket.send(play(f"p{self.count}", update, action))
                return
        self.due = True


def percentile(times: list[float], share: float) -> float:
    """The time within which that share of all things happened."""
    return heapq.nlargest(max(1, round(len(times) * (1 - share))), times)[-1]


def run(*, tables: int = 500, seconds: float = 30, most: int = 2000) -> None:
    """Measure `tables` for some seconds, and steps before and after it until p99 passes the limit or `most` tables."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 1 << 16)), hard))
    with tempfile.TemporaryDirectory() as folder, apart(Path(folder) / "data") as served:
        uvloop.run(measure(served, tables, seconds, most))


async def measure(served: Served, tables: int, seconds: float, most: int) -> None:
    print(f"{SEATS} people a table, {ACTIONS:g} actions a second at each; every action is synced to the disk first.")
    print(f"{machine()}\n")
    heads = ("tables", 6), ("actions/s", 9), ("p50 ms", 8), ("p99 ms", 8), ("kB a table", 10)
    more = ("server %", 8), ("kept waiting %", 14), ("clients %", 9), ("a sync ms", 9)
    print(" ".join(f"{head:>{width}}" for head, width in heads + more))
    crowd = Crowd(served.port, 1)
    await crowd.grow(1)  # what every table shares is loaded, and the bots' processes have started
    await asyncio.sleep(2 * SETTLE)
    base, passed, result = served.memory(), 0, (0.0, 0.0)
    sizes = sorted({*range(STEP, most + 1, STEP), tables})
    for size in sizes:
        if size > tables and passed:
            break
        await crowd.grow(size)
        await asyncio.sleep(SETTLE)
        p50, p99 = await step(served, crowd, seconds if size == tables else max(2, seconds / 10), base)
        if p99 > LIMIT and not passed:
            passed = size
        if size == tables:
            result = p50, p99
    crowd.leave()
    verdict = "reached" if result[1] < TARGET else "MISSED"
    print(f"\n{tables} tables: p50 {result[0] * 1e3:.1f} ms, p99 {result[1] * 1e3:.1f} ms; "
          f"target {TARGET * 1e3:g}: {verdict}")  # fmt: skip
    print(f"p99 passes {LIMIT * 1e3:g} ms at {passed} tables" if passed else f"p99 stays below at {len(crowd.tables)}")
    crowd.complain()


def syncing(folder: Path) -> float:
    """How long the disk takes to sync a page, in seconds: the median of some, with whatever else it has to do."""
    times = []
    with (folder / "page").open("wb", buffering=0) as file:
        for _ in range(9):
            file.write(bytes(4096))
            began = time.perf_counter()
            os.fsync(file.fileno())
            times.append(time.perf_counter() - began)
            time.sleep(0.05)
    return statistics.median(times)


async def step(served: Served, crowd: Crowd, seconds: float, base: int) -> tuple[float, float]:
    """Measure for a while and print a line; p50 and p99 in seconds."""
    crowd.latencies.clear()
    began, ours, theirs, kept = time.perf_counter(), used(os.getpid()), served.used(), served.waited()
    disk = asyncio.create_task(asyncio.to_thread(syncing, served.folder))
    await asyncio.sleep(seconds)
    spent = time.perf_counter() - began
    times = crowd.latencies.copy()
    p50, p99 = statistics.median(times), percentile(times, 0.99)
    memory = (served.memory() - base) / max(1, len(crowd.tables) - 1) / 1024
    shares = [100 * now / spent for now in (served.used() - theirs, served.waited() - kept, used(os.getpid()) - ours)]
    print(
        f"{len(crowd.tables):>6} {len(times) / spent:>9.0f} {p50 * 1e3:>8.1f} {p99 * 1e3:>8.1f} {memory:>10.0f} "
        f"{shares[0]:>8.0f} {shares[1]:>14.0f} {shares[2]:>9.0f} {await disk * 1e3:>9.1f}",
        flush=True,
    )
    return p50, p99
