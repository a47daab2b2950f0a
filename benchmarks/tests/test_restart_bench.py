"""The bench of restarts at a small scale."""

import pytest

from benchmarks import restart
from benchmarks.tests.output import output_of
from harness.contract.cases import in_ci, large
from tefuda import game_slugs


@pytest.fixture
def single_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(restart, "STARTS", 1)
    monkeypatch.setattr(restart, "ALONE", 1)


@large
@pytest.mark.usefixtures("single_starts")
def test_restart_bench_reconnects_all_players_in_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    printed = output_of(capsys, "restart", "--tables", "6")
    assert "6 tables ready within " in printed
    for game in game_slugs():
        tables = 2 if game == game_slugs()[0] else 1  # they take turns
        assert f"{game}: {tables} tables alone within " in printed


@in_ci
@pytest.mark.usefixtures("single_starts")
def test_restart_bench_reconnects_all_players_of_one_game(capsys: pytest.CaptureFixture[str]) -> None:
    printed = output_of(capsys, "restart", "--tables", "3", "--game", "tezuma")
    assert "tezuma: 3 tables alone within " in printed
    assert "kotori" not in printed
