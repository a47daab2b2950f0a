"""The audiences of one table: broadcasts, and the recent updates for clients that reconnect."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from tefuda.engine.view import SPECTATOR
from tefuda.server.errors import ServerError
from tefuda.server.protocol.limits import CloseCode
from tefuda.server.protocol.messages import (
    Arrangement,
    ClockNow,
    Done,
    FromTable,
    Presence,
    SeatsNow,
    Shares,
    TableUpdate,
    Watch,
    Welcome,
)
from tefuda.server.store.errors import StoreError
from tefuda.server.store.stored_data import StoredTable
from tefuda.server.tables.connection import Connection
from tefuda.server.tables.loaded_table import LoadedTable
from tefuda.server.tables.log_replay import RecentUpdates, restore_updates
from tefuda.server.tables.serialization import encoded, live_update
from tefuda.server.tables.services import Services
from tefuda.server.tables.spectators import Spectators
from tefuda.server.tables.talk import TableTalk
from tefuda.table.entries import Entry


class Audiences:
    """The audiences of one table (a seat each, -1 for spectators), and their connections."""

    def __init__(self, loaded: LoadedTable, talk: TableTalk, services: Services) -> None:
        self._loaded, self._talk, self._services, self._settings = loaded, talk, services, services.settings
        self._table, self._presence_tracker = loaded.table, loaded.presence_tracker
        self._recent_updates = RecentUpdates()
        self.spectators = Spectators(loaded, services)
        self._sent_presence: tuple[tuple[Presence, ...], int] = ((), 0)  # the presence that was last broadcast
        self._sent_shares: tuple[int, ...] | None = None  # the seats that were last broadcast; None: none since loading

    # ------------------------------------------------------------- updates

    def __contains__(self, audience: int) -> bool:
        """Whether updates are made for an audience."""
        return audience in self._recent_updates

    def has_updates(self, audience: int, after: int | None) -> bool:
        """Whether an audience has updates, including those since version `after` that can be restored."""
        if audience not in self._recent_updates or after is None:
            return audience in self._recent_updates
        return self._recent_updates.reaches(audience, after, self._table.version, self._settings.updates_restored)

    async def add_spectators(self) -> None:
        """Start to make updates for spectators, later ones if there is a delay; raises ServerError if that fails."""
        try:
            await self.spectators.prepare()
        except StoreError as error:
            self._services.metrics.count_store_error(error, table=self._loaded.row.id)
            raise ServerError("store-error") from error
        if not self._loaded.held_back:
            await self.add(SPECTATOR)

    def join(self, audiences: Sequence[int]) -> None:
        """Start to make updates for audiences."""
        self._table.join(audiences, self._table.version)
        self._recent_updates.add(RecentUpdates(audiences, self._settings.updates_kept))

    async def add(self, audience: int, *, further_back: bool = False) -> None:
        """Start to make updates for an audience, or restore earlier ones, which gives its cards new handles.

        Runs on the table's queue, so no entry is applied in between.
        """
        if audience in self._recent_updates and (not further_back or self._presence_tracker.is_present(audience)):
            return
        if not further_back:
            self.join((audience,))
            return
        row, services = self._loaded.row, self._services
        log = (await services.store.log(row.id))[: self._table.version]  # other workers may have appended more
        table = services.games.table(row, (), log)
        capacity, recent = self._settings.updates_kept, self._settings.updates_restored
        recent_updates = await restore_updates(
            table, log, audience, recent=recent, capacity=capacity, time_slices=services.time_slices
        )
        if self._presence_tracker.is_present(audience):  # a client has connected since, and knows the old handles
            return
        self._table.adopt(audience, table)
        self._recent_updates.add(recent_updates)

    # ------------------------------------------------------------- sending

    def welcome(self, connection: Connection, after: int | None, note: str) -> None:
        """Send a client the welcome with its notes, and the updates that it missed since `after`."""
        missed: tuple[TableUpdate, ...] = ()
        watching = connection.seat == SPECTATOR
        late = watching and self.spectators.table is not self._table
        if after is not None and after < self._table.version and not late:
            missed = self._recent_updates.after(connection.seat, after)
        update = self.spectators.update(connection.watches) if watching else live_update(self._table, connection.seat)
        info = self._loaded.info(connection.guest)
        seats, clock = self._presence_tracker.presences(), self.clock(connection)
        if watching and self._loaded.held_back:
            seats = self.spectators.presences(seats)
        talk, voice = self._talk.visible_to(connection), self._talk.voice_of(connection)
        connection.send(encoded(Welcome(info, seats, note, update, missed, clock, talk, voice)))

    def clock(self, connection: Connection) -> ClockNow | None:
        """Return the times that a client may see now; None without a clock."""
        if connection.seat == SPECTATOR and self._loaded.held_back:
            return None
        self._loaded.stopwatch.update()
        return self._loaded.stopwatch.shown()

    def broadcast(self, message: FromTable) -> None:
        """Send a message to every connection at the table; spectators get only what they may know."""
        data, tracker = encoded(message), self._presence_tracker
        for _, connections in tracker.seated():
            for connection in connections:
                connection.send(data)
        shown = self.spectators.message(message) if tracker.watchers else None
        if shown is not None:
            data = encoded(shown)
            for connection in list(tracker.watchers):
                connection.send(data)

    async def send_updates(
        self, entry: Entry, arranged: Arrangement | None = None, moved: Collection[Connection] = ()
    ) -> None:
        """Send each audience its update of the last entry.

        `arranged` is the table if that entry has changed it before the deal.  Connections in `moved`, whose seat has
        changed, get a welcome instead.
        """
        self._recent_updates.keep(self._table)
        for seat, connections in self._presence_tracker.seated():
            if staying := connections.difference(moved):
                self._send(live_update(self._table, seat), staying, arranged)
        await self._update_spectators(entry, arranged)

    def _send(
        self, update: TableUpdate, connections: Collection[Connection], arranged: Arrangement | None = None
    ) -> None:
        data = encoded(update if arranged is None else replace(update, arranged=arranged))
        for connection in connections:
            connection.send(data)

    async def _update_spectators(self, entry: Entry, arranged: Arrangement | None) -> None:
        """Send spectators the updates that they may see now, and end views that are no longer shown to them."""
        tracker, spectators = self._presence_tracker, self.spectators
        if not tracker.watchers:
            self.drop_unwatched()
            return
        if not spectators.ready():
            await self._welcome_spectators(list(tracker.watchers))
            return
        if spectators.follow(entry):
            while spectators.advance():
                self._send_to_spectators(None)
            if self._loaded.released:
                self._sent_presence = ((), 0)  # spectators now get the presence that was held back
        else:
            self._send_to_spectators(arranged)
        shown = (SPECTATOR, *spectators.shown)
        await self._welcome_spectators([one for one in tracker.watchers if one.watches not in shown])

    def _send_to_spectators(self, arranged: Arrangement | None) -> None:
        for seat, connections in self._presence_tracker.watching_by_seat():
            if connections and seat in (SPECTATOR, *self._seen_by_spectators()):
                self._send(self.spectators.update(seat), connections, arranged)

    def _seen_by_spectators(self) -> tuple[int, ...]:
        """Return the seats whose updates spectators may get now; all once the game is over."""
        released = self._loaded.released
        return tuple(range(len(self._table.sitters))) if released else self.spectators.shown

    async def _welcome_spectators(self, connections: Collection[Connection]) -> None:
        """Welcome spectators without the view of a seat; closes their connections if the log cannot be read."""
        if not connections:
            return
        for connection in connections:
            connection.watches = SPECTATOR
        try:
            await self.add_spectators()
        except ServerError:
            for connection in connections:
                connection.close(CloseCode.SHUTTING_DOWN)
            return
        for connection in connections:
            self.welcome(connection, None, "")

    def drop_unwatched(self) -> None:
        """Drop the spectators' delayed table when the last spectator has left.

        Waiting for the next entry would leak it: later spectators could tell from their handles that it was held back.
        """
        if not self._presence_tracker.watchers:
            self.spectators.drop()

    async def watch(self, connection: Connection, message: Watch) -> None:
        """Show a spectator the view of a seat that shows its hand, or the spectators' own view; raises ServerError."""
        if connection.seat != SPECTATOR:
            raise ServerError("spectators-only")
        await self.add_spectators()
        if message.seat != SPECTATOR and message.seat not in self.spectators.shown:
            raise ServerError("not-shown")
        if message.seat != SPECTATOR:
            if self._loaded.held_back:
                self.spectators.join(message.seat)
            else:
                await self.add(message.seat)
        connection.watches = message.seat
        connection.send(encoded(Done(message.id, self.spectators.table.version)))
        self.welcome(connection, None, "")

    def send_presence(self, now: float) -> None:
        """Broadcast the presence at a time of the settings' clock, if it has changed."""
        presence = (self._presence_tracker.presences(now), self._presence_tracker.watching)
        if presence != self._sent_presence:
            self._sent_presence = presence
            self.broadcast(SeatsNow(*presence))

    def send_shares(self, seats: tuple[int, ...]) -> None:
        """Broadcast the seats whose players share the finished game by a link, if they have changed."""
        if seats != self._sent_shares:
            self._sent_shares = seats
            self.broadcast(Shares(seats))

    # ------------------------------------------------------- other sitters

    def keep_seats(self) -> None:
        """Drop the audiences of seats that the table no longer has."""
        self._recent_updates.keep_below(len(self._table.sitters))

    async def welcome_again(self, players: Collection[Connection]) -> None:
        """Send a new welcome to players who were moved to another seat, or whose opening could not be played."""
        for seat in {connection.seat for connection in players}:
            await self.add(seat)
        for connection in players:
            assert connection.guest is not None
            self._welcome_again(connection, await self._note(connection.guest.id))

    async def reseat(self, seat: int, guest: int | None) -> None:
        """Make the occupant of a seat a spectator, seat a guest there instead, and welcome both."""
        # No await between these two: a client of the guest may connect at any time.
        stood = self._presence_tracker.stand_up(seat)
        seated = [] if guest is None else self._presence_tracker.sit_down(seat, guest)
        await self.add(seat)
        await self._welcome_spectators(stood.difference(seated))
        if guest is not None:
            note = await self._note(guest)
            for connection in seated:
                self._welcome_again(connection, note)
            self.drop_unwatched()

    async def _note(self, guest: int) -> str | None:
        """Return a guest's note on the game, None if the store fails."""
        try:
            return await self._services.store.note(self._loaded.row.id, guest)
        except StoreError as error:
            self._services.metrics.count_store_error(error, table=self._loaded.row.id)
            return None

    def _welcome_again(self, connection: Connection, note: str | None) -> None:
        """Welcome a connection to its seat; without its note, let the client connect again until it can be read."""
        if note is None:
            connection.close(CloseCode.SHUTTING_DOWN)
        else:
            self.welcome(connection, None, note)

    async def rename_sitters(self, stored: StoredTable) -> None:
        """Take over seats and names as they are stored, after a guest was deleted, and welcome everyone again.

        Raises ServerError if the store fails.
        """
        loaded = self._loaded
        try:
            await self._talk.reload()  # the deleted guest's lines are gone
        except StoreError as error:
            self._services.metrics.count_store_error(error, table=self._loaded.row.id)
            raise ServerError("store-error") from error
        loaded.row = loaded.row._replace(host=stored.row.host)
        self._presence_tracker.seats = {seat.guest: seat for seat in stored.seats}
        for seat, sitter in enumerate(stored.row.sitters):
            if sitter != self._table.sitters[seat]:
                self._presence_tracker.stand_up(seat)
        self._table.rename([sitter.name for sitter in stored.row.sitters])
        self._recent_updates.clear()  # they contain the deleted name
        self.spectators.drop()
        if self._presence_tracker.watchers:
            await self.add_spectators()
            for watcher in self._presence_tracker.watchers:
                watcher.watches = watcher.watches if watcher.watches in self.spectators.shown else SPECTATOR
                if watcher.watches != SPECTATOR:
                    self.spectators.join(watcher.watches)
        for connection in self._presence_tracker.connections():
            guest = connection.guest
            self._welcome_again(connection, await self._note(guest.id) if guest is not None else "")
