"""The store: reported entries are on disk, failed ones are not kept, and one failure affects no other entry."""

import asyncio
import os
import shutil
import sqlite3
import stat
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from harness.server.databases import Database, PostgresDatabase
from tefuda.server.store.errors import Conflict, StoreError
from tefuda.server.store.sql import SqlConnection
from tefuda.server.store.sql_store import SqlStore
from tefuda.server.store.sqlite import SqliteStore
from tefuda.server.store.stored_data import REMOVED, Append, Appended, ArrangedColumns, Guest, Seat, TableRow, Visitor
from tefuda.table.clock_rule import ClockRule
from tefuda.table.entries import Sitter

SECRET = bytes(range(32))


@pytest.fixture
async def store(database: Database) -> AsyncIterator[SqlStore]:
    store = database.open()
    yield store
    await store.close()


@pytest.fixture
async def sqlite(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(tmp_path / "data")
    yield store
    await store.close()


async def guest(store: SqlStore, token: bytes = b"t" * 32) -> Guest:
    return await store.add_guest(token, "Hanako", 1)


async def table(store: SqlStore, host: Guest, id: str = "one", **changes: Any) -> TableRow:
    row = TableRow(id, "kotori", {}, None, host.id, True, SECRET, 1, 0, "open", -1, (Sitter(), Sitter()), None)
    row = row._replace(**changes)
    assert await store.add_table(row, (), (), None) == id
    return row


def append(table: str = "one", expected: int = 0, **changes: Any) -> Append:
    return Append(table, expected, f'{{"n": {expected + 1}}}', None, None, "playing", 1)._replace(**changes)


async def test_appended_entries_are_visible_to_others(store: SqlStore, database: Database) -> None:
    await table(store, await guest(store))
    for n in range(3):
        assert await store.append(append(expected=n)) == Appended(n + 1, fresh=True)
        assert database.run("SELECT count(*) FROM entries") == [(n + 1,)]
    stored = await store.table("one")
    row = stored.row
    assert (row.version, row.phase, row.to_act) == (3, "playing", 1)
    assert [logged.entry for logged in stored.log] == ['{"n": 1}', '{"n": 2}', '{"n": 3}']
    assert await store.log("one") == stored.log


async def test_arrangement_changes_the_row_of_its_table_with_the_entry_or_not_at_all(store: SqlStore) -> None:
    host = await guest(store)
    for id in ("one", "two"):
        await table(store, host, id)
    sitters = (Sitter("bot", "x", "easy"),)
    arrangement = ArrangedColumns(
        "llama",
        {"rounds": 2},
        public=False,
        cards="c",
        rules="2",
        release="9",
        hints=True,
        locked=True,
        clock=ClockRule("move", 30),
    )
    changed = append(phase="open", to_act=-1, sitters=sitters, arrangement=arrangement)
    other = append("two", phase="open", to_act=-1)
    assert await asyncio.gather(store.append(changed), store.append(other)) == [Appended(1, fresh=True)] * 2
    late = changed._replace(arrangement=arrangement._replace(game="tezuma"))
    with pytest.raises(Conflict):
        await store.append(late)
    stored = [await store.table(id) for id in ("one", "two")]
    rows = [one.row for one in stored if one is not None]
    assert [row.version for row in rows] == [1, 1]
    assert ArrangedColumns(*(getattr(rows[0], name) for name in ArrangedColumns._fields)) == arrangement
    assert rows[0].sitters == sitters
    assert (rows[1].game, rows[1].locked) == ("kotori", False)


async def test_every_commit_is_synced(sqlite: SqliteStore) -> None:
    assert await sqlite._change(lambda c: c.execute("PRAGMA synchronous").fetchone()[0]) == 2  # FULL
    assert await sqlite._change(lambda c: c.execute("PRAGMA journal_mode").fetchone()[0]) == "wal"


async def test_only_the_expected_version_is_appended(store: SqlStore) -> None:
    await table(store, await guest(store))
    await store.append(append())
    for expected in (0, 2, 7):
        with pytest.raises(Conflict):
            await store.append(append(expected=expected))
    assert len(await store.log("one")) == 1


async def test_one_of_several_appends_of_a_version_wins(store: SqlStore) -> None:
    await table(store, await guest(store))
    results = await asyncio.gather(*(store.append(append(entry=f'"{n}"')) for n in range(5)), return_exceptions=True)
    assert [type(result) for result in results].count(Appended) == 1
    assert [type(result) for result in results].count(Conflict) == 4
    assert len(await store.log("one")) == 1


async def test_repeated_message_is_stored_once(store: SqlStore) -> None:
    host = await guest(store)
    await table(store, host)
    first = append(sender=host.id, command="m1")
    assert await store.append(first) == Appended(1, fresh=True)
    assert await store.append(append(expected=1)) == Appended(2, fresh=True)
    assert await store.append(first._replace(expected=2)) == Appended(1, fresh=False)
    assert await store.append(first._replace(expected=0)) == Appended(1, fresh=False)
    other = await guest(store, b"u" * 32)
    assert await store.append(append(expected=2, sender=other.id, command="m1")) == Appended(3, fresh=True)


async def forty_appends(store: SqlStore) -> None:
    """Append to forty tables at once, to every fourth of them in conflict."""
    host = await guest(store)
    for n in range(40):
        await table(store, host, f"t{n}")
    appends = [append(f"t{n}", 9 if n % 4 == 3 else 0) for n in range(40)]
    results = await asyncio.gather(*(store.append(entry) for entry in appends), return_exceptions=True)
    for n, result in enumerate(results):
        assert isinstance(result, Conflict) if n % 4 == 3 else result == Appended(1, fresh=True)


async def test_conflict_affects_only_itself(store: SqlStore, database: Database) -> None:
    await forty_appends(store)
    assert database.run("SELECT count(*) FROM entries") == [(30,)]


async def test_waiting_entries_share_a_commit(sqlite: SqliteStore) -> None:
    commits: list[str] = []
    await sqlite._change(
        lambda c: c.set_trace_callback(lambda text: commits.append(text) if "entries" in text else None)
    )
    await forty_appends(sqlite)
    assert len([text for text in commits if "INSERT INTO entries" in text]) < 10, "entries did not share commits"


async def test_waiting_entries_share_a_transaction_of_postgresql(postgresql: PostgresDatabase) -> None:
    store = postgresql.open()
    await forty_appends(store)
    await store.close()
    ((transactions,),) = postgresql.run("SELECT count(DISTINCT xmin::TEXT) FROM entries")
    assert transactions < 10, "entries did not share transactions"


async def test_failing_entry_affects_no_other(store: SqlStore) -> None:
    host = await guest(store)
    for id in ("one", "two"):
        await table(store, host, id)
    nobody = append("two", sender=999, command="m")  # no such guest
    results = await asyncio.gather(store.append(append()), store.append(nobody), return_exceptions=True)
    assert results[0] == Appended(1, fresh=True)
    assert isinstance(results[1], StoreError)
    assert await store.append(append("two")) == Appended(1, fresh=True)


async def test_failing_change_is_rolled_back_alone(store: SqlStore) -> None:
    host = await guest(store)
    await table(store, host)

    def wrong(connection: SqlConnection) -> None:
        connection.execute("UPDATE guests SET name = 'Mallory'")
        raise LookupError("half-way")

    results = await asyncio.gather(
        store._change(wrong), store.append(append()), store.rename(host.id, "Taro"), return_exceptions=True
    )
    assert isinstance(results[0], LookupError)
    assert results[1] == Appended(1, fresh=True)
    stored = await store.guest(b"t" * 32)
    assert stored == Visitor(Guest(host.id, "Taro"), "")


async def test_crash_after_a_large_undone_change_loses_no_commit(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "data")

    def undone(connection: sqlite3.Connection) -> None:
        connection.execute("CREATE TABLE large (id INTEGER PRIMARY KEY, data BLOB)")
        for _ in range(200):
            connection.execute("INSERT INTO large (data) VALUES (randomblob(3000))")
        for _ in range(2):
            connection.execute("UPDATE large SET data = randomblob(3000)")
        raise LookupError("half-way")

    host = await guest(store)
    await table(store, host)
    await store._change(lambda c: c.execute("PRAGMA cache_size = 10").fetchall())
    with pytest.raises(LookupError):
        await store._change(undone)
    await store.append(append())
    (tmp_path / "crashed").mkdir()
    for name in (store._path.name, f"{store._path.name}-wal"):  # as SIGKILL would leave them
        shutil.copy(store._path.parent / name, tmp_path / "crashed" / name)
    await store.close()
    after = SqliteStore(tmp_path / "crashed")
    assert await after.guest(b"t" * 32) == Visitor(host, "")
    assert len(await after.log("one")) == 1
    await after.close()


async def test_visitor_has_their_own_notes_at_that_table_only(store: SqlStore) -> None:
    host, other = await guest(store), await store.add_guest(b"o" * 32, "Other", 1)
    await table(store, host)
    await table(store, host, "two")
    await store.set_note("one", host.id, "Haru bluffs")
    await store.set_note("one", other.id, "Aki bluffs")
    visitor = await store.guest(b"t" * 32, "one")
    assert visitor.note == "Haru bluffs"
    for elsewhere in ("two", ""):
        assert await store.guest(b"t" * 32, elsewhere) == Visitor(host, "")


async def test_full_disk_is_an_error_until_there_is_space(sqlite: SqliteStore) -> None:
    host = await guest(sqlite)
    await table(sqlite, host)
    await table(sqlite, host, "two")

    def limit(connection: sqlite3.Connection, pages: int) -> int:
        return int(connection.execute(f"PRAGMA max_page_count = {pages}").fetchone()[0])

    most = await sqlite._change(lambda c: limit(c, 2**30))
    await sqlite._change(lambda c: limit(c, 1))  # the current number
    large = "x" * 100_000
    results = await asyncio.gather(
        sqlite.append(append(entry=f'"{large}"')),
        sqlite.append(append("two", entry=f'"{large}"')),
        return_exceptions=True,
    )
    assert all(isinstance(result, StoreError) for result in results), results
    assert await sqlite.log("one") == await sqlite.log("two") == []
    await sqlite._change(lambda c: limit(c, most))
    assert await sqlite.append(append(entry=f'"{large}"')) == Appended(1, fresh=True)


async def test_locked_database_is_an_error_until_unlocked(sqlite: SqliteStore, monkeypatch: Any) -> None:
    await table(sqlite, await guest(sqlite))
    await sqlite._change(lambda c: c.execute("PRAGMA busy_timeout = 50").fetchone())
    other = sqlite3.connect(sqlite._path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="locked"):
        await sqlite.append(append())
    assert await sqlite.table("one") is not None, "reading still works"
    other.execute("ROLLBACK")
    other.close()
    assert await sqlite.append(append()) == Appended(1, fresh=True)


async def test_seats_results_and_sitters_are_stored_atomically_with_their_entry(
    store: SqlStore, database: Database
) -> None:
    host = await guest(store)
    await table(store, host)
    sitters = (Sitter("person", "Hanako"), Sitter("bot", "Suzu", "weak"))
    seats = (Seat(host.id, 0, sits=True),)
    with pytest.raises(Conflict):
        await store.append(append(expected=4, sitters=sitters, seats=seats))
    before = await store.table("one")
    assert before.seats == []
    await store.append(append(sitters=sitters, seats=seats))
    stored = await store.table("one")
    assert (stored.row.sitters, stored.seats) == (sitters, [Seat(host.id, 0, sits=True)])
    await store.append(append(expected=1, phase="over", to_act=-1, result=(7, (1, 2), (10, 3))))
    assert database.run("SELECT ended, ranks, scores FROM results") == [(7, "[1,2]", "[10,3]")]
    await store.append(append(expected=2, sitters=sitters, unseat=(host.id,)))
    after = await store.table("one")
    assert after.seats == []


async def test_tables_are_found_by_guest_and_by_phase(store: SqlStore) -> None:
    host, other = await guest(store), await guest(store, b"u" * 32)
    await table(store, host, "private", public=False, created=5)
    await table(store, host, "open", created=2)
    await table(
        store, other, "playing", phase="playing", to_act=1, created=3, sitters=(Sitter("person"), Sitter("bot"))
    )
    bots = (Sitter("bot", "person"), Sitter("bot", '"kind":"person"'))
    await table(store, other, "bots", public=False, phase="playing", to_act=1, sitters=bots)
    await table(store, other, "over", phase="over")
    seats = (Seat(host.id, 1, sits=True),)
    assert await store.add_table((await table(store, other, "x"))._replace(id="mine", created=9), (), seats, None)
    assert [row.id for row, _ in await store.public_tables(9, None)][-1] == "playing"
    assert {row.id for row, _ in await store.public_tables(9, None)} == {"open", "x", "mine", "playing"}
    left, removed = Seat(host.id, 0, sits=False), Seat(host.id, REMOVED, sits=False)
    assert await store.add_table((await table(store, other, "y"))._replace(id="left", created=8), (), (left,), None)
    assert await store.add_table((await table(store, other, "z"))._replace(id="not", created=7), (), (removed,), None)
    assert [(row.id, seat) for row, seat in await store.tables_of(host.id, 9)] == [
        ("mine", seats[0]),
        ("left", left),
        ("private", None),
        ("open", None),
    ]
    assert await store.waiting_for_bots() == ["playing"]


async def test_table_has_one_rematch(store: SqlStore) -> None:
    row = await table(store, await guest(store))
    first, second = row._replace(id="two"), row._replace(id="three")
    ids = await asyncio.gather(*(store.add_table(one, (), (), "one") for one in (first, second)))
    assert ids == ["two", "two"]
    assert await store.table("three") is None


async def test_stored_data_survives_closing(database: Database) -> None:
    store = database.open()
    key, host = await store.server_key(), await guest(store)
    await table(store, host)
    await store.append(append())
    await store.set_note("one", host.id, "七は出た")
    await store.close()
    with pytest.raises(StoreError, match="closed"):
        await store.append(append(expected=1))
    reopened = database.open()
    assert await reopened.server_key() == key
    assert len(await reopened.log("one")) == 1
    assert await reopened.note("one", host.id) == "七は出た"
    assert await reopened.note("one", host.id + 1) == ""
    await reopened.close()


async def test_folder_is_used_by_one_server_at_a_time(sqlite: SqliteStore) -> None:
    with pytest.raises(StoreError, match="another server"):
        SqliteStore(sqlite._path.parent)


def test_unusable_folder_gives_a_clear_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot store anything"):
        SqliteStore(tmp_path / "file" / "data")
    (tmp_path / "tefuda.sqlite3").write_bytes(b"no database at all, but text of some length" * 40)
    with pytest.raises(StoreError, match=r"not a database$"):
        SqliteStore(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(6, 6, 0))
    with pytest.raises(StoreError, match="; 0 bytes are free"):
        SqliteStore(tmp_path)


async def test_health_names_a_disk_that_has_become_read_only(
    sqlite: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sqlite.ping()
    disk = os.statvfs(sqlite._path.parent)
    monkeypatch.setattr(os, "statvfs", lambda _: os.statvfs_result((*disk[:8], os.ST_RDONLY, disk[9])))
    with pytest.raises(StoreError, match="the disk is read-only"):
        await sqlite.ping()


async def test_data_of_a_newer_release_is_refused(database: Database) -> None:
    await database.open().close()
    database.run("PRAGMA user_version = 99" if database.settings == {} else "INSERT INTO migration VALUES (99)")
    with pytest.raises(StoreError, match="newer"):
        database.open()


async def test_secrets_are_protected_by_permissions(sqlite: SqliteStore) -> None:
    assert stat.S_IMODE(sqlite._path.stat().st_mode) == 0o600
    assert stat.S_IMODE(sqlite._path.parent.stat().st_mode) == 0o700


async def test_row_is_shown_without_its_secret(store: SqlStore) -> None:
    row = await table(store, await guest(store))
    assert SECRET.hex() not in repr(row)
    assert repr(SECRET)[2:-1] not in repr(row)
