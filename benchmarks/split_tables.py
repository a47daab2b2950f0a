"""Tables whose seats are connected to different workers, and the updates sent to each.

Used by `tefuda bench split` and `tefuda bench durability`.  Every audience has connections of its own, which are opened
again whenever they are lost, and checks its stream of updates over all of them.  People at a `SplitTable` play one game
after another and repeat unanswered messages with the same id.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import NamedTuple

from harness.server.client import Choice, Chooser, Done, Refused, Socket, Update, Welcome, ask, play, read, write
from tefuda.engine.game import load as load_game
from tefuda.server.errors import ServerError

MAX_PAUSE = 0.15  # seconds of thought before an action
REPEAT_SHARE = 0.1  # of the answered messages, which are sent again, as by a client that missed the answer
RETRY_SECONDS = 0.05  # between two attempts to connect, or to have an action stored
CANNOT_STORE = ServerError("store-error").to_message("en").message


class WorkerStatus:
    """The workers as their clients see them: a port each, 0 while it is away, and since when no fault goes on."""

    def __init__(self, count: int) -> None:
        self.ports = [0] * count
        self.faults = 0  # going on
        self.well_since = time.monotonic()
        self.longest_wait = 0.0  # seconds that a client has waited while everything was well
        self.waited_for = ""  # in that time
        self.failures: list[str] = []
        self.refusals: Counter[str] = Counter()  # of actions that came too late, by what was said

    @contextmanager
    def fault(self) -> Iterator[None]:
        """A fault goes on during this block."""
        self.faults += 1
        try:
            yield
        finally:
            self.faults -= 1
            self.well_since = time.monotonic()

    def waited(self, since: float) -> float:
        """Return the seconds since a moment during which everything was well until now."""
        return 0.0 if self.faults else time.monotonic() - max(since, self.well_since)


class Answer(NamedTuple):
    """The answer to a message."""

    message: Done | Refused
    version: int  # that the client had when it came


class Audience:
    """An audience's connection to a table: a seat, or a spectator (-1)."""

    def __init__(self, table: SplitTable, seat: int, worker: int, cookie: str = "", after: int | None = None) -> None:
        self._table, self._status, self.seat, self._worker, self._cookie = table, table.status, seat, worker, cookie
        self.version = after
        self.update = Update(0, 0)
        self.news = asyncio.Event()  # set by each update
        self.since = time.monotonic()  # from when the wait for an update counts; inf: nobody waits
        self.shown = 0  # updates and welcomes
        self._socket: Socket | None = None
        self._lost = asyncio.Event()
        self._pending: dict[str, tuple[bytes, asyncio.Future[Answer]]] = {}
        self.welcomes: list[bytes] = []

    async def run(self) -> None:
        """Stay connected until cancelled."""
        try:
            while True:
                port = self._port()
                try:
                    if not port:
                        raise ConnectionError("no worker")
                    self._lost.clear()
                    self._socket = await Socket.connect(
                        port,
                        self._table.id,
                        self._hear,
                        cookie=self._cookie,
                        after=self.version,
                        source=self._table.source,
                    )
                except OSError:
                    await asyncio.sleep(RETRY_SECONDS)
                    continue
                for message, _ in self._pending.values():
                    self._send(message)
                await self._lost.wait()
        finally:
            if self._socket is not None:
                self._socket.close()

    def _port(self) -> int:
        """Return the port of the audience's worker; while it is away, every other time that of another one."""
        own, others = self._status.ports[self._worker], [port for port in self._status.ports if port]
        if own or not others or self._table.random.random() < 0.5:
            return own
        return self._table.random.choice(others)

    async def ask(self, id: str, message: bytes) -> Answer:
        """Send a message, again after each reconnection, and return its answer."""
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._pending[id] = message, future
        self._send(message)
        try:
            return await future
        finally:
            del self._pending[id]

    def _send(self, message: bytes) -> None:
        """Send a message if there is a connection; otherwise it is sent with the next one."""
        if self._socket is not None and not self._socket.transport.is_closing():
            self._socket.send(message)

    def _hear(self, text: bytes | None) -> None:
        if text is None:
            self._lost.set()
            return
        message = read(text)
        if isinstance(message, Update):
            self._next(message.version)
            self._show(message)
            self._table.sent(self.seat, message.version, text)
        elif isinstance(message, Welcome):
            self.welcomes.append(text)
            missed = [update.version for update in message.missed]
            if self.version is None:
                self.version = message.update.version
            elif missed or message.update.version != self.version:
                for version in dict.fromkeys([*missed, message.update.version]):
                    self._next(version)
            self._show(message.update)
        elif isinstance(message, Done | Refused) and message.id in self._pending:
            future = self._pending[message.id][1]
            if not future.done():
                future.set_result(Answer(message, self.version or 0))

    def _next(self, version: int) -> None:
        if self.version is not None and version != self.version + 1:
            self._status.failures.append(f"{self._table.name}, seat {self.seat}: update {version} after {self.version}")
        self.version = version

    def _show(self, update: Update) -> None:
        self.check_wait()
        self.update, self.since = update, time.monotonic()
        self.shown += 1
        self.news.set()
        self._table.updates += 1

    def check_wait(self) -> float:
        """Note for how long this audience has waited while everything was well."""
        waited, status = self._status.waited(self.since), self._status
        if waited > status.longest_wait:
            status.longest_wait, status.waited_for = waited, f"{self._table.game}, {self._table.due(self.update)}"
        return waited

    @property
    def state(self) -> str:
        """What the audience is doing, for a failure."""
        connected = self._socket is not None and not self._socket.transport.is_closing()
        unanswered = ", ".join(self._pending) or "nothing"
        return (
            f"seat {self.seat} {'connected' if connected else 'not connected'}, at version {self.version}, "
            f"{self._table.due(self.update)}, unanswered: {unanswered}"
        )

    async def until(self, version: int) -> None:
        """Wait until the audience has this version."""
        while self.version is None or self.version < version:
            self.news.clear()
            await self.news.wait()


class SplitTable:
    """People and bots who play one game after another, with the acknowledged and published entries."""

    def __init__(self, status: WorkerStatus, chooser: Chooser, number: int, game: str, *, bots: int = 0) -> None:
        self.status, self.number, self.game, self.random = status, number, game, Random(number)
        self.chooser = chooser
        fewest, most = load_game(game).description.players
        self.seats, self.bots = min(most, fewest + bots), bots
        self.source = f"127.4.{number // 250}.{1 + number % 250}"
        self.id, self.count, self.games, self.updates = "", 0, 0, 0
        self.audiences: list[Audience] = []
        self.acknowledged: dict[tuple[str, str], int] = {}  # (table, id) -> version
        self.seen_versions: dict[str, int] = {}  # table -> the newest version that was published
        self.repeated = 0

    @property
    def name(self) -> str:
        return f"{self.game} {self.id}"

    async def run(self) -> None:
        """Play one game after another until cancelled."""
        while True:
            cookies = await self._open()
            self.audiences = self._connected(cookies)
            tasks = [asyncio.create_task(audience.run()) for audience in self.audiences]
            try:
                await self._deal()
                await self._play()
                end = max(audience.update.version for audience in self.audiences)
                for audience in self.audiences:
                    await audience.until(end)
                self.games += 1
            finally:
                self.note_seen()
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                self.audiences = []

    def due(self, update: Update) -> str:
        """Return what has to happen next at the table."""
        if update.view is None:
            return "the deal"
        if update.view.to_act < 0:
            return "the end"
        return f"a {'person' if update.view.to_act < self.seats - self.bots else 'bot'} to act"

    def note_seen(self) -> None:
        """Note the newest version that anyone at the table has seen."""
        seen = max((audience.version or 0 for audience in self.audiences), default=0)
        self.seen_versions[self.id] = max(seen, self.seen_versions.get(self.id, 0))

    async def _open(self) -> list[str]:
        """Make a table, take its seats, each at another worker, and return the people's cookies."""
        people = self.seats - self.bots
        seats = [{"kind": "me"}, *[{"kind": "open"}] * (people - 1), *[{"kind": "bot"}] * self.bots]
        while True:
            cookies: list[str] = []
            try:
                for person in range(people):
                    port = self.status.ports[(self.number + person) % len(self.status.ports)]
                    path, body = f"/api/tables/{self.id}/join", {"name": f"P{person}"}
                    if person == 0:
                        path, body = "/api/tables", {"game": self.game, "public": True, "seats": seats}
                    info, cookie = await ask(port, path, body, source=self.source)
                    if person == 0:
                        self.id = info["id"]
                    cookies.append(cookie)
            except OSError:
                await asyncio.sleep(RETRY_SECONDS)
                continue
            return cookies

    def _connected(self, cookies: Sequence[str]) -> list[Audience]:
        """Return the audiences of a new table: the people, and a spectator, at the workers in turn."""
        workers = len(self.status.ports)
        places = [*enumerate(cookies), (-1, "")]
        return [Audience(self, seat, (self.number + at) % workers, cookie) for at, (seat, cookie) in enumerate(places)]

    def sent(self, audience: int, version: int, text: bytes) -> None:
        """Note an update that an audience was sent."""

    async def _deal(self) -> None:
        host = self.audiences[0]
        await self._tell(host, f"deal-{self.number}", write({"t": "deal", "id": f"deal-{self.number}"}))

    async def _play(self) -> None:
        await asyncio.gather(*(self._act(person) for person in self.audiences if person.seat >= 0))

    async def _act(self, person: Audience) -> None:
        """Play whenever a seat is to act, until the game is over."""
        while True:
            update = person.update
            if update.view is not None and update.view.to_act < 0:
                return
            if update.view is None or not update.view.choices:
                person.news.clear()
                await person.news.wait()
                continue
            await asyncio.sleep(self.random.uniform(0, MAX_PAUSE))
            if person.update is not update:
                continue
            await self._move(person, update, [choice.action for choice in update.view.choices])

    async def _move(self, person: Audience, update: Update, actions: list[str]) -> None:
        """Play one of the actions; those that only start a decision are refused, and others tried."""
        while actions:
            action = self.chooser.choose(self.game, [Choice(action) for action in actions])
            actions.remove(action)
            id = self.next_id()
            message = play(id, update, action)
            answer = (await self._tell(person, id, message)).message
            if isinstance(answer, Refused):
                self._refused(answer, action)
                continue
            await person.until(answer.version)
            if self.random.random() < REPEAT_SHARE:
                await self._tell(person, id, message)
                self.repeated += 1
            return
        self.status.failures.append(f"{self.name}: no action is accepted on its own")

    def next_id(self) -> str:
        self.count += 1
        return f"{self.number}-{self.count}"

    def _refused(self, answer: Refused, action: str) -> None:
        """Note an action that only starts a decision; nothing else may be refused."""
        if answer.error.clause is None:
            self.status.failures.append(f"{self.name}: {action}: {answer.error.message}")
        self.chooser.refused(self.game, action)

    async def _tell(self, person: Audience, id: str, message: bytes) -> Answer:
        """Send a message until it is acknowledged or refused for a reason that stays."""
        while True:
            answer = await person.ask(id, message)
            if isinstance(answer.message, Done):
                known = self.acknowledged.setdefault((self.id, id), answer.message.version)
                if known != answer.message.version:
                    self.status.failures.append(f"{self.name}: {id} was acknowledged at {known} and {answer}")
            elif answer.message.error.message == CANNOT_STORE:
                await asyncio.sleep(RETRY_SECONDS)
                continue
            return answer
