"""Records that people send to be replayed: verdicts, hostile files, and limits."""

import asyncio
import json
import re
import zlib
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from harness.server.doubles import PATIENCE, PLENTY
from tefuda.server.finished_games.replay_process import Job, Outcome, outcome
from tefuda.server.settings import GAMES
from tefuda.server.web import record_checks
from tests.server.clients import Person, serving


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give a replay all the time that it takes on a busy machine."""
    monkeypatch.setattr(record_checks, "SECONDS", PATIENCE)
    monkeypatch.setattr(record_checks, "SEND_SECONDS", PATIENCE)


async def record_of(hana: Person) -> str:
    """Play a public game to its end and return its signed record."""
    async with hana.playing("me", "bot", public=True) as place:
        await place.play_to_end(Random(1))
    return (await hana.http.get(f"/api/tables/{place.table}/record.txt")).text


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the record of a game that was played at another server."""

    async def played() -> str:
        async with serving(tmp_path_factory.mktemp("elsewhere")) as (address, _), Person(address) as hana:
            return await record_of(hana)

    return asyncio.run(played())


async def test_server_replays_a_record_and_names_what_is_false(tmp_path: Path, text: str) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as other:
        found = await other.post("/api/check", {"record": text}, headers={"Accept-Language": "en"})
        assert found["verdict"] == "proven"
        assert found["moves"] == len(re.findall("(?m)^[0-9]+ (person|stand-in|bot) ", text))
        assert other.token == "", "nobody needs a cookie"
        forged = re.sub("(?m)^secret .*", "secret " + "0" * 64, text)
        assert (await other.post("/api/check", {"record": forged}))["verdict"] == "false"
        unreadable = await other.post("/api/check", {"record": "tefuda 1\n"}, 400, headers={"Accept-Language": "en"})
        assert unreadable["message"].startswith("This is not a signed record")


def replayed(record: str, seat: int | None = None) -> tuple[Outcome, Any]:
    """Return what the process that replays records answers, and the game if a seat is given; here without a process."""
    found, data = outcome(Job(record, "en", dict(GAMES), {}, seat))
    return found, json.loads(zlib.decompressobj(-zlib.MAX_WBITS).decompress(data)) if data else None


@pytest.mark.parametrize(
    "text", ["", "<script>alert(1)</script>", "tefuda 1\n", "tefuda 2\n", "tefuda 2\n" + "\n" * 20_000, "\x00" * 9]
)
def test_hostile_file_is_no_record(text: str) -> None:
    assert replayed(text)[0].verdict == "unreadable"


def test_record_of_an_unknown_game_or_with_wrong_ranks_is_not_proven(text: str) -> None:
    assert replayed(text)[0].verdict == "proven"
    for game in ("os", "../../etc", "nothing"):
        assert replayed(re.sub("(?m)^game .*", f"game {game}", text))[0].verdict != "proven"
    last = re.findall("(?m)^ranks .*", text)[0]
    wrong = "ranks 2 1" if last == "ranks 1 2" else "ranks 1 2"
    assert replayed(text.replace(last, wrong))[0].verdict == "false"


async def check(person: Person, text: str, visitor: int, path: str = "/api/check") -> httpx.Response:
    """Have a record checked from the address of a visitor."""
    headers = {"X-Forwarded-For": f"192.0.2.{visitor}", "Accept-Language": "en"}
    return await person.http.post(path, json={"record": text}, headers=headers)


async def test_one_address_does_not_take_all_places(tmp_path: Path, text: str) -> None:
    changes = {"proxies": ("127.0.0.1",), "address_rate": PLENTY}
    paths = ("/api/check", "/api/check/replay")
    async with serving(tmp_path, **changes) as (address, _), Person(address) as hana:
        asking = [asyncio.create_task(check(hana, text, 1, path)) for path in paths * 3]
        asking.append(asyncio.create_task(check(hana, text, 2)))
        *own, other = await asyncio.gather(*asking)
        assert sorted(answer.status_code for answer in own) == [200, 429, 429, 429, 429, 429]
        refused = [answer for answer in own if answer.status_code == 429]
        assert {answer.url.path for answer in refused} == set(paths)
        for answer in refused:
            assert answer.json()["message"].startswith("Another such request from your address")
        assert other.status_code == 200, "another address gets its place"
        assert (await check(hana, text, 1, paths[1])).status_code == 200, "and this one again, once it is answered"


async def test_size_time_and_number_are_limited(tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tmp_path, proxies=("127.0.0.1",)) as (address, server), Person(address) as hana:
        await hana.post("/api/check", {"record": "x" * 60_001}, 400)
        for size in (64_300, 90_000):  # the second closes the connection
            for path in ("/api/check", "/api/check/replay"):
                answer = await hana.post(path, {"record": "x" * size}, 413, headers={"Accept-Language": "en"})
                assert "At most 64,096 are allowed" in answer["message"]
        monkeypatch.setattr(record_checks, "MAX_WAITING", 2)
        answers = await asyncio.gather(*(check(hana, text, visitor) for visitor in range(4)))
        assert sorted(answer.status_code for answer in answers) == [200, 200, 503, 503]
        monkeypatch.setattr(record_checks, "SECONDS", 0.001)
        await hana.post("/api/check", {"record": text}, 400)
        monkeypatch.setattr(record_checks, "SECONDS", PATIENCE)
        assert (await hana.post("/api/check", {"record": text}))["verdict"] == "proven", "the next one is checked"
        assert server.metrics.errors._value.get() == 0


async def test_game_of_a_record_is_shown_as_each_seat_saw_it(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana, Person(address) as other:
        text = await record_of(hana)
        table = re.findall("(?m)^table (.*)", text)[0]
        for seat in (-1, 1):
            shown = await other.post("/api/check/replay", {"record": text, "seat": seat})
            kept = (await hana.http.get(f"/api/tables/{table}/record?seat={seat}")).json()
            assert without_numbers(shown["updates"]) == without_numbers(kept["updates"])
            assert (shown["verdict"], shown["stopped"], shown["seat"]) == ("proven", "", seat)
            assert shown["table"]["sitters"] == kept["table"]["sitters"]
        assert other.token == "", "nobody needs a cookie"
        assert server.metrics.errors._value.get() == 0


def without_numbers(updates: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what a page shows of a game, without the versions of entries and what only a running table says."""
    shown = [update for update in updates if update.get("view")]
    return [{name: update.get(name) for name in ("turn", "sitters", "events", "view")} for update in shown]


def test_game_is_shown_up_to_what_the_rules_forbid(text: str) -> None:
    _, whole = replayed(text, -1)
    moves = list(re.finditer("(?m)^[0-9]+ (person|stand-in|bot) .*", text))
    third = moves[2]
    line = text.count("\n", 0, third.start()) + 1
    _, shown = replayed(f"{text[: third.start()]}{third[0].rpartition(' ')[0]} fly{text[third.end() :]}", -1)
    assert shown["verdict"] == "false"
    assert f"line {line}" in shown["reason"]
    assert shown["stopped"].startswith(f"Line {line}: ")
    assert shown["updates"] == whole["updates"][:3], "the deal and two moves"
    others = "ranks 2 1" if "\nranks 1 1\n" in text else "ranks 1 1"
    _, shown = replayed(re.sub("(?m)^ranks .*", others, text), -1)
    assert (shown["verdict"], shown["stopped"]) == ("false", "")
    assert shown["updates"] == whole["updates"]


def test_names_in_a_forged_record_are_cleaned(text: str) -> None:
    name = json.dumps("x\u202e\n" + "y" * 9000)
    _, shown = replayed(re.sub("(?m)^name 0 .*", lambda _: f"name 0 {name}", text), -1)
    assert [update["sitters"][0]["name"] for update in shown["updates"]] == ["x " + "y" * 22] * len(shown["updates"])


async def test_games_being_sent_are_few_and_leave_no_trace(
    tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana:
        before = files_of(tmp_path)
        monkeypatch.setattr(record_checks, "MAX_SENDING", 0)
        await hana.post("/api/check/replay", {"record": text}, 503)
        monkeypatch.setattr(record_checks, "MAX_SENDING", 1)
        for seat in (2, -2):
            assert replayed(text, seat)[0].verdict == "unplayable"
        for body in ({"record": "tefuda 2\n"}, {"record": text, "seat": 7}):
            await hana.post("/api/check/replay", body, 400)
        for _ in range(2):  # the one before is forgotten
            assert (await hana.post("/api/check/replay", {"record": text}))["stopped"] == ""
        assert files_of(tmp_path) == before


def files_of(folder: Path) -> set[str]:
    return {path.name for path in folder.rglob("*") if not path.name.endswith(("-wal", "-shm"))}
