"""The schema in PostgreSQL: the same as in SQLite, migrated once, and usable with few rights."""

import asyncio
import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

import psycopg
import pytest

from harness.server.databases import PostgresDatabase, SqliteDatabase
from harness.server.doubles import PATIENCE
from harness.server.postgres import Cluster
from tefuda.server.store import data_move, postgres_schema
from tefuda.server.store.database_url import DatabaseUrl
from tefuda.server.store.errors import StoreError
from tefuda.server.store.postgres import PostgresStore
from tefuda.server.store.postgres_connection import PostgresConnection, numbered
from tefuda.server.store.sqlite import FILE
from tefuda.server.store.stored_data import Append, Appended, SaidLine
from tests.server.clients import Person, serving
from tests.server.test_postgres import table, terminate

ONLY_POSTGRESQL = {"migration", "bot_jobs"}  # a queue is for several processes
BOOLEANS = {("tables", "public"), ("tables", "hints"), ("tables", "locked"), ("seats", "sits"), ("talks", "chat")}
UNDO_LAST = "DELETE FROM tefuda.migration WHERE number = (SELECT max(number) FROM tefuda.migration)"
OF_SERVERS = {"workers", "holders"}  # of the servers that run now: SQLite has one
END_ALL_BUT_THE_STORE = """
    SELECT pg_terminate_backend(pid, 10000) FROM (
        SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'tefuda'
        ORDER BY backend_start OFFSET 2
    ) AS later"""
KINDS = {"TEXT": {"text"}, "BLOB": {"bytea"}, "INTEGER": {"integer", "bigint"}}


def connected(database: PostgresDatabase) -> contextlib.closing[postgres_schema.Connection]:
    return contextlib.closing(psycopg.connect(database.url, autocommit=True))


async def test_schemas_have_the_same_tables_and_columns(tmp_path: Path, postgresql: PostgresDatabase) -> None:
    await SqliteDatabase(tmp_path).open().close()
    in_postgresql = {
        (table, column): (kind, nullable == "YES")
        for table, column, kind, nullable in postgresql.run(
            """SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns
            WHERE table_schema = 'tefuda'"""
        )
        if table not in OF_SERVERS | ONLY_POSTGRESQL
    }
    names: set[str] = set()
    with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as file:
        for (name,) in file.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
            names.add(name)
            for _, column, kind, not_null, _, key in file.execute(f'PRAGMA table_info("{name}")'):
                found, nullable = in_postgresql.pop((name, column))
                assert found in ({"boolean"} if (name, column) in BOOLEANS else KINDS[kind]), (name, column)
                assert nullable == (not not_null and not key), (name, column)
    assert in_postgresql == {}
    assert set(data_move.TABLES) | {"probe"} == names, "all data is moved"


def test_tables_are_read_in_the_same_order_of_columns(tmp_path: Path, postgresql: PostgresDatabase) -> None:
    """`SELECT tables.*` and `INSERT INTO … VALUES` depend on it."""
    SqliteDatabase(tmp_path).open()._lock.close()
    for name in ("tables", "seats", "notes", "results", "records", "uses", "keys", "probe"):
        with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as file:
            columns = [row[1] for row in file.execute(f'PRAGMA table_info("{name}")')]
        rows = postgresql.run(
            f"SELECT attname FROM pg_attribute WHERE attrelid = '{name}'::REGCLASS AND attnum > 0 ORDER BY attnum"  # noqa: S608  # one of those eight
        )
        assert [column for (column,) in rows] == columns


def test_each_migration_of_sqlite_has_one_of_postgresql_with_its_number() -> None:
    folder = resources.files("tefuda.server.store") / "migrations"
    numbers = sorted(int(path.name[:4]) for path in folder.iterdir() if path.name.endswith(".sql"))
    first, *later = [number for number, _ in postgres_schema.scripts()]
    assert {number for number in numbers if number >= first} <= {first, *later}
    assert len(numbers) == len(set(numbers))


async def test_servers_that_start_at_once_on_an_empty_database_share_it(empty: PostgresDatabase) -> None:
    stores = await asyncio.gather(*(asyncio.to_thread(empty.open) for _ in range(4)))
    keys = await asyncio.gather(*(store.server_key() for store in stores))
    assert len(set(keys)) == 1
    for store in stores:
        await store.close()


async def test_migration_waits_for_no_server_and_says_so(empty: PostgresDatabase) -> None:
    store = empty.open()
    with connected(empty) as other:
        assert postgres_schema.migrate(other, DatabaseUrl(empty.url)) == [], "nothing to do disturbs nobody"
        other.execute(UNDO_LAST)
        with pytest.raises(StoreError, match="a server uses"):
            postgres_schema.migrate(other, DatabaseUrl(empty.url))
    await store.close()


async def test_server_does_not_start_while_data_is_moved_or_the_schema_migrated(postgresql: PostgresDatabase) -> None:
    with connected(postgresql) as other, other.transaction():
        postgres_schema.lock_alone(other, DatabaseUrl(postgresql.url))
        with pytest.raises(StoreError, match="is being migrated"):
            postgresql.open()
    await postgresql.open().close()


async def test_standby_is_named_instead_of_used(cluster: Cluster, postgresql: PostgresDatabase) -> None:
    """As a database is, too, that was restored to a moment, until it is promoted."""
    standby = cluster.data / "standby.signal"
    cluster.stop("fast")
    standby.touch()
    cluster.start()
    try:
        with pytest.raises(StoreError, match="is a standby, or its recovery has not ended"):
            postgresql.open()
    finally:
        cluster.stop("fast")
        standby.unlink()
        cluster.start()
    await postgresql.open().close()


async def test_failed_migration_leaves_nothing(empty: PostgresDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    (number, path), *_ = postgres_schema.scripts()

    class Broken:
        def read_text(self, encoding: str) -> str:
            return path.read_text(encoding=encoding) + "SELECT 1 / 0;"

    with monkeypatch.context() as patch:
        patch.setattr(postgres_schema, "scripts", lambda: [(number, Broken())])
        with pytest.raises(StoreError, match="division by zero"):
            empty.open()
    assert empty.run("SELECT to_regnamespace('tefuda')") == [(None,)]
    await empty.open().close()


@pytest.fixture
def role(cluster: Cluster) -> Iterator[str]:
    """Return a role that may connect, and nothing else."""
    cluster.execute("CREATE ROLE tefuda_server LOGIN")
    yield "tefuda_server"
    cluster.execute("DROP ROLE tefuda_server")


def as_role(database: PostgresDatabase, role: str) -> PostgresDatabase:
    return PostgresDatabase(database.url.replace("postgres@", f"{role}@"))


async def health(person: Person, status: int) -> dict[str, str]:
    """Wait until the server reports its health with this status, and return the report."""
    async with asyncio.timeout(PATIENCE):
        while (answer := await person.http.get("/healthz")).status_code != status:  # noqa: ASYNC110  # of a server
            await asyncio.sleep(0.1)
    report: dict[str, str] = answer.json()
    return report


async def test_server_runs_with_the_granted_rights_only(tmp_path: Path, role: str, empty: PostgresDatabase) -> None:
    limited = as_role(empty, role)
    with pytest.raises(StoreError, match=f"may not change it: run tefuda migrate --grant {role}"):
        limited.open()
    with connected(empty) as owner:
        postgres_schema.migrate(owner, DatabaseUrl(empty.url), (role,))
    async with serving(tmp_path, **limited.settings) as (address, server), Person(address) as hana:
        async with hana.playing("me", "bot") as place:
            assert await place.my_turn()
            assert (await place.play())["t"] == "done"
            await place.ask("note", id="n", text="七は出た")
        assert (await hana.http.get("/healthz")).status_code == 200
        empty.run(f"ALTER ROLE {role} CONNECTION LIMIT 2")
        empty.run(END_ALL_BUT_THE_STORE)
        assert "too many connections" in (await health(hana, 503))["error"], "no table can be loaded"
        empty.run(f"ALTER ROLE {role} CONNECTION LIMIT -1")
        await health(hana, 200)
        await server.registry.retention.sweep()
        await hana.post("/api/me/delete", {})
    for statement in (
        "CREATE TABLE tefuda.mine (x INTEGER)",
        "ALTER TABLE tables ADD COLUMN mine INTEGER",
        "DROP TABLE notes",
        "INSERT INTO migration VALUES (99)",
        "CREATE OR REPLACE FUNCTION tefuda.append_entries(batch JSON) RETURNS JSON LANGUAGE sql AS 'SELECT batch'",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            limited.run(statement)
    empty.run(UNDO_LAST)
    with pytest.raises(StoreError, match="run tefuda migrate"):
        limited.open()
    empty.run(f"DROP OWNED BY {role}")


async def test_role_without_rights_sees_nothing(role: str, postgresql: PostgresDatabase) -> None:
    with pytest.raises(StoreError, match="run tefuda migrate"):
        as_role(postgresql, role).open()
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        as_role(postgresql, role).run("SELECT * FROM tefuda.tables")
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        as_role(postgresql, role).run("SELECT tefuda.append_entries('[]')")


async def test_tables_of_others_in_the_search_path_are_not_used(postgresql: PostgresDatabase) -> None:
    """Neither a temporary table nor one in the schema `public` takes the place of a table of the server."""
    functions = postgresql.run("SELECT proname, proconfig FROM pg_proc WHERE pronamespace = 'tefuda'::REGNAMESPACE")
    assert functions
    assert all("search_path=tefuda, pg_temp" in settings for _, settings in functions)
    postgresql.run("CREATE TABLE public.entries AS SELECT * FROM entries")
    name = postgresql.run("SELECT current_database()")[0][0]
    postgresql.run(f"ALTER DATABASE {name} SET search_path = public")
    store = postgresql.open()
    await table(store)
    await store._change(lambda c: c.execute("CREATE TEMPORARY TABLE entries (LIKE tefuda.entries)").rowcount)
    entry = Append("one", 0, "{}", None, None, "playing", 1)
    assert await store.append(entry) == Appended(1, fresh=True)
    assert len(await store.log("one")) == 1
    await store.close()


def test_reader_cannot_write(postgresql: PostgresDatabase) -> None:
    reader = PostgresConnection(DatabaseUrl(postgresql.url), read_only=True)
    with contextlib.closing(reader), pytest.raises(psycopg.errors.ReadOnlySqlTransaction):
        reader.execute("INSERT INTO probe VALUES (?)", (b"x",))


async def test_reconnecting_server_does_not_use_the_data_of_a_newer_release(postgresql: PostgresDatabase) -> None:
    store = PostgresStore(DatabaseUrl(postgresql.url))
    postgresql.run("INSERT INTO migration VALUES (99)")
    terminate(postgresql)
    with pytest.raises(StoreError, match="newer Tefuda"):
        await store.in_play()
    with pytest.raises(StoreError, match="newer Tefuda"):
        await store.add_guest(b"t" * 32, "Hanako", 1)
    await store.close()


async def test_what_concerns_a_guest_or_a_table_reads_no_other(
    postgresql: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No such statement scans a whole relation: everyone else would wait, longer with every game that is kept."""
    store, run = postgresql.open(), PostgresConnection.execute
    id = (await table(store)).id
    asked: dict[str, Sequence[Any]] = {}

    def noted(self: PostgresConnection, statement: str, parameters: Sequence[Any] = (), /) -> Any:
        asked[statement] = parameters
        return run(self, statement, parameters)

    monkeypatch.setattr(PostgresConnection, "execute", noted)
    for reads in (store.table, store.log, store.talk, store.shares, store.series, store.deleted_players):
        await reads("one")
    for owns in (store.guest_data, store.guest_tables, store.push_subscriptions):
        await owns(id)
    await store.guest_table_data(id, "one")
    await store.guest_entries(id, "one", 0, 9)
    await store.tables_of(id, 9)
    await store.say(SaidLine("one", id, "m", 0, "{}", None))
    await store.forget(id, set())
    await store.remove_table("one", None)
    await store.close()
    with connected(postgresql) as connection:
        connection.execute("SET search_path = tefuda")
        for way in ("seqscan", "hashjoin", "mergejoin"):  # the database is small: as if it were not
            connection.execute(f"SET enable_{way} = off".encode())
        planner = psycopg.RawCursor(connection)
        for statement, parameters in asked.items():
            if statement.split()[0] in ("SELECT", "UPDATE", "DELETE", "INSERT") and "pg_constraint" not in statement:
                planner.execute(f"EXPLAIN (FORMAT JSON) {numbered(statement)}".encode(), parameters)
                [([plan],)] = planner.fetchall()
                assert not list(whole(plan["Plan"])), statement


async def test_neither_an_action_nor_a_new_table_reads_all_guests(postgresql: PostgresDatabase) -> None:
    """PostgreSQL prefers that while there are some thousands of them, and every action would take as long."""
    scans = "SELECT seq_scan FROM pg_stat_user_tables WHERE relname = 'guests'"
    store = postgresql.open()
    more = "SELECT number::TEXT::BYTEA, '', 1, 1 FROM generate_series(1, 4000) AS number"
    postgresql.run(f"INSERT INTO guests (token, name, created, seen) {more}")
    postgresql.run("ANALYZE guests")
    before = postgresql.run(scans)
    guest = await table(store)
    for version in range(3):
        assert (await store.append(Append("one", version, "{}", guest.id, f"m{version}", "playing", 1))).fresh
    await store._change(lambda c: c.execute("SELECT pg_stat_force_next_flush()").rowcount)
    await store.close()
    assert postgresql.run(scans) == before


def whole(plan: dict[str, Any]) -> Iterator[str]:
    """Yield the tables that a plan reads as a whole."""
    if plan["Node Type"] == "Seq Scan" or ("Index" in plan["Node Type"] and "Index Cond" not in plan):
        yield plan.get("Relation Name", plan.get("Index Name", ""))
    for part in plan.get("Plans", ()):
        yield from whole(part)
