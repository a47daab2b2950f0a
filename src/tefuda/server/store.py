"""Storage interface of the server; implemented by `sqlite.py` and `postgres.py`.

A write returns only once it is durable; a failed write raises `StoreError` and may be retried.  It has changed nothing,
unless the database went away before it answered: then nobody knows, and the retry finds what was stored.  An entry is
appended only at the version its writer expects (compare and set), and at most once per message of a sender.
The store knows nothing about games, and gives a table's secret to nobody but the table.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from tefuda.server.stored_data import (
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


class StoreError(Exception):
    """The store cannot read or write now (disk full, database locked or gone)."""


class Conflict(Exception):
    """A table's log does not have the expected length: another writer has appended to it."""


class Store(Protocol):
    """Storage of the server.  All methods raise StoreError if the store cannot read or write."""

    async def server_key(self) -> bytes:
        """Return the key that signs invitations; created by the first call."""

    async def guest(self, token: bytes, table: str = "") -> Visitor | None:
        """Return the guest whose token has this SHA-256, with their notes at `table`; None if there is none."""

    async def add_guest(self, token: bytes, name: str, now: int) -> Guest:
        """Add a guest with the SHA-256 of their token."""

    async def rename(self, guest: int, name: str) -> None:
        """Change a guest's name."""

    async def add_table(self, row: TableRow, entries: Sequence[str], seats: Sequence[Seat], after: str | None) -> str:
        """Add a table with the first entries of its log, as the rematch of table `after` if given.

        Returns its id, or the id of the rematch that `after` already has.
        """

    async def table(self, id: str, after: int = 0) -> StoredTable | None:
        """Return a consistent snapshot of a table, None if there is no such table.

        Its log has only the entries after version `after`.
        """

    async def log(self, table: str) -> list[Logged]:
        """Return the entries of a table."""

    async def keep_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Replace the snapshot of a table, unless the table is gone or has a newer one."""

    async def append(self, append: Append) -> Appended:
        """Append an entry durably; raises Conflict if the log does not have the expected length."""

    async def tables_of(self, guest: int, limit: int) -> list[tuple[TableRow, int]]:
        """Return tables where a guest sits or is the host, each with their seat (-1: none).

        Unfinished tables come first, and newer ones before older ones.
        """

    async def public_tables(self, limit: int, guest: int | None) -> list[tuple[TableRow, int]]:
        """Return unfinished public tables, undealt ones first, newest first, each with a guest's seat (-1: none)."""

    async def series(self, table: str) -> list[SeriesTable]:
        """Return a table and the finished tables of its series, oldest first, at most `series_rows.MAX_GAMES`.

        Empty if there is no such table.
        """

    async def waiting_for_bots(self) -> list[str]:
        """Return the ids of the tables where a bot is to move and a person sits: bots alone wait for spectators."""

    async def in_play(self) -> list[InPlay]:
        """Return the tables in play, grouped by game, rules, cards and release."""

    async def note(self, table: str, guest: int) -> str:
        """Return a guest's notes at a table, "" if there are none."""

    async def set_note(self, table: str, guest: int, text: str) -> None:
        """Replace a guest's notes at a table."""

    async def say(self, line: SaidLine) -> int:
        """Add a line to the talk of a table and return its number; a message that is repeated adds one line."""

    async def talk(self, table: str, after: int = 0) -> KeptTalk:
        """Return the talk of a table, with the lines after number `after`."""

    async def shares(self, table: str) -> list[Share]:
        """Return the links to a finished table, oldest first."""

    async def set_share(self, table: str, guest: int, nonce: bytes | None, now: int) -> None:
        """Add a guest's link to a finished table unless they have one, or remove it (`nonce` is None)."""

    async def stored_record(self, table: str, name: str) -> StoredRecord | None:
        """Return the record of a table with this name, None if there is none."""

    async def unrecorded_tables(self, name: str, limit: int) -> list[str]:
        """Return the ids of the latest finished tables without a record of this name, oldest first."""

    async def store_record(self, table: str, name: str, record: StoredRecord, *, now: int) -> None:
        """Store or replace the record with this name; it is removed with its table."""

    async def drop_records(self, tables: Sequence[str]) -> None:
        """Drop the records of some tables."""

    async def expired_tables(self, cutoffs: Cutoffs, skip: Collection[str], limit: int) -> list[str]:
        """Return up to `limit` ids of expired tables, without those in `skip`."""

    async def remove_table(self, id: str, cutoffs: Cutoffs | None) -> bool:
        """Remove a table and all rows that refer to it, unless it is no longer expired; return whether it was removed.

        A table that another server has in memory is not expired.

        The table must not be loaded: its actor would continue without a log.
        """

    async def remove_guests(self, before: int, limit: int) -> int:
        """Remove up to `limit` guests without data who were last seen before `before`; return how many."""

    async def mark_used(self, tables: Sequence[str], guests: Sequence[int], now: int) -> None:
        """Set the last use of unfinished tables and the last visit of guests."""

    async def last_visit(self) -> int:
        """Return when a guest was last marked as seen, 0 if none was."""

    async def guest_tables(self, guest: int) -> list[GuestTable]:
        """Return the tables of a guest, as host or with a present or former seat."""

    async def forget(self, guest: int, stuck: Collection[str]) -> list[str] | None:
        """Delete a guest's identity, including their name in every log; return the ids of the changed tables.

        Returns None and changes nothing if they still sit at an unfinished table or have a table to themselves.  Tables
        in `stuck` are exempt: there they keep their seat without a name.
        """

    async def guest_data(self, guest: int) -> GuestData | None:
        """Return the stored data about a guest, None if there is no such guest."""

    async def guest_table_data(self, guest: int, table: str) -> GuestTableData | None:
        """Return the stored data about a guest at one table, None if there is no such table."""

    async def adopt_push_key(self, key: bytes) -> bytes:
        """Store the private key by which push services know this server, unless there is one; return the one stored."""

    async def add_push(self, guest: int, subscription: PushSubscription, now: int) -> None:
        """Add or replace a push subscription; of a guest's, only the newest few are kept."""

    async def remove_push(self, endpoint: str, guest: int | None = None) -> None:
        """Remove the push subscription with this endpoint, if there is one; only of one guest if given."""

    async def push_subscriptions(self, guest: int) -> list[PushSubscription]:
        """Return the push subscriptions of a guest, oldest first."""

    async def keep_uptime(self, seconds: int) -> int:
        """Keep for how many seconds servers have worked on this database, and return the most that was ever kept."""

    async def ping(self) -> None:
        """Check that an entry could be written now; raises StoreError if not."""

    async def close(self) -> None:
        """Write everything pending and close."""
