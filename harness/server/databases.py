"""The databases that a store can be in, for tests that hold for each."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

import psycopg

from tefuda.server.database_url import DatabaseUrl
from tefuda.server.postgres import PostgresStore
from tefuda.server.sql_store import SqlStore
from tefuda.server.sqlite import FILE, SqliteStore

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
