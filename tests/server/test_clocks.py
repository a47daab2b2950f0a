"""Clocks of tables run and expire by their rule, across restarts, crashes, sleep and workers."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from harness.server.databases import Database, PostgresDatabase
from harness.server.doubles import PATIENCE, ManualClock, eventually, settle
from tefuda.server.app import Server
from tefuda.server.store.sqlite import SqliteStore
from tefuda.server.tables import table_actor
from tefuda.server.tables.serialization import decoded_entry
from tefuda.server.tables.stopwatch import DEAL_GRACE, GRACE
from tefuda.server.tables.uptime import Uptime
from tefuda.table.clock_rule import DAY
from tefuda.table.entries import Entry, Flagged, Played, Resumed, Ticked
from tests.server.clients import Giver, Person, Place, any_database, deal, serving, table_of_two
from tests.server.workers import Workers, workers


@pytest.fixture(autouse=True)
def uptime_follows_the_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep manually passed time from counting as sleep, however busy the machine is."""
    monkeypatch.setattr("tefuda.server.tables.uptime.KEEP_SECONDS", 1e9)


RESERVE = {"kind": "reserve", "seconds": 60, "increment": 5}
MOVE = {"kind": "move", "seconds": 30}
DAYS = {"kind": "days", "seconds": DAY}
FIRST, LATER = DEAL_GRACE / 1000, GRACE / 1000  # seconds


class Pair(NamedTuple):
    """Two people at a table with a clock, the one to act first."""

    server: Server
    clock: ManualClock
    table: str
    active: Place
    waiting: Place
    people: tuple[Person, Person]  # likewise

    async def entries(self) -> list[Entry]:
        return [decoded_entry(logged.entry) for logged in await self.server.store.log(self.table)]

    async def used(self) -> list[int]:
        """Return how many milliseconds the commands of people have used."""
        return [one.used for one in await self.entries() if isinstance(one, Played) and one.by == "person"]


@contextlib.asynccontextmanager
async def two_at(folder: Path, rule: dict[str, Any] | None, clock: ManualClock, **more: Any) -> AsyncIterator[Pair]:
    """Deal a table for two people, with bots on the other seats."""
    async with serving(folder, clock=clock) as (address, server), Person(address) as hana, Person(address) as taro:
        table = await table_of_two(hana, taro, clock=rule, **more)
        async with hana.at(table) as first, taro.at(table) as second:
            await deal(first, second)
            await settle(server.registry)
            if first.view["to_act"] == first.seat:
                yield Pair(server, clock, table, first, second, (hana, taro))
            else:
                yield Pair(server, clock, table, second, first, (taro, hana))


async def shown(place: Place) -> dict[str, Any]:
    """Return the last clock that a player has received."""
    await place.catch_up()
    told = [
        one["clock"] if one["t"] == "welcome" else one for one in place.received if one["t"] in ("welcome", "clock")
    ]
    return told[-1]


async def presences(place: Place) -> list[dict[str, Any]]:
    """Return the last presences that a player has received."""
    await place.catch_up()
    return [one["seats"] for one in place.received if one["t"] in ("welcome", "seats")][-1]


def kinds(entries: list[Entry], kind: type) -> int:
    return sum(isinstance(entry, kind) for entry in entries)


def of_stand_ins(entries: list[Entry]) -> int:
    """Return how many commands were chosen by a bot in place of a person."""
    return sum(isinstance(entry, Played) and entry.by == "stand-in" for entry in entries)


# ------------------------------------------------------------------- setting


@pytest.mark.parametrize("rule", [RESERVE, MOVE, DAYS, None], ids=["reserve", "move", "days", "none"])
async def test_clock_is_shown_before_the_game_and_kept_by_the_rematch(
    tmp_path: Path, rule: dict[str, Any] | None
) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana, Person(address) as taro:
        table = await hana.open("me", "open", clock=rule, public=True)
        expected = rule and {"increment": 0} | rule
        assert table["clock"] == expected
        assert [one["clock"] for one in await taro.get("/api/tables")] == [expected]
        await taro.join(table["id"], "太郎")
        async with taro.at(table["id"]) as place:
            assert place.welcome["table"]["clock"] == expected
            assert place.welcome["clock"] is None, "time runs only after the deal"
        actor = await server.registry.actor(table["id"])
        guest = next(iter(actor.presence_tracker.seats))
        creator = server.registry.services.table_creator
        rematch = await creator.rematch(actor.loaded, SimpleNamespace(id=guest, name="花子"))
        assert (await hana.get(f"/api/tables/{rematch}"))["clock"] == expected


@any_database
async def test_host_changes_the_clock_until_the_seal_and_everyone_is_told(tmp_path: Path, database: Database) -> None:
    async with contextlib.AsyncExitStack() as stack:
        changes = dict(database.settings)
        async with serving(tmp_path, **changes) as (address, server):
            hana, taro = [await stack.enter_async_context(Person(address)) for _ in range(2)]
            id = (await hana.open("me", "open", public=True))["id"]
            giver = Giver(bytes([7] * 32))
            await taro.join(id, "太郎", pledge=giver.pledge)
            async with hana.at(id) as mine, taro.at(id) as theirs:
                assert (await theirs.ask("arrange", clock=MOVE))["t"] == "refused", "only the host"
                assert (await mine.ask("arrange", clock={"kind": "move", "seconds": 1}))["t"] == "refused"
                for rule, wish in ((RESERVE, {"clock": RESERVE}), (None, {"no_clock": True}), (MOVE, {"clock": MOVE})):
                    done = await mine.ask("arrange", **wish)
                    await theirs.until(lambda update, version=done["version"]: update["version"] >= version)
                    told = rule and {"increment": 0} | rule
                    assert theirs.update["changes"][0]["kind"] == "clock"
                    assert theirs.update["changes"][0].get("clock") == told
                    assert theirs.update["arranged"]["clock"] == told
                    assert [one["clock"] for one in await hana.get("/api/tables")] == [told]
                again = await mine.ask("arrange", clock=MOVE)
                assert again["version"] == done["version"], "nothing has changed"
                assert (await mine.ask("deal"))["t"] == "done"
                seal = await theirs.sealed()
                assert (await mine.ask("arrange", no_clock=True))["t"] == "refused", "it is sealed"
                assert (await theirs.ask("share", **giver.reveal(seal)))["t"] == "done", "the pledge has stayed"
                for place in (mine, theirs):
                    assert (await place.expect("clock"))["left"] == [30_000, 30_000]
                assert (await mine.ask("arrange", clock=RESERVE))["t"] == "refused", "it is dealt"
        async with serving(tmp_path, **changes) as (address, server):
            actor = await server.registry.actor(id)
            assert actor.table.clock.rule.kind == "move"
            assert actor.loaded.row.clock == actor.table.clock.rule


@pytest.mark.parametrize(
    "rule",
    [
        {"kind": "reserve", "seconds": 60},
        {"kind": "move", "seconds": 1},
        {"kind": "days", "seconds": DAY / 2},
        {"kind": "year", "seconds": 60},
        {"kind": "move", "seconds": 30, "pause": 1},
        {"kind": "move"},
        5,
    ],
)
async def test_impossible_clock_is_refused(tmp_path: Path, rule: Any) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana:
        body = {"game": "kotori", "seats": [{"kind": "me"}, {"kind": "bot"}], "clock": rule}
        assert (await hana.post("/api/tables", body, status=400))["message"]


async def test_table_without_a_clock_sends_none(tmp_path: Path) -> None:
    async with two_at(tmp_path, None, ManualClock()) as pair:
        await pair.clock.pass_time(61)
        assert (await presences(pair.waiting))[pair.active.seat]["state"] == "idle"
        assert (await pair.active.play())["t"] == "done"
        assert await pair.used() == [0]
        assert not [one for one in pair.active.received if one["t"] == "clock"]
        assert "clock" not in await pair.active.ask("ping")


# ------------------------------------------------------------- running time


async def test_reserve_runs_after_a_grace_and_gains_an_increment(tmp_path: Path) -> None:
    async with two_at(tmp_path, RESERVE, ManualClock()) as pair:
        now, seat = await shown(pair.waiting), pair.active.seat
        assert now == {"t": "clock", "left": [now["left"][0], now["left"][1]], "running": seat, "grace": DEAL_GRACE}
        assert (now["left"][seat], now["left"][pair.waiting.seat]) == (65_000, 60_000)
        await pair.clock.pass_time(FIRST + 20)
        now = (await pair.waiting.ask("ping"))["clock"]  # a page that has slept got nothing but the first clock
        assert (now["running"], now["left"][seat]) == (seat, pytest.approx(45_000, abs=2))
        assert (await pair.active.play("draw"))["t"] == "done"
        assert await pair.used() == [pytest.approx(20_000, abs=2)]
        now = await shown(pair.waiting)
        assert now["left"][seat] == pytest.approx(45_000, abs=2)
        if pair.active.view["to_act"] == seat:
            assert now["grace"] == GRACE


async def test_spectator_who_joins_late_sees_the_running_time(tmp_path: Path) -> None:
    async with two_at(tmp_path, RESERVE, ManualClock(), public=True) as pair, Person(pair.people[0].address) as guest:
        await pair.clock.pass_time(FIRST + 20)
        async with guest.at(pair.table) as place:
            now = place.welcome["clock"]
            assert now["running"] == pair.active.seat
            assert now["left"][pair.active.seat] == pytest.approx(45_000, abs=2)
            assert now["grace"] == 0


async def test_connected_person_is_never_idle_where_a_clock_decides(tmp_path: Path) -> None:
    async with two_at(tmp_path, {"kind": "move", "seconds": 600}, ManualClock()) as pair:
        await pair.clock.pass_time(120)
        assert (await presences(pair.waiting))[pair.active.seat]["state"] == "here"
        assert (await pair.waiting.ask("stand-in", seat=pair.active.seat))["t"] == "refused"


@pytest.mark.parametrize("rule", [RESERVE, MOVE], ids=["reserve", "move"])
async def test_bot_plays_on_when_the_time_is_over_until_the_person_returns(
    tmp_path: Path, rule: dict[str, Any]
) -> None:
    seconds = rule["seconds"] + rule.get("increment", 0)
    async with two_at(tmp_path, rule, ManualClock()) as pair:
        seat, turn = pair.active.seat, pair.waiting.update["turn"]
        await pair.clock.pass_time(FIRST + seconds - 1)
        assert kinds(await pair.entries(), Flagged) == 0
        await pair.clock.pass_time(1.1)
        assert kinds(await pair.entries(), Flagged) == 1
        presence = (await presences(pair.waiting))[seat]
        assert (presence["flagged"], presence["stand_in"], presence["state"]) == (True, True, "here")
        await pair.waiting.until(lambda update: update["turn"] > turn)
        before = of_stand_ins(await pair.entries())
        assert before >= 1
        while of_stand_ins(await pair.entries()) == before:  # in their next turn, too
            assert await pair.waiting.my_turn()
            await pair.waiting.play()
            await settle(pair.server.registry)
        assert (await pair.active.ask("stand-in", seat=seat, on=False))["t"] == "done"
        entries = await pair.entries()
        assert kinds(entries, Resumed) == 1
        assert not (await presences(pair.waiting))[seat]["flagged"]
        assert all(one.used == 0 for one in entries if isinstance(one, Played) and one.by != "person")


async def test_person_whose_time_was_over_may_simply_play(tmp_path: Path) -> None:
    async with two_at(tmp_path, MOVE, ManualClock()) as pair:
        actor = pair.server.registry.actors[pair.table]
        actor.bots.refresh = lambda: None
        await pair.clock.pass_time(FIRST + 31)
        assert kinds(await pair.entries(), Flagged) == 1
        assert (await pair.active.play("draw"))["t"] == "done"
        assert not (await presences(pair.waiting))[pair.active.seat]["flagged"]
        assert await pair.used() == [0]


async def test_person_who_connects_again_has_their_seat_back(tmp_path: Path) -> None:
    async with two_at(tmp_path, MOVE, ManualClock()) as pair:
        actor = pair.server.registry.actors[pair.table]
        actor.bots.refresh = lambda: None
        await pair.active.socket.close()
        await pair.clock.pass_time(FIRST + 5)
        assert (await shown(pair.waiting))["running"] == pair.active.seat, "others wait for them"
        await pair.clock.pass_time(26)
        assert kinds(await pair.entries(), Flagged) + actor.presence_tracker.presence(pair.active.seat).stand_in
        async with pair.people[0].at(pair.table):
            await settle(pair.server.registry)
            presence = (await presences(pair.waiting))[pair.active.seat]
            assert (presence["flagged"], presence["stand_in"]) == (False, False)
            assert (await shown(pair.waiting))["running"] == pair.active.seat


@pytest.mark.parametrize("rule", [RESERVE, MOVE], ids=["reserve", "move"])
async def test_player_whose_time_is_over_gets_new_time_once_for_a_decision_however_they_return(
    tmp_path: Path, rule: dict[str, Any]
) -> None:
    """Else a client could return each time before the bot has moved, and the others would wait for ever."""
    again = rule.get("increment", rule["seconds"])
    async with two_at(tmp_path, rule, ManualClock()) as pair:
        seat, person = pair.active.seat, pair.people[0]
        actor = pair.server.registry.actors[pair.table]
        refresh, actor.bots.refresh = actor.bots.refresh, lambda: None  # no bot is as fast as the player
        await pair.clock.pass_time(FIRST + rule["seconds"] + rule.get("increment", 0) + 0.1)
        assert (await pair.active.ask("stand-in", seat=seat, on=False))["t"] == "done"
        await pair.clock.pass_time(FIRST + again + 1)
        assert kinds(await pair.entries(), Flagged) == 2
        refused = await pair.active.ask("stand-in", seat=seat, on=False)
        assert "run out again" in refused["error"]["message"]
        async with person.at(pair.table) as again_here:
            await settle(pair.server.registry)
            assert (await presences(again_here))[seat]["flagged"]
            await person.post(f"/api/tables/{pair.table}/leave", {})
            refused = await person.post(f"/api/tables/{pair.table}/join", {"name": "花子"}, status=409)
            assert "run out again" in refused["message"]
        assert kinds(await pair.entries(), Resumed) == 1
        actor.bots.refresh = refresh
        turn = pair.waiting.update["turn"]
        await pair.waiting.catch_up()
        await pair.clock.pass_time(2)
        await pair.waiting.until(lambda update: update["turn"] > turn)
        assert (await person.post(f"/api/tables/{pair.table}/join", {"name": "花子"}))["you"] == seat


async def test_clock_is_not_stopped_by_letting_a_bot_play_and_taking_back_again_and_again(tmp_path: Path) -> None:
    async with two_at(tmp_path, RESERVE, ManualClock()) as pair:
        seat, actor = pair.active.seat, pair.server.registry.actors[pair.table]
        actor.bots.refresh = lambda: None  # each time the seat is taken back just before the bot plays
        await pair.clock.pass_time(FIRST)
        for _ in range(100):
            answer = await pair.active.ask("stand-in", seat=seat)
            if answer["t"] == "done":
                assert (await pair.active.ask("stand-in", seat=seat))["t"] == "done", "no further one"
            await pair.clock.pass_time(0.9)
            if kinds(await pair.entries(), Flagged):
                return
            assert (await pair.active.ask("stand-in", seat=seat, on=False))["t"] == "done"
        pytest.fail("65 seconds were not over after 90")


async def test_stand_in_uses_no_time(tmp_path: Path) -> None:
    async with two_at(tmp_path, RESERVE, ManualClock()) as pair:
        seat, actor = pair.active.seat, pair.server.registry.actors[pair.table]
        actor.bots.refresh = lambda: None
        await pair.clock.pass_time(FIRST + 10)
        await pair.active.ask("stand-in", seat=seat)
        await settle(pair.server.registry)
        assert (await shown(pair.waiting))["running"] == -1
        await pair.clock.pass_time(1000)
        await pair.active.ask("stand-in", seat=seat, on=False)
        await settle(pair.server.registry)
        now = await shown(pair.waiting)
        assert (now["running"], now["left"][seat]) == (seat, pytest.approx(55_000, abs=2))


async def test_time_stands_still_while_nobody_is_connected(tmp_path: Path) -> None:
    async with two_at(tmp_path, RESERVE, ManualClock()) as pair:
        await pair.clock.pass_time(FIRST + 20)
        for place in (pair.active, pair.waiting):
            await place.socket.close()
        tracker = pair.server.registry.actors[pair.table].presence_tracker
        await eventually(lambda: not tracker.connections())
        await settle(pair.server.registry)
        assert [one for one in await pair.entries() if isinstance(one, Ticked)][-1].used == pytest.approx(20_000, abs=2)
        await pair.clock.pass_time(1000)
        assert kinds(await pair.entries(), Flagged) == 0
        async with pair.people[1].at(pair.table) as place:
            await settle(pair.server.registry)
            assert (await shown(place))["left"][pair.active.seat] == pytest.approx(45_000, abs=2)


async def test_sleep_of_the_machine_takes_no_time(tmp_path: Path) -> None:
    async with two_at(tmp_path, RESERVE, ManualClock()) as pair:
        await pair.clock.pass_time(FIRST + 20)
        pair.clock.passed += 8 * 3600  # no timer runs meanwhile
        assert (await pair.active.play("draw"))["t"] == "done"
        (used,) = await pair.used()
        assert used == pytest.approx(20_000, abs=5000)
        assert kinds(await pair.entries(), Flagged) == 0


# ----------------------------------------------------------------- restarts


async def continued(folder: Path, clock: ManualClock, table: str, token: str) -> dict[str, Any]:
    """Return what a person who comes back after a restart is shown."""
    async with (
        serving(folder, clock=clock) as (address, _),
        Person(address, token) as person,
        person.at(table) as place,
    ):
        return place.welcome["clock"]


async def test_restart_costs_no_time_and_gives_none(tmp_path: Path) -> None:
    clock = ManualClock()
    async with two_at(tmp_path, RESERVE, clock) as pair:
        await clock.pass_time(FIRST + 12)
        seat, token, table = pair.active.seat, pair.people[0].token, pair.table
        await pair.server.drain()
        assert [one.used for one in await pair.entries() if isinstance(one, Ticked)] == [pytest.approx(12_000, abs=2)]
    clock.passed += 3600
    now = await continued(tmp_path, clock, table, token)
    assert now["left"][seat] == pytest.approx(53_000, abs=2)


def copied(folder: Path, target: Path) -> None:
    """Copy the data of a running server as a crash now would leave it."""
    target.mkdir()
    with (
        contextlib.closing(sqlite3.connect(folder / "tefuda.sqlite3")) as source,
        contextlib.closing(sqlite3.connect(target / "tefuda.sqlite3")) as copy,
    ):
        source.backup(copy)
    shutil.copy(folder / "signing-keys.json", target)


async def test_crash_loses_a_bounded_time_in_favour_of_the_player(tmp_path: Path) -> None:
    clock = ManualClock()
    async with two_at(tmp_path / "one", {"kind": "reserve", "seconds": 600, "increment": 5}, clock) as pair:
        await clock.pass_time(FIRST + 400)
        seat, token, table = pair.active.seat, pair.people[0].token, pair.table
        assert kinds(await pair.entries(), Ticked) <= 8, "seldom"
        copied(tmp_path / "one", tmp_path / "crashed")
    now = await continued(tmp_path / "crashed", clock, table, token)
    assert 205_000 <= now["left"][seat] <= 205_000 + 605_000 / 8 + 31_000


async def test_days_run_while_nobody_is_there_and_not_while_the_server_is_down(tmp_path: Path) -> None:
    clock = ManualClock()
    async with two_at(tmp_path, DAYS, clock) as pair:
        seat, token, other = pair.active.seat, pair.people[0].token, pair.people[1].token
        table = pair.table
        for place in (pair.active, pair.waiting):
            await place.socket.close()
        await clock.pass_time(0.4 * DAY)
        assert not (await presences_of(pair.server, table))[seat].stand_in, "they may be away"
        await pair.server.registry.send_away([table])
        clock.passed += 0.4 * DAY
    clock.passed += 30 * DAY
    now = await continued(tmp_path, clock, table, token)
    assert now["left"][seat] == pytest.approx(0.2 * DAY * 1000, abs=2000)
    async with serving(tmp_path, clock=clock) as (address, server), Person(address, other) as person:
        clock.passed += 0.21 * DAY
        async with person.at(table):
            await settle(server.registry)
            log = [decoded_entry(logged.entry) for logged in await server.store.log(table)]
            assert kinds(log, Flagged) == 1
            assert (await presences_of(server, table))[seat].flagged


async def test_bot_that_a_player_has_called_plays_on_after_everyone_has_left_and_the_table_was_unloaded(
    tmp_path: Path,
) -> None:
    clock = ManualClock()
    async with two_at(tmp_path, DAYS, clock) as pair:
        seat, token, other = pair.active.seat, pair.people[0].token, pair.people[1].token
        table, turn = pair.table, pair.active.update["turn"]
        actor = pair.server.registry.actors[table]
        actor.bots.refresh = lambda: None  # the table is unloaded before the bot has decided
        assert (await pair.active.ask("stand-in", seat=seat))["t"] == "done"
    async with serving(tmp_path, clock=clock) as (address, server), Person(address, other) as person:
        async with person.at(table) as place:
            await clock.pass_time(5)
            await place.until(lambda update: update["turn"] > turn)
            now = (await presences(place))[seat]
            assert (now["stand_in"], now["called_by"], now["state"]) == (True, seat, "here")
        await server.registry.send_away([table])
        async with Person(address, token) as back, back.at(table) as place:
            now = (await presences(place))[seat]
            assert (now["stand_in"], now["called_by"]) == (False, seat), "a person who returns plays for themselves"
            log = [decoded_entry(logged.entry) for logged in await server.store.log(table)]
            assert now["bot_moves"] == of_stand_ins(log) > 0
            assert kinds(log, Flagged) == 0


async def presences_of(server: Server, table: str) -> Any:
    return (await server.registry.actor(table)).presence_tracker.presences()


async def test_uptime_continues_after_a_restart_and_excludes_sleep(tmp_path: Path) -> None:
    store, clock = SqliteStore(tmp_path), ManualClock()
    one = Uptime(store, clock)
    await one.start()
    clock.passed += 50
    await one.keep()
    clock.passed += 3600
    await one.keep()
    assert one.now() == 50, "the process was stopped"
    clock.passed += 5
    await one.close()
    clock.passed += 1000
    two, three = Uptime(store, clock), Uptime(store, clock)
    await two.start()
    assert two.now() == 55
    clock.passed += 20
    await three.start()
    assert three.now() == 55
    await two.keep()
    await three.keep()
    assert three.now() == 75, "the worker that is furthest ahead is right"
    await store.close()


# ------------------------------------------------------------------ workers


class Registries:
    """The tables of several workers, for a clock that waits for all of them."""

    def __init__(self, servers: list[Server]) -> None:
        self._servers = servers

    @property
    def actors(self) -> dict[Any, Any]:
        return {(n, id): actor for n, one in enumerate(self._servers) for id, actor in one.registry.actors.items()}


@contextlib.asynccontextmanager
async def at_two_workers(
    folder: Path, postgresql: PostgresDatabase
) -> AsyncIterator[tuple[Workers, ManualClock, str, list[Place]]]:
    clock = ManualClock()
    async with workers(folder, postgresql, clock=clock) as two:
        clock.registry = Registries(two.servers)
        async with two.people(0, 1) as (hana, taro):
            table = await table_of_two(hana, taro, clock=MOVE)
            async with hana.at(table) as first, taro.at(table) as second:
                await eventually(lambda: two.shared(table))
                await first.ask("deal")
                places = [first, second]
                for place in places:
                    await place.until(lambda update: "view" in update)
                yield two, clock, table, places


async def flags(two: Workers, table: str) -> int:
    return kinds(await two.entries(table), Flagged)


async def test_one_worker_flags_a_seat_and_both_show_it(tmp_path: Path, postgresql: PostgresDatabase) -> None:
    async with at_two_workers(tmp_path, postgresql) as (two, clock, table, places):
        seat = places[0].view["to_act"]
        for server in two.servers:
            server.registry.actors[table].bots.refresh = lambda: None
        await clock.pass_time(FIRST + 31)
        assert await flags(two, table) == 1
        await clock.pass_time(5)
        assert await flags(two, table) == 1
        for server in two.servers:
            actor = server.registry.actors[table]
            await eventually(lambda actor=actor: actor.presence_tracker.presence(seat).flagged)


async def test_another_worker_ends_a_players_time_if_the_leading_worker_does_not(
    tmp_path: Path, postgresql: PostgresDatabase
) -> None:
    async with at_two_workers(tmp_path, postgresql) as (two, clock, table, _):
        leader = next(server for server in two.servers if server.registry.actors[table].entries.leads)
        leader.registry.services.fenced = True
        await clock.pass_time(FIRST + 31)
        assert await flags(two, table) == 0
        await clock.pass_time(2)
        await eventually(lambda: any(a.table.clock.flagged for a in Registries(two.servers).actors.values()))
        assert await flags(two, table) == 1


async def test_player_who_changes_workers_takes_along_the_time_they_have_used(
    tmp_path: Path, postgresql: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that has just loaded the table asks the others: the log has only what was used until long before."""
    monkeypatch.setattr(table_actor, "HEAR_SECONDS", PATIENCE)  # on a busy machine the answer takes longer
    clock = ManualClock()
    async with workers(tmp_path, postgresql, clock=clock) as two, two.people(0, 0) as (hana, taro):
        clock.registry = Registries(two.servers)
        table = await table_of_two(hana, taro, clock=RESERVE)
        async with hana.at(table) as first, taro.at(table) as second:
            await deal(first, second)
            seat = first.view["to_act"]
            await clock.pass_time(FIRST + 20)
            async with two.same((hana, taro)[seat], 1) as elsewhere, elsewhere.at(table) as place:
                assert place.welcome["clock"]["left"][seat] == pytest.approx(45_000, abs=2)
                assert (await place.play())["t"] == "done"
        played = next(entry for entry in await two.entries(table) if isinstance(entry, Played))
    assert played.used == pytest.approx(20_000, abs=2)
