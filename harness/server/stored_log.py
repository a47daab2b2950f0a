"""Comparison of a server's stored log with what its clients observed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from harness.server.databases import Database
from tefuda.server.bots.bot_service import Bots
from tefuda.server.metrics import Metrics
from tefuda.server.settings import Settings
from tefuda.server.store.signing_keys import Keyring
from tefuda.server.tables.serialization import decoded_entry
from tefuda.server.tables.table_registry import TableRegistry
from tefuda.table.entries import Played


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


async def check_play(database: Database, keys: Path) -> tuple[int, int]:
    """Replay every log from its first entry; return the number of moves, and of those of bots.

    `keys` is the file of the server's signing keys.  Raises tefuda.table.entries.Refused if the rules do not allow a
    move, for example because it is not that seat's turn.
    """
    tables = {id for (id,) in database.run("SELECT id FROM tables")}
    settings = Settings(keys.parent, signing_keys=keys)
    store, metrics = database.open(), Metrics()
    registry = TableRegistry(settings, store, Bots(), metrics, Keyring.open(keys, settings.random_bytes, 0))
    moves, by_bots = 0, 0
    for id in sorted(tables):
        stored = await store.table(id)
        table = registry.games.table(stored.row, (), stored.log)
        for logged in stored.log:
            entry = decoded_entry(logged.entry)
            if isinstance(entry, Played):
                moves += 1
                by_bots += entry.by == "bot"
                assert entry.by != "bot" or table.sitters[entry.seat].kind == "bot", (
                    f"a bot has moved for a person: {id}"
                )
            table.restore(entry)
    await store.close()
    return moves, by_bots
