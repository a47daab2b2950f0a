"""Ten thousand finished games in one process: does anything stay behind in memory?

`tefuda bench soak` runs it.  Tables of bots are made by a house and hosted as the server does it, with a real store
and somebody who watches each game; when a game is over its watcher leaves and its host is let go.  Memory is what the
system says this process holds, after a warm-up and each time after a collection and after the C library has given back
what was freed.  What it held before is printed beside it: free memory in pieces, of which there are more for a while.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from benchmarks.client import memory
from benchmarks.speed import machine
from tefuda.bots.fair_queue import Asker
from tefuda.engine.state import State
from tefuda.server.connection import Connection
from tefuda.server.metrics import Metrics
from tefuda.server.protocol import CloseCode, NewTable, SeatWish
from tefuda.server.settings import Settings
from tefuda.server.signing_keys import Keyring
from tefuda.server.sqlite import SqliteStore
from tefuda.server.table_registry import TableRegistry

TOGETHER = 100  # tables at a time
PARTS = 10  # into which the games are divided
TARGET = 0.01  # growth, of what the process held after the warm-up
PLAYERS = (2, 3, 4)
STALLED = 300  # seconds for one game
RESTING = 2.0  # seconds after which a host nobody watches is let go


class RandomBots:
    """Players who take any legal action, without thinking and without worker processes."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def levels(self, slug: str) -> tuple[str, ...]:
        return ("random",)

    async def choose(self, state: State, level: str, asker: Asker) -> str:
        command: str = self.random.choice(state.actions)
        return command

    def prepare(self, package: str) -> None:
        pass

    async def close(self) -> None:
        pass


class Watcher:
    """The line of somebody who reads everything at once."""

    flow: Callable[[], object] | None = None
    write_blocked = False

    def __init__(self) -> None:
        self.over = asyncio.Event()
        self.messages = 0

    def write(self, text: str) -> None:
        self.messages += 1
        if '"result":{' in text:
            self.over.set()

    def disconnect(self, code: CloseCode) -> None:
        raise AssertionError(f"closed by {code}")


def used() -> tuple[int, int]:
    """Bytes that this process holds, with and without what is freed already and only kept for later."""
    gc.collect()
    held = memory(os.getpid())
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # glibc's; other C libraries give back by themselves
        if trim is not None:
            trim(0)
    return held, memory(os.getpid())


def run(*, games: int = 10_000, warm_up: int = 8_000) -> None:
    """Play so many games after the warm-up; print what the process holds meanwhile."""
    print(f"{TOGETHER} tables of bots at a time, everything synced to the disk, one watcher at each.")
    print(machine(), flush=True)
    sys.setswitchinterval(0.0005)  # as `tefuda serve` does
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(soak(Path(folder), games, warm_up))


async def soak(folder: Path, games: int, warm_up: int) -> None:
    settings = Settings(folder, bot_delay=0, unload_after=RESTING)
    store = SqliteStore(folder)
    registry = TableRegistry(settings, store, RandomBots(1), Metrics(), Keyring.fresh(settings.random_bytes, 1))
    await registry.start()
    guest = await store.add_guest(b"watcher", "Hana", 1)

    async def play(number: int) -> int:
        """One game from its table to its end; how many messages the watcher got."""
        count = PLAYERS[number % len(PLAYERS)]
        host = await registry.create(guest, NewTable("kotori", [SeatWish("bot") for _ in range(count)]), "en")
        line = Watcher()
        watcher = Connection(line, guest, "en", settings)
        await host.attach(watcher, None)
        await host.submit(host.dealing.begin)
        async with asyncio.timeout(STALLED):
            await line.over.wait()
        watcher.ended()
        host.detach(watcher)
        return line.messages

    async def many(first: int, count: int) -> int:
        """So many games, some at a time; all hosts are gone when it returns."""
        numbers = iter(range(first, first + count))

        async def one_after_another() -> int:
            return sum([await play(number) for number in numbers])

        heard = await asyncio.gather(*(one_after_another() for _ in range(TOGETHER)))
        async with asyncio.timeout(60):
            while registry.actors:  # noqa: ASYNC110  # the house lets them go by and by, and tells nobody
                await asyncio.sleep(0.2)
        return sum(heard)

    try:
        await many(0, warm_up)
        (held, base), began, messages = used(), time.perf_counter(), 0
        objects, now = len(gc.get_objects()), base
        print(
            f"after {warm_up} games to warm up: {base / 1e6:.1f} MB ({held / 1e6:.1f}), {objects} objects", flush=True
        )
        for part in range(PARTS):
            first, last = games * part // PARTS, games * (part + 1) // PARTS
            messages += await many(warm_up + first, last - first)
            held, now = used()
            print(f"{last:>7} games: {now / 1e6:.1f} MB ({held / 1e6:.1f}), {100 * (now - base) / base:+.2f} %, "
                  f"{len(gc.get_objects()) - objects:+d} objects", flush=True)  # fmt: skip
        spent = time.perf_counter() - began
    finally:
        await registry.close()
        await store.close()
    growth = (now - base) / base
    print(f"\n{games} games, {messages} messages, {spent:.0f} s: memory {100 * growth:+.2f} %; "
          f"target {100 * TARGET:g} %: {'reached' if growth < TARGET else 'MISSED'}")  # fmt: skip
