"""Two servers on one PostgreSQL database, and people with their connections at both."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from harness.server.databases import PostgresDatabase
from tefuda.server.app import Server
from tefuda.server.cluster.peers import Notice
from tefuda.server.cluster.postgres_peers import PostgresPeers
from tefuda.server.tables.serialization import decoded_entry
from tefuda.table.entries import Entry
from tests.server.clients import Person, Place, serving


class Workers:
    """Servers on one database."""

    def __init__(self, addresses: list[str], servers: list[Server]) -> None:
        self.addresses, self.servers = addresses, servers

    def same(self, person: Person, worker: int) -> Person:
        """Return the same guest as a client of a worker."""
        return Person(self.addresses[worker], person.token)

    @contextlib.asynccontextmanager
    async def people(self, *at: int) -> AsyncIterator[list[Person]]:
        """Yield a new person at each of these workers."""
        async with contextlib.AsyncExitStack() as stack:
            found = [await stack.enter_async_context(Person(self.addresses[worker])) for worker in at]
            for person, name in zip(found, ("花子", "太郎", "次郎", "三郎"), strict=False):
                await person.post("/api/me", {"name": name})
            yield found

    async def entries(self, table: str) -> list[Entry]:
        """Return the log of a table, which must have no gap."""
        log = await self.servers[0].store.log(table)
        assert [logged.version for logged in log] == list(range(1, len(log) + 1))
        return [decoded_entry(logged.entry) for logged in log]

    def shared(self, table: str) -> bool:
        """Whether each worker knows that the other one has the table in memory."""
        return all(server.registry.peers.others(table) for server in self.servers)


@contextlib.asynccontextmanager
async def workers(folder: Path, postgresql: PostgresDatabase, **changes: Any) -> AsyncIterator[Workers]:
    """Run two servers on one database, without any error."""
    changes = {"signing_keys": folder / "keys.json", **postgresql.settings, **changes}
    async with serving(folder / "one", **changes) as (first, one), serving(folder / "two", **changes) as (second, two):
        yield Workers([first, second], [one, two])
        assert [server.metrics.errors._value.get() for server in (one, two)] == [0, 0]


async def presence(place: Place, seat: int, **wanted: object) -> dict[str, Any]:
    """Wait until the presence of a seat has these values, and return it."""
    shown: dict[str, Any] = {}
    seen = [message for message in place.received if message["t"] in ("seats", "welcome")]
    message = seen[-1]
    while True:
        if message["t"] in ("seats", "welcome"):
            shown = message["seats"][seat]
            if all(shown.get(name, default(value)) == value for name, value in wanted.items()):
                return shown
        message = await place.receive()


def default(value: object) -> object:
    """Return the default of an omitted field: False or 0."""
    return False if isinstance(value, bool) else 0


def assert_no_gap(place: Place) -> None:
    """Assert that each update since the first welcome came once and in order."""
    first, *rest = [message for message in place.received if message["t"] in ("update", "welcome")]
    versions = [first["update"]["version"], *(one["version"] for one in rest if one["t"] == "update")]
    assert versions == list(range(versions[0], versions[0] + len(versions)))


def terminate(postgresql: PostgresDatabase, statement: str) -> int:
    """End the sessions whose last statement is like this; return how many."""
    with contextlib.closing(psycopg.connect(postgresql.url, autocommit=True)) as other:
        rows = other.execute(
            """SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
            WHERE datname = current_database() AND pid != pg_backend_pid() AND query LIKE %s""",
            (statement,),
        ).fetchall()
    return len(rows)


async def watchers(place: Place, number: int) -> bool:
    """Wait until this many spectators are shown."""
    seen = [message for message in place.received if message["t"] in ("seats", "welcome")]
    message = seen[-1]
    while message["t"] != "seats" or message.get("watching", 0) != number:
        message = await place.receive()
    return True


def lose(monkeypatch: pytest.MonkeyPatch, kind: type[Notice]) -> None:
    """Lose all notices of a kind on the way to the other workers."""
    send = PostgresPeers.send
    monkeypatch.setattr(
        PostgresPeers, "send", lambda self, notice: None if isinstance(notice, kind) else send(self, notice)
    )
