"""Creates tables: validates the request, and stores each new table with its first entries."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable, Iterator, Sequence

from tefuda import __version__
from tefuda.engine.view import SPECTATOR
from tefuda.server.cluster.homes import home_of
from tefuda.server.errors import ServerError
from tefuda.server.logs import log
from tefuda.server.protocol.http import NewTable
from tefuda.server.request_parsing import check_clock
from tefuda.server.settings import Settings
from tefuda.server.store.sql_store import SqlStore
from tefuda.server.store.stored_data import Guest, Seat, TableRow
from tefuda.server.tables.game_library import GameLibrary
from tefuda.server.tables.loaded_table import LoadedTable
from tefuda.server.tables.serialization import encoded_entry
from tefuda.table.clock_rule import ClockRule
from tefuda.table.entries import Arranged, Brought, Entry, Pledged, Sat, Sitter

ID_BYTES, SECRET_BYTES = 9, 32


class TableCreator:
    """Creates the tables of one server.  Each method stores a table and returns its id, without loading it."""

    def __init__(self, settings: Settings, store: SqlStore, games: GameLibrary) -> None:
        self._settings, self._store, self._games = settings, store, games
        self.at_home: Callable[[str], bool] = lambda _: True  # whether a table is at home at this server

    async def create(self, guest: Guest, request: NewTable, language: str) -> str:
        """Create the table that a guest wants; raises ServerError if the request cannot be met."""
        await self._games.open_once(request.game)
        sitters: list[Sitter] = []
        seats: list[Seat] = []
        for seat, choice in enumerate(request.seats):
            sitter = Sitter()
            if choice.kind == "bot":
                sitter = self._games.bot(request.game, choice.level, [sitter.name for sitter in sitters], language)
            elif choice.kind == "me":
                if seats:
                    raise ServerError("seat-taken")
                sitter = Sitter("person", guest.name)
                seats = [Seat(guest.id, seat, sits=True)]
            sitters.append(sitter)
        self._games.game(request.game, len(sitters), request.options)
        check_clock(request.clock)
        if request.deal and any(sitter.kind == "open" for sitter in sitters):
            empty = [str(seat + 1) for seat, sitter in enumerate(sitters) if sitter.kind == "open"]
            raise ServerError("seats-open", seats=", ".join(empty))
        if request.pledge and not seats:
            raise ServerError("no-seat-to-pledge")
        row = self._row(
            request.game,
            request.options,
            sitters,
            guest,
            public=request.public,
            hints=request.hints,
            clock=request.clock,
        )
        return await self._add(row, seats, pledge=request.pledge, delay=request.delay)

    async def rematch(self, before: LoadedTable, guest: Guest) -> str:
        """Create the rematch of a table, with everyone moved on by one seat; seats of people who are gone are open."""
        old, tracker = before.row, before.presence_tracker
        count = len(old.sitters)
        guests = {
            seat.seat: seat.guest
            for seat in tracker.seats.values()
            if seat.sits and (seat.guest == guest.id or tracker.presence(seat.seat).state != "gone")
        }
        old_sitters = [  # the seat of a deleted guest is open, too
            Sitter() if sitter.kind == "person" and seat not in guests else sitter
            for seat, sitter in enumerate(before.table.sitters)
        ]
        sitters = [old_sitters[(seat - 1) % count] for seat in range(count)]
        seats = [Seat(id, (seat + 1) % count, sits=True) for seat, id in guests.items()]
        row = self._row(old.game, old.options, sitters, guest, public=old.public, hints=old.hints, clock=old.clock)
        row = row._replace(series=old.series or old.id, game_number=old.game_number + 1)
        return await self._add(row, seats, after=old.id, delay=before.table.delay, brought=_brought(before, row))

    async def from_position(
        self, before: LoadedTable, sitters: Sequence[Sitter], guest: Guest, seat: int, position: str
    ) -> str:
        """Create a private table of the same game that begins from a position instead of a deal, with a guest there."""
        row = self._row(before.row.game, before.row.options, sitters, guest, public=False, start=position)
        return await self._add(row, [Seat(guest.id, seat, sits=True)])

    def _row(
        self,
        game: str,
        options: dict[str, int],
        sitters: Sequence[Sitter],
        host: Guest,
        *,
        public: bool,
        hints: bool = False,
        clock: ClockRule | None = None,
        start: str | None = None,
    ) -> TableRow:
        """Return a new table, which is not stored yet; `start` is a position from which it begins instead of a deal."""
        random = self._settings.random_bytes
        opened = self._games.game(game, len(sitters), options)
        return TableRow(
            id=self._new_id(),
            game=game,
            options={name: int(value) for name, value in opened.options.items()},
            start=start,
            host=host.id,
            public=public,
            secret=random(SECRET_BYTES),
            created=int(self._settings.clock.time()),
            version=0,
            phase="open",
            to_act=-1,
            sitters=tuple(sitters),
            next=None,
            cards=self._games.cards_hash(game),
            rules=opened.description.rules_version,
            release=__version__,
            hints=hints,
            clock=clock,
        )

    def _new_id(self) -> str:
        """Return a random id whose home is this worker, so that its creator finds the table loaded."""
        while True:
            id = base64.urlsafe_b64encode(self._settings.random_bytes(ID_BYTES)).decode()
            if home_of(id, self._settings.workers) == self._settings.slot and self.at_home(id):
                return id

    async def _add(
        self,
        row: TableRow,
        seats: Sequence[Seat],
        *,
        after: str | None = None,
        pledge: str = "",
        delay: int = 0,
        brought: Iterable[Brought] = (),
    ) -> str:
        """Store a new table with its first entries, as the rematch of `after` if given."""
        entries: list[Entry] = [Sat(seat, sitter) for seat, sitter in enumerate(row.sitters) if sitter.kind != "open"]
        if delay:
            host = next((seat.seat for seat in seats if seat.guest == row.host), SPECTATOR)
            entries.append(Arranged(host, delay=delay))
        entries += brought
        if pledge:
            entries.append(Pledged(seats[0].seat, pledge))
        row = row._replace(version=len(entries))
        id = await self._store.add_table(row, [encoded_entry(entry) for entry in entries], seats, after)
        log.info("table-created", table=id, game=row.game, seats=len(row.sitters))
        return id


def _brought(before: LoadedTable, rematch: TableRow) -> Iterator[Brought]:
    """Yield the openings of a rematch: people keep theirs, bots have those that the host has chosen."""
    table, count = before.table, len(before.table.sitters)
    if table.state is None or not table.game.openings:
        return
    first = dict(reversed(table.state.history))
    for old, sitter in enumerate(table.sitters):
        seat, bot = (old + 1) % count, sitter.kind == "bot"
        command = table.openings.chosen.get(old, "") if bot else first.get(old, "")
        if command and rematch.sitters[seat].kind == sitter.kind:
            yield Brought(seat, command, SPECTATOR if bot else None)
