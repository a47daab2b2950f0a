"""Helpers of the server tests: a running server, and HTTP and WebSocket clients."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import secrets
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, Self

import httpx
import pytest
import uvicorn.server
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from harness.contract.cases import some_or_all
from harness.server.databases import KINDS
from harness.server.doubles import PATIENCE, ManualClock, QuickBots, settings
from tefuda.server.app import Server
from tefuda.server.run import running
from tefuda.table import fair_deal

# Fields of a table for three or more whose game has some thirty decisions, sometimes none of a seat; one of kotori has
# seventy.
SHORT_GAME: dict[str, Any] = {"game": "llama", "options": {"rounds": 2}}
# For what the tables of a server do, whichever database keeps their entries: an everyday run takes one.
any_database = pytest.mark.parametrize("database", some_or_all(KINDS[:1], KINDS), indirect=True)
NO_HTTPS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # shared: httpx would load all CA certificates for every client


def _sleep(seconds: float) -> Awaitable[None]:
    return asyncio.sleep(seconds / 10)


# uvicorn looks every 0.1 s whether to stop and whether connections are closed: a quarter of the time of such a test.
uvicorn.server.asyncio = SimpleNamespace(**{**vars(asyncio), "sleep": _sleep})  # type: ignore[assignment]


@contextlib.asynccontextmanager
async def serving(data: Path, bots: QuickBots | None = None, **changes: Any) -> AsyncIterator[tuple[str, Server]]:
    """Run a server; yields (address, server)."""
    chosen = settings(data, **changes)
    async with running(chosen, bots or QuickBots()) as (address, server):
        if isinstance(chosen.clock, ManualClock):
            chosen.clock.registry = server.registry
        if "random_bytes" in changes:  # servers that are compared have the same key
            server.registry.invitations._key = bytes(32)
        yield address, server


def rejections(server: Server, reason: str) -> float:
    """Return how often something was rejected for this reason."""
    return float(server.metrics.turned_away.labels(reason)._value.get())


class Giver:
    """A client's random share in one deal attempt."""

    def __init__(self, share: bytes | None = None) -> None:
        self.share = share or secrets.token_bytes(32)
        self.pledge = fair_deal.pledge(self.share).hex()

    def reveal(self, attempt: dict[str, Any]) -> dict[str, str]:
        """Return the fields of the message that reveals the share."""
        return {"seal": attempt["seal"], "share": self.share.hex()}


class Person:
    """A guest: keeps a cookie, sends HTTP requests, and joins tables over WebSockets.

    Message ids are never used twice by a guest, on whichever connection: the server would take the second message for
    the first one sent again. They are the same in two worlds that are compared.
    """

    def __init__(self, address: str, token: str = "", **headers: str) -> None:
        self.address, self._headers = address, headers
        prefix = f"{secrets.token_hex(4)}-" if token else "m"  # the guest of this token has sent messages before
        self.message_ids = (f"{prefix}{number}" for number in itertools.count(1))
        cookies = {"tefuda": token} if token else None
        self.http = httpx.AsyncClient(
            base_url=address, cookies=cookies, headers=headers, timeout=PATIENCE, verify=NO_HTTPS
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    @property
    def token(self) -> str:
        return self.http.cookies.get("tefuda", "")

    async def get(self, path: str, status: int = 200, **options: Any) -> Any:
        response = await self.http.get(path, **options)
        assert response.status_code == status, response.text
        return response.json()

    async def post(self, path: str, body: Any, status: int = 200, **options: Any) -> Any:
        response = await self.http.post(path, json=body, **options)
        assert response.status_code == status, response.text
        return response.json()

    async def open(self, *seats: str, game: str = "kotori", **fields: Any) -> Any:
        """Make a table and return its `TableInfo`."""
        return await self.post("/api/tables", {"game": game, "seats": [{"kind": kind} for kind in seats], **fields})

    async def invite(self, table: str) -> str:
        """Return the signature of an invitation."""
        return (await self.post(f"/api/tables/{table}/invite", {}))["path"].rpartition("/")[2]

    async def join(self, table: str, name: str, invitation: str = "", **fields: Any) -> Any:
        return await self.post(f"/api/tables/{table}/join", {"name": name, "invitation": invitation, **fields})

    @contextlib.asynccontextmanager
    async def at(self, table: str, **query: Any) -> AsyncIterator[Place]:
        """Connect to a table as a player or watcher."""
        async with self._connected(f"tables/{table}", query) as place:
            yield place

    @contextlib.asynccontextmanager
    async def playing(self, *seats: str, **fields: Any) -> AsyncIterator[Place]:
        """Make a table, deal, and connect to it."""
        async with self.at((await self.open(*seats, deal=True, **fields))["id"]) as place:
            yield place

    async def turned_away(self, table: str, **query: Any) -> int:
        """Connect to a table that closes the connection instead of welcoming; return the close code."""
        with pytest.raises(ConnectionClosed) as closed:
            async with self.at(table, **query):
                pass
        return closed.value.rcvd.code

    @contextlib.asynccontextmanager
    async def learn(self, game: str, **query: Any) -> AsyncIterator[Place]:
        """Connect to the lesson of a game."""
        async with self._connected(f"lessons/{game}", query) as place:
            yield place

    @contextlib.asynccontextmanager
    async def _connected(self, path: str, query: dict[str, Any]) -> AsyncIterator[Place]:
        text = "&".join(f"{name}={value}" for name, value in query.items())
        address = f"{self.address.replace('http', 'ws', 1)}/ws/{path}?{text}"
        headers = self._headers | ({"Cookie": f"tefuda={self.token}"} if self.token else {})
        # Without a limit to unread messages: with one, a client that has not read them would not see the server's
        # answer to its close, and wait 10 s for it.
        options: dict[str, Any] = {"compression": None, "max_size": None, "max_queue": None}
        async with connect(address, additional_headers=headers, **options) as socket:
            place = Place(socket, self.message_ids)
            await place.expect("welcome")
            yield place


@contextlib.asynccontextmanager
async def people(address: str, count: int) -> AsyncIterator[list[Person]]:
    """Yield this many guests of a server."""
    async with contextlib.AsyncExitStack() as stack:
        yield [await stack.enter_async_context(Person(address)) for _ in range(count)]


class Place:
    """A WebSocket connection to a table, with every message received on it."""

    def __init__(self, socket: ClientConnection, message_ids: Iterator[str]) -> None:
        self.socket = socket
        self._message_ids = message_ids
        self.received: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self.update: dict[str, Any] = {}
        self.deal: dict[str, Any] = {}  # the latest published deal
        self.welcome: dict[str, Any] = {}

    async def receive(self) -> dict[str, Any]:
        """Receive the next message."""
        async with asyncio.timeout(PATIENCE):
            text = await self.socket.recv()
        message: dict[str, Any] = json.loads(text)
        self.raw.append(text)
        self.received.append(message)
        if message["t"] == "update":
            self.update = message
        elif message["t"] == "welcome":
            self.welcome, self.update = message, message["update"]
            self.deal = message["table"]["deal"] or {}
        self.deal = self.update.get("deal", self.deal)
        return message

    async def expect(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Receive messages until one of this kind with these fields arrives, and return it."""
        while True:
            message = await self.receive()
            if message["t"] == kind and all(message.get(name) == value for name, value in fields.items()):
                return message

    async def send(self, message_type: str, **fields: Any) -> str:
        """Send a message and return its id."""
        id = fields.pop("id", None) or next(self._message_ids)
        await self.socket.send(json.dumps({"t": message_type, "id": id, **fields}))
        return id

    async def ask(self, message_type: str, **fields: Any) -> dict[str, Any]:
        """Send a message and return its answer."""
        id = await self.send(message_type, **fields)
        while True:
            message = await self.receive()
            if message.get("id") == id:
                return message

    async def catch_up(self) -> None:
        """Receive everything that the table has sent to this player for earlier messages of anyone.

        An answered message has changed the table, but the other clients are told a moment later; a note waits in the
        table's queue until they are.
        """
        assert (await self.ask("note", text=""))["t"] == "done"

    async def closed(self) -> int | None:
        """Wait until the server closes the connection; returns the close code, None without a close frame."""
        try:
            while True:
                await self.receive()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd is not None else None

    async def until(self, condition: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Receive messages until the latest update meets the condition, and return that update."""
        while not condition(self.update):
            await self.receive()
        return self.update

    async def sealed(self) -> dict[str, Any]:
        """Wait for the seal of an open attempt, and return the attempt."""
        while self.deal.get("dealt") or not self.deal.get("attempts") or self.attempt.get("call_off"):
            await self.receive()
        return self.attempt

    @property
    def attempt(self) -> dict[str, Any]:
        """Return the latest deal attempt."""
        return self.deal["attempts"][-1]

    @property
    def table(self) -> str:
        return str(self.welcome["table"]["id"])

    @property
    def seat(self) -> int:
        return int(self.welcome["table"]["you"])

    @property
    def view(self) -> dict[str, Any]:
        return self.update["view"]

    async def my_turn(self) -> bool:
        """Wait until this seat is offered choices; returns False if the game ends first."""
        await self.until(
            lambda update: "view" in update and ("choices" in update["view"] or update["view"]["to_act"] == -1)
        )
        return bool(self.view["to_act"] == self.seat)

    async def play(self, action: str | None = None, **fields: Any) -> dict[str, Any]:
        """Play an action, by default the first choice; returns the answer after its update has arrived."""
        actions = [action or self.view["choices"][0]["action"]]
        answer = await self.ask("play", **{"turn": self.update["turn"], "actions": actions, **fields})
        if answer["t"] == "done":
            await self.until(lambda update: update["version"] >= answer["version"])
        return answer

    async def let_bots_finish(self) -> dict[str, Any]:
        """Play once, let a bot play the rest, which takes a third of the time, and return the result."""
        if await self.my_turn():
            assert (await self.play())["t"] == "done"
        if self.view["to_act"] != -1:
            await self.ask("stand-in", seat=self.seat, on=True)
        await self.until(lambda update: update["view"]["to_act"] == -1)
        return self.view["result"]

    async def play_to_end(self, random: Random) -> dict[str, Any]:
        """Play randomly until the game is over and return the result."""
        while await self.my_turn():
            # Neither a mark alone nor a card of one's own deck is a whole command.
            whole = [one for one in self.view["choices"] if not one.get("marks") and one.get("mode") != "page"]
            answer = await self.play(random.choice(whole)["action"])
            assert answer["t"] == "done", answer
        return self.view["result"]


async def finished(person: Person, *seats: str, **fields: Any) -> str:
    """Make a table, by default against a bot, let it be played to the end and return its id."""
    async with person.playing(*(seats or ("me", "bot")), **fields) as place:
        await place.let_bots_finish()
    return place.table


async def table_of_two(hana: Person, taro: Person, *more: str, **fields: Any) -> str:
    """Make a table that another person joins, possibly as a client of another worker; return its id."""
    await hana.post("/api/me", {"name": "花子"})
    table = (await hana.open("me", "open", *more, **fields))["id"]
    await taro.join(table, "太郎", await hana.invite(table))
    return table


async def deal(host: Place, *others: Place) -> None:
    """Deal, and wait until all see the game."""
    assert (await host.ask("deal"))["t"] == "done"
    for place in (host, *others):
        await place.until(lambda update: "view" in update)


async def deal_fairly(*places: Place) -> None:
    """Deal as the host, who is the first, with a share of each player."""
    givers = {place: Giver() for place in places}
    for place, giver in givers.items():
        assert (await place.ask("pledge", id="pledge", pledge=giver.pledge))["t"] == "done"
    assert (await places[0].ask("deal", id="deal"))["t"] == "done"
    for place, giver in givers.items():
        assert (await place.ask("share", id="share", **giver.reveal(await place.sealed())))["t"] == "done"


async def table_of_a_bot(person: Person) -> str:
    """Make a table where a bot is to move."""
    await person.post("/api/me", {"name": "花子"})
    id: str = (await person.open("me", "bot", deal=True))["id"]
    async with person.at(id) as place:
        await place.until(lambda update: "view" in update)
        while place.view["to_act"] == place.seat:
            await place.play()
    return id
