"""Tables at which every audience is connected to two workers, whose updates must be equal.

Used by `tefuda bench split`, to press one turn at two workers at once.
"""

from __future__ import annotations

import asyncio
import math
import re
import time
from collections.abc import Sequence

import msgspec

from benchmarks.split_tables import Audience, SplitTable, WorkerStatus
from harness.server.client import Chooser, Done, Refused, Update, ask, play, write

LATE_SHARE = 0.05  # of the turns of a twin table, after which someone comes late, and the refused action comes again
BACK = 3  # updates that a late client says it has missed
HANDLE = re.compile(rb'"handle":\d+')


class TwinTable(SplitTable):
    """A table at which every audience has a connection at each of two workers, and both send an action at once.

    Each update has to be the same text at both, but for the numbers of the cards.
    """

    def __init__(self, status: WorkerStatus, chooser: Chooser, number: int, game: str) -> None:
        super().__init__(status, chooser, number, game)
        self.pairs: list[tuple[Audience, Audience]] = []
        self.turns = 0  # at which both sent an action, and one was played
        self.compared = 0  # updates that were sent to an audience by two workers
        self._texts: dict[tuple[int, int], bytes] = {}  # (audience, version) -> what one worker has sent
        self._cookies: Sequence[str] = ()

    def _connected(self, cookies: Sequence[str]) -> list[Audience]:
        self._cookies, workers = cookies, len(self.status.ports)
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
            self.status.failures.append(
                f"{self.name}, seat {audience}: two workers sent different updates: {difference(other, text)}"
            )

    async def _deal(self) -> None:
        for audience in self.audiences:  # so that everyone is sent the same updates
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
            self.status.failures.append(f"{self.name}: two actions were played at turn {update.turn}")
        for place in refused:
            answer = answers[place]
            assert isinstance(answer.message, Refused)
            if answer.message.error.clause is not None:  # it only starts a decision: no race
                self.chooser.refused(self.game, actions[place])
            elif done:
                self.turns += 1
                self.status.refusals[answer.message.error.message] += 1
                if answer.version < done[0].version:
                    self.status.failures.append(f"{self.name}: refused at {answer.version}, before {done[0].version}")
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
            if not isinstance(answer, Refused) or answer.error != refused.error:
                self.status.failures.append(f"{self.name}: refused with {refused}, and then {answer}")

    async def _come_late(self, version: int) -> None:
        """Connect an audience at all workers, as a new client and as one that has missed updates, and compare.

        So are the answers to its requests over HTTP.
        """
        seat = self.random.choice(self.pairs)[0].seat
        cookie = self._cookies[seat] if seat >= 0 else ""
        for after in (None, max(0, version - BACK)):
            late = [Audience(self, seat, worker, cookie, after) for worker in range(len(self.status.ports))]
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
            answers = [await ask(port, path, cookie=cookie, source=self.source) for port in self.status.ports]
            self._compare(f"{path} of seat {seat}", [HANDLE.sub(b"", write(answer)) for answer, _ in answers])

    def _compare(self, what: str, texts: Sequence[bytes]) -> None:
        self.compared += 1
        for text in texts[1:]:
            if text != texts[0]:
                self.status.failures.append(f"{self.name}: {what} differs: {difference(texts[0], text)}")


def lasting(welcome: bytes) -> bytes:
    """Return a welcome without presence, which workers exchange a little later."""
    fields: dict[str, msgspec.Raw] = msgspec.json.decode(welcome, type=dict[str, msgspec.Raw])
    del fields["seats"]
    return HANDLE.sub(b"", write(fields))


def difference(one: bytes, other: bytes) -> str:
    """Return the first difference of two texts."""
    at = next(
        (at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), min(len(one), len(other))
    )
    return f"{one[max(0, at - 40) : at + 40]!r} and {other[max(0, at - 40) : at + 40]!r}"
