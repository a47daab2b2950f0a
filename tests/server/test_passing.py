"""Servers on one database that pass connections on to the home of their table."""

import asyncio
import contextlib
import os
import signal
import socket
import time
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from harness.server.databases import PostgresDatabase
from harness.server.doubles import PATIENCE, eventually
from harness.server.killed_server import ServerProcess
from tefuda.server import passing as passing_module
from tefuda.server.app import Server
from tefuda.server.passed_mark import Passed, mark, read_mark
from tefuda.server.passing import Passing
from tefuda.server.protocol import CloseCode
from tefuda.server.splice import BUFFER_BYTES, ClientSide, HomeSide
from tests.server.clients import Person, Place, serving
from tests.server.test_supervisor import gauge, supervised, table_at
from tests.server.workers import Workers, assert_no_gap, play_random, workers

ANYWHERE = "127.0.0.1:0"
HERE, THERE = 0, 1
KEY = bytes(32)


def passing_of(server: Server) -> Passing:
    assert server.passing is not None
    return server.passing


@contextlib.asynccontextmanager
async def servers(folder: Path, postgresql: PostgresDatabase, **changes: Any) -> AsyncIterator[Workers]:
    """Run two servers that pass connections on to each other."""
    async with workers(folder, postgresql, passing=ANYWHERE, **changes) as two:
        await all_look(two)
        yield two


async def all_look(two: Workers) -> None:
    for server in two.servers:
        await passing_of(server)._look()


def open_sockets(server: Server) -> int:
    return int(server.metrics.sockets._value.get())  # type: ignore[attr-defined]


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
            await asyncio.gather(play_random(one, Random(1)), play_random(two_, Random(2)), see_the_end(three))
            for place in (one, two_, three):
                assert_no_gap(place)
            assert one.update["version"] == two_.update["version"] == len(await two.entries(table))
            connected = home.registry.actors[table].presence_tracker.connections()
            assert {connection.address for connection in connected} == {"127.0.0.1"}
            await home.registry.send_away([table])
            assert [await place.closed() for place in (one, two_)] == [CloseCode.SHUTTING_DOWN] * 2
        await eventually(lambda: passed_on(other) == 0 and other.limiter.open == home.limiter.open)
        two.assert_no_errors()


async def see_the_end(place: Place) -> None:
    await place.until(lambda update: "view" in update and update["view"]["to_act"] == -1)


# --------------------------------------------------------------- the mark


def test_mark_says_who_the_client_is_to_one_server_for_a_minute() -> None:
    for passed in (
        Passed("abc", "203.0.113.7", "https"),
        Passed("abc", "2001:db8::7", "http"),
        Passed("abc", "", "http"),
        Passed("abc", "a proxy's word", "http"),
    ):
        line = mark(KEY, passed, "10.0.0.5:8760", 1000.9)
        assert line.endswith(b"\r\n")
        line = line[:-2]
        assert b"\n" not in line
        assert read_mark(KEY, line, "10.0.0.5:8760", 1030) == passed
        assert read_mark(KEY, line, "10.0.0.5:8760", 1061) is None
        assert read_mark(KEY, line, "10.0.0.5:8760", 939) is None
        assert read_mark(KEY, line, "10.0.0.6:8760", 1000) is None
        assert read_mark(bytes(31) + b"1", line, "10.0.0.5:8760", 1000) is None
        assert read_mark(KEY, line.replace(b"abc", b"abd"), "10.0.0.5:8760", 1000) is None
        assert read_mark(KEY, line + b"0", "10.0.0.5:8760", 1000) is None
    said = mark(KEY, Passed("abc", "203.0.113.7", "https"), "10.0.0.5:8760", 1000)
    assert read_mark(KEY, said[:-2].replace(b"203.0.113.7", b"203.0.113.8"), "10.0.0.5:8760", 1000) is None


async def test_client_counts_by_its_own_address_and_a_forged_mark_is_worth_nothing(
    tmp_path: Path, postgresql: PostgresDatabase
) -> None:
    proxied = {"X-Forwarded-For": "198.51.100.9, 203.0.113.7", "X-Forwarded-Proto": "https"}
    async with (
        servers(tmp_path, postgresql, sockets_an_address=1, connections_an_address=10) as two,
        Person(two.addresses[HERE]) as hana,
    ):
        home, other = two.servers
        table = (await hana.open("me", "open", public=True))["id"]
        key, inside = await home.store.server_key(), passing_of(home).address
        real = mark(key, Passed(table, "203.0.113.7", "https"), inside, time.time())
        upgrade = request_of(table, {**proxied, "Host": "localhost"})
        # At the port for everybody, a mark is no HTTP.
        assert (await answer(two.addresses[HERE], real + upgrade)).startswith(b"HTTP/1.1 400 ")
        # At the port for servers, nothing but a good mark is answered.
        for wrong in (
            b"",
            real.replace(b"203.0.113.7", b"127.0.0.1"),
            mark(key, Passed(table, "203.0.113.7", "https"), inside, time.time() - 3600),
            mark(key, Passed(table, "203.0.113.7", "https"), passing_of(other).address, time.time()),
            mark(KEY, Passed(table, "203.0.113.7", "https"), inside, time.time()),
            b"x" * 1000,
        ):
            assert await answer(f"http://{inside}", wrong + upgrade) == b"", wrong
        # What a proxy says is settled by the server that knows it; what a client says counts nowhere.
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
            # Who is refused there is served, or refused, here; and nobody else notices.
            home.limiter._limit_per_address = 1
            for request, status in ((upgrade, b"101"), (upgrade.replace(b"Sec-WebSocket-Key", b"No-Key"), b"400")):
                async with connection(two.addresses[THERE]) as (third, more):
                    more.write(request)
                    assert (await third.readuntil(b"\r\n")).startswith(b"HTTP/1.1 " + status)
            assert passed_on(other) == 1
            assert passing_of(other)._resting == {}
        two.assert_no_errors()


async def test_trusted_proxy_names_the_client_for_the_home(tmp_path: Path, postgresql: PostgresDatabase) -> None:
    async with (
        servers(tmp_path, postgresql, proxies=("127.0.0.0/8",)) as two,
        Person(two.addresses[HERE]) as hana,
    ):
        home, other = two.servers
        table = (await hana.open("me", "open", public=True))["id"]
        async with connection(two.addresses[THERE]) as (reader, writer):
            writer.write(request_of(table, {"Host": "localhost", "X-Forwarded-For": "198.51.100.9, 203.0.113.7"}))
            assert (await reader.readuntil(b"\r\n")).startswith(b"HTTP/1.1 101 ")
            await eventually(lambda: table in home.registry.actors and addresses(home, table) == {"203.0.113.7"})
            assert passed_on(other) == 1
        await eventually(lambda: passed_on(other) == open_sockets(home) == 0)


def addresses(server: Server, table: str) -> set[str]:
    """Return the addresses of those who are connected to a table."""
    return {one.address for one in server.registry.actors[table].presence_tracker.connections()}


def request_of(table: str, headers: dict[str, str]) -> bytes:
    """Return the request for a WebSocket to a table."""
    headers = {
        **headers,
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"GET /ws/tables/{table} HTTP/1.1\r\n{lines}\r\n".encode()


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
    """Return all that is answered to a request until the connection ends."""
    async with connection(address) as (reader, writer):
        writer.write(request)
        with contextlib.suppress(ConnectionResetError):
            return await reader.read()
        return b""


# ---------------------------------------------------- homes that fail


async def test_home_that_hangs_delays_one_connection_and_is_used_again_later(
    tmp_path: Path, postgresql: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stopped process still accepts connections: the system does it."""
    async with serving_beside(tmp_path, postgresql) as (passer, address, home), Person(address) as hana:
        table = await table_elsewhere(hana, home, passer)
        async with hana.at(table) as place:
            await eventually(lambda: passed_on(passer) == 1)
            assert await place.my_turn()
            version = (await place.play())["version"]
        assert home.process.pid is not None
        os.kill(home.process.pid, signal.SIGSTOP)
        try:
            monkeypatch.setattr(passing_module, "ANSWER_SECONDS", 0.2)
            monkeypatch.setattr(passing_module, "REST_SECONDS", 3600.0)
            async with hana.at(table) as place, hana.at(table) as second:
                assert (passed_on(passer), open_sockets(passer)) == (0, 2)
                assert table in passing_of(passer)._resting, "the second one has not waited"
                assert place.update["version"] >= version
                if await place.my_turn():
                    version = (await place.play())["version"]
                    await second.until(lambda update: update["version"] >= version)
                monkeypatch.setattr(passing_module, "ANSWER_SECONDS", float(PATIENCE))
                os.kill(home.process.pid, signal.SIGCONT)
                passing_of(passer)._resting.clear()
                monkeypatch.setattr(passing_module, "SETTLED_SECONDS", 0.0)
                monkeypatch.setattr(passing_module, "LOOK_SECONDS", 0.05)
                assert await place.closed() == await second.closed() == CloseCode.SHUTTING_DOWN, "belongs elsewhere"
            async with hana.at(table) as place:
                assert place.update["version"] >= version
                await eventually(lambda: passed_on(passer) == 1)
        finally:
            os.kill(home.process.pid, signal.SIGCONT)


async def test_killed_home_loses_nothing_and_nobody_is_refused(tmp_path: Path, postgresql: PostgresDatabase) -> None:
    async with serving_beside(tmp_path, postgresql) as (passer, address, home), Person(address) as hana:
        table = await table_elsewhere(hana, home, passer)
        async with hana.at(table) as place:
            await eventually(lambda: passed_on(passer) == 1)
            assert await place.my_turn()
            done = await place.play()
            await asyncio.to_thread(home.kill)
            assert await place.closed() is None, "the connection ends like that to a server that was killed"
        async with hana.at(table, after=done["version"]) as place:
            assert place.update["version"] >= done["version"]
            assert open_sockets(passer) == 1
            while await place.my_turn():
                assert (await place.play())["t"] == "done"
        assert passer.metrics.errors._value.get() == 0  # type: ignore[attr-defined]


async def test_home_that_is_lost_sight_of_keeps_nobody_and_a_crash_of_the_database_is_no_loss(
    tmp_path: Path, postgresql: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passing_module, "LOOK_SECONDS", 3600.0)
    async with (
        servers(tmp_path, postgresql) as two,
        Person(two.addresses[HERE]) as hana,
        Person(two.addresses[THERE]) as taro,
    ):
        home, other = two.servers
        table = (await hana.open("me", "bot", public=True))["id"]
        async with taro.at(table) as place:
            postgresql.run("DELETE FROM workers")  # as a crash does
            await passing_of(other)._look()
            assert (await place.ask("ping"))["t"] == "pong"
            assert not passing_of(other).is_home(table)
            monkeypatch.setattr(passing_module, "SETTLED_SECONDS", 0.0)
            await passing_of(home)._look()
            passing_of(other)._unsure_until = 0.0
            await passing_of(other)._look()
            assert passed_on(other) == 1
            # The home hangs: nobody sees a sign of life of it any longer.
            await passing_of(home).leave()
            await passing_of(other)._look()
            assert await place.closed() is None
        async with taro.at(table):
            assert (passed_on(other), open_sockets(other)) == (0, 1)
        two.assert_no_errors()


async def test_neither_side_is_read_while_the_other_one_reads_nothing() -> None:
    """And nothing is lost, also of what was sent before the end."""
    loop = asyncio.get_running_loop()
    much = bytes(range(256)) * (1 << 15)
    (client, inner), (upstream, home) = socket.socketpair(), socket.socketpair()
    home_reader, home_writer = await asyncio.open_connection(sock=home)
    ended: list[ClientSide] = []
    side = HomeSide(b"first")
    await loop.create_connection(lambda: side, sock=upstream)
    home_writer.write(b"first " + much)
    assert await side.answered
    client_side = ClientSide(None, ended.append)
    await loop.create_connection(lambda: client_side, sock=inner)
    side.splice(client_side)
    await eventually(lambda: not side.transport.is_reading())
    assert client_side.transport.get_write_buffer_size() < 16 * BUFFER_BYTES, "no more than a read is kept"
    assert home_writer.transport.get_write_buffer_size() > 1 << 20, "the home sees that nothing is read"
    client_reader, client_writer = await asyncio.open_connection(sock=client)
    client_writer.write(much)
    await eventually(lambda: not client_side.transport.is_reading())
    assert await client_reader.readexactly(len(much) + 6) == b"first " + much
    assert await home_reader.readexactly(len(much)) == much
    home_writer.write(b"last")
    home_writer.close()
    assert await client_reader.read() == b"last"
    await eventually(lambda: ended == [client_side])
    client_writer.close()


async def test_home_that_stops_says_so_and_its_clients_go_on_elsewhere(
    tmp_path: Path, postgresql: PostgresDatabase
) -> None:
    async with serving_beside(tmp_path, postgresql) as (passer, address, home), Person(address) as hana:
        table = await table_elsewhere(hana, home, passer)
        async with hana.at(table) as place:
            await eventually(lambda: passed_on(passer) == 1)
            stopping = asyncio.create_task(asyncio.to_thread(home.stop))
            assert await place.closed() == CloseCode.SHUTTING_DOWN
            async with hana.at(table) as again:
                assert open_sockets(passer) == 1
                assert await again.my_turn()
                assert (await again.play())["t"] == "done"
            assert await stopping == 0
        await passing_of(passer)._look()
        assert passing_of(passer).is_home(table)


async def test_renewed_workers_of_the_home_refuse_nobody(
    tmp_path: Path, postgresql: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each table is passed on to its worker of a server that has several."""
    monkeypatch.setattr(passing_module, "ANSWER_SECONDS", float(PATIENCE))
    changes = {"signing_keys": tmp_path / "keys.json", "passing": ANYWHERE}
    async with (
        supervised(tmp_path / "there", postgresql, **changes) as (there, supervisor),
        serving(tmp_path / "here", **changes, **postgresql.settings) as (here, passer),
        Person(there) as hana,
        Person(here) as taro,
    ):
        await eventually_there(passer, 2)
        tables = [await supervised_table(hana, slot, passer) for slot in range(2)]
        async with taro.at(tables[0]) as first, taro.at(tables[1]) as second:
            assert [await gauge(hana, worker, "tefuda_sockets") for worker in range(2)] == [1, 1]
            assert passed_on(passer) == 2
            supervisor.renew()
            for table, place in zip(tables, (first, second), strict=True):
                assert await place.closed() == CloseCode.SHUTTING_DOWN
                async with taro.at(table) as again:
                    assert again.update["version"] >= place.update["version"]
                    await eventually(lambda: passed_on(passer) >= 1 and open_sockets(passer) == 0)
            await eventually(lambda: supervisor.renewals == 1)
        assert passer.metrics.passed.labels("kept")._value.get() == 0


async def supervised_table(person: Person, slot: int, passer: Server) -> str:
    """Make a table at home in a slot of another server, and return its id."""
    while True:
        table = await table_at(person, slot, public=True)
        if not passing_of(passer).is_home(table):  # its server had seen the passer
            return table


@contextlib.asynccontextmanager
async def serving_beside(
    folder: Path, postgresql: PostgresDatabase
) -> AsyncIterator[tuple[Server, str, ServerProcess]]:
    """Run a server here and one in a process of its own; yields the one here, its address and the other one."""
    changes = {"signing_keys": folder / "keys.json", "passing": ANYWHERE, **postgresql.settings}
    async with serving(folder / "here", **changes) as (address, server):
        other = await asyncio.to_thread(lambda: ServerProcess(folder / "there", **changes))
        try:
            await eventually_there(server, 2)
            yield server, address, other
        finally:
            await asyncio.to_thread(other.kill)


async def eventually_there(server: Server, count: int) -> None:
    """Wait until a server sees so many."""
    while len(passing_of(server)._addresses) != count:
        await passing_of(server)._look()
        await asyncio.sleep(0.02)


async def table_elsewhere(person: Person, home: ServerProcess, passer: Server) -> str:
    """Make a table at another server, and return its id."""
    async with Person(home.address, person.token) as there:
        while True:
            table: str = (await there.open("me", "bot", deal=True))["id"]
            if not passing_of(passer).is_home(table):
                person.http.cookies.set("tefuda", there.token)
                return table
