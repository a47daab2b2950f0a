"""Differences between databases that the SQL of the store depends on.

The statements are the same for SQLite and PostgreSQL, with parameters `?` or `?1`, `?2`, …; a `Dialect` has the few
parts that differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec


class Dialect(NamedTuple):
    """Parts of statements that differ between databases."""

    greatest: str  # name of the function that returns the greatest of its arguments
    ids: str  # query of the ids in parameter ?1, a JSON array of texts
    numbers: str  # query of the numbers in parameter ?1, a JSON array of numbers
    log: str  # query of the log of table ?1 after version ?2, as JSON: [[version, entry, sender, command], ...]
    seats: str  # query of the seats of table ?1, as JSON: [[guest, seat, sits], ...]
    sitter_kind: str  # kind of the sitter who is to act at a table
    person_sits: str  # condition: a person sits at a table
    keep: str  # end of a query of guests who are not deleted before the end of the transaction
    lock: str  # end of a query whose rows nobody else may change until the end of the transaction
    held: str  # condition: another server has the table of a row of `tables` in memory
    referring: str  # query of the (table, column) pairs with a foreign key to table ?1


class Cursor(Protocol):
    """The result of a statement."""

    @property
    def rowcount(self) -> int: ...
    def fetchone(self) -> Any: ...
    def fetchall(self) -> list[Any]: ...
    def __iter__(self) -> Iterator[Any]: ...


class SqlConnection(Protocol):
    """A connection to a database; used by one thread at a time."""

    @property
    def dialect(self) -> Dialect: ...
    def execute(self, statement: str, parameters: Sequence[Any] = ..., /) -> Cursor: ...
    def close(self) -> None: ...


def encoded(value: object) -> str:
    """Return a value as JSON text, for a column or a parameter."""
    return msgspec.json.encode(value).decode()
