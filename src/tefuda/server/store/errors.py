"""Errors of the store."""

from __future__ import annotations


class StoreError(Exception):
    """The store cannot read or write now (disk full, database locked or gone)."""


class Conflict(Exception):
    """A table's log does not have the expected length: another writer has appended to it."""
