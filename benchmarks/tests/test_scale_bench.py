"""The bench of workers side by side at a small scale, and the verdict on given figures."""

from collections.abc import Sequence

import pytest

from benchmarks import scale
from benchmarks.crowd import MIX
from benchmarks.tests.output import output_of
from harness.contract.cases import large
from tefuda import game_slugs


@large
def test_scale_bench_compares_two_workers_with_one(capsys: pytest.CaptureFixture[str]) -> None:
    printed = output_of(capsys, "scale", "--actions", "2", "--rounds", "1", "--tables", "1", "--game", "kotori")
    assert "hand-over: the 2 tables have all 4 clients at their home" in printed
    assert "passing: 4 of 8 clients are passed on" in printed
    for kind in scale.KINDS:
        assert f"\n| kotori | {kind} | " in printed
    assert "ERRORS" not in printed


def test_all_games_are_measured_and_then_a_mix_of_them(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    measured: dict[str, Sequence[str]] = {}

    async def measure(name: str, games: Sequence[str], *_: int) -> dict[tuple[str, str], list[scale.Costs]]:
        measured[name] = games
        return {(name, kind): [scale.Costs(0.004, 0.001, 0.002)] for kind in scale.KINDS}

    monkeypatch.setattr(scale, "measure", measure)
    printed = output_of(capsys, "scale")
    assert measured == {slug: (slug,) for slug in game_slugs()} | {MIX: game_slugs()}
    assert f"| {MIX} | at home | 4.00 | 1.00 | 2.00 | 2.00 | 1.8: reached |" in printed
    assert f"| {MIX} |" not in output_of(capsys, "scale", "--game", "kotori")


def test_worth_of_two_workers(capsys: pytest.CaptureFixture[str]) -> None:
    def costs(*seconds: float) -> list[scale.Costs]:
        return [scale.Costs(one, 0.001, 0.002) for one in seconds]

    found = {
        ("kotori", scale.ALONE): costs(0.004, 0.004, 0.1),
        ("kotori", scale.APART): costs(0.004, 0.004, 0.004),
        ("kotori", scale.HOME): costs(0.004, 0.004, 0.003),
        ("kotori", scale.PASSED): costs(0.005, 0.1, 0.004),
        ("kotori", scale.SPLIT): costs(0.008, 0.1, 0.008),
    }
    scale.report(("kotori",), found)
    printed = capsys.readouterr().out
    assert "| kotori | at home | 4.00 | 1.00 | 2.00 | 2.00 | 1.8: reached |" in printed
    assert "| kotori | passed on 2+2 | 5.00 | 1.00 | 2.00 | 1.60 | 1.3: reached |" in printed
    assert "| kotori | split 2+2 | 8.00 | 1.00 | 2.00 | 1.00 |  |" in printed
