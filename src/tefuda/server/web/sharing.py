"""Requests for share links, and their verification."""

from __future__ import annotations

from collections.abc import Mapping

from tefuda.server.errors import ServerError
from tefuda.server.protocol.http import ShareGame, Sharing
from tefuda.server.store.stored_data import TableRow
from tefuda.server.tables.shares import ShareLinks
from tefuda.server.tables.table_actor import TableActor
from tefuda.server.tables.table_registry import TableRegistry
from tefuda.server.web.api import Answer, ApiCall
from tefuda.server.web.tables import visible_table


class ShareRequests:
    """Answers requests about links to finished games."""

    def __init__(self, registry: TableRegistry, links: ShareLinks) -> None:
        self._registry, self._links = registry, links

    @property
    def answers(self) -> Mapping[str, Answer]:
        """What answers each endpoint, by its name."""
        return {"sharing": self.sharing, "share": self.share}

    async def sharing(self, call: ApiCall) -> Sharing:
        return await self._links.sharing((await self._own_game(call)).loaded, call.required_guest())

    async def share(self, call: ApiCall) -> Sharing:
        actor, body = await self._own_game(call), call.body
        assert isinstance(body, ShareGame)
        return await self._links.change(actor, call.required_guest(), on=body.on)

    async def _own_game(self, call: ApiCall) -> TableActor:
        """Return the finished table of a request by one of its players."""
        actor, guest = await visible_table(self._registry, call), call.required_guest()
        if actor.presence_tracker.seat_of(guest) < 0:
            raise ServerError("seated-only")
        if not actor.loaded.released:
            raise ServerError("unreleased")
        return actor


class SharedGames:
    """Finds the tables that a request may see: as a visitor of the table, or by a link to its finished game."""

    def __init__(self, registry: TableRegistry, links: ShareLinks) -> None:
        self._registry, self._links = registry, links

    async def table(self, call: ApiCall) -> tuple[TableActor, bool]:
        """Return the table, and whether only a link opens it; raises ServerError unless its guest may see it."""
        try:
            return await visible_table(self._registry, call), False
        except ServerError as error:
            invisible = error.id in ("no-such-table", "removed-by-host")
            if not (invisible and await self._links.opens(call.id, call.share)):
                raise
        actor = await self._registry.actor(call.id)
        if not actor.loaded.released:
            raise ServerError("no-such-table")
        return actor, True

    async def opens(self, row: TableRow, call: ApiCall) -> bool:
        """Whether a link of the request opens a finished table that is not loaded."""
        return row.phase == "over" and await self._links.opens(row.id, call.share)
