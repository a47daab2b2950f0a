"""A server of several worker processes: who serves what, and what happens when workers end, hang or are renewed."""

import asyncio
import contextlib
import json
import os
import re
import signal
import socket
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from harness.contract.cases import large, some_or_all
from harness.server.databases import PostgresDatabase
from harness.server.doubles import PATIENCE, QuickBots, eventually, quick_bots, settings
from harness.server.stored_log import check_log
from tefuda.cli import main
from tefuda.server.cluster.homes import home_of, share_of, slot_for
from tefuda.server.metrics import Metrics
from tefuda.server.protocol.limits import CloseCode
from tefuda.server.run import configured, listening
from tefuda.server.settings import Settings
from tefuda.server.store.errors import StoreError
from tefuda.server.store.stored_data import Append, Appended
from tefuda.server.workers import supervisor as supervisor_module
from tefuda.server.workers.hand_over import MAX_BYTES, HandOver, SharedConfig, SharedHttp, receive_connection
from tefuda.server.workers.supervisor import Supervisor
from tefuda.server.workers.worker_process import MakeBots, Report, SupervisedWeb
from tests.server.clients import Person, Place, serving
from tests.server.raw import handshake, raw, request
from tests.server.steady_play import LOST, Script, acknowledged
from tests.server.test_restart import PAUSE, manager, play_on
from tests.server.test_serve import TEFUDA

WORKERS = 2
PEOPLE = 3
MOVE_PAUSE = 0.1  # seconds between two actions of a person
LULL = 10  # times PAUSE between two rounds of requests while no worker hands over
RENEWALS = some_or_all([1], [1, 2])[-1]


@contextlib.asynccontextmanager
async def supervised(
    folder: Path,
    database: PostgresDatabase,
    make_bots: MakeBots = quick_bots,
    **changes: Any,
) -> AsyncIterator[tuple[str, Supervisor]]:
    """Run a server of several workers; yields its address and its supervisor."""
    chosen = settings(folder, workers=WORKERS, **database.settings, **changes)
    with listening("127.0.0.1", 0) as listener:
        supervisor = Supervisor(chosen, listener, make_bots)
        serving = asyncio.Event()
        running = asyncio.create_task(supervisor.run(serving.set))
        try:
            await eventually(lambda: serving.is_set() or running.done())
            yield f"http://127.0.0.1:{listener.getsockname()[1]}", supervisor
        finally:
            supervisor.stop()
            await running


def renewed(supervisor: Supervisor, before: list[int]) -> bool:
    """Whether other workers serve at all slots than those processes before."""
    return all(supervisor.processes) and not set(before) & set(supervisor.processes)


async def gauge(person: Person, worker: int, name: str) -> int:
    """Return a number from the metrics of a worker, whichever worker is asked."""
    response = await person.http.get(f"/metrics/{worker}")
    assert response.status_code == 200, response.text
    found = re.search(rf"^{name} (\S+)$", response.text, re.MULTILINE)
    assert found, name
    return int(float(found[1]))


def home(table: str) -> int:
    return home_of(table, WORKERS)


async def table_at(person: Person, slot: int, *seats: str, deal: bool = True, **fields: Any) -> str:
    """Make tables until one is at home in a slot, and return its id."""
    while True:
        table: str = (await person.open(*(seats or ("me", "bot")), deal=deal, **fields))["id"]
        if home(table) == slot:
            return table


# ---------------------------------------------------------------- the home


@pytest.mark.parametrize(
    ("request_line", "slot"),
    [
        (b"GET /ws/tables/abc?after=3 HTTP/1.1\r\n", home_of("abc", 5)),
        (b"POST /api/tables/abc/join HTTP/1.1\r\n", home_of("abc", 5)),
        (b"GET /api/tables/abc HTTP/1.1\r\n", home_of("abc", 5)),
        (b"GET /metrics/4 HTTP/1.1\r\n", 4),
        (b"GET /metrics/5 HTTP/1.1\r\n", None),
        (b"GET /metrics HTTP/1.1\r\n", None),
        (b"GET /api/tables HTTP/1.1\r\n", None),
        (b"GET /api/tables/ab", None),
        (b"GET /api/me HTTP/1.1\r\n", None),
        (b"\x16\x03\x01", None),
    ],
)
def test_request_line_names_the_slot(request_line: bytes, slot: int | None) -> None:
    assert slot_for(request_line, 5) == slot


def test_tables_and_lessons_are_spread_and_move_only_to_a_new_slot() -> None:
    tables = [f"table-{number}" for number in range(400)]
    homes = [home_of(table, 4) for table in tables]
    assert all(60 < homes.count(slot) < 140 for slot in range(4))
    moved = [home_of(table, 5) for table in tables if home_of(table, 5) != home_of(table, 4)]
    assert set(moved) == {4}
    for request_line in (b"POST /api/tables HTTP/1.1\r\n", b"GET /ws/lessons/kotori HTTP/1.1\r\n"):
        assert {slot_for(request_line, 3) for _ in range(200)} == {0, 1, 2}


def test_bot_processes_are_divided_among_the_workers() -> None:
    assert [share_of(8, slot, 3) for slot in range(3)] == [3, 3, 2]
    assert [share_of(2, slot, 4) for slot in range(4)] == [1, 1, 1, 1], "every worker needs one"


async def test_everything_about_a_table_is_served_at_its_home_also_during_a_renewal(
    tmp_path: Path, postgresql: PostgresDatabase
) -> None:
    timeouts = {"head_timeout": PATIENCE, "body_timeout": PATIENCE}  # the next worker may take long to start
    async with supervised(tmp_path, postgresql, **timeouts) as (address, supervisor):
        await check_homes(address)
        await check_requests_during_a_renewal(address, supervisor)


async def check_homes(address: str) -> None:
    async with Person(address) as hana, Person(address) as taro, contextlib.AsyncExitStack() as sockets:
        tables = list[str]()
        while len(tables) < 24 and (len(tables) < 6 or len(set(map(home, tables))) < WORKERS):
            tables.append((await hana.open("me", "open", public=True))["id"])
        for table in tables:
            await taro.get(f"/api/tables/{table}")
            await taro.join(table, "太郎", await hana.invite(table))
            for person in (hana, taro):
                await sockets.enter_async_context(person.at(table))
            await check_request_in_pieces(hana, table)
        homes = [*map(home, tables)]
        assert set(homes) == set(range(WORKERS)), "new tables are spread"
        for worker in range(WORKERS):
            assert await gauge(hana, worker, "tefuda_tables") == homes.count(worker)
            assert await gauge(hana, worker, "tefuda_sockets") == 2 * homes.count(worker)
        for table in tables:
            for pieces in disguised(table):
                place = await sockets.enter_async_context(raw(address))
                for piece in pieces:
                    await place.send(piece)
                    await asyncio.sleep(0.02)
                await asyncio.wait_for(place.reader.readuntil(b"welcome"), PATIENCE)
        for worker in range(WORKERS):
            assert await gauge(hana, worker, "tefuda_tables") == homes.count(worker), "no client chooses the worker"
            assert await gauge(hana, worker, "tefuda_sockets") == 5 * homes.count(worker)
        await hana.get(f"/metrics/{WORKERS}", 404)
        assert {(await taro.get("/healthz"))["worker"] for _ in range(3)} <= set(range(WORKERS))


def disguised(table: str) -> list[list[str]]:
    """Return requests for WebSockets, in pieces, whose first bytes do not tell the table."""
    plain, encoded = handshake(table), f"%{ord(table[0]):02x}{table[1:]}"
    return [[handshake(encoded)], [plain[:6], plain[6:]], ["\r\n" + plain]]


async def check_request_in_pieces(hana: Person, table: str) -> None:
    """Send a request to a table in pieces, and another one on the same connection."""
    body = b"{" + b" " * 3000 + b"}"
    head = (
        f"POST /api/tables/{table}/invite HTTP/1.1\r\nHost: localhost\r\nCookie: tefuda={hana.token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    )
    pieces = [head.encode(), b"\r\n" + body[:1000], body[1000:], b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n"]
    host, port = hana.address.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    for piece in pieces:
        writer.write(piece)
        await writer.drain()
        await asyncio.sleep(0.02)  # so that most pieces arrive alone; the answers are right in any case
    async with asyncio.timeout(PATIENCE):
        answers = [await answer_of(reader) for _ in range(2)]
    assert [status for status, _ in answers] == [200, 200], answers
    assert f"/join/{table}/".encode() in answers[0][1]
    assert b"kotori" in answers[1][1]
    writer.close()


async def check_requests_during_a_renewal(address: str, supervisor: Supervisor) -> None:
    """The worker that is being replaced finishes its requests before the next one continues its tables."""
    async with Person(address) as hana, Person(address) as taro, Person(address) as jiro:
        table = await table_at(hana, 0, "me", "open", "open", deal=False, public=True)
        heads, body = [], b'{"name": "Taro"}'
        for guest in (taro, jiro):
            await guest.post("/api/me", {"name": "Taro"})
            fields = f"Cookie: tefuda={guest.token}", "Content-Type: application/json", f"Content-Length: {len(body)}"
            heads.append(request(f"/api/tables/{table}/join", *fields, "Expect: 100-continue", method="POST"))
        async with raw(address) as waits_for_body, raw(address) as waits_for_head:
            await waits_for_body.send(heads[0])
            assert "100 Continue" in await waits_for_body.line()
            await waits_for_body.line()
            await waits_for_head.send(request(f"/api/tables/{table}"))
            assert (await answer_of(waits_for_head.reader))[0] == 200, "by the same worker"
            await waits_for_head.send(heads[1][:40])
            old, before = supervisor._slots[0].worker, supervisor.processes
            supervisor.renew()
            await eventually(lambda: supervisor._slots[0].successor is not None)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(old.left.wait(), 0.3)
            await waits_for_body.send(body)
            assert "200 OK" in await waits_for_body.line()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(old.left.wait(), 0.3)
            await waits_for_head.send(heads[1][40:])
            assert "100 Continue" in await waits_for_head.line()
            await waits_for_head.line()
            await waits_for_head.send(body)
            assert "200 OK" in await waits_for_head.line()
        await eventually(lambda: renewed(supervisor, before))
        for seat, guest in enumerate((taro, jiro), 1):
            async with guest.at(table) as place:
                assert place.seat == seat


async def answer_of(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """Return status and body of the next answer on a connection."""
    head = await reader.readuntil(b"\r\n\r\n")
    size = int(dict(line.split(b": ", 1) for line in head.lower().split(b"\r\n")[1:-2])[b"content-length"])
    return int(head.split()[1]), await reader.readexactly(size)


def test_connection_arrives_with_what_was_read_and_stays_if_there_is_no_room() -> None:
    inbox, outbox = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    ours, theirs = socket.socketpair()
    results: list[str] = []
    with inbox, outbox, ours:
        inbox.setblocking(False)
        outbox.setblocking(False)
        ways = HandOver(0, inbox, [outbox, outbox])
        ways.on_handed = results.append
        with theirs:
            assert not ways.send(1, theirs.fileno(), b"x" * (MAX_BYTES + 1)), "it would be cut off"
            assert ways.send(1, theirs.fileno(), b"GET /")
            while ways.send(1, theirs.fileno(), b""):
                pass
        assert results == ["kept", *["handed"] * (len(results) - 2), "kept"]
        taken = receive_connection(inbox)
        with taken[0] as connection:
            assert taken[1] == b"GET /"
            connection.sendall(b"answer")
        assert ours.recv(100) == b"answer"
        for _ in range(results.count("handed") - 1):
            waiting = receive_connection(inbox)
            waiting[0].close()
        assert receive_connection(inbox) is None
        assert ours.recv(100) == b"", "no descriptor of the connection is left open"


# ------------------------------------------------------ workers that end


async def all_play_on(scripts: list[Script]) -> None:
    """Wait until everyone has played again."""
    before = {script.name: len(script.acknowledged) for script in scripts}
    await eventually(lambda: all(len(script.acknowledged) > before[script.name] + 2 for script in scripts))


async def cancelled(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    _, running = await asyncio.wait(tasks, timeout=PATIENCE)
    assert not running
    for outcome in await asyncio.gather(*tasks, return_exceptions=True):
        assert isinstance(outcome, asyncio.CancelledError), repr(outcome)


def bots_unless(blocker: Path, settings: Settings, metrics: Metrics) -> QuickBots:
    """Return the bots of a worker; while a file exists, worker 1 cannot start."""
    if settings.slot == 1 and blocker.exists():
        raise StoreError("blocked")
    return quick_bots(settings, metrics)


@large
async def test_others_serve_the_tables_of_a_worker_that_cannot_start_until_it_can(
    tmp_path: Path, postgresql: PostgresDatabase, caplog: pytest.LogCaptureFixture
) -> None:
    blocker = tmp_path / "blocker"
    bots = partial(bots_unless, blocker)
    async with supervised(tmp_path / "data", postgresql, bots) as (address, supervisor), Person(address) as hana:
        table = await table_at(hana, 1)
        async with hana.at(table) as place:
            before = supervisor.processes[1]
            blocker.touch()
            supervisor.renew()
            await eventually(lambda: "not-renewed" in caplog.messages)
            assert supervisor.processes[1] == before, "a renewal that fails leaves the worker"
            assert await place.my_turn()
            assert (await place.play())["t"] == "done"
        os.kill(before, signal.SIGKILL)
        async with hana.at(table) as place:
            assert await place.my_turn()
            answer = await place.play()
            assert answer["t"] == "done"
            assert await gauge(hana, 0, "tefuda_sockets") == 1
            blocker.unlink()
            assert await place.closed() == CloseCode.SHUTTING_DOWN
        async with hana.at(table) as place:
            assert place.update["version"] >= answer["version"]
            assert await gauge(hana, 1, "tefuda_sockets") == 1


# --------------------------------------------------------------- renewals


async def test_leaving_worker_stores_what_it_has_begun_and_nothing_once_it_has_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When it says that it has left, the next worker loads its tables, whose logs must not grow any more."""
    supervisor, control = socket.socketpair()
    supervisor.setblocking(False)
    async with serving(tmp_path) as (address, server), Person(address) as hana, hana.playing("me", "bot") as place:
        assert await place.my_turn()
        append, storing, may_store = server.store.append, asyncio.Event(), asyncio.Event()

        async def slow_append(entry: Append) -> Appended:
            storing.set()
            await may_store.wait()
            return await append(entry)

        monkeypatch.setattr(server.store, "append", slow_append)
        playing = asyncio.create_task(place.play())
        await storing.wait()

        config = configured(server, SharedConfig, SharedHttp)
        config.hand_over = HandOver(0, control, [control])
        config.hand_over.leaving = True
        web = SupervisedWeb(config, control)
        web.servers = []
        leaving = asyncio.create_task(web.drain())
        for _ in range(20):
            await asyncio.sleep(0)
        with pytest.raises(BlockingIOError):
            supervisor.recv(1)
        may_store.set()
        await leaving
        assert supervisor.recv(1) == Report.LEFT.value
        assert (await playing)["t"] == "done"
        before = await server.store.log(place.table)
        await hana.post(f"/api/tables/{place.table}/leave", {}, 503)
        assert await server.store.log(place.table) == before
    supervisor.close()
    control.close()


class Follower:
    """Watches the tables of a script from its seat, and records every version that is missing or repeated."""

    def __init__(self, script: Script) -> None:
        self.script, self.versions = script, dict[str, int]()
        self.updates = 0
        self.wrong: list[str] = []

    async def follow(self, address: str) -> None:
        while True:
            if not self.script.table:
                await asyncio.sleep(0.01)
                continue
            table = self.script.table
            after = {"after": self.versions[table]} if table in self.versions else {}
            with contextlib.suppress(*LOST, ConnectionClosed):
                async with Person(address, self.script.token) as person, person.at(table, **after) as place:
                    self._welcomed(table, place)
                    while table == self.script.table:
                        with contextlib.suppress(TimeoutError):
                            async with asyncio.timeout(0.2):  # then the script may have another table
                                message = await place.receive()
                            if message["t"] == "update":
                                self._next(table, message["version"])

    def _welcomed(self, table: str, place: Place) -> None:
        known, now = self.versions.get(table), place.welcome["update"]["version"]
        if known is None:
            self.versions[table] = now
            return
        missed = [update["version"] for update in place.welcome.get("missed", ())]
        for version in dict.fromkeys([*missed, now]):
            if version != known or missed:
                self._next(table, version)

    def _next(self, table: str, version: int) -> None:
        self.updates += 1
        if version != self.versions[table] + 1:
            self.wrong.append(f"{version} after {self.versions[table]}")
        self.versions[table] = version


async def ask_continuously(
    supervisor: Supervisor, address: str, table: str, token: str, *, keep: bool, answers: list[str]
) -> None:
    """Send requests of all kinds one after the other, on one connection or each on its own."""
    while True:
        async with Person(address, token) as person:
            for _ in range(50 if keep else 1):
                await lull(supervisor)
                for method, path, body in (
                    ("GET", f"/api/tables/{table}", None),
                    ("GET", "/api/games", None),
                    ("POST", "/api/me", {"name": "花"}),
                    ("POST", f"/api/tables/{table}/invite", {}),
                ):
                    try:
                        response = await person.http.request(method, path, json=body)
                    except httpx.HTTPError as error:
                        answers.append(f"{method} {path}: {error!r}")
                    else:
                        answers.append(str(response.status_code))


async def lull(supervisor: Supervisor) -> None:
    """Pause between requests: hardly while one worker hands over to the next, longer while the next one starts."""
    for _ in range(LULL):
        await asyncio.sleep(PAUSE)
        if any(slot.successor is not None or not slot.serving.is_set() for slot in supervisor._slots):
            return


async def test_play_goes_on_while_workers_are_renewed_or_killed_or_hang(
    tmp_path: Path, postgresql: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripts = [Script(seed, MOVE_PAUSE) for seed in range(PEOPLE)]
    lost: list[BaseException] = []
    changes = {"updates_kept": 1000, "updates_restored": 1000, "bot_delay": 0.01}
    async with supervised(tmp_path, postgresql, **changes) as (address, supervisor):
        playing = [asyncio.create_task(play_on(script, address, lost)) for script in scripts]
        await check_renewal(address, supervisor, scripts, lost)
        killed = supervisor.processes[0]
        os.kill(killed, signal.SIGKILL)
        await eventually(lambda: supervisor.processes[0] not in (killed, 0))
        await all_play_on(scripts)
        await check_worker_that_hangs(address, supervisor, monkeypatch)
        await all_play_on(scripts)
        await cancelled(playing)
    assert not [error for error in lost if isinstance(error, (ConnectionRefusedError, httpx.ConnectError))]
    assert check_log(postgresql, scripts) > acknowledged(scripts)


async def check_renewal(address: str, supervisor: Supervisor, scripts: list[Script], lost: list[BaseException]) -> None:
    """Renew all workers: nobody is refused, and no update is lost or repeated."""
    followers = [Follower(script) for script in scripts]
    answers: list[str] = []
    async with Person(address) as hana:
        tables = [await table_at(hana, slot) for slot in range(WORKERS)]
        work = [follower.follow(address) for follower in followers]
        work += [
            ask_continuously(supervisor, address, table, hana.token, keep=keep, answers=answers)
            for table in tables
            for keep in (False, True)
        ]
        tasks = [asyncio.create_task(one) for one in work]
        for _ in range(RENEWALS):
            await all_play_on(scripts)
            before = supervisor.processes
            supervisor.renew()
            await eventually(lambda before=before: renewed(supervisor, before))
        await all_play_on(scripts)
        for worker in range(WORKERS):
            assert await gauge(hana, worker, "tefuda_conflicts_total") == 0, "no table is served by two workers"
        await cancelled(tasks)
    assert len(answers) > 20
    assert set(answers) == {"200"}
    codes = [
        error.rcvd.code if error.rcvd is not None else None for error in lost if isinstance(error, ConnectionClosed)
    ]
    assert codes
    assert set(codes) == {CloseCode.SHUTTING_DOWN}
    assert {type(error) for error in lost} <= {type(error) for error in lost if isinstance(error, ConnectionClosed)}
    assert sum(follower.updates for follower in followers) > 20
    assert [follower.wrong for follower in followers] == [[]] * PEOPLE


async def check_worker_that_hangs(address: str, supervisor: Supervisor, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker whose event loop stands still is replaced, and its tables go on."""
    async with Person(address) as hana:
        table = await table_at(hana, 1)
        async with hana.at(table) as place:
            assert await place.my_turn()
            version = (await place.play())["version"]
            stopped = supervisor.processes[1]
            os.kill(stopped, signal.SIGSTOP)
            with monkeypatch.context() as soon:
                soon.setattr(supervisor_module, "HANG_SECONDS", 3)
                assert await place.closed() is None, "the connection ends without goodbye when the worker is killed"
        async with hana.at(table) as place:  # waits for the next worker of the slot
            assert place.update["version"] >= version
            assert await place.my_turn()
            await place.play()
        assert supervisor.processes[1] not in (stopped, 0)


# ------------------------------------------------------------- the command


def descendants(pid: int) -> set[int]:
    """Return the processes that a process has started, and those that they have."""
    found: set[int] = set()
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            if int(path.read_text().rpartition(") ")[2].split()[1]) == pid:
                found |= {int(path.parent.name), *descendants(int(path.parent.name))}
    return found


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


@contextlib.asynccontextmanager
async def command(folder: Path, database: PostgresDatabase, **variables: str) -> AsyncIterator[tuple[Process, str]]:
    """Run `tefuda serve` with several workers; yields the process and its address."""
    data = {"TEFUDA_DATA": str(folder), "TEFUDA_DATABASE": database.url, "TEFUDA_WORKERS": str(WORKERS)}
    process = await asyncio.create_subprocess_exec(
        *TEFUDA, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE, env={**os.environ, **data, **variables}
    )
    try:
        async with asyncio.timeout(2 * PATIENCE):
            ready = (await process.stdout.readline()).decode()
        match = re.search(r"http://127\.0\.0\.1:\d+", ready)
        assert match, ready
        yield process, match[0]
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


async def logged(process: Process, event: str) -> dict[str, Any]:
    """Read the log of a process until a line with this event, and return the line."""
    async with asyncio.timeout(2 * PATIENCE):
        while True:
            line: dict[str, Any] = json.loads(await process.stderr.readline())
            if line["event"] == event:
                return line


async def test_no_process_outlives_a_killed_supervisor(tmp_path: Path, postgresql: PostgresDatabase) -> None:
    async with command(tmp_path, postgresql) as (process, address), Person(address) as hana:
        table = await table_at(hana, 1)
        async with hana.at(table) as place:
            assert await place.my_turn(), "a bot in a process of a worker moves if it is first"
            await eventually(lambda: len(descendants(process.pid)) > WORKERS)
            started = descendants(process.pid)
            process.kill()
            assert await place.closed() == CloseCode.SHUTTING_DOWN
    await eventually(lambda: not [pid for pid in started if alive(pid)])


async def test_sighup_reads_the_settings_again_and_sigterm_ends_all_processes(
    tmp_path: Path, postgresql: PostgresDatabase
) -> None:
    config = tmp_path / "tefuda.toml"
    config.write_text("[limit]\nurl-bytes = 4096\n")
    variables = {
        "TEFUDA_CONFIG": str(config),
        "NOTIFY_SOCKET": str(tmp_path / "notify"),
        "WATCHDOG_USEC": "200000",
    }
    heard: list[bytes] = []
    with manager(tmp_path) as hears:
        hears.setblocking(False)
        asyncio.get_running_loop().add_reader(hears, lambda: heard.append(hears.recv(100)))
        async with command(tmp_path / "data", postgresql, **variables) as (process, address), Person(address) as hana:
            await eventually(lambda: b"READY=1" in heard)
            await hana.get(f"/api/games?{'x' * 1000}")
            for text, event in (("url-bytes = -1", "not-renewed"), ("url-bytes = 512", "renewed")):
                config.write_text(f"[limit]\n{text}\n")
                process.send_signal(signal.SIGHUP)
                line = await logged(process, event)
                assert event == "renewed" or "url-bytes" in line["why"]
            assert (await hana.http.get(f"/api/games?{'x' * 1000}")).status_code == 414
            started = descendants(process.pid)
            assert len(started) >= WORKERS
            process.send_signal(signal.SIGTERM)
            output, log = await process.communicate()
            assert process.returncode == 0
            assert b"Your tables are saved" in output
            await eventually(lambda: not [pid for pid in started if alive(pid)])  # all have closed their output
            lines = [json.loads(line) for line in log.splitlines()]
            assert {line["worker"] for line in lines if line["event"] == "closed"} == set(range(WORKERS))
        await eventually(lambda: heard[-1] == b"STOPPING=1")
        asyncio.get_running_loop().remove_reader(hears)
    assert heard.count(b"READY=1") == heard.count(b"STOPPING=1") == 1, "the workers tell the service manager nothing"
    assert set(heard) == {b"READY=1", b"WATCHDOG=1", b"STOPPING=1"}


def test_workers_without_postgresql_or_with_an_unreachable_one_give_one_line_errors(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"postgresql://tefuda@127.0.0.1:{unused.getsockname()[1]}/tefuda"
        for words, wrong in (
            (["2"], "--database"),
            (["2", "--database", url], "Connection refused"),
            (["0"], "from 1 to 64"),
        ):
            assert main(["serve", "--port", "0", "--data", str(tmp_path), "--workers", *words]) == 2
            error = capsys.readouterr().err
            assert wrong in error
            assert len(error.splitlines()) == 1, error
