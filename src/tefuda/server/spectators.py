"""View of the spectators of one table: live, or delayed by some decisions.

With a delay (`Table.delay`), spectators see a second `Table`, to which each entry after the deal is applied as many
decisions later; the end of the game shows them all at once.  So what they get at any moment is a function of entries
that old: views, observations, numbers, sizes, handles, the tag of the record.  Clocks and what players say (`talk.py`)
would tell of the present: they are not sent the one, and the other only after the game; and presence tells only who has
which seat.

A player may show their hand to the spectators: these then choose between the seats that are shown, and get the updates
of that seat, without its choices.  Everyone at the table is told by each update who shows their hand (`Table.shown`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from msgspec.structs import replace

from tefuda.engine.view import SPECTATOR
from tefuda.server.loaded_table import LoadedTable
from tefuda.server.log_replay import restore
from tefuda.server.protocol.messages import ClockNow, FromTable, Presence, SeatsNow, TableUpdate
from tefuda.server.serialization import decoded_entry, full_update, live_update
from tefuda.server.services import Services
from tefuda.server.stored_data import Logged
from tefuda.table.delay import visible
from tefuda.table.entries import Entry
from tefuda.table.table import Table


class Spectators:
    """What the spectators of one table see.  Everything but reading runs on the table's queue."""

    def __init__(self, loaded: LoadedTable, services: Services) -> None:
        self._loaded, self._services, self._table = loaded, services, loaded.table
        self._late: Table | None = None
        self._held: deque[Entry] = deque()  # applied to the table, and not yet to the late one
        self._told: SeatsNow | None = None  # of presence, while less than the present is shown

    @property
    def table(self) -> Table:
        """The table as spectators see it."""
        return self._table if self._late is None else self._late

    @property
    def shown(self) -> tuple[int, ...]:
        """The seats whose view spectators may choose: shown by their players both now and at the spectators' moment."""
        return tuple(seat for seat in self._table.shown if seat in self.table.shown)

    def ready(self) -> bool:
        """Whether spectators can be shown the table."""
        return not self._loaded.held_back or self._late is not None

    async def prepare(self) -> None:
        """Make the late table if there is a delay; raises StoreError if the log cannot be read."""
        if self.ready():
            return
        log = (await self._services.store.log(self._loaded.row.id))[: self._table.version]
        entries = [decoded_entry(logged.entry) for logged in log]
        until = visible(entries, self._table.delay)
        late = self._services.games.table(self._loaded.row, (), log)
        await restore(late, log[:until], self._services.time_slices)
        late.join((SPECTATOR,), late.version)  # handles by the length of the whole log would tell it
        self._late, self._held = late, deque(entries[until:])

    def join(self, seat: int) -> None:
        """Make updates of the late table for a seat, too."""
        if self._late is not None and seat not in self._late.audiences:
            self._late.join((seat,), self._late.version)

    def drop(self) -> None:
        """Drop the late table: nobody watches, or names in the log have changed."""
        self._late = None
        self._held.clear()

    def follow(self, entry: Entry) -> bool:
        """Note an entry that was applied to the table; return whether there is a late one, which `advance` moves."""
        if self._late is not None:
            self._held.append(entry)
        return self._late is not None

    def advance(self) -> bool:
        """Apply the next entry that is old enough to the late table; return whether there was one."""
        if self._late is None or not self._held:
            return False
        if self._loaded.held_back and not visible(self._held, self._table.delay):
            return False
        self._late.apply(self._held.popleft())
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
        if not self._loaded.held_back:
            return message
        if isinstance(message, ClockNow):
            return None
        if not isinstance(message, SeatsNow):
            return message
        # What is told when nothing has changed for spectators would tell that something has.
        told, self._told = self._told, replace(message, seats=self.presences(message.seats))
        return self._told if self._told != told else None

    def presences(self, seats: tuple[Presence, ...]) -> tuple[Presence, ...]:
        """Return the presence at all seats as spectators are shown it."""
        if not self._loaded.held_back:
            return seats
        kinds = [sitter.kind for sitter in self._table.sitters]
        return tuple(Presence("here" if kind == "person" else kind) for kind in kinds)


def visible_log(log: Sequence[Logged], delay: int) -> Sequence[Logged]:
    """Return the part of the log of a game in play that spectators may see."""
    return log[: visible([decoded_entry(logged.entry) for logged in log], delay)] if delay else log
