"""SQLite behind the store's interface: one file, one writer, group commit.

Everything that is written goes through one thread that commits whatever has come in meanwhile as one transaction,
synced to the disk (WAL, synchronous=FULL), and only then reports it.  Reading has a connection and a thread of its own.
The form of the file is brought up to date by the numbered scripts in `migrations/`.  It looks into an entry
only to see whom it seats, so that a guest's name can be found and forgotten.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import secrets
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import resources
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import IO, Any, NamedTuple, TypeVar

import msgspec

from tefuda.server import record_rows, retention_rows
from tefuda.server.store import (
    Append,
    Appended,
    Before,
    Belonging,
    Conflict,
    Guest,
    InPlay,
    KeptRecord,
    LeftAt,
    LeftBehind,
    Logged,
    Seat,
    StoredTable,
    StoreError,
    TableRow,
)
from tefuda.table.entries import Sitter

R = TypeVar("R")
KEY_BYTES = SECRET_BYTES = 32
FILE = "tefuda.sqlite3"  # in the folder
SCHEMA = frozenset(("keys", "guests", "tables", "entries", "seats", "notes", "results"))  # what every form of it has
LEAST_FREE = 1 << 20  # bytes on the disk, below which the next entries may not find room


class _Job(NamedTuple):
    """Something for the writer: an append, or any other change as a function of the connection."""

    work: Append | Callable[[sqlite3.Connection], Any]
    future: asyncio.Future[Any]


def lock_folder(folder: Path) -> IO[str]:
    """Make a folder and lock it for this process until the file that is returned is closed."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = (folder / "lock").open("w")
    except OSError as error:
        raise StoreError(f"cannot keep anything in {folder}: {error.strerror}") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.close()
        raise StoreError(f"another server uses {folder}") from error
    return lock


class SqliteStore:
    """A `Store` in one SQLite file, `tefuda.sqlite3` in a folder of its own that nobody else may read.

    One process at a time may hold the folder; another one gets StoreTrouble when it opens it.
    """

    BATCH = 512  # appends and changes in one transaction, at most
    BUSY_SECONDS = 1.5  # how long a locked database is waited for
    GATHER_SECONDS = 0.003  # that a busy writer waits for more to come before it commits

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path = folder / FILE
        self._lock = lock_folder(folder)
        try:
            with contextlib.closing(self._connect()) as connection:
                migrate(connection)
            self._readable = self._connect(check_same_thread=False)
            self._readable.execute("PRAGMA query_only = 1")
        except (sqlite3.Error, StoreError) as error:
            self._lock.close()
            raise StoreError(f"{self._path}: {error}") from error
        self._reader = ThreadPoolExecutor(1, "tefuda-reader")
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="tefuda-writer", daemon=True)
        self._writer.start()
        self._closed = False

    def _connect(self, *, check_same_thread: bool = True) -> sqlite3.Connection:
        if not self._path.exists():
            os.close(os.open(self._path, os.O_CREAT | os.O_RDWR, 0o600))  # it holds secrets
        connection = sqlite3.connect(
            self._path, isolation_level=None, timeout=self.BUSY_SECONDS, check_same_thread=check_same_thread
        )
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA secure_delete = ON")  # what somebody wanted deleted is overwritten
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    # ------------------------------------------------------------ writing

    def _write(self) -> None:
        """The writer thread: commit what is waiting, report it, and again."""
        connection = self._connect()
        going_on, busy = True, False
        while going_on:
            jobs = [self._queue.get()]
            if busy:  # a commit costs nearly the same for many entries as for one, and everybody's core pays for it
                time.sleep(self.GATHER_SECONDS)
            with contextlib.suppress(Empty):
                while len(jobs) < self.BATCH:
                    jobs.append(self._queue.get_nowait())
            going_on, busy = None not in jobs, len(jobs) > 1
            waiting = [job for job in jobs if job is not None]
            while waiting:
                now, waiting = _one_a_table(waiting)
                _report(now, _commit(connection, [job.work for job in now]))
        connection.close()

    async def _change(self, work: Append | Callable[[sqlite3.Connection], Any]) -> Any:
        if self._closed:
            raise StoreError("the store is closed")
        future = asyncio.get_running_loop().create_future()
        self._queue.put(_Job(work, future))
        return await future

    async def append(self, append: Append) -> Appended:
        result: Appended = await self._change(append)
        return result

    async def server_key(self) -> bytes:
        def change(connection: sqlite3.Connection) -> bytes:
            fresh = secrets.token_bytes(KEY_BYTES)
            connection.execute("INSERT OR IGNORE INTO keys VALUES ('server', ?)", (fresh,))
            return bytes(connection.execute("SELECT value FROM keys WHERE name = 'server'").fetchone()[0])

        key: bytes = await self._change(change)
        return key

    async def add_guest(self, token: bytes, name: str, now: int) -> Guest:
        def change(connection: sqlite3.Connection) -> Guest:
            values = (token, name, now)
            row = connection.execute("INSERT INTO guests (token, name, created) VALUES (?, ?, ?)", values)
            return Guest(row.lastrowid or 0, name)

        guest: Guest = await self._change(change)
        return guest

    async def rename(self, guest: int, name: str) -> None:
        await self._change(lambda c: c.execute("UPDATE guests SET name = ? WHERE id = ?", (name, guest)).rowcount)

    async def add_table(self, row: TableRow, entries: Sequence[str], seats: Sequence[Seat], after: str | None) -> str:
        def change(connection: sqlite3.Connection) -> str:
            if after is not None:
                known = connection.execute("SELECT next FROM tables WHERE id = ?", (after,)).fetchone()
                if known is None or known[0] is not None:
                    return "" if known is None else str(known[0])
            values = (*row[:2], _text(row.options), *row[3:11], _text(row.sitters), row.next, *row[13:])
            connection.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", values)
            connection.executemany("INSERT INTO seats VALUES (?, ?, ?, ?)", [(row.id, *seat) for seat in seats])
            listed = [(row.id, version, entry) for version, entry in enumerate(entries, 1)]
            connection.executemany(_FIRST, listed)
            if after is not None:
                connection.execute("UPDATE tables SET next = ? WHERE id = ?", (row.id, after))
            return row.id

        id: str = await self._change(change)
        return id

    async def set_note(self, table: str, guest: int, text: str) -> None:
        statement = "INSERT INTO notes VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET text = excluded.text"
        await self._change(lambda connection: connection.execute(statement, (table, guest, text)).rowcount)

    async def keep_record(self, table: str, what: str, record: KeptRecord, *, now: int) -> None:
        await self._change(lambda connection: record_rows.keep(connection, table, what, record, now))

    async def drop_records(self, tables: Sequence[str]) -> None:
        await self._change(lambda connection: record_rows.drop(connection, tables))

    async def remove_table(self, id: str, before: Before | None) -> bool:
        return bool(await self._change(lambda connection: retention_rows.remove_table(connection, id, before)))

    async def remove_guests(self, before: int, limit: int) -> int:
        found = await self._read(lambda connection: retention_rows.unused_guests(connection, before, limit))
        if not found:
            return 0
        return int(await self._change(lambda connection: retention_rows.remove_guests(connection, found, before)))

    async def mark_used(self, tables: Sequence[str], guests: Sequence[int], now: int) -> None:
        await self._change(lambda connection: retention_rows.mark_used(connection, tables, guests, now))

    async def forget(self, guest: int, stuck: Collection[str]) -> list[str] | None:
        changed: list[str] | None = await self._change(lambda c: retention_rows.forget(c, guest, stuck))
        return changed

    async def ping(self) -> None:
        free = shutil.disk_usage(self._folder).free
        if free < LEAST_FREE:
            raise StoreError(f"{self._folder}: {free} bytes are free")
        await self._change(record_rows.probe)

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._queue.put(None)
        await asyncio.get_running_loop().run_in_executor(self._reader, self._writer.join)
        self._reader.shutdown()
        self._readable.close()
        self._lock.close()

    # ------------------------------------------------------------ reading

    async def _read(self, work: Callable[[sqlite3.Connection], R]) -> R:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._reader, work, self._readable)
        except (sqlite3.Error, RuntimeError) as error:  # RuntimeError: closed meanwhile
            raise StoreError(str(error)) from error

    async def _rows(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        return await self._read(lambda connection: connection.execute(statement, values).fetchall())

    async def guest(self, token: bytes) -> tuple[Guest, bytes] | None:
        rows = await self._rows("SELECT id, name, token FROM guests WHERE token = ?", token)
        return (Guest(*rows[0][:2]), bytes(rows[0][2])) if rows else None

    async def kept_record(self, table: str, what: str) -> KeptRecord | None:
        return await self._read(lambda connection: record_rows.kept(connection, table, what))

    async def table(self, id: str) -> StoredTable | None:
        def read(connection: sqlite3.Connection) -> StoredTable | None:
            connection.execute("BEGIN")
            try:
                row = connection.execute("SELECT * FROM tables WHERE id = ?", (id,)).fetchone()
                seats = connection.execute("SELECT guest, seat, sits FROM seats WHERE table_id = ?", (id,))
                seated = [Seat(guest, seat, bool(sits)) for guest, seat, sits in seats]
                return StoredTable(_row(row), _log(connection, id), seated) if row else None
            finally:
                connection.execute("COMMIT")

        return await self._read(read)

    async def log(self, table: str) -> list[Logged]:
        return await self._read(lambda connection: _log(connection, table))

    async def tables_of(self, guest: int, limit: int) -> list[tuple[TableRow, int]]:
        statement = """
            SELECT *, (SELECT seat FROM seats WHERE table_id = tables.id AND guest = ?1 AND sits)
            FROM tables WHERE host = ?1 OR id IN (SELECT table_id FROM seats WHERE guest = ?1 AND sits)
            ORDER BY created DESC, id LIMIT ?2"""
        return list(map(_row_and_seat, await self._rows(statement, guest, limit)))

    async def public_tables(self, limit: int, guest: int | None) -> list[tuple[TableRow, int]]:
        found: list[tuple[TableRow, int]] = []
        statement = """
            SELECT *, (SELECT seat FROM seats WHERE table_id = tables.id AND guest = ?1 AND sits)
            FROM tables WHERE phase = ?2 AND public = 1 ORDER BY created DESC, id LIMIT ?3"""
        for phase in ("open", "playing"):
            found += map(_row_and_seat, await self._rows(statement, guest, phase, limit - len(found)))
        return found

    async def waiting_for_bots(self) -> list[str]:
        statement = """
            SELECT id FROM tables
            WHERE phase = 'playing' AND json_extract(sitters, '$[' || to_act || '].kind') = 'bot' ORDER BY created"""
        return [row[0] for row in await self._rows(statement)]

    async def in_play(self) -> list[InPlay]:
        statement = """
            SELECT game, rules, cards, release, count(*) FROM tables WHERE phase = 'playing'
            GROUP BY game, rules, cards, release"""
        return [InPlay(*row) for row in await self._rows(statement)]

    async def expired_tables(self, before: Before, skip: Collection[str], limit: int) -> list[str]:
        return await self._read(lambda connection: retention_rows.expired_tables(connection, before, skip, limit))

    async def belongings(self, guest: int) -> list[Belonging]:
        return await self._read(lambda connection: retention_rows.belongings(connection, guest))

    async def left_behind(self, guest: int) -> LeftBehind | None:
        return await self._read(lambda connection: retention_rows.left_behind(connection, guest))

    async def left_at(self, guest: int, table: str) -> LeftAt | None:
        return await self._read(lambda connection: retention_rows.left_at(connection, guest, table))

    async def note(self, table: str, guest: int) -> str:
        rows = await self._rows("SELECT text FROM notes WHERE table_id = ? AND guest = ?", table, guest)
        return str(rows[0][0]) if rows else ""


# ----------------------------------------------------- the writer's own steps

# An entry that seats a guest is theirs, as where somebody sits down later.
_FIRST = """
    INSERT INTO entries (table_id, version, entry, sender) VALUES (?1, ?2, ?3, (
        SELECT guest FROM seats WHERE table_id = ?1 AND seat = json_extract(?3, '$.seat')
        AND json_extract(?3, '$.kind') = 'sat' AND json_extract(?3, '$.sitter.kind') = 'person'))"""

# The hot path works on a whole batch at a time: each statement hands Python's lock to the event loop and waits to get
# it back, and with a few statements for each of a thousand entries a second the writer would do nothing else.
_ACCEPTED = """
    SELECT group_concat(job.key) FROM json_each(?) AS job
    JOIN tables ON tables.id = json_extract(job.value, '$[0]')
    WHERE tables.version = json_extract(job.value, '$[1]')
    AND NOT EXISTS (
        SELECT 1 FROM entries WHERE table_id = tables.id
        AND sender = json_extract(job.value, '$[3]') AND command = json_extract(job.value, '$[4]'))"""
_INSERT = """
    INSERT INTO entries (table_id, version, entry, sender, command)
    SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') + 1, json_extract(value, '$[2]'),
        json_extract(value, '$[3]'), json_extract(value, '$[4]') FROM json_each(?)"""
_ADVANCE = """
    UPDATE tables SET version = version + 1, phase = json_extract(job.value, '$[5]'),
        to_act = json_extract(job.value, '$[6]')
    FROM json_each(?) AS job WHERE tables.id = json_extract(job.value, '$[0]')"""


def _log(connection: sqlite3.Connection, table: str) -> list[Logged]:
    statement = "SELECT version, entry, sender, command FROM entries WHERE table_id = ? ORDER BY version"
    return [Logged(*row) for row in connection.execute(statement, (table,))]


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _row_and_seat(values: Sequence[Any]) -> tuple[TableRow, int]:
    return _row(values[:-1]), -1 if values[-1] is None else values[-1]


def _row(values: Sequence[Any]) -> TableRow:
    row = TableRow(*values)
    return row._replace(
        options=msgspec.json.decode(values[2], type=dict[str, int]),
        public=bool(row.public),
        secret=bytes(row.secret),
        sitters=msgspec.json.decode(values[11], type=tuple[Sitter, ...]),
    )


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the file to the present form by the numbered migrations it has not had yet."""
    folder = resources.files("tefuda.server") / "migrations"
    scripts = sorted((int(path.name[:4]), path) for path in folder.iterdir() if path.name.endswith(".sql"))
    done = connection.execute("PRAGMA user_version").fetchone()[0]
    if done > scripts[-1][0]:
        raise StoreError(f"the data is of a newer Tefuda (form {done}, this one knows {scripts[-1][0]})")
    connection.create_function("fresh_secret", 0, lambda: secrets.token_bytes(SECRET_BYTES))
    for number, path in scripts:
        if number > done:
            script = path.read_text(encoding="utf-8")
            connection.executescript(f"BEGIN IMMEDIATE;\n{script}\nPRAGMA user_version = {number};\nCOMMIT;")


def _one_a_table(jobs: Iterable[_Job]) -> tuple[list[_Job], list[_Job]]:
    """The jobs that may share a transaction, with at most one append a table, and those that have to wait."""
    now: list[_Job] = []
    later: list[_Job] = []
    tables: set[str] = set()
    for job in jobs:
        table = job.work.table if isinstance(job.work, Append) else None
        probing = job.work is record_rows.probe or bool(now and now[0].work is record_rows.probe)
        if table in tables or (probing and now):  # where there is no room for a probe there may be for an entry
            later.append(job)
        else:
            now.append(job)
            if table is not None:
                tables.add(table)
    return now, later


def _commit(connection: sqlite3.Connection, works: Sequence[Append | Callable[[sqlite3.Connection], Any]]) -> list[Any]:
    """Do everything in one transaction; return the result of each, or the exception that it met."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        results: list[Any] = [None] * len(works)
        plain = [at for at, work in enumerate(works) if isinstance(work, Append) and _plain(work)]
        appends = [work for at in plain if isinstance(work := works[at], Append)]
        for at, result in zip(plain, _append_together(connection, appends), strict=True):
            results[at] = result
        for at, work in enumerate(works):
            if at not in plain:
                results[at] = _alone(connection, work)
        connection.execute("COMMIT")
    except Exception as error:  # the writer must live on, whatever it meets
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        if isinstance(error, sqlite3.IntegrityError) and len(works) > 1:  # one of them cannot be stored: which?
            return [result for work in works for result in _commit(connection, [work])]
        return [StoreError(str(error))] * len(works)
    return results


def _plain(append: Append) -> bool:
    return append.sitters is None and append.result is None


def _append_together(connection: sqlite3.Connection, appends: list[Append]) -> list[Any]:
    """Append to several tables by a few statements; what one of them meets does not touch the others."""
    if not appends:
        return []
    accepted = connection.execute(_ACCEPTED, (_text([job[:7] for job in appends]),)).fetchone()[0]
    keys = {int(key) for key in accepted.split(",")} if accepted else set()
    batch = _text([job[:7] for key, job in enumerate(appends) if key in keys])
    connection.execute(_INSERT, (batch,))
    connection.execute(_ADVANCE, (batch,))
    return [
        Appended(job.expected + 1, fresh=True) if key in keys else _not_appended(connection, job)
        for key, job in enumerate(appends)
    ]


def _not_appended(connection: sqlite3.Connection, job: Append) -> Any:
    """Why an entry was not accepted: it is there already, or the log has moved on."""
    statement = "SELECT version FROM entries WHERE table_id = ? AND sender = ? AND command = ?"
    known = connection.execute(statement, (job.table, job.sender, job.command)).fetchone()
    if known is not None:
        return Appended(known[0], fresh=False)
    found = connection.execute("SELECT version FROM tables WHERE id = ?", (job.table,)).fetchone()
    return Conflict(f"table {job.table} has {found[0] if found else 'no'} entries, not {job.expected}")


def _alone(connection: sqlite3.Connection, work: Append | Callable[[sqlite3.Connection], Any]) -> Any:
    """One change by itself; what goes wrong in it is undone and does not touch the rest of the transaction."""
    connection.execute("SAVEPOINT one")
    try:
        result = _append_and_seat(connection, work) if isinstance(work, Append) else work(connection)
    except Exception as error:
        if not connection.in_transaction:  # a full disk ends the whole transaction
            raise
        connection.execute("ROLLBACK TO one")
        result = StoreError(str(error)) if isinstance(error, sqlite3.Error) else error
    connection.execute("RELEASE one")
    return result


def _append_and_seat(connection: sqlite3.Connection, job: Append) -> Any:
    """An entry together with what it changes beside the log."""
    [result] = _append_together(connection, [job])
    if not isinstance(result, Appended) or not result.fresh:
        return result
    if job.sitters is not None:
        connection.execute("UPDATE tables SET sitters = ? WHERE id = ?", (_text(job.sitters), job.table))
    for guest in job.unseat:
        connection.execute("DELETE FROM seats WHERE table_id = ? AND guest = ?", (job.table, guest))
    for seat in job.seats:
        statement = (
            "INSERT INTO seats VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET seat = excluded.seat, sits = excluded.sits"
        )
        connection.execute(statement, (job.table, *seat))
    if job.result is not None:
        ended, ranks, scores = job.result
        values = (job.table, ended, _text(list(ranks)), _text(list(scores)))
        connection.execute("INSERT INTO results VALUES (?, ?, ?, ?)", values)
    return result


def _report(jobs: Sequence[_Job], results: Sequence[Any]) -> None:
    """Give every waiting future its result, in its own event loop."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]] = {}
    for job, result in zip(jobs, results, strict=True):
        by_loop.setdefault(job.future.get_loop(), []).append((job.future, result))
    for loop, pairs in by_loop.items():
        with contextlib.suppress(RuntimeError):  # the loop is gone, and whoever waited with it
            loop.call_soon_threadsafe(_resolve, pairs)


def _resolve(pairs: Iterable[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, result in pairs:
        if future.done():
            continue
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)
