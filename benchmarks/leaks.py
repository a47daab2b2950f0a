"""Thousands of pairs of worlds that somebody cannot tell apart: do they get the same bytes from both servers?

`tefuda bench leaks` runs it.  It is the comparison that the tests make (tests/server/worlds.py), on many more pairs:
what reaches a seat or a spectator while the game goes on, after wrong messages, on arriving late, on coming back, and
as the replay.  Then defects are planted, one at a time, to see that each of them would have been noticed.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import time
from collections.abc import Callable, Coroutine
from random import Random

import pytest

from benchmarks.speed import machine
from tests.contract.cases import redealt, states
from tests.server import test_leaks as tests
from tests.server.worlds import differences

CHUNK = 20  # pairs that a process compares at a time

PLANTS: dict[str, Callable[[], Coroutine[None, None, None]]] = {
    **{
        f"{plant.__name__} of the game": lambda plant=plant: tests.test_a_leak_in_a_game_is_caught_on_the_wire(plant)
        for plant in (tests.in_the_view, tests.in_an_event, tests.in_a_refusal, tests.in_the_choices)
    },
    **{
        f"{plant.__name__} of an update": lambda plant=plant: _patched(tests.test_a_leak_in_an_update_is_caught, plant)
        for plant in (tests.in_the_handles, tests.in_the_numbering, tests.in_the_size)
    },
    "in whether anything is sent": lambda: _patched(tests.test_a_leak_in_whether_anything_is_sent_is_caught),
    "to those who come late": lambda: _patched(tests.test_a_leak_to_those_who_come_late_is_caught),
    "in the replay": lambda: _patched(tests.test_a_leak_in_the_replay_is_caught),
}


async def _patched(test: Callable[..., Coroutine[None, None, None]], *plant: object) -> None:
    with pytest.MonkeyPatch.context() as patch:
        await test(*plant, monkeypatch=patch)


def run(*, pairs: int = 10_000) -> None:
    """Compare so many pairs, divided evenly among the games and numbers of players; raises where one differs."""
    cases, began = tests.HERE, time.perf_counter()
    print(f"{pairs} pairs over {', '.join(map(str, cases))}; all messages to one audience of each.")
    print(machine(), flush=True)
    shares = [pairs // len(cases) + (place < pairs % len(cases)) for place in range(len(cases))]
    chunks = [
        (place, first, min(CHUNK, share - first))
        for place, share in enumerate(shares)
        for first in range(0, share, CHUNK)
    ]
    found: list[str] = []
    compared = 0
    with multiprocessing.get_context("spawn").Pool() as processes:
        for count, differing in processes.imap_unordered(compare, chunks):
            found += differing
            if (compared + count) // 1000 > compared // 1000:
                print(f"{time.perf_counter() - began:>5.0f} s: {compared + count} pairs", flush=True)
            compared += count
    print(f"\n{compared} pairs, {len(found)} differences, {time.perf_counter() - began:.0f} s", flush=True)
    missed = [name for name in PLANTS if not caught(name)]
    print(f"{len(PLANTS) - len(missed)} of {len(PLANTS)} planted leaks caught: {', '.join(PLANTS)}")
    assert not found, found[0]
    assert not missed, f"not noticed: {', '.join(missed)}"


def compare(chunk: tuple[int, int, int]) -> tuple[int, list[str]]:
    """Compare some pairs of a case: how many, and what differed."""
    place, first, count = chunk
    return asyncio.run(_compare(place, first, count))


async def _compare(place: int, first: int, count: int) -> tuple[int, list[str]]:
    case, found = tests.HERE[place], []
    spots = [(state, viewer) for state in states(case) for viewer in case.viewers]
    Random(1).shuffle(spots)
    for number in range(first, first + count):
        state, viewer = spots[number % len(spots)]
        game, record = state.game, state.truth
        other = redealt(game, record, viewer, number)
        where = f"{case}, viewer {viewer}, {game.position_text(record)}, other world {number}"
        found += [f"{where}: {difference}" for difference in await differences(game, record, other, viewer, number)]
    return count, found


def caught(name: str) -> bool:
    """Is a planted leak noticed?"""
    logging.disable()  # it may break the game, and the server reports that
    try:
        asyncio.run(PLANTS[name]())
    except AssertionError:
        return False
    finally:
        logging.disable(logging.NOTSET)
    return True
