"""The process of `tefuda bots`: claims requests from the queue in PostgreSQL, and answers them in worker processes.

It claims no more requests than it has idle workers, and leaves all others to other processes.  A claim is a lease that
is extended while the work goes on: if this process dies, another one takes over.  It claims only requests of games
whose code is the same here, and imports no other.  A late answer, to a request that another process has claimed since
or that is no longer wanted, has no effect.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any
from uuid import UUID, uuid4

import msgspec
import psycopg

from tefuda.bots.analysis import AnalysisRequest
from tefuda.bots.code_hash import code_hash
from tefuda.bots.fair_queue import LEAST_SHARE
from tefuda.bots.players import Request
from tefuda.bots.worker import Answered, Failed, Reply
from tefuda.bots.workers import BotFailed, Workers
from tefuda.server.bots.job_queue import ATTEMPTS, LEASE_SECONDS, NEW_JOBS, POLL_SECONDS, QueueConnection
from tefuda.server.logs import log
from tefuda.server.store.database_url import DatabaseUrl
from tefuda.server.store.errors import StoreError
from tefuda.server.store.postgres_connection import described

CLAIMED_AT_ONCE = 8
CANDIDATES = 100  # considered for a claim, in case other processes lock some of them at the same time
GRACE_SECONDS = 5.0  # for requests in work when the process is to end; then they are given back

# Askers take turns, as in `FairQueue`: ordered by how many of their requests are in work or come earlier.  Other
# processes may lock the first candidates at the same time, so rows are checked again once they are locked.
_CLAIM = """
    WITH candidates AS MATERIALIZED (
        SELECT id, urgent != ?2 AS later, created, count(*) FILTER (WHERE in_work) OVER (PARTITION BY place)
            + row_number() OVER (PARTITION BY place, in_work, urgent ORDER BY created) AS turn, in_work,
            attempts < ?6 AND wanted >= clock_timestamp() AND code = ANY(?1) AS claimable
        FROM (
            SELECT *, lease IS NOT NULL AND lease >= clock_timestamp() AS in_work FROM bot_jobs WHERE answer IS NULL
        ) AS jobs
    ), first AS MATERIALIZED (
        SELECT id, later, turn, created FROM candidates WHERE claimable AND NOT in_work
        ORDER BY later, turn, created LIMIT ?7
    ), next AS MATERIALIZED (
        SELECT locked.id FROM (SELECT id FROM first ORDER BY later, turn, created) AS ordered
        CROSS JOIN LATERAL (
            SELECT id FROM bot_jobs
            WHERE bot_jobs.id = ordered.id AND answer IS NULL AND (lease IS NULL OR lease < clock_timestamp())
            FOR UPDATE SKIP LOCKED
        ) AS locked
        LIMIT ?3
    )
    UPDATE bot_jobs SET bots = ?4, claimed = clock_timestamp(), attempts = attempts + 1,
        lease = clock_timestamp() + make_interval(secs => ?5)
    WHERE id = ANY(ARRAY(SELECT id FROM next)) RETURNING id, code, request"""
_EXTEND = """
    UPDATE bot_jobs SET lease = clock_timestamp() + make_interval(secs => ?3)
    WHERE id = ANY(?1) AND bots = ?2 AND answer IS NULL AND lease >= clock_timestamp()"""
_ANSWER = """
    WITH answered AS (
        UPDATE bot_jobs SET answer = ?
        WHERE id = ? AND bots = ? AND answer IS NULL AND lease >= clock_timestamp() RETURNING server
    ) SELECT pg_notify('tefuda_answers_' || replace(server::TEXT, '-', ''), ''), server FROM answered"""
_GIVE_BACK = """
    WITH given AS (
        UPDATE bot_jobs SET bots = NULL, claimed = NULL, lease = NULL, attempts = attempts - 1
        WHERE id = ANY(?1) AND bots = ?2 AND answer IS NULL AND lease >= clock_timestamp() RETURNING id
    ) SELECT pg_notify(?3, '') FROM given"""

_REQUESTS: msgspec.msgpack.Decoder[Request | AnalysisRequest] = msgspec.msgpack.Decoder(Request | AnalysisRequest)


class BotsProcess:
    """Answers requests for games, given by slug and package, until `stop` is called."""

    def __init__(self, url: DatabaseUrl, processes: int, games: Mapping[str, str]) -> None:
        self._id, self._processes = uuid4(), processes
        self._packages = {code_hash(package): package for package in games.values()}
        self._workers = Workers(processes)
        self._held: dict[UUID, Future[Any]] = {}  # claimed, and not yet answered or given back
        self._done = SimpleQueue[UUID]()
        self._answers: dict[UUID, bytes] = {}  # ready to be written
        self._urgent_claimed = 0  # since the last chance of a background request
        self._next_extension = self._next_claim = 0.0
        self._stops_at: float | None = None
        self._away = False
        self._connection = QueueConnection(url, NEW_JOBS, as_bots=True)

    def stop(self) -> None:
        """Stop gracefully: claim no more jobs, finish the current ones or give them back; for a signal handler."""
        if self._stops_at is None:
            self._stops_at = monotonic() + GRACE_SECONDS
        self._connection.wake()

    def run(self, on_start: Callable[[], object] = lambda: None, on_tick: Callable[[], object] = lambda: None) -> None:
        """Answer requests until `stop` is called; `on_tick` is called at least every second.

        `on_start` is called once the queue can be used; raises StoreError if it cannot be.
        """
        try:
            self._connection.open()
            on_start()
            while self._stops_at is None or (self._held and monotonic() < self._stops_at):
                on_tick()
                try:
                    self._work()
                except (StoreError, psycopg.Error) as error:
                    self._note_away(error)
                with contextlib.suppress(psycopg.Error):  # the next statement connects again
                    self._connection.wait(POLL_SECONDS)
            self._give_back()
        finally:
            self._workers.close()
            self._connection.close()

    def _work(self) -> None:
        if self._connection.open() or self._connection.notified():
            self._next_claim = 0.0
        self._write_answers()
        now = monotonic()
        if self._held and now >= self._next_extension:
            self._next_extension = now + LEASE_SECONDS / 3
            self._connection.execute(_EXTEND, (list(self._held), self._id, LEASE_SECONDS))
        if self._stops_at is None and self._next_claim <= now:
            self._claim()
        if self._away:
            self._away = False
            log.warning("database-back")

    def _claim(self) -> None:
        """Claim requests for the idle workers."""
        free = self._processes - len(self._held)
        if free <= 0:
            return
        background = self._urgent_claimed >= LEAST_SHARE - 1
        count = 1 if background else min(free, CLAIMED_AT_ONCE)
        values = (list(self._packages), not background, count, self._id, LEASE_SECONDS, ATTEMPTS, CANDIDATES)
        claimed = self._connection.execute(_CLAIM, values).fetchall()
        self._urgent_claimed = 0 if background else self._urgent_claimed + len(claimed)
        # Idle workers claim again when a request is added, and periodically because a lease may have expired.
        self._next_claim = 0.0 if claimed else monotonic() + POLL_SECONDS
        for id, code, content in claimed:
            if id not in self._held:  # else the lease of our own claim had expired
                self._held[id] = self._start(id, self._packages[code], bytes(content))
        if claimed and len(self._held) < self._processes:
            self._connection.wake()

    def _start(self, id: UUID, package: str, content: bytes) -> Future[Any]:
        future: Future[Any]
        try:
            request = _REQUESTS.decode(content)
            if request.package != package:
                raise BotFailed(f"the request is for {request.package}, and its code is that of {package}")
        except (msgspec.MsgspecError, BotFailed) as error:
            future = Future()
            future.set_exception(error)
        else:
            self._workers.prepare(package)
            future = self._workers.submit(request)
        future.add_done_callback(lambda _: self._finished(id))
        return future

    def _finished(self, id: UUID) -> None:
        self._done.put(id)
        self._connection.wake()

    def _write_answers(self) -> None:
        while True:
            try:
                id = self._done.get_nowait()
            except Empty:
                break
            self._answers[id] = msgspec.msgpack.encode(_reply(self._held[id]))
        for id, answer in list(self._answers.items()):
            if self._connection.execute(_ANSWER, (answer, id, self._id)).fetchone() is None:
                log.info("late-answer")
            del self._answers[id], self._held[id]
            self._next_claim = 0.0

    def _give_back(self) -> None:
        try:
            self._write_answers()
            if self._held:
                self._connection.execute(_GIVE_BACK, (list(self._held), self._id, NEW_JOBS))
        except (StoreError, psycopg.Error) as error:
            self._note_away(error)

    def _note_away(self, error: StoreError | psycopg.Error) -> None:
        """Log the first error of several."""
        if not self._away:
            log.warning("database-away", reason=described(error))
        self._away = True


def _reply(future: Future[Any]) -> Reply:
    error = future.exception()
    if error is None:
        return Answered(future.result())
    return Failed(str(error), getattr(error, "details", ""))
