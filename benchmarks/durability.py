"""Durability: SIGKILL at random moments loses nothing acknowledged and duplicates nothing.

`tefuda bench durability` runs it.  People and bots play at several tables of `tefuda serve`, which is repeatedly killed
at a random moment, sometimes while it starts, and restarted.  Each time the database is compared with everything that
was published, and unanswered messages are sent again with the same id.
"""

from __future__ import annotations

import asyncio
import contextlib
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.options import AtLeastOne
from benchmarks.speed import machine
from harness.server.client import Done, Refused, Served, Socket, Update, Welcome, ask, play, read, write
from harness.server.databases import Database, PostgresDatabase, SqliteDatabase
from harness.server.doubles import eventually
from harness.server.postgres import DURABLE, running_cluster
from harness.server.stored_log import check_log
from tefuda.engine.game import game_slugs
from tefuda.engine.game import load as load_game

TABLES_A_GAME = 2
MAX_UPTIME = 4.0  # seconds from a start to the kill
EARLY_UPTIME = 0.3  # the same for one kill in five
MAX_PAUSE = 0.1  # seconds between two actions at a table
REPEAT_SHARE = 0.2  # share of answered messages that are sent again, as by a client that missed the answer


class Person:
    """One seat's connection, with the latest update."""

    def __init__(self) -> None:
        self.inbox: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.update = Update(0, 0)
        self.socket: Socket

    async def receive(self) -> Any:
        text = await self.inbox.get()
        if text is None:
            raise ConnectionError("the connection broke")
        message = read(text)
        if isinstance(message, Update | Welcome):
            self.update = message if isinstance(message, Update) else message.update
        return message

    async def answer(self, id: str) -> Done | Refused:
        """Wait for the answer to a message."""
        while True:
            message = await self.receive()
            if isinstance(message, Done | Refused):
                assert message.id == id, f"an answer to {message.id!r} instead of {id!r}: {message}"
                return message

    async def catch_up(self, version: int) -> None:
        while self.update.version < version:
            await self.receive()


class Script:
    """A table of people who play one game continuously and track the acknowledged and published entries.

    `bots` of its seats, the last ones, are bots'.
    """

    def __init__(self, number: int, game: str, bots: int = 0) -> None:
        self.number, self.random = number, Random(number)
        self.game, self.bots = game, bots
        self.seats = load_game(game).description.players[0] - bots
        self.source = f"127.2.0.{number + 1}"
        self.cookies: list[str] = []
        self.table, self.count = "", 0
        self.acknowledged: dict[tuple[str, str], int] = {}  # (table, id) -> version
        self.seen_versions: dict[str, int] = {}  # table -> the newest version that was published
        self.unanswered: tuple[int, str, bytes] | None = None  # seat, id, message
        self.asked_again = 0

    async def play(self, port: int) -> None:
        """Play until the connection breaks, which raises OSError."""
        while True:
            people = [Person() for _ in range(self.seats)]
            try:
                if not self.table:
                    await self._open(port)
                await self._sit(port, people)
                await self._play(people)
            finally:
                for person in people:
                    if hasattr(person, "socket"):
                        person.socket.close()
            self.table = ""

    async def _open(self, port: int) -> None:
        seats = [{"kind": "me"}, *[{"kind": "open"}] * (self.seats - 1), *[{"kind": "bot"}] * self.bots]
        body = {"game": self.game, "public": True, "seats": seats}
        info, cookie = await ask(port, "/api/tables", body, source=self.source)
        cookies = [cookie]
        for seat in range(1, self.seats):
            body = {"name": f"P{seat}"}
            _, cookie = await ask(port, f"/api/tables/{info['id']}/join", body, source=self.source)
            cookies.append(cookie)
        self.table, self.cookies = info["id"], cookies

    async def _sit(self, port: int, people: list[Person]) -> None:
        """Connect all players and check that no published version is missing."""
        for person, cookie in zip(people, self.cookies, strict=True):
            on_message = person.inbox.put_nowait
            person.socket = await Socket.connect(port, self.table, on_message, cookie=cookie, source=self.source)
            while not isinstance(await person.receive(), Welcome):
                pass
            assert person.update.version >= self.seen_versions.get(self.table, 0), "a published version is gone"
        if self.unanswered is not None:
            self.asked_again += 1
            await self._send(people, *self.unanswered)
        elif people[0].update.view is None:
            await self._send(people, 0, f"deal-{self.number}", write({"t": "deal", "id": f"deal-{self.number}"}))

    async def _play(self, people: list[Person]) -> None:
        while True:
            newest = max(person.update.version for person in people)
            for person in people:
                await person.catch_up(newest)
            self.seen_versions[self.table] = newest
            view = people[0].update.view
            if view is None or view.to_act >= self.seats:  # sealed, so that the next entry deals; or a bot moves
                await people[0].receive()
                continue
            if view.to_act < 0:
                return
            await asyncio.sleep(self.random.uniform(0, MAX_PAUSE))
            await self._move(people, view.to_act)

    async def _move(self, people: list[Person], seat: int) -> None:
        """Play an action of a seat; an action that only starts a decision is refused, then another is tried."""
        update = people[seat].update
        assert update.view is not None
        actions = [choice.action for choice in update.view.choices]
        self.random.shuffle(actions)
        for action in actions:
            self.count += 1
            id = f"{self.number}-{self.count}"
            message = play(id, update, action)
            if await self._send(people, seat, id, message):
                if self.random.random() < REPEAT_SHARE:
                    await self._send(people, seat, id, message)
                return
        raise AssertionError(f"{self.game}: none of {actions} is accepted on its own")

    async def _send(self, people: list[Person], seat: int, id: str, message: bytes) -> bool:
        """Send a message and return whether it was executed.

        A repeated message must be acknowledged with the same version.
        """
        person, key = people[seat], (self.table, id)
        self.unanswered = seat, id, message
        person.socket.send(message)
        answer = await person.answer(id)
        self.unanswered = None
        if isinstance(answer, Refused):
            assert key not in self.acknowledged, f"{key} was acknowledged, but is refused now: {answer}"
            return False
        assert self.acknowledged.setdefault(key, answer.version) == answer.version, "acknowledged twice"
        await person.catch_up(answer.version)
        return True


def run(*, kills: AtLeastOne = 100, seed: int = 1, postgresql: bool = False) -> None:
    """Kill the server at random moments under play, and check that all acknowledged entries are stored exactly once.

    Parameters
    ----------
    kills: int
        How many times it is killed.
    seed: int
        Decides the moments and what is played.
    postgresql: bool
        With PostgreSQL instead of SQLite.
    """
    games = ", ".join(game_slugs())
    print(
        f"{TABLES_A_GAME} tables each of {games}, with the fewest players, a bot at one of them; "
        f"a SIGKILL within {MAX_UPTIME:g} s of each of {kills} starts, one in five within {EARLY_UPTIME:g} s."
    )
    print(machine(), flush=True)
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "data"
        database: Database = SqliteDatabase(folder)
        options = ["--limit", "connection-rate=1000/1000", "--limit", "message-rate=10000/10000"]
        if postgresql:
            url = stack.enter_context(stack.enter_context(running_cluster(DURABLE)).database())
            database = PostgresDatabase(url)
            options += ["--database", url, "--signing-keys", str(folder.parent / "keys.json")]
        asyncio.run(kill_and_compare(folder, database, options, kills, Random(seed)))


async def kill_and_compare(
    folder: Path, database: Database, options: Sequence[str], kills: int, random: Random
) -> None:
    games = [(game, bots) for game in game_slugs() for bots in range(TABLES_A_GAME)]
    scripts = [Script(number, game, bots) for number, (game, bots) in enumerate(games)]
    starts, entries = [], 0
    for kill in range(kills + 1):
        began = time.perf_counter()
        served = await asyncio.to_thread(Served, folder, options=options)
        starts.append(time.perf_counter() - began)
        playing = []
        try:
            entries = check_log(database, scripts)
            if kill == kills:
                break
            playing = [asyncio.create_task(script.play(served.port)) for script in scripts]
            await asyncio.sleep(random.uniform(0, EARLY_UPTIME if kill % 5 == 4 else MAX_UPTIME))
        finally:
            served.kill()
            await eventually(lambda: not database.sessions())  # a commit may have been under way
        for script, outcome in zip(scripts, await asyncio.gather(*playing, return_exceptions=True), strict=False):
            if isinstance(outcome, BaseException) and not isinstance(outcome, OSError):  # OSError: the connection broke
                raise outcome
            assert outcome is not None, f"table {script.number} has stopped by itself"
        if kill % 10 == 9:
            print(f"{kill + 1:>6} kills, {entries} entries", flush=True)
    acknowledged = sum(len(script.acknowledged) for script in scripts)
    repeated = sum(script.asked_again for script in scripts)
    print(f"\n{kills} kills: {acknowledged} actions acknowledged, {entries} entries in the file: 0 lost, 0 there twice")
    by_game = Counter(script.game for script in scripts for _ in script.acknowledged)
    print("acknowledged by game: " + ", ".join(f"{game} {by_game[game]}" for game in game_slugs()))
    print(f"{repeated} messages had no answer at a kill, and were sent again with the same id after the start")
    print(f"a start takes {statistics.median(starts):.2f} s (median)")
