"""Nobody can tell over the wire what the game does not show them; and a server that told it would be caught."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import count, islice
from pathlib import Path
from random import Random

import pytest

from tefuda import game_slugs
from tefuda.server.table_registry import TableRegistry
from tests.contract.cases import CASES, Case
from tests.server import leak_mutations
from tests.server.clients import Giver, HandClock, Person, serving
from tests.server.paired_servers import Here, Opening
from tests.server.pairs import pairs, plan
from tests.server.script import Sitting, compare
from tests.server.sockets import opened

PAIRS = 12  # of each game; `tefuda bench leaks` compares more, over real sockets
LENGTH = 2  # commands with a planted leak
TRIED = 3  # tables for each planted leak
LOOKED_AT = 400  # pairs, for those at which a planted leak can come to light
MESSAGES = {"welcome", "seats", "update", "done", "refused", "advice", "reaction", "pong"}

every_game = pytest.mark.parametrize("slug", game_slugs())


def cases_of(slug: str) -> list[Case]:
    return [case for case in CASES if case.slug == slug and case.cards is None]


def openings(slug: str, wanted: int) -> tuple[list[Opening], int]:
    """Tables for so many pairs that differ, over all numbers of players; and how many pairs were equal."""
    cases, equal, found = cases_of(slug), 0, list[Opening]()
    sources = [pairs(case, 1) for case in cases]
    for number in count():
        pair = next(sources[number % len(sources)])
        if pair is None:
            equal += 1
        else:
            found.append(Opening(f"t{number}", pair, plan(pair), bots=len(found) % 2 == 1))
        if len(found) == wanted:
            return found, equal
    raise AssertionError


def leaky_openings(case: Case) -> list[Opening]:
    """Tables for each planted leak, at which it can come to light."""
    found: list[Opening] = []
    missing = dict.fromkeys(leak_mutations.CHANNELS, TRIED)
    for whole in islice(pairs(case, 2), LOOKED_AT):
        pair = whole._replace(length=LENGTH) if whole is not None else None
        played = plan(pair) if pair is not None else None
        for channel in [channel for channel, tables in missing.items() if tables]:
            bots = channel == "timing"
            if pair is not None and played is not None and leak_mutations.suits(channel, pair, played, bots=bots):
                found.append(Opening(f"{channel}-{len(found)}", pair, played, bots))
                missing[channel] -= 1
                break
        if not any(missing.values()):
            return found
    raise AssertionError(f"of {LOOKED_AT} pairs too few suit {missing}")


async def compared(folder: Path, tables: Sequence[Opening], *, planted: bool = False) -> list[Sitting]:
    """Both worlds of these tables, in this process."""
    worlds = []
    for side in (0, 1):
        (folder / str(side)).mkdir()
        world = Here(folder / str(side), {}, leak_mutations.alter if planted else lambda _: None)
        await world.open(tables, side)
        worlds.append(world)
    try:
        return await compare(worlds, tables)
    finally:
        for world in worlds:
            await world.close()


def differences(sittings: Iterable[Sitting]) -> list[str]:
    return [f"{one.opening.pair}: {found}" for one in sittings for found in (*one.found, *one.stuck)]


@every_game
async def test_worlds_that_an_audience_cannot_tell_apart_send_it_the_same_bytes(slug: str, tmp_path: Path) -> None:
    tables, equal = openings(slug, PAIRS)
    assert equal < PAIRS, "most pairs differ in what is hidden"
    sittings = await compared(tmp_path, tables)
    assert differences(sittings) == []
    heard = sum((sitting.heard for sitting in sittings), Counter[str]())
    assert heard.keys() >= MESSAGES, "every kind of message was compared"


@every_game
async def test_planted_leak_is_caught_in_every_channel(slug: str, tmp_path: Path) -> None:
    with leak_mutations.leaking():
        sittings = await compared(tmp_path, leaky_openings(cases_of(slug)[0]), planted=True)
    caught = {sitting.opening.id.partition("-")[0] for sitting in sittings if sitting.found}
    assert caught == set(leak_mutations.CHANNELS)


async def test_killed_servers_send_the_same_bytes_over_sockets(tmp_path: Path) -> None:
    found = [opening for slug in game_slugs() for opening in openings(slug, 2)[0]]
    tables = [opening._replace(id=f"t{number}") for number, opening in enumerate(found)]
    worlds = await opened(tmp_path, tables, {})
    try:
        sittings = await compare(worlds, tables)
    finally:
        for world in worlds:
            await world.close()
    assert differences(sittings) == []
    assert sum((sitting.heard for sitting in sittings), Counter[str]()).keys() >= MESSAGES


# ------------------------------------------------------------------ real deals


async def told_of_a_deal(
    folder: Path, slug: str, secret: bytes, monkeypatch: pytest.MonkeyPatch
) -> dict[str, list[str]]:
    """What two players, a stranger and the public lists are told of a table with this secret before its deal."""
    right = TableRegistry._new_row
    monkeypatch.setattr(TableRegistry, "_new_row", lambda *parts, **more: right(*parts, **more)._replace(secret=secret))
    chance, givers = Random(1), [Giver(bytes([1] * 32)), Giver(bytes([2] * 32))]
    settings = {"clock": HandClock(), "random_bytes": chance.randbytes}
    async with (
        serving(folder, **settings) as (address, _),
        Person(address) as hana,
        Person(address) as ken,
        Person(address) as stranger,
    ):
        table = (
            await hana.open("me", "open", *["bot"] * SEATS[slug], game=slug, public=True, pledge=givers[0].pledge)
        )["id"]
        await ken.join(table, "Ken", pledge=givers[1].pledge)
        told = {}
        async with hana.at(table) as first, ken.at(table) as second, stranger.at(table) as watching:
            places = {"host": first, "player": second, "stranger": watching}
            await first.say("deal")
            for place in places.values():
                await place.sealed()
            lists = [(await stranger.http.get(path)).text for path in (f"/api/tables/{table}", "/api/tables")]
            assert (await second.ask("share", **givers[1].reveal(await second.sealed())))["t"] == "done"
            for place in places.values():
                await place.ask("ping")
            told = {name: place.raw.copy() for name, place in places.items()} | {"lists": lists}
    monkeypatch.undo()
    return told


SEATS = {"doutotsu": 0, "kotodama": 0, "kotori": 0, "llama": 1, "tezuma": 1}  # bots besides two people


@every_game
async def test_deals_of_two_secrets_differ_in_hashes_alone_until_the_cards_are_dealt(
    slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = [
        await told_of_a_deal(tmp_path / str(number), slug, bytes([number] * 32), monkeypatch) for number in (1, 2)
    ]
    for name, texts in one.items():
        assert list(map(without_hashes, texts)) == list(map(without_hashes, other[name])), name
    assert one["stranger"] != other["stranger"], "seals of two secrets differ"


def without_hashes(text: str) -> str:
    """A text without the hashes and signatures that depend on a table's secret: only they may differ."""
    return re.sub(
        '"(commitment|seal|signature)":"([0-9a-f]+)"', lambda found: f"{found[1]}: {len(found[2])} digits", text
    )
