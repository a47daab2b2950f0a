"""The clock of one table: appends its entries to the log, and tells clients when it starts or stops.

When the time of a seat is over, a bot plays for its person until they return.  So that a restart costs nobody their
time, the running time is stored when the server stops, when nobody is left at the table, and now and then: a crash
loses at most that since the last entry, in favour of the player.
"""

from __future__ import annotations

from collections.abc import Callable

from tefuda.engine.view import SPECTATOR
from tefuda.server.audiences import Audiences
from tefuda.server.entry_log import EntryLog, Sender
from tefuda.server.errors import Overtaken, ServerError
from tefuda.server.loaded_table import LoadedTable
from tefuda.server.logs import log
from tefuda.server.peers import FOLLOW_SECONDS
from tefuda.server.retry_timer import RetryTimer
from tefuda.server.settings import Settings
from tefuda.server.work_queue import WorkQueue, nothing
from tefuda.table.entries import ClockEntry, Flagged, Refused, Resumed, Ticked

KEEP_MS = 30_000  # after so much more time, or an eighth of what a seat has, the running time is stored
KEEP_SHARE = 1 / 8
KEEP_STOPPED_MS = 5000  # likewise when time has stopped to run
KEEP_CLOSING_MS = 1000  # the same when the server stops
LOOKS = 20  # at a clock until its time is over, at least
LOOK_SECONDS = (0.25, 3600.0)  # bounds of the time between two of them


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
        self._due = (-1, 0.0)  # version at which an entry was due first, and when
        self._next = RetryTimer(settings)

    # -------------------------------------------------------------- next step

    def check(self) -> None:
        """Send changes to the clients, enqueue the entry that is due, and set the timer."""
        if self._table.clock is None:
            return
        self._stopwatch.look()
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
        self._look_after(wait or self._until_look())

    def _until_look(self) -> float:
        """Return the seconds until someone has to look at the running clock again, 0 for never."""
        if not self._stopwatch.running:
            return 0.0
        left = self._stopwatch.seconds_left
        return max(0.001, min(left, max(LOOK_SECONDS[0], min(left / LOOKS, LOOK_SECONDS[1]))))

    def _due_entry(self) -> ClockEntry | None:
        """Return the entry that is due for the seat that is to decide."""
        clock, watch, seat = self._table.clock, self._stopwatch, self._stopwatch.seat
        if clock is None or seat == SPECTATOR or self._table.sitters[seat].kind != "person" or seat in clock.flagged:
            return None
        if watch.running and clock.rule.kind == "days" and clock.since is None:
            return Ticked(seat, 0, self._loaded.uptime.now())
        if watch.running and watch.seconds_left <= 0:
            return Flagged(seat)
        often = max(KEEP_MS, clock.allowance(seat) * KEEP_SHARE) if watch.running else KEEP_STOPPED_MS
        return self._unstored(often)

    def _unstored(self, least: float) -> Ticked | None:
        """Return an entry with the time used so far if the log lacks at least so many milliseconds of it."""
        clock, used = self._table.clock, self._stopwatch.used()
        if clock is None or clock.rule.kind == "days" or used - clock.used < least:
            return None
        return Ticked(self._stopwatch.seat, used)

    def _look_after(self, seconds: float) -> None:
        self._next.cancel()
        if seconds > 0:
            self._stopwatch.agree(seconds)
            self._next.after(seconds, self._refresh)

    def _refresh(self) -> None:
        """Let the actor refresh everything, as it does after each job: also the bot that plays on."""
        self._queue.enqueue(nothing)

    def cancel(self) -> None:
        """Cancel the timer."""
        self._next.cancel()

    # ------------------------------------------------- run on the table's queue

    async def _advance(self) -> None:
        """Append the entry that is due."""
        self._next.pending = False
        self._stopwatch.look()
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
                self._table.withdraw()
                self._report(error)
            self._stopwatch.agree(self._next.retry(self._refresh))
        else:
            self._next.succeeded()
            if isinstance(entry, Flagged):
                log.info("flagged", table=self._loaded.row.id, seat=entry.seat + 1)

    async def resume(self, seat: int, sender: Sender | None = None) -> None:
        """Give the seat back to its person, who has returned after their time was over."""
        if self.is_flagged(seat):
            await self._entries.append(self._table.propose_on_clock(Resumed(seat)), sender=sender)

    def is_flagged(self, seat: int) -> bool:
        """Whether a bot plays for the person on a seat because their time is over."""
        clock, state = self._table.clock, self._table.state
        return clock is not None and seat in clock.flagged and state is not None and not state.is_terminal

    async def keep(self) -> None:
        """Store the running time, because the server stops."""
        self._stopwatch.look()
        entry = self._unstored(KEEP_CLOSING_MS) if self._stopwatch.seat != SPECTATOR else None
        if entry is not None:
            await self._append(entry)

    # ----------------------------------------------------------------- telling

    def _notify(self) -> None:
        """Tell all clients when time begins or stops to run, and what each seat has left then."""
        clock, watch = self._table.clock, self._stopwatch
        now = watch.shown()
        if clock is None or now is None:
            return
        waiting = tuple(left for seat, left in enumerate(now.left) if seat != now.running)
        state = (clock.stint, clock.used, clock.since, now.running, waiting)
        if state != self._told:
            self._told = state
            self._audiences.broadcast(now)
