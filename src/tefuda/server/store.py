"""Storage interface of the server; implemented by `sqlite.py` and `postgres.py`.

A write returns only once it is durable; a failed write raises `StoreError` and may be retried.  It has changed nothing,
unless the database went away before it answered: then nobody knows, and the retry finds what was stored.  An entry is
appended only at the version its writer expects (compare and set), and at most once per message of a sender.
The store knows nothing about games, and gives a table's secret to nobody but the table.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple, Protocol

from tefuda.table.clock_rule import ClockRule
from tefuda.table.entries import Sitter
from tefuda.table.snapshot import Snapshot

Phase = Literal["open", "playing", "over"]


class StoreError(Exception):
    """The store cannot read or write now (disk full, database locked or gone)."""


class Conflict(Exception):
    """A table's log does not have the expected length: another writer has appended to it."""


class Guest(NamedTuple):
    """A person, recognized by their cookie."""

    id: int
    name: str


class Visitor(NamedTuple):
    """A guest as the owner of a token, with their notes at the table they visit."""

    guest: Guest
    token: bytes  # SHA-256
    note: str


class TableRow(NamedTuple):
    """A table without its log."""

    id: str
    game: str
    options: dict[str, int]
    start: str | None  # position text the game begins from; None: a deal
    host: int  # guest who created the table
    public: bool
    secret: bytes
    created: int  # seconds since 1970
    version: int
    phase: Phase
    to_act: int  # seat, -1 for none
    sitters: tuple[Sitter, ...]
    next: str | None  # id of the rematch
    cards: str | None = None  # SHA-256 of the card tables; None: unknown
    protocol: int = 2  # version of the fair-deal protocol
    rules: str | None = None  # version of the game's rules; None: unknown
    release: str | None = None  # of Tefuda that created the table; None: unknown
    hints: bool = False  # also while several people play
    locked: bool = False  # nobody new sits
    series: str | None = None  # id of the first table of its series; None: this one
    game_number: int = 1  # number in its series
    clock: ClockRule | None = None

    def __repr__(self) -> str:
        return f"TableRow({self.id!r}, {self.game!r}, version={self.version}, {self.phase})"  # never the secret


class Logged(NamedTuple):
    """One entry of a table's log."""

    version: int
    entry: str  # JSON
    sender: int | None = None  # guest
    command: str | None = None  # id of their message


REMOVED = -1  # the seat of a guest whom the host has removed


class Seat(NamedTuple):
    """A guest's seat at a table; `sits` is False once they have left it, or were removed (then `seat` is REMOVED)."""

    guest: int
    seat: int
    sits: bool


class StoredTable(NamedTuple):
    """A stored table with its log and seats."""

    row: TableRow
    log: list[Logged]
    seats: list[Seat]
    snapshot: Snapshot | None  # of its game, if there is one


class InPlay(NamedTuple):
    """A group of tables in play with the same game, rules, cards and release."""

    game: str
    rules: str | None
    cards: str | None
    release: str | None
    tables: int  # number of tables


class ArrangedColumns(NamedTuple):
    """The columns of a table that its host can change before the deal."""

    game: str
    options: dict[str, int]
    public: bool
    cards: str | None
    rules: str | None
    release: str | None
    hints: bool
    locked: bool
    clock: ClockRule | None = None


class Append(NamedTuple):
    """A request to append an entry to a table's log, with the state of the table after it."""

    table: str
    expected: int  # entries in the log before
    entry: str  # JSON
    sender: int | None  # guest
    command: str | None  # id of their message
    phase: Phase
    to_act: int
    # Only for entries that change seats or end the game:
    sitters: tuple[Sitter, ...] | None = None
    seats: tuple[Seat, ...] = ()  # seats to insert or update
    unseat: tuple[int, ...] = ()  # guests whose seat is deleted
    result: tuple[int, Sequence[int], Sequence[int]] | None = None  # (ended, ranks, scores)
    arrangement: ArrangedColumns | None = None  # if the host has changed the table


class SaidLine(NamedTuple):
    """A line to be added to the talk of a table."""

    table: str
    guest: int
    command: str  # id of their message
    seat: int  # -1: a spectator
    line: str  # JSON
    chat: bool | None = None  # whether free text may be said from now on; None: as before


class KeptLine(NamedTuple):
    """A stored line of the talk."""

    number: int
    guest: int
    seat: int
    line: str  # JSON


class KeptTalk(NamedTuple):
    """The stored talk of a table, or its newest lines."""

    last: int  # number of changes so far; a line has the number of the change that has added it
    chat: bool  # free text may be said, unless the table is public
    lines: tuple[KeptLine, ...]  # oldest first


class Cutoffs(NamedTuple):
    """Times (seconds since 1970) by phase; a table last used before the one for its phase has expired."""

    open: int
    playing: int
    over: int


class GuestTable(NamedTuple):
    """A table of a guest, as host or with a present or former seat."""

    id: str
    phase: Phase
    sits: bool
    alone: bool  # they are the host, and no other guest has a seat there, present or former


class GuestData(NamedTuple):
    """Stored data about a guest, without that of single tables."""

    name: str
    created: int  # seconds since 1970
    seen: int  # approximate time of their last visit
    tables: tuple[str, ...]  # ids, newest first


class GuestTableData(NamedTuple):
    """Stored data about a guest at one table."""

    game: str
    options: dict[str, int]
    public: bool
    phase: Phase
    created: int
    host: bool
    seat: tuple[int, int] | None  # (seat, sits)
    note: str
    entries: Sequence[tuple[int, str]]  # (version, JSON)
    result: tuple[int, list[int], list[int]] | None  # (ended, ranks, scores)
    shared: bool  # whether they have made a link to the game
    talk: Sequence[str] = ()  # their lines, JSON


class Appended(NamedTuple):
    """Version of an appended entry; `fresh` is False if the same message had already appended it."""

    version: int
    fresh: bool
    holders: tuple[int, ...] = ()  # workers that have the table in memory, and must hear of the entry


class SeriesTable(NamedTuple):
    """A table of a series with its result, if its game is over."""

    id: str
    game: str
    number: int  # number in its series
    sitters: tuple[Sitter, ...]
    guests: dict[int, int]  # by seat: who sits there, or sat there at the end and is deleted
    result: tuple[int, list[int]] | None  # (ended, ranks)


class Share(NamedTuple):
    """The link by which a player shows a finished game."""

    guest: int
    nonce: bytes  # the link is a signature of it


class PushSubscription(NamedTuple):
    """A browser that shows push messages."""

    endpoint: str  # its address at a push service, a secret like the keys
    p256dh: bytes  # its public key, an uncompressed point of P-256
    auth: bytes  # its secret
    language: str
    origin: str  # of the page that has subscribed, such as https://cards.example

    def __repr__(self) -> str:
        return "PushSubscription(...)"


class StoredRecord(NamedTuple):
    """A record made from a finished table's log."""

    version: int  # length of the log
    program: str  # digest of the program that made it
    data: bytes  # a `records.Body`, with `crc` and `size`
    crc: int
    size: int


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
        """Return the ids of the tables where a bot is to move."""

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
