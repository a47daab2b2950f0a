"""Steady play for many days by a clock that is turned: does the store stop growing?

`tefuda bench retention` runs it.  Each day new guests come and leave so many games finished, abandoned and undealt
behind, at tables of a real house with a real store; then the clock is put forward by a day and the server sweeps, as it
would by itself.  A store that keeps what it should and no more holds as many rows after the longest period as ever
after, and its file, in which freed pages are used again, as many bytes.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from benchmarks.soak import RandomBots, Watcher
from benchmarks.speed import machine
from tefuda.server.clock import SystemClock
from tefuda.server.connection import Connection
from tefuda.server.guard import Guard
from tefuda.server.metrics import Metrics
from tefuda.server.protocol import NewTable, SeatWish
from tefuda.server.records import Records
from tefuda.server.settings import DAY, Settings
from tefuda.server.signing_keys import Keyring
from tefuda.server.sqlite import SqliteStore
from tefuda.server.store import Guest
from tefuda.server.table_registry import TableRegistry

PARTS = 10
TARGET = 0.05  # that the last two parts may lie above the two before them
PERIODS: Mapping[str, float] = MappingProxyType({})  # settings other than the usual ones
KINDS = ("finished", "abandoned", "undealt")  # what a guest leaves behind, in turn
TABLES = ("guests", "tables", "entries", "seats", "results", "records")
UNEVEN = ("entries",)  # games are of different lengths: judged by the size of the file


class LaterClock(SystemClock):
    """The real time, put forward by some days."""

    def __init__(self) -> None:
        self.days = 0

    def time(self) -> float:
        return super().time() + self.days * DAY


class Size(NamedTuple):
    """How large a store is."""

    file: int  # bytes of the database
    rows: dict[str, int]

    def __str__(self) -> str:
        return f"{self.file / 1e6:6.2f} MB; " + ", ".join(f"{count} {name}" for name, count in self.rows.items())


def run(*, days: int = 600, games: int = 6) -> None:
    """Let so many days pass, with so many games a day."""
    print(f"{days} days with {games} new guests and tables each, by turns {', '.join(KINDS)}.")
    print(machine(), flush=True)
    sys.setswitchinterval(0.0005)  # as `tefuda serve` does
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(steady_play(Path(folder), days, games))


async def steady_play(folder: Path, days: int, games: int) -> None:
    clock, store = LaterClock(), SqliteStore(folder)
    settings = Settings(folder, clock=clock, bot_delay=0.0, sweep_pause=0.0)._replace(**PERIODS)
    registry = TableRegistry(settings, store, RandomBots(1), Metrics(), Keyring.fresh(settings.random_bytes, 1))
    records = Records(registry, Guard(settings))
    registry.on_finished = records.finish
    await registry.start()
    sizes, swept, sweeping, longest, began = [], 0, 0.0, 0.0, time.perf_counter()
    try:
        for day in range(days):
            clock.days = day
            await asyncio.gather(*(_visit(registry, store, day, day * games + number) for number in range(games)))
            for id, host in list(registry.actors.items()):
                del registry.actors[id]
                await host.close()
            await records.finished()
            before = time.perf_counter()
            found = await registry.retention.sweep()
            spent = time.perf_counter() - before
            swept, sweeping, longest = swept + sum(found), sweeping + spent, max(longest, spent)
            if (day + 1) * PARTS // days > day * PARTS // days:
                sizes.append(await _size(store))
                print(f"day {day + 1:>5}: {sizes[-1]}", flush=True)
    finally:
        await records.close()
        await registry.close()
        await store.close()
    print(f"\n{swept} tables and guests removed in {sweeping:.1f} s of {time.perf_counter() - began:.0f} s; "
          f"the longest sweep took {1000 * longest:.0f} ms")  # fmt: skip
    growth = _growth([size.file for size in sizes])
    rows = max(_growth([size.rows[name] for size in sizes]) for name in TABLES if name not in UNEVEN)
    level = max(growth, rows) <= TARGET
    print(f"at the end the file grows by {100 * growth:+.1f} %, rows by {100 * rows:+.1f} % at most; "
          f"target {100 * TARGET:g} %: {'reached' if level else 'MISSED'}")  # fmt: skip


def _growth(sizes: list[int]) -> float:
    """How much the largest of the last two lies above the largest of the two before."""
    earlier, later = max(sizes[-4:-2]), max(sizes[-2:])
    return (later - earlier) / max(earlier, 1)


async def _visit(registry: TableRegistry, store: SqliteStore, day: int, number: int) -> None:
    """One guest who comes once."""
    guest = await store.add_guest(number.to_bytes(32), "Hana", int(registry.settings.clock.time()))
    kind = KINDS[number % len(KINDS)]
    if kind == "finished":
        await _play(registry, guest)
    else:
        seats = [SeatWish("me"), SeatWish("bot" if kind == "abandoned" else "open")]
        await registry.create(guest, NewTable("kotori", seats, deal=kind == "abandoned"), "en")


async def _play(registry: TableRegistry, guest: Guest) -> None:
    """A game of bots to its end, for the guest to watch."""
    host = await registry.create(guest, NewTable("kotori", [SeatWish("bot"), SeatWish("bot")]), "en")
    line = Watcher()
    watcher = Connection(line, guest, "en", registry.settings)
    await host.attach(watcher, None)
    await host.submit(host.dealing.begin)
    async with asyncio.timeout(300):
        await line.over.wait()
    watcher.ended()
    host.detach(watcher)


async def _size(store: SqliteStore) -> Size:
    rows = {name: (await store._rows("SELECT count(*) FROM " + name))[0][0] for name in TABLES}  # noqa: S608  # of ours
    ((pages, bytes_a_page),) = await store._rows(
        "SELECT page_count, page_size FROM pragma_page_count, pragma_page_size"
    )
    return Size(pages * bytes_a_page, rows)
