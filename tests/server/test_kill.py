"""SIGKILL at any moment: what was acknowledged is there afterwards, and nothing is there twice."""

import asyncio
import json
from pathlib import Path
from random import Random

import httpx
from websockets.exceptions import WebSocketException

from benchmarks.durability import check_log
from tests.server.clients import Person, eventually
from tests.server.killed_server import Victim

KILLS = 20
PEOPLE = 4
LOST = (WebSocketException, OSError, EOFError, httpx.HTTPError)


class Script:
    """One person who plays on and on, and remembers what was acknowledged and what was not answered."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.name, self.token, self.table = f"P{seed}", "", ""
        self.count = 0
        self.acknowledged: dict[tuple[str, str], int] = {}  # (table, id) -> version
        self.heard: dict[str, int] = {}  # table -> the newest version seen
        self.unanswered: dict[str, object] | None = None

    async def play(self, address: str) -> None:
        """Play until the line breaks."""
        async with Person(address, self.token) as person:
            if not self.table:
                await self._new_table(person)
            while True:
                after = {"after": self.heard[self.table]} if self.table in self.heard else {}
                async with person.at(self.table, **after) as place:
                    assert place.update["version"] >= self.heard.get(self.table, 0), "what was heard is gone"
                    if self.unanswered is not None:
                        await self._send(place, **self.unanswered)
                    while await place.my_turn():
                        self.heard[self.table] = place.update["version"]
                        self.count += 1
                        action = self.random.choice(place.view["choices"])["action"]
                        await self._send(
                            place, id=f"{self.name}-{self.count}", turn=place.update["turn"], action=action
                        )
                await self._new_table(person)

    async def _new_table(self, person: Person) -> None:
        table = (await person.open("me", "bot", "bot", deal=True))["id"]
        self.table, self.token = table, person.token

    async def _send(self, place: object, *, id: str, turn: int, action: str) -> None:
        self.unanswered = {"id": id, "turn": turn, "action": action}
        answer = await place.play(action, id=id, turn=turn)
        if answer["t"] == "done":
            self.acknowledged[self.table, id] = answer["version"]
        self.unanswered = None


def acknowledged(scripts: list[Script]) -> int:
    return sum(len(script.acknowledged) for script in scripts)


async def test_nothing_acknowledged_is_lost_and_nothing_is_done_twice(tmp_path: Path) -> None:
    random, scripts = Random(8), [Script(seed) for seed in range(PEOPLE)]
    entries = 0
    for kill in range(KILLS):
        victim = Victim(tmp_path, kill)
        playing = [asyncio.create_task(script.play(victim.address)) for script in scripts]
        enough = acknowledged(scripts) + (random.randint(2, 20) if kill % 5 else 0)  # some hardly begin
        await eventually(lambda enough=enough: acknowledged(scripts) >= enough)
        await asyncio.sleep(random.uniform(0, 0.03))
        victim.kill()
        for script, outcome in zip(scripts, await asyncio.gather(*playing, return_exceptions=True), strict=True):
            assert isinstance(outcome, LOST), f"{script.name}: {outcome!r}"
        entries = check_log(tmp_path, scripts)
    assert entries > acknowledged(scripts) > 5 * KILLS, "hardly anything was played"
    victim = Victim(tmp_path)
    async with Person(victim.address, scripts[0].token) as person:
        for table in {table for table, _ in scripts[0].acknowledged}:
            async with person.at(table) as place:
                assert json.dumps(place.view)
    assert victim.stop() == 0
