"""The benches of what is stored, at a small scale: they run, and a lost entry is detected."""

import asyncio
import contextlib
import sqlite3
from pathlib import Path
from types import SimpleNamespace

import pytest

from benchmarks import retention, store
from benchmarks.split_tables import SplitTable
from benchmarks.tests.output import output_of
from harness.contract.cases import in_ci, large, sized
from harness.server import doubles
from harness.server.databases import SqliteDatabase
from harness.server.stored_log import Observed, check_log


@in_ci
@pytest.mark.parametrize("database", [(), pytest.param(("--postgresql",), marks=large)], ids=["sqlite", "postgresql"])
def test_acknowledged_entries_survive_kills(database: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert "0 lost, 0 duplicated" in output_of(capsys, "durability", "--kills", str(sized(1)), *database)


@in_ci
def test_kills_without_an_acknowledged_action_show_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SplitTable, "run", lambda _: asyncio.Event().wait())
    monkeypatch.setattr(doubles, "PATIENCE", 0.1)
    with pytest.raises(AssertionError, match="nothing was shown"):
        output_of(capsys, "durability", "--kills", "1")


@in_ci
def test_stores_are_compared(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "IN_FLIGHT", (4,))
    *_, sqlite, postgresql = output_of(capsys, "store", "--seconds", "0.2", "--repeat", "1").splitlines()
    for line, name in ((sqlite, "SQLite"), (postgresql, "PostgreSQL")):
        writers, found, *figures = line.split()
        assert (writers, found) == ("4", name)
        assert float(figures[0].replace(",", "")) > 0


@pytest.fixture
def stored_log(tmp_path: Path) -> tuple[Path, Observed]:
    """Return a database with a table of three entries, and a client that saw the last two acknowledged."""
    script = SimpleNamespace(acknowledged={("t", "a"): 2, ("t", "b"): 3}, seen_versions={"t": 3})
    with contextlib.closing(sqlite3.connect(tmp_path / "tefuda.sqlite3")) as file:
        file.execute("CREATE TABLE tables (id, version)")
        file.execute("CREATE TABLE entries (table_id, version, command)")
        file.execute("INSERT INTO tables VALUES ('t', 3)")
        file.execute("INSERT INTO entries VALUES ('t', 1, NULL), ('t', 2, 'a'), ('t', 3, 'b')")
        file.commit()
    return tmp_path, script


def test_intact_log_passes(stored_log: tuple[Path, Observed]) -> None:
    folder, script = stored_log
    assert check_log(SqliteDatabase(folder), [script]) == 3


@pytest.mark.parametrize(
    ("defect", "message"),
    [
        ("DELETE FROM entries WHERE version = 3; UPDATE tables SET version = 2", "was acknowledged at 3"),
        ("DELETE FROM entries WHERE version = 2", "has a gap"),
        ("UPDATE entries SET command = 'a' WHERE version = 1", "was acknowledged at 2"),
        ("INSERT INTO entries VALUES ('t', 4, 'c'), ('t', 5, 'c'); UPDATE tables SET version = 5", "2 times"),
    ],
)
def test_lost_or_repeated_entry_is_detected(defect: str, message: str, stored_log: tuple[Path, Observed]) -> None:
    folder, script = stored_log
    with contextlib.closing(sqlite3.connect(folder / "tefuda.sqlite3")) as file:
        file.executescript(defect)
    with pytest.raises(AssertionError, match=message):
        check_log(SqliteDatabase(folder), [script])


def test_lost_seen_version_is_detected(stored_log: tuple[Path, Observed]) -> None:
    folder, script = stored_log
    script.seen_versions = {"t": 4}
    with pytest.raises(AssertionError, match="version 4 of t was published"):
        check_log(SqliteDatabase(folder), [script])


@large
@pytest.mark.parametrize(("finished", "simulated", "verdict"), [(4.5, "30", ": reached"), (1000.0, "8", ": MISSED")])
def test_retention_bench_reports_growth_over_days(
    finished: float, simulated: str, verdict: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    days = {"keep_finished": finished, "keep_abandoned": 3.5, "keep_undealt": 2.5, "keep_guests": 5.5}
    monkeypatch.setattr(retention, "PERIODS", {name: count * retention.DAY for name, count in days.items()})
    monkeypatch.setattr(retention, "TARGET", 0.2)
    printed = output_of(capsys, "retention", "--days", simulated, "--games", "3")
    assert verdict in printed
