"""Requests for the record, the signed record and the review of a game."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace
from starlette.responses import Response

from tefuda.bots.review import Review
from tefuda.server.admission import address_group_of
from tefuda.server.errors import UNPLAYABLE, ServerError
from tefuda.server.finished_games.records import Records
from tefuda.server.finished_games.reviews import Reviews
from tefuda.server.protocol.http import GameRecord
from tefuda.server.request_parsing import requested_seat
from tefuda.server.store.stored_data import REMOVED, Seat, TableRow
from tefuda.server.tables.serialization import table_info
from tefuda.server.tables.table_registry import TableRegistry
from tefuda.server.web.api import Answer, ApiCall
from tefuda.server.web.guests import NewGuests
from tefuda.server.web.sharing import SharedGames
from tefuda.server.web.tables import visible_table


class RecordRequests:
    """Answers requests for records and reviews."""

    def __init__(
        self,
        registry: TableRegistry,
        records: Records,
        reviews: Reviews,
        shared_games: SharedGames,
        new_guests: NewGuests,
    ) -> None:
        self._registry, self._records, self._reviews, self._new_guests = registry, records, reviews, new_guests
        self._shared_games = shared_games

    @property
    def answers(self) -> Mapping[str, Answer]:
        """What answers each endpoint, by its name."""
        return {"record": self.record, "full_record": self.full_record, "review": self.review}

    async def record(self, call: ApiCall) -> Response:
        requested = requested_seat(call.request)
        try:
            actor, by_link = await self._shared_games.table(call)
        except ServerError as server_error:
            if server_error.id not in UNPLAYABLE:
                raise
            return await self._stored_record(call, requested, server_error)
        seat = actor.loaded.viewing_seat(call.guest, requested)
        return await self._records.game(call.request, actor.loaded, call.guest, seat, by_link=by_link)

    async def _stored_record(self, call: ApiCall, requested: int | None, server_error: ServerError) -> Response:
        """Answer with the stored record of a finished game that this release cannot replay."""
        row, seats, by_link = await self._finished_table(call, server_error)
        own = next((seat for seat in seats if call.guest and seat.guest == call.guest.id), None)
        info = table_info(row._replace(next=None) if by_link else row, call.guest, own)
        header = GameRecord(info, info.you if requested is None else requested, (), released=True)
        answer = await self._records.stored_game(call.request, header)
        if answer is None:
            raise server_error
        return answer

    async def _finished_table(self, call: ApiCall, server_error: ServerError) -> tuple[TableRow, list[Seat], bool]:
        """Return the row and seats of a finished, visible table, and whether only a link opens it.

        Raises `server_error` for any other.
        """
        stored = await self._registry.store.table(call.id)
        if stored is None or stored.row.phase != "over":
            raise server_error
        members = {seat.guest for seat in stored.seats if seat.seat != REMOVED}
        by_link = False
        try:
            self._registry.invitations.check_row_visible(stored.row, members, call.guest, call.invitation)
        except ServerError:
            by_link = await self._shared_games.opens(stored.row, call)
            if not by_link:
                raise
        return stored.row, stored.seats, by_link

    async def full_record(self, call: ApiCall) -> Response:
        try:
            actor, _ = await self._shared_games.table(call)
        except ServerError as server_error:
            if server_error.id not in UNPLAYABLE:
                raise
            row, *_ = await self._finished_table(call, server_error)
            answer = await self._records.stored_signed_record(call.request, row.id)
            if answer is None:
                raise
            return answer
        if not actor.loaded.released:
            raise ServerError("unreleased")
        return await self._records.signed_record(call.request, actor.loaded)

    async def review(self, call: ApiCall) -> Review:
        actor = await visible_table(self._registry, call)
        guest = await self._new_guests.guest(call)
        found = self._reviews.get(actor.loaded, guest, address_group_of(call.request))
        return replace(found, turns=found.turns[call.body.after :])
