"""Faults: failing games, bots, disk and clients affect only those involved."""

import asyncio
import contextlib
import gc
import json
import logging
import os
import resource
import signal
import socket
import sqlite3
from collections.abc import Awaitable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from harness.server.doubles import QuickBots, eventually, settings
from tefuda.bots.fair_queue import Asker
from tefuda.engine.game import Game
from tefuda.engine.state import State
from tefuda.engine.view import SPECTATOR
from tefuda.server.app import Server
from tefuda.server.bots.bot_service import Bots
from tefuda.server.protocol.limits import CloseCode
from tefuda.server.run import running
from tefuda.server.store.errors import StoreError
from tefuda.server.store.stored_data import Append, Appended
from tefuda.server.tables.bot_driver import MAX_FAILURES
from tefuda.server.tables.game_library import GameLibrary
from tefuda.table.entries import Sitter, Ticked
from tests.server.clients import Giver, Person, Place, deal, people, serving, table_of_two
from tests.server.raw import handshake

FILLER_VERSION = 10**9  # versions from here on only fill the disk


async def turn_of(place: Place) -> int:
    assert await place.my_turn()
    return place.update["turn"]


# -------------------------------------------------------------------- games


def break_game(game: Game, *, when: Any, where: str) -> None:
    """Make a game raise in a function of its views when a condition holds."""
    original = getattr(game.presentation, where)

    def failing_function(*args: Any) -> Any:
        if when(*args):
            raise ZeroDivisionError("the seven of birds")
        return original(*args)

    failing = type(game.presentation)("failing presentation")
    failing.__dict__.update(vars(game.presentation))
    setattr(failing, where, failing_function)
    vars(game)["presentation"] = failing


@pytest.mark.parametrize("where", ["views", "observe"])
async def test_exception_in_a_game_rejects_the_command_and_changes_nothing(
    tmp_path: Path, where: str, caplog: pytest.LogCaptureFixture
) -> None:
    failing = False
    caplog.set_level(logging.INFO)
    async with serving(tmp_path) as (address, server), Person(address) as hana:
        table = (await hana.open("me", "bot", deal=True, options={"allow_yield": 1}))["id"]
        other = (await hana.open("me", "bot", deal=True))["id"]
        game = server.registry.games.game("kotori", 2, {"allow_yield": 1})
        break_game(game, when=lambda *_: failing, where=where)
        async with hana.at(table) as place, hana.at(other) as other_place:
            turn, before = await turn_of(place), server.registry.actors[table].table
            position, version, draws = before.state.position, before.version, before.state.chance.mark()
            failing = True
            refused = await place.play("draw")
            assert refused["t"] == "refused"
            assert "Nothing has changed" in refused["error"]["message"]
            assert "seven" not in refused["error"]["message"]
            await turn_of(other_place)
            assert (await other_place.play("draw"))["t"] == "done"
            failing = False
            after = server.registry.actors[table].table
            assert (after.state.position, after.version, after.state.chance.mark()) == (position, version, draws)
            assert (await place.play("draw", turn=turn))["t"] == "done", "the table goes on"
    assert "seven" not in caplog.text, "the log names the exception type, not its text"
    assert "ZeroDivisionError" in str([record.__dict__.get("fields") for record in caplog.records])


async def test_view_that_cannot_be_rendered_closes_only_that_connection(tmp_path: Path) -> None:
    failing = True
    async with serving(tmp_path) as (address, server), Person(address) as hana, Person(address) as watcher:
        game = server.registry.games.game("kotori", 2, {})
        break_game(game, when=lambda *args: failing and SPECTATOR in args[2], where="views")
        async with hana.playing("me", "bot", public=True) as place:
            await turn_of(place)
            assert await watcher.turned_away(place.table) == CloseCode.SHUTTING_DOWN
            assert (await place.play())["t"] == "done", "the others play on"
            failing = False
            async with watcher.at(place.table) as watching:
                assert watching.view["seat"] == -1


async def test_game_that_always_fails_does_not_keep_its_bots_busy(tmp_path: Path) -> None:
    failing, bots = False, WaitingBots()
    bots.may_answer.set()
    async with serving(tmp_path, bots, bot_delay=0.05) as (address, server), Person(address) as hana:
        break_game(server.registry.games.game("kotori", 2, {}), when=lambda *_: failing, where="observe")
        async with hana.playing("me", "bot") as place:
            await turn_of(place)
            bots.may_answer.clear()
            while place.view["to_act"] == 0:
                await place.play("pass" if len(place.view["choices"]) > 1 else "draw")
            failing = True
            turn, asked = server.registry.actors[place.table].table.turn, len(bots.asked)
            bots.may_answer.set()
            await asyncio.sleep(1)
            assert len(bots.asked) <= asked + 4, "the bot retries endlessly"
            assert server.registry.actors[place.table].table.turn == turn
            assert (await place.ask("ping"))["t"] == "pong"


class FailingBots(QuickBots):
    """Bots that lose two of three workers."""

    failures = 0

    def choose(self, state: State, level: str, asker: Asker) -> Awaitable[str]:
        self.failures += 1
        if self.failures % 3:
            raise RuntimeError("the worker was lost")
        return super().choose(state, level, asker)


async def test_failing_bot_is_retried(tmp_path: Path) -> None:
    async with serving(tmp_path, FailingBots()) as (address, _), Person(address) as hana:
        table = (await hana.open("bot", "bot", deal=True))["id"]
        async with hana.at(table) as place:
            await place.until(lambda update: update["view"]["to_act"] == -1)


class AbsentBots(QuickBots):
    """Bots that cannot be asked while they are away."""

    away = True

    def choose(self, state: State, level: str, asker: Asker) -> Awaitable[str]:
        if self.away:
            raise RuntimeError("no worker starts")
        return super().choose(state, level, asker)


async def test_bot_that_has_failed_too_often_is_asked_once_somebody_opens_the_table_again(tmp_path: Path) -> None:
    bots = AbsentBots()
    async with serving(tmp_path, bots) as (address, server), Person(address) as hana:
        async with hana.playing("bot", "bot") as place:
            actor = server.registry.actors[place.table]
            await eventually(lambda: actor.bots._failures[1] == MAX_FAILURES and not actor.bots.busy)
        bots.away = False
        async with hana.at(place.table) as again:
            await again.until(lambda update: update["view"]["to_act"] == -1)


class IllegalBots(QuickBots):
    """Bots that answer with an illegal command."""

    async def _illegal_command(self) -> str:
        return "fly"

    def choose(self, state: State, level: str, asker: Asker) -> Awaitable[str]:
        self.asked.append((state.current_player, level))
        return self._illegal_command()


async def test_illegal_command_of_a_bot_is_refused(tmp_path: Path) -> None:
    bots = IllegalBots()
    async with serving(tmp_path, bots) as (address, server), Person(address) as hana:
        table = (await hana.open("bot", "bot", deal=True))["id"]
        async with hana.at(table) as place:
            await asyncio.sleep(0.2)
            assert server.registry.actors[table].table.turn == 0
            assert len(bots.asked) <= 4
            assert (await place.ask("ping"))["t"] == "pong"


def kill_all(processes: Iterable[int]) -> int:
    """Kill the processes that still run and return their number."""
    killed = 0
    for process in processes:
        with contextlib.suppress(ProcessLookupError):  # it ended with the one before
            os.kill(process, signal.SIGKILL)
            killed += 1
    return killed


async def test_killed_worker_is_replaced_and_the_table_continues(tmp_path: Path) -> None:
    bots = Bots()
    async with running(settings(tmp_path), bots) as (address, server), Person(address) as hana:
        hardest = bots.levels("kotori")[-1]
        seats = [{"kind": "bot", "level": hardest}] * 2
        table = (await hana.post("/api/tables", {"game": "kotori", "seats": seats, "deal": True}))["id"]
        async with hana.at(table) as place:
            for kill in range(3):
                await eventually(lambda: server.registry.actors[table].bots.busy and kill_all(bots._workers.processes))
                turn = place.update["turn"]
                await place.until(lambda update, turn=turn: update["turn"] > turn)
                assert place.view["to_act"] >= 0, f"the game is over after {kill + 1} kills"


# ------------------------------------------------------------------ the disk


async def test_full_disk_refuses_commands_until_there_is_space(tmp_path: Path) -> None:
    async with serving(tmp_path, store_pause=0.05) as (address, server), people(address, 2) as (hana, taro):
        table = await table_of_two(hana, taro, "bot", public=True)
        async with hana.at(table) as first, taro.at(table) as second:
            await deal(first, second)
            while first.view["to_act"] == 2:
                await first.receive()
            player = first if first.view["to_act"] == 0 else second
            await player.until(lambda update: update["turn"] == first.update["turn"])
            before, turn = server.registry.actors[table].table.version, player.update["turn"]
            most = await server.store._change(lambda c: _pages(c, 2**30))
            await server.store._change(lambda c: _pages(c, 1))
            await _fill(server, table)
            refused = await player.play("draw", id="again")
            assert "Could not save" in refused["error"]["message"]
            assert server.registry.actors[table].table.version == before
            assert (await hana.http.get("/healthz")).status_code == 503
            assert (await hana.http.get(f"/api/tables/{table}")).status_code == 200, "reading still works"
            errors_before = server.metrics.store_errors._value.get()
            await hana.post("/api/tables", {"game": "kotori", "seats": [{"kind": "me"}, {"kind": "bot"}]}, status=503)
            assert server.metrics.store_errors._value.get() > errors_before, "an alert comes even if nobody is playing"
            await server.store._change(lambda c: _pages(c, most))
            await server.store._change(
                lambda c: c.execute("DELETE FROM entries WHERE version >= ?", (FILLER_VERSION,)).rowcount
            )
            done = await player.play("draw", id="again", turn=turn)
            assert done["t"] == "done", "the same message succeeds once there is space"
            assert [one["version"] for one in second.received if one["t"] == "update"].count(done["version"]) <= 1


def _pages(connection: sqlite3.Connection, most: int) -> int:
    return int(connection.execute(f"PRAGMA max_page_count = {most}").fetchone()[0])


async def _fill(server: Server, table: str) -> None:
    """Fill the remaining pages, first those of the table's own log."""
    size, version = 4000, FILLER_VERSION
    while size > 8:
        version += 1
        values = (table, version, "x" * size)
        try:
            await server.store._change(
                lambda c, values=values: c.execute("INSERT INTO entries VALUES (?, ?, ?, NULL, NULL)", values).rowcount
            )
        except StoreError:
            size //= 2


class WaitingBots(QuickBots):
    """Bots that answer once they may."""

    def __init__(self) -> None:
        super().__init__()
        self.may_answer = asyncio.Event()

    def choose(self, state: State, level: str, asker: Asker) -> Awaitable[str]:
        return self._later(super().choose(state, level, asker))

    async def _later(self, answer: Awaitable[str]) -> str:
        await self.may_answer.wait()
        return await answer


async def test_locked_database_delays_bots_and_publishes_nothing_unstored(tmp_path: Path) -> None:
    bots = WaitingBots()
    bots.may_answer.set()
    async with serving(tmp_path, bots, store_pause=0.05) as (address, server), Person(address) as hana:
        await server.store._change(lambda c: c.execute("PRAGMA busy_timeout = 20").fetchone())
        async with hana.playing("me", "bot", "bot") as place:
            turn = await turn_of(place)
            bots.may_answer.clear()
            other = sqlite3.connect(server.store._path, isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            errors_before = server.metrics.store_errors._value.get()
            assert (await place.play("draw", id="m"))["t"] == "refused"
            assert (await place.ask("note", text="Remember the owl"))["t"] == "refused"
            assert server.metrics.store_errors._value.get() == errors_before + 2, "an alert comes for each"
            assert (await hana.http.get("/healthz")).status_code == 503
            assert (await hana.http.post("/api/me", json={"name": "x"})).status_code == 503
            other.execute("ROLLBACK")
            assert (await place.play("draw", id="m", turn=turn))["t"] == "done"
            while place.view["to_act"] == 0:
                await place.play("pass" if len(place.view["choices"]) > 1 else "draw")
            other.execute("BEGIN IMMEDIATE")
            version = place.update["version"]
            bots.may_answer.set()
            await asyncio.sleep(0.5)
            assert server.registry.actors[place.table].table.version == version, "published but not stored"
            other.execute("ROLLBACK")
            other.close()
            await place.until(lambda update: update["version"] > version)
            await place.my_turn()
        versions = [logged.version for logged in await server.store.log(place.table)]
        assert versions == list(range(1, len(versions) + 1))


async def test_table_that_cannot_be_read_for_a_moment_is_not_taken_for_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana:
        table = (await hana.open("me", "bot", deal=True))["id"]
        await server.registry.send_away([table])

        async def locked(*_: object) -> None:
            raise StoreError("database is locked")

        with monkeypatch.context() as patch:
            patch.setattr(server.store, "talk", locked)
            await hana.get(f"/api/tables/{table}", 503)
            assert await hana.turned_away(table) == CloseCode.SHUTTING_DOWN, "the client connects again"
        async with hana.at(table) as place:
            await turn_of(place)


@pytest.mark.parametrize(
    ("damaged", "entry"),
    [
        ("cannot be decoded", '{"kind":"played","se'),
        ("cannot be decoded, and is read before the game is opened", '{"kind":"arranged","or'),
        ("is not possible by the rules", '{"kind":"played","seat":0,"command":"nonsense"}'),
    ],
)
async def test_damaged_log_is_told_over_a_websocket_as_over_http_and_does_not_keep_anyone(
    tmp_path: Path, damaged: str, entry: str
) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana:
        table = (await hana.open("me", "bot", deal=True))["id"]
        token = hana.token
    with contextlib.closing(sqlite3.connect(tmp_path / "tefuda.sqlite3")) as data, data:
        data.execute("UPDATE entries SET entry = ? WHERE version = (SELECT max(version) FROM entries)", (entry,))
    async with serving(tmp_path) as (address, _), Person(address, token) as hana:
        told = await hana.get(f"/api/tables/{table}", 409)
        assert "cannot be restored from its stored log" in told["message"], damaged
        async with connect(f"{address.replace('http', 'ws', 1)}/ws/tables/{table}") as socket:
            refused = json.loads(await socket.recv())
            with pytest.raises(ConnectionClosed) as closed:
                await socket.recv()
        assert (refused["id"], refused["error"]) == ("", told)
        assert closed.value.rcvd.code == CloseCode.NO_TABLE, "clients do not try again"
        await hana.post("/api/me/delete", {})


async def test_game_that_cannot_be_opened_once_can_be_opened_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana:
        with monkeypatch.context() as patch:
            patch.setattr(GameLibrary, "_open", lambda *_: Path("/no/such/file").read_bytes())
            seats = {"game": "kotori", "seats": [{"kind": "me"}, {"kind": "bot"}]}
            await hana.post("/api/tables", seats, status=500)
        await hana.post("/api/tables", seats)


async def test_entry_is_published_only_after_it_is_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that was acknowledged or broadcast is in the log."""
    async with serving(tmp_path) as (address, server), Person(address) as hana:
        table = (await hana.open("me", "bot", deal=True))["id"]
        gate, reached = asyncio.Event(), asyncio.Event()
        append = server.store.append

        async def slow(entry: Append) -> Appended:
            reached.set()
            await gate.wait()
            return await append(entry)

        async with hana.at(table) as place:
            await turn_of(place)
            monkeypatch.setattr(server.store, "append", slow)
            await place.send("play", turn=place.update["turn"], actions=["draw"])
            await reached.wait()
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.2):
                    await place.receive()
            gate.set()
            assert [(await place.receive())["t"] for _ in range(2)] == ["done", "update"], (
                "acknowledged, then broadcast"
            )


async def test_entry_of_another_writer_comes_first_and_the_message_is_carried_out_after_it(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana:
        table = (await hana.open("me", "open"))["id"]
        async with hana.at(table) as place:
            pledge = Giver().pledge
            strange = '{"kind":"sat","seat":1,"sitter":{"kind":"bot","name":"Nao","level":"weak"}}'
            sitters = Sitter("person"), Sitter("bot", "Nao", "weak")
            await server.store.append(Append(table, 1, strange, None, None, "open", -1, sitters))
            answer = await place.ask("pledge", pledge=pledge, id="w")
            assert (answer["t"], answer["version"]) == ("done", 3)
            assert place.update["sitters"][1]["name"] == "Nao", "and everyone is told"
            strange, sitters = strange.replace("Nao", "Riku"), (sitters[0], Sitter("bot", "Riku", "weak"))
            await server.store.append(Append(table, 3, strange, None, None, "open", -1, sitters))
            async with Person(address) as friend, friend.at(table, invitation=await hana.invite(table)) as watching:
                await place.send("deal", id="d")
                update = await watching.until(lambda update: update["version"] == 4)
                assert update["sitters"][1]["name"] == "Riku", "newcomers are told, too"


# ------------------------------------------------------------------- clients


@contextlib.contextmanager
def no_file_can_be_opened() -> Iterator[None]:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (3, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.parametrize("out_of_files", [False, True])
async def test_slow_client_is_dropped_and_others_are_unaffected(tmp_path: Path, *, out_of_files: bool) -> None:
    async with serving(tmp_path, send_timeout=0.5) as (address, server), Person(address) as hana:
        table = (await hana.open("me", "bot", "bot", public=True, deal=True))["id"]
        writer = await _unread_socket(address, table)
        async with hana.at(table) as place:
            actor = server.registry.actors[table]
            await eventually(lambda: len(actor.presence_tracker.watchers) == 1)
            with no_file_can_be_opened() if out_of_files else contextlib.nullcontext():
                for _ in range(400):
                    await actor.audiences.send_updates(Ticked(0, 0))
                    await place.receive()
                while actor.presence_tracker.watchers:
                    assert (await place.ask("ping"))["t"] == "pong"
                    await asyncio.sleep(0.01)
            dropped = server.metrics.dropped.labels("not_reading")._value.get()
            assert dropped == 1
        writer.transport.abort()


@pytest.mark.parametrize("code", [CloseCode.SHUTTING_DOWN, CloseCode.NOT_READING])
async def test_connection_whose_client_left_during_its_message_is_closed_without_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: CloseCode
) -> None:
    errors: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: errors.append(context))
    async with serving(tmp_path) as (address, server), Person(address) as hana:
        async with hana.playing("me", "bot") as place:
            await turn_of(place)
            (connection,) = server.registry.actors[place.table].presence_tracker.connections()
            gate, append = asyncio.Event(), server.store.append

            async def slow(entry: Append) -> Appended:
                await gate.wait()
                return await append(entry)

            monkeypatch.setattr(server.store, "append", slow)
            await place.send("play", turn=place.update["turn"], actions=["draw"])
            await eventually(lambda: server.registry.actors[place.table].queue.busy)
            place.socket.transport.abort()
            await eventually(lambda: connection._transport.disconnected)
            asyncio.get_running_loop().call_soon(connection.close, code)  # as its timer does
            await asyncio.sleep(0.01)
            gate.set()
        await eventually(lambda: server.metrics.sockets._value.get() == 0)
        gc.collect()
    assert errors == []


async def _unread_socket(address: str, table: str) -> asyncio.StreamWriter:
    """Open a WebSocket that reads only its handshake, with the smallest buffers."""
    host, port = address.removeprefix("http://").split(":")
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
    raw.connect((host, int(port)))
    raw.setblocking(False)
    reader, writer = await asyncio.open_connection(sock=raw, limit=256)
    writer.write(handshake(table).encode())
    assert b"101" in await reader.readline()
    return writer
