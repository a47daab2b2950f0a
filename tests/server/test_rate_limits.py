"""Limits per guest, address and WebSocket: a flood of one stranger keeps nobody else out."""

import asyncio
import contextlib
import resource
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.requests import HTTPConnection

from harness.server.doubles import ManualClock, eventually, settings
from tefuda.server import run
from tefuda.server.app import Server
from tefuda.server.connection_limits import FOR_STATUS, RESERVED, ConnectionLimiter
from tefuda.server.protocol.limits import CloseCode
from tefuda.server.rate_limit import Rate, RateLimiter, address_group
from tefuda.server.run import listening
from tests.server.clients import Person, rejections, serving
from tests.server.raw import handshake, raw, request

NEW_TABLE = {"game": "kotori", "seats": [{"kind": "me"}, {"kind": "bot"}]}


def test_only_full_buckets_are_dropped() -> None:
    clock = ManualClock()
    limiter = RateLimiter(Rate(1, 10), clock)
    for address in range(100):
        assert limiter.take(address)
    assert limiter.take("busy", 10)
    assert not limiter.take("busy")
    clock.passed += 5
    for address in range(100, 200):
        assert limiter.take(address)
    assert len(limiter) == 101, "those of the first five seconds are forgotten"
    assert limiter.take("busy", 5)
    assert not limiter.take("busy"), "what it used is still counted"


# ------------------------------------------------------------- connections


async def test_idle_connections_of_one_address_keep_nobody_out(tmp_path: Path) -> None:
    async with contextlib.AsyncExitStack() as stack, serving(tmp_path, connections_an_address=5) as (address, server):
        silent = [await stack.enter_async_context(raw(address)) for _ in range(12)]
        await eventually(lambda: rejections(server, "evicted") == 7)
        assert server.limiter.open == 5
        assert (await silent[0].rest()).text == "", "the one silent for longest is evicted first"
        async with raw(address) as neighbour:
            await neighbour.send(request())
            assert "200" in await neighbour.line(), "from the same address"


async def test_idle_connections_of_all_addresses_keep_nobody_out(tmp_path: Path) -> None:
    async with contextlib.AsyncExitStack() as stack, serving(tmp_path, connections=8) as (address, server):
        for number in range(20):
            await stack.enter_async_context(raw(address, f"127.0.1.{number + 1}"))
        await eventually(lambda: rejections(server, "evicted") == 12)
        async with raw(address) as visitor:
            await visitor.send(request())
            assert "200" in await visitor.line()
        assert server.limiter.open <= 8


async def test_active_connection_is_never_evicted(tmp_path: Path) -> None:
    async with serving(tmp_path, connections_an_address=3) as (address, server):
        async with Person(address) as host:
            table, token = (await host.open("me", "bot", public=True))["id"], host.token
        hana = Person(address, token)
        async with hana.at(table) as first, hana.at(table) as second, hana.at(table) as third:
            async with raw(address) as more:
                assert (await more.rest()).text == ""
            for place in (first, second, third):
                assert (await place.ask("ping"))["t"] == "pong"
            assert rejections(server, "connections-an-address") == 1
            async with raw(address, "127.0.1.1") as other:
                await other.send(request())
                assert "200" in await other.line(), "another address has its own cap"
        await hana.http.aclose()


async def test_full_server_tells_its_state_and_nothing_else(tmp_path: Path) -> None:
    """Else a full server would be taken for one that is down, and be restarted."""
    async with contextlib.AsyncExitStack() as stack, serving(tmp_path, connections=3) as (address, server):
        async with Person(address) as host:
            table, token = (await host.open("me", "bot", public=True))["id"], host.token
        hana = Person(address, token)
        for _ in range(3):
            await stack.enter_async_context(hana.at(table))
        for number in range(20):
            await stack.enter_async_context(raw(address, f"127.0.1.{number + 1}"))
        for path, status in (("/healthz", 200), ("/metrics", 200), ("/", 503), ("/healthz", 200), ("/ws", 503)):
            async with raw(address) as visitor:
                await visitor.send(request(path))
                answer = await visitor.rest()
                assert answer.statuses == [status], path
                assert ("All connections of this server are in use" in answer.text) == (status == 503)
        assert server.limiter.open == 3
        assert rejections(server, "connections") >= 2
        await hana.http.aclose()
    assert server.limiter._status_open == 0


async def test_clients_that_a_full_server_refuses_hold_no_place_however_they_stay(tmp_path: Path) -> None:
    clock = ManualClock()
    async with contextlib.AsyncExitStack() as stack, serving(tmp_path, connections=1, clock=clock) as (address, server):
        async with Person(address) as host:
            table = (await host.open("me", "bot", public=True))["id"]
        await eventually(lambda: server.limiter.open == 0)
        await stack.enter_async_context(host.at(table))
        for number in range(20):
            stranger = await stack.enter_async_context(raw(address, f"127.0.1.{number + 1}"))
            await stranger.send(request())
            assert "503" in await stranger.line(), "though those before have not closed their connections"
        for number in range(20):
            stranger = await stack.enter_async_context(raw(address, f"127.0.2.{number + 1}"))
            await stranger.send("GET / HTTP/1.1\r\n")
        async with raw(address) as operator:
            await operator.send(request("/healthz"))
            assert "200" in await operator.line()
        assert rejections(server, "connections") >= 20
        assert 0 < server.limiter._status_open <= FOR_STATUS
        await clock.pass_time(5)
        await eventually(lambda: server.limiter._status_open == 0)


async def test_ended_connections_are_no_longer_counted(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, server):
        async with Person(address) as hana:
            table = (await hana.open("me", "bot"))["id"]
            async with hana.at(table):
                assert server.limiter.open == 2
            async with raw(address) as stranger:
                await stranger.send("GARBAGE\r\n\r\n")
                await stranger.rest()
        await eventually(lambda: server.limiter.open == 0)
        assert not server.limiter._peers
        assert not server.limiter._waiting


async def test_connection_rate_of_an_address_is_limited(tmp_path: Path) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock=clock, arrival_rate=Rate(1, 3)) as (address, _):

        async def gets_in() -> bool:
            async with raw(address) as stranger:
                await stranger.send(request())
                return "200" in await stranger.line()

        assert [await gets_in() for _ in range(4)] == [True, True, True, False]
        clock.passed += 1
        assert await gets_in()


async def test_proxy_is_exempt_from_the_limit_per_address(tmp_path: Path) -> None:
    changes = {"connections_an_address": 2, "arrival_rate": Rate(0.001, 2), "proxies": ("127.0.0.0/8",)}
    async with contextlib.AsyncExitStack() as stack, serving(tmp_path, **changes) as (address, server):
        for _ in range(6):
            await stack.enter_async_context(raw(address))
        await eventually(lambda: server.limiter.open == 6)


@pytest.fixture
def _few_files() -> Iterator[None]:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.usefixtures("_few_files")
def test_connections_leave_file_descriptors_in_reserve(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (1024, hard))
    few = ConnectionLimiter(settings(tmp_path, connections=700))
    few.reserve_descriptors()
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] > 700 + RESERVED, "the limit is raised as needed"
    assert not caplog.records
    limiter = ConnectionLimiter(settings(tmp_path, connections=hard))
    backlog = limiter.reserve_descriptors()
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == hard
    assert limiter.limit + backlog + RESERVED <= hard
    assert [(record.levelname, record.message) for record in caplog.records] == [("WARNING", "low-open-file-limit")]
    passing = ConnectionLimiter(settings(tmp_path, connections=hard, passing="127.0.0.1:0"))
    backlog = passing.reserve_descriptors()
    assert 2 * passing.limit + backlog + RESERVED <= hard, "one that is passed on needs another one to its home"


@pytest.mark.parametrize(
    ("address", "group"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("not an address", "not an address"),
    ],
)
def test_ipv6_addresses_are_grouped_by_64(address: str, group: str) -> None:
    assert address_group(address) == group


# ----------------------------------------------------- guests and requests


async def test_new_guests_share_the_limit_of_their_address(tmp_path: Path) -> None:
    async with serving(tmp_path, address_rate=Rate(0.001, 12)) as (address, _):
        statuses = []
        for _ in range(5):
            async with Person(address) as guest:
                statuses += [(await guest.http.post("/api/me", json={"name": "x"})).status_code]
                statuses += [(await guest.http.get("/api/games")).status_code for _ in range(3)]
        assert statuses == [200] * 12 + [429] * 8


async def test_new_guests_per_address_are_limited(tmp_path: Path) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock=clock, guest_rate=Rate(1, 3)) as (address, server):

        async def make_guest() -> int:
            async with Person(address) as guest:
                return (await guest.http.post("/api/tables", json=NEW_TABLE)).status_code

        assert [await make_guest() for _ in range(5)] == [200, 200, 200, 429, 429]
        assert len(await server.store._rows("SELECT id FROM guests")) == 3
        clock.passed += 1
        assert await make_guest() == 200


async def test_guest_limit_holds_across_addresses(tmp_path: Path) -> None:
    changes = {"request_rate": Rate(0.001, 4), "proxies": ("127.0.0.1",)}
    async with serving(tmp_path, **changes) as (address, _), Person(address) as hana:
        await hana.post("/api/me", {"name": "花子"})
        statuses = [
            (await hana.http.get("/api/games", headers={"X-Forwarded-For": f"192.0.2.{n}"})).status_code
            for n in range(6)
        ]
        assert statuses == [200] * 4 + [429] * 2


async def test_rate_limited_response_closes_the_connection_with_retry_after(tmp_path: Path) -> None:
    async with serving(tmp_path, address_rate=Rate(0.001, 1)) as (address, _), Person(address) as hana:
        await hana.get("/api/games")
        answer = await hana.http.get("/api/games")
        assert answer.status_code == 429
        assert answer.headers["connection"] == "close"
        assert int(answer.headers["retry-after"]) > 0


async def test_simultaneous_requests_start_one_per_loop_iteration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started, most, ticking = 0, 0, True

    def tick() -> None:
        nonlocal started, most
        most, started = max(most, started), 0
        if ticking:
            asyncio.get_running_loop().call_soon(tick)

    async with serving(tmp_path) as (address, server), contextlib.AsyncExitStack() as stack:
        original = server.guard.check_host

        def counted(connection: HTTPConnection) -> None:
            nonlocal started
            started += 1
            original(connection)

        monkeypatch.setattr(server.guard, "check_host", counted)
        strangers = [await stack.enter_async_context(raw(address)) for _ in range(30)]
        tick()
        for stranger in strangers:
            stranger.pour(request().encode())
        for stranger in strangers:
            assert "200" in await stranger.line()
        ticking = False
    assert most == 1, "other clients would wait until all of them are answered"


async def test_pages_are_rate_limited(tmp_path: Path) -> None:
    async with serving(tmp_path, page_rate=Rate(0.001, 3)) as (address, _), Person(address) as hana:
        statuses = [(await hana.http.get(path)).status_code for path in ("/", "/healthz", "/metrics", "/", "/healthz")]
        assert statuses == [503, 200, 200, 429, 429]  # 503: the front end is not built here


async def test_websockets_per_address_are_limited(tmp_path: Path) -> None:
    async with serving(tmp_path, sockets_an_address=2) as (address, _), Person(address) as hana:
        table = (await hana.open("me", "bot", public=True))["id"]
        async with hana.at(table), Person(address) as watcher, watcher.at(table), Person(address) as third:
            assert await third.turned_away(table) == CloseCode.TOO_MUCH
        async with third.at(table):
            pass


@pytest.mark.parametrize("proxies", [(), ("192.0.2.1",)])
async def test_forwarded_address_is_ignored_from_an_unconfigured_proxy(
    tmp_path: Path, proxies: tuple[str, ...], caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(tmp_path, address_rate=Rate(0.001, 3), proxies=proxies) as (address, _), Person(address) as hana:
        statuses = [
            (await hana.http.get("/api/games", headers={"X-Forwarded-For": f"192.0.2.{n}"})).status_code
            for n in range(5)
        ]
        assert statuses == [200] * 3 + [429] * 2
        secure = await hana.http.post("/api/me", json={"name": "x"}, headers={"X-Forwarded-Proto": "https"})
        assert "Secure" not in secure.headers.get("set-cookie", "")
    warned = [record for record in caplog.records if record.getMessage() == "forwarded-ignored"]
    assert len(warned) == 1, "the operator is warned once, also of a wrong address in proxy"


@pytest.mark.parametrize("host", ["127.0.0.1", "::"])  # ::, as systemd listens at a port, reports ::ffff:127.0.0.1
async def test_visitors_behind_a_configured_proxy_have_their_own_limits(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    monkeypatch.setattr(run, "listening", lambda _, port: listening(host, port))
    changes = {"address_rate": Rate(0.001, 2), "proxies": ("127.0.0.1",)}
    async with serving(tmp_path, **changes) as (address, _), Person(address) as visitors:
        for visitor in ("192.0.2.1", "192.0.2.2", "2001:db8::1"):
            headers = {"X-Forwarded-For": visitor}
            statuses = [(await visitors.http.get("/api/games", headers=headers)).status_code for _ in range(3)]
            assert statuses == [200, 200, 429], visitor
        assert (await visitors.http.get("/metrics")).status_code == 200, "the operator at this machine"
        forged = {"X-Forwarded-For": "198.51.100.1, 192.0.2.1"}
        assert (await visitors.http.get("/api/games", headers=forged)).status_code == 429, (
            "the proxy's own entry is the last"
        )
    assert not [record for record in caplog.records if record.getMessage() == "forwarded-ignored"]


# -------------------------------------------------------------- WebSockets


@pytest.mark.parametrize(
    "frame", [b"\x89\x80\0\0\0\0", b"\x8a\x80\0\0\0\0", b"\x81\x80\0\0\0\0"], ids=["ping", "pong", "text"]
)
async def test_flood_of_frames_closes_only_its_own_websocket(tmp_path: Path, frame: bytes) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock=clock, connection_rate=Rate(10, 30)) as (address, server):
        async with Person(address) as hana:
            table = (await hana.open("me", "bot", public=True))["id"]
        async with hana.at(table) as place, raw(address) as flooding:
            await flooding.send(handshake(table))
            assert "101" in await flooding.line()
            await flooding.send(frame)
            assert server.limiter.open == 2
            flooding.pour(frame * 500_000)
            await _cut_off(server, clock, 1)
            assert (await place.ask("ping"))["t"] == "pong"
            assert server.metrics.errors._value.get() == 0


async def test_messages_of_an_address_are_limited_over_all_its_websockets(tmp_path: Path) -> None:
    clock = ManualClock()
    async with (
        serving(tmp_path, clock=clock, proxies=("127.0.0.1",), message_rate=Rate(1, 5)) as (address, server),
        Person(address, **{"X-Forwarded-For": "203.0.113.7"}) as hana,
        Person(address, **{"X-Forwarded-For": "203.0.113.7"}) as taro,
        Person(address, **{"X-Forwarded-For": "203.0.113.8"}) as ken,
    ):
        tables = [(await person.open("me", "bot"))["id"] for person in (hana, taro, ken)]
        async with hana.at(tables[0]) as first, taro.at(tables[1]) as second, ken.at(tables[2]) as third:
            for place in (first, second, first, second, first):
                assert (await place.ask("ping"))["t"] == "pong"
            assert rejections(server, "message-rate") == 0
            refused = await second.ask("ping")
            assert refused["error"]["message"].startswith("Too many requests"), refused
            assert rejections(server, "message-rate") == 1
            assert (await third.ask("ping"))["t"] == "pong", "of another address"
            clock.passed += 1
            assert (await second.ask("ping"))["t"] == "pong"


async def test_fragments_of_a_message_count_as_frames(tmp_path: Path) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock=clock, connection_rate=Rate(10, 30)) as (address, server):
        async with Person(address) as hana:
            table = (await hana.open("me", "bot", public=True))["id"]
        async with raw(address) as flooding:
            await flooding.send(handshake(table))
            assert "101" in await flooding.line()
            flooding.pour(b"\x01\x80\0\0\0\0" + b"\x00\x80\0\0\0\0" * 100_000)
            await _cut_off(server, clock, 0)


async def _cut_off(server: Server, clock: ManualClock, left: int) -> None:
    """Wait until only `left` connections remain, after the server's linger time."""
    await eventually(lambda: any(action.__name__ == "abort" for _, _, action, _ in clock._due))
    await clock.pass_time(3)
    await eventually(lambda: server.limiter.open == left)


async def test_unknown_upgrade_is_answered_as_a_plain_request(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), raw(address) as stranger:
        await stranger.send(request("/api/games", "Upgrade: h2c", "Connection: Upgrade") + "PRI * HTTP/2.0\r\n\r\n")
        assert (await stranger.rest()).statuses == [200]
