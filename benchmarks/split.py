"""Several workers on one database that serve the seats of the same tables, while everything fails at random.

`tefuda bench split` runs it.  First people and bots play while workers are killed, PostgreSQL is stopped as suddenly as
by a crash, and the connections by which the workers hear of each other stop, lose notices or are cut.  Every action
that was acknowledged must be in the log once; every audience's updates must come without gap or repetition; the rules
must accept every log; nobody may wait long once everything is well again.  Then, without faults, two connections of
one seat at two workers send an action for the same turn at once: one is played, the other refused as if it had come
later, and both workers must send every audience the same bytes but for the numbers of cards.

The workers are servers in processes of their own, whose bots choose at random.  Not covered: `tefuda serve --workers`,
which sends everyone at a table to one worker (`bench scale`); a crash of the machine; more than one PostgreSQL.
"""

from __future__ import annotations

import asyncio
import json
import random
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from statistics import median
from typing import Annotated

import uvloop

from benchmarks.options import AtLeastTwo, NotNegative, OfTests, OneGame
from benchmarks.speed import headline
from benchmarks.split_tables import SplitTable, WorkerStatus
from benchmarks.twin_tables import TwinTable
from harness.server.client import Chooser
from harness.server.databases import PostgresDatabase
from harness.server.faulty_wire import FaultyWire, faulty_wire
from harness.server.killed_server import Alter, ServerProcess
from harness.server.postgres import Cluster, running_cluster
from harness.server.stored_log import check_log, check_play
from tefuda.engine.game import game_slugs
from tefuda.server.app import Server
from tefuda.server.logs import configure_logging
from tefuda.server.store.database_url import DatabaseUrl

LIMIT = 10.0  # seconds that anyone may wait while everything is well
BOT_DELAY = 0.05
KEPT = 128  # updates that a worker has for clients that reconnect
ALL_SHARE = 0.25  # of the moments of kills, which end all workers at once
AWAY_SECONDS = 0.5  # until a killed worker is started again, at most
STOP_SECONDS = 3.0  # that PostgreSQL is away, at most
SILENT_SECONDS = 5.0  # that notices are held up or lost, at most
PLAY_SECONDS = 0.6  # between two faults, at most
RECOVER_EVERY = 5  # faults; then they stop until everyone has gone on
LOOK_SECONDS = 0.2
TWINS_A_GAME = 2  # tables of each game at which the same turn is played twice
EXCEPTION = "exception"  # event in a server's log


def log_to(path: Path, alter: Alter | None, server: Server) -> None:
    """Write the log of a server to a file, and change the server with `alter`."""
    configure_logging(path.open("a"))
    if alter is not None:
        alter(server)


class Workers:
    """The workers of one database."""

    def __init__(self, folder: Path, url: str, count: int, alters: Sequence[Alter | None]) -> None:
        self._folder, self._url = folder, url
        self._alters = [*alters, *[None] * count][:count]
        self.status = WorkerStatus(count)
        self._processes: list[ServerProcess | None] = [None] * count
        self.kills = 0

    async def start(self, number: int) -> None:
        self._processes[number] = process = await asyncio.to_thread(
            ServerProcess,
            self._folder / f"worker-{number}",
            number,
            alter=partial(log_to, self._folder / f"worker-{number}.log", self._alters[number]),
            database=DatabaseUrl(self._url),
            signing_keys=self._folder / "keys.json",
            bot_delay=BOT_DELAY,
            store_pause=BOT_DELAY,
            updates_kept=KEPT,
            updates_restored=KEPT,
            replay_rest=0,
        )
        self.status.ports[number] = int(process.address.rpartition(":")[2])

    async def kill(self, number: int) -> None:
        process, self._processes[number] = self._processes[number], None
        self.status.ports[number] = 0
        if process is not None:
            await asyncio.to_thread(process.kill)
            self.kills += 1

    async def kill_all(self) -> None:
        for number in range(len(self._processes)):
            await self.kill(number)

    def exceptions(self) -> list[str]:
        """Return the lines of the workers' logs that are about exceptions."""
        lines = [line for path in self._folder.glob("worker-*.log") for line in path.read_text().splitlines()]
        return [line for line in lines if json.loads(line)["event"] == EXCEPTION]


class Faults:
    """What happens to workers, database and notices, in random order and at random moments."""

    def __init__(self, workers: Workers, wire: FaultyWire, cluster: Cluster, tables: Sequence[SplitTable]) -> None:
        self._workers, self._wire, self._cluster, self._tables = workers, wire, cluster, tables
        self._status = workers.status
        self.recoveries: list[float] = []  # seconds until everyone had gone on
        self.cuts = 0

    async def run(self, kills: int, stops: int, notices: int, seed: int) -> None:
        """Let everything happen so often: kills of workers, stops of PostgreSQL, and each fault of notices."""
        chance = random.Random(seed)
        counts: dict[Callable[[random.Random], Awaitable[None]], int] = {
            self._stop: stops, self._hold_up: notices, self._lose: notices, self._cut: notices
        }  # fmt: skip
        rest = [fault for fault, count in counts.items() for _ in range(count)]
        chance.shuffle(rest)
        began, total, done = time.perf_counter(), kills + len(rest), 0
        while self._workers.kills < kills or rest:
            kill = not rest or chance.random() * (kills - self._workers.kills + len(rest)) >= len(rest)
            await asyncio.sleep(chance.uniform(0, PLAY_SECONDS))
            with self._status.fault():
                await (partial(self._kill, kills) if kill else rest.pop())(chance)
            done += 1
            if done % RECOVER_EVERY == 0 or (self._workers.kills >= kills and not rest):
                await self._recover()
            if done % max(1, total // 20) == 0:
                print(
                    f"{time.perf_counter() - began:>5.0f} s: {self._workers.kills} kills, {len(rest)} other faults "
                    f"to come, {sum(len(table.acknowledged) for table in self._tables)} actions acknowledged, "
                    f"longest wait {self._status.longest_wait:.1f} s ({self._status.waited_for})",
                    flush=True,
                )

    async def _kill(self, kills: int, chance: random.Random) -> None:
        count = len(self._status.ports)
        numbers = [chance.randrange(count)]
        if chance.random() < ALL_SHARE and kills - self._workers.kills >= count:
            numbers = list(range(count))
        await asyncio.gather(*map(self._workers.kill, numbers))
        await asyncio.sleep(chance.uniform(0, AWAY_SECONDS))
        await asyncio.gather(*map(self._workers.start, numbers))

    async def _stop(self, chance: random.Random) -> None:
        await asyncio.to_thread(self._cluster.stop, "immediate")
        await asyncio.sleep(chance.uniform(0, STOP_SECONDS))
        await asyncio.to_thread(self._cluster.start)

    async def _hold_up(self, chance: random.Random) -> None:
        self._wire.stuck = True
        await asyncio.sleep(chance.uniform(0, SILENT_SECONDS))
        if chance.random() < 0.5:
            self._wire.cut()
        self._wire.stuck = False

    async def _lose(self, chance: random.Random) -> None:
        self._wire.losing = True
        await asyncio.sleep(chance.uniform(0, SILENT_SECONDS))
        self._wire.losing = False

    async def _cut(self, chance: random.Random) -> None:
        self.cuts += self._wire.cut()

    async def _recover(self) -> None:
        """Wait until there was an update for everyone at every table."""
        before = {table: table.audiences for table in self._tables}
        seen = {audience: audience.shown for audiences in before.values() for audience in audiences}
        while any(  # noqa: ASYNC110  # of many events
            table.audiences is audiences and any(one.shown == seen[one] for one in audiences)
            for table, audiences in before.items()
        ):
            await asyncio.sleep(LOOK_SECONDS / 4)
        self.recoveries.append(time.monotonic() - self._status.well_since)


async def watched(status: WorkerStatus, tables: Sequence[SplitTable], work: Awaitable[None]) -> None:
    """Let all tables play until the work is done; raises AssertionError for the first thing that is wrong."""
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, context: status.failures.append(str(context.get("exception") or context)))
    playing = [asyncio.create_task(table.run()) for table in tables]
    working = asyncio.ensure_future(work)
    try:
        while not working.done():
            await asyncio.wait([working, *playing], timeout=LOOK_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            for task in (working, *playing):
                if task.done():
                    task.result()
            for table in tables:
                for audience in table.audiences:
                    if (waited := audience.check_wait()) > LIMIT:
                        states = "; ".join(one.state for one in table.audiences)
                        status.failures.append(
                            f"{table.name}, seat {audience.seat}: has waited {waited:.1f} s ({states})"
                        )
            assert not status.failures, status.failures[0]
    finally:
        for task in (working, *playing):
            task.cancel()
        await asyncio.gather(working, *playing, return_exceptions=True)
    assert not status.failures, status.failures[0]


def run(
    *,
    kills: NotNegative = 1000,
    stops: NotNegative = 20,
    notices: NotNegative = 20,
    turns: NotNegative = 10_000,
    workers: AtLeastTwo = 2,
    game: OneGame = None,
    seed: int = 1,
    alters: Annotated[Sequence[Alter | None], OfTests] = (),
) -> None:
    """Serve the same tables with several workers that fail at random, and check that nothing is lost or doubled.

    Parameters
    ----------
    kills: int
        How many times a worker is killed.
    stops: int
        How many times PostgreSQL is stopped, as suddenly as by a crash.
    notices: int
        How many times the notices between workers are held up, and lost, and their connections cut.
    turns: int
        Afterwards, turns at which two connections of a seat, at two workers, send an action at once.
    workers: int
        How many.
    seed: int
        Decides the moments and what is played.
    alters: Sequence[Alter | None]
        Changes of the servers of the first workers, which plant defects.
    """
    slugs = (game,) if game is not None else game_slugs()
    headline(
        f"{workers} workers; {kills} kills, {stops} stops of PostgreSQL; {notices} times each, notices held up, lost, "
        f"and their connections cut; then {turns} turns at which two connections of a seat send an action.\n"
        f"Two tables each of {', '.join(slugs)}: with people only, and with a bot."
    )
    uvloop.run(_run(kills, stops, notices, turns, workers, slugs, seed, alters))


async def _run(
    kills: int,
    stops: int,
    notices: int,
    turns: int,
    count: int,
    slugs: Sequence[str],
    seed: int,
    alters: Sequence[Alter | None],
) -> None:
    async with AsyncExitStack() as stack:
        cluster = stack.enter_context(running_cluster())
        url = stack.enter_context(cluster.database())
        wire = await stack.enter_async_context(faulty_wire(cluster.data))
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        workers = Workers(folder, wire.url(url), count, alters)
        stack.push_async_callback(workers.kill_all)
        for number in range(count):
            await workers.start(number)
        chooser = Chooser(random.Random(seed))
        tables: list[SplitTable] = []
        if kills or stops or notices:
            tables += [
                SplitTable(workers.status, chooser, 2 * place + bots, game, bots=bots)
                for place, game in enumerate(slugs)
                for bots in (0, 1)
            ]
            faults = Faults(workers, wire, cluster, tables)
            await watched(workers.status, tables, faults.run(kills, stops, notices, seed))
            _report_faults(workers, wire, faults, tables)
        if turns:
            twins = [
                TwinTable(workers.status, chooser, len(tables) + place, game)
                for place, game in enumerate(slugs * TWINS_A_GAME)
            ]
            tables += twins
            await watched(workers.status, twins, _until(twins, turns))
            _report_twins(twins, workers.status)
        exceptions = workers.exceptions()
        assert not exceptions, exceptions[0]
        await workers.kill_all()
        database = PostgresDatabase(url)
        entries = check_log(database, tables)
        played, bots = await check_play(database, folder / "keys.json")
        acknowledged = sum(len(table.acknowledged) for table in tables)
    print(
        f"\n{acknowledged} actions acknowledged, {entries} entries in the log: 0 lost, 0 duplicated; the rules accept "
        f"all {played} moves of the log, {bots} of them of bots"
    )


async def _until(twins: Sequence[TwinTable], turns: int) -> None:
    """Wait for this many turns in all, the same number of each game; tables of a game that has enough go on."""
    began, printed = time.perf_counter(), 0
    games = {table.game for table in twins}
    while any(sum(one.turns for one in twins if one.game == game) * len(games) < turns for game in games):
        await asyncio.sleep(LOOK_SECONDS)
        done = sum(table.turns for table in twins)
        if done * 10 // turns > printed:
            printed = done * 10 // turns
            print(f"{time.perf_counter() - began:>5.0f} s: {done} turns", flush=True)


def _report_faults(workers: Workers, wire: FaultyWire, faults: Faults, tables: Sequence[SplitTable]) -> None:
    status, recoveries = workers.status, faults.recoveries
    by_game: dict[str, int] = {}
    for table in tables:
        by_game[table.game] = by_game.get(table.game, 0) + len(table.acknowledged)
    print(
        f"\n{workers.kills} kills, {wire.lost} notices lost, {faults.cuts} listening connections cut: "
        f"{sum(table.updates for table in tables)} updates without gap or repetition\n"
        f"acknowledged by game: {', '.join(f'{game} {count}' for game, count in by_game.items())}; "
        f"{sum(table.games for table in tables)} games ended\n"
        f"everyone had gone on after {median(recoveries):.1f} s (median), {max(recoveries):.1f} s (most), "
        f"longest wait while everything was well {status.longest_wait:.1f} s ({status.waited_for}); "
        f"limit {LIMIT:g} s: reached"
    )


def _report_twins(twins: Sequence[TwinTable], status: WorkerStatus) -> None:
    by_game: dict[str, int] = {}
    for table in twins:
        by_game[table.game] = by_game.get(table.game, 0) + table.turns
    print(
        f"\n{sum(by_game.values())} turns played twice: one action played and one refused at each: "
        f"{', '.join(f'{game} {count}' for game, count in by_game.items())}\n"
        f"{sum(table.compared for table in twins)} times, all workers sent an audience the same but for handles"
    )
    for text, times in status.refusals.most_common():
        print(f"refused {times} times: {text}")
