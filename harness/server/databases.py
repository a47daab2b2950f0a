"""The databases that a store can be in, for tests that hold for each."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

import psycopg

from tefuda.server.store.database_url import DatabaseUrl
from tefuda.server.store.postgres import PostgresStore
from tefuda.server.store.sql_store import SqlStore
from tefuda.server.store.sqlite import FILE, SqliteStore

KINDS = ("sqlite", "postgresql")


class Database(Protocol):
    """An empty database for a server."""

    @property
    def settings(self) -> Mapping[str, Any]:
        """Return the settings of a server that uses it, besides its data folder."""

    def open(self) -> SqlStore:
        """Open a store."""

    def run(self, statement: str) -> list[tuple[Any, ...]]:
        """Run a statement on a connection of its own and return its rows."""

    def sessions(self) -> list[int]:
        """Return the processes of the database that work for a server, also for one that was killed a moment ago."""


class SqliteDatabase:
    """SQLite in a folder."""

    settings: Mapping[str, Any] = MappingProxyType({})

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def open(self) -> SqlStore:
        return SqliteStore(self.folder)

    def run(self, statement: str) -> list[tuple[Any, ...]]:
        with contextlib.closing(sqlite3.connect(self.folder / FILE, isolation_level=None)) as connection:
            return connection.execute(statement).fetchall()

    def sessions(self) -> list[int]:
        return []


class PostgresDatabase:
    """A PostgreSQL database."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.settings: Mapping[str, Any] = {"database": DatabaseUrl(url)}

    def open(self) -> SqlStore:
        return PostgresStore(DatabaseUrl(self.url))

    def run(self, statement: str) -> list[tuple[Any, ...]]:
        with contextlib.closing(psycopg.connect(self.url, autocommit=True, options="-c search_path=tefuda")) as other:
            cursor = other.execute(statement.encode())
            return cursor.fetchall() if cursor.description is not None else []

    def sessions(self) -> list[int]:
        rows = self.run(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'tefuda'"
        )
        return [pid for (pid,) in rows]
