"""Backup of a server's data into one file while the server runs, and restore from it.

A backup is an SQLite file with the store's schema and one more table, which holds the time of the backup and optionally
the signing keys.  It is written under a temporary name, so that it is never incomplete.  A restore checks a copy of the
backup before it changes anything in the folder.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from tefuda import __version__
from tefuda.server.clock import Clock, SystemClock
from tefuda.server.store.errors import StoreError
from tefuda.server.store.files import give_to_owner, lock_folder, publish
from tefuda.server.store.signing_keys import Keyring
from tefuda.server.store.sqlite import FILE, MOVED, SCHEMA, migrate

PAGES_AT_A_TIME = 4096  # copied between two checks whether to stop
STEPS_AT_A_TIME = 1_000_000  # of SQLite's virtual machine, between two such checks
RESTORING = "restoring"  # subfolder of a data folder in which an archive is replayed
ALLOWED = frozenset(("lock", "address", "signing-keys.json", RESTORING))  # files in a data folder without data
_FACTS = "CREATE TABLE backup (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID"


class Contents(NamedTuple):
    """Contents of a backup."""

    tables: int
    playing: int
    made: int | None  # seconds since 1970; None: not recorded
    keys: bool  # whether it holds signing keys


def make(
    folder: Path,
    file: Path,
    *,
    clock: Clock | None = None,
    keys: Path | None = None,
    replace: bool = False,
    stopped: Callable[[], bool] = lambda: False,
) -> Contents:
    """Back up a data folder into a file readable by its owner only; `keys` is a file of signing keys to include.

    Gives up soon after `stopped` returns True.  Raises StoreError if that happens, if the backup fails, or if the file
    exists and `replace` is false.
    """
    if not (folder / FILE).is_file():
        raise StoreError(f"there is no {FILE} in {folder}: name the server's folder with --data")
    if file.exists() and not replace:
        raise StoreError(f"{file} exists already: name another file, or add --replace")
    signing = _read_keys(keys) if keys is not None else None
    with _temporary_beside(file, f"{folder / FILE} cannot be copied to {file}") as unfinished:
        with contextlib.closing(_open(folder / FILE)) as source, contextlib.closing(_open(unfinished)) as copy:
            source.execute("BEGIN")
            source.execute("SELECT 1 FROM sqlite_schema").fetchone()  # from here on the backup sees no later change
            now = (clock or SystemClock()).time()
            source.backup(copy, pages=PAGES_AT_A_TIME, progress=partial(_check_stopped, stopped))
            copy.set_progress_handler(stopped, STEPS_AT_A_TIME)
            copy.execute("PRAGMA journal_mode = DELETE")  # no separate journal file
            copy.execute(_FACTS)
            facts = {"made": str(now), "release": __version__} | ({"signing-keys": signing} if signing else {})
            copy.executemany("INSERT INTO backup VALUES (?, ?)", facts.items())
            copy.execute("VACUUM")
            contents = _check(copy, folder / FILE)
        publish(unfinished, file)
    return contents


def _check_stopped(stopped: Callable[[], bool], *_: int) -> None:
    if stopped():
        raise StoreError("the backup was stopped")


def made(file: Path) -> float:
    """Return when a backup was made, in seconds since 1970; raises StoreError."""
    try:
        with contextlib.closing(_open(file)) as backup:
            return float(backup.execute("SELECT value FROM backup WHERE name = 'made'").fetchone()[0])
    except (sqlite3.Error, TypeError) as error:
        raise StoreError(f"{file} is not a backup: {error}") from error


def restore(file: Path, folder: Path, keys: Path, *, replace: bool = False) -> Contents:
    """Restore a backup into a folder that no server uses; its signing keys are merged into the file `keys`.

    Raises StoreError if the backup is unusable, or if the folder holds data and `replace` is false.
    """
    if not file.is_file():
        raise StoreError(f"there is no file {file}")
    with locked_target(folder, replace=replace):
        target = folder / FILE
        with _temporary_beside(target, f"{file} cannot be restored") as unfinished:
            with contextlib.closing(_open(file)) as source, contextlib.closing(_open(unfinished)) as copy:
                source.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")
                contents = _check(copy, file)
                signing = None
                if contents.keys:
                    signing = copy.execute("SELECT value FROM backup WHERE name = 'signing-keys'").fetchone()
                copy.execute("DROP TABLE IF EXISTS backup")
                migrate(copy)
            if signing is not None:
                Keyring.read(signing[0].encode(), file).join(keys)
            _remove_journal(target)
            give_to_owner(unfinished)
            publish(unfinished, target)
            (folder / MOVED).unlink(missing_ok=True)  # the restored data was not moved
    return contents


@contextlib.contextmanager
def locked_target(folder: Path, *, replace: bool) -> Iterator[None]:
    """Lock a folder to restore data into; raises StoreError if it holds data and `replace` is false."""
    with lock_folder(folder):
        others = sorted(path.name for path in folder.iterdir() if path.name not in ALLOWED)
        if others and not replace:
            raise StoreError(f"{folder} holds {', '.join(others[:3])} already: add --replace to replace its data")
        yield


@contextlib.contextmanager
def copied(file: Path) -> Iterator[sqlite3.Connection]:
    """Open a copy of a store's file, checked and with the newest schema; raises StoreError if it is damaged."""
    with (
        _temporary_beside(file, f"{file} cannot be copied") as unfinished,
        contextlib.closing(_open(file)) as source,
        contextlib.closing(_open(unfinished)) as copy,
    ):
        source.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # no separate journal file
        _check(copy, file)
        migrate(copy)
        yield copy


def _open(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{quote(str(path.absolute()))}?mode=rw", uri=True, isolation_level=None, timeout=5)


@contextlib.contextmanager
def _temporary_beside(file: Path, failure: str) -> Iterator[Path]:
    """Create an empty private file beside `file`, removed at the end unless renamed; errors become StoreError."""
    unfinished = file.with_name(file.name + ".unfinished")
    try:
        try:
            unfinished.unlink(missing_ok=True)
            os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            yield unfinished
        finally:
            for path in (unfinished, unfinished.with_name(unfinished.name + "-journal")):
                path.unlink(missing_ok=True)
    except OSError as error:
        raise StoreError(f"{failure}: {error.strerror or error}") from error
    except sqlite3.Error as error:
        raise StoreError(f"{failure}: {error}") from error


def _check(copy: sqlite3.Connection, file: Path) -> Contents:
    """Check the integrity and schema of a copy of `file` and return its contents; raises StoreError."""
    names = {name for (name,) in copy.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    schema_version = copy.execute("PRAGMA user_version").fetchone()[0]
    if schema_version < 1 or not names >= SCHEMA:
        raise StoreError(f"{file} is an SQLite file, but holds no tables of Tefuda")
    (result,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
    if result != "ok":
        raise StoreError(f"{file} is damaged: {result}")
    if copy.execute("PRAGMA foreign_key_check").fetchone() is not None:
        raise StoreError(f"{file} is damaged: it names tables or guests that are missing")
    count, playing = copy.execute("SELECT count(*), coalesce(sum(phase = 'playing'), 0) FROM tables").fetchone()
    facts = dict(copy.execute("SELECT name, value FROM backup").fetchall()) if "backup" in names else {}
    return Contents(count, playing, int(float(facts["made"])) if "made" in facts else None, "signing-keys" in facts)


def _read_keys(path: Path) -> str:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise StoreError(f"{path}: the signing keys cannot be read: {error.strerror}") from error
    Keyring.read(data, path)
    return data.decode()


def _remove_journal(target: Path) -> None:
    """Remove the journal of the old data, so that SQLite does not apply it to the new data."""
    if target.exists():
        with contextlib.suppress(sqlite3.Error), contextlib.closing(_open(target)) as old:
            old.execute("PRAGMA journal_mode = DELETE")
    for ending in ("-wal", "-shm", "-journal"):
        target.with_name(target.name + ending).unlink(missing_ok=True)
