"""What goes over the wire and into the log, as text: messages, entries, and what a guest is told of a table.

Each audience's message is encoded once, whoever is in it.  Nothing here decides who gets what.
"""

from __future__ import annotations

import msgspec

from tefuda.server.protocol import FromTable, TableInfo, TableUpdate
from tefuda.server.store import Guest, TableRow
from tefuda.table.table import Entry, Table

_encoder = msgspec.json.Encoder()
_entry = msgspec.json.Decoder(Entry)
_update = msgspec.json.Decoder(TableUpdate)


def encoded(message: FromTable) -> str:
    """A message as it goes over the wire."""
    return _encoder.encode(message).decode()


def encoded_entry(entry: Entry) -> str:
    """An entry as the log keeps it."""
    return _encoder.encode(entry).decode()


def decoded_entry(text: str) -> Entry:
    """Inverse of `encoded_entry`."""
    entry: Entry = _entry.decode(text)
    return entry


def decoded_update(text: str) -> TableUpdate:
    """An update from the wire."""
    return _update.decode(text)


def full_update(table: Table, audience: int) -> TableUpdate:
    """What the last entry of a table gives to an audience."""
    update = table.latest(audience)
    return TableUpdate(update.version, update.turn, update.sitters, update.events, update.view)


def table_info(row: TableRow, guest: Guest | None, seat: int) -> TableInfo:
    """What a guest may be told of a table."""
    return TableInfo(
        id=row.id,
        game=row.game,
        options=row.options,
        public=row.public,
        phase=row.phase,
        sitters=row.sitters,
        commitment=row.commitment,
        created=row.created,
        you=seat,
        host=guest is not None and guest.id == row.host,
        next=row.next,
    )
