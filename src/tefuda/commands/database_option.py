"""The database of commands that work on one: `--database`, or `$TEFUDA_DATABASE`."""

from __future__ import annotations

import os

from tefuda.commands import UsageError
from tefuda.server.store.database_url import DatabaseUrl, parse_database
from tefuda.server.store.errors import StoreError
from tefuda.server.stores import check_psycopg

DATABASE_VARIABLE = "TEFUDA_DATABASE"


def database(text: str) -> DatabaseUrl | None:
    """Return the PostgreSQL database that a text names, None for SQLite.  Raises UsageError."""
    try:
        return parse_database(text)
    except ValueError as error:
        raise UsageError(f"--database takes {error}") from None


def postgresql(text: str) -> DatabaseUrl:
    """Return the database of a command that is only for PostgreSQL.  Raises UsageError."""
    url = database(text)
    if url is None:
        raise UsageError(f"name the PostgreSQL database with --database or ${DATABASE_VARIABLE}")
    try:
        check_psycopg()
    except StoreError as error:
        raise UsageError(str(error)) from error
    return url


def folder_only(command: str) -> None:
    """Refuse a command that is only for SQLite if $TEFUDA_DATABASE names a PostgreSQL database."""
    url = database(os.environ.get(DATABASE_VARIABLE, ""))
    if url is not None:
        raise UsageError(
            f"{command} is for data in SQLite, and ${DATABASE_VARIABLE} names {url}: "
            "use pg_dump and pg_restore, and copy the signing keys; docs/databases.md explains how"
        )
