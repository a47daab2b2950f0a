"""Two servers that differ only in what somebody must not know: how a table is opened in both, and what is asked of it.

`furnish` keeps a table for one world of a pair in a store: with the same secret, ids and people in both worlds, or with
another secret where that is what is hidden.  A `World` is a server with such tables, as `script.py` uses it: `Here` is
one in this process, without sockets.  Its clock stands still until it is turned, and its bots play what is planned.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import zlib
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple, Protocol
from unittest import mock

import httpx

from tefuda.bots import players
from tefuda.bots.fair_queue import Asker
from tefuda.engine.state import State
from tefuda.server import app
from tefuda.server.clock import Clock, pause
from tefuda.server.connection import Connection
from tefuda.server.protocol import CloseCode
from tefuda.server.request_parsing import read_message
from tefuda.server.serialization import encoded_entry
from tefuda.server.settings import Settings
from tefuda.server.store import Seat, Store, TableRow
from tefuda.server.table_registry import TableRegistry
from tefuda.table.entries import Sat, Sitter
from tests.server.clients import PLENTY, HandClock, QuickBots, eventually, settings
from tests.server.memory import MemoryStore
from tests.server.pairs import Pair, Plan

FOREVER = 1e9


class Opening(NamedTuple):
    """A table that is opened on a pair of worlds."""

    id: str
    pair: Pair
    plan: Plan
    bots: bool  # do bots play all seats but the viewer's?

    @property
    def players(self) -> int:
        return self.pair.game.players

    @property
    def host(self) -> int:
        """The place of the table's maker, who only watches, among its people: after the seats."""
        return self.players

    @property
    def viewer(self) -> int:
        """The place of the one who must not tell the worlds apart; a spectator's is the last."""
        return self.pair.viewer if self.pair.viewer >= 0 else self.players + 1

    def token(self, place: int) -> str:
        """The cookie of one of the table's people."""
        return f"{self.id}-{place}"


async def furnish(store: Store, opening: Opening, side: int) -> list[int]:
    """Keep a table, not dealt yet, for one world of its pair; returns the guests' ids by place."""
    pair = opening.pair
    game, seats = pair.game, range(opening.players)
    guests = [
        await store.add_guest(hashlib.sha256(opening.token(place).encode()).digest(), f"P{place}", 1)
        for place in range(opening.players + 2)
    ]
    bots = [opening.bots and seat != pair.viewer for seat in seats]
    sitters = tuple(
        Sitter("bot", f"B{seat}", "medium") if bots[seat] else Sitter("person", f"P{seat}") for seat in seats
    )
    row = TableRow(
        id=opening.id,
        game=game.slug,
        options={name: int(value) for name, value in game.options.items()},
        start=game.position_text(pair.records[side]),
        host=guests[opening.host].id,
        public=True,
        secret=pair.secrets[side],
        created=1,
        version=game.players,
        phase="open",
        to_act=-1,
        sitters=sitters,
        next=None,
    )
    taken = [Seat(guests[seat].id, seat, sits=True) for seat in seats if not bots[seat]]
    await store.add_table(row, [encoded_entry(Sat(seat, one)) for seat, one in enumerate(sitters)], taken, None)
    return [guest.id for guest in guests]


class PlannedBots(QuickBots):
    """Bots that play what is planned, and think as long as the cards they hold make them.

    What they hold is what the real ones do: the request that `tefuda.bots.players.ask` makes of the true state, here
    with the same randomness in both worlds.  Their time and their advice depend on every byte of it.
    """

    def __init__(self, clock: Clock, plans: Mapping[int, Sequence[str]]) -> None:
        super().__init__()
        self._clock, self._plans = clock, plans  # by the id of the guest who made the table

    def levels(self, slug: str) -> tuple[str, ...]:
        return ("easy", "medium", "hard")

    def choose(self, state: State, level: str, asker: Asker) -> Any:
        turn = len(state.moves)
        random = Random(f"{asker.owner} {turn}")
        with mock.patch.object(players, "secrets", SimpleNamespace(randbits=random.getrandbits)):
            thought = zlib.crc32(players.ask(state, level, 1).record)
        plan = self._plans.get(asker.owner) if isinstance(asker.owner, int) else None
        return self._advised(state, thought) if plan is None else self._played(plan, turn, thought)

    async def _advised(self, state: State, thought: int) -> str:
        return str(state.actions[thought % len(state.actions)])

    async def _played(self, plan: Sequence[str], turn: int, thought: int) -> str:
        await pause(self._clock, thought % 900 / 1000 if turn < len(plan) else FOREVER)
        return plan[turn]


class StillClock(HandClock):
    """A clock that is turned only as fast as the tables do what is due."""

    async def turn_with(self, registry: TableRegistry, seconds: float) -> None:
        """Let time pass, moment by moment, and let the tables do what is due at each before the next."""
        until = self.passed + seconds
        await quiet(registry)
        while action := self.advance(until):
            action()
            await quiet(registry)
        self.passed = until


async def quiet(registry: TableRegistry) -> None:
    """Return once no table has anything to do before the clock is turned."""
    still = 0
    while still < 20:
        still = 0 if any(host._working or host._inbox for host in registry.actors.values()) else still + 1
        await asyncio.sleep(0 if still else 0.0005)


def world_settings(folder: Path, clock: Clock, cards: Mapping[str, Path]) -> Settings:
    """The settings of a world, the same in both."""
    return settings(
        folder,
        clock=clock,
        cards=cards,
        random_bytes=Random(1).randbytes,
        bot_delay=1,
        unload_after=FOREVER,
        address_rate=PLENTY,  # its clock stands still, so no allowance grows again
        page_rate=PLENTY,
        replays_an_address=1_000,
        replays=1_000,
    )


class Ear:
    """A connection to a table, and all that has come through it."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def answered(self, id: str) -> bool:
        """Has a message been answered?"""
        mark = f'"id":"{id}"'
        return any(mark in text for text in reversed(self.texts))


class World(Protocol):
    """A server with tables in one world of their pairs."""

    async def connect(self, opening: Opening, place: int, after: int | None = None) -> Ear:
        """A connection of one of the table's people, welcomed."""

    async def say(self, ear: Ear, message: dict[str, Any]) -> None:
        """Send a message, and wait for its answer."""

    async def get(self, path: str, token: str) -> str:
        """What is answered to an HTTP request: status, headers and body."""

    async def turn(self, seconds: float) -> None:
        """Let time pass, and wait until all tables have done what was due."""

    async def moments(self) -> dict[int, list[float]]:
        """When each guest was sent something, by the clock: one moment for each message since the (re)start."""

    async def restart(self) -> None:
        """Break off all connections, and begin again with what is stored."""

    guests: dict[str, list[int]]  # of each table, their ids by place


class Listener(Connection, Ear):
    """A connection without a socket."""

    flow: Any = None
    write_blocked = False

    def __init__(self, world: Here, host: Any, guest: Any) -> None:
        Connection.__init__(self, self, guest, "en", host.settings)
        Ear.__init__(self)
        self.host, self._world = host, world

    def write(self, text: str) -> None:
        self.texts.append(text)
        self._world.sent[self.guest.id if self.guest is not None else 0].append(self._world.clock.now())

    def disconnect(self, code: CloseCode) -> None:
        self.texts.append(f"closed by {code}")


class Here:
    """A world in this process: the server as it is, but for a store in memory and connections without sockets."""

    def __init__(self, folder: Path, cards: Mapping[str, Path], alter: Callable[[Any], None] = lambda _: None):
        self.clock, self.plans = StillClock(), dict[int, list[str]]()
        self.guests: dict[str, list[int]] = {}
        self.sent: dict[int, list[float]] = defaultdict(list)
        chosen = world_settings(folder, self.clock, cards)
        with mock.patch.object(app, "SqliteStore", return_value=MemoryStore()):
            self.server = app.Server(chosen, PlannedBots(self.clock, self.plans))
        alter(self.server)
        transport = httpx.ASGITransport(app=self.server.app)
        self.http = httpx.AsyncClient(transport=transport, base_url="http://localhost")

    async def open(self, openings: Sequence[Opening], side: int) -> None:
        for opening in openings:
            guests = self.guests[opening.id] = await furnish(self.server.store, opening, side)
            self.plans[guests[opening.host]] = [step.command for step in opening.plan.steps]

    async def connect(self, opening: Opening, place: int, after: int | None = None) -> Ear:
        host = await self.server.registry.actor(opening.id)
        found = await self.server.store.guest(hashlib.sha256(opening.token(place).encode()).digest())
        assert found is not None
        listener = Listener(self, host, found[0])
        await host.attach(listener, after)
        return listener

    async def say(self, ear: Ear, message: dict[str, Any]) -> None:
        assert isinstance(ear, Listener)
        await ear.host.handle(ear, read_message(json.dumps(message)))
        await eventually(lambda: ear.answered(message["id"]))

    async def get(self, path: str, token: str) -> str:
        answer = await self.http.get(path, headers={"Cookie": f"tefuda={token}"})
        return f"{answer.status_code} {answer.headers.raw} {answer.text}"

    async def turn(self, seconds: float) -> None:
        await self.clock.turn_with(self.server.registry, seconds)

    async def moments(self) -> dict[int, list[float]]:
        return self.sent

    async def restart(self) -> None:
        hosts = dict(self.server.registry.actors)
        self.server.registry.actors.clear()
        self.sent.clear()
        for host in hosts.values():
            await host.close()

    async def close(self) -> None:
        await self.http.aclose()
        await self.server._records.close()
        await self.server.registry.close()
