"""Tables are loaded from a snapshot of their game if it is usable, and otherwise from the whole log."""

from pathlib import Path
from typing import Any

import pytest

from harness.server.databases import Database
from tefuda.engine.state import State
from tefuda.server.tables.entry_log import SNAPSHOT_EVERY
from tests.server.clients import Person, serving
from tests.table.numbering import without_handles

ENOUGH = 2 * SNAPSHOT_EVERY + 2  # entries


async def play_past_a_snapshot(hana: Person) -> tuple[str, dict[str, Any]]:
    """Play at a new table until it has a snapshot and it is the player's turn; return its id and the newest update."""
    async with hana.playing("me", "bot", "bot", game="tezuma") as place:
        while True:
            assert await place.my_turn()
            if place.update["version"] >= ENOUGH:
                return place.table, place.update
            await place.play()


@pytest.fixture
def replayed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list to which every replayed command is added."""
    commands: list[str] = []
    original = State.redo

    def redo(state: State, command: str) -> None:
        commands.append(command)
        original(state, command)

    monkeypatch.setattr(State, "redo", redo)
    return commands


@pytest.mark.parametrize(
    ("database", "defect", "used"),
    [
        pytest.param("sqlite", "", True, id="intact"),
        pytest.param("postgresql", "", True, id="intact in postgresql"),
        pytest.param("sqlite", "UPDATE snapshots SET code = 'of another release'", False, id="of other code"),
        pytest.param("sqlite", "UPDATE snapshots SET record = substr(record, 2)", False, id="of another size"),
        pytest.param("sqlite", "UPDATE snapshots SET version = 9999", False, id="beyond the log"),
        pytest.param("postgresql", "UPDATE snapshots SET version = 9999", False, id="beyond the log in postgresql"),
        pytest.param("sqlite", "DELETE FROM snapshots", False, id="missing"),
    ],
    indirect=["database"],
)
async def test_restarted_server_shows_the_same_table_with_and_without_its_snapshot(
    tmp_path: Path, database: Database, replayed: list[str], defect: str, *, used: bool
) -> None:
    async with serving(tmp_path / "data", **database.settings) as (address, _), Person(address) as hana:
        table, last = await play_past_a_snapshot(hana)
        token = hana.token
    if defect:
        assert database.run(f"{defect} RETURNING 1") == [(1,)]
    async with (
        serving(tmp_path / "data", **database.settings) as (address, _),
        Person(address, token) as hana,
        hana.at(table) as place,
    ):
        assert without_handles(place.update) == without_handles(last)
        assert (len(replayed) < SNAPSHOT_EVERY) == used
        assert (await place.play(id="after"))["version"] == last["version"] + 1
        assert await place.my_turn()
