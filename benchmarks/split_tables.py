"""Tables whose seats are connected to different workers, and what everybody there is sent.

Used by `tefuda bench split`.  Every audience has connections of its own, which are opened again whenever they are lost,
and checks its stream of updates over all of them.  People at a `SplitTable` play one game after another and repeat
unanswered messages with the same id.  At a `TwinTable` every audience has a connection at each of two workers.
"""

from __future__ import annotations

import asyncio
import math
import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import NamedTuple

import msgspec

from harness.server.client import Choice, Chooser, Done, Refused, Socket, Update, Welcome, ask, play, read, write
from tefuda.engine.game import load as load_game
from tefuda.server.errors import ServerError

MAX_PAUSE = 0.15  # seconds of thought before an action
REPEAT_SHARE = 0.1  # of the answered messages, which are sent again, as by a client that missed the answer
RETRY_SECONDS = 0.05  # between two attempts to connect, or to have an action stored
LATE_SHARE = 0.05  # of the turns of a twin table, after which somebody comes late, and the refused action comes again
BACK = 3  # updates that a late client says it has missed
HANDLE = re.compile(rb'"handle":\d+')
CANNOT_STORE = ServerError("store-trouble").to_message("en").message


class Sites:
    """The workers as their clients see them: a port each, 0 while it is away, and since when everything is well."""

    def __init__(self, count: int) -> None:
        self.ports = [0] * count
        self.troubles = 0  # going on
        self.well_since = time.monotonic()
        self.longest_wait = 0.0  # seconds that a client has waited while everything was well
        self.waited_for = ""  # in that time
        self.failures: list[str] = []
        self.refusals: Counter[str] = Counter()  # of actions that came too late, by what was said

    @contextmanager
    def trouble(self) -> Iterator[None]:
        """Not everything is well during this block."""
        self.troubles += 1
        try:
            yield
        finally:
            self.troubles -= 1
            self.well_since = time.monotonic()

    def waited(self, since: float) -> float:
        """Return the seconds since a moment during which everything was well until now."""
        return 0.0 if self.troubles else time.monotonic() - max(since, self.well_since)


class Answer(NamedTuple):
    """The answer to a message."""

    message: Done | Refused
    version: int  # that the client had when it came


class Audience:
    """An audience's connection to a table: a seat, or a spectator (-1)."""

    def __init__(self, table: SplitTable, seat: int, worker: int, cookie: str = "", after: int | None = None) -> None:
        self._table, self._sites, self.seat, self._worker, self._cookie = table, table.sites, seat, worker, cookie
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
        own, others = self._sites.ports[self._worker], [port for port in self._sites.ports if port]
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
            self._sites.failures.append(f"{self._table.name}, seat {self.seat}: update {version} after {self.version}")
        self.version = version

    def _show(self, update: Update) -> None:
        self.check_wait()
        self.update, self.since = update, time.monotonic()
        self.shown += 1
        self.news.set()
        self._table.updates += 1

    def check_wait(self) -> float:
        """Note for how long this audience has waited while everything was well."""
        waited, sites = self._sites.waited(self.since), self._sites
        if waited > sites.longest_wait:
            sites.longest_wait, sites.waited_for = waited, f"{self._table.game}, {self._table.due(self.update)}"
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
    """People and bots who play one game after another, and what was acknowledged and published."""

    def __init__(self, sites: Sites, chooser: Chooser, number: int, game: str, *, bots: int = 0) -> None:
        self.sites, self.number, self.game, self.random = sites, number, game, Random(number)
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

    def due(self, update: Update) -> str:
        """Return what has to happen next at the table."""
        if update.view is None:
            return "the deal"
        if update.view.to_act < 0:
            return "the end"
        return f"a {'person' if update.view.to_act < self.seats - self.bots else 'bot'} to act"

    def note_seen(self) -> None:
        """Note the newest version that anybody at the table has seen."""
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
                    port = self.sites.ports[(self.number + person) % len(self.sites.ports)]
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
        workers = len(self.sites.ports)
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
        self.sites.failures.append(f"{self.name}: no action is accepted on its own")

    def next_id(self) -> str:
        self.count += 1
        return f"{self.number}-{self.count}"

    def _refused(self, answer: Refused, action: str) -> None:
        """Note an action that only starts a decision; nothing else may be refused."""
        if answer.trouble.clause is None:
            self.sites.failures.append(f"{self.name}: {action}: {answer.trouble.message}")
        self.chooser.refused(self.game, action)

    async def _tell(self, person: Audience, id: str, message: bytes) -> Answer:
        """Send a message until it is acknowledged or refused for a reason that stays."""
        while True:
            answer = await person.ask(id, message)
            if isinstance(answer.message, Done):
                known = self.acknowledged.setdefault((self.id, id), answer.message.version)
                if known != answer.message.version:
                    self.sites.failures.append(f"{self.name}: {id} was acknowledged at {known} and {answer}")
            elif answer.message.trouble.message == CANNOT_STORE:
                await asyncio.sleep(RETRY_SECONDS)
                continue
            return answer


class TwinTable(SplitTable):
    """A table at which every audience has a connection at each of two workers, and both send an action at once.

    Each update has to be the same text at both, but for the numbers of the cards.
    """

    def __init__(self, sites: Sites, chooser: Chooser, number: int, game: str) -> None:
        super().__init__(sites, chooser, number, game)
        self.pairs: list[tuple[Audience, Audience]] = []
        self.turns = 0  # at which both sent an action, and one was played
        self.compared = 0  # updates that were sent to an audience by two workers
        self._texts: dict[tuple[int, int], bytes] = {}  # (audience, version) -> what one worker has sent
        self._cookies: Sequence[str] = ()

    def _connected(self, cookies: Sequence[str]) -> list[Audience]:
        self._cookies, workers = cookies, len(self.sites.ports)
        self._texts.clear()
        self.pairs = []
        for at, (seat, cookie) in enumerate([*enumerate(cookies), (-1, "")]):
            first, second = (self.number + at) % workers, (self.number + at + 1) % workers
            self.pairs.append((Audience(self, seat, first, cookie), Audience(self, seat, second, cookie)))
        return [one for pair in self.pairs for one in pair]

    def sent(self, audience: int, version: int, text: bytes) -> None:
        text, key = HANDLE.sub(b"", text), (audience, version)
        other = self._texts.pop(key, None)
        if other is None:
            self._texts[key] = text
            return
        self.compared += 1
        if other != text:
            self.sites.failures.append(
                f"{self.name}, seat {audience}: two workers sent different updates: {difference(other, text)}"
            )

    async def _deal(self) -> None:
        for audience in self.audiences:  # so that everybody is sent the same updates
            await audience.until(0)
        await super()._deal()

    async def _play(self) -> None:
        while True:
            newest = max(audience.update.version for audience in self.audiences)
            for audience in self.audiences:
                await audience.until(newest)
            view = self.audiences[0].update.view
            if view is not None and view.to_act < 0:
                return
            pair = next(
                (pair for pair in self.pairs if (view := pair[0].update.view) is not None and view.choices), None
            )
            if pair is None:  # sealed, or dealt as some have not seen yet
                slowest = min(self.audiences, key=lambda audience: audience.update.version)
                slowest.news.clear()
                await slowest.news.wait()
                continue
            for audience in self.audiences:
                audience.since = time.monotonic()
            await self._race(*pair)

    async def _race(self, one: Audience, other: Audience) -> None:
        """Send an action for the same turn at both workers, of which one has to be played."""
        update = one.update
        assert update.view is not None
        choices = update.view.choices
        actions = [self.chooser.choose(self.game, choices) for _ in range(2)]
        ids = [self.next_id() for _ in range(2)]
        messages = [play(id, update, action) for id, action in zip(ids, actions, strict=True)]
        answers = await asyncio.gather(
            *(self._tell(*sending) for sending in zip((one, other), ids, messages, strict=True))
        )
        done = [answer.message for answer in answers if isinstance(answer.message, Done)]
        refused = [place for place, answer in enumerate(answers) if isinstance(answer.message, Refused)]
        if len(done) > 1:
            self.sites.failures.append(f"{self.name}: two actions were played at turn {update.turn}")
        for place in refused:
            answer = answers[place]
            assert isinstance(answer.message, Refused)
            if answer.message.trouble.clause is not None:  # it only starts a decision: no race
                self.chooser.refused(self.game, actions[place])
            elif done:
                self.turns += 1
                self.sites.refusals[answer.message.trouble.message] += 1
                if answer.version < done[0].version:
                    self.sites.failures.append(f"{self.name}: refused at {answer.version}, before {done[0].version}")
                for audience in self.audiences:
                    await audience.until(done[0].version)
                    audience.since = math.inf
                if self.random.random() < LATE_SHARE:
                    loser = (one, other)[place]
                    await self._check_refusal(
                        loser, ids[place], messages[place], answer.message, update, actions[place]
                    )
                    await self._come_late(done[0].version)
            else:
                self._refused(answer.message, actions[place])

    async def _check_refusal(
        self, loser: Audience, id: str, message: bytes, refused: Refused, update: Update, action: str
    ) -> None:
        """The refusal has to be that of a message which comes later, and the same when it is asked for again."""
        again = (await self._tell(loser, id, message)).message
        later = self.next_id()
        late = (await self._tell(loser, later, play(later, update, action))).message
        for answer in (again, late):
            if not isinstance(answer, Refused) or answer.trouble != refused.trouble:
                self.sites.failures.append(f"{self.name}: refused with {refused}, and then {answer}")

    async def _come_late(self, version: int) -> None:
        """Connect an audience at all workers, as a new client and as one that has missed updates, and compare.

        So are the answers to its requests over HTTP.
        """
        seat = self.random.choice(self.pairs)[0].seat
        cookie = self._cookies[seat] if seat >= 0 else ""
        for after in (None, max(0, version - BACK)):
            late = [Audience(self, seat, worker, cookie, after) for worker in range(len(self.sites.ports))]
            tasks = [asyncio.create_task(one.run()) for one in late]
            for one in late:
                while not one.welcomes:
                    one.news.clear()
                    await one.news.wait()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._compare(f"the welcome of seat {seat} after {after}", [lasting(one.welcomes[0]) for one in late])
        for path in (f"/api/tables/{self.id}", f"/api/tables/{self.id}/record"):
            answers = [await ask(port, path, cookie=cookie, source=self.source) for port in self.sites.ports]
            self._compare(f"{path} of seat {seat}", [HANDLE.sub(b"", write(answer)) for answer, _ in answers])

    def _compare(self, what: str, texts: Sequence[bytes]) -> None:
        self.compared += 1
        for text in texts[1:]:
            if text != texts[0]:
                self.sites.failures.append(f"{self.name}: {what} differs: {difference(texts[0], text)}")


def lasting(welcome: bytes) -> bytes:
    """Return a welcome without who is connected, which workers learn from each other a little later."""
    fields: dict[str, msgspec.Raw] = msgspec.json.decode(welcome, type=dict[str, msgspec.Raw])
    del fields["seats"]
    return HANDLE.sub(b"", write(fields))


def difference(one: bytes, other: bytes) -> str:
    """Return the first difference of two texts."""
    at = next(
        (at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), min(len(one), len(other))
    )
    return f"{one[max(0, at - 40) : at + 40]!r} and {other[max(0, at - 40) : at + 40]!r}"
