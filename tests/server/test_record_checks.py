"""Records that people send to be replayed: verdicts, hostile files, and limits."""

import asyncio
import re
from pathlib import Path
from random import Random

import pytest

from tefuda.server.web import record_checks
from tests.server.clients import Person, serving


async def record_of(hana: Person, game: str = "kotori") -> str:
    """Play a public game to its end and return its signed record."""
    table = (await hana.open("me", "bot", game=game, public=True, deal=True))["id"]
    async with hana.at(table) as place:
        await place.play_to_end(Random(1))
    return (await hana.http.get(f"/api/tables/{table}/record.txt")).text


async def test_server_replays_a_record_and_names_what_is_false(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana, Person(address) as other:
        text = await record_of(hana)
        found = await other.post("/api/check", {"record": text}, headers={"Accept-Language": "en"})
        assert found["verdict"] == "proven"
        assert found["moves"] == len(re.findall("(?m)^[0-9]+ (person|stand-in|bot) ", text))
        assert other.token == "", "nobody needs a cookie"
        last = re.findall("(?m)^ranks .*", text)[0]
        wrong = "ranks 2 1" if last == "ranks 1 2" else "ranks 1 2"
        assert (await other.post("/api/check", {"record": text.replace(last, wrong)}))["verdict"] == "false"
        forged = re.sub("(?m)^secret .*", "secret " + "0" * 64, text)
        assert (await other.post("/api/check", {"record": forged}))["verdict"] == "false"


@pytest.mark.parametrize(
    "text",
    ["", "<script>alert(1)</script>", "tefuda 1\n", "tefuda 2\n", "tefuda 2\n" + "\n" * 20_000, "\x00" * 9],
)
async def test_hostile_file_gets_a_clear_error(tmp_path: Path, text: str) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as other:
        answer = await other.post("/api/check", {"record": text}, 400, headers={"Accept-Language": "en"})
        assert answer["message"].startswith("This is no signed record")


async def test_record_of_an_unknown_game_is_not_replayed(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana:
        text = await record_of(hana)
        for game in ("os", "../../etc", "nothing"):
            changed = re.sub("(?m)^game .*", f"game {game}", text)
            response = await hana.http.post("/api/check", json={"record": changed})
            assert response.status_code == 400 or response.json()["verdict"] != "proven"


async def test_size_time_and_number_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana:
        text = await record_of(hana)
        await hana.post("/api/check", {"record": "x" * 60_001}, 400)
        await hana.post("/api/check", {"record": "x" * 64_300}, 413)
        monkeypatch.setattr(record_checks, "MAX_WAITING", 2)
        answers = await asyncio.gather(*(hana.http.post("/api/check", json={"record": text}) for _ in range(4)))
        assert sorted(answer.status_code for answer in answers) == [200, 200, 503, 503]
        monkeypatch.setattr(record_checks, "SECONDS", 0.001)
        await hana.post("/api/check", {"record": text}, 400)
        monkeypatch.undo()
        assert (await hana.post("/api/check", {"record": text}))["verdict"] == "proven", "the next one is checked"
        assert server.metrics.errors._value.get() == 0  # type: ignore[attr-defined]
