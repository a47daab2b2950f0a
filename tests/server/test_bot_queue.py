"""Remote bots: servers without bot processes of their own, and `tefuda bots`, on a real PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import secrets
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from random import Random
from typing import Any, Self
from uuid import UUID, uuid4

import msgspec
import pytest

import tefuda
from harness.contract.cases import CASES, Case, determinized, random_command, some_or_all, states
from harness.server.databases import PostgresDatabase
from harness.server.doubles import PATIENCE, eventually
from harness.server.postgres import Cluster
from tefuda.bots.analysis import AnalysisRequest
from tefuda.bots.analysis import make_request as analysis_request
from tefuda.bots.fair_queue import LEAST_SHARE, Asker
from tefuda.bots.players import Answer, Request, make_request
from tefuda.bots.worker import Failed
from tefuda.bots.workers import BotFailed, WorkersClosed
from tefuda.cli import main
from tefuda.engine.game import open_game
from tefuda.engine.state import State
from tefuda.server.bots import bots_process, job_queue, queued_bots
from tefuda.server.bots.bot_service import Bots
from tefuda.server.bots.bots_process import BotsProcess
from tefuda.server.bots.job_queue import QueueConnection
from tefuda.server.bots.queued_bots import QueuedBots
from tefuda.server.metrics import Metrics
from tefuda.server.settings import GAMES
from tefuda.server.store import postgres_schema
from tefuda.server.store.database_url import DatabaseUrl
from tests.server.clients import Person, serving

ROOT = Path(__file__).parents[2]
SLEEPY = "tests.bots.sleepy"
KEY = "INSERT INTO keys VALUES ('server', repeat('k', 32)::BYTEA)"


class RandomBots(Bots):
    """Bots that move at random, so that games of all kinds end soon."""

    def levels(self, slug: str) -> tuple[str, ...]:
        return ("random",)


class InstantWorkers:
    """Workers that answer at once, in the order of requests; while `held` is set they do not answer."""

    def __init__(self, count: int = 1) -> None:
        self.count = count
        self.asked: list[Request | AnalysisRequest] = []
        self.held = False

    def submit(self, request: Request | AnalysisRequest, asker: Asker | None = None) -> Future[Any]:
        self.asked.append(request)
        future = Future[Any]()
        if not self.held:
            future.set_result(Answer(f"answer {request.seed}"))
        return future

    def prepare(self, package: str) -> None:
        pass

    def close(self) -> None:
        pass


@pytest.fixture
def queue(postgresql: PostgresDatabase) -> Iterator[QueuedBots]:
    """Return the queue of a server on an empty database."""
    postgresql.run(KEY)
    with contextlib.closing(QueuedBots(DatabaseUrl(postgresql.url), Metrics())) as queue:
        yield queue


@pytest.fixture
def notices_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a server notice soon that no bots answer."""
    monkeypatch.setattr(queued_bots, "LATE_SECONDS", 0.2)
    monkeypatch.setattr(queued_bots, "POLL_SECONDS", 0.1)


@contextlib.contextmanager
def bots_in_a_thread(url: str, **games: str) -> Iterator[BotsProcess]:
    process = BotsProcess(DatabaseUrl(url), 1, games or GAMES)
    thread = threading.Thread(target=process.run)
    thread.start()
    try:
        yield process
    finally:
        process.stop()
        thread.join(PATIENCE)
        assert not thread.is_alive()


@pytest.fixture
def instant(monkeypatch: pytest.MonkeyPatch) -> InstantWorkers:
    """Replace the worker processes of `tefuda bots`."""
    workers = InstantWorkers()
    monkeypatch.setattr(bots_process, "Workers", lambda _: workers)
    return workers


def wait_until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "timed out"
        time.sleep(0.01)


def request(seed: int = 1, package: str = GAMES["kotori"]) -> Request:
    return make_request(open_game(package).start(seed=1), "heuristic", seed=seed)


def rows(database: PostgresDatabase, what: str = "count(*)") -> list[tuple[Any, ...]]:
    return database.run(f"SELECT {what} FROM bot_jobs")  # noqa: S608  # columns that tests name


def added(database: PostgresDatabase, count: int) -> None:
    wait_until(lambda: rows(database) == [(count,)])


# ------------------------------------------------------------ real processes


COMMAND = ("-m", "tefuda", "bots", "--lang", "en", "--processes", "2")
SLEEPING = f"""
import errno
import os
from tefuda.server.bots.bots_process import BotsProcess
from tefuda.server.store.database_url import DatabaseUrl
BotsProcess(DatabaseUrl(os.environ["TEFUDA_DATABASE"]), 1, {{"sleepy": "{SLEEPY}"}}).run()
"""


class OtherProcess:
    """A process of bots, by default `tefuda bots`."""

    def __init__(self, url: str, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, *(arguments or COMMAND)],
            env=os.environ | {"TEFUDA_DATABASE": url, "SLEEPY_SECONDS": "60"},
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.process.kill()
        output = self.process.communicate()
        if kind is not None:
            print(*output)


async def test_remote_bots_play_games_and_give_hints(tmp_path: Path, postgresql: PostgresDatabase) -> None:
    metrics = Metrics()
    bots = RandomBots(metrics, pool=QueuedBots(DatabaseUrl(postgresql.url), metrics))
    with OtherProcess(postgresql.url) as command:
        async with serving(tmp_path, bots, **postgresql.settings) as (address, server), Person(address) as hana:
            random = Random(1)

            async def play(game: str) -> None:
                seats = ["me", *["bot"] * (tefuda.load(game).description.players[0] - 1)]
                async with hana.playing(*seats, game=game) as place:
                    if game == "kotori":
                        assert await place.my_turn()
                        advice = await place.ask("hint")
                        legal = {choice["action"] for choice in place.view["choices"]}
                        assert {option["action"] for option in advice["options"]} <= legal
                        assert advice["options"]
                    while await place.my_turn():
                        state = server.registry.actors[place.table].table.state
                        answer = await place.play(actions=random_command(state, random).split())
                        assert answer["t"] == "done", answer
                    assert place.view["result"]

            await hana.post("/api/me", {"name": "Hana"})
            await asyncio.gather(*map(play, some_or_all(["kotori", "llama"], [*GAMES])))
            finished = metrics.registry.get_sample_value("tefuda_bot_answers_total", {"outcome": "answered"})
            assert finished > 20
            assert metrics.registry.get_sample_value("tefuda_bot_answers_total", {"outcome": "failed"}) is None
            await eventually(lambda: metrics.registry.get_sample_value("tefuda_bots_connected") == 1)
            assert rows(postgresql) == [(0,)]
        command.process.send_signal(signal.SIGTERM)
        output, errors = command.process.communicate(timeout=PATIENCE)
        assert command.process.returncode == 0, errors
        assert output.startswith("Computing the moves of bots for postgresql://postgres@")
        assert output.endswith("given back.\n")


def test_job_of_killed_process_is_answered_by_another_one(
    postgresql: PostgresDatabase, queue: QueuedBots, monkeypatch: pytest.MonkeyPatch
) -> None:
    with OtherProcess(postgresql.url, "-c", SLEEPING) as slow:
        answer = queue.submit(request(package=SLEEPY))
        wait_until(lambda: rows(postgresql, "attempts, answer") == [(1, None)])
        slow.process.kill()
    monkeypatch.setenv("SLEEPY_SECONDS", "0")
    postgresql.run("UPDATE bot_jobs SET lease = clock_timestamp() + INTERVAL '0.1 s'")  # instead of waiting for its end
    with bots_in_a_thread(postgresql.url, sleepy=SLEEPY):
        assert answer.result(PATIENCE).command == "slept"
    assert rows(postgresql) == [(0,)]


# ------------------------------------------------------------------- leases


class Claimant:
    """A process of bots, step by step."""

    def __init__(self, url: str) -> None:
        self.id = uuid4()
        self.connection = QueueConnection(DatabaseUrl(url), job_queue.NEW_JOBS, as_bots=True)

    def claim(self, count: int = 1, *, lease: float = 60.0) -> list[UUID]:
        codes = [bots_process.code_hash(package) for package in GAMES.values()]
        values = (codes, True, count, self.id, lease, job_queue.ATTEMPTS, bots_process.CANDIDATES)
        return [id for id, _, _ in self.connection.execute(bots_process._CLAIM, values).fetchall()]

    def answer(self, id: UUID, answer: bytes = b"") -> bool:
        """Answer a claimed job and return whether that had an effect."""
        return self.connection.execute(bots_process._ANSWER, (answer, id, self.id)).fetchone() is not None


@pytest.fixture
def claimant(postgresql: PostgresDatabase) -> Iterator[Claimant]:
    claimant = Claimant(postgresql.url)
    yield claimant
    claimant.connection.close()


def lease_over(postgresql: PostgresDatabase) -> None:
    wait_until(lambda: rows(postgresql, "lease < clock_timestamp()") == [(True,)])


def test_late_answer_is_refused(
    postgresql: PostgresDatabase,
    queue: QueuedBots,
    claimant: Claimant,
    instant: InstantWorkers,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bots_process, "GRACE_SECONDS", 0.1)
    answer = queue.submit(request(5))
    added(postgresql, 1)
    (id,) = claimant.claim(lease=0.01)
    lease_over(postgresql)
    assert not claimant.answer(id, b"late"), "the lease has run out"
    instant.held = True
    with bots_in_a_thread(postgresql.url):
        wait_until(lambda: instant.asked)
        assert not claimant.answer(id, b"late"), "another process has claimed it"
        assert not answer.done()
    with_time = Claimant(postgresql.url)  # the thread has given it back
    assert with_time.claim() == [id]
    assert with_time.answer(id, bots_process.msgspec.msgpack.encode(bots_process.Answered(Answer("in time"))))
    assert answer.result(PATIENCE).command == "in time"
    assert not with_time.answer(id, b"again")
    with_time.connection.close()


def test_two_processes_never_claim_the_same_job(
    postgresql: PostgresDatabase, queue: QueuedBots, claimant: Claimant
) -> None:
    for seed in range(40):
        queue.submit(request(seed), Asker(seed % 7))
    added(postgresql, 40)
    others = [Claimant(postgresql.url) for _ in range(3)]
    claimed: list[UUID] = []
    lock = threading.Lock()

    def work(one: Claimant) -> None:
        while ids := one.claim(8):
            with lock:
                claimed.extend(ids)

    threads = [threading.Thread(target=work, args=(one,)) for one in (claimant, *others)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert len(claimed) == len(set(claimed))
    # A process that sees only locked rows stops early; the rest is left for the next claim.
    claimed.extend(claimant.claim(40))
    assert len(set(claimed)) == 40
    for one in others:
        one.connection.close()


def test_job_fails_after_three_processes_were_lost_over_it(
    postgresql: PostgresDatabase, queue: QueuedBots, claimant: Claimant
) -> None:
    answer = queue.submit(request())
    added(postgresql, 1)
    for _ in range(job_queue.ATTEMPTS):
        assert not answer.done()
        assert len(claimant.claim(lease=0.01)) == 1
        wait_until(lambda: rows(postgresql, "lease < clock_timestamp()") in ([(True,)], []))
    with pytest.raises(BotFailed, match="3 processes of bots were lost over one decision"):
        answer.result(PATIENCE)
    assert claimant.claim() == []


def test_stopping_process_releases_its_jobs(
    postgresql: PostgresDatabase, queue: QueuedBots, instant: InstantWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots_process, "GRACE_SECONDS", 0.1)
    instant.held = True
    queue.submit(request())
    with bots_in_a_thread(postgresql.url):
        wait_until(lambda: instant.asked)
    assert rows(postgresql, "attempts, bots, lease, answer") == [(0, None, None, None)]


def test_lease_is_extended_during_the_work(
    postgresql: PostgresDatabase, queue: QueuedBots, instant: InstantWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots_process, "LEASE_SECONDS", 3.0)
    monkeypatch.setattr(bots_process, "GRACE_SECONDS", 0.1)
    instant.held = True
    queue.submit(request())
    with bots_in_a_thread(postgresql.url):
        wait_until(lambda: instant.asked)
        ((first,),) = rows(postgresql, "lease")
        wait_until(lambda: rows(postgresql, "lease") != [(first,)])
        assert rows(postgresql, "attempts") == [(1,)]


# ------------------------------------------------- what is asked for no longer


def test_cancelled_request_leaves_the_queue(postgresql: PostgresDatabase, queue: QueuedBots) -> None:
    answer = queue.submit(request())
    added(postgresql, 1)
    assert answer.cancel()
    added(postgresql, 0)


def test_requests_of_a_closed_server_leave_the_queue(postgresql: PostgresDatabase, queue: QueuedBots) -> None:
    answer = queue.submit(request())
    added(postgresql, 1)
    queue.close()
    assert rows(postgresql) == [(0,)]
    with pytest.raises(WorkersClosed):
        answer.result(0)


def test_requests_of_a_dead_server_are_removed(
    postgresql: PostgresDatabase, queue: QueuedBots, claimant: Claimant
) -> None:
    answer = queue.submit(request())
    added(postgresql, 1)
    postgresql.run("UPDATE bot_jobs SET server = gen_random_uuid(), wanted = clock_timestamp()")
    answer.cancel()
    assert claimant.claim() == [], "nobody works for a server that is gone"
    queue._next_extension = 0.0
    added(postgresql, 0)


def test_request_that_another_server_has_removed_is_added_again(
    postgresql: PostgresDatabase, queue: QueuedBots, instant: InstantWorkers, caplog: pytest.LogCaptureFixture
) -> None:
    """This server was paused for longer than its lease, or the database's clock was set forward."""
    answers = [queue.submit(request(seed)) for seed in (5, 6)]
    added(postgresql, 2)
    answers.pop().cancel()
    added(postgresql, 1)
    postgresql.run("DELETE FROM bot_jobs")
    queue._next_extension = 0.0
    with bots_in_a_thread(postgresql.url):
        assert [answer.result(PATIENCE).command for answer in answers] == ["answer 5"]
    assert [one.seed for one in instant.asked] == [5], "nobody waits for what was cancelled"
    assert caplog.messages.count("requests-lost") == 1


# ----------------------------------------------------------------- fairness


def test_askers_take_turns_and_people_come_first(
    postgresql: PostgresDatabase, queue: QueuedBots, claimant: Claimant
) -> None:
    order: dict[UUID, str] = {}

    def ask(name: str, asker: Asker) -> None:
        queue.submit(request(), asker)
        added(postgresql, len(order) + 1)
        order.update({id: name for (id,) in rows(postgresql, "id") if id not in order})

    ask("background", Asker(9, person_waits=False))
    for n in range(3):
        ask(f"a{n}", Asker(1, address="192.0.2.1"))
    ask("a3", Asker(2, address="192.0.2.1"))  # a second guest of one address has no second place
    ask("b0", Asker(3, address="192.0.2.2"))
    ask("c0", Asker(3))
    first = claimant.claim(1)
    assert [order[id] for id in first] == ["a0"]
    taken = [order[id] for _ in range(6) for id in claimant.claim(1)]
    assert taken == ["b0", "c0", "a1", "a2", "a3", "background"], "who has one in work comes after those who have none"


def test_background_requests_do_not_starve(
    postgresql: PostgresDatabase, queue: QueuedBots, instant: InstantWorkers
) -> None:
    for seed in range(100, 100 + 2 * LEAST_SHARE):
        queue.submit(request(seed))
    background = queue.submit(request(7), Asker(person_waits=False))
    added(postgresql, 2 * LEAST_SHARE + 1)
    with bots_in_a_thread(postgresql.url):
        background.result(PATIENCE)
        wait_until(lambda: len(instant.asked) == 2 * LEAST_SHARE + 1)
    assert [one.seed for one in instant.asked].index(7) == LEAST_SHARE - 1


# ----------------------------------------------------- nothing hidden, no names


def worlds(state: State) -> list[State]:
    records = [determinized(state.game, state.full_state, state.current_player, seed) for seed in range(2)]
    return [State(state.game, record, seed=None, chance=None) for record in (state.full_state, *records)]


@pytest.mark.parametrize("case", {case.slug: case for case in CASES if case.slug in GAMES}.values(), ids=str)
def test_request_is_the_same_in_indistinguishable_worlds(
    case: Case, queue: QueuedBots, postgresql: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secrets, "randbits", lambda _: 7)
    differ = 0
    for state in states(case, 6):
        if state.current_player is None:
            continue
        same = worlds(state)
        differ += len({one.full_state.to_bytes() for one in same}) > 1
        for make in (lambda one: make_request(one, "easy"), lambda one: analysis_request(one, 100)):
            futures = [queue.submit(make(one), Asker(4, address="192.0.2.1")) for one in same]
            added(postgresql, len(same))
            assert len(set(rows(postgresql, "server, code, place, urgent, request, attempts, bots, answer"))) == 1
            for future in futures:
                future.cancel()
            added(postgresql, 0)
    assert differ


def test_guests_and_addresses_are_not_in_the_queue(postgresql: PostgresDatabase, queue: QueuedBots) -> None:
    for asker in (Asker(1234567, address="192.0.2.1"), Asker(1234567)):
        queue.submit(request(), asker)
    added(postgresql, 2)
    places = [bytes(place) for (place,) in rows(postgresql, "place")]
    assert len(set(places)) == 2
    for (row,) in rows(postgresql, "bot_jobs::TEXT"):
        assert not any(text in row for text in ("192.0.2.1", b"192.0.2.1".hex(), "1234567", b"1234567".hex()))
    other = QueuedBots(DatabaseUrl(postgresql.url), Metrics())
    with contextlib.closing(other):
        other.submit(request(), Asker(1234567))
        added(postgresql, 3)
        assert len({bytes(place) for (place,) in rows(postgresql, "place")}) == 2, "the same place for all servers"


# ------------------------------------------------------------------- rights


@pytest.fixture
def role(cluster: Cluster) -> Iterator[str]:
    cluster.execute("CREATE ROLE tefuda_bots LOGIN")
    yield "tefuda_bots"
    cluster.execute("DROP ROLE tefuda_bots")


def test_role_for_bots_can_answer_and_nothing_else(
    cluster: Cluster, role: str, instant: InstantWorkers, capsys: pytest.CaptureFixture[str]
) -> None:
    with cluster.database() as url:
        owner, limited = PostgresDatabase(url), PostgresDatabase(url.replace("postgres@", f"{role}@"))
        owner.run(KEY)
        assert main(["bots", "--database", limited.url]) == 2
        assert f"run tefuda migrate --grant-bots {role} as the owner" in capsys.readouterr().err
        assert main(["migrate", "--lang", "en", "--database", url, "--grant-bots", role]) == 0
        assert f"{role} has the rights that tefuda bots needs." in capsys.readouterr().out
        with contextlib.closing(QueuedBots(DatabaseUrl(url), Metrics())) as queue:
            with bots_in_a_thread(limited.url):
                assert queue.submit(request(3)).result(PATIENCE).command == "answer 3"
            queue.submit(request())
            added(owner, 1)
            tables = [name for (name,) in owner.run("SELECT tablename FROM pg_tables WHERE schemaname = 'tefuda'")]
            assert len(tables) > 10
            for name in set(tables) - {"bot_jobs"}:
                with pytest.raises(postgres_schema.psycopg.errors.InsufficientPrivilege):
                    limited.run(f"SELECT * FROM {name}")  # noqa: S608  # a name of the schema
            for statement in (
                "DELETE FROM bot_jobs",
                "UPDATE bot_jobs SET request = ''",
                "INSERT INTO bot_jobs SELECT * FROM bot_jobs",
                "CREATE TABLE mine ()",
                'SELECT append_entries(\'[["one",0,"{}",null,null,"playing",1,null,[],[],null]]\')',
            ):
                with pytest.raises(postgres_schema.psycopg.errors.InsufficientPrivilege):
                    limited.run(statement)


# ---------------------------------------------------- bots or database away


def test_missing_bots_are_reported_and_requests_wait_for_them(
    postgresql: PostgresDatabase,
    queue: QueuedBots,
    instant: InstantWorkers,
    notices_soon: None,
    caplog: pytest.LogCaptureFixture,
) -> None:
    answer = queue.submit(request(2))
    wait_until(lambda: "bots-missing" in caplog.messages)
    assert queue.waiting == 1
    assert queue.oldest > 0.2
    with bots_in_a_thread(postgresql.url):
        assert answer.result(PATIENCE).command == "answer 2"
        wait_until(lambda: "bots-back" in caplog.messages)
    assert (queue.waiting, queue.oldest) == (0, 0.0)
    assert caplog.messages.count("bots-missing") == 1


def test_bots_with_other_code_leave_requests_alone(
    postgresql: PostgresDatabase,
    queue: QueuedBots,
    instant: InstantWorkers,
    notices_soon: None,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    with monkeypatch.context() as other:
        other.setattr(queued_bots, "code_hash", lambda _: "of another release")
        with bots_in_a_thread(postgresql.url):
            queue.submit(request())
            wait_until(lambda: any(getattr(one, "fields", {}).get("processes") == 1 for one in caplog.records))
    assert rows(postgresql, "attempts") == [(0,)]
    assert instant.asked == []


def test_play_resumes_when_the_database_is_back(
    cluster: Cluster,
    postgresql: PostgresDatabase,
    queue: QueuedBots,
    instant: InstantWorkers,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(bots_process, "GRACE_SECONDS", 0.1)
    with bots_in_a_thread(postgresql.url):
        assert queue.submit(request(1)).result(PATIENCE).command == "answer 1"
        instant.held = True
        lost = queue.submit(request(2))
        wait_until(lambda: len(instant.asked) == 2)
        cluster.stop("immediate")  # empties the queue, too
        try:
            while_away = queue.submit(request(3))
            wait_until(lambda: {"database-away", "bot-queue-away"} <= set(caplog.messages))
        finally:
            cluster.start()
        wait_until(lambda: {"database-back", "bot-queue-back"} <= set(caplog.messages))
        assert rows(postgresql) == [(2,)]
        assert not lost.done()
        assert not while_away.done()
    instant.held = False
    with bots_in_a_thread(postgresql.url):
        assert lost.result(PATIENCE).command == "answer 2"
        assert while_away.result(PATIENCE).command == "answer 3"
    assert not any("postgres:" in str(getattr(one, "fields", {})) for one in caplog.records)


def test_queue_survives_an_unexpected_exception(
    queue: QueuedBots, postgresql: PostgresDatabase, instant: InstantWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashed, failing = queued_bots.code_hash, [1, 2]

    def hash_or_fail(package: str) -> str:
        if failing:
            failing.pop()
            raise OSError(errno.EMFILE, "Too many open files")
        return hashed(package)

    monkeypatch.setattr(queued_bots, "code_hash", hash_or_fail)
    with bots_in_a_thread(postgresql.url):
        assert queue.submit(request()).result(PATIENCE).command == "answer 1"
    assert queue._metrics.errors._value.get() == 2


@pytest.mark.parametrize("malformed", [b"nonsense", msgspec.msgpack.encode(Failed("é", "")).replace(b"\xc3", b"\xff")])
def test_malformed_answer_is_an_error(
    malformed: bytes, postgresql: PostgresDatabase, queue: QueuedBots, claimant: Claimant
) -> None:
    answer = queue.submit(request())
    added(postgresql, 1)
    (id,) = claimant.claim()
    assert claimant.answer(id, malformed)
    with pytest.raises(BotFailed, match="malformed"):
        answer.result(PATIENCE)


# ------------------------------------------------------------ command line


def test_commands_name_what_they_lack(
    cluster: Cluster, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("TEFUDA_DATABASE", raising=False)
    assert main(["bots"]) == 2
    assert "name the PostgreSQL database with --database or $TEFUDA_DATABASE" in capsys.readouterr().err
    assert main(["serve", "--data", str(tmp_path), "--bot-processes", "0"]) == 2
    assert "bot-processes takes 1 or more without a PostgreSQL database" in capsys.readouterr().err
    with cluster.database("template0") as url:
        assert main(["bots", "--database", url]) == 2
        assert "has no queue of bots: run tefuda migrate" in capsys.readouterr().err
        assert main(["bots", "--database", url.replace("//postgres@", "//nobody@")]) == 2
        refused = capsys.readouterr()
        assert 'role "nobody" does not exist' in refused.err, "as with a wrong password"
        assert "Answering" not in refused.out
