"""An in-memory store for tests that make many tables."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from tefuda.server.store import Conflict
from tefuda.server.stored_data import (
    Append,
    Appended,
    Cutoffs,
    Guest,
    GuestData,
    GuestTable,
    GuestTableData,
    InPlay,
    KeptLine,
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


@dataclass
class _Table:
    row: TableRow
    log: list[Logged]
    seats: dict[int, Seat]
    notes: dict[int, str] = field(default_factory=dict)
    talk: KeptTalk = field(default_factory=lambda: KeptTalk(0, chat=True, lines=()))
    snapshot: Snapshot | None = None
    result: tuple[int, list[int]] | None = None  # (ended, ranks)


class MemoryStore:
    """An in-memory `Store`, without retention."""

    def __init__(self) -> None:
        self._tables: dict[str, _Table] = {}
        self._guests: dict[bytes, Guest] = {}
        self._records: dict[tuple[str, str], StoredRecord] = {}
        self._uptime = 0

    async def server_key(self) -> bytes:
        return b"k" * 32

    async def shares(self, table: str) -> list[Share]:
        return []  # `set_share` makes none

    async def set_share(self, table: str, guest: int, nonce: bytes | None, now: int) -> None:
        raise NotImplementedError("the tests of this use the real store")

    async def guest(self, token: bytes, table: str = "") -> Visitor | None:
        if token not in self._guests:
            return None
        guest = self._guests[token]
        return Visitor(guest, token, await self.note(table, guest.id) if table in self._tables else "")

    async def add_guest(self, token: bytes, name: str, now: int) -> Guest:
        self._guests[token] = Guest(len(self._guests) + 1, name)
        return self._guests[token]

    async def rename(self, guest: int, name: str) -> None:
        self._guests = {
            token: one._replace(name=name) if one.id == guest else one for token, one in self._guests.items()
        }

    async def add_table(self, row: TableRow, entries: Sequence[str], seats: Sequence[Seat], after: str | None) -> str:
        if after is not None:
            before = self._tables[after]
            if before.row.next is not None:
                return before.row.next
            before.row = before.row._replace(next=row.id)
        log = [Logged(version, entry) for version, entry in enumerate(entries, 1)]
        series = row._replace(series=row.series or row.id)
        self._tables[row.id] = _Table(series, log, {seat.guest: seat for seat in seats})
        return row.id

    async def table(self, id: str, after: int = 0) -> StoredTable | None:
        if id not in self._tables:
            return None
        table = self._tables[id]
        return StoredTable(table.row, table.log[after:], list(table.seats.values()), table.snapshot)

    async def keep_snapshot(self, table: str, snapshot: Snapshot) -> None:
        self._tables[table].snapshot = snapshot

    async def log(self, table: str) -> list[Logged]:
        return self._tables[table].log.copy()

    async def append(self, append: Append) -> Appended:
        table = self._tables[append.table]
        for logged in table.log:
            if append.command is not None and (logged.sender, logged.command) == (append.sender, append.command):
                return Appended(logged.version, fresh=False)
        if len(table.log) != append.expected:
            raise Conflict
        table.log.append(Logged(append.expected + 1, append.entry, append.sender, append.command))
        table.row = table.row._replace(version=append.expected + 1, phase=append.phase, to_act=append.to_act)
        if append.sitters is not None:
            table.row = table.row._replace(sitters=append.sitters)
        if append.arrangement is not None:
            table.row = table.row._replace(**append.arrangement._asdict())
        if append.result is not None:
            table.result = append.result[0], list(append.result[1])
        for guest in append.unseat:
            table.seats.pop(guest)
        table.seats |= {seat.guest: seat for seat in append.seats}
        return Appended(append.expected + 1, fresh=True)

    async def tables_of(self, guest: int, limit: int) -> list[tuple[TableRow, int]]:
        rows = [(one.row, one.seats[guest].seat) for one in self._tables.values() if guest in one.seats]
        return rows[:limit]

    async def public_tables(self, limit: int, guest: int | None) -> list[tuple[TableRow, int]]:
        visible = [one for one in self._tables.values() if one.row.public and one.row.phase != "over"][:limit]
        return [(one.row, one.seats[guest].seat if guest in one.seats else -1) for one in visible]

    async def series(self, table: str) -> list[SeriesTable]:
        if table not in self._tables:
            return []
        series = self._tables[table].row.series
        found = [
            one
            for one in self._tables.values()
            if one.row.id == table or (one.result is not None and one.row.series == series)
        ]
        found.sort(key=lambda one: (one.row.game_number, one.result[0] if one.result is not None else 0, one.row.id))
        return [self._series_table(one) for one in found]

    def _series_table(self, table: _Table) -> SeriesTable:
        row = table.row
        guests = {
            seat.seat: seat.guest
            for seat in table.seats.values()
            if seat.sits and row.sitters[seat.seat].kind == "person"
        }
        return SeriesTable(row.id, row.game, row.game_number, row.sitters, guests, table.result)

    async def waiting_for_bots(self) -> list[str]:
        rows = [one.row for one in self._tables.values() if one.row.phase == "playing"]
        kinds = {row.id: [sitter.kind for sitter in row.sitters] for row in rows}
        return [row.id for row in rows if kinds[row.id][row.to_act] == "bot" and "person" in kinds[row.id]]

    async def in_play(self) -> list[InPlay]:
        rows = [one.row for one in self._tables.values() if one.row.phase == "playing"]
        return [InPlay(row.game, row.rules, row.cards, row.release, 1) for row in rows]

    async def note(self, table: str, guest: int) -> str:
        return self._tables[table].notes.get(guest, "")

    async def set_note(self, table: str, guest: int, text: str) -> None:
        self._tables[table].notes[guest] = text

    async def say(self, line: SaidLine) -> int:
        table = self._tables[line.table]
        number = table.talk.last + 1
        chat = table.talk.chat if line.chat is None else line.chat
        lines = (*table.talk.lines, KeptLine(number, line.guest, line.seat, line.line))
        table.talk = KeptTalk(number, chat, lines)
        return number

    async def talk(self, table: str, after: int = 0) -> KeptTalk:
        talk = self._tables[table].talk
        return talk._replace(lines=tuple(line for line in talk.lines if line.number > after))

    async def stored_record(self, table: str, name: str) -> StoredRecord | None:
        return self._records.get((table, name))

    async def unrecorded_tables(self, name: str, limit: int) -> list[str]:
        over = [one.row.id for one in self._tables.values() if one.row.phase == "over"]
        return [id for id in over if (id, name) not in self._records][-limit:]

    async def store_record(self, table: str, name: str, record: StoredRecord, *, now: int) -> None:
        self._records[table, name] = record

    async def drop_records(self, tables: Sequence[str]) -> None:
        self._records = {key: record for key, record in self._records.items() if key[0] not in tables}

    async def expired_tables(self, cutoffs: Cutoffs, skip: Collection[str], limit: int) -> list[str]:
        return []

    async def remove_table(self, id: str, cutoffs: Cutoffs | None) -> bool:
        return self._tables.pop(id, None) is not None

    async def remove_guests(self, before: int, limit: int) -> int:
        return 0

    async def mark_used(self, tables: Sequence[str], guests: Sequence[int], now: int) -> None:
        pass

    async def last_visit(self) -> int:
        return 0

    async def guest_tables(self, guest: int) -> list[GuestTable]:
        tables = [one for one in self._tables.values() if guest in one.seats or one.row.host == guest]
        return [
            GuestTable(
                one.row.id,
                one.row.phase,
                guest in one.seats and one.seats[guest].sits,
                one.row.host == guest and one.seats.keys() <= {guest},
            )
            for one in tables
        ]

    async def forget(self, guest: int, stuck: Collection[str]) -> list[str] | None:
        raise NotImplementedError("the tests of this use the real store")

    async def guest_data(self, guest: int) -> GuestData | None:
        raise NotImplementedError("the tests of this use the real store")

    async def guest_table_data(self, guest: int, table: str) -> GuestTableData | None:
        raise NotImplementedError("the tests of this use the real store")

    async def adopt_push_key(self, key: bytes) -> bytes:
        raise NotImplementedError("the tests of this use the real store")

    async def add_push(self, guest: int, subscription: PushSubscription, now: int) -> None:
        raise NotImplementedError("the tests of this use the real store")

    async def remove_push(self, endpoint: str, guest: int | None = None) -> None:
        raise NotImplementedError("the tests of this use the real store")

    async def push_subscriptions(self, guest: int) -> list[PushSubscription]:
        return []  # `add_push` adds none

    async def keep_uptime(self, seconds: int) -> int:
        self._uptime = max(self._uptime, seconds)
        return self._uptime

    async def ping(self) -> None:
        pass

    async def close(self) -> None:
        pass
