"""Unloaded tables: memory that a process still holds for tables no longer in use.

`tefuda bench soak --unloaded 10000` runs it.  A server in this process has tables of all games, which people make, play
at for a moment and leave; it unloads them.  Then no object of the process may hold the id of such a table, and memory
may not have grown with their number.  A hundred guests make all of them: what a server keeps of guests and addresses
has bounds of its own.  Not covered: finished games (the soak without `--unloaded`), and PostgreSQL.
"""

from __future__ import annotations

import asyncio
import gc
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from benchmarks.memory import CACHE, TARGET, used
from benchmarks.speed import headline, judged
from harness.server.client import Chooser, Done, Refused, Socket, Update, Welcome, ask, play, read
from harness.server.databases import SqliteDatabase
from harness.server.doubles import QuickBots, settings
from tefuda.engine.game import game_slugs, load
from tefuda.server.app import Server
from tefuda.server.run import running

GUESTS = 100
TOGETHER = 32  # tables in use at a time
RESTING = 1.0  # seconds until a table without connections is unloaded
MARK_SECONDS = 1.0  # between two times that the server stores which tables were used
PARTS = 4  # number of measurements after the warm-up
WARM_UP = 0.25  # share of the tables before the first measurement
PATIENCE = 300.0
SETTLING = 30.0  # seconds that a sweep or a closing connection may hold tables on a busy machine; others are reported
LONGEST = 4096  # characters of a text in which ids are looked for
IDS = re.compile(r"[A-Za-z0-9_-]{12}")
TEXT = (str, bytes)
UNTRACKED = (tuple, frozenset, dict, msgspec.Struct)  # may hold texts, and the garbage collector need not follow them


class Visitors:
    """People who make tables, play at them for a moment, and leave them."""

    def __init__(self, port: int, slugs: Sequence[str], random: Random) -> None:
        self._port, self._random, self._slugs = port, random, slugs
        self._chooser = Chooser(random)
        self._cookies = [""] * GUESTS
        self._count = 0

    async def arrive(self) -> None:
        """Get a cookie for every guest."""
        for guest in range(GUESTS):
            _, self._cookies[guest] = await ask(self._port, "/api/me", {"name": f"P{guest}"})

    async def make(self, tables: int) -> None:
        """Make this many tables, some at a time, of all games in turn, and leave them."""
        numbers = iter(range(self._count, self._count + tables))
        self._count += tables

        async def one_after_another() -> None:
            for number in numbers:
                await self._visit(number)

        await asyncio.gather(*(one_after_another() for _ in range(TOGETHER)))

    async def _visit(self, number: int) -> None:
        """Make a table with bots and play an action, or one with an open seat, which someone takes, and deal."""
        slug = self._slugs[number % len(self._slugs)]
        others = load(slug).description.players[0] - 1
        with_bots = number // len(self._slugs) % 2 == 0
        host, second = number % GUESTS, (number + 1) % GUESTS
        seats = [{"kind": "me"}, *[{"kind": "bot"}] * (others - 1), {"kind": "bot" if with_bots else "open"}]
        info = await self._ask(host, "/api/tables", {"game": slug, "public": True, "seats": seats})
        if not with_bots:
            await self._ask(second, f"/api/tables/{info['id']}/join", {"name": f"P{second}"})
        await self._play(info["id"], slug, host)

    async def _ask(self, guest: int, path: str, body: Any) -> Any:
        return (await ask(self._port, path, body, cookie=self._cookies[guest]))[0]

    async def _play(self, table: str, slug: str, host: int) -> None:
        """Deal, and play an action if it is the host's turn."""
        inbox: asyncio.Queue[bytes | None] = asyncio.Queue()
        socket = await Socket.connect(self._port, table, inbox.put_nowait, cookie=self._cookies[host])
        action, update, tries = "", Update(0, 0), 0
        try:
            while (text := await inbox.get()) is not None:
                message = read(text)
                if isinstance(message, Welcome):
                    socket.send(msgspec.json.encode({"t": "deal", "id": "deal"}))
                    continue
                if isinstance(message, Done) and message.id != "deal":
                    return
                if isinstance(message, Update):
                    update = message
                if isinstance(message, Refused):
                    assert action, message
                    self._chooser.refused(slug, action)  # it only starts a decision
                elif not isinstance(message, Update) or action:
                    continue
                if update.view is not None:
                    if not update.view.choices:  # someone else's turn
                        return
                    action = self._chooser.choose(slug, update.view.choices)
                    tries += 1
                    socket.send(play(f"play-{tries}", update, action))
        finally:
            socket.close()


def run(*, tables: int, game: str | None = None) -> None:
    """Make tables and let them rest; raises AssertionError if anything of them stays in memory."""
    slugs = (game,) if game is not None else game_slugs()
    headline(f"{tables} tables of {', '.join(slugs)} in turn, {TOGETHER} in use at a time, each for one action.")
    sys.setswitchinterval(0.0005)  # as `tefuda serve` does
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(rest(Path(folder), tables, slugs))


async def rest(folder: Path, tables: int, slugs: Sequence[str]) -> None:
    chosen = settings(folder, unload_after=RESTING, sweep_every=MARK_SECONDS)
    async with running(chosen, QuickBots()) as (address, server):
        visitors = Visitors(int(address.rpartition(":")[2]), slugs, Random(1))
        await visitors.arrive()
        began = time.perf_counter()
        first = max(1, int(tables * WARM_UP))
        await visitors.make(first)
        await unloaded(server)
        base, blocks = used()[1], sys.getallocatedblocks()
        print(f"after {first} tables to warm up: {base / 1e6:.1f} MB", flush=True)
        made, now = first, base
        for part in range(1, PARTS + 1):
            more = first + (tables - first) * part // PARTS - made
            await visitors.make(more)
            await unloaded(server)
            made, now = made + more, used()[1]
            grown = (sys.getallocatedblocks() - blocks) / (made - first)
            print(f"{made:>7} tables: {now / 1e6:.1f} MB, {100 * (now - base) / base:+.2f} %, "
                  f"{grown:+.2f} blocks of memory a table", flush=True)  # fmt: skip
        ids = {id for (id,) in SqliteDatabase(folder).run("SELECT id FROM tables")}
        assert len(ids) == tables, f"{len(ids)} tables are stored, not {tables}"
        held, looked = holders(ids), time.perf_counter()
        while held and time.perf_counter() - looked < SETTLING:
            await asyncio.sleep(MARK_SECONDS)
            held = holders(ids)
    growth = (now - base) / base
    print(f"\n{made} tables rest, {time.perf_counter() - began:.0f} s: memory {100 * growth:+.2f} % over the last "
          f"{made - first}; target {judged(f'{100 * TARGET:g} %', reached=growth < TARGET)}")  # fmt: skip
    for holder, count in held.most_common(10):
        print(f"{count} ids of unloaded tables are held by {holder}")
    assert not held, f"{held.total()} ids of unloaded tables are held, most by {held.most_common(1)[0][0]}"
    print("no object of the process holds the id of an unloaded table")


async def unloaded(server: Server) -> None:
    """Wait until the server has unloaded all tables, and stored that they were used."""
    async with asyncio.timeout(PATIENCE):
        while server.registry.actors or server.registry.retention._used:  # noqa: ASYNC110  # without an event
            await asyncio.sleep(0.1)


def holders(ids: Collection[str]) -> Counter[str]:
    """Return how many texts with one of the ids each kind of object holds, except `ids` and caches with a bound."""
    found: Counter[str] = Counter()
    known = set(ids)
    harmless: set[str | bytes] = set()  # most texts are held by many objects: each is read once
    gc.collect()
    for holder in gc.get_objects():
        if holder is ids or holder is known or holder is found or holder is harmless:
            continue
        count = 0
        for text in texts(holder):
            if text in harmless:
                continue
            if has_one_of(known, text):
                count += 1
            else:
                harmless.add(text)
        if count and not in_bounded_cache(holder):
            found[describe(holder)] += count
    return found


def has_one_of(ids: set[str], text: str | bytes) -> bool:
    """Return whether a text of ordinary length contains one of the ids."""
    if len(text) > LONGEST:
        return False
    return any(id in ids for id in IDS.findall(text if isinstance(text, str) else text.decode("latin-1")))


def in_bounded_cache(holder: object) -> bool:
    """Return whether an object is an `lru_cache` with a bound, or an entry of one."""
    caches = [one for one in (holder, *gc.get_referrers(holder)) if isinstance(one, CACHE)]
    return any(cache.cache_parameters()["maxsize"] is not None for cache in caches)


def texts(holder: object) -> Iterator[str | bytes]:
    """Yield the texts that an object holds, even in small objects that the garbage collector does not follow."""
    for held in parts(holder):
        if isinstance(held, TEXT):
            yield held
        elif not gc.is_tracked(held) and isinstance(held, UNTRACKED):
            for inner in parts(held):
                if isinstance(inner, TEXT):
                    yield inner


def parts(holder: object) -> Sequence[object]:
    """Return the objects that an object refers to."""
    if isinstance(holder, dict):  # the collector leaves out keys that are texts
        return [*holder.keys(), *holder.values()]
    if isinstance(holder, msgspec.Struct) and not gc.is_tracked(holder):
        return msgspec.structs.astuple(holder)
    return gc.get_referents(holder)


def describe(holder: object) -> str:
    """Return the type of an object, and those of its referrers."""
    owners = {type(owner).__qualname__ for owner in gc.get_referrers(holder) if type(owner).__name__ != "frame"}
    return f"a {type(holder).__qualname__} of {', '.join(sorted(owners)[:4]) or 'nothing'}"
