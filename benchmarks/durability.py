"""Durability: SIGKILL at random moments loses nothing acknowledged and duplicates nothing.

`tefuda bench durability` runs it.  People and bots play at several tables of `tefuda serve`, which is repeatedly killed
at a random moment, sometimes while it starts, and restarted.  Each time the database is compared with everything that
was published, and unanswered messages are sent again with the same id.
"""

from __future__ import annotations

import asyncio
import contextlib
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

import uvloop

from benchmarks.cost import LIMITS
from benchmarks.options import AtLeastOne
from benchmarks.speed import headline
from benchmarks.split import watched
from benchmarks.split_tables import SplitTable, WorkerStatus
from harness.server.client import Chooser, Served
from harness.server.databases import Database, PostgresDatabase, SqliteDatabase
from harness.server.doubles import eventually
from harness.server.postgres import DURABLE, running_cluster
from harness.server.stored_log import check_log
from tefuda.engine.game import game_slugs

TABLES_A_GAME = 2
MAX_UPTIME = 4.0  # seconds from a start to the kill
EARLY_UPTIME = 0.3  # the same for one kill in five


def run(*, kills: AtLeastOne = 100, seed: int = 1, postgresql: bool = False) -> None:
    """Kill the server at random moments under play, and check that all acknowledged entries are stored exactly once.

    Parameters
    ----------
    kills: int
        How many times it is killed.
    seed: int
        Decides the moments and what is played.
    postgresql: bool
        With PostgreSQL instead of SQLite.
    """
    games = ", ".join(game_slugs())
    headline(
        f"{TABLES_A_GAME} tables each of {games}, with the fewest players, and a bot more at one of them; "
        f"a SIGKILL within {MAX_UPTIME:g} s of each of {kills} starts, one in five within {EARLY_UPTIME:g} s."
    )
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "data"
        database: Database = SqliteDatabase(folder)
        options = list(LIMITS)
        if postgresql:
            url = stack.enter_context(stack.enter_context(running_cluster(DURABLE)).database())
            database = PostgresDatabase(url)
            options += ["--database", url, "--signing-keys", str(folder.parent / "keys.json")]
        uvloop.run(play_and_kill(folder, database, options, kills, Random(seed)))


async def first_action(tables: Sequence[SplitTable]) -> None:
    """Wait for the first acknowledged action: without any, nothing can be lost; raises AssertionError."""
    try:
        await eventually(lambda: any(table.acknowledged for table in tables))
    except TimeoutError:
        raise AssertionError("no action was acknowledged, so nothing was shown") from None


async def play_and_kill(folder: Path, database: Database, options: Sequence[str], kills: int, random: Random) -> None:
    status, chooser = WorkerStatus(1), Chooser(random)
    games = [(game, bots) for game in game_slugs() for bots in range(TABLES_A_GAME)]
    tables = [SplitTable(status, chooser, number, game, bots=bots) for number, (game, bots) in enumerate(games)]
    starts: list[float] = []
    entries = 0

    async def kill_and_compare() -> None:
        nonlocal entries
        for kill in range(kills + 1):
            with status.fault():
                began = time.perf_counter()
                served = await asyncio.to_thread(Served, folder, options=options)
                starts.append(time.perf_counter() - began)
            try:
                entries = check_log(database, tables)
                if kill == kills:
                    break
                status.ports[0] = served.port
                if kill == 0:
                    await first_action(tables)
                await asyncio.sleep(random.uniform(0, EARLY_UPTIME if kill % 5 == 4 else MAX_UPTIME))
            finally:
                with status.fault():
                    status.ports[0] = 0
                    served.kill()
                    await eventually(lambda: not database.sessions())  # a commit may have been under way
                    for table in tables:
                        table.note_seen()
            if kill % 10 == 9:
                print(f"{kill + 1:>6} kills, {entries} entries", flush=True)

    await watched(status, tables, kill_and_compare())
    acknowledged = sum(len(table.acknowledged) for table in tables)
    print(f"\n{kills} kills: {acknowledged} actions acknowledged, {entries} entries in the file: 0 lost, 0 duplicated")
    by_game = Counter(table.game for table in tables for _ in table.acknowledged)
    print("acknowledged by game: " + ", ".join(f"{game} {by_game[game]}" for game in game_slugs()))
    print(f"a start takes {statistics.median(starts):.2f} s (median)")
