"""The strength tables of `tefuda bench bots` show every pairing and every opening."""

from __future__ import annotations

import pytest
from rich.console import Console

from benchmarks import bots as bench
from benchmarks.bots import pairings
from harness.strength import Estimate, Openings, Pairing
from tefuda.engine.game import Game
from tefuda.engine.view import Opening, Text

KOTORI = "tefuda.games.kotori"


def test_every_level_meets_the_one_below_the_heuristic_and_random_play() -> None:
    assert list(pairings(["a", "b"])) == [
        ("b", "a"),
        ("a", "heuristic"),
        ("b", "heuristic"),
        ("a", "random"),
        ("b", "random"),
    ]


def test_the_table_shows_every_pairing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    made = []

    def quick(package: str, one: str, others: str, players: int, deals: int, seed: int, openings: Openings) -> Pairing:
        made.append((package, one, others, players, deals, seed))
        assert openings == ("", "")
        return Pairing(one, others, players, deals, Estimate(0.25, 0.125), Estimate(0.5, 0.25))

    monkeypatch.setattr(bench, "meet", quick)
    found = bench.run("kotori", players=(2,), level=("easy", "hard"), deals=7)
    assert made == [(KOTORI, one, others, 2, 7, 1) for one, others in pairings(["easy", "hard"])]
    assert len(found) == 5
    shown = capsys.readouterr().out
    assert "kotori, 2 players, 7 deals" in shown
    assert "+0.250 ± 0.125" in shown
    assert "0.500 ± 0.250" in shown


def test_openings_are_set_against_each_other_and_both_sides_meet_the_heuristic_with_each(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made = []

    def quick(package: str, one: str, others: str, players: int, deals: int, seed: int, openings: Openings) -> Pairing:
        made.append((one, others, openings))
        evaluate = Estimate(0.25, 0.125)
        return Pairing(one, others, players, deals, evaluate, evaluate, Estimate(0.375, 0.0625), openings)

    monkeypatch.setattr(bench, "meet", quick)
    monkeypatch.setattr(Game, "openings", {"x": Opening(Text("えっくす", "ex")), "y": Opening(Text("わい", "why"))})
    bench.run("kotori", players=(2,), level=("easy", "hard"), deals=7, console=Console(width=200))
    assert made == [
        ("hard", "easy", ("", "")),
        *((level, "heuristic", (deck, deck)) for level in ("easy", "hard") for deck in "xy"),
        *((level, "random", ("", "")) for level in ("easy", "hard")),
        *((level, level, pair) for level in ("hard", "heuristic") for pair in (("x", "x"), ("x", "y"), ("y", "y"))),
    ]
    shown = capsys.readouterr().out
    assert "heuristic, both with why" in shown
    assert "kotori, 2 equal players, 7 deals" in shown
    lines = [line.replace(" ", "") for line in shown.splitlines()]
    assert "│hard│ex│why│0.250±0.125│0.375±0.062│" in lines
    assert "│hard│ex│ex│-│0.375±0.062│" in lines  # a deck against itself wins half
