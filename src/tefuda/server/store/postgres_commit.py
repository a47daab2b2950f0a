"""Transactions of the PostgreSQL store.

If the answer to a commit is lost, it is unknown whether the writes are stored.  They are then retried on a new
connection: an append finds its own entry in the log, and all other changes are idempotent.

A write that needs a row locked by another transaction fails immediately and alone with `Locked`; its caller retries it
(`unlocked`).  So a table whose lock is never released does not delay any other.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from time import monotonic
from typing import Any, TypeVar

import psycopg
from psycopg import errors

from tefuda.server.store import lobby_rows
from tefuda.server.store.errors import Conflict, DeletedGuest, StoreError
from tefuda.server.store.group_commit import Change, Write, run_all
from tefuda.server.store.postgres_connection import LOCK_SECONDS, PostgresConnection, described
from tefuda.server.store.sql import encoded
from tefuda.server.store.sql_store import Read
from tefuda.server.store.stored_data import Append, Appended

R = TypeVar("R")
FIRST_LOCK_PAUSE, LONGEST_LOCK_PAUSE = 0.002, 0.05  # back-off between retries of a locked write, doubled each time
RECONNECT_SECONDS = 5.0  # timeout of a new connection after one was lost: enough for a restart of the database
RETRYABLE = (errors.DeadlockDetected, errors.SerializationFailure)  # the transaction may succeed when run again

_IS_STORED = """
    SELECT 1 FROM entries WHERE table_id = ? AND version = ? AND entry = ?
    AND sender IS NOT DISTINCT FROM ? AND command IS NOT DISTINCT FROM ?"""


class Locked(StoreError):
    """Another transaction holds a lock that a write needs; nothing was written."""


async def unlocked(attempt: Callable[[], Awaitable[R]]) -> R:
    """Return the result of `attempt`, retried with exponential back-off while it raises Locked."""
    deadline, pause = monotonic() + LOCK_SECONDS, FIRST_LOCK_PAUSE
    while True:
        try:
            return await attempt()
        except Locked:
            if monotonic() + pause >= deadline:
                raise
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_LOCK_PAUSE)


def _failed(error: psycopg.Error) -> StoreError:
    return (Locked if isinstance(error, errors.LockNotAvailable) else StoreError)(described(error))


def read(connection: PostgresConnection, work: Read) -> Any:
    """Run a read, on a new connection if the old one is lost; raises StoreError."""
    try:
        try:
            return work(connection)
        except psycopg.Error:
            if not connection.lost:
                raise
        return work(connection)
    except psycopg.Error as error:
        raise _failed(error) from None


def commit(connection: PostgresConnection, works: Sequence[Write]) -> list[Any]:
    """Run all work in one transaction, a second time if need be; return the result or the exception of each."""
    try:
        try:
            return _transaction(connection, works)
        except (*RETRYABLE, errors.QueryCanceled):
            return _transaction(connection, works)
        except psycopg.Error:
            if not connection.lost:
                raise
        connection.open(RECONNECT_SECONDS)
        return _transaction(connection, works, after_loss=True)
    except (psycopg.IntegrityError, errors.LockNotAvailable) as error:
        if len(works) > 1:  # commit each alone to isolate the bad one
            return [result for work in works for result in commit(connection, [work])]
        return [_failed(error)]
    except psycopg.Error as error:
        return [_failed(error)] * len(works)
    except Exception as error:  # the writer thread must survive every error
        return [StoreError(str(error))] * len(works)


def _transaction(connection: PostgresConnection, works: Sequence[Write], *, after_loss: bool = False) -> list[Any]:
    append_all = partial(_append_all, after_loss=after_loss)
    if all(isinstance(work, Append) and _is_plain(work) for work in works) and not after_loss:
        return run_all(connection, works, append_all, _run_in_savepoint)  # one statement, a transaction of its own
    connection.execute("BEGIN")
    try:
        results = run_all(connection, works, append_all, _run_in_savepoint)
        if connection.execute("COMMIT").statusmessage != "COMMIT":
            raise StoreError("the database has rolled back")
    except BaseException:
        if not connection.lost:
            connection.execute("ROLLBACK")
        raise
    return results


def _is_plain(append: Append) -> bool:
    """Whether the function in the database appends an entry completely."""
    return append.arrangement is None and append.host is None


def _append_all(connection: PostgresConnection, appends: list[Append], *, after_loss: bool) -> list[Any]:
    """Append to several tables with one statement; return the outcome of each."""
    (outcomes,) = connection.execute("SELECT append_entries(?)", (encoded(appends),)).fetchone() or ((),)
    results: list[Any] = []
    for append, (version, outcome, holders) in zip(appends, outcomes, strict=True):
        own = after_loss and outcome != "appended" and _is_stored(connection, append)
        if outcome == "appended":
            lobby_rows.arrange(connection, append)
        if own or outcome == "appended":
            results.append(Appended(append.expected + 1, fresh=True, holders=tuple(holders)))
        elif outcome == "repeated":
            results.append(Appended(version, fresh=False))
        elif outcome == "locked":
            results.append(Locked(f"table {append.table} is locked by another transaction"))
        elif outcome == "deleted":
            results.append(DeletedGuest())
        else:
            has = "no" if version is None else version
            results.append(Conflict(f"table {append.table} has {has} entries, not {append.expected}"))
    return results


def _is_stored(connection: PostgresConnection, append: Append) -> bool:
    """Return whether exactly this entry is in the log, where it was to be appended."""
    values = (append.table, append.expected + 1, append.entry, append.sender, append.command)
    return connection.execute(_IS_STORED, values).fetchone() is not None


def _run_in_savepoint(connection: PostgresConnection, change: Change) -> Any:
    """Run one change in a savepoint, so that an error undoes it without the rest of the transaction."""
    connection.execute("SAVEPOINT one")
    try:
        result = change(connection)
    except Exception as error:
        if connection.lost or isinstance(error, RETRYABLE):
            raise
        connection.execute("ROLLBACK TO one")
        result = _failed(error) if isinstance(error, psycopg.Error) else error
    connection.execute("RELEASE one")
    return result
