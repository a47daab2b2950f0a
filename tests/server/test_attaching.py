"""Clients that connect while their table changes: conditions checked before an `await` may not hold after it."""

import asyncio
import contextlib
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from harness.server.doubles import eventually
from tefuda.server.app import Server
from tefuda.server.errors import ServerError
from tefuda.server.protocol.limits import CloseCode
from tefuda.server.tables import audiences
from tefuda.server.tables.table_actor import TableActor
from tefuda.server.tables.work_queue import no_op
from tests.server.clients import Person, Place, deal, serving, table_of_two
from tests.table.numbering import card_handles


class Gate:
    """Blocks a coroutine until it is opened."""

    def __init__(self) -> None:
        self.reached, self.open = asyncio.Event(), asyncio.Event()

    async def passed(self) -> None:
        self.reached.set()
        await self.open.wait()


async def blocked(actor: TableActor) -> Gate:
    """Block the queue of a table until the gate is opened."""
    gate = Gate()
    actor.enqueue(gate.passed)
    await gate.reached.wait()
    return gate


def errors(server: Server) -> float:
    return float(server.metrics.errors._value.get())


async def test_client_that_connects_while_its_table_is_unloaded_connects_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana, Person(address) as watcher:
        table = (await hana.open("me", "open", public=True))["id"]
        actor, registry, released = server.registry.actors[table], server.registry, Gate()

        async def release(table: str) -> None:
            await released.passed()

        monkeypatch.setattr(registry.peers, "release", release)
        gate = await blocked(actor)
        async with contextlib.AsyncExitStack() as stack:
            connecting = asyncio.create_task(stack.enter_async_context(watcher.at(table)))
            await eventually(lambda: not actor.queue._jobs.empty())
            leaving = asyncio.create_task(registry.send_away([table]))
            await released.reached.wait()
            gate.open.set()
            await actor.submit(no_op)
            released.open.set()
            await leaving
            with pytest.raises(ConnectionClosed) as closed:
                await connecting
            assert closed.value.rcvd.code == CloseCode.SHUTTING_DOWN, "the client connects again"
        async with watcher.at(table) as place:
            assert place.seat == -1


async def test_spectators_who_connect_at_once_stay_within_the_limit(tmp_path: Path) -> None:
    async with serving(tmp_path, watchers_an_address=2) as (address, server), Person(address) as hana:
        table = (await hana.open("me", "open", public=True))["id"]
        actor = server.registry.actors[table]
        gate = await blocked(actor)
        async with contextlib.AsyncExitStack() as stack:
            people = [await stack.enter_async_context(Person(address)) for _ in range(5)]
            watching = [asyncio.create_task(stack.enter_async_context(person.at(table))) for person in people]
            await eventually(lambda: actor.queue._jobs.qsize() == len(people))
            gate.open.set()
            results = await asyncio.gather(*watching, return_exceptions=True)
            assert [type(result) for result in results].count(Place) == 2
            assert len(actor.presence_tracker.watchers) == 2


@pytest.mark.parametrize("where", ["note", "keep_snapshot"])
async def test_second_page_of_a_guest_opens_while_they_sit_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    async with serving(tmp_path, bot_delay=3600) as (address, server), Person(address) as hana:
        table = (await hana.open("me", "bot", deal=True))["id"]
        actor, gate, store = server.registry.actors[table], Gate(), server.store
        async with hana.at(table) as first:
            await hana.post(f"/api/tables/{table}/leave", {})
            await first.expect("welcome")
            method = getattr(store, where)

            async def slow(*arguments: Any) -> Any:
                await gate.passed()
                return await method(*arguments)

            monkeypatch.setattr(store, where, slow)
            if where == "keep_snapshot":
                actor.entries._snapshot = actor.table.snapshot()
            joining = asyncio.create_task(hana.join(table, "花子", seat=0))
            await gate.reached.wait()
            async with hana.at(table) as second:
                assert second.seat == 0
                gate.open.set()
                assert (await joining)["you"] == 0
                await first.until(lambda _: first.seat == 0)
                assert len(actor.presence_tracker.people[0].connections) == 2
            assert errors(server) == 0


async def test_cards_keep_their_handles_for_a_client_that_connects_while_updates_are_restored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana:
        async with hana.playing("me", "bot") as place:
            for _ in range(3):
                assert await place.my_turn()
                await place.play()
            assert await place.my_turn()
        await server.registry.send_away([place.table])
        async with hana.at(place.table):
            pass
        actor, gate, restore = server.registry.actors[place.table], Gate(), audiences.restore_updates
        await eventually(lambda: not actor.presence_tracker.connections())

        async def slow(*arguments: Any, **options: Any) -> Any:
            await gate.passed()
            return await restore(*arguments, **options)

        monkeypatch.setattr(audiences, "restore_updates", slow)
        async with contextlib.AsyncExitStack() as stack:
            connecting = asyncio.create_task(stack.enter_async_context(hana.at(place.table, after=0)))
            await gate.reached.wait()
            async with hana.at(place.table) as page:
                gate.open.set()
                await connecting
                before = set(card_handles(page.update))
                await page.play()
                assert set(card_handles(page.update)) & before


async def test_table_is_loaded_again_after_everyone_who_waited_for_it_has_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana:
        table, registry = (await hana.open("me", "bot"))["id"], server.registry
        await registry.send_away([table])
        gate, stored = Gate(), server.store.table

        async def slow(*arguments: Any) -> Any:
            await gate.passed()
            return await stored(*arguments)

        monkeypatch.setattr(server.store, "table", slow)
        waiting = asyncio.create_task(registry.actor(table))
        await gate.reached.wait()
        waiting.cancel()
        gate.open.set()
        await eventually(lambda: table in registry.actors)
        await registry.send_away([table])
        assert not registry.is_loaded(table)
        assert (await registry.actor(table)) is registry.actors[table]


async def deletion_stored(server: Server, name: str) -> None:
    """Wait until the store has forgotten a guest's name: then the deletion itself may still be waiting for tables."""
    while await server.store._rows("SELECT 1 FROM guests WHERE name = ?", name):  # noqa: ASYNC110
        await asyncio.sleep(0.01)


async def test_guest_deleted_while_connecting_is_not_left_as_a_spectator(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana, Person(address) as watcher:
        table = (await hana.open("me", "open", public=True))["id"]
        await watcher.post("/api/me", {"name": "Jiro"})
        gate = await blocked(server.registry.actors[table])
        async with contextlib.AsyncExitStack() as stack:
            connecting = asyncio.create_task(stack.enter_async_context(watcher.at(table)))
            await eventually(lambda: not server.registry.actors[table].queue._jobs.empty())
            async with Person(address, watcher.token) as elsewhere:
                await elsewhere.post("/api/me/delete", {})
            gate.open.set()
            place = await connecting
            assert await place.closed() == CloseCode.FORGOTTEN
        assert not server.registry.actors[table].presence_tracker.watchers


async def test_note_that_is_saved_while_another_device_connects_is_on_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana:
        table = (await hana.open("me", "open"))["id"]
        gate, read = Gate(), server.store.guest

        async def slow(token: bytes, where: str = "") -> Any:
            found = await read(token, where)
            if where:
                await gate.passed()
            return found

        async with hana.at(table) as phone, contextlib.AsyncExitStack() as stack:
            monkeypatch.setattr(server.store, "guest", slow)
            connecting = asyncio.create_task(stack.enter_async_context(hana.at(table)))
            await gate.reached.wait()
            await phone.ask("note", text="七は出た")
            gate.open.set()
            assert (await (await connecting).expect("noted"))["text"] == "七は出た"


async def test_name_that_is_changed_while_another_device_connects_is_not_changed_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana:
        await hana.post("/api/me", {"name": "Hana"})
        table = (await hana.open("me", "open"))["id"]
        gate, read = Gate(), server.store.guest

        async def slow(token: bytes, where: str = "") -> Any:
            found = await read(token, where)
            if where:
                await gate.passed()
            return found

        async with hana.at(table) as phone, contextlib.AsyncExitStack() as stack:
            monkeypatch.setattr(server.store, "guest", slow)
            connecting = asyncio.create_task(stack.enter_async_context(hana.at(table)))
            await gate.reached.wait()
            await hana.post("/api/me", {"name": "花子"})
            await phone.until(lambda update: update["sitters"][0]["name"] == "花子")
            gate.open.set()
            place = await connecting
            assert (await place.ask("say", phrase="hello"))["t"] == "done"  # it is answered once the client is known
            await place.catch_up()
            assert place.update["sitters"][0]["name"] == "花子"
            connections = server.registry.actors[table].presence_tracker.connections()
            assert [one.guest.name for one in connections if one.guest is not None] == ["花子"] * 2


async def test_messages_that_waited_while_their_author_was_deleted_leave_no_trace(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana, Person(address) as taro:
        table = await table_of_two(hana, taro)
        async with hana.at(table) as host, taro.at(table) as place:
            await deal(host, place)
            await asyncio.gather(host.let_bots_finish(), place.let_bots_finish())
            actor = server.registry.actors[table]
            gate = await blocked(actor)
            await actor.talk._busy.acquire()
            await place.send("say", text="太郎が言った")
            await eventually(lambda: bool(actor.talk._busy._waiters))
            async with Person(address, taro.token) as second, taro.at(table) as other:
                await other.send("note", text="太郎が書いた")
                await eventually(lambda: not actor.queue._jobs.empty())
                deleting = asyncio.create_task(second.post("/api/me/delete", {}))
                await deletion_stored(server, "太郎")
                actor.talk._busy.release()
                gate.open.set()
                await deleting
        assert not await server.store._rows("SELECT text FROM notes UNION SELECT line FROM talk_lines")


async def test_seat_that_was_asked_for_while_its_guest_was_deleted_stays_open(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana, Person(address) as taro:
        table = (await hana.open("me", "open", public=True))["id"]
        await taro.post("/api/me", {"name": "太郎"})
        actor = server.registry.actors[table]
        async with hana.at(table) as host:
            gate = await blocked(actor)
            joining = asyncio.create_task(taro.post(f"/api/tables/{table}/join", {"name": "太郎"}, 401))
            await eventually(lambda: not actor.queue._jobs.empty())
            async with Person(address, taro.token) as elsewhere:
                await elsewhere.post("/api/me/delete", {})
            gate.open.set()
            await joining
            assert [one.get("kind") for one in host.update["sitters"]] == ["person", None]
        assert "太郎" not in repr(await server.store._rows("SELECT sitters, entry FROM tables JOIN entries ON TRUE"))
        assert errors(server) == 0


async def test_rematch_does_not_bring_back_the_name_of_a_guest_who_was_just_deleted(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana, Person(address) as taro:
        table = await table_of_two(hana, taro)
        async with hana.at(table) as host, taro.at(table) as place:
            await deal(host, place)
            await asyncio.gather(host.let_bots_finish(), place.let_bots_finish())
            gate = await blocked(server.registry.actors[table])
            asked = await host.send("rematch")
            await eventually(lambda: not server.registry.actors[table].queue._jobs.empty())
            async with Person(address, taro.token) as elsewhere:
                deleting = asyncio.create_task(elsewhere.post("/api/me/delete", {}))
                await deletion_stored(server, "太郎")
                gate.open.set()
                await host.expect("refused", id=asked)
                await deleting
            assert (await host.ask("rematch"))["t"] == "done"
        assert "太郎" not in repr(await server.store._rows("SELECT sitters, entry FROM tables JOIN entries ON TRUE"))


async def test_cancelled_eviction_leaves_no_running_actor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana:
        registry, released = server.registry, Gate()
        actor = registry.actors[(await hana.open("me", "open"))["id"]]

        async def release(table: str) -> None:
            await released.passed()

        monkeypatch.setattr(registry.peers, "release", release)
        leaving = asyncio.create_task(registry.send_away([actor.id]))
        await released.reached.wait()
        leaving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await leaving
        with pytest.raises(ServerError):
            await actor.submit(no_op)
