"""Players' requests to take back the last action, and the answers of the others.

The table decides whether an action can be taken back (`table/take_back.py`).  Request, answers and the take-back itself
are entries of the log.
"""

from __future__ import annotations

from tefuda.server.errors import ServerError
from tefuda.server.protocol.messages import AnswerBack, TakeBack
from tefuda.server.rate_limit import Rate, RateLimiter
from tefuda.server.tables.entry_log import EntryLog, Sender
from tefuda.server.tables.loaded_table import LoadedTable
from tefuda.server.tables.services import Services

# Requests of a seat: each replays the game up to the action.  `take_back.MAX_TAKEN_BACK` bounds the log.
ASK_RATE = Rate(0.1, 4)


class TakingBack:
    """Requests and answers at one table."""

    def __init__(self, loaded: LoadedTable, entries: EntryLog, services: Services) -> None:
        self._table, self._entries = loaded.table, entries
        self._time_slices = services.time_slices
        self._limiter = RateLimiter(ASK_RATE, services.settings.clock)

    async def handle(self, message: TakeBack | AnswerBack, sender: Sender) -> None:
        """Handle a request or an answer of a seated player; raises ServerError or Refused."""
        table, seat = self._table, sender.connection.seat
        if table.state is None:
            raise ServerError("not-dealt")
        if message.turn != table.turn:
            raise ServerError("stale-turn")
        if isinstance(message, TakeBack):
            if not self._limiter.take(seat):
                raise ServerError("too-fast")
            async for revealed in self._time_slices.each(table.back_checks(seat)):
                if revealed:
                    raise ServerError("back-revealed")
            await self._entries.append(table.propose_back(seat, checked=True), sender=sender)
        else:
            await self._entries.append(table.propose_answer(seat, message.turn, agreed=message.agreed), sender=sender)
