"""The example bot of the documentation plays over the public protocol."""

import asyncio
import importlib.util
from pathlib import Path
from random import Random
from types import ModuleType

import msgspec
import pytest

import tefuda
from harness.server.doubles import PATIENCE
from tests.server.clients import Person, serving

FILE = Path(__file__).parents[2] / "docs/examples/bot.py"


def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("example_bot", FILE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


async def test_example_bot_plays_a_game_with_a_person(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana:
        table = (await hana.open("me", "open", "bot"))["id"]
        invitation = f"{address}/join/{table}/{await hana.invite(table)}"
        async with hana.at(table) as place:
            playing = asyncio.create_task(example().play(invitation))
            await place.until(lambda update: update["sitters"][1].get("name") == "random.py")
            assert (await place.ask("deal"))["t"] == "done"
            result = await place.play_to_end(Random(1))
            async with asyncio.timeout(PATIENCE):
                assert await playing == result


@pytest.mark.parametrize("slug", tefuda.game_slugs())
def test_example_bot_plays_complete_commands_in_every_game(slug: str) -> None:
    """A command that is not complete is refused, and no other update would come."""
    state, random = tefuda.load(slug).start(seed=1), Random(1)
    while not state.is_terminal and len(state.history) < 60:
        choices = msgspec.json.decode(msgspec.json.encode(state.view(state.current_player)))["choices"]
        state.commit(state.prepare(random.choice(example().complete(choices))))
