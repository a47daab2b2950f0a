"""`tefuda backup` and `tefuda restore`: a backup of a running server continues its games, and bad files are refused."""

import contextlib
import json
import os
import re
import shutil
import sqlite3
import stat
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tefuda.cli import main
from tefuda.server.store.sqlite import FILE, SqliteStore
from tests.server.clients import Person, serving

Capsys = pytest.CaptureFixture[str]


async def play_game(folder: Path, backup: Path | None = None, *options: str) -> tuple[str, str, dict[str, Any]]:
    """Play part of a game, optionally making a backup meanwhile; returns (table, cookie, last update)."""
    async with serving(folder) as (address, _), Person(address) as hana, hana.playing("me", "bot") as place:
        for _ in range(3):
            if await place.my_turn():
                await place.play()
        await place.my_turn()
        if backup is not None:
            assert main(["backup", str(backup), "--data", str(folder), "--lang", "en", *options]) == 0
        return place.table, hana.token, place.update


def data_folder(folder: Path) -> Path:
    """Return the data folder of a server that is not running."""
    SqliteStore(folder)._lock.close()
    return folder


def files(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder with their contents; subfolders by name only."""
    return {path.name: path.read_bytes() if path.is_file() else b"" for path in folder.iterdir()}


def error_of(capsys: Capsys, *words: str) -> str:
    capsys.readouterr()
    assert main(list(words)) == 2
    return capsys.readouterr().err


async def test_game_continues_from_a_backup_made_during_play(tmp_path: Path) -> None:
    table, token, update = await play_game(tmp_path / "data", tmp_path / "backup", "--keys")
    assert main(["restore", str(tmp_path / "backup"), "--data", str(tmp_path / "new")]) == 0
    async with serving(tmp_path / "new") as (address, _), Person(address, token) as hana, hana.at(table) as place:
        assert place.update["version"] == update["version"]
        choices = [one["action"] for one in update["view"]["choices"]]
        assert [one["action"] for one in place.view["choices"]] == choices
        assert place.view["to_act"] == update["view"]["to_act"]
        await place.play_to_end(Random(1))
        record = (await hana.http.get(f"/api/tables/{table}/record.txt")).text
        assert record.startswith("tefuda 2\n"), "the restored keys sign the record"


async def test_backup_is_readable_by_its_owner_only_and_reports_its_content(tmp_path: Path, capsys: Capsys) -> None:
    await play_game(tmp_path / "data", tmp_path / "backup")
    assert stat.S_IMODE((tmp_path / "backup").stat().st_mode) == 0o600
    output = capsys.readouterr().out
    assert "1 table, 1 of them in play" in output
    assert "secrets" in output
    assert "signing keys are not in it" in output
    private = json.loads((tmp_path / "data" / "signing-keys.json").read_text())["keys"][0]["private"]
    assert private.encode() not in (tmp_path / "backup").read_bytes()
    assert main(["backup", str(tmp_path / "whole"), "--data", str(tmp_path / "data"), "--keys", "--lang", "en"]) == 0
    assert "signing keys are in it" in capsys.readouterr().out
    assert private.encode() in (tmp_path / "whole").read_bytes()
    assert files(tmp_path).keys() == {"backup", "data", "whole"}, "no temporary files are left"


def test_backup_overwrites_a_file_only_with_replace(tmp_path: Path, capsys: Capsys) -> None:
    folder, file = data_folder(tmp_path / "data"), tmp_path / "backup"
    file.write_text("mine")
    assert "exists already" in error_of(capsys, "backup", str(file), "--data", str(folder))
    assert file.read_text() == "mine"
    assert main(["backup", str(file), "--data", str(folder), "--replace"]) == 0
    assert file.read_bytes().startswith(b"SQLite")


def test_backup_of_a_folder_without_data_is_refused(tmp_path: Path, capsys: Capsys) -> None:
    assert "there is no" in error_of(capsys, "backup", str(tmp_path / "backup"), "--data", str(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_backup_with_missing_keys_is_refused(tmp_path: Path, capsys: Capsys) -> None:
    folder = data_folder(tmp_path / "data")
    error = error_of(capsys, "backup", str(tmp_path / "backup"), "--data", str(folder), "--keys")
    assert "signing-keys.json" in error
    assert not (tmp_path / "backup").exists()


def test_backup_into_a_missing_folder_is_refused(tmp_path: Path, capsys: Capsys) -> None:
    folder = data_folder(tmp_path / "data")
    error = error_of(capsys, "backup", str(tmp_path / "no" / "backup"), "--data", str(folder))
    assert f"cannot be copied to {tmp_path / 'no' / 'backup'}" in error


async def test_restore_into_a_folder_in_use_is_refused(tmp_path: Path, capsys: Capsys) -> None:
    assert main(["backup", str(tmp_path / "backup"), "--data", str(data_folder(tmp_path / "data"))]) == 0
    async with serving(tmp_path / "used") as (address, _), Person(address) as hana:
        for option in ([], ["--replace"]):
            error = error_of(capsys, "restore", str(tmp_path / "backup"), "--data", str(tmp_path / "used"), *option)
            assert "another server uses" in error
        await hana.open("me", "bot", deal=True)


async def test_restore_overwrites_data_only_with_replace(tmp_path: Path, capsys: Capsys) -> None:
    table, token, _ = await play_game(tmp_path / "data")
    assert main(["backup", str(tmp_path / "empty"), "--data", str(data_folder(tmp_path / "other"))]) == 0
    before = (tmp_path / "data" / FILE).read_bytes()
    assert "--replace" in error_of(capsys, "restore", str(tmp_path / "empty"), "--data", str(tmp_path / "data"))
    assert (tmp_path / "data" / FILE).read_bytes() == before
    keys = (tmp_path / "data" / "signing-keys.json").read_bytes()
    assert main(["restore", str(tmp_path / "empty"), "--data", str(tmp_path / "data"), "--replace"]) == 0
    assert (tmp_path / "data" / "signing-keys.json").read_bytes() == keys
    assert stat.S_IMODE((tmp_path / "data" / FILE).stat().st_mode) == 0o600
    async with serving(tmp_path / "data") as (address, _), Person(address, token) as hana:
        await hana.get(f"/api/tables/{table}", status=404)


async def test_old_journal_is_not_applied_to_restored_data(tmp_path: Path) -> None:
    """A killed server leaves its newest writes in the journal beside the file."""
    await play_game(tmp_path / "data", tmp_path / "backup")
    store = SqliteStore(tmp_path / "data")
    await store.add_guest(b"late", "Late", 1)
    wal = (tmp_path / "data" / f"{FILE}-wal").read_bytes()
    await store.close()
    (tmp_path / "data" / f"{FILE}-wal").write_bytes(wal)
    assert main(["restore", str(tmp_path / "backup"), "--data", str(tmp_path / "data"), "--replace"]) == 0
    restored = SqliteStore(tmp_path / "data")
    assert await restored.guest(b"late") is None
    assert len(await restored.in_play()) == 1
    await restored.close()


def damage(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[5000:9000] = bytes(4000)
    file.write_bytes(data)


def replace_by_other_database(file: Path) -> None:
    file.unlink()
    with contextlib.closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE recipes (name)")


def mark_as_newer(file: Path) -> None:
    with contextlib.closing(sqlite3.connect(file)) as other:
        other.execute("PRAGMA user_version = 99")


def add_orphan(file: Path) -> None:
    with contextlib.closing(sqlite3.connect(file)) as other:
        other.execute("INSERT INTO seats VALUES ('no-such-table', 1, 0, 1)")
        other.commit()


HARMS: list[tuple[Callable[[Path], object], str]] = [
    (damage, "cannot be restored|damaged"),
    (replace_by_other_database, "holds no tables of Tefuda"),
    (mark_as_newer, "newer Tefuda"),
    (add_orphan, "damaged"),
    (lambda file: file.write_text("Dear diary"), "not a database"),
    (lambda file: file.unlink(), "there is no file"),
]


async def test_backup_of_damaged_data_names_the_file_that_is_damaged(tmp_path: Path, capsys: Capsys) -> None:
    folder = tmp_path / "data"
    await play_game(folder)
    damage(folder / FILE)
    error = error_of(capsys, "backup", str(tmp_path / "backup"), "--data", str(folder))
    assert f"{folder / FILE} cannot be copied" in error
    assert "malformed" in error
    assert not (tmp_path / "backup").exists()


async def test_unusable_backup_changes_nothing(tmp_path: Path, capsys: Capsys) -> None:
    folder, backup = tmp_path / "data", tmp_path / "backup"
    await play_game(folder, backup)
    before = files(folder)
    for number, (harm, message) in enumerate(HARMS):
        file = tmp_path / f"harmed-{number}"
        shutil.copy(backup, file)
        harm(file)
        assert re.search(message, error_of(capsys, "restore", str(file), "--data", str(folder), "--replace"))
        assert files(folder) == before, message


def test_restore_that_fails_leaves_no_new_folder(tmp_path: Path, capsys: Capsys) -> None:
    (tmp_path / "other").write_text("root:x:0:0", encoding="utf-8")
    error = error_of(capsys, "restore", str(tmp_path / "other"), "--data", str(tmp_path / "new"))
    assert "file is not a database" in error
    assert not (tmp_path / "new").exists()


def test_backup_of_an_earlier_schema_is_migrated(tmp_path: Path) -> None:
    from tests.server.test_retention import older_data

    older_data(tmp_path / "old")
    assert main(["backup", str(tmp_path / "backup"), "--data", str(tmp_path / "old")]) == 0
    assert main(["restore", str(tmp_path / "backup"), "--data", str(tmp_path / "new")]) == 0
    with contextlib.closing(sqlite3.connect(tmp_path / "new" / FILE)) as file:
        assert file.execute("SELECT count(*) FROM uses").fetchone() == (1,)
        assert file.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'backup'").fetchone() == (0,)


async def test_restored_keys_are_added_to_existing_ones(tmp_path: Path) -> None:
    await play_game(tmp_path / "data", tmp_path / "backup", "--keys")
    (tmp_path / "new").mkdir()
    assert main(["keys", "--data", str(tmp_path / "new")]) == 0
    file = tmp_path / "new" / "signing-keys.json"
    existing = json.loads(file.read_text())["keys"]
    old = json.loads((tmp_path / "data" / "signing-keys.json").read_text())["keys"]
    assert main(["restore", str(tmp_path / "backup"), "--data", str(tmp_path / "new")]) == 0
    joined = json.loads(file.read_text())["keys"]
    assert sorted(key["private"] for key in joined) == sorted(key["private"] for key in existing + old)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
async def test_root_restores_for_the_service_that_owns_the_folder(tmp_path: Path) -> None:
    await play_game(tmp_path / "data", tmp_path / "backup", "--keys")
    (tmp_path / "new").mkdir()
    os.chown(tmp_path / "new", 4711, 4711)
    assert main(["restore", str(tmp_path / "backup"), "--data", str(tmp_path / "new")]) == 0
    assert main(["keys", "--replace", "--data", str(tmp_path / "new")]) == 0
    for name in (FILE, "signing-keys.json"):
        assert (tmp_path / "new" / name).stat().st_uid == 4711, name


async def test_restore_without_keys_warns(tmp_path: Path, capsys: Capsys) -> None:
    await play_game(tmp_path / "data", tmp_path / "backup")
    assert main(["restore", str(tmp_path / "backup"), "--data", str(tmp_path / "new"), "--lang", "en"]) == 0
    output = capsys.readouterr().out
    assert "without signing keys" in output
    assert str(tmp_path / "new" / "signing-keys.json") in output
