"""Spectators: whose hand they see, with whose consent, and how much later."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from harness.server.databases import PostgresDatabase
from harness.server.doubles import ManualClock, eventually
from tefuda.server.app import Server
from tefuda.server.rate_limit import Rate
from tefuda.table.delay import visible
from tefuda.table.entries import Dealt, Entry, Played, Sat, Sitter, TakenBack, Ticked
from tests.server.clients import Person, Place, deal, serving, table_of_two
from tests.server.workers import workers
from tests.table.numbering import without_handles

GAME = "llama"  # hidden hands
SEATS = 3
entries_of_a_game = st.lists(st.sampled_from([Played(0, "a"), Ticked(0, 1), Sat(0, Sitter())]))


@settings(deadline=None)
@given(entries_of_a_game, st.integers(0, 5), st.integers(0, 3))
def test_delay_holds_back_exactly_that_many_commands(played: list[Entry], delay: int, before: int) -> None:
    log: list[Entry] = [*[Sat(0, Sitter())] * before, Dealt(), *played]
    shown = visible(log, delay)
    held = sum(isinstance(entry, Played) for entry in log[shown:])
    everything = sum(isinstance(entry, Played) for entry in log)
    assert held == min(delay, everything)
    assert shown > before, "the deal is shown at once"
    assert shown == len(log) or isinstance(log[shown], Played) or held < delay
    for longer in range(len(log), shown, -1):
        assert visible(log[:longer], delay) <= shown, "what is shown is never taken back"


def test_taken_back_command_is_no_decision_since() -> None:
    one, back = Played(0, "a"), TakenBack(0, 1, 1)
    assert visible([Dealt(), one, one, back], 1) == 1
    assert visible([Dealt(), one, one, back, one], 2) == 1
    assert visible([one, one, back, one], 2) == 0, "as of entries that are held back"
    assert visible([one, one, back, one, one], 2) == 3


class Play(NamedTuple):
    """A game of three people in play, and a spectator without a seat."""

    server: Server
    table: str
    people: list[Person]
    places: list[Place]
    watcher: Person
    random: Random

    async def move(self, times: int = 1) -> None:
        """Let the player to act play, and wait until everyone has seen it."""
        for _ in range(times):
            to_act = self.places[0].view["to_act"]
            if to_act < 0:
                return
            await played(self.places[to_act], self.random)
            await seen(self.places, self.places[to_act].update["version"])

    @property
    def turn(self) -> int:
        return self.places[0].update["turn"]

    async def ahead_of(self, watcher: Place, delay: int) -> None:
        """Wait until the players have seen `delay` turns more than a watcher has: bots may just have played some."""
        turn: int = watcher.update["turn"]
        await self.places[0].until(lambda update: update["turn"] >= turn + delay)


async def seen(places: list[Place], version: int) -> None:
    """Wait until all have seen a version of the table."""
    for place in places:
        await place.until(lambda update: update["version"] >= version)


async def played(place: Place, random: Random) -> None:
    """Play a random choice that is a whole command."""
    actions = [choice["action"] for choice in place.view["choices"]]
    while actions:
        action = random.choice(actions)
        actions.remove(action)
        if (await place.play(action))["t"] == "done":
            return
    raise AssertionError("no choice is a whole command")


@contextlib.asynccontextmanager
async def playing(folder: Path, *, delay: int = 0, game: str = "kotori", **changes: Any) -> AsyncIterator[Play]:
    async with contextlib.AsyncExitStack() as stack:
        address, server = await stack.enter_async_context(serving(folder, **changes))
        people = [await stack.enter_async_context(Person(address)) for _ in range(SEATS)]
        watcher = await stack.enter_async_context(Person(address))
        table = (await people[0].open("me", "open", "open", game=game, public=True, delay=delay))["id"]
        for number, person in enumerate(people[1:]):
            await person.join(table, f"P{number}")
        places = [await stack.enter_async_context(person.at(table)) for person in people]
        await places[0].ask("deal")
        for place in places:
            await place.until(lambda update: "view" in update)
        yield Play(server, table, people, places, watcher, Random(3))


def hand(view: dict[str, Any], seat: int) -> list[str | None]:
    """Return the faces in the zones of a seat, None for the hidden ones."""
    return [
        card.get("face") for zone in view["zones"] if zone.get("owner", -1) == seat for card in zone.get("cards", [])
    ]


# ------------------------------------------------------------------ consent


async def test_spectators_see_a_hand_only_while_its_player_shows_it(tmp_path: Path) -> None:
    async with playing(tmp_path, game=GAME) as game, game.watcher.at(game.table) as watcher:
        assert game.watcher.token == "", "spectators need no cookie"
        assert watcher.update.get("shown", []) == []
        refused = await watcher.ask("watch", seat=0)
        assert refused["t"] == "refused"
        assert (await game.places[0].ask("show-hand", on=True))["t"] == "done"
        for place in (watcher, *game.places):
            await place.until(lambda update: update.get("shown") == [0])
        assert (await watcher.ask("watch", seat=1))["t"] == "refused", "each player decides for their own seat"
        assert (await watcher.ask("watch", seat=0))["t"] == "done"
        await watcher.until(lambda update: update["view"]["seat"] == 0)
        assert hand(watcher.view, 0) == hand(game.places[0].view, 0)
        assert all(hand(watcher.view, 0))
        assert not watcher.view.get("choices"), "spectators have nothing to choose"
        await game.move(4)
        await watcher.until(lambda update: update["version"] >= game.places[0].update["version"])
        assert watcher.view["seat"] == 0
        assert without_handles(watcher.view["zones"]) == without_handles(game.places[0].view["zones"])

        await game.places[0].ask("show-hand", on=False)
        await watcher.until(lambda update: update["view"]["seat"] == -1)
        assert watcher.update.get("shown", []) == []
        assert not any(hand(watcher.view, 0))
        assert (await watcher.ask("watch", seat=0))["t"] == "refused"


async def test_hand_is_no_longer_shown_once_its_player_has_left(tmp_path: Path) -> None:
    async with playing(tmp_path, game=GAME) as game, game.watcher.at(game.table) as watcher:
        await game.places[1].ask("show-hand", on=True)
        await watcher.until(lambda update: update.get("shown") == [1])
        await watcher.ask("watch", seat=1)
        await watcher.until(lambda update: update["view"]["seat"] == 1)
        await game.people[1].post(f"/api/tables/{game.table}/leave", {})
        await watcher.until(lambda update: update["view"]["seat"] == -1)
        assert watcher.update.get("shown", []) == []


async def test_shown_hands_survive_a_restart_and_end_with_the_game(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        await game.places[0].ask("show-hand", on=True)
        await game.move(3)
    async with serving(tmp_path) as (address, _), contextlib.AsyncExitStack() as stack:
        people = [await stack.enter_async_context(Person(address, person.token)) for person in game.people]
        places = [await stack.enter_async_context(person.at(game.table)) for person in people]
        watcher = await stack.enter_async_context((await stack.enter_async_context(Person(address))).at(game.table))
        assert watcher.update["shown"] == [0]
        assert (await watcher.ask("watch", seat=0))["t"] == "done"
        await watcher.until(lambda update: update["view"]["seat"] == 0)
        await asyncio.gather(*(place.play_to_end(Random(1)) for place in places))
        await watcher.until(lambda update: update["view"]["to_act"] == -1)
        assert watcher.update.get("shown", []) == []
        answer = await places[1].ask("show-hand", on=True)
        assert answer["t"] == "refused"


async def test_only_players_show_hands_and_only_in_play(tmp_path: Path) -> None:
    async with playing(tmp_path) as game, game.watcher.at(game.table) as watcher:
        assert (await watcher.ask("show-hand", on=True))["t"] == "refused"
        assert (await game.places[1].ask("watch", seat=-1))["t"] == "refused"
        for seat in (5, 100):
            assert (await watcher.ask("watch", seat=seat))["t"] == "refused"
        table = (await game.people[0].open("me", "open"))["id"]
        async with game.people[0].at(table) as lobby:
            assert (await lobby.ask("show-hand", on=True))["t"] == "refused"


async def test_one_spectator_cannot_request_welcomes_without_limit(tmp_path: Path) -> None:
    rate = Rate(0.5, 4)
    async with playing(tmp_path, clock=ManualClock(), hint_rate=rate) as game, game.watcher.at(game.table) as watcher:
        answers = [await watcher.ask("watch", seat=-1) for _ in range(12)]
        assert answers[0]["t"] == "done"
        assert answers[-1]["t"] == "refused"


async def test_showing_and_hiding_a_hand_repeatedly_does_not_grow_the_log_of_a_game(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        answers = [await game.places[0].ask("show-hand", on=number % 2 == 0) for number in range(12)]
        assert [answer["t"] for answer in answers] == ["done"] * 10 + ["refused", "done"], "it is hidden already"


# -------------------------------------------------------------------- delay


async def test_delayed_spectators_see_the_table_as_it_was_and_its_end_at_once(tmp_path: Path) -> None:
    delay = 3
    async with playing(tmp_path, delay=delay) as game, game.watcher.at(game.table) as watcher:
        assert watcher.update["turn"] == 0
        assert watcher.welcome["table"]["delay"] == delay
        while game.places[0].view["to_act"] >= 0:
            await game.move()
            if game.places[0].view["to_act"] < 0:
                break
            turn = game.turn
            while watcher.update["turn"] < turn - delay:
                await watcher.receive()
            assert watcher.update["turn"] == max(0, turn - delay)
            async with game.watcher.at(game.table) as late:
                assert late.update["turn"] == max(0, turn - delay), "who comes later sees no more"
                assert without_handles(late.view) == without_handles(watcher.view)
                assert (late.welcome["clock"], late.welcome["missed"]) == (None, [])
        await watcher.until(lambda update: update["view"]["to_act"] == -1)
        assert watcher.update["version"] == game.places[0].update["version"]
        versions = [message["version"] for message in watcher.received if message["t"] == "update"]
        assert versions == sorted(set(versions)), "each update once, in order"


async def test_delayed_spectators_learn_nothing_of_the_present_otherwise(tmp_path: Path) -> None:
    delay = 4
    async with playing(tmp_path, delay=delay) as game, game.watcher.at(game.table) as watcher:
        await game.move(6)
        behind = game.turn - delay
        record = (await game.watcher.get(f"/api/tables/{game.table}/record"))["updates"]
        assert max(update["turn"] for update in record) == behind
        own = (await game.people[1].get(f"/api/tables/{game.table}/record"))["updates"]
        assert max(update["turn"] for update in own) == game.turn, "players see the present"
        await game.watcher.get(f"/api/tables/{game.table}/record?seat=0", 403)
        await game.watcher.get(f"/api/tables/{game.table}/picture.png", 409)
        assert (await game.places[0].ask("say", phrase="oops"))["t"] == "done"
        await game.places[1].ask("stand-in", seat=1, on=True)
        assert any(message["t"] == "talk" for message in game.places[1].received), "players hear it at once"
        async with game.watcher.at(game.table):  # its arrival is announced after all that
            await watcher.expect("seats", watching=2)
        kinds = {message["t"] for message in watcher.received}
        assert "talk" not in kinds
        assert "clock" not in kinds
        for message in watcher.received:
            for seat in message.get("seats", []):
                assert seat == {**seat, "state": "here", "stand_in": False, "called_by": -1, "bot_moves": 0}


async def test_clock_of_a_delayed_table_is_not_shown_to_spectators(tmp_path: Path) -> None:
    clock = {"kind": "reserve", "seconds": 600, "increment": 10}
    async with serving(tmp_path) as (address, _), Person(address) as hana, Person(address) as other:
        table = (await hana.open("me", "bot", public=True, deal=True, delay=2, clock=clock))["id"]
        async with hana.at(table) as place, other.at(table) as watcher:
            for _ in range(3):
                if await place.my_turn():
                    await place.play()
            assert place.welcome["clock"] is not None
            assert watcher.welcome["clock"] is None
            assert "clock" not in await watcher.ask("ping")
            turn = place.update["turn"]
            if place.view["to_act"] >= 0:
                await watcher.until(lambda update: update["turn"] >= turn - 2)
            before = [message["t"] for message in watcher.received]
            assert "clock" not in before


async def test_shown_hand_has_the_same_delay_as_everything_else(tmp_path: Path) -> None:
    delay = 2
    async with playing(tmp_path, delay=delay, game=GAME) as game, game.watcher.at(game.table) as watcher:
        await game.places[0].ask("show-hand", on=True)
        assert (await watcher.ask("watch", seat=0))["t"] == "refused", "not before the others at that moment knew"
        await game.move(delay + 2)
        await watcher.until(lambda update: update.get("shown") == [0])
        assert (await watcher.ask("watch", seat=0))["t"] == "done"
        await watcher.until(lambda update: update["view"]["seat"] == 0)
        assert watcher.update["turn"] == game.turn - delay
        await game.places[0].ask("show-hand", on=False)
        await watcher.until(lambda update: update["view"]["seat"] == -1)
        assert watcher.update["turn"] == game.turn - delay, "at once, and no later moment"


async def test_held_back_entries_do_not_affect_what_delayed_spectators_get(tmp_path: Path) -> None:
    async with playing(tmp_path, delay=3, game=GAME) as game:
        path = f"/api/tables/{game.table}/record"

        async def got() -> list[object]:
            """Return what a spectator gets who connects and chooses the hand that is shown."""
            async with game.watcher.at(game.table) as watcher:
                first = watcher.welcome
                assert (await watcher.ask("watch", seat=0))["t"] == "done"
                await watcher.until(lambda update: update["view"]["seat"] == 0)
                record = await game.watcher.http.get(path)
                tag = {"If-None-Match": record.headers["ETag"]}
                assert (await game.watcher.http.get(path, headers=tag)).status_code == 304
                return [first, watcher.welcome, record.headers["ETag"], record.text]

        async def hold_back() -> None:
            """Make two entries that spectators do not see yet."""
            for on in (True, False):
                await game.places[1].ask("show-hand", on=on)
                await seen(game.places, game.places[1].update["version"])

        await game.places[0].ask("show-hand", on=True)
        await game.move(2)
        async with game.watcher.at(game.table) as stays:
            await game.move(3)
            await stays.until(lambda update: update.get("shown") == [0])
            beside = await got()
            await hold_back()
            assert await got() == beside, "beside another spectator"
            refused = await game.watcher.http.get(path, headers={"If-None-Match": str(beside[2])})
            assert refused.status_code == 304
        await eventually(lambda: not game.server.registry.actors[game.table].presence_tracker.watchers)
        alone = await got()
        await hold_back()
        assert await got() == alone
        await game.move()
        later = await got()
        assert later[2:] != alone[2:], "the record of the next moment is another one"
        before, after = (set(all_handles(one[0])) for one in (alone, later))
        assert max(before) < min(after), "no number stands for another card"


def all_handles(value: Any) -> list[int]:
    """Return the numbers of all cards in a message."""
    if isinstance(value, dict):
        own = [value["handle"]] if value.get("handle") else []
        return own + [handle for one in value.values() for handle in all_handles(one)]
    return [handle for one in value for handle in all_handles(one)] if isinstance(value, list) else []


async def test_player_who_leaves_a_delayed_table_sees_it_later(tmp_path: Path) -> None:
    delay = 5
    async with playing(tmp_path, delay=delay) as game:
        await game.move(6)
        await game.people[2].post(f"/api/tables/{game.table}/leave", {})
        left = game.places[2]
        await left.until(lambda update: update["view"]["seat"] == -1)
        await game.ahead_of(left, delay)
        async with game.people[2].at(game.table, after=left.update["version"] + 3) as again:
            await game.ahead_of(again, delay)
            assert again.welcome["missed"] == []


async def test_host_sets_the_delay_and_a_rematch_keeps_it(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana, Person(address) as other:
        table = (await hana.open("me", "bot", public=True))["id"]
        async with hana.at(table) as place, other.at(table) as watcher:
            await place.ask("arrange", delay=7)
            await watcher.until(lambda update: (update.get("arranged") or {}).get("delay") == 7)
            change = watcher.update["changes"][0]
            assert (change["kind"], change["value"]) == ("delay", 7)
            for wrong in (-1, 61, "3"):
                assert (await place.ask("arrange", delay=wrong))["t"] == "refused"
            await place.ask("deal")
            await place.let_bots_finish()
            await place.ask("rematch")
            rematch = (await place.expect("moved"))["table"]
        assert (await hana.get(f"/api/tables/{rematch}"))["delay"] == 7


async def test_delay_holds_after_a_restart(tmp_path: Path) -> None:
    delay = 3
    async with playing(tmp_path, delay=delay) as game:
        await game.move(5)
        turn = game.turn
    async with serving(tmp_path) as (address, _), Person(address) as other, other.at(game.table) as watcher:
        assert watcher.update["turn"] == turn - delay
        record = (await other.get(f"/api/tables/{game.table}/record"))["updates"]
        assert max(update["turn"] for update in record) == turn - delay


async def test_deleted_name_is_gone_for_delayed_spectators_too(tmp_path: Path) -> None:
    async with playing(tmp_path, delay=3) as game, game.watcher.at(game.table) as watcher:
        await game.move(4)
        await game.people[1].post("/api/me/delete", {})
        await watcher.until(lambda update: "P0" not in [sitter.get("name") for sitter in update["sitters"]])
        await game.ahead_of(watcher, 3)


async def test_name_is_deleted_while_delayed_spectators_watch_a_shown_hand(tmp_path: Path) -> None:
    async with (
        playing(tmp_path, delay=2) as game,
        game.watcher.at(game.table) as watcher,
        Person(game.watcher.address) as other,
        other.at(game.table) as watching_all,
    ):
        await game.places[0].ask("show-hand", on=True)
        await game.move(4)
        for place in (watcher, watching_all):
            await place.until(lambda update: update.get("shown") == [0])
            assert (await place.ask("watch", seat=0))["t"] == "done"
            await place.until(lambda update: update["view"]["seat"] == 0)
        await game.people[1].post("/api/me/delete", {})
        for place in (watcher, watching_all):
            await place.until(lambda update: "P0" not in [sitter.get("name") for sitter in update["sitters"]])
            assert place.update["view"]["seat"] == 0
            await game.ahead_of(place, 2)


async def test_spectators_at_another_worker_have_the_same_delay(tmp_path: Path, postgresql: PostgresDatabase) -> None:
    delay = 2
    async with workers(tmp_path, postgresql) as both, both.people(0, 1, 1) as (hana, taro, other):
        table = await table_of_two(hana, taro, public=True, delay=delay)
        async with hana.at(table) as first, taro.at(table) as second, other.at(table) as watcher:
            await deal(first, second, watcher)
            await eventually(lambda: both.shared(table))
            await first.ask("show-hand", on=True)
            await second.until(lambda update: update.get("shown") == [0])
            for _ in range(5):
                mover = next((one for one in (first, second) if one.view["to_act"] == one.seat), None)
                if mover is None:
                    break
                await mover.play()
                await seen([first, second], mover.update["version"])
            if first.view["to_act"] >= 0:
                turn = first.update["turn"]
                await watcher.until(lambda update: update["turn"] >= turn - delay)
                assert watcher.update["turn"] == turn - delay
                assert (await watcher.ask("watch", seat=0))["t"] == "done"
                await watcher.until(lambda update: update["view"]["seat"] == 0)
