"""Rules versions: a release leaves tables with other rules alone and says which release can continue them."""

import json
import logging
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from random import Random

import pytest

from harness.contract.cases import some_or_all
from harness.server.doubles import eventually, records_waiting
from tefuda import __version__
from tefuda.server.settings import GAMES
from tests.server.clients import Person, deal, serving

some_games = pytest.mark.parametrize("slug", some_or_all(["kotodama", "kotori"], sorted(GAMES)))


def change_the_rules(monkeypatch: pytest.MonkeyPatch, slug: str) -> None:
    """Give a game another rules version, with which no stored log can be replayed."""
    package = import_module(GAMES[slug])
    monkeypatch.setattr(package, "GAME", replace(package.GAME, rules_version="2"))


def fewest(slug: str) -> int:
    return import_module(GAMES[slug]).GAME.players[0]


@some_games
async def test_table_with_other_rules_is_refused_without_replaying_its_log(
    slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    seats = ["me", *["open"] * (fewest(slug) - 1)]
    async with serving(tmp_path) as (address, server), Person(address) as hana:
        table = (await hana.open(*seats, game=slug))["id"]
        async with hana.at(table) as place:
            for seat in range(1, len(seats)):
                await place.ask("sit", seat=seat, kind="bot", level="weak")
            await deal(place)
        token = hana.token
    async with serving(tmp_path) as (address, server):
        before = await server.store.table(table)
    with monkeypatch.context() as changed:
        change_the_rules(changed, slug)
        changed.setattr("tefuda.table.table.Table.apply", lambda *_: pytest.fail("the log was replayed"))
        with caplog.at_level(logging.WARNING):
            async with serving(tmp_path) as (address, server), Person(address, token) as hana:
                refusal = await hana.get(f"/api/tables/{table}?lang=en", status=409)
                for part in ("version 1 of its rules", "version 2", f"Tefuda {__version__} can go on with it"):
                    assert part in refusal["message"]
                assert await hana.turned_away(table)
                assert await server.store.table(table) == before, "the stored table must not change"
        listed = [
            record.__dict__["fields"] for record in caplog.records if record.getMessage() == "tables-of-other-rules"
        ]
        assert listed == [{"game": slug, "tables": 1, "why": "other-rules", "made_by": __version__}]
    async with serving(tmp_path) as (address, _), Person(address, token) as hana, hana.at(table) as place:
        assert place.view["game"] == slug, "the release that has these rules continues it"


@some_games
async def test_finished_game_stays_readable_for_later_releases(
    slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana:
        seats = ["bot"] * fewest(slug)
        table = (await hana.open(*seats, game=slug, deal=True))["id"]
        async with hana.at(table):  # bots alone play for spectators
            await eventually(lambda: server.registry.actors[table].loaded.phase == "over")
        await eventually(lambda: not records_waiting(server.metrics))
        paths = ["/record", *(f"/record?seat={seat}" for seat in range(-1, len(seats))), "/record.txt"]
        shown = {path: (await hana.http.get(f"/api/tables/{table}{path}")).text for path in paths}
        token = hana.token
    change_the_rules(monkeypatch, slug)
    async with serving(tmp_path) as (address, _), Person(address, token) as hana, Person(address) as stranger:
        for path in paths:
            response = await hana.http.get(f"/api/tables/{table}{path}")
            assert response.status_code == 200, response.text
            if path == "/record.txt":
                assert response.text == shown[path]
            else:
                assert response.json()["updates"] == json.loads(shown[path])["updates"]
            assert (await stranger.http.get(f"/api/tables/{table}{path}")).status_code == 404, "it is not public"


async def test_unplayable_warning_is_absent_if_all_tables_are_playable(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana:
        await hana.open("me", "bot", deal=True)
    with caplog.at_level(logging.WARNING):
        async with serving(tmp_path):
            pass
    assert not [record for record in caplog.records if record.getMessage() == "tables-of-other-rules"]


async def test_record_names_its_rules_version(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana:
        async with hana.playing("me", "bot") as place:
            await place.play_to_end(Random(1))
        assert "\nrules 1\n" in (await hana.http.get(f"/api/tables/{place.table}/record.txt")).text
