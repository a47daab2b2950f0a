"""Deals survive crashes, backups, a failing store, and an upgrade from protocol 1."""

import asyncio
import contextlib
import sqlite3
from pathlib import Path
from random import Random
from typing import Any

import pytest

from harness.server.killed_server import ServerProcess
from tefuda.server import store as store_package
from tefuda.server.app import Server
from tefuda.server.store.errors import StoreError
from tefuda.table.table_record import read
from tefuda.table.verify import verify
from tests.server.clients import Giver, Person, Place, serving, table_of_two
from tests.server.friends import SHARE_SECONDS, friends

# ----------------------------------------------------------- interruptions


async def test_deal_survives_a_kill_after_any_of_its_entries(tmp_path: Path) -> None:
    """Kill the server after each entry from the first pledge to the deal; answered messages are sent again."""
    givers = [Giver(), Giver()]
    tokens: list[str] = []
    seals, table, steps = set(), "", 5
    for stop in range(steps + 1):
        process = ServerProcess(tmp_path, share_seconds=600)
        people = [Person(process.address, token) for token in tokens] or [Person(process.address) for _ in givers]
        async with people[0] as hana, people[1] as taro:
            if not tokens:
                table = await table_of_two(hana, taro)
                tokens = [hana.token, taro.token]
            async with hana.at(table) as first, taro.at(table) as second:
                requests = [
                    lambda: first.ask("pledge", pledge=givers[0].pledge, id="p0"),
                    lambda: second.ask("pledge", pledge=givers[1].pledge, id="p1"),
                    lambda: first.ask("deal", id="d"),
                    lambda: _share(first, givers[0], "s0"),
                    lambda: _share(second, givers[1], "s1"),
                ]
                for ask in requests[max(stop - 1, 0) : stop + 1]:
                    assert (await ask())["t"] == "done"
                if first.deal.get("attempts"):
                    seals.add(first.attempt["seal"])
                if stop < steps:
                    process.kill()
                    continue
                await asyncio.gather(*(place.play_to_end(Random(1)) for place in (first, second)))
            record = read((await hana.http.get(f"/api/tables/{table}/record.txt")).text)
        process.stop()
    assert seals == {record.attempts[0].seal.hex()}
    assert record.attempts[0].shares == {seat: giver.share for seat, giver in enumerate(givers)}
    assert not verify(record, seal=record.attempts[0].seal).false


@pytest.mark.parametrize("dealt", [False, True], ids=["before the deal", "after the deal"])
async def test_restored_backup_deals_the_same_cards(tmp_path: Path, *, dealt: bool) -> None:
    keys = []
    async with friends(tmp_path / "data") as two:
        await two.deal(0, 1)
        await two.share(0, *([1] if dealt else []))
        with contextlib.closing(sqlite3.connect(tmp_path / "data" / "tefuda.sqlite3")) as file:
            file.execute("VACUUM INTO ?", (str(tmp_path / "backup"),))
        await two.share(*([] if dealt else [1]))
        await two.places[0].until(lambda update: "view" in update)
        keys.append(two.server.registry.actors[two.table].table.key)
        tokens, givers = [person.token for person in two.people], two.givers
    (tmp_path / "backup").replace(tmp_path / "data" / "tefuda.sqlite3")
    async with serving(tmp_path / "data") as (address, server), Person(address, tokens[1]) as taro:
        async with taro.at(two.table) as place:
            if not dealt:
                assert (await _share(place, givers[1], "again"))["t"] == "done"
            await place.until(lambda update: "view" in update)
        keys.append(server.registry.actors[two.table].table.key)
    assert keys[0] == keys[1]


async def _share(place: Place, giver: Giver, id: str) -> dict[str, Any]:
    while not place.deal.get("attempts"):
        await place.receive()
    return await place.ask("share", id=id, **giver.reveal(place.attempt))


async def test_table_with_all_shares_deals_when_loaded_after_a_crash(tmp_path: Path) -> None:
    async with friends(tmp_path / "a") as two:
        await two.deal(0, 1)
        actor = two.server.registry.actors[two.table]
        deal_now = actor.dealing._deal_if_complete
        actor.dealing._deal_if_complete = lambda: asyncio.sleep(0)
        actor.dealing.check = lambda: None
        await two.share(0, 1)
        assert deal_now
        assert await two.phase() == "open"
        token = two.people[0].token
    async with serving(tmp_path / "a") as (address, _), Person(address, token) as hana, hana.at(two.table) as place:
        await place.until(lambda update: "view" in update)


async def test_failing_store_calls_nothing_off_and_the_deal_continues(tmp_path: Path) -> None:
    async with friends(tmp_path) as two:
        await two.deal(0, 1)
        fails = [True]
        append = two.server.store.append

        async def failing(entry: Any) -> Any:
            if fails[0]:
                raise StoreError("the disk is full")
            return await append(entry)

        two.server.store.append = failing
        attempt = await two.places[0].sealed()
        refused = await two.places[0].ask("share", **two.givers[0].reveal(attempt))
        assert "Could not save" in refused["error"]["message"]
        await two.clock.pass_time(SHARE_SECONDS + 5)
        fails[0] = False
        await two.clock.pass_time(5)
        assert (await two.called_off())["silent"] == [0, 1]


async def test_deal_that_was_acknowledged_is_not_refused_as_well(tmp_path: Path) -> None:
    """The seal is stored; the cards are dealt as soon as that can be stored, too."""
    async with serving(tmp_path, store_pause=0.01) as (address, server), Person(address) as hana:
        table = (await hana.open("me", "bot"))["id"]
        append, failures = server.store.append, [1]

        async def failing(entry: Any) -> Any:
            if '"dealt"' in entry.entry and failures:
                failures.pop()
                raise StoreError("the disk is full")
            return await append(entry)

        server.store.append = failing
        async with hana.at(table) as place:
            assert (await place.ask("deal", id="once"))["t"] == "done"
            await place.until(lambda update: "view" in update)
            assert not failures
            assert [one["t"] for one in place.received if one.get("id") == "once"] == ["done"]


# -------------------------------------------------- protocol 1 and its end


async def test_tables_of_protocol_1_show_no_commitment(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana:
        waiting = (await hana.open("me", "open"))["id"]
        playing = (await hana.open("me", "bot", deal=True, public=True))["id"]
        token = hana.token
        secrets = {id: (await server.store.table(id)).row.secret for id in (waiting, playing)}
        await _rewrite_as_protocol_1(server, playing)
    _downgrade(tmp_path)
    async with serving(tmp_path) as (address, server), Person(address, token) as hana:
        old, fresh = await hana.get(f"/api/tables/{playing}"), await hana.get(f"/api/tables/{waiting}")
        assert old["deal"] == {"protocol": 1}
        assert (fresh["deal"]["protocol"], fresh["phase"]) == (2, "open")
        assert (await server.store.table(waiting)).row.secret != secrets[waiting], (
            "no commitment to the old secret was published"
        )
        assert (await server.store.table(playing)).row.secret == secrets[playing], "the running game keeps its cards"
        async with hana.at(playing) as place:
            await place.play_to_end(Random(2))
        text = (await hana.http.get(f"/api/tables/{playing}/record.txt")).text
        assert text.startswith("tefuda 1\n")
        async with hana.at(waiting) as place:
            await place.ask("sit", seat=1, kind="bot")
            assert (await place.ask("deal"))["t"] == "done"
            assert await place.my_turn()


async def _rewrite_as_protocol_1(server: Server, table: str) -> None:
    """Rewrite a log as an earlier release wrote it."""

    def change(connection: Any) -> None:
        connection.execute("DELETE FROM entries WHERE table_id = ? AND entry NOT LIKE '%\"sat\"%'", (table,))
        count = connection.execute("SELECT count(*) FROM entries WHERE table_id = ?", (table,)).fetchone()[0]
        for entry in ('{"kind":"seeded","seat":0,"words":"七つの子"}', '{"kind":"dealt"}'):
            count += 1
            connection.execute("INSERT INTO entries (table_id, version, entry) VALUES (?, ?, ?)", (table, count, entry))
        connection.execute("UPDATE tables SET version = ?, to_act = -1 WHERE id = ?", (count, table))

    await server.store._change(change)


def _downgrade(folder: Path) -> None:
    """Copy the file into the schema used before protocol 2."""
    new, old = folder / "tefuda.sqlite3", folder / "old.sqlite3"
    scripts = sorted((Path(store_package.__file__).parent / "migrations").glob("*.sql"))[:2]
    with contextlib.closing(sqlite3.connect(old)) as file:
        for script in scripts:
            file.executescript(script.read_text(encoding="utf-8"))
        file.execute("ATTACH ? AS new", (str(new),))
        for table in ("keys", "guests", "tables", "entries", "seats"):
            columns = ", ".join(row[1] for row in file.execute(f"PRAGMA main.table_info({table})"))
            file.execute(f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM new.{table}")  # noqa: S608  # our own names
        file.execute(f"PRAGMA main.user_version = {len(scripts)}")
        file.commit()
    for rest in folder.glob("tefuda.sqlite3*"):
        rest.unlink()
    old.rename(new)
