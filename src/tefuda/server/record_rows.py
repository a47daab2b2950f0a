"""SQL of stored game records, and the write probe.

Functions of a connection, run by the store's threads.  Records are opaque bytes here.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence

from tefuda.server.store import StoredRecord

PROBE_BYTES = 8192  # more than a page, so that free space inside the file is not enough


def stored(connection: sqlite3.Connection, table: str, name: str) -> StoredRecord | None:
    """Return a stored record of a table by its name, None if there is none."""
    statement = "SELECT version, form, data, crc, size FROM records WHERE table_id = ? AND what = ?"
    row = connection.execute(statement, (table, name)).fetchone()
    return None if row is None else StoredRecord(*row)


def store(connection: sqlite3.Connection, table: str, name: str, record: StoredRecord, now: int) -> None:
    """Store or replace a record; it is removed with its table."""
    connection.execute("INSERT OR REPLACE INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (table, name, *record, now))


def drop(connection: sqlite3.Connection, tables: Sequence[str]) -> None:
    """Drop the records of some tables, because they contain the name of a deleted guest."""
    connection.execute("DELETE FROM records WHERE table_id IN (SELECT value FROM json_each(?))", (json.dumps(tables),))


def probe(connection: sqlite3.Connection) -> None:
    """Write and delete a row; raises sqlite3.Error if there is no space for it."""
    connection.execute("INSERT INTO probe VALUES (zeroblob(?))", (PROBE_BYTES,))
    connection.execute("DELETE FROM probe")
