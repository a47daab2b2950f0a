"""Transactions of the SQLite store."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

from tefuda.server.store import lobby_rows
from tefuda.server.store.errors import Conflict, DeletedGuest, StoreError
from tefuda.server.store.group_commit import Change, Write, run_all
from tefuda.server.store.sql import Dialect, encoded
from tefuda.server.store.stored_data import Append, Appended

DIALECT = Dialect(
    greatest="max",
    ids="SELECT value FROM json_each(?1)",
    numbers="SELECT value FROM json_each(?1)",
    log="""
        SELECT json_group_array(json_array(version, entry, sender, command))
        FROM (SELECT * FROM entries WHERE table_id = ?1 AND version > ?2 ORDER BY version)""",
    seats="""
        SELECT json_group_array(json_array(guest, seat, json(iif(sits, 'true', 'false'))))
        FROM seats WHERE table_id = ?1""",
    sitter_kind="json_extract(sitters, '$[' || to_act || '].kind')",
    person_sits="EXISTS (SELECT 1 FROM json_each(sitters) WHERE json_extract(value, '$.kind') = 'person')",
    keep="",
    lock="",
    held="FALSE",
    referring="""
        SELECT one.name, key."from" FROM sqlite_schema AS one, pragma_foreign_key_list(one.name) AS key
        WHERE one.type = 'table' AND key."table" = ?1""",
)

# On the hot path, each statement handles a whole batch: a statement releases the GIL to the event loop and waits to get
# it back, and with several statements per entry the writer could not store a thousand entries per second.
_SELECT_ACCEPTED = """
    SELECT group_concat(job.key),
        group_concat(iif(tables.phase = json_extract(job.value, '$[5]'), NULL, job.key))
    FROM json_each(?) AS job
    JOIN tables ON tables.id = json_extract(job.value, '$[0]')
    WHERE tables.version = json_extract(job.value, '$[1]')
    AND NOT EXISTS (SELECT 1 FROM guests WHERE id = json_extract(job.value, '$[3]') AND created = 0)
    AND NOT EXISTS (
        SELECT 1 FROM entries WHERE table_id = tables.id
        AND sender = json_extract(job.value, '$[3]') AND command = json_extract(job.value, '$[4]'))"""
_INSERT = """
    INSERT INTO entries (table_id, version, entry, sender, command)
    SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') + 1, json_extract(value, '$[2]'),
        json_extract(value, '$[3]'), json_extract(value, '$[4]') FROM json_each(?)"""
_ADVANCE = """
    UPDATE tables SET version = version + 1, to_act = json_extract(job.value, '$[6]')
    FROM json_each(?) AS job WHERE tables.id = json_extract(job.value, '$[0]')"""
# Apart from `_ADVANCE`, as SQLite rewrites the indexes of a column even if its value stays the same.
_ENTER_PHASE = """
    UPDATE tables SET phase = json_extract(job.value, '$[5]')
    FROM json_each(?) AS job WHERE tables.id = json_extract(job.value, '$[0]')"""
_SEAT = """
    INSERT INTO seats VALUES (?, ?, ?, ?)
    ON CONFLICT (table_id, guest) DO UPDATE SET seat = excluded.seat, sits = excluded.sits"""


class SqliteConnection(sqlite3.Connection):
    """A connection that knows its dialect."""

    dialect = DIALECT


def commit(connection: SqliteConnection, works: Sequence[Write]) -> list[Any]:
    """Run all work in one transaction; return the result or the exception of each."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        results = run_all(connection, works, _append_all, _run_in_savepoint)
        connection.execute("COMMIT")
    except Exception as error:  # the writer thread must survive every error
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        if isinstance(error, sqlite3.IntegrityError) and len(works) > 1:  # commit each alone to isolate the bad one
            return [result for work in works for result in commit(connection, [work])]
        return [StoreError(str(error))] * len(works)
    return results


def _append_all(connection: SqliteConnection, appends: list[Append]) -> list[Any]:
    """Append to several tables with a few statements; return the outcome of each."""
    found = connection.execute(_SELECT_ACCEPTED, (encoded([job[:7] for job in appends]),)).fetchone()
    keys, changing = ({int(key) for key in listed.split(",")} if listed else set() for listed in found)
    batch = encoded([job[:7] for key, job in enumerate(appends) if key in keys])
    connection.execute(_INSERT, (batch,))
    connection.execute(_ADVANCE, (batch,))
    if changing:
        connection.execute(_ENTER_PHASE, (encoded([appends[key][:7] for key in changing]),))
    for key in keys:
        _seat(connection, appends[key])
    return [
        Appended(job.expected + 1, fresh=True) if key in keys else _not_appended(connection, job)
        for key, job in enumerate(appends)
    ]


def _not_appended(connection: SqliteConnection, job: Append) -> Any:
    """Return the version of an entry that the same message appended before, else why this one was not appended."""
    statement = "SELECT version FROM entries WHERE table_id = ? AND sender = ? AND command = ?"
    entry = connection.execute(statement, (job.table, job.sender, job.command)).fetchone()
    if entry is not None:
        return Appended(entry[0], fresh=False)
    if connection.execute("SELECT 1 FROM guests WHERE id = ? AND created = 0", (job.sender,)).fetchone() is not None:
        return DeletedGuest()
    table = connection.execute("SELECT version FROM tables WHERE id = ?", (job.table,)).fetchone()
    return Conflict(f"table {job.table} has {table[0] if table else 'no'} entries, not {job.expected}")


def _seat(connection: SqliteConnection, job: Append) -> None:
    """Carry out the changes of an appended entry to seats and results."""
    if job.sitters is not None:
        connection.execute("UPDATE tables SET sitters = ? WHERE id = ?", (encoded(job.sitters), job.table))
    lobby_rows.arrange(connection, job)
    for guest in job.unseat:
        connection.execute("DELETE FROM seats WHERE table_id = ? AND guest = ?", (job.table, guest))
    for seat in job.seats:
        connection.execute(_SEAT, (job.table, *seat))
    if job.result is not None:
        ended, ranks, scores = job.result
        values = (job.table, ended, encoded(list(ranks)), encoded(list(scores)))
        connection.execute("INSERT INTO results VALUES (?, ?, ?, ?)", values)


def _run_in_savepoint(connection: SqliteConnection, change: Change) -> Any:
    """Run one change in a savepoint, so that an error undoes it without the rest of the transaction."""
    connection.execute("SAVEPOINT one")
    try:
        result = change(connection)
    except Exception as error:
        if not connection.in_transaction:  # a full disk ends the whole transaction
            raise
        connection.execute("ROLLBACK TO one")
        result = StoreError(str(error)) if isinstance(error, sqlite3.Error) else error
    connection.execute("RELEASE one")
    return result
