"""Removes expired data: tables after a retention period by phase, and guests without tables, seats or notes.

One task sweeps periodically and removes one table at a time with a pause between them, so that it delays neither the
event loop nor the store's writer.  A loaded table is in use and is never removed.  Last uses are collected in memory
and stored with every sweep: a crash loses minutes of them, while the periods are days.

The system's clock may be wrong, especially after a start.  So periods end by a slewed time: it starts at most a day
after the last visit before the start, and follows the clock at most `SLEW_RATE` times as fast as time passes.  A server
that was not used for a month catches up in about a day; one whose clock is a year ahead has removed little by the time
its operator notices.  While it says less than any release of Tefuda, nothing is removed.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import NamedTuple, Protocol

from tefuda.server.clock import pause
from tefuda.server.errors import ServerError
from tefuda.server.logs import log
from tefuda.server.settings import DAY
from tefuda.server.store.errors import StoreError
from tefuda.server.store.retention_rows import EARLIEST
from tefuda.server.store.stored_data import Cutoffs
from tefuda.server.tables.services import Services

BATCH_SIZE = 100  # rows per statement
SLEW_RATE = 24  # a day in an hour
BEHIND_SECONDS = 7 * DAY  # between the slewed time and the clock, before a warning is logged


class LoadedTables(Protocol):
    """What retention needs of the table registry, which implements this."""

    def loaded_ids(self) -> Collection[str]:
        """Return the ids of the loaded tables."""

    def is_loaded(self, id: str) -> bool:
        """Whether a table is loaded or being loaded."""

    async def unload(self, id: str) -> None:
        """Close the connections to a table and drop its actor, if it is loaded."""


class SweepResult(NamedTuple):
    """Numbers of removed tables and guests."""

    tables: int
    guests: int


class Retention:
    """Removes expired tables and guests from the store."""

    def __init__(self, services: Services, loaded: LoadedTables) -> None:
        self._loaded, self._settings, self._store = loaded, services.settings, services.store
        self._metrics = services.metrics
        self._used: set[str] = set()  # tables loaded since the last mark
        self._seen: set[int] = set()  # guests seen since the last mark
        self._removing: set[str] = set()  # tables that are being removed
        self._time = 0.0  # slewed, by which periods end, in seconds since 1970
        self._slewed_at = 0.0  # when it was last advanced, in monotonic time
        self._behind = False

    def table_used(self, id: str) -> None:
        """Note that a table was loaded."""
        self._used.add(id)

    def guest_seen(self, guest: int) -> None:
        """Note that a guest made a request."""
        self._seen.add(guest)

    def check_not_removing(self, id: str) -> None:
        """Raise ServerError if a table is being removed."""
        if id in self._removing:
            raise ServerError("no-such-table")

    async def start(self) -> None:
        """Initialize the slewed time from the last visit before this start; raises StoreError."""
        clock, seen = self._settings.clock, await self._store.last_visit()
        known: list[float] = [seen + DAY] if seen else []
        if clock.time() >= EARLIEST:
            known.append(clock.time())
        self._time = min(known, default=EARLIEST)
        self._slewed_at = clock.now()

    async def run(self) -> None:
        """Sweep periodically until cancelled; of several workers only the first removes, and all store last uses."""
        while True:
            await pause(self._settings.clock, self._settings.sweep_every)
            try:
                if self._settings.slot > 0:
                    await self.mark()
                    continue
                result = await self.sweep()
            except StoreError as error:  # retried with the next sweep
                log.warning("store-error", error=str(error))
            except Exception as error:
                self._metrics.count_exception(error, "retention")
            else:
                if any(result):
                    log.info("expired-data-removed", **result._asdict())

    async def close(self) -> None:
        """Store the last uses collected so far."""
        try:
            await self.mark()
        except StoreError as error:
            log.warning("store-error", error=str(error))

    async def sweep(self) -> SweepResult:
        """Remove everything that has expired."""
        await self.mark()
        if self._settings.clock.time() < EARLIEST:
            log.warning("clock-unset")
            return SweepResult(0, 0)
        self._slew()
        tables, guests = 0, 0
        skipped: set[str] = set()  # loaded, used since the query, or not removed because the store failed
        while expired := await self._store.expired_tables(self._cutoffs(), skipped, BATCH_SIZE):
            for id in expired:
                if await self._remove_expired(id):
                    tables += 1
                else:
                    skipped.add(id)
                await pause(self._settings.clock, self._settings.sweep_pause)
        while removed := await self._store.remove_guests(self._cutoff(self._settings.keep_guests), BATCH_SIZE):
            guests += removed
            await pause(self._settings.clock, self._settings.sweep_pause)
        return SweepResult(tables, guests)

    def _slew(self) -> None:
        """Advance the slewed time towards the clock."""
        now, time = self._settings.clock.now(), self._settings.clock.time()
        self._time = min(time, self._time + SLEW_RATE * (now - self._slewed_at))
        self._slewed_at = now
        behind = time - self._time > BEHIND_SECONDS
        if behind and not self._behind:
            log.warning("clock-ahead", days=int((time - self._time) / DAY))
        self._behind = behind

    async def _remove_expired(self, id: str) -> bool:
        """Remove an expired table unless it is in use; return whether it was removed.  Store errors are only logged."""
        try:
            return not self._loaded.is_loaded(id) and await self.remove(id, self._cutoffs())
        except StoreError as error:
            log.warning("store-error", table=id, error=str(error))
            return False

    async def mark(self) -> None:
        """Store which tables and guests were used since the last call."""
        tables, guests = list(self._used | set(self._loaded.loaded_ids())), list(self._seen)
        now = int(self._settings.clock.time())
        if now < EARLIEST:  # the visits are dated once the clock is set; tables show that it was not (`retention_rows`)
            guests = []
        self._used, self._seen = set(), self._seen.difference(guests)
        try:
            for start in range(0, max(len(tables), len(guests)), BATCH_SIZE):
                batch = slice(start, start + BATCH_SIZE)
                await self._store.mark_used(tables[batch], guests[batch], now)
        except StoreError:
            self._used |= set(tables)
            self._seen |= set(guests)
            raise

    async def remove(self, id: str, cutoffs: Cutoffs | None = None) -> bool:
        """Unload and remove a table unless it was used after the cutoff of its phase; return whether it was removed."""
        if id in self._removing:
            return False
        self._removing.add(id)
        try:
            await self._loaded.unload(id)
            return await self._store.remove_table(id, cutoffs)
        finally:
            self._removing.discard(id)
            self._used.discard(id)

    def _cutoffs(self) -> Cutoffs:
        settings = self._settings
        return Cutoffs(
            open=self._cutoff(settings.keep_undealt),
            playing=self._cutoff(settings.keep_abandoned),
            over=self._cutoff(settings.keep_finished),
            now=int(self._settings.clock.time()),
        )

    def _cutoff(self, period: float) -> int:
        """Return the end of what has expired after `period`, in seconds since 1970; 0 for an infinite period."""
        return 0 if period == math.inf else max(0, int(self._time - period))
