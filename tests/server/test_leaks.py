"""Clients cannot learn over the wire what the game hides, and a planted leak is caught."""

from __future__ import annotations

import re
from collections import Counter
from itertools import count
from pathlib import Path
from random import Random

import pytest

from harness.contract.cases import CASES, Case, in_ci, sized, some_or_all
from harness.server import leak_mutations
from harness.server.doubles import ManualClock
from harness.server.paired_servers import Opening, in_process_worlds, leaky_openings
from harness.server.pairs import pairs, plan
from harness.server.script import compare
from harness.server.sockets import start_worlds
from tefuda import game_slugs
from tefuda.server.tables.table_creator import TableCreator
from tests.server.clients import Giver, people, serving

PAIRS = sized(5)  # per game; `tefuda bench leaks` compares more
# Tables for each planted leak.  Some leaks show in half of the pairs only: what one game does not show, another would.
[TABLES_PER_LEAK] = some_or_all([3], [10])
MESSAGES = {"welcome", "seats", "clock", "update", "done", "refused", "advice", "talk", "pong"}

every_game = pytest.mark.parametrize("slug", game_slugs())


def cases_of(slug: str) -> list[Case]:
    return [case for case in CASES if case.slug == slug and case.cards is None]


def openings(slug: str, wanted: int) -> tuple[list[Opening], int]:
    """Return tables for `wanted` pairs that differ, over all numbers of players, and the number of equal pairs."""
    cases, equal, result = cases_of(slug), 0, list[Opening]()
    sources = [pairs(case, 1) for case in cases]
    for number in count():
        pair = next(sources[number % len(sources)])
        if pair is None:
            equal += 1
        else:
            result.append(Opening(f"t{number}", pair, plan(pair), bots=len(result) % 2 == 1))
        if len(result) == wanted:
            return result, equal
    raise AssertionError


@every_game
async def test_indistinguishable_worlds_send_the_same_bytes(slug: str, tmp_path: Path) -> None:
    tables, equal = openings(slug, PAIRS)
    assert equal < PAIRS, "too few pairs differ"
    async with in_process_worlds(tmp_path, tables) as worlds:
        sittings = await compare(worlds, tables)
    assert [problem for sitting in sittings for problem in sitting.problems] == []
    kinds = sum((sitting.message_kinds for sitting in sittings), Counter[str]())
    assert kinds.keys() >= MESSAGES, "not every kind of message was compared"


@in_ci
@pytest.mark.parametrize("slug", some_or_all(["tezuma"], game_slugs()))  # the leaks are in the server
async def test_planted_leak_is_caught_in_every_channel(slug: str, tmp_path: Path) -> None:
    with leak_mutations.planted_leaks():
        tables = leaky_openings(cases_of(slug)[0], 2, TABLES_PER_LEAK)
        async with in_process_worlds(tmp_path, tables, planted=True) as worlds:
            sittings = await compare(worlds, tables)
    caught = {sitting.opening.id.partition("-")[0] for sitting in sittings if sitting.leaks}
    assert caught == set(leak_mutations.CHANNELS)


async def test_killed_servers_send_the_same_bytes_over_sockets(tmp_path: Path) -> None:
    all_openings = [
        opening for slug in some_or_all(["llama", "tezuma"], game_slugs()) for opening in openings(slug, 2)[0]
    ]
    tables = [opening._replace(id=f"t{number}") for number, opening in enumerate(all_openings)]
    worlds = await start_worlds(tmp_path, tables, {})
    try:
        sittings = await compare(worlds, tables)
    finally:
        for world in worlds:
            await world.close()
    assert [problem for sitting in sittings for problem in sitting.problems] == []
    assert sum((sitting.message_kinds for sitting in sittings), Counter[str]()).keys() >= MESSAGES


# ------------------------------------------------------------------ real deals


async def messages_of_a_deal(
    folder: Path, slug: str, secret: bytes, monkeypatch: pytest.MonkeyPatch
) -> dict[str, list[str]]:
    """Return what two players, a stranger and the public lists receive about a table before its deal."""
    original = TableCreator._row
    monkeypatch.setattr(TableCreator, "_row", lambda *parts, **more: original(*parts, **more)._replace(secret=secret))
    chance, givers = Random(1), [Giver(bytes([1] * 32)), Giver(bytes([2] * 32))]
    settings = {"clock": ManualClock(), "random_bytes": chance.randbytes}
    async with serving(folder, **settings) as (address, _), people(address, 3) as (hana, ken, stranger):
        table = (
            await hana.open("me", "open", *["bot"] * SEATS[slug], game=slug, public=True, pledge=givers[0].pledge)
        )["id"]
        await ken.join(table, "Ken", pledge=givers[1].pledge)
        messages = {}
        async with hana.at(table) as first, ken.at(table) as second, stranger.at(table) as watching:
            places = {"host": first, "player": second, "stranger": watching}
            await first.send("deal")
            for place in places.values():
                await place.sealed()
            lists = [(await stranger.http.get(path)).text for path in (f"/api/tables/{table}", "/api/tables")]
            assert (await second.ask("share", **givers[1].reveal(await second.sealed())))["t"] == "done"
            for place in places.values():
                await place.ask("ping")
            messages = {name: place.raw.copy() for name, place in places.items()} | {"lists": lists}
    monkeypatch.undo()
    return messages


SEATS = {"doutotsu": 0, "kotodama": 0, "kotori": 0, "llama": 1, "tezuma": 1}  # bots besides the two people


@every_game
async def test_undealt_tables_with_different_secrets_differ_only_in_hashes(
    slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = [
        await messages_of_a_deal(tmp_path / str(number), slug, bytes([number] * 32), monkeypatch) for number in (1, 2)
    ]
    for name, texts in one.items():
        assert list(map(without_hashes, texts)) == list(map(without_hashes, other[name])), name
    assert one["stranger"] != other["stranger"], "different secrets give different seals"


def without_hashes(text: str) -> str:
    """Return a text without the hashes and signatures that depend on a table's secret."""
    return re.sub(
        '"(commitment|seal|signature)":"([0-9a-f]+)"', lambda match: f"{match[1]}: {len(match[2])} digits", text
    )
