"""The bench of hints counts correctly, and plays to the end."""

from __future__ import annotations

import pytest
from rich.console import Console

from benchmarks import coach
from tefuda.bots.analysis import Analysis, Interval, Option

ALIKE, WORSE = Interval(0.01, -0.01, 0.03), Interval(0.2, 0.1, 0.3)


def analysis(*options: tuple[str, Interval]) -> Analysis:
    value = Interval(0.5, 0.4, 0.6)
    return Analysis(0, tuple(Option(action, value, behind, 10) for action, behind in options), 100, "checked")


def test_askings_agree_on_the_same_option_or_on_equal_ones() -> None:
    first = analysis(("a", Interval(0, 0, 0)), ("b", ALIKE), ("c", WORSE))
    assert coach.agrees(first, first)
    assert coach.agrees(first, analysis(("b", Interval(0, 0, 0)), ("a", WORSE)))
    assert not coach.agrees(
        analysis(("a", Interval(0, 0, 0)), ("c", WORSE)), analysis(("c", Interval(0, 0, 0)), ("a", WORSE))
    )


def test_positions_are_asked_and_hints_followed(capsys: pytest.CaptureFixture[str]) -> None:
    found = coach.run(game="kotori", positions=3, asks=2, deals=2, work=300, kind="checked", console=Console(width=120))
    ((slug, answers, use),) = found
    assert (slug, answers.positions, answers.honest) == ("kotori", 3, 3)
    assert answers.same_best <= answers.stable <= 3
    assert use is not None
    assert -1 <= use.mean <= 1
    assert "kotori" in capsys.readouterr().out
