"""A terminal at a table on a server, as by `tefuda play --join LINK`."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
import unicodedata
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any, NoReturn

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

import tefuda
from harness.contract.cases import some_or_all
from harness.server.doubles import ManualClock, eventually, settle
from harness.server.killed_server import ServerProcess
from tefuda import cli
from tefuda.client import connection
from tefuda.server.app import Server
from tefuda.server.protocol.common import Attempt
from tefuda.server.protocol.messages import ClockNow
from tefuda.server.run import listening
from tefuda.server.store.sqlite import FILE
from tefuda.server.tables import serialization
from tefuda.server.tables.stopwatch import DEAL_GRACE
from tefuda.server.web import guests, tables
from tefuda.table.arranging import TableChange
from tefuda.table.deal import Deal
from tefuda.terminal.online_text import change_line
from tefuda.terminal.render_context import terminal_localizer
from tefuda.terminal.screens.dialogs import LineDialog, MenuDialog, ResultDialog
from tefuda.terminal.talk_text import talk_line
from tests.server.clients import Giver, Person, Place, serving
from tests.terminal.online import Terminal, joined, table_of
from tests.terminal.screen import rows

SHORT = {"doutotsu": {"most_games": 1}, "llama": {"rounds": 2}}  # house rules that end a game soon
PROVEN = {"en": "Proven: your share is in this deal", "ja": "証明済み"}


@pytest.mark.parametrize("slug", some_or_all(["doutotsu"], tefuda.game_slugs()))
async def test_terminals_and_a_program_play_to_the_end_and_verify_accepts_what_was_kept(
    slug: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As few people as the game takes: one or two terminals beside the program."""
    count = tefuda.load(slug).description.players[0]
    async with serving(tmp_path / "server") as (address, _), Person(address) as host, AsyncExitStack() as stack:
        seats = ["me", *["open"] * (count - 1)]
        table, link = await table_of(host, *seats, game=slug, options=SHORT.get(slug, {}))
        place = await stack.enter_async_context(host.at(table))
        both = (("en", "Aki"), ("ja", "はな"))
        people = both[: count - 1] if slug < "kotori" or count > 2 else both[1:]
        terminals = [
            await stack.enter_async_context(joined(link, tmp_path / language, name, language=language))
            for language, name in people
        ]
        await deal(place, *terminals)
        playing = [terminal.play_to_end(Random(seed)) for seed, terminal in enumerate(terminals)]
        await asyncio.gather(place.play_to_end(Random(7)), *playing)
        for terminal, (language, _name) in zip(terminals, people, strict=True):
            await terminal.until(lambda terminal=terminal: terminal.screen._proof)
            assert isinstance(terminal.pilot.app.screen, ResultDialog)
            assert terminal.screen._proof.startswith(PROVEN[language])
            await terminal.sees(PROVEN[language])
            assert all(cell_len(row) == 80 for row in drawn(terminal))
            keys = [f"{key} {words}" for _, key, words in terminal.screen.key_hints()]
            assert 1 + sum(cell_len(key) + 2 for key in keys) <= 80 + 2
            copy = json.loads(next((tmp_path / language).rglob("my-copy.json")).read_bytes())
            assert {update["view"]["seat"] for update in copy["updates"]} == {terminal.screen.seat}
            assert len(copy["updates"]) == place.update["turn"] + 1
            await terminal.logs("tefuda verify")
    folder = next((tmp_path / people[0][0]).rglob("my-copy.json")).parent
    words = ["verify", str(folder / "record.txt"), "--seen", str(folder / "my-copy.json"), "--lang", "en"]
    assert await asyncio.to_thread(cli.main, words) == 0
    assert capsys.readouterr().out.count("NOT PROVEN") == 1  # what no record can prove


async def test_last_row_offers_a_hint_only_to_players_and_only_while_a_game_is_played(tmp_path: Path) -> None:
    async with serving(tmp_path / "server") as (address, _), Person(address) as host:
        table, link = await table_of(host, "me", "open")
        async with (
            host.at(table) as place,
            joined(link, tmp_path / "a", "Aki") as aki,
            joined(link, tmp_path / "b", watch=True) as nao,
        ):
            await aki.until(lambda: ready(aki, place))
            assert "h hint" not in drawn(aki)[-1]
            await deal(place, aki)
            await aki.until(lambda: "h hint" in drawn(aki)[-1])
            await nao.until(lambda: "Space" in drawn(nao)[-1])
            assert "h hint" not in drawn(nao)[-1]


async def test_news_of_the_table_that_come_as_the_player_quits_do_no_harm(tmp_path: Path) -> None:
    """Else the program would end with an error, as it did when a message came a moment after the key."""
    async with serving(tmp_path / "server") as (address, _), Person(address) as host:
        table, link = await table_of(host, "me", "open")
        async with host.at(table) as place, joined(link, tmp_path / "a", "Aki") as aki:
            await aki.until(lambda: ready(aki, place))
            aki.pilot.app.exit()
            aki.screen.changed()
            assert aki.pilot.app.return_code == 0


def ready(terminal: Terminal, place: Place) -> bool:
    """Whether a terminal follows the table, and has pledged if it is to have a seat."""
    screen = terminal.screen
    return screen.table.update is not None and (not screen._sit or screen.table.giver.standing == "pledged")


def drawn(terminal: Terminal) -> list[str]:
    with terminal.pilot.app._context():
        return rows(terminal.pilot.app.screen)


async def deal(place: Place, *terminals: Terminal) -> None:
    """Deal once every terminal has pledged, and wait until it shows the table."""
    for terminal in terminals:
        await terminal.until(lambda terminal=terminal: ready(terminal, place))
    answer = await place.ask("deal")
    assert answer["t"] == "done", answer
    for terminal in terminals:
        await terminal.until(lambda terminal=terminal: terminal.screen.view is not None and terminal.idle)


async def test_actions_are_taken_back_by_one_key_each(tmp_path: Path) -> None:
    """In the draft of てづま師, where nothing is revealed: each player chooses twice."""
    async with serving(tmp_path / "server") as (address, _), Person(address) as host, Person(address) as jiro:
        table, link = await table_of(host, "me", "open", "open", game="tezuma")
        await jiro.join(table, "Jiro", link.rpartition("/")[2])
        async with host.at(table) as one, jiro.at(table) as three, joined(link, tmp_path / "a", "Aki") as aki:
            await deal(one, aki)
            for place in (one, three):
                await place.until(lambda update: "view" in update)
            for _ in range(2):
                done = sum("takes the last action back" in line for line in aki.log)
                before = [one.words for one in aki.screen._history]
                seat = await chosen(aki, one, three)
                assert len(aki.screen._history) > len(before)
                turn = one.update["turn"]
                people = [place for place in (one, three) if place.seat != seat]
                if len(people) == 2:
                    await aki.press_when_offered("minus")
                else:
                    mover = next(place for place in (one, three) if place.seat == seat)
                    assert (await mover.ask("take-back", turn=turn))["t"] == "done"
                    await aki.press_when_offered("plus")
                for place in people:
                    await place.until(lambda update: update.get("back", {}).get("asked"))
                    assert (await place.ask("answer-back", turn=turn, agreed=True))["t"] == "done"
                await aki.until(lambda done=done: sum("takes the last" in line for line in aki.log) > done)
                await aki.until(lambda: aki.idle)
                assert [one.words for one in aki.screen._history] == before, (
                    "what the result says is of the game as played"
                )
                await chosen(aki, one, three)
            seen = [one.words for one in aki.screen._history]
            await aki.screen._recall(aki.screen.table.update.version)
            assert [one.words for one in aki.screen._history] == seen


async def test_what_was_taken_back_during_an_interruption_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreachable(*_: object, **__: object) -> NoReturn:
        raise OSError("the network is down")

    async with AsyncExitStack() as stack:
        address, _ = await stack.enter_async_context(serving(tmp_path / "server"))
        people = [await stack.enter_async_context(Person(address)) for _ in range(3)]
        table, link = await table_of(people[0], "me", "open", "open", game="tezuma")
        invitation = link.rpartition("/")[2]
        for person, name in zip(people[1:], ("Jiro", "Saburo"), strict=True):
            await person.join(table, name, invitation)
        places = [await stack.enter_async_context(person.at(table)) for person in people]
        watching = f"{address}/table/{table}?invitation={invitation}"
        watcher = await stack.enter_async_context(joined(watching, tmp_path / "a"))
        await deal(places[0], watcher)
        for place in places:
            await place.until(lambda update: "view" in update)
        with monkeypatch.context() as network:
            network.setattr(connection, "connect", unreachable)
            watcher.screen.table.connection.renew()
            await watcher.sees("Reconnecting")
            mover = next(place for place in places if place.seat == places[0].view["to_act"])
            played = await mover.play()
            await mover.until(lambda update: update["version"] >= played["version"])
            turn = mover.update["turn"]
            assert (await mover.ask("take-back", turn=turn))["t"] == "done"
            for place in places:
                if place is not mover:
                    assert (await place.ask("answer-back", turn=turn, agreed=True))["t"] == "done"
        await watcher.until(lambda: sum("takes the last action back" in line for line in watcher.log) == 1)
        assert watcher.screen.table.turn > turn


async def test_lobby_is_shown_again_if_a_failover_has_set_the_table_back_to_before_its_deal(tmp_path: Path) -> None:
    async with serving(tmp_path / "server") as (address, server), Person(address) as host:
        table, link = await table_of(host, "me", "open")
        async with host.at(table) as place, joined(link, tmp_path / "a", "Aki") as aki:
            await aki.until(lambda: ready(aki, place))
            before = aki.screen.table.update.version
            await deal(place, aki)
            assert len(aki.log) > 1, "the goal of the game, and the deal"
            await lose_entries(server, tmp_path / "server", table, before, "open", -1)
            await aki.sees("Waiting for the host to start")
            await aki.sees("Lobby")
            assert aki.screen.view is None
            assert aki.screen.over, "leaving the table loses nothing"
            assert aki.screen.games == 0
            assert aki.log == [aki.screen.game.localizer("en").say("goal")]


async def lose_entries(server: Server, folder: Path, table: str, kept: int, phase: str, to_act: int) -> None:
    """Set a table back to its first `kept` entries, as a failover does to a standby that lacked the others."""
    with contextlib.closing(sqlite3.connect(folder / FILE)) as file, file:
        file.execute("DELETE FROM entries WHERE version > ?", (kept,))
        file.execute("UPDATE tables SET version = ?, phase = ?, to_act = ?", (kept, phase, to_act))
    server.registry._replicas.on_set_back([table])
    await eventually(lambda: table not in server.registry.actors)


async def test_log_is_that_of_the_game_that_went_on_after_a_failover(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if the others have played on, beyond what was lost, before the terminal connects again."""

    def unreachable(*_: object, **__: object) -> NoReturn:
        raise OSError("the network is down")

    still = {"gone_after": 3600, "idle_after": 3600}  # else the log that is open longer says who has been away for long
    async with (
        serving(tmp_path / "server", **still) as (address, server),
        Person(address) as host,
        Person(address) as jiro,
    ):
        table, link = await table_of(host, "me", "open")
        invitation = link.rpartition("/")[2]
        await jiro.join(table, "Jiro", invitation)
        watching = f"{address}/table/{table}?invitation={invitation}"

        async def play(action: str) -> bool:
            """Let the player to act play; returns whether it was legal."""
            async with host.at(table) as one, jiro.at(table) as two:
                mover = one if one.view["to_act"] == one.seat else two
                if all(choice["action"] != action for choice in mover.view["choices"]):
                    return False
                answer = await mover.play(action)
                assert answer["t"] == "done", answer
                await watcher.until(lambda: not showing() or (version() >= answer["version"] and watcher.idle))
                return True

        def showing() -> bool:
            return watcher.screen.table.connection.link == "open"

        def version() -> int:
            return watcher.screen.table.update.version

        async with joined(watching, tmp_path / "a") as watcher:
            async with host.at(table) as one, jiro.at(table):
                await deal(one, watcher)
            passed = False
            while not passed:  # after a first bid, which a pair may end at once
                assert await play("draw")
                kept, to_act = version(), watcher.screen.view.to_act
                passed = await play("pass")
            await watcher.logs("passes")
            with monkeypatch.context() as network:
                network.setattr(connection, "connect", unreachable)
                await lose_entries(server, tmp_path / "server", table, kept, "playing", to_act)
                await watcher.sees("Reconnecting")
                for _ in range(2):
                    assert await play("draw")
            async with joined(watching, tmp_path / "b") as later:
                await later.until(lambda: later.screen.view is not None and later.idle)
                await watcher.until(lambda: version() > kept + 1 and watcher.idle and watcher.log == later.log)
                assert not any("passes" in line for line in watcher.log)


async def test_spectator_of_a_full_table_is_told_why_and_gets_in_later(tmp_path: Path) -> None:
    async with serving(tmp_path / "server", watchers_an_address=1) as (address, _), Person(address) as host:
        table = (await host.open("me", "bot", public=True))["id"]
        async with Person(address) as other, AsyncExitStack() as stack:
            async with other.at(table):
                link = f"{address}/table/{table}"
                watcher = await stack.enter_async_context(joined(link, tmp_path / "a", watch=True))
                await watcher.sees("All places for spectators at this table are taken.")
                assert watcher.screen.table.connection.link == "connecting"
            await watcher.until(lambda: watcher.screen.table.connection.link == "open")
            await watcher.until(lambda: "All places for spectators" not in watcher.text, 0.1)


async def chosen(aki: Terminal, *places: Place) -> int:
    """Let the player to act choose something, wait until everyone has seen it, and return the seat."""
    await aki.until(lambda: aki.idle and aki.screen.table.turn >= places[0].update["turn"])
    for place in places:
        await place.until(lambda update: update["version"] >= aki.screen.table.update.version)
    seat, turn = places[0].view["to_act"], places[0].update["turn"]
    mover = next((place for place in places if place.seat == seat), None)
    if mover is not None:
        assert (await mover.play())["t"] == "done"
    else:
        await aki.until(lambda: aki.screen.view.to_act == seat and aki.idle)
        aki.screen.attempt(aki.screen.view.choices[0].action)
    for place in places:
        await place.until(lambda update: update["turn"] > turn)
    await aki.until(lambda: aki.screen.table.turn > turn and aki.idle)
    return int(seat)


async def test_terminal_becomes_the_host_when_the_host_leaves_the_lobby(tmp_path: Path) -> None:
    async with serving(tmp_path / "server") as (address, _), Person(address) as host:
        table, link = await table_of(host, "me", "open")
        async with host.at(table), joined(link, tmp_path / "a", "Aki") as aki:
            await aki.until(lambda: any("1  " in row and "host" in row for row in rows(aki.screen)))
            await host.post(f"/api/tables/{table}/leave", {})
            await aki.logs("Aki is the host now")
            await aki.until(lambda: any("Aki" in row and "host" in row and "2  " in row for row in rows(aki.screen)))
            await aki.press_when_offered("b")
            await aki.sees("start when you like")


async def test_rematch_leads_both_terminals_to_the_next_table_and_its_host_deals(tmp_path: Path) -> None:
    async with serving(tmp_path / "server") as (address, _), Person(address) as host:
        table, link = await table_of(host, "bot", "open", "open", game="llama", options=SHORT["llama"])
        async with (
            host.at(table) as place,
            joined(link, tmp_path / "a", "Aki") as aki,
            joined(link, tmp_path / "b", "Hana") as hana,
        ):
            await place.until(lambda update: all(one.get("kind", "open") != "open" for one in update["sitters"]))
            await deal(place, aki, hana)
            await asyncio.gather(aki.play_to_end(Random(1), 0), hana.play_to_end(Random(2), 0))
            seats = aki.screen.seat, hana.screen.seat
            await aki.until(lambda: isinstance(aki.pilot.app.screen, ResultDialog))
            await aki.press("a")
            await hana.logs("The next game is ready")
            await hana.until(lambda: isinstance(hana.pilot.app.screen, ResultDialog))
            await hana.press("escape")
            await hana.sees("a again")
            await hana.press("a")  # the result may be looked at first
            for terminal in (aki, hana):
                await terminal.sees("Lobby")
                await terminal.until(lambda terminal=terminal: ready(terminal, place))
            assert (aki.screen.seat, hana.screen.seat) == tuple((seat + 1) % 3 for seat in seats)
            await hana.sees("Waiting for the host to start")
            await aki.sees("start when you like")
            await aki.press_when_offered("enter")
            for terminal in (aki, hana):
                await terminal.until(lambda terminal=terminal: terminal.screen.games == 2 and terminal.screen.view)
            await aki.sees("game 2")


async def test_rematch_against_bots_alone_is_dealt_at_once(tmp_path: Path) -> None:
    async with serving(tmp_path / "server") as (address, _), Person(address) as host:
        table, link = await table_of(host, "bot", "open")  # in a short game of llama, a seat may have no turn
        async with host.at(table) as place, joined(link, tmp_path / "a", "Aki") as aki:
            await deal(place, aki)
            await aki.until(lambda: aki.to_act)
            await aki.press("h")  # against bots alone there are hints
            await aki.sees("Best: ")
            await aki.play_to_end(Random(1), 0)
            await aki.until(lambda: isinstance(aki.pilot.app.screen, ResultDialog))
            await aki.press("a")
            await aki.until(lambda: aki.screen.games == 2 and aki.screen.view is not None)
            assert aki.screen.table.giver.standing == "giver"


async def test_game_goes_on_after_a_restart_and_a_key_pressed_meanwhile_counts_once(tmp_path: Path) -> None:
    with listening("127.0.0.1", 0) as listener:
        process = await asyncio.to_thread(ServerProcess, tmp_path / "server", 0, listener)
        async with Person(process.address) as host:
            table, link = await table_of(host, "me", "open")
            async with joined(link, tmp_path / "a", "Aki") as aki:
                async with host.at(table) as place:
                    await deal(place, aki)
                    while not await asyncio.wait_for(turn_of(place, aki), 30):
                        await place.play("draw")
                    await aki.until(lambda: aki.to_act)
                await asyncio.to_thread(process.kill)
                await aki.sees("Reconnecting")
                turn, events = aki.screen._turn, len(aki.screen._history)
                await aki.press_when_offered("d")
                await aki.sees("This will be sent as soon as it is back")
                process = await asyncio.to_thread(ServerProcess, tmp_path / "server", 1, listener)
                await aki.until(lambda: aki.screen._turn == turn + 1 and aki.idle)
                assert len(aki.screen._history) > events
                assert len([line for line in aki.log if line.startswith("Aki bids")]) >= 1
                async with host.at(table) as place:
                    assert place.update["turn"] == turn + 1
                    assert await asyncio.to_thread(process.stop) == 0  # and once more, as announced
                process = await asyncio.to_thread(ServerProcess, tmp_path / "server", 2, listener)
                async with host.at(table) as place:
                    if place.view["to_act"] == place.seat:
                        answer = await place.play(place.view["choices"][0]["action"])
                        assert answer["t"] == "done", answer
                        await aki.until(lambda: aki.screen._turn == turn + 2)
                    await aki.until(lambda: aki.screen.table.connection.link == "open")
        assert await asyncio.to_thread(process.stop) == 0


async def turn_of(place: Place, terminal: Terminal) -> bool:
    """Wait until one of the two is to act; returns whether it is the terminal."""
    seats = (place.seat, terminal.screen.seat)
    await place.until(lambda update: update.get("view", {}).get("to_act") in seats)
    return bool(place.view["to_act"] == terminal.screen.seat)


async def test_seat_that_is_taken_away_is_told_and_may_be_taken_again(tmp_path: Path) -> None:
    async with serving(tmp_path / "server") as (address, _), Person(address) as host:
        table, link = await table_of(host, "me", "open", "open")
        async with host.at(table) as place, joined(link, tmp_path / "a", "Aki") as aki:
            await aki.until(lambda: aki.screen.seat == 1)
            assert (await place.ask("sit", seat=1, kind="open"))["t"] == "done"
            await aki.logs("You no longer have a seat")
            assert aki.screen.seat == -1
            await aki.press_when_offered("s")
            await aki.until(lambda: aki.screen.seat == 1 and ready(aki, place))
        async with joined(link, tmp_path / "a") as again:  # another day, without a name
            await again.until(lambda: again.screen.seat == 1)


async def test_terminal_follows_what_the_host_changes_and_plays_the_new_game(tmp_path: Path) -> None:
    async with serving(tmp_path / "server") as (address, _), Person(address) as host:
        await host.post("/api/me", {"name": "花子"})
        table, link = await table_of(host, "me", "open", "bot")
        async with (
            host.at(table) as place,
            joined(link, tmp_path / "a", "Aki") as aki,
            joined(link, tmp_path / "b", watch=True, language="ja") as nao,
        ):
            for terminal in (aki, nao):
                await terminal.until(lambda terminal=terminal: ready(terminal, place))
            for fields in ({"options": {"allow_yield": 1}}, {"game": "llama", "options": {"rounds": 2}}):
                assert (await place.ask("arrange", **fields))["t"] == "done"
            await aki.logs("花子 changed the game to Chicken or Llama")
            await nao.logs("花子がゲームを「ニワトリかラマか ポーカー」（3人）に変えた")
            assert any("turned on a house rule" in line for line in aki.log)
            await aki.sees("Chicken or Llama")
            assert (await place.ask("reseat", seat=1, to=2))["t"] == "done"
            await aki.until(lambda: aki.screen.seat == 2)
            await deal(place, aki)
            await asyncio.gather(place.play_to_end(Random(3)), aki.play_to_end(Random(4), 0))
            await aki.until(lambda: aki.screen._proof)
            assert aki.screen._proof.startswith(PROVEN["en"])


def test_change_of_a_house_rule_is_told_in_the_words_of_its_game() -> None:
    """Also when the host has chosen another game since."""
    change = TableChange("option", by="花子", name="allow_yield", value=1)
    line = change_line(change, str, (tefuda.load("llama"), tefuda.load("kotori")), terminal_localizer("en"))
    assert "花子 turned on a house rule" in line
    assert "allow_yield" not in line


async def test_terminal_of_a_removed_person_says_why(tmp_path: Path) -> None:
    async with serving(tmp_path / "server") as (address, _), Person(address) as host:
        await host.post("/api/me", {"name": "花子"})
        table, link = await table_of(host, "me", "open", "bot")
        async with host.at(table) as place, joined(link, tmp_path / "a", "Aki") as aki:
            await aki.until(lambda: ready(aki, place))
            assert (await place.ask("remove", seat=1))["t"] == "done"
            await aki.logs("The host has removed you from your seat")
            await aki.logs("花子 removed Aki from the table")
            assert "take a seat" not in aki.text
            assert (await place.ask("arrange", readmit=True))["t"] == "done"
            await aki.sees("take a seat")


async def test_host_changes_the_table_by_keys(tmp_path: Path) -> None:
    async with serving(tmp_path / "server") as (address, _), Person(address) as guest:
        await guest.post("/api/me", {"name": "Aki"})
        table, link = await table_of(guest, "me", "open", "bot")
        async with Person(address) as friend:
            await friend.join(table, "Nao", await guest.invite(table))
            token = guest.token
            async with guest.at(table) as place, joined(link, tmp_path / "a", token=token) as host:
                await host.sees("change the table")
                for keys, kind in (
                    ("cl", "locked"),
                    ("ct3", "clock"),
                    ("cm23", "moved"),
                    ("co1", "option"),
                    ("cr3", "removed"),
                ):
                    await host.choose(*keys)
                    await place.until(
                        lambda update, kind=kind: kind in [one["kind"] for one in update.get("changes", ())]
                    )
                await host.sees("locked")
                assert place.update["arranged"]["options"] == {"allow_yield": 1}
                assert place.update["arranged"]["clock"] == {"kind": "reserve", "seconds": 600, "increment": 10}
                assert place.update["arranged"]["removed"]
                assert place.update["sitters"][2] == {}


async def test_name_is_asked_for_once_and_escape_only_watches(tmp_path: Path) -> None:
    async with serving(tmp_path / "server") as (address, _), Person(address) as host:
        table, link = await table_of(host, "me", "open")
        async with host.at(table) as place, joined(link, tmp_path / "a", language="ja") as aki:
            await aki.until(lambda: isinstance(aki.pilot.app.screen, LineDialog))
            await aki.press("escape")
            await aki.until(lambda: aki.screen.table.update is not None)
            assert aki.screen.seat == -1
            await aki.sees("観戦中")
            await aki.press_when_offered("s")
            await aki.until(lambda: isinstance(aki.pilot.app.screen, LineDialog))
            await aki.press("A", "k", "i", "enter")
            await place.until(lambda update: update["sitters"][1].get("name") == "Aki")


async def test_link_for_watching_takes_no_seat_and_shows_no_hand(tmp_path: Path) -> None:
    async with serving(tmp_path / "server") as (address, _), Person(address) as host:
        table, link = await table_of(host, "me", "bot", "bot", game="tezuma")
        signature = link.rpartition("/")[2]
        async with (
            host.at(table) as place,
            joined(f"{address}/table/{table}?invitation={signature}", tmp_path / "a") as watcher,
        ):
            answer = await place.ask("deal")
            assert answer["t"] == "done", answer
            await watcher.until(lambda: watcher.screen.view is not None)
            assert watcher.screen.view.seat == -1
            assert not watcher.screen.view.choices
            assert await place.my_turn()
            await place.play()
            await watcher.press("d", "h")
            await watcher.sees("watching")
        assert sorted(path.name for path in (tmp_path / "a").rglob("*.json")) == [
            next((tmp_path / "a").rglob("key-*")).name
        ]


async def test_bot_stands_in_and_what_players_say_is_shown(tmp_path: Path) -> None:
    async with serving(tmp_path / "server") as (address, _), Person(address) as host:
        id, link = await table_of(host, "me", "open")
        async with host.at(id) as place, joined(link, tmp_path / "a", "Aki") as aki:
            await deal(place, aki)
            await aki.choose("comma", "2")
            assert (await place.expect("talk"))["lines"][0]["phrase"] == "luck"
            await aki.logs("Aki: “Good luck”")
            await place.ask("say", phrase="hello")
            await aki.logs("Guest: “Hello”")
            table = aki.screen.table
            hello = talk_line(table.talk[-1], table, terminal_localizer("ja"))
            assert hello.startswith("ゲスト"), "not “あなた”, which is the reader"
            await aki.choose("comma", "w")
            await aki.until(lambda: isinstance(aki.pilot.app.screen, LineDialog))
            await aki.press("o", "k", "enter")
            await place.expect("talk", chat=True)
            await aki.logs("Aki: “ok”")
            await aki.choose("comma", "m", "1")
            await aki.until(lambda: aki.screen.table.muted)
            await place.ask("say", phrase="sorry")
            await aki.until(lambda: len(aki.screen.table.talk) == 4)
            assert not any("Sorry" in line for line in aki.log)
            await aki.press("full_stop")
            await aki.until(lambda: isinstance(aki.pilot.app.screen, MenuDialog))
            facts = aki.screen.table.giver.facts
            await aki.sees(facts.open.seal)  # in full, to compare it with friends
            await aki.sees(facts.deal.server)
            assert all(cell_len(row) == 80 for row in drawn(aki))
            await aki.press("b")
            await aki.until(lambda: aki.screen.table.seats[1].stand_in)
            await aki.sees("play yourself")
            await aki.press_when_offered("0")
            await aki.until(lambda: not aki.screen.table.seats[1].stand_in)
            for shown in ([1], []):
                await aki.choose("full_stop", "s")
                await place.until(lambda update, shown=shown: update.get("shown", []) == shown)
                await aki.until(lambda shown=shown: list(aki.screen._hands) == shown)


async def test_clock_is_said_before_the_game_counts_down_and_a_bot_takes_over(tmp_path: Path) -> None:
    clock = ManualClock()
    rule = {"kind": "reserve", "seconds": 60, "increment": 5}
    async with serving(tmp_path / "server", clock=clock) as (address, server), Person(address) as host:
        table, link = await table_of(host, "me", "open", clock=rule)
        async with host.at(table) as place, joined(link, tmp_path / "a", "Aki") as aki:
            await aki.sees("Time limit 1 min + 5 s")
            await aki.sees("When your time is up, a bot takes over until you return.")
            await deal(place, aki)
            await aki.sees("1:05")
            while not await turn_of(place, aki):  # the terminal is told on a connection of its own
                await place.play()
                await settle(server.registry)
            await aki.until(lambda: aki.to_act)
            await aki.sees("you 1:05")
            await clock.pass_time(DEAL_GRACE / 1000 + 66)
            await aki.until(lambda: aki.screen.table.seats[1].flagged)
            await aki.sees("play yourself")
            await place.until(lambda update: update.get("view", {}).get("to_act") == 0)
            await aki.press_when_offered("0")
            await aki.until(lambda: not aki.screen.table.seats[1].flagged)


async def test_player_is_told_when_their_time_is_nearly_over(tmp_path: Path) -> None:
    async with serving(tmp_path / "server", clock=ManualClock()) as (address, _), Person(address) as host:
        table, link = await table_of(host, "open", "bot", clock={"kind": "move", "seconds": 10})
        async with host.at(table) as place, joined(link, tmp_path / "a", "Aki", language="ja") as aki:
            await deal(place, aki)
            await aki.until(lambda: aki.to_act)
            aki.screen.table._set_clock(ClockNow((9_500, -1), 0))
            await aki.logs("秒です")


@pytest.mark.parametrize("cheat", ["pledge", "seats"])
async def test_cheating_server_gets_no_share_and_the_player_is_told(
    cheat: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """End to end: a server that replaces a pledge by its own, or seals other players than it shows."""
    honest = Deal.propose_seal

    def sealed(deal: Deal, sitters: Any, answering: Any, **how: Any) -> Any:
        if cheat == "pledge":
            deal.pledges[1] = bytes.fromhex(Giver().pledge)
        return honest(deal, sitters, answering, **how)

    def bent(attempt: Attempt) -> Attempt:
        return replace(attempt, seats=("person", "bot hard")) if cheat == "seats" else attempt

    monkeypatch.setattr(Deal, "propose_seal", sealed)
    make = serialization.Attempt
    monkeypatch.setattr(serialization, "Attempt", lambda *values, **named: bent(make(*values, **named)))
    async with serving(tmp_path / "server") as (address, _), Person(address) as host:
        table, link = await table_of(host, "me", "open")
        async with host.at(table) as place, joined(link, tmp_path / "a", "Aki") as aki:
            await aki.until(lambda: ready(aki, place))
            answer = await place.ask("deal")
            assert answer["t"] == "done", answer
            await aki.sees("Your share is held back.")
            assert aki.screen.table.giver.refused == cheat
            kept = [json.loads(path.read_bytes()) for path in (tmp_path / "a").rglob("share-*")]
            assert [share["seal"] for share in kept] == [""]
            assert place.deal["dealt"] is False if "dealt" in place.deal else True


async def test_names_and_refusals_cannot_command_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    evil = "\x1b[2J\x1b]0;x\x07[red]\u202eE"
    for module in (guests, tables):  # a server that lets everything through
        monkeypatch.setattr(module, "clean_name", lambda name: name)
    async with serving(tmp_path / "server") as (address, _), Person(address) as host:
        await host.post("/api/me", {"name": evil})
        table, link = await table_of(host, "me", "open")
        async with host.at(table) as place, joined(link, tmp_path / "a", "Aki") as aki:
            await aki.sees("[2J]0;x[red]E")
            await deal(place, aki)
            await place.ask("say", phrase="wow")
            await aki.logs("[2J]0;x[red]E")
            await aki.press("full_stop")
            await aki.until(lambda: isinstance(aki.pilot.app.screen, MenuDialog))
            texts = [*drawn(aki), *aki.log]
            assert not [letter for text in texts for letter in text if unicodedata.category(letter) in ("Cc", "Cf")]
            assert all(cell_len(row) == 80 for row in drawn(aki))


async def test_table_that_vanishes_is_told(tmp_path: Path) -> None:
    async with serving(tmp_path / "server") as (address, _server), Person(address) as host:
        _, link = await table_of(host, "me", "open")
        async with joined(link, tmp_path / "a", "Aki") as aki:
            await aki.until(lambda: aki.screen.seat == 1)
            token = aki.screen.visit.http.token
            async with Person(address, token) as same:
                await same.post("/api/me/delete", {})
            await aki.sees("The server has deleted your data")
            await eventually(lambda: aki.screen.visit.folder.guest.token == "")
