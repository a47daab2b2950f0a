"""The log of one table: appends entries, and applies those that other workers have appended.

An entry that the `Table` has proposed is appended to the stored log, and only once it is durable is it applied, its
sender answered, and every audience sent its update.  Everything here runs on the table's queue.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from time import perf_counter
from typing import NamedTuple

from tefuda import __version__
from tefuda.engine.view import SPECTATOR
from tefuda.server.errors import Overtaken, ServerError
from tefuda.server.logs import log
from tefuda.server.protocol.messages import Done, Moved
from tefuda.server.store.errors import Conflict, DeletedGuest, StoreError
from tefuda.server.store.stored_data import (
    REMOVED,
    Append,
    Appended,
    ArrangedColumns,
    Guest,
    Logged,
    Phase,
    Seat,
    StoredTable,
    TableRow,
)
from tefuda.server.tables.audiences import Audiences
from tefuda.server.tables.connection import Connection
from tefuda.server.tables.loaded_table import LoadedTable
from tefuda.server.tables.log_replay import bad_log, restore
from tefuda.server.tables.serialization import decoded_entry, encoded, encoded_entry
from tefuda.server.tables.services import Services
from tefuda.table.arranging import sitters_after
from tefuda.table.entries import (
    Arranged,
    BackAnswered,
    BackAsked,
    Brought,
    Entry,
    HandShown,
    Sat,
    Sealed,
    Sitter,
    StandInEntry,
    Ticked,
)
from tefuda.table.snapshot import Snapshot

SNAPSHOT_EVERY = 16  # entries
MAX_CHANGES = 1000  # entries before the deal, after which table, seats and openings stay as they are


class Sender(NamedTuple):
    """The message that asks for an entry: its connection, guest and id."""

    connection: Connection
    guest: int
    id: str  # of the message


class EntryLog:
    """The log of one table."""

    def __init__(self, loaded: LoadedTable, audiences: Audiences, services: Services) -> None:
        self._loaded, self._audiences, self._services = loaded, audiences, services
        self._table, self._presence_tracker = loaded.table, loaded.presence_tracker
        self._settings, self._store = services.settings, services.store
        self._peers, self._metrics = services.peers, services.metrics
        self.done: dict[tuple[int, str], int] = {}  # (guest, message id) -> version of the resulting entry
        self.sealed_at = self._settings.clock.now()  # the open attempt to deal, or when the table was loaded
        self.arranged_at = self.sealed_at  # the latest change of the table, or when it was loaded
        self._snapshot: Snapshot | None = None  # stored with the next entry
        self.appended_last = False  # the latest entry is of this worker
        self._host_sat = False  # whether the host has ever had a seat: one without has left it
        self._checked = 0.0  # when the last check for entries of other workers began, by `perf_counter`

    @property
    def leads(self) -> bool:
        """Whether this worker takes the next automatic step: it appended last, or no other worker holds the table.

        The other workers take the step after a delay if it has not happened by then.
        """
        return self.appended_last or not self._peers.others(self._loaded.row.id)

    @property
    def is_full(self) -> bool:
        """Whether the log has the most entries allowed before the deal, so that the table can only be dealt."""
        return self._table.state is None and self._table.version >= MAX_CHANGES

    async def load(self, log: Sequence[Logged], snapshot: Snapshot | None) -> None:
        """Restore the table from its stored log, and from a snapshot of its game if there is one."""
        await restore(self._table, log, self._services.time_slices, snapshot)
        for logged in log:
            self._remember_done(logged)
            self._remember_host(logged.sender, logged.command)

    def _remember_done(self, logged: Logged) -> None:
        if logged.sender is not None and logged.command is not None:
            self.done[logged.sender, logged.command] = logged.version

    def _remember_host(self, sender: int | None, command: str | None) -> None:
        if sender == self._loaded.row.host and command is None:  # only an entry that seats its sender has no command
            self._host_sat = True

    def _note(self, entry: Entry) -> None:
        """Update the times of the turn and of the deal after an applied entry."""
        now = self._settings.clock.now()
        if not isinstance(entry, Ticked | BackAsked | BackAnswered | HandShown | StandInEntry):
            self._presence_tracker.turn_since = now
        if isinstance(entry, Sealed):
            self.sealed_at = now
        elif isinstance(entry, Arranged):
            self.arranged_at = now

    # -------------------------------------------------------------- append

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
        ServerError if the entry cannot be stored.  Unless it is applied, the proposal is withdrawn.
        """
        row = self._loaded.row
        try:
            append = self._append_of(entry, sender, seats, unseat, seated)
            version, fresh, holders = await self._store_entry(append)
        except BaseException:
            self._table.withdraw()
            raise
        snapshot, moved = None, list[Connection]()
        if fresh:
            snapshot, self._snapshot = self._snapshot, None
            self._peers.appended(row.id, version, holders)
            self._table.apply(entry)
            self.appended_last = True
            if append.host is not None:
                self._loaded.row = row._replace(host=append.host)
            self._remember_host(append.sender, append.command)
            self._presence_tracker.change_seats(seats, unseat)
            moved = self._follow_arranged(entry)
            self._note(entry)
            if version % SNAPSHOT_EVERY == 0 and append.phase == "playing":
                self._snapshot = self._table.snapshot()
        else:
            self._table.withdraw()
            await self.catch_up()
        if sender is not None:
            self.done[sender.guest, sender.id] = version
            sender.connection.send(encoded(Done(sender.id, version)))
        if fresh:
            await self._send_updates(entry, moved)
            await self._audiences.welcome_again(moved)
            self._metrics.entries.labels(row.game).inc()
        if fresh and append.result is not None:
            self._metrics.finished.labels(row.game).inc()
            log.info("game-finished", table=row.id, game=row.game, turns=self._table.turn)
            self._services.on_finished(self._loaded)
        if snapshot is not None:
            await self._keep(snapshot)

    def _append_of(
        self,
        entry: Entry,
        sender: Sender | None,
        seats: tuple[Seat, ...],
        unseat: tuple[int, ...],
        seated: int | None,
    ) -> Append:
        """Return what is stored of a proposed entry; raises ServerError if the log is full."""
        row = self._loaded.row
        leaves = isinstance(entry, Sat) and entry.host is None and entry.sitter.kind == "open"
        if self.is_full and isinstance(entry, Sat | Arranged | Brought) and not leaves:  # leaving is always allowed
            raise ServerError("too-many-changes", most=MAX_CHANGES)
        to_act, result = self._table.proposed_outcome() or (SPECTATOR, None)
        phase: Phase = "over" if result is not None else "playing" if to_act >= 0 else "open"
        if self._loaded.phase == "over":
            result = None  # already stored
        sitters = arrangement = None
        if isinstance(entry, Sat | Arranged):
            sitters = tuple(sitters_after(entry, self._table.sitters))
        if isinstance(entry, Arranged):
            arrangement = arrangement_after(row, entry)
        return Append(
            row.id,
            self._table.version,
            encoded_entry(entry),
            sender.guest if sender is not None else seated,
            sender.id if sender is not None else None,
            phase,
            to_act,
            sitters,
            seats,
            unseat,
            (int(self._settings.clock.time()), result.ranks, result.scores) if result is not None else None,
            arrangement,
            self._heir_of(entry, seated),
        )

    async def _keep(self, snapshot: Snapshot) -> None:
        """Store a snapshot from before the last entry: after a restart, clients may still ask for its events."""
        try:
            await self._store.keep_snapshot(self._loaded.row.id, snapshot)
        except StoreError as error:  # without it, loading the table replays more entries
            self._metrics.count_store_error(error, table=self._loaded.row.id)

    async def _store_entry(self, append: Append) -> Appended:
        """Store an entry; raises ServerError, or Overtaken once the entries of other workers are applied."""
        if self._services.fenced:
            raise ServerError("store-error")
        try:
            return await self._store.append(append)
        except StoreError as error:
            self._metrics.count_store_error(error, table=self._loaded.row.id)
            raise ServerError("store-error") from error
        except DeletedGuest:
            raise ServerError("no-such-guest") from None
        except Conflict:
            self._table.withdraw()
            before = self._table.version
            await self.catch_up()
            if self._table.version == before:
                raise ServerError("store-error") from None
            raise Overtaken from None

    async def change_seat(
        self, seat: int, sitter: Sitter, guest: Guest | None, sender: Sender | None = None, host: int | None = None
    ) -> None:
        """Seat another sitter (`guest` if it is a person); a person who sat there becomes a spectator.

        `host` is the seat of the host who does it, None if someone else does.
        """
        seated = guest.id if guest is not None else None
        seats, unseat = self._seat_changes(seat, seated)
        entry = self._table.propose_sit(seat, sitter, host, self._heir(seat, seated))
        await self.append(entry, sender=sender, seats=seats, unseat=unseat, seated=seated)
        await self._audiences.reseat(seat, seated)

    def _heir(self, seat: int, guest: int | None) -> int:
        """Return the seat of who becomes the host when `guest` or nobody takes a seat; -1 if the host stays.

        Before the deal a host who has left a seat is no longer the host once someone else sits at the table: otherwise
        nobody could deal.  The next person who is there comes first.
        """
        tracker, count = self._presence_tracker, len(self._table.sitters)
        seated = {at: person.guest for at, person in tracker.people.items() if at != seat}
        gone = {at for at in seated if tracker.presence(at).state == "gone"}
        if guest is not None:
            seated[seat] = guest
        if self._loaded.phase != "open" or not self._host_sat or self._loaded.row.host in seated.values():
            return SPECTATOR
        return min(seated, key=lambda at: (at in gone, (at - seat) % count), default=SPECTATOR)

    def _heir_of(self, entry: Entry, seated: int | None) -> int | None:
        """Return the guest who becomes the host by an entry that seats `seated`, None if the host stays."""
        if not isinstance(entry, Sat) or entry.heir < 0:
            return None
        return seated if entry.heir == entry.seat else self._presence_tracker.people[entry.heir].guest

    async def arrange(self, entry: Arranged, sender: Sender) -> None:
        """Change the table before the deal, as its host asks."""
        self._table.propose_arrange(entry)
        seats, unseat = self._arranged_seats(entry)
        await self.append(entry, sender=sender, seats=seats, unseat=unseat)
        if entry.removed >= 0:
            await self._audiences.reseat(entry.removed, None)

    def _arranged_seats(self, entry: Arranged) -> tuple[tuple[Seat, ...], tuple[int, ...]]:
        """Return which seats of guests change, and which guests lose theirs, by a change of the table."""
        people = self._presence_tracker.people
        moved = [(seat, people.get(old)) for seat, old in enumerate(entry.order) if old != seat]
        seats = [Seat(person.guest, seat, sits=True) for seat, person in moved if person is not None]
        removed = people.get(entry.removed)
        if removed is not None:
            seats.append(Seat(removed.guest, REMOVED, sits=False))
        return tuple(seats), tuple(self._presence_tracker.removed) if entry.readmitted else ()

    def _follow_arranged(self, entry: Entry) -> list[Connection]:
        """Follow an applied change of the table; return the connections that get a new welcome.

        Their seat has changed, or they are the host now.
        """
        if isinstance(entry, Sat) and entry.heir not in (SPECTATOR, entry.seat):  # who sits down gets one anyway
            heir = self._presence_tracker.people.get(entry.heir)
            return [] if heir is None else list(heir.connections)
        if not isinstance(entry, Arranged):
            return []
        row = self._loaded.row
        self._loaded.row = row._replace(sitters=tuple(self._table.sitters), **arrangement_after(row, entry)._asdict())
        moved = self._presence_tracker.rearrange(entry.order) if entry.order else []
        self._audiences.keep_seats()
        return moved

    async def _send_updates(self, entry: Entry, moved: Sequence[Connection]) -> None:
        changed = isinstance(entry, Arranged | Sat) and self._table.state is None
        arranged = self._loaded.arrangement if changed else None
        await self._audiences.send_updates(entry, arranged, moved)

    def _seat_changes(self, seat: int, guest: int | None) -> tuple[tuple[Seat, ...], tuple[int, ...]]:
        """Return which seats of guests change, and which guests lose theirs, when `guest` or nobody takes a seat."""
        former = self._presence_tracker.people.get(seat)
        seats = (Seat(guest, seat, sits=True),) if guest is not None else ()
        if former is None:
            return seats, ()
        if self._loaded.phase == "open":
            return seats, (former.guest,)
        return (Seat(former.guest, seat, sits=False), *seats), ()

    # ------------------------------------------------------- other workers

    async def catch_up(self, version: int | None = None) -> None:
        """Apply what other workers have stored about the table, unless it has this version already.

        Raises ServerError if the table is gone, the store fails, or an entry cannot be applied.
        """
        if version is None or version > self._table.version:
            await self._take(await self._stored())

    async def _take(self, stored: StoredTable) -> None:
        """Apply the entries of a stored table, and take over the rest of it."""
        self._loaded.row = self._loaded.row._replace(host=stored.row.host)
        for logged in stored.log:
            entry = await self._follow(logged, last=logged is stored.log[-1])
            self.appended_last = False
            self._remember_done(logged)
            self._remember_host(logged.sender, logged.command)
            moved = self._follow_arranged(entry)
            reseated = self._follow_seat(entry, logged.sender)
            self._note(entry)
            await self._send_updates(entry, moved)
            await self._audiences.welcome_again(moved)
            if reseated is not None:
                await self._audiences.reseat(*reseated)
            elif isinstance(entry, Arranged) and entry.removed >= 0:
                await self._audiences.reseat(entry.removed, None)
        self._presence_tracker.seats = {seat.guest: seat for seat in stored.seats}
        if list(stored.row.sitters) != self._table.sitters:
            await self._audiences.rename_sitters(stored)
        row = self._loaded.row
        rematch = stored.row.next if stored.row.next != row.next else None
        self._loaded.row = row._replace(next=stored.row.next)
        if rematch is not None:
            self._audiences.broadcast(Moved(rematch))

    async def _follow(self, logged: Logged, *, last: bool) -> Entry:
        """Apply a stored entry; raises ServerError if that is not possible: then the table must be loaded again."""
        try:
            entry = decoded_entry(logged.entry)
            if isinstance(entry, Arranged):
                if entry.setup is not None:
                    await self._services.games.open_once(entry.setup.game)
                self._presence_tracker.change_seats(*self._arranged_seats(entry))
            if self._table.audiences or last:
                self._table.apply(entry)
            else:
                self._table.restore(entry)
        except ServerError:
            raise
        except Exception as error:
            raise bad_log(self._loaded.row, error) from error
        return entry

    async def has_changed(self, since: float | None = None) -> bool:
        """Whether other workers have appended entries that were not known here; they are applied.

        `since` is when a message arrived, by `perf_counter`: a check that began later is not repeated, so of many
        messages that wait to be refused only the first one queries the database.
        """
        if since is not None and since < self._checked:
            return False
        before, began = self._table.version, perf_counter()
        with contextlib.suppress(ServerError):
            if await self._peers.grown(self._loaded.row.id, before):
                await self.catch_up()
            self._checked = began
        return self._table.version != before

    async def reload_sitters(self) -> None:
        """Reload seats and names after a guest was deleted, and welcome everyone again."""
        stored = await self._stored()  # read once: names and entries of the same moment
        await self._take(stored)
        await self._audiences.rename_sitters(stored)

    async def _stored(self) -> StoredTable:
        """Return the table as it is stored, with the entries that are missing here."""
        try:
            stored = await self._store.table(self._loaded.row.id, self._table.version)
        except StoreError as error:
            self._metrics.count_store_error(error, table=self._loaded.row.id)
            raise ServerError("store-error") from error
        if stored is None:
            raise ServerError("no-such-table")
        return stored

    def _follow_seat(self, entry: Entry, sender: int | None) -> tuple[int, int | None] | None:
        """Follow a seat change of another worker; `sender` is the guest whom the entry seats.

        Returns the seat and the guest there, None if its occupant stays the same.
        """
        if not isinstance(entry, Sat):
            return None
        guest = sender if entry.sitter.kind == "person" else None
        person = self._presence_tracker.people.get(entry.seat)
        if guest is not None and person is not None and person.guest == guest:
            return None
        self._presence_tracker.change_seats(*self._seat_changes(entry.seat, guest))
        return entry.seat, guest


def arrangement_after(row: TableRow, entry: Arranged) -> ArrangedColumns:
    """Return the columns of a table after a change by its host."""

    def chosen(new: bool | None, old: bool) -> bool:
        return old if new is None else new

    setup = entry.setup
    return ArrangedColumns(
        game=row.game if setup is None else setup.game,
        options=row.options if setup is None else setup.options,
        public=chosen(entry.public, row.public),
        cards=row.cards if setup is None else setup.cards,
        rules=row.rules if setup is None else setup.rules,
        release=row.release if setup is None else __version__,
        hints=chosen(entry.hints, row.hints),
        locked=chosen(entry.locked, row.locked),
        clock=None if entry.no_clock else entry.clock or row.clock,
    )
