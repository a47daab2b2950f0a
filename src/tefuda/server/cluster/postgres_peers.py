"""`Peers` on PostgreSQL: the tables `workers` and `holders` record who holds which table; NOTIFY sends notices.

A holder is registered under the lock that appends take (`hold_table`), so each later append returns it.  The notice is
sent after the commit, in its own transaction: within that of the append it would hold a lock that all writers of the
database share.  Peers have connections of their own.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import secrets
from collections.abc import Collection, Sequence
from functools import partial
from typing import Any

import msgspec

from tefuda.server.cluster.notice_payloads import payloads, read_payload
from tefuda.server.cluster.peers import Bye, Entered, Facts, Grown, Held, Notice, PeerListener
from tefuda.server.cluster.postgres_listener import CHANNEL, Listener
from tefuda.server.logs import log
from tefuda.server.metrics import Metrics
from tefuda.server.store.database_thread import DatabaseThread
from tefuda.server.store.database_url import DatabaseUrl
from tefuda.server.store.errors import StoreError
from tefuda.server.store.postgres_commit import read, unlocked
from tefuda.server.store.postgres_connection import PostgresConnection
from tefuda.server.store.sql import SqlConnection, encoded
from tefuda.server.store.sql_store import Read, run_each

REFRESH_SECONDS = 2.0  # interval of heartbeats, which poll all held tables
LEASE_SECONDS = 7.0  # of a worker on its tables: without a heartbeat for this long it loses all of them
START_SECONDS = 3.0  # timeout of the listener's first connection
ECHO_SECONDS = 3.0  # timeout of a notice that this worker sends to itself
GATHER_SECONDS = 0.05  # for which facts are collected into one payload
ASK_SECONDS = 0.02  # least interval between queries for versions, however many refused messages clients send
BATCH = 64

_NOTIFY = f"SELECT pg_notify('{CHANNEL}', ?)"
_ALIVE = "UPDATE workers SET seen = clock_timestamp() WHERE id = ?"
_UNHELD = """
    SELECT value FROM json_array_elements_text(?1::JSON) AS value
    WHERE NOT EXISTS (SELECT 1 FROM holders WHERE table_id = value AND worker != ?2::BIGINT)"""
_VERSIONS = """
    SELECT id, version FROM tables WHERE id IN (SELECT json_array_elements_text(?1::JSON))"""
_ADDRESSES = """
    SELECT id, address, server FROM workers
    WHERE address IS NOT NULL AND seen >= clock_timestamp() - make_interval(secs => ?::DOUBLE PRECISION)"""
_ENTER = """
    INSERT INTO workers (id, seen, address, server) VALUES (?1::BIGINT, clock_timestamp(), ?2::TEXT, ?3::TEXT)
    ON CONFLICT (id) DO UPDATE SET address = excluded.address, server = excluded.server"""


class PostgresPeers:
    """The workers on a PostgreSQL database."""

    possible = True

    def __init__(self, url: DatabaseUrl, metrics: Metrics) -> None:
        self.worker, self._name, self._metrics = secrets.randbits(48), str(url), metrics
        connection = PostgresConnection(url, durable=False)
        self._thread: DatabaseThread[Read] = DatabaseThread(
            "tefuda-peers", connection, partial(run_each, partial(read, connection)), batch=BATCH
        )
        self._listener = Listener(url, self._on_payload, self._reconnected, metrics.listen_failures.inc)
        self._peer_listener: PeerListener | None = None
        self._key = b""  # of the servers on the database
        self._numbers = itertools.count(1)  # of the payloads sent
        self._latest: dict[int, int] = {}  # number of the latest payload of each worker
        self._warned: set[str] = set()  # why notices were ignored
        self._marks: dict[str, int | None] = {}  # of the held tables
        self._others: dict[str, frozenset[int]] = {}  # of the tables that other workers hold, too
        self._asked: set[str] = set()  # tables whose versions are read next
        self._next_answer: asyncio.Task[dict[str, int]] | None = None  # with these versions
        self._answered = 0.0  # when versions were last read, in the time of the event loop
        self._urgent: list[Notice] = []
        self._facts: dict[str, Facts] = {}  # by table, sent after GATHER_SECONDS
        self._filled, self._due = asyncio.Event(), asyncio.Event()
        self._listening, self._echoed = asyncio.Event(), asyncio.Event()  # echoed: its own notice has come back
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._missed = False  # the last check failed, or notices were lost

    async def start(self, listener: PeerListener, key: bytes) -> None:
        self._peer_listener, self._key = listener, key
        self._listener.start()
        self._tasks = [asyncio.create_task(self._refresh_often()), asyncio.create_task(self._send_all())]
        with contextlib.suppress(TimeoutError, StoreError):  # then notices are received from some later moment on
            await asyncio.wait_for(self._listening.wait(), START_SECONDS)
            await self._thread.submit(partial(_notify, self._payloads([])))
            try:
                await asyncio.wait_for(self._echoed.wait(), ECHO_SECONDS)
            except TimeoutError:
                log.error("notices-not-heard", database=self._name, why="a connection pooler not in session mode?")

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._timer is not None:
            self._timer.cancel()
        if self._next_answer is not None:
            self._next_answer.cancel()
        await self._listener.close()
        with contextlib.suppress(StoreError):
            await self._thread.submit(self._leave)
        await self._thread.close()

    def _leave(self, connection: SqlConnection) -> None:
        connection.execute("DELETE FROM workers WHERE id = ?", (self.worker,))
        _notify(self._payloads([Bye()]), connection)

    def _payloads(self, notices: Sequence[Notice]) -> list[str]:
        return payloads(self._key, self.worker, self._numbers, notices)

    # ------------------------------------------------------------- holding

    async def hold(self, table: str) -> None:
        self._marks.setdefault(table, None)

        def work(connection: SqlConnection) -> Any:
            statement = "SELECT hold_table(?1::BIGINT, ?2::TEXT)"
            return connection.execute(statement, (self.worker, table)).fetchone()[0]

        try:
            found = await unlocked(partial(self._thread.submit, work))
        except StoreError:
            self._forget(table)
            raise
        mark, holders = found or (None, ())
        if table in self._marks:
            self._marks[table] = mark
        self._note_holders(table, holders)

    async def release(self, table: str) -> None:
        self._forget(table)
        statement = "DELETE FROM holders WHERE table_id = ? AND worker = ?"
        with contextlib.suppress(StoreError):  # the next heartbeat releases the table
            await self._thread.submit(lambda c: c.execute(statement, (table, self.worker)).rowcount)

    def _forget(self, table: str) -> None:
        self._marks.pop(table, None)
        self._others.pop(table, None)
        self._facts.pop(table, None)

    def others(self, table: str) -> Collection[int]:
        return self._others.get(table, frozenset())

    def _note_holders(self, table: str, holders: Sequence[int]) -> None:
        others = frozenset(holders) - {self.worker}
        if others and table in self._marks:
            self._others[table] = others
        else:
            self._others.pop(table, None)

    async def unheld(self, tables: Sequence[str]) -> list[str]:
        parameters = (encoded(list(tables)), self.worker)
        free = {row[0] for row in await self._thread.submit(lambda c: c.execute(_UNHELD, parameters).fetchall())}
        return [table for table in tables if table in free]

    async def enter(self, address: str, server: str) -> Entered:
        def work(connection: SqlConnection) -> Any:
            found = {id: entered for id, *entered in connection.execute(_ADDRESSES, (LEASE_SECONDS,)).fetchall()}
            if found.get(self.worker, [""])[0] != address:
                connection.execute(_ENTER, (self.worker, address or None, server))
            return found

        found = await self._thread.submit(work)
        fresh = found.pop(self.worker, None) is None
        addresses = frozenset([*(entered[0] for entered in found.values()), *filter(None, [address])])
        rivals = frozenset(other for entered, other in found.values() if entered == address and other != server)
        return Entered(addresses, fresh, rivals)

    # ------------------------------------------------------------- sending

    async def grown(self, table: str, version: int) -> bool:
        self._asked.add(table)
        if self._next_answer is None:
            self._next_answer = asyncio.create_task(self._read_versions())
        versions = await asyncio.shield(self._next_answer)
        return versions.get(table, 0) > version

    async def _read_versions(self) -> dict[str, int]:
        """Return the versions of all tables requested before the query is sent."""
        loop = asyncio.get_running_loop()
        await asyncio.sleep(max(0.0, self._answered + ASK_SECONDS - loop.time()))
        tables, self._asked, self._next_answer, self._answered = encoded(list(self._asked)), set(), None, loop.time()
        try:
            return dict(await self._thread.submit(lambda c: c.execute(_VERSIONS, (tables,)).fetchall()))
        except StoreError:
            return {}  # the known versions stay valid

    def appended(self, table: str, version: int, holders: Sequence[int]) -> None:
        self._note_holders(table, holders)
        if self.others(table):
            self.send(Grown(table, version))

    def send(self, notice: Notice) -> None:
        if isinstance(notice, Facts):
            self._facts[notice.table] = notice
            if self._timer is None:
                self._timer = asyncio.get_running_loop().call_later(GATHER_SECONDS, self._add_facts)
        else:
            self._urgent.append(notice)
            self._filled.set()

    def _add_facts(self) -> None:
        self._timer = None
        self._urgent += self._facts.values()
        self._facts.clear()
        self._filled.set()

    async def _send_all(self) -> None:
        while True:
            await self._filled.wait()
            self._filled.clear()
            notices, self._urgent = self._urgent, []
            try:
                await self._thread.submit(partial(_notify, self._payloads(notices)))
            except StoreError as error:  # the others poll the tables anyway, and get all facts again
                log.warning("notices-lost", notices=len(notices), error=str(error))
                self._missed = True
            except Exception as error:
                self._metrics.count_exception(error, "peers")
                self._missed = True

    # ------------------------------------------------------------- receiving

    def _on_payload(self, payload: str) -> None:
        try:
            received = read_payload(self._key, payload)
        except msgspec.MsgspecError:  # of another release
            self._ignore("unknown")
            return
        if received is None:
            self._ignore("forged")
        elif received.worker == self.worker:
            self._echoed.set()
        else:
            if received.number <= self._latest.get(received.worker, 0):
                self._ignore("repeated")
                return
            self._latest[received.worker] = received.number
            if received.unknown:
                self._ignore("unknown")
            for notice in received.notices:
                self._follow(received.worker, notice)

    def _ignore(self, why: str) -> None:
        self._metrics.notices_ignored.labels(why).inc()
        if why not in self._warned:  # once: an attacker who forges notices could fill the log
            self._warned.add(why)
            log.warning("notice-ignored", why=why)

    def _follow(self, worker: int, notice: Notice) -> None:
        assert self._peer_listener is not None
        table = getattr(notice, "table", None)
        if table is not None and table not in self._marks:
            return
        if table is not None:
            self._others[table] = self._others.get(table, frozenset()) | {worker}
        if isinstance(notice, Bye):
            self._others = {table: others - {worker} for table, others in self._others.items() if others - {worker}}
        try:
            self._peer_listener.on_notice(worker, notice)
        except Exception as error:  # listening must survive every error
            self._metrics.count_exception(error, "peers")

    def _reconnected(self) -> None:
        self._listening.set()
        self._missed = True
        self._due.set()

    async def _refresh_often(self) -> None:
        while True:
            self._due.clear()
            try:
                await self._refresh()
            except StoreError as error:
                if not self._missed:
                    log.warning("workers-unknown", error=str(error))
                self._missed = True
            except Exception as error:
                self._metrics.count_exception(error, "peers")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._due.wait(), REFRESH_SECONDS)

    async def _refresh(self) -> None:
        """Send this worker's heartbeat, and poll all tables that it holds."""
        assert self._peer_listener is not None
        missed, self._missed = self._missed, False
        versions = self._peer_listener.versions()
        looked_at = self._marks.keys() & versions.keys()
        known = encoded([(table, versions.get(table, 1 << 30), mark) for table, mark in self._marks.items()])

        def work(connection: SqlConnection) -> Any:
            # By itself: while all of `tables` or `guests` is locked (VACUUM FULL), the next statement fails.  That one
            # does the same, as it enters a new worker, and workers of earlier releases have nothing else.
            connection.execute(_ALIVE, (self.worker,))
            logged = []
            if missed and looked_at:
                logged = connection.execute(_VERSIONS, (encoded(list(looked_at)),)).fetchall()
            statement = "SELECT refresh_worker(?1::BIGINT, ?2::JSON, ?3::DOUBLE PRECISION)"
            return *connection.execute(statement, (self.worker, known, LEASE_SECONDS)).fetchone()[0], logged

        try:
            lost, rows, logged = await self._thread.submit(work)
        except StoreError:
            self._missed = True
            raise
        shared, looked = {row[0] for row in rows}, list[Held]()
        for table in looked_at - shared:
            self._others.pop(table, None)
        for table, version, mark, holders in rows:
            if table not in self._marks:
                continue  # released since the query
            changed, self._marks[table] = self._marks[table] not in (None, mark), mark
            self._note_holders(table, holders)
            looked.append(Held(table, version, changed, frozenset(self.others(table))))
        if set_back := [table for table, version in logged if version < versions[table]]:
            self._peer_listener.on_set_back(set_back)
        self._peer_listener.on_check(looked, lost=lost)
        if missed:
            self._peer_listener.reconnected()


def _notify(payloads: Sequence[str], connection: SqlConnection) -> None:
    for payload in payloads:
        connection.execute(_NOTIFY, (payload,))
