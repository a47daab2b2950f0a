"""What is removed from the SQLite store, and what a guest left in it.

Functions of a connection, to be run by the store's own threads.  Each one that writes does a small piece of work: the
store's writer has players to serve.  A table is removed with every row that refers to it, which the schema knows.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Sequence

from tefuda.server import record_rows
from tefuda.server.store import Before, Belonging, LeftAt, LeftBehind

# Tables are found by when they were made, which has an index: few of those are still in use. `used` is what counts.
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


def expired_tables(connection: sqlite3.Connection, before: Before, skip: Collection[str], limit: int) -> list[str]:
    """Return some tables that nobody has used since the moment for their phase, without those in `skip`."""
    found: list[str] = []
    for phase, moment in zip(("open", "playing", "over"), before, strict=True):
        for (id,) in connection.execute(_EXPIRED, (phase, moment, moment)):
            if len(found) == limit:
                return found
            if id not in skip:
                found.append(id)
    return found


def remove_table(connection: sqlite3.Connection, id: str, before: Before | None) -> bool:
    """Remove a table with everything that belongs to it, unless it has been used since `before`."""
    row = connection.execute("SELECT phase FROM tables WHERE id = ?", (id,)).fetchone()
    if row is None:
        return False
    if before is not None:
        moment = before[("open", "playing", "over").index(row[0])]
        if connection.execute(f"{_EXPIRED} AND tables.id = ?", (row[0], moment, moment, id)).fetchone() is None:
            return False
    connection.execute("UPDATE tables SET next = NULL WHERE next = ?", (id,))
    for name, column in _referring(connection, "tables"):
        if name != "tables":
            connection.execute(f'DELETE FROM "{name}" WHERE "{column}" = ?', (id,))  # noqa: S608  # names of the schema
    connection.execute("DELETE FROM tables WHERE id = ?", (id,))
    return True


def _referring(connection: sqlite3.Connection, to: str) -> list[tuple[str, str]]:
    """Return which columns of which tables refer to a table."""
    statement = """
        SELECT one.name, key."from" FROM sqlite_schema AS one, pragma_foreign_key_list(one.name) AS key
        WHERE one.type = 'table' AND key."table" = ?"""
    return connection.execute(statement, (to,)).fetchall()


def unused_guests(connection: sqlite3.Connection, before: int, limit: int) -> list[int]:
    """Return some guests who left nothing and have not come since `before`.

    Those who asked to be forgotten need not wait for that.
    """
    found = connection.execute(f"{_UNUSED_GUESTS} LIMIT ?2", (max(before, 1), limit))
    return [guest for (guest,) in found]


def remove_guests(connection: sqlite3.Connection, guests: Sequence[int], before: int) -> int:
    """Remove those of some guests who still left nothing and have not come since `before`; return how many."""
    statement = f"DELETE FROM guests WHERE id = ?2 AND id IN ({_UNUSED_GUESTS} AND id = ?2)"  # noqa: S608  # constants
    return connection.executemany(statement, [(max(before, 1), guest) for guest in guests]).rowcount


def mark_used(connection: sqlite3.Connection, tables: Sequence[str], guests: Sequence[int], now: int) -> None:
    """Note that these tables were used and these guests seen; forgotten and removed ones stay as they are."""
    connection.execute(
        """
        INSERT INTO uses SELECT id, ?2 FROM tables WHERE id IN (SELECT value FROM json_each(?1)) AND phase != 'over'
        ON CONFLICT DO UPDATE SET used = excluded.used""",
        (json.dumps(tables), now),
    )
    statement = "UPDATE guests SET seen = ? WHERE created > 0 AND id IN (SELECT value FROM json_each(?))"
    connection.execute(statement, (now, json.dumps(guests)))


# ------------------------------------------------------------- one guest


def belongings(connection: sqlite3.Connection, guest: int) -> list[Belonging]:
    """Return the tables at which a guest sits or sat, or which they host."""
    rows = connection.execute(_TABLES_OF, (guest,))
    return [Belonging(id, phase, sits=bool(sits), alone=bool(alone)) for id, phase, sits, alone in rows]


def forget(connection: sqlite3.Connection, guest: int, stuck: Collection[str]) -> list[str] | None:
    """Forget who a guest was, at all tables together; return the tables at which something has changed.

    Returns None and changes nothing where the guest still sits at a table that is not over, or has one to themselves.
    At tables that are `stuck` they stay in their seat, without a name.
    """
    found = belongings(connection, guest)
    if any(one.alone or (one.sits and one.phase != "over") for one in found if one.id not in stuck):
        return None
    named = connection.execute("SELECT DISTINCT table_id FROM entries WHERE sender = ? AND command IS NULL", (guest,))
    changed = {one.id for one in found} | {id for (id,) in named}
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


def left_behind(connection: sqlite3.Connection, guest: int) -> LeftBehind | None:
    """Return who a guest is, and where they left something."""
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
    return LeftBehind(row[0], row[1], max(row[1], row[2]), tuple(id for (id,) in tables))


def left_at(connection: sqlite3.Connection, guest: int, table: str) -> LeftAt | None:
    """Return what a guest left at one table; None where it has been removed meanwhile."""
    statement = "SELECT game, options, public, phase, created, host FROM tables WHERE id = ?"
    row = connection.execute(statement, (table,)).fetchone()
    if row is None:
        return None
    here = {"table": table, "guest": guest}
    seat = connection.execute("SELECT seat, sits FROM seats WHERE table_id = :table AND guest = :guest", here)
    note = connection.execute("SELECT text FROM notes WHERE table_id = :table AND guest = :guest", here).fetchone()
    entries = connection.execute(
        "SELECT version, entry FROM entries WHERE table_id = :table AND sender = :guest ORDER BY version", here
    )
    result = connection.execute("SELECT ended, ranks, scores FROM results WHERE table_id = :table", here).fetchone()
    return LeftAt(
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
