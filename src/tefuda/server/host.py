"""The host of one table: takes what people want one after another, has it stored, and tells everybody.

One asyncio task a table works through its inbox.  A wish is checked by the `Table`, the entry that fulfils it is
appended to the log, and only when it is safely stored is the sender answered and everybody told, each audience in its
own words.  What people may ask is decided by `desk.py`, who is here is kept by `attendance.py`, bots play by
`botplay.py`.  The host decides nothing about a game, and reads no clock but the server's.
"""

from __future__ import annotations

import asyncio
import traceback
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from tefuda.engine.view import SPECTATOR
from tefuda.server.attendance import Attendance
from tefuda.server.botplay import BotPlay
from tefuda.server.clock import Timer
from tefuda.server.dealing import Dealing
from tefuda.server.desk import Desk, Sender
from tefuda.server.logs import log
from tefuda.server.protocol import (
    Done,
    FromTable,
    Ping,
    Pong,
    Presence,
    SeatsNow,
    TableInfo,
    TableUpdate,
    ToTable,
    Welcome,
)
from tefuda.server.restore import KeptUpdates, restore
from tefuda.server.store import Append, Appended, Conflict, Guest, Logged, Phase, Seat, StoreTrouble, TableRow
from tefuda.server.troubles import Problem
from tefuda.server.wire import deal_info, decoded_entry, encoded, encoded_entry, full_update, table_info
from tefuda.table.entries import Entry, Sat, Sitter
from tefuda.table.release import release
from tefuda.table.table import Table

if TYPE_CHECKING:
    from tefuda.server.connection import Connection
    from tefuda.server.house import House

R = TypeVar("R")


class _Asked(NamedTuple):
    """Something in the inbox."""

    work: Callable[[], Awaitable[Any]]
    future: asyncio.Future[Any] | None  # None: nobody waits for it


class TableHost:
    """One table in play."""

    def __init__(self, house: House, row: TableRow, table: Table, seats: Sequence[Seat]) -> None:
        self.house, self.settings, self.store = house, house.settings, house.store
        self.row, self.table = row, table
        self.attendance = Attendance(table, seats, self.settings)
        self.desk = Desk(self)
        self.bots = BotPlay(self)
        self.dealing = Dealing(self)
        self._loop = asyncio.get_running_loop()  # asked for once: it is a system call each time
        self._inbox: deque[_Asked] = deque()
        self._filled: asyncio.Future[None] | None = None  # what the worker waits for while the inbox is empty
        self._working = False
        self.done: dict[tuple[int, str], int] = {}  # (guest, id of their message) -> the version it gave
        self._kept = KeptUpdates()
        self._told: tuple[tuple[Presence, ...], int] = ((), 0)  # who is here, as everybody heard last
        self._timer: tuple[float, Timer] | None = None  # when the next change is looked for, at the latest
        self._worker: asyncio.Task[None] | None = asyncio.create_task(self._run(), name=f"table {row.id}")

    # ------------------------------------------------------------ the inbox

    async def _run(self) -> None:
        while True:
            while not self._inbox:
                self._filled = self._loop.create_future()
                await self._filled
            self._working = True
            await self._work_off(self._inbox.popleft())
            try:
                self.refresh()
            except Exception as error:
                self.report(error)
            self._working = False

    async def _work_off(self, asked: _Asked) -> None:
        try:
            result = await asked.work()
        except asyncio.CancelledError:
            _turn_away(asked)
            raise
        except Exception as error:
            if asked.future is None:
                self.report(error)
            elif not asked.future.done():
                asked.future.set_exception(error)
                del asked  # whose future holds the error, as that holds this function by its traceback
        else:
            if asked.future is not None and not asked.future.done():
                asked.future.set_result(result)

    async def ask(self, work: Callable[[], Awaitable[R]]) -> R:
        """Have something done in turn; goes on to the end even where nobody waits for it any longer.

        Raises Problem where the host has been closed before it came to that: the table is there, and wakes again.
        """
        if self._worker is None:
            raise Problem("store-trouble")
        future: asyncio.Future[R] = self._loop.create_future()
        self._fill(_Asked(work, future))
        try:
            return await future
        finally:
            del future  # an error holds this function by its traceback, and the future the error

    def put(self, work: Callable[[], Awaitable[object]]) -> None:
        """Have something done in turn that nobody waits for."""
        self._fill(_Asked(work, None))

    def _fill(self, asked: _Asked) -> None:
        self._inbox.append(asked)
        if self._filled is not None and not self._filled.done():
            self._filled.set_result(None)

    async def wake(self, log: Sequence[Logged], audiences: Sequence[int]) -> None:
        """Restore the table from its stored log, for these audiences; earlier updates are restored on demand."""
        self._kept = await self._restored(self.table, log, audiences, told=1)
        for logged in log:
            self._remember_done(logged)

    async def _restored(
        self, table: Table, log: Sequence[Logged], audiences: Sequence[int], *, told: int
    ) -> KeptUpdates:
        count = self.settings.updates_kept
        return await restore(table, log, audiences, told=told, count=count, turns=self.house.turns)

    def _remember_done(self, logged: Logged) -> None:
        if logged.sender is not None and logged.command is not None:
            self.done[logged.sender, logged.command] = logged.version

    async def close(self) -> None:
        """Stop everything that runs for this table."""
        if self._worker is None:
            return
        # A cancelled task holds this host by its traceback: were it held here, only a collection could free the two.
        tasks, self._worker = [self._worker, *self.bots.tasks()], None
        self._stop_looking()
        self.dealing.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        while self._inbox:
            _turn_away(self._inbox.popleft())

    # --------------------------------------------------------------- facts

    @property
    def phase(self) -> Phase:
        state = self.table.state
        return "open" if state is None else "over" if state.over else "playing"

    @property
    def deserted(self) -> bool:
        """Is nobody connected, nothing under way, and does no bot think?"""
        return not (self.attendance.everybody() or self._working or self._inbox or self.bots.busy)

    @property
    def released(self) -> bool:
        """Is nothing hidden any more, so that the secret and the true record may be shown?"""
        return self.phase == "over"

    def info(self, guest: Guest | None) -> TableInfo:
        """What this guest may be told of the table."""
        row = self.row._replace(phase=self.phase, sitters=tuple(self.table.sitters))
        seat = self.attendance.seat_of(guest)
        return table_info(row, guest, seat, deal_info(self.table, seat, self.row.protocol))

    def eyes(self, guest: Guest | None, wanted: int | None = None) -> int:
        """Return the seat through whose eyes a guest sees the record: their own, -1 for those who do not sit here.

        `wanted` is another seat (-1: spectators) through whose eyes they want to see it.  Raises Problem for one that
        is not their own while anything is hidden.
        """
        seat = self.attendance.seat_of(guest)
        if wanted is not None and wanted != seat:
            self.desk.check_seat(wanted)
            if not self.released:
                raise Problem("unreleased-seat")
            seat = wanted
        return seat

    async def true_record(self) -> str:
        """The signed record; raises Problem where nothing can sign it any more."""
        sealed = self.table.deal.open if self.table.deal is not None else None
        private = self.house.keyring.private(sealed.server) if sealed is not None else b""
        if private is None:
            raise Problem("no-signing-key")
        return release(self.table, [decoded_entry(one.entry) for one in await self.store.log(self.row.id)], private)

    # --------------------------------------------------------- connections

    async def attach(self, connection: Connection, after: int | None) -> None:
        """Welcome a connection, with what it has missed since update `after`."""
        note = ""
        if connection.guest is not None:
            note = await self.store.note(self.row.id, connection.guest.id)
        watching = self.attendance.seat_of(connection.guest) == SPECTATOR
        if watching and not self.attendance.has_room_to_watch(connection):
            raise Problem("no-room-to-watch")
        further_back = False
        while not self._has_updates(seat := self.attendance.seat_of(connection.guest), None if further_back else after):
            further_back = (
                seat in self._kept
            )  # tried once: the seat may be in use, and the guest may change it meanwhile
            await self.ask(partial(self._follow, seat, further_back=further_back))
        self.attendance.come(connection)
        self._welcome(connection, after, note)
        self.refresh()
        if connection.guest is not None and self.desk.has_another_name(connection.guest):
            self.put(partial(self.desk.rename, connection.guest))

    def _has_updates(self, audience: int, after: int | None) -> bool:
        """Tell whether an audience has updates, and those since update `after` as far as they can be restored."""
        if audience not in self._kept or after is None:
            return audience in self._kept
        return self._kept.reaches(audience, after, self.table.version, self.settings.updates_restored)

    async def _follow(self, audience: int, *, further_back: bool = False) -> None:
        """Make updates for an audience from now on, or restore earlier ones: its cards are numbered from there on.

        Belongs into the inbox: no entry may come in between.
        """
        if audience in self._kept and (not further_back or self.attendance.is_present(audience)):
            return
        table = self.house.table(self.row, ())
        log = await self.store.log(self.row.id)
        kept = await self._restored(table, log, (audience,), told=self.settings.updates_restored)
        if table.version > self.table.version:  # somebody else has written to the log
            await self._catch_up()
        self.table.adopt(audience, table)
        self._kept.add(kept)

    def _welcome(self, connection: Connection, after: int | None, note: str) -> None:
        missed: tuple[TableUpdate, ...] = ()
        if after is not None and after < self.table.version:
            missed = self._kept.after(connection.seat, after)
        update = full_update(self.table, connection.seat)
        info = self.info(connection.guest)
        connection.send(encoded(Welcome(info, self.attendance.presences(), note, update, missed)))

    def detach(self, connection: Connection) -> None:
        """A connection has gone."""
        self.attendance.go(connection)
        self.refresh()

    def to_all(self, message: FromTable) -> None:
        text = encoded(message)
        for connection in self.attendance.everybody():
            connection.send(text)

    def refresh(self) -> None:
        """Tell everybody if who is here has changed, look again when it will next, and let bots play."""
        now = (self.attendance.presences(), len(self.attendance.watchers))
        if now != self._told:
            self._told = now
            self.to_all(SeatsNow(*now))
        change = self.attendance.next_change()
        if change is not None and (self._timer is None or change < self._timer[0]):
            self._stop_looking()  # an earlier one stands: it finds when the next is due
            self._timer = change, self.settings.clock.later(change - self.settings.clock.now(), self._look_again)
        self.dealing.check()
        self.bots.think()

    def _look_again(self) -> None:
        self._timer = None
        self.refresh()

    def _stop_looking(self) -> None:
        if self._timer is not None:
            self._timer[1].cancel()
            self._timer = None

    # ------------------------------------------------------------- entries

    def _broadcast(self) -> None:
        self._kept.keep(self.table)
        for audience, connections in self.attendance.audiences():
            if connections:
                text = encoded(full_update(self.table, audience))
                for connection in connections:
                    connection.send(text)

    async def append(
        self,
        entry: Entry,
        *,
        sender: Sender | None = None,
        seats: tuple[Seat, ...] = (),
        unseat: tuple[int, ...] = (),
        seated: int | None = None,
    ) -> None:
        """Have a proposed entry stored, make it true, answer who asked for it, and tell everybody.

        `seated` is the guest whom the entry seats.
        """
        to_act, result = self.table.upcoming() or (SPECTATOR, None)
        phase: Phase = "over" if result is not None else "playing" if to_act >= 0 else "open"
        if self.phase == "over":
            result = None  # it is kept already
        sitters = None
        if isinstance(entry, Sat):
            now = self.table.sitters
            sitters = (*now[: entry.seat], entry.sitter, *now[entry.seat + 1 :])
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
        version, fresh = await self._stored(append)
        if fresh:
            self.table.apply(entry)
            if seats or unseat:
                left = {guest: seat for guest, seat in self.attendance.seats.items() if guest not in unseat}
                self.attendance.seats = left | {seat.guest: seat for seat in seats}
            self.attendance.turn_since = self.settings.clock.now()
        else:
            self.table.withdraw()
            await self._catch_up()
        if sender is not None:
            self.done[sender.guest, sender.id] = version
            sender.connection.send(encoded(Done(sender.id, version)))
        if fresh:
            self._broadcast()
            self.house.metrics.entries.labels(self.row.game).inc()
        if result is not None:
            self.house.metrics.finished.labels(self.row.game).inc()
            log.info("finished", table=self.row.id, game=self.row.game, turns=self.table.turn)
            self.house.on_finished(self)

    async def _stored(self, append: Append) -> Appended:
        """Store an entry; where that is impossible, forget that it was proposed."""
        try:
            return await self.store.append(append)
        except StoreTrouble as trouble:
            self.table.withdraw()
            self.house.metrics.store_troubles.inc()
            log.warning("store", table=self.row.id, trouble=str(trouble))
            raise Problem("store-trouble") from trouble
        except Conflict as conflict:
            self.table.withdraw()
            log.warning("conflict", table=self.row.id)
            await self._catch_up()
            raise Problem("store-trouble") from conflict

    async def _catch_up(self) -> None:
        """Somebody else has written to this log: apply what they wrote."""
        stored = await self.store.table(self.row.id)
        assert stored is not None, "a table in use is not removed"
        for logged in stored.log[self.table.version :]:
            self.table.apply(decoded_entry(logged.entry))
            self._remember_done(logged)
            self._broadcast()
        self.attendance.seats = {seat.guest: seat for seat in stored.seats}

    async def change_seat(self, seat: int, sitter: Sitter, guest: Guest | None, sender: Sender | None = None) -> None:
        """Put somebody else on a seat; a person who sat there watches from now on."""
        before = self.attendance.people.get(seat)
        seats: tuple[Seat, ...] = ()
        unseat: tuple[int, ...] = ()
        if before is not None and self.phase == "open":
            unseat = (before.guest,)
        elif before is not None:
            seats = (Seat(before.guest, seat, sits=False),)
        if guest is not None:
            seats += (Seat(guest.id, seat, sits=True),)
        seated = guest.id if guest is not None else None
        entry = self.table.propose_sit(seat, sitter)
        await self.append(entry, sender=sender, seats=seats, unseat=unseat, seated=seated)
        left = self.attendance.stand_up(seat)
        for audience in (SPECTATOR, seat):
            await self._follow(audience)
        for other in left:
            self._welcome(other, None, "")
        if guest is not None:
            note = await self.store.note(self.row.id, guest.id)
            for own in self.attendance.sit_down(seat, guest.id):
                self._welcome(own, None, note)

    async def forgotten(self) -> None:
        """Take over from the store that a guest was forgotten, and tell everybody.  Belongs into the inbox."""
        stored = await self.store.table(self.row.id)
        assert stored is not None, "a table in use is not removed"
        self.row = self.row._replace(host=stored.row.host)
        self.attendance.seats = {seat.guest: seat for seat in stored.seats}
        for seat, sitter in enumerate(stored.row.sitters):
            if sitter != self.table.sitters[seat]:
                self.table.rename(seat, sitter.name)
                self.attendance.stand_up(seat)
        self._kept.forget()  # their name stands in them
        for connection in self.attendance.everybody():
            guest = connection.guest
            self._welcome(connection, None, await self.store.note(self.row.id, guest.id) if guest is not None else "")

    # ------------------------------------------------------------ messages

    async def handle(self, connection: Connection, message: ToTable) -> None:
        """Carry out a message of a connection and answer it."""
        if isinstance(message, Ping):
            connection.send(encoded(Pong(message.id)))
            return
        started = perf_counter()
        await self.ask(partial(self.desk.answer, connection, message))
        self.house.metrics.seconds.observe(perf_counter() - started)
        self.house.metrics.messages.labels(type(message).__name__.lower()).inc()

    def report(self, error: Exception) -> None:
        """Log an exception by its kind and place: its text might hold a card."""
        self.house.metrics.errors.inc()
        frames = [f"{frame.filename}:{frame.lineno}" for frame in traceback.extract_tb(error.__traceback__)[-6:]]
        log.error("exception", table=self.row.id, game=self.row.game, kind=type(error).__name__, at=frames)


def _turn_away(asked: _Asked) -> None:
    """Tell whoever waits for something that this host does it no more."""
    if asked.future is not None and not asked.future.done():
        asked.future.set_exception(Problem("store-trouble"))
