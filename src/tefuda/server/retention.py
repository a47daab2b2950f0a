"""Removes what nobody has used for long: tables by their phase, and guests who left nothing.

One task looks now and then for what is older than the settings allow, and removes one table after another with a pause
between them, so that neither the event loop nor the store's writer notices.  A table that is loaded is in use and is
never removed.  When tables and guests were there last is kept in memory and written down with every sweep: what a
crash loses of that is minutes, and the periods are days.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from tefuda.server.clock import pause
from tefuda.server.errors import ServerError
from tefuda.server.logs import log
from tefuda.server.protocol import CloseCode
from tefuda.server.store import Before, StoreError

if TYPE_CHECKING:
    from tefuda.server.table_registry import TableRegistry

AT_A_TIME = 100  # rows that one statement marks, or looks for


class Swept(NamedTuple):
    """What a sweep removed."""

    tables: int
    guests: int


class Retention:
    """Keeps the store of a house from growing for ever."""

    def __init__(self, registry: TableRegistry) -> None:
        self._house, self._settings, self._store = registry, registry.settings, registry.store
        self._used: set[str] = set()  # tables that were loaded since this was written down last
        self._seen: set[int] = set()  # guests who came
        self._leaving: set[str] = set()  # tables that are being removed

    def table_used(self, id: str) -> None:
        """Note that somebody wanted a table."""
        self._used.add(id)

    def guest_seen(self, guest: int) -> None:
        """Note that a guest was here."""
        self._seen.add(guest)

    def check_stays(self, id: str) -> None:
        """Raise Problem for a table that is being removed."""
        if id in self._leaving:
            raise ServerError("no-such-table")

    async def run(self) -> None:
        """Sweep now and then, for as long as the server runs."""
        while True:
            await pause(self._settings.clock, self._settings.sweep_every)
            try:
                swept = await self.sweep()
            except StoreError as trouble:  # next time, then
                log.warning("store", trouble=str(trouble))
            except Exception as error:
                self._house.metrics.errors.inc()
                log.error("exception", kind=type(error).__name__, at=["retention"])
            else:
                if any(swept):
                    log.info("swept", **swept._asdict())

    async def close(self) -> None:
        """Write down who was here."""
        try:
            await self.mark()
        except StoreError as trouble:
            log.warning("store", trouble=str(trouble))

    async def sweep(self) -> Swept:
        """Remove everything that is too old."""
        await self.mark()
        tables, guests = 0, 0
        kept: set[str] = set()  # in use, though it does not look like that
        while found := await self._store.expired_tables(self._before(), kept, AT_A_TIME):
            for id in found:
                if not self._house.holds(id) and await self.remove(id, self._before()):
                    tables += 1
                else:
                    kept.add(id)
                await pause(self._settings.clock, self._settings.sweep_pause)
        while removed := await self._store.remove_guests(self._since(self._settings.keep_guests), AT_A_TIME):
            guests += removed
            await pause(self._settings.clock, self._settings.sweep_pause)
        return Swept(tables, guests)

    async def mark(self) -> None:
        """Write down which tables and guests were here since the last time."""
        tables, guests = list(self._used | self._house.hosts.keys()), list(self._seen)
        self._used, self._seen = set(), set()
        now = int(self._settings.clock.time())
        try:
            for start in range(0, max(len(tables), len(guests)), AT_A_TIME):
                some = slice(start, start + AT_A_TIME)
                await self._store.mark_used(tables[some], guests[some], now)
        except StoreError:
            self._used |= set(tables)
            self._seen |= set(guests)
            raise

    async def remove(self, id: str, before: Before | None = None) -> bool:
        """Remove a table, or leave it where it has been used since `before`; who watches is sent away."""
        if id in self._leaving:
            return False
        self._leaving.add(id)
        try:
            await self._unload(id)
            return await self._store.remove_table(id, before)
        finally:
            self._leaving.discard(id)
            self._used.discard(id)

    async def _unload(self, id: str) -> None:
        host = await self._house.loaded(id)
        if host is not None:
            for connection in host.presence_tracker.everybody():
                connection.close(CloseCode.NO_TABLE)
            del self._house.hosts[id]
            await host.close()

    def _before(self) -> Before:
        settings = self._settings
        periods: Sequence[float] = (settings.keep_undealt, settings.keep_abandoned, settings.keep_finished)
        return Before(*map(self._since, periods))

    def _since(self, period: float) -> int:
        """The moment that lies so long ago; 0 where the period has no end."""
        return 0 if period == math.inf else max(0, int(self._settings.clock.time() - period))
