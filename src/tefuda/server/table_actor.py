"""Runs one table: handles client messages in order, stores each resulting entry, then broadcasts updates.

Each table has one asyncio task that works through its inbox.  The `Table` validates a request and proposes an entry;
the entry is appended to the log, and only once it is durable is the sender answered and every audience sent its own
update.  Permissions are checked in `message_handlers.py`, connections are tracked in `presence.py`, bots move in
`bot_driver.py`.  The actor decides nothing about a game and reads no clock but the server's.

Other workers may have the same table in memory and append to its log too (`peers.py`).  Their entries are applied here
as if they had been appended here; work that one of them overtakes is done again, on the table as it is then.
"""

from __future__ import annotations

import asyncio
import contextlib
import traceback
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Sequence
from functools import partial
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

from tefuda.engine.view import SPECTATOR
from tefuda.server.bot_driver import BotDriver
from tefuda.server.clock import Timer
from tefuda.server.connection import Connection
from tefuda.server.dealing import Dealing
from tefuda.server.errors import Overtaken, ServerError
from tefuda.server.interfaces import Registry, Sender
from tefuda.server.log_replay import RecentUpdates, restore, restore_updates
from tefuda.server.logs import log
from tefuda.server.message_handlers import MessageHandlers
from tefuda.server.peers import Facts
from tefuda.server.presence import PresenceTracker
from tefuda.server.protocol import (
    Done,
    FromTable,
    Moved,
    Ping,
    Pong,
    Presence,
    SeatsNow,
    TableInfo,
    TableUpdate,
    ToTable,
    Welcome,
)
from tefuda.server.serialization import deal_info, decoded_entry, encoded, encoded_entry, full_update, table_info
from tefuda.server.store import (
    Append,
    Appended,
    Conflict,
    Guest,
    Logged,
    Phase,
    Seat,
    StoredTable,
    StoreError,
    TableRow,
)
from tefuda.table.entries import Entry, Played, Refused, Sat, Sealed, Sitter
from tefuda.table.release import release
from tefuda.table.snapshot import Snapshot
from tefuda.table.table import Table

R = TypeVar("R")

SNAPSHOT_EVERY = 16  # entries


class _Job(NamedTuple):
    """Work in the inbox."""

    work: Callable[[], Awaitable[Any]]
    future: asyncio.Future[Any] | None  # None: no caller waits


class TableActor:
    """Actor of one loaded table.

    `on_finished` is called with the actor when the game ends.
    """

    def __init__(
        self,
        registry: Registry,
        row: TableRow,
        table: Table,
        seats: Sequence[Seat],
        on_finished: Callable[[TableActor], object],
    ) -> None:
        self.registry, self.settings, self.store = registry, registry.settings, registry.store
        self.row, self.table = row, table
        self.presence_tracker = PresenceTracker(table, seats, self.settings)
        self.bots = BotDriver(self)
        self.dealing = Dealing(self)
        self.handlers = MessageHandlers(self, self.bots, self.dealing)
        self._on_finished = on_finished
        self._loop = asyncio.get_running_loop()  # cached: get_running_loop() is a syscall on 3.11
        self._inbox: deque[_Job] = deque()
        self._inbox_filled: asyncio.Future[None] | None = None  # awaited by the worker while the inbox is empty
        self._working = False
        self.done: dict[tuple[int, str], int] = {}  # (guest, message id) -> version of the resulting entry
        self._recent_updates = RecentUpdates()
        self._snapshot: Snapshot | None = None  # stored with the next entry
        self._sent_presence: tuple[tuple[Presence, ...], int] = ((), 0)  # as last broadcast
        self._sent_facts: Facts | None = None  # as last sent to the other workers
        self._appended_last = False  # the latest entry is of this worker
        self._timer: tuple[float, Timer] | None = None  # next presence check: when, and its timer
        self._worker: asyncio.Task[None] | None = asyncio.create_task(self._run(), name=f"table {row.id}")

    # ------------------------------------------------------------ the inbox

    async def _run(self) -> None:
        while True:
            while not self._inbox:
                self._inbox_filled = self._loop.create_future()
                await self._inbox_filled
            self._working = True
            await self._process(self._inbox.popleft())
            try:
                self.refresh()
            except Exception as error:
                self.report(error)
            self._working = False

    async def _process(self, job: _Job) -> None:
        try:
            result = await self._carry_out(job.work)
        except asyncio.CancelledError:
            _reject(job)
            raise
        except Exception as error:
            if job.future is None:
                self.report(error)
            elif not job.future.done():
                job.future.set_exception(error)
                del job  # avoids a reference cycle: future -> error -> traceback -> this frame -> job
        else:
            if job.future is not None and not job.future.done():
                job.future.set_result(result)

    async def _carry_out(self, work: Callable[[], Awaitable[R]]) -> R:
        """Do work, and again as long as other workers change the table first: it is checked against the new state."""
        while True:
            try:
                return await work()
            except Overtaken:
                continue
            except (ServerError, Refused):
                if not await self.has_changed():
                    raise

    async def submit(self, work: Callable[[], Awaitable[R]]) -> R:
        """Run `work` on the table's queue and return its result; it completes even if the caller is cancelled.

        Raises ServerError if the actor is closed before `work` runs; the caller may retry, which loads the table again.
        """
        if self._worker is None:
            raise ServerError("store-trouble")
        future: asyncio.Future[R] = self._loop.create_future()
        self._push(_Job(work, future))
        try:
            return await future
        finally:
            del future  # avoids a reference cycle: future -> error -> traceback -> this frame -> future

    def enqueue(self, work: Callable[[], Awaitable[object]]) -> None:
        """Run `work` on the table's queue without waiting for it."""
        self._push(_Job(work, None))

    def _push(self, job: _Job) -> None:
        self._inbox.append(job)
        if self._inbox_filled is not None and not self._inbox_filled.done():
            self._inbox_filled.set_result(None)

    async def load(self, log: Sequence[Logged], snapshot: Snapshot | None) -> None:
        """Restore the table from its stored log, and from a snapshot of its game if there is one.

        Of a running game, updates are made for an audience once a client of it connects.
        """
        await restore(self.table, log, self.registry.time_slices, snapshot)
        if self.table.state is None:
            self._join([seat.seat for seat in self.presence_tracker.seats.values() if seat.sits])
        for logged in log:
            self._remember_done(logged)

    def _remember_done(self, logged: Logged) -> None:
        if logged.sender is not None and logged.command is not None:
            self.done[logged.sender, logged.command] = logged.version

    async def close(self) -> None:
        """Cancel the table's tasks and timers."""
        if self._worker is None:
            return
        # A cancelled task references this actor through its traceback: dropping the task avoids a reference cycle.
        tasks, self._worker = [self._worker, *self.bots.tasks()], None
        self._cancel_timer()
        self.dealing.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        while self._inbox:
            _reject(self._inbox.popleft())

    # --------------------------------------------------------------- state

    @property
    def phase(self) -> Phase:
        state = self.table.state
        return "open" if state is None else "over" if state.over else "playing"

    @property
    def leads(self) -> bool:
        """Whether this worker takes the next step that no message asks for: it appended last, or is alone here.

        The other workers take it a little later, if nothing has happened.
        """
        return self._appended_last or not self.registry.peers.others(self.row.id)

    @property
    def idle(self) -> bool:
        """Whether there is no connection, no queued work and no bot choosing a move."""
        return not (self.presence_tracker.connections() or self.handles_message or self.bots.busy)

    @property
    def handles_message(self) -> bool:
        """Whether work is under way or queued."""
        return self._working or bool(self._inbox)

    @property
    def released(self) -> bool:
        """Whether the game is over, so that the secret and the signed record may be shown."""
        return self.phase == "over"

    def info(self, guest: Guest | None) -> TableInfo:
        """Return the description of the table for a guest."""
        row = self.row._replace(phase=self.phase, sitters=tuple(self.table.sitters))
        seat = self.presence_tracker.seat_of(guest)
        return table_info(row, guest, seat, deal_info(self.table, seat, self.row.protocol))

    def viewing_seat(self, guest: Guest | None, requested: int | None = None) -> int:
        """Return the seat from whose perspective a guest sees the record: by default their own (-1: spectator).

        Raises ServerError if `requested` is another seat (-1: spectators) and the game is not over.
        """
        seat = self.presence_tracker.seat_of(guest)
        if requested is not None and requested != seat:
            self.handlers.check_seat(requested)
            if not self.released:
                raise ServerError("unreleased-seat")
            seat = requested
        return seat

    async def signed_record(self) -> str:
        """Return the signed record; raises ServerError if the signing key in the table's seal is missing."""
        sealed = self.table.deal.open if self.table.deal is not None else None
        private = self.registry.keyring.private(sealed.server) if sealed is not None else b""
        if private is None:
            raise ServerError("no-signing-key")
        log = await self.store.log(self.row.id)
        return release(self.table, [decoded_entry(logged.entry) for logged in log], private)

    # --------------------------------------------------------- connections

    async def attach(self, connection: Connection, after: int | None, note: str) -> None:
        """Add a connection and send it `welcome`, with its notes and the updates it missed since version `after`."""
        watching = self.presence_tracker.seat_of(connection.guest) == SPECTATOR
        if watching and not self.presence_tracker.has_room_to_watch(connection):
            raise ServerError("no-room-to-watch")
        further_back = False
        while not self._has_updates(
            seat := self.presence_tracker.seat_of(connection.guest), None if further_back else after
        ):
            # Tried once: other clients may use the seat, and the guest may change it in the meantime.
            further_back = seat in self._recent_updates
            await self.submit(partial(self._add_audience, seat, further_back=further_back))
        self.presence_tracker.add(connection)
        self._welcome(connection, after, note)
        self.refresh()
        if connection.guest is not None and self.handlers.needs_rename(connection.guest):
            self.enqueue(partial(self.handlers.rename, connection.guest))

    def _has_updates(self, audience: int, after: int | None) -> bool:
        """Whether an audience has updates: those since version `after` as far as they can be restored."""
        if audience not in self._recent_updates or after is None:
            return audience in self._recent_updates
        return self._recent_updates.reaches(audience, after, self.table.version, self.settings.updates_restored)

    async def _add_audience(self, audience: int, *, further_back: bool = False) -> None:
        """Start to make updates for an audience, or restore earlier ones, which numbers its cards again.

        Runs on the queue, so that no entry comes in between.
        """
        if audience in self._recent_updates and (not further_back or self.presence_tracker.is_present(audience)):
            return
        if not further_back:
            self._join((audience,))
            return
        table = self.registry.table(self.row, ())
        log = (await self.store.log(self.row.id))[: self.table.version]  # without what other workers have appended
        capacity, recent = self.settings.updates_kept, self.settings.updates_restored
        recent_updates = await restore_updates(
            table, log, audience, recent=recent, capacity=capacity, time_slices=self.registry.time_slices
        )
        self.table.adopt(audience, table)
        self._recent_updates.add(recent_updates)

    def _join(self, audiences: Sequence[int]) -> None:
        self.table.join(audiences, self.table.version)
        self._recent_updates.add(RecentUpdates(audiences, self.settings.updates_kept))

    def _welcome(self, connection: Connection, after: int | None, note: str) -> None:
        missed: tuple[TableUpdate, ...] = ()
        if after is not None and after < self.table.version:
            missed = self._recent_updates.after(connection.seat, after)
        update = full_update(self.table, connection.seat)
        info = self.info(connection.guest)
        connection.send(encoded(Welcome(info, self.presence_tracker.presences(), note, update, missed)))

    def detach(self, connection: Connection) -> None:
        """Remove a closed connection."""
        self.presence_tracker.remove(connection)
        self.refresh()

    def broadcast(self, message: FromTable) -> None:
        """Send a message to every connection at the table."""
        data = encoded(message)
        for connection in self.presence_tracker.connections():
            connection.send(data)

    def refresh(self) -> None:
        """Broadcast changed presence, schedule the next presence check, and advance the deal and the bots."""
        now = self.settings.clock.now()  # one time for what is told and for when it changes: nothing falls between
        self.publish(now=now)
        presence = (self.presence_tracker.presences(now), self.presence_tracker.watching)
        if presence != self._sent_presence:
            self._sent_presence = presence
            self.broadcast(SeatsNow(*presence))
        change = self.presence_tracker.next_change(now)
        if change is not None and (self._timer is None or change < self._timer[0]):
            self._cancel_timer()  # an earlier timer may stay: it schedules the next one
            self._timer = change, self.settings.clock.later(change - now, self._on_timer)
        self.dealing.check()
        self.bots.refresh()

    def publish(self, *, again: bool = False, now: float | None = None) -> None:
        """Tell the other workers who is connected here, if that has changed or they ask for it `again`.

        `now` is a time of the settings' clock, by default the present.
        """
        if not self.registry.peers.others(self.row.id):
            self._sent_facts = None
            return
        facts = self.presence_tracker.facts(self.row.id, self.settings.clock.now() if now is None else now)
        if again or facts != self._sent_facts:
            self._sent_facts = facts
            self.registry.peers.tell(facts)

    def hear(self, worker: int, facts: Facts) -> None:
        """Follow what another worker tells of its connections."""
        self.presence_tracker.hear(worker, facts)
        self.refresh()

    def keep_workers(self, workers: Collection[int]) -> None:
        """Forget the connections of all workers but these."""
        if not set(workers).issuperset(self.presence_tracker.workers):
            self.presence_tracker.keep_workers(workers)
            self.refresh()

    def _on_timer(self) -> None:
        self._timer = None
        self.refresh()

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer[1].cancel()
            self._timer = None

    # ------------------------------------------------------------- entries

    def _broadcast_update(self) -> None:
        self._recent_updates.keep(self.table)
        for audience, connections in self.presence_tracker.audiences():
            if connections:
                update = encoded(full_update(self.table, audience))
                for connection in connections:
                    connection.send(update)

    async def append(
        self,
        entry: Entry,
        *,
        sender: Sender | None = None,
        seats: tuple[Seat, ...] = (),
        unseat: tuple[int, ...] = (),
        seated: int | None = None,
    ) -> None:
        """Store a proposed entry, apply it, answer its sender and broadcast the update.

        `seats` and `unseat` change who sits at the table; `seated` is the guest whom the entry seats.  Raises
        ServerError if the entry cannot be stored; the proposal is then withdrawn.
        """
        to_act, result = self.table.proposed_outcome() or (SPECTATOR, None)
        phase: Phase = "over" if result is not None else "playing" if to_act >= 0 else "open"
        if self.phase == "over":
            result = None  # already stored
        sitters = None
        if isinstance(entry, Sat):
            before = self.table.sitters
            sitters = (*before[: entry.seat], entry.sitter, *before[entry.seat + 1 :])
        append = Append(
            self.row.id,
            self.table.version,
            encoded_entry(entry),
            sender.guest if sender is not None else seated,
            sender.id if sender is not None else None,
            phase,
            to_act,
            sitters,
            seats,
            unseat,
            (int(self.settings.clock.time()), result.ranks, result.scores) if result is not None else None,
        )
        version, fresh, holders = await self._store_entry(append)
        snapshot = None
        if fresh:
            snapshot, self._snapshot = self._snapshot, None
            self.registry.peers.appended(self.row.id, version, holders)
            self.table.apply(entry)
            self._appended_last = True
            self.presence_tracker.change_seats(seats, unseat)
            self._note(entry)
            if version % SNAPSHOT_EVERY == 0 and phase == "playing":
                self._snapshot = self.table.snapshot()
        else:
            self.table.withdraw()
            await self.catch_up()
        if sender is not None:
            self.done[sender.guest, sender.id] = version
            sender.connection.send(encoded(Done(sender.id, version)))
        if fresh:
            self._broadcast_update()
            self.registry.metrics.entries.labels(self.row.game).inc()
        if result is not None:
            self.registry.metrics.finished.labels(self.row.game).inc()
            log.info("game-finished", table=self.row.id, game=self.row.game, turns=self.table.turn)
            self._on_finished(self)
        if snapshot is not None:
            await self._keep(snapshot)

    async def _keep(self, snapshot: Snapshot) -> None:
        """Store a snapshot older than the last entry, whose events a client may still ask for after a restart."""
        try:
            await self.store.keep_snapshot(self.row.id, snapshot)
        except StoreError:
            self.registry.metrics.store_errors.inc()  # loading the table replays more entries

    async def _store_entry(self, append: Append) -> Appended:
        """Store an entry; withdraws the proposal if that fails."""
        if self.registry.holding:
            self.table.withdraw()
            raise ServerError("store-trouble")
        try:
            return await self.store.append(append)
        except StoreError as error:
            self.table.withdraw()
            self.registry.metrics.store_errors.inc()
            log.warning("store-error", table=self.row.id, error=str(error))
            raise ServerError("store-trouble") from error
        except Conflict:
            self.table.withdraw()
            before = self.table.version
            await self.catch_up()
            if self.table.version == before:
                raise ServerError("store-trouble") from None
            raise Overtaken from None

    def _note(self, entry: Entry) -> None:
        """Note what an applied entry means for the people at the table and for the deal."""
        self.presence_tracker.turn_since = self.settings.clock.now()
        if isinstance(entry, Sealed):
            self.dealing.sealed()
        elif isinstance(entry, Played):
            self.presence_tracker.played(entry)

    async def catch_up(self, version: int | None = None) -> None:
        """Apply what other workers have stored about the table, unless it has this version already.

        Runs on the queue.  Raises ServerError if the table is gone or the store fails.
        """
        if version is not None and version <= self.table.version:
            return
        stored = await self._stored()
        for logged in stored.log:
            entry = decoded_entry(logged.entry)
            if self.table.audiences or logged is stored.log[-1]:
                self.table.apply(entry)
            else:
                self.table.restore(entry)
            self._appended_last = False
            self._remember_done(logged)
            self._note(entry)
            self._broadcast_update()
            if isinstance(entry, Sat):
                await self._follow_seat(entry, logged.sender)
        self.presence_tracker.seats = {seat.guest: seat for seat in stored.seats}
        if list(stored.row.sitters) != self.table.sitters:
            await self._rename_sitters(stored)
        moved = stored.row.next if stored.row.next != self.row.next else None
        self.row = self.row._replace(host=stored.row.host, next=stored.row.next)
        if moved is not None:
            self.broadcast(Moved(moved))

    async def has_changed(self) -> bool:
        """Whether other workers have appended entries that were not known here; they are applied."""
        before = self.table.version
        if self.registry.peers.possible:
            with contextlib.suppress(ServerError):
                await self.catch_up()
        return self.table.version != before

    async def _stored(self) -> StoredTable:
        """Return the table as it is stored, with the entries that are missing here."""
        try:
            stored = await self.store.table(self.row.id, self.table.version)
        except StoreError as error:
            self.registry.metrics.store_errors.inc()
            raise ServerError("store-trouble") from error
        if stored is None:
            raise ServerError("no-such-table")
        return stored

    async def _follow_seat(self, entry: Sat, sender: int | None) -> None:
        """Seat the sitter of an entry of another worker; `sender` is the guest whom it seats."""
        guest = sender if entry.sitter.kind == "person" else None
        person = self.presence_tracker.people.get(entry.seat)
        if guest is None or person is None or person.guest != guest:
            self.presence_tracker.change_seats(*self._seat_changes(entry.seat, guest))
            await self._reseat(entry.seat, guest)

    def _seat_changes(self, seat: int, guest: int | None) -> tuple[tuple[Seat, ...], tuple[int, ...]]:
        """Return which seats of guests change, and which guests lose theirs, when `guest` or nobody takes a seat."""
        former = self.presence_tracker.people.get(seat)
        seats = (Seat(guest, seat, sits=True),) if guest is not None else ()
        if former is None:
            return seats, ()
        if self.phase == "open":
            return seats, (former.guest,)
        return (Seat(former.guest, seat, sits=False), *seats), ()

    async def change_seat(self, seat: int, sitter: Sitter, guest: Guest | None, sender: Sender | None = None) -> None:
        """Seat another sitter (`guest` if it is a person); a person who sat there becomes a spectator."""
        seated = guest.id if guest is not None else None
        seats, unseat = self._seat_changes(seat, seated)
        entry = self.table.propose_sit(seat, sitter)
        await self.append(entry, sender=sender, seats=seats, unseat=unseat, seated=seated)
        await self._reseat(seat, seated)

    async def _reseat(self, seat: int, guest: int | None) -> None:
        """Make those on a seat spectators, seat a guest there instead, and welcome both."""
        watchers = self.presence_tracker.stand_up(seat)
        for audience in (SPECTATOR, seat):
            await self._add_audience(audience)
        for connection in watchers:
            self._welcome(connection, None, "")
        if guest is not None:
            note = await self.store.note(self.row.id, guest)
            for connection in self.presence_tracker.sit_down(seat, guest):
                self._welcome(connection, None, note)

    async def reload_sitters(self) -> None:
        """Reload seats and names after a guest was deleted, and welcome everyone again; runs on the queue."""
        await self.catch_up()
        await self._rename_sitters(await self._stored())

    async def _rename_sitters(self, stored: StoredTable) -> None:
        self.row = self.row._replace(host=stored.row.host)
        self.presence_tracker.seats = {seat.guest: seat for seat in stored.seats}
        for seat, sitter in enumerate(stored.row.sitters):
            if sitter != self.table.sitters[seat]:
                self.table.rename(seat, sitter.name)
                self.presence_tracker.stand_up(seat)
        self._recent_updates.clear()  # they contain the deleted name
        for connection in self.presence_tracker.connections():
            guest = connection.guest
            self._welcome(connection, None, await self.store.note(self.row.id, guest.id) if guest is not None else "")

    # ------------------------------------------------------------ messages

    async def handle(self, connection: Connection, message: ToTable) -> None:
        """Carry out a client message and answer it."""
        if isinstance(message, Ping):
            connection.send(encoded(Pong(message.id)))
            return
        started = perf_counter()
        await self.submit(partial(self.handlers.answer, connection, message))
        self.registry.metrics.seconds.observe(perf_counter() - started)
        self.registry.metrics.messages.labels(type(message).__name__.lower()).inc()

    def report(self, error: Exception) -> None:
        """Log an exception's type and stack frames; its text is left out because it might name a hidden card."""
        self.registry.metrics.errors.inc()
        frames = [f"{frame.filename}:{frame.lineno}" for frame in traceback.extract_tb(error.__traceback__)[-6:]]
        log.error("exception", table=self.row.id, game=self.row.game, kind=type(error).__name__, at=frames)


def _reject(job: _Job) -> None:
    """Fail a job that a closed actor will not run."""
    if job.future is not None and not job.future.done():
        job.future.set_exception(ServerError("store-trouble"))
