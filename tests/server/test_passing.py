"""Servers on one database that pass connections on to the home of their table."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from harness.server.databases import PostgresDatabase
from harness.server.doubles import PATIENCE, eventually
from tefuda.server.app import Server
from tefuda.server.cluster import passing as passing_module
from tefuda.server.cluster import postgres_peers
from tefuda.server.cluster.passing import Passing
from tefuda.server.cluster.passing_header import Passed, header_line, read_header
from tefuda.server.protocol.limits import CloseCode
from tests.server.clients import Person, Place
from tests.server.raw import handshake, raw
from tests.server.workers import Workers, assert_no_gap, workers

ANYWHERE = "127.0.0.1:0"
HERE, THERE = 0, 1
KEY = bytes(32)


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not time out a home on a busy machine."""
    monkeypatch.setattr(passing_module, "ANSWER_SECONDS", float(PATIENCE))


def passing_of(server: Server) -> Passing:
    return server.passing


@contextlib.asynccontextmanager
async def servers(folder: Path, postgresql: PostgresDatabase, **changes: Any) -> AsyncIterator[Workers]:
    """Run two servers that pass connections on to each other."""
    async with workers(folder, postgresql, passing=ANYWHERE, **changes) as two:
        await all_look(two)
        yield two


async def all_look(two: Workers) -> None:
    for server in two.servers:
        await passing_of(server).refresh()


def open_sockets(server: Server) -> int:
    return int(server.metrics.sockets._value.get())


def passed_on(server: Server) -> int:
    return len(passing_of(server)._passed)


async def test_players_at_two_servers_are_served_by_one(tmp_path: Path, postgresql: PostgresDatabase) -> None:
    async with (
        servers(tmp_path, postgresql) as two,
        Person(two.addresses[HERE]) as hana,
        Person(two.addresses[THERE]) as taro,
    ):
        home, other = two.servers
        await hana.post("/api/me", {"name": "花子"})
        tables = [(await hana.open("me", "open", "bot"))["id"] for _ in range(6)]
        assert all(passing_of(home).is_home(table) for table in tables), "a table is made where it is at home"
        table = tables[0]
        await taro.join(table, "太郎", await hana.invite(table))
        async with hana.at(table) as one, taro.at(table) as two_, hana.at(table) as three:
            assert (open_sockets(home), open_sockets(other)) == (3, 0)
            assert (passed_on(home), passed_on(other)) == (0, 1)
            assert (await one.ask("deal"))["t"] == "done"
            await asyncio.gather(one.play_to_end(Random(1)), two_.play_to_end(Random(2)), see_the_end(three))
            for place in (one, two_, three):
                assert_no_gap(place)
            assert one.update["version"] == two_.update["version"] == len(await two.entries(table))
            connected = home.registry.actors[table].presence_tracker.connections()
            assert {connection.address for connection in connected} == {"127.0.0.1"}
            await home.registry.send_away([table])
            assert [await place.closed() for place in (one, two_)] == [CloseCode.SHUTTING_DOWN] * 2
        await eventually(lambda: passed_on(other) == 0 and other.limiter.open == home.limiter.open)


async def test_guest_who_just_joined_at_one_server_is_known_at_the_home(
    tmp_path: Path, postgresql: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even before the notice about the entry arrives."""
    monkeypatch.setattr(postgres_peers, "_NOTIFY", "SELECT ?1::TEXT")
    monkeypatch.setattr(postgres_peers, "REFRESH_SECONDS", 3600.0)
    monkeypatch.setattr(postgres_peers, "ECHO_SECONDS", 0.01)  # nothing comes back
    monkeypatch.setattr(postgres_peers, "LEASE_SECONDS", 3600.0)  # no lease expires without heartbeats
    async with (
        servers(tmp_path, postgresql) as two,
        Person(two.addresses[HERE]) as hana,
        Person(two.addresses[THERE]) as taro,
    ):
        table = (await hana.open("me", "open", "bot"))["id"]
        async with hana.at(table):
            await taro.join(table, "太郎", await hana.invite(table))
            async with taro.at(table) as place:
                assert place.seat == 1
                assert open_sockets(two.servers[HERE]) == 2


async def test_client_does_not_choose_the_server_by_the_form_of_the_address(
    tmp_path: Path, postgresql: PostgresDatabase
) -> None:
    async with servers(tmp_path, postgresql) as two, Person(two.addresses[HERE]) as hana:
        table = (await hana.open("me", "open", public=True))["id"]
        async with raw(two.addresses[THERE]) as place:
            await place.send(handshake(f"%{ord(table[0]):02x}{table[1:]}"))
            await asyncio.wait_for(place.reader.readuntil(b"welcome"), PATIENCE)
            assert [open_sockets(server) for server in two.servers] == [1, 0]


async def see_the_end(place: Place) -> None:
    await place.until(lambda update: "view" in update and update["view"]["to_act"] == -1)


# --------------------------------------------------------------- the mark


@pytest.mark.parametrize("same", [True, False], ids=["workers of one server", "two servers"])
async def test_servers_with_the_same_address_log_it(
    tmp_path: Path,
    postgresql: PostgresDatabase,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    same: bool,
) -> None:
    """Such as 127.0.0.1 on two machines: each takes the other for a worker of its own."""
    monkeypatch.setattr(passing_module, "RIVAL_SECONDS", 0.0)
    async with servers(tmp_path, postgresql) as two:
        one, other = map(passing_of, two.servers)
        other.address = one.address
        other._name = one._name if same else "another 7"
        for _ in range(2):
            await all_look(two)
        assert [passing.is_home("any") for passing in (one, other)] == [True, True], "nothing is passed on"
    said = [record.__dict__["fields"] for record in caplog.records if record.getMessage() == "passing-address-taken"]
    assert sorted(fields["by"] for fields in said) == ([] if same else [["another 7"], [one._name]])


def test_header_line_names_the_client_to_one_server_for_a_minute() -> None:
    for passed in (
        Passed("abc", "203.0.113.7", "https"),
        Passed("abc", "2001:db8::7", "http"),
        Passed("abc", "", "http"),
        Passed("abc", "a proxy's word", "http"),
    ):
        line = header_line(KEY, passed, "10.0.0.5:8760", 1000.9)
        assert line.endswith(b"\r\n")
        line = line[:-2]
        assert b"\n" not in line
        assert read_header(KEY, line, "10.0.0.5:8760", 1030) == passed
        assert read_header(KEY, line, "10.0.0.5:8760", 1061) is None
        assert read_header(KEY, line, "10.0.0.5:8760", 939) is None
        assert read_header(KEY, line, "10.0.0.6:8760", 1000) is None
        assert read_header(bytes(31) + b"1", line, "10.0.0.5:8760", 1000) is None
        assert read_header(KEY, line.replace(b"abc", b"abd"), "10.0.0.5:8760", 1000) is None
        assert read_header(KEY, line + b"0", "10.0.0.5:8760", 1000) is None
    said = header_line(KEY, Passed("abc", "203.0.113.7", "https"), "10.0.0.5:8760", 1000)
    assert read_header(KEY, said[:-2].replace(b"203.0.113.7", b"203.0.113.8"), "10.0.0.5:8760", 1000) is None


async def test_client_is_charged_by_its_own_address_and_a_forged_header_line_is_refused(
    tmp_path: Path, postgresql: PostgresDatabase
) -> None:
    proxied = ("X-Forwarded-For: 198.51.100.9, 203.0.113.7", "X-Forwarded-Proto: https")
    async with (
        servers(tmp_path, postgresql, sockets_an_address=1, connections_an_address=10) as two,
        Person(two.addresses[HERE]) as hana,
    ):
        home, other = two.servers
        table = (await hana.open("me", "open", public=True))["id"]
        key, inside = await home.store.server_key(), passing_of(home).address
        real = header_line(key, Passed(table, "203.0.113.7", "https"), inside, time.time())
        upgrade = handshake(table, *proxied).encode()
        # At the public port, a header line is not HTTP.
        assert (await answer(two.addresses[HERE], real + upgrade)).startswith(b"HTTP/1.1 400 ")
        # At the port for servers, only a valid header line is answered.
        for wrong in (
            b"",
            real.replace(b"203.0.113.7", b"127.0.0.1"),
            header_line(key, Passed(table, "203.0.113.7", "https"), inside, time.time() - 3600),
            header_line(key, Passed(table, "203.0.113.7", "https"), passing_of(other).address, time.time()),
            header_line(KEY, Passed(table, "203.0.113.7", "https"), inside, time.time()),
            b"x" * 1000,
        ):
            assert await answer(f"http://{inside}", wrong + upgrade) == b"", wrong
        # Forwarding headers count at the server that trusts the proxy; those of clients are ignored everywhere.
        async with connection(f"http://{inside}") as (reader, writer):
            for start in range(0, len(real), 50):
                writer.write(real[start : start + 50])
                await writer.drain()
                await asyncio.sleep(0.005)
            writer.write(upgrade)
            assert (await reader.readuntil(b"\r\n")).startswith(b"HTTP/1.1 101 ")
            await eventually(lambda: table in home.registry.actors and addresses(home, table) == {"203.0.113.7"})
            assert home.limiter._peers["203.0.113.7"].open == 1
        async with connection(two.addresses[THERE]) as (reader, writer):
            writer.write(real + upgrade)
            assert (await reader.readuntil(b"\r\n")).startswith(b"HTTP/1.1 400 ")
        await eventually(lambda: open_sockets(home) == 0)
        async with connection(two.addresses[THERE]) as (reader, writer):
            writer.write(upgrade)
            assert (await reader.readuntil(b"\r\n")).startswith(b"HTTP/1.1 101 ")
            await eventually(lambda: addresses(home, table) == {"127.0.0.1"})
            assert passed_on(other) == 1
            async with connection(two.addresses[THERE]) as (second, more):  # the limit of an address counts there
                more.write(upgrade)
                head = await second.readuntil(b"\r\n\r\n")
                assert head.startswith(b"HTTP/1.1 101 ")
                await second.readuntil(CloseCode.TOO_MUCH.to_bytes(2, "big"))
            # A client refused by the home is served or refused here, and no other client is affected.
            home.limiter._limit_per_address = 1
            for request, status in ((upgrade, b"101"), (upgrade.replace(b"Sec-WebSocket-Key", b"No-Key"), b"400")):
                async with connection(two.addresses[THERE]) as (third, more):
                    more.write(request)
                    assert (await third.readuntil(b"\r\n")).startswith(b"HTTP/1.1 " + status)
            assert passed_on(other) == 1
            assert passing_of(other)._backoffs == {}


async def test_trusted_proxy_names_the_client_for_the_home(tmp_path: Path, postgresql: PostgresDatabase) -> None:
    async with servers(tmp_path, postgresql, proxies=("127.0.0.0/8",)) as two, Person(two.addresses[HERE]) as hana:
        home, other = two.servers
        table = (await hana.open("me", "open", public=True))["id"]
        async with connection(two.addresses[THERE]) as (reader, writer):
            writer.write(handshake(table, "X-Forwarded-For: 198.51.100.9, 203.0.113.7").encode())
            assert (await reader.readuntil(b"\r\n")).startswith(b"HTTP/1.1 101 ")
            await eventually(lambda: table in home.registry.actors and addresses(home, table) == {"203.0.113.7"})
            assert passed_on(other) == 1
        await eventually(lambda: passed_on(other) == open_sockets(home) == 0)


def addresses(server: Server, table: str) -> set[str]:
    """Return the addresses of those who are connected to a table."""
    return {one.address for one in server.registry.actors[table].presence_tracker.connections()}


@contextlib.asynccontextmanager
async def connection(address: str) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    host, port = address.removeprefix("http://").split(":")
    async with asyncio.timeout(PATIENCE):
        reader, writer = await asyncio.open_connection(host, int(port))
        try:
            yield reader, writer
        finally:
            writer.transport.abort()


async def answer(address: str, request: bytes) -> bytes:
    """Return everything received after a request until the connection ends."""
    async with connection(address) as (reader, writer):
        writer.write(request)
        with contextlib.suppress(ConnectionResetError):
            return await reader.read()
        return b""
