"""Reviews over HTTP: of finished games only, in parts while they are made, and the same for everyone."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import pytest

from harness.server.doubles import PATIENCE, QuickBots, eventually
from tefuda.bots.analysis import Analysis, AnalysisRequest
from tefuda.bots.fair_queue import Asker
from tefuda.server.finished_games.reviews import MOST_AN_ADDRESS
from tefuda.server.store.errors import StoreError
from tests.server.clients import Person, finished, serving


async def review_of(person: Person, table: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Poll until the review is complete; return the last answer, and all turns in order."""
    turns: list[dict[str, Any]] = []
    async with asyncio.timeout(PATIENCE):
        while True:
            answer = await person.post(f"/api/tables/{table}/review", {"after": len(turns)})
            turns += answer["turns"]
            if answer["seats"]:
                return answer, turns
            await asyncio.sleep(0.02)


async def test_review_covers_every_decision_with_the_option_that_was_played(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana:
        table = await finished(hana)
        answer, turns = await review_of(hana, table)
        record = await hana.get(f"/api/tables/{table}/record?seat=0")
        moves = max(update["turn"] for update in record["updates"])
        assert answer["decisions"] == len(turns) > 10
        assert [turn["move"] for turn in turns] == sorted({turn["move"] for turn in turns})
        assert turns[-1]["move"] < moves
        assert len(answer["seats"]) == 2
        for turn in turns:
            before = next(one for one in reversed(record["updates"]) if one["turn"] == turn["move"] and "view" in one)
            assert before["view"]["to_act"] == turn["seat"]
            if turn["seat"] == 0:
                offered = {choice["action"] for choice in before["view"]["choices"]}
                assert {option["action"] for option in turn["options"]} <= offered
            assert turn["options"][turn["played"]]["prospect"]["id"] == "chance-to-win"
        again, same = await review_of(hana, table)
        assert (again["seats"], same) == (answer["seats"], turns)


async def test_running_game_is_not_reviewed(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana:
        table = (await hana.open("me", "bot", deal=True))["id"]
        refused = await hana.post(f"/api/tables/{table}/review", {}, status=409)
        assert refused["message"] == "A game can be reviewed when it is over."


async def test_review_is_for_those_who_may_see_the_table(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana, Person(address) as taro:
        table = await finished(hana)
        await taro.post(f"/api/tables/{table}/review", {}, status=404)
        await taro.post("/api/me", {"name": "Taro"})
        await taro.post(f"/api/tables/{table}/review", {}, status=404)


async def test_passer_by_may_review_a_public_game_and_play_on(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana, Person(address) as passer_by:
        table = await finished(hana, public=True)
        assert not passer_by.token
        _, turns = await review_of(passer_by, table)
        info = await passer_by.post(f"/api/tables/{table}/what-if", {"move": turns[0]["move"]})
        assert info["you"] == turns[0]["seat"]


class SlowBots(QuickBots):
    """Bots whose analyses wait until they are let go."""

    def __init__(self) -> None:
        super().__init__()
        self.go = asyncio.Event()
        self.waiting: list[Asker] = []

    def answer(self, request: AnalysisRequest, asker: Asker) -> Awaitable[Analysis]:
        self.waiting.append(asker)
        soon = super().answer

        async def later() -> Analysis:
            await self.go.wait()
            return await soon(request, asker)

        return later()


async def test_guest_has_one_review_made_at_a_time_behind_running_games(tmp_path: Path) -> None:
    bots = SlowBots()
    async with serving(tmp_path, bots) as (address, _), Person(address) as hana:
        first, second = await finished(hana), await finished(hana)
        answer = await hana.post(f"/api/tables/{first}/review", {})
        assert (answer["seats"], answer["turns"]) == ([], [])
        refused = await hana.post(f"/api/tables/{second}/review", {}, status=429)
        assert refused["message"] == "Another game is being reviewed. Try again in a moment."
        bots.go.set()
        await review_of(hana, first)
        assert bots.waiting
        assert not any(asker.person_waits for asker in bots.waiting)
        await review_of(hana, second)


async def test_one_address_does_not_keep_others_from_a_review(tmp_path: Path) -> None:
    bots = SlowBots()
    async with contextlib.AsyncExitStack() as stack:
        address, _ = await stack.enter_async_context(serving(tmp_path, bots))
        people = [await stack.enter_async_context(Person(address)) for _ in range(MOST_AN_ADDRESS + 1)]
        tables = [await finished(person) for person in people]
        for person, table in zip(people[:-1], tables, strict=False):
            await person.post(f"/api/tables/{table}/review", {})
        await people[-1].post(f"/api/tables/{tables[-1]}/review", {}, status=429)
        bots.go.set()
        await review_of(people[0], tables[0])


class FailingBots(QuickBots):
    """Bots whose analyses fail at first."""

    failing = True

    def answer(self, request: AnalysisRequest, asker: Asker) -> Awaitable[Analysis]:
        if self.failing:
            raise RuntimeError("no workers")
        return super().answer(request, asker)


async def test_failed_review_is_reported_and_made_again_on_request(tmp_path: Path) -> None:
    bots = FailingBots()
    async with serving(tmp_path, bots) as (address, _), Person(address) as hana:
        table = await finished(hana)
        await hana.post(f"/api/tables/{table}/review", {})
        async with asyncio.timeout(PATIENCE):
            status = 200
            while status == 200:
                await asyncio.sleep(0.02)
                status = (await hana.http.post(f"/api/tables/{table}/review", json={})).status_code
        assert status == 409
        bots.failing = False
        answer, _ = await review_of(hana, table)
        assert len(answer["seats"]) == 2


class HalfFailingBots(QuickBots):
    """Bots that fail at the second analysis; the others would take forever."""

    def __init__(self) -> None:
        super().__init__()
        self.answers: list[asyncio.Future[Analysis]] = []

    def answer(self, request: AnalysisRequest, asker: Asker) -> Awaitable[Analysis]:
        answer = asyncio.get_running_loop().create_future()
        self.answers.append(answer)
        if len(self.answers) == 2:
            answer.set_exception(RuntimeError("the worker has died"))
        return answer


async def test_failed_review_leaves_nothing_to_the_workers(tmp_path: Path) -> None:
    bots = HalfFailingBots()
    async with serving(tmp_path, bots) as (address, _), Person(address) as hana:
        table = await finished(hana)
        await hana.post(f"/api/tables/{table}/review", {})
        await eventually(lambda: len(bots.answers) > 1 and all(answer.done() for answer in bots.answers))


async def test_review_that_the_store_cannot_answer_is_no_defect(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana:
        table = await finished(hana)

        async def locked(_: str) -> None:
            raise StoreError("database is locked")

        with monkeypatch.context() as patch:
            patch.setattr(server.store, "log", locked)
            await hana.post(f"/api/tables/{table}/review", {})
            await eventually(lambda: server.metrics.store_errors._value.get() == 1)
        assert server.metrics.errors._value.get() == 0
        await hana.post(f"/api/tables/{table}/review", {}, status=409)
        await review_of(hana, table)
