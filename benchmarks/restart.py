"""Time until all clients are back at their tables after a restart of the server.

`tefuda bench restart` runs it.  A data folder holds many tables in mid-game, the same number of each game.
`tefuda serve` starts on it, and one client reconnects to each table at once; a table is ready when its client is
welcomed.  Further starts, with clients for the tables of one game only, show the cost of a table of each game.  The
server has one core, the clients another.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from random import Random

import uvloop

from benchmarks.options import AtLeastOne, OneGame
from benchmarks.speed import headline, judged
from harness.contract.cases import random_command
from harness.server.client import Socket, Welcome, apart, read
from tefuda.engine.game import Game, game_slugs, load
from tefuda.engine.game_record import table_digest
from tefuda.server.protocol.limits import COOKIE
from tefuda.server.store.sqlite import SqliteStore
from tefuda.server.store.stored_data import Seat, TableRow
from tefuda.server.tables.entry_log import SNAPSHOT_EVERY
from tefuda.server.tables.serialization import encoded_entry
from tefuda.table.deal import Deal
from tefuda.table.entries import Entry, Sitter
from tefuda.table.snapshot import Snapshot
from tefuda.table.table import Table

MOVES = 40  # played at each table before the restart
TARGET = 3.0  # seconds for a thousand tables
STARTS = 5  # with clients for all tables
ALONE = 3  # starts with clients for the tables of one game
AT_A_TIME = 64  # concurrent connection attempts


def run(*, tables: AtLeastOne = 1000, game: OneGame = None) -> None:
    """Measure how soon all players are back at their tables after a restart of the server.

    Parameters
    ----------
    tables: int
        Tables in mid-game, the same number of each game; one person comes back to each.
    """
    slugs = (game,) if game is not None else game_slugs()
    headline(f"{tables} tables of {', '.join(slugs)} in turn, all seats taken, {MOVES} moves played at each.")
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        ids = asyncio.run(fill(data, tables, slugs))
        spent = []
        for number in range(STARTS):
            listening, back = start(data, ids)
            spent.append(back)
            print(
                f"start {number + 1}: it listens after {listening:.2f} s, all are back {back:.2f} s later", flush=True
            )
        median = statistics.median(spent)
        print(f"\n{tables} tables ready within {median:.2f} s (median); "
              f"target {judged(f'{TARGET:g} s for a thousand', reached=median < TARGET * tables / 1000)}")  # fmt: skip
        for slug, own in zip(slugs, (ids[place :: len(slugs)] for place in range(len(slugs))), strict=True):
            if own:
                back = statistics.median(start(data, own)[1] for _ in range(ALONE))
                alone = f"{len(own)} tables alone within {back:.2f} s, {1000 * back / len(own):.1f} ms a table"
                print(f"{slug:>8}: {alone}", flush=True)


def start(data: Path, ids: Sequence[str]) -> tuple[float, float]:
    """Start the server; return the seconds until it listens, and from then until each table has a client again."""
    began = time.perf_counter()
    with apart(data) as served:
        listening = time.perf_counter() - began
        uvloop.run(come_back(served.port, ids))
        return listening, time.perf_counter() - began - listening


async def fill(folder: Path, tables: int, slugs: Sequence[str]) -> list[str]:
    """Store tables in mid-game, of these games in rotation; a player's token is the table's id and the seat."""
    store, random = SqliteStore(folder), Random(1)
    games = [load(slug, players=load(slug).description.players[1]) for slug in slugs]
    ids = [f"table{number:07d}" for number in range(tables)]
    for number, id in enumerate(ids):
        game = games[number % len(games)]
        guests = [
            await store.add_guest(sha256(f"{id}{p}".encode()).digest(), f"P{p}", 1) for p in range(game.num_players)
        ]
        table, secret, entries, snapshot = in_mid_game(game, id, random)
        row = TableRow(
            id, game.slug, dict(game.options), None, guests[0].id, True, secret, 1, len(entries), "playing",
            table.state.current_player if table.state is not None and table.state.current_player is not None else -1,
            tuple(table.sitters), None,
        )  # fmt: skip
        seats = [Seat(guest.id, seat, sits=True) for seat, guest in enumerate(guests)]
        await store.add_table(row, [encoded_entry(entry) for entry in entries], seats, None)
        if snapshot is not None:
            await store.keep_snapshot(id, snapshot)
    await store.close()
    return ids


def in_mid_game(game: Game, id: str, random: Random) -> tuple[Table, bytes, list[Entry], Snapshot | None]:
    """Return a table after random play whose game goes on, its secret, its log, and its snapshot as a server has it."""
    while True:
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
        table, entries, snapshot = played(game, deal, random)
        if table.state is not None and not table.state.is_terminal:
            return table, secret, entries, snapshot


def played(game: Game, deal: Deal, random: Random) -> tuple[Table, list[Entry], Snapshot | None]:
    """Return a table after MOVES random moves, or after the end of its game, its log and its snapshot."""
    table, entries = Table(game, deal=deal, audiences=()), list[Entry]()
    snapshot: Snapshot | None = None

    def happen(entry: Entry) -> None:
        nonlocal snapshot
        if table.version % SNAPSHOT_EVERY == 0:
            snapshot = table.snapshot() or snapshot
        table.apply(entry)
        entries.append(entry)

    for seat in range(game.num_players):
        happen(table.propose_sit(seat, Sitter("person", f"P{seat}")))
    happen(table.propose_seal(()))
    happen(table.propose_deal())
    for _ in range(MOVES):
        if table.state is not None and table.state.current_player is not None:
            happen(table.propose_play(table.state.current_player, table.turn, random_command(table.state, random)))
    return table, entries, snapshot


async def come_back(port: int, ids: Sequence[str]) -> None:
    """Connect one client to every table; returns when all are welcomed."""
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
        raise ConnectionError(f"table {id} refused a connection")

    await asyncio.gather(*(come(number, id) for number, id in enumerate(ids)))
