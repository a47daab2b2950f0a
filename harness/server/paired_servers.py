"""Servers that differ only in hidden information: sets up and drives the same table in each.

`store_table` stores a table for one world: with the same secret, ids and guests in all worlds, or with different
secrets if those are the hidden difference.  A `World` is a server with such tables, driven by `script.py`;
`InProcessWorld` runs in this process, without sockets.  Its clock is manual and its bots play planned commands.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from itertools import islice
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple, Protocol
from unittest import mock

import httpx
import msgspec

from harness.contract.cases import Case
from harness.server import leak_mutations
from harness.server.doubles import HINT_WORK, PLENTY, ManualClock, QuickBots, eventually, settings
from harness.server.pairs import Pair, Plan, pairs, plan
from tefuda.bots import analysis, players
from tefuda.bots.analysis import Analysis, Option, interval
from tefuda.bots.fair_queue import Asker
from tefuda.engine.state import State
from tefuda.server import app
from tefuda.server.clock import Clock, pause
from tefuda.server.protocol.limits import CloseCode
from tefuda.server.request_parsing import decode_to_table, read_message
from tefuda.server.settings import Settings
from tefuda.server.store.sql_store import SqlStore
from tefuda.server.store.stored_data import Seat, TableRow
from tefuda.server.tables.connection import Connection
from tefuda.server.tables.serialization import encoded_entry
from tefuda.table.clock_rule import ClockRule
from tefuda.table.entries import Arranged, Sat, Sitter

FOREVER = 1e9
LEAK_COMMANDS = 2  # at most, at a table with a planted leak
MAX_PAIRS = 600  # pairs searched for ones that can reveal a planted leak
STATIC = Path(app.__file__).parent / "static"  # the pages, which have a picture and a title of a shared game
CLOCK = ClockRule("move", 600)  # of every other table; longer than any script takes


class Opening(NamedTuple):
    """A table that is set up in all worlds of a group."""

    id: str
    pair: Pair
    plan: Plan
    bots: bool  # do bots play all seats except the viewer's?
    delay: int = 0  # decisions by which spectators see the game later
    public: bool = True

    @property
    def players(self) -> int:
        return self.pair.game.num_players

    @property
    def host(self) -> int:
        """Return the guest index of the table's host, who only watches: after the seats."""
        return self.players

    @property
    def viewer(self) -> int:
        """Return the guest index of the viewer; a spectator's is the last."""
        return self.pair.viewer if self.pair.viewer >= 0 else self.players + 1

    def token(self, guest_index: int) -> str:
        """Return the cookie of one of the table's guests."""
        return f"{self.id}-{guest_index}"


def leaky_openings(case: Case, seed: int, tables_per_leak: int) -> list[Opening]:
    """Return this many tables for each planted leak at which it can be revealed; fewer if not enough are found."""
    openings, missing = list[Opening](), dict.fromkeys(leak_mutations.CHANNELS, tables_per_leak)
    for whole in islice(pairs(case, seed), MAX_PAIRS):
        if whole is None:
            continue
        pair = whole._replace(length=LEAK_COMMANDS)
        played = plan(pair)
        for channel in sorted(missing, key=lambda channel: -missing[channel]):
            bots = channel == "timing"
            if missing[channel] and leak_mutations.can_reveal(channel, pair, played, bots=bots):
                openings.append(Opening(f"{channel}-{len(openings)}", pair, played, bots))
                missing[channel] -= 1
                break
        if not any(missing.values()):
            break
    return openings


def has_clock(table: str) -> bool:
    """Whether a table has a clock: every other one."""
    return zlib.crc32(table.encode()) % 2 == 1


async def store_table(store: SqlStore, opening: Opening, side: int) -> list[int]:
    """Store an undealt table for one world; returns the guests' ids by guest index."""
    pair = opening.pair
    game, seats = pair.game, range(opening.players)
    guests = [
        await store.add_guest(hashlib.sha256(opening.token(guest_index).encode()).digest(), f"P{guest_index}", 1)
        for guest_index in range(opening.players + 2)
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
        public=opening.public,
        secret=pair.secrets[side],
        created=1,
        version=game.num_players + (opening.delay > 0),
        phase="open",
        to_act=-1,
        sitters=sitters,
        next=None,
        hints=True,
        clock=CLOCK if has_clock(opening.id) else None,
    )
    taken = [Seat(guests[seat].id, seat, sits=True) for seat in seats if not bots[seat]]
    entries = [encoded_entry(Sat(seat, one)) for seat, one in enumerate(sitters)]
    if opening.delay:
        entries.append(encoded_entry(Arranged(delay=opening.delay)))
    await store.add_table(row, entries, taken, None)
    return [guest.id for guest in guests]


class PlannedBots(QuickBots):
    """Bots that play planned commands after a delay that depends on the hidden cards.

    Like real bots they see only the request that `tefuda.bots.players.make_request` makes of the full state, here with
    the same randomness in all worlds.  Their delay and their advice depend on every byte of it.
    """

    def __init__(self, clock: Clock, plans: Mapping[int, Sequence[str]]) -> None:
        super().__init__()
        self._clock, self._plans = clock, plans  # by the id of the guest who made the table

    def levels(self, slug: str) -> tuple[str, ...]:
        return ("easy", "medium", "hard")

    def choose(self, state: State, level: str, asker: Asker) -> Any:
        turn = len(state.history)
        random = Random(f"{asker.owner} {turn}")
        with mock.patch.object(players, "secrets", SimpleNamespace(randbits=random.getrandbits)):
            digest = zlib.crc32(players.make_request(state, level, 1).record)
        return self._planned(self._plans[asker.owner], turn, digest)

    async def _planned(self, plan: Sequence[str], turn: int, digest: int) -> str:
        await pause(self._clock, digest % 900 / 1000 if turn < len(plan) else FOREVER)
        return plan[turn]

    async def analyse(self, state: State, asker: Asker) -> Analysis:
        digest = zlib.crc32(msgspec.msgpack.encode(analysis.make_request(state, HINT_WORK)))
        utility = interval([digest % 1000 / 1000, digest % 999 / 1000])
        option = Option(state.legal_actions[digest % len(state.legal_actions)], utility, interval([0, 0]), digest)
        return Analysis(state.current_player or 0, (option,), digest, "checked")


def world_settings(folder: Path, clock: Clock, cards: Mapping[str, Path]) -> Settings:
    """Return the settings of a world, the same in all; raises FileNotFoundError if the front end is not built."""
    if not (STATIC / "index.html").is_file():
        raise FileNotFoundError("pages of shared games are compared too: run `python frontend/build.py` first")
    return settings(
        folder,
        static=STATIC,
        clock=clock,
        cards=cards,
        random_bytes=Random(1).randbytes,
        bot_delay=1,
        unload_after=FOREVER,
        address_rate=PLENTY,  # the clock stands still, so token buckets never refill
        page_rate=PLENTY,
        replays_an_address=1_000,
        replays=1_000,
    )


class RecordingConnection:
    """A connection to a table that records every message."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def answered(self, id: str) -> bool:
        """Return whether a message was answered."""
        mark = f'"id":"{id}"'
        return any(mark in text for text in reversed(self.texts))


class World(Protocol):
    """A server with tables in one world."""

    async def connect(self, opening: Opening, guest_index: int, after: int | None = None) -> RecordingConnection:
        """Connect a guest of the table and wait for the welcome."""

    async def say(self, connection: RecordingConnection, message: dict[str, Any]) -> None:
        """Send a message and wait for its answer."""

    async def get(self, path: str, token: str) -> str:
        """Return status, headers and body of an HTTP response as one text."""

    async def pass_time(self, seconds: float) -> None:
        """Pass time, and wait until all tables have finished their due work."""

    async def send_times(self) -> dict[int, list[float]]:
        """Return the clock time of every message sent to each guest since the (re)start."""

    async def restart(self) -> None:
        """Drop all connections and restart from the stored state."""

    guests: dict[str, list[int]]  # ids of each table's guests, by guest index


class LocalConnection(Connection, RecordingConnection):
    """A connection without a socket."""

    flow: Any = None
    write_blocked = False

    def __init__(self, world: InProcessWorld, actor: Any, guest: Any) -> None:
        Connection.__init__(self, self, guest, "en", world.server.settings)
        RecordingConnection.__init__(self)
        self.actor, self._world = actor, world

    def write(self, message: bytes) -> None:
        self.texts.append(message.decode())
        self._world.sent[self.guest.id if self.guest is not None else 0].append(self._world.clock.now())

    def disconnect(self, code: CloseCode) -> None:
        self.texts.append(f"closed by {code}")


class InProcessWorld:
    """A world in this process: the real server, with connections without sockets."""

    def __init__(self, folder: Path, *, planted: bool) -> None:
        self.clock, self.plans = ManualClock(pause=0), dict[int, list[str]]()
        self.guests: dict[str, list[int]] = {}
        self.sent: dict[int, list[float]] = defaultdict(list)
        self.server = app.Server(world_settings(folder, self.clock, {}), PlannedBots(self.clock, self.plans))
        self.clock.registry = self.server.registry
        if planted:
            leak_mutations.plant_replay_leak(self.server)
        transport = httpx.ASGITransport(app=self.server.app)
        self.http = httpx.AsyncClient(transport=transport, base_url="http://localhost")

    async def open(self, openings: Sequence[Opening], side: int) -> None:
        for opening in openings:
            guests = self.guests[opening.id] = await store_table(self.server.store, opening, side)
            self.plans[guests[opening.host]] = [step.command for step in opening.plan.steps]

    async def connect(self, opening: Opening, guest_index: int, after: int | None = None) -> RecordingConnection:
        actor = await self.server.registry.actor(opening.id)
        token = hashlib.sha256(opening.token(guest_index).encode()).digest()
        stored = await self.server.store.guest(token, opening.id)
        listener = LocalConnection(self, actor, stored.guest)
        await actor.attach(listener, after, stored.note)
        return listener

    async def say(self, connection: RecordingConnection, message: dict[str, Any]) -> None:
        await connection.actor.handle(connection, read_message(json.dumps(message), decode_to_table))
        await eventually(lambda: connection.answered(message["id"]))

    async def get(self, path: str, token: str) -> str:
        answer = await self.http.get(path, headers={"Cookie": f"tefuda={token}"})
        return f"{answer.status_code} {answer.headers.raw} {answer.text}"

    async def pass_time(self, seconds: float) -> None:
        await self.clock.pass_time(seconds)

    async def send_times(self) -> dict[int, list[float]]:
        return self.sent

    async def restart(self) -> None:
        actors = dict(self.server.registry.actors)
        self.server.registry.actors.clear()
        self.sent.clear()
        for actor in actors.values():
            await actor.close()

    async def close(self) -> None:
        await self.http.aclose()
        await self.server.records.close()
        await self.server.registry.close()
        await self.server.store.close()


@asynccontextmanager
async def in_process_worlds(
    folder: Path, openings: Sequence[Opening], *, planted: bool = False
) -> AsyncIterator[list[InProcessWorld]]:
    """Yield two worlds in this process with these tables; `planted`: also with a planted leak of replays."""
    worlds = []
    for side in (0, 1):
        (folder / str(side)).mkdir()
        world = InProcessWorld(folder / str(side), planted=planted)
        await world.open(openings, side)
        worlds.append(world)
    try:
        yield worlds
    finally:
        for world in worlds:
            await world.close()
