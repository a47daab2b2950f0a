"""PostgreSQL goes away and comes back: acknowledged entries are stored once, errors are clear, play goes on."""

import asyncio
import contextlib
import os
import re
import signal
from collections.abc import AsyncIterator, Callable
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from harness.contract.cases import some_or_all
from harness.server.databases import PostgresDatabase
from harness.server.doubles import PATIENCE, eventually
from harness.server.postgres import Cluster
from tefuda.engine.game import load
from tefuda.server.bots.queued_bots import QueuedBots
from tefuda.server.protocol.limits import CloseCode
from tefuda.server.settings import GAMES
from tefuda.server.store import postgres_commit, postgres_connection
from tefuda.server.store.database_url import DatabaseUrl
from tefuda.server.store.errors import Conflict, StoreError
from tefuda.server.store.postgres import PostgresStore
from tefuda.server.store.postgres_connection import PostgresConnection, conninfo
from tefuda.server.store.sql_store import SqlStore
from tefuda.server.store.sqlite import FILE
from tefuda.server.store.stored_data import Append, Appended, Guest, Seat, TableRow
from tefuda.table.entries import Sitter
from tests.server.clients import Person, serving
from tests.server.test_store import append

TABLES = 12


@pytest.fixture
async def store(postgresql: PostgresDatabase) -> AsyncIterator[SqlStore]:
    store = postgresql.open()
    yield store
    await store.close()


async def table(store: SqlStore, id: str = "one") -> Guest:
    """Make a table with a guest of its own and return the guest."""
    host = await store.add_guest(id.encode().ljust(32), "Hanako", 1)
    sitters = (Sitter(), Sitter())
    row = TableRow(id, "kotori", {}, None, host.id, True, bytes(32), 1, 0, "open", -1, sitters, None)
    assert await store.add_table(row, (), (), None) == id
    return host


def terminate(postgresql: PostgresDatabase) -> None:
    for pid in postgresql.sessions():
        postgresql.run(f"SELECT pg_terminate_backend({pid}, 10000)")


class Writers:
    """Guests who each append to a table without a pause, and retry a message until it is acknowledged."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store
        self.acknowledged: dict[tuple[str, str], int] = {}  # (table, message) -> version
        self.stopping = False

    async def write(self, id: str) -> None:
        host = await table(self._store, id)
        for version in count():
            if self.stopping:
                return
            number = version + 1
            # Every third entry is like that of a bot: without sender, known only by its content.
            sender = {} if number % 3 == 0 else {"sender": host.id, "command": f"m{number}"}
            entry = append(id, version, **sender)
            while True:
                try:
                    appended = await self._store.append(entry)
                except StoreError:
                    await asyncio.sleep(0.01)
                except Conflict:  # of an append that was stored although it raised an error
                    log = await self._log(id)
                    assert len(log) == version + 1
                    assert log[-1].entry == entry.entry
                    appended = Appended(version + 1, fresh=False)
                    break
                else:
                    break
            assert appended.version == number
            self.acknowledged[id, entry.entry] = number

    async def _log(self, id: str) -> Any:
        while True:
            try:
                return await self._store.log(id)
            except StoreError:
                await asyncio.sleep(0.01)

    async def run(self, disturb: Callable[[], None], times: int) -> None:
        """Let all write while PostgreSQL is disturbed some times, with 200 entries before and after each."""
        async with asyncio.TaskGroup() as group:
            for n in range(TABLES):
                group.create_task(self.write(f"t{n}"))
            for _ in range(times):
                before = len(self.acknowledged)
                await eventually(lambda before=before: len(self.acknowledged) >= before + 200)
                await asyncio.to_thread(disturb)
            before = len(self.acknowledged)
            await eventually(lambda: len(self.acknowledged) >= before + 200)
            self.stopping = True

    def check(self, postgresql: PostgresDatabase) -> None:
        """Check that exactly the acknowledged entries are stored."""
        stored = {
            (id, entry): version
            for id, version, entry in postgresql.run("SELECT table_id, version, entry FROM entries")
        }
        assert stored == self.acknowledged
        lengths = dict(postgresql.run("SELECT id, version FROM tables"))
        for id, length in lengths.items():
            versions = sorted(version for (table, _), version in stored.items() if table == id)
            assert versions == list(range(1, length + 1))


@pytest.mark.parametrize("patience", [0.0, postgres_commit.RECONNECT_SECONDS], ids=["reported", "waited out"])
async def test_crash_of_postgresql_loses_no_acknowledged_entry_and_duplicates_none(
    cluster: Cluster,
    postgresql: PostgresDatabase,
    store: SqlStore,
    monkeypatch: pytest.MonkeyPatch,
    patience: float,
) -> None:
    monkeypatch.setattr(postgres_commit, "RECONNECT_SECONDS", patience)
    writers = Writers(store)

    def crash() -> None:
        cluster.stop("immediate")
        cluster.start()

    await writers.run(crash, 3)
    writers.check(postgresql)


async def test_killed_sessions_interrupt_nobody(postgresql: PostgresDatabase, store: SqlStore) -> None:
    writers = Writers(store)
    failed: list[StoreError] = []
    original = store.append

    async def watched(entry: Append) -> Appended:
        try:
            return await original(entry)
        except StoreError as error:
            failed.append(error)
            raise

    store.append = watched
    await writers.run(lambda: terminate(postgresql), 5)
    writers.check(postgresql)
    assert failed == []


async def test_reading_goes_on_after_its_session_was_killed(postgresql: PostgresDatabase, store: SqlStore) -> None:
    await table(store)
    for _ in range(3):
        terminate(postgresql)
        assert len(await asyncio.gather(*(store.table("one") for _ in range(10)))) == 10


@pytest.fixture
def lost_answers(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Lose the connection after the first run of each statement in the returned list, and remove it from the list."""
    statements: list[str] = []
    original = PostgresConnection.execute

    def execute(connection: PostgresConnection, statement: str, parameters: Any = (), /) -> Any:
        cursor = original(connection, statement, parameters)
        if statement in statements:
            statements.remove(statement)
            connection.close()
            raise psycopg.OperationalError("the connection is lost")
        return cursor

    monkeypatch.setattr(PostgresConnection, "execute", execute)
    return statements


APPEND = "SELECT append_entries(?)"


@pytest.mark.parametrize("changes", [{"sender": True, "command": "m1"}, {}], ids=["of a guest", "of a bot"])
async def test_append_is_acknowledged_as_fresh_after_its_answer_was_lost(
    store: SqlStore, lost_answers: list[str], changes: dict[str, Any]
) -> None:
    host = await table(store)
    if changes:
        changes = changes | {"sender": host.id}
    lost_answers.append(APPEND)
    assert await store.append(append(**changes)) == Appended(1, fresh=True)
    assert lost_answers == []
    assert len(await store.log("one")) == 1


async def test_other_entry_at_the_same_version_is_no_acknowledgement(
    store: SqlStore, postgresql: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection is lost before the append arrives, and another writer appends first."""
    await table(store)
    original = PostgresConnection.open

    def reopen(connection: PostgresConnection, patience: float = 0.0) -> Any:
        if patience:
            postgresql.run('SELECT append_entries(\'[["one",0,"{}",null,null,"playing",1,null,[],[],null]]\')')
        return original(connection, patience)

    monkeypatch.setattr(PostgresConnection, "open", reopen)
    terminate(postgresql)
    with pytest.raises(Conflict):
        await store.append(append())
    assert [logged.entry for logged in await store.log("one")] == ["{}"]


async def test_changes_are_idempotent_if_the_answer_to_their_commit_was_lost(
    store: SqlStore, lost_answers: list[str]
) -> None:
    lost_answers.append("COMMIT")
    host = await store.add_guest(b"h" * 32, "Hanako", 1)
    visitor = await store.guest(b"h" * 32)
    assert visitor.guest == host
    row = TableRow("one", "kotori", {}, None, host.id, True, bytes(32), 1, 1, "open", -1, (Sitter(),), None)
    seats = [Seat(host.id, 0, sits=True)]
    for lose in (True, False):
        lost_answers += ["COMMIT"] if lose else []
        assert await store.add_table(row._replace(id="one" if lose else "two"), ['{"n": 1}'], seats, None)
    lost_answers.append("COMMIT")
    assert await store.add_table(row._replace(id="three"), ['{"n": 1}'], seats, "one") == "three"
    lost_answers.append("COMMIT")
    assert await store.forget(host.id, ["one", "two", "three"]) == ["one", "three", "two"]
    assert lost_answers == []


async def test_stopped_postgresql_is_a_clear_error_until_it_is_back(
    cluster: Cluster, postgresql: PostgresDatabase, store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_commit, "RECONNECT_SECONDS", 0.2)
    await table(store)
    cluster.stop("immediate")
    try:
        for attempt in (store.append(append()), store.table("one"), store.rename(1, "Taro"), store.ping()):
            with pytest.raises(StoreError, match=r"postgresql://postgres@\S+/tefuda_\d+: .*connect"):
                await attempt
    finally:
        cluster.start()
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                assert await store.append(append()) == Appended(1, fresh=True)
                await store.ping()
                break
            except StoreError:
                await asyncio.sleep(0.02)
    assert len(await store.log("one")) == 1


async def test_postgresql_that_does_not_answer_counts_as_gone(
    postgresql: PostgresDatabase, store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_connection, "ANSWER_SECONDS", 1.0)
    await table(store)
    frozen = postgresql.sessions()
    for pid in frozen:
        os.kill(pid, signal.SIGSTOP)
    try:
        assert await store.append(append()) == Appended(1, fresh=True)
        assert len(await store.log("one")) == 1
    finally:
        for pid in frozen:
            os.kill(pid, signal.SIGCONT)
    await eventually(lambda: not set(frozen) & set(postgresql.sessions()))
    assert len(await store.log("one")) == 1, "the old session carries out what it was asked, without effect"
    assert await store.append(append(expected=1)) == Appended(2, fresh=True)


async def test_locked_row_is_an_error_until_it_is_unlocked(
    store: SqlStore, locks: psycopg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = await table(store)
    monkeypatch.setattr(postgres_commit, "LOCK_SECONDS", 0.1)
    locks.execute("SELECT FROM tables, guests FOR UPDATE")
    with pytest.raises(StoreError, match="table one is locked by another transaction"):
        await store.append(append())
    with pytest.raises(StoreError, match="lock timeout"):
        await store.rename(host.id, "Taro")
    assert await store.table("one") is not None, "reading still works"
    locks.rollback()
    assert await store.append(append()) == Appended(1, fresh=True)


async def test_locked_table_delays_no_other(
    store: SqlStore, locks: psycopg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that was stopped within a transaction, or an operator, holds the lock."""
    hosts = {id: await table(store, id) for id in ("one", "two", "three")}
    monkeypatch.setattr(postgres_commit, "LOCK_SECONDS", PATIENCE)
    locks.execute("SELECT FROM tables WHERE id = 'two' FOR UPDATE")
    appending = asyncio.create_task(store.append(append("two")))
    noting = asyncio.create_task(store.set_note("two", hosts["two"].id, "a note"))
    for version in range(3):
        free = [append(id, version) for id in ("one", "three")]
        assert {one.version for one in await asyncio.gather(*map(store.append, free))} == {version + 1}
    assert not appending.done()
    assert not noting.done()
    locks.rollback()
    assert (await appending).fresh
    await noting
    assert await store.note("two", hosts["two"].id) == "a note"


async def test_locked_seat_delays_no_other_table(
    store: SqlStore, locks: psycopg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The statement that appends to all tables fails as a whole."""
    hosts = {id: await table(store, id) for id in ("one", "two")}
    monkeypatch.setattr(postgres_commit, "LOCK_SECONDS", PATIENCE)
    locks.execute("SELECT FROM guests WHERE id = %s FOR UPDATE", (hosts["two"].id,))
    appends = [append(id, seats=(Seat(host.id, 0, sits=True),)) for id, host in hosts.items()]
    one, two = (asyncio.create_task(store.append(one)) for one in appends)
    assert (await one).fresh
    assert not two.done()
    locks.rollback()
    assert (await two).fresh


async def test_cancelled_statement_is_retried(store: SqlStore, monkeypatch: pytest.MonkeyPatch) -> None:
    await table(store)
    failing = [psycopg.errors.QueryCanceled()]
    original = PostgresConnection.execute

    def execute(connection: PostgresConnection, statement: str, parameters: Any = (), /) -> Any:
        if statement == APPEND and failing:
            raise failing.pop()
        return original(connection, statement, parameters)

    monkeypatch.setattr(PostgresConnection, "execute", execute)
    assert await store.append(append()) == Appended(1, fresh=True)
    assert not failing


@pytest.mark.parametrize("conflict", [psycopg.errors.DeadlockDetected, psycopg.errors.SerializationFailure])
async def test_conflict_of_transactions_is_retried_once(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch, conflict: type[psycopg.Error]
) -> None:
    await table(store)
    failing: list[str] = []
    original = PostgresConnection.execute

    def execute(connection: PostgresConnection, statement: str, parameters: Any = (), /) -> Any:
        if statement in failing:
            failing.remove(statement)
            raise conflict
        return original(connection, statement, parameters)

    monkeypatch.setattr(PostgresConnection, "execute", execute)
    failing.append(APPEND)
    assert await store.append(append()) == Appended(1, fresh=True)
    failing += [APPEND, APPEND]
    with pytest.raises(StoreError):
        await store.append(append(expected=1))
    failing.append("DELETE FROM probe")
    await store.ping()
    assert failing == []


async def test_commits_are_durable_although_the_role_has_switched_it_off(
    cluster: Cluster, postgresql: PostgresDatabase
) -> None:
    name = postgresql.run("SELECT current_database()")[0][0]
    cluster.execute(f"ALTER DATABASE {name} SET synchronous_commit = off")
    cluster.execute(f"ALTER DATABASE {name} SET default_transaction_isolation = serializable")
    store = postgresql.open()
    (settings,) = await store._change(
        lambda c: c.execute(
            "SELECT current_setting('synchronous_commit') || ' ' || current_setting('transaction_isolation')"
        ).fetchone()
    )
    await store.close()
    assert settings == "on read committed"


async def test_database_ends_the_sessions_of_machines_that_have_vanished(store: SqlStore) -> None:
    set_here = "SELECT json_object_agg(name, setting) FROM pg_settings WHERE source = 'session'"
    for run in (store._read, store._change):
        ((found,),) = await run(lambda c: c.execute(set_here).fetchall())
        assert {name for name in found if name.startswith("tcp_")} == {
            "tcp_keepalives_count",
            "tcp_keepalives_idle",
            "tcp_keepalives_interval",
            "tcp_user_timeout",
        }
        assert found["client_connection_check_interval"] == "5000"


def test_pause_of_the_machine_ends_no_idle_connection() -> None:
    """The times that docs/databases.md promises."""
    options = {
        name: int(value)
        for name, value in conninfo_to_dict(conninfo(DatabaseUrl("postgresql://db.example/cards"))).items()
        if name.startswith(("keepalives_", "tcp_"))
    }
    between_probes = options["keepalives_interval"] * (options["keepalives_count"] - 1)
    assert between_probes >= 12, "if a pause begins just before the first probe, another one comes after it"
    silence = options["keepalives_idle"] + between_probes + options["keepalives_interval"]
    assert options["tcp_user_timeout"] == silence * 1000, "a single unanswered probe must not end the connection"
    assert silence == 19


async def test_text_with_nul_is_stored_without_it(store: SqlStore) -> None:
    host = await table(store)
    await store.set_note("one", host.id, "七\0は出た")
    assert (await store.note("one", host.id)).replace("\ufffd", "") == "七は出た"
    assert await store.table("one\0") is None
    entry = '{"text":"\\u0000"}'
    await store.append(append(entry=entry))
    assert (await store.log("one"))[0].entry == entry


# ------------------------------------------------------------------ addresses


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://hana:s3cret@127.0.0.1:1/cards",
        "postgresql://127.0.0.1:1/cards?user=hana&password=s3cret",
        "postgresql://hana:s3cret@/cards?host=/nowhere&port=1",
        "postgresql://hana:s3cret@127.0.0.1:1,127.0.0.1:2/cards?target_session_attrs=read-write",
    ],
)
def test_unreachable_database_is_named_without_its_password(url: str) -> None:
    with pytest.raises(StoreError) as caught:
        PostgresStore(DatabaseUrl(url))
    assert "hana" in str(caught.value)
    assert "cards" in str(caught.value)
    assert "s3cret" not in str(caught.value) + repr(DatabaseUrl(url)) + str(DatabaseUrl(url))


async def test_wrong_password_is_not_shown(cluster: Cluster, postgresql: PostgresDatabase) -> None:
    hba = cluster.data / "pg_hba.conf"
    before = hba.read_text()
    cluster.execute("CREATE ROLE hana LOGIN PASSWORD 'right'")
    hba.write_text("local all hana scram-sha-256\n" + before)
    cluster.execute("SELECT pg_reload_conf()")
    url = postgresql.url.replace("postgres@", "hana:s3cret@")
    try:
        with pytest.raises(StoreError, match="password authentication failed") as caught:
            PostgresStore(DatabaseUrl(url))
    finally:
        hba.write_text(before)
        cluster.execute("SELECT pg_reload_conf()")
        cluster.execute("DROP ROLE hana")
    assert "s3cret" not in str(caught.value)


def test_pooler_not_in_session_mode_is_named(postgresql: PostgresDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    """PgBouncer in transaction mode gives the session of one connection, while it is idle, to the next one."""
    with contextlib.closing(PostgresConnection(DatabaseUrl(postgresql.url))) as first:
        session = first.open()
        monkeypatch.setattr(postgres_connection.Session, "connect", lambda *_, **__: session)
        with pytest.raises(StoreError, match="pool_mode = session"):
            PostgresConnection(DatabaseUrl(postgresql.url)).open()


# ------------------------------------------------------------- whole servers


async def test_server_uses_four_connections_and_one_for_the_queue_of_bots(
    tmp_path: Path, postgresql: PostgresDatabase
) -> None:
    """As docs/databases.md says: the role's limit follows from it."""
    async with serving(tmp_path, **postgresql.settings) as (address, server), Person(address) as hana:
        await hana.open("me", "bot", deal=True)
        assert len(postgresql.sessions()) == 4
        with contextlib.closing(QueuedBots(DatabaseUrl(postgresql.url), server.metrics)) as queue:
            queue.prepare(GAMES["kotori"])
            await eventually(lambda: len(postgresql.sessions()) == 5)


async def test_whole_game_is_played(tmp_path: Path, postgresql: PostgresDatabase) -> None:
    slugs = some_or_all(["doutotsu", "llama"], [*GAMES])  # the others are played on it in other tests

    async def play(address: str, slug: str) -> None:
        async with Person(address) as hana:
            seats = ["me", *["bot"] * (load(slug).description.players[0] - 1)]
            async with hana.playing(*seats, game=slug) as place:
                await place.play_to_end(Random(1))
                result = place.view["result"]
            record = await hana.get(f"/api/tables/{place.table}/record")
            assert record["updates"][-1]["view"]["result"] == result

    async with serving(tmp_path, **postgresql.settings) as (address, _):
        await asyncio.gather(*(play(address, slug) for slug in slugs))
        async with Person(address) as operator:
            page = (await operator.http.get("/metrics")).text
        assert re.search(r"tefuda_commit_entries_count [1-9]", page)
        assert re.search(r"tefuda_free_bytes [1-9]", page), "0 would be an alert"
    assert postgresql.run("SELECT count(*) FROM tables WHERE phase = 'over'") == [(len(slugs),)]
    assert postgresql.run("SELECT count(*) FROM results") == [(len(slugs),)]
    assert not (tmp_path / FILE).exists()


async def test_game_goes_on_after_a_restart_of_postgresql(
    tmp_path: Path, cluster: Cluster, postgresql: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_commit, "RECONNECT_SECONDS", 0.0)
    changes = {"store_pause": 0.05, **postgresql.settings}
    async with serving(tmp_path, **changes) as (address, server), Person(address) as hana:
        async with hana.playing("me", "bot") as place:
            assert await place.my_turn()
            turn = place.update["turn"]
            cluster.stop("immediate")
            try:
                refused = await place.play("draw", id="once")
                assert "Could not save" in refused["error"]["message"]
                assert (await hana.http.get("/healthz")).status_code == 503
            finally:
                cluster.start()
            answer = refused
            async with asyncio.timeout(PATIENCE):
                while answer["t"] != "done" or (await hana.http.get("/healthz")).status_code != 200:
                    await asyncio.sleep(0.05)
                    answer = await place.play("draw", id="once", turn=turn)
            await place.play_to_end(Random(1))
        log = await server.store.log(place.table)
    assert [logged.command for logged in log].count("once") == 1
    assert log[answer["version"] - 1].command == "once"
    assert [logged.version for logged in log] == list(range(1, len(log) + 1))


async def test_table_that_a_failover_has_set_back_is_loaded_again(
    tmp_path: Path, postgresql: PostgresDatabase, caplog: pytest.LogCaptureFixture
) -> None:
    """A standby that lacks the latest entries becomes the primary."""
    async with serving(tmp_path, **postgresql.settings) as (address, _), Person(address) as hana:
        async with hana.playing("me", "bot") as place:
            assert await place.my_turn()
            kept, [(seat,)] = place.update["version"], postgresql.run("SELECT to_act FROM tables")
            assert (await place.play())["t"] == "done"
            assert await place.my_turn(), "the bot has played, too"
            postgresql.run(f"DELETE FROM entries WHERE version > {kept}")  # noqa: S608  # a number
            postgresql.run(f"UPDATE tables SET version = {kept}, to_act = {seat}")  # noqa: S608  # two numbers
            terminate(postgresql)
            assert await place.closed() == CloseCode.SET_BACK
        async with hana.at(place.table, after=place.update["version"]) as again:
            assert again.update["version"] == kept
            await again.play_to_end(Random(1))
    assert "tables-set-back" in caplog.messages
