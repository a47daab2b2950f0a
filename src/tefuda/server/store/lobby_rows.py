"""SQL of the changes of a table before the deal, the same for SQLite and PostgreSQL."""

from __future__ import annotations

from tefuda.server.store.sql import SqlConnection, encoded
from tefuda.server.store.stored_data import Append

_ARRANGE = """
    UPDATE tables SET game = ?, options = ?, public = ?, cards = ?, rules = ?, release = ?, hints = ?, locked = ?,
        clock = ?
    WHERE id = ?"""


def arrange(connection: SqlConnection, append: Append) -> None:
    """Change the row of a table as its appended entry says, in the same transaction."""
    if append.arrangement is not None:
        game, options, *others, clock = append.arrangement
        rule = None if clock is None else encoded(clock)
        connection.execute(_ARRANGE, (game, encoded(options), *others, rule, append.table))
    if append.host is not None:
        connection.execute("UPDATE tables SET host = ? WHERE id = ?", (append.host, append.table))
