"""Fuzzing of the server with a million hostile frames: each is refused or executed, and nothing crashes.

`tefuda bench fuzz` runs it.  The frames arrive over real WebSockets, as fast as the server reads them.  At a table of
each game a host plays one game after another; one attacker has a seat and sometimes plays, another one watches.  They
send mutated and well-formed messages, text that is not JSON, binary and oversized frames, and broken framing.  The
server's rate limits are lifted, since it would otherwise refuse nearly all frames unread.  The messages are those of
the tests (`harness/server/fuzz_frames.py`).
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import multiprocessing
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

import uvloop

from benchmarks.options import AtLeastOne, OneGame
from benchmarks.speed import headline
from harness.server.client import (
    HERE,
    Advice,
    Chooser,
    Done,
    Moved,
    Pong,
    Refused,
    Socket,
    Update,
    Welcome,
    ask,
    frame,
    metric,
    play,
    read,
    write,
)
from harness.server.databases import SqliteDatabase
from harness.server.doubles import QuickBots, settings
from harness.server.fuzz_frames import FRAMES, MUTATIONS, random_message
from harness.server.stored_log import check_play
from tefuda.engine.game import game_slugs, load
from tefuda.server.app import Server
from tefuda.server.run import listening
from tefuda.server.run import run as run_server

BATCH = 100  # frames that an attacker sends before it waits for the answers
PLAYING = 0.02  # share of an attacker's frames that play a legal choice, on its turn
LAST_GAME = 300  # timeout in seconds of the game in progress when the attack ends


class Attacker:
    """A hostile client that reconnects whenever the server closes its connection."""

    def __init__(self, port: int, seed: int) -> None:
        self.port, self.table, self.cookie = port, "", ""
        self.random = Random(seed)
        self.answers: Counter[str] = Counter()
        self.update, self.lines = Update(0, 0), 0
        self.socket: Socket | None = None
        self.quiet = asyncio.Event()

    def hear(self, text: bytes | None) -> None:
        if text is None:
            self.socket = None
            self.quiet.set()
            return
        message = read(text)
        if isinstance(message, Update | Welcome):
            self.update = message if isinstance(message, Update) else message.update
        elif isinstance(message, Moved):
            self.move(message.table, self.cookie)
        elif isinstance(message, Pong) and message.id == "quiet":
            self.quiet.set()
        elif isinstance(message, Done | Refused | Pong | Advice):
            self.answers[type(message).__name__.lower()] += 1

    def move(self, table: str, cookie: str) -> None:
        """Use another table from the next connection on."""
        self.table, self.cookie = table, cookie
        if self.socket is not None:
            self.socket.close()

    async def attack(self, frames: int) -> None:
        """Send that many frames; reconnect whenever the server closes the connection."""
        while frames > 0:
            if self.socket is None:
                self.lines += 1
                self.socket = await Socket.connect(self.port, self.table, self.hear, cookie=self.cookie)
            count = min(BATCH, frames)
            frames -= count
            await self.send(b"".join(self.frame() for _ in range(count)) + frame(b'{"t":"ping","id":"quiet"}'))
            if self.socket is not None and self.random.random() < 0.1:
                frames -= 1
                await self.send(self.broken())

    async def send(self, data: bytes) -> None:
        """Send frames, and wait until the server has handled them all or closed the connection."""
        assert self.socket is not None
        self.quiet.clear()
        self.socket.transport.write(data)
        async with asyncio.timeout(60):
            await self.quiet.wait()

    def frame(self) -> bytes:
        """Return a frame after which the connection stays open."""
        random, luck = self.random, self.random.random()
        view = self.update.view
        if view is not None and view.choices and random.random() < PLAYING:
            return frame(play("own", self.update, random.choice(view.choices).action))
        if luck < 0.02:
            return frame(random.randbytes(random.randrange(200)), 2)
        if luck < 0.03:
            return frame(random.randbytes(random.randrange(100)), 9)  # a ping with a random payload
        if luck < 0.031:
            return frame(b'{"t":"note","id":"x","text":"' + b"x" * random.randrange(4000, 16_000) + b'"}')
        if luck < 0.1:
            return frame(random.choice(FRAMES).encode())
        text = json.dumps(random_message(random, self.update.turn), ensure_ascii=random.random() < 0.5)
        for _ in range(random.randrange(4)):
            at = random.randrange(len(text))
            text = text[:at] + random.choice(MUTATIONS) + text[at + random.randrange(3) :]
        return frame(text.encode(errors="replace"))

    def broken(self) -> bytes:
        """Return a frame after which the server must close the connection."""
        random = self.random
        return random.choice(
            [
                frame(b"\xff\xfe" + random.randbytes(8)),  # text that is not UTF-8
                frame(b"x" * (1 << 17)),  # larger than any accepted message
                frame(random.randbytes(5), random.choice([3, 5, 11, 15])),  # an unknown opcode
                frame(b"", 0),  # a continuation without a beginning
                b"\xf1\x80\0\0\0\0",  # reserved bits
                b"\x81\x05hello",  # without a mask
                frame(random.randbytes(126), 9),  # a ping over the size limit
                frame(random.randbytes(1), 8),  # a truncated close code
                frame(b"\x03\xe8\xff", 8),
                b"GET / HTTP/1.1\r\n\r\n",
            ]
        )


class Host:
    """The host of a table, who plays one game after another."""

    def __init__(self, port: int, game: str, chooser: Chooser) -> None:
        self.port, self.game, self.chooser = port, game, chooser
        self.seats = load(game).description.players[1]
        self.table = self.cookie = ""
        self.attackers: list[Attacker] = []  # a player and a watcher
        self.games = self.actions = self.tables = 0
        self.action, self.acted = "", -1  # the last action played, and its turn
        self.stopping = False
        self.task: asyncio.Task[None]

    async def open(self) -> None:
        """Create a table with one seat for an attacker and bots at the others."""
        seats = [{"kind": "me"}, {"kind": "open"}, *[{"kind": "bot"}] * (self.seats - 2)]
        wish = {"game": self.game, "public": True, "seats": seats}
        table, self.cookie = await ask(self.port, "/api/tables", wish, cookie=self.cookie)
        self.table = table["id"]
        self.tables += 1
        _, cookie = await ask(self.port, f"/api/tables/{self.table}/join", {"name": "<b>&#39;"})
        for attacker, who in zip(self.attackers, (cookie, ""), strict=False):
            attacker.move(self.table, who)

    async def play(self) -> None:
        """Play until `stopping` is set and the current game is over."""
        while await self.game_played():
            pass

    async def game_played(self) -> bool:
        """Play one game and return whether another follows."""
        inbox: asyncio.Queue[bytes | None] = asyncio.Queue()
        socket = await Socket.connect(self.port, self.table, inbox.put_nowait, cookie=self.cookie)
        update, self.acted = Update(0, 0), -1
        try:
            while True:
                text = await inbox.get()
                assert text is not None, "the server has closed a good connection"
                message = read(text)
                if isinstance(message, Moved):
                    self.table = message.table
                    return True
                if isinstance(message, Refused) and message.error.clause is None:
                    await self.open()  # the attacker requested the rematch first and hosts it
                    return True
                if isinstance(message, Refused):
                    self.chooser.refused(self.game, self.action)  # a legal action that only starts a decision
                    self.acted = -1
                    self.act(socket, update)
                elif isinstance(message, Update | Welcome):
                    update = message if isinstance(message, Update) else message.update
                    if update.view is None and isinstance(message, Welcome):
                        socket.send(write({"t": "deal", "id": "deal"}))
                    elif update.view is not None and update.view.to_act < 0:
                        self.games += 1
                        if self.stopping:
                            return False
                        socket.send(write({"t": "rematch", "id": "again"}))
                    else:
                        self.act(socket, update)
        finally:
            socket.close()

    def act(self, socket: Socket, update: Update) -> None:
        """Play once per own turn."""
        if update.view is not None and update.view.choices and update.turn != self.acted:
            self.actions, self.acted = self.actions + 1, update.turn
            self.action = self.chooser.choose(self.game, update.view.choices)
            socket.send(play(f"host-{self.actions}", update, self.action))

    async def finish(self) -> int:
        """Finish the game with a bot in the attacker's seat; returns the number of own actions."""
        before, self.stopping = self.actions, True
        with contextlib.suppress(OSError):  # the game may just be over
            await ask(self.port, f"/api/tables/{self.table}/leave", {}, cookie=self.attackers[0].cookie)
        async with asyncio.timeout(LAST_GAME):
            await self.task
        return self.actions - before


def run(*, frames: AtLeastOne = 1_000_000, seed: int = 1, game: OneGame = None) -> None:
    """Send the server malformed and hostile frames while games are played, and check that nothing fails.

    Parameters
    ----------
    frames: int
        How many.
    seed: int
        Decides which.
    """
    slugs = (game,) if game is not None else game_slugs()
    headline(f"Two attackers at a table each of {', '.join(slugs)}, at a server in a process of its own.")
    ours, theirs = multiprocessing.Pipe()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        process = multiprocessing.get_context("spawn").Process(target=serve, args=(folder, seed, theirs))
        process.start()
        theirs.close()
        try:
            uvloop.run(attack(ours.recv(), frames, seed, slugs))
            assert process.is_alive(), "the server has fallen"
        finally:
            process.terminate()
            process.join(60)
        assert process.exitcode == 0, f"the server ended with {process.exitcode}"
        moves, _ = asyncio.run(check_play(SqliteDatabase(folder), folder / "signing-keys.json"))
        print(f"the rules accept every log: {moves} moves")


def serve(folder: Path, seed: int, port: Connection) -> None:
    """Run a server without rate limits and with bots that answer at once."""
    logging.disable()  # uvicorn logs a traceback for every text that is not UTF-8
    with listening(HERE, 0) as listener:
        server = Server(settings(folder), QuickBots(seed))
        port.send(listener.getsockname()[1])
        run_server(server, listener)


async def attack(port: int, frames: int, seed: int, slugs: Sequence[str]) -> None:
    chooser = Chooser(Random(seed))
    hosts = [Host(port, slug, chooser) for slug in slugs]
    attackers = []
    for host in hosts:
        host.attackers = [Attacker(port, seed + len(attackers) + number) for number in range(2)]
        attackers += host.attackers
        await host.open()
        host.task = asyncio.create_task(host.play())
    began = time.perf_counter()
    share = -(-frames // len(attackers))
    progress = asyncio.create_task(tell(attackers, began))
    await asyncio.gather(*(attacker.attack(share) for attacker in attackers))
    progress.cancel()
    spent = time.perf_counter() - began
    for attacker in attackers:
        if attacker.socket is not None:
            attacker.socket.close()
    during = [(host.tables, host.games, host.actions) for host in hosts]
    last = [await host.finish() for host in hosts]
    page, _ = await ask(port, "/metrics")
    exceptions = metric(page, "tefuda_exceptions_total")
    answers = sum((attacker.answers for attacker in attackers), Counter[str]())
    print(f"\n{share * len(attackers)} frames in {spent:.0f} s over {sum(a.lines for a in attackers)} connections; "
          f"answers: {', '.join(f'{count} {kind}' for kind, count in answers.most_common())}")  # fmt: skip
    for host, (tables, games, actions), rest in zip(hosts, during, last, strict=True):
        print(f"{host.game:>8}: under attack {games} games to their end and {actions} actions of the host, "
              f"{tables} tables and their rematches; afterwards a game to its end, {rest} actions")  # fmt: skip
    print(f"{exceptions:.0f} crashes and exceptions; afterwards {len(last)} games were played to their end")
    assert exceptions == 0, "the server has met an exception"


async def tell(attackers: list[Attacker], began: float) -> None:
    while True:
        await asyncio.sleep(20)
        answered = sum(sum(attacker.answers.values()) for attacker in attackers)
        print(f"{time.perf_counter() - began:>5.0f} s: {answered} frames answered", flush=True)
