"""How soon everybody is back at their table after the server has started anew.

`tefuda bench restart` runs it.  A data folder holds many tables in the middle of their games.  `tefuda serve` starts on
it, and at each table somebody comes back at once: it is ready when they have been told how it stands.  The server has
one core, the people another one.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from hashlib import sha256
from pathlib import Path
from random import Random

import uvloop

from benchmarks.client import Socket, Welcome, apart, read
from benchmarks.speed import machine
from tefuda.engine.game import Game, load
from tefuda.engine.game_record import table_digest
from tefuda.server.app import COOKIE
from tefuda.server.serialization import encoded_entry
from tefuda.server.sqlite import SqliteStore
from tefuda.server.store import Seat, TableRow
from tefuda.table.deal import Deal
from tefuda.table.entries import Entry, Sitter
from tefuda.table.table import Table

SEATS = 4
MOVES = 40  # played at each table: about half of a game
TARGET = 3.0  # seconds for a thousand tables
STARTS = 5
AT_A_TIME = 64  # people who come at once


def run(*, tables: int = 1000) -> None:
    """Start the server some times on a folder with so many tables, and say how soon all are ready."""
    print(f"{tables} tables of {SEATS} people, {MOVES} moves played at each.\n{machine()}\n", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        ids = asyncio.run(fill(data, tables))
        spent = []
        for number in range(STARTS):
            began = time.perf_counter()
            with apart(data) as served:
                listening = time.perf_counter() - began
                uvloop.run(come_back(served.port, ids))
                spent.append(time.perf_counter() - began - listening)
            print(
                f"start {number + 1}: it listens after {listening:.2f} s, all are back {spent[-1]:.2f} s later",
                flush=True,
            )
    median = statistics.median(spent)
    verdict = "reached" if median < TARGET * tables / 1000 else "MISSED"
    print(f"\n{tables} tables ready within {median:.2f} s (median); "
          f"target {TARGET:g} s for a thousand: {verdict}")  # fmt: skip


async def fill(folder: Path, tables: int) -> list[str]:
    """Store tables with people in the middle of a game; a table's id and a seat are the token of whoever sits there."""
    store, random, game = SqliteStore(folder), Random(1), load("kotori", players=SEATS)
    ids = [f"table{number:07d}" for number in range(tables)]
    for id in ids:
        guests = [await store.add_guest(sha256(f"{id}{p}".encode()).digest(), f"P{p}", 1) for p in range(SEATS)]
        secret = random.randbytes(32)
        deal = Deal(
            id,
            secret,
            (bytes(32),),
            game=game.slug,
            rules=game.description.rules_version,
            cards=bytes.fromhex(table_digest(game.tables)),
            options=game.options,
        )
        table, entries = half_a_game(game, deal, random)
        row = TableRow(
            id, "kotori", {}, None, guests[0].id, True, secret, 1, len(entries), "playing",
            table.state.seat if table.state is not None and table.state.seat is not None else -1,
            tuple(table.sitters), None,
        )  # fmt: skip
        seats = [Seat(guest.id, seat, sits=True) for seat, guest in enumerate(guests)]
        await store.add_table(row, [encoded_entry(entry) for entry in entries], seats, None)
    await store.close()
    return ids


def half_a_game(game: Game, deal: Deal, random: Random) -> tuple[Table, list[Entry]]:
    """A table at which people have played at random for a while, and its log."""
    table, entries = Table(game, deal=deal, audiences=()), list[Entry]()

    def happen(entry: Entry) -> None:
        table.apply(entry)
        entries.append(entry)

    for seat in range(SEATS):
        happen(table.propose_sit(seat, Sitter("person", f"P{seat}")))
    happen(table.propose_seal(()))
    happen(table.propose_deal())
    for _ in range(MOVES):
        if table.state is not None and table.state.seat is not None:
            happen(table.propose_play(table.state.seat, table.turn, random.choice(table.state.actions)))
    return table, entries


async def come_back(port: int, ids: list[str]) -> None:
    """One person comes to every table; returns when all have been welcomed."""
    doors = asyncio.Semaphore(AT_A_TIME)

    async def come(number: int, id: str) -> None:
        inbox: asyncio.Queue[bytes | None] = asyncio.Queue()
        source = f"127.3.{number // 250}.{1 + number % 250}"
        async with doors:
            socket = await Socket.connect(port, id, inbox.put_nowait, cookie=f"{COOKIE}={id}0", source=source)
            while (text := await inbox.get()) is not None:
                message = read(text)
                if isinstance(message, Welcome):
                    assert message.update.view is not None
                    assert message.update.view.choices or message.update.view.to_act, "the first seat sees its choices"
                    socket.close()
                    return
        raise ConnectionError(f"table {id} let nobody in")

    await asyncio.gather(*(come(number, id) for number, id in enumerate(ids)))
