"""What is done at the same tables in two worlds, and where an audience could tell the worlds apart.

One script for both transports (`World`): the viewer looks on while the planned commands are played, tries what is
refused, asks for hints, keeps notes, comes late, comes back, and asks for the table and its replay; then all servers
break off and start again, and it goes on.  Everything that reaches the viewer must be the same text in all worlds, and
be written at the same moment of a clock that is turned by hand, until the game itself shows the viewer a difference.

When the game has ended without showing one, all of that still holds; only the whole truth (`/record?seat=` of others
and `record.txt`) is then for everybody, and differs.  Once a command has shown a difference, what came before it must
still be the same in the viewer's replay.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

from tests.server.paired_servers import Ear, Opening, World
from tests.server.pairs import Step

BOT_DELAY = 1.0  # seconds, after which a bot answers
LONG = 61.0  # seconds, after which whoever is to move counts as idle, and whoever has left as gone
Worlds = Sequence[World]


class Sitting:
    """One table in all worlds."""

    def __init__(self, worlds: Worlds, opening: Opening) -> None:
        self.worlds, self.opening, self.plan = worlds, opening, opening.plan
        self.found: list[str] = list(opening.plan.leaks)
        self.viewers: list[tuple[Ear, ...]] = []  # connections of the viewer, each in all worlds
        self.players: dict[int, tuple[Ear, ...]] = {}
        self.stuck: list[str] = []  # what should have been possible in all worlds, and was not
        self.heard: Counter[str] = Counter()  # messages to the viewer, by kind
        self.compared = 0  # characters
        self._ids = 0

    # ---------------------------------------------------------- in all worlds

    async def connect(self, place: int, after: int | None = None) -> tuple[Ear, ...]:
        return tuple([await world.connect(self.opening, place, after) for world in self.worlds])

    async def say(self, ears: tuple[Ear, ...], what: str, **fields: Any) -> None:
        self._ids += 1
        message = {"t": what, "id": f"m{self._ids}", **fields}
        for world, ear in zip(self.worlds, ears, strict=True):
            await world.say(ear, message)

    async def look(self, after: int | None = None) -> None:
        """The viewer opens a connection more."""
        self.viewers.append(await self.connect(self.opening.viewer, after))
        await self.check("on arriving" if after is None else f"on coming back after {after}")

    async def check(self, when: str) -> None:
        """Compare what has come to the viewer by now."""
        for ears in self.viewers:
            await self.say(ears, "ping")  # the answer comes after everything else
        for one, *others in self.viewers:
            self.compared += sum(len(text) for text in one.texts)
            self.heard.update(text[6 : text.index('"', 6)] for text in one.texts)
            for other in others:
                if one.texts != other.texts:
                    self.found.append(f"{when}: {first_difference(one.texts, other.texts)}")
                other.texts = []
            one.texts = []

    async def ask(self, path: str) -> None:
        """The viewer asks something over HTTP."""
        one, *others = await self.answers(path)
        self.compared += len(one)
        self.found += [f"{path}: {first_difference([one], [other])}" for other in others if one != other]

    async def answers(self, path: str) -> list[str]:
        token = self.opening.token(self.opening.viewer)
        return [await world.get(path, token) for world in self.worlds]

    # ----------------------------------------------------------------- parts

    async def deal(self) -> None:
        await self.look()
        host = await self.connect(self.opening.host)
        await self.say(host, "deal")
        await self.check("deal")

    async def come_late(self, played: int) -> None:
        """Arrive, come back, and ask for everything that there is to ask for."""
        version = self.opening.players + 1 + played
        for after in (None, version - 2):
            await self.look(after)
        path = f"/api/tables/{self.opening.id}"
        for more in ("", "/record", f"/record?seat={self.opening.pair.viewer}"):
            await self.ask(path + more)
        await self.ask("/api/me")
        if not (self.plan.over and played == len(self.plan.steps)):  # afterwards they may be read, and tell everything
            seats = [seat for seat in range(-1, self.opening.players) if seat != self.opening.pair.viewer]
            for more in [f"/record?seat={seat}" for seat in (seats[0], seats[-1])] + ["/record.txt"]:
                await self.ask(path + more)

    async def come_back(self, played: int) -> None:
        """Connect again after the servers were broken off."""
        self.viewers.clear()
        self.players.clear()
        await self.look(self.opening.players + 1 + max(0, played - 1))
        await self.come_late(played)

    async def prepare(self, turn: int) -> None:
        """The viewer tries what is refused."""
        await self.try_out(turn, self.plan.steps[turn].tries)

    async def step(self, turn: int) -> None:
        """Whoever's turn it is plays."""
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

    def expect(self, mark: str, ears: tuple[Ear, ...]) -> None:
        """Note it where a message with this in it has not come in all worlds."""
        if not all(any(mark in text for text in ear.texts) for ear in ears):
            self.stuck.append(f"no {mark}")

    async def try_out(self, turn: int, tries: Sequence[Sequence[str]]) -> None:
        mine = self.viewers[0]
        for actions in tries:
            await self.say(mine, "play", turn=turn, actions=list(actions))
        await self.say(mine, "play", turn=turn + 1, actions=["draw"])
        await self.say(mine, "hint")
        await self.say(mine, "stand-in", seat=(self.opening.viewer + 1) % self.opening.players, on=True)
        await self.say(mine, "react", reaction="hello")
        await self.say(mine, "note", text=f"{turn}?")
        await self.say(mine, "rematch") if not self.plan.over else None
        await self.check(f"refusals at turn {turn}")

    async def finish(self) -> None:
        """What holds after the last command that shows no difference: after the game, or before a telling command."""
        played = len(self.plan.steps)
        if self.plan.over:
            await self.try_out(played, [["draw"], ["nothing-like-it"]])
            await self.say(self.viewers[0], "rematch")
            await self.check("rematch")
        elif self.plan.parting is not None and not self.opening.bots:
            await self.play(played, self.plan.parting)
            one, *others = [_updates(text) for text in await self.answers(f"/api/tables/{self.opening.id}/record")]
            before = self.opening.players + 1 + played
            if any(one[:before] != other[:before] for other in others) or len(one) < before:
                self.found.append("the replay of what came before the difference was shown")

    def check_moments(self, moments: Sequence[Mapping[int, Sequence[float]]]) -> None:
        """Compare when the viewer was sent what it was sent."""
        one, *others = [
            sent[world.guests[self.opening.id][self.opening.viewer]]
            for world, sent in zip(self.worlds, moments, strict=True)
        ]
        for other in others:
            if one != other:
                self.found.append(f"the moments of {len(one)} and {len(other)} messages: {one} and {other}")


def _updates(answer: str) -> list[Any]:
    """The updates of a replay that came over HTTP."""
    updates: list[Any] = json.loads(answer[answer.index("{") :])["updates"]
    return updates


async def compare(worlds: Worlds, openings: Sequence[Opening]) -> list[Sitting]:
    """Play the same at all tables of all worlds; each sitting holds what was found."""
    sittings = [Sitting(worlds, opening) for opening in openings]
    await all_at_once(sitting.deal() for sitting in sittings)
    half = max(len(opening.plan.steps) for opening in openings) // 2
    await play_on(worlds, sittings, 0, half)
    await all_at_once(sitting.come_late(min(half, len(sitting.plan.steps))) for sitting in sittings)
    await sittings[0].ask("/api/tables")
    await check_moments(worlds, sittings)
    await asyncio.gather(*(world.restart() for world in worlds))
    await all_at_once(sitting.come_back(min(half, len(sitting.plan.steps))) for sitting in sittings)
    await play_on(worlds, sittings, half, max(len(opening.plan.steps) for opening in openings))
    await all_at_once(sitting.come_late(len(sitting.plan.steps)) for sitting in sittings)
    await asyncio.gather(*(world.turn(LONG) for world in worlds))
    await all_at_once(sitting.check(f"after {LONG} seconds") for sitting in sittings)
    await check_moments(worlds, sittings)
    for sitting in sittings:  # one after another: a rematch gets an id from the server's randomness
        await sitting.finish()
    return sittings


async def all_at_once(works: Any) -> None:
    await asyncio.gather(*works)


async def check_moments(worlds: Worlds, sittings: Sequence[Sitting]) -> None:
    moments = [await world.moments() for world in worlds]
    for sitting in sittings:
        sitting.check_moments(moments)


async def play_on(worlds: Worlds, sittings: Sequence[Sitting], begin: int, end: int) -> None:
    """The planned commands from one turn to another: at all tables the same turn, and then time for the bots."""
    for at in range(begin, end):
        playing = [sitting for sitting in sittings if at < len(sitting.plan.steps)]
        await all_at_once(sitting.prepare(at) for sitting in playing)
        waiting = [sitting for sitting in playing if sitting.bot_moves(at)]
        if waiting:  # before the others play: a bot that thinks from then on has its time at the next turn
            await asyncio.gather(*(world.turn(BOT_DELAY) for world in worlds))
            for sitting in waiting:
                await sitting.say(sitting.viewers[0], "ping")
                sitting.expect(f'"turn":{at + 1},', sitting.viewers[0])
            await all_at_once(sitting.check("when a bot has played") for sitting in sittings)
        await all_at_once(sitting.step(at) for sitting in playing if sitting not in waiting)


def first_difference(texts: Sequence[str], others: Sequence[str]) -> str:
    """Where two runs of texts begin to differ."""
    for one, other in zip(texts, others, strict=False):
        if one != other:
            at = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
            return f"{one[max(0, at - 60) : at + 60]!r} and {other[max(0, at - 60) : at + 60]!r}"
    return f"{len(texts)} and {len(others)} messages"
