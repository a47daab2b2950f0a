"""SQL of retention and of the export and deletion of guests.

Functions of a connection, run by the store's threads.  Each write is small, so that it does not delay the players'
entries.  A table is removed with every row that refers to it, by the foreign keys of the schema.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Sequence

from tefuda.server import record_rows
from tefuda.server.store import Cutoffs, GuestData, GuestTable, GuestTableData

# `created` narrows the search by an index; the last use decides.
_USED = "max(tables.created, coalesce(uses.used, 0), coalesce(results.ended, 0))"
_EXPIRED = f"""
    SELECT tables.id FROM tables
    LEFT JOIN uses ON uses.table_id = tables.id LEFT JOIN results ON results.table_id = tables.id
    WHERE tables.phase = ? AND tables.public IN (0, 1) AND tables.created < ? AND {_USED} < ?"""  # noqa: S608  # constants
_UNUSED_GUESTS = """
    SELECT id FROM guests WHERE seen < ?1 AND created < ?1
    AND NOT EXISTS (SELECT 1 FROM tables WHERE host = guests.id)
    AND NOT EXISTS (SELECT 1 FROM seats WHERE guest = guests.id)
    AND NOT EXISTS (SELECT 1 FROM notes WHERE guest = guests.id)
    AND NOT EXISTS (SELECT 1 FROM entries WHERE sender = guests.id)"""
_TABLES_OF = """
    SELECT id, phase, coalesce((SELECT sits FROM seats WHERE table_id = tables.id AND guest = ?1), 0),
        host = ?1 AND NOT EXISTS (SELECT 1 FROM seats WHERE table_id = tables.id AND guest != ?1)
    FROM tables WHERE host = ?1 OR id IN (SELECT table_id FROM seats WHERE guest = ?1)"""


def expired_tables(connection: sqlite3.Connection, cutoffs: Cutoffs, skip: Collection[str], limit: int) -> list[str]:
    """Return up to `limit` ids of expired tables, without those in `skip`."""
    ids: list[str] = []
    for phase, cutoff in zip(("open", "playing", "over"), cutoffs, strict=True):
        for (id,) in connection.execute(_EXPIRED, (phase, cutoff, cutoff)):
            if len(ids) == limit:
                return ids
            if id not in skip:
                ids.append(id)
    return ids


def remove_table(connection: sqlite3.Connection, id: str, cutoffs: Cutoffs | None) -> bool:
    """Remove a table and all rows that refer to it, unless it is no longer expired; return whether it was removed."""
    row = connection.execute("SELECT phase FROM tables WHERE id = ?", (id,)).fetchone()
    if row is None:
        return False
    if cutoffs is not None:
        cutoff = cutoffs[("open", "playing", "over").index(row[0])]
        if connection.execute(f"{_EXPIRED} AND tables.id = ?", (row[0], cutoff, cutoff, id)).fetchone() is None:
            return False
    connection.execute("UPDATE tables SET next = NULL WHERE next = ?", (id,))
    for name, column in _referring(connection, "tables"):
        if name != "tables":
            connection.execute(f'DELETE FROM "{name}" WHERE "{column}" = ?', (id,))  # noqa: S608  # names of the schema
    connection.execute("DELETE FROM tables WHERE id = ?", (id,))
    return True


def _referring(connection: sqlite3.Connection, to: str) -> list[tuple[str, str]]:
    """Return the (table, column) pairs with a foreign key to a table."""
    statement = """
        SELECT one.name, key."from" FROM sqlite_schema AS one, pragma_foreign_key_list(one.name) AS key
        WHERE one.type = 'table' AND key."table" = ?"""
    return connection.execute(statement, (to,)).fetchall()


def unused_guests(connection: sqlite3.Connection, before: int, limit: int) -> list[int]:
    """Return up to `limit` guests without data who were last seen before `before`.

    Deleted guests have times of 0 and are always included.
    """
    rows = connection.execute(f"{_UNUSED_GUESTS} LIMIT ?2", (max(before, 1), limit))
    return [guest for (guest,) in rows]


def remove_guests(connection: sqlite3.Connection, guests: Sequence[int], before: int) -> int:
    """Remove those of the guests who still have no data and were last seen before `before`; return how many."""
    statement = f"DELETE FROM guests WHERE id = ?2 AND id IN ({_UNUSED_GUESTS} AND id = ?2)"  # noqa: S608  # constants
    return connection.executemany(statement, [(max(before, 1), guest) for guest in guests]).rowcount


def mark_used(connection: sqlite3.Connection, tables: Sequence[str], guests: Sequence[int], now: int) -> None:
    """Set the last use of unfinished tables and the last visit of guests; skips removed tables and deleted guests."""
    connection.execute(
        """
        INSERT INTO uses SELECT id, ?2 FROM tables WHERE id IN (SELECT value FROM json_each(?1)) AND phase != 'over'
        ON CONFLICT DO UPDATE SET used = excluded.used""",
        (json.dumps(tables), now),
    )
    statement = "UPDATE guests SET seen = ? WHERE created > 0 AND id IN (SELECT value FROM json_each(?))"
    connection.execute(statement, (now, json.dumps(guests)))


# ------------------------------------------------------------- one guest


def guest_tables(connection: sqlite3.Connection, guest: int) -> list[GuestTable]:
    """Return the tables of a guest, as host or with a present or former seat."""
    rows = connection.execute(_TABLES_OF, (guest,))
    return [GuestTable(id, phase, sits=bool(sits), alone=bool(alone)) for id, phase, sits, alone in rows]


def forget(connection: sqlite3.Connection, guest: int, stuck: Collection[str]) -> list[str] | None:
    """Delete a guest's identity at all tables; see `Store.forget`."""
    tables = guest_tables(connection, guest)
    if any(table.alone or (table.sits and table.phase != "over") for table in tables if table.id not in stuck):
        return None
    named = connection.execute("SELECT DISTINCT table_id FROM entries WHERE sender = ? AND command IS NULL", (guest,))
    changed = {table.id for table in tables} | {id for (id,) in named}
    connection.execute(
        """
        UPDATE entries SET entry = json_remove(entry, '$.sitter.name')
        WHERE sender = ? AND command IS NULL AND json_extract(entry, '$.kind') = 'sat'""",
        (guest,),
    )
    connection.execute(
        """
        UPDATE tables SET sitters = json_remove(sitters, '$[' || seats.seat || '].name')
        FROM seats WHERE seats.table_id = tables.id AND seats.guest = ? AND seats.sits""",
        (guest,),
    )
    connection.execute(
        """
        UPDATE tables SET host = (
            SELECT guest FROM seats WHERE table_id = tables.id AND sits AND guest != ?1 ORDER BY seat LIMIT 1
        ) WHERE host = ?1 AND phase = 'open'
        AND EXISTS (SELECT 1 FROM seats WHERE table_id = tables.id AND sits AND guest != ?1)""",
        (guest,),
    )
    keep = json.dumps(sorted(stuck))
    statement = "UPDATE seats SET sits = 0 WHERE guest = ? AND table_id NOT IN (SELECT value FROM json_each(?))"
    connection.execute(statement, (guest, keep))
    connection.execute("DELETE FROM notes WHERE guest = ?", (guest,))
    record_rows.drop(connection, sorted(changed))
    statement = "UPDATE guests SET token = randomblob(32), name = '', created = 0, seen = 0 WHERE id = ?"
    connection.execute(statement, (guest,))
    return sorted(changed)


def guest_data(connection: sqlite3.Connection, guest: int) -> GuestData | None:
    """Return the stored data about a guest, None if there is no such guest."""
    row = connection.execute("SELECT name, created, seen FROM guests WHERE id = ?", (guest,)).fetchone()
    if row is None:
        return None
    tables = connection.execute(
        """
        SELECT id FROM tables WHERE host = ?1 OR id IN (
            SELECT table_id FROM seats WHERE guest = ?1 UNION SELECT table_id FROM notes WHERE guest = ?1
            UNION SELECT table_id FROM entries WHERE sender = ?1
        ) ORDER BY created DESC, id""",
        (guest,),
    )
    return GuestData(row[0], row[1], max(row[1], row[2]), tuple(id for (id,) in tables))


def guest_table_data(connection: sqlite3.Connection, guest: int, table: str) -> GuestTableData | None:
    """Return the stored data about a guest at one table, None if there is no such table."""
    statement = "SELECT game, options, public, phase, created, host FROM tables WHERE id = ?"
    row = connection.execute(statement, (table,)).fetchone()
    if row is None:
        return None
    parameters = {"table": table, "guest": guest}
    seat = connection.execute("SELECT seat, sits FROM seats WHERE table_id = :table AND guest = :guest", parameters)
    note = connection.execute(
        "SELECT text FROM notes WHERE table_id = :table AND guest = :guest", parameters
    ).fetchone()
    entries = connection.execute(
        "SELECT version, entry FROM entries WHERE table_id = :table AND sender = :guest ORDER BY version", parameters
    )
    result = connection.execute(
        "SELECT ended, ranks, scores FROM results WHERE table_id = :table", parameters
    ).fetchone()
    return GuestTableData(
        game=row[0],
        options=json.loads(row[1]),
        public=bool(row[2]),
        phase=row[3],
        created=row[4],
        host=row[5] == guest,
        seat=seat.fetchone(),
        note=note[0] if note else "",
        entries=entries.fetchall(),
        result=(result[0], json.loads(result[1]), json.loads(result[2])) if result else None,
    )
