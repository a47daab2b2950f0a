"""Backups of a server's data: one file, made while the server runs, and a folder made from it again.

A backup is an SQLite file of the same form as the store's, with one table more that says when it was made and may hold
the signing keys.  It is complete or not there: it is put together under another name.  Restoring checks a copy of it
before anything in the folder changes.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from tefuda import __version__
from tefuda.server.signing_keys import Keyring
from tefuda.server.sqlite import FILE, SCHEMA, lock_folder, migrate
from tefuda.server.store import StoreError

ALLOWED = frozenset(("lock", "address", "signing-keys.json"))  # files of a folder in which no data is yet
_FACTS = "CREATE TABLE backup (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID"


class Contents(NamedTuple):
    """What is in a backup."""

    tables: int
    playing: int
    made: int | None  # seconds since 1970; None: the file does not say
    keys: bool


def make(folder: Path, file: Path, *, now: int, keys: Path | None = None, replace: bool = False) -> Contents:
    """Copy the data of a folder into a file that its owner alone may read; `keys` are signing keys to put in.

    Raises StoreTrouble where that is impossible, and where the file exists unless it may be replaced.
    """
    if not (folder / FILE).is_file():
        raise StoreError(f"there is no {FILE} in {folder}")
    if file.exists() and not replace:
        raise StoreError(f"{file} exists already: name another file, or add --replace")
    signing = _read_keys(keys) if keys is not None else None
    with _fresh(file, f"{file} cannot be written") as unfinished:
        with contextlib.closing(_open(folder / FILE)) as source, contextlib.closing(_open(unfinished)) as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # all of it in one file
            copy.execute(_FACTS)
            facts = {"made": str(now), "release": __version__} | ({"signing-keys": signing} if signing else {})
            copy.executemany("INSERT INTO backup VALUES (?, ?)", facts.items())
            copy.execute("VACUUM")
            contents = _checked(copy, folder / FILE)
        _settle(unfinished, file)
    return contents


def restore(file: Path, folder: Path, keys: Path, *, replace: bool = False) -> Contents:
    """Put the data of a backup into a folder that no server uses; its signing keys join those in the file `keys`.

    Raises StoreTrouble where the backup cannot be used, and where the folder holds data unless it may be replaced.
    """
    if not file.is_file():
        raise StoreError(f"there is no file {file}")
    with lock_folder(folder):
        others = sorted(path.name for path in folder.iterdir() if path.name not in ALLOWED)
        if others and not replace:
            raise StoreError(f"{folder} holds {', '.join(others[:3])} already: add --replace to replace its data")
        target = folder / FILE
        with _fresh(target, f"{file} cannot be restored") as unfinished:
            with contextlib.closing(_open(file)) as source, contextlib.closing(_open(unfinished)) as copy:
                source.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")
                contents = _checked(copy, file)
                signing = None
                if contents.keys:
                    signing = copy.execute("SELECT value FROM backup WHERE name = 'signing-keys'").fetchone()
                copy.execute("DROP TABLE IF EXISTS backup")
                migrate(copy)
            if signing is not None:
                Keyring.read(signing[0].encode(), file).join(keys)
            _put_aside_journal(target)
            _settle(unfinished, target)
    return contents


def _open(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{quote(str(path.absolute()))}?mode=rw", uri=True, isolation_level=None, timeout=5)


@contextlib.contextmanager
def _fresh(file: Path, trouble: str) -> Iterator[Path]:
    """Give an empty file beside this one that nobody else may read; it is gone afterwards unless it was renamed."""
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
        raise StoreError(f"{trouble}: {error.strerror or error}") from error
    except sqlite3.Error as error:
        raise StoreError(f"{trouble}: {error}") from error


def _checked(copy: sqlite3.Connection, file: Path) -> Contents:
    """Return what is in a copy; raises StoreTrouble where it is damaged or no data of ours."""
    names = {name for (name,) in copy.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    form = copy.execute("PRAGMA user_version").fetchone()[0]
    if form < 1 or not names >= SCHEMA:
        raise StoreError(f"{file} is an SQLite file, but holds no tables of Tefuda")
    (found,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise StoreError(f"{file} is damaged: {found}")
    if copy.execute("PRAGMA foreign_key_check").fetchone() is not None:
        raise StoreError(f"{file} is damaged: it names tables or guests that are missing")
    count, playing = copy.execute("SELECT count(*), coalesce(sum(phase = 'playing'), 0) FROM tables").fetchone()
    facts = dict(copy.execute("SELECT name, value FROM backup").fetchall()) if "backup" in names else {}
    return Contents(count, playing, int(facts["made"]) if "made" in facts else None, "signing-keys" in facts)


def _read_keys(path: Path) -> str:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise StoreError(f"{path}: the signing keys cannot be read: {error.strerror}") from error
    Keyring.read(data, path)
    return data.decode()


def _put_aside_journal(target: Path) -> None:
    """See to it that no journal of the old data is applied to the new."""
    if target.exists():
        with contextlib.suppress(sqlite3.Error), contextlib.closing(_open(target)) as old:
            old.execute("PRAGMA journal_mode = DELETE")
    for ending in ("-wal", "-shm", "-journal"):
        target.with_name(target.name + ending).unlink(missing_ok=True)


def _settle(unfinished: Path, file: Path) -> None:
    """Give a finished file its name, so that it is there even after a power cut."""
    with unfinished.open("rb") as data:
        os.fsync(data.fileno())
    unfinished.replace(file)
    folder = os.open(file.absolute().parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
