"""What the store (`sql_store.py`) promises the server, and its errors.

A write returns only once it is durable; a failed write raises `StoreError` and may be retried.  It has changed nothing,
unless the database went away before it answered: then the outcome is unknown, and a retry finds out.  An entry is
appended only at the version its writer expects (compare-and-set), and at most once per message of a sender.
The store knows nothing about games, and gives a table's secret only to that table.
"""

from __future__ import annotations


class StoreError(Exception):
    """The store cannot read or write now (disk full, database locked or gone)."""


class Conflict(Exception):
    """A table's log does not have the expected length: another writer has appended to it."""
