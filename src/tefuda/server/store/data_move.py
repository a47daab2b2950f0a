"""Moves the data of a folder from SQLite to an empty PostgreSQL database, in one transaction.

Both are locked during the move.  The transaction is committed only after every table has been read again on both sides
and the digests agree.  A note of the move in the folder keeps servers from starting on it again.
"""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import psycopg
from psycopg import sql

from tefuda.server.store import postgres_schema
from tefuda.server.store.backup import copied
from tefuda.server.store.database_url import DatabaseUrl
from tefuda.server.store.errors import StoreError
from tefuda.server.store.files import give_to_owner, lock_folder
from tefuda.server.store.postgres_connection import conninfo, described
from tefuda.server.store.postgres_schema import Connection
from tefuda.server.store.sqlite import FILE, MOVED

# Tables with their keys, each after those that it refers to.
TABLES = {
    "keys": "name",
    "guests": "id",
    "tables": "id",
    "entries": "table_id, version",
    "seats": "table_id, guest",
    "notes": "table_id, guest",
    "results": "table_id",
    "talks": "table_id",
    "talk_lines": "table_id, number",
    "shares": "table_id, guest",
    "records": "table_id, what",
    "uses": "table_id",
    "snapshots": "table_id",
    "uptime": "id",
    "push_subscriptions": "endpoint",
}
ROWS = 1000  # fetched at once
_BOOLEANS = """
    SELECT attname FROM pg_attribute
    WHERE attrelid = to_regclass(%s) AND attnum > 0 AND atttypid = 'boolean'::REGTYPE"""


def move(folder: Path, url: DatabaseUrl) -> dict[str, int]:
    """Move the data of a folder into a database and return the number of rows by table.

    Raises StoreError if the folder is in use or damaged, if the database is in use or not empty, or if anything fails;
    the database is then as it was before.
    """
    if not (folder / FILE).is_file():
        raise StoreError(f"there is no {FILE} in {folder}: name the server's folder with --data")
    with lock_folder(folder), copied(folder / FILE) as source:
        try:
            with contextlib.closing(postgres_schema.connect(url, conninfo(url))) as target, target.transaction():
                postgres_schema.migrate(target, url)
                postgres_schema.lock_alone(target, url)
                target.execute("SELECT set_config('search_path', %s, TRUE)", (postgres_schema.SEARCH_PATH,))
                _check_empty(target, url)
                moved = {table: _copy(source, target, table, url) for table in TABLES}
        except psycopg.Error as error:
            raise StoreError(f"{url}: {described(error)}") from None
        except sqlite3.Error as error:
            raise StoreError(f"{folder / FILE}: {error}") from error
        try:
            (folder / MOVED).write_text(f"{url}\n", encoding="utf-8")
            give_to_owner(folder / MOVED)
        except OSError as error:
            raise StoreError(
                f"all data was moved to {url}, but this cannot be noted in {folder / MOVED}: {error.strerror}; "
                f"start no server without --database on {folder} again"
            ) from error
    return moved


def _check_empty(target: Connection, url: DatabaseUrl) -> None:
    for table in TABLES:
        if target.execute(sql.SQL("SELECT 1 FROM {} LIMIT 1").format(sql.Identifier(table))).fetchone() is not None:
            raise StoreError(f"{url} is not empty: it has rows in the table {table}. Name an empty database")


def _copy(source: sqlite3.Connection, target: Connection, table: str, url: DatabaseUrl) -> int:
    """Copy a table and compare it; return the number of its rows."""
    name = sql.Identifier(table)
    columns = [row[1] for row in source.execute(f'PRAGMA table_info("{table}")')]
    booleans = {name for (name,) in target.execute(_BOOLEANS, (table,))}
    flags = [number for number, column in enumerate(columns) if column in booleans]
    fields = sql.SQL(", ").join(map(sql.Identifier, columns))
    with target.cursor().copy(sql.SQL("COPY {} ({}) FROM STDIN").format(name, fields)) as copy:
        for row in _source_rows(source, table, columns, flags):
            copy.write_row(row)
    if table == "guests":
        target.execute("SELECT setval(pg_get_serial_sequence('guests', 'id'), max(id)) FROM guests HAVING max(id) > 0")
    target.execute(sql.SQL("ANALYZE {}").format(name))
    with target.cursor(name="copied") as stored:
        stored.itersize = ROWS
        stored.execute(sql.SQL("SELECT {} FROM {} ORDER BY {}").format(fields, name, sql.SQL(TABLES[table])))
        moved = _digest(stored)
    if moved != _digest(_source_rows(source, table, columns, flags)):
        raise StoreError(f"{url}: the rows of the table {table} are not those of the folder; nothing was moved")
    return moved[0]


def _source_rows(
    source: sqlite3.Connection, table: str, columns: list[str], flags: list[int]
) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a table in order of its key, as PostgreSQL stores them: with booleans, and no NUL in a text."""
    names = ", ".join(f'"{column}"' for column in columns)
    for row in source.execute(f"SELECT {names} FROM {table} ORDER BY {TABLES[table]}"):  # noqa: S608  # names of the schema
        yield tuple(
            bool(value) if column in flags else value.replace("\0", "\ufffd") if isinstance(value, str) else value
            for column, value in enumerate(row)
        )


def _digest(rows: Iterable[tuple[Any, ...]]) -> tuple[int, str]:
    """Return the number of some rows and a SHA-256 of all their values."""
    count, digest, encode = 0, hashlib.sha256(), msgspec.msgpack.Encoder().encode
    for row in rows:
        count += 1
        digest.update(encode(row))
    return count, digest.hexdigest()
