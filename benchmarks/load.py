"""Load: how many tables of each game one core serves, with people at all seats and every action stored first.

`tefuda bench load` runs it.  The server is `tefuda serve` with its default limits on one core; the clients are on
another, each table with its own address in 127.0.0.0/8, because the server limits the rate per address.  The number
of tables of a game grows in steps until the p99 latency passes the limit; each game has a new server.  With the
reference, an even mix of all games and the echo server of `echo_server.py` are measured in the same way; with clocks,
each game a second time, at tables where the clock of the seat to act runs.
"""

from __future__ import annotations

import asyncio
import heapq
import math
import os
import resource
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import uvloop

from benchmarks.crowd import ACTIONS, MIX, WITH_CLOCKS, Crowd
from benchmarks.echo_server import ECHO, MODULE
from benchmarks.options import AtLeastOne, Flag, OneGame, Seconds
from benchmarks.speed import headline, judged
from harness.server.client import Served, apart, used
from tefuda.engine.game import game_slugs

TARGET, LIMIT = 0.050, 0.250  # of the p99 latency, in seconds
SIZES = {"kotori": (500, 100), ECHO: (500, 100)}  # number of tables in the long measurement, and step size
USUAL_SIZES = (75, 25)  # of the other games, whose actions cost more CPU time
PATIENCE = 1.0  # seconds to open a table and to deal, of which several are opened at a time; otherwise there is no room
SETTLE = 1.0  # seconds of pause after new tables were opened


def p99_of(times: list[float]) -> float:
    """Return the time that one in a hundred reaches; infinity if there are none."""
    return heapq.nlargest(max(1, round(len(times) / 100)), times or [math.inf])[-1]


class Found(NamedTuple):
    """The measurements of one game."""

    game: str
    seats: str  # people at a table
    tables: int
    p50: float = math.inf  # until it is measured
    p99: float = math.inf
    core: float = math.inf  # CPU use of the server, in per cent of a core
    passed: tuple[int, ...] = (0, 0)  # numbers of tables at which p99 passed TARGET and LIMIT; 0 if it never did
    most: int = 0  # number of tables opened

    @property
    def measured(self) -> bool:
        """Whether this many tables could be opened at all."""
        return self.core < math.inf


def run(
    *,
    tables: AtLeastOne | None = None,
    seconds: Seconds = 30,
    most: AtLeastOne = 2000,
    game: OneGame = None,
    reference: Flag = False,
    clocks: Flag = False,
) -> None:
    """Measure the latency of actions at many tables, and how many tables one core serves, for each game.

    Parameters
    ----------
    tables: int
        Tables of one game, all seats taken, two actions a second at each; without it 500 of kotori, 75 of others.
    seconds: float
        How long they are measured.
    most: int
        Then tables are added, up to this many, until one action in a hundred takes more than 250 ms.
    game: str
        The name of one game, such as tezuma; without it all games, one after another.
    reference: bool
        Afterwards measure an even mix of all games, and an echo server on the same stack, in the same way.
    clocks: bool
        Measure each game twice: without clocks, and with one running at every table.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 1 << 16)), hard))
    headline(f"{ACTIONS:g} actions a second at each table; every action is synced to the disk first.")
    slugs = (game,) if game is not None else game_slugs()
    kinds = {slug: (slug,) for slug in slugs}
    if reference:
        kinds |= {MIX: slugs, ECHO: (ECHO,)} if len(slugs) > 1 else {ECHO: (ECHO,)}
    if clocks:
        kinds = {
            name + timed: games
            for name, games in kinds.items()
            for timed in (("",) if name == ECHO else ("", WITH_CLOCKS))
        }
    found = []
    for name, games in kinds.items():
        usual, distance = SIZES.get(name.removesuffix(WITH_CLOCKS), USUAL_SIZES)
        module = MODULE if name == ECHO else ("tefuda", "serve")
        with tempfile.TemporaryDirectory() as folder, apart(Path(folder) / "data", module=module) as served:
            found.append(uvloop.run(measure(served, name, games, tables or usual, distance, seconds, most)))
    limits = " | ".join(f"p99 passes {limit * 1e3:g} ms at" for limit in (TARGET, LIMIT))
    print(f"\n| game | people a table | tables | p50 ms | p99 ms | server's core % | {limits} |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    for one in found:
        passed = " | ".join(f"{count} tables" if count else f"more than {one.most}" for count in one.passed)
        times = f"{one.p50 * 1e3:.1f} | {one.p99 * 1e3:.1f} | {one.core:.0f}" if one.measured else "- | - | -"
        print(f"| {one.game} | {one.seats} | {one.tables} | {times} | {passed} |")


async def measure(
    served: Served, name: str, games: Sequence[str], tables: int, distance: int, seconds: float, most: int
) -> Found:
    """Measure tables of some games, in rotation."""
    crowd = Crowd(served.port, 1, games, clocks=name.endswith(WITH_CLOCKS))
    seats = [seats for _, seats, _ in crowd.kinds]
    people = f"{min(seats)} to {max(seats)}" if len(seats) > 1 else f"{seats[0]}"
    print(f"\n{name}, {people} people at each table:")
    heads = ("tables", 6), ("actions/s", 9), ("p50 ms", 8), ("p99 ms", 8), ("kB a table", 10)
    more = ("server %", 8), ("kept waiting %", 14), ("clients %", 9), ("a sync ms", 9)
    print(" ".join(f"{head:>{width}}" for head, width in heads + more))
    await crowd.grow(1)  # loads what all tables share, and starts the bots' processes
    await asyncio.sleep(2 * SETTLE)
    base, found = served.memory(), Found(name, people, tables)
    for size in sorted({*range(distance, most + 1, distance), tables}):
        if size > tables and all(found.passed):
            break
        try:
            async with asyncio.timeout(PATIENCE * (size - len(crowd.tables))):
                await crowd.grow(size)
        except TimeoutError:  # a server at its limit answers those who play and hardly anyone else
            print(f"{size:>6} tables cannot be opened: that takes more than {PATIENCE:g} s for each new one")
            crowd.close_idle()
            found = found._replace(passed=tuple(count or size for count in found.passed))
            break
        await crowd.under_way()
        await asyncio.sleep(SETTLE)
        p50, p99, core = await step(served, crowd, seconds if size == tables else max(2, seconds / 10), base)
        if size == tables:
            found = found._replace(p50=p50, p99=p99, core=core)
        passed = [
            count or (size if p99 > limit else 0) for count, limit in zip(found.passed, (TARGET, LIMIT), strict=True)
        ]
        found = found._replace(passed=tuple(passed))
    crowd.leave()
    times = f"p50 {found.p50 * 1e3:.1f} ms, p99 {found.p99 * 1e3:.1f} ms" if found.measured else "cannot be opened"
    print(f"{name}, {tables} tables: {times}; target {judged(f'{TARGET * 1e3:g}', reached=found.p99 < TARGET)}")
    crowd.report_errors()
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
    p50, p99 = statistics.median(times or [math.inf]), p99_of(times)
    memory = (served.memory() - base) / max(1, len(crowd.tables) - 1) / 1024
    shares = [100 * now / spent for now in (served.used() - theirs, served.waited() - kept, used(os.getpid()) - ours)]
    print(
        f"{len(crowd.tables):>6} {len(times) / spent:>9.0f} {p50 * 1e3:>8.1f} {p99 * 1e3:>8.1f} {memory:>10.0f} "
        f"{shares[0]:>8.0f} {shares[1]:>14.0f} {shares[2]:>9.0f} {await disk * 1e3:>9.1f}",
        flush=True,
    )
    return p50, p99, shares[0]
