"""Scale: processor time with a second worker, with the clients of a table at one worker or at both.

`tefuda bench scale` runs it.  One worker alone has some tables; two workers have twice as many, with all four clients
of a table at its home (`tefuda serve --workers 2`), or with two of them at each worker (two servers on one database):
each passes connections on to the home of their table (`--passing`), or both serve every table.
Beside them are two servers that know nothing of each other: the most that two processes of one machine can be worth.
A window plays actions at the tables of one kind, this many under way for each worker; the windows of all kinds
alternate.  Each game is measured, and then an even mix of all of them.  Counted are the processor seconds of the
workers, and apart from them those of PostgreSQL and the clients.  Each of two workers runs on a core of its own; the
clients and PostgreSQL run on that of the second one.  The worker alone has a window on each core, so that it shares one
with them half of the time, as the two do.  Windows are short and many, as the speed of a virtual machine may change
from minute to minute; records that are made after a window are not counted for any kind.

Two workers are worth 2 if an action costs them what it costs one: 2 x (seconds of an action alone) / (seconds of an
action at two).  Not covered: throughput, which the cores that PostgreSQL, bots and other programs leave free decide.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import NamedTuple

import uvloop

from benchmarks.cost import LIMITS, LOOK, Contender, ToldCrowd
from benchmarks.crowd import MIX, Crowd
from benchmarks.options import AtLeastOne, OneGame
from benchmarks.speed import headline, judged
from harness.server.client import PATIENCE, Served, ask, children, metric, pin, thread_times
from harness.server.postgres import DURABLE, Cluster, running_cluster
from tefuda.engine.game import game_slugs
from tefuda.server.cluster.homes import home_of
from tefuda.server.cluster.passing import REFRESH_SECONDS

WORKERS = 2
CLIENTS = 4  # at each table
UNDER_WAY = 16  # actions at any time, for each worker
ALONE, APART, HOME, PASSED, SPLIT = "alone", "two apart", "at home", "passed on 2+2", "split 2+2"
KINDS = {ALONE: (1, 1), APART: (WORKERS, 1), HOME: (1, WORKERS), PASSED: (WORKERS, 1), SPLIT: (WORKERS, 1)}
TARGETS = {HOME: 1.8, PASSED: 1.3}  # times one worker


class Workers(NamedTuple):
    """The worker processes of one or two servers."""

    processes: Sequence[int]

    def ran(self) -> float:
        return sum(thread_times(process, 0) for process in self.processes)


class Costs(NamedTuple):
    """Processor seconds of an action."""

    workers: float
    postgresql: float
    clients: float


def run(*, actions: AtLeastOne = 200, rounds: AtLeastOne = 21, tables: AtLeastOne = 20, game: OneGame = None) -> None:
    """Measure what a second worker is worth in processor time: tables at home, and tables whose seats are split.

    Parameters
    ----------
    actions: int
        How many for each worker in each window; windows of one worker and of two alternate.
    rounds: int
        How many windows of each; the median counts.
    tables: int
        Tables for each worker, with four clients at each.
    """
    slugs = (game,) if game is not None else game_slugs()
    mixes = {slug: (slug,) for slug in slugs} | ({MIX: slugs} if len(slugs) > 1 else {})
    headline(
        f"{CLIENTS} clients at each of {tables} tables for each worker, {UNDER_WAY} actions under way for each worker; "
        f"medians of {rounds} windows of {actions} actions for each worker."
    )
    found: dict[tuple[str, str], list[Costs]] = {}
    for name, games in mixes.items():
        found |= uvloop.run(measure(name, games, actions, rounds, tables))
    report(tuple(mixes), found)


class Lone(NamedTuple):
    """The tables of one worker, measured on each core."""

    name: str
    contender: Contender
    process: int
    cores: Sequence[int]

    async def window(self, actions: int, under_way: int, *meters: Callable[[], float]) -> list[float]:
        """Do as `Contender.window` does, on one core after another."""
        found = []
        for core in self.cores:
            pin(self.process, core)
            found.append(await self.contender.window(actions, under_way, *meters))
        return [statistics.mean(column) for column in zip(*found, strict=True)]


class Pair(NamedTuple):
    """Two servers with tables of their own, measured together."""

    name: str
    contenders: Sequence[Contender]

    async def window(self, actions: int, under_way: int, *meters: Callable[[], float]) -> list[float]:
        """Do as `Contender.window` does, half of it at each server."""
        count = len(self.contenders)
        both = await asyncio.gather(
            *(one.window(actions // count, under_way // count, *meters) for one in self.contenders)
        )
        workers, *others = (statistics.mean(column) for column in zip(*both, strict=True))
        return [workers, *(other / count for other in others)]  # each server's window has measured what both took


async def measure(
    name: str, games: Sequence[str], actions: int, rounds: int, tables: int
) -> dict[tuple[str, str], list[Costs]]:
    """Return the costs of an action at tables of some games, in rotation, in each window: by name and kind."""
    async with AsyncExitStack() as stack:
        cores = sorted(os.sched_getaffinity(0))
        stack.callback(os.sched_setaffinity, 0, cores)
        os.sched_setaffinity(0, {cores[-1]})  # inherited by PostgreSQL
        cluster = stack.enter_context(running_cluster(DURABLE))
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        kinds: list[tuple[str, list[Served]]] = []
        for kind, (servers, workers) in KINDS.items():
            url = stack.enter_context(cluster.database())
            served = []
            for number in range(servers):
                if kind == APART and number:
                    url = stack.enter_context(cluster.database())
                options = [*LIMITS, "--database", url, "--bot-processes", "0", "--workers", str(workers)]
                options += ["--signing-keys", str(folder / f"{kind}.json")]
                options += ["--passing", "127.0.0.1:0"] if kind == PASSED else []
                one = await asyncio.to_thread(Served, folder / f"{kind} {number}", options=options)
                stack.callback(one.stop)
                served.append(one)
            kinds.append((kind, served))
        contenders: list[Lone | Pair | Contender] = []
        crowds: dict[str, list[Crowd]] = {}
        for place, (kind, served) in enumerate(kinds):
            pids = children(served[0].process.pid) if kind == HOME else [one.process.pid for one in served]
            assert len(pids) == (1 if kind == ALONE else WORKERS)
            for number, pid in enumerate(pids):
                pin(pid, cores[number % len(cores)])
            first = 2 * place * tables
            if kind == APART:
                parts = []
                for number, one in enumerate(served):
                    crowd = ToldCrowd(one.port, place, games, sockets=CLIENTS, first=first + number * tables)
                    parts.append(Contender(kind, one, crowd))
                    await crowd.grow(tables)
                contenders.append(Pair(kind, parts))
                crowds[kind] = [part.crowd for part in parts]
                continue
            if kind == PASSED:
                await asyncio.sleep(REFRESH_SECONDS + 1)  # until the servers have seen each other
            more = [one.port for one in served[1:]]
            crowd = ToldCrowd(served[0].port, place, games, sockets=CLIENTS, first=first, more_ports=more)
            contender = Contender(kind, Workers(pids), crowd)
            contenders.append(Lone(kind, contender, pids[0], cores) if kind == ALONE else contender)
            await crowd.grow(tables * len(pids))
            crowds[kind] = [crowd]
        await check_homes(*crowds[HOME])
        await check_passed(*crowds[PASSED])
        found = await windows(contenders, cluster, name, actions, rounds)
        for crowd in (crowd for some in crowds.values() for crowd in some):
            crowd.leave()
            crowd.report_errors()
    return found


async def check_homes(crowd: Crowd) -> None:
    """Raise AssertionError unless every client is served by the home of its table."""
    for _ in range(int(PATIENCE / LOOK)):  # a worker accepts a client first, and counts it before its welcome
        if all(all(table.updates) for table in crowd.tables):
            break
        await asyncio.sleep(LOOK)
    else:
        raise AssertionError(f"not every client was welcomed; {crowd.errors[:1] or 'the server refused nothing'}")
    homes = [home_of(table.id, WORKERS) for table in crowd.tables]
    for worker in range(WORKERS):
        page, _ = await ask(crowd.port, f"/metrics/{worker}")
        sockets = metric(page, "tefuda_sockets")
        assert sockets == CLIENTS * homes.count(worker), f"worker {worker} serves {sockets} clients: {homes}"
    print(
        f"hand-over: the {len(homes)} tables have all {CLIENTS} clients at their home, {homes.count(0)} of them at one"
    )


async def check_passed(crowd: Crowd) -> None:
    """Raise AssertionError unless half of all clients are passed on to another server."""
    pages = [(await ask(port, "/metrics"))[0] for port in crowd.ports]
    sockets, passed = ([metric(page, name) for page in pages] for name in ("tefuda_sockets", "tefuda_passing"))
    clients = CLIENTS * len(crowd.tables)
    assert sum(sockets) == clients, f"{sockets} of {clients} clients are served"
    assert sum(passed) == clients / WORKERS, f"{passed} of {clients} clients are passed on"
    print(f"passing: {sum(passed):g} of {clients} clients are passed on; {sockets[0]:g} are served by one server")


async def windows(
    contenders: Sequence[Lone | Pair | Contender], cluster: Cluster, name: str, actions: int, rounds: int
) -> dict[tuple[str, str], list[Costs]]:
    """Let the windows of all kinds alternate; an extra round warms up."""
    found: dict[tuple[str, str], list[Costs]] = {(name, one.name): [] for one in contenders}
    for turn in range(-1, rounds):
        for place in range(len(contenders)):
            contender = contenders[(place + turn) % len(contenders)]
            workers = 1 if contender.name == ALONE else WORKERS
            meters = cluster.cpu_seconds, time.process_time
            costs = Costs(*await contender.window(actions * workers, UNDER_WAY * workers, *meters))
            if turn >= 0:
                found[name, contender.name].append(costs)
        if turn >= 0:
            costs_now = ", ".join(f"{one.name} {found[name, one.name][-1].workers * 1e3:.2f}" for one in contenders)
            print(f"{name}, round {turn + 1}, ms of an action: {costs_now}", flush=True)
    return found


def worth(alone: Sequence[Costs], together: Sequence[Costs]) -> float:
    """Return how many workers alone two workers are worth: the median of the ratios of each round."""
    return WORKERS * statistics.median(one.workers / both.workers for one, both in zip(alone, together, strict=True))


def report(names: Sequence[str], found: dict[tuple[str, str], list[Costs]]) -> None:
    """Print the medians of the windows, and what two workers are worth by the ratios of the windows in each round."""
    print("\n| game | kind | workers, ms | PostgreSQL, ms | clients, ms | worth | target |")
    print("|---|---|---:|---:|---:|---:|---|")
    for name in names:
        for kind in KINDS:
            costs = found[name, kind]
            cells = [f"{statistics.median(column) * 1e3:.2f}" for column in zip(*costs, strict=True)]
            verdict = "1 | "
            if kind != ALONE:
                times = worth(found[name, ALONE], costs)
                target = TARGETS.get(kind)
                verdict = f"{times:.2f} | "
                if target is not None:
                    verdict += judged(f"{target:g}", reached=times >= target)
            print(f"| {name} | {kind} | {' | '.join(cells)} | {verdict} |")
