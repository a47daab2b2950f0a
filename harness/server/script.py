"""The script played at the same tables in several worlds, comparing everything that reaches the viewer.

One script for both transports (`World`): the viewer watches the planned commands, tries illegal ones, asks for hints,
writes notes, joins late, reconnects, and requests the table and its replay; then all servers are restarted and the
script continues.  Everything that reaches the viewer must be equal text in all worlds, sent at the same time of a
manual clock, until the game itself shows the viewer a difference.

If the game ends without one, all of that still holds, but the full game (`/record?seat=` of others and `record.txt`)
is then public and differs.  If a command reveals a difference, the replay up to it must still be equal.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

from harness.server.paired_servers import Opening, RecordingConnection, World
from harness.server.pairs import Step

BOT_DELAY = 1.0  # seconds until a bot answers
LONG = 61.0  # seconds until a player to move counts as idle and a disconnected one as gone
Worlds = Sequence[World]


class PairedTable:
    """One table in all worlds."""

    def __init__(self, worlds: Worlds, opening: Opening) -> None:
        self.worlds, self.opening, self.plan = worlds, opening, opening.plan
        self.leaks: list[str] = list(opening.plan.leaks)
        self.viewers: list[tuple[RecordingConnection, ...]] = []  # each connection of the viewer, in all worlds
        self.players: dict[int, tuple[RecordingConnection, ...]] = {}
        self.failures: list[str] = []  # expected events that did not happen
        self.message_kinds: Counter[str] = Counter()  # messages to the viewer, by kind
        self.compared = 0  # number of compared characters
        self._ids = 0

    @property
    def problems(self) -> list[str]:
        """What it has found: leaks, and expected events that did not happen."""
        return [f"{self.opening.pair}: {problem}" for problem in (*self.leaks, *self.failures)]

    # ---------------------------------------------------------- in all worlds

    async def connect(self, guest_index: int, after: int | None = None) -> tuple[RecordingConnection, ...]:
        return tuple([await world.connect(self.opening, guest_index, after) for world in self.worlds])

    async def say(self, connections: tuple[RecordingConnection, ...], message_type: str, **fields: Any) -> None:
        self._ids += 1
        message = {"t": message_type, "id": f"m{self._ids}", **fields}
        for world, connection in zip(self.worlds, connections, strict=True):
            await world.say(connection, message)

    async def connect_viewer(self, after: int | None = None) -> None:
        """Open another connection of the viewer."""
        self.viewers.append(await self.connect(self.opening.viewer, after))
        await self.check("on arrival" if after is None else f"on reconnecting after {after}")

    async def check(self, when: str) -> None:
        """Compare everything the viewer has received since the last check."""
        for connections in self.viewers:
            await self.say(connections, "ping")  # its answer arrives after everything else
        for one, *others in self.viewers:
            self.compared += sum(len(text) for text in one.texts)
            self.message_kinds.update(text[6 : text.index('"', 6)] for text in one.texts)
            for other in others:
                if one.texts != other.texts:
                    self.leaks.append(f"{when}: {first_difference(one.texts, other.texts)}")
                other.texts = []
            one.texts = []

    async def ask(self, path: str, guest_index: int | None = None) -> None:
        """Compare a response to the HTTP request of a guest, by default the viewer."""
        one, *others = await self.answers(path, guest_index)
        if one.startswith("5"):  # equal errors would hide what the answers show
            self.failures.append(f"{path}: {one[:200]}")
        self.compared += len(one)
        self.leaks += [f"{path}: {first_difference([one], [other])}" for other in others if one != other]

    async def answers(self, path: str, guest_index: int | None = None) -> list[str]:
        token = self.opening.token(self.opening.viewer if guest_index is None else guest_index)
        return [await world.get(path, token) for world in self.worlds]

    # ----------------------------------------------------------------- phases

    async def deal(self) -> None:
        await self.connect_viewer()
        host = await self.connect(self.opening.host)
        await self.say(host, "deal")
        await self.check("deal")

    async def join_late(self, played: int) -> None:
        """Join, reconnect, and request everything that can be requested."""
        version = self.opening.players + 1 + played
        for after in (None, version - 2):
            await self.connect_viewer(after)
        path = f"/api/tables/{self.opening.id}"
        for more in ("", "/series", "/record", f"/record?seat={self.opening.pair.viewer}"):
            await self.ask(path + more)
        await self.ask("/api/me")
        if not (self.plan.over and played == len(self.plan.steps)):  # public after the game
            seats = [seat for seat in range(-1, self.opening.players) if seat != self.opening.pair.viewer]
            for more in [f"/record?seat={seat}" for seat in (seats[0], seats[-1])] + ["/record.txt"]:
                await self.ask(path + more)

    async def reconnect(self, played: int) -> None:
        """Connect again after the restart of the servers."""
        self.viewers.clear()
        self.players.clear()
        await self.connect_viewer(self.opening.players + 1 + max(0, played - 1))
        await self.join_late(played)

    async def try_illegal(self, turn: int) -> None:
        """Try the illegal commands of the viewer."""
        await self.try_commands(turn, self.plan.steps[turn].attempts)

    async def step(self, turn: int) -> None:
        """Play the planned command of the seat to act."""
        step = self.plan.steps[turn]
        await self.play(turn, step)
        await self.check(f"{step.command} of seat {step.seat}")

    def bot_moves(self, turn: int) -> bool:
        return self.opening.bots and self.plan.steps[turn].seat != self.opening.pair.viewer

    async def play(self, turn: int, step: Step) -> None:
        if step.seat not in self.players:
            mine = step.seat == self.opening.viewer
            self.players[step.seat] = self.viewers[0] if mine else await self.connect(step.seat)
        await self.say(self.players[step.seat], "play", turn=turn, actions=step.command.split())
        self.expect(f'"t":"done","id":"m{self._ids}"', self.players[step.seat])

    def expect(self, mark: str, connections: tuple[RecordingConnection, ...]) -> None:
        """Record a failure if a message containing `mark` has not arrived in all worlds."""
        if not all(any(mark in text for text in connection.texts) for connection in connections):
            self.failures.append(f"no {mark}")

    async def try_commands(self, turn: int, attempts: Sequence[Sequence[str]]) -> None:
        mine = self.viewers[0]
        for actions in attempts:
            await self.say(mine, "play", turn=turn, actions=list(actions))
        await self.say(mine, "play", turn=turn + 1, actions=["draw"])
        await self.say(mine, "hint")
        await self.say(mine, "stand-in", seat=(self.opening.viewer + 1) % self.opening.players, on=True)
        await self.say(mine, "say", phrase="hello")
        await self.say(mine, "note", text=f"{turn}?")
        await self.say(mine, "rematch") if not self.plan.over else None
        await self.check(f"refusals at turn {turn}")

    async def finish(self) -> None:
        """Check what holds after the last step: at the end of the game, or before a revealing command."""
        played = len(self.plan.steps)
        if self.plan.over:
            await self.try_commands(played, [["draw"], ["nothing-like-it"]])
            await self.say(self.viewers[0], "rematch")
            await self.check("rematch")
        elif self.plan.revealing is not None and not self.opening.bots:
            await self.play(played, self.plan.revealing)
            one, *others = [_updates(text) for text in await self.answers(f"/api/tables/{self.opening.id}/record")]
            before = self.opening.players + 1 + played
            if any(one[:before] != other[:before] for other in others) or len(one) < before:
                self.leaks.append("the replay of what came before the difference was shown")

    def check_send_times(self, send_times: Sequence[Mapping[int, Sequence[float]]]) -> None:
        """Compare when messages were sent to the viewer."""
        one, *others = [
            sent[world.guests[self.opening.id][self.opening.viewer]]
            for world, sent in zip(self.worlds, send_times, strict=True)
        ]
        for other in others:
            if one != other:
                self.leaks.append(f"the send times of {len(one)} and {len(other)} messages: {one} and {other}")


def _updates(answer: str) -> list[Any]:
    """Return the updates of a replay received over HTTP."""
    return json.loads(answer[answer.index("{") :])["updates"]


async def compare(worlds: Worlds, openings: Sequence[Opening]) -> list[PairedTable]:
    """Play the script at all tables of all worlds; each returned table holds the leaks it found."""
    tables = [PairedTable(worlds, opening) for opening in openings]
    await all_at_once(table.deal() for table in tables)
    half = max(len(opening.plan.steps) for opening in openings) // 2
    await play_on(worlds, tables, 0, half)
    await all_at_once(table.join_late(min(half, len(table.plan.steps))) for table in tables)
    await tables[0].ask("/api/tables")
    await check_send_times(worlds, tables)
    await asyncio.gather(*(world.restart() for world in worlds))
    await all_at_once(table.reconnect(min(half, len(table.plan.steps))) for table in tables)
    await play_on(worlds, tables, half, max(len(opening.plan.steps) for opening in openings))
    await all_at_once(table.join_late(len(table.plan.steps)) for table in tables)
    await asyncio.gather(*(world.pass_time(LONG) for world in worlds))
    await all_at_once(table.check(f"after {LONG} seconds") for table in tables)
    await check_send_times(worlds, tables)
    for table in tables:  # in order, as a rematch draws its id from the server's randomness
        await table.finish()
    return tables


async def all_at_once(works: Any) -> None:
    await asyncio.gather(*works)


async def check_send_times(worlds: Worlds, tables: Sequence[PairedTable]) -> None:
    send_times = [await world.send_times() for world in worlds]
    for table in tables:
        table.check_send_times(send_times)


async def play_on(worlds: Worlds, tables: Sequence[PairedTable], first: int, end: int) -> None:
    """Play the planned commands of a range of turns, the same turn at all tables, with time for bots."""
    for turn in range(first, end):
        playing = [table for table in tables if turn < len(table.plan.steps)]
        await all_at_once(table.try_illegal(turn) for table in playing)
        waiting = [table for table in playing if table.bot_moves(turn)]
        if waiting:  # first, as a bot that starts to think now answers only in the next turn
            await asyncio.gather(*(world.pass_time(BOT_DELAY) for world in worlds))
            for table in waiting:
                await table.say(table.viewers[0], "ping")
                table.expect(f'"turn":{turn + 1},', table.viewers[0])
            await all_at_once(table.check("after a bot's move") for table in tables)
        await all_at_once(table.step(turn) for table in playing if table not in waiting)


def first_difference(texts: Sequence[str], others: Sequence[str]) -> str:
    """Describe the first difference between two lists of texts."""
    for one, other in zip(texts, others, strict=False):
        if one != other:
            index = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
            return f"{one[max(0, index - 60) : index + 60]!r} and {other[max(0, index - 60) : index + 60]!r}"
    return f"{len(texts)} and {len(others)} messages"
