"""Limits of HTTP requests: heads, bodies and timeouts."""

import socket
from pathlib import Path

import pytest

from harness.server.doubles import ManualClock, eventually
from tests.server.clients import rejections, serving
from tests.server.raw import Raw, raw, request

# -------------------------------------------------------- heads and bodies


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (request("/api/games", "X-Large: " + "x" * 16_000), 200),
        (request("/api/games", "X-Large: " + "x" * 17_000), 431),
        (request("/api/games", *[f"X-{n}: {'x' * 1000}" for n in range(20)]), 431),
        (request("/api/games", *[f"X-{n}: x" for n in range(60)]), 200),
        (request("/api/games", *[f"X-{n}: x" for n in range(64)]), 431),
        (request("/api/games?" + "x" * 4000), 200),
        (request("/api/games?" + "x" * 4100), 414),
        ("GARBAGE\r\n\r\n", 400),
        ("\r\n" * 20_000, 431),
        ("GET /api/games HTTP/1.1\r\nX-Endless: " + "x" * 300_000, 431),
    ],
    ids=["16 kB", "17 kB", "many kB", "60 headers", "65 headers", "url", "long url", "garbage", "no head", "endless"],
)
async def test_head_beyond_limits_is_refused_with_its_status(tmp_path: Path, head: str, status: int) -> None:
    async with serving(tmp_path) as (address, _), raw(address) as stranger:
        await stranger.send(head)
        assert f" {status} " in await stranger.line()


async def test_refused_head_names_the_limit_in_the_requested_language(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), raw(address) as stranger:
        await stranger.send(request("/", "Accept-Language: ja", "X-Large: " + "x" * 20_000))
        answer = await stranger.rest()
        assert "16,384" in answer.text
        assert "ヘッダー" in answer.text
        assert "connection: close" in answer.text


async def test_endless_header_is_cut_off_at_16_kb(tmp_path: Path) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock=clock) as (address, server), raw(address) as stranger:
        await stranger.send("GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
        stranger.pour(b"x" * (20 << 20))
        await eventually(lambda: rejections(server, "head-too-large") == 1)
        await clock.pass_time(3)
        await eventually(lambda: server.limiter.open == 0)


async def test_limits_hold_for_every_request_on_a_connection(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, _), raw(address) as stranger:
        await stranger.send(request() + request() + request("/", "X-Large: " + "x" * 20_000))
        statuses = (await stranger.rest()).statuses
        assert statuses[:2] in ([200, 200], [])  # the refusal may also end the two pending responses
    async with serving(tmp_path) as (address, _), raw(address) as stranger:
        await stranger.send(request())
        assert "200" in await stranger.line()
        await stranger.send(request("/", "X-Large: " + "x" * 20_000))
        assert (await stranger.rest()).statuses == [431]


async def test_pipelined_requests_are_answered_in_order_up_to_a_limit(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, server), raw(address) as stranger:
        await stranger.send(request() * 9 + request("/api/nothing", "Connection: close"))
        assert (await stranger.rest()).statuses == [200] * 9 + [404]
        async with raw(address) as flooding:
            await flooding.send(request() * 10_000)
            assert len((await flooding.rest()).statuses) < 20
        assert rejections(server, "too-fast") == 1


async def test_too_large_body_is_refused(tmp_path: Path) -> None:
    async with serving(tmp_path) as (address, server), raw(address) as stranger:
        await stranger.send(
            request("/api/me", "Content-Type: application/json", "Content-Length: 9999999", method="POST")
        )
        await stranger.send("x" * 6000)
        assert "413" in await stranger.line()
        stranger.pour(b"x" * 9_000_000)
        await eventually(lambda: server.limiter.open == 0)


# ---------------------------------------------------------------- timeouts


async def test_connection_without_a_request_is_closed(tmp_path: Path) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock=clock) as (address, server), raw(address) as silent:
        await eventually(lambda: server.limiter.open == 1)
        await clock.pass_time(9)
        assert server.limiter.open == 1
        await clock.pass_time(2)
        assert (await silent.rest()).text == ""


async def test_unfinished_head_times_out_with_408(tmp_path: Path) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock=clock) as (address, server), raw(address) as slow:
        await slow.send("GET / HTTP/1.1\r\nHost: local")
        await eventually(lambda: server.limiter.open == 1)
        for _ in range(12):
            await clock.pass_time(1)
            await slow.send("h")
        assert (await slow.rest()).statuses == [408]


async def test_unfinished_body_times_out_with_408(tmp_path: Path) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock=clock) as (address, server), raw(address) as slow:
        head = request("/api/me", "Content-Type: application/json", "Content-Length: 99", method="POST")
        await slow.send(head)
        for _ in range(12):
            await slow.send("x")
            await clock.pass_time(1)
        assert (await slow.rest()).statuses == [408]
        assert server.metrics.errors._value.get() == 0


async def test_idle_connection_is_closed_but_an_active_one_is_kept(tmp_path: Path) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock=clock) as (address, server), raw(address) as stranger:
        for _ in range(5):
            await stranger.send(request())
            await _read_response(stranger)
            await clock.pass_time(14)
            assert server.limiter.open == 1
        await clock.pass_time(2)
        assert (await stranger.rest()).text == ""


async def _read_response(stranger: Raw) -> None:
    """Read one response with a content length."""
    length = 0
    while line := (await stranger.line()).strip():
        if line.startswith("content-length"):
            length = int(line.partition(":")[2])
    await stranger.reader.readexactly(length)


async def test_client_that_never_reads_its_response_is_cut_off(tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "large.txt").write_bytes(b"x" * (32 << 20))
    clock = ManualClock()
    async with serving(tmp_path / "data", clock=clock, static=pages) as (address, server):
        host, _, port = address.removeprefix("http://").partition(":")
        deaf = socket.create_connection((host, int(port)))
        deaf.sendall(request("/large.txt").encode())
        await eventually(lambda: any(action.__name__ == "_stall" for _, _, action, _ in clock._due))
        await clock.pass_time(21)
        await eventually(lambda: server.limiter.open == 0)
        assert rejections(server, "stalled") == 1
        deaf.close()
