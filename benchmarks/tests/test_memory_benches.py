"""The benches of memory at a small scale."""

import gc
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from secrets import token_urlsafe

import pytest

from benchmarks import soak, unloaded_tables
from benchmarks.tests.output import output_of
from harness.contract.cases import in_ci, large
from tefuda import game_slugs

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("after", "only", "count", "verdict"),
    [
        pytest.param(1_009_000, "", 5, "+0.90 %; target 1 %: reached", marks=large),
        (1_011_000, "kotori", 2, "MISSED"),
    ],
    ids=["all games", "one game"],
)
def test_soak_bench_reports_memory_growth(
    after: int,
    only: str,
    count: int,
    verdict: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    held = [(2_000_000, after), (3_000_000, 1_000_000), (1_000_000, 1_000_000)]
    monkeypatch.setattr(soak, "used", held.pop)
    monkeypatch.setattr(soak, "PARTS", 2)
    monkeypatch.setattr(soak, "TOGETHER", 5)
    games = (only,) if only else game_slugs()
    named = ["--game", only] if only else []
    printed = output_of(capsys, "soak", "--games", f"{count}", "--warm-up", f"{count}", *named)
    assert f"{count} games, " in printed
    each = 2 * count // len(games)
    assert "games, warm-up included: " + ", ".join(f"{game} {each}" for game in games) in printed
    assert verdict in printed


@in_ci
def test_nothing_of_unloaded_tables_stays_in_memory() -> None:
    quick = "unloaded_tables.RESTING, unloaded_tables.MARK_SECONDS = 0.2, 0.1"
    script = f"from benchmarks import unloaded_tables; {quick}; unloaded_tables.run(tables=10)"
    run = [sys.executable, "-c", script]  # of its own: the bench reads every object of its process, here those of tests
    ran = subprocess.run(run, cwd=ROOT, check=False, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert "10 tables rest, " in ran.stdout
    assert "no object of the process holds the id of an unloaded table" in ran.stdout


@pytest.fixture
def few_objects() -> Iterator[None]:
    """Hide the objects that this process has so far from the garbage collector: to read all of them takes long."""
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("few_objects")
def test_ids_that_stay_in_memory_are_found() -> None:
    ids = {token_urlsafe(9) for _ in range(3)}
    one, two, three = ids
    kept: list[object] = [{f"/ws/tables/{one}?after=3": 1}, {(two, 3)}, [three.encode()]]
    del one, two, three
    assert unloaded_tables.holders(ids).total() == 3
    kept.clear()
    assert not unloaded_tables.holders(ids), "the ids themselves do not count"
