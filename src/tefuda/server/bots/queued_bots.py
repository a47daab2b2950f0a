"""The server's side of the queue of bots in PostgreSQL: adds requests, and resolves their futures with the answers.

A pool like `Workers`, whose processes are elsewhere (`tefuda bots`).  One thread with its own connection does all the
work.  It keeps every request until it is answered, and adds requests that the database has lost again.  Requests wait
without a timeout until bots appear.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import threading
from collections.abc import Hashable
from concurrent.futures import Future
from time import monotonic
from typing import Any, NamedTuple, overload
from uuid import UUID, uuid4

import msgspec
import psycopg

from tefuda.bots.analysis import Analysis, AnalysisRequest
from tefuda.bots.code_hash import code_hash
from tefuda.bots.fair_queue import Asker
from tefuda.bots.players import Answer, Request
from tefuda.bots.worker import Failed, Reply
from tefuda.bots.workers import ANYONE, BotFailed, WorkersClosed
from tefuda.server.bots.job_queue import (
    ATTEMPTS,
    NEW_JOBS,
    POLL_SECONDS,
    WANTED_SECONDS,
    QueueConnection,
    answers_channel,
)
from tefuda.server.logs import log
from tefuda.server.metrics import Metrics
from tefuda.server.store import postgres_schema
from tefuda.server.store.database_url import DatabaseUrl
from tefuda.server.store.errors import StoreError
from tefuda.server.store.postgres_connection import described

LATE_SECONDS = 5.0  # a request unclaimed for this long means that there are no bots, or too few
PLACE_BYTES = 16

_ADD = """
    WITH added AS (
        INSERT INTO bot_jobs (id, server, code, place, urgent, request, wanted)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, clock_timestamp() + make_interval(secs => ?7))
        ON CONFLICT DO NOTHING RETURNING id
    ) SELECT pg_notify(?8, '') FROM added"""
_TAKE_ANSWERS = """
    DELETE FROM bot_jobs WHERE server = ? AND answer IS NOT NULL
    RETURNING id, answer, extract(EPOCH FROM claimed - created)::FLOAT8"""
_TAKE_LOST = """
    DELETE FROM bot_jobs
    WHERE server = ? AND answer IS NULL AND attempts >= ? AND lease < clock_timestamp() RETURNING id"""
_REMOVE = "DELETE FROM bot_jobs WHERE server = ? AND id = ANY(?)"
_EXTEND = """
    UPDATE bot_jobs SET wanted = clock_timestamp() + make_interval(secs => ?2) WHERE server = ?1 RETURNING id"""
_REMOVE_UNWANTED = "DELETE FROM bot_jobs WHERE wanted < clock_timestamp()"
_UNCLAIMED = """
    SELECT count(*), coalesce(extract(EPOCH FROM clock_timestamp() - min(created)), 0)::FLOAT8
    FROM bot_jobs WHERE server = ? AND answer IS NULL AND (lease IS NULL OR lease < clock_timestamp())"""
_PROCESSES = """
    SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = database
    WHERE locktype = 'advisory' AND datname = current_database()
    AND (classid::BIGINT << 32) + objid::BIGINT = ?"""
_KEY = "SELECT value FROM keys WHERE name = 'server'"

_REPLIES: msgspec.msgpack.Decoder[Reply] = msgspec.msgpack.Decoder(Reply)


class _Job(NamedTuple):
    """A request that has no answer yet."""

    request: Request | AnalysisRequest
    asker: Asker
    future: Future[Any]


class QueuedBots:
    """Pool of the processes of `tefuda bots`; connects on first use."""

    def __init__(self, url: DatabaseUrl, metrics: Metrics) -> None:
        self._id, self._metrics = uuid4(), metrics
        self._jobs: dict[UUID, _Job] = {}  # all that have no answer
        self._new: list[UUID] = []  # not yet in the queue
        self._cancelled: list[UUID] = []  # still in the queue
        self._lock = threading.Lock()
        self._closing = False
        self._key = b""
        self._next_poll = self._next_extension = 0.0
        self._late = self._away = False
        self.waiting, self.oldest = 0, 0.0  # requests that no process has claimed, and the age of the oldest in seconds
        self._connection = QueueConnection(url, answers_channel(self._id))
        self._thread: threading.Thread | None = None

    @overload
    def submit(self, request: Request, asker: Asker = ANYONE) -> Future[Answer]: ...
    @overload
    def submit(self, request: AnalysisRequest, asker: Asker = ANYONE) -> Future[Analysis]: ...
    def submit(self, request: Request | AnalysisRequest, asker: Asker = ANYONE) -> Future[Any]:
        """Queue a request; the future raises BotFailed if it cannot be answered."""
        id, future = uuid4(), Future[Any]()
        with self._lock:
            if self._closing:
                raise WorkersClosed("the queue of bots is closed")
            self._jobs[id] = _Job(request, asker, future)
            self._new.append(id)
            self._start()
        future.add_done_callback(lambda future: self._cancel(id) if future.cancelled() else None)
        self._connection.wake()
        return future

    def prepare(self, package: str) -> None:
        """Connect, so that missing bots are noticed early; bots prepare a game at its first request."""
        with self._lock:
            self._start()

    def close(self) -> None:
        """Remove all requests from the queue; they fail with WorkersClosed."""
        with self._lock:
            self._closing = True
        if self._thread is not None:
            self._connection.wake()
            self._thread.join()
        self._connection.close()
        jobs, self._jobs = self._jobs, {}
        for job in jobs.values():
            if job.future.set_running_or_notify_cancel():
                job.future.set_exception(WorkersClosed("the queue of bots was closed"))

    def _start(self) -> None:
        if self._thread is None and not self._closing:
            self._thread = threading.Thread(target=self._loop, name="tefuda-bot-queue", daemon=True)
            self._thread.start()

    def _cancel(self, id: UUID) -> None:
        with self._lock:
            if self._jobs.pop(id, None) is not None:
                self._cancelled.append(id)
        self._connection.wake()

    # ------------------------------------------------------- in the thread

    def _loop(self) -> None:
        while not self._closing:
            try:
                self._work()
            except (StoreError, psycopg.Error) as error:
                self._note_away(error)
                self._next_poll = monotonic() + POLL_SECONDS
            except Exception as error:  # such as OSError without descriptors: without this thread all games stand still
                self._metrics.count_exception(error, "bot queue")
                self._next_poll = monotonic() + POLL_SECONDS
            with contextlib.suppress(psycopg.Error):  # the next statement connects again
                self._connection.wait(max(0.0, self._next_poll - monotonic()))
        with contextlib.suppress(StoreError, psycopg.Error):  # else they expire
            self._connection.execute(_REMOVE, (self._id, list(self._jobs)))

    def _work(self) -> None:
        """Synchronize the queue with the requests of this server."""
        connection = self._connection
        if connection.open() or self._away:  # the queue may have lost any of them
            with self._lock:
                self._new = list(self._jobs)
        polls = monotonic() >= self._next_poll
        if connection.notified() or polls:
            self._take_answers()
        self._add_new()
        self._remove_cancelled()
        if self._away:
            self._away = False
            log.warning("bot-queue-back")
        if polls:
            self._next_poll = monotonic() + POLL_SECONDS
            self._poll()

    def _add_new(self) -> None:
        with self._lock:
            new = {id: self._jobs[id] for id in self._new if id in self._jobs}
        for id, (request, asker, _) in new.items():
            content = msgspec.msgpack.encode(request)
            values = (id, self._id, code_hash(request.package), self._place(asker.place), asker.person_waits)
            self._connection.execute(_ADD, (*values, content, WANTED_SECONDS, NEW_JOBS))
        with self._lock:
            self._new = [id for id in self._new if id not in new and id in self._jobs]

    def _place(self, place: Hashable) -> bytes:
        """Return a pseudonym of a guest or an address, the same for all servers on the database."""
        if not self._key:
            self._key = bytes((self._connection.execute(_KEY).fetchone() or (b"",))[0])
        text = f"tefuda/bot-queue/place\0{type(place).__name__}\0{place}"
        return hmac.digest(self._key, text.encode(), hashlib.sha256)[:PLACE_BYTES]

    def _remove_cancelled(self) -> None:
        with self._lock:
            cancelled = list(self._cancelled)
        if cancelled:
            self._connection.execute(_REMOVE, (self._id, cancelled))
            with self._lock:
                del self._cancelled[: len(cancelled)]

    def _take_answers(self) -> None:
        for id, answer, waited in self._connection.execute(_TAKE_ANSWERS, (self._id,)).fetchall():
            self._metrics.bot_wait.observe(waited or 0.0)
            with self._lock:
                job = self._jobs.pop(id, None)
            if job is not None and job.future.set_running_or_notify_cancel():
                _resolve(job, answer)

    def _poll(self) -> None:
        connection = self._connection
        for (id,) in connection.execute(_TAKE_LOST, (self._id, ATTEMPTS)).fetchall():
            with self._lock:
                job = self._jobs.pop(id, None)
            if job is not None and job.future.set_running_or_notify_cancel():
                job.future.set_exception(BotFailed(f"{ATTEMPTS} processes of bots were lost over one decision"))
        if monotonic() >= self._next_extension:
            self._extend()
            self._next_extension = monotonic() + WANTED_SECONDS / 4
        self.waiting, self.oldest = connection.execute(_UNCLAIMED, (self._id,)).fetchone() or (0, 0.0)
        (processes,) = connection.execute(_PROCESSES, (postgres_schema.BOTS,)).fetchone() or (0,)
        self._metrics.bots_connected.set(processes)
        late = self.oldest >= LATE_SECONDS
        if late and not self._late:  # if there are processes: too few, or of another release
            log.warning("bots-missing", processes=processes, waiting=self.waiting)
        elif self._late and not late:
            log.warning("bots-back", processes=processes)
        self._late = late

    def _extend(self) -> None:
        """Renew the lease of all requests, and add those that another server has removed again.

        That happens if this process was paused for longer than the lease, or if the database's clock was set forward.
        """
        there = {id for (id,) in self._connection.execute(_EXTEND, (self._id, WANTED_SECONDS)).fetchall()}
        self._connection.execute(_REMOVE_UNWANTED)
        with self._lock:
            lost = self._jobs.keys() - there - set(self._new)
            self._new += lost
        if lost:
            log.warning("requests-lost", requests=len(lost))
            self._add_new()

    def _note_away(self, error: StoreError | psycopg.Error) -> None:
        if not self._away:
            log.warning("bot-queue-away", reason=described(error), waiting=len(self._jobs))
        self._away = True


def _resolve(job: _Job, answer: bytes) -> None:
    """Resolve the future of a request.  Answers are trusted as far as the roles that may write to the queue."""
    try:
        reply = _REPLIES.decode(answer)
    except (msgspec.MsgspecError, UnicodeError):
        job.future.set_exception(BotFailed("the answer of a bot is malformed"))
        return
    if isinstance(reply, Failed):
        job.future.set_exception(BotFailed(reply.message, reply.details))
    elif isinstance(reply.answer, Answer) != isinstance(job.request, Request):
        job.future.set_exception(BotFailed("the answer of a bot belongs to another kind of request"))
    else:
        job.future.set_result(reply.answer)
