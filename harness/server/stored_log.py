"""Comparison of a server's stored log with what its clients observed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from harness.server.databases import Database


class Observed(Protocol):
    """What a client observed."""

    acknowledged: dict[tuple[str, str], int]  # (table, id) -> version
    seen_versions: dict[str, int]  # table -> the newest version seen


def check_log(database: Database, scripts: Sequence[Observed]) -> int:
    """Check everything observed against the database and return the number of entries."""
    rows = database.run("SELECT table_id, version, command FROM entries ORDER BY table_id, version")
    lengths: dict[str, int] = dict(database.run("SELECT id, version FROM tables"))
    versions: dict[str, list[int]] = {}
    stored: dict[tuple[str, str], list[int]] = {}
    for table, version, command in rows:
        versions.setdefault(table, []).append(version)
        if command is not None:
            stored.setdefault((table, command), []).append(version)
    for table in versions.keys() | lengths.keys():
        assert versions[table] == list(range(1, lengths[table] + 1)), f"the log of {table} has a gap"
    for script in scripts:
        for key, version in script.acknowledged.items():
            assert stored.get(key) == [version], f"{key} was acknowledged at {version}, and is at {stored.get(key)}"
        for table, version in script.seen_versions.items():
            assert lengths.get(table, 0) >= version, f"version {version} of {table} was published, but is lost"
    for key, places in stored.items():
        assert len(places) == 1, f"{key} was carried out {len(places)} times"
    return len(rows)
