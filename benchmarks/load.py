"""Load: how many tables of each game one core serves, with people at all seats and every action stored first.

`tefuda bench load` runs it.  The server is `tefuda serve` with its default limits on one core; the clients are on
another, each table with its own address in 127.0.0.0/8, because the server limits the rate per address.  The number
of tables of a game grows in steps until the p99 latency passes the limit; each game has a new server.
"""

from __future__ import annotations

import asyncio
import heapq
import os
import resource
import statistics
import tempfile
import time
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import uvloop

from benchmarks.speed import machine
from harness.server.client import (
    Chooser,
    Done,
    Moved,
    Refused,
    Served,
    Socket,
    Update,
    Welcome,
    apart,
    ask,
    play,
    read,
    used,
    write,
)
from tefuda.engine.game import game_slugs
from tefuda.engine.game import load as load_game

ACTIONS = 2.0  # per second and table
TARGET, LIMIT = 0.050, 0.250  # of the p99 latency, in seconds
SIZES = {"kotori": (500, 100)}  # number of tables in the long measurement, and step size
USUAL_SIZES = (75, 25)  # of the other games, whose actions cost more CPU time
SETTLE = 1.0  # seconds of pause after new tables were opened
OPENING = 8  # tables opened concurrently


class Crowd:
    """All clients: the tables, of some games in rotation, and the latencies of their actions."""

    def __init__(self, port: int, seed: int, games: Sequence[str] = ("kotori",)) -> None:
        self.port, self.random = port, Random(seed)
        self.chooser = Chooser(self.random)
        self.kinds = [(game, load_game(game).description.players[1]) for game in games]
        self.tables: list[Table] = []
        self.latencies: list[float] = []
        self.latencies_of: dict[str, list[float]] = {game: [] for game in games}  # the same by game
        self.troubles: list[str] = []
        self.games = 0
        self.tasks: set[asyncio.Task[None]] = set()
        self.playing = True

    async def grow(self, count: int) -> None:
        """Open tables until there are `count`."""
        doors = asyncio.Semaphore(OPENING)

        async def enter() -> None:
            async with doors:
                number = len(self.tables)
                table = Table(self, number, *self.kinds[number % len(self.kinds)])
                self.tables.append(table)
                await table.open()

        await asyncio.gather(*(enter() for _ in range(count - len(self.tables))))

    def leave(self) -> None:
        """Stop playing and close all connections."""
        self.playing = False
        for task in list(self.tasks):
            task.cancel()
        for table in self.tables:
            for socket in table.sockets:
                socket.close()

    def complain(self) -> None:
        """Print a summary of the errors, if any."""
        if idle := sum(not table.count for table in self.tables):
            self.troubles.append(f"no action was played at {idle} tables")
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
    """The clients of one table: each plays on its turn, at the table's own steady rate."""

    def __init__(self, crowd: Crowd, number: int, game: str, seats: int) -> None:
        self.crowd, self.number, self.game, self.seats = crowd, number, game, seats
        self.source = f"127.1.{number // 250}.{1 + number % 250}"
        self.id, self.count = "", 0
        self.cookies: list[str] = []
        self.sockets: list[Socket] = []
        self.updates: list[Update | None] = [None] * seats
        self.sent = 0.0  # when the pending action was sent; 0 if there is none
        self.action = ""  # the last action sent
        self.due = False  # was the last beat missed because an action was pending?

    async def open(self) -> None:
        """Create the table, take all seats, and deal."""
        port, source = self.crowd.port, self.source
        wish = {"game": self.game, "public": True, "seats": [{"kind": "me"}, *[{"kind": "open"}] * (self.seats - 1)]}
        info, cookie = await ask(port, "/api/tables", wish, source=source)
        self.id, self.cookies = info["id"], [cookie]
        for seat in range(1, self.seats):
            _, cookie = await ask(port, f"/api/tables/{self.id}/join", {"name": f"P{seat}"}, source=source)
            self.cookies.append(cookie)
        await self.sit()
        self.beat_at(asyncio.get_running_loop().time() + self.crowd.random.random() / ACTIONS)

    async def sit(self) -> None:
        """Connect all seats; the host deals after the last welcome."""
        self.updates, self.sent = [None] * self.seats, 0.0
        for seat, cookie in enumerate(self.cookies):
            hear = self.listener(seat, self.id)
            self.sockets.append(await Socket.connect(self.crowd.port, self.id, hear, cookie=cookie, source=self.source))

    def listener(self, seat: int, table: str) -> Callable[[bytes | None], None]:
        def hear(text: bytes | None) -> None:
            if table != self.id or not self.crowd.playing:
                return  # from the previous game, or after the end of the run
            if text is None:
                self.crowd.troubles.append("a connection was closed")
            else:
                self.hear(seat, read(text))

        return hear

    def hear(self, seat: int, message: object) -> None:
        if isinstance(message, Update):
            self.updates[seat] = message
            if self.level:
                self.through(message)
        elif isinstance(message, Welcome):
            self.updates[seat] = message.update
            if all(self.updates):  # all seats are connected
                self.sockets[0].send(write({"t": "deal", "id": "deal"}))
        elif isinstance(message, Refused) and self.sent and message.trouble.clause is not None:
            self.crowd.chooser.refused(self.game, self.action)  # a legal action that only starts a decision
            self.sent = 0.0
            self.act()
        elif isinstance(message, Refused):
            self.crowd.troubles.append(message.trouble.message)
        elif isinstance(message, Moved) and seat == 0:
            self.id = message.table
            self.crowd.later(self.move())
        else:
            assert not isinstance(message, Done) or message.version, "an action is acknowledged only after it is stored"

    @property
    def level(self) -> bool:
        """Return whether all seats have the same version; two entries in quick succession may interleave."""
        return len({0 if update is None else update.version for update in self.updates}) == 1

    def through(self, update: Update) -> None:
        """Record the latency of an action that has reached all seats."""
        if self.sent:
            latency = time.perf_counter() - self.sent
            self.crowd.latencies.append(latency)
            self.crowd.latencies_of[self.game].append(latency)
            self.sent = 0.0
        if update.view is not None and update.view.to_act < 0:
            self.crowd.games += 1
            self.sockets[0].send(write({"t": "rematch", "id": "again"}))
        elif self.due:
            self.act()

    async def move(self) -> None:
        """Connect to the rematch, where everybody sits one seat further."""
        for socket in self.sockets:
            socket.close()
        self.sockets.clear()
        await self.sit()

    def beat_at(self, moment: float) -> None:
        """Act at `moment` and then at a fixed rate; otherwise tables delayed together would stay in phase."""
        asyncio.get_running_loop().call_at(moment, self.beat, moment)

    def beat(self, moment: float) -> None:
        if self.crowd.playing:
            self.beat_at(moment + 1 / ACTIONS)
            self.act()

    def act(self) -> None:
        """Play a legal action of the seat to act."""
        for update, socket in zip(self.updates, self.sockets, strict=False):
            if self.sent or not self.level:
                break
            if update is not None and update.view is not None and update.view.choices:
                self.count += 1
                self.action = self.crowd.chooser.choose(self.game, update.view.choices)
                self.sent, self.due = time.perf_counter(), False
                socket.send(play(f"p{self.count}", update, self.action))
                return
        self.due = True


def percentile(times: list[float], share: float) -> float:
    """Return the percentile of some times, for a share such as 0.99."""
    return heapq.nlargest(max(1, round(len(times) * (1 - share))), times)[-1]


class Found(NamedTuple):
    """The measurements of one game."""

    game: str
    seats: int
    tables: int
    p50: float = 0.0
    p99: float = 0.0
    core: float = 0.0  # CPU use of the server, in per cent of a core
    passed: int = 0  # number of tables at which p99 passed the limit; 0 if it never did
    most: int = 0  # number of tables opened


def run(*, tables: int | None = None, seconds: float = 30, most: int = 2000, game: str | None = None) -> None:
    """Measure each game with `tables` tables, and in steps until p99 passes the limit or `most` tables."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 1 << 16)), hard))
    print(f"{ACTIONS:g} actions a second at each table; every action is synced to the disk first.")
    print(machine())
    found = []
    for slug in (game,) if game is not None else game_slugs():
        usual, distance = SIZES.get(slug, USUAL_SIZES)
        with tempfile.TemporaryDirectory() as folder, apart(Path(folder) / "data") as served:
            found.append(uvloop.run(measure(served, slug, tables or usual, distance, seconds, most)))
    print("\n| game | people a table | tables | p50 ms | p99 ms | server's core % | p99 passes 250 ms at |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for one in found:
        passed = f"{one.passed} tables" if one.passed else f"more than {one.most}"
        times = f"{one.p50 * 1e3:.1f} | {one.p99 * 1e3:.1f}"
        print(f"| {one.game} | {one.seats} | {one.tables} | {times} | {one.core:.0f} | {passed} |")


async def measure(served: Served, game: str, tables: int, distance: int, seconds: float, most: int) -> Found:
    crowd = Crowd(served.port, 1, (game,))
    print(f"\n{game}, {crowd.kinds[0][1]} people at each table:")
    heads = ("tables", 6), ("actions/s", 9), ("p50 ms", 8), ("p99 ms", 8), ("kB a table", 10)
    more = ("server %", 8), ("kept waiting %", 14), ("clients %", 9), ("a sync ms", 9)
    print(" ".join(f"{head:>{width}}" for head, width in heads + more))
    await crowd.grow(1)  # loads what all tables share, and starts the bots' processes
    await asyncio.sleep(2 * SETTLE)
    base, found = served.memory(), Found(*crowd.kinds[0], tables)
    for size in sorted({*range(distance, most + 1, distance), tables}):
        if size > tables and found.passed:
            break
        await crowd.grow(size)
        await asyncio.sleep(SETTLE)
        p50, p99, core = await step(served, crowd, seconds if size == tables else max(2, seconds / 10), base)
        if size == tables:
            found = found._replace(p50=p50, p99=p99, core=core)
        if p99 > LIMIT and not found.passed:
            found = found._replace(passed=size)
    crowd.leave()
    verdict = "reached" if found.p99 < TARGET else "MISSED"
    print(f"{game}, {tables} tables: p50 {found.p50 * 1e3:.1f} ms, p99 {found.p99 * 1e3:.1f} ms; "
          f"target {TARGET * 1e3:g}: {verdict}")  # fmt: skip
    crowd.complain()
    return found._replace(most=len(crowd.tables))


def syncing(folder: Path) -> float:
    """Return the median seconds of a sync of one page to the disk, under the current load."""
    times = []
    with (folder / "page").open("wb", buffering=0) as file:
        for _ in range(9):
            file.write(bytes(4096))
            began = time.perf_counter()
            os.fsync(file.fileno())
            times.append(time.perf_counter() - began)
            time.sleep(0.05)
    return statistics.median(times)


async def step(served: Served, crowd: Crowd, seconds: float, base: int) -> tuple[float, float, float]:
    """Measure for a while and print a line; returns p50 and p99 in seconds, and the server's CPU use in per cent."""
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
    return p50, p99, shares[0]
