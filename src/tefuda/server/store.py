"""Where tables are kept: the one small interface.

A write is reported only when it is safe; one that could not be made is reported as `StoreError` and has changed
nothing, and the next one may succeed again.  An entry is appended only at the version that its writer expects (compare
and set), and at most once for each message of a sender.  The hosts of tables and the web interface use this, and
`sqlite.py` stands behind it.  It knows nothing of games; a table's secret leaves it only towards its table.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple, Protocol

from tefuda.table.entries import Sitter

Phase = Literal["open", "playing", "over"]


class StoreError(Exception):
    """The store cannot keep anything just now (disk full, database locked); nothing was changed."""


class Conflict(Exception):
    """A table's log has another length than the writer believed: somebody else has written to it."""


class Guest(NamedTuple):
    """Somebody the server knows again."""

    id: int
    name: str


class TableRow(NamedTuple):
    """What the store knows of a table besides its log."""

    id: str
    game: str
    options: dict[str, int]
    start: str | None  # position text the game begins from; None: from a deal
    host: int  # guest
    public: bool
    secret: bytes
    created: int  # seconds since 1970
    version: int
    phase: Phase
    to_act: int  # seat, -1 for none
    sitters: tuple[Sitter, ...]
    next: str | None  # id of the rematch
    cards: str | None = None  # SHA-256 of the card tables it is played with; None: not known
    protocol: int = 2  # of its deal
    rules: str | None = None  # version of the game's rules; None: not known
    release: str | None = None  # of Tefuda that made the table; None: not known

    def __repr__(self) -> str:
        return f"TableRow({self.id!r}, {self.game!r}, version={self.version}, {self.phase})"  # never the secret


class Logged(NamedTuple):
    """One entry of a table's log."""

    version: int
    entry: str  # JSON
    sender: int | None = None
    command: str | None = None


class Seat(NamedTuple):
    """A guest's place at a table; `sits` is False once they have left it."""

    guest: int
    seat: int
    sits: bool


class StoredTable(NamedTuple):
    """A table as it is stored."""

    row: TableRow
    log: list[Logged]
    seats: list[Seat]


class InPlay(NamedTuple):
    """Tables in play that have the same rules and cards."""

    game: str
    rules: str | None
    cards: str | None
    release: str | None
    tables: int


class Append(NamedTuple):
    """An entry to be added to a table's log, and what it makes of the table."""

    table: str
    expected: int  # entries in the log so far
    entry: str
    sender: int | None
    command: str | None
    phase: Phase
    to_act: int
    # Only with entries that change who sits where, or that end a game:
    sitters: tuple[Sitter, ...] | None = None
    seats: tuple[Seat, ...] = ()
    unseat: tuple[int, ...] = ()  # guests whose place is forgotten
    result: tuple[int, Sequence[int], Sequence[int]] | None = None  # (ended, ranks, scores)


class Before(NamedTuple):
    """Moments since which a table must have been used to stay, by its phase."""

    open: int
    playing: int
    over: int


class Belonging(NamedTuple):
    """A table at which a guest sits or sat, or which they host."""

    id: str
    phase: Phase
    sits: bool
    alone: bool  # it is theirs, and no other guest has a seat there, or had one after the deal


class LeftBehind(NamedTuple):
    """What is kept of a guest, but for what they left at tables."""

    name: str
    created: int
    seen: int  # about when they came last
    tables: tuple[str, ...]  # newest first


class LeftAt(NamedTuple):
    """What a guest left at one table."""

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


class Appended(NamedTuple):
    """Where an entry stands in the log; not `fresh` where the same message had put it there before."""

    version: int
    fresh: bool


class KeptRecord(NamedTuple):
    """What has been worked out of a finished table's log, to be given out again."""

    version: int  # entries in the log then
    form: str  # what it was made by: another release may make something else of the same log
    data: bytes  # as `records.py` keeps it, with the next two
    crc: int
    size: int


class Store(Protocol):
    """Everything that the server keeps.  All methods raise StoreTrouble where the store cannot answer or keep it."""

    async def server_key(self) -> bytes:
        """The key that signs invitations: made once, the same ever after."""

    async def guest(self, token: bytes) -> tuple[Guest, bytes] | None:
        """The guest whose token has this SHA-256, with the SHA-256 that was found."""

    async def add_guest(self, token: bytes, name: str, now: int) -> Guest:
        """A new guest, known by the SHA-256 of their token."""

    async def rename(self, guest: int, name: str) -> None:
        """Another name for a guest."""

    async def add_table(self, row: TableRow, entries: Sequence[str], seats: Sequence[Seat], after: str | None) -> str:
        """Keep a new table with the first entries of its log; `after` names the table that it is the rematch of.

        Returns its id, or the id of the rematch that `after` has already.
        """

    async def table(self, id: str) -> StoredTable | None:
        """One table with everything that belongs to it, as it is at one moment."""

    async def log(self, table: str) -> list[Logged]:
        """The entries of a table."""

    async def append(self, append: Append) -> Appended:
        """Add an entry; returns after it is safe on disk.  Raises Conflict where the log is not as long as expected."""

    async def tables_of(self, guest: int, limit: int) -> list[tuple[TableRow, int]]:
        """The newest tables at which a guest sits, or that they host, each with their seat there (-1: none)."""

    async def public_tables(self, limit: int, guest: int | None) -> list[tuple[TableRow, int]]:
        """Public tables that wait for players or are being played, those that wait first, newest first.

        Each comes with the seat of a guest there (-1: none).
        """

    async def waiting_for_bots(self) -> list[str]:
        """The tables on which a bot has to move."""

    async def in_play(self) -> list[InPlay]:
        """What the tables in play are played with."""

    async def note(self, table: str, guest: int) -> str:
        """A guest's notes at a table, "" if there are none."""

    async def set_note(self, table: str, guest: int, text: str) -> None:
        """Keep a guest's notes."""

    async def kept_record(self, table: str, what: str) -> KeptRecord | None:
        """A record of a table that was kept under this name."""

    async def keep_record(self, table: str, what: str, record: KeptRecord, *, now: int) -> None:
        """Keep a record in place of the one of that name, as long as its table."""

    async def drop_records(self, tables: Sequence[str]) -> None:
        """Drop the records of some tables."""

    async def expired_tables(self, before: Before, skip: Collection[str], limit: int) -> list[str]:
        """Some tables that nobody has used since the moment for their phase, without those in `skip`."""

    async def remove_table(self, id: str, before: Before | None) -> bool:
        """Remove a table with everything that belongs to it, unless it has been used since `before`.

        Nobody may hold it: its host would go on without a log.
        """

    async def remove_guests(self, before: int, limit: int) -> int:
        """Remove some guests who left nothing and have not come since `before`; how many."""

    async def mark_used(self, tables: Sequence[str], guests: Sequence[int], now: int) -> None:
        """Note that somebody was at these tables, unless they are over, and that these guests were here."""

    async def belongings(self, guest: int) -> list[Belonging]:
        """The tables at which a guest sits or sat, or which they host."""

    async def forget(self, guest: int, stuck: Collection[str]) -> list[str] | None:
        """Forget who a guest was, their name in every log included; the tables at which something has changed.

        None, and nothing has changed, where they still sit at a table that is not over, or have one to themselves; but
        at the tables that are `stuck` they stay in their seat, without a name.
        """

    async def left_behind(self, guest: int) -> LeftBehind | None:
        """What is kept of a guest, but for what they left at tables."""

    async def left_at(self, guest: int, table: str) -> LeftAt | None:
        """What a guest left at one table."""

    async def ping(self) -> None:
        """Return if something could be written now, and an entry would still find room."""

    async def close(self) -> None:
        """Write what is waiting, and close."""
