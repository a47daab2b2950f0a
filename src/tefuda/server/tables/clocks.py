"""The clock of one table: appends its entries to the log, and tells clients when it starts or stops.

When the time of a seat is over, a bot plays for its person until they return.  They can return with new time once in a
decision; otherwise they could return again and again without deciding.  The running time is stored periodically, when
nobody is left at the table and when the server stops, so that a restart costs no player time.  A crash loses only the
time since the last entry, in the player's favour.
"""

from __future__ import annotations

from collections.abc import Callable

from tefuda.engine.view import SPECTATOR
from tefuda.server.cluster.peers import FOLLOW_SECONDS
from tefuda.server.errors import Overtaken, ServerError
from tefuda.server.logs import log
from tefuda.server.settings import Settings
from tefuda.server.tables.audiences import Audiences
from tefuda.server.tables.entry_log import EntryLog, Sender
from tefuda.server.tables.loaded_table import LoadedTable
from tefuda.server.tables.retry_timer import RetryTimer
from tefuda.server.tables.work_queue import WorkQueue, no_op
from tefuda.table.entries import ClockEntry, Flagged, Refused, Resumed, Ticked

# The running time is stored once this much of it, or this share of what a seat has, is not in the log.
KEEP_MS, KEEP_SHARE = 30_000, 1 / 8
KEEP_STOPPED_MS = 5000  # the same while the clock stands still
KEEP_CLOSING_MS = 1000  # the same when the server stops
RETURNS = 1  # of a person within a decision, after their time was over
CHECKS = 20  # least number of checks of a clock before its time is over
CHECK_SECONDS = (0.25, 3600.0)  # bounds of the interval between two checks


class TableClock:
    """Runs the clock of one table."""

    def __init__(
        self,
        loaded: LoadedTable,
        entries: EntryLog,
        audiences: Audiences,
        queue: WorkQueue,
        settings: Settings,
        report: Callable[[Exception], None],
    ) -> None:
        self._loaded, self._entries, self._audiences, self._queue = loaded, entries, audiences, queue
        self._table, self._stopwatch, self._report = loaded.table, loaded.stopwatch, report
        self._settings = settings
        self._told: object = None
        self._due = (-1, 0.0)  # version at which an entry became due, and when
        self._next = RetryTimer(settings)

    # -------------------------------------------------------------- next step

    def check(self) -> None:
        """Send changes to the clients, enqueue the entry that is due, and set the timer."""
        if self._table.clock is None:
            return
        self._stopwatch.update()
        self._notify()
        if self._next.pending:
            return
        now, wait = self._settings.clock.now(), 0.0
        if self._due_entry() is not None:
            if self._due[0] != self._table.version:
                self._due = self._table.version, now
            wait = self._due[1] + (0 if self._entries.leads else FOLLOW_SECONDS) - now
            if wait <= 0:
                self._next.pending = True
                self._queue.enqueue(self._advance)
                return
        self._check_after(wait or self._until_check())

    def _until_check(self) -> float:
        """Return the seconds until the next check of the running clock, 0 for never."""
        if not self._stopwatch.running:
            return 0.0
        left = self._stopwatch.seconds_left
        return max(0.001, min(left, max(CHECK_SECONDS[0], min(left / CHECKS, CHECK_SECONDS[1]))))

    def _due_entry(self) -> ClockEntry | None:
        """Return the entry that is due for the seat that is to decide."""
        clock, watch, seat = self._table.clock, self._stopwatch, self._table.to_act
        if clock is None or seat == SPECTATOR or self._table.sitters[seat].kind != "person" or seat in clock.flagged:
            return None
        if watch.running and clock.rule.kind == "days" and clock.since is None:
            return Ticked(seat, 0, self._loaded.uptime.now())
        if watch.running and watch.seconds_left <= 0:
            return Flagged(seat)
        often = max(KEEP_MS, clock.allowance(seat) * KEEP_SHARE) if watch.running else KEEP_STOPPED_MS
        return self._unstored(often)

    def _unstored(self, least: float) -> Ticked | None:
        """Return an entry with the time used so far if the log lacks at least `least` milliseconds of it."""
        clock, used = self._table.clock, self._stopwatch.used()
        if clock is None or clock.rule.kind == "days" or used - clock.used < least:
            return None
        return Ticked(self._table.to_act, used)

    def _check_after(self, seconds: float) -> None:
        self._next.cancel()
        if seconds > 0:
            self._stopwatch.expect_update(seconds)
            self._next.after(seconds, self._refresh)

    def _refresh(self) -> None:
        """Make the actor refresh all its parts, as after each job, so that a bot plays on."""
        self._queue.enqueue(no_op)

    def cancel(self) -> None:
        """Cancel the timer."""
        self._next.cancel()

    # ------------------------------------------------- run on the table's queue

    async def _advance(self) -> None:
        """Append the entry that is due."""
        self._next.pending = False
        self._stopwatch.update()
        entry = self._due_entry()
        if entry is not None:
            await self._append(entry)

    async def _append(self, entry: ClockEntry) -> None:
        try:
            await self._entries.append(self._table.propose_on_clock(entry))
        except Overtaken:
            return
        except Exception as error:  # the store may fail: retry with exponential back-off
            if not isinstance(error, ServerError | Refused):
                self._report(error)
            self._stopwatch.expect_update(self._next.retry(self._refresh))
        else:
            self._next.succeeded()
            if isinstance(entry, Flagged):
                log.info("flagged", table=self._loaded.row.id, seat=entry.seat + 1)

    def may_return(self, seat: int) -> bool:
        """Whether a seat can be given back to its person: not while a bot decides after they have returned once."""
        clock = self._table.clock
        return clock is None or seat != self._table.to_act or clock.overs <= RETURNS

    async def resume(self, seat: int, sender: Sender | None = None) -> None:
        """Give the seat back to its person, who has returned after their time was over; raises ServerError."""
        if self._table.is_flagged(seat):
            if not self.may_return(seat):
                raise ServerError("time-over")
            await self._entries.append(self._table.propose_on_clock(Resumed(seat)), sender=sender)

    async def keep(self) -> None:
        """Store the running time, as the server stops."""
        self._stopwatch.update()
        entry = self._unstored(KEEP_CLOSING_MS) if self._table.to_act != SPECTATOR else None
        if entry is not None:
            await self._append(entry)

    # ----------------------------------------------------------- notifications

    def _notify(self) -> None:
        """Tell all clients when the clock starts or stops, and how much time each seat has left then."""
        clock, watch = self._table.clock, self._stopwatch
        now = watch.shown()
        if clock is None or now is None:
            return
        waiting = tuple(left for seat, left in enumerate(now.left) if seat != now.running)
        state = (clock.stint, clock.used, clock.since, now.running, waiting)
        if state != self._told:
            self._told = state
            self._audiences.broadcast(now)
