"""Several servers on one PostgreSQL database: any of them may serve any table, and nobody notices.

`two_workers` runs two servers in this process.  Their people sit at one table, with their connections at both.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from harness.server.databases import PostgresDatabase
from tefuda.engine.game import load
from tefuda.server.app import Server
from tefuda.server.settings import GAMES
from tests.server.clients import Person, Place, serving


class Workers:
    """Servers on one database."""

    def __init__(self, addresses: list[str], servers: list[Server]) -> None:
        self.addresses, self.servers = addresses, servers

    def elsewhere(self, person: Person, worker: int = 1) -> Person:
        """Return the same guest as a client of another worker."""
        return Person(self.addresses[worker], person.token)

    async def log(self, table: str) -> list[Any]:
        return await self.servers[0].store.log(table)


@contextlib.asynccontextmanager
async def workers(folder: Path, postgresql: PostgresDatabase, **changes: Any) -> AsyncIterator[Workers]:
    changes = {**postgresql.settings, **changes}
    async with (
        serving(folder / "one", **changes) as (first, one),
        serving(folder / "two", **changes, signing_keys=folder / "one" / "signing-keys.json") as (second, two),
    ):
        yield Workers([first, second], [one, two])


@pytest.fixture
async def two_workers(tmp_path: Path, postgresql: PostgresDatabase) -> AsyncIterator[Workers]:
    async with workers(tmp_path, postgresql) as running:
        yield running


def updates(place: Place) -> list[int]:
    """Return the versions of all updates that a place has received since it was welcomed first."""
    first, *rest = [message for message in place.received if message["t"] in ("update", "welcome")]
    return [first["update"]["version"], *(one["version"] for one in rest if one["t"] == "update")]


def assert_no_gap(place: Place) -> None:
    versions = updates(place)
    assert versions == list(range(versions[0], versions[0] + len(versions)))


def without_handles(value: Any) -> Any:
    """Return a view without the numbers of cards, which differ between workers."""
    if isinstance(value, dict):
        return {name: without_handles(one) for name, one in value.items() if name not in HANDLES}
    return [without_handles(one) for one in value] if isinstance(value, list) else value


HANDLES = {"handle", "card", "cards_of", "target", "targets"}


async def play_random(place: Place, random: Random) -> None:
    """Play randomly until the game is over, without actions that only begin a move."""
    beginnings: set[str] = set()
    while await place.my_turn():
        actions = [choice["action"] for choice in place.view["choices"]]
        action = random.choice([one for one in actions if one.partition(" ")[0] not in beginnings] or actions)
        answer = await place.play(action)
        if answer["t"] != "done":
            assert "not complete" in answer["trouble"]["message"], answer
            beginnings.add(action.partition(" ")[0])


async def at_both(running: Workers, hana: Person, taro: Person, *more: str, **fields: Any) -> str:
    """Make a table at the first worker, which `taro` of the second one joins there."""
    await hana.post("/api/me", {"name": "花子"})
    table: str = (await hana.open("me", "open", *more, **fields))["id"]
    await taro.join(table, "太郎", await hana.invite(table))
    return table


@pytest.mark.parametrize("slug", GAMES)
async def test_game_is_played_with_its_seats_at_two_workers(two_workers: Workers, slug: str) -> None:
    first, second = two_workers.addresses
    low, high = load(slug).description.players[0], load(slug).description.players[-1]
    bots = ["bot"] * (min(max(low, 3), high) - 2)
    async with Person(first) as hana, Person(second) as taro, Person(first) as jiro, Person(second) as saburo:
        table = await at_both(two_workers, hana, taro, *bots, game=slug, public=True)
        async with hana.at(table) as one, taro.at(table) as two, jiro.at(table) as three, saburo.at(table) as four:
            assert (await one.ask("deal"))["t"] == "done"
            await asyncio.gather(play_random(one, Random(1)), play_random(two, Random(2)))
            end = one.update["version"]
            for place in (two, three, four):
                await place.until(lambda update: update["version"] >= end)
            assert one.view["result"] == two.view["result"] == three.view["result"] == four.view["result"]
            for place in (one, two, three, four):
                assert_no_gap(place)
            assert without_handles(three.view) == without_handles(four.view)
    log = await two_workers.log(table)
    assert [logged.version for logged in log] == list(range(1, len(log) + 1))
    assert len(log) == end
    for server in two_workers.servers:
        assert server.metrics.errors._value.get() == 0
