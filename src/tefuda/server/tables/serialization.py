"""Serialization of messages and log entries to JSON, and conversion of tables to wire types.

A message is encoded once per audience; `audiences.py` decides who receives it.
"""

from __future__ import annotations

import msgspec

from tefuda.engine.view import SPECTATOR
from tefuda.server.protocol.common import Attempt, DealInfo, TableInfo
from tefuda.server.protocol.messages import FromLesson, FromTable, TableUpdate
from tefuda.server.store.stored_data import REMOVED, Guest, Seat, TableRow
from tefuda.table import deal as deals
from tefuda.table.entries import Entry
from tefuda.table.fair_deal import PROTOCOL
from tefuda.table.table import Table

_encoder = msgspec.json.Encoder()
_entry = msgspec.json.Decoder(Entry)
_update = msgspec.json.Decoder(TableUpdate)


def encoded(message: FromTable | FromLesson) -> bytes:
    """Encode a message for the wire."""
    return _encoder.encode(message)


def encoded_entry(entry: Entry) -> str:
    """Encode an entry for the log."""
    return _encoder.encode(entry).decode()


def decoded_entry(text: str) -> Entry:
    """Decode an entry of the log."""
    entry: Entry = _entry.decode(text)
    return entry


def decoded_update(message: bytes) -> TableUpdate:
    """Decode an update."""
    return _update.decode(message)


def full_update(table: Table, audience: int) -> TableUpdate:
    """Return the update of a table's last entry for an audience; it depends on no other audience."""
    update = table.latest(audience)
    dealing = table.state is None or update.version == table.dealt_at
    deal = deal_info(table, audience) if dealing else None
    return TableUpdate(
        update.version,
        update.turn,
        update.sitters,
        update.events,
        update.view,
        deal,
        update.changes,
        back=update.back,
        shown=update.shown,
    )


def live_update(table: Table, audience: int) -> TableUpdate:
    """Return the update of the last entry as it is broadcast, with the parts for the seat's present occupant only.

    A seat whose opening is due gets no choices, as the server plays it.
    """
    update, openings = full_update(table, audience), table.openings
    if (offer := table.back.offer(audience)) is not None:
        update = msgspec.structs.replace(update, back=offer)
    if not openings.by_seat:
        return update
    if table.state is None:
        return msgspec.structs.replace(update, openings=openings.visible_to(audience, table.sitters))
    due = openings.due(table.state)
    if update.view is None or due is None or due[0] != audience:
        return update
    return msgspec.structs.replace(update, view=msgspec.structs.replace(update.view, choices=(), page=False))


def deal_info(table: Table, audience: int, protocol: int = PROTOCOL) -> DealInfo | None:
    """Return the public state of a table's deal with an audience's own part, None for a game from a position."""
    deal = table.deal
    if deal is None:
        return DealInfo(protocol) if protocol < PROTOCOL else None
    pledge = deal.pledges.get(audience)
    return DealInfo(
        protocol,
        rules=deal.rules,
        cards=deal.cards.hex(),
        server=deal.server.hex(),
        attempts=tuple(map(_attempt, deal.attempts)),
        dealt=table.state is not None,
        pledge=pledge.hex() if pledge is not None else "",
        shared=deal.open is not None and audience in deal.open.shares,
    )


def _attempt(attempt: deals.Attempt) -> Attempt:
    return Attempt(
        attempt.number,
        attempt.previous.hex(),
        attempt.commitment.hex(),
        attempt.seats,
        {seat: pledge.hex() for seat, pledge in attempt.pledges.items()},
        attempt.seal.hex(),
        attempt.signature.hex(),
        attempt.silent or (),
        attempt.call_off.hex() if attempt.silent is not None else "",
    )


def table_info(row: TableRow, guest: Guest | None, own: Seat | None, deal: DealInfo | None = None) -> TableInfo:
    """Return the description of a table for a guest; `own` is their present or former seat."""
    seat = own.seat if own is not None and own.sits else SPECTATOR
    return TableInfo(
        id=row.id,
        game=row.game,
        options=row.options,
        public=row.public,
        phase=row.phase,
        sitters=row.sitters,
        created=row.created,
        you=seat,
        host=guest is not None and guest.id == row.host,
        next=row.next if row.public or seat >= 0 else None,
        deal=deal,
        hints=row.hints,
        locked=row.locked,
        former=_former_seat(row, own),
        your_turn=seat >= 0 and row.phase == "playing" and row.to_act == seat,
        game_number=row.game_number,
        clock=row.clock,
    )


def _former_seat(row: TableRow, own: Seat | None) -> int:
    """Return the seat that a guest has left during this game and may take again, -1 for none."""
    if own is None or own.sits or own.seat == REMOVED or row.phase != "playing":
        return SPECTATOR
    return own.seat if row.sitters[own.seat].kind != "person" else SPECTATOR
