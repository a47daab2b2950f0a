"""Homes of tables that hang, crash, lose their heartbeat, stop or are renewed while others pass connections on."""

import asyncio
import contextlib
import os
import signal
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from harness.server.databases import PostgresDatabase
from harness.server.doubles import PATIENCE, eventually
from harness.server.killed_server import ServerProcess
from tefuda.server.app import Server
from tefuda.server.cluster import passing as passing_module
from tefuda.server.cluster.splice import BUFFER_BYTES, ClientSide, HomeSide
from tefuda.server.protocol.limits import CloseCode
from tefuda.server.store.errors import StoreError
from tefuda.server.store.sqlite import SqliteStore
from tefuda.server.tables import table_registry
from tests.server.clients import Person, serving, table_of_a_bot
from tests.server.test_passing import ANYWHERE, HERE, THERE, open_sockets, passed_on, passing_of, patient, servers
from tests.server.test_supervisor import gauge, renewed, supervised, table_at

assert patient  # a fixture of every test here


async def test_home_that_hangs_delays_one_connection_and_is_used_again_later(
    tmp_path: Path, postgresql: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system still accepts connections for a stopped process."""
    async with serving_beside(tmp_path, postgresql) as (passer, address, home), Person(address) as hana:
        table = await table_elsewhere(hana, home, passer)
        async with hana.at(table) as place:
            await eventually(lambda: passed_on(passer) == 1)
            assert await place.my_turn()
            version = (await place.play())["version"]
        os.kill(home.process.pid, signal.SIGSTOP)
        try:
            monkeypatch.setattr(passing_module, "ANSWER_SECONDS", 0.2)
            monkeypatch.setattr(passing_module, "FIRST_BACKOFF", 3600.0)
            async with hana.at(table) as place, hana.at(table) as second:
                assert (passed_on(passer), open_sockets(passer)) == (0, 2)
                assert table in passing_of(passer)._backoffs, "the second one has not waited"
                assert place.update["version"] >= version
                if await place.my_turn():
                    version = (await place.play())["version"]
                    await second.until(lambda update: update["version"] >= version)
                monkeypatch.setattr(passing_module, "ANSWER_SECONDS", float(PATIENCE))
                os.kill(home.process.pid, signal.SIGCONT)
                passing_of(passer)._backoffs.clear()
                monkeypatch.setattr(passing_module, "SETTLED_SECONDS", 0.0)
                monkeypatch.setattr(passing_module, "REFRESH_SECONDS", 0.05)
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
        assert passer.metrics.errors._value.get() == 0


async def test_clients_leave_a_home_without_heartbeat_and_a_database_crash_loses_nothing(
    tmp_path: Path, postgresql: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passing_module, "REFRESH_SECONDS", 3600.0)
    async with (
        servers(tmp_path, postgresql) as two,
        Person(two.addresses[HERE]) as hana,
        Person(two.addresses[THERE]) as taro,
    ):
        home, other = two.servers
        table = (await hana.open("me", "bot", public=True))["id"]
        async with taro.at(table) as place:
            postgresql.run("DELETE FROM workers")  # as a crash does
            await passing_of(other).refresh()
            assert (await place.ask("ping"))["t"] == "pong"
            assert not passing_of(other).is_home(table)
            monkeypatch.setattr(passing_module, "SETTLED_SECONDS", 0.0)
            await passing_of(home).refresh()
            passing_of(other)._unsure_until = 0.0
            await passing_of(other).refresh()
            assert passed_on(other) == 1
            # The home hangs: its heartbeats stop.
            await passing_of(home).leave()
            await passing_of(home).refresh()  # as for a last connection whose home is silent: it does not enter again
            await passing_of(other).refresh()
            assert await place.closed() is None
        async with taro.at(table):
            assert (passed_on(other), open_sockets(other)) == (0, 1)


async def test_neither_side_is_read_while_the_other_one_reads_nothing() -> None:
    """No entry is lost, even if it was sent just before the end."""
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


async def test_stopping_home_closes_its_connections_and_clients_continue_on_another_server(
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
        await passing_of(passer).refresh()
        assert passing_of(passer).is_home(table)


@pytest.mark.parametrize("present", [True, False])
async def test_tables_of_a_lost_worker_are_taken_over_by_their_home(
    tmp_path: Path, postgresql: PostgresDatabase, monkeypatch: pytest.MonkeyPatch, present: bool
) -> None:
    """Another server takes them over only if the home does not."""
    monkeypatch.setattr(table_registry, "TAKE_OVER_SECONDS", 3600.0 if present else 0.0)
    async with servers(tmp_path, postgresql, bot_delay=3600) as two, contextlib.AsyncExitStack() as stack:
        tables = list[set[str]]()
        for server, address in zip(two.servers, two.addresses, strict=True):
            person = await stack.enter_async_context(Person(address))
            tables.append({await table_of_a_bot(person) for _ in range(2)})
            for id in tables[-1]:
                await server.registry.send_away([id])
        taking = [
            asyncio.create_task(one.registry.take_over()) for one in (two.servers if present else two.servers[:1])
        ]
        await eventually(lambda: sum(len(one.registry.actors) for one in two.servers) == 4)
        here, there = (set(server.registry.actors) for server in two.servers)
        assert (here, there) == (tuple(tables) if present else (tables[HERE] | tables[THERE], set()))
        for task in taking:
            task.cancel()


async def test_tables_of_a_worker_that_is_lost_after_the_start_are_resumed(
    tmp_path: Path, postgresql: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only one worker notices the loss; the replacement of the lost worker is the home of its tables."""
    monkeypatch.setattr(table_registry, "RESUME_SECONDS", 0.2)
    async with serving(tmp_path, bot_delay=3600, **postgresql.settings) as (address, _), Person(address) as hana:
        table = await table_of_a_bot(hana)
    postgresql.run("INSERT INTO workers (id, seen) VALUES (7, clock_timestamp() + make_interval(hours => 1))")
    postgresql.run("INSERT INTO holders SELECT id, 7 FROM tables")
    async with serving(tmp_path, bot_delay=3600, **postgresql.settings) as (_, server):
        await asyncio.sleep(1)
        assert not server.registry.actors, "another worker has the table"
        postgresql.run("DELETE FROM workers WHERE id = 7")
        await eventually(lambda: list(server.registry.actors) == [table])


async def test_bot_tables_are_resumed_when_the_store_has_failed_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_registry, "RETRY_SECONDS", 0.1)
    async with serving(tmp_path, bot_delay=3600) as (address, _), Person(address) as hana:
        table = await table_of_a_bot(hana)
    waiting, failures = SqliteStore.waiting_for_bots, [StoreError("locked"), StoreError("locked")]

    async def failing(store: SqliteStore) -> list[str]:
        if failures:
            raise failures.pop()
        return await waiting(store)

    monkeypatch.setattr(SqliteStore, "waiting_for_bots", failing)
    async with serving(tmp_path, bot_delay=3600) as (_, server):
        await eventually(lambda: list(server.registry.actors) == [table])


async def test_renewed_workers_of_the_home_refuse_nobody(tmp_path: Path, postgresql: PostgresDatabase) -> None:
    """Each table is passed on to its worker of a server that has several."""
    changes = {"signing_keys": tmp_path / "keys.json", "passing": ANYWHERE}
    async with (
        supervised(tmp_path / "there", postgresql, **changes) as (there, supervisor),
        serving(tmp_path / "here", **changes, **postgresql.settings) as (here, passer),
        Person(there) as hana,
        Person(here) as taro,
    ):
        await eventually_there(passer)
        tables = [await supervised_table(hana, slot, passer) for slot in range(2)]
        async with taro.at(tables[0]) as first, taro.at(tables[1]) as second:
            assert [await gauge(hana, worker, "tefuda_sockets") for worker in range(2)] == [1, 1]
            assert passed_on(passer) == 2
            before = supervisor.processes
            supervisor.renew()
            for table, place in zip(tables, (first, second), strict=True):
                assert await place.closed() == CloseCode.SHUTTING_DOWN
                async with taro.at(table) as again:
                    assert again.update["version"] >= place.update["version"]
                    await eventually(lambda: passed_on(passer) >= 1 and open_sockets(passer) == 0)
            await eventually(lambda: renewed(supervisor, before))
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
            await eventually_there(server)
            yield server, address, other
        finally:
            await asyncio.to_thread(other.kill)


async def eventually_there(server: Server) -> None:
    """Wait until a server sees the other one."""
    while len(passing_of(server)._addresses) != 2:
        await passing_of(server).refresh()
        await asyncio.sleep(0.02)


async def table_elsewhere(person: Person, home: ServerProcess, passer: Server) -> str:
    """Make a table at another server, and return its id."""
    async with Person(home.address, person.token) as there:
        while True:
            table: str = (await there.open("me", "bot", deal=True))["id"]
            if not passing_of(passer).is_home(table):
                person.http.cookies.set("tefuda", there.token)
                return table
