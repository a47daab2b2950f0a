"""Notices and heartbeats of workers on one PostgreSQL database."""

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest

from harness.server.databases import PostgresDatabase
from harness.server.doubles import PATIENCE, eventually
from harness.server.faulty_wire import faulty_wire
from harness.server.postgres import Cluster
from tefuda.server.cluster import postgres_peers
from tefuda.server.cluster.notice_payloads import Received, payloads, read_payload
from tefuda.server.cluster.peers import Forgotten, Grown, Held, Notice
from tefuda.server.cluster.postgres_peers import PostgresPeers
from tefuda.server.metrics import Metrics
from tefuda.server.store import postgres_commit
from tefuda.server.store.database_url import DatabaseUrl
from tefuda.server.store.postgres_connection import PostgresConnection
from tefuda.server.store.sql_store import SqlStore
from tefuda.server.store.stored_data import StoredTable, TableRow
from tests.server.clients import Person, serving

KEY = b"k" * 32


class Worker:
    """A worker that records the notices it receives; it fails at the notice about guest 0."""

    def __init__(self, postgresql: PostgresDatabase) -> None:
        self.metrics = Metrics()
        self.peers = PostgresPeers(DatabaseUrl(postgresql.url), self.metrics)
        self.received: list[Notice] = []

    def versions(self) -> Mapping[str, int]:
        return {}

    def on_notice(self, worker: int, notice: Notice) -> None:
        self.received.append(notice)
        assert notice != Forgotten(0)

    def on_check(self, tables: Sequence[Held], *, lost: int) -> None:
        pass

    def on_set_back(self, tables: Collection[str]) -> None:
        pass

    def reconnected(self) -> None:
        pass

    def ignored(self, why: str) -> float:
        return float(self.metrics.notices_ignored.labels(why)._value.get())


@contextlib.asynccontextmanager
async def started(postgresql: PostgresDatabase) -> AsyncIterator[Worker]:
    worker = Worker(postgresql)
    await worker.peers.start(worker, KEY)
    try:
        yield worker
    finally:
        await worker.peers.close()


@pytest.fixture
async def pair(postgresql: PostgresDatabase) -> AsyncIterator[tuple[Worker, Worker]]:
    async with started(postgresql) as one, started(postgresql) as other:
        yield one, other


def notify(postgresql: PostgresDatabase, payload: str) -> None:
    postgresql.run(f"SELECT pg_notify('tefuda', '{payload}')")


async def test_notices_of_no_server_are_ignored_and_counted(
    postgresql: PostgresDatabase, pair: tuple[Worker, Worker], caplog: pytest.LogCaptureFixture
) -> None:
    one, other = pair
    forged = payloads(b"another key", 5, itertools.count(10**6), [Forgotten(2)])
    for payload in ("x", "", '[5,1,[["forgotten",2]]]', *forged, f"{'0' * 32} {forged[0].partition(' ')[2]}", "え x"):
        notify(postgresql, payload)
    one.peers.send(Forgotten(1))
    await eventually(lambda: other.received)
    assert other.received == [Forgotten(1)]
    assert other.ignored("forged") == 6
    assert caplog.messages.count("notice-ignored") <= len(pair), "once in each worker"


async def test_repeated_notice_is_ignored(
    postgresql: PostgresDatabase, pair: tuple[Worker, Worker], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = pair
    sent: list[str] = []
    original = other.peers._listener._on_payload
    monkeypatch.setattr(other.peers._listener, "_on_payload", lambda payload: (sent.append(payload), original(payload)))
    one.peers.send(Forgotten(1))
    await eventually(lambda: other.received)
    notify(postgresql, sent[0])
    one.peers.send(Forgotten(2))
    await eventually(lambda: Forgotten(2) in other.received)
    assert other.received == [Forgotten(1), Forgotten(2)]
    assert other.ignored("repeated") == 1


async def test_error_about_one_notice_loses_no_other(pair: tuple[Worker, Worker]) -> None:
    one, other = pair
    for guest in (0, 1):
        one.peers.send(Forgotten(guest))
    await eventually(lambda: Forgotten(1) in other.received)
    assert other.metrics.errors._value.get() == 1


async def test_notices_of_a_newer_release_are_left_alone(
    postgresql: PostgresDatabase, pair: tuple[Worker, Worker], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = pair
    monkeypatch.setattr(
        "tefuda.server.cluster.notice_payloads._encode", lambda _: b'["colour","blue"],["forgotten",3,"now"]'
    )
    one.peers.send(Forgotten(3))
    await eventually(lambda: other.received)
    monkeypatch.setattr("tefuda.server.cluster.notice_payloads._encode", lambda _: b'{"another": "form"')
    one.peers.send(Forgotten(4))
    await eventually(lambda: other.ignored("unknown") == 2)
    assert other.received == [Forgotten(3)]


@pytest.mark.parametrize("losing", [False, True])
async def test_worker_logs_that_its_own_notices_do_not_come_back(
    cluster: Cluster,
    postgresql: PostgresDatabase,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    losing: bool,
) -> None:
    """As with PgBouncer, unless it is in session mode."""
    monkeypatch.setattr(postgres_peers, "ECHO_SECONDS", 0.05 if losing else PATIENCE)
    async with faulty_wire(cluster.data) as wire:
        wire.losing = losing
        async with started(PostgresDatabase(wire.url(postgresql.url))) as worker:
            await eventually(worker.peers._listening.is_set)
    assert ("notices-not-heard" in caplog.messages) == losing


# ------------------------------------------------------------------- holding


@pytest.fixture
async def tables(postgresql: PostgresDatabase) -> list[str]:
    """Return the ids of stored tables."""
    store = postgresql.open()
    ids = [f"table{n}" for n in range(6)]
    host = await store.add_guest(b"h" * 32, "Hanako", 1)
    row = TableRow("", "kotori", {}, None, host.id, True, bytes(32), 1, 0, "open", -1, (), None)
    for id in ids:
        await store.add_table(row._replace(id=id), (), (), None)
    await store.close()
    return ids


async def test_locked_tables_do_not_delay_the_heartbeat(
    postgresql: PostgresDatabase, tables: list[str], locks: psycopg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_peers, "REFRESH_SECONDS", 0.02)
    monkeypatch.setattr(postgres_commit, "LOCK_SECONDS", PATIENCE)
    locks.execute("SELECT FROM tables FOR UPDATE")
    async with started(postgresql) as worker:
        holding = [asyncio.create_task(worker.peers.hold(id)) for id in tables]
        seen = set[object]()
        while len(seen) < 3:
            seen.update(await asyncio.to_thread(postgresql.run, "SELECT seen FROM workers"))
            await asyncio.sleep(0.01)
        assert not any(task.done() for task in holding)
        locks.rollback()
        await asyncio.gather(*holding)
        assert postgresql.run("SELECT count(*) FROM holders") == [(len(tables),)]


@pytest.mark.parametrize("locked", ["tables", "guests"])
async def test_worker_is_alive_while_it_cannot_look_at_its_tables(
    postgresql: PostgresDatabase,
    tables: list[str],
    locks: psycopg.Connection,
    monkeypatch: pytest.MonkeyPatch,
    locked: str,
) -> None:
    """An operator compacts a table with VACUUM FULL, which locks all of it."""
    monkeypatch.setattr(postgres_peers, "REFRESH_SECONDS", 0.02)
    monkeypatch.setattr(postgres_peers, "PostgresConnection", partial(PostgresConnection, lock_seconds=0.02))
    async with started(postgresql) as worker, asyncio.timeout(PATIENCE):
        await worker.peers.hold(tables[0])
        locks.execute(f"LOCK TABLE {locked}")
        seen = set[object]()
        while len(seen) < 5:
            seen.update(await asyncio.to_thread(postgresql.run, "SELECT seen FROM workers"))
            await asyncio.sleep(0.01)
        locks.rollback()


async def test_worker_that_was_lost_holds_its_tables_again_but_for_one_that_is_locked(
    postgresql: PostgresDatabase, tables: list[str], locks: psycopg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_peers, "REFRESH_SECONDS", 0.02)
    held = "SELECT array_agg(table_id ORDER BY table_id) FROM holders"
    async with started(postgresql) as worker:
        for id in tables:
            await worker.peers.hold(id)
        locks.execute("SELECT FROM tables WHERE id = %s FOR UPDATE", (tables[0],))
        postgresql.run("DELETE FROM workers")
        await eventually(lambda: postgresql.run(held) == [(tables[1:],)])
        locks.rollback()
        await eventually(lambda: postgresql.run(held) == [(tables,)])


# ------------------------------------------------------------------ versions


async def test_queries_for_versions_are_batched(
    postgresql: PostgresDatabase, tables: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    statements: list[str] = []
    original = PostgresConnection.execute

    def execute(connection: PostgresConnection, statement: str, parameters: Any = (), /) -> Any:
        statements.append(statement)
        return original(connection, statement, parameters)

    monkeypatch.setattr(PostgresConnection, "execute", execute)
    async with started(postgresql) as worker:
        grown = worker.peers.grown
        assert await asyncio.gather(*(grown(id, 0) for id in [*tables, "none"] * 20)) == [False] * 140
        postgresql.run("UPDATE tables SET version = 3 WHERE id = 'table1'")
        assert await asyncio.gather(*(grown("table1", version) for version in (2, 3, 4))) == [True, False, False]
        assert statements.count(postgres_peers._VERSIONS) == 2
        with psycopg.connect(postgresql.url) as other:
            other.execute("ALTER TABLE tefuda.tables RENAME TO away")
            other.commit()
            assert not await grown("table1", 2), "nobody knows"
            other.execute("ALTER TABLE tefuda.away RENAME TO tables")
        other.close()


async def test_messages_that_wait_to_be_refused_cause_one_query(
    tmp_path: Path, postgresql: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads, looks, may_look = 0, 0, asyncio.Event()
    original, store_table = PostgresPeers.grown, SqlStore.table

    async def grown(peers: PostgresPeers, table: str, version: int) -> bool:
        nonlocal looks
        looks += 1
        await may_look.wait()
        return await original(peers, table, version)

    async def table(store: SqlStore, id: str, after: int = 0) -> StoredTable | None:
        nonlocal reads
        reads += 1
        return await store_table(store, id, after)

    async with serving(tmp_path, **postgresql.settings) as (address, server), Person(address) as hana:
        await hana.post("/api/me", {"name": "花子"})
        id = (await hana.open("me", "open"))["id"]
        async with contextlib.AsyncExitStack() as stack:
            places = [await stack.enter_async_context(hana.at(id)) for _ in range(6)]
            monkeypatch.setattr(PostgresPeers, "grown", grown)
            monkeypatch.setattr(SqlStore, "table", table)
            asking = [asyncio.create_task(place.ask("play", turn=0, actions=["draw"])) for place in places]
            await eventually(lambda: server.registry.actors[id].queue._jobs.qsize() == len(places) - 1)
            may_look.set()
            assert {answer["t"] for answer in await asyncio.gather(*asking)} == {"refused"}
    assert looks <= 2, "the first one looks, and the second one for all that came since"
    assert reads == 0


def test_notices_fit_into_payloads() -> None:
    notices = [Grown("x" * 12, 10**6 + n) for n in range(1000)]
    made = payloads(KEY, 2**48, itertools.count(10**9), notices)
    assert max(map(len, made)) < 8000
    read = [read_payload(KEY, payload) or Received(0, 0, [], 0) for payload in made]
    assert [notice for one in read for notice in one.notices] == notices
    assert [one.number for one in read] == list(range(10**9, 10**9 + len(made)))
