"""Talk at a table: audiences, storage, and protection against strangers."""

import asyncio
import secrets
import unicodedata
from pathlib import Path
from random import Random
from typing import Any

import pytest

from harness.server.databases import Database, PostgresDatabase
from harness.server.doubles import eventually
from tefuda.server.cluster import postgres_peers
from tefuda.server.cluster.peers import Talked
from tefuda.server.errors import ServerError
from tefuda.server.rate_limit import Rate
from tefuda.server.request_parsing import clean_line
from tefuda.server.store import talk_rows
from tefuda.server.store.stored_data import Cutoffs
from tefuda.server.tables import talk
from tests.server.clients import Person, Place, any_database, deal, people, serving, table_of_two
from tests.server.workers import lose, workers


def lines_of(place: Place) -> list[dict[str, Any]]:
    """Return the lines that a client has now, by the rules of the protocol."""
    lines: list[dict[str, Any]] = []
    for message in place.received:
        talk = message["talk"] if message["t"] == "welcome" else message if message["t"] == "talk" else None
        if talk is not None:
            lines = [*([] if talk.get("all") else lines), *talk["lines"]]
    return lines


def words(place: Place) -> list[str]:
    return [line.get("text") or line.get("phrase") or str(line["chat"]) for line in lines_of(place)]


async def receives(place: Place, *expected: str) -> None:
    """Wait until a client has received exactly these lines."""
    while words(place) != list(expected):
        await place.receive()


async def refused(place: Place, kind: str = "say", **fields: Any) -> str:
    answer = await place.ask(kind, **fields)
    assert answer["t"] == "refused", answer
    return str(answer["error"]["message"])


async def said(place: Place, **fields: Any) -> None:
    answer = await place.ask("say", **{"id": secrets.token_hex(8), **fields})
    assert answer["t"] == "done", answer


# ------------------------------------------------------------------ hearing


async def test_phrases_and_texts_reach_everyone_and_survive_a_restart(tmp_path: Path, database: Database) -> None:
    settings = dict(database.settings)
    async with serving(tmp_path, **settings) as (address, _), Person(address) as hana, Person(address) as taro:
        table = await table_of_two(hana, taro)
        invitation = await hana.invite(table)
        async with hana.at(table) as one, taro.at(table) as two, Person(address) as jiro:
            async with jiro.at(table, invitation=invitation) as watching:
                await said(one, phrase="hello")
                await said(two, text="  よろしく <b>https://example.org</b>  ")
                for place in (one, two, watching):
                    await receives(place, "hello", "よろしく <b>https://example.org</b>")
            first, second = lines_of(one)
            assert (first["seat"], first["name"], second["seat"], second["name"]) == (0, "花子", 1, "太郎")
            assert first["voice"] == one.welcome["voice"] != second["voice"] == two.welcome["voice"]
            version = one.update["version"]
            assert (await one.ask("say", phrase="wow"))["version"] == version, "nothing is added to the log"
        tokens = hana.token, taro.token
    async with serving(tmp_path, **settings) as (address, _), Person(address, tokens[1]) as taro, taro.at(table) as two:
        assert words(two) == ["hello", "よろしく <b>https://example.org</b>", "wow"]
        assert lines_of(two)[0]["voice"] == first["voice"]


async def test_repeated_message_adds_one_line(tmp_path: Path, database: Database) -> None:
    settings = dict(database.settings)
    async with serving(tmp_path, **settings) as (address, _), Person(address) as hana, Person(address) as taro:
        table = await table_of_two(hana, taro)
        async with hana.at(table) as one, taro.at(table) as two:
            for _ in range(3):
                await said(one, id="once", phrase="wow")
            await said(one, phrase="thanks")
            await receives(two, "wow", "thanks")
        token = hana.token
    async with serving(tmp_path, **settings) as (address, _), Person(address, token) as hana, hana.at(table) as one:
        await said(one, id="once", phrase="wow")
        await said(one, phrase="again")
        await receives(one, "wow", "thanks", "again")


async def test_spectators_talk_apart_until_the_game_is_over(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana, Person(address) as jiro:
        table = (await hana.open("me", "bot", deal=True, public=True))["id"]
        await jiro.post("/api/me", {"name": "次郎"})
        async with hana.at(table) as one, jiro.at(table) as near, Person(address) as saburo, saburo.at(table) as far:
            await said(near, phrase="close")
            await said(one, phrase="thinking")
            for place in (near, far):
                await receives(place, "close", "thinking")
            await receives(one, "thinking")
            async with hana.at(table) as again:
                assert words(again) == ["thinking"]
            await one.play_to_end(Random(1))
            await receives(one, "close", "thinking")
            await said(near, phrase="played")
            await receives(one, "close", "thinking", "played")
            assert lines_of(one)[0]["seat"] == -1


async def test_delayed_spectators_do_not_learn_how_many_lines_the_players_say(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana, Person(address) as jiro:
        table = (await hana.open("me", "bot", deal=True, public=True, delay=3))["id"]
        await jiro.post("/api/me", {"name": "次郎"})
        async with hana.at(table) as one, jiro.at(table) as watching:
            for phrase in ("hello", "thanks", "wow"):
                await said(one, phrase="thinking")
                await said(watching, phrase=phrase)
            await receives(watching, "hello", "thanks", "wow")
            async with jiro.at(table) as again:
                for place in (watching, again):
                    assert [line["number"] for line in lines_of(place)] == [1, 2, 3]
            await one.play_to_end(Random(1))
            for place in (one, watching):
                await receives(place, *(word for phrase in ("hello", "thanks", "wow") for word in ("thinking", phrase)))
            assert lines_of(watching) == lines_of(one)


async def test_player_who_has_left_neither_reads_nor_writes_spectators_lines(tmp_path: Path) -> None:
    """They know a hand, and may come back to it."""
    async with serving(tmp_path) as (address, _), Person(address) as hana, Person(address) as taro:
        table = await table_of_two(hana, taro, public=True)
        async with hana.at(table) as one, taro.at(table) as two, Person(address) as jiro:
            await jiro.post("/api/me", {"name": "次郎"})
            await deal(one, two)
            await taro.post(f"/api/tables/{table}/leave", {})
            while two.welcome["table"]["you"] != -1:
                await two.receive()
            async with jiro.at(table) as watching:
                await said(watching, phrase="hello")
                assert "once it is over" in await refused(two, phrase="oops")
                assert two.welcome["voice"] == ""
                await said(one, phrase="moment")
                await receives(two, "moment")


# ------------------------------------------------------------------- limits


async def test_free_text_stays_among_those_who_were_invited(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana, Person(address) as taro:
        table = await table_of_two(hana, taro)
        async with hana.at(table) as one, taro.at(table) as two, Person(address) as stranger:
            assert (await stranger.http.get(f"/api/tables/{table}")).status_code == 404
            await said(one, text="between us")
            await said(two, phrase="hello")
            await one.ask("arrange", public=True)
            await receives(two, "hello")
            assert "public" in await refused(two, text="who reads this?")
            async with stranger.at(table) as watching:
                assert words(watching) == ["hello"]
                assert not watching.welcome["talk"]["chat"]
                assert "name" in await refused(watching, phrase="hello")
                await one.ask("arrange", public=False)
                await receives(two, "between us", "hello")


async def test_visitor_without_a_cookie_only_listens(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana, Person(address) as visitor:
        table = (await hana.open("me", "bot", public=True))["id"]
        async with hana.at(table) as one, visitor.at(table) as watching:
            await said(one, phrase="hello")
            await receives(watching, "hello")
            assert "name" in await refused(watching, phrase="hello")
            assert "name" in await refused(watching, "chat", on=False)


@any_database
async def test_host_switches_free_text_off_and_on_at_any_time(tmp_path: Path, database: Database) -> None:
    settings = dict(database.settings)
    async with serving(tmp_path, **settings) as (address, _), Person(address) as hana, Person(address) as taro:
        table = await table_of_two(hana, taro)
        async with hana.at(table) as one, taro.at(table) as two:
            await one.ask("deal")
            assert "Only the host" in await refused(two, "chat", on=False)
            assert (await one.ask("chat", on=False))["t"] == "done"
            await receives(two, "False")
            assert "switched free text off" in await refused(two, text="hello?")
            await said(two, phrase="sorry")
        tokens = hana.token, taro.token
    async with serving(tmp_path, **settings) as (address, _), Person(address, tokens[0]) as hana, hana.at(table) as one:
        assert not one.welcome["talk"]["chat"]
        assert (await one.ask("chat", id="on", on=True))["t"] == "done"
        await said(one, text="now")
        await receives(one, "False", "sorry", "True", "now")


async def test_person_who_was_removed_cannot_speak(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana, Person(address) as taro:
        table = await table_of_two(hana, taro)
        async with hana.at(table) as one, taro.at(table, invitation=await hana.invite(table)) as two:
            await said(two, text="rude")
            await one.ask("remove", seat=1)
            while two.welcome["table"]["you"] != -1:
                await two.receive()
            assert "removed you" in await refused(two, text="ruder")
            await receives(one, "rude")


async def test_lines_are_limited_for_each_guest_and_for_all_spectators(tmp_path: Path) -> None:
    async with serving(tmp_path, talk_rate=Rate(0.001, 3)) as (address, _), Person(address) as hana:
        table = (await hana.open("me", "bot", public=True))["id"]
        async with hana.at(table) as one, hana.at(table) as other:
            answers = [(await place.ask("say", phrase="nice"))["t"] for place in (one, other, one, other)]
            assert answers == ["done"] * 3 + ["refused"]
            outcomes = []
            for number in range(5):
                async with Person(address) as spectator:
                    await spectator.post("/api/me", {"name": f"n{number}"})
                    async with spectator.at(table) as place:
                        outcomes += [(await place.ask("say", phrase="nice"))["t"] for _ in range(3)]
            assert 10 <= outcomes.count("done") < len(outcomes)


@pytest.mark.parametrize(
    "fields",
    [{}, {"phrase": "rude"}, {"phrase": "nice", "text": "both"}, {"text": "x" * 201}, {"text": "\u200b \u202e"}],
    ids=["nothing", "unknown phrase", "both", "too long", "invisible"],
)
async def test_invalid_line_is_refused(tmp_path: Path, fields: dict[str, str]) -> None:
    async with (
        serving(tmp_path) as (address, _),
        Person(address) as hana,
        hana.at((await hana.open("me", "bot"))["id"]) as place,
    ):
        assert await refused(place, **fields)
        await said(place, phrase="nice")
        assert words(place) == ["nice"]


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("\u202egnp.exe\u2069 \x1b[31m", "gnp.exe [31m"),
        ("a\r\nb\tc", "a b c"),
        ("z" + "\u0335" * 50, "z" + "\u0335" * 4),
        ("👩\u200d👧 ok\ufe0f", "👩\u200d👧 ok\ufe0f"),
        ("tie\u0302\u0301ng Vie\u0323\u0302t", "tiếng Việt"),
        ("\U000e0041secret", "secret"),
        ("a\u3164\u2800b", "a b"),
    ],
    ids=["bidi", "lines", "stacked marks", "joined emoji", "Vietnamese", "tags", "blank letters"],
)
def test_text_cannot_change_what_is_around_it(text: str, cleaned: str) -> None:
    assert clean_line(text) == cleaned
    assert not {"Cc", "Cs", "Zl", "Zp"} & {unicodedata.category(letter) for letter in clean_line(text)}


def test_invisible_text_is_refused() -> None:
    with pytest.raises(ServerError):
        clean_line("\u200d\u3000\u00ad")


async def test_spectator_speaks_under_a_new_name_at_once(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana, Person(address) as taro:
        table = (await hana.open("me", "open", public=True))["id"]
        await taro.post("/api/me", {"name": "太郎"})
        async with taro.at(table) as place:
            await taro.post("/api/me", {"name": "次郎"})
            await said(place, phrase="nice")
        async with taro.at(table) as place:
            assert [line["name"] for line in place.welcome["talk"]["lines"]] == ["次郎"]


async def test_action_does_not_wait_for_talk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana, Person(address) as taro:
        table = await table_of_two(hana, taro)
        stored, store = asyncio.Event(), server.store.say

        async def slow(line: Any) -> int:
            await stored.wait()
            return await store(line)

        monkeypatch.setattr(server.store, "say", slow)
        async with hana.at(table) as one, taro.at(table) as two:
            await two.send("say", text="slowly")
            await deal(one)
            assert words(one) == []
            stored.set()
            await receives(one, "slowly")


# --------------------------------------------------------------------- rows


async def test_newest_lines_are_kept_of_players_and_spectators_each(
    tmp_path: Path, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (talk, talk_rows):
        monkeypatch.setattr(module, "MOST_LINES", 3)
    settings = dict(database.settings)
    async with serving(tmp_path, **settings) as (address, _), Person(address) as hana, Person(address) as jiro:
        table = (await hana.open("me", "bot"))["id"]
        await jiro.post("/api/me", {"name": "次郎"})
        async with jiro.at(table, invitation=await hana.invite(table)) as watching, hana.at(table) as one:
            await said(watching, text="early")
            for number in range(5):
                await said(one, text=str(number))
            newest = ["2", "3", "4"]
            await receives(watching, "early", "0", "1", *newest)
            async with hana.at(table) as again:
                assert words(again) == newest
        token = hana.token
    async with serving(tmp_path, **settings) as (address, _), Person(address, token) as hana, hana.at(table) as one:
        assert words(one) == newest


async def test_talk_is_exported_and_deleted_with_its_guest_and_its_table(tmp_path: Path, database: Database) -> None:
    async with serving(tmp_path, **database.settings) as (address, server), people(address, 3) as (hana, taro, jiro):
        table = await table_of_two(hana, taro)
        await jiro.post("/api/me", {"name": "次郎"})
        async with hana.at(table) as one, jiro.at(table, invitation=await hana.invite(table)) as watching:
            await said(watching, text="from the side")
            await said(one, text="from the table")
            export = await jiro.get("/api/me/export")
            assert [line["text"] for line in export["tables"][0]["talk"]] == ["from the side"]
            assert "from the table" not in str(export)
            async with Person(address) as saburo, saburo.at(table, invitation=await hana.invite(table)) as far:
                await receives(far, "from the side", "from the table")
                await jiro.post("/api/me/delete", {})
                await receives(far, "from the table")
        assert await server.store._rows("SELECT count(*) FROM talk_lines") == [(1,)]
        await server.registry.unload(table)
        assert await server.store.remove_table(table, Cutoffs(1 << 40, 1 << 40, 1 << 40))
        for name in ("talk_lines", "talks"):
            assert await server.store._rows(f"SELECT count(*) FROM {name}") == [(0,)]  # noqa: S608  # constants


# ------------------------------------------------------------ other workers


@pytest.mark.parametrize("lost", [False, True], ids=["notified", "notice lost"])
async def test_clients_at_two_workers_receive_the_same_in_the_same_order(
    tmp_path: Path, postgresql: PostgresDatabase, monkeypatch: pytest.MonkeyPatch, lost: bool
) -> None:
    if lost:
        lose(monkeypatch, Talked)
    async with workers(tmp_path, postgresql) as two, two.people(0, 1) as (hana, taro):
        table = await table_of_two(hana, taro)
        async with hana.at(table) as one, taro.at(table) as other:
            await eventually(lambda: two.shared(table))
            for number in range(5):
                await asyncio.gather(said(one, text=f"h{number}"), said(other, text=f"t{number}"))
            everything = {f"{who}{number}" for who in "ht" for number in range(5)}
            for place in (one, other):
                while set(words(place)) != everything:
                    await place.receive()
            assert words(one) == words(other)
            assert [line["number"] for line in lines_of(one)] == [line["number"] for line in lines_of(other)]


async def test_free_text_that_was_switched_off_at_one_worker_is_refused_at_the_other(
    tmp_path: Path, postgresql: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    lose(monkeypatch, Talked)
    monkeypatch.setattr(postgres_peers, "REFRESH_SECONDS", 3600.0)
    monkeypatch.setattr(postgres_peers, "LEASE_SECONDS", 3600.0)
    async with workers(tmp_path, postgresql) as two, two.people(0, 1) as (hana, taro):
        table = await table_of_two(hana, taro)
        async with hana.at(table) as mine, taro.at(table, lang="en") as theirs:
            await eventually(lambda: two.shared(table))
            assert (await mine.ask("chat", on=False))["t"] == "done"
            refused = await theirs.ask("say", text="一局どうですか")
            assert refused["t"] == "refused", refused
