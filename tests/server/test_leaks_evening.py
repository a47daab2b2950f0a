"""Whether an evening with friends leaks: talk, clocks, take-back, spectators and shared games, all at one table.

`evening.py` is the script.  Half of the tables show the game to spectators later.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count, islice
from pathlib import Path

import pytest

from harness.contract.cases import CASES, large, sized
from harness.server import leak_mutations
from harness.server.paired_servers import Opening, has_clock, in_process_worlds
from harness.server.pairs import Pair, pairs, plan
from tefuda import game_slugs
from tests.server.evening import EveningTable, compare_evenings

PAIRS = sized(4)  # per game
LENGTH = 2  # commands at most
DELAY = 3  # decisions; longer than any plan here
TABLES_PER_LEAK = 3
MAX_PAIRS = 200  # searched for those that can reveal a planted leak
CHANNELS = leak_mutations.EVENING_CHANNELS
MESSAGES = {"welcome", "seats", "clock", "update", "done", "refused", "talk", "pong"}

every_game = pytest.mark.parametrize("slug", game_slugs())


def short_pairs(slug: str, seed: int) -> Iterator[Pair]:
    """Yield pairs from all numbers of players in turn, with few commands each."""
    cases = [case for case in CASES if case.slug == slug and case.cards is None]
    sources = [pairs(case, seed) for case in cases]
    for number in count():
        pair = next(sources[number % len(sources)])
        if pair is not None:
            yield pair._replace(length=LENGTH)


def openings(slug: str, wanted: int) -> list[Opening]:
    """Return tables; every other one has a delay, and every other two are public."""
    chosen = islice(short_pairs(slug, 3), wanted)
    return [
        Opening(f"e{number}", pair, plan(pair), False, DELAY * (number % 2), number // 2 % 2 == 0)
        for number, pair in enumerate(chosen)
    ]


async def compared(folder: Path, tables: Sequence[Opening], *, planted: bool = False) -> list[EveningTable]:
    async with in_process_worlds(folder, tables, planted=planted) as worlds:
        found = await compare_evenings(worlds, tables)
        assert planted or all(world.server.metrics.errors._value.get() == 0 for world in worlds)
        return found


@every_game
async def test_evening_sends_the_same_bytes_in_indistinguishable_worlds(slug: str, tmp_path: Path) -> None:
    tables = await compared(tmp_path, openings(slug, PAIRS))
    assert [problem for table in tables for problem in table.problems] == []
    kinds = sum((table.message_kinds for table in tables), Counter[str]())
    assert kinds.keys() >= MESSAGES, "not every kind of message was compared"


def leaky_openings(slug: str) -> list[Opening]:
    """Return tables for each planted leak: for spectators who see the game later, and for what else an evening has."""
    missing = dict.fromkeys([*(f"late-{one}" for one in leak_mutations.LATE_CHANNELS), *CHANNELS], TABLES_PER_LEAK)
    result: list[Opening] = []
    for pair in islice(short_pairs(slug, 4), MAX_PAIRS):
        played = plan(pair)
        if len(played.steps) < LENGTH or played.over:
            continue
        for name in [name for name, tables in missing.items() if tables]:
            late, channel = name.startswith("late-"), name.removeprefix("late-")
            id = f"{channel}-{'late' if late else 'soon'}{len(result)}"
            if late == (pair.viewer < 0) and (channel != "clock" or has_clock(id)):
                result.append(Opening(id, pair, played, False, 1 if late else 0))
                missing[name] -= 1
                break
        if not any(missing.values()):
            return result
    raise AssertionError(f"too few of {MAX_PAIRS} pairs can reveal {missing}")


@large
@pytest.mark.parametrize("slug", ["kotori", "tezuma"])  # the leaks are in the server
async def test_leak_planted_in_an_evening_is_caught_also_by_delayed_spectators(slug: str, tmp_path: Path) -> None:
    with leak_mutations.planted_leaks():
        tables = await compared(tmp_path, leaky_openings(slug), planted=True)
    caught = {table.opening.id.rstrip("0123456789") for table in tables if table.leaks}
    late = {f"{channel}-late" for channel in leak_mutations.LATE_CHANNELS}
    assert caught == late | {f"{channel}-soon" for channel in CHANNELS}
