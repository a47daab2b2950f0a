"""The clock of a table: its rule, and the time of each seat according to the log.

Nothing here reads a clock: the server measures, and the entries say how many milliseconds a decision has used.  Nobody
loses a game by time: when the time of a seat is over (`Flagged`), a bot plays for the person until they return.
"""

from __future__ import annotations

from collections import defaultdict

from tefuda.table.clock_rule import ClockRule
from tefuda.table.entries import Entry, Flagged, Played, Resumed, Sat, TakenBack, Ticked


class Clock:
    """The time of each seat, by the entries of the log.  Times are in milliseconds.

    A *stint* is an interval that is measured as a whole: one decision, or the rest of it after its person has returned.
    """

    def __init__(self, rule: ClockRule) -> None:
        self.rule = rule
        self.flagged: set[int] = set()  # seats whose time is over, until their person returns
        self.overs = 0  # how often the time for the present decision was over
        self.stint = 0  # number of the present one
        self.used = 0  # in the present stint, according to the log
        self.since: int | None = None  # kind "days": when the present stint began, in seconds of the server's uptime
        self._reserves: defaultdict[int, int] = defaultdict(lambda: rule.seconds * 1000)  # by seat
        self._last = -1  # seat of the last decision: further ones in a row bring it no increment
        self._before = self._reserves, self._last, self.flagged, 0  # state before the last decision, and its time

    def allowance(self, seat: int) -> int:
        """Return the time that a seat would have if a stint began now."""
        if self.rule.kind != "reserve":
            return self.rule.seconds * 1000
        return self._reserves[seat] + (0 if self._last == seat else self._increment)

    def reserve(self, seat: int) -> int:
        """Return the time that a seat has while it waits for its turn."""
        return self._reserves[seat] if self.rule.kind == "reserve" else self.rule.seconds * 1000

    @property
    def _increment(self) -> int:
        return self.rule.increment * 1000

    def apply(self, entry: Entry) -> None:
        """Apply an entry of the log."""
        match entry:
            case Played(seat, _, by, used):
                self._before = self._reserves.copy(), self._last, self.flagged.copy(), used
                left = max(0, self.allowance(seat) - used)
                # A bot neither uses time nor earns an increment; the time that its person had used stays used.
                self._reserves[seat] = left if by == "person" else min(left, self._reserves[seat])
                self._last = seat
                if by == "person":
                    self.flagged.discard(seat)
                self.overs = 0
                self._begin_stint()
            case TakenBack():
                # Everyone has their earlier time again, except the time that the reopened decision had used.
                self._reserves, self._last, self.flagged, used = self._before
                self.overs = 0
                self._begin_stint()
                self.used = used
            case Ticked(_, used, since):
                self.used, self.since = used, since
            case Flagged(seat):
                self.flagged.add(seat)
                self.overs += 1
                self._reserves[seat], self._last = 0, seat
                self._begin_stint()
            case Resumed(seat):
                self._return(seat)
                self._begin_stint()
            case Sat(seat, sitter) if sitter.kind == "person":
                self._return(seat)
            case Sat(seat):
                self.flagged.discard(seat)

    def _begin_stint(self) -> None:
        self.stint += 1
        self.used, self.since = 0, None

    def _return(self, seat: int) -> None:
        """Give a person who returns during their turn the increment that they lost with the flag."""
        if seat in self.flagged or self._reserves[seat] == 0:
            self.flagged.discard(seat)
            if self._last == seat:
                self._reserves[seat] = max(self._reserves[seat], self._increment)
