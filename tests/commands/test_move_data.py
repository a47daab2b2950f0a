"""`tefuda move-data` and `tefuda migrate`: everything is moved or nothing, and games go on in PostgreSQL."""

import asyncio
import contextlib
import sqlite3
from pathlib import Path
from random import Random

import pytest

from harness.contract.cases import some_or_all
from harness.server.databases import PostgresDatabase
from harness.server.postgres import Cluster
from tefuda.cli import main
from tefuda.server.store import data_move
from tefuda.server.store.sqlite import FILE, MOVED, SqliteStore
from tests.commands.test_backup import error_of, files, play_game
from tests.server.clients import Person, serving

Capsys = pytest.CaptureFixture[str]


def tables_in(database: PostgresDatabase) -> object:
    return database.run("SELECT to_regnamespace('tefuda')")[0][0]


def digest(folder: Path) -> bytes:
    return (folder / FILE).read_bytes()


async def test_games_go_on_after_the_move(tmp_path: Path, empty: PostgresDatabase, capsys: Capsys) -> None:
    folder = tmp_path / "data"
    table, token, update = await play_game(folder)
    async with serving(folder) as (address, _), Person(address, token) as hana:
        over = (await hana.open("me", "bot", deal=True))["id"]
        async with hana.at(over) as place:
            await place.ask("note", id="n", text="七\0は出た")
            await place.play_to_end(Random(1))
        mine = await hana.get("/api/me")
        record = (await hana.http.get(f"/api/tables/{over}/record.txt")).text
    before = digest(folder)
    capsys.readouterr()
    assert main(["move-data", "--data", str(folder), "--database", empty.url, "--lang", "en"]) == 0
    output = capsys.readouterr().out
    assert "2 tables, 1 guest" in output
    assert str(folder / "signing-keys.json") in output
    assert digest(folder) == before
    refused = error_of(capsys, "serve", "--data", str(folder), "--port", "0", "--database", "sqlite:")
    assert f"was moved to {empty.settings['database']}, where its games go on: name that with --database" in refused
    async with serving(folder, **empty.settings) as (address, _), Person(address, token) as hana:
        assert await hana.get("/api/me") == mine
        assert (await hana.http.get(f"/api/tables/{over}/record.txt")).text == record
        async with hana.at(over) as place:
            assert place.welcome["note"].replace("\ufffd", "") == "七は出た"
        async with hana.at(table) as place:
            assert place.update["version"] == update["version"]
            assert [one["action"] for one in place.view["choices"]] == [
                one["action"] for one in update["view"]["choices"]
            ]
            await place.play_to_end(Random(1))
        async with Person(address) as taro:
            assert (await taro.open("me", "bot", deal=True))["id"], "new guests get ids of their own"


async def test_way_back_to_the_folder(tmp_path: Path, empty: PostgresDatabase, capsys: Capsys) -> None:
    await SqliteStore(tmp_path).close()
    assert main(["backup", str(tmp_path / "backup"), "--data", str(tmp_path)]) == 0
    assert main(["move-data", "--data", str(tmp_path), "--database", empty.url]) == 0
    assert f"delete {tmp_path / MOVED}" in error_of(capsys, "serve", "--data", str(tmp_path), "--port", "0")
    (tmp_path / MOVED).unlink()
    async with serving(tmp_path):
        pass
    empty.run("DROP SCHEMA tefuda CASCADE")
    assert main(["move-data", "--data", str(tmp_path), "--database", empty.url]) == 0
    assert main(["restore", str(tmp_path / "backup"), "--data", str(tmp_path), "--replace"]) == 0
    async with serving(tmp_path):
        pass


async def test_database_with_data_is_refused(tmp_path: Path, empty: PostgresDatabase, capsys: Capsys) -> None:
    await play_game(tmp_path / "data")
    store = empty.open()
    await store.add_guest(b"t" * 32, "Hanako", 1)
    await store.close()
    error = error_of(capsys, "move-data", "--data", str(tmp_path / "data"), "--database", empty.url)
    assert "is not empty" in error
    assert empty.run("SELECT count(*) FROM guests") == [(1,)]
    assert empty.run("SELECT count(*) FROM tables") == [(0,)]


async def test_folder_and_database_in_use_are_refused(tmp_path: Path, empty: PostgresDatabase, capsys: Capsys) -> None:
    async with serving(tmp_path / "used"):
        error = error_of(capsys, "move-data", "--data", str(tmp_path / "used"), "--database", empty.url)
        assert "another server uses" in error
    assert tables_in(empty) is None
    store = empty.open()
    error = error_of(capsys, "move-data", "--data", str(tmp_path / "used"), "--database", empty.url)
    assert "a server uses postgresql://" in error
    await store.close()


@pytest.mark.parametrize("table", some_or_all(["snapshots"], ["guests", "entries", "snapshots"]))
async def test_difference_after_copying_moves_nothing(
    tmp_path: Path, empty: PostgresDatabase, capsys: Capsys, monkeypatch: pytest.MonkeyPatch, table: str
) -> None:
    await SqliteStore(tmp_path).close()
    compared: list[tuple[int, str]] = []
    original = data_move._digest

    def digest_of_other_rows(rows: object) -> tuple[int, str]:
        compared.append(original(rows))
        last = len(compared) == 2 * list(data_move.TABLES).index(table) + 2
        return (compared[-1][0], "other") if last else compared[-1]

    monkeypatch.setattr(data_move, "_digest", digest_of_other_rows)
    error = error_of(capsys, "move-data", "--data", str(tmp_path), "--database", empty.url)
    assert f"the rows of the table {table} are not those of the folder" in error
    assert tables_in(empty) is None


def test_every_changed_value_changes_the_digest() -> None:
    rows = [("a", 1, b"x", None, True), ("b", 2, b"y", "", False)]
    changed = [rows[:1], [rows[1], rows[0]], [("a", 1, b"x", "", True), rows[1]], [rows[0], ("b", 2, "y", "", False)]]
    assert len({data_move._digest(one) for one in [rows, *changed]}) == 5


async def test_damaged_folder_moves_nothing(tmp_path: Path, empty: PostgresDatabase, capsys: Capsys) -> None:
    await play_game(tmp_path)
    with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as other:
        other.execute("INSERT INTO seats VALUES ('no-such-table', 1, 0, 1)")
        other.commit()
    assert "damaged" in error_of(capsys, "move-data", "--data", str(tmp_path), "--database", empty.url)
    assert tables_in(empty) is None
    assert "unfinished" not in " ".join(files(tmp_path))


def test_folder_without_data_is_refused(tmp_path: Path, empty: PostgresDatabase, capsys: Capsys) -> None:
    assert "there is no tefuda" in error_of(capsys, "move-data", "--data", str(tmp_path), "--database", empty.url)


async def test_data_of_an_earlier_release_is_moved(tmp_path: Path, empty: PostgresDatabase) -> None:
    from tests.server.test_retention import older_data

    older_data(tmp_path / "old")
    before = digest(tmp_path / "old")
    assert main(["move-data", "--data", str(tmp_path / "old"), "--database", empty.url]) == 0
    assert digest(tmp_path / "old") == before, "the folder can still be used by the earlier release"
    store = empty.open()
    assert await store.forget(1, ()) == ["old"]
    assert "Hanako" not in repr(await store.table("old"))
    assert (await store.add_guest(b"new", "Jiro", 1)).id == 3
    await store.close()


# ------------------------------------------------------------------- options


def test_migrate_prepares_an_empty_database_and_grants_rights(
    cluster: Cluster, empty: PostgresDatabase, capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEFUDA_DATABASE", empty.url)
    cluster.execute("CREATE ROLE table_server LOGIN")
    try:
        assert main(["migrate", "--grant", "table_server", "--lang", "en"]) == 0
        output = capsys.readouterr().out
        assert "is ready for this release" in output
        assert "table_server has the rights" in output
        assert main(["migrate", "--lang", "en"]) == 0
        assert "was ready" in capsys.readouterr().out
        server = PostgresDatabase(empty.url.replace("postgres@", "table_server@"))
        asyncio.run(server.open().close())
        assert 'role "nobody_here" does not exist' in error_of(capsys, "migrate", "--grant", "nobody_here")
        empty.run("DROP OWNED BY table_server")
    finally:
        cluster.execute("DROP ROLE table_server")


@pytest.mark.parametrize("command", ["migrate", "move-data"])
def test_command_for_postgresql_wants_its_url(command: str, capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TEFUDA_DATABASE", raising=False)
    assert "--database or $TEFUDA_DATABASE" in error_of(capsys, command)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://u:s3cr@t@127.0.0.1:1/d",
        "postgresql://u:s3cr/t@127.0.0.1:1/d",
        "postgresql://u:s3cr?t=1@127.0.0.1:1/d",
        "postgresql://u:s3cr#t@127.0.0.1:1/d",
        "postgresql://u:s3 cret@127.0.0.1:1/d",
        "postgresql://u:12?s3cr=1@127.0.0.1:1/d",
        "postgresql://u:s3c%r@127.0.0.1:1/d",
        "postgresql://127.0.0.1:1/d?s3cret=1",
        "mysql://u:s3cret@127.0.0.1/d",
        "s3cret",
    ],
)
def test_unusable_url_is_refused_without_showing_it(url: str, capsys: Capsys) -> None:
    for command in (["serve", "--port", "0"], ["migrate"]):
        error = error_of(capsys, *command, "--database", url)
        assert "s3c" not in error
        assert "--database takes" in error or "options that PostgreSQL does not know" in error


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_backup_of_postgresql_is_referred_to_its_own_tools(
    command: str, tmp_path: Path, capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEFUDA_DATABASE", "postgresql://hana:s3cret@db.example/cards")
    error = error_of(capsys, command, str(tmp_path / "backup"), "--data", str(tmp_path))
    assert "pg_dump" in error
    assert "postgresql://hana@db.example/cards" in error
    assert "s3cret" not in error


def test_missing_psycopg_is_named(capsys: Capsys, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(__import__("sys").modules, "psycopg", None)
    options = ["--database", "postgresql://db.example/cards"]
    for command in (["migrate"], ["serve", "--port", "0", "--data", str(tmp_path)]):
        assert "pip install 'tefuda[postgresql]'" in error_of(capsys, *command, *options)


async def test_dump_of_the_database_restores_the_games(
    tmp_path: Path, cluster: Cluster, postgresql: PostgresDatabase
) -> None:
    """The backup that docs/databases.md describes, in another PostgreSQL without the roles of the first one."""
    cluster.execute("CREATE ROLE elsewhere")
    postgresql.run("GRANT USAGE ON SCHEMA tefuda TO elsewhere")
    async with serving(tmp_path, **postgresql.settings) as (address, _), Person(address) as hana:
        table, token = (await hana.open("me", "bot", deal=True))["id"], hana.token
        async with hana.at(table) as place:
            assert await place.my_turn()
            update = place.update
            dump = cluster.dump(postgresql.url)
    postgresql.run("DROP OWNED BY elsewhere")
    cluster.execute("DROP ROLE elsewhere")
    with cluster.database("template0") as url:
        cluster.restore(dump, url)
        restored = PostgresDatabase(url)
        async with (
            serving(tmp_path, **restored.settings) as (address, _),
            Person(address, token) as hana,
            hana.at(table) as place,
        ):
            assert place.update["version"] == update["version"]
            await place.play_to_end(Random(1))
