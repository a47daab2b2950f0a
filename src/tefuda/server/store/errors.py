"""Errors of the store."""

from __future__ import annotations


class StoreError(Exception):
    """The store cannot read or write now (disk full, database locked or gone)."""


class DeletedGuest(Exception):
    """The guest who sends an entry, or whom it seats, was deleted: nothing of them is stored any more."""


class Conflict(Exception):
    """A table's log does not have the expected length: another writer has appended to it."""
