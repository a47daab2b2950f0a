"""Bots that play for people, and people who are out of the game and skip to its end."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from harness.server.doubles import ManualClock, QuickBots, eventually, settings, settle
from tefuda.bots.fair_queue import Asker
from tefuda.engine.state import State
from tefuda.server.store.stored_data import Seat
from tefuda.server.tables.presence import PresenceTracker
from tefuda.table.entries import Sitter
from tests.server.clients import Person, Place, deal, serving, table_of_two
from tests.server.workers import presence

TABLES = 40  # tried until a person is out of the game: far more than are needed


class WaitingBots(QuickBots):
    """Bots that answer when they are allowed to."""

    def __init__(self) -> None:
        super().__init__()
        self.allowed = asyncio.Event()

    def choose(self, state: State, level: str, asker: Asker) -> Awaitable[str]:
        chosen = super().choose(state, level, asker)

        async def answer() -> str:
            command = await chosen
            await self.allowed.wait()
            return command

        return answer()


# ---------------------------------------------------------------- stand-ins


async def test_bot_called_for_an_idle_player_is_attributed_until_they_return(tmp_path: Path) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock=clock) as (address, _), Person(address) as hana, Person(address) as taro:
        table = await table_of_two(hana, taro)
        async with hana.at(table) as first, taro.at(table) as second:
            await deal(first, second)
            idle, waits = (first, second) if first.view["to_act"] == 0 else (second, first)
            early = await waits.ask("stand-in", seat=idle.seat)
            assert "still at the table" in early["error"]["message"]
            await clock.pass_time(59)
            assert (await waits.ask("stand-in", seat=idle.seat))["t"] == "refused"
            await clock.pass_time(2)
            await presence(waits, idle.seat, state="idle")
            turn = waits.update["turn"]
            assert (await waits.ask("stand-in", seat=idle.seat))["t"] == "done"
            shown = await presence(waits, idle.seat, stand_in=True)
            assert shown["called_by"] == waits.seat
            await waits.until(lambda update: update["turn"] > turn)
            shown = await presence(idle, idle.seat, bot_moves=1)
            assert shown["called_by"] == waits.seat, "the person can see who let the bot play"
            assert (await waits.ask("stand-in", seat=idle.seat, on=False))["t"] == "refused", "it is not their seat"
            assert (await idle.ask("stand-in", seat=idle.seat, on=False))["t"] == "done"
            shown = await presence(idle, idle.seat, stand_in=False)
            assert (shown["state"], shown["called_by"], shown["bot_moves"]) == ("here", -1, 0)


async def test_person_who_says_something_is_not_idle(tmp_path: Path) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock=clock) as (address, _), Person(address) as hana, Person(address) as taro:
        table = await table_of_two(hana, taro)
        async with hana.at(table) as first, taro.at(table) as second:
            await deal(first, second)
            thinks, waits = (first, second) if first.view["to_act"] == 0 else (second, first)
            await clock.pass_time(50)
            assert (await thinks.ask("say", phrase="thinking"))["t"] == "done"
            await clock.pass_time(50)
            assert (await waits.ask("stand-in", seat=thinks.seat))["t"] == "refused"
            await clock.pass_time(11)
            await presence(waits, thinks.seat, state="idle")
            assert (await thinks.ask("say", phrase="moment"))["t"] == "done"
            await presence(waits, thinks.seat, state="here")


class RoughClock(ManualClock):
    """A clock that advances with each reading, and whose timers are early, as those of event loops may be."""

    step, early = 0.0, 0.0  # seconds

    def now(self) -> float:
        self.passed += self.step
        return self.passed

    def later(self, seconds: float, action: Callable[[], object]) -> Any:
        return super().later(max(0.0, seconds - self.early), action)


async def test_bot_plays_for_absent_person_however_rough_the_clock_is(tmp_path: Path) -> None:
    clock = RoughClock()
    async with serving(tmp_path, clock=clock) as (address, server), Person(address) as hana, Person(address) as taro:
        table = await table_of_two(hana, taro)
        async with hana.at(table) as first:
            actor = server.registry.actors[table]
            for early in range(8):
                async with taro.at(table) as second:
                    if not early:
                        await deal(first, second)
                    clock.early = 0.001 * early + 0.0005
                await eventually(lambda: not actor.presence_tracker.is_connected(1))
                clock.step = 0.001
                await clock.pass_time(server.settings.gone_after + 1)
                clock.step = 0.0
                await first.ask("ping")
                told = [message["seats"][1] for message in first.received if message["t"] == "seats"]
                assert (told[-1]["state"], told[-1]["stand_in"]) == ("gone", True), f"timers {clock.early} s early"


async def test_returning_person_is_told_how_often_a_bot_played_for_them(tmp_path: Path) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock=clock) as (address, _), Person(address) as hana, Person(address) as taro:
        table = await table_of_two(hana, taro)
        async with hana.at(table) as first:
            async with taro.at(table) as second:
                await deal(first, second)
            await settle()
            await clock.pass_time(31)
            await presence(first, 1, stand_in=True)
            while not any(message["seats"][1]["bot_moves"] for message in first.received if message["t"] == "seats"):
                assert await first.my_turn()
                await first.play()
                await settle()
            async with taro.at(table) as second:
                shown = second.welcome["seats"][1]
                assert shown["bot_moves"] > 0
                assert (shown["stand_in"], shown["called_by"]) == (False, -1), "they went away, and nobody called it"
                while second.view["to_act"] != 1:
                    assert await first.my_turn()
                    await first.play()
                    await second.until(lambda update: update["version"] >= first.update["version"])
                await second.play()
                assert (await presence(second, 1, bot_moves=0))["state"] == "here"


@pytest.mark.parametrize("how", ["button", "stale action", "action"])
async def test_bot_that_is_choosing_yields_at_once(tmp_path: Path, how: str) -> None:
    bots = WaitingBots()
    async with serving(tmp_path, bots) as (address, server), Person(address) as hana:
        table = (await hana.open("me", "bot", deal=True))["id"]
        async with hana.at(table) as place:
            bots.allowed.set()
            assert await place.my_turn()
            bots.allowed.clear()
            driver, turn = server.registry.actors[table].bots, place.update["turn"]
            asked = len(bots.asked)
            assert (await place.ask("stand-in", seat=0))["t"] == "done"
            await eventually(lambda: len(bots.asked) > asked)
            if how == "button":
                assert (await place.ask("stand-in", seat=0, on=False))["t"] == "done"
            elif how == "stale action":
                assert (await place.play(turn=turn + 1))["t"] == "refused"
            else:
                assert (await place.play())["t"] == "done"
                turn += 1
            await presence(place, 0, stand_in=False)
            if how != "action":
                await eventually(lambda: not driver.busy)
                bots.allowed.set()
                await settle()
            assert server.registry.actors[table].table.turn == turn, "the bot has not moved for the person"


# ---------------------------------------------------------- skip to the end


async def until_out(people: list[Place], random: Random, clock: ManualClock) -> bool:
    """Play until one of the people is out of the game; False if the game ends before."""
    first = people[0]
    while first.view["to_act"] >= 0:
        if first.view.get("out"):
            return any(place.seat in first.view["out"] for place in people)
        for place in people:
            if place.view["to_act"] == place.seat:
                await place.play(random.choice(place.view["choices"])["action"])
        version = max(place.update["version"] for place in people)
        await first.until(lambda update, version=version: update["version"] >= version)
        if first.view["to_act"] not in [-1, *(place.seat for place in people)]:
            version += 1
            await clock.pass_time(1)
        for place in people:
            await place.until(lambda update, version=version: update["version"] >= version)
    return False


async def test_person_who_is_out_skips_to_the_end_of_a_game_of_bots(tmp_path: Path) -> None:
    clock, random = ManualClock(), Random(5)
    async with serving(tmp_path, clock=clock, bot_delay=1.0) as (address, server), Person(address) as hana:
        for _ in range(TABLES):
            async with hana.playing("me", "bot", "bot", "bot", game="llama") as place:
                early = await place.ask("skip-to-end")
                assert "still in the game" in early["error"]["message"]
                if not await until_out([place], random, clock):
                    continue
                running = server.registry.actors[place.table].table
                turn = running.turn
                await clock.pass_time(1)
                assert running.turn <= turn + 1, "bots take their time"
                if running.state is None or running.state.is_terminal:
                    continue
                assert (await place.ask("skip-to-end"))["t"] == "done"
                assert (await presence(place, 0, skips=True))["state"] == "here"
                await clock.pass_time(1)  # the move that a bot is about to make
                turn, over = running.turn, running.state.is_terminal
                await clock.pass_time(0.55)
                if over or (running.turn < turn + 5 and running.state.is_terminal):
                    continue
                assert running.turn == turn + 5
                await clock.pass_time(1000)
                await place.until(lambda update: update["view"]["to_act"] == -1)
                versions = [message["version"] for message in place.received if message["t"] == "update"]
                assert versions == list(range(versions[0], versions[0] + len(versions))), "every update has arrived"
                return
    raise AssertionError("the person was never out before the end")


async def test_game_cannot_be_skipped_while_people_play_on(tmp_path: Path) -> None:
    clock, random = ManualClock(), Random(6)
    async with serving(tmp_path, clock=clock) as (address, _), Person(address) as hana, Person(address) as taro:
        for _ in range(TABLES):
            table = await table_of_two(hana, taro, "bot", game="llama")
            async with hana.at(table) as first, taro.at(table) as second:
                await deal(first, second)
                if await until_out([first, second], random, clock) and first.view["to_act"] >= 0:
                    out = first if first.seat in first.view["out"] else second
                    refused = await out.ask("skip-to-end")
                    assert "still playing" in refused["error"]["message"]
                    return
    raise AssertionError("nobody was out before the end")


def test_bots_hurry_once_every_connected_person_is_out_and_has_asked(tmp_path: Path) -> None:
    sitters = [Sitter("person", "花子"), Sitter("person", "太郎"), Sitter("bot", "すず"), Sitter("bot", "はる")]
    table = SimpleNamespace(out=(0, 1), sitters=sitters, state=SimpleNamespace(over=False, seat=2))
    seats = [Seat(7, 0, sits=True), Seat(8, 1, sits=True)]
    tracker = PresenceTracker(table, seats, settings(tmp_path))
    hana, taro = tracker.people[0], tracker.people[1]
    hana.connections, taro.connections = {object()}, {object()}
    assert not tracker.skipping()
    hana.skips = True
    assert not tracker.skipping(), "the other one wants to watch"
    taro.connections = set()
    assert tracker.skipping(), "who has gone watches nothing"
    sitters[2] = Sitter("person", "次郎")
    assert not tracker.skipping(), "a person has taken a seat that plays on"
    sitters[2] = Sitter("bot", "すず")
    table.out = (1,)
    assert not tracker.skipping(), "the next game of a session has begun"
    table.out = (0, 1)
    assert not tracker.skipping(), "the next game is not skipped unasked"
