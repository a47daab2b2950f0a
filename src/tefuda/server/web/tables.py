"""Requests about tables: listing, creating, inviting, joining, leaving, and playing on from a finished game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from starlette.responses import Response

from tefuda.server.admission import Guard, address_group_of
from tefuda.server.errors import ServerError
from tefuda.server.finished_games.series import standings
from tefuda.server.finished_games.what_if import play_on
from tefuda.server.protocol.common import TableInfo
from tefuda.server.protocol.http import Invitation, Join, Series
from tefuda.server.request_parsing import clean_name
from tefuda.server.tables.guest_deletion import leave
from tefuda.server.tables.serialization import table_info
from tefuda.server.tables.table_actor import TableActor
from tefuda.server.tables.table_registry import TableRegistry
from tefuda.server.web.api import Answer, ApiCall
from tefuda.server.web.guests import MAX_LISTED_TABLES, NewGuests
from tefuda.server.web.open_tables import OpenTables


async def visible_table(registry: TableRegistry, call: ApiCall) -> TableActor:
    """Return the table of a request; raises ServerError unless its guest may see it."""
    actor = await registry.actor(call.id)
    registry.invitations.check_visible(actor.loaded, call.guest, call.invitation)
    return actor


class TableRequests:
    """Answers requests about tables."""

    def __init__(self, registry: TableRegistry, guard: Guard, new_guests: NewGuests) -> None:
        self._registry, self._guard, self._new_guests = registry, guard, new_guests
        self._open_tables = OpenTables(registry.store, registry.settings.clock)

    @property
    def answers(self) -> Mapping[str, Answer]:
        """What answers each endpoint, by its name."""
        return {
            "tables": self.tables,
            "open_tables": self.open_tables,
            "open": self.open,
            "table": self.table,
            "invite": self.invite,
            "join": self.join,
            "leave": self.leave,
            "what_if": self.what_if,
            "series": self.series,
        }

    async def tables(self, call: ApiCall) -> list[TableInfo]:
        guest = call.guest.id if call.guest is not None else None
        rows = await self._registry.store.public_tables(MAX_LISTED_TABLES, guest)
        return [table_info(row, call.guest, seat) for row, seat in rows]

    async def open_tables(self, call: ApiCall) -> Response:
        return await self._open_tables.answer(call.request)

    async def open(self, call: ApiCall) -> TableInfo:
        guest = await self._new_guests.guest(call)
        self._guard.charge_new_table(call.request, guest)
        actor = await self._registry.create(guest, call.body, call.language)
        return actor.loaded.info(guest)

    async def table(self, call: ApiCall) -> TableInfo:
        return (await visible_table(self._registry, call)).loaded.info(call.guest)

    async def series(self, call: ApiCall) -> Series:
        actor = await visible_table(self._registry, call)
        tables = await self._registry.store.series(actor.id)
        return standings(tables, actor.id, call.guest.id if call.guest is not None else None)

    async def invite(self, call: ApiCall) -> Invitation:
        actor = await visible_table(self._registry, call)
        guest = call.required_guest()
        if guest.id != actor.loaded.row.host and actor.presence_tracker.seat_of(guest) < 0:
            raise ServerError("seated-only")
        return Invitation(f"/join/{actor.id}/{self._registry.invitations.invitation(actor.id)}")

    async def join(self, call: ApiCall) -> TableInfo:
        body: Join = call.body
        invitations = self._registry.invitations
        invited = invitations.invited(call.id, body.invitation)
        actor = await self._registry.actor(call.id)
        invitations.check_visible(actor.loaded, call.guest, body.invitation)
        guest = await self._new_guests.guest(call, clean_name(body.name) if body.name else "")
        await actor.dealing.settled()
        address = address_group_of(call.request)
        await actor.submit(partial(actor.handlers.join, guest, address, body.seat, body.pledge, invited=invited))
        return actor.loaded.info(guest)

    async def leave(self, call: ApiCall) -> TableInfo:
        actor, guest = await visible_table(self._registry, call), call.required_guest()
        await leave(actor, guest, call.language)
        return actor.loaded.info(guest)

    async def what_if(self, call: ApiCall) -> TableInfo:
        actor = await visible_table(self._registry, call)
        guest = await self._new_guests.guest(call)
        self._guard.charge_new_table(call.request, guest)
        table = await play_on(self._registry, actor.loaded, call.body.move, guest, call.language)
        return table.loaded.info(guest)
