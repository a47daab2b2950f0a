"""Synchronizes the tables of this worker with other workers: applies their notices, and results of polling.

A table is a replica while other workers have it in memory too.  Its actor makes all decisions, on the table's queue.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Coroutine, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

from tefuda.server.cluster.peers import (
    Bye,
    Changed,
    Facts,
    Forgotten,
    Grown,
    Held,
    Hello,
    Notice,
    Removed,
    Renamed,
    Shown,
    Talked,
    Wrote,
)
from tefuda.server.errors import ServerError
from tefuda.server.logs import log
from tefuda.server.protocol.limits import CloseCode
from tefuda.server.protocol.messages import Noted
from tefuda.server.store.errors import StoreError
from tefuda.server.store.stored_data import Guest
from tefuda.server.tables.connection import Connection
from tefuda.server.tables.serialization import encoded
from tefuda.server.tables.services import Services
from tefuda.server.tables.shares import shown_by
from tefuda.server.tables.table_actor import TableActor


class Tables(Protocol):
    """What the replicas need of the table registry, which implements this."""

    actors: dict[str, TableActor]

    async def unload(self, id: str) -> None:
        """Close the connections to a table and drop its actor, if it is loaded."""

    async def send_away(self, tables: Collection[str], code: CloseCode = CloseCode.SHUTTING_DOWN) -> None:
        """Unload those of these tables that are loaded; their clients reconnect immediately."""

    def disconnect(self, guest: int) -> None:
        """Close all connections of a guest who was deleted."""

    def connections_of(self, guest: int) -> list[tuple[TableActor, Connection]]:
        """Return all connections of a guest, with their tables."""

    async def take_over(self) -> None:
        """Load those tables of a lost worker where a bot is to move."""


class Replicas:
    """`PeerListener` of a table registry."""

    def __init__(self, services: Services, tables: Tables) -> None:
        self._services, self._tables = services, tables
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False

    async def close(self) -> None:
        """Cancel all tasks, and ignore further notices."""
        self._closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def versions(self) -> Mapping[str, int]:
        return {id: actor.table.version for id, actor in self._tables.actors.items()}

    def on_notice(self, worker: int, notice: Notice) -> None:
        if self._closed:
            return
        match notice:
            case Removed(table):
                self._start(self._tables.unload(table))
            case Renamed(guest):
                self._start(self._update_guest(guest))
            case Forgotten(guest):
                self._tables.disconnect(guest)
            case Bye():
                for actor in list(self._tables.actors.values()):
                    actor.keep_workers(set(actor.presence_tracker.workers) - {worker})
                self._start(self._tables.take_over())
            case _:
                actor_or_none = self._tables.actors.get(notice.table)
                if actor_or_none is not None:
                    self._on_table_notice(actor_or_none, worker, notice)

    def _on_table_notice(
        self, actor: TableActor, worker: int, notice: Facts | Grown | Changed | Hello | Talked | Wrote | Shown
    ) -> None:
        match notice:
            case Grown(_, version):
                actor.enqueue(partial(self._catch_up, actor, version))
            case Changed(_, names):
                actor.enqueue(actor.entries.reload_sitters if names else partial(self._catch_up, actor))
            case Facts():
                actor.on_facts(worker, notice)
            case Hello():
                actor.publish(again=True)
            case Talked():
                self._start(actor.talk.catch_up())
            case Wrote(_, guest):
                self._start(self._send_note(actor, guest))
            case Shown(_, seats):
                actor.audiences.send_shares(seats)

    def on_check(self, tables: Sequence[Held], *, lost: int) -> None:
        if self._closed:
            return
        found = {held.table: held for held in tables}
        for id, actor in list(self._tables.actors.items()):
            held = found.get(id)
            if held is not None and held.version is None:
                self._start(self._tables.unload(id))
                continue
            actor.keep_workers(self._services.peers.others(id))
            actor.publish()
            if held is not None and held.changed:
                self._start(actor.talk.catch_up())
                actor.enqueue(partial(self._catch_up, actor))
                self._start(self._look_beside_the_log(actor))
            elif held is not None and held.version is not None:
                actor.enqueue(partial(self._catch_up, actor, held.version))
        if lost:
            self._services.metrics.workers_lost.inc(lost)
            log.warning("workers-lost", workers=lost)
            self._start(self._tables.take_over())

    def on_set_back(self, tables: Collection[str]) -> None:
        if not self._closed:
            log.warning("tables-set-back", tables=len(tables))
            self._start(self._tables.send_away(tables, CloseCode.SET_BACK))

    def reconnected(self) -> None:
        for id, actor in self._tables.actors.items():
            if self._services.peers.others(id):
                self._services.peers.send(Hello(id))
                actor.publish(again=True)
                for guest in _guests(actor):
                    self._start(self._send_note(actor, guest))
        for guest in set().union(*map(_guests, self._tables.actors.values())):
            self._start(self._update_guest(guest))

    async def _look_beside_the_log(self, actor: TableActor) -> None:
        """Look for links to a finished game, and for new names of those who wait for the deal."""
        if actor.loaded.phase == "over":
            actor.audiences.send_shares(shown_by(actor.loaded, await self._services.store.shares(actor.id)))
        elif actor.loaded.phase == "open":
            for guest in _guests(actor):
                await self._update_guest(guest)

    async def _send_note(self, actor: TableActor, guest: int) -> None:
        """Send a guest's notes to the clients with which they are at the table here."""
        noted = encoded(Noted(await self._services.store.note(actor.id, guest)))
        for connection in actor.presence_tracker.connections():
            if connection.guest is not None and connection.guest.id == guest:
                connection.send(noted)

    async def _update_guest(self, guest: int) -> None:
        """Take over the name of a guest who is connected here, also where they wait for the deal, or their deletion."""
        data = await self._services.store.guest_data(guest) if self._tables.connections_of(guest) else None
        if data is not None and not data.created:
            self._tables.disconnect(guest)
        elif data is not None:
            for actor, connection in self._tables.connections_of(guest):
                connection.guest = renamed = Guest(guest, data.name)
                if actor.loaded.phase == "open":
                    await actor.submit(partial(actor.handlers.rename, renamed))

    async def _catch_up(self, actor: TableActor, version: int | None = None) -> None:
        """Apply the entries of other workers, on the queue of the table; if the store fails, the next poll retries.

        A table with an entry that cannot be applied is unloaded: clients who connect again are told why.
        """
        try:
            await actor.entries.catch_up(version)
        except ServerError as error:
            log.warning("not-caught-up", table=actor.id, reason=error.id)
            if error.id == "bad-log":
                self._start(self._tables.send_away([actor.id]))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(self._done(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: work.close())  # it never started if the task was cancelled immediately

    async def _done(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except (ServerError, StoreError) as error:
            log.warning("notice-failed", error=str(error))
        except Exception as error:
            self._services.metrics.count_exception(error, "replicas")


def _guests(actor: TableActor) -> set[int]:
    """Return the guests who are connected to a table here."""
    return {one.guest.id for one in actor.presence_tracker.connections() if one.guest is not None}
