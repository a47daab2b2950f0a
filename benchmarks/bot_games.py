"""Games of bots in a real registry with a real store, for benches that need no sockets.

The registry loads tables as the server does: records of finished games are stored, and a table that nobody watches is
evicted.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple

from harness.server.doubles import QuickBots, records_waiting
from tefuda.server.admission import Guard
from tefuda.server.finished_games.records import Records
from tefuda.server.metrics import Metrics
from tefuda.server.protocol.http import NewTable, SeatWish
from tefuda.server.protocol.limits import CloseCode
from tefuda.server.settings import Settings
from tefuda.server.store.signing_keys import Keyring
from tefuda.server.store.sqlite import SqliteStore
from tefuda.server.store.stored_data import Guest
from tefuda.server.tables.connection import Connection
from tefuda.server.tables.table_registry import TableRegistry

STALLED = 900  # timeout of one game in seconds


class Watcher:
    """The transport of a client that reads every message immediately."""

    flow: Callable[[], object] | None = None
    write_blocked = False

    def __init__(self) -> None:
        self.over = asyncio.Event()
        self.messages = 0

    def write(self, message: bytes) -> None:
        self.messages += 1
        if b'"result":{' in message:
            self.over.set()

    def disconnect(self, code: CloseCode) -> None:
        raise AssertionError(f"closed by {code}")


class BotTables(NamedTuple):
    """A registry of tables with its store."""

    registry: TableRegistry
    store: SqliteStore

    async def play(self, guest: Guest, game: str, seats: int) -> int:
        """Play a game of bots while a guest watches; returns the number of messages to the guest."""
        actor = await self.registry.create(guest, NewTable(game, [SeatWish("bot")] * seats), "en")
        transport = Watcher()
        watcher = Connection(transport, guest, "en", self.registry.settings)
        await actor.attach(watcher, None, "")
        await actor.submit(actor.dealing.begin)
        async with asyncio.timeout(STALLED):
            await transport.over.wait()
        watcher.ended()
        actor.detach(watcher)
        return transport.messages

    async def records_stored(self) -> None:
        """Wait until the records of all finished games are stored."""
        while records_waiting(self.registry.metrics):  # noqa: ASYNC110  # no event for it
            await asyncio.sleep(0.01)


@asynccontextmanager
async def running_registry(settings: Settings) -> AsyncIterator[BotTables]:
    """Run a registry with random bots."""
    store = SqliteStore(settings.data)
    metrics = Metrics()
    registry = TableRegistry(settings, store, QuickBots(), metrics, Keyring.fresh(settings.random_bytes, 1))
    records = Records(registry.services, Guard(settings, metrics))
    registry.services.on_finished = records.finish
    await registry.start()
    try:
        yield BotTables(registry, store)
    finally:
        await records.close()
        await registry.close()
        await store.close()
