"""Crowds of clients for the benchmarks of the server: tables at which every seat plays at a steady rate.

Each table has its own address in 127.0.0.0/8, because the server limits the rate per address.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Coroutine, Sequence
from random import Random

import msgspec

from benchmarks.echo_server import ECHO, Answer, Message
from harness.server.client import (
    PATIENCE,
    Chooser,
    Done,
    Moved,
    Refused,
    Socket,
    Update,
    Welcome,
    ask,
    play,
    read,
    write,
)
from tefuda.engine.game import load as load_game

ACTIONS = 2.0  # per second and table
OPENING = 8  # tables opened concurrently
LOOK = 0.05  # seconds between two looks at whether all tables are under way
ECHO_SOCKETS = 4  # at each table of the echo server
WITH_CLOCKS = " with clocks"  # in the name of what is measured
MIX = "mix"  # of all games, in place of one game's name
CLOCK = {"kind": "reserve", "seconds": 3600, "increment": 60}  # more than anyone uses
read_answer = msgspec.json.Decoder(Answer).decode


class Crowd:
    """All clients: the tables, of some games in rotation, and the latencies of their actions.

    A game's tables have as many people as it takes, or exactly `sockets` clients: people first, then watchers.
    With `clocks`, the clock of the seat to act runs at every table.
    """

    def __init__(
        self,
        port: int,
        seed: int,
        games: Sequence[str] = ("kotori",),
        *,
        sockets: int | None = None,
        clocks: bool = False,
        first: int = 0,  # number of the first table, which decides its address
        more_ports: Sequence[int] = (),  # of other servers of the same tables: clients at a table are divided among all
    ) -> None:
        self.port, self.random, self.first = port, Random(seed), first
        self.clock = CLOCK if clocks else None
        self.ports = (port, *more_ports)
        self.chooser = Chooser(self.random)
        self.kinds = [(game, *clients_of(game, sockets)) for game in games]
        self.tables: list[Table] = []
        self.latencies: list[float] = []
        self.latencies_of: dict[str, list[float]] = {game: [] for game in games}  # the same by game
        self.errors: list[str] = []
        self.games = 0
        self.tasks: set[asyncio.Task[None]] = set()
        self.playing = True

    async def grow(self, count: int) -> None:
        """Open tables until there are `count`."""
        doors = asyncio.Semaphore(OPENING)

        async def enter() -> None:
            async with doors:
                number = len(self.tables)
                table = self.make(self.first + number, *self.kinds[number % len(self.kinds)])
                self.tables.append(table)
                await table.open()

        await asyncio.gather(*(enter() for _ in range(count - len(self.tables))))

    async def under_way(self) -> None:
        """Wait until people have acted at every table; at a server beyond its limit only for a while."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while not all(table.count for table in self.tables):  # noqa: ASYNC110  # without an event
                    await asyncio.sleep(LOOK)

    def make(self, number: int, game: str, seats: int, watchers: int) -> Table:
        """Return the clients of a new table."""
        return (EchoTable if game == ECHO else Table)(self, number, game, seats, watchers)

    def close_idle(self) -> None:
        """Close the tables at which nothing was played."""
        for table in self.tables:
            if not table.count:
                for socket in table.sockets:
                    socket.close()
        self.tables = [table for table in self.tables if table.count]

    def leave(self) -> None:
        """Stop playing and close all connections."""
        self.playing = False
        for task in list(self.tasks):
            task.cancel()
        for table in self.tables:
            for socket in table.sockets:
                socket.close()

    def report_errors(self) -> None:
        """Print a summary of the errors, if any."""
        if idle := sum(not table.count for table in self.tables):
            self.errors.append(f"no action was played at {idle} tables")
        if self.errors:
            print(f"ERRORS: {len(self.errors)}, such as: {self.errors[0]}")

    def later(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self._over)

    def _over(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            self.errors.append(repr(task.exception()))


def clients_of(game: str, sockets: int | None) -> tuple[int, int]:
    """Return the people and the watchers at each table of a game."""
    if game == ECHO:
        return sockets or ECHO_SOCKETS, 0
    most = load_game(game).description.players[1]
    seats = min(most, sockets or most)
    return seats, (sockets or seats) - seats


class Table:
    """The clients of one table: each plays on its turn, at the table's own steady rate."""

    def __init__(self, crowd: Crowd, number: int, game: str, seats: int, watchers: int = 0) -> None:
        self.crowd, self.number, self.game, self.seats = crowd, number, game, seats
        self.source = f"127.1.{number // 250}.{1 + number % 250}"
        self.id, self.count = "", 0
        self.cookies: list[str] = []
        self.sockets: list[Socket] = []
        self.updates: list[Update | None] = [None] * (seats + watchers)
        self.sent = 0.0  # when the pending action was sent; 0 if there is none
        self.action = ""  # the last action sent
        self.due = False  # was the last beat missed because an action was pending?

    async def open(self) -> None:
        """Create the table, take all seats, and deal."""
        ports, source = self.crowd.ports, self.source
        seats = [{"kind": "me"}, *[{"kind": "open"}] * (self.seats - 1)]
        wish = {"game": self.game, "public": True, "seats": seats, "clock": self.crowd.clock}
        port = ports[self.number % len(ports)]
        info, cookie = await ask(port, "/api/tables", wish, source=source)
        self.id, self.cookies = info["id"], [cookie]
        for seat in range(1, self.seats):
            port = ports[seat % len(ports)]
            _, cookie = await ask(port, f"/api/tables/{self.id}/join", {"name": f"P{seat}"}, source=source)
            self.cookies.append(cookie)
        self.cookies += [""] * (len(self.updates) - self.seats)
        await self.sit()
        self.begin()

    def begin(self) -> None:
        """Start to act at a random moment of the first interval."""
        self.beat_at(asyncio.get_running_loop().time() + self.crowd.random.random() / ACTIONS)

    async def sit(self) -> None:
        """Connect all seats; the host deals after the last welcome."""
        self.updates, self.sent = [None] * len(self.cookies), 0.0
        for seat, cookie in enumerate(self.cookies):
            hear = self.listener(seat, self.id)
            port = self.crowd.ports[seat % len(self.crowd.ports)]
            self.sockets.append(await Socket.connect(port, self.id, hear, cookie=cookie, source=self.source))

    def listener(self, seat: int, table: str) -> Callable[[bytes | None], None]:
        def hear(text: bytes | None) -> None:
            if table != self.id or not self.crowd.playing:
                return  # from the previous game, or after the end of the run
            if text is None:
                self.on_closed()
            else:
                self.hear(seat, read(text))

        return hear

    def on_closed(self) -> None:
        if self.crowd.playing:
            self.failed("a connection was closed")

    def failed(self, why: str) -> None:
        """Note what went wrong."""
        self.crowd.errors.append(f"{self.game}: {why}")

    def hear(self, seat: int, message: object) -> None:
        if isinstance(message, Update):
            self.updates[seat] = message
            if self.in_sync:
                self.on_reached(message)
        elif isinstance(message, Welcome):
            self.updates[seat] = message.update
            if all(self.updates):  # all seats are connected
                self.sockets[0].send(write({"t": "deal", "id": "deal"}))
        elif isinstance(message, Refused) and self.sent and message.error.clause is not None:
            self.crowd.chooser.refused(self.game, self.action)  # a legal action that only starts a decision
            self.sent = 0.0
            self.act()
        elif isinstance(message, Refused):
            self.failed(f"the server refused {message.id}: {message.error.message}")
        elif isinstance(message, Moved) and seat == 0:
            self.id = message.table
            self.crowd.later(self.move())
        else:
            assert not isinstance(message, Done) or message.version, "an action is acknowledged only after it is stored"

    @property
    def in_sync(self) -> bool:
        """Return whether all seats have the same version; two entries in quick succession may interleave."""
        return len({0 if update is None else update.version for update in self.updates}) == 1

    def on_reached(self, update: Update) -> None:
        """Record the latency of an action that has reached all clients."""
        if self.sent:
            self.arrived()
        if update.view is not None and update.view.to_act < 0:
            self.end()
        elif self.due:
            self.act()

    def arrived(self) -> None:
        """Record the latency of the pending action."""
        latency = time.perf_counter() - self.sent
        self.crowd.latencies.append(latency)
        self.crowd.latencies_of[self.game].append(latency)
        self.sent = 0.0

    def end(self) -> None:
        """Ask for a rematch after the game."""
        self.crowd.games += 1
        self.sockets[0].send(write({"t": "rematch", "id": "again"}))

    async def move(self) -> None:
        """Connect to the rematch, where everyone sits one seat further."""
        for socket in self.sockets:
            socket.close()
        self.sockets.clear()
        await self.sit()

    def beat_at(self, moment: float) -> None:
        """Act at `moment` and then at a fixed rate; otherwise tables delayed together would stay in phase."""
        asyncio.get_running_loop().call_at(moment, self.beat, moment)

    def beat(self, moment: float) -> None:
        if self.crowd.playing:
            self.beat_at(moment + 1 / ACTIONS)
            self.act()

    def act(self) -> None:
        """Play a legal action of the seat to act."""
        for update, socket in zip(self.updates, self.sockets, strict=False):
            if self.sent or not self.in_sync:
                break
            if update is not None and update.view is not None and update.view.choices:
                self.count += 1
                self.action = self.crowd.chooser.choose(self.game, update.view.choices)
                self.sent, self.due = time.perf_counter(), False
                socket.send(play(f"p{self.count}", update, self.action))
                return
        self.due = True


class EchoTable(Table):
    """The clients of a table of `echo_server.py`: they send a message by turns, and all receive the answer."""

    async def open(self) -> None:
        self.answers = 0  # received to the pending message, or welcomes
        for _ in range(self.seats):
            name = f"echo-{self.number}"
            self.sockets.append(await Socket.connect(self.crowd.port, name, self.hear_answer, source=self.source))

    def hear_answer(self, text: bytes | None) -> None:
        if text is None:
            self.on_closed()
            return
        assert read_answer(text).id == self.action
        self.answers += 1
        if self.answers < self.seats:
            return
        if self.sent:
            self.arrived()
        else:
            self.begin()
        if self.due:
            self.act()

    def act(self) -> None:
        """Send a message."""
        if self.sent:
            self.due = True
            return
        self.count += 1
        self.action = f"m{self.count}"
        self.sent, self.due, self.answers = time.perf_counter(), False, 0
        self.sockets[self.count % self.seats].send(write(Message.filled(self.action)))
