"""Cost of an action: the processor time that the server takes for it, against an echo server on the same stack.

`tefuda bench cost` runs it.  `tefuda serve` and `echo_server.py` run on one core, the clients on another.  Four clients
sit at every table, as many people as the game takes and watchers, and only one kind of table is active at a time.  A
window plays a number of actions, with one or with several of them under way at any time; the windows of all kinds
alternate.  Between them, games that have ended are dealt again, and the server finishes the records of those games.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

import uvloop

from benchmarks.crowd import ECHO_SOCKETS, WITH_CLOCKS, Crowd, EchoTable, Table
from benchmarks.echo_server import ECHO, MODULE, SENT_BYTES, STORED_BYTES
from benchmarks.options import AtLeastOne, Flag, OneGame
from benchmarks.speed import headline, judged
from harness.server.client import PATIENCE, Served, Update, apart
from tefuda.engine.game import game_slugs

TARGETS = {"kotori": 4.0}  # times the cost of an echo, under load
USUAL_TARGET = 8.0
UNDER_WAY = 1, 16  # actions at any time: one after another, and under load
LOOK, IDLE = 0.1, 0.03  # seconds, and share of a core that an idle server uses at most for timers and pings
LIMITS = (
    "--limit",
    "connection-rate=1000/1000",
    "--limit",
    "message-rate=10000/10000",
)  # few tables are to play fast, in both servers


class OneByOne(Table):
    """Clients that act only when they are told to; a game that has ended waits for `renew`."""

    ended = False
    acted: asyncio.Future[None] | None = None
    dealt: asyncio.Future[None] | None = None
    failure = ""

    def begin(self) -> None:
        """Wait to be told."""

    def on_reached(self, update: Update) -> None:
        super().on_reached(update)
        if self.ready and self.dealt is not None and not self.dealt.done():
            self.dealt.set_result(None)

    def arrived(self) -> None:
        super().arrived()
        if self.acted is not None and not self.acted.done():
            self.acted.set_result(None)

    def end(self) -> None:
        self.ended = True

    async def play(self) -> None:
        """Play an action, and wait until it has reached all clients."""
        self.acted = asyncio.get_running_loop().create_future()
        self.act()
        await self._wait(self.acted, "an action has not reached all clients")

    def failed(self, why: str) -> None:
        super().failed(why)
        self.failure = why
        for waiting in (self.acted, self.dealt):
            if waiting is not None and not waiting.done():
                waiting.set_exception(RuntimeError(f"{self.game}: {why}"))

    async def _wait(self, future: asyncio.Future[None], otherwise: str) -> None:
        """Wait for something to happen; raises RuntimeError with what the server refused, or `otherwise`."""
        if self.failure:
            raise RuntimeError(f"{self.game}: {self.failure}")
        try:
            async with asyncio.timeout(PATIENCE):
                await future
        except TimeoutError:
            raise RuntimeError(f"{self.game}: {otherwise} after {PATIENCE} s") from None

    @property
    def ready(self) -> bool:
        """Whether someone is to act."""
        views = [update.view for update in self.updates if update is not None]
        return not self.ended and self.in_sync and any(view is not None and view.choices for view in views)

    async def renew(self) -> None:
        """Start a rematch if the game has ended, and wait until someone is to act."""
        if self.ended:
            super().end()
            self.ended = False
        if not self.ready:
            self.dealt = asyncio.get_running_loop().create_future()
            await self._wait(self.dealt, "nobody is to act")


class OneByOneEcho(OneByOne, EchoTable):
    """A table of the echo server, where a client can act as soon as all are connected."""

    ready = False

    def begin(self) -> None:
        self.ready = True
        if self.dealt is not None and not self.dealt.done():
            self.dealt.set_result(None)


class ToldCrowd(Crowd):
    """Clients at tables that act only when they are told to."""

    def make(self, number: int, game: str, seats: int, watchers: int) -> OneByOne:
        return (OneByOneEcho if game == ECHO else OneByOne)(self, number, game, seats, watchers)


class Working(Protocol):
    """One server or several."""

    def ran(self) -> float:
        """Return the processor seconds used so far."""


class Contender(NamedTuple):
    """The tables of one kind, and the server they are at."""

    name: str
    served: Working
    crowd: Crowd

    async def window(self, actions: int, under_way: int, *meters: Callable[[], float]) -> list[float]:
        """Play `actions` actions, this many at a time; return what each took of the server's processor seconds.

        What it took of other `meters` follows.
        """
        tables = [table for table in self.crowd.tables if isinstance(table, OneByOne)]
        await asyncio.gather(*(table.renew() for table in tables))
        await self.rest()
        self.crowd.random.shuffle(tables)
        queue, before, meters = deque(tables), len(self.crowd.latencies), (self.served.ran, *meters)
        started = [meter() for meter in meters]

        async def play() -> None:
            while queue and len(self.crowd.latencies) - before < actions:
                table = queue.popleft()
                await table.play()
                if table.ready:
                    queue.append(table)

        await asyncio.gather(*(play() for _ in range(under_way)))
        done = len(self.crowd.latencies) - before
        return [(meter() - start) / done for meter, start in zip(meters, started, strict=True)]

    async def rest(self) -> None:
        """Wait until the server is idle: it makes the records of ended games, of all kinds, in the background."""
        for _ in range(int(PATIENCE / LOOK)):
            ran = self.served.ran()
            await asyncio.sleep(LOOK)
            if self.served.ran() - ran < IDLE * LOOK:
                return


def run(
    *,
    actions: AtLeastOne = 500,
    rounds: AtLeastOne = 15,
    tables: AtLeastOne = 40,
    game: OneGame = None,
    clocks: Flag = False,
) -> None:
    """Measure the processor time of an action, against an echo server on the same stack.

    Parameters
    ----------
    actions: int
        How many in each window; windows of the echo server and of all games alternate.
    rounds: int
        How many windows of each; the median counts.
    tables: int
        Tables of each game, with four clients at each.
    clocks: bool
        Measure each game also at tables at which a clock runs.
    """
    slugs = (game,) if game is not None else game_slugs()
    names = [slug + timed for slug in slugs for timed in (("", WITH_CLOCKS) if clocks else ("",))]
    print(f"{ECHO_SOCKETS} clients at each of {tables} tables; medians of {rounds} windows of {actions} actions.")
    headline(f"An echo stores {STORED_BYTES} bytes and sends {SENT_BYTES} to each client.")
    with tempfile.TemporaryDirectory() as folder, apart(Path(folder) / "data", options=LIMITS) as served:
        echo = Served(Path(folder) / "echo", served.core, module=MODULE, options=LIMITS)
        try:
            found = uvloop.run(measure(served, echo, names, actions, rounds, tables))
        finally:
            echo.stop()
    report(names, found)


async def measure(
    served: Served, echo: Served, names: Sequence[str], actions: int, rounds: int, tables: int
) -> dict[tuple[str, int], list[float]]:
    """Return the processor seconds of an action in each window, by kind of table and actions under way."""
    contenders = [
        Contender(name, server, told_crowd(server, name, seed, tables))
        for seed, (name, server) in enumerate([(ECHO, echo), *((name, served) for name in names)])
    ]
    for contender in contenders:
        await contender.crowd.grow(tables)
    found: dict[tuple[str, int], list[float]] = {(one.name, count): [] for one in contenders for count in UNDER_WAY}
    for turn in range(-1, rounds):  # an extra round warms up
        began = time.perf_counter()
        for position in range(len(contenders)):
            contender = contenders[(position + turn) % len(contenders)]
            for count in UNDER_WAY:
                (seconds,) = await contender.window(actions, count)
                if turn >= 0:
                    found[contender.name, count].append(seconds)
        if turn >= 0:
            costs = ", ".join(f"{one.name} {found[one.name, UNDER_WAY[-1]][-1] * 1e3:.2f}" for one in contenders)
            print(f"round {turn + 1}, {time.perf_counter() - began:.0f} s, ms under load: {costs}", flush=True)
    for contender in contenders:
        contender.crowd.leave()
        contender.crowd.report_errors()
    return found


def told_crowd(served: Served, name: str, seed: int, tables: int) -> ToldCrowd:
    """Return the clients of one kind of table."""
    game, clocks = name.removesuffix(WITH_CLOCKS), name.endswith(WITH_CLOCKS)
    return ToldCrowd(served.port, seed, (game,), sockets=ECHO_SOCKETS, clocks=clocks, first=seed * tables)


def report(names: Sequence[str], found: dict[tuple[str, int], list[float]]) -> None:
    """Print the medians of the windows, and of the ratios to the echo in the same round."""
    print(f"\n| | ms, one at a time | times an echo | ms, {UNDER_WAY[-1]} at a time | times an echo | target |")
    print("|---|---:|---:|---:|---:|---:|")
    for name in (ECHO, *names):
        cells, times = [], 0.0
        for count in UNDER_WAY:
            seconds, echoes = found[name, count], found[ECHO, count]
            times = statistics.median(mine / echo for mine, echo in zip(seconds, echoes, strict=True))
            cells += [f"{statistics.median(seconds) * 1e3:.2f}", f"{times:.1f}"]
        target = TARGETS.get(name.removesuffix(WITH_CLOCKS), USUAL_TARGET)
        verdict = "" if name == ECHO else judged(f"{target:g}", reached=times <= target)
        print(f"| {name} | {' | '.join(cells)} | {verdict} |")
