"""Compare what servers send in thousands of pairs of worlds that an audience cannot tell apart: byte for byte equal.

`tefuda bench leaks` runs it.  Three servers in their own processes hold one of three worlds of each table, of which
every two are a pair; all run the same script over WebSockets and HTTP (harness/server/script.py), with a SIGKILL of all
in between.  Only pairs that differ in hidden information count.  Planted leaks, one per channel, check that each would
be detected in each game.
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
from typing import NamedTuple

from benchmarks.options import AtLeastOne, NotNegative, OneGame
from benchmarks.speed import headline
from harness.contract.cases import CASES, Case
from harness.server import leak_mutations
from harness.server.paired_servers import Opening, leaky_openings
from harness.server.pairs import pairs, plan
from harness.server.script import compare
from harness.server.sockets import start_worlds
from tefuda import game_slugs
from tefuda.engine import game as games

PROCESSES = 2
WORLDS = 3  # worlds compared at a table: three pairs
CHUNK_PAIRS = 150  # pairs per chunk
TABLES_PER_LEAK = 8  # tables per planted leak: some show in every other pair of worlds only
OTHER_CARDS = 5  # one in this many chunks uses another card file
# Edits that turn a game's card file into another one.
CARD_EDITS = {
    "doutotsu": ("red = 2, blue = 2, yellow = 2", "red = 3, blue = 2, yellow = 2"),
    "kotodama": ("{ draw = 1 }", "{ draw = 2 }"),
    "kotori": ("copies = 5", "copies = 4"),
    "llama": ("copies = 20", "copies = 22"),
    "tezuma": ("spare = 1", "spare = 2"),
}


class Chunk(NamedTuple):
    """Some pairs of a game that are compared together."""

    case: Case
    number: int
    pairs: int
    other_cards: bool = False
    planted: bool = False


class Outcome(NamedTuple):
    """The outcome of a chunk."""

    slug: str
    planted: bool
    pairs: int  # with a hidden difference
    tables: int  # where they are compared, each with its own position
    commands: int  # played in all worlds of a table
    over: int  # tables played to the end of the game
    characters: int
    used: float  # seconds of CPU time, including the servers
    message_kinds: Counter[str]  # number of messages by kind
    differences: list[str]
    failures: list[str]
    caught: set[str]  # channels whose planted leak was detected


def run(*, pairs: AtLeastOne = 10_000, game: OneGame = None, skip: NotNegative = 0) -> None:
    """Compare what servers send in states that a viewer cannot tell apart; plant leaks to check that they are found.

    Parameters
    ----------
    pairs: int
        Pairs of states of each game, over all its numbers of players; only those that differ count.
    skip: int
        Leave out this many pairs at the start, a multiple of 150: an earlier run compared them.
    """
    slugs = (game,) if game is not None else game_slugs()
    headline(f"{pairs} pairs of {', '.join(slugs)}: what one audience of each is sent, by three servers over sockets.")
    problems: list[str] = []
    for slug in slugs:
        problems += _run_game(slug, pairs, skip)
    assert not problems, problems[0]


def _run_game(slug: str, wanted: int, skip: int) -> list[str]:
    """Compare the pairs of one game, print the outcome, and return the problems."""
    began, done, printed = time.perf_counter(), list[Outcome](), 0
    for outcome in outcomes(_chunks(slug, wanted, skip)):
        done.append(outcome)
        pairs = sum(one.pairs for one in done if not one.planted)
        if pairs // 1000 > printed:
            printed = pairs // 1000
            print(f"{time.perf_counter() - began:>5.0f} s: {pairs} pairs", flush=True)
    honest = [one for one in done if not one.planted]
    differences = [problem for one in honest for problem in one.differences]
    failures = [problem for one in honest for problem in one.failures]
    caught = set[str]().union(*(one.caught for one in done))
    message_kinds = sum((one.message_kinds for one in honest), Counter[str]())
    print(
        f"{slug}: {sum(one.pairs for one in honest)} pairs compared at {sum(one.tables for one in honest)} tables, "
        f"{time.perf_counter() - began:.0f} s, {len(differences)} differences; "
        f"{len(caught)} of {len(leak_mutations.CHANNELS)} planted leaks caught"
    )
    used, characters = sum(one.used for one in honest), sum(one.characters for one in honest)
    commands, over = sum(one.commands for one in honest), sum(one.over for one in honest)
    print(
        f"  {used:.0f} s of processor time, {commands} commands, {over} tables to the end of the game, "
        f"{characters / 1e6:.1f} million characters; "
        + ", ".join(f"{times} {kind}" for kind, times in sorted(message_kinds.items())),
        flush=True,
    )
    missed = [f"{slug}: not noticed: {channel}" for channel in leak_mutations.CHANNELS if channel not in caught]
    return [*differences, *failures, *missed]


def outcomes(chunks: Iterable[Chunk]) -> Iterator[Outcome]:
    """Yield the outcomes of chunks, in any order, computed in parallel processes."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(PROCESSES, context) as processes:
        for future in as_completed([processes.submit(compare_chunk, chunk) for chunk in chunks]):
            yield future.result()


def _chunks(slug: str, wanted: int, skip: int) -> list[Chunk]:
    """Return the chunks of a game: pairs over all numbers of players, some with other cards, and the planted leaks."""
    cases = [case for case in CASES if case.slug == slug and case.cards is None]
    first_number = skip // CHUNK_PAIRS
    chunks = [
        Chunk(
            cases[number % len(cases)],
            number,
            min(CHUNK_PAIRS, wanted - first),
            number % OTHER_CARDS == OTHER_CARDS - 1,
        )
        for number, first in enumerate(range(0, wanted, CHUNK_PAIRS), first_number)
    ]
    return [Chunk(cases[-1], first_number + len(chunks), 0, planted=True), *chunks]


def compare_chunk(chunk: Chunk) -> Outcome:
    """Compare the pairs of a chunk on three servers."""
    return asyncio.run(_compare(chunk))


async def _compare(chunk: Chunk) -> Outcome:
    slug, start = chunk.case.slug, time.process_time()
    with tempfile.TemporaryDirectory() as name:
        folder, case = Path(name), chunk.case
        if chunk.other_cards:
            case = Case(slug, case.players, other_cards(slug, folder))
        tables = (
            leaky_openings(case, chunk.number, TABLES_PER_LEAK)
            if chunk.planted
            else _honest(case, chunk.number, chunk.pairs)
        )
        cards = {slug: case.cards} if case.cards is not None else {}
        worlds = await start_worlds(folder, tables, cards, planted=chunk.planted)
        try:
            played = await compare(worlds, tables)
        finally:
            for world in worlds:
                await world.close()
    return Outcome(
        slug,
        chunk.planted,
        sum(table.pair.differing for table in tables),
        len(tables),
        sum(len(table.plan.steps) for table in tables),
        sum(table.plan.over for table in tables),
        sum(table.compared for table in played),
        time.process_time() - start + sum(world.used for world in worlds),
        sum((table.message_kinds for table in played), Counter[str]()),
        [f"{case}, {table.opening.pair}: {leak}" for table in played for leak in table.leaks],
        [f"{case}, {table.opening.pair}: {failure}" for table in played for failure in table.failures],
        {table.opening.id.partition("-")[0] for table in played if table.leaks} if chunk.planted else set(),
    )


def other_cards(slug: str, folder: Path) -> Path:
    """Write a card file that differs from the game's own."""
    default = Path(str(games.__file__)).parents[1] / "games" / slug / "cards.toml"
    before, after = CARD_EDITS[slug]
    text = default.read_text(encoding="utf-8")
    assert before in text, f"{default} no longer contains {before!r}"
    path = folder / "other.toml"
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    return path


def _honest(case: Case, number: int, wanted: int) -> list[Opening]:
    """Return tables for at least `wanted` pairs that differ, bots at every other one."""
    tables, source, total = list[Opening](), pairs(case, number, WORLDS), 0
    while total < wanted:
        group = next(source)
        if group is not None:
            total += group.differing
            tables.append(Opening(f"t{len(tables)}", group, plan(group), bots=len(tables) % 2 == 1))
    return tables
