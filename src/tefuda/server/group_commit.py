"""Group commit: the pending writes of all tables in one transaction, each with its own result.

The writer thread of the store runs `commit_all` (`database_thread.py`).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from tefuda.server import record_rows
from tefuda.server.database_thread import Job
from tefuda.server.store import Append, Appended, Conflict, StoreError

# The hot path handles a whole batch with each statement: a statement releases the GIL to the event loop and waits for
# it again, and with several statements per entry the writer could not store a thousand entries per second.
_SELECT_ACCEPTED = """
    SELECT group_concat(job.key) FROM json_each(?) AS job
    JOIN tables ON tables.id = json_extract(job.value, '$[0]')
    WHERE tables.version = json_extract(job.value, '$[1]')
    AND NOT EXISTS (
        SELECT 1 FROM entries WHERE table_id = tables.id
        AND sender = json_extract(job.value, '$[3]') AND command = json_extract(job.value, '$[4]'))"""
_INSERT = """
    INSERT INTO entries (table_id, version, entry, sender, command)
    SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') + 1, json_extract(value, '$[2]'),
        json_extract(value, '$[3]'), json_extract(value, '$[4]') FROM json_each(?)"""
_ADVANCE = """
    UPDATE tables SET version = version + 1, phase = json_extract(job.value, '$[5]'),
        to_act = json_extract(job.value, '$[6]')
    FROM json_each(?) AS job WHERE tables.id = json_extract(job.value, '$[0]')"""


Change = Callable[[sqlite3.Connection], Any]  # any other change than an append
Write = Append | Change


def commit_all(connection: sqlite3.Connection, jobs: list[Job[Write]]) -> Iterator[tuple[list[Job[Write]], list[Any]]]:
    """Commit all changes in as few transactions as possible; yield those of each with their results."""
    while jobs:
        batch, jobs = _split_batch(jobs)
        yield batch, _commit(connection, [job.work for job in batch])


def _split_batch(jobs: Iterable[Job[Write]]) -> tuple[list[Job[Write]], list[Job[Write]]]:
    """Split jobs into those that may share a transaction, with at most one append per table, and the rest."""
    batch: list[Job[Write]] = []
    rest: list[Job[Write]] = []
    tables: set[str] = set()
    for job in jobs:
        table = job.work.table if isinstance(job.work, Append) else None
        probing = job.work is record_rows.probe or bool(batch and batch[0].work is record_rows.probe)
        if table in tables or (probing and batch):  # a probe is alone: if it does not fit, an entry still may
            rest.append(job)
        else:
            batch.append(job)
            if table is not None:
                tables.add(table)
    return batch, rest


def _commit(connection: sqlite3.Connection, works: Sequence[Write]) -> list[Any]:
    """Run all work in one transaction; return the result or the exception of each."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        results: list[Any] = [None] * len(works)
        plain = [index for index, work in enumerate(works) if isinstance(work, Append) and _is_plain(work)]
        appends = [work for index in plain if isinstance(work := works[index], Append)]
        for index, result in zip(plain, _append_all(connection, appends), strict=True):
            results[index] = result
        for index, work in enumerate(works):
            if index not in plain:
                results[index] = _run_in_savepoint(connection, work)
        connection.execute("COMMIT")
    except Exception as error:  # the writer thread must survive every error
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        if isinstance(error, sqlite3.IntegrityError) and len(works) > 1:  # commit each alone to isolate the bad one
            return [result for work in works for result in _commit(connection, [work])]
        return [StoreError(str(error))] * len(works)
    return results


def _is_plain(append: Append) -> bool:
    """Whether an append changes nothing besides the log."""
    return append.sitters is None and append.result is None


def _append_all(connection: sqlite3.Connection, appends: list[Append]) -> list[Any]:
    """Append to several tables with a few statements; return `Appended` or `Conflict` for each."""
    if not appends:
        return []
    accepted = connection.execute(_SELECT_ACCEPTED, (encoded([job[:7] for job in appends]),)).fetchone()[0]
    keys = {int(key) for key in accepted.split(",")} if accepted else set()
    batch = encoded([job[:7] for key, job in enumerate(appends) if key in keys])
    connection.execute(_INSERT, (batch,))
    connection.execute(_ADVANCE, (batch,))
    return [
        Appended(job.expected + 1, fresh=True) if key in keys else _not_appended(connection, job)
        for key, job in enumerate(appends)
    ]


def _not_appended(connection: sqlite3.Connection, job: Append) -> Any:
    """Return the version of an entry that the same message appended before, else a `Conflict`."""
    statement = "SELECT version FROM entries WHERE table_id = ? AND sender = ? AND command = ?"
    entry = connection.execute(statement, (job.table, job.sender, job.command)).fetchone()
    if entry is not None:
        return Appended(entry[0], fresh=False)
    table = connection.execute("SELECT version FROM tables WHERE id = ?", (job.table,)).fetchone()
    return Conflict(f"table {job.table} has {table[0] if table else 'no'} entries, not {job.expected}")


def _run_in_savepoint(connection: sqlite3.Connection, work: Write) -> Any:
    """Run one change in a savepoint, so that an error undoes it without the rest of the transaction."""
    connection.execute("SAVEPOINT one")
    try:
        result = _append_and_seat(connection, work) if isinstance(work, Append) else work(connection)
    except Exception as error:
        if not connection.in_transaction:  # a full disk ends the whole transaction
            raise
        connection.execute("ROLLBACK TO one")
        result = StoreError(str(error)) if isinstance(error, sqlite3.Error) else error
    connection.execute("RELEASE one")
    return result


def _append_and_seat(connection: sqlite3.Connection, job: Append) -> Any:
    """Append an entry with its changes to seats and results."""
    [result] = _append_all(connection, [job])
    if not isinstance(result, Appended) or not result.fresh:
        return result
    if job.sitters is not None:
        connection.execute("UPDATE tables SET sitters = ? WHERE id = ?", (encoded(job.sitters), job.table))
    for guest in job.unseat:
        connection.execute("DELETE FROM seats WHERE table_id = ? AND guest = ?", (job.table, guest))
    for seat in job.seats:
        statement = (
            "INSERT INTO seats VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET seat = excluded.seat, sits = excluded.sits"
        )
        connection.execute(statement, (job.table, *seat))
    if job.result is not None:
        ended, ranks, scores = job.result
        values = (job.table, ended, encoded(list(ranks)), encoded(list(scores)))
        connection.execute("INSERT INTO results VALUES (?, ?, ?, ?)", values)
    return result


def encoded(value: object) -> str:
    """Return a value as JSON text, for a column or for `json_each`."""
    return msgspec.json.encode(value).decode()
