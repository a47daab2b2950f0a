"""People who play one game after another and reconnect, and what they have been told."""

import asyncio
from random import Random

import httpx
from websockets.exceptions import WebSocketException

from tests.server.clients import Person

NEW_TABLE = {"game": "kotori", "seats": [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}], "deal": True}
LOST = (WebSocketException, OSError, EOFError, httpx.HTTPError)


class Script:
    """A person who plays continuously and tracks acknowledged and unanswered messages; `pause` seconds between them."""

    def __init__(self, seed: int, pause: float = 0) -> None:
        self.random, self.pause = Random(seed), pause
        self.name, self.token, self.table = f"P{seed}", "", ""
        self.count = 0
        self.acknowledged: dict[tuple[str, str], int] = {}  # (table, id) -> version
        self.seen_versions: dict[str, int] = {}  # table -> the newest version seen
        self.unanswered: dict[str, object] | None = None

    async def play(self, address: str) -> None:
        """Play until the connection breaks."""
        async with Person(address, self.token) as person:
            if not self.table:
                await self._new_table(person)
            while True:
                after = {"after": self.seen_versions[self.table]} if self.table in self.seen_versions else {}
                async with person.at(self.table, **after) as place:
                    assert place.update["version"] >= self.seen_versions.get(self.table, 0), (
                        "a published version is gone"
                    )
                    if self.unanswered is not None:
                        await self._send(place, **self.unanswered)
                    while await place.my_turn():
                        self.seen_versions[self.table] = place.update["version"]
                        self.count += 1
                        await asyncio.sleep(self.pause)
                        action = self.random.choice(place.view["choices"])["action"]
                        await self._send(
                            place, id=f"{self.name}-{self.count}", turn=place.update["turn"], action=action
                        )
                await self._new_table(person)

    async def _new_table(self, person: Person) -> None:
        answer = await person.http.post("/api/tables", json=NEW_TABLE)
        if answer.status_code == httpx.codes.SERVICE_UNAVAILABLE:  # the server is about to end
            answer.raise_for_status()
        assert answer.status_code == httpx.codes.OK, answer.text
        self.table, self.token = answer.json()["id"], person.token

    async def _send(self, place: object, *, id: str, turn: int, action: str) -> None:
        self.unanswered = {"id": id, "turn": turn, "action": action}
        answer = await place.play(action, id=id, turn=turn)
        if answer["t"] == "done":
            self.acknowledged[self.table, id] = answer["version"]
        self.unanswered = None


def acknowledged(scripts: list[Script]) -> int:
    return sum(len(script.acknowledged) for script in scripts)
