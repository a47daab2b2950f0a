"""A terminal at a table on a server: `tefuda play --join LINK`."""

import asyncio
from pathlib import Path
from random import Random

import pytest

import tefuda
from harness.server.doubles import eventually
from tests.server.clients import Giver, Person, Place, serving
from tests.terminal.online import Terminal, joined, table_of


async def test_two_terminals_and_a_program_play(tmp_path: Path) -> None:
    async with serving(tmp_path / "server") as (address, _), Person(address) as host:
        table, link = await table_of(host, "me", "open", "open")
        async with (
            host.at(table) as place,
            joined(link, tmp_path / "a", "Aki") as aki,
            joined(link, tmp_path / "b", "はな", language="ja") as hana,
        ):
            await aki.sees("はな")
            await hana.sees("Aki")
            assert (await place.ask("deal"))["t"] == "done"
            await asyncio.gather(place.play_to_end(Random(1)), aki.play_to_end(Random(2)), hana.play_to_end(Random(3)))
            await aki.sees("Game over")
            await aki.sees("Proven")
