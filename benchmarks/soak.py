"""Memory growth over thousands of finished games in one process.

`tefuda bench soak` runs it.  A registry runs tables of bots as the server does, the same number of each game, with a
real store and a watcher at each table; after a game its watcher leaves, its records are stored, its actor is evicted.
Memory is the resident size of this process, after a warm-up and each time after caches with a bound were emptied, after
a garbage collection, and after the C library has returned its free memory to the system.  The size before that is
printed beside it: it includes free fragments, whose number still grows for a while.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path

from benchmarks import unloaded_tables
from benchmarks.bot_games import BotTables, running_registry
from benchmarks.memory import TARGET, used
from benchmarks.options import AtLeastOne, NotNegative, OneGame
from benchmarks.speed import headline, judged
from tefuda.engine.game import game_slugs, load
from tefuda.server.settings import Settings
from tefuda.server.store.stored_data import Guest

TOGETHER = 100  # concurrent tables
PARTS = 10  # number of memory measurements
KEPT = "SELECT game, count(DISTINCT table_id) FROM records JOIN tables ON tables.id = table_id GROUP BY game"
RESTING = 15.0  # seconds until a table without connections is evicted; on a busy machine its watcher comes late


def run(
    *,
    games: AtLeastOne = 10_000,
    warm_up: AtLeastOne = 8_000,
    game: OneGame = None,
    unloaded: NotNegative = 0,
) -> None:
    """Play thousands of games in one process and measure how its memory grows.

    Parameters
    ----------
    games: int
        Games after the warm-up, the same number of each kind.
    warm_up: int
        Games before the first look at the memory, until which free memory comes to lie in more and more pieces.
    unloaded: int
        Instead, make this many tables and leave them: how much memory do unused tables still hold?
    """
    if unloaded:
        unloaded_tables.run(tables=unloaded, game=game)
        return
    slugs = (game,) if game is not None else game_slugs()
    headline(f"{TOGETHER} tables of bots at a time, {', '.join(slugs)} in turn, everything synced to the disk, "
             "one watcher at each.")  # fmt: skip
    sys.setswitchinterval(0.0005)  # as `tefuda serve` does
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(soak(Path(folder), games, warm_up, slugs))


async def soak(folder: Path, games: int, warm_up: int, slugs: Sequence[str]) -> None:
    settings = Settings(folder, bot_delay=0, unload_after=RESTING, replay_rest=0)
    seats = {slug: range(fewest, most + 1) for slug in slugs for fewest, most in [load(slug).description.players]}
    kinds = cycle([(slug, counts[turn % len(counts)]) for turn in range(12) for slug, counts in seats.items()])
    async with running_registry(settings) as bot_tables:
        guest = await bot_tables.store.add_guest(b"watcher", "Hana", 1)

        async def play(count: int) -> int:
            return await play_many(bot_tables, guest, islice(kinds, count))

        await play(warm_up)
        (held, base), began, messages = used(), time.perf_counter(), 0
        objects, blocks, now = len(gc.get_objects()), sys.getallocatedblocks(), base
        print(
            f"after {warm_up} games to warm up: {base / 1e6:.1f} MB ({held / 1e6:.1f}), {objects} objects", flush=True
        )
        for part in range(PARTS):
            first, last = games * part // PARTS, games * (part + 1) // PARTS
            messages += await play(last - first)
            held, now = used()
            print(f"{last:>7} games: {now / 1e6:.1f} MB ({held / 1e6:.1f}), {100 * (now - base) / base:+.2f} %, "
                  f"{len(gc.get_objects()) - objects:+d} objects, "
                  f"{(sys.getallocatedblocks() - blocks) / last:+.2f} blocks of memory a game", flush=True)  # fmt: skip
        spent = time.perf_counter() - began
        kept = dict(await bot_tables.store._rows(KEPT))
    growth = (now - base) / base
    assert sum(kept.values()) == warm_up + games, f"of {warm_up + games} games these have left records: {kept}"
    print("\ngames, warm-up included: " + ", ".join(f"{slug} {kept.get(slug, 0)}" for slug in slugs))
    print(f"{games} games, {messages} messages, {spent:.0f} s: memory {100 * growth:+.2f} %; "
          f"target {judged(f'{100 * TARGET:g} %', reached=growth < TARGET)}")  # fmt: skip


async def play_many(bot_tables: BotTables, guest: Guest, kinds: Iterator[tuple[str, int]]) -> int:
    """Play a game of each kind, some concurrently, until their records are stored and all actors evicted."""

    async def one_after_another() -> int:
        heard = 0
        for game, seats in kinds:
            heard += await bot_tables.play(guest, game, seats)
            await bot_tables.records_stored()  # otherwise games would end faster than records are stored
        return heard

    heard = await asyncio.gather(*(one_after_another() for _ in range(TOGETHER)))
    async with asyncio.timeout(300):
        while bot_tables.registry.actors:  # noqa: ASYNC110  # the registry evicts them later, without an event
            await asyncio.sleep(0.2)
    return sum(heard)
