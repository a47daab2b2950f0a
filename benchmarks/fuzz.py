"""A million frames from people who mean no good: refused or obeyed, but nothing falls.

`tefuda bench fuzz` runs it.  A server takes them over real WebSockets, as fast as it can, from seats and from
watchers of tables on which others play: mangled and well-formed messages, texts that are no JSON, binary and oversized
frames, broken framing.  Only its limits on how much one may ask for are lifted, or it would refuse nearly all unread.
The messages are made as the tests make them.
"""

from __future__ import annotations

import asyncio
import json
import logging
import multiprocessing
import tempfile
import time
from collections import Counter
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

import uvloop

from benchmarks.client import HERE, Advice, Done, Pong, Refused, Socket, Update, Welcome, ask, frame, play, read, write
from benchmarks.speed import machine
from tefuda.server.app import Server
from tefuda.server.run import listening
from tefuda.server.run import run as run_server
from tests.server.clients import QuickBots, settings
from tests.server.test_hostile import FRAMES, MUTATIONS, random_message

ATTACKERS = 8
TABLES = 4
BATCH = 100  # frames of one attacker, before it waits for the answers


class Attacker:
    """One connection after another, all of them hostile."""

    def __init__(self, port: int, table: str, cookie: str, seed: int) -> None:
        self.port, self.table, self.cookie = port, table, cookie
        self.random = Random(seed)
        self.answers: Counter[str] = Counter()
        self.turn = self.lines = 0
        self.socket: Socket | None = None
        self.quiet = asyncio.Event()

    def hear(self, text: bytes | None) -> None:
        if text is None:
            self.socket = None
            self.quiet.set()
            return
        message = read(text)
        if isinstance(message, Update | Welcome):
            self.turn = (message if isinstance(message, Update) else message.update).turn
        elif isinstance(message, Pong) and message.id == "quiet":
            self.quiet.set()
        elif isinstance(message, Done | Refused | Pong | Advice):
            self.answers[type(message).__name__.lower()] += 1

    async def attack(self, frames: int) -> None:
        """Send so many frames; come back whenever the server ends the connection."""
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
        """Send frames, and wait until the server has come to their end or has ended the connection."""
        assert self.socket is not None
        self.quiet.clear()
        self.socket.transport.write(data)
        async with asyncio.timeout(60):
            await self.quiet.wait()

    def frame(self) -> bytes:
        """A frame after which the connection goes on."""
        random, luck = self.random, self.random.random()
        if luck < 0.02:
            return frame(random.randbytes(random.randrange(200)), 2)
        if luck < 0.03:
            return frame(random.randbytes(random.randrange(100)), 9)  # a ping with anything in it
        if luck < 0.031:
            return frame(b'{"t":"note","id":"x","text":"' + b"x" * random.randrange(4000, 16_000) + b'"}')
        if luck < 0.1:
            return frame(random.choice(FRAMES).encode())
        text = json.dumps(random_message(random, self.turn), ensure_ascii=random.random() < 0.5)
        for _ in range(random.randrange(4)):
            at = random.randrange(len(text))
            text = text[:at] + random.choice(MUTATIONS) + text[at + random.randrange(3) :]
        return frame(text.encode(errors="replace"))

    def broken(self) -> bytes:
        """A frame after which the server has to end the connection."""
        random = self.random
        return random.choice(
            [
                frame(b"\xff\xfe" + random.randbytes(8)),  # a text that is no UTF-8
                frame(b"x" * (1 << 17)),  # larger than anything is read
                frame(random.randbytes(5), random.choice([3, 5, 11, 15])),  # a kind there is not
                frame(b"", 0),  # goes on with nothing
                b"\xf1\x80\0\0\0\0",  # reserved bits
                b"\x81\x05hello",  # without a mask
                frame(random.randbytes(126), 9),  # a ping that is too long
                frame(random.randbytes(1), 8),  # half a code to close with
                frame(b"\x03\xe8\xff", 8),
                b"GET / HTTP/1.1\r\n\r\n",
            ]
        )


def run(*, frames: int = 1_000_000, seed: int = 1) -> None:
    """Send so many frames, then play a table to its end; raises where the server has fallen or met an exception."""
    print(f"{ATTACKERS} attackers at {TABLES} tables of a server in a process of its own.")
    print(machine(), flush=True)
    ours, theirs = multiprocessing.Pipe()
    with tempfile.TemporaryDirectory() as folder:
        process = multiprocessing.get_context("spawn").Process(target=serve, args=(Path(folder), seed, theirs))
        process.start()
        theirs.close()
        try:
            uvloop.run(attack(ours.recv(), frames, seed))
            assert process.is_alive(), "the server has fallen"
        finally:
            process.terminate()
            process.join(60)
    assert process.exitcode == 0, f"the server ended with {process.exitcode}"


def serve(folder: Path, seed: int, port: Connection) -> None:
    """A server without limits on how much one may ask for, and with bots that answer at once."""
    logging.disable()  # uvicorn shows a stack for every text that is no UTF-8
    with listening(HERE, 0) as listener:
        server = Server(settings(folder), QuickBots(seed))
        port.send(listener.getsockname()[1])
        run_server(server, listener)


async def attack(port: int, frames: int, seed: int) -> None:
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot"}]
    tables, hosts, attackers = [], [], []
    for _ in range(TABLES):
        table, host = await ask(port, "/api/tables", {"game": "kotori", "public": True, "seats": seats})
        _, cookie = await ask(port, f"/api/tables/{table['id']}/join", {"name": "<b>&#39;"})
        tables.append(table["id"])
        hosts.append(host)
        for who in (cookie, ""):  # one at a seat, one who watches
            attackers.append(Attacker(port, table["id"], who, seed + len(attackers)))
    began = time.perf_counter()
    share = -(-frames // ATTACKERS)
    progress = asyncio.create_task(tell(attackers, began))
    await asyncio.gather(*(attacker.attack(share) for attacker in attackers))
    progress.cancel()
    spent = time.perf_counter() - began
    for attacker in attackers:
        if attacker.socket is not None:
            attacker.socket.close()
    played = [await play_on(port, table, host) for table, host in zip(tables, hosts, strict=True)]
    page, _ = await ask(port, "/metrics")
    exceptions = metric(page, "tefuda_exceptions_total")
    answers = sum((attacker.answers for attacker in attackers), Counter[str]())
    print(f"\n{share * ATTACKERS} frames in {spent:.0f} s over {sum(a.lines for a in attackers)} connections; answers: "
          + ", ".join(f"{count} {kind}" for kind, count in answers.most_common()))  # fmt: skip
    print(f"{exceptions:.0f} crashes and exceptions; afterwards {len(played)} games were played to their end, "
          f"{sum(played)} actions")  # fmt: skip
    assert exceptions == 0, "the server has met an exception"


async def tell(attackers: list[Attacker], began: float) -> None:
    while True:
        await asyncio.sleep(20)
        answered = sum(sum(attacker.answers.values()) for attacker in attackers)
        print(f"{time.perf_counter() - began:>5.0f} s: {answered} frames answered", flush=True)


async def play_on(port: int, table: str, host: str) -> int:
    """A table that was attacked is none the worse: its game begins, if nobody has begun it, and comes to its end."""
    info, _ = await ask(port, f"/api/tables/{table}", cookie=host)
    inbox: asyncio.Queue[bytes | None] = asyncio.Queue()
    socket = await Socket.connect(port, table, inbox.put_nowait, cookie=host)
    if info["phase"] == "open":
        for seat, sitter in enumerate(info["sitters"]):
            if seat and sitter.get("kind") != "bot":
                socket.send(write({"t": "sit", "id": f"sit-{seat}", "seat": seat, "kind": "bot"}))
        socket.send(write({"t": "deal", "id": "deal"}))
    actions, update = 0, Update(0, 0)
    async with asyncio.timeout(60):
        while True:
            text = await inbox.get()
            assert text is not None, "the server has closed a good connection"
            message = read(text)
            assert not isinstance(message, Refused), message
            if not isinstance(message, Update | Welcome):
                continue
            update = message if isinstance(message, Update) else message.update
            if update.view is not None and update.view.to_act < 0:
                break
            if update.view is not None and update.view.choices:
                actions += 1
                socket.send(play(f"host-{actions}", update, update.view.choices[0].action))
    socket.close()
    return actions


def metric(page: str, name: str) -> float:
    """A number of the metrics' page."""
    return next(float(line.split()[1]) for line in page.splitlines() if line.startswith(f"{name} "))
