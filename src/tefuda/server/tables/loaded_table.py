"""A table in memory: its stored row, its state, and the presence of its people."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from tefuda.engine.view import SPECTATOR
from tefuda.server.errors import ServerError
from tefuda.server.protocol.common import TableInfo
from tefuda.server.protocol.messages import Arrangement
from tefuda.server.settings import Settings
from tefuda.server.store.stored_data import REMOVED, Guest, Phase, Seat, TableRow
from tefuda.server.tables.presence import PresenceTracker
from tefuda.server.tables.serialization import deal_info, table_info
from tefuda.server.tables.stopwatch import Stopwatch
from tefuda.server.tables.uptime import Uptime
from tefuda.table.table import Table


class LoadedTable:
    """What the parts of a table's actor share.

    Only the entry log changes the table; all other components read the current state here.
    """

    def __init__(self, row: TableRow, table: Table, seats: Sequence[Seat], settings: Settings, uptime: Uptime) -> None:
        self.row, self.table = row, table
        self.presence_tracker = PresenceTracker(table, seats, settings)
        self.uptime = uptime
        self.stopwatch = Stopwatch(table, self.presence_tracker, settings, uptime)

    @property
    def phase(self) -> Phase:
        state = self.table.state
        return "open" if state is None else "over" if state.is_terminal else "playing"

    @property
    def released(self) -> bool:
        """Whether the game is over, and the secret and the signed record may be shown."""
        return self.phase == "over"

    @property
    def held_back(self) -> bool:
        """Whether spectators see the game some decisions later."""
        return self.table.delay > 0 and self.phase == "playing"

    def info(self, guest: Guest | None) -> TableInfo:
        """Return the description of the table for a guest."""
        tracker = self.presence_tracker
        row = self.row._replace(phase=self.phase, to_act=self.table.to_act, sitters=tuple(self.table.sitters))
        own = tracker.seats.get(guest.id) if guest is not None else None
        deal, removed = deal_info(self.table, tracker.seat_of(guest), self.row.protocol), tracker.removed
        info = table_info(row, guest, own, deal)
        return replace(
            info,
            host_seat=self.host_seat,
            removed=info.host and bool(removed),
            delay=self.table.delay,
            barred=guest is not None and guest.id in removed,
        )

    @property
    def host_seat(self) -> int:
        """The seat of the host, -1 for none."""
        seat = self.presence_tracker.seats.get(self.row.host)
        return seat.seat if seat is not None and seat.sits else SPECTATOR

    @property
    def arrangement(self) -> Arrangement:
        """What the host can change about the table."""
        row = self.row
        removed = bool(self.presence_tracker.removed)
        return Arrangement(
            row.game,
            row.options,
            row.public,
            row.hints,
            row.locked,
            removed,
            self.host_seat,
            self.table.delay,
            row.clock,
        )

    @property
    def members(self) -> set[int]:
        """The guests with a present or former seat."""
        return {guest for guest, seat in self.presence_tracker.seats.items() if seat.seat != REMOVED}

    def check_seat(self, seat: int) -> None:
        """Raise ServerError if the table has no such seat."""
        if seat >= len(self.table.sitters):
            raise ServerError("no-such-seat", seat=seat + 1)

    def viewing_seat(self, guest: Guest | None, requested: int | None) -> int:
        """Return the seat from whose perspective a guest sees the record (-1: spectator); None requests their own.

        Raises ServerError if `requested` is another seat and the game is not over.
        """
        seat = self.presence_tracker.seat_of(guest)
        if requested is not None and requested != seat:
            self.check_seat(requested)
            if not self.released:
                raise ServerError("unreleased-seat")
            seat = requested
        return seat
