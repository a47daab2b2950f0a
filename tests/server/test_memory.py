"""Memory: what tables and connections use is free again once they are gone, without a garbage collection.

The server keeps collections rare, because each stops everybody (`run.py`).
"""

import asyncio
import contextlib
import gc
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from websockets import ConnectionClosed

from harness.server.doubles import PATIENCE, eventually
from tests.server.clients import Person, serving
from tests.server.raw import raw, request
from tests.server.test_tables import two_at_a_table

OURS = ("tefuda.server.", "tefuda.table.", "tefuda.engine.state.", "uvicorn.", "starlette.", "httptools.", "uvloop.")


@pytest.fixture(autouse=True)
def no_collections() -> Iterator[None]:
    """Switch the garbage collector off."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def alive() -> Counter[str]:
    """Return the number of objects of each of the server's types."""
    types = Counter(map(type, gc.get_objects()))
    named = {f"{one.__module__}.{one.__qualname__}": count for one, count in types.items()}
    return Counter({name: count for name, count in named.items() if name.startswith(OURS)})


async def visit(address: str, hana: Person, taro: Person, jiro: Person) -> None:
    """Play a game, and do what ends in refusals and closed connections."""
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


async def test_memory_of_tables_and_connections_is_freed_with_them(tmp_path: Path) -> None:
    async with (
        serving(tmp_path, unload_after=0.2, idle_timeout=1) as (address, server),
        Person(address) as hana,
        Person(address) as taro,
        Person(address) as jiro,
    ):
        await visit(address, hana, taro, jiro)  # fills the caches
        await eventually(lambda: not server.registry.actors and not server.limiter.open)
        before = alive()
        await visit(address, hana, taro, jiro)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while alive() - before:  # noqa: ASYNC110  # nothing tells when the last object is freed
                    await asyncio.sleep(0.5)
        assert alive() - before == Counter()
