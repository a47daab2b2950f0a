"""Registry of all tables of a server: loads them from their logs on demand, and evicts idle ones.

The web interface gets a table's actor from the registry.  The registry never reads the state of a game.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Collection
from functools import partial
from random import shuffle
from time import perf_counter
from typing import Protocol

from tefuda.server.bots.bot_service import BotService
from tefuda.server.cluster.homes import can_be_table, home_of
from tefuda.server.cluster.peers import Alone, Hello, Peers, Renamed
from tefuda.server.errors import ServerError
from tefuda.server.logs import log
from tefuda.server.metrics import Metrics
from tefuda.server.protocol.http import NewTable
from tefuda.server.protocol.limits import CloseCode
from tefuda.server.push.push_sender import PushSender
from tefuda.server.settings import Settings
from tefuda.server.store.errors import StoreError
from tefuda.server.store.signing_keys import Keyring
from tefuda.server.store.sql_store import SqlStore
from tefuda.server.store.stored_data import Guest, StoredTable
from tefuda.server.tables.connection import Connection
from tefuda.server.tables.game_library import GameLibrary
from tefuda.server.tables.invitations import Invitations
from tefuda.server.tables.log_replay import bad_log
from tefuda.server.tables.replicas import Replicas
from tefuda.server.tables.retention import Retention
from tefuda.server.tables.services import Services
from tefuda.server.tables.table_actor import TableActor
from tefuda.server.tables.table_creator import TableCreator
from tefuda.server.tables.uptime import Uptime
from tefuda.server.tables.work_queue import no_op
from tefuda.table.snapshot import Snapshot

RESUME_SECONDS = 60.0  # interval of searches for tables whose worker was lost before a bot had moved
RETRY_SECONDS = 5.0  # after the store has failed
PREPARE_AFTER = 5.0  # seconds, for a table without bots: after a start, serving its players comes first
TAKE_OVER_SECONDS = 4.0  # head start of a table's home, which may notice the loss 2 s later than others
MAX_RENAMED_TABLES = 50  # newest tables of a guest in which a new name is applied


class Servers(Protocol):
    """What the registry needs of the servers on its database that pass connections on; `Passing` implements it."""

    async def refresh(self) -> None:
        """Read the list of registered servers; raises StoreError."""

    def is_home(self, table: str) -> bool:
        """Whether this server is the home of a table."""


class TableRegistry:
    """The tables of one server."""

    def __init__(
        self,
        settings: Settings,
        store: SqlStore,
        bot_service: BotService,
        metrics: Metrics,
        keyring: Keyring,
        peers: Peers | None = None,
    ) -> None:
        self.settings, self.store, self.metrics, self.peers = settings, store, metrics, peers or Alone()
        self.games = GameLibrary(settings, bot_service, keyring)
        self.invitations = Invitations(store)
        self.services = Services(
            settings=settings,
            store=store,
            metrics=metrics,
            peers=self.peers,
            bot_service=bot_service,
            keyring=keyring,
            games=self.games,
            table_creator=TableCreator(settings, store, self.games),
            seat_at_rematch=self.seat_at_rematch,
            voice=self.invitations.voice,
            uptime=Uptime(store, settings.clock),
            push=PushSender(settings, store, metrics),
        )
        self.retention = Retention(self.services, self)
        self._replicas = Replicas(self.services, self)
        self.servers: Servers | None = None  # other servers, if they pass connections on to each other
        self.actors: dict[str, TableActor] = {}  # table id -> actor, of the loaded tables
        self._loading: dict[str, asyncio.Task[TableActor]] = {}
        self._unloadable: set[str] = set()  # tables that wait for a bot and cannot be loaded
        self._tasks: list[asyncio.Task[None]] = []
        metrics.tables.set_function(lambda: len(self.actors))
        metrics.audiences.set_function(self._audiences)

    async def start(self) -> None:
        """Start the background tasks, and load tables where a bot is to move; others load on demand."""
        await self.invitations.start()
        await self.services.uptime.start()
        await self.retention.start()
        await self.services.push.start()
        await self.peers.start(self._replicas, await self.store.server_key())
        background = (self._resume_often(), self._evict_idle(), self.retention.run(), self.services.uptime.run())
        self._tasks = [asyncio.create_task(task) for task in background]

    async def close(self) -> None:
        """Stop the background tasks and all actors; everything acknowledged is already stored."""
        for task in (*self._tasks, *self._loading.values()):
            task.cancel()
        await asyncio.gather(*self._tasks, *self._loading.values(), return_exceptions=True)
        await self.retention.close()
        await self._replicas.close()
        await asyncio.gather(*(actor.close() for actor in self.actors.values()))
        self.actors.clear()
        await self.services.push.close()
        await self.services.uptime.close()
        await self.peers.close()

    async def drain(self, seconds: float) -> None:
        """Wait until no table has a message to handle, and store the running clocks; at most for `seconds`."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while busy := [actor for actor in self.actors.values() if actor.queue.busy]:
                    await asyncio.gather(*(actor.submit(no_op) for actor in busy), return_exceptions=True)
                running = [actor for actor in self.actors.values() if actor.table.clock is not None]
                await asyncio.gather(*(actor.submit(actor.clock.keep) for actor in running), return_exceptions=True)

    def fence(self) -> None:
        """Store no further entry, as another process continues the tables."""
        self.services.fenced = True

    async def return_strays(self) -> None:
        """Unload the tables that are at home elsewhere; their clients reconnect there."""
        await self.send_away([id for id in self.actors if not self.is_home(id)])

    def with_clients(self) -> list[str]:
        """Return the tables that someone is connected to."""
        return [id for id, actor in self.actors.items() if any(actor.presence_tracker.connections())]

    async def send_away(self, tables: Collection[str], code: CloseCode = CloseCode.SHUTTING_DOWN) -> None:
        """Unload those of these tables that are loaded; their clients reconnect immediately."""
        for id in tables:
            if id in self.actors:
                await self._evict(self.actors[id], code)

    async def take_over(self) -> None:
        """Load those tables of a lost worker where a bot is to move.

        Tables at home at this server are loaded immediately, others after a delay unless another worker has them.
        """
        if self.servers is not None:
            with contextlib.suppress(StoreError):  # the known servers stay valid
                await self.servers.refresh()
            await self._resume_bot_tables(self.servers.is_home)
            await asyncio.sleep(TAKE_OVER_SECONDS)
        await self._resume_bot_tables()

    async def _resume_often(self) -> None:
        """Load tables where a bot is to move, at the start and periodically, as other workers may have been lost."""
        reported = self.settings.slot > 0
        while True:
            try:
                if not reported:
                    await self._report_unplayable()
                    reported = True
                await self._resume_bot_tables(lambda id: self.servers is None or self.servers.is_home(id))
            except StoreError as error:
                log.warning("store-error", error=str(error))
                await asyncio.sleep(RETRY_SECONDS)
                continue
            except Exception as error:
                self.metrics.count_exception(error, "resume")
            if not self.peers.possible:  # there is no other worker to lose
                return
            await asyncio.sleep(RESUME_SECONDS)

    async def _resume_bot_tables(self, which: Callable[[str], bool] = lambda _: True) -> None:
        """Load those of these tables at home here where a bot is to move, unless another worker has them in memory.

        Raises StoreError.
        """
        home = [id for id in await self.store.waiting_for_bots() if self.is_home(id) and which(id)]
        waiting = [id for id in await self.peers.unheld(home) if id not in self.actors and id not in self._unloadable]
        if self.peers.possible:  # workers that do this at the same time share the tables
            shuffle(waiting)
        for id in waiting:
            if id in self.actors or not await self.peers.unheld([id]):
                continue
            try:
                await self.actor(id)
            except ServerError as error:
                self._unloadable.add(id)
                log.warning("load-failed", table=id, reason=error.id)
        if waiting:
            log.info("bot-tables-resumed", tables=len(waiting))

    async def _report_unplayable(self) -> None:
        """Log the games in play that this release cannot continue."""
        for group in await self.store.in_play():
            try:
                await self.games.open_once(group.game)
                self.games.check_playable(*group[:4])
            except ServerError as error:
                why, made_by = error.id, group.release or "?"
                log.warning("tables-of-other-rules", game=group.game, tables=group.tables, why=why, made_by=made_by)

    async def _evict_idle(self) -> None:
        """Evict the actors that have been idle for the time in the settings, until cancelled."""
        idle_time = self.settings.unload_after
        while True:
            await asyncio.sleep(max(idle_time / 4, 0.05))
            try:
                await self.evict_idle(idle_time)
            except Exception as error:  # the other tables are evicted next time
                self.metrics.count_exception(error, "eviction")

    async def evict_idle(self, seconds: float, which: Callable[[str], bool] = lambda _: True) -> None:
        """Evict the actors that have been idle for `seconds`; on return nothing refers to them any longer."""
        cutoff = self.settings.clock.now() - seconds
        for id, actor in list(self.actors.items()):
            if actor.idle and actor.presence_tracker.last_disconnect <= cutoff and which(id):
                await self._evict(actor)

    def _audiences(self) -> int:
        return sum(
            bool(connections) for actor in self.actors.values() for _, connections in actor.presence_tracker.audiences()
        )

    # --------------------------------------------------------------- tables

    def is_home(self, id: str) -> bool:
        """Whether this worker is the home of a table."""
        return home_of(id, self.settings.workers) == self.settings.slot

    async def create(self, guest: Guest, request: NewTable, language: str) -> TableActor:
        """Create a table and return its actor; raises ServerError if the request cannot be met."""
        actor = await self.actor(await self.services.table_creator.create(guest, request, language))
        if request.deal:
            giver = actor.presence_tracker.seat_of(guest) if request.pledge else None
            await actor.submit(partial(actor.dealing.begin, at_once=True, giver=giver))
        return actor

    async def seat_at_rematch(self, id: str, guest: Guest, seat: int) -> str:
        """Seat a guest at a rematch, or at the newest one that follows it; return its id.

        `seat` is the seat to which they have moved on.  Raises ServerError if there is no seat for them.
        """
        actor = await self.actor(id)
        while actor.loaded.phase == "over" and actor.loaded.row.next is not None:
            actor, seat = await self.actor(actor.loaded.row.next), seat + 1
        await actor.submit(partial(actor.handlers.go_on, guest, seat))
        return actor.id

    def loaded_ids(self) -> Collection[str]:
        """Return the ids of the loaded tables."""
        return self.actors.keys()

    def is_loaded(self, id: str) -> bool:
        """Whether a table is loaded or being loaded."""
        return id in self.actors or id in self._loading

    async def loaded_actor(self, id: str) -> TableActor | None:
        """Return the actor of a table that is loaded or being loaded, None for any other table."""
        if id in self._loading:
            await asyncio.gather(asyncio.shield(self._loading[id]), return_exceptions=True)
        return self.actors.get(id)

    async def unload(self, id: str) -> None:
        """Close the connections to a table and drop its actor, if it is loaded."""
        actor = await self.loaded_actor(id)
        if actor is not None:
            await self._evict(actor, CloseCode.NO_TABLE)

    async def _evict(self, actor: TableActor, code: CloseCode = CloseCode.SHUTTING_DOWN) -> None:
        """Drop an actor with its connections, unless it was dropped while another eviction waited for the store."""
        if self.actors.get(actor.id) is actor:
            del self.actors[actor.id]
            actor.disconnect(code)
            try:
                await self.peers.release(actor.id)
            finally:  # a cancelled eviction must not leave a running actor outside the registry
                await actor.close()

    def disconnect(self, guest: int) -> None:
        """Close all connections of a guest who was deleted."""
        for _, connection in self.connections_of(guest):
            connection.close(CloseCode.FORGOTTEN)

    def connections_of(self, guest: int) -> list[tuple[TableActor, Connection]]:
        """Return all connections of a guest, with their tables."""
        return [
            (actor, connection)
            for actor in self.actors.values()
            for connection in actor.presence_tracker.connections()
            if connection.guest is not None and connection.guest.id == guest
        ]

    async def actor(self, id: str) -> TableActor:
        """Return the actor of a table, loading it if needed; raises ServerError if there is no such table.

        It has caught up with the entries of other workers.
        """
        if not can_be_table(id):  # a client may send any text, which must not be kept in memory
            raise ServerError("no-such-table")
        self.retention.check_not_removing(id)
        if id in self.actors:
            actor = self.actors[id]
            actor.presence_tracker.last_disconnect = self.settings.clock.now()  # no eviction before the caller attaches
            if self.peers.others(id):
                await actor.submit(actor.entries.catch_up)
            return actor
        if id not in self._loading:
            self._loading[id] = asyncio.create_task(self._load_table(id))
            self._loading[id].add_done_callback(lambda _: self._loading.pop(id))
        return await asyncio.shield(self._loading[id])

    async def _load_table(self, id: str) -> TableActor:
        started = perf_counter()
        await self.peers.hold(id)
        try:
            stored = await self.store.table(id)
            if stored is None:
                raise ServerError("no-such-table")
            row = stored.row
            await self.games.open_once(row.game)
            actor = await self._replay(stored, stored.snapshot)
        except BaseException:
            await self.peers.release(id)
            raise
        self.actors[id] = actor
        self.retention.table_used(id)
        if self.peers.others(id):
            self.peers.send(Hello(id))
            actor.enqueue(actor.hear)
            actor.enqueue(actor.entries.catch_up)  # notices sent during loading were not received
        if actor.loaded.phase != "over":
            prepare = partial(self.services.bot_service.prepare, self.settings.games[row.game])
            if any(sitter.kind == "bot" for sitter in actor.table.sitters):
                prepare()
            else:
                self.settings.clock.later(PREPARE_AFTER, prepare)
        actor.refresh()
        self.metrics.load_seconds.observe(perf_counter() - started)
        return actor

    async def _replay(self, stored: StoredTable, snapshot: Snapshot | None) -> TableActor:
        """Return the actor of a stored table, replayed from a snapshot or, if that is unusable, from the whole log."""
        row = stored.row
        actor: TableActor | None = None
        try:
            actor = TableActor(row, self.games.table(row, (), stored.log), stored.seats, self.services)
            await actor.load(stored.log, snapshot)
        except Exception as error:
            if actor is not None:
                await actor.close()
            if isinstance(error, StoreError) or (actor is None and isinstance(error, ServerError)):
                raise  # its log may be all right
            if snapshot is not None:
                log.warning("snapshot-unusable", table=row.id, game=row.game, kind=type(error).__name__)
                return await self._replay(stored, None)
            raise bad_log(row, error) from error
        return actor

    async def rename(self, guest: Guest) -> None:
        """Update a guest's name at the loaded tables where they are connected and wait for the deal.

        Other tables are updated when the guest connects, so that a new name does not add an entry to every table.
        """
        for _, connection in self.connections_of(guest.id):
            connection.guest = guest
        for row, seat in await self.store.tables_of(guest.id, MAX_RENAMED_TABLES):
            actor = self.actors.get(row.id)
            if actor is None or seat is None or row.phase != "open":
                continue
            if actor.presence_tracker.is_connected(seat.seat):
                await actor.submit(partial(actor.handlers.rename, guest))
        self.peers.send(Renamed(guest.id))
