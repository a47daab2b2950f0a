"""Data types of the server's store: guests, tables with their entries and seats, talk, records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from tefuda.table.clock_rule import ClockRule
from tefuda.table.entries import Sitter
from tefuda.table.snapshot import Snapshot

Phase = Literal["open", "playing", "over"]


class Guest(NamedTuple):
    """A person, recognized by their cookie."""

    id: int
    name: str


class Visitor(NamedTuple):
    """A guest with their notes at the table they visit."""

    guest: Guest
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
    hints: bool = False  # even while several people play
    locked: bool = False  # newcomers cannot take a seat
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
    host: int | None = None  # the guest who is the host from now on; None: unchanged


class SaidLine(NamedTuple):
    """A line to be added to the talk of a table."""

    table: str
    guest: int
    command: str  # id of their message
    seat: int  # -1: a spectator
    line: str  # JSON
    chat: bool | None = None  # whether free text is allowed from now on; None: unchanged


class KeptLine(NamedTuple):
    """A stored line of the talk."""

    number: int
    guest: int
    seat: int
    line: str  # JSON


class KeptTalk(NamedTuple):
    """The stored talk of a table, or its newest lines."""

    last: int  # number of changes so far; a line has the number of the change that added it
    chat: bool  # free text is allowed, unless the table is public
    lines: tuple[KeptLine, ...]  # oldest first


class Cutoffs(NamedTuple):
    """Times (seconds since 1970) by phase; a table last used before the one for its phase has expired."""

    open: int
    playing: int
    over: int
    now: int = 0  # by which tables with impossible times are dated; 0: unknown


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
    """Stored data about a guest at one table, without the entries."""

    game: str
    options: dict[str, int]
    public: bool
    phase: Phase
    created: int
    host: bool
    seat: tuple[int, int] | None  # (seat, sits)
    note: str
    result: tuple[int, list[int], list[int]] | None  # (ended, ranks, scores)
    shared: bool  # whether they have made a link to the game
    talk: Sequence[str] = ()  # their lines, JSON


class Appended(NamedTuple):
    """Version of an appended entry; `fresh` is False if the same message had already appended it."""

    version: int
    fresh: bool
    holders: tuple[int, ...] = ()  # workers that have the table in memory, to be notified of the entry


class SeriesTable(NamedTuple):
    """A table of a series with its result, if its game is over."""

    id: str
    game: str
    number: int  # number in its series
    sitters: tuple[Sitter, ...]
    guests: dict[int, int]  # by seat: the guest who sits there, or sat there at the end and was deleted
    result: tuple[int, list[int]] | None  # (ended, ranks)


class Share(NamedTuple):
    """The link by which a player shares a finished game."""

    guest: int
    nonce: bytes  # the link is a signature of it


class PushSubscription(NamedTuple):
    """A browser that shows push messages."""

    endpoint: str  # its address at a push service, secret like the keys
    p256dh: bytes  # its public key, an uncompressed point of P-256
    auth: bytes  # its secret
    language: str
    origin: str  # of the subscribing page, such as https://cards.example

    def __repr__(self) -> str:
        return "PushSubscription(...)"


class StoredRecord(NamedTuple):
    """A record made from a finished table's log."""

    version: int  # length of the log
    program: str  # digest of the program that made it
    data: bytes  # a `records.Body`, with `crc` and `size`
    crc: int
    size: int
