"""SQL of retention and of the export and deletion of guests.

Functions of a connection, run by the store's threads.  Each write is small, so that it does not delay the players'
entries.  A table is removed with every row that refers to it; the schema's foreign keys name these rows.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from typing import Any

import msgspec

from tefuda.server.store import record_rows, talk_rows
from tefuda.server.store.sql import SqlConnection, encoded
from tefuda.server.store.stored_data import Cutoffs, GuestData, GuestTable, GuestTableData

TOKEN_BYTES = 32
PHASES = ("open", "playing", "over")
EARLIEST = 1_767_225_600  # 2026: a clock that says less was never set, as that of a computer without a battery

# `created` narrows the search by an index; the last use decides.
_EXPIRED = """
    SELECT tables.id FROM tables
    LEFT JOIN uses ON uses.table_id = tables.id LEFT JOIN results ON results.table_id = tables.id
    WHERE NOT {held} AND tables.phase = ?1 AND tables.public IN (FALSE, TRUE) AND tables.created < ?2
    AND {greatest}(tables.created, coalesce(uses.used, 0), coalesce(results.ended, 0)) < ?2"""
# The clock was wrong when the table was used, or when its game ended: nobody knows when that was.
_MISDATED = """
    SELECT 1 FROM tables
    LEFT JOIN uses ON uses.table_id = tables.id LEFT JOIN results ON results.table_id = tables.id
    WHERE tables.id = ?1 AND tables.created <= ?2
    AND coalesce(results.ended, uses.used, tables.created) < {greatest}(tables.created, ?3)"""
_UNUSED_GUESTS = """
    SELECT id FROM guests WHERE seen < ?1 AND created < ?1
    AND NOT EXISTS (SELECT 1 FROM tables WHERE host = guests.id)
    AND NOT EXISTS (SELECT 1 FROM seats WHERE guest = guests.id)
    AND NOT EXISTS (SELECT 1 FROM notes WHERE guest = guests.id)
    AND NOT EXISTS (SELECT 1 FROM talk_lines WHERE guest = guests.id)
    AND NOT EXISTS (SELECT 1 FROM entries WHERE sender = guests.id)"""
_TABLES_OF = """
    SELECT id, phase, coalesce((SELECT sits FROM seats WHERE table_id = tables.id AND guest = ?1), FALSE),
        host = ?1 AND NOT EXISTS (SELECT 1 FROM seats WHERE table_id = tables.id AND guest != ?1)
    FROM tables
    WHERE id IN (SELECT id FROM tables WHERE host = ?1 UNION SELECT table_id FROM seats WHERE guest = ?1)"""
_SEATINGS = "SELECT table_id, version FROM entries WHERE sender = ? AND command IS NULL"  # read from an index alone
# Of all the entries that a guest has caused, it reads the texts of those only that seat them.
_NAMED_SEATINGS = f"""
    SELECT DISTINCT table_id FROM ({_SEATINGS}) AS seatings JOIN entries USING (table_id, version)
    WHERE entry LIKE '%"name":%'"""  # noqa: S608  # constants


def _expired(connection: SqlConnection) -> str:
    return _EXPIRED.format(greatest=connection.dialect.greatest, held=connection.dialect.held)


def expired_tables(connection: SqlConnection, cutoffs: Cutoffs, skip: Collection[str], limit: int) -> list[str]:
    """Return up to `limit` ids of expired tables, without those in `skip`."""
    ids: list[str] = []
    for phase, cutoff in zip(PHASES, cutoffs[:3], strict=True):
        for (id,) in connection.execute(_expired(connection), (phase, cutoff)):
            if len(ids) == limit:
                return ids
            if id not in skip:
                ids.append(id)
    return ids


def remove_table(connection: SqlConnection, id: str, cutoffs: Cutoffs | None) -> bool:
    """Remove a table and all rows that refer to it, unless it is no longer expired; return whether it was removed.

    A table that another server has in memory is not expired.  One with impossible times is dated to now instead.
    """
    lock = connection.dialect.lock
    row = connection.execute(f"SELECT phase FROM tables WHERE id = ?{lock}", (id,)).fetchone()  # noqa: S608  # constants
    if row is None:
        return False
    if cutoffs is not None:
        cutoff = cutoffs[PHASES.index(row[0])]
        if connection.execute(f"{_expired(connection)} AND tables.id = ?3", (row[0], cutoff, id)).fetchone() is None:
            return False
        if _is_dated(connection, id, cutoffs.now):
            return False
    connection.execute("UPDATE tables SET next = NULL WHERE next = ?", (id,))
    for name, column in _referring(connection, "tables"):
        if name != "tables":
            connection.execute(f'DELETE FROM "{name}" WHERE "{column}" = ?', (id,))  # noqa: S608  # names of the schema
    connection.execute("DELETE FROM tables WHERE id = ?", (id,))
    return True


def _is_dated(connection: SqlConnection, id: str, now: int) -> bool:
    """Date a table whose times are impossible to now, so that its period begins; return whether it was one."""
    misdated = _MISDATED.format(greatest=connection.dialect.greatest)
    if now < EARLIEST or connection.execute(misdated, (id, now, EARLIEST)).fetchone() is None:
        return False
    if not connection.execute("UPDATE results SET ended = ? WHERE table_id = ?", (now, id)).rowcount:
        mark_used(connection, [id], (), now)
    return True


def _referring(connection: SqlConnection, to: str) -> list[tuple[str, str]]:
    """Return the (table, column) pairs with a foreign key to a table."""
    return [(name, column) for name, column in connection.execute(connection.dialect.referring, (to,))]


def unused_guests(connection: SqlConnection, before: int, limit: int) -> list[int]:
    """Return up to `limit` guests without data who were last seen before `before`.

    Deleted guests have times of 0 and are always included.
    """
    rows = connection.execute(f"{_UNUSED_GUESTS} LIMIT ?2", (max(before, 1), limit))
    return [guest for (guest,) in rows]


def remove_guests(connection: SqlConnection, guests: Sequence[int], before: int) -> int:
    """Remove those of the guests who still have no data and were last seen before `before`; return how many."""
    statement = f"DELETE FROM guests WHERE id = ?2 AND id IN ({_UNUSED_GUESTS} AND id = ?2)"  # noqa: S608  # constants
    return sum(connection.execute(statement, (max(before, 1), guest)).rowcount for guest in guests)


def mark_used(connection: SqlConnection, tables: Sequence[str], guests: Sequence[int], now: int) -> None:
    """Set the last use of unfinished tables and the last visit of guests; skips removed tables and deleted guests."""
    ids, numbers = connection.dialect.ids, connection.dialect.numbers
    connection.execute(
        f"""
        INSERT INTO uses SELECT id, ?2 FROM tables WHERE id IN ({ids}) AND phase != 'over'
        ON CONFLICT (table_id) DO UPDATE SET used = excluded.used""",  # noqa: S608  # constants
        (encoded(list(tables)), now),
    )
    statement = f"UPDATE guests SET seen = ?2 WHERE created > 0 AND id IN ({numbers})"  # noqa: S608  # constants
    connection.execute(statement, (encoded(list(guests)), now))


# ------------------------------------------------------------- one guest


def guest_tables(connection: SqlConnection, guest: int) -> list[GuestTable]:
    """Return the tables of a guest, as host or with a present or former seat."""
    rows = connection.execute(_TABLES_OF, (guest,))
    return [GuestTable(id, phase, sits=bool(sits), alone=bool(alone)) for id, phase, sits, alone in rows]


def named_tables(connection: SqlConnection, guest: int, stuck: Collection[str]) -> list[str] | None:
    """Return the ids of the tables that may have a guest's name; None if they cannot be deleted: see `forget`."""
    tables = guest_tables(connection, guest)
    if not _may_forget(tables, stuck):
        return None
    return sorted({table.id for table in tables} | _seated_at(connection, guest))


def _may_forget(tables: Sequence[GuestTable], stuck: Collection[str]) -> bool:
    return not any(table.alone or (table.sits and table.phase != "over") for table in tables if table.id not in stuck)


def _seated_at(connection: SqlConnection, guest: int) -> set[str]:
    """Return the ids of the tables with entries that seat a guest."""
    return {table for table, _ in connection.execute(_SEATINGS, (guest,))}


def forget(connection: SqlConnection, guest: int, stuck: Collection[str]) -> list[str] | None:
    """Delete a guest's identity at all tables; see `SqlStore.forget`."""
    # In PostgreSQL it waits for what is being stored of the guest, and what comes later waits for it.
    connection.execute(f"SELECT 1 FROM guests WHERE id = ?{connection.dialect.lock}", (guest,))  # noqa: S608  # constants
    tables = guest_tables(connection, guest)
    if not _may_forget(tables, stuck):
        return None
    statement = "UPDATE guests SET token = ?, name = '', created = 0, seen = 0 WHERE id = ?"
    connection.execute(statement, (secrets.token_bytes(TOKEN_BYTES), guest))
    changed = {table.id for table in tables} | _seated_at(connection, guest) | {*talk_rows.forget(connection, guest)}
    for (table,) in connection.execute(_NAMED_SEATINGS, (guest,)).fetchall():  # appended in the last moment
        remove_name(connection, guest, table)
    connection.execute(
        """
        UPDATE tables SET host = (
            SELECT guest FROM seats WHERE table_id = tables.id AND sits = TRUE AND guest != ?1 ORDER BY seat LIMIT 1
        ) WHERE host = ?1 AND phase = 'open'
        AND EXISTS (SELECT 1 FROM seats WHERE table_id = tables.id AND sits = TRUE AND guest != ?1)""",
        (guest,),
    )
    statement = f"UPDATE seats SET sits = FALSE WHERE guest = ?2 AND table_id NOT IN ({connection.dialect.ids})"  # noqa: S608  # constants
    connection.execute(statement, (encoded(sorted(stuck)), guest))
    connection.execute("DELETE FROM notes WHERE guest = ?", (guest,))
    connection.execute("DELETE FROM shares WHERE guest = ?", (guest,))
    connection.execute("DELETE FROM push_subscriptions WHERE guest = ?", (guest,))
    record_rows.drop(connection, sorted(changed))
    return sorted(changed)


def remove_name(connection: SqlConnection, guest: int, table: str) -> None:
    """Remove a guest's name from the log of a table, and from the seat that they hold there now."""
    statement = "SELECT version, entry FROM entries WHERE sender = ? AND table_id = ? AND command IS NULL"
    versions: dict[str, list[int]] = {}  # by the new text
    for version, text in connection.execute(statement, (guest, table)):
        entry = msgspec.json.decode(text)
        if entry.get("kind") == "sat" and entry["sitter"].pop("name", None) is not None:
            versions.setdefault(encoded(entry), []).append(version)
    numbers = connection.dialect.numbers
    for text, found in versions.items():
        statement = f"UPDATE entries SET entry = ?2 WHERE table_id = ?3 AND version IN ({numbers})"  # noqa: S608  # constants
        connection.execute(statement, (encoded(found), text, table))
    held = connection.execute(
        f"""
        SELECT tables.sitters, seats.seat FROM tables JOIN seats ON seats.table_id = tables.id
        WHERE tables.id = ? AND seats.guest = ? AND seats.sits = TRUE{connection.dialect.lock}""",  # noqa: S608  # constants
        (table, guest),
    ).fetchone()
    if held is not None:
        sitters = msgspec.json.decode(held[0])
        sitters[held[1]].pop("name", None)
        connection.execute("UPDATE tables SET sitters = ? WHERE id = ?", (encoded(sitters), table))


def guest_data(connection: SqlConnection, guest: int) -> GuestData | None:
    """Return the stored data about a guest, None if there is no such guest."""
    row = connection.execute("SELECT name, created, seen FROM guests WHERE id = ?", (guest,)).fetchone()
    if row is None:
        return None
    tables = connection.execute(
        """
        SELECT id FROM tables WHERE id IN (
            SELECT id FROM tables WHERE host = ?1 UNION SELECT table_id FROM seats WHERE guest = ?1
            UNION SELECT table_id FROM notes WHERE guest = ?1
            UNION SELECT table_id FROM entries WHERE sender = ?1
            UNION SELECT table_id FROM talk_lines WHERE guest = ?1
        ) ORDER BY created DESC, id""",
        (guest,),
    )
    return GuestData(row[0], row[1], max(row[1], row[2]), tuple(id for (id,) in tables))


def guest_entries(connection: SqlConnection, guest: int, table: str, after: int, limit: int) -> list[tuple[int, str]]:
    """Return up to `limit` entries of a guest at one table after version `after`: (version, JSON)."""
    statement = """
        SELECT version, entry FROM entries
        WHERE table_id = ? AND sender = ? AND version > ? ORDER BY version LIMIT ?"""
    return connection.execute(statement, (table, guest, after, limit)).fetchall()


def guest_table_data(connection: SqlConnection, guest: int, table: str) -> GuestTableData | None:
    """Return the stored data about a guest at one table without their entries, None if there is no such table."""
    statement = "SELECT game, options, public, phase, created, host FROM tables WHERE id = ?"
    row = connection.execute(statement, (table,)).fetchone()
    if row is None:
        return None

    def rows(statement: str) -> list[Any]:
        return connection.execute(statement, (table, guest)).fetchall()

    seats = rows("SELECT seat, sits FROM seats WHERE table_id = ?1 AND guest = ?2")
    notes = rows("SELECT text FROM notes WHERE table_id = ?1 AND guest = ?2")
    shares = rows("SELECT 1 FROM shares WHERE table_id = ?1 AND guest = ?2")
    result = connection.execute("SELECT ended, ranks, scores FROM results WHERE table_id = ?", (table,)).fetchone()
    return GuestTableData(
        game=row[0],
        options=msgspec.json.decode(row[1]),
        public=bool(row[2]),
        phase=row[3],
        created=row[4],
        host=row[5] == guest,
        seat=seats[0] if seats else None,
        note=notes[0][0] if notes else "",
        result=(result[0], msgspec.json.decode(result[1]), msgspec.json.decode(result[2])) if result else None,
        talk=talk_rows.lines_of(connection, table, guest),
        shared=bool(shares),
    )
