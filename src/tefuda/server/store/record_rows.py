"""SQL of stored game records, and the write probe.

Functions of a connection, run by the store's threads.  Records are opaque bytes here.
"""

from __future__ import annotations

from collections.abc import Sequence

from tefuda.server.store.sql import SqlConnection, encoded
from tefuda.server.store.stored_data import StoredRecord

PROBE_BYTES = 8192  # more than a page, so that free space inside the file is not enough


def stored(connection: SqlConnection, table: str, name: str) -> StoredRecord | None:
    """Return a stored record of a table by its name, None if there is none."""
    statement = "SELECT version, form, data, crc, size FROM records WHERE table_id = ? AND what = ?"
    row = connection.execute(statement, (table, name)).fetchone()
    return None if row is None else StoredRecord(*row)


def store(connection: SqlConnection, table: str, name: str, record: StoredRecord, now: int) -> None:
    """Store or replace a record; it is removed with its table."""
    connection.execute(
        """
        INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (table_id, what) DO UPDATE
        SET version = excluded.version, form = excluded.form, data = excluded.data, crc = excluded.crc,
            size = excluded.size, kept = excluded.kept""",
        (table, name, *record, now),
    )


def drop(connection: SqlConnection, tables: Sequence[str]) -> None:
    """Drop the records of some tables, because they contain the name of a deleted guest."""
    statement = f"DELETE FROM records WHERE table_id IN ({connection.dialect.ids})"  # noqa: S608  # constants
    connection.execute(statement, (encoded(list(tables)),))


def unrecorded(connection: SqlConnection, name: str, limit: int) -> list[str]:
    """Return the ids of finished tables without a record of this name, the latest `limit` of them, oldest first."""
    statement = """
        SELECT id FROM tables WHERE phase = 'over'
        AND NOT EXISTS (SELECT 1 FROM records WHERE table_id = tables.id AND what = ?)
        ORDER BY created DESC, id LIMIT ?"""
    return [id for (id,) in connection.execute(statement, (name, limit)).fetchall()][::-1]


def probe(connection: SqlConnection) -> None:
    """Write and delete a row; raises the database's error if there is no space for it."""
    connection.execute("INSERT INTO probe VALUES (?)", (bytes(PROBE_BYTES),))
    connection.execute("DELETE FROM probe")
