"""Requests of guests about themselves: their name, their tables, and the export and deletion of their data."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Raw

from tefuda.server.admission import Guard
from tefuda.server.finished_games.records import Records
from tefuda.server.protocol.http import Me
from tefuda.server.request_parsing import clean_name
from tefuda.server.store.stored_data import Guest
from tefuda.server.tables.guest_deletion import forget, own_data
from tefuda.server.tables.serialization import table_info
from tefuda.server.tables.table_registry import TableRegistry
from tefuda.server.web.api import Answer, ApiCall
from tefuda.server.web.cookies import GuestCookies, is_secure

MAX_LISTED_TABLES = 50


class NewGuests:
    """Creates guests when requests need one."""

    def __init__(self, registry: TableRegistry, guard: Guard, cookies: GuestCookies) -> None:
        self._store, self._guard, self._cookies = registry.store, guard, cookies

    async def guest(self, call: ApiCall, name: str = "") -> Guest:
        """Return the guest of a request, renamed to `name` if given; creates a guest if the request has none."""
        if call.guest is None:
            self._guard.charge_new_guest(call.request)
            call.guest, call.token = await self._cookies.new_guest(name, secure=is_secure(call.request))
        elif name and name != call.guest.name:
            await self._store.rename(call.guest.id, name)
            call.guest = call.guest._replace(name=name)
        return call.guest


class GuestRequests:
    """Answers requests of guests about themselves."""

    def __init__(self, registry: TableRegistry, records: Records, new_guests: NewGuests) -> None:
        self._registry, self._records, self._new_guests = registry, records, new_guests

    @property
    def answers(self) -> Mapping[str, Answer]:
        """What answers each endpoint, by its name."""
        return {"me": self.me, "rename": self.rename, "export": self.export, "delete": self.delete}

    async def me(self, call: ApiCall) -> Me:
        if call.guest is None:
            return Me("", ())
        rows = await self._registry.store.tables_of(call.guest.id, MAX_LISTED_TABLES)
        return Me(call.guest.name, tuple(table_info(row, call.guest, seat) for row, seat in rows))

    async def rename(self, call: ApiCall) -> Me:
        await self._registry.rename(await self._new_guests.guest(call, clean_name(call.body.name)))
        return await self.me(call)

    async def export(self, call: ApiCall) -> Raw:
        return await own_data(self._registry.store, call.guest)

    async def delete(self, call: ApiCall) -> Me:
        if call.guest is not None:
            await self._records.drop(await forget(self._registry, call.guest, call.language))
        call.token = ""
        return Me("", ())
