"""Reference cycles: the server must create none, because a garbage collection stalls everybody.

Nor may anything else keep what is done with.
"""

import asyncio
import gc
import weakref
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from websockets import ConnectionClosed

from harness.server.doubles import eventually
from tefuda.server.sqlite import SqliteStore
from tests.server.clients import Person, serving
from tests.server.raw import raw, request
from tests.server.test_tables import two_at_a_table

OURS = ("tefuda.", "uvicorn.", "starlette.", "uvloop.")


@pytest.fixture
def garbage() -> Iterator[list[object]]:
    """Return the objects in reference cycles that the collector finds from here on."""
    gc.collect()
    gc.disable()
    gc.garbage.clear()
    gc.set_debug(gc.DEBUG_SAVEALL)
    yield gc.garbage
    gc.set_debug(0)
    gc.garbage.clear()
    gc.enable()


async def test_tables_and_connections_create_no_reference_cycles(tmp_path: Path, garbage: list[object]) -> None:
    async with (
        serving(tmp_path, unload_after=0.2) as (address, server),
        Person(address) as hana,
        Person(address) as taro,
        Person(address) as jiro,
    ):
        table = await two_at_a_table(hana, taro, "bot")
        async with hana.at(table) as first, taro.at(table) as second:
            await first.ask("deal")
            assert (await second.ask("play", turn=0, actions=["fly"]))["t"] == "refused"
            await second.until(lambda update: "view" in update)
            await asyncio.gather(first.play_to_end(Random(1)), second.play_to_end(Random(2)))
            await first.ask("rematch")
            moved = await second.expect("moved")
        async with hana.at(moved["table"]):
            pass
        assert await hana.get("/api/tables/nothing-like-it", 404)
        body = {"name": "次郎", "seat": 99, "invitation": await hana.invite(moved["table"])}
        assert await jiro.post(f"/api/tables/{moved['table']}/join", body, 400)
        with pytest.raises(ConnectionClosed):
            async with jiro.at("nothing-like-it"):
                pass
        for path in (f"/api/tables/{table}/record", f"/api/tables/{table}/record.txt"):
            answer = await hana.http.get(path)
            assert (answer.status_code, bool(answer.headers["etag"])) == (200, True)
            assert (await hana.http.get(path, headers={"If-None-Match": answer.headers["etag"]})).status_code == 304
        for sent in (request("/", "X-Large: " + "x" * 20_000), "GARBAGE\r\n\r\n", request("/healthz") * 30):
            async with raw(address) as stranger:
                await stranger.send(sent)
                await stranger.rest()
        async with raw(address):
            pass
        await eventually(lambda: not server.registry.actors)
        gc.collect()
        types = {f"{type(one).__module__}.{type(one).__qualname__}" for one in garbage}
    assert [name for name in sorted(types) if name.startswith(OURS)] == []


async def test_nothing_keeps_the_table_that_was_unloaded_last(tmp_path: Path, garbage: list[object]) -> None:
    async with serving(tmp_path, unload_after=0.2) as (address, server), Person(address) as hana:
        table = (await hana.open("me", "bot", deal=True))["id"]
        actor = weakref.ref(server.registry.actors[table])
        await eventually(lambda: not server.registry.actors)
        await eventually(lambda: actor() is None)


async def test_nothing_keeps_the_last_result_of_the_store(tmp_path: Path) -> None:
    class Rows(list[int]):
        pass

    store = SqliteStore(tmp_path)
    rows = weakref.ref(await store._read(lambda _: Rows([1])))
    await eventually(lambda: rows() is None)
    await store.close()
