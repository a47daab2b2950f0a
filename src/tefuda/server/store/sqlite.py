"""SQLite implementation of the store: one file, which one process at a time may use.

Commits are synced to the disk (WAL, synchronous=FULL).  Numbered scripts in `migrations/` update the schema.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import sqlite3
from functools import partial
from importlib import resources
from pathlib import Path
from typing import Any

from tefuda.server.metrics import Metrics
from tefuda.server.store.errors import StoreError
from tefuda.server.store.files import lock_folder
from tefuda.server.store.sql_store import Read, SqlStore
from tefuda.server.store.sqlite_commit import SqliteConnection, commit

SECRET_BYTES = 32
FILE = "tefuda.sqlite3"
MOVED = "moved-to"  # file with the database into which the data of the folder was moved
SCHEMA = frozenset(("keys", "guests", "tables", "entries", "seats", "notes", "results"))  # tables in all versions
MIN_FREE_BYTES = 1 << 20  # on the disk: with less, the next entries may not fit


class SqliteStore(SqlStore):
    """A store in `tefuda.sqlite3` in a private folder, which one process at a time may use.

    Raises StoreError if the folder is in use or the file cannot be opened.
    """

    BUSY_SECONDS = 1.5  # timeout for a locked database

    def __init__(self, folder: Path, metrics: Metrics | None = None, *, synced: bool = True) -> None:
        self._synced = synced  # False: a crash may lose everything
        self._folder = folder
        self._path = folder / FILE
        self._lock = lock_folder(folder)
        try:
            with contextlib.closing(self._connect()) as connection:
                migrate(connection)
            reading, writing = self._connect(), self._connect()
            reading.execute("PRAGMA query_only = 1")
        except (sqlite3.Error, StoreError) as error:
            self._lock.close()
            free = shutil.disk_usage(folder).free  # on a full disk, SQLite may report "disk I/O error"
            full = f"; {free} bytes are free" if free < MIN_FREE_BYTES else ""
            raise StoreError(f"{self._path}: {error}{full}") from error
        super().__init__(reading, writing, partial(_read, reading), partial(commit, writing), metrics)
        if metrics is not None:
            metrics.watch_files(self._path)

    def _connect(self) -> SqliteConnection:
        if not self._path.exists():
            os.close(os.open(self._path, os.O_CREAT | os.O_RDWR, 0o600))  # it holds secrets
        connection = sqlite3.connect(
            self._path,
            isolation_level=None,
            timeout=self.BUSY_SECONDS,
            check_same_thread=False,
            factory=SqliteConnection,
        )
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute(f"PRAGMA synchronous = {'FULL' if self._synced else 'OFF'}")
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA secure_delete = ON")  # overwrites deleted data
            # Some releases of SQLite (3.40 among them) write wrong checksums to the log after a savepoint whose pages
            # had been spilled twice is rolled back: a crash then loses every later commit.
            connection.execute("PRAGMA cache_spill = OFF")
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    async def ping(self) -> None:
        free = shutil.disk_usage(self._folder).free
        if free < MIN_FREE_BYTES:
            raise StoreError(f"{self._folder}: {free} bytes are free")
        if os.statvfs(self._folder).f_flag & os.ST_RDONLY:  # the system makes a disk with errors read-only
            raise StoreError(f"{self._folder}: the disk is read-only")
        await super().ping()

    async def close(self) -> None:
        await super().close()
        self._lock.close()


def migrate(connection: sqlite3.Connection) -> None:
    """Run the migrations with numbers above the file's version; raises StoreError for a file of a newer release."""
    folder = resources.files("tefuda.server.store") / "migrations"
    scripts = sorted((int(path.name[:4]), path) for path in folder.iterdir() if path.name.endswith(".sql"))
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > scripts[-1][0]:
        raise StoreError(
            f"the data is of a newer Tefuda (schema version {version}; this release knows {scripts[-1][0]})"
        )
    connection.create_function("fresh_secret", 0, lambda: secrets.token_bytes(SECRET_BYTES))
    if due := [path.read_text(encoding="utf-8") for number, path in scripts if number > version]:
        # All or none, with one sync instead of one for each.
        connection.executescript(
            "\n".join(("BEGIN IMMEDIATE;", *due, f"PRAGMA user_version = {scripts[-1][0]};", "COMMIT;"))
        )


def _read(connection: SqliteConnection, work: Read) -> Any:
    try:
        return work(connection)
    except sqlite3.Error as error:
        raise StoreError(str(error)) from error
