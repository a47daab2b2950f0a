"""SQL of series: the finished tables that rematches link, with who sat where.

A function of a connection, run by the store's threads.  Results and seats are stored when each game ends, in the
transaction of its last entry.
"""

from __future__ import annotations

import msgspec

from tefuda.server.store.sql import SqlConnection
from tefuda.server.store.stored_data import SeriesTable
from tefuda.server.store.table_rows import decode_sitters

MAX_GAMES = 200  # of a series that are read, newest first: their standings take 2 ms of the event loop

# A deleted guest (`created` is 0) sits nowhere now, but their former seat shows a person without a name.
_TABLES = """
    SELECT tables.id, game, game_number, sitters, ended, ranks, seat, guest, sits FROM tables
    LEFT JOIN results ON results.table_id = tables.id
    LEFT JOIN seats ON seats.table_id = tables.id AND seat >= 0
        AND (sits = TRUE OR EXISTS (SELECT 1 FROM guests WHERE id = guest AND created = 0))
    WHERE tables.id IN (
        SELECT id FROM tables WHERE id = ?1 UNION SELECT id FROM (
            SELECT id FROM tables JOIN results ON results.table_id = id
            WHERE series = (SELECT series FROM tables WHERE id = ?1) ORDER BY game_number DESC, ended DESC, id LIMIT ?2
        ) AS latest
    )
    ORDER BY game_number, coalesce(ended, 0), tables.id, sits, guest"""


def tables(connection: SqlConnection, table: str) -> list[SeriesTable]:
    """Return a table and the finished tables of its series; see `SqlStore.series`."""
    found: dict[str, SeriesTable] = {}
    for id, game, number, sitters, ended, ranks, seat, guest, _ in connection.execute(_TABLES, (table, MAX_GAMES)):
        if id not in found:
            result = None if ended is None else (ended, msgspec.json.decode(ranks, type=list[int]))
            decoded = decode_sitters(sitters)
            found[id] = SeriesTable(id, game, number, decoded, {}, result)
        if seat is not None and found[id].sitters[seat].kind == "person":
            found[id].guests[seat] = guest  # the row of the present occupant comes last
    return list(found.values())
