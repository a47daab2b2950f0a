"""View of the spectators of one table: live, or delayed by some decisions.

With a delay (`Table.delay`), spectators see a second `Table`, to which each entry after the deal is applied that many
decisions later; the end of the game shows them the rest at once.  So everything they get depends only on old entries:
views, observations, numbers, sizes, handles, the tag of the record.  Clocks and talk would reveal the present:
spectators get no clock, and the players' lines (`talk.py`) only after the game; presence says only who has which seat.

A player may show their hand to the spectators, who then can choose that seat's view; it has no choices.  Each update
tells everyone at the table who shows their hand (`Table.shown`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from msgspec.structs import replace

from tefuda.engine.view import SPECTATOR
from tefuda.server.protocol.messages import ClockNow, FromTable, Moved, Presence, SeatsNow, TableUpdate
from tefuda.server.store.stored_data import Logged
from tefuda.server.tables.loaded_table import LoadedTable
from tefuda.server.tables.log_replay import restore
from tefuda.server.tables.serialization import decoded_entry, full_update, live_update
from tefuda.server.tables.services import Services
from tefuda.table.delay import visible
from tefuda.table.entries import Entry
from tefuda.table.table import Table


class Spectators:
    """What the spectators of one table see.  Everything but reading runs on the table's queue."""

    def __init__(self, loaded: LoadedTable, services: Services) -> None:
        self._loaded, self._services, self._table = loaded, services, loaded.table
        self._delayed: Table | None = None
        self._pending: deque[Entry] = deque()  # applied to the table, but not yet to the delayed one
        self._told: SeatsNow | None = None  # the presence sent to delayed spectators

    @property
    def table(self) -> Table:
        """The table as spectators see it."""
        return self._table if self._delayed is None else self._delayed

    @property
    def shown(self) -> tuple[int, ...]:
        """The seats whose view spectators may choose: shown by their players both now and at the spectators' moment."""
        return tuple(seat for seat in self._table.shown if seat in self.table.shown)

    def ready(self) -> bool:
        """Whether spectators can be shown the table."""
        return not self._loaded.held_back or self._delayed is not None

    async def prepare(self) -> None:
        """Make the delayed table if there is a delay; raises StoreError if the log cannot be read."""
        if self.ready():
            return
        log = (await self._services.store.log(self._loaded.row.id))[: self._table.version]
        entries = [decoded_entry(logged.entry) for logged in log]
        until = visible(entries, self._table.delay)
        delayed = self._services.games.table(self._loaded.row, (), log)
        await restore(delayed, log[:until], self._services.time_slices)
        delayed.join((SPECTATOR,), delayed.version)  # handles based on the whole log would reveal its length
        self._delayed, self._pending = delayed, deque(entries[until:])

    def join(self, seat: int) -> None:
        """Make updates of the delayed table for a seat, too."""
        if self._delayed is not None and seat not in self._delayed.audiences:
            self._delayed.join((seat,), self._delayed.version)

    def drop(self) -> None:
        """Drop the delayed table: nobody watches, or names in the log have changed."""
        self._delayed = None
        self._pending.clear()

    def follow(self, entry: Entry) -> bool:
        """Queue an entry that was applied to the table; return whether there is a delayed one for `advance`."""
        if self._delayed is not None:
            self._pending.append(entry)
        return self._delayed is not None

    def advance(self) -> bool:
        """Apply the next entry that is old enough to the delayed table; return whether there was one."""
        if self._delayed is None or not self._pending:
            return False
        if self._loaded.held_back and not visible(self._pending, self._table.delay):
            return False
        self._delayed.apply(self._pending.popleft())
        return True

    def update(self, seat: int) -> TableUpdate:
        """Return the latest update for spectators of a seat (-1: none), without its choices."""
        update = live_update(self.table, seat)
        if seat == SPECTATOR or update.view is None:
            return update
        spectator = full_update(self.table, SPECTATOR)
        prompt = None if spectator.view is None else spectator.view.prompt
        view = replace(update.view, choices=(), prompt=prompt, buttons=(), modes=(), page=False)
        return replace(update, view=view, deal=None, back=spectator.back)

    def message(self, message: FromTable) -> FromTable | None:
        """Return the spectators' version of a broadcast message, None for nothing."""
        if isinstance(message, Moved) and not self._loaded.row.public:  # they may not see the rematch
            return None
        if not self._loaded.held_back:
            return message
        if isinstance(message, ClockNow):
            return None
        if not isinstance(message, SeatsNow):
            return message
        # Repeating the same presence would reveal that something else has changed.
        told, self._told = self._told, replace(message, seats=self.presences(message.seats))
        return self._told if self._told != told else None

    def presences(self, seats: tuple[Presence, ...]) -> tuple[Presence, ...]:
        """Return the presence at all seats that spectators may see."""
        if not self._loaded.held_back:
            return seats
        kinds = [sitter.kind for sitter in self._table.sitters]
        return tuple(Presence("here" if kind == "person" else kind) for kind in kinds)


def visible_log(log: Sequence[Logged], delay: int) -> Sequence[Logged]:
    """Return the part of the log of a game in play that spectators may see."""
    return log[: visible([decoded_entry(logged.entry) for logged in log], delay)] if delay else log
