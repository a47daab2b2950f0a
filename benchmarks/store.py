"""Appends a second and their latency in SQLite and in PostgreSQL, side by side.

`tefuda bench store` runs it.  Some writers append entries of a usual size, each to a table of its own and each as soon
as the one before is stored.  Both stores are on the same disk, with every commit synced; they run in turn, and the
median of the runs counts.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from statistics import median, quantiles
from typing import Annotated, NamedTuple

from cyclopts import Parameter
from cyclopts.validators import Number

from benchmarks.options import AtLeastOne
from benchmarks.speed import headline
from harness.server.databases import Database, PostgresDatabase, SqliteDatabase
from harness.server.postgres import DURABLE, running_cluster
from tefuda.server.store.sql_store import SqlStore
from tefuda.server.store.stored_data import Append, TableRow
from tefuda.table.entries import Sitter

IN_FLIGHT = (1, 16, 128)  # writers
ENTRY = '{"kind":"played","seat":0,"actions":["play b7 +donba"],"by":"person","padding":"%s"}' % ("x" * 60)


class Run(NamedTuple):
    """Figures of one run."""

    rate: float  # appends a second
    p50: float  # milliseconds
    p99: float
    own_cpu: float  # microseconds of this process for an append
    database_cpu: float  # of PostgreSQL's processes
    wal: float  # bytes that PostgreSQL wrote to its log for an append


def run(*, seconds: Annotated[float, Parameter(validator=Number(gte=0.1))] = 3, repeat: AtLeastOne = 5) -> None:
    """Measure appends a second and their latency: SQLite beside PostgreSQL.

    Parameters
    ----------
    seconds: float
        How long each run takes.
    repeat: int
        How many runs, in turn; the median counts.
    """
    headline("Appends to SQLite and PostgreSQL, every commit synced to the same disk.")
    sys.setswitchinterval(0.0005)  # as `tefuda serve` does
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tefuda-store-", dir="/tmp")))
        cluster = stack.enter_context(running_cluster(DURABLE))
        stores: dict[str, tuple[Database, Callable[[], float]]] = {
            "SQLite": (SqliteDatabase(folder), lambda: 0.0),
            "PostgreSQL": (PostgresDatabase(stack.enter_context(cluster.database())), cluster.cpu_seconds),
        }
        print(
            f"{'in flight':>9} {'store':>10} {'appends/s':>9} {'p50 ms':>7} {'p99 ms':>7} {'own µs':>7} {'its µs':>7}"
            f" {'WAL':>6}"
        )
        for writers in IN_FLIGHT:
            runs: dict[str, list[Run]] = {name: [] for name in stores}
            for number in range(repeat):
                for name, (database, cpu) in stores.items():
                    runs[name].append(asyncio.run(_measure(database, cpu, f"{writers}-{number}", writers, seconds)))
            for name, found in runs.items():
                figures = Run(*(median(values) for values in zip(*found, strict=True)))
                print(
                    f"{writers:9} {name:>10} {figures.rate:9,.0f} {figures.p50:7.2f} {figures.p99:7.2f}"
                    f" {figures.own_cpu:7.0f} {figures.database_cpu:7.0f} {figures.wal:6.0f}",
                    flush=True,
                )


async def _measure(database: Database, cpu: Callable[[], float], name: str, writers: int, seconds: float) -> Run:
    store = database.open()
    try:
        host = await store.add_guest(name.encode().ljust(32), "Writer", 1)
        for writer in range(writers):
            sitters = (Sitter(), Sitter())
            id = f"{name}-{writer}"
            row = TableRow(id, "kotori", {}, None, host.id, True, bytes(32), 1, 0, "playing", 0, sitters, None)
            await store.add_table(row, (), (), None)
        latencies: list[float] = []
        written = _written(database)
        own, database_cpu, start = time.process_time(), cpu(), time.perf_counter()
        await asyncio.gather(
            *(_write(store, f"{name}-{writer}", host.id, start + seconds, latencies) for writer in range(writers))
        )
        took, own, database_cpu = time.perf_counter() - start, time.process_time() - own, cpu() - database_cpu
        wal = _written(database) - written
        cuts = quantiles(latencies, n=100)
        count = len(latencies)
        per_append = 1e6 * own / count, 1e6 * database_cpu / count, wal / count
        return Run(count / took, 1e3 * cuts[49], 1e3 * cuts[98], *per_append)
    finally:
        await store.close()


def _written(database: Database) -> float:
    """Return the bytes that PostgreSQL has written to its write-ahead log."""
    if isinstance(database, SqliteDatabase):
        return 0.0
    return float(database.run("SELECT pg_current_wal_insert_lsn() - '0/0'")[0][0])


async def _write(store: SqlStore, table: str, sender: int, until: float, latencies: list[float]) -> None:
    version = 0
    while (now := time.perf_counter()) < until:
        await store.append(Append(table, version, ENTRY, sender, f"m{version}", "playing", version % 2))
        latencies.append(time.perf_counter() - now)
        version += 1
