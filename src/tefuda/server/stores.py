"""Selection of the store of a server: SQLite in the data folder, or a PostgreSQL database.

PostgreSQL needs the optional package psycopg, which is imported only then.
"""

from __future__ import annotations

from pathlib import Path

from tefuda.server.cluster.peers import Alone, Peers
from tefuda.server.metrics import Metrics
from tefuda.server.settings import Settings
from tefuda.server.store.errors import StoreError
from tefuda.server.store.sql_store import SqlStore
from tefuda.server.store.sqlite import MOVED, SqliteStore


def open_store(settings: Settings, metrics: Metrics) -> SqlStore:
    """Open the store of a server; raises StoreError."""
    if settings.database is None:
        _check_not_moved(settings.data)
        return SqliteStore(settings.data, metrics)
    check_psycopg()
    from tefuda.server.store.postgres import PostgresStore

    try:
        settings.data.mkdir(parents=True, exist_ok=True, mode=0o700)  # it holds the signing keys
    except OSError as error:
        raise StoreError(f"cannot store anything in {settings.data}: {error.strerror}") from error
    return PostgresStore(settings.database, metrics)


def _check_not_moved(folder: Path) -> None:
    """Raise StoreError if the data of a folder was moved to a database, which now continues its games."""
    try:
        database = (folder / MOVED).read_text(encoding="utf-8").strip()
    except OSError:  # not moved; or the store reports what is wrong with the folder
        return
    raise StoreError(
        f"the data of {folder} was moved to {database}, where its games go on: name that with --database. To go back "
        f"to the moment of the move instead, without what was played since, delete {folder / MOVED}"
    )


def open_peers(settings: Settings, metrics: Metrics) -> Peers:
    """Return the other workers on the database of a server."""
    if settings.database is None:
        return Alone()
    check_psycopg()
    from tefuda.server.cluster.postgres_peers import PostgresPeers

    return PostgresPeers(settings.database, metrics)


def check_psycopg() -> None:
    """Raise a StoreError that names the missing package if psycopg is not installed."""
    try:
        import psycopg  # noqa: F401
    except ImportError as error:
        raise StoreError("PostgreSQL needs the package psycopg: pip install 'tefuda[postgresql]'") from error
