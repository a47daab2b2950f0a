"""Worker processes: they answer during compilation, are replaced when they die or hang, and end with their parent."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

import tefuda
from harness.contract.cases import large
from harness.server.doubles import PATIENCE
from tefuda.bots.players import BUDGETS, Request, make_request, search_build
from tefuda.bots.worker import compile_lock
from tefuda.bots.workers import BotFailed, Workers, WorkersClosed
from tefuda.engine.game import open_game
from tests.bots.test_players import midgame

KOTORI = "tefuda.games.kotori"
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    with Workers() as pool:
        yield pool


def alive(pid: int) -> bool:
    """Is this a process that still runs, rather than one nobody has waited for?"""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_until(what: Callable[[], object], step: float = 0.02) -> None:
    deadline = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < deadline, "timed out"
        time.sleep(step)


def slow() -> Request:
    """A request that keeps a worker busy for $SLEEPY_SECONDS."""
    return make_request(open_game("tests.bots.sleepy").start(seed=1), "heuristic")


def test_whole_games_are_played(workers: Workers) -> None:
    state = tefuda.load("kotori", players=2).start(seed=5)
    while not state.is_terminal:
        state.play(workers.choose(make_request(state, "easy")).command)


def test_bots_play_where_no_temporary_file_can_be_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a container with a read-only root, or on a full disk."""
    monkeypatch.setattr(tempfile, "tempdir", "/nonexistent")
    with Workers(1) as pool:
        assert pool.choose(make_request(tefuda.load("kotori", players=2).start(seed=5), "easy")).command


def test_concurrent_requests_are_all_answered(workers: Workers) -> None:
    requests = [make_request(midgame(), level) for level in ("random", "easy", "medium") for _ in range(20)]
    answers = [future.result(PATIENCE) for future in [workers.submit(request) for request in requests]]
    assert {answer.command for answer in answers} <= {"draw", "pass"}


async def test_event_loop_is_not_blocked_by_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLEEPY_SECONDS", "0.5")
    with Workers(1) as pool:
        thinking = asyncio.create_task(pool.choose_async(slow()))
        ticks = 0
        while not thinking.done():
            await asyncio.sleep(0.01)
            ticks += 1
    assert ticks > 10
    assert (await thinking).command == "slept"


@large
def test_requests_are_answered_during_compilation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEFUDA_CACHE", str(tmp_path))  # nothing is compiled here yet
    request = make_request(open_game("harness.fixtures.kuhn").start(1), "hard")
    with Workers(1) as pool:
        first = pool.choose(request)
        assert first.build == "checked"
        assert first.simulations > 0
        wait_until(lambda: pool.choose(request).build == "compiled", step=0.5)
        assert pool.choose(request).simulations == BUDGETS["hard"]


def test_prepared_build_answers_compiled(workers: Workers) -> None:
    workers.prepare(KOTORI)
    wait_until(lambda: workers.choose(make_request(midgame(), "easy")).build == "compiled")


def test_only_one_process_compiles_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEFUDA_CACHE", str(tmp_path))
    search_build.cache_clear()
    build = search_build("harness.fixtures.kuhn", "compiled")
    code = (
        "from tefuda.bots.players import search_build; from tefuda.bots.worker import compile_lock\n"
        "build = search_build('harness.fixtures.kuhn', 'compiled'); print('waiting', flush=True)\n"
        "with compile_lock(build): print('mine', flush=True)"
    )
    with compile_lock(build):
        other = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, cwd=ROOT)
        assert other.stdout is not None
        assert other.stdout.readline() == "waiting\n"
        with pytest.raises(subprocess.TimeoutExpired):
            other.wait(timeout=0.5)
    assert other.communicate(timeout=PATIENCE)[0] == "mine\n"
    search_build.cache_clear()


def test_compile_lock_without_cache_does_not_block(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.touch()
    monkeypatch.setenv("TEFUDA_CACHE", str(blocked))
    search_build.cache_clear()
    build = search_build("harness.fixtures.kuhn", "compiled")
    with compile_lock(build), compile_lock(build):
        assert build.run_simulations.stats.cache_path is None
    search_build.cache_clear()


def test_killed_worker_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLEEPY_SECONDS", "60")
    with Workers(1) as pool:
        future = pool.submit(slow())
        wait_until(lambda: pool.processes)
        (first,) = pool.processes
        time.sleep(1.0)  # by now it sleeps
        monkeypatch.setenv("SLEEPY_SECONDS", "0")  # of its successor
        os.kill(first, signal.SIGKILL)
        assert future.result(PATIENCE).command == "slept"
        assert pool.processes != [first]
        assert not alive(first)


def test_hanging_worker_is_replaced_and_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLEEPY_SECONDS", "60")
    told = r"3 bot workers were lost over one decision: the last gave no answer in 0.3 s"
    with Workers(1, timeout=0.3) as pool:
        with pytest.raises(BotFailed, match=told):
            pool.choose(slow())
        assert not any(alive(pid) for pid in pool.processes)


def test_worker_that_does_not_start_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """To start takes much longer on a busy machine, and has a limit of its own."""
    monkeypatch.setattr("tefuda.bots.workers.START_SECONDS", 0.01)
    told = r"3 bot workers were lost over one decision: the last did not start in 0.01 s"
    with Workers(1) as pool, pytest.raises(BotFailed, match=told):
        pool.choose(make_request(midgame(), "random"))


def test_errors_are_returned_with_their_traceback(workers: Workers) -> None:
    broken = msgspec.structs.replace(make_request(midgame(), "easy"), record=b"short")
    what = r"the bot easy could not decide: ValueError: State takes \d+ bytes, not 5"
    with pytest.raises(BotFailed, match=what) as told:
        workers.choose(broken)
    assert "from_bytes" in told.value.details
    assert workers.choose(make_request(midgame(), "easy")).command in ("draw", "pass")


def test_closed_pool_ends_processes_and_fails_pending_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLEEPY_SECONDS", "30")
    pool = Workers(2)
    futures = [pool.submit(slow()) for _ in range(4)]
    wait_until(lambda: len(pool.processes) == 2)
    pids = pool.processes
    pool.close()
    assert not any(alive(pid) for pid in pids)
    for future in futures:
        with pytest.raises(WorkersClosed):
            future.result(timeout=1)
    with pytest.raises(WorkersClosed):
        pool.submit(slow())


PARENT = """
import signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # a test run in the background ignores it, and so its children
from tests.bots.test_workers import slow
from tefuda.bots.workers import Workers
pool = Workers(1)
future = pool.submit(slow())
while not pool.processes: time.sleep(0.01)
time.sleep(0.5)
print(*pool.processes, flush=True)
time.sleep(60)
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT], ids=["killed", "interrupted"])
def test_workers_exit_with_their_parent(how: signal.Signals) -> None:
    sleepy = {**os.environ, "SLEEPY_SECONDS": "60"}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen([sys.executable, "-c", PARENT], **pipes, text=True, cwd=ROOT, env=sleepy) as parent:
        assert parent.stdout is not None
        pids = [int(word) for word in parent.stdout.readline().split()]
        assert len(pids) == 1
        assert all(alive(pid) for pid in pids)
        parent.send_signal(how)
        try:
            wait_until(lambda: not any(alive(pid) for pid in pids))
        finally:
            parent.kill()


def test_workers_ignore_ctrl_c_of_the_terminal(workers: Workers) -> None:
    workers.choose(make_request(midgame(), "random"))
    assert all(os.getsid(pid) != os.getsid(0) for pid in workers.processes)


def test_script_needs_no_main_guard(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import tefuda\n"
        "from tefuda.bots.players import make_request\n"
        "from tefuda.bots.workers import Workers\n"
        "print('once')\n"
        "with Workers(1) as workers:\n"
        "    print(workers.choose(make_request(tefuda.load('kotori').start(seed=1), 'random')).command)\n"
    )
    run = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert run.stdout == "once\ndraw\n"
