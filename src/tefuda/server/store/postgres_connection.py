"""A connection to PostgreSQL with timeouts that reconnects after it was lost.

Every statement runs in a transaction of its own, unless there is a BEGIN.  Each connection holds a shared advisory
lock, so that nobody migrates the database or moves data into it at the same time.
"""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import psycopg
from psycopg.abc import PQGen
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.pq import TransactionStatus

from tefuda.server.store import postgres_schema
from tefuda.server.store.database_url import DatabaseUrl
from tefuda.server.store.errors import StoreError
from tefuda.server.store.sql import Dialect

LOCK_SECONDS = 1.5  # for which a statement, or a retried write, waits for another transaction
STATEMENT_SECONDS = 5.0  # timeout of a statement
ANSWER_SECONDS = 8.0  # without an answer, after which the database counts as gone
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 2.0  # back-off between attempts to connect, doubled each time

DIALECT = Dialect(
    greatest="greatest",
    ids="SELECT json_array_elements_text(?1::JSON)",
    numbers="SELECT json_array_elements_text(?1::JSON)::BIGINT",
    log="""
        SELECT coalesce(json_agg(json_build_array(version, entry, sender, command) ORDER BY version), '[]')::TEXT
        FROM entries WHERE table_id = ?1 AND version > ?2::INTEGER""",
    seats="""
        SELECT coalesce(json_agg(json_build_array(guest, seat, sits)), '[]')::TEXT
        FROM seats WHERE table_id = ?1""",
    sitter_kind="(sitters::JSON -> to_act ->> 'kind')",
    person_sits="EXISTS (SELECT 1 FROM json_array_elements(sitters::JSON) AS one WHERE one ->> 'kind' = 'person')",
    keep=" FOR KEY SHARE",  # as a foreign key does; waits for a deletion, and then sees it
    lock=" FOR UPDATE",
    held="EXISTS (SELECT 1 FROM holders WHERE table_id = tables.id)",
    referring="""
        SELECT child.relname, attname FROM pg_constraint
        JOIN pg_class AS child ON child.oid = conrelid
        JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
        WHERE contype = 'f' AND confrelid = to_regclass(?1)""",
)

_SETTINGS = {
    "search_path": postgres_schema.SEARCH_PATH,
    "statement_timeout": f"{STATEMENT_SECONDS:g}s",
    "idle_in_transaction_session_timeout": f"{ANSWER_SECONDS:g}s",
    "default_transaction_isolation": "read committed",
}
# Both sides give up a peer that has been silent for 19 seconds; the database then releases the locks of its session.
# With a tcp_user_timeout, Linux does not count probes: it gives up once one is unanswered and the timeout has passed.
# So the timeout leaves time for all probes.  With a shorter one, a single probe delayed by a pause of the machine would
# end an idle connection; as it is, a pause of 12 seconds ends none.
KEEPALIVES_IDLE, KEEPALIVES_INTERVAL, KEEPALIVES_COUNT = 4, 3, 5
SILENT_SECONDS = KEEPALIVES_IDLE + KEEPALIVES_COUNT * KEEPALIVES_INTERVAL
NOTICE_VANISHED = f"""
    SELECT set_config('tcp_keepalives_idle', '{KEEPALIVES_IDLE}', FALSE),
        set_config('tcp_keepalives_interval', '{KEEPALIVES_INTERVAL}', FALSE),
        set_config('tcp_keepalives_count', '{KEEPALIVES_COUNT}', FALSE),
        set_config('tcp_user_timeout', '{SILENT_SECONDS}s', FALSE)"""
_CHECK_CLIENT = "SET client_connection_check_interval = '5s'"  # even while a statement runs
# A new session has no mark, unless a connection pooler gives the sessions of the database to transactions.
_MARK = "SELECT coalesce(current_setting('tefuda.mark', TRUE), ''), set_config('tefuda.mark', 'set', FALSE)"
# Without it, a crash of the database could lose acknowledged writes.
_SYNCHRONOUS = """
    SELECT set_config('synchronous_commit', 'on', FALSE) WHERE current_setting('synchronous_commit') = 'off'"""
_ASYNCHRONOUS = "SET synchronous_commit = off"
# Options of libpq, unless the URL has its own.
_OPTIONS: dict[str, Any] = {
    "connect_timeout": 3,
    "application_name": "tefuda",
    "keepalives_idle": KEEPALIVES_IDLE,
    "keepalives_interval": KEEPALIVES_INTERVAL,
    "keepalives_count": KEEPALIVES_COUNT,
    "tcp_user_timeout": SILENT_SECONDS * 1000,
}


class Session(psycopg.Connection[tuple[Any, ...]]):
    """A session that fails with an OperationalError if the database does not answer in time."""

    def wait(self, gen: PQGen[Any], interval: float = 0.1, timeout: float | None = None) -> Any:
        return super().wait(gen, interval, ANSWER_SECONDS if timeout is None else timeout)


def described(error: psycopg.Error | StoreError) -> str:
    """Return an error's text without its details, which can name values."""
    if isinstance(error, StoreError):
        return str(error)
    return " ".join((error.diag.message_primary or str(error) or type(error).__name__).split())


def conninfo(url: DatabaseUrl) -> str:
    """Return the options for libpq; raises StoreError if the URL has unknown ones."""
    try:
        return make_conninfo(**(_OPTIONS | conninfo_to_dict(url.text)))
    except psycopg.Error:  # its text may hold parts of the password
        raise StoreError(f"the URL of {url} has options that PostgreSQL does not know") from None


@lru_cache(maxsize=256)
def numbered(statement: str) -> str:
    """Return a statement with PostgreSQL's parameters, `$1` for `?1` or the first `?`."""
    numbers = iter(range(1, 100))
    return re.sub(r"\?(\d*)", lambda found: f"${found[1] or next(numbers)}", statement)


class PostgresConnection:
    """A connection for one thread; opened by its first statement.

    `join` prepares every new session: by default it takes the lock of a server and checks the schema.  A statement
    waits for another transaction for at most `lock_seconds`.
    """

    dialect = DIALECT

    def __init__(
        self,
        url: DatabaseUrl,
        *,
        read_only: bool = False,
        durable: bool = True,
        lock_seconds: float = LOCK_SECONDS,
        join: Callable[[Session, DatabaseUrl], object] = postgres_schema.join,
    ) -> None:
        self._url, self._join = url, join
        self._durable = durable
        self._settings = _SETTINGS | {
            "lock_timeout": f"{lock_seconds * 1000:g}ms",
            "default_transaction_read_only": str(read_only),
        }
        self._conninfo = conninfo(url)
        self._session: Session | None = None
        self._pause, self._next_attempt, self._error = 0.0, 0.0, ""

    @property
    def lost(self) -> bool:
        """Whether there is no session, so that the outcome of the last statement may be unknown."""
        return self._session is None

    def execute(self, statement: str, parameters: Sequence[Any] = (), /) -> psycopg.Cursor[tuple[Any, ...]]:
        """Run a statement; raises psycopg.Error, or StoreError if there is no connection."""
        session = self._session or self.open()
        # PostgreSQL does not allow NUL in texts. Nobody types one, and no id has one.
        values = [value.replace("\0", "\ufffd") if isinstance(value, str) else value for value in parameters]
        try:
            return session.execute(numbered(statement), values)
        except psycopg.Error as error:
            if _is_lost(session, error):
                self.close()
            raise

    def open(self, patience: float = 0.0) -> Session:
        """Connect, with retries for `patience` seconds; raises StoreError if that fails, or has just failed."""
        deadline = time.monotonic() + patience
        while True:
            now = time.monotonic()
            if now >= self._next_attempt:
                try:
                    self._session = self._connected()
                except StoreError as error:
                    self._error = str(error)
                    self._pause = min(2 * self._pause or FIRST_PAUSE, LONGEST_PAUSE)
                    self._next_attempt = time.monotonic() + self._pause
                else:
                    self._pause = 0.0
                    return self._session
            if self._next_attempt > deadline:
                raise StoreError(self._error)
            time.sleep(max(0.0, self._next_attempt - time.monotonic()))

    def _connected(self) -> Session:
        try:
            session = Session.connect(self._conninfo, autocommit=True, cursor_factory=psycopg.RawCursor)
        except psycopg.Error as error:
            raise StoreError(f"{self._url}: {described(error)}") from None
        try:
            [(mark, _)] = session.execute(_MARK).fetchall()
            if mark:
                raise StoreError(
                    f"{self._url}: a connection pooler is between, which is not in session mode: let it keep the "
                    "sessions apart (PgBouncer: pool_mode = session), or connect to PostgreSQL directly"
                )
            for name, value in self._settings.items():
                session.execute("SELECT set_config($1, $2, FALSE)", (name, value))
            session.execute(NOTICE_VANISHED)
            with contextlib.suppress(psycopg.errors.InvalidParameterValue):  # not available on all systems
                session.execute(_CHECK_CLIENT)
            session.execute(_SYNCHRONOUS if self._durable else _ASYNCHRONOUS)
            self._join(session, self._url)
        except psycopg.Error as error:
            session.close()
            raise StoreError(f"{self._url}: {described(error)}") from None
        except StoreError:
            session.close()
            raise
        return session

    def close(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session = None


def _is_lost(session: Session, error: psycopg.Error) -> bool:
    """Return whether a session can no longer be used after an error."""
    # Lost; shutting down; or no longer the primary, which another host of the URL may be now.
    if session.closed or (error.sqlstate or "").startswith(("08", "57P", "25006")):
        return True
    return session.info.transaction_status in (TransactionStatus.ACTIVE, TransactionStatus.UNKNOWN)  # no answer in time
