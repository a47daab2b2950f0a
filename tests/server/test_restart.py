"""Restart under play: no game ends, nothing acknowledged is lost, nobody is refused, and everyone is back."""

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from harness.contract.cases import sized
from harness.server.databases import SqliteDatabase
from harness.server.doubles import PATIENCE, QuickBots, eventually, settings
from harness.server.killed_server import ServerProcess
from harness.server.stored_log import check_log
from tefuda.server.app import Server
from tefuda.server.http_protocol import EdgeConfig
from tefuda.server.protocol.limits import CloseCode
from tefuda.server.run import Web, configured, listening
from tefuda.server.service_manager import notify, passed_listener, watchdog_seconds
from tests.server.clients import Person, serving
from tests.server.raw import raw
from tests.server.steady_play import LOST, Script, acknowledged
from tests.server.test_serve import TEFUDA

PEOPLE = 3
RESTARTS = sized(2)
PAUSE = 0.03  # seconds between two actions of a person: while processes start, play goes on


async def play_on(script: Script, address: str, lost: list[BaseException]) -> None:
    """Play and reconnect at once, until cancelled."""
    while True:
        try:
            await script.play(address)
        except LOST as error:
            lost.append(error)


async def test_restarts_under_play_interrupt_no_game_and_refuse_nobody(tmp_path: Path) -> None:
    scripts = [Script(seed, PAUSE) for seed in range(PEOPLE)]
    lost: list[BaseException] = []
    with listening("127.0.0.1", 0) as listener:
        process = ServerProcess(tmp_path, 0, listener)
        playing = [asyncio.create_task(play_on(script, process.address, lost)) for script in scripts]
        for restart in range(RESTARTS):
            before = {script.name: len(script.acknowledged) for script in scripts}
            await eventually(lambda before=before: all(len(s.acknowledged) > before[s.name] + 2 for s in scripts))
            assert await asyncio.to_thread(process.stop) == 0
            process = await asyncio.to_thread(ServerProcess, tmp_path, restart + 1, listener)
        before = {script.name: len(script.acknowledged) for script in scripts}
        await eventually(lambda: all(len(script.acknowledged) > before[script.name] for script in scripts))
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        assert await asyncio.to_thread(process.stop) == 0
    codes = [error.rcvd.code for error in lost if isinstance(error, ConnectionClosed) and error.rcvd is not None]
    assert codes.count(CloseCode.SHUTTING_DOWN) >= RESTARTS
    assert set(codes) == {CloseCode.SHUTTING_DOWN}
    assert not [error for error in lost if isinstance(error, (ConnectionRefusedError, httpx.ConnectError))]
    assert check_log(SqliteDatabase(tmp_path), scripts) > acknowledged(scripts)


async def test_stopping_server_finishes_running_requests_and_accepts_no_new_ones(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, server), Person(address) as hana:
        async with hana.playing("me", "bot") as place:
            assert await place.my_turn()
            actor = await server.registry.actor(place.table)
            version, gate = actor.table.version, asyncio.Event()
            append = server.store.append

            async def slowly(*arguments: object) -> object:
                await gate.wait()
                return await append(*arguments)

            server.store.append = slowly
            turn, action = place.update["turn"], place.view["choices"][0]["action"]
            await place.send("play", id="under-way", turn=turn, actions=[action])
            await eventually(lambda: actor.queue.busy)
            draining = asyncio.create_task(server.drain())
            await eventually(lambda: server._sockets.draining)
            await place.send("note", id="too-late", text="Remember the owl")
            await hana.post("/api/tables", {"game": "kotori", "seats": [{"kind": "me"}, {"kind": "bot"}]}, status=503)
            gate.set()
            await draining
            assert (await place.expect("done"))["id"] == "under-way"
            assert actor.table.version > version
        assert "too-late" not in [message.get("id") for message in place.received], "it would not be repeated"


async def test_request_that_meets_a_stopping_server_is_answered(tmp_path: Path) -> None:
    """A client with an open connection cannot know that the server is about to close it."""
    request = "GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with listening("127.0.0.1", 0) as listener:
        web = Web(configured(Server(settings(tmp_path), QuickBots()), EdgeConfig))
        task = asyncio.create_task(web.serve(sockets=[listener]))
        await eventually(lambda: web.started)
        address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        async with raw(address) as asking, raw(address) as idle:
            await asking.send(request)
            assert "200" in await asking.line()
            await eventually(lambda: len(web.server_state.connections) == 2)
            for connection in web.server_state.connections:
                connection.shutdown()
            await asking.send(request)
            answer = await asking.rest()
            assert answer.statuses == [200]
            assert "connection: close" in answer.text.lower()
            assert (await idle.rest()).text == ""
        web.should_exit = True
        await task


# ---------------------------------------------------------- service manager


@contextlib.contextmanager
def manager(tmp_path: Path) -> Iterator[socket.socket]:
    """The notification socket of a service manager."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as hears:
        hears.bind(str(tmp_path / "notify"))
        hears.settimeout(PATIENCE)
        yield hears


def passing(passed: socket.socket) -> list[str]:
    """Return the prefix of a command that passes it a socket as a service manager does."""
    script = (
        f"import os, sys; os.dup2({passed.fileno()}, 3); os.environ['LISTEN_PID'] = str(os.getpid()); "
        "os.execv(sys.argv[1], sys.argv[1:])"
    )
    return [sys.executable, "-c", script]


def test_passed_socket_is_served_and_the_manager_is_notified(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "LISTEN_FDS": "1",
        "NOTIFY_SOCKET": str(tmp_path / "notify"),
        "WATCHDOG_USEC": "200000",
    }
    with manager(tmp_path) as hears, listening("127.0.0.1", 0) as listener:
        address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        words = [*passing(listener), *TEFUDA, "--data", str(tmp_path / "data")]
        with subprocess.Popen(
            words,
            env=environment,
            pass_fds=[listener.fileno()],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            try:
                assert hears.recv(100) == b"READY=1"
                assert address in process.stdout.readline()
                assert httpx.get(f"{address}/healthz", timeout=PATIENCE).status_code == 200
                assert hears.recv(100) == b"WATCHDOG=1"
                process.send_signal(signal.SIGTERM)
                while (told := hears.recv(100)) == b"WATCHDOG=1":
                    pass
                assert told == b"STOPPING=1"
                _, log = process.communicate()
            finally:
                process.kill()  # of a failed test, which would wait for its end
        assert process.returncode == 0
        assert {"ready", "closed"} <= {json.loads(line)["event"] for line in log.splitlines()}
        with socket.create_connection(listener.getsockname(), timeout=PATIENCE):
            pass  # still listens, for the next process


def test_socket_of_another_process_and_silence_without_a_manager() -> None:
    assert passed_listener({"LISTEN_FDS": "1", "LISTEN_PID": str(os.getpid() + 1)}) is None
    assert passed_listener({}) is None
    with pytest.raises(OSError, match="2 sockets instead of one"):
        passed_listener({"LISTEN_FDS": "2", "LISTEN_PID": str(os.getpid())})
    notify("READY=1", {})
    notify("READY=1", {"NOTIFY_SOCKET": "/no/such/socket"})
    assert (watchdog_seconds({}), watchdog_seconds({"WATCHDOG_USEC": "30000000"})) == (0, 15)


def test_manager_that_does_not_read_does_not_block_the_server(tmp_path: Path) -> None:
    with manager(tmp_path) as hears:
        for _ in range(1000):  # more than its queue holds
            notify("WATCHDOG=1", {"NOTIFY_SOCKET": hears.getsockname()})
        assert hears.recv(100) == b"WATCHDOG=1"


def test_socket_that_does_not_listen_at_an_address_is_refused(tmp_path: Path) -> None:
    script = (
        "import os; from tefuda.server.service_manager import passed_listener\n"
        "try: passed_listener({'LISTEN_FDS': '1', 'LISTEN_PID': str(os.getpid())})\n"
        "except OSError as error: print(error)"
    )
    with socket.socket() as deaf, socket.socket(socket.AF_UNIX) as local:
        local.bind(str(tmp_path / "socket"))
        local.listen()
        for passed in (deaf, local):
            words = [*passing(passed), sys.executable, "-c", script]
            answer = subprocess.run(words, pass_fds=[passed.fileno()], capture_output=True, text=True)
            assert "does not listen at an address" in answer.stdout
