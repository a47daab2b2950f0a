"""Runs the deal of one table: seals it, waits for the shares in the seal, then deals or calls the attempt off.

All shares or no deal: if a share does not arrive in time, the attempt is called off and the silent seats are published.
The next step is derived from the table after every job on its queue, so a table that is loaded after a crash continues
where its log ends.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections.abc import Callable

from tefuda.server.cluster.peers import FOLLOW_SECONDS
from tefuda.server.errors import Overtaken, ServerError
from tefuda.server.logs import log
from tefuda.server.settings import Settings
from tefuda.server.tables.entry_log import EntryLog, Sender
from tefuda.server.tables.loaded_table import LoadedTable
from tefuda.server.tables.retry_timer import RetryTimer
from tefuda.server.tables.work_queue import WorkQueue
from tefuda.table.entries import Refused

PLEDGE_SECONDS = 3.0  # for clients to pledge again after the table has changed, before it can be dealt


class Dealing:
    """The deal of one table."""

    def __init__(
        self,
        loaded: LoadedTable,
        entries: EntryLog,
        queue: WorkQueue,
        settings: Settings,
        report: Callable[[Exception], None],
    ) -> None:
        self._loaded, self._entries, self._queue, self._report = loaded, entries, queue, report
        self._settings = settings
        self._table, self._presence_tracker = loaded.table, loaded.presence_tracker
        self._reached = (-1, 0.0)  # (version, when)
        self._next = RetryTimer(settings)
        self._waiters: list[asyncio.Future[bool]] = []  # resolved at the end of an attempt

    # ------------------------------------------------- run on the table's queue

    async def begin(self, sender: Sender | None = None, *, at_once: bool = False, giver: int | None = None) -> None:
        """Seal the deal, and deal if no share is missing.

        `giver` is a seat whose pledge counts although its client is not connected yet; with `at_once` the deal is
        sealed again automatically after a call-off.
        """
        self._check_ready()
        if self._table.deal is None:
            await self._entries.append(self._table.propose_deal(), sender=sender)
            return
        seats = self._presence_tracker.responsive_seats() | ({giver} if giver is not None else set())
        await self._entries.append(self._table.propose_seal(seats, at_once=at_once), sender=sender)
        log.info("sealed", table=self._loaded.row.id, attempt=len(self._table.deal.attempts))
        with contextlib.suppress(Overtaken, ServerError):  # the next step is checked after every job
            await self._deal_if_complete()

    def _check_ready(self) -> None:
        if self._table.state is not None:
            raise ServerError("dealt-already")
        if self._table.sealed:
            raise ServerError("deal-sealed")
        empty = [str(seat + 1) for seat, sitter in enumerate(self._table.sitters) if sitter.kind == "open"]
        if empty:
            raise ServerError("seats-open", seats=", ".join(empty))
        deal, waits_until = self._table.deal, self._entries.arranged_at + PLEDGE_SECONDS
        voided = deal.voided & self._presence_tracker.responsive_seats() if deal is not None else set()
        if voided and self._settings.clock.now() < waits_until:  # give them time to pledge again
            raise ServerError("just-changed")

    async def _deal_if_complete(self) -> None:
        attempt = self._table.deal.open if self._table.deal is not None else None
        if self._table.state is None and attempt is not None and not attempt.missing:
            await self._entries.append(self._table.propose_deal())
            log.info("dealt", table=self._loaded.row.id, game=self._loaded.row.game)

    async def call_off(self, silent: tuple[int, ...]) -> None:
        """Call off the sealed attempt because the shares of these seats are missing."""
        await self._entries.append(self._table.propose_call_off(silent))
        log.info("called-off", table=self._loaded.row.id, seats=[str(seat + 1) for seat in silent])

    def owes_share(self, seat: int) -> bool:
        """Whether the sealed attempt waits for the share of this seat."""
        deal = self._table.deal
        return self._table.sealed and deal is not None and deal.open is not None and seat in deal.open.missing

    async def _advance(self) -> None:
        """Take the next step if it is due."""
        self._next.pending = False
        if self._due_at() > self._settings.clock.now():
            return
        assert self._table.deal is not None
        attempt = self._table.deal.open
        try:
            if attempt is None:
                await self.begin(at_once=True)
            elif attempt.missing:
                await self.call_off(attempt.missing)
            else:
                await self._deal_if_complete()
        except Overtaken:
            return
        except Exception as error:
            self._retry_later(error)
        else:
            self._next.succeeded()

    def _retry_later(self, error: Exception) -> None:
        """Retry with exponential back-off: the store may fail, or the game may have a bug."""
        if not isinstance(error, ServerError | Refused):
            self._report(error)
        self._next.retry(self.check)

    # ---------------------------------------------------------------- next step

    def check(self) -> None:
        """Enqueue the next step if it is due, else set a timer; release waiters once no attempt is open."""
        if not self._table.sealed:
            self._release_waiters(settled=True)
        if self._next.pending:
            return
        due = self._due_at()
        if not self._entries.leads:
            due = max(due, self._reached_at()) + FOLLOW_SECONDS
        if due <= self._settings.clock.now():
            self._next.pending = True
            self._queue.enqueue(self._advance)
        elif due < math.inf:
            self._next.after(due - self._settings.clock.now(), self.check)

    def _reached_at(self) -> float:
        """Return when the table reached its present version."""
        if self._reached[0] != self._table.version:
            self._reached = self._table.version, self._settings.clock.now()
        return self._reached[1]

    def _due_at(self) -> float:
        """Return when the next step is due, infinity for never."""
        deal = self._table.deal
        if deal is None or self._table.state is not None:
            return math.inf
        attempt = deal.open
        if attempt is None:
            full = all(sitter.kind != "open" for sitter in self._table.sitters)
            pledged = deal.pledges.keys() & self._presence_tracker.responsive_seats()
            return 0 if deal.waits_for_pledge and full and pledged else math.inf
        if not attempt.missing:
            return 0
        since = self._entries.sealed_at
        if len(attempt.pledges) == 1:  # nobody else waits for a single giver: its time starts when it connects
            since = max(since, self._presence_tracker.connected_since(attempt.missing[0]))
        return since + self._settings.share_seconds

    # ------------------------------------------------------------------ waiters

    async def settled(self) -> None:
        """Wait until no attempt is open; raises ServerError if that takes twice the time allowed for shares."""
        if not self._table.sealed:
            return
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiters.append(future)
        timer = self._settings.clock.later(2 * self._settings.share_seconds, lambda: _resolve(future, settled=False))
        try:
            settled = await future
        finally:
            timer.cancel()
        if not settled:
            raise ServerError("deal-sealed")

    def _release_waiters(self, *, settled: bool) -> None:
        while self._waiters:
            _resolve(self._waiters.pop(), settled=settled)

    def close(self) -> None:
        """Cancel the timer and fail all waiters."""
        self._next.cancel()
        self._release_waiters(settled=False)


def _resolve(future: asyncio.Future[bool], *, settled: bool) -> None:
    if not future.done():
        future.set_result(settled)
