"""Unloaded tables, closed connections and refusals leave nothing in memory, without a garbage collection.

The server makes collections rare, because each one stops it (`run.py`).
"""

import gc
import weakref
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets import ConnectionClosed

from harness.server.doubles import eventually, unload_all
from tefuda.server.rate_limit import Bucket
from tefuda.server.store.sqlite import SqliteStore
from tests.server.clients import Person, serving, table_of_two
from tests.server.raw import raw, request

OURS = ("tefuda.server.", "tefuda.table.", "tefuda.engine.", "uvicorn.", "starlette.", "httptools.", "uvloop.")


@pytest.fixture(autouse=True)
def no_collections() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def alive() -> Counter[str]:
    """Return the number of objects of each of the server's types; buckets of rate limits stay until they are full."""
    types = Counter(map(type, gc.get_objects()))
    named = {f"{one.__module__}.{one.__qualname__}": count for one, count in types.items() if one is not Bucket}
    return Counter({name: count for name, count in named.items() if name.startswith(OURS)})


async def visit(address: str, hana: Person, taro: Person) -> None:
    """Play, and do what ends in refusals and closed connections."""
    table = await table_of_two(hana, taro, "bot")
    async with hana.at(table) as first, taro.at(table) as second:
        await first.ask("deal")
        assert (await second.ask("play", turn=0, actions=["fly"]))["t"] == "refused"
    await hana.get("/api/tables/nothing-like-it", 404)
    with pytest.raises(ConnectionClosed):
        async with hana.at("nothing-like-it"):
            pass
    for sent in (request("/", "X-Large: " + "x" * 20_000), "GARBAGE\r\n\r\n", request("/healthz") * 30):
        async with raw(address) as stranger:
            await stranger.send(sent)
            await stranger.rest()
    async with raw(address):
        pass


async def test_tables_connections_and_refusals_are_freed(tmp_path: Path) -> None:
    async with (
        serving(tmp_path, idle_timeout=1) as (address, server),
        Person(address) as hana,
        Person(address) as taro,
    ):
        await visit(address, hana, taro)  # fills the caches
        await unload_all(server.registry)
        await eventually(lambda: not server.limiter.open)
        before = alive()
        await visit(address, hana, taro)
        await unload_all(server.registry)
        await eventually(lambda: not server.limiter.open)
        await eventually(lambda: not alive() - before)


async def test_last_unloaded_table_is_freed(tmp_path: Path) -> None:
    async with serving(tmp_path, unload_after=0.2) as (address, server), Person(address) as hana:
        table = (await hana.open("me", "bot", deal=True))["id"]
        actor = weakref.ref(server.registry.actors[table])
        await eventually(lambda: not server.registry.actors)
        await eventually(lambda: actor() is None)


async def test_last_result_of_the_store_is_freed(tmp_path: Path) -> None:
    class Rows(list[int]):
        pass

    store = SqliteStore(tmp_path)
    rows = weakref.ref(await store._read(lambda _: Rows([1])))
    await eventually(lambda: rows() is None)
    await store.close()
