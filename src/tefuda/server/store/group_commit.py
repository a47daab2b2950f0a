"""Group commit: the pending writes of all tables in one transaction, each with its own result.

The writer thread of the store runs `commit_all` (`database_thread.py`); how a transaction runs is up to the database
(`sqlite_commit.py`, `postgres_commit.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from tefuda.server.store import record_rows
from tefuda.server.store.database_thread import Job
from tefuda.server.store.sql import SqlConnection
from tefuda.server.store.stored_data import Append

Change = Callable[[SqlConnection], Any]  # any other change than an append
Write = Append | Change
C = TypeVar("C", bound=SqlConnection)
Commit = Callable[[Sequence[Write]], list[Any]]  # returns the result or the exception of each write


def commit_all(commit: Commit, jobs: list[Job[Write]]) -> Iterator[tuple[list[Job[Write]], list[Any]]]:
    """Commit all changes in as few transactions as possible; yield those of each with their results."""
    while jobs:
        batch, jobs = _split_batch(jobs)
        yield batch, commit([job.work for job in batch])


def _split_batch(jobs: Iterable[Job[Write]]) -> tuple[list[Job[Write]], list[Job[Write]]]:
    """Split jobs into those that may share a transaction, with at most one append per table, and the rest."""
    batch: list[Job[Write]] = []
    rest: list[Job[Write]] = []
    tables: set[str] = set()
    for job in jobs:
        table = job.work.table if isinstance(job.work, Append) else None
        probing = job.work is record_rows.probe or bool(batch and batch[0].work is record_rows.probe)
        if table in tables or (probing and batch):  # a probe runs alone: if it does not fit, an entry still may
            rest.append(job)
        else:
            batch.append(job)
            if table is not None:
                tables.add(table)
    return batch, rest


def run_all(
    connection: C,
    works: Sequence[Write],
    append_all: Callable[[C, list[Append]], list[Any]],
    change: Callable[[C, Change], Any],
) -> list[Any]:
    """Run all work inside a transaction: appends together, then each other change on its own.

    Returns the result of each.  `change` runs one change in a savepoint and returns its result or its exception.
    """
    appends = [work for work in works if isinstance(work, Append)]
    appended = iter(append_all(connection, appends) if appends else ())
    return [next(appended) if isinstance(work, Append) else change(connection, work) for work in works]
