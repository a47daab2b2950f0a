"""Workers on one database while connections, notices, workers or the database itself are lost."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from harness.server.databases import PostgresDatabase
from harness.server.doubles import eventually
from harness.server.killed_server import ServerProcess
from harness.server.postgres import Cluster
from tefuda.server.cluster import postgres_peers
from tefuda.server.cluster.peers import Forgotten, Renamed, Wrote
from tefuda.server.cluster.postgres_peers import PostgresPeers
from tefuda.server.protocol.limits import CloseCode
from tefuda.server.store import postgres_commit
from tefuda.server.store.errors import StoreError
from tefuda.server.store.stored_data import StoredTable
from tefuda.table.entries import Played
from tests.server.clients import SHORT_GAME, Person, Place, deal, table_of_two
from tests.server.test_postgres import terminate
from tests.server.workers import Workers, assert_no_gap, lose, presence, workers
from tests.table.numbering import without_handles


async def play_to_the_end(two: Workers, table: str, one: Place, other: Place) -> None:
    """Play to the end; then nothing may be missing, repeated or out of order."""
    await asyncio.gather(one.play_to_end(Random(1)), other.play_to_end(Random(2)))
    for place in (one, other):
        assert_no_gap(place)
        sent = [message for message in place.received if message["t"] == "done"]
        assert len({message["version"] for message in sent}) == len(sent)
    assert one.update["version"] == other.update["version"] == len(await two.entries(table))
    assert one.view["result"] == other.view["result"]


async def test_game_goes_on_without_any_notices(
    tmp_path: Path, postgresql: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each worker polls its tables."""
    monkeypatch.setattr(postgres_peers, "REFRESH_SECONDS", 0.05)
    monkeypatch.setattr(postgres_peers, "_NOTIFY", "SELECT ?1::TEXT")
    monkeypatch.setattr(postgres_peers, "ECHO_SECONDS", 0.01)
    async with workers(tmp_path, postgresql) as two, two.people(0, 1) as (hana, taro):
        table = await table_of_two(hana, taro, "bot", **SHORT_GAME)
        async with hana.at(table) as one, taro.at(table) as other:
            assert (await one.ask("deal"))["t"] == "done"
            await play_to_the_end(two, table, one, other)


async def test_game_goes_on_while_all_sessions_are_cut(
    tmp_path: Path, postgresql: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Including those that listen and those that notify."""
    monkeypatch.setattr(postgres_peers, "REFRESH_SECONDS", 0.2)
    stopping = asyncio.Event()

    async def cut(place: Place) -> int:
        """Cut again each time that the game has gone on: a write that loses its session twice is refused."""
        cuts = 0
        while not stopping.is_set():
            seen = place.update["version"]
            await asyncio.to_thread(terminate, postgresql)
            cuts += 1
            await eventually(lambda seen=seen: stopping.is_set() or place.update["version"] > seen)
        return cuts

    async with workers(tmp_path, postgresql, store_pause=0.05) as two, two.people(0, 1) as (hana, taro):
        table = await table_of_two(hana, taro, "bot", **SHORT_GAME)
        async with hana.at(table) as one, taro.at(table) as other:
            cutting = asyncio.create_task(cut(one))
            assert (await one.ask("deal"))["t"] == "done"
            await play_to_the_end(two, table, one, other)
            stopping.set()
            assert await cutting
            async with Person(two.addresses[1]) as jiro:
                assert (await jiro.get("/api/me"))["name"] == ""
            await presence(one, 1, state="here")


async def test_game_goes_on_after_postgresql_was_stopped(
    tmp_path: Path, cluster: Cluster, postgresql: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The holders of tables are lost in a crash; the workers register them again."""
    monkeypatch.setattr(postgres_peers, "REFRESH_SECONDS", 0.1)
    monkeypatch.setattr(postgres_commit, "RECONNECT_SECONDS", 0.0)
    async with workers(tmp_path, postgresql, store_pause=0.05) as two, two.people(0, 1) as (hana, taro):
        table = await table_of_two(hana, taro)
        async with hana.at(table) as one, taro.at(table) as other:
            await deal(one, other)
            mover = one if one.view["to_act"] == 0 else other
            turn = mover.update["turn"]
            cluster.stop("immediate")
            try:
                refused = await mover.play("draw", id="once")
                assert "Could not save" in refused["error"]["message"]
            finally:
                cluster.start()
            answer = refused
            while answer["t"] != "done":
                await asyncio.sleep(0.05)
                answer = await mover.play("draw", id="once", turn=turn)
            await eventually(lambda: two.shared(table))
            await play_to_the_end(two, table, one, other)
    assert postgresql.run("SELECT count(*) FROM entries WHERE command = 'once'") == [(1,)]


async def test_people_and_bots_of_a_killed_worker(
    tmp_path: Path, postgresql: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its people are gone, and the other worker moves for its bots, also at tables that it had alone."""
    monkeypatch.setattr(postgres_peers, "LEASE_SECONDS", 3.0)
    changes = {"signing_keys": tmp_path / "keys.json", "gone_after": 0.5, **postgresql.settings}
    async with workers(tmp_path, postgresql, gone_after=0.5) as two:
        doomed = await asyncio.to_thread(lambda: ServerProcess(tmp_path / "doomed", bot_delay=3600, **changes))
        try:
            async with Person(two.addresses[0]) as hana, Person(doomed.address) as taro:
                table = await table_of_two(hana, taro, public=True)
                alone = (await taro.open("me", "bot", deal=True))["id"]
                async with taro.at(alone) as mine:
                    await mine.until(lambda update: "view" in update)
                    while mine.view["to_act"] == 0:
                        await mine.play()
                    turn = mine.update["turn"]
                    async with hana.at(table) as one, taro.at(table):
                        await presence(one, 1, state="here")
                        await asyncio.to_thread(doomed.kill)
                        await presence(one, 1, state="gone")
                await eventually(
                    lambda: any(
                        alone in server.registry.actors and server.registry.actors[alone].table.turn > turn
                        for server in two.servers
                    )
                )
        finally:
            doomed.kill()
        bots = [entry for entry in await two.entries(alone) if isinstance(entry, Played) and entry.by == "bot"]
        assert bots


@pytest.mark.parametrize("lost", [False, True], ids=["notified", "notice lost"])
async def test_new_name_is_shown_at_both_workers(
    tmp_path: Path, postgresql: PostgresDatabase, monkeypatch: pytest.MonkeyPatch, lost: bool
) -> None:
    if lost:
        lose(monkeypatch, Renamed)
    async with workers(tmp_path, postgresql) as both, both.people(0, 1) as (hana, taro):
        table = await table_of_two(hana, taro)
        async with hana.at(table) as one, taro.at(table) as other:
            await eventually(lambda: both.shared(table))
            async with both.same(taro, 0) as elsewhere:
                await elsewhere.post("/api/me", {"name": "次郎"})
            for place in (one, other):
                await place.until(lambda update: update["sitters"][1].get("name") == "次郎")


async def test_note_that_was_written_while_nobody_listened_comes_to_the_other_worker_later(
    tmp_path: Path, postgresql: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    lose(monkeypatch, Wrote)
    async with workers(tmp_path, postgresql) as two, two.people(0) as (hana,), two.same(hana, 1) as elsewhere:
        table = (await hana.open("me", "open"))["id"]
        async with hana.at(table) as phone, elsewhere.at(table) as laptop:
            await eventually(lambda: two.shared(table))
            assert (await phone.ask("note", text="太郎は強い"))["t"] == "done"
            await asyncio.to_thread(terminate, postgresql)
            assert (await laptop.expect("noted"))["text"] == "太郎は強い"


async def test_connections_of_a_guest_who_was_deleted_while_nobody_listened_are_closed_later(
    tmp_path: Path, postgresql: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    lose(monkeypatch, Forgotten)
    async with workers(tmp_path, postgresql) as two, two.people(0, 1) as (hana, taro), two.same(taro, 0) as elsewhere:
        table = await table_of_two(hana, taro, "bot")
        async with hana.at(table) as one, taro.at(table) as other:
            await deal(one, other)
            await elsewhere.post("/api/me/delete", {})
            await asyncio.to_thread(terminate, postgresql)
            assert await other.closed() == CloseCode.FORGOTTEN


async def test_heartbeat_does_not_fail_because_of_what_clients_ask_for(
    tmp_path: Path, postgresql: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with workers(tmp_path, postgresql) as both, Person(both.addresses[0]) as hana:
        registry, looked = both.servers[0].registry, []
        peers, read = registry.peers, registry.store.table

        async def read_later(id: str, after: int = 0) -> StoredTable | None:
            await peers._refresh()  # as it may come while a table is being loaded
            looked.append(id)
            return await read(id, after)

        monkeypatch.setattr(registry.store, "table", read_later)
        for id in ("%00", "a%00", "nothing", "%5Cu0000"):
            await hana.get(f"/api/tables/{id}", 404)
        assert looked == ["nothing"]


async def test_stopping_worker_notifies_the_others(tmp_path: Path, postgresql: PostgresDatabase) -> None:
    async with workers(tmp_path, postgresql, gone_after=0.2) as two:
        three = await asyncio.to_thread(
            lambda: ServerProcess(tmp_path / "three", signing_keys=tmp_path / "keys.json", **postgresql.settings)
        )
        try:
            async with Person(two.addresses[0]) as hana, Person(three.address) as taro:
                table = await table_of_two(hana, taro)
                async with hana.at(table) as one, taro.at(table):
                    await presence(one, 1, state="here")
                    await asyncio.to_thread(three.stop)
                    await presence(one, 1, state="gone")
        finally:
            three.kill()
        assert len(postgresql.run("SELECT id FROM workers")) == 2


async def test_worker_that_was_declared_dead_registers_its_tables_again(
    postgresql: PostgresDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_peers, "REFRESH_SECONDS", 0.1)
    async with workers(tmp_path, postgresql) as two, two.people(0, 1) as (hana, taro):
        table = await table_of_two(hana, taro)
        peers = two.servers[0].registry.peers
        async with hana.at(table) as one, taro.at(table) as other:
            postgresql.run(f"DELETE FROM workers WHERE id = {peers.worker}")  # noqa: S608  # a number
            await eventually(lambda: len(postgresql.run(f"SELECT 1 FROM holders WHERE table_id = '{table}'")) == 2)  # noqa: S608  # an id
            assert (await one.ask("deal"))["t"] == "done"
            await play_to_the_end(two, table, one, other)


def stop_polling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop all workers from polling their tables; the first polls may still be under way."""

    async def nothing(self: PostgresPeers) -> None:
        """Report no tables."""

    monkeypatch.setattr(PostgresPeers, "_refresh", nothing)


async def test_worker_without_connections_catches_up_at_once(
    tmp_path: Path, postgresql: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has the table in memory for one request only, and catches up with the next one."""
    monkeypatch.setattr(postgres_peers, "_NOTIFY", "SELECT ?1::TEXT")
    monkeypatch.setattr(postgres_peers, "ECHO_SECONDS", 0.01)
    async with workers(tmp_path, postgresql) as two, two.people(0, 0) as (hana, taro):
        stop_polling(monkeypatch)
        table = await table_of_two(hana, taro, public=True)
        async with hana.at(table) as one, taro.at(table) as other:
            await deal(one, other)
            async with two.same(taro, 1) as elsewhere:
                assert (await elsewhere.get(f"/api/tables/{table}"))["phase"] == "playing"
                actor = two.servers[1].registry.actors[table]
                await actor.submit(actor.entries.catch_up)  # a worker that has loaded a table catches up once more
                mover = one if one.view["to_act"] == 0 else other
                await mover.play()
                await taro.post(f"/api/tables/{table}/leave", {})
                await taro.join(table, "太郎")
                version = len(await two.entries(table))
                await one.until(lambda update: update["version"] >= version)
                assert actor.table.version < version
                info = await elsewhere.get(f"/api/tables/{table}")
                assert info["you"] == 1
                assert info["sitters"] == (await taro.get(f"/api/tables/{table}"))["sitters"]
                async with elsewhere.at(table) as late, taro.at(table) as same:
                    assert late.update["version"] >= version
                    await late.until(lambda update: update["version"] >= same.update["version"])
                    await same.until(lambda update: update["version"] >= late.update["version"])
                    assert without_handles(late.view) == without_handles(same.view)


async def test_nobody_is_refused_because_their_worker_has_missed_something(
    tmp_path: Path, postgresql: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No notice arrives, and the worker does not even know that another one has the table too."""
    monkeypatch.setattr(postgres_peers, "_NOTIFY", "SELECT ?1::TEXT")
    monkeypatch.setattr(postgres_peers, "ECHO_SECONDS", 0.01)
    async with workers(tmp_path, postgresql) as two, two.people(0, 0) as (hana, taro):
        stop_polling(monkeypatch)
        table = await table_of_two(hana, taro)
        await two.servers[0].registry.send_away([table])
        async with (
            two.same(hana, 1) as hana_elsewhere,
            two.same(taro, 1) as taro_elsewhere,
            hana_elsewhere.at(table) as one,
            taro_elsewhere.at(table) as other,
        ):
            assert not two.servers[1].registry.peers.others(table)
            async with hana.at(table) as hana_here, taro.at(table) as taro_here:
                here, elsewhere = (hana_here, taro_here), (one, other)
                await hana_here.ask("deal")
                for place in here:
                    await place.until(lambda update: "view" in update)
                for _ in range(2):
                    mover = here[hana_here.view["to_act"]]
                    await mover.play()
                    for place in here:
                        await place.until(lambda update, mover=mover: update["version"] >= mover.update["version"])
                turn, actor = hana_here.update["turn"], hana_here.view["to_act"]
                action = here[actor].view["choices"][0]["action"]
                answer = await elsewhere[actor].ask("play", turn=turn, actions=[action])
                assert answer["t"] == "done", answer


async def test_nothing_stays_as_it_is_because_a_worker_has_missed_that_it_has_changed(
    tmp_path: Path, postgresql: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as a hand that is shown at one worker, when its player stops showing it at the other one."""
    monkeypatch.setattr(postgres_peers, "_NOTIFY", "SELECT ?1::TEXT")
    monkeypatch.setattr(postgres_peers, "ECHO_SECONDS", 0.01)
    async with workers(tmp_path, postgresql) as two, two.people(0, 0) as (hana, taro), two.same(hana, 1) as elsewhere:
        stop_polling(monkeypatch)
        table = await table_of_two(hana, taro, "bot")
        async with hana.at(table) as here, elsewhere.at(table) as there:
            for kind, change, back in (
                ("arrange", {"locked": True}, {"locked": False}),
                ("sit", {"seat": 2, "kind": "open"}, {"seat": 2, "kind": "bot"}),
                ("show-hand", {"on": True}, {"on": False}),
            ):
                if kind == "show-hand":
                    assert (await there.ask("deal"))["t"] == "done"
                    await there.until(lambda update: "view" in update)
                changed = await here.ask(kind, **change)
                assert changed["t"] == "done", changed
                answer = await there.ask(kind, **back)
                assert answer["t"] == "done", answer
                assert answer["version"] > changed["version"], "bots may have played in between"


async def test_client_that_changes_workers_gets_no_update_twice(
    tmp_path: Path, postgresql: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker to which it changes does not know yet that another one has the table too."""
    monkeypatch.setattr(postgres_peers, "_NOTIFY", "SELECT ?1::TEXT")
    monkeypatch.setattr(postgres_peers, "ECHO_SECONDS", 0.01)
    async with (
        workers(tmp_path, postgresql) as two,
        two.people(0, 1) as (hana, taro),
        two.same(taro, 0) as taro_elsewhere,
    ):
        stop_polling(monkeypatch)
        table = await table_of_two(hana, taro, public=True)
        async with hana.at(table):
            async with taro.at(table) as other:
                assert not two.servers[0].registry.peers.others(table)
                await taro.post("/api/me", {"name": "次郎"})
                await other.until(lambda update: update["sitters"][1].get("name") == "次郎")
                version = other.update["version"]
                assert two.servers[0].registry.actors[table].table.version < version
            async with taro_elsewhere.at(table, after=version) as place:
                assert place.welcome["update"]["version"] == version


async def test_worker_that_cannot_catch_up_reports_no_exception(
    tmp_path: Path, postgresql: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL is away at that moment; the next poll catches up."""
    monkeypatch.setattr(postgres_peers, "REFRESH_SECONDS", 0.2)
    async with workers(tmp_path, postgresql) as two, two.people(0, 1) as (hana, taro):
        table = await table_of_two(hana, taro, public=True)
        failed = 2
        store = two.servers[1].store
        read = store.table

        async def failing(id: str, after: int = 0) -> StoredTable | None:
            nonlocal failed
            if failed < 2:
                failed += 1
                raise StoreError("the database is away")
            return await read(id, after)

        monkeypatch.setattr(store, "table", failing)
        async with hana.at(table) as one, taro.at(table) as other:
            failed = 0
            await deal(one, other)
            await eventually(lambda: failed == 2)


@pytest.mark.parametrize(
    "entry", ['{"kind":"played","seat":7,"command":"draw"}', '{"kind":"unknown"}'], ids=["impossible", "unknown"]
)
async def test_table_with_an_entry_that_cannot_be_applied_is_unloaded_and_clients_are_told_why(
    tmp_path: Path, postgresql: PostgresDatabase, monkeypatch: pytest.MonkeyPatch, entry: str
) -> None:
    """As at the next start; the other tables go on."""
    monkeypatch.setattr(postgres_peers, "REFRESH_SECONDS", 0.2)
    async with workers(tmp_path, postgresql) as two, two.people(0, 1) as (hana, taro):
        table, sound = [await table_of_two(hana, taro, public=True) for _ in range(2)]
        async with hana.at(table) as one, taro.at(table) as other, hana.at(sound) as near, taro.at(sound) as far:
            version = len(await two.entries(table)) + 1
            row = f"('{table}', {version}, '{entry}')"
            postgresql.run(f"INSERT INTO entries (table_id, version, entry) VALUES {row}")  # noqa: S608  # own values
            postgresql.run(f"UPDATE tables SET version = {version} WHERE id = '{table}'")  # noqa: S608  # own values
            assert [await place.closed() for place in (one, other)] == [CloseCode.SHUTTING_DOWN] * 2
            assert [await person.turned_away(table) for person in (hana, taro)] == [CloseCode.NO_TABLE] * 2
            await deal(near, far)
