"""Schema of the PostgreSQL store: numbered migrations, and the locks around them.

All tables are in the schema `tefuda`.  A server holds the advisory lock `IN_USE` in shared mode; migrating the schema
and moving data into it take the lock exclusively.  Only its owner can change the schema: a server needs no more rights
than `grant` gives.
"""

from __future__ import annotations

import time
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

import psycopg
from psycopg import sql

from tefuda.server.store.database_url import DatabaseUrl
from tefuda.server.store.errors import StoreError

SEARCH_PATH = "tefuda, pg_temp"
OLDEST = 150000  # supported version of PostgreSQL, as in docs/databases.md
IN_USE = 0x7465_6675_6461_0001  # advisory lock: shared by servers
MIGRATING = 0x7465_6675_6461_0002  # advisory lock: held while checking whether to migrate
BOTS = 0x7465_6675_6461_0010  # advisory lock: shared by processes of `tefuda bots`, so that servers see them
MIGRATION_WAIT = "60s"
CLOSING_SECONDS = 3.0  # for which the sessions of a server that has ended may still hold their lock

_HAS_TABLE = """
    SELECT 1 FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE nspname = 'tefuda' AND relname = 'migration'"""

Connection = psycopg.Connection[tuple[Any, ...]]


def scripts() -> list[tuple[int, Traversable]]:
    """Return the migrations by number, oldest first."""
    folder = resources.files("tefuda.server.store") / "migrations" / "postgresql"
    return sorted(((int(path.name[:4]), path) for path in folder.iterdir()), key=lambda script: script[0])


def version(connection: Connection) -> int:
    """Return the number of the last migration, 0 if there was none."""
    # to_regclass would answer from a cache, which may lack what another session has just created.
    if connection.execute(_HAS_TABLE).fetchone() is None:
        return 0
    (number,) = connection.execute("SELECT coalesce(max(number), 0) FROM tefuda.migration").fetchone() or (0,)
    return int(number)


def join(connection: Connection, url: DatabaseUrl) -> None:
    """Take the lock of a server for as long as the session lasts, and check the schema; raises StoreError."""
    (joined,) = connection.execute(f"SELECT pg_try_advisory_lock_shared({IN_USE})").fetchone() or (False,)  # a constant
    if not joined:
        raise StoreError(f"{url} is being migrated, or data is being moved into it; start again when that is done")
    found, known = version(connection), scripts()[-1][0]
    if found > known:
        raise StoreError(_newer(url, found, known))
    if found < known:
        raise StoreError(f"{url} has not been migrated to this release: run tefuda migrate")


def _newer(url: DatabaseUrl, found: int, known: int) -> str:
    return f"{url}: the data is of a newer Tefuda (schema version {found}; this release knows {known})"


def connect(url: DatabaseUrl, conninfo: str) -> Connection:
    """Connect for work on the schema; raises StoreError."""
    connection = psycopg.connect(conninfo, autocommit=True)
    if connection.info.server_version < OLDEST:
        connection.close()
        raise StoreError(
            f"{url} is PostgreSQL {connection.info.server_version // 10000}: version 15 or newer is needed"
        )
    if connection.info.parameter_status("in_hot_standby") == "on":
        connection.close()
        raise StoreError(
            f"{url} is a standby, or its recovery has not ended, so that nothing can be written: name the primary, "
            "or make this one the primary with pg_promote()"
        )
    return connection


def migrate(
    connection: Connection, url: DatabaseUrl, roles: tuple[str, ...] = (), bot_roles: tuple[str, ...] = ()
) -> list[int]:
    """Run the missing migrations in one transaction and return their numbers.

    `roles` get the rights of a server, `bot_roles` those of `tefuda bots`.

    Raises StoreError if the data is of a newer release, or if servers are running and there is something to do.
    """
    with connection.transaction():
        connection.execute("SELECT set_config('lock_timeout', %s, TRUE)", (MIGRATION_WAIT,))
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATING,))
        found, known = version(connection), scripts()[-1][0]
        if found > known:
            raise StoreError(_newer(url, found, known))
        missing = [(number, path) for number, path in scripts() if number > found]
        if missing:
            lock_alone(connection, url)
        if found == 0:
            if connection.execute("SELECT 1 FROM pg_namespace WHERE nspname = 'tefuda'").fetchone() is None:
                connection.execute("CREATE SCHEMA tefuda")
            connection.execute("CREATE TABLE tefuda.migration (number INTEGER PRIMARY KEY)")
        connection.execute("SELECT set_config('search_path', %s, TRUE)", (SEARCH_PATH,))
        for number, path in missing:
            connection.execute(path.read_text(encoding="utf-8").encode())
            connection.execute("INSERT INTO migration VALUES (%s)", (number,))
        for role in roles:
            grant(connection, role)
        for role in bot_roles:
            grant_bots(connection, role)
    return [number for number, _ in missing]


def lock_alone(connection: Connection, url: DatabaseUrl) -> None:
    """Lock out servers until the end of the transaction; raises StoreError if one is running."""
    deadline = time.monotonic() + CLOSING_SECONDS
    while True:
        (alone,) = connection.execute("SELECT pg_try_advisory_xact_lock(%s)", (IN_USE,)).fetchone() or (False,)
        if alone:
            return
        if time.monotonic() >= deadline:
            raise StoreError(f"a server uses {url}: stop it first")
        time.sleep(0.05)


def grant(connection: Connection, role: str) -> None:
    """Give a role the rights that a server needs: to read and write rows, but not to change the schema."""
    name = sql.Identifier(role)
    for statement in (
        "GRANT USAGE ON SCHEMA tefuda TO {}",
        "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA tefuda TO {}",
        "REVOKE INSERT, UPDATE, DELETE ON TABLE tefuda.migration FROM {}",
        "GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA tefuda TO {}",
    ):
        connection.execute(sql.SQL(statement).format(name))


def grant_bots(connection: Connection, role: str) -> None:
    """Give a role the rights that `tefuda bots` needs: to read the queue of bots, and to claim and answer its jobs."""
    name = sql.Identifier(role)
    for statement in (
        "GRANT USAGE ON SCHEMA tefuda TO {}",
        "GRANT SELECT, UPDATE (attempts, bots, claimed, lease, answer) ON TABLE tefuda.bot_jobs TO {}",
    ):
        connection.execute(sql.SQL(statement).format(name))


def prepare(connection: Connection, url: DatabaseUrl) -> None:
    """Migrate the schema if needed, before a server starts; raises StoreError if the role may not."""
    try:
        if version(connection) != scripts()[-1][0]:
            migrate(connection, url)
    except psycopg.errors.InsufficientPrivilege:
        user = connection.info.user
        raise StoreError(
            f"{url} is not ready for this release, and {user} may not change it: "
            f"run tefuda migrate --grant {user} as the owner"
        ) from None
