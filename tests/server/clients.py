"""What the server's tests share: people with browsers of their own, bots that answer at once, a clock to be turned."""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import itertools
import json
import secrets
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tefuda.bots.fair_queue import Asker
from tefuda.engine.state import State
from tefuda.server.app import Server
from tefuda.server.rate_limit import Rate
from tefuda.server.run import running
from tefuda.server.settings import Settings
from tefuda.table import fair_deal
from tests.contract.cases import random_command

PLENTY = Rate(1e6, 1e6)
NO_HTTPS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # made once: httpx would read all certificates for every person
PATIENCE = 30  # seconds for an answer that has to come


class QuickBots:
    """Bots that play any legal action at once, without worker processes."""

    def __init__(self, seed: int = 1) -> None:
        self.random = Random(seed)
        self.asked: list[tuple[int | None, str]] = []

    def levels(self, slug: str) -> tuple[str, ...]:
        return ("weak", "strong")

    def choose(self, state: State, level: str, asker: Asker) -> Awaitable[str]:
        self.asked.append((state.seat, level))
        command = random_command(state, self.random)

        async def answer() -> str:
            return command

        return answer()

    def prepare(self, package: str) -> None:
        pass

    async def close(self) -> None:
        pass


class HandClock:
    """A clock that stands still until a test turns it."""

    def __init__(self) -> None:
        self.passed = 0.0
        self._due: list[tuple[float, int, Callable[[], object], list[bool]]] = []
        self._numbers = itertools.count()

    def time(self) -> float:
        return 1_800_000_000 + self.passed

    def now(self) -> float:
        return self.passed

    def later(self, seconds: float, action: Callable[[], object]) -> Any:
        cancelled: list[bool] = []
        heapq.heappush(self._due, (self.passed + seconds, next(self._numbers), action, cancelled))

        class Timer:
            def cancel(self) -> None:
                cancelled.append(True)

        return Timer()

    async def turn(self, seconds: float) -> None:
        """Let time pass, moment by moment, and let everybody do what is due."""
        until = self.passed + seconds
        await settle()
        while action := self.advance(until):
            action()
            await settle()
        self.passed = until
        await settle()

    def advance(self, until: float) -> Callable[[], object] | None:
        """Go to the first moment up to `until` at which something is due, and return what that is."""
        while self._due and self._due[0][0] <= until:
            moment, _, action, cancelled = heapq.heappop(self._due)
            if not cancelled:
                self.passed = max(self.passed, moment)
                return action
        return None


async def eventually(condition: Callable[[], object]) -> None:
    """Return as soon as something is so."""
    async with asyncio.timeout(PATIENCE):
        while True:
            if condition():
                return
            await asyncio.sleep(0.002)


async def settle(times: int = 20) -> None:
    """Let everything that is ready happen."""
    for _ in range(times):
        await asyncio.sleep(0.001)


def settings(data: Path, **changes: Any) -> Settings:
    """Settings that no test has to wait for."""
    quick = Settings(data, static=data / "no-pages", bot_delay=0, connection_rate=PLENTY, request_rate=PLENTY)
    quick = quick._replace(table_rate=PLENTY, reaction_rate=PLENTY, hint_rate=PLENTY, sockets_a_guest=10_000)
    quick = quick._replace(address_rate=PLENTY, page_rate=PLENTY, guest_rate=PLENTY, arrival_rate=PLENTY)
    quick = quick._replace(connections_an_address=10_000, sockets_an_address=10_000)
    return quick._replace(**changes)


@contextlib.asynccontextmanager
async def serving(data: Path, bots: QuickBots | None = None, **changes: Any) -> AsyncIterator[tuple[str, Server]]:
    """A server to test: (its address, the server)."""
    async with running(settings(data, **changes), bots or QuickBots()) as running_server:
        yield running_server


class Giver:
    """A client's random share in one attempt to deal."""

    def __init__(self, share: bytes | None = None) -> None:
        self.share = share or secrets.token_bytes(32)
        self.pledge = fair_deal.pledge(self.share).hex()

    def reveal(self, attempt: dict[str, Any]) -> dict[str, str]:
        """The fields of the message that reveals the share under a seal."""
        return {"seal": attempt["seal"], "share": self.share.hex()}


class Person:
    """Somebody with a browser: keeps a cookie, asks over HTTP, and sits at tables over WebSockets."""

    def __init__(self, address: str, token: str = "") -> None:
        self.address = address
        cookies = {"tefuda": token} if token else None
        self.http = httpx.AsyncClient(base_url=address, cookies=cookies, timeout=PATIENCE, verify=NO_HTTPS)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    @property
    def token(self) -> str:
        return self.http.cookies.get("tefuda", "")

    async def get(self, path: str, status: int = 200, **options: Any) -> Any:
        answer = await self.http.get(path, **options)
        assert answer.status_code == status, answer.text
        return answer.json()

    async def post(self, path: str, body: Any, status: int = 200, **options: Any) -> Any:
        answer = await self.http.post(path, json=body, **options)
        assert answer.status_code == status, answer.text
        return answer.json()

    async def open(self, *seats: str, game: str = "kotori", **wishes: Any) -> Any:
        """Make a table; its `TableInfo`."""
        return await self.post("/api/tables", {"game": game, "seats": [{"kind": kind} for kind in seats], **wishes})

    async def invite(self, table: str) -> str:
        """The signature of an invitation."""
        return (await self.post(f"/api/tables/{table}/invite", {}))["path"].rpartition("/")[2]

    async def join(self, table: str, name: str, invitation: str = "", **wishes: Any) -> Any:
        return await self.post(f"/api/tables/{table}/join", {"name": name, "invitation": invitation, **wishes})

    @contextlib.asynccontextmanager
    async def at(self, table: str, **query: Any) -> AsyncIterator[Place]:
        """Sit down at a table, or watch it."""
        text = "&".join(f"{name}={value}" for name, value in query.items())
        address = f"{self.address.replace('http', 'ws', 1)}/ws/tables/{table}?{text}"
        headers = {"Cookie": f"tefuda={self.token}"} if self.token else {}
        async with connect(address, additional_headers=headers, compression=None, max_size=None) as socket:
            place = Place(socket)
            await place.expect("welcome")
            yield place


class Place:
    """One WebSocket at a table, and everything it has heard."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self.update: dict[str, Any] = {}
        self.deal: dict[str, Any] = {}  # what was published last of the deal
        self.welcome: dict[str, Any] = {}
        self._ids = itertools.count(1)

    async def hear(self) -> dict[str, Any]:
        """The next message."""
        async with asyncio.timeout(PATIENCE):
            text = await self.socket.recv()
        assert isinstance(text, str)
        message: dict[str, Any] = json.loads(text)
        self.raw.append(text)
        self.heard.append(message)
        if message["t"] == "update":
            self.update = message
        elif message["t"] == "welcome":
            self.welcome, self.update = message, message["update"]
            self.deal = message["table"]["deal"] or {}
        self.deal = self.update.get("deal", self.deal)
        return message

    async def expect(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The next message of a kind with such fields; the others are passed over."""
        while True:
            message = await self.hear()
            if message["t"] == kind and all(message.get(name) == value for name, value in fields.items()):
                return message

    async def say(self, what: str, **fields: Any) -> str:
        """Send a message; its id."""
        id = fields.pop("id", None) or f"m{next(self._ids)}"
        await self.socket.send(json.dumps({"t": what, "id": id, **fields}))
        return id

    async def ask(self, what: str, **fields: Any) -> dict[str, Any]:
        """Send a message and return its answer."""
        id = await self.say(what, **fields)
        while True:
            message = await self.hear()
            if message.get("id") == id:
                return message

    async def closed(self) -> int | None:
        """Wait until the server closes the connection; its code, None where it was cut off without one."""
        try:
            while True:
                await self.hear()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd is not None else None

    async def until(self, condition: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The newest update as soon as it is such a one."""
        while not condition(self.update):
            await self.hear()
        return self.update

    async def sealed(self) -> dict[str, Any]:
        """Wait for the seal of an attempt that is open; the attempt."""
        while self.deal.get("dealt") or not self.deal.get("attempts") or self.attempt.get("call_off"):
            await self.hear()
        return self.attempt

    @property
    def attempt(self) -> dict[str, Any]:
        """The newest attempt to deal."""
        attempt: dict[str, Any] = self.deal["attempts"][-1]
        return attempt

    @property
    def seat(self) -> int:
        return int(self.welcome["table"]["you"])

    @property
    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = self.update["view"]
        return view

    async def my_turn(self) -> bool:
        """Wait until it is this seat's turn; False when the game ends before."""
        await self.until(lambda update: "view" in update and update["view"]["to_act"] in (self.seat, -1))
        return bool(self.view["to_act"] == self.seat)

    async def play(self, action: str | None = None, **fields: Any) -> dict[str, Any]:
        """Play an action, the first there is unless named; the answer.  What it did has been heard by then."""
        actions = [action or self.view["choices"][0]["action"]]
        answer = await self.ask("play", **{"turn": self.update["turn"], "actions": actions, **fields})
        if answer["t"] == "done":
            await self.until(lambda update: update["version"] >= answer["version"])
        return answer

    async def to_the_end(self, random: Random) -> dict[str, Any]:
        """Play at random until the game is over; the result."""
        while await self.my_turn():
            answer = await self.play(random.choice(self.view["choices"])["action"])
            assert answer["t"] == "done", answer
        result: dict[str, Any] = self.view["result"]
        return result
