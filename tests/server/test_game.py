"""Whole games over real sockets: two people and a bot, invited, interrupted, watched, and played again."""

import asyncio
from pathlib import Path
from random import Random

from tests.server.people import Person, serving


async def test_two_people_and_a_bot_play_a_game_to_its_end(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana, Person(address) as taro:
        await hana.post("/api/me", {"name": "花子"})
        table = await hana.open("me", "open", "bot")
        assert table["phase"] == "open"
        invitation = await hana.invite(table["id"])
        joined = await taro.join(table["id"], "太郎", invitation)
        assert joined["you"] == 1
        async with hana.at(table["id"]) as first, taro.at(table["id"]) as second:
            assert (await first.ask("deal"))["t"] == "done"
            await second.until(lambda update: "view" in update)
            results = await asyncio.gather(first.to_the_end(Random(1)), second.to_the_end(Random(2)))
            assert results[0] == results[1]
            assert min(results[0]["ranks"]) == 1
            versions = [message["version"] for message in second.heard if message["t"] == "update"]
            start = second.welcome["update"]["version"]
            assert versions == list(range(start + 1, second.update["version"] + 1)), "an update was skipped or doubled"
