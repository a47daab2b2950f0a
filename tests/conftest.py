"""Fixtures: the databases that a store can be in, and the end of processes that a test leaves running."""

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.server.databases import KINDS, Database, PostgresDatabase, SqliteDatabase
from harness.server.postgres import Cluster, running_cluster


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """Run a PostgreSQL for all tests of this process."""
    with running_cluster() as cluster:
        yield cluster


@pytest.fixture
def postgresql(cluster: Cluster) -> Iterator[PostgresDatabase]:
    """Return a migrated PostgreSQL database without rows."""
    with cluster.database() as url:
        yield PostgresDatabase(url)


@pytest.fixture
def empty(cluster: Cluster) -> Iterator[PostgresDatabase]:
    """Return a PostgreSQL database without tables."""
    with cluster.database("template0") as url:
        yield PostgresDatabase(url)


@pytest.fixture
def locks(postgresql: PostgresDatabase) -> Iterator[object]:
    """Return a transaction of psycopg in which locks can be taken."""
    import psycopg

    with contextlib.closing(psycopg.connect(postgresql.url, options="-c search_path=tefuda")) as other:
        yield other


@pytest.fixture(params=KINDS)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    """Return an empty database of each kind in turn."""
    if request.param == "sqlite":
        return SqliteDatabase(tmp_path / "data")
    found: PostgresDatabase = request.getfixturevalue("postgresql")
    return found


@pytest.fixture(autouse=True)
def _no_server_outlives_its_test() -> Iterator[None]:
    """Kill the server processes that a failed test leaves running."""
    yield
    if (killed_server := sys.modules.get("harness.server.killed_server")) is not None:
        killed_server.kill_all()
