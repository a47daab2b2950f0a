"""The store in SQL, the same for SQLite (`sqlite.py`) and PostgreSQL (`postgres.py`).

A writer thread commits all pending writes together (`group_commit.py`) and then resolves their futures.  Reads have
their own thread and connection, and are answered several at a time.  Entries are opaque, except that those that seat a
guest are linked to the guest, so that their name can be deleted.

Changes are idempotent, because one may be executed twice if the answer to its commit was lost.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from typing import Any, TypeVar

from tefuda.server.metrics import Metrics
from tefuda.server.store import push_rows, record_rows, retention_rows, series_rows, share_rows, table_rows, talk_rows
from tefuda.server.store.database_thread import DatabaseThread, Job
from tefuda.server.store.errors import StoreError
from tefuda.server.store.group_commit import Commit, Write, commit_all
from tefuda.server.store.sql import SqlConnection
from tefuda.server.store.stored_data import (
    Append,
    Appended,
    Cutoffs,
    Guest,
    GuestData,
    GuestTable,
    GuestTableData,
    InPlay,
    KeptTalk,
    Logged,
    PushSubscription,
    SaidLine,
    Seat,
    SeriesTable,
    Share,
    StoredRecord,
    StoredTable,
    TableRow,
    Visitor,
)
from tefuda.table.snapshot import Snapshot

R = TypeVar("R")
KEY_BYTES = 32

Read = Callable[[SqlConnection], Any]


class SqlStore:
    """The store on two connections: `read` runs a read on one of them, `commit` a batch of writes on the other.

    All methods raise StoreError if the store cannot read or write.  Every change is a call of a public method;
    `on_change` gets its name and arguments once it is stored, before the caller resumes, who may be cancelled by then.
    """

    BATCH = 512  # jobs per transaction, at most
    READS = 8  # per batch, at most: the first read of a batch waits for the last
    GATHER_SECONDS = 0.003  # how long a busy writer collects jobs before it commits

    def __init__(
        self,
        reading: SqlConnection,
        writing: SqlConnection,
        read: Callable[[Read], Any],
        commit: Commit,
        metrics: Metrics | None,
    ) -> None:
        self.on_change: Callable[[str, dict[str, Any]], object] | None = None
        observe = metrics.observe_store if metrics is not None else lambda _: None
        self._dialect = reading.dialect
        self._reader = DatabaseThread(
            "tefuda-reader", reading, partial(run_each, read), batch=self.READS, observe=observe("read")
        )
        # A commit costs nearly the same for many entries as for one.
        self._writer = DatabaseThread(
            "tefuda-writer",
            writing,
            partial(commit_all, commit),
            batch=self.BATCH,
            gather=self.GATHER_SECONDS,
            observe=observe("write"),
        )
        if metrics is not None:
            metrics.watch_store({"read": self._reader, "write": self._writer})
        self._closed = False

    # ------------------------------------------------------------ writing

    async def _change(self, work: Write, method: str = "", **arguments: Any) -> Any:
        """Run a write.  It is reported as a call of `method` with these arguments, or not at all without one."""
        if self._closed:
            raise StoreError("the store is closed")
        if self.on_change is None or not method:
            return await self._writer.submit(work)
        # It is stored even if the caller is cancelled, and is then reported, too.
        return await asyncio.shield(self._writer.submit(work, partial(self._report_change, method, arguments)))

    def _report_change(self, method: str, arguments: dict[str, Any], future: asyncio.Future[Any]) -> None:
        if future.exception() is None and self.on_change is not None:
            result = future.result()
            if isinstance(result, Guest):
                arguments["id"] = result.id
            self.on_change(method, arguments)

    async def append(self, append: Append) -> Appended:
        """Append an entry durably.

        Raises Conflict if the log does not have the expected length, and DeletedGuest if its sender was deleted.
        """
        result: Appended = await self._change(append, "append", append=append)
        return result

    async def server_key(self) -> bytes:
        """Return the key that signs invitations; created by the first call."""
        return await self.adopt_server_key(secrets.token_bytes(KEY_BYTES))

    async def adopt_server_key(self, key: bytes) -> bytes:
        """Store the key that signs invitations, unless there is one; return the stored one."""
        return bytes(await self._change(partial(_adopt_key, "server", key), "adopt_server_key", key=key))

    async def adopt_push_key(self, key: bytes) -> bytes:
        """Store the key that identifies this server to push services, unless there is one; return the stored one."""
        return bytes(await self._change(partial(_adopt_key, "push", key), "adopt_push_key", key=key))

    async def add_guest(self, token: bytes, name: str, now: int, *, id: int | None = None) -> Guest:
        """Add a guest with the SHA-256 of their token."""

        def change(connection: SqlConnection) -> Guest:
            given = {"id": id} if id is not None else {}
            # 0 stands for a deleted guest, even where the clock has just begun at 1970.
            fields: dict[str, Any] = given | {"token": token, "name": name, "created": max(now, 1)}
            places = ", ".join("?" * len(fields))
            statement = f"INSERT INTO guests ({', '.join(fields)}) VALUES ({places}) ON CONFLICT DO NOTHING"  # noqa: S608  # constants
            connection.execute(statement, tuple(fields.values()))
            row = connection.execute("SELECT id FROM guests WHERE token = ?", (token,)).fetchone()
            return Guest(row[0], name)

        guest: Guest = await self._change(change, "add_guest", token=token, name=name, now=now)
        return guest

    async def rename(self, guest: int, name: str) -> None:
        """Change a guest's name, unless they were deleted."""
        statement = "UPDATE guests SET name = ? WHERE id = ? AND created > 0"
        await self._change(lambda c: c.execute(statement, (name, guest)).rowcount, "rename", guest=guest, name=name)

    async def add_table(self, row: TableRow, entries: Sequence[str], seats: Sequence[Seat], after: str | None) -> str:
        """Add a table with the first entries of its log, as the rematch of table `after` if given.

        Returns its id, or the id of the rematch that `after` already has.
        """
        change = partial(table_rows.add_table, row=row, entries=entries, seats=seats, after=after)
        return str(await self._change(change, "add_table", **change.keywords))

    async def keep_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Replace the snapshot of a table, unless the table is gone or has a newer one."""
        # Not reported: a snapshot can be rebuilt from the log.
        await self._change(lambda c: table_rows.keep_snapshot(c, table, snapshot))

    async def set_note(self, table: str, guest: int, text: str) -> None:
        """Replace a guest's notes at a table, unless they were deleted."""
        statement = f"""
            INSERT INTO notes SELECT ?1, id, ?3 FROM guests WHERE id = ?2 AND created > 0{self._dialect.keep}
            ON CONFLICT (table_id, guest) DO UPDATE SET text = excluded.text"""  # noqa: S608  # constants
        values = (table, guest, text)
        note = {"table": table, "guest": guest, "text": text}
        await self._change(lambda c: c.execute(statement, values).rowcount, "set_note", **note)

    async def say(self, line: SaidLine) -> int:
        """Add a line to the talk of a table and return its number; a repeated message adds only one line.

        Raises DeletedGuest if the guest was deleted.
        """
        return int(await self._change(lambda c: talk_rows.say(c, line), "say", line=line))

    async def set_share(self, table: str, guest: int, nonce: bytes | None, now: int) -> None:
        """Add a guest's link to a finished table unless they have one or were deleted; remove it if `nonce` is None."""
        change = partial(share_rows.set_share, table=table, guest=guest, nonce=nonce, now=now)
        await self._change(change, "set_share", **change.keywords)

    async def add_push(self, guest: int, subscription: PushSubscription, now: int) -> None:
        """Add or replace a push subscription; of a guest's, only the newest few are kept."""
        change = partial(push_rows.add, guest=guest, subscription=subscription, now=now)
        await self._change(change, "add_push", **change.keywords)

    async def remove_push(self, endpoint: str, guest: int | None = None) -> None:
        """Remove the push subscription with this endpoint, if there is one; only of one guest if given."""
        change = partial(push_rows.remove, endpoint=endpoint, guest=guest)
        await self._change(change, "remove_push", **change.keywords)

    async def store_record(self, table: str, name: str, record: StoredRecord, *, now: int) -> None:
        """Store or replace the record with this name; it is removed with its table."""
        change = partial(record_rows.store, table=table, name=name, record=record, now=now)
        await self._change(change, "store_record", **change.keywords)

    async def drop_records(self, tables: Sequence[str]) -> None:
        """Drop the records of some tables."""
        await self._change(partial(record_rows.drop, tables=tables), "drop_records", tables=tables)

    async def remove_table(self, id: str, cutoffs: Cutoffs | None) -> bool:
        """Remove a table and all rows that refer to it, unless it is no longer expired; return whether it was removed.

        A table that another server has in memory is not expired.

        The table must not be loaded: its actor would continue without a log.
        """
        change = partial(retention_rows.remove_table, id=id, cutoffs=cutoffs)
        return bool(await self._change(change, "remove_table", **change.keywords))

    async def remove_guests(self, before: int, limit: int) -> int:
        """Remove up to `limit` guests without data who were last seen before `before`; return how many."""
        guests = await self._read(lambda connection: retention_rows.unused_guests(connection, before, limit))
        return await self.remove_unused(guests, before) if guests else 0

    async def remove_unused(self, guests: Sequence[int], before: int) -> int:
        """Remove those of the guests without data who were last seen before `before`; return how many."""
        change = partial(retention_rows.remove_guests, guests=guests, before=before)
        return int(await self._change(change, "remove_unused", **change.keywords))

    async def mark_used(self, tables: Sequence[str], guests: Sequence[int], now: int) -> None:
        """Set the last use of unfinished tables and the last visit of guests."""
        change = partial(retention_rows.mark_used, tables=tables, guests=guests, now=now)
        await self._change(change, "mark_used", **change.keywords)

    async def forget(self, guest: int, stuck: Collection[str]) -> list[str] | None:
        """Delete a guest's identity, including their name in every log; return the ids of the changed tables.

        Returns None and keeps the guest if they still sit at an unfinished table or have a table to themselves.  Tables
        in `stuck` are exempt: there they keep their seat without a name.
        """
        named = await self._read(lambda connection: retention_rows.named_tables(connection, guest, stuck))
        if named is None:
            return None
        for table in named:  # one by one, as a guest may have thousands of names, and every other write would wait
            await self.remove_name(guest, table)
        change = partial(retention_rows.forget, guest=guest, stuck=sorted(stuck))
        changed: list[str] | None = await self._change(change, "forget", **change.keywords)
        return changed

    async def remove_name(self, guest: int, table: str) -> None:
        """Remove a guest's name from the log and the seats of one table."""
        change = partial(retention_rows.remove_name, guest=guest, table=table)
        await self._change(change, "remove_name", **change.keywords)

    async def keep_uptime(self, seconds: int) -> int:
        """Store the uptime of this database in seconds, unless it has a greater one; return the stored one."""
        greatest = self._dialect.greatest
        statement = f"""
            INSERT INTO uptime VALUES (1, ?1)
            ON CONFLICT (id) DO UPDATE SET seconds = {greatest}(uptime.seconds, excluded.seconds)
            RETURNING seconds"""  # noqa: S608  # constants

        def change(connection: SqlConnection) -> int:
            return int(connection.execute(statement, (seconds,)).fetchone()[0])

        kept: int = await self._change(change)  # not reported: a restored server has less, in favour of the players
        return kept

    async def ping(self) -> None:
        """Check that an entry could be written now; raises StoreError if not."""
        await self._change(record_rows.probe)

    async def close(self) -> None:
        """Write everything pending and close."""
        if self._closed:
            return
        self._closed = True
        await self._writer.close()
        await self._reader.close()

    # ------------------------------------------------------------ reading

    async def _read(self, work: Callable[[SqlConnection], R]) -> R:
        if self._closed:
            raise StoreError("the store is closed")
        result: R = await self._reader.submit(work)
        return result

    async def _rows(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        return await self._read(lambda connection: connection.execute(statement, values).fetchall())

    async def guest(self, token: bytes, table: str = "") -> Visitor | None:
        """Return the guest whose token has this SHA-256, with their notes at `table`; None if there is none."""
        statement = """
            SELECT id, name, text FROM guests
            LEFT JOIN notes ON notes.guest = guests.id AND notes.table_id = ? WHERE token = ?"""
        rows = await self._rows(statement, table, token)
        return Visitor(Guest(*rows[0][:2]), rows[0][2] or "") if rows else None

    async def talk(self, table: str, after: int = 0) -> KeptTalk:
        """Return the talk of a table, with the lines after number `after`."""
        return await self._read(lambda connection: talk_rows.talk(connection, table, after))

    async def shares(self, table: str) -> list[Share]:
        """Return the links to a finished table, oldest first."""
        return await self._read(lambda connection: share_rows.shares(connection, table))

    async def push_subscriptions(self, guest: int) -> list[PushSubscription]:
        """Return the push subscriptions of a guest, oldest first."""
        return await self._read(lambda connection: push_rows.subscriptions(connection, guest))

    async def stored_record(self, table: str, name: str) -> StoredRecord | None:
        """Return the record of a table with this name, None if there is none."""
        return await self._read(lambda connection: record_rows.stored(connection, table, name))

    async def unrecorded_tables(self, name: str, limit: int) -> list[str]:
        """Return the ids of the latest finished tables without a record of this name, oldest first."""
        return await self._read(lambda connection: record_rows.unrecorded(connection, name, limit))

    async def table(self, id: str, after: int = 0) -> StoredTable | None:
        """Return a consistent snapshot of a table, None if there is no such table.

        Its log has only the entries after version `after`.
        """
        return await self._read(lambda connection: table_rows.table(connection, id, after))

    async def log(self, table: str) -> list[Logged]:
        """Return the entries of a table."""
        return await self._read(lambda connection: table_rows.log(connection, table))

    async def tables_of(self, guest: int, limit: int) -> list[tuple[TableRow, Seat | None]]:
        """Return tables where a guest is the host, or sits or sat after the deal, each with that seat.

        Unfinished tables come first, and newer ones before older ones.
        """
        return await self._read(lambda connection: table_rows.tables_of(connection, guest, limit))

    async def public_tables(self, limit: int, guest: int | None) -> list[tuple[TableRow, Seat | None]]:
        """Return unfinished public tables, undealt ones first, newest first, with a guest's present or former seat."""
        return await self._read(lambda connection: table_rows.public_tables(connection, limit, guest))

    async def series(self, table: str) -> list[SeriesTable]:
        """Return a table and the finished tables of its series, oldest first, at most `series_rows.MAX_GAMES`.

        Empty if there is no such table.
        """
        return await self._read(lambda connection: series_rows.tables(connection, table))

    async def waiting_for_bots(self) -> list[str]:
        """Return the ids of the tables where a bot is to move and a person sits; bots alone wait for spectators."""
        return await self._read(table_rows.waiting_for_bots)

    async def deleted_players(self, table: str) -> int:
        """Return how many of the guests who have caused entries of a table were deleted."""
        statement = """
            SELECT count(*) FROM guests
            WHERE created = 0 AND id IN (SELECT sender FROM entries WHERE table_id = ?)"""
        ((deleted,),) = await self._rows(statement, table)
        return int(deleted)

    async def in_play(self) -> list[InPlay]:
        """Return the tables in play, grouped by game, rules, cards and release."""
        return await self._read(table_rows.in_play)

    async def expired_tables(self, cutoffs: Cutoffs, skip: Collection[str], limit: int) -> list[str]:
        """Return up to `limit` ids of expired tables, without those in `skip`."""
        return await self._read(lambda connection: retention_rows.expired_tables(connection, cutoffs, skip, limit))

    async def last_visit(self) -> int:
        """Return when a guest was last marked as seen, 0 if none was."""
        ((seen,),) = await self._rows("SELECT coalesce(max(seen), 0) FROM guests")
        return int(seen)

    async def guest_tables(self, guest: int) -> list[GuestTable]:
        """Return the tables of a guest, as host or with a present or former seat."""
        return await self._read(lambda connection: retention_rows.guest_tables(connection, guest))

    async def guest_data(self, guest: int) -> GuestData | None:
        """Return the stored data about a guest, None if there is no such guest."""
        return await self._read(lambda connection: retention_rows.guest_data(connection, guest))

    async def guest_table_data(self, guest: int, table: str) -> GuestTableData | None:
        """Return the stored data about a guest at one table without their entries, None if there is no such table."""
        return await self._read(lambda connection: retention_rows.guest_table_data(connection, guest, table))

    async def guest_entries(self, guest: int, table: str, after: int, limit: int) -> list[tuple[int, str]]:
        """Return up to `limit` entries of a guest at one table after version `after`: (version, JSON)."""
        return await self._read(lambda connection: retention_rows.guest_entries(connection, guest, table, after, limit))

    async def note(self, table: str, guest: int) -> str:
        """Return a guest's notes at a table, "" if there are none."""
        rows = await self._rows("SELECT text FROM notes WHERE table_id = ? AND guest = ?", table, guest)
        return str(rows[0][0]) if rows else ""


def _adopt_key(name: str, key: bytes, connection: SqlConnection) -> bytes:
    connection.execute("INSERT INTO keys VALUES (?, ?) ON CONFLICT DO NOTHING", (name, key))
    return bytes(connection.execute("SELECT value FROM keys WHERE name = ?", (name,)).fetchone()[0])


def run_each(read: Callable[[Read], Any], jobs: list[Job[Read]]) -> Iterator[tuple[list[Job[Read]], list[Any]]]:
    """Run all jobs; yield them with the result or the exception of each."""
    yield jobs, [_outcome(read, job.work) for job in jobs]


def _outcome(read: Callable[[Read], Any], work: Read) -> Any:
    try:
        return read(work)
    except Exception as error:  # the thread must survive every error
        return error
