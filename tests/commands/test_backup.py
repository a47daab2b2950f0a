"""`tefuda backup` and `tefuda restore`: a copy made while a server runs goes on as the server did, or is refused."""

import contextlib
import json
import sqlite3
import stat
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tefuda.cli import main
from tefuda.server.sqlite import FILE, SqliteStore
from tests.server.clients import Person, serving

Capsys = pytest.CaptureFixture[str]


async def played(folder: Path, backup: Path | None = None, *options: str) -> tuple[str, str, dict[str, Any]]:
    """A server with a game in play, and a backup made meanwhile: (table, cookie, what was seen last)."""
    async with serving(folder) as (address, _), Person(address) as hana:
        table = (await hana.open("me", "bot", deal=True))["id"]
        async with hana.at(table) as place:
            for _ in range(3):
                if await place.my_turn():
                    await place.play()
            await place.my_turn()
            if backup is not None:
                assert main(["backup", str(backup), "--data", str(folder), "--lang", "en", *options]) == 0
            return table, hana.token, place.update


def saved(folder: Path) -> Path:
    """A small folder of a server that is not running."""
    SqliteStore(folder)._lock.close()
    return folder


def files(folder: Path) -> dict[str, bytes]:
    """The files of a folder and what is in them; of folders in it their names."""
    return {path.name: path.read_bytes() if path.is_file() else b"" for path in folder.iterdir()}


def refused(capsys: Capsys, *words: str) -> str:
    capsys.readouterr()
    assert main(list(words)) == 2
    return capsys.readouterr().err


async def test_game_goes_on_from_a_backup_made_while_it_was_played(tmp_path: Path) -> None:
    table, token, seen = await played(tmp_path / "data", tmp_path / "backup", "--keys")
    assert main(["restore", str(tmp_path / "backup"), "--data", str(tmp_path / "new")]) == 0
    async with serving(tmp_path / "new") as (address, _), Person(address, token) as hana, hana.at(table) as place:
        assert place.update["version"] == seen["version"]
        choices = [one["action"] for one in seen["view"]["choices"]]
        assert [one["action"] for one in place.view["choices"]] == choices
        assert place.view["to_act"] == seen["view"]["to_act"]
        await place.to_the_end(Random(1))
        record = (await hana.http.get(f"/api/tables/{table}/record.txt")).text
        assert record.startswith("tefuda 2\n"), "the keys are there to sign with"


async def test_backup_is_for_its_owner_alone_and_says_what_is_in_it(tmp_path: Path, capsys: Capsys) -> None:
    await played(tmp_path / "data", tmp_path / "backup")
    assert stat.S_IMODE((tmp_path / "backup").stat().st_mode) == 0o600
    said = capsys.readouterr().out
    assert "1 table, 1 of them in play" in said
    assert "secrets" in said
    assert "signing keys are not in it" in said
    private = json.loads((tmp_path / "data" / "signing-keys.json").read_text())["keys"][0]["private"]
    assert private.encode() not in (tmp_path / "backup").read_bytes()
    assert main(["backup", str(tmp_path / "whole"), "--data", str(tmp_path / "data"), "--keys", "--lang", "en"]) == 0
    assert "signing keys are in it" in capsys.readouterr().out
    assert private.encode() in (tmp_path / "whole").read_bytes()
    assert files(tmp_path).keys() == {"backup", "data", "whole"}, "nothing else is left over"


def test_backup_replaces_nothing_unasked(tmp_path: Path, capsys: Capsys) -> None:
    folder, file = saved(tmp_path / "data"), tmp_path / "backup"
    file.write_text("mine")
    assert "exists already" in refused(capsys, "backup", str(file), "--data", str(folder))
    assert file.read_text() == "mine"
    assert main(["backup", str(file), "--data", str(folder), "--replace"]) == 0
    assert file.read_bytes().startswith(b"SQLite")


def test_backup_of_a_folder_without_data_is_refused(tmp_path: Path, capsys: Capsys) -> None:
    assert "there is no" in refused(capsys, "backup", str(tmp_path / "backup"), "--data", str(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_backup_with_keys_that_are_missing_is_refused(tmp_path: Path, capsys: Capsys) -> None:
    folder = saved(tmp_path / "data")
    said = refused(capsys, "backup", str(tmp_path / "backup"), "--data", str(folder), "--keys")
    assert "signing-keys.json" in said
    assert not (tmp_path / "backup").exists()


def test_backup_into_a_folder_that_is_not_there_is_refused(tmp_path: Path, capsys: Capsys) -> None:
    folder = saved(tmp_path / "data")
    said = refused(capsys, "backup", str(tmp_path / "no" / "backup"), "--data", str(folder))
    assert "cannot be written" in said


async def test_folder_in_use_is_not_restored_into(tmp_path: Path, capsys: Capsys) -> None:
    assert main(["backup", str(tmp_path / "backup"), "--data", str(saved(tmp_path / "data"))]) == 0
    async with serving(tmp_path / "used") as (address, _), Person(address) as hana:
        for option in ([], ["--replace"]):
            said = refused(capsys, "restore", str(tmp_path / "backup"), "--data", str(tmp_path / "used"), *option)
            assert "another server uses" in said
        await hana.open("me", "bot", deal=True)


async def test_data_is_replaced_only_when_asked_for(tmp_path: Path, capsys: Capsys) -> None:
    table, token, _ = await played(tmp_path / "data")
    assert main(["backup", str(tmp_path / "empty"), "--data", str(saved(tmp_path / "other"))]) == 0
    before = (tmp_path / "data" / FILE).read_bytes()
    assert "--replace" in refused(capsys, "restore", str(tmp_path / "empty"), "--data", str(tmp_path / "data"))
    assert (tmp_path / "data" / FILE).read_bytes() == before
    keys = (tmp_path / "data" / "signing-keys.json").read_bytes()
    assert main(["restore", str(tmp_path / "empty"), "--data", str(tmp_path / "data"), "--replace"]) == 0
    assert (tmp_path / "data" / "signing-keys.json").read_bytes() == keys
    assert stat.S_IMODE((tmp_path / "data" / FILE).stat().st_mode) == 0o600
    async with serving(tmp_path / "data") as (address, _), Person(address, token) as hana:
        await hana.get(f"/api/tables/{table}", status=404)


async def test_old_journal_is_not_applied_to_restored_data(tmp_path: Path) -> None:
    """A server that was killed leaves its newest writes beside the file."""
    await played(tmp_path / "data", tmp_path / "backup")
    store = SqliteStore(tmp_path / "data")
    await store.add_guest(b"late", "Late", 1)
    wal = (tmp_path / "data" / f"{FILE}-wal").read_bytes()
    await store.close()
    (tmp_path / "data" / f"{FILE}-wal").write_bytes(wal)
    assert main(["restore", str(tmp_path / "backup"), "--data", str(tmp_path / "data"), "--replace"]) == 0
    again = SqliteStore(tmp_path / "data")
    assert await again.guest(b"late") is None
    assert len(await again.in_play()) == 1
    await again.close()


def damaged(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[5000:9000] = bytes(4000)
    file.write_bytes(data)


def other_database(file: Path) -> None:
    file.unlink()
    with contextlib.closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE recipes (name)")


def newer(file: Path) -> None:
    with contextlib.closing(sqlite3.connect(file)) as other:
        other.execute("PRAGMA user_version = 99")


def orphaned(file: Path) -> None:
    with contextlib.closing(sqlite3.connect(file)) as other:
        other.execute("INSERT INTO seats VALUES ('no-such-table', 1, 0, 1)")
        other.commit()


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (damaged, "cannot be restored|damaged"),
        (other_database, "holds no tables of Tefuda"),
        (newer, "newer Tefuda"),
        (orphaned, "damaged"),
        (lambda file: file.write_text("Dear diary"), "not a database"),
        (lambda file: file.unlink(), "there is no file"),
    ],
)
async def test_file_that_cannot_be_used_changes_nothing(tmp_path: Path, capsys: Capsys, harm: Any, said: str) -> None:
    folder, file = tmp_path / "data", tmp_path / "backup"
    table, token, _ = await played(folder, file)
    harm(file)
    before = files(folder)
    capsys.readouterr()
    assert main(["restore", str(file), "--data", str(folder), "--replace"]) == 2
    found = capsys.readouterr().err
    assert any(words in found for words in said.split("|")), found
    assert files(folder) == before
    async with serving(folder) as (address, _), Person(address, token) as hana:
        assert (await hana.get(f"/api/tables/{table}"))["phase"] == "playing"


def test_backup_of_an_earlier_form_is_brought_up_to_date(tmp_path: Path) -> None:
    from tests.server.test_retention import older_data

    older_data(tmp_path / "old")
    assert main(["backup", str(tmp_path / "backup"), "--data", str(tmp_path / "old")]) == 0
    assert main(["restore", str(tmp_path / "backup"), "--data", str(tmp_path / "new")]) == 0
    with contextlib.closing(sqlite3.connect(tmp_path / "new" / FILE)) as file:
        assert file.execute("SELECT count(*) FROM uses").fetchone() == (1,)
        assert file.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'backup'").fetchone() == (0,)


async def test_restored_keys_join_those_that_are_there(tmp_path: Path) -> None:
    await played(tmp_path / "data", tmp_path / "backup", "--keys")
    (tmp_path / "new").mkdir()
    assert main(["keys", "--data", str(tmp_path / "new")]) == 0
    file = tmp_path / "new" / "signing-keys.json"
    own = json.loads(file.read_text())["keys"]
    old = json.loads((tmp_path / "data" / "signing-keys.json").read_text())["keys"]
    assert main(["restore", str(tmp_path / "backup"), "--data", str(tmp_path / "new")]) == 0
    joined = json.loads(file.read_text())["keys"]
    assert sorted(key["private"] for key in joined) == sorted(key["private"] for key in own + old)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


async def test_missing_keys_are_said(tmp_path: Path, capsys: Capsys) -> None:
    await played(tmp_path / "data", tmp_path / "backup")
    assert main(["restore", str(tmp_path / "backup"), "--data", str(tmp_path / "new"), "--lang", "en"]) == 0
    said = capsys.readouterr().out
    assert "without signing keys" in said
    assert str(tmp_path / "new" / "signing-keys.json") in said
