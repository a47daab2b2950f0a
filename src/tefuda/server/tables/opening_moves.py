"""Plays the openings chosen before the deal, such as decks, as each seat's first decision.

The choice is in the log.  Once the game has begun it is played like any other command, even if no one is connected.
One that cannot be played is withdrawn: an entry of the log as well, after which the seat decides at the table.
One worker does this; if that one does not, another one does after a delay.
"""

from __future__ import annotations

from collections.abc import Callable

from tefuda.server.cluster.peers import FOLLOW_SECONDS
from tefuda.server.errors import Overtaken, ServerError
from tefuda.server.settings import Settings
from tefuda.server.tables.entry_log import EntryLog
from tefuda.server.tables.loaded_table import LoadedTable
from tefuda.server.tables.retry_timer import RetryTimer
from tefuda.server.tables.work_queue import WorkQueue
from tefuda.table.entries import Brought, Mover, Played, Refused


class OpeningMoves:
    """The openings of one table, once it is dealt."""

    def __init__(
        self,
        loaded: LoadedTable,
        entries: EntryLog,
        queue: WorkQueue,
        settings: Settings,
        report: Callable[[Exception], None],
    ) -> None:
        self._entries, self._queue, self._report = entries, queue, report
        self._table, self._next = loaded.table, RetryTimer(settings)
        self._waited = -1  # version at which this worker waited for another one to play the next opening

    def check(self) -> None:
        """Enqueue the opening that is due."""
        if self._next.pending or self._table.openings.due(self._table.state) is None:
            return
        self._next.pending = True
        if self._entries.leads or self._waited == self._table.version:
            self._queue.enqueue(self._play)
        else:
            self._waited = self._table.version
            self._next.after(FOLLOW_SECONDS, self.check)

    async def _play(self) -> None:
        """Play the opening that is due; runs on the table's queue."""
        self._next.pending = False
        due = self._table.openings.due(self._table.state)
        if due is None:
            return
        try:
            await self._entries.append(self._entry(*due))
        except Overtaken:
            return
        except ServerError:  # the store failed
            self._next.retry(self.check)
        except Exception as error:
            self._next.retry(self.check)
            self._report(error)
        else:
            self._next.succeeded()

    def _entry(self, seat: int, command: str) -> Played | Brought:
        """Propose to play the opening of a seat, or to withdraw one that cannot be played."""
        by: Mover = "bot" if self._table.sitters[seat].kind == "bot" else "person"
        try:
            return self._table.propose_play(seat, self._table.turn, command, by=by)
        except Refused:  # although it was legal when it was chosen
            pass
        except Exception as error:
            self._report(error)
        return self._table.propose_no_opening(seat)

    def cancel(self) -> None:
        """Cancel the timer."""
        self._next.cancel()
