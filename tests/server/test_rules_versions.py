"""A release with other rules leaves the tables of an earlier one alone, and says which release can go on with them."""

import json
import logging
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed

from tefuda import __version__
from tefuda.server.settings import GAMES
from tests.server.clients import Person, eventually, serving

every_game = pytest.mark.parametrize("slug", sorted(GAMES))


def change_the_rules(monkeypatch: pytest.MonkeyPatch, slug: str) -> None:
    """Give a game another rules version, by which nothing that was stored can be replayed."""
    package = import_module(GAMES[slug])
    monkeypatch.setattr(package, "GAME", replace(package.GAME, rules_version="2"))


def fewest(slug: str) -> int:
    players: int = import_module(GAMES[slug]).GAME.players[0]
    return players


@every_game
async def test_table_of_other_rules_is_refused_before_its_log_is_replayed(
    slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    seats = ["me", *["open"] * (fewest(slug) - 1)]
    async with serving(tmp_path) as (address, server), Person(address) as hana:
        table = (await hana.open(*seats, game=slug))["id"]
        async with hana.at(table) as place:
            for seat in range(1, len(seats)):
                await place.ask("sit", seat=seat, kind="bot", level="weak")
            assert (await place.ask("deal"))["t"] == "done"
            await place.until(lambda update: "view" in update)
        token = hana.token
    async with serving(tmp_path) as (address, server):
        before = await server.store.table(table)
    with monkeypatch.context() as changed:
        change_the_rules(changed, slug)
        changed.setattr("tefuda.table.table.Table.apply", lambda *_: pytest.fail("the log was replayed"))
        with caplog.at_level(logging.WARNING):
            async with serving(tmp_path) as (address, server), Person(address, token) as hana:
                trouble = await hana.get(f"/api/tables/{table}?lang=en", status=409)
                for told in ("version 1 of its rules", "version 2", f"Tefuda {__version__} can go on with it"):
                    assert told in trouble["message"]
                with pytest.raises((ConnectionClosed, AssertionError)):
                    async with hana.at(table):
                        pass
                assert await server.store.table(table) == before, "nothing is lost"
        listed = [record.__dict__["fields"] for record in caplog.records if record.getMessage() == "unplayable"]
        assert listed == [{"game": slug, "tables": 1, "why": "other-rules", "made_by": __version__}]
    async with serving(tmp_path) as (address, _), Person(address, token) as hana, hana.at(table) as place:
        assert place.view["game"] == slug, "the release that has these rules goes on with it"


@every_game
async def test_finished_game_stays_readable_by_every_later_release(
    slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana:
        seats = ["bot"] * fewest(slug)
        table = (await hana.open(*seats, game=slug, deal=True))["id"]
        await eventually(lambda: server.registry.actors[table].phase == "over")
        await server._records.finished()
        paths = ["/record", *(f"/record?seat={seat}" for seat in range(-1, len(seats))), "/record.txt"]
        shown = {path: (await hana.http.get(f"/api/tables/{table}{path}")).text for path in paths}
        token = hana.token
    change_the_rules(monkeypatch, slug)
    async with serving(tmp_path) as (address, _), Person(address, token) as hana, Person(address) as stranger:
        for path in paths:
            found = await hana.http.get(f"/api/tables/{table}{path}")
            assert found.status_code == 200, found.text
            if path == "/record.txt":
                assert found.text == shown[path]
            else:
                assert found.json()["updates"] == json.loads(shown[path])["updates"]
            assert (await stranger.http.get(f"/api/tables/{table}{path}")).status_code == 404, "it is not public"


async def test_server_that_can_go_on_with_everything_lists_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana:
        await hana.open("me", "bot", deal=True)
    with caplog.at_level(logging.WARNING):
        async with serving(tmp_path):
            pass
    assert not [record for record in caplog.records if record.getMessage() == "unplayable"]


async def test_record_names_the_rules_it_was_played_by(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana:
        table = (await hana.open("me", "bot", deal=True))["id"]
        async with hana.at(table) as place:
            await place.to_the_end(Random(1))
        assert "\nrules 1\n" in (await hana.http.get(f"/api/tables/{table}/record.txt")).text
