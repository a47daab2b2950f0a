"""The queue of bots in PostgreSQL, shared by servers and `tefuda bots`: timeouts, channels and a connection.

A server adds jobs (`queued_bots.py`), other processes claim and answer them (`bots_process.py`).  Each side wakes the
other with NOTIFY, and also polls, in case it has missed a notification.
"""

from __future__ import annotations

import contextlib
import selectors
import socket
from collections.abc import Sequence
from typing import Any
from uuid import UUID

import psycopg

from tefuda.server.store import postgres_schema
from tefuda.server.store.database_url import DatabaseUrl
from tefuda.server.store.errors import StoreError
from tefuda.server.store.postgres_connection import PostgresConnection, Session

LEASE_SECONDS = 6.0  # lease of a claimed job: until another process may claim it
WANTED_SECONDS = 30.0  # lease of a server on its jobs: how long they outlive it
ATTEMPTS = 3  # claims of a job before it is given up
POLL_SECONDS = 1.0  # between polls without a notification
NEW_JOBS = "tefuda_jobs"  # channel


def answers_channel(server: UUID) -> str:
    """Return the channel on which a server learns that a job of its own was answered."""
    return f"tefuda_answers_{server.hex}"


def join_as_bots(session: Session, url: DatabaseUrl) -> None:
    """Check that the queue can be used, and show servers that bots are there; raises StoreError."""
    try:
        session.execute("SELECT FROM tefuda.bot_jobs LIMIT 0")
    except psycopg.errors.UndefinedTable:
        raise StoreError(f"{url} has no queue of bots: run tefuda migrate of this release") from None
    except psycopg.errors.InsufficientPrivilege:
        user = session.info.user
        raise StoreError(
            f"{url}: {user} may not read the queue of bots: run tefuda migrate --grant-bots {user} as the owner"
        ) from None
    session.execute(f"SELECT pg_advisory_lock_shared({postgres_schema.BOTS})")  # a constant


class QueueConnection:
    """A connection for one thread that listens to a channel, and that other threads can wake."""

    def __init__(self, url: DatabaseUrl, channel: str, *, as_bots: bool = False) -> None:
        self._join_as, self._channel = join_as_bots if as_bots else postgres_schema.join, channel
        # Nothing in the queue needs to survive a crash.
        self._connection = PostgresConnection(url, durable=False, join=self._join)
        self._session: Session | None = None
        self._notified = False
        self._woken, self._waker = socket.socketpair()
        self._woken.setblocking(False)
        self._waker.setblocking(False)

    def open(self) -> bool:
        """Connect if there is no connection, and return whether this was so.

        Raises StoreError if that fails, or has just failed.
        """
        if not self._connection.lost:
            return False
        self._connection.open()
        return True

    def execute(self, statement: str, parameters: Sequence[Any] = ()) -> psycopg.Cursor[tuple[Any, ...]]:
        """Run a statement; raises psycopg.Error or StoreError."""
        return self._connection.execute(statement, parameters)

    def notified(self) -> bool:
        """Return whether a notification has arrived since the last call."""
        notified, self._notified = self._notified, False
        return notified

    def wait(self, seconds: float) -> None:
        """Wait until a notification arrives, another thread calls `wake`, or time is up; raises psycopg.Error."""
        session = None if self._connection.lost else self._session
        if session is not None and self._received(session):
            return
        with selectors.PollSelector() as selector:  # unlike others it needs no descriptor, of which none may be left
            selector.register(self._woken, selectors.EVENT_READ)
            if session is not None:
                selector.register(session.fileno(), selectors.EVENT_READ)
            ready = {key.fd for key, _ in selector.select(seconds)}
        if self._woken.fileno() in ready:
            with contextlib.suppress(BlockingIOError):
                self._woken.recv(4096)
        if session is not None and session.fileno() in ready:
            try:
                session.pgconn.consume_input()
            except psycopg.Error:
                self._connection.close()
                raise
            self._received(session)

    def wake(self) -> None:
        """Let `wait` return, now or when it is called next; for any thread and for signal handlers."""
        with contextlib.suppress(OSError):  # full: a wake-up is pending; closed: nobody waits
            self._waker.send(b"\0")

    def close(self) -> None:
        self._connection.close()
        self._woken.close()
        self._waker.close()

    def _received(self, session: Session) -> bool:
        """Take the notifications that have arrived, and return whether there was one since the last `notified`."""
        while session.pgconn.notifies():
            self._notified = True
        return self._notified

    def _join(self, session: Session, url: DatabaseUrl) -> None:
        self._join_as(session, url)
        session.execute(f'LISTEN "{self._channel}"')
        session.add_notify_handler(self._note)
        self._session = session

    def _note(self, _: psycopg.Notify) -> None:
        self._notified = True
