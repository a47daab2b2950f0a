"""Host names that the server answers to, and pages for its operator only."""

import asyncio
import json
import socket
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from harness.server.doubles import ManualClock
from tefuda.server.protocol.limits import CloseCode
from tests.server.clients import Person, serving


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost:8750", 200),
        ("tefuda.localhost", 200),
        ("127.0.0.1", 200),
        ("192.168.1.5:8750", 200),
        ("[fe80::1]:8750", 200),
        (socket.gethostname(), 200),
        (f"{socket.gethostname().partition('.')[0]}.local:8750", 200),
        ("cards.example", 200),
        ("evil.example", 421),
        ("evil.example:8750", 421),
        ("127.0.0.1.evil.example", 421),
        ("localhost.evil.example", 421),
        ("sub.cards.example", 421),
        ("sub.family.example", 200),
        ("", 421),
    ],
)
async def test_only_allowed_host_names_are_answered(tmp_path: Path, host: str, status: int) -> None:
    allowed = ("Cards.example", ".family.example")
    async with serving(tmp_path, allowed_hosts=allowed) as (address, _), Person(address) as hana:
        for path in ("/api/games", "/healthz"):
            answer = await hana.http.get(path, headers={"Host": host})
            assert answer.status_code == status, path
        if status == 421 and host:
            assert host.partition(":")[0] in answer.text
            assert "--allow-host" in answer.text


async def test_dns_rebinding_page_reaches_no_table(tmp_path: Path) -> None:
    """The browser treats the page and this server as the same site: host name and origin are equal."""
    async with serving(tmp_path) as (address, _), Person(address) as hana:
        table = (await hana.open("me", "bot", public=True))["id"]
        port = address.rpartition(":")[2]
        rebound = {"Host": f"evil.example:{port}", "Origin": f"http://evil.example:{port}"}
        assert (await hana.http.post("/api/me", json={"name": "x"}, headers=rebound)).status_code == 421
        uri = f"ws://evil.example:{port}/ws/tables/{table}"
        async with connect(uri, host="127.0.0.1", port=int(port), origin=rebound["Origin"]) as websocket:
            assert json.loads(await websocket.recv())["t"] == "refused"
            with pytest.raises(ConnectionClosed) as closed:
                await websocket.recv()
        assert closed.value.rcvd.code == CloseCode.FOREIGN


async def test_wildcard_allows_any_host_name(tmp_path: Path) -> None:
    async with serving(tmp_path, allowed_hosts=("*",)) as (address, _), Person(address) as hana:
        assert (await hana.http.get("/api/games", headers={"Host": "any.example"})).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [{"X-Forwarded-For": "192.0.2.1"}, {"Forwarded": "for=192.0.2.1"}, {"Via": "1.1 proxy"}, {"Host": "192.168.1.5"}],
    ids=["forwarded", "rfc 7239", "via", "by its address in the network"],
)
async def test_metrics_and_health_details_are_for_the_operator_only(tmp_path: Path, headers: dict[str, str]) -> None:
    async with serving(tmp_path) as (address, _), Person(address) as hana:
        assert "tefuda_connections 1.0" in (await hana.http.get("/metrics")).text
        details = await hana.get("/healthz")
        assert details["status"] == "ok"
        assert details["connections"] == 1
        assert details["free_bytes"] > 0
        assert (await hana.http.get("/metrics", headers=headers)).status_code == 403
        assert (await hana.http.get("/healthz", headers=headers)).json() == {"status": "ok"}


async def test_operator_token_replaces_the_local_permission(tmp_path: Path) -> None:
    async with serving(tmp_path, operator_token="sesame") as (address, _), Person(address) as hana:  # noqa: S106
        for given, status in (
            ("Bearer sesame", 200),
            ("Bearer sesam", 403),
            ("sesame", 403),
            ("", 403),
            ("Bearer é", 403),
        ):
            headers = {"Authorization": given.encode("latin-1"), "X-Forwarded-For": "192.0.2.1"}
            assert (await hana.http.get("/metrics", headers=headers)).status_code == status, given
        assert "connections" in (await hana.get("/healthz", headers={"Authorization": "Bearer sesame"}))


async def test_health_check_of_the_store_is_cached_for_a_second(tmp_path: Path) -> None:
    clock, calls = ManualClock(), 0
    async with serving(tmp_path, clock=clock) as (address, server), Person(address) as hana:
        original = server.store.ping

        async def counted() -> None:
            nonlocal calls
            calls += 1
            await original()

        server.store.ping = counted
        await asyncio.gather(*(hana.get("/healthz") for _ in range(10)))
        assert calls == 1
        clock.passed += 1
        await hana.get("/healthz")
        assert calls == 2
