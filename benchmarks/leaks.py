"""Compare what servers send in thousands of pairs of worlds that an audience cannot tell apart: byte for byte equal.

`tefuda bench leaks` runs it.  Three servers in processes of their own hold some tables each, each one of three worlds
of which every two are a pair; the same is done at all over WebSockets and HTTP (tests/server/script.py), with a SIGKILL
of all in between.  Only pairs that differ in what is hidden are counted.  Then leaks are planted, one for each way by
which something could come out, to see that each of them would have been noticed in each game.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.speed import machine
from tefuda import game_slugs
from tefuda.engine import game as games
from tests.contract.cases import CASES, Case
from tests.server import plants
from tests.server.pairs import Pair, Plan, pairs, plan
from tests.server.script import compare
from tests.server.sockets import opened
from tests.server.worlds import Opening

PROCESSES = 2
WORLDS = 3  # that are compared at a table: three pairs
CHUNK = 150  # pairs
PLANTED = 8  # tables for each planted leak: some show in every other pair of worlds only
COMMANDS = 2  # played there at most
OTHER_CARDS = 5  # one chunk in so many is played with other cards than the game's own
LOOKED_AT = 600  # pairs, for those at which a planted leak can come to light
# What another card file says instead of the game's own.
OTHERWISE = {
    "doutotsu": ("red = 2, blue = 2, yellow = 2", "red = 3, blue = 2, yellow = 2"),
    "kotodama": ("{ draw = 1 }", "{ draw = 2 }"),
    "kotori": ("copies = 5", "copies = 4"),
    "llama": ("copies = 20", "copies = 22"),
    "tezuma": ("spare = 1", "spare = 2"),
}


class Chunk(NamedTuple):
    """Some pairs of a game, compared together."""

    case: Case
    number: int
    pairs: int
    other_cards: bool = False
    planted: bool = False


class Compared(NamedTuple):
    """What has come of a chunk."""

    slug: str
    planted: bool
    pairs: int  # that differ in what is hidden
    tables: int  # at which they are compared, each with a position of its own
    commands: int  # played in all worlds of a table
    over: int  # tables that went on to the end of the game
    characters: int
    used: float  # seconds of processor time, the servers' included
    heard: Counter[str]  # messages, by kind
    differences: list[str]
    stuck: list[str]
    caught: set[str]  # channels with a planted leak that was noticed


def run(*, pairs: int = 10_000, game: str | None = None, skip: int = 0) -> None:
    """Compare so many pairs of each game, or of one, over all numbers of players; raises where one differs.

    `skip` leaves out the first so many pairs, in whole chunks: another run compared them.
    """
    slugs = (game,) if game is not None else game_slugs()
    print(f"{pairs} pairs of {', '.join(slugs)}: all that one audience of each is sent, by three servers over sockets.")
    print(machine(), flush=True)
    troubles: list[str] = []
    for slug in slugs:
        troubles += _run_game(slug, pairs, skip)
    assert not troubles, troubles[0]


def _run_game(slug: str, wanted: int, skip: int) -> list[str]:
    """Compare the pairs of one game, print what has come of it, and return what should not be so."""
    began, done, told = time.perf_counter(), list[Compared](), 0
    for compared in compared_chunks(_chunks(slug, wanted, skip)):
        done.append(compared)
        pairs = sum(one.pairs for one in done if not one.planted)
        if pairs // 1000 > told:
            told = pairs // 1000
            print(f"{time.perf_counter() - began:>5.0f} s: {pairs} pairs", flush=True)
    honest = [one for one in done if not one.planted]
    differences = [found for one in honest for found in one.differences]
    stuck = [found for one in honest for found in one.stuck]
    caught = set[str]().union(*(one.caught for one in done))
    heard = sum((one.heard for one in honest), Counter[str]())
    print(
        f"{slug}: {sum(one.pairs for one in honest)} pairs compared at {sum(one.tables for one in honest)} tables, "
        f"{time.perf_counter() - began:.0f} s, {len(differences)} differences; "
        f"{len(caught)} of {len(plants.CHANNELS)} planted leaks caught"
    )
    used, characters = sum(one.used for one in honest), sum(one.characters for one in honest)
    commands, over = sum(one.commands for one in honest), sum(one.over for one in honest)
    print(
        f"  {used:.0f} s of processor time, {commands} commands, {over} tables to the end of the game, "
        f"{characters / 1e6:.1f} million characters; "
        + ", ".join(f"{times} {kind}" for kind, times in sorted(heard.items())),
        flush=True,
    )
    missed = [f"{slug}: not noticed: {channel}" for channel in plants.CHANNELS if channel not in caught]
    return [*differences, *stuck, *missed]


def compared_chunks(chunks: Iterable[Chunk]) -> Iterator[Compared]:
    """What comes of chunks, in any order, by processes of their own."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(PROCESSES, context) as processes:
        for future in as_completed([processes.submit(compare_chunk, chunk) for chunk in chunks]):
            yield future.result()


def _chunks(slug: str, wanted: int, skip: int) -> list[Chunk]:
    """So many pairs over all numbers of players, some with other cards, and those for the planted leaks."""
    cases = [case for case in CASES if case.slug == slug and case.cards is None]
    begin = skip // CHUNK
    chunks = [
        Chunk(cases[number % len(cases)], number, min(CHUNK, wanted - first), number % OTHER_CARDS == OTHER_CARDS - 1)
        for number, first in enumerate(range(0, wanted, CHUNK), begin)
    ]
    return [Chunk(cases[-1], begin + len(chunks), 0, planted=True), *chunks]


def compare_chunk(chunk: Chunk) -> Compared:
    """Compare the pairs of a chunk, behind two servers."""
    return asyncio.run(_compare(chunk))


async def _compare(chunk: Chunk) -> Compared:
    slug, began = chunk.case.slug, time.process_time()
    with tempfile.TemporaryDirectory() as name:
        folder, case = Path(name), chunk.case
        if chunk.other_cards:
            case = Case(slug, case.players, other_cards(slug, folder))
        tables = _leaky(case, chunk.number) if chunk.planted else _honest(case, chunk.number, chunk.pairs)
        cards = {slug: case.cards} if case.cards is not None else {}
        worlds = await opened(folder, tables, cards, planted=chunk.planted)
        try:
            sittings = await compare(worlds, tables)
        finally:
            for world in worlds:
                await world.close()
    return Compared(
        slug,
        chunk.planted,
        sum(table.pair.differing for table in tables),
        len(tables),
        sum(len(table.plan.steps) for table in tables),
        sum(table.plan.over for table in tables),
        sum(sitting.compared for sitting in sittings),
        time.process_time() - began + sum(world.used for world in worlds),
        sum((sitting.heard for sitting in sittings), Counter[str]()),
        [f"{case}, {sitting.opening.pair}: {found}" for sitting in sittings for found in sitting.found],
        [f"{case}, {sitting.opening.pair}: {found}" for sitting in sittings for found in sitting.stuck],
        {sitting.opening.id.partition("-")[0] for sitting in sittings if sitting.found} if chunk.planted else set(),
    )


def other_cards(slug: str, folder: Path) -> Path:
    """A card file that differs from the game's own."""
    own = Path(str(games.__file__)).parents[1] / "games" / slug / "cards.toml"
    before, after = OTHERWISE[slug]
    text = own.read_text(encoding="utf-8")
    assert before in text, f"{own} says {before!r} no longer"
    path = folder / "other.toml"
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    return path


def _honest(case: Case, number: int, wanted: int) -> list[Opening]:
    """Tables for at least so many pairs that differ, bots at every other one."""
    tables, source, found = list[Opening](), pairs(case, number, WORLDS), 0
    while found < wanted:
        group = next(source)
        if group is not None:
            found += group.differing
            tables.append(Opening(f"t{len(tables)}", group, plan(group), bots=len(tables) % 2 == 1))
    return tables


def _leaky(case: Case, number: int) -> list[Opening]:
    """Tables for each planted leak, at which it can come to light."""
    tables, missing = list[Opening](), dict.fromkeys(plants.CHANNELS, PLANTED)
    source = pairs(case, number)
    for _ in range(LOOKED_AT):
        whole = next(source)
        if whole is not None:
            pair = whole._replace(length=COMMANDS)
            channel = _wanted(missing, pair, played := plan(pair))
            if channel is not None:
                tables.append(Opening(f"{channel}-{len(tables)}", pair, played, channel == "timing"))
                missing[channel] -= 1
        if not any(missing.values()):
            break
    return tables


def _wanted(missing: dict[str, Any], pair: Pair, played: Plan) -> str | None:
    for channel in sorted(missing, key=lambda channel: -missing[channel]):
        if missing[channel] and plants.suits(channel, pair, played, bots=channel == "timing"):
            return channel
    return None
