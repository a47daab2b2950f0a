"""Encrypted connections to PostgreSQL, as the URL asks for them."""

from pathlib import Path

import pytest

from harness.server.databases import PostgresDatabase
from harness.server.postgres import Cluster
from tefuda.server.store.database_url import DatabaseUrl
from tefuda.server.store.errors import StoreError
from tefuda.server.store.postgres import PostgresStore
from tests.server.certificates import certificate
from tests.server.clients import Person, serving
from tests.server.tls_wire import tls_wire


async def test_all_connections_of_a_server_are_encrypted(
    tmp_path: Path, cluster: Cluster, postgresql: PostgresDatabase
) -> None:
    tls, trusted = certificate(tmp_path, "localhost")
    with tls_wire(cluster.data, tls) as wire:
        url = wire.url(postgresql.url, f"sslmode=verify-full&sslrootcert={trusted}")
        async with serving(tmp_path / "data", database=DatabaseUrl(url)) as (address, _), Person(address) as hana:
            await hana.open("me", "bot", deal=True)
            assert len(postgresql.sessions()) == wire.open == 4


@pytest.mark.parametrize(
    ("problem", "said"),
    [
        ("another name", 'server certificate for "elsewhere.example" does not match host name "localhost"'),
        ("another authority", "certificate verify failed"),
        ("no TLS", "server does not support SSL, but SSL was required"),
    ],
)
def test_database_that_is_not_proven_is_refused_with_the_reason(
    tmp_path: Path, cluster: Cluster, postgresql: PostgresDatabase, problem: str, said: str
) -> None:
    tls, trusted = certificate(tmp_path, "elsewhere.example" if problem == "another name" else "localhost")
    if problem == "another authority":
        (tmp_path / "other").mkdir()
        _, trusted = certificate(tmp_path / "other", "localhost")
    with tls_wire(cluster.data, None if problem == "no TLS" else tls) as wire:
        url = wire.url(postgresql.url, f"sslmode=verify-full&sslrootcert={trusted}")
        with pytest.raises(StoreError, match=said) as caught:
            PostgresStore(DatabaseUrl(url))
    assert f"postgresql://postgres@localhost:{wire.port}/" in str(caught.value)
