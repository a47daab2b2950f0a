"""SQL of the talk at tables, the same for SQLite and PostgreSQL.

Functions of a connection, run by the store's threads.  Talk is not part of the log: it has no version, and the log is
read without it.  Only the newest lines are kept, counted separately for players and spectators.
"""

from __future__ import annotations

from collections.abc import Collection

from tefuda.server.store.errors import DeletedGuest, StoreError
from tefuda.server.store.sql import SqlConnection, encoded
from tefuda.server.store.stored_data import KeptLine, KeptTalk, SaidLine

MOST_LINES = 200  # kept of a table, of players and of spectators each

# Locks the talk of the table, so that numbers become visible in their order.
_COUNT = """
    INSERT INTO talks (table_id, last, chat) SELECT id, 1, TRUE FROM tables WHERE id = ?1
    ON CONFLICT (table_id) DO UPDATE SET last = talks.last + 1 RETURNING last"""
_DROP_OLD = """
    DELETE FROM talk_lines WHERE table_id = ?1 AND (seat < 0) = (?2 < 0) AND number NOT IN (
        SELECT number FROM talk_lines WHERE table_id = ?1 AND (seat < 0) = (?2 < 0) ORDER BY number DESC LIMIT ?3
    )"""


def say(connection: SqlConnection, said: SaidLine) -> int:
    """Add a line to the talk of a table; see `SqlStore.say`."""
    statement = "SELECT number FROM talk_lines WHERE table_id = ? AND guest = ? AND command = ?"
    earlier = connection.execute(statement, (said.table, said.guest, said.command)).fetchone()
    if earlier is not None:
        return int(earlier[0])
    row = connection.execute(_COUNT, (said.table,)).fetchone()
    if row is None:
        raise StoreError(f"there is no table {said.table}")
    number = int(row[0])
    added = connection.execute(
        f"""
        INSERT INTO talk_lines (table_id, number, guest, seat, line, command)
        SELECT ?1, ?2, id, ?4, ?5, ?6 FROM guests WHERE id = ?3 AND created > 0{connection.dialect.keep}""",  # noqa: S608  # constants
        (said.table, number, said.guest, said.seat, said.line, said.command),
    )
    if not added.rowcount:
        raise DeletedGuest
    if said.chat is not None:
        connection.execute("UPDATE talks SET chat = ? WHERE table_id = ?", (said.chat, said.table))
    connection.execute(_DROP_OLD, (said.table, said.seat, MOST_LINES))
    return number


def talk(connection: SqlConnection, table: str, after: int) -> KeptTalk:
    """Return the talk of a table; see `SqlStore.talk`."""
    row = connection.execute("SELECT last, chat FROM talks WHERE table_id = ?", (table,)).fetchone()
    if row is None:
        return KeptTalk(0, chat=True, lines=())
    statement = "SELECT number, guest, seat, line FROM talk_lines WHERE table_id = ? AND number > ? ORDER BY number"
    lines = tuple(KeptLine(*line) for line in connection.execute(statement, (table, after)))
    return KeptTalk(row[0], chat=bool(row[1]), lines=lines)


def forget(connection: SqlConnection, guest: int) -> Collection[str]:
    """Delete all lines of a guest; return the ids of their tables."""
    rows = connection.execute("SELECT DISTINCT table_id FROM talk_lines WHERE guest = ?", (guest,)).fetchall()
    tables = sorted(table for (table,) in rows)
    statement = f"UPDATE talks SET last = last + 1 WHERE table_id IN ({connection.dialect.ids})"  # noqa: S608  # constants
    connection.execute(statement, (encoded(tables),))
    connection.execute("DELETE FROM talk_lines WHERE guest = ?", (guest,))
    return tables


def lines_of(connection: SqlConnection, table: str, guest: int) -> list[str]:
    """Return a guest's lines at a table, as JSON."""
    statement = "SELECT line FROM talk_lines WHERE table_id = ? AND guest = ? ORDER BY number"
    return [line for (line,) in connection.execute(statement, (table, guest))]
