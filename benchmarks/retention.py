"""Growth of the store under steady play for many days of a simulated clock.

`tefuda bench retention` runs it.  Each day new guests leave finished, abandoned and undealt games at tables of a real
registry with a real store; then the clock advances by a day and expired data is removed, as a running server does.
After the longest retention period the number of rows must stay constant, and so must the size of the file, which
reuses freed pages.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from benchmarks.bot_games import BotTables, running_registry
from benchmarks.options import AtLeastOne
from benchmarks.speed import headline, judged
from tefuda.server.clock import SystemClock
from tefuda.server.logs import LOGGER
from tefuda.server.protocol.http import NewTable, SeatWish
from tefuda.server.settings import DAY, Settings
from tefuda.server.store.sqlite import SqliteStore

PARTS = 10
TARGET = 0.05  # growth of the last two parts over the two before them
PERIODS: Mapping[str, float] = MappingProxyType({})  # settings that differ from the defaults
KINDS = ("finished", "abandoned", "undealt")  # state of the game that a guest leaves, in rotation
TABLES = ("guests", "tables", "entries", "seats", "results", "records")
UNEVEN = ("entries",)  # games differ in length: only the size of the file counts


class LaterClock(SystemClock):
    """The real times plus some days: the server takes a clock that is ahead of the time that has passed for wrong."""

    def __init__(self) -> None:
        self.days = 0

    def time(self) -> float:
        return super().time() + self.days * DAY

    def now(self) -> float:
        return super().now() + self.days * DAY


class Size(NamedTuple):
    """The size of a store."""

    file: int  # bytes of the database
    rows: dict[str, int]

    def __str__(self) -> str:
        return f"{self.file / 1e6:6.2f} MB; " + ", ".join(f"{count} {name}" for name, count in self.rows.items())


def run(*, days: AtLeastOne = 600, games: AtLeastOne = 6) -> None:
    """Play for hundreds of simulated days and check that the store stops growing.

    Parameters
    ----------
    days: int
        How many; the longest period that anything is kept for is 400.
    games: int
        New guests a day, each with a table: finished, abandoned and undealt by turns.
    """
    headline(f"{days} days with {games} new guests and tables each, by turns {', '.join(KINDS)}.")
    sys.setswitchinterval(0.0005)  # as `tefuda serve` does
    logger = logging.getLogger(LOGGER)
    level = logger.level
    logger.setLevel(logging.ERROR)  # a day that passes at once looks like a process that was suspended
    try:
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(steady_play(Path(folder), days, games))
    finally:
        logger.setLevel(level)


async def steady_play(folder: Path, days: int, games: int) -> None:
    clock = LaterClock()
    settings = Settings(folder, clock=clock, bot_delay=0.0, sweep_pause=0.0)._replace(**PERIODS)
    sizes, swept, sweeping, longest, began = [], 0, 0.0, 0.0, time.perf_counter()
    async with running_registry(settings) as bot_tables:
        registry = bot_tables.registry
        for day in range(days):
            clock.days = day
            await asyncio.gather(*(_visit(bot_tables, day * games + number) for number in range(games)))
            for id, actor in list(registry.actors.items()):
                del registry.actors[id]
                await actor.close()
            await bot_tables.records_stored()
            before = time.perf_counter()
            found = await registry.retention.sweep()
            spent = time.perf_counter() - before
            swept, sweeping, longest = swept + sum(found), sweeping + spent, max(longest, spent)
            if (day + 1) * PARTS // days > day * PARTS // days:
                sizes.append(await _size(bot_tables.store))
                print(f"day {day + 1:>5}: {sizes[-1]}", flush=True)
    print(f"\n{swept} tables and guests removed in {sweeping:.1f} s of {time.perf_counter() - began:.0f} s; "
          f"the longest sweep took {1000 * longest:.0f} ms")  # fmt: skip
    growth = _growth([size.file for size in sizes])
    rows = max(_growth([size.rows[name] for size in sizes]) for name in TABLES if name not in UNEVEN)
    print(f"at the end the file grows by {100 * growth:+.1f} %, rows by {100 * rows:+.1f} % at most; "
          f"target {judged(f'{100 * TARGET:g} %', reached=max(growth, rows) <= TARGET)}")  # fmt: skip


def _growth(sizes: list[int]) -> float:
    """Return the relative growth of the largest of the last two over the largest of the two before."""
    earlier, later = max(sizes[-4:-2]), max(sizes[-2:])
    return (later - earlier) / max(earlier, 1)


async def _visit(bot_tables: BotTables, number: int) -> None:
    """Let a new guest leave one game."""
    registry = bot_tables.registry
    guest = await bot_tables.store.add_guest(number.to_bytes(32), "Hana", int(registry.settings.clock.time()))
    kind = KINDS[number % len(KINDS)]
    if kind == "finished":
        await bot_tables.play(guest, "kotori", 2)
    else:
        seats = [SeatWish("me"), SeatWish("bot" if kind == "abandoned" else "open")]
        await registry.create(guest, NewTable("kotori", seats, deal=kind == "abandoned"), "en")


async def _size(store: SqliteStore) -> Size:
    rows = {name: (await store._rows("SELECT count(*) FROM " + name))[0][0] for name in TABLES}  # noqa: S608  # constant names
    ((pages, bytes_a_page),) = await store._rows(
        "SELECT page_count, page_size FROM pragma_page_count, pragma_page_size"
    )
    return Size(pages * bytes_a_page, rows)
