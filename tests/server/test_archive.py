"""The archive: a point-in-time restore holds all changes up to a moment and none after it; old files are removed."""

import asyncio
import contextlib
import inspect
import shutil
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest

from harness.server.doubles import PATIENCE, ManualClock, eventually
from harness.server.killed_server import ServerProcess
from tefuda.cli import main
from tefuda.server.settings import DAY
from tefuda.server.store import archive as archive_module
from tefuda.server.store.archive import Archive, bases, number_of, read_log
from tefuda.server.store.archive_restore import Restored, restore_archive
from tefuda.server.store.backup import Contents
from tefuda.server.store.errors import StoreError
from tefuda.server.store.sql_store import SqlStore
from tefuda.server.store.sqlite import FILE, SqliteStore
from tefuda.server.store.stored_data import Append, Cutoffs, PushSubscription, SaidLine, Seat, StoredRecord
from tefuda.table.entries import Sitter
from tests.server.clients import Person, serving
from tests.server.test_store import append, guest, table

Capsys = pytest.CaptureFixture[str]


def archived_calls(folder: Path) -> list[archive_module.Call]:
    return [call for path in sorted(folder.glob("*.log")) for call in read_log(path)[1]]


async def archived(folder: Path, method: str, count: int = 1) -> None:
    """Wait until the files hold this many calls of a method."""
    await eventually(lambda: [call.method for call in archived_calls(folder)].count(method) >= count)


def last_archived_version(folder: Path) -> int:
    return max(
        (call.arguments["append"][1] + 1 for call in archived_calls(folder) if call.method == "append"), default=0
    )


def as_option(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).isoformat()


async def run(*words: str) -> int:
    """Run a command while the tests' event loop goes on."""
    return await asyncio.to_thread(main, words)


async def restored(archive: Path, folder: Path, at: float | None = None) -> Restored:
    return await asyncio.to_thread(restore_archive, archive, at, folder, folder.with_name("keys"))


def content(folder: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Return all rows of the database, without derived data and the digests of deleted cookies."""
    with closing(sqlite3.connect(folder / FILE)) as file:
        names = [name for (name,) in file.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        rows = {name: sorted(file.execute(f'SELECT * FROM "{name}"').fetchall(), key=repr) for name in names}  # noqa: S608
    rows = {name: values for name, values in rows.items() if name not in ("snapshots", "probe")}
    rows["guests"] = [(id, token if name else b"", name, *rest) for id, token, name, *rest in rows["guests"]]
    return rows


async def test_point_in_time_restore_after_the_disk_is_lost(tmp_path: Path, capsys: Capsys) -> None:
    """Play on, note when moves were acknowledged, kill the server, lose its data, and go back to a moment between."""
    data, archive, new = tmp_path / "data", tmp_path / "archive", tmp_path / "restored"
    process = ServerProcess(data, archive=archive)
    acknowledged: list[tuple[float, float, int]] = []  # (sent, answered, version)
    async with Person(process.address) as hana:
        await eventually(lambda: bases(archive))
        id = (await hana.open("me", "bot", "bot", deal=True))["id"]
        async with hana.at(id) as place:
            while len(acknowledged) < 12 and await place.my_turn():
                sent = time.time()
                answer = await place.play(Random(len(acknowledged)).choice(place.view["choices"])["action"])
                acknowledged.append((sent, time.time(), answer["version"]))
                await asyncio.sleep(0.02)
        token = hana.token
        await eventually(lambda: last_archived_version(archive) >= acknowledged[-1][2])
    await asyncio.to_thread(process.kill)
    shutil.rmtree(data)

    before, after = acknowledged[5], acknowledged[6]
    moment = (before[1] + after[0]) / 2
    options = ["--at", as_option(moment), "--data", str(new), "--lang", "en"]
    assert await run("restore", str(archive), *options) == 0
    output = capsys.readouterr().out
    assert "everything is as it was at" in output
    assert "may be missing" not in output
    with closing(sqlite3.connect(new / FILE)) as file:
        versions = {version for (version,) in file.execute("SELECT version FROM entries WHERE table_id = ?", (id,))}
    assert {version for _, answered, version in acknowledged if answered <= moment} <= versions
    assert not {version for sent, _, version in acknowledged if sent >= moment} & versions
    async with serving(new) as (address, _), Person(address, token) as hana, hana.at(id) as place:
        await place.play_to_end(Random(1))

    assert await run("restore", str(archive), "--data", str(tmp_path / "latest"), "--lang", "en") == 0
    with closing(sqlite3.connect(tmp_path / "latest" / FILE)) as file:
        [(latest,)] = file.execute("SELECT version FROM tables WHERE id = ?", (id,)).fetchall()
    assert latest >= acknowledged[-1][2]


@pytest.fixture
async def pair(tmp_path: Path) -> AsyncIterator[tuple[SqliteStore, Archive, ManualClock]]:
    """A store with an archive, and its clock."""
    store, clock = SqliteStore(tmp_path / "data"), ManualClock()
    archive = Archive(tmp_path / "archive", tmp_path / "data", clock, 7 * DAY)
    store.on_change = archive.add
    archive.start()
    await eventually(lambda: bases(tmp_path / "archive"))
    yield store, archive, clock
    archive.close()
    await store.close()


def let_copy(archive: Archive, clock: ManualClock) -> None:
    """Let another base backup be due, and made at once."""
    clock.passed += DAY
    with archive._changed:
        archive._changed.notify_all()


async def change_everything(store: SqliteStore) -> None:
    """Call every method of the store that changes something."""
    await store.server_key()
    host, other = await guest(store), await store.add_guest(b"o" * 32, "Taro", 1)
    leaver = await store.add_guest(b"l" * 32, "Umi", 1)
    for id in ("one", "two", "three", "four"):
        await table(store, host, id, sitters=(Sitter("person", "Hanako"), Sitter()))
    sat = '{"kind": "sat", "seat": 1, "sitter": {"kind": "person", "name": "Taro"}}'
    await store.append(append("one", sender=host.id, command="m1", seats=(Seat(host.id, 0, sits=True),)))
    people = (Sitter("person", "Hanako"), Sitter("person", "Taro"))
    await store.append(append("two", entry=sat, sender=other.id, sitters=people, seats=(Seat(other.id, 1, sits=True),)))
    await store.append(append("two", expected=1, phase="over", to_act=-1, result=(7, [1, 2], [5, 3])))
    await store.rename(host.id, "Hanako II")
    await store.set_note("one", host.id, "seven of birds")
    for line in (SaidLine("one", host.id, "m2", 0, "{}", chat=False), SaidLine("one", other.id, "m2", -1, "{}")):
        await store.say(line)
    for person in (host, other):
        await store.set_share("two", person.id, b"n" * 16, 8)
    await store.set_share("two", host.id, None, 9)
    record = StoredRecord(2, "digest", b"data", 5, 4)
    for id in ("two", "three"):
        await store.store_record(id, "seat-0", record, now=8)
    await store.drop_records(["three"])
    await store.mark_used(["one"], [host.id], 9)
    await store.adopt_push_key(b"k" * 32)
    for person in (host, other):
        for browser in ("phone", "laptop"):
            subscription = PushSubscription(f"https://push.example/{browser}/{person.id}", b"p", b"a", "ja", "")
            await store.add_push(person.id, subscription, 10)
    await store.remove_push(f"https://push.example/phone/{host.id}")
    assert await store.remove_table("three", None)
    assert not await store.remove_table("four", Cutoffs(0, 0, 0))
    assert await store.forget(other.id, []) == ["one", "two"]
    assert await store.remove_guests(2, 10) == 1
    again = await store.add_guest(b"n" * 32, "New", 1)
    assert again.id == leaver.id, "the id of a removed guest is used again"


async def test_every_change_is_restored(pair: tuple[SqliteStore, Archive, ManualClock], tmp_path: Path) -> None:
    store, _, _ = pair
    await change_everything(store)
    await archived(tmp_path / "archive", "add_guest", 4)
    result = await restored(tmp_path / "archive", tmp_path / "new")
    assert result.gap is None
    assert content(tmp_path / "new") == content(tmp_path / "data")
    used = {call.method for call in archived_calls(tmp_path / "archive")}
    assert used == set(reported_methods()), "change_everything does not call them all"


def reported_methods() -> list[str]:
    """Return the methods of the store that change something, by their source: those that give `_change` a name."""
    methods = inspect.getmembers(SqliteStore, inspect.iscoroutinefunction)
    return [name for name, method in methods if f'"{name}",' in inspect.getsource(method)]


def test_every_method_of_the_store_reads_or_is_archived() -> None:
    # Derived from the log; a smaller value favours the players; not a change.
    unarchived = {"keep_snapshot", "keep_uptime", "ping", "close"}
    through_others = {"server_key": "adopt_server_key", "remove_guests": "remove_unused"}
    reported = set(reported_methods())
    for name, method in inspect.getmembers(SqlStore, inspect.iscoroutinefunction):
        source = inspect.getsource(getattr(SqliteStore, name))
        if not name.startswith("_") and through_others.get(name, name) not in reported | unarchived:
            assert "_change" not in source, f"{method} changes something that is not archived"
            assert "_read" in source or "_rows" in source, f"is {name} a change?"


async def test_changes_around_a_base_backup_are_neither_lost_nor_duplicated(
    pair: tuple[SqliteStore, Archive, ManualClock], tmp_path: Path
) -> None:
    store, archive, clock = pair
    host = await guest(store)
    for id in range(20):
        await table(store, host, f"t{id}")
    for version in range(6):
        let_copy(archive, clock)
        await asyncio.gather(*(store.append(append(f"t{id}", version)) for id in range(20)))
        await store.rename(host.id, f"name {version}")
    await archived(tmp_path / "archive", "rename", 6)
    await eventually(lambda: len(bases(tmp_path / "archive")) >= 2)
    archive.close()
    for base in bases(tmp_path / "archive")[1:]:
        for path in (tmp_path / "archive").glob("*"):
            if 0 < number_of(path) < number_of(base):
                path.unlink()
        await restored(tmp_path / "archive", tmp_path / base.stem)
        assert content(tmp_path / base.stem) == content(tmp_path / "data")


async def test_deleted_name_leaves_the_archive_in_time(
    pair: tuple[SqliteStore, Archive, ManualClock], tmp_path: Path
) -> None:
    store, archive, clock = pair
    host = await store.add_guest(b"t" * 32, "Hanako", 1)
    await archived(tmp_path / "archive", "add_guest")

    async def next_day() -> None:
        newest = bases(tmp_path / "archive")[-1]
        await clock.pass_time(DAY)
        with archive._changed:
            archive._changed.notify_all()  # a manual clock wakes no thread
        await eventually(lambda: bases(tmp_path / "archive")[-1] != newest and not archive_being_made())

    def archive_being_made() -> bool:
        return any((tmp_path / "archive").glob("*.unfinished"))

    await next_day()
    assert holds_name(tmp_path / "archive")
    assert await store.forget(host.id, []) == []
    await archived(tmp_path / "archive", "forget")
    for _ in range(7):
        await next_day()
    assert holds_name(tmp_path / "archive"), "the last seven days can be restored"
    await next_day()
    await eventually(lambda: not holds_name(tmp_path / "archive"))
    await restored(tmp_path / "archive", tmp_path / "new", clock.time() - 7 * DAY)


async def test_clock_a_year_ahead_removes_no_base_backup(
    pair: tuple[SqliteStore, Archive, ManualClock], tmp_path: Path
) -> None:
    _, archive, clock = pair
    for days, numbers in ((1, {1, 2}), (365, {1, 2, 3}), (1, {2, 3, 4})):
        await clock.pass_time(days * DAY)
        with archive._changed:
            archive._changed.notify_all()
        await eventually(lambda numbers=numbers: numbers == {number_of(path) for path in bases(tmp_path / "archive")})


def holds_name(folder: Path) -> bool:
    while True:
        with contextlib.suppress(FileNotFoundError):  # an old file has just been removed: retry
            calls = any(b"Hanako" in repr(call).encode() for call in archived_calls(folder))
            return calls or any(b"Hanako" in path.read_bytes() for path in bases(folder))


async def test_incomplete_last_block_is_ignored_and_damage_is_reported(
    pair: tuple[SqliteStore, Archive, ManualClock], tmp_path: Path
) -> None:
    store, archive, _ = pair
    host = await guest(store)
    await archived(tmp_path / "archive", "add_guest")
    await store.rename(host.id, "Later")
    await archived(tmp_path / "archive", "rename")
    archive.close()
    [log] = (tmp_path / "archive").glob("*.log")
    whole = log.read_bytes()
    log.write_bytes(whole[:-5])
    await restored(tmp_path / "archive", tmp_path / "torn")
    assert [row[2] for row in content(tmp_path / "torn")["guests"]] == ["Hanako"]
    log.write_bytes(whole[:50] + bytes([whole[50] ^ 1]) + whole[51:])
    with pytest.raises(StoreError, match="damaged before its end"):
        await restored(tmp_path / "archive", tmp_path / "bad")
    assert not (tmp_path / "bad" / FILE).exists()


async def test_full_archive_disk_delays_the_archive_but_not_play(
    pair: tuple[SqliteStore, Archive, ManualClock], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, archive, clock = pair
    tried: list[bytes] = []
    write_all = archive_module.write_all

    def half(file: int, data: bytes) -> None:
        tried.append(data)
        write_all(file, data[: len(data) // 2])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(archive_module, "write_all", half)
    await guest(store)
    await eventually(lambda: tried)
    clock.passed += 30
    await eventually(lambda: archive.lag >= 30)
    monkeypatch.setattr(archive_module, "write_all", write_all)
    await archived(tmp_path / "archive", "add_guest")
    assert archive.lag == 0


async def test_change_whose_caller_is_cancelled_is_archived(
    pair: tuple[SqliteStore, Archive, ManualClock], tmp_path: Path
) -> None:
    """Such as an entry of a table that is removed at this moment."""
    store, _, _ = pair
    host, copied = await guest(store), bases(tmp_path / "archive")
    renaming = asyncio.create_task(store.rename(host.id, "Hana"))
    await asyncio.sleep(0)
    renaming.cancel()
    await asyncio.gather(renaming, return_exceptions=True)
    await archived(tmp_path / "archive", "rename")
    assert bases(tmp_path / "archive") == copied, "nothing is missing that a further copy would have to hold"


async def test_shutdown_does_not_wait_for_a_base_backup(
    pair: tuple[SqliteStore, Archive, ManualClock], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, archive, clock = pair
    copying, copied = threading.Event(), bases(tmp_path / "archive")
    make = archive_module.make

    def watched(*arguments: Any, stopped: Callable[[], bool], **options: Any) -> Contents:
        """Make a base backup that is not complete when the server ends."""
        copying.set()
        while not stopped():
            time.sleep(0.001)
        return make(*arguments, stopped=stopped, **options)

    monkeypatch.setattr(archive_module, "make", watched)
    let_copy(archive, clock)
    await guest(store)
    assert await asyncio.to_thread(copying.wait, PATIENCE)
    await asyncio.to_thread(archive.close)
    assert bases(tmp_path / "archive") == copied
    assert not list((tmp_path / "archive").glob("*.unfinished"))
    assert "add_guest" in [call.method for call in archived_calls(tmp_path / "archive")]


async def test_missing_change_ends_a_restore(pair: tuple[SqliteStore, Archive, ManualClock], tmp_path: Path) -> None:
    store, archive, _ = pair
    await table(store, await guest(store))
    await store.append(append())
    store.on_change = None
    await store.append(append(expected=1))
    store.on_change = archive.add
    await store.append(append(expected=2))
    await archived(tmp_path / "archive", "append", 2)
    result = await restored(tmp_path / "archive", tmp_path / "new")
    assert result.gap is not None
    assert [row[1] for row in content(tmp_path / "new")["entries"]] == [1]


async def test_entry_of_a_guest_deleted_before_is_restored_without_them(
    pair: tuple[SqliteStore, Archive, ManualClock], tmp_path: Path
) -> None:
    """Older releases let a guest append while they were deleted; all that came later must not be lost for it."""
    store, archive, _ = pair
    host, other = await guest(store), await store.add_guest(b"o" * 32, "Taro", 1)
    await table(store, host, sitters=(Sitter("person", "Hanako"), Sitter()))
    await store.append(append())
    assert await store.forget(other.id, []) == []
    sat = '{"kind":"sat","seat":1,"sitter":{"kind":"person","name":"Taro"}}'
    people = (Sitter("person", "Hanako"), Sitter("person", "Taro"))
    changes = {"sender": other.id, "command": "m1", "sitters": people, "seats": (Seat(other.id, 1, sits=True),)}
    archive.add("append", {"append": append(expected=1, entry=sat, **changes)})
    store.on_change = None
    await store.append(append(expected=1))
    store.on_change = archive.add
    await store.append(append(expected=2))
    await store.rename(host.id, "Hana")
    await archived(tmp_path / "archive", "rename")
    result = await restored(tmp_path / "archive", tmp_path / "new")
    assert result.gap is None
    rows = content(tmp_path / "new")
    assert [row[1] for row in rows["entries"]] == [1, 2, 3]
    assert "Hana" in [row[2] for row in rows["guests"]]
    assert "Taro" not in str(rows)
    assert rows["seats"] == [("one", other.id, 1, 0)]


def test_archive_within_the_data_is_refused(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "archive"):
        with pytest.raises(StoreError, match="would be lost together with the data"):
            Archive(folder, tmp_path, ManualClock(), DAY)


async def test_time_without_archive_is_reported(tmp_path: Path, capsys: Capsys) -> None:
    """A server that ran in between without the archive leaves a gap, which ends with the next base backup."""
    data, archive = tmp_path / "data", tmp_path / "archive"
    tables, gap_ends = [], 0.0
    for start in range(3):
        async with serving(data, archive=archive if start != 1 else None) as (address, _), Person(address) as hana:
            if start != 1:
                await eventually(lambda start=start: len(bases(archive)) == (2 if start else 1))
            gap_ends = time.time()
            tables.append((await hana.open("me", "bot", deal=True))["id"])
    first = bases(archive)[1]
    gap = archive_module.made(first) - 0.001
    assert (
        await run("restore", str(archive), "--at", as_option(gap), "--data", str(tmp_path / "gap"), "--lang", "en") == 0
    )
    assert "may be missing" in capsys.readouterr().out
    assert [row[0] for row in content(tmp_path / "gap")["tables"]] == tables[:1]
    options = ["--data", str(tmp_path / "whole"), "--lang", "en"]
    assert await run("restore", str(archive), "--at", as_option(gap_ends), *options) == 0
    assert "may be missing" not in capsys.readouterr().out
    assert {row[0] for row in content(tmp_path / "whole")["tables"]} == set(tables[:2])


@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        (["--at", "yesterday"], "takes a time, such as 2026-03-01T18:30:00Z"),
        (["--at", "2020-01-01T00:00"], "with its zone"),
        (["--at", "9999-01-01T00:00Z"], "has not come yet"),
        (["--at", "2020-01-01T00:00Z"], "holds no archive"),
        ([], "holds no archive"),
    ],
)
def test_unusable_moment_is_refused(tmp_path: Path, capsys: Capsys, options: list[str], wrong: str) -> None:
    (tmp_path / "archive").mkdir()
    assert main(["restore", str(tmp_path / "archive"), "--data", str(tmp_path / "new"), *options]) == 2
    assert wrong in capsys.readouterr().err
    assert not (tmp_path / "new" / FILE).exists()


async def test_moment_before_the_archive_and_a_folder_in_use_are_refused(tmp_path: Path, capsys: Capsys) -> None:
    data, archive = tmp_path / "data", tmp_path / "archive"
    async with serving(data, archive=archive):
        await eventually(lambda: bases(archive))
        words = ["restore", str(archive), "--data", str(tmp_path / "new"), "--at", "2020-01-01T00:00Z"]
        assert await run(*words) == 2
        assert "the archive begins at" in capsys.readouterr().err
        for option in ([], ["--replace"]):
            assert await run("restore", str(archive), "--data", str(data), *option) == 2
            assert "another server uses" in capsys.readouterr().err
    with pytest.raises(StoreError, match="cannot store anything"):
        Archive(Path("/dev/null/archive"), data, ManualClock(), DAY)


def test_first_fields_of_an_append_keep_their_order() -> None:
    """Archives of earlier releases name the fields of an append by position."""
    assert Append._fields[:7] == ("table", "expected", "entry", "sender", "command", "phase", "to_act")
