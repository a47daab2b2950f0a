"""A script of an evening with friends, played at the same tables in several worlds.

As in `script.py`, the worlds differ only in what the viewer must not know, and everything that reaches the viewer must
be equal, sent at the same times.  Here people talk, take actions back by consent while a clock runs, and ask for what
is shared of a game.  A spectator watches beside the viewer: what they see, with the hand that the viewer shows, must be
equal as well.  At a table with a delay they still see no difference after a command that shows one to the players, nor
after entries that are made in one world only.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence

from harness.server.paired_servers import Opening, RecordingConnection
from harness.server.pairs import Step
from harness.server.script import PairedTable, Worlds, all_at_once, check_send_times

THOUGHT = 3.7  # seconds before each command
ADDRESSES = (
    "/api/tables/{id}/share",
    "/api/tables/{id}/record.txt?share=AAAA",
    "/api/tables/{id}/picture.png?seat=0&step=1",
    "/api/tables/{id}/picture.png?seat=0&step=1&share=AAAA",
    "/replay/{id}?seat=0&step=2",
)
_TURN = re.compile(r'\{"t":"update","version":[0-9]+,"turn":([0-9]+)')
Connections = tuple[RecordingConnection, ...]


class EveningTable(PairedTable):
    """One table in all worlds, with a spectator beside the viewer."""

    def __init__(self, worlds: Worlds, opening: Opening) -> None:
        super().__init__(worlds, opening)
        self.seat = opening.pair.viewer
        self.spectator = opening.players + 1  # guest index
        self.taken_back = 0  # actions
        self.held_back = opening.delay > 0 and _goes_on(opening)  # shows a difference that the spectator sees later
        self._turn = 0

    async def arrive(self) -> None:
        """Connect the viewer and the spectator, and all others."""
        self.viewers, self.players = [], {}
        if self.seat >= 0:
            await self.connect_viewer()
        self.watching = await self.connect(self.spectator)
        self.viewers.append(self.watching)
        for seat in range(self.opening.players):
            self.players[seat] = self.viewers[0] if seat == self.seat else await self.connect(seat)
        self._told = next(one for seat, one in self.players.items() if seat != self.seat)
        await self.check("arrival")

    async def start(self) -> None:
        """Deal; the viewer shows their hand, and the spectator watches it."""
        await self.arrive()
        await self.say(await self.connect(self.opening.host), "deal")
        await self.check("deal")
        if self.seat >= 0:
            await self.say(self.viewers[0], "show-hand", on=True)
            await self.watch()

    async def watch(self) -> None:
        await self.say(self.watching, "watch", seat=self.seat)
        await self.check("choice of the shown hand")

    async def talk(self, number: int) -> None:
        """Let the player to act and the spectator say something."""
        free = not self.opening.public and number % 2 == 0
        speaker = self.players[self.plan.steps[number].seat]
        await self.say(speaker, "say", **({"text": f"turn {number}"} if free else {"phrase": "thinking"}))
        await self.say(self.watching, "say", phrase="wow")
        await self.check("talk")

    async def move(self, number: int) -> None:
        """Play the planned command, ask to take it back, and play it again if everyone agrees."""
        step = self.plan.steps[number]
        await self._played(step)
        await self.check(f"{step.command} of seat {step.seat}")
        played = self._turn
        await self.say(self.players[step.seat], "take-back", turn=played)
        for seat, player in self.players.items():
            if seat != step.seat:
                await self.say(player, "answer-back", turn=played, agreed=number % 2 == 0)
        await self.check(f"taking back {step.command} of seat {step.seat}")
        await self._follow()
        if self._turn != played:  # else it was refused
            self.taken_back += 1
            await self._played(step)
            await self.check(f"{step.command} of seat {step.seat} again")

    async def reveal(self) -> None:
        """Play the command that shows a difference to all but a spectator who sees the game later."""
        if not self.held_back:
            return
        self.viewers = [self.watching]
        await self._played(self.plan.revealing)
        await self.check("a command that is held back")

    async def hide(self) -> None:
        """Show a hand in one world only, which a spectator must not notice, also on returning."""
        if not self.held_back:
            return
        seat = next(seat for seat in self.players if seat != self.seat)
        for number in range(3):
            await self.worlds[0].say(
                self.players[seat][0], {"t": "show-hand", "id": f"h{number}", "on": number % 2 == 0}
            )
        await self.check("a hand that is shown in one world")
        for connection in self.watching:
            connection.actor.detach(connection)
        self.watching = await self.connect(self.spectator)
        self.viewers = [self.watching]
        await self.check("arrival after a hand is shown in one world")
        await self.ask(f"/api/tables/{self.opening.id}/record", self.spectator)

    async def _played(self, step: Step) -> None:
        mine = self.players[step.seat]
        await self.say(mine, "play", turn=self._turn, actions=step.command.split())
        self.expect(f'"t":"done","id":"m{self._ids}"', mine)
        await self._follow()

    async def _follow(self) -> None:
        """Note the number of the latest turn that the players were told of."""
        await self.say(self._told, "ping")
        turns = (found[1] for text in reversed(self._told[0].texts) if (found := _TURN.match(text)))
        self._turn = int(next(turns, 0))

    async def request(self) -> None:
        """Request the shared game, as the viewer may while the link exists."""
        if not self.plan.over:
            for address in ADDRESSES:
                await self.ask(address.format(id=self.opening.id))

    async def come_back(self) -> None:
        """Connect again after the restart of the servers; who has seen a difference stays away."""
        self.viewers = []
        if self.seat >= 0 and not self.held_back:
            await self.connect_viewer()
        self.watching = await self.connect(self.spectator)
        self.viewers.append(self.watching)
        await self.check("arrival after a restart")
        if self.seat >= 0:
            await self.watch()
        if not self.held_back:
            await self.request()

    def check_send_times(self, send_times: Sequence[Mapping[int, Sequence[float]]]) -> None:
        """Compare when messages were sent to those who were compared to the end."""
        guests = {self.spectator} if len(self.viewers) == 1 else {self.spectator, self.opening.viewer}
        for guest in guests:
            times = [
                sent[world.guests[self.opening.id][guest]] for world, sent in zip(self.worlds, send_times, strict=True)
            ]
            if any(times[0] != other for other in times[1:]):
                self.leaks.append(f"the send times of {len(times[0])} messages")


def _goes_on(opening: Opening) -> bool:
    """Whether a plan has a revealing command, and the game, whose end everyone sees at once, goes on after it."""
    plan, states = opening.plan, opening.pair.states()
    if plan.revealing is None:
        return False
    for step in (*plan.steps, plan.revealing):
        for state in states:
            state.play(step.command)
    return not any(state.is_terminal for state in states)


async def compare_evenings(worlds: Worlds, openings: Sequence[Opening]) -> list[EveningTable]:
    """Play the script at all tables of all worlds; each returned table holds the leaks it found."""
    tables = [EveningTable(worlds, opening) for opening in openings]
    await all_at_once(table.start() for table in tables)
    for number in range(max(len(opening.plan.steps) for opening in openings)):
        playing = [table for table in tables if number < len(table.plan.steps)]
        await all_at_once(table.talk(number) for table in playing)
        await asyncio.gather(*(world.pass_time(THOUGHT) for world in worlds))
        await all_at_once(table.move(number) for table in playing)
    await all_at_once(table.request() for table in tables)
    await all_at_once(table.reveal() for table in tables)
    await all_at_once(table.hide() for table in tables)
    await check_send_times(worlds, tables)
    await asyncio.gather(*(world.restart() for world in worlds))
    await all_at_once(table.come_back() for table in tables)
    await check_send_times(worlds, tables)
    return tables
