"""Taking back an action at a server: requests and answers at any worker, and across a restart."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

from harness.server.databases import Database, PostgresDatabase
from harness.server.doubles import ManualClock
from tefuda.table.entries import Played, TakenBack
from tefuda.table.table_record import Back, read
from tefuda.table.verify import Verdict, verify
from tests.server.clients import Person, Place, any_database, deal, people, serving, table_of_two
from tests.server.workers import workers
from tests.table.numbering import without_handles


def back(update: dict[str, Any]) -> dict[str, Any]:
    return update.get("back", {})


async def after(answer: dict[str, Any], *places: Place) -> None:
    """Wait until all have seen what a message has changed."""
    assert answer["t"] == "done", answer
    for place in places:
        await place.until(lambda update: update["version"] >= answer["version"])


async def choose(*places: Place) -> tuple[Place, list[Place], dict[str, Any]]:
    """Let the player to act choose in the draft of てづま師; return them, the others, and the view before."""
    mover = next(place for place in places if place.seat == places[0].view["to_act"])
    before = mover.view
    await after(await mover.play(before["choices"][0]["action"]), *places)
    assert back(mover.update) == {"seat": mover.seat}
    return mover, [place for place in places if place is not mover], before


@contextlib.asynccontextmanager
async def trio(folder: Path, **changes: Any) -> AsyncIterator[tuple[list[Person], list[Place]]]:
    """Yield three people at a dealt table of てづま師."""
    async with contextlib.AsyncExitStack() as stack:
        address, _ = await stack.enter_async_context(serving(folder, **changes))
        people = [await stack.enter_async_context(Person(address)) for _ in range(3)]
        table = await table_of_two(*people[:2], "open", game="tezuma")
        await people[2].join(table, "次郎", await people[0].invite(table))
        places = [await stack.enter_async_context(person.at(table, lang="en")) for person in people]
        await deal(*places)
        yield people, places


async def refused(place: Place, message: str, **fields: Any) -> str:
    answer = await place.ask(message, **{"turn": place.update["turn"], **fields})
    assert answer["t"] == "refused", answer
    return str(answer["error"]["message"])


@any_database
async def test_action_is_taken_back_once_all_have_agreed_also_across_a_restart(
    tmp_path: Path, database: Database
) -> None:
    settings = dict(database.settings)
    async with trio(tmp_path, **settings) as (people, places):
        mover, others, before = await choose(*places)
        turn = mover.update["turn"]
        await after(await mover.ask("take-back", turn=turn), *places)
        assert back(others[0].update) == {
            "seat": mover.seat,
            "asked": True,
            "waiting": sorted(place.seat for place in others),
        }
        await after(await others[0].ask("answer-back", turn=turn, agreed=True), *places)
        assert back(mover.update)["waiting"] == [others[1].seat]
        table, seats = mover.welcome["table"]["id"], [mover.seat, others[1].seat]
        tokens = [people[seat].token for seat in seats]
    async with (
        serving(tmp_path, **settings) as (address, server),
        Person(address, tokens[0]) as asks,
        Person(address, tokens[1]) as answers,
        asks.at(table) as mover,
        answers.at(table) as last,
    ):
        assert back(last.update)["waiting"] == [last.seat]
        await after(await last.ask("answer-back", id="last", turn=turn, agreed=True), mover, last)
        assert back(mover.update) == {"seat": mover.seat, "done": True}
        assert without_handles(mover.view) == without_handles(before)
        late = await mover.ask("play", id="late", turn=turn, actions=[before["choices"][0]["action"]])
        assert late["t"] == "refused"
        log = await server.store.log(table)
        assert '"taken-back"' in log[-1].entry
        assert (
            await mover.ask("play", id="again", turn=mover.update["turn"], actions=[before["choices"][-1]["action"]])
        )["t"] == "done"
        await mover.until(lambda update: update["view"]["to_act"] != mover.seat)


async def test_one_refusal_or_another_action_ends_the_request(tmp_path: Path) -> None:
    async with trio(tmp_path) as (_, places):
        mover, others, _ = await choose(*places)
        turn = mover.update["turn"]
        assert "last action" in await refused(others[0], "take-back")
        assert "Nobody is asking" in await refused(others[0], "answer-back", agreed=True)
        await after(await mover.ask("take-back", turn=turn), *places)
        assert "asked already" in await refused(mover, "take-back")
        assert "Nobody is asking" in await refused(mover, "answer-back", agreed=True)
        await after(await others[0].ask("answer-back", turn=turn, agreed=False), *places)
        assert back(mover.update) == {"seat": mover.seat, "refused": others[0].seat}
        assert "last action" in await refused(mover, "take-back")
        mover, others, _ = await choose(*places)
        await after(await mover.ask("take-back", turn=mover.update["turn"]), *places)
        mover, others, _ = await choose(*places)
        assert mover.update["turn"] == turn + 2
        assert "moved on" in await refused(others[0], "answer-back", turn=turn, agreed=True)


async def test_spectators_and_late_messages_change_nothing(tmp_path: Path) -> None:
    async with trio(tmp_path) as (people, places), Person(people[0].address) as stranger:
        table = places[0].welcome["table"]["id"]
        mover, others, _ = await choose(*places)
        async with stranger.at(table, invitation=await people[0].invite(table), lang="en") as watching:
            assert "seated" in await refused(watching, "take-back")
            assert not back(watching.update), "the offer is the player's own"
            turn = mover.update["turn"]
            await after(await mover.ask("take-back", turn=turn), *places, watching)
            assert "seated" in await refused(watching, "answer-back", agreed=True)
        assert await refused(others[0], "answer-back", turn=turn - 1, agreed=True)
        assert back(others[0].update)["asked"]


async def test_action_that_revealed_a_card_cannot_be_taken_back(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana:
        table = (await hana.open("me", "bot", deal=True))["id"]
        async with hana.at(table, lang="en") as place:
            await place.my_turn()
            await after(await place.ask("play", turn=place.update["turn"], actions=["draw"]), place)
            assert not back(place.update)
            assert await refused(place, "take-back")


async def test_bots_agree_at_once_and_discard_what_they_were_choosing(tmp_path: Path) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock=clock, bot_delay=1) as (address, _), Person(address) as hana:
        table = (await hana.open("me", "bot", "bot", game="tezuma", deal=True))["id"]
        async with hana.at(table) as place:
            while not back(place.update):
                await _next(clock, place)
            before = place.view
            assert before["to_act"] != 0
            await after(await place.ask("take-back", turn=place.update["turn"]), place)
            assert back(place.update) == {"seat": 0, "done": True}
            version = place.update["version"]
            await clock.pass_time(5)
            assert place.view["to_act"] == 0
            assert (await place.ask("ping"))["t"] == "pong"
            assert place.update["version"] == version


async def test_bot_waits_for_the_answer_but_not_for_ever(tmp_path: Path) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock=clock, bot_delay=1) as (address, _), people(address, 2) as (hana, taro):
        table = await table_of_two(hana, taro, "bot", game="tezuma")
        async with hana.at(table) as one, taro.at(table) as two:
            await deal(one, two)
            while not (one.view["to_act"] == 2 and (back(one.update) or back(two.update))):
                await _next(clock, one, two)
            mover, other = (one, two) if back(one.update) else (two, one)
            await after(await mover.ask("take-back", turn=mover.update["turn"]), one, two)
            await clock.pass_time(25)
            assert (await other.ask("ping"))["t"] == "pong"
            assert back(other.update)["asked"]
            await clock.pass_time(15)
            await other.until(lambda update: "back" not in update)
            assert other.view["to_act"] != 2


async def _next(clock: ManualClock, *places: Place) -> None:
    """Let the player to act play their first choice."""
    mover = next((place for place in places if place.seat == places[0].view["to_act"]), None)
    version = places[0].update["version"]
    if mover is None:
        await clock.pass_time(1.1)
    else:
        await after(await mover.play(), *places)
    for place in places:
        await place.until(lambda update: update["version"] > version)


async def test_workers_agree_on_what_was_taken_back(tmp_path: Path, postgresql: PostgresDatabase) -> None:
    async with workers(tmp_path, postgresql) as two, two.people(0, 1, 0) as (hana, taro, jiro):
        table = await table_of_two(hana, taro, "open", game="tezuma", public=True)
        await jiro.join(table, "次郎")
        async with (
            Person(two.addresses[1]) as stranger,
            hana.at(table) as one,
            taro.at(table) as two_,
            jiro.at(table) as three,
            stranger.at(table) as watching,
        ):
            places = (one, two_, three)
            await deal(*places, watching)
            for _ in range(2):
                mover, others, before = await choose(*places)
                turn = mover.update["turn"]
                await after(await mover.ask("take-back", turn=turn), *places)
                for other in others:
                    await after(await other.ask("answer-back", turn=turn, agreed=True), *places)
                assert without_handles(mover.view) == without_handles(before)
            await asyncio.gather(*(place.play_to_end(Random(place.seat)) for place in places))
            await watching.until(lambda update: update["view"]["to_act"] == -1)
            assert watching.view["result"] == one.view["result"]
            record = read((await hana.http.get(f"/api/tables/{table}/record.txt")).text)
            assert sum(isinstance(item, Back) for item in record.course) == 2
            claims = {claim.id: claim.verdict for claim in verify(record).claims}
            assert claims["rules"] is Verdict.PROVEN
        entries = await two.entries(table)
        assert sum(isinstance(entry, TakenBack) for entry in entries) == 2
        assert sum(isinstance(entry, Played) for entry in entries) == len(record.moves) + 2
