"""Measures the time that the person to act has used, at a table with a clock.

It runs while a person decides for their own seat: not for a bot, and not while a bot plays for them.  A clock of
minutes stands still while no person is connected to the table; one of days does not, but stands still while no server
runs.  Each decision begins with a grace period in which no time runs, while the page shows the last move.

Within a process time is monotonic.  Time since the last update does not count if that was much longer ago than
expected: the process was stopped or the machine slept, as if the server had been down.
"""

from __future__ import annotations

import math

from tefuda.engine.view import SPECTATOR
from tefuda.server.protocol.messages import ClockNow
from tefuda.server.settings import Settings
from tefuda.server.tables.presence import PresenceTracker
from tefuda.server.tables.uptime import Uptime
from tefuda.table.table import Table

GRACE = 3000  # milliseconds; the page animates earlier moves for two seconds, and a message has to arrive
DEAL_GRACE = 10_000  # the same before the first decision, while pages load and show the deal
LATE_SECONDS = 3.0  # greatest delay of a timer on a busy machine
NOT_SHOWN = -1


class Stopwatch:
    """The running time of one table.  It changes nothing, stores nothing and sends nothing."""

    def __init__(self, table: Table, presence_tracker: PresenceTracker, settings: Settings, uptime: Uptime) -> None:
        self._table, self._presence_tracker = table, presence_tracker
        self._clock, self._uptime = settings.clock, uptime
        self._stint = (-1, SPECTATOR)  # number and seat
        self._ms = self._grace = 0.0
        self._updated_at = self._clock.now()
        self._next_update = 0.0  # the longest expected time until the next update, in seconds
        self.running = False

    def update(self) -> None:
        """Count the time since the last update, and determine whether time runs from now on."""
        clock = self._table.clock
        if clock is None:
            return
        now, seat = self._clock.now(), self._table.to_act
        if self.running:
            self._count(now - self._updated_at)
        self._updated_at = now
        if self._stint != (clock.stint, seat):
            self._stint = (clock.stint, seat)
            self._ms = 0.0
            self._grace = DEAL_GRACE if self._table.turn == 0 else GRACE
        self._ms = max(self._ms, clock.used)  # an earlier process may have counted more
        if clock.rule.kind == "days":
            self._grace = 0.0
            self._ms = 0.0 if clock.since is None else max(0.0, (self._uptime.now() - clock.since) * 1000.0)
        self.running = self._runs(seat)

    def _count(self, seconds: float) -> None:
        if seconds > self._next_update + LATE_SECONDS:
            return
        past_grace = max(0.0, seconds * 1000 - self._grace)
        self._grace = max(0.0, self._grace - seconds * 1000)
        self._ms += past_grace

    def _runs(self, seat: int) -> bool:
        tracker = self._presence_tracker
        if seat not in tracker.people or self._table.sitters[seat].kind != "person":
            return False
        attended = self._table.in_days or any(map(tracker.is_connected, tracker.people))
        return attended and not tracker.presence(seat).stand_in

    def adopt(self, stint: int, used: int) -> None:
        """Count the milliseconds that another worker has measured in the present stint, if they are more."""
        self.update()
        if self._table.clock is not None and self._table.clock.stint == stint and used > self._ms:
            self._ms, self._grace = float(used), 0.0

    def expect_update(self, seconds: float) -> None:
        """Expect the next update within `seconds`."""
        self._next_update = seconds

    def used(self) -> int:
        """Return how many milliseconds the seat that is to decide has used; 0 without a clock."""
        self.update()
        return int(self._ms)

    def left(self) -> float:
        """Return the milliseconds that the seat had left at the last update."""
        clock = self._table.clock
        return math.inf if clock is None else clock.allowance(self._stint[1]) - self._ms

    @property
    def seconds_left(self) -> float:
        """Seconds until its time is over, including the grace period."""
        return (self.left() + self._grace) / 1000

    def shown(self) -> ClockNow | None:
        """Return the times to show to clients as of the last update; None without a clock, and before the deal."""
        clock, table = self._table.clock, self._table
        if clock is None or table.state is None:
            return None
        seat = table.to_act
        left = [
            clock.reserve(place) if sitter.kind == "person" else NOT_SHOWN for place, sitter in enumerate(table.sitters)
        ]
        if seat != SPECTATOR and left[seat] != NOT_SHOWN and seat not in clock.flagged:
            left[seat] = max(0, int(self.left()))
        return ClockNow(tuple(left), seat if self.running else SPECTATOR, int(self._grace) if self.running else 0)
