"""Lessons over a connection: answers, opponents that wait for the reader, places to resume, limits."""

from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from harness.server.doubles import eventually
from tefuda.server.protocol.limits import CloseCode
from tefuda.server.rate_limit import Rate
from tests.server.clients import Person, Place, serving

GAMES = ("kotori", "doutotsu", "llama", "tezuma", "kotodama")


async def go(place: Place, lesson: dict[str, Any]) -> dict[str, Any]:
    """Do what a step asks for, and return the next one."""
    if lesson.get("touch"):
        answer = await place.ask("touch", handle=lesson["touch"][0])
    elif lesson.get("next"):
        answer = await place.ask("go", to="next")
    else:
        first = lesson["expected"][0]
        marks = [action for action in lesson["expected"] if action.startswith("mark-")]
        actions = [marks[0], "fold"] if marks else [first]
        answer = await place.ask("play", turn=place.update["turn"], actions=actions)
    assert answer["t"] == "done", answer
    return await shown(place)


async def shown(place: Place) -> dict[str, Any]:
    """Wait for a step that is shown, the game after the script, or the end."""
    while True:
        lesson = await place.expect("lesson")
        if "words" in lesson or "free" in lesson or "finished" in lesson:
            return lesson


@pytest.mark.parametrize("game", GAMES)
async def test_lesson_is_played_to_its_end_over_a_connection(game: str, tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as person, person.learn(game) as place:
        assert [sitter.get("name", "") for sitter in place.update["sitters"]][:2] == ["", "Suzu"]
        lesson = await shown(place)
        steps = 1
        while not (lesson.get("finished") or lesson.get("free")):
            assert lesson["words"]["id"] == f"lesson-{steps}"
            lesson = await go(place, lesson)
            steps += 1
        assert steps == lesson["steps"] + bool(lesson.get("free"))
        assert (await person.get("/api/me"))["tables"] == []
        assert server.registry.actors == {}


async def test_game_after_the_script_is_played_against_bots(tmp_path: Path) -> None:
    async with (
        serving(tmp_path) as (address, _),
        Person(address) as person,
        person.learn("tezuma", place="14") as place,
    ):
        lesson = await shown(place)
        while not lesson.get("finished"):
            choices = place.update["view"].get("choices", [])
            if choices and lesson["version"] == place.update["version"]:
                await place.ask("play", turn=place.update["turn"], actions=[choices[0]["action"]])
            lesson = await shown(place)
        assert place.update["view"]["result"]


async def test_wrong_press_is_refused_with_the_answer_of_the_lesson(tmp_path: Path) -> None:
    where = {"place": "1", "lang": "ja"}
    async with serving(tmp_path) as (address, _), Person(address) as person, person.learn("kotori", **where) as place:
        await shown(place)
        refused = await place.ask("play", turn=0, actions=["pass"])
        assert refused["error"]["clause"] == "K4.3"
        assert refused["error"]["message"].startswith("パスするには")
        assert not (await shown(place)).get("ring")
        for _ in range(2):
            await place.ask("play", turn=0, actions=["pass"])
            lesson = await shown(place)
        assert lesson["ring"]


async def test_opponents_wait_until_the_step_before_is_read(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as person, person.learn("kotori", place="5") as place:
        lesson = await shown(place)
        version = place.update["version"]
        assert lesson["next"]
        assert (await place.ask("ping"))["t"] == "pong"
        assert place.update["version"] == version, "nobody moves"
        await place.ask("go", to="next")
        lesson = await shown(place)
        assert place.update["version"] > version
        assert lesson["words"]["id"] == "lesson-7"


async def test_lesson_resumes_at_its_place_and_goes_back(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as person:
        async with person.learn("llama", place="2") as place:
            await shown(place)
            await place.ask("play", turn=0, actions=["mark-1-nick-e", "fold"])
            lesson = await shown(place)
        async with person.learn("llama", place=lesson["place"]) as place:
            again = await shown(place)
            assert (again["words"], again["place"]) == (lesson["words"], lesson["place"])
            assert "mark" in str(place.update["view"]["zones"])
            await place.ask("go", to="back")
            assert (await shown(place))["words"]["id"] == "lesson-3"


async def test_place_that_the_lesson_does_not_have_begins_it_again(tmp_path: Path) -> None:
    where = {"place": "77~1-1"}
    async with serving(tmp_path) as (address, _), Person(address) as person, person.learn("kotori", **where) as place:
        assert (await shown(place))["step"] == 1


async def test_game_without_a_lesson_closes_the_connection_for_good(tmp_path: Path) -> None:
    games = {"tsukimi": "harness.fixtures.tsukimi"}
    async with serving(tmp_path, games=games) as (address, _), Person(address) as person:
        assert (await person.get("/api/games"))[0]["lesson"] is None
        assert await person.get("/api/games/tsukimi/demonstrations") == {}
        await person.get("/api/games/nothing/demonstrations", 400)
        for game in ("tsukimi", "nothing"):
            with pytest.raises(ConnectionClosed) as closed:
                await person.learn(game).__aenter__()
            assert closed.value.rcvd.code == CloseCode.NO_TABLE


async def test_malformed_message_is_refused_and_the_lesson_goes_on(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as person, person.learn("kotori") as place:
        await shown(place)
        for message in ({"to": "sideways"}, {}):
            assert (await place.ask("go", **message))["t"] == "refused"
        assert (await place.ask("hint"))["t"] == "refused"
        assert (await place.ask("play", turn=9, actions=["draw"]))["t"] == "refused"
        assert (await place.ask("touch", handle=1))["t"] == "refused"
        assert (await place.ask("go", to="next"))["t"] == "done"


async def test_messages_of_a_lesson_are_charged_to_the_address(tmp_path: Path) -> None:
    limits = {"address_rate": Rate(0.001, 6)}
    async with serving(tmp_path, **limits) as (address, _), Person(address) as person, person.learn("kotori") as place:
        answers = [await place.ask("go", to="back") for _ in range(8)]
        assert [answer["t"] for answer in answers][-2:] == ["refused", "refused"]


async def test_session_ends_with_its_connection(tmp_path: Path) -> None:
    async with serving(tmp_path, bot_delay=60) as (address, server), Person(address) as person:
        async with person.learn("kotori", place="5") as place:
            await shown(place)
            await place.ask("go", to="next")
        await eventually(lambda: server.limiter.open <= 1)
        await eventually(lambda: server.metrics.sockets._value.get() == 0)


@pytest.mark.parametrize("game", GAMES)
async def test_demonstration_begins_with_its_picture_and_ends_with_its_rule(game: str, tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as person:
        sights = await person.get(f"/api/games/{game}/demonstrations")
        assert len(sights) >= 2
        for clause, sight in sights.items():
            async with person.learn(game, card=clause) as place:
                assert place.update["view"] == sight["view"]
                lesson = await shown(place)
                while not lesson.get("finished"):
                    assert lesson["clauses"] == [clause]
                    lesson = await go(place, lesson)
                assert lesson["words"]["id"] == f"more-{clause.replace('.', '-')}-text"
                assert lesson["step"] == lesson["steps"]


async def test_unknown_demonstration_is_refused(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as person:
        with pytest.raises(ConnectionClosed) as closed:
            await person.learn("kotori", card="K1.1").__aenter__()
        assert closed.value.rcvd.code == CloseCode.NO_TABLE
