"""Links to finished games: who may make one, what it opens, and that nothing else does."""

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from harness.server.databases import Database, PostgresDatabase
from harness.server.doubles import eventually
from tefuda.server.app import Server
from tefuda.server.cluster.peers import Shown
from tefuda.server.protocol.limits import CloseCode
from tefuda.server.store.sqlite import FILE
from tests.server.clients import SHORT_GAME, Person, deal, finished, people, serving, table_of_two
from tests.server.workers import lose, workers


class Finished(NamedTuple):
    """A private game of two people that is over, and a stranger."""

    server: Server
    table: str
    hana: Person
    taro: Person
    stranger: Person


@contextlib.asynccontextmanager
async def finished_by_two(folder: Path, **changes: Any) -> AsyncIterator[Finished]:
    async with serving(folder, **changes) as (address, server), people(address, 3) as (hana, taro, stranger):
        await hana.post("/api/me", {"name": "花"})
        table = await table_of_two(hana, taro, "bot", **SHORT_GAME)
        async with hana.at(table) as first, taro.at(table) as second:
            await deal(first)
            await asyncio.gather(*(place.play_to_end(Random(1)) for place in (first, second)))
        yield Finished(server, table, hana, taro, stranger)


def token_of(sharing: dict[str, Any]) -> str:
    """Return the token of a link."""
    return sharing["path"].partition("?share=")[2]


async def status(person: Person, path: str) -> int:
    return (await person.http.get(path)).status_code


async def test_link_of_a_player_opens_a_private_game_for_anyone_until_it_is_taken_back(tmp_path: Path) -> None:
    async with finished_by_two(tmp_path) as game:
        share = f"/api/tables/{game.table}/share"
        assert await game.hana.get(share) == {"path": "", "seats": []}
        token = token_of(await game.hana.post(share, {"on": True}))
        assert len(token) >= 43, "256 bits"
        assert token_of(await game.hana.post(share, {"on": True})) == token, "the same link again"
        opened = await game.stranger.get(f"/api/tables/{game.table}/record?seat=1&share={token}")
        assert opened["seat"] == 1
        assert opened["updates"][-1]["view"]["result"]
        assert opened["updates"] == (await game.taro.get(f"/api/tables/{game.table}/record"))["updates"]
        assert game.stranger.token == "", "no cookie is needed, nor given"
        text = await game.stranger.http.get(f"/api/tables/{game.table}/record.txt?share={token}")
        assert text.text.startswith("tefuda 2\n")

        assert await game.hana.post(share, {"on": False}) == {"path": "", "seats": []}
        assert await status(game.stranger, f"/api/tables/{game.table}/record?share={token}") == 404
        again = token_of(await game.hana.post(share, {"on": True}))
        assert again != token, "a link that was taken back stays dead"
        assert await status(game.stranger, f"/api/tables/{game.table}/record?share={token}") == 404
        assert await status(game.stranger, f"/api/tables/{game.table}/record?share={again}") == 200


async def test_link_opens_a_game_for_someone_whom_its_host_removed_before(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), people(address, 2) as (hana, taro):
        table = await table_of_two(hana, taro, "bot", **SHORT_GAME)
        async with hana.at(table) as place:
            await place.ask("remove", seat=1)
            await place.ask("sit", seat=1, kind="bot")
            await deal(place)
            await place.play_to_end(Random(1))
        token = token_of(await hana.post(f"/api/tables/{table}/share", {"on": True}))
        assert await status(taro, f"/api/tables/{table}/record") == 403
        assert (await taro.get(f"/api/tables/{table}/record?share={token}"))["updates"]


async def test_link_opens_its_game_and_nothing_else(tmp_path: Path) -> None:
    async with finished_by_two(tmp_path) as game:
        other = await finished(game.hana)
        async with game.hana.at(game.table) as place, game.taro.at(game.table):
            await place.ask("rematch", id="again")
            await place.expect("moved")
        token = token_of(await game.hana.post(f"/api/tables/{game.table}/share", {"on": True}))
        for path in ("", "/series", "/share"):
            assert await status(game.stranger, f"/api/tables/{game.table}{path}?share={token}") == 404
        for path in ("invite", "join", "leave", "review", "what-if", "share"):
            body = {"join": {"name": "x"}, "what-if": {"move": 0}, "share": {"on": True}}.get(path, {})
            await game.stranger.post(f"/api/tables/{game.table}/{path}?share={token}", body, 404)
        assert await status(game.stranger, f"/api/tables/{other}/record?share={token}") == 404
        assert await game.stranger.turned_away(game.table, share=token) == CloseCode.NO_TABLE
        seen = (await game.stranger.get(f"/api/tables/{game.table}/record?share={token}"))["table"]
        assert (seen["you"], seen["host"], seen["next"]) == (-1, False, None), "not even where they went on"
        assert (await game.taro.get(f"/api/tables/{game.table}/record"))["table"]["next"]


async def test_forged_links_open_nothing(tmp_path: Path) -> None:
    async with finished_by_two(tmp_path) as game:
        await game.hana.post(f"/api/tables/{game.table}/share", {"on": True})
        for forged in ("x", "A" * 43, "A" * 3000, "ー" * 43, "%00", "%ff"):
            assert await status(game.stranger, f"/api/tables/{game.table}/record?share={forged}") == 404, forged


async def test_only_players_of_a_finished_game_make_links(tmp_path: Path) -> None:
    async with finished_by_two(tmp_path) as game:
        await game.stranger.post("/api/me", {"name": "よその人"})
        invitation = await game.hana.invite(game.table)
        share = f"/api/tables/{game.table}/share"
        await game.stranger.post(share, {"on": True}, 404)
        await game.stranger.post(f"{share}?invitation={invitation}", {"on": True}, 403)
        playing = (await game.hana.open("me", "bot", deal=True))["id"]
        await game.hana.post(f"/api/tables/{playing}/share", {"on": True}, 409)
        await game.hana.post(share, {"on": "yes"}, 400)


async def test_everyone_at_the_table_is_told_who_made_a_link(tmp_path: Path) -> None:
    async with finished_by_two(tmp_path) as game:
        async with game.hana.at(game.table) as place:
            await game.taro.post(f"/api/tables/{game.table}/share", {"on": True})
            assert (await place.expect("shares"))["seats"] == [1]
            await game.taro.post(f"/api/tables/{game.table}/share", {"on": False})
            assert (await place.expect("shares"))["seats"] == []
        await game.taro.post(f"/api/tables/{game.table}/share", {"on": True})
        assert await game.hana.get(f"/api/tables/{game.table}/share") == {"path": "", "seats": [1]}, (
            "not the other's link"
        )


async def test_public_game_needs_no_link(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana, Person(address) as stranger:
        table = await finished(hana, public=True)
        assert await hana.post(f"/api/tables/{table}/share", {"on": True}) == {"path": f"/replay/{table}", "seats": []}
        assert (await stranger.get(f"/api/tables/{table}/record?seat=0"))["seat"] == 0


async def test_links_survive_a_restart_and_are_not_stored(tmp_path: Path) -> None:
    async with finished_by_two(tmp_path) as game:
        token = token_of(await game.hana.post(f"/api/tables/{game.table}/share", {"on": True}))
        assert (await game.hana.get("/api/me/export"))["tables"][0]["shared"] is True
        assert (await game.taro.get("/api/me/export"))["tables"][0]["shared"] is False
    with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as file:
        dump = "\n".join(file.iterdump())
    assert token not in dump
    async with serving(tmp_path) as (address, _), Person(address) as stranger:
        assert await status(stranger, f"/api/tables/{game.table}/record?share={token}") == 200


async def test_links_go_with_their_player_and_with_their_table(tmp_path: Path, database: Database) -> None:
    async with finished_by_two(tmp_path / "data", **database.settings) as game:
        share = f"/api/tables/{game.table}/share"
        tokens = [token_of(await person.post(share, {"on": True})) for person in (game.hana, game.taro)]
        await game.taro.post("/api/me/delete", {})
        assert [await status(game.stranger, f"/api/tables/{game.table}/record?share={token}") for token in tokens] == [
            200,
            404,
        ]
        await game.hana.post("/api/me/delete", {})
        assert await status(game.stranger, f"/api/tables/{game.table}/record?share={tokens[0]}") == 404
    assert database.run("SELECT count(*) FROM shares") == [(0,)]


@pytest.mark.parametrize("lost", [False, True], ids=["notified", "notice lost"])
async def test_other_workers_show_and_honour_links(
    tmp_path: Path, postgresql: PostgresDatabase, monkeypatch: pytest.MonkeyPatch, lost: bool
) -> None:
    if lost:
        lose(monkeypatch, Shown)
    async with workers(tmp_path, postgresql) as both, both.people(0, 1, 1) as (hana, taro, stranger):
        table = await table_of_two(hana, taro, "bot", **SHORT_GAME)
        async with hana.at(table) as first, taro.at(table) as second:
            await first.ask("deal")
            await asyncio.gather(*(place.play_to_end(Random(1)) for place in (first, second)))
            await eventually(lambda: both.shared(table))
            token = token_of(await hana.post(f"/api/tables/{table}/share", {"on": True}))
            for place in (first, second):
                await place.expect("shares", seats=[0])
            assert await status(stranger, f"/api/tables/{table}/record?share={token}") == 200
            await hana.post(f"/api/tables/{table}/share", {"on": False})
            for place in (first, second):
                assert (await place.expect("shares"))["seats"] == []
            await first.ask("say", phrase="oops")
            await second.expect("talk")
            await asyncio.sleep(0.1)
            told = [m["seats"] for m in second.received if m["t"] == "shares"]
            assert told in ([[0], []], [[], [0], []]), "told once, whether or not a check came before it"
        assert await status(stranger, f"/api/tables/{table}/record?share={token}") == 404
