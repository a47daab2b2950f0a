"""SIGKILL at random moments: what was acknowledged is there afterwards, and nothing is there twice.

`tefuda bench durability` runs it.  People play on several tables of `tefuda serve`, which is killed at a random moment
and started again, as often as one likes.  Each time the file is compared with everything that anybody was told, and
whoever got no answer asks again with the same id.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Protocol

from benchmarks.client import Done, Refused, Served, Socket, Update, Welcome, ask, play, read, write
from benchmarks.speed import machine
from tefuda.engine.game import game_slugs
from tefuda.engine.game import load as load_game

TABLES_A_GAME = 2
LONGEST = 4.0  # seconds from a start to the kill, at most
PAUSE = 0.1  # seconds between two actions at a table, at most
COMING_BACK = 0.2  # how often somebody has not waited for the answer, and asks for one that was given already


class Person:
    """One seat's connection: what it has heard last, and what comes next."""

    def __init__(self) -> None:
        self.inbox: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.update = Update(0, 0)
        self.socket: Socket

    async def hear(self) -> Any:
        text = await self.inbox.get()
        if text is None:
            raise ConnectionError("the line broke")
        message = read(text)
        if isinstance(message, Update | Welcome):
            self.update = message if isinstance(message, Update) else message.update
        return message

    async def answer(self, id: str) -> Done | Refused:
        """What is answered to a message."""
        while True:
            message = await self.hear()
            if isinstance(message, Done | Refused):
                assert message.id == id, f"an answer to {message.id!r} instead of {id!r}: {message}"
                return message

    async def catch_up(self, version: int) -> None:
        while self.update.version < version:
            await self.hear()


class Script:
    """A table of people who play one game on and on, and remember what they were told."""

    def __init__(self, number: int, game: str) -> None:
        self.number, self.random = number, Random(number)
        self.game = game
        self.seats = load_game(game).description.players[0]
        self.source = f"127.2.0.{number + 1}"
        self.cookies: list[str] = []
        self.table, self.count = "", 0
        self.acknowledged: dict[tuple[str, str], int] = {}  # (table, id) -> version
        self.heard: dict[str, int] = {}  # table -> the newest version anybody has seen
        self.unanswered: tuple[int, str, bytes] | None = None  # seat, id, message
        self.asked_again = 0

    async def play(self, port: int) -> None:
        """Play until the line breaks, and say so by an OSError."""
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
        seats = [{"kind": "me"}, *[{"kind": "open"}] * (self.seats - 1)]
        wish = {"game": self.game, "public": True, "seats": seats}
        info, cookie = await ask(port, "/api/tables", wish, source=self.source)
        cookies = [cookie]
        for seat in range(1, self.seats):
            body = {"name": f"P{seat}"}
            _, cookie = await ask(port, f"/api/tables/{info['id']}/join", body, source=self.source)
            cookies.append(cookie)
        self.table, self.cookies = info["id"], cookies

    async def _sit(self, port: int, people: list[Person]) -> None:
        """Everybody comes, and hears of everything that anybody had heard of."""
        for person, cookie in zip(people, self.cookies, strict=True):
            hear = person.inbox.put_nowait
            person.socket = await Socket.connect(port, self.table, hear, cookie=cookie, source=self.source)
            while not isinstance(await person.hear(), Welcome):
                pass
            assert person.update.version >= self.heard.get(self.table, 0), "what was heard of is gone"
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
            self.heard[self.table] = newest
            view = people[0].update.view
            if view is None:  # sealed, and dealt with the next entry
                await people[0].hear()
                continue
            if view.to_act < 0:
                return
            await asyncio.sleep(self.random.uniform(0, PAUSE))
            await self._move(people, view.to_act)

    async def _move(self, people: list[Person], seat: int) -> None:
        """Play an action of a seat; one that only begins a decision is refused, and another is tried."""
        own = people[seat].update
        assert own.view is not None
        actions = [choice.action for choice in own.view.choices]
        self.random.shuffle(actions)
        for action in actions:
            self.count += 1
            id = f"{self.number}-{self.count}"
            message = play(id, own, action)
            if await self._send(people, seat, id, message):
                if self.random.random() < COMING_BACK:
                    await self._send(people, seat, id, message)
                return
        raise AssertionError(f"{self.game}: none of {actions} is taken by itself")

    async def _send(self, people: list[Person], seat: int, id: str, message: bytes) -> bool:
        """Send a message, and tell whether it was carried out.

        What is acknowledged now must be what was acknowledged before.
        """
        person, key = people[seat], (self.table, id)
        self.unanswered = seat, id, message
        person.socket.send(message)
        answer = await person.answer(id)
        self.unanswered = None
        if isinstance(answer, Refused):
            assert key not in self.acknowledged, f"{key} was acknowledged, and is refused now: {answer}"
            return False
        assert self.acknowledged.setdefault(key, answer.version) == answer.version, "answered anew"
        await person.catch_up(answer.version)
        return True


class Told(Protocol):
    """What somebody was told."""

    acknowledged: dict[tuple[str, str], int]  # (table, id) -> version
    heard: dict[str, int]  # table -> the newest version seen


def check_log(folder: Path, scripts: Sequence[Told]) -> int:
    """Compare all that anybody was told with what is in the file; how many entries there are."""
    with contextlib.closing(sqlite3.connect(folder / "tefuda.sqlite3")) as file:
        rows = file.execute("SELECT table_id, version, command FROM entries ORDER BY table_id, version").fetchall()
        lengths: dict[str, int] = dict(file.execute("SELECT id, version FROM tables").fetchall())
    versions: dict[str, list[int]] = {}
    found: dict[tuple[str, str], list[int]] = {}
    for table, version, command in rows:
        versions.setdefault(table, []).append(version)
        if command is not None:
            found.setdefault((table, command), []).append(version)
    for table in versions.keys() | lengths.keys():
        assert versions[table] == list(range(1, lengths[table] + 1)), f"the log of {table} has a gap"
    for script in scripts:
        for key, version in script.acknowledged.items():
            assert found.get(key) == [version], f"{key} was acknowledged at {version}, and is at {found.get(key)}"
        for table, version in script.heard.items():
            assert lengths.get(table, 0) >= version, f"somebody has heard of {version} of {table}"
    for key, places in found.items():
        assert len(places) == 1, f"{key} was carried out {len(places)} times"
    return len(rows)


def run(*, kills: int = 100, seed: int = 1) -> None:
    """Kill the server so many times; raises AssertionError at the first thing that is lost or there twice."""
    games = ", ".join(game_slugs())
    print(f"{TABLES_A_GAME} tables each of {games}, with the fewest players; a SIGKILL within {LONGEST:g} s of each of "
          f"{kills} starts.")  # fmt: skip
    print(machine(), flush=True)
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(kill_and_compare(Path(folder) / "data", kills, Random(seed)))


async def kill_and_compare(folder: Path, kills: int, random: Random) -> None:
    games = [game for game in game_slugs() for _ in range(TABLES_A_GAME)]
    scripts = [Script(number, game) for number, game in enumerate(games)]
    starts, entries = [], 0
    for kill in range(kills + 1):
        began = time.perf_counter()
        served = await asyncio.to_thread(Served, folder, options=("--limit", "connection-rate=1000/1000"))
        starts.append(time.perf_counter() - began)
        playing = []
        try:
            entries = check_log(folder, scripts)
            if kill == kills:
                break
            playing = [asyncio.create_task(script.play(served.port)) for script in scripts]
            await asyncio.sleep(random.uniform(0, LONGEST))
        finally:
            served.kill()
        for script, outcome in zip(scripts, await asyncio.gather(*playing, return_exceptions=True), strict=False):
            if isinstance(outcome, BaseException) and not isinstance(outcome, OSError):  # OSError: the line broke
                raise outcome
            assert outcome is not None, f"table {script.number} has stopped by itself"
        if kill % 10 == 9:
            print(f"{kill + 1:>6} kills, {entries} entries", flush=True)
    told = sum(len(script.acknowledged) for script in scripts)
    again = sum(script.asked_again for script in scripts)
    print(f"\n{kills} kills: {told} actions acknowledged, {entries} entries in the file: 0 lost, 0 there twice")
    by_game = Counter(script.game for script in scripts for _ in script.acknowledged)
    print("acknowledged by game: " + ", ".join(f"{game} {by_game[game]}" for game in game_slugs()))
    print(f"{again} messages had no answer at a kill, and were sent again with the same id after the start")
    print(f"a start takes {statistics.median(starts):.2f} s (median)")
