"""`tefuda serve` as a process: start, output, shutdown, and errors."""

import asyncio
import json
import logging
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from harness.server.client import PATIENCE, Served
from harness.server.killed_server import ServerProcess
from tefuda.cli import main
from tefuda.server.logs import LOGGER
from tefuda.server.protocol.limits import CloseCode
from tefuda.server.run import listening
from tests.server.clients import Person

TEFUDA = [sys.executable, "-P", "-m", "tefuda", "serve", "--port", "0", "--lang", "en"]


def test_messages_do_not_wait_for_others_to_be_acknowledged() -> None:
    with listening("127.0.0.1", 0) as listener, socket.create_connection(listener.getsockname()):
        connection, _ = listener.accept()
        with connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) != 0


async def test_serve_announces_its_address_and_stops_on_sigterm(tmp_path: Path) -> None:
    environment = {**os.environ, "TEFUDA_DATA": str(tmp_path / "data")}
    process = await asyncio.create_subprocess_exec(
        *TEFUDA, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    )
    try:
        ready = (await process.stdout.readline()).decode()
        match = re.search(r"http://127\.0\.0\.1:\d+", ready)
        assert match, ready
        async with Person(match[0]) as hana:
            await hana.post("/api/me", {"name": "Secret Hanako"})
            levels = (await hana.get("/api/games"))[0]["levels"]
            body = {"game": "kotori", "seats": [{"kind": "me"}, {"kind": "bot", "level": levels[0]}], "deal": True}
            table = await hana.post("/api/tables", body)
            async with hana.at(table["id"]) as place:
                assert await place.my_turn(), "a bot in a worker process moves if it is first"
                await place.ask("note", text="seven of birds")
                await place.play()
                process.send_signal(signal.SIGTERM)
                assert await place.closed() == CloseCode.SHUTTING_DOWN
        rest, log = (text.decode() for text in await process.communicate())
    finally:
        if process.returncode is None:  # of a failed test
            process.kill()
            await process.wait()
    assert process.returncode == 0
    assert "Your tables are saved" in rest
    lines = [json.loads(line) for line in log.splitlines()]
    assert {"ready", "table-created", "dealt", "closed"} <= {line["event"] for line in lines}
    for hidden in (hana.token, "Secret", "Hanako", "seven", "draw", "face-"):
        assert hidden not in log, "the log contains a name or a card"
    assert (tmp_path / "data/tefuda.sqlite3").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals from outside")
def test_crash_of_the_interpreter_logs_the_running_functions(tmp_path: Path) -> None:
    served = Served(tmp_path / "data")
    served.process.send_signal(signal.SIGSEGV)
    served.process.wait(PATIENCE)
    assert served.stop() == -signal.SIGSEGV
    left = Path(served.lines.name).read_text()
    assert "Fatal Python error: Segmentation fault" in left
    assert re.search(r"File \".*serve.py\", line \d+ in run_table", left)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
async def test_shutdown_closes_connections_and_loses_nothing(tmp_path: Path, number: signal.Signals) -> None:
    process = ServerProcess(tmp_path)
    async with Person(process.address) as hana:
        table = (await hana.open("me", "bot", deal=True))["id"]
        async with hana.at(table) as place, hana.at(table) as other:
            assert await place.my_turn()
            answer = await place.play()
            assert await asyncio.to_thread(process.stop, number) == 0
            assert [await one.closed() for one in (place, other)] == [CloseCode.SHUTTING_DOWN] * 2
        token = hana.token
    restarted = ServerProcess(tmp_path)
    async with Person(restarted.address, token) as hana, hana.at(table) as place:
        assert place.update["version"] >= answer["version"]
        await place.play_to_end(Random(1))
    assert await asyncio.to_thread(restarted.stop) == 0


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (
            ["--host", "203.0.113.1", "--port", "0"],
            "cannot listen at 203.0.113.1, port 0: Cannot assign requested address; --host takes an address of this",
        ),
        (["--port", "0", "--data", "/dev/null/x"], "cannot store anything"),
    ],
)
def test_unusable_option_gives_one_line_error(words: list[str], wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    loggers = [logging.getLogger(name) for name in (LOGGER, "uvicorn", "asyncio")]
    before = [(logger.handlers, logger.level, logger.propagate) for logger in loggers]
    assert main(["serve", *words]) == 2
    captured = capsys.readouterr()
    assert wrong in captured.err
    assert len(captured.err.splitlines()) == 1
    after = [(logger.handlers, logger.level, logger.propagate) for logger in loggers]
    assert after == before, "who has called the command in their own process has their log again"


def test_port_or_folder_in_use_gives_one_line_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    process = ServerProcess(tmp_path)
    port = process.address.rpartition(":")[2]
    assert main(["serve", "--port", port]) == 2
    assert "--port 0 takes a free one" in capsys.readouterr().err
    assert main(["serve", "--port", "0", "--data", str(tmp_path)]) == 2
    assert "another server uses" in capsys.readouterr().err
    process.kill()
