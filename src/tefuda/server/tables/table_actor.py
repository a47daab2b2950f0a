"""Runs one table: handles client messages in order, stores each resulting entry, then broadcasts updates.

The actor owns the parts of a table and decides when each of them runs: the queue runs work in order, the log appends
entries, the audiences get updates, the handlers check permissions, the deal and the bots advance without a message.  A
part refers only to the parts below it, never to the actor: without reference cycles, a table is freed as soon as it is
unloaded.  The actor knows nothing about the rules of a game, and reads only the settings' clock.

Other workers may have the same table in memory and append to its log too (`peers.py`).  Their entries are applied here
like its own, and work that was based on an older version is retried on the new one.
"""

from __future__ import annotations

import asyncio
import contextlib
import traceback
from collections.abc import Awaitable, Callable, Collection, Sequence
from functools import partial
from time import perf_counter
from typing import TypeVar

from msgspec.structs import replace

from tefuda.engine.view import SPECTATOR
from tefuda.server.clock import Timer
from tefuda.server.cluster.peers import Facts, SeatFacts
from tefuda.server.errors import ServerError
from tefuda.server.metrics import Metrics
from tefuda.server.protocol.limits import CloseCode
from tefuda.server.protocol.messages import Chat, Ping, Pong, Say, ToTable
from tefuda.server.store.stored_data import Guest, Logged, Seat, TableRow
from tefuda.server.tables.audiences import Audiences
from tefuda.server.tables.bot_driver import BotDriver
from tefuda.server.tables.clocks import TableClock
from tefuda.server.tables.connection import Connection
from tefuda.server.tables.dealing import Dealing
from tefuda.server.tables.entry_log import EntryLog
from tefuda.server.tables.loaded_table import LoadedTable
from tefuda.server.tables.message_handlers import MessageHandlers
from tefuda.server.tables.opening_moves import OpeningMoves
from tefuda.server.tables.serialization import encoded
from tefuda.server.tables.services import Services
from tefuda.server.tables.talk import TableTalk
from tefuda.server.tables.turn_notices import TurnNotices
from tefuda.server.tables.work_queue import WorkQueue
from tefuda.table.snapshot import Snapshot
from tefuda.table.table import Table

R = TypeVar("R")

HEAR_SECONDS = 1.0  # timeout of the other workers' facts, after a table was loaded


class TableActor:
    """Actor of one loaded table."""

    def __init__(self, row: TableRow, table: Table, seats: Sequence[Seat], services: Services) -> None:
        self._settings, self._metrics, self._peers = services.settings, services.metrics, services.peers
        self.loaded = LoadedTable(row, table, seats, services.settings, services.uptime)
        self.id, self.table, self.presence_tracker = row.id, table, self.loaded.presence_tracker
        report = partial(_report, services.metrics, row.id, row.game)
        self.talk = TableTalk(self.loaded, services, report)
        self.audiences = Audiences(self.loaded, self.talk, services)
        self.entries = EntryLog(self.loaded, self.audiences, services)
        self.queue = WorkQueue(self.entries.has_changed, report)
        self.bots = BotDriver(self.loaded, self.entries, self.queue, services, report)
        self.dealing = Dealing(self.loaded, self.entries, self.queue, services.settings, report)
        self.openings = OpeningMoves(self.loaded, self.entries, self.queue, services.settings, report)
        self.clock = TableClock(self.loaded, self.entries, self.audiences, self.queue, services.settings, report)
        self.notices = TurnNotices(self.loaded, self.entries, services)
        self.handlers = MessageHandlers(
            self.loaded, self.entries, self.audiences, self.bots, self.dealing, self.clock, services, report
        )
        self._sent_clients: tuple[dict[int, SeatFacts], int] | None = None  # last sent to the other workers
        self._timer: tuple[float, Timer] | None = None  # next presence check: when, and its timer
        self._heard = asyncio.Event()  # the facts of another worker
        self._closed = False
        self.queue.start(f"table {row.id}", self.refresh)

    async def load(self, log: Sequence[Logged], snapshot: Snapshot | None) -> None:
        """Restore the table from its stored log, and from a snapshot of its game if there is one.

        In a running game, updates are made for an audience once one of its clients connects.
        """
        await self.entries.load(log, snapshot)
        await self.talk.load()
        if self.table.state is None:
            self.audiences.join([seat.seat for seat in self.presence_tracker.seats.values() if seat.sits])

    def disconnect(self, code: CloseCode) -> None:
        """Close all connections and refuse further ones, as the table is unloaded."""
        self._closed = True
        for connection in self.presence_tracker.connections():
            connection.close(code)

    async def close(self) -> None:
        """Close all connections, and cancel the table's tasks and timers."""
        self.disconnect(CloseCode.SHUTTING_DOWN)
        self._cancel_timer()
        self.dealing.close()
        self.openings.cancel()
        self.clock.cancel()
        self.notices.close()
        await self.queue.close()
        await self.bots.close()

    @property
    def idle(self) -> bool:
        """Whether there is no connection, no queued work and no bot choosing a move."""
        return not (self.presence_tracker.connections() or self.queue.busy or self.bots.busy)

    # ------------------------------------------------------------ messages

    async def submit(self, work: Callable[[], Awaitable[R]]) -> R:
        """Run `work` on the table's queue and return its result; it completes even if the caller is cancelled.

        Raises ServerError if the actor is closed before `work` runs; the caller may retry, which loads the table again.
        """
        return await self.queue.submit(work)

    def enqueue(self, work: Callable[[], Awaitable[object]]) -> None:
        """Run `work` on the table's queue without waiting for it."""
        self.queue.enqueue(work)

    async def handle(self, connection: Connection, message: ToTable) -> None:
        """Carry out a client message and answer it."""
        if isinstance(message, Ping):
            connection.send(encoded(Pong(message.id, self.audiences.clock(connection))))
            return
        started = perf_counter()
        if isinstance(message, Say | Chat):  # not on the queue: no action waits for talk
            self.presence_tracker.act(connection.seat)
            await self.talk.answer(connection, message)
            self.refresh()
        else:
            await self.queue.submit(partial(self.handlers.answer, connection, message, started))
        self._metrics.seconds.observe(perf_counter() - started)
        self._metrics.messages.labels(type(message).__name__.lower()).inc()

    # --------------------------------------------------------- connections

    async def attach(self, connection: Connection, after: int | None, note: str) -> None:
        """Add a connection and send it `welcome`, with its notes and the updates it missed since version `after`.

        Raises ServerError if there is no room for a spectator, or if the table is unloaded first.
        """
        tracker, audiences = self.presence_tracker, self.audiences
        if after is not None and after > self.table.version:  # another worker has sent an entry that is missing here
            await self.queue.submit(self.entries.catch_up)
        further_back = returned = False
        while True:  # each await may invalidate the checks, so they are repeated; none follows before the add below
            if self._closed:
                raise ServerError("store-error")
            seat = tracker.seat_of(connection.guest)
            if not returned and self.table.has_stand_in(seat) and not tracker.is_connected(seat):
                returned = True  # tried once: while the store fails, the bot plays on
                with contextlib.suppress(ServerError):
                    await self.queue.submit(partial(self.handlers.end_stand_in, seat, returned=True))
                continue
            if seat == SPECTATOR and not tracker.has_room_to_watch(connection):
                raise ServerError("no-room-to-watch")
            if seat == SPECTATOR and self.loaded.held_back:
                after = None  # the client may have seen more before it left its seat
                if audiences.spectators.ready():
                    break
                await self.queue.submit(audiences.add_spectators)
            elif audiences.has_updates(seat, None if further_back else after):
                break
            else:
                # Tried once: other clients may use the seat, and the guest may change it in the meantime.
                further_back = seat in audiences
                await self.queue.submit(partial(audiences.add, seat, further_back=further_back))
        tracker.add(connection)
        self.bots.try_again()
        audiences.welcome(connection, after, note)
        seat = connection.seat
        if self.table.is_flagged(seat) and self.clock.may_return(seat):  # a returning person plays for themselves
            self.enqueue(partial(self.clock.resume, seat))
        self.refresh()

    def rename(self, connection: Connection, guest: Guest) -> None:
        """Take over the name that the guest of a connection has now, also at a seat where they wait for the deal."""
        connection.guest = guest
        if self.handlers.needs_rename(guest):
            self.enqueue(partial(self.handlers.rename, guest))

    def detach(self, connection: Connection) -> None:
        """Remove a closed connection."""
        self.presence_tracker.remove(connection)
        self.audiences.drop_unwatched()
        self.refresh()

    def refresh(self) -> None:
        """Broadcast changed presence, schedule the next presence check, and advance the deal and the bots."""
        if self._closed:
            return
        now = self._settings.clock.now()  # one timestamp for broadcast and timer, so no change is missed
        self.publish(now=now)
        self.audiences.send_presence(now)
        self.talk.check()
        change = self.presence_tracker.next_change(now)
        if change is not None and (self._timer is None or change < self._timer[0]):
            self._cancel_timer()  # an earlier timer may stay: it schedules the next one
            self._timer = change, self._settings.clock.later(change - now, self._on_timer)
        self.dealing.check()
        self.openings.check()
        self.clock.check()
        self.bots.refresh()
        self.notices.check()

    def _on_timer(self) -> None:
        self._timer = None
        self.refresh()

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer[1].cancel()
            self._timer = None

    # ------------------------------------------------------- other workers

    def publish(self, *, again: bool = False, now: float | None = None) -> None:
        """Send this worker's connections to the other workers, if they have changed or were requested `again`.

        `now` is a time of the settings' clock, by default the present.
        """
        if not self._peers.others(self.id):
            self._sent_clients = None
            return
        facts = self.presence_tracker.facts(self.id, self._settings.clock.now() if now is None else now)
        clients, clock = (facts.seats, facts.watchers), self.table.clock
        if again or clients != self._sent_clients:
            self._sent_clients = clients
            if clock is not None:
                facts = replace(facts, stint=clock.stint, used=self.loaded.stopwatch.used())
            self._peers.send(facts)

    def on_facts(self, worker: int, facts: Facts) -> None:
        """Apply another worker's message about its connections."""
        self.presence_tracker.on_facts(worker, facts)
        self.loaded.stopwatch.adopt(facts.stint, facts.used)
        self._heard.set()
        self.refresh()

    async def hear(self) -> None:
        """Wait for the facts of the other workers, which have measured the running time; runs on the queue.

        A player could otherwise think at one worker and play at another, for which the decision has only just begun.
        """
        if self.table.clock is None or not self.table.playing:
            return
        with contextlib.suppress(TimeoutError):  # a worker that was lost a moment ago does not answer
            async with asyncio.timeout(HEAR_SECONDS):
                while not set(self._peers.others(self.id)).issubset(self.presence_tracker.workers):
                    self._heard.clear()
                    await self._heard.wait()

    def keep_workers(self, workers: Collection[int]) -> None:
        """Forget the connections of all workers but these."""
        if not set(workers).issuperset(self.presence_tracker.workers):
            self.presence_tracker.keep_workers(workers)
            self.refresh()


def _report(metrics: Metrics, table: str, game: str, error: Exception) -> None:
    """Count and log an exception with its stack frames."""
    frames = (f"{frame.filename}:{frame.lineno}" for frame in traceback.extract_tb(error.__traceback__)[-6:])
    metrics.count_exception(error, *frames, table=table, game=game)
