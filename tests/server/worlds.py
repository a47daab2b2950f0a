"""Two servers that differ only in what somebody must not know, and everything that reaches that somebody from each.

A table is opened on each of two records, with the same clock, secret, ids and people; the same messages go in. What an
audience gets must be the same text in both, character for character, as long as what happens in the game has not
shown it any difference: its seat's connection, somebody who joins late, somebody who comes back, and the replay.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import StreamingResponse

from tefuda.engine.errors import IllegalAction
from tefuda.engine.game import Game
from tefuda.engine.state import State
from tefuda.engine.view import SPECTATOR
from tefuda.server.connection import Connection
from tefuda.server.guard import Guard
from tefuda.server.host import TableHost
from tefuda.server.house import House
from tefuda.server.metrics import Metrics
from tefuda.server.protocol import CloseCode, Note, Play, React
from tefuda.server.records import Records
from tefuda.server.signing_keys import Keyring
from tefuda.server.store import Guest, Seat, TableRow
from tefuda.server.wire import encoded_entry
from tefuda.table.entries import Sat, Sitter
from tests.contract.cases import PACKAGES, random_command
from tests.contract.leaks import Frame, compared
from tests.server.memory import MemoryStore
from tests.server.people import HandClock, QuickBots, settings

COMMANDS = 4  # that a pair of worlds is played on
TABLE = "t"


class Listener(Connection):
    """A connection that keeps what it is sent."""

    flow: Any = None
    clogged = False

    def __init__(self, guest: Guest | None, host: TableHost) -> None:
        super().__init__(self, guest, "en", host.settings)
        self.texts: list[str] = []

    def write(self, text: str) -> None:
        self.texts.append(text)

    def hang_up(self, code: CloseCode) -> None:
        self.texts.append(f"closed by {code}")


class World:
    """A server with one table, opened on a record."""

    def __init__(self, game: Game, record: Any) -> None:
        self.game, self.record = game, record

    async def open(self) -> None:
        game, store, random = self.game, MemoryStore(), Random(1)
        quiet = settings(Path("/nowhere"), clock=HandClock(), games=PACKAGES, random_bytes=random.randbytes)
        keyring = Keyring.fresh(random.randbytes, 1)
        self.house = House(quiet, store, QuickBots(), Metrics(), keyring)
        self.house._games[game.slug, game.players, *sorted(game.options.items())] = game
        self.guests = [await store.add_guest(bytes([seat]), f"P{seat}", 1) for seat in range(game.players)]
        sitters = tuple(Sitter("person", guest.name) for guest in self.guests)
        row = TableRow(
            TABLE, game.slug, game.options, game.position_text(self.record), self.guests[0].id, True, bytes(32),
            1, game.players, "open", -1, sitters, None,
        )  # fmt: skip
        seats = [Seat(guest.id, seat, sits=True) for seat, guest in enumerate(self.guests)]
        entries = [encoded_entry(Sat(seat, sitter)) for seat, sitter in enumerate(sitters)]
        await store.add_table(row, entries, seats, None)
        self.records = Records(self.house, Guard(quiet))
        self.host = await self.house.host(TABLE)
        self.listeners = {audience: await self.listen(audience) for audience in range(SPECTATOR, game.players)}
        await self.host.ask(self.host.dealing.begin)

    async def listen(self, audience: int, after: int | None = None) -> Listener:
        """Another connection for an audience."""
        listener = Listener(self.guests[audience] if audience >= 0 else None, self.host)
        await self.host.attach(listener, after)
        return listener

    async def restart(self) -> None:
        """The table leaves the memory, with all its connections, and wakes up again."""
        del self.house.hosts[TABLE]
        await self.host.close()
        self.host = await self.house.host(TABLE)

    async def close(self) -> None:
        await self.house.close()

    @property
    def state(self) -> State:
        assert self.host.table.state is not None
        return self.host.table.state

    async def say(self, audience: int, message: Any) -> None:
        await self.host.handle(self.listeners[audience], message)

    async def arrivals(self, audience: int) -> Iterator[str]:
        """What reaches an audience that comes late, comes back, or asks for the replay."""
        texts = []
        for after in (None, 0, self.host.table.version - 1):
            listener = await self.listen(audience, after)
            texts += listener.texts
            self.host.detach(listener)
        guest = self.guests[audience] if audience >= 0 else None
        return iter([*texts, await self.recorded(guest)])

    async def recorded(self, guest: Guest | None) -> str:
        """What a guest gets who asks for the replay."""
        request = Request({"type": "http", "headers": [], "client": ("127.0.0.1", 1)})
        answer = await self.records.game(request, self.host, guest, self.host.eyes(guest))
        assert isinstance(answer, StreamingResponse)
        return b"".join([bytes(part) async for part in answer.body_iterator]).decode()

    def frames(self, command: str, viewer: int) -> list[Frame] | None:
        """Every moment of a command as the viewer notices it, by the game alone; None where it is not legal."""
        game, state = self.game, self.state
        try:
            prepared = state.prepare(command)
        except (IllegalAction, KeyError):  # KeyError: a planted refusal has no words
            return None
        state.cancel(prepared)
        frames = [self._frame("", state.truth, viewer)]
        for event in prepared.events:
            frame = self._frame(game.hear(event, viewer), event.after, viewer)
            if frame.heard != b"null" or frame[1:] != frames[-1][1:]:
                frames.append(frame)
        return frames

    def _frame(self, heard: Any, record: Any, viewer: int) -> Frame:
        view = msgspec.json.encode(self.game.view(record, viewer, choices=False))
        return Frame(msgspec.json.encode(heard), view, self.game.build.info_key(record, self.game.tables, viewer))


async def differences(game: Game, one: Any, other: Any, viewer: int, seed: int) -> list[str]:
    """Everything by which the viewer could tell two worlds apart over the wire, though the game shows no difference."""
    random, worlds = Random(seed), (World(game, one), World(game, other))
    for world in worlds:
        await world.open()
    try:
        return [found async for found in _differences(worlds, viewer, random)]
    finally:
        for world in worlds:
            await world.close()


async def _differences(worlds: tuple[World, World], viewer: int, random: Random) -> Any:
    first, second = worlds
    for number in range(COMMANDS + 1):
        if not _same_texts(first, second, viewer):
            yield f"sent after {number} commands"
        if list(await first.arrivals(viewer)) != list(await second.arrivals(viewer)):
            yield f"arriving after {number} commands"
        for message in _messages(first, viewer, random, number):
            for world in worlds:
                await world.say(viewer, message)
            if not _same_texts(first, second, viewer):
                yield f"answer to {message}"
        if number == COMMANDS:
            for world in worlds:
                await world.restart()
            if list(await first.arrivals(viewer)) != list(await second.arrivals(viewer)):
                yield "arriving after a restart"
            return
        seat = first.state.seat
        if seat is None or seat != second.state.seat:
            return
        command = random_command(first.state, random)
        frames, others = first.frames(command, viewer), second.frames(command, viewer)
        if frames is None or others is None:
            return  # what somebody else does here is not allowed to them there
        found, same = compared(frames, others)
        for leak in found:
            yield leak
        if not same:
            return  # the game itself has shown the difference
        for world in worlds:
            await world.say(seat, Play(f"c{number}", world.host.table.turn, command.split()))


def _same_texts(first: World, second: World, viewer: int) -> bool:
    return first.listeners[viewer].texts == second.listeners[viewer].texts


def _messages(world: World, viewer: int, random: Random, number: int) -> Iterator[Any]:
    """What the viewer might try, to see what comes back: whatever is refused, and what changes nothing."""
    turn = world.host.table.turn
    legal = set(world.state.actions) if world.state.seat == viewer else set()
    tries = [name for name in world.game.action_names if name and name not in legal]
    for name in [*random.sample(tries, min(len(tries), 4)), "nothing-like-it"]:
        yield Play(f"{number}-{name}", turn, [name])
    yield Play(f"{number}-stale", turn + 1, ["draw"])
    yield React(f"{number}-react", "hello")
    yield Note(f"{number}-note", "?")
