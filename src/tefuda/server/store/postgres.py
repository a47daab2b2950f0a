"""PostgreSQL implementation of the store, for servers that already have one and for several of them.

Commits wait until the database has synced them to its disk.  The timeouts are in `postgres_connection.py`, the recovery
from a lost connection in `postgres_commit.py`, the migrations in `postgres_schema.py`.
"""

from __future__ import annotations

from contextlib import closing
from functools import partial
from typing import Any

import psycopg

from tefuda.server.metrics import Metrics
from tefuda.server.store import postgres_schema
from tefuda.server.store.database_url import DatabaseUrl
from tefuda.server.store.errors import StoreError
from tefuda.server.store.group_commit import Write
from tefuda.server.store.postgres_commit import commit, read, unlocked
from tefuda.server.store.postgres_connection import PostgresConnection, conninfo, described
from tefuda.server.store.sql_store import SqlStore

TRY_SECONDS = 0.05  # for which a transaction waits for a lock, while all other writes wait for it


class PostgresStore(SqlStore):
    """A store in the schema `tefuda` of a PostgreSQL database, over two connections.

    Raises StoreError if the database cannot be reached or used.
    """

    def __init__(self, url: DatabaseUrl, metrics: Metrics | None = None) -> None:
        try:
            with closing(postgres_schema.connect(url, conninfo(url))) as connection:
                postgres_schema.prepare(connection, url)
        except psycopg.Error as error:
            raise StoreError(f"{url}: {described(error)}") from None
        reading = PostgresConnection(url, read_only=True)
        writing = PostgresConnection(url, lock_seconds=TRY_SECONDS)
        try:
            reading.open()
            writing.open()
        except StoreError:
            reading.close()
            raise
        super().__init__(reading, writing, partial(read, reading), partial(commit, writing), metrics)

    async def _change(self, work: Write, method: str = "", **arguments: Any) -> Any:
        return await unlocked(partial(super()._change, work, method, **arguments))

    async def ping(self) -> None:
        await self._rows("SELECT 1")
        await super().ping()
