"""Unloaded tables and closed connections leave nothing in memory."""

import gc
import weakref
from pathlib import Path
from typing import Any

from harness.server.doubles import eventually
from tefuda.server.store.sqlite import SqliteStore
from tests.server.clients import Person, serving


def is_gone(reference: "weakref.ref[Any]") -> bool:
    gc.collect()
    return reference() is None


async def test_last_unloaded_table_is_freed(tmp_path: Path) -> None:
    async with serving(tmp_path, unload_after=0.2) as (address, server), Person(address) as hana:
        table = (await hana.open("me", "bot", deal=True))["id"]
        actor = weakref.ref(server.registry.actors[table])
        await eventually(lambda: not server.registry.actors)
        await eventually(lambda: is_gone(actor))


async def test_last_result_of_the_store_is_freed(tmp_path: Path) -> None:
    class Rows(list[int]):
        pass

    store = SqliteStore(tmp_path)
    rows = weakref.ref(await store._read(lambda _: Rows([1])))
    await eventually(lambda: is_gone(rows))
    await store.close()
