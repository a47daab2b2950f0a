"""The deal at one table: seals it, waits for the shares in the seal, then deals or calls the attempt off.

All shares or no deal: an attempt whose shares do not come in time is called off, and the silent seats are named to
everybody.  What is due is looked for whenever something has happened at the table, and done in the table's turn, so a
table that is loaded again after a crash goes on where its log ends.
"""

from __future__ import annotations

import asyncio
import math
import weakref
from typing import TYPE_CHECKING

from tefuda.server.clock import Timer
from tefuda.server.errors import ServerError
from tefuda.server.logs import log
from tefuda.table.entries import Refused

if TYPE_CHECKING:
    from tefuda.server.message_handlers import Sender
    from tefuda.server.table_actor import TableActor


MOST_DOUBLINGS = 10  # of the pause before something is tried again


class Dealing:
    """Deals at one table."""

    def __init__(self, host: TableActor) -> None:
        self._host: TableActor = weakref.proxy(host)  # which holds this object: a cycle would keep both for long
        self._table, self._attendance, self._settings = host.table, host.presence_tracker, host.settings
        self._since = self._settings.clock.now()  # when the open attempt was sealed, or the table loaded
        self._queued = False
        self._failures = 0  # in a row
        self._timer: Timer | None = None
        self._waiting: list[asyncio.Future[bool]] = []  # for the end of an attempt

    # ------------------------------------------------------- in the table's turn

    async def begin(self, sender: Sender | None = None, *, at_once: bool = False, giver: int | None = None) -> None:
        """Seal the deal, and deal if no share is missing.

        `giver` is a seat whose client takes part without being connected yet; `at_once` seals again without being
        asked after a call-off.
        """
        self._check_ready()
        if self._table.deal is None:
            await self._host.append(self._table.propose_deal(), sender=sender)
            return
        answering = self._attendance.answering() | ({giver} if giver is not None else set())
        await self._host.append(self._table.propose_seal(answering, at_once=at_once), sender=sender)
        self._since = self._settings.clock.now()
        log.info("sealed", table=self._host.row.id, attempt=len(self._table.deal.attempts))
        await self._deal_if_complete()

    def _check_ready(self) -> None:
        if self._table.state is not None:
            raise ServerError("dealt-already")
        if self._table.sealed:
            raise ServerError("deal-sealed")
        empty = [str(seat + 1) for seat, sitter in enumerate(self._table.sitters) if sitter.kind == "open"]
        if empty:
            raise ServerError("seats-open", seats=", ".join(empty))

    async def _deal_if_complete(self) -> None:
        attempt = self._table.deal.open if self._table.deal is not None else None
        if self._table.state is None and attempt is not None and not attempt.missing:
            await self._host.append(self._table.propose_deal())
            log.info("dealt", table=self._host.row.id, game=self._host.row.game)

    async def call_off(self, silent: tuple[int, ...]) -> None:
        """End the sealed attempt without the shares of these seats."""
        await self._host.append(self._table.propose_call_off(silent))
        log.info("called-off", table=self._host.row.id, seats=[str(seat + 1) for seat in silent])

    def owes_share(self, seat: int) -> bool:
        """Is the share of this seat what the sealed attempt waits for?"""
        deal = self._table.deal
        return self._table.sealed and deal is not None and deal.open is not None and seat in deal.open.missing

    async def _advance(self) -> None:
        """Do what is due."""
        self._queued = False
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
        except Exception as error:
            self._failed(error)
        else:
            self._failures = 0

    def _failed(self, error: Exception) -> None:
        """Try again in a moment, and later and later: the store may be in trouble, or the game broken."""
        if not isinstance(error, ServerError | Refused):
            self._table.withdraw()
            self._host.report(error)
        self._look_again_after(self._settings.store_pause * 2 ** min(self._failures, MOST_DOUBLINGS))
        self._failures += 1
        self._queued = True

    # --------------------------------------------------------------- what is due

    def check(self) -> None:
        """Queue what is due, or look again when it will be; release those who wait for the end of an attempt."""
        if not self._table.sealed:
            self._release(settled=True)
        if self._queued:
            return
        due = self._due_at()
        if due <= self._settings.clock.now():
            self._queued = True
            self._host.put(self._advance)
        elif due < math.inf:
            self._look_again_after(due - self._settings.clock.now())

    def _due_at(self) -> float:
        """When the next step is due, infinity for never."""
        deal = self._table.deal
        if deal is None or self._table.state is not None:
            return math.inf
        attempt = deal.open
        if attempt is None:
            full = all(sitter.kind != "open" for sitter in self._table.sitters)
            pledged = deal.pledges.keys() & self._attendance.answering()
            return 0 if deal.waits_for_pledge and full and pledged else math.inf
        if not attempt.missing:
            return 0
        since = self._since
        if len(attempt.pledges) == 1:  # a single giver's patience is nobody else's: only time connected counts
            since = max(since, self._attendance.here_since(attempt.missing[0]))
        return since + self._settings.share_seconds

    def _look_again_after(self, seconds: float) -> None:
        self.stop()
        self._timer = self._settings.clock.later(seconds, self._look_again)

    def _look_again(self) -> None:
        self._timer, self._queued = None, False
        self.check()

    def stop(self) -> None:
        """Cancel the timer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # ---------------------------------------------------- those who have to wait

    async def settled(self) -> None:
        """Return once no attempt is open; raises Problem where that takes longer than an attempt may."""
        if not self._table.sealed:
            return
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append(future)
        timer = self._settings.clock.later(2 * self._settings.share_seconds, lambda: _resolve(future, settled=False))
        try:
            settled = await future
        finally:
            timer.cancel()
        if not settled:
            raise ServerError("deal-sealed")

    def _release(self, *, settled: bool) -> None:
        while self._waiting:
            _resolve(self._waiting.pop(), settled=settled)

    def close(self) -> None:
        """Stop everything that waits here."""
        self.stop()
        self._release(settled=False)


def _resolve(future: asyncio.Future[bool], *, settled: bool) -> None:
    if not future.done():
        future.set_result(settled)
