"""Finished game records as rows of the SQLite store, and the row that shows whether anything can be written.

Functions of a connection, to be run by the store's own threads.  What a record says is not looked at.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence

from tefuda.server.store import KeptRecord

PROBE_BYTES = 8192  # more than a page: it needs room that the file does not have lying about


def kept(connection: sqlite3.Connection, table: str, what: str) -> KeptRecord | None:
    """Return the record of a table that was kept under this name."""
    statement = "SELECT version, form, data, crc, size FROM records WHERE table_id = ? AND what = ?"
    row = connection.execute(statement, (table, what)).fetchone()
    return None if row is None else KeptRecord(*row)


def keep(connection: sqlite3.Connection, table: str, what: str, record: KeptRecord, now: int) -> None:
    """Keep a record as long as its table."""
    connection.execute("INSERT OR REPLACE INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (table, what, *record, now))


def drop(connection: sqlite3.Connection, tables: Sequence[str]) -> None:
    """Drop the records of some tables: a name in them is to be forgotten."""
    connection.execute("DELETE FROM records WHERE table_id IN (SELECT value FROM json_each(?))", (json.dumps(tables),))


def probe(connection: sqlite3.Connection) -> None:
    """Write and delete a row; raises sqlite3.Error where there is no room for one."""
    connection.execute("INSERT INTO probe VALUES (zeroblob(?))", (PROBE_BYTES,))
    connection.execute("DELETE FROM probe")
