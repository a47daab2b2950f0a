"""Data retention: unused data is removed in time, used data stays, and guests can export or delete their own."""

import asyncio
import contextlib
import json
import math
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from harness.server.databases import Database, PostgresDatabase
from harness.server.doubles import PATIENCE, ManualClock, eventually
from tefuda.server.app import Server
from tefuda.server.protocol.limits import CloseCode
from tefuda.server.settings import DAY, Settings
from tefuda.server.store import postgres_commit, retention_rows
from tefuda.server.store.database_url import DatabaseUrl
from tefuda.server.store.errors import StoreError
from tefuda.server.store.postgres_connection import PostgresConnection
from tefuda.server.store.sql_store import SqlStore
from tefuda.server.store.sqlite import SqliteStore
from tefuda.server.store.stored_data import Append, Cutoffs, Guest, Phase, PushSubscription, SaidLine, Seat, TableRow
from tefuda.server.tables import guest_deletion
from tefuda.server.tables.retention import SweepResult
from tefuda.server.tables.serialization import encoded_entry
from tefuda.table.entries import Sat, Sitter
from tefuda.table.table_record import read
from tefuda.table.verify import Verdict, verify
from tests.server.clients import Person, deal, finished, people, serving


class Timed:
    """A server with a manual clock."""

    def __init__(self, address: str, server: Server, clock: ManualClock) -> None:
        self.address, self.server, self.clock = address, server, clock

    async def pass_days(self, days: float) -> SweepResult:
        """Unload all tables, pass time, and let the server sweep."""
        await self.server.registry.retention.mark()
        await eventually(
            lambda: all(not actor.queue.busy and not actor.bots.busy for actor in self.server.registry.actors.values())
        )
        for id, actor in list(self.server.registry.actors.items()):
            if not actor.presence_tracker.connections():
                await eventually(lambda actor=actor: actor.idle)  # a heartbeat may just have given it work
                await self.server.registry.send_away([id])
        self.clock.passed += days * DAY
        return await self.server.registry.retention.sweep()

    async def rows(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        return await self.server.store._rows(statement, *values)

    async def tables(self) -> set[str]:
        return {id for (id,) in await self.rows("SELECT id FROM tables")}


@pytest.fixture
async def timed(tmp_path: Path) -> AsyncIterator[Timed]:
    clock = ManualClock()
    async with serving(tmp_path / "data", clock=clock, sweep_pause=0.0) as (address, server):
        yield Timed(address, server, clock)


@pytest.fixture
async def timed_in_each(tmp_path: Path, database: Database) -> AsyncIterator[Timed]:
    """Yield a server with each kind of database in turn, for what depends on its SQL."""
    clock = ManualClock()
    changes = {"clock": clock, "sweep_pause": 0.0, **database.settings}
    async with serving(tmp_path / "data", **changes) as (address, server):
        yield Timed(address, server, clock)


async def finished_by_two(hana: Person, taro: Person, **wishes: Any) -> str:
    """Play a game of two people to its end."""
    await hana.post("/api/me", {"name": "Hana"})
    table: str = (await hana.open("me", "open", **wishes))["id"]
    await taro.join(table, "Taro", await hana.invite(table))
    async with hana.at(table) as first, taro.at(table) as second:
        await first.ask("deal")
        await asyncio.gather(first.let_bots_finish(), second.let_bots_finish())
    return table


# ------------------------------------------------------------ what is removed


async def test_tables_are_removed_after_the_period_for_their_phase(timed_in_each: Timed) -> None:
    async with Person(timed_in_each.address) as hana:
        over = await finished(hana)
        undealt = (await hana.open("me", "open"))["id"]
        playing = (await hana.open("me", "bot", deal=True))["id"]
        assert await timed_in_each.pass_days(6.9) == SweepResult(0, 0)
        assert await timed_in_each.pass_days(0.2) == SweepResult(1, 0)
        assert await timed_in_each.tables() == {over, playing}
        await hana.get(f"/api/tables/{undealt}", status=404)
        assert await timed_in_each.pass_days(22.5) == SweepResult(0, 0)
        assert await timed_in_each.pass_days(0.5) == SweepResult(1, 0)
        assert await timed_in_each.tables() == {over}
        await hana.get(f"/api/tables/{playing}", status=404)
        assert await timed_in_each.pass_days(59.5) == SweepResult(0, 0)
        assert await timed_in_each.pass_days(0.5) == SweepResult(1, 0)
        assert await timed_in_each.tables() == set()
    for table in ("entries", "seats", "notes", "results", "uses"):
        rows = await timed_in_each.rows("SELECT * FROM " + table)  # noqa: S608  # one of those five
        assert rows == [], f"{table} keeps rows of removed tables"


async def test_visit_restarts_the_period_of_a_running_game(timed_in_each: Timed) -> None:
    async with Person(timed_in_each.address) as hana:
        table = (await hana.open("me", "bot", deal=True))["id"]
        await timed_in_each.pass_days(20)
        await hana.get(f"/api/tables/{table}")
        assert await timed_in_each.pass_days(20) == SweepResult(0, 0)
        assert (await hana.get("/api/me"))["tables"][0]["id"] == table
        assert await timed_in_each.pass_days(10.1) == SweepResult(1, 0)


async def test_viewing_a_finished_game_does_not_prolong_it(timed: Timed) -> None:
    async with Person(timed.address) as hana:
        table = await finished(hana)
        await timed.pass_days(80)
        await hana.get(f"/api/tables/{table}/record")
        assert await timed.pass_days(10.1) == SweepResult(1, 0)


async def test_table_with_connected_people_is_never_removed(timed: Timed) -> None:
    async with Person(timed.address) as hana, hana.playing("me", "bot") as place:
        assert await timed.pass_days(1000) == SweepResult(0, 0)
        assert (await place.ask("note", id="n", text="still here"))["t"] == "done"
        over = await hana.open("me", "bot", deal=True)
        async with hana.at(over["id"]) as other:
            await other.play_to_end(Random(3))
            assert await timed.pass_days(1000) == SweepResult(0, 0)
            assert (await other.ask("note", id="n", text="and here"))["t"] == "done"


async def test_guest_without_tables_is_removed_after_the_period(timed: Timed) -> None:
    async with Person(timed.address) as hana, Person(timed.address) as taro:
        await hana.post("/api/me", {"name": "Hana"})
        await taro.post("/api/me", {"name": "Taro"})
        await timed.pass_days(300)
        assert (await hana.get("/api/me"))["name"] == "Hana"
        assert await timed.pass_days(150) == SweepResult(0, 1)
        assert (await taro.get("/api/me"))["name"] == ""
        assert (await hana.get("/api/me"))["name"] == "Hana"
        assert await timed.pass_days(400.1) == SweepResult(0, 1)


async def test_guest_is_kept_as_long_as_one_of_their_tables(tmp_path: Path) -> None:
    clock = ManualClock()
    changes = {"clock": clock, "sweep_pause": 0.0, "keep_finished": math.inf, "keep_guests": 5.0 * DAY}
    async with serving(tmp_path, **changes) as (address, server), Person(address) as hana:
        timed = Timed(address, server, clock)
        table = await finished(hana)
        assert await timed.pass_days(10_000) == SweepResult(0, 0)
        assert (await hana.get("/api/me"))["tables"][0]["id"] == table


async def test_server_sweeps_periodically(timed: Timed) -> None:
    async with Person(timed.address) as hana:
        await hana.open("me", "open")
    await eventually(
        lambda: (
            timed.server.registry.actors
            and not timed.server.registry.actors.popitem()[1].presence_tracker.people[0].connections
        )
    )
    timed.clock.passed += 8 * DAY
    timed.server.registry.retention._used.clear()
    await timed.clock.pass_time(Settings(Path()).sweep_every)
    async with asyncio.timeout(PATIENCE):
        while await timed.tables():
            await timed.clock.pass_time(1)


class WrongClock(ManualClock):
    """A clock whose date can be wrong."""

    ahead = 0.0

    def time(self) -> float:
        return super().time() + self.ahead


@pytest.mark.parametrize("restarts", [False, True], ids=["while it runs", "at a start"])
async def test_clock_a_year_ahead_removes_nothing_immediately(
    tmp_path: Path, database: Database, restarts: bool, caplog: pytest.LogCaptureFixture
) -> None:
    clock = WrongClock()
    changes = {"clock": clock, "sweep_pause": 0.0, **database.settings}
    async with contextlib.AsyncExitStack() as stack:
        address, server = await stack.enter_async_context(serving(tmp_path / "data", **changes))
        timed = Timed(address, server, clock)
        async with Person(address) as hana:
            tables = {await finished(hana), (await hana.open("me", "open"))["id"]}
        await timed.pass_days(0)
        clock.ahead = 365 * DAY
        if restarts:
            await stack.aclose()
            address, server = await stack.enter_async_context(serving(tmp_path / "data", **changes))
            timed = Timed(address, server, clock)
        async with Person(address) as taro:  # a visit by the wrong clock proves nothing
            await taro.post("/api/me", {"name": "Taro"})
        assert await timed.pass_days(1 / 24) == SweepResult(0, 0)
        assert "clock-ahead" in caplog.messages
        assert await timed.tables() == tables
        clock.ahead = 0
        assert await timed.pass_days(6) == SweepResult(0, 0), "with the right clock all is as it was"
        clock.ahead = 365 * DAY
        assert await timed.pass_days(16) == SweepResult(2, 0), "a server that was off for a year is not stuck"


async def test_game_that_ends_while_the_clock_says_1970_is_kept_as_long_as_others(
    tmp_path: Path, database: Database
) -> None:
    clock = WrongClock()
    changes = {"clock": clock, "sweep_pause": 0.0, **database.settings}
    async with serving(tmp_path, **changes) as (address, server), Person(address) as hana:
        timed = Timed(address, server, clock)
        long_ago = (await hana.open("me", "bot", deal=True))["id"]
        async with hana.at(long_ago):
            assert (await timed.pass_days(0)).tables == 0
        clock.passed += 100 * DAY
        clock.ahead = -clock.time()
        async with hana.at(long_ago) as place:
            await timed.server.registry.retention.mark()
            await place.let_bots_finish()
        then = await finished(hana)
        await hana.post("/api/me", {"name": "Hana"})
        open_then = (await hana.open("me", "open"))["id"]
        assert await timed.pass_days(0.1) == SweepResult(0, 0)
        clock.ahead = 0
        assert await timed.pass_days(1) == SweepResult(0, 0)
        assert await timed.pass_days(6) == SweepResult(0, 0)
        assert await timed.tables() == {long_ago, then, open_then}
        assert await timed.pass_days(2) == SweepResult(1, 0)
        assert await timed.pass_days(80) == SweepResult(0, 0)
        assert await timed.pass_days(4) == SweepResult(2, 0), "their periods began when the clock was right again"


async def test_rematch_outlives_its_first_table(timed: Timed) -> None:
    async with Person(timed.address) as hana:
        first = await finished(hana)
        await timed.pass_days(80)
        async with hana.at(first) as place:
            await place.ask("rematch", id="r")
        (second,) = await timed.tables() - {first}
        async with hana.at(second):
            assert (await timed.pass_days(10.1)).tables == 1
            assert await timed.tables() == {second}


async def test_table_being_removed_returns_404(timed: Timed) -> None:
    async with Person(timed.address) as hana:
        table = (await hana.open("me", "bot", deal=True))["id"]
        await timed.pass_days(0)
        store: Any = timed.server.store
        removing = asyncio.Event()

        async def slow(*arguments: Any, remove: Any = store.remove_table) -> bool:
            removing.set()
            await asyncio.sleep(0.05)
            return bool(await remove(*arguments))

        store.remove_table = slow
        sweep = asyncio.create_task(timed.pass_days(31))
        await removing.wait()
        await hana.get(f"/api/tables/{table}", status=404)
        assert await sweep == SweepResult(1, 0)


async def test_play_continues_between_removals(timed: Timed) -> None:
    store: Any = timed.server.store
    async with Person(timed.address) as hana:
        old = (await hana.open("me", "bot"))["id"]
        await timed.pass_days(0)
        row = (await store.table(old)).row
        for number in range(9):
            await store.add_table(row._replace(id=f"old{number}"), (), (), None)
        timed.clock.passed += 8 * DAY
        new = (await hana.open("me", "bot", deal=True))["id"]
        removed: list[str] = []
        played = asyncio.Event()

        async def one(id: str, before: Cutoffs | None, remove: Any = store.remove_table) -> bool:
            removed.append(id)
            if len(removed) == 5:
                await played.wait()
            return bool(await remove(id, before))

        store.remove_table = one
        async with hana.at(new) as place:
            sweep = asyncio.create_task(timed.server.registry.retention.sweep())
            await eventually(lambda: len(removed) == 5)
            assert await place.my_turn()
            assert (await place.play())["t"] == "done"
            assert len(removed) == 5
            played.set()
            assert await sweep == SweepResult(10, 0)
    assert await timed.tables() == {new}


async def test_removing_a_table_clears_every_table_that_references_it(database: Database) -> None:
    store = database.open()
    guest = await store.add_guest(b"t", "Hanako", 1)
    row = TableRow("one", "kotori", {}, None, guest.id, True, bytes(32), 1, 0, "open", -1, (Sitter(),), None)
    await store.add_table(row, (), (), None)
    await store._change(lambda c: c.execute("CREATE TABLE new (x INTEGER, at TEXT REFERENCES tables (id))").rowcount)
    await store._change(lambda c: c.execute("INSERT INTO new VALUES (1, 'one')").rowcount)
    assert await store.remove_table("one", Cutoffs(1, 1, 1)) is False, "not old enough"
    assert await store.remove_table("one", Cutoffs(2, 2, 2)) is True
    assert await store._rows("SELECT * FROM new") == []
    assert await store.remove_table("one", None) is False
    await store.close()


async def test_references_to_guests_and_tables_are_indexed(tmp_path: Path) -> None:
    """Without an index, each removal would scan the whole table."""
    store = SqliteStore(tmp_path)
    for parent in ("tables", "guests"):
        for name, column in await store._read(lambda c, to=parent: retention_rows._referring(c, to)):
            plan = await store._rows(f"EXPLAIN QUERY PLAN SELECT 1 FROM {name} WHERE {column} = 7")  # noqa: S608  # names of the schema
            assert all("SEARCH" in row[3] for row in plan), (name, column, plan)
    await store.close()


async def test_references_are_indexed_in_postgresql(postgresql: PostgresDatabase) -> None:
    store = postgresql.open()
    for parent in ("tables", "guests"):
        for name, column in await store._read(lambda c, to=parent: retention_rows._referring(c, to)):
            indexes = postgresql.run(f"SELECT indexdef FROM pg_indexes WHERE tablename = '{name}'")  # noqa: S608  # names of the schema
            assert any(f"({column}" in text for (text,) in indexes), (name, column, indexes)
    await store.close()


async def test_sweep_is_retried_after_a_store_failure(timed: Timed, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Person(timed.address) as hana:
        await hana.open("me", "open")
    with monkeypatch.context() as patch:

        async def full(*_: object) -> None:
            raise StoreError("disk full")

        patch.setattr(timed.server.store, "mark_used", full)
        with pytest.raises(StoreError):
            await timed.server.registry.retention.sweep()
    assert await timed.pass_days(8) == SweepResult(1, 0)


async def test_table_that_cannot_be_removed_keeps_no_other(timed: Timed, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Person(timed.address) as hana:
        stuck, _ = [(await hana.open("me", "open"))["id"] for _ in range(2)]
    remove = timed.server.store.remove_table

    async def locked(id: str, cutoffs: Cutoffs | None = None) -> bool:
        if id == stuck:
            raise StoreError("canceling statement due to statement timeout")
        return await remove(id, cutoffs)

    with monkeypatch.context() as patch:
        patch.setattr(timed.server.store, "remove_table", locked)
        assert await timed.pass_days(8) == SweepResult(1, 0)
    assert await timed.tables() == {stuck}
    assert await timed.server.registry.retention.sweep() == SweepResult(1, 0)


async def test_eviction_continues_after_tables_were_removed_during_it(
    timed: Timed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A guest who is deleted takes their tables out of memory while the same tables are evicted."""
    registry = timed.server.registry
    async with Person(timed.address) as hana:
        tables = [(await hana.open("me", "open"))["id"] for _ in range(3)]
    release = registry.peers.release

    async def slow(id: str) -> None:
        await registry.retention.remove(tables[2])
        await release(id)

    monkeypatch.setattr(registry.peers, "release", slow)
    await registry.evict_idle(0)
    assert not registry.actors


# ------------------------------------------------------- data of an earlier release


def older_data(folder: Path) -> None:
    """Make a data folder of an earlier release, with a game that ended long ago."""
    folder.mkdir()
    migrations = Path(retention_rows.__file__).parent / "migrations"
    with contextlib.closing(sqlite3.connect(folder / "tefuda.sqlite3")) as file:
        file.create_function("fresh_secret", 0, lambda: bytes(32))
        for path in sorted(migrations.glob("000[1-4]*.sql")):
            file.executescript(path.read_text())
        file.executescript(
            """
            INSERT INTO guests VALUES (1, x'01', 'Hanako', 1), (2, x'02', 'Taro', 1);
            INSERT INTO tables VALUES ('old', 'kotori', '{}', NULL, 1, 1, x'00', 1, 3, 'over', -1,
                '[{"kind":"person","name":"Hanako"},{"kind":"person","name":"Taro"}]', NULL, NULL, 2, '1', '0.1.0');
            INSERT INTO seats VALUES ('old', 1, 0, 1), ('old', 2, 1, 1);
            INSERT INTO entries VALUES
                ('old', 1, '{"kind":"sat","seat":0,"sitter":{"kind":"person","name":"Hanako"}}', NULL, NULL),
                ('old', 2, '{"kind":"sat","seat":1,"sitter":{"kind":"person","name":"Taro"}}', NULL, NULL),
                ('old', 3, '{"kind":"dealt"}', 1, 'm1');
            INSERT INTO results VALUES ('old', 2, '[1,2]', '[1,0]');
            PRAGMA user_version = 4;"""
        )


async def test_periods_of_older_data_start_with_the_upgrade(tmp_path: Path) -> None:
    older_data(tmp_path / "data")
    store = SqliteStore(tmp_path / "data")
    (now,) = (await store._rows("SELECT CAST(strftime('%s', 'now') AS INTEGER)"))[0]
    assert await store.expired_tables(Cutoffs(now - 9, now - 9, now - 9), (), 9) == []
    assert await store.expired_tables(Cutoffs(now + 9, now + 9, now + 9), (), 9) == ["old"]
    assert await store.remove_guests(now - 9, 9) == 0
    await store.close()


async def test_names_in_older_logs_are_deleted(tmp_path: Path) -> None:
    older_data(tmp_path / "data")
    store = SqliteStore(tmp_path / "data")
    assert await store.forget(1, ()) == ["old"]
    stored = await store.table("old")
    assert "Hanako" not in repr(stored)
    assert stored.row.sitters == (Sitter("person"), Sitter("person", "Taro"))
    assert await store.table("old") is not None
    await store.close()


# ------------------------------------------------------------------ export


async def test_export_contains_all_own_data_and_none_of_others(timed_in_each: Timed) -> None:
    async with Person(timed_in_each.address) as hana, Person(timed_in_each.address) as taro:
        assert await hana.get("/api/me/export") == {"name": "", "created": 0, "seen": 0, "tables": [], "push": []}
        table = await finished_by_two(hana, taro)
        async with hana.at(table) as place:
            await place.ask("note", id="n", text="七は出た")
        async with taro.at(table) as place:
            await place.ask("note", id="n", text="a secret note")
        exported = await hana.get("/api/me/export")
        assert (exported["name"], exported["created"]) == ("Hana", timed_in_each.clock.time())
        (kept,) = exported["tables"]
        assert (kept["id"], kept["seat"], kept["seated"], kept["note"], kept["host"]) == (
            table,
            0,
            True,
            "七は出た",
            True,
        )
        assert kept["result"]["ended"] == timed_in_each.clock.time()
        assert len(kept["result"]["ranks"]) == 2
        own = [entry["entry"] for entry in kept["entries"]]
        assert own[0] == {"kind": "sat", "seat": 0, "sitter": {"kind": "person", "name": "Hana"}}
        assert {entry["seat"] for entry in own if entry["kind"] == "played"} == {0}
        assert "Taro" not in json.dumps(exported)
        assert "secret" not in json.dumps(exported)
        assert hana.token not in json.dumps(exported)


async def test_export_of_many_entries_lets_others_play(timed_in_each: Timed, monkeypatch: pytest.MonkeyPatch) -> None:
    at_once: list[int] = [0]  # entries decoded in each iteration of the event loop
    decode = guest_deletion._decode

    def counting(text: str) -> dict[str, Any]:
        at_once[-1] += 1
        return decode(text)

    async def next_iterations() -> None:
        while True:
            await asyncio.sleep(0)
            at_once.append(0)

    async with Person(timed_in_each.address) as hana, Person(timed_in_each.address) as taro:
        await finished_by_two(hana, taro)
        whole = await hana.get("/api/me/export")
        monkeypatch.setattr(guest_deletion, "_decode", counting)
        monkeypatch.setattr(guest_deletion, "ENTRIES_AT_ONCE", 1)
        iterations = asyncio.create_task(next_iterations())
        assert await hana.get("/api/me/export") == whole
        iterations.cancel()
    (table,) = whole["tables"]
    assert len(table["entries"]) == sum(at_once) > 1
    assert max(at_once) == 1


async def test_export_contains_tables_already_left(timed_in_each: Timed) -> None:
    async with Person(timed_in_each.address) as hana, Person(timed_in_each.address) as taro:
        table = (await hana.open("open", "open"))["id"]
        await taro.join(table, "Taro", await hana.invite(table))
        await taro.post(f"/api/tables/{table}/leave", {})
        (kept,) = (await taro.get("/api/me/export"))["tables"]
        assert (kept["id"], kept["seat"]) == (table, -1)
        assert kept["entries"][0]["entry"]["sitter"]["name"] == "Taro"


# ------------------------------------------------------------------- deleting


def rows_of(database: PostgresDatabase) -> str:
    """Return all rows of all tables as text."""
    names = database.run("SELECT tablename FROM pg_tables WHERE schemaname = 'tefuda'")
    return repr([database.run(f"SELECT * FROM {name}") for (name,) in names])  # noqa: S608  # names of the schema


async def test_deleted_guest_leaves_no_trace_in_the_rows_of_postgresql(
    tmp_path: Path, postgresql: PostgresDatabase
) -> None:
    async with serving(tmp_path, **postgresql.settings) as (address, _), people(address, 2) as (hana, taro):
        table = await finished_by_two(hana, taro)
        async with hana.at(table) as place:
            await place.ask("note", id="n", text="Hana wrote this")
        alone = await finished(hana)
        assert rows_of(postgresql).count("Hana") > 3
        await hana.post("/api/me/delete", {})
        assert "Hana" not in rows_of(postgresql)
        await taro.get(f"/api/tables/{alone}", status=404)
        shown = await taro.get(f"/api/tables/{table}/record")
        assert shown["updates"][-1]["view"]["result"]["ranks"]


async def whole_file(timed: Timed) -> bytes:
    """Return all bytes of the database file, including free pages."""
    store = timed.server.store
    with contextlib.closing(sqlite3.connect(store._path)) as other:
        assert other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0
    return (store._folder / "tefuda.sqlite3").read_bytes()


async def test_deleted_guest_leaves_no_trace_in_the_file(timed: Timed) -> None:
    async with Person(timed.address) as hana, Person(timed.address) as taro:
        await hana.post("/api/me", {"name": "Hanako-the-first"})
        table = (await hana.open("me", "open"))["id"]
        await taro.join(table, "Taro", await hana.invite(table))
        await hana.post("/api/me", {"name": "Hanako-the-second"})
        async with hana.at(table) as first, taro.at(table) as second:
            await first.until(lambda update: update["sitters"][0].get("name") == "Hanako-the-second")
            await first.ask("note", id="n", text="Hanako-the-second wrote this")
            await first.ask("deal")
            await asyncio.gather(first.let_bots_finish(), second.let_bots_finish())
        alone = await finished(hana)
        assert b"Hanako" in await whole_file(timed)
        answer = await hana.http.post("/api/me/delete", json={})
        assert answer.json() == {"name": "", "tables": []}
        assert 'tefuda=""' in answer.headers["set-cookie"]
        assert hana.token == ""
        assert b"Hanako" not in await whole_file(timed)
        await taro.get(f"/api/tables/{alone}", status=404)
        assert [row["id"] for row in (await taro.get("/api/me"))["tables"]] == [table], "games with others stay"
        shown = await taro.get(f"/api/tables/{table}/record")
        assert "Hanako" not in json.dumps(shown)
        assert shown["updates"][-1]["view"]["result"]["ranks"]


async def test_cookie_of_a_deleted_guest_is_invalid(timed: Timed) -> None:
    async with Person(timed.address) as hana:
        await hana.post("/api/me", {"name": "Hana"})
        token = hana.token
        await hana.post("/api/me/delete", {})
        async with Person(timed.address, token) as again:
            assert (await again.get("/api/me"))["name"] == ""
        assert (await hana.post("/api/me/delete", {}))["name"] == "", "a second deletion does no harm"
        assert await timed.pass_days(0) == SweepResult(0, 1)


async def test_bot_replaces_a_deleted_player_in_a_running_game(timed: Timed) -> None:
    async with Person(timed.address) as hana, Person(timed.address) as taro, Person(timed.address) as jiro:
        await hana.post("/api/me", {"name": "Hana"})
        table = (await hana.open("me", "open", "open"))["id"]
        invitation = await hana.invite(table)
        await taro.join(table, "Taro", invitation)
        await jiro.join(table, "Jiro", invitation)
        async with hana.at(table) as left, taro.at(table) as first, jiro.at(table) as second:
            await first.ask("note", id="n", text="mine")
            await deal(left, first)
            await hana.post("/api/me/delete", {})
            assert await left.closed() == CloseCode.FORGOTTEN
            await first.expect("welcome")
            assert first.welcome["note"] == "mine"
            assert first.welcome["table"]["sitters"][0]["kind"] == "bot"
            before = first.update["version"]
            await asyncio.gather(first.let_bots_finish(), second.let_bots_finish())
            versions = [message["version"] for message in first.received if message["t"] == "update"]
            assert [v for v in versions if v > before] == list(range(before + 1, versions[-1] + 1)), "none is skipped"
        late = await taro.get(f"/api/tables/{table}/record")
        assert "Hana" not in json.dumps(late)
        text = (await taro.http.get(f"/api/tables/{table}/record.txt")).text
        assert "Hana" not in text
        assert "Taro" in text


async def test_signed_record_without_the_name_is_still_proven(timed: Timed) -> None:
    async with Person(timed.address) as hana, Person(timed.address) as taro:
        table = await finished_by_two(hana, taro)
        before = (await taro.http.get(f"/api/tables/{table}/record.txt")).text
        assert "Hana" in before
        await hana.post("/api/me/delete", {})
        after = (await taro.http.get(f"/api/tables/{table}/record.txt")).text
        assert "Hana" not in after
        assert "Taro" in after
        seal = next(line for line in before.splitlines() if "seal" in line)
        assert seal in after
        (key,) = (await taro.get("/.well-known/tefuda-keys"))["keys"]
        for text in (before, after):
            checked = verify(read(text), key=bytes.fromhex(key["key"]))
            verdicts = {claim.id: claim.verdict for claim in checked.claims}
            assert Verdict.FALSE not in verdicts.values()
            assert [verdicts[id] for id in ("key", "rules", "unchanged")] == [Verdict.PROVEN] * 3


async def test_open_table_of_a_deleted_host_gets_a_connected_host(timed: Timed) -> None:
    async with Person(timed.address) as hana, Person(timed.address) as taro:
        await hana.post("/api/me", {"name": "Hana"})
        table = (await hana.open("me", "open"))["id"]
        await taro.join(table, "Taro", await hana.invite(table))
        async with taro.at(table) as place:
            await hana.post("/api/me/delete", {})
            while not place.welcome["table"]["host"]:
                await place.expect("welcome")
            assert place.welcome["table"]["sitters"][0] == {}
            async with taro.at(table) as later:
                assert "Hana" not in later.raw[0], "not even as someone who has left"
            assert (await place.ask("sit", seat=0, kind="bot"))["t"] == "done"
            assert (await place.ask("deal"))["t"] == "done"


async def test_finished_table_updates_connected_clients_after_a_deletion(timed: Timed) -> None:
    async with Person(timed.address) as hana, Person(timed.address) as taro:
        table = await finished_by_two(hana, taro)
        async with taro.at(table) as place:
            assert place.welcome["table"]["sitters"][0]["name"] == "Hana"
            await hana.post("/api/me/delete", {})
            await place.expect("welcome")
            assert place.welcome["table"]["sitters"] == [{"kind": "person"}, {"kind": "person", "name": "Taro"}]
            assert place.welcome["update"]["sitters"] == place.welcome["table"]["sitters"]
            assert place.welcome["seats"][0]["state"] == "gone"
            await place.ask("rematch", id="r")
            moved = await place.expect("moved")
        again = await taro.get(f"/api/tables/{moved['table']}")
        assert sorted(sitter.get("kind", "open") for sitter in again["sitters"]) == ["open", "person"]


async def test_table_made_by_another_guest_continues(timed: Timed) -> None:
    async with Person(timed.address) as hana, Person(timed.address) as taro:
        await taro.post("/api/me", {"name": "Taro"})
        table = (await taro.open("open", "bot"))["id"]
        await hana.join(table, "Hana", await taro.invite(table))
        async with taro.at(table) as host:
            await host.ask("deal")
            await hana.post("/api/me/delete", {})
            await host.until(lambda update: "result" in update.get("view", {}) and update["view"]["result"] is not None)
        assert "Hana" not in json.dumps(await taro.get(f"/api/tables/{table}/record"))


async def test_deleted_player_cannot_rejoin_as_a_new_guest(timed: Timed) -> None:
    async with Person(timed.address) as hana, Person(timed.address) as taro:
        await hana.post("/api/me", {"name": "Hana"})
        table = (await hana.open("me", "open", "bot"))["id"]
        invitation = await hana.invite(table)
        await taro.join(table, "Taro", invitation)
        async with hana.at(table) as place:
            await place.ask("deal")
        await hana.post("/api/me/delete", {})
        await hana.post(f"/api/tables/{table}/join", {"name": "Hana", "invitation": invitation}, status=409)


async def test_guest_of_an_unloadable_table_is_deleted(timed: Timed) -> None:
    async with Person(timed.address) as hana, Person(timed.address) as taro:
        await hana.post("/api/me", {"name": "Hanako"})
        table = (await hana.open("me", "open"))["id"]
        await taro.join(table, "Taro", await hana.invite(table))
        async with hana.at(table) as place:
            await place.ask("deal")
        await timed.pass_days(0)
        store: Any = timed.server.store
        await store._change(lambda c: c.execute("UPDATE tables SET rules = 'other'").rowcount)
        await hana.post("/api/me/delete", {})
        assert b"Hanako" not in await whole_file(timed)
        await store._change(lambda c: c.execute("UPDATE tables SET rules = '1'").rowcount)
        assert (await taro.get(f"/api/tables/{table}"))["phase"] == "playing"


async def test_guest_with_a_held_seat_is_not_deleted(database: Database) -> None:
    store = database.open()
    hana, taro = [await store.add_guest(token, "name", 1) for token in (b"h", b"t")]
    row = TableRow("one", "kotori", {}, None, hana.id, True, bytes(32), 1, 0, "playing", -1, (Sitter(), Sitter()), None)
    seats = [Seat(hana.id, 0, sits=True), Seat(taro.id, 1, sits=True)]
    await store.add_table(row, (), seats, None)
    assert await store.forget(hana.id, ()) is None
    assert (await store.guest(b"h") or [None])[0] == Guest(hana.id, "name")
    assert await store.forget(hana.id, ["one"]) == ["one"]
    assert await store.guest(b"h") is None
    await store.close()


def row_of(id: str, host: Guest, phase: Phase = "open") -> TableRow:
    return TableRow(
        id, "kotori", {}, None, host.id, True, id.encode().ljust(32), 1, 0, phase, -1, (Sitter(), Sitter()), None
    )


async def write_everything(store: SqlStore, hana: Guest) -> None:
    """Attempt every write of which a deleted guest would be a part, at the tables "open" and "over"."""
    name = encoded_entry(Sat(0, Sitter("person", "Hanako")))
    sitters = (Sitter("person", "Hanako"), Sitter())
    append = Append("open", 0, name, hana.id, None, "open", -1, sitters, (Seat(hana.id, 0, sits=True),))
    push = PushSubscription("https://push.example/1", b"p", b"a", "en", "https://cards.example")
    row = row_of("new", hana)._replace(sitters=sitters)
    await asyncio.gather(
        store.append(append),
        store.append(append._replace(table="over", command="m", phase="over", sitters=None, seats=())),
        store.say(SaidLine("open", hana.id, "m", 0, '{"name":"Hanako"}')),
        store.set_note("open", hana.id, "Hanako wrote this"),
        store.set_share("over", hana.id, b"nonce", 2),
        store.add_push(hana.id, push, 2),
        store.rename(hana.id, "Hanako"),
        store.add_table(row, [name], [Seat(hana.id, 0, sits=True)], None),
        store.add_table(row_of("watched", hana), (), (), None),
        store.mark_used((), (hana.id,), 9),
        return_exceptions=True,
    )


def written(database: Database) -> str:
    """Return all that `write_everything` can write."""
    names = ("entries", "seats", "notes", "talk_lines", "shares", "push_subscriptions")
    found = [database.run("SELECT id, host, version, sitters FROM tables ORDER BY id")]
    found += [database.run("SELECT name, created, seen FROM guests ORDER BY id")]
    return repr([*found, *(database.run(f"SELECT * FROM {name}") for name in names)])  # noqa: S608  # constants


async def test_nothing_of_a_guest_is_stored_after_their_deletion(database: Database) -> None:
    store = database.open()
    hana, taro = [await store.add_guest(token, "name", 1) for token in (b"h", b"t")]
    for phase in ("open", "over"):
        await store.add_table(row_of(phase, taro, phase), (), (), None)
    assert await store.forget(hana.id, ()) == []
    before = written(database)
    await write_everything(store, hana)
    assert written(database) == before
    await store.close()


async def test_deletion_that_is_not_committed_yet_holds_up_what_the_guest_sends(
    postgresql: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_commit, "LOCK_SECONDS", PATIENCE)
    store, deleting = postgresql.open(), PostgresConnection(DatabaseUrl(postgresql.url))
    hana, taro = [await store.add_guest(token, "name", 1) for token in (b"h", b"t")]
    for phase in ("open", "over"):
        await store.add_table(row_of(phase, taro, phase), (), (), None)
    deleting.execute("BEGIN")
    assert retention_rows.forget(deleting, hana.id, ()) == []
    writing = asyncio.create_task(write_everything(store, hana))
    await asyncio.sleep(0.1)
    deleting.execute("COMMIT")
    before = written(postgresql)
    await writing
    assert written(postgresql) == before
    deleting.close()
    await store.close()


async def test_writes_of_others_do_not_wait_for_the_deletion_of_a_guest_with_many_tables(database: Database) -> None:
    store = database.open()
    hana, taro = [await store.add_guest(token, "name", 1) for token in (b"h", b"t")]
    seats = [Seat(hana.id, 0, sits=False), Seat(taro.id, 1, sits=True)]
    sitters = (Sitter("person", "Hanako"), Sitter("person", "Taro"))
    row = TableRow("", "kotori", {}, None, taro.id, True, bytes(32), 1, 2, "over", -1, sitters, None)
    log = [encoded_entry(Sat(seat, sitter)) for seat, sitter in enumerate(sitters)]
    tables = [f"t{number}" for number in range(20)]
    for id in tables:
        await store.add_table(row._replace(id=id, secret=id.encode().ljust(32)), log, seats, None)
    deleting = asyncio.create_task(store.forget(hana.id, ()))
    await asyncio.sleep(0)
    for turn in range(5):
        await store.rename(taro.id, f"name {turn}")
    assert not deleting.done(), "they share the writer"
    assert sorted(await deleting) == sorted(tables)
    for id in tables:
        assert "Hanako" not in repr(await store.log(id))
    await store.close()
