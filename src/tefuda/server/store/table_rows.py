"""SQL of tables, with their logs, seats and snapshots; functions of a connection, run by the store's threads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from tefuda.server.store.errors import StoreError
from tefuda.server.store.sql import SqlConnection, encoded
from tefuda.server.store.stored_data import InPlay, Logged, Seat, StoredTable, TableRow
from tefuda.table.clock_rule import ClockRule
from tefuda.table.entries import Sitter
from tefuda.table.snapshot import Snapshot

# Made here, not where they are used: msgspec 0.22 crashes if two threads build the type information at once.
_decode_seats = msgspec.json.Decoder(list[Seat]).decode
_decode_log = msgspec.json.Decoder(list[Logged]).decode
_decode_options = msgspec.json.Decoder(dict[str, int]).decode
_decode_clock = msgspec.json.Decoder(ClockRule).decode
decode_sitters = msgspec.json.Decoder(tuple[Sitter, ...]).decode

# One statement returns a table with its seats and its log as one row: for each row SQLite releases the GIL and waits to
# get it back, and a restarted server reads the logs of a thousand tables at once.
_TABLE = """
    SELECT tables.*, ({seats}), ({log}), code, snapshots.version, draws, record
    FROM tables LEFT JOIN snapshots ON table_id = id WHERE id = ?1"""

_KEEP_SNAPSHOT = """
    INSERT INTO snapshots (table_id, code, version, draws, record)
    SELECT id, ?2, ?3, ?4, ?5 FROM tables WHERE id = ?1
    ON CONFLICT (table_id) DO UPDATE SET code = excluded.code, version = excluded.version, draws = excluded.draws,
        record = excluded.record WHERE excluded.version > snapshots.version OR excluded.code != snapshots.code"""


def add_table(
    connection: SqlConnection, row: TableRow, entries: Sequence[str], seats: Sequence[Seat], after: str | None
) -> str:
    """Add a table with the first entries of its log; return its id, or that of the rematch that `after` has.

    Raises StoreError if a guest who is to sit there was deleted: their name must not come back.
    """
    if after is not None:
        statement = f"SELECT next FROM tables WHERE id = ?{connection.dialect.lock}"  # noqa: S608  # constants
        before = connection.execute(statement, (after,)).fetchone()
        if before is None or before[0] is not None:
            return "" if before is None else str(before[0])
    same = connection.execute("SELECT secret FROM tables WHERE id = ?", (row.id,)).fetchone()
    if same is not None and bytes(same[0]) == row.secret:
        return row.id  # the answer to the commit was lost
    full = row._replace(series=row.series or row.id)
    clock = None if row.clock is None else encoded(row.clock)
    values = (*full[:2], encoded(row.options), *full[3:11], encoded(row.sitters), *full[12:-1], clock)
    places = ", ".join("?" * len(values))
    connection.execute(f"INSERT INTO tables VALUES ({places})", values)  # noqa: S608  # constants
    for seat in seats:
        connection.execute("INSERT INTO seats VALUES (?, ?, ?, ?)", (row.id, *seat))
    # Deleted guests have times of 0.  In PostgreSQL the new rows have waited for a deletion at the same time.
    deleted = """
        SELECT 1 FROM guests WHERE created = 0
        AND id IN (SELECT host FROM tables WHERE id = ?1 UNION SELECT guest FROM seats WHERE table_id = ?1)"""
    if connection.execute(deleted, (row.id,)).fetchone() is not None:
        raise StoreError(f"a guest of the new table {row.id} was deleted")
    guests = {seat.seat: seat.guest for seat in seats}
    for version, entry in enumerate(entries, 1):
        statement = "INSERT INTO entries (table_id, version, entry, sender) VALUES (?, ?, ?, ?)"
        connection.execute(statement, (row.id, version, entry, _seated(entry, guests)))
    if after is not None:
        connection.execute("UPDATE tables SET next = ? WHERE id = ?", (row.id, after))
    return row.id


def _seated(entry: str, guests: dict[int, int]) -> int | None:
    """Return the guest whom an entry of a new table seats: its sender, like that of entries appended later."""
    fields = msgspec.json.decode(entry)
    if not isinstance(fields, dict) or fields.get("kind") != "sat" or fields["sitter"].get("kind") != "person":
        return None
    return guests.get(fields["seat"])


def keep_snapshot(connection: SqlConnection, table: str, snapshot: Snapshot) -> None:
    """Replace the snapshot of a table, unless the table is gone or has a newer one."""
    connection.execute(_KEEP_SNAPSHOT, (table, *snapshot))


def table(connection: SqlConnection, id: str, after: int) -> StoredTable | None:
    """Return a table with the entries after version `after`, None if there is no such table."""
    dialect = connection.dialect
    row = connection.execute(_TABLE.format(seats=dialect.seats, log=dialect.log), (id, after)).fetchone()
    if row is None:
        return None
    *values, seats, log, code, version, draws, record = row
    snapshot = None if code is None else Snapshot(code, version, draws, record)
    return StoredTable(_row(values), _decode_log(log), _decode_seats(seats), snapshot)


def log(connection: SqlConnection, table: str) -> list[Logged]:
    """Return the entries of a table."""
    return _decode_log(connection.execute(connection.dialect.log, (table, 0)).fetchone()[0])


def tables_of(connection: SqlConnection, guest: int, limit: int) -> list[tuple[TableRow, Seat | None]]:
    """Return tables where a guest is the host, or sits or sat after the deal, each with that seat."""
    # PostgreSQL would read all tables for `host = ?1 OR id IN (...)`.
    statement = """
        SELECT tables.*, guest, seat, sits FROM tables LEFT JOIN seats ON table_id = id AND guest = ?1
        WHERE id IN (
            SELECT id FROM tables WHERE id IN (
                SELECT id FROM tables WHERE host = ?1 UNION SELECT table_id FROM seats WHERE guest = ?1 AND seat >= 0
            ) ORDER BY phase = 'over', created DESC, id LIMIT ?2
        ) ORDER BY phase = 'over', created DESC, id"""
    return list(map(_row_and_seat, connection.execute(statement, (guest, limit)).fetchall()))


def public_tables(connection: SqlConnection, limit: int, guest: int | None) -> list[tuple[TableRow, Seat | None]]:
    """Return unfinished public tables, undealt ones first, newest first, with a guest's present or former seat."""
    tables: list[tuple[TableRow, Seat | None]] = []
    statement = """
        SELECT tables.*, guest, seat, sits FROM tables LEFT JOIN seats ON table_id = id AND guest = ?1
        WHERE phase = ?2 AND public = TRUE ORDER BY created DESC, id LIMIT ?3"""
    for phase in ("open", "playing"):
        rows = connection.execute(statement, (guest, phase, limit - len(tables))).fetchall()
        tables += map(_row_and_seat, rows)
    return tables


def waiting_for_bots(connection: SqlConnection) -> list[str]:
    """Return the ids of the tables of people where a bot is to move."""
    kind, person_sits = connection.dialect.sitter_kind, connection.dialect.person_sits
    condition = f"phase = 'playing' AND {kind} = 'bot' AND {person_sits}"
    statement = f"SELECT id FROM tables WHERE {condition} ORDER BY created"  # noqa: S608  # constants
    return [row[0] for row in connection.execute(statement).fetchall()]


def in_play(connection: SqlConnection) -> list[InPlay]:
    """Return the tables in play, grouped by game, rules, cards and release."""
    statement = """
        SELECT game, rules, cards, release, count(*) FROM tables WHERE phase = 'playing'
        GROUP BY game, rules, cards, release"""
    return [InPlay(*row) for row in connection.execute(statement).fetchall()]


def _row_and_seat(values: Sequence[Any]) -> tuple[TableRow, Seat | None]:
    *row, guest, seat, sits = values
    return _row(row), None if guest is None else Seat(guest, seat, bool(sits))


def _row(values: Sequence[Any]) -> TableRow:
    row = TableRow(*values)
    return row._replace(
        options=_decode_options(values[2]),
        public=bool(row.public),
        hints=bool(row.hints),
        locked=bool(row.locked),
        secret=bytes(row.secret),
        sitters=decode_sitters(values[11]),
        clock=None if row.clock is None else _decode_clock(values[-1]),
    )
