"""Garbage collections during play: how long each stops the event loop, with Python's thresholds and the server's.

`tefuda bench collector` runs it.  A registry runs tables of bots that move at the same time, equally many of each game,
with a real store and a watcher at each table.  A game that ends is followed by another one.  Times are processor times
of the event loop's thread.  At the end, one full collection shows what they depend on: how much is alive.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import cycle
from pathlib import Path

from benchmarks.bot_games import BotTables, running_registry
from benchmarks.speed import machine
from tefuda.engine.game import game_slugs, load
from tefuda.server.run import THRESHOLDS
from tefuda.server.settings import Settings
from tefuda.server.stored_data import Guest

PYTHONS = (700, 10, 10)  # until Python 3.13
BOT_DELAY = 0.5


class Pauses:
    """The collections of a time, and how long each took."""

    def __init__(self) -> None:
        self.seconds: tuple[list[float], ...] = ([], [], [])  # by generation
        self.found = 0  # objects in reference cycles
        self._began = 0.0

    def __call__(self, phase: str, info: dict[str, int]) -> None:
        """Note the begin or the end of a collection."""
        if phase == "start":
            self._began = time.thread_time()
        else:
            self.seconds[info["generation"]].append(time.thread_time() - self._began)
            self.found += info["collected"]

    @contextlib.contextmanager
    def noted(self) -> Iterator[None]:
        """Note all collections during the block."""
        gc.callbacks.append(self)
        try:
            yield
        finally:
            gc.callbacks.remove(self)


def run(*, tables: int = 200, seconds: float = 60) -> None:
    """Play at so many tables for so long with each kind of thresholds; print the pauses."""
    print(f"{tables} tables of bots, {', '.join(game_slugs())} in turn, {seconds:g} s of play.")
    print(machine())
    print("\n| thresholds | share of the time | generation 0 | 1 | 2 | objects found | one more, full |")
    print("|---|---:|---:|---:|---:|---:|---:|", flush=True)
    for thresholds in (PYTHONS, THRESHOLDS):
        with tempfile.TemporaryDirectory() as folder:
            print(asyncio.run(measure(Path(folder), tables, seconds, thresholds)), flush=True)


async def measure(folder: Path, tables: int, seconds: float, thresholds: tuple[int, int, int]) -> str:
    """Play with these thresholds; return a row of the table."""
    settings = Settings(folder, bot_delay=BOT_DELAY, replay_rest=0)
    async with running_registry(settings) as bot_tables:
        guest = await bot_tables.store.add_guest(b"watcher", "Hana", 1)
        games, seats = cycle(game_slugs()), {slug: load(slug).description.players[1] for slug in game_slugs()}
        for slug in seats:
            await bot_tables.registry.games.open_once(slug)
        before = gc.get_threshold()
        gc.collect()
        gc.freeze()  # as the server does when it has started
        gc.set_threshold(*thresholds)
        pauses, began = Pauses(), time.thread_time()
        try:
            with pauses.noted():
                playing = [asyncio.create_task(_play(bot_tables, guest, next(games), seats)) for _ in range(tables)]
                await asyncio.sleep(seconds)
            spent, at_end = time.thread_time() - began, Pauses()
            with at_end.noted():
                gc.collect()
        finally:
            gc.set_threshold(*before)
            gc.unfreeze()
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    share = sum(map(sum, pauses.seconds)) / spent
    generations = " | ".join(map(_summary, pauses.seconds))
    full = max(at_end.seconds[2]) * 1e3
    return f"| {thresholds} | {share:.1%} | {generations} | {pauses.found + at_end.found} | {full:.2f} ms |"


async def _play(bot_tables: BotTables, guest: Guest, game: str, seats: dict[str, int]) -> None:
    while True:
        await bot_tables.play(guest, game, seats[game])


def _summary(pauses: Sequence[float]) -> str:
    if not pauses:
        return "none"
    return f"{len(pauses)}, {statistics.median(pauses) * 1e3:.1f} ms, at most {max(pauses) * 1e3:.1f}"
