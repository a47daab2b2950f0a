"""Push notices to the person to act, if no open page shows them their turn.

One notice is sent per turn, by the worker that appended the entry with which the turn began.  Pending notices are not
stored: a crash may lose one, and loading a table sends none.
"""

from __future__ import annotations

import math
import re
from functools import cache

from tefuda.engine.localization import localizer
from tefuda.engine.view import SPECTATOR, Words
from tefuda.server.errors import FTL_FOLDER
from tefuda.server.push.push_sender import Notice
from tefuda.server.tables.entry_log import EntryLog
from tefuda.server.tables.loaded_table import LoadedTable
from tefuda.server.tables.retry_timer import RetryTimer
from tefuda.server.tables.services import Services

KEEP_SECONDS = 3600  # how long push services keep a message, without a clock of days
MOST_LETTERS = 100  # of a title; a message has one size
MOST_KEEP_SECONDS = 28 * 86400


class TurnNotices:
    """The notices of one table."""

    def __init__(self, loaded: LoadedTable, entries: EntryLog, services: Services) -> None:
        self._loaded, self._entries, self._services = loaded, entries, services
        self._table, self._tracker, self._settings = loaded.table, loaded.presence_tracker, services.settings
        self._seat = SPECTATOR  # seat of the person to act
        self._since = 0.0
        self._turn = 0  # turns counted by this process
        self._pending = self._seen = False  # a notice is pending; the person was connected during this turn
        self._closed = False
        self._next = RetryTimer(self._settings)

    def check(self) -> None:
        """Send the notice if it is due, else set the timer; called after every change."""
        seat, now = self._person_to_decide(), self._settings.clock.now()
        if seat != self._seat:
            self._seat, self._since, self._seen = seat, now, False
            self._turn += 1
            self._pending = seat != SPECTATOR and self._entries.appended_last
        self._next.cancel()
        if not self._pending:
            return
        self._seen = self._seen or self._tracker.is_connected(seat)
        wait = self._due() - now
        if wait <= 0:
            self._notify()
        elif wait < math.inf:
            self._next.after(wait, self.check)

    def close(self) -> None:
        """Send a pending notice as the table is unloaded, rather early than never.

        Without a clock of days a person who was connected has seen that it is their turn.
        """
        self._next.cancel()
        if self._pending and (self._table.in_days or not self._seen):
            self._notify()
        self._closed = True

    def _person_to_decide(self) -> int:
        """Return the seat of the person who is to decide while others play with them, -1 for none."""
        seat, people = self._table.to_act, self._tracker.people
        if seat not in people or len(people) < 2 or self._table.sitters[seat].kind != "person":
            return SPECTATOR
        return seat

    def _due(self) -> float:
        """Return when the notice is due: soon for an absent person, later for one with an open page."""
        away, there = self._settings.notice_after, self._settings.notice_present_after
        if self._table.in_days:
            return self._since + (there if self._seen else away)
        if self._tracker.is_connected(self._seat):
            return math.inf  # their page shows it
        return max(self._since, self._tracker.people[self._seat].disconnected_since) + away

    def _notify(self) -> None:
        self._pending = False
        turn, person = self._turn, self._tracker.people.get(self._seat)
        if person is None or self._tracker.presence(self._seat).stand_in:  # leaving, or a bot plays for them
            return
        notice = Notice(self._loaded.row.id, self._words, self._keep_seconds())
        self._services.push.send(person.guest, notice, lambda: self._closed or self._turn == turn)

    def _keep_seconds(self) -> int:
        if not self._table.in_days:
            return KEEP_SECONDS
        self._loaded.stopwatch.update()
        return max(60, min(MOST_KEEP_SECONDS, int(self._loaded.stopwatch.seconds_left)))

    def _words(self, language: str) -> tuple[str, str]:
        title = localizer(language, FTL_FOLDER).say(Words("push-turn"))
        return title, _title_of(self._services.games.messages(self._loaded.row.game, language))


@cache
def _title_of(messages: str) -> str:
    """Return the title of a game from its messages, without parsing them, which would take too long."""
    found = re.search(r"^title = (.+)$", messages, re.MULTILINE)
    return found[1].strip()[:MOST_LETTERS] if found else ""
