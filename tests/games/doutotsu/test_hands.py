"""Going out with twelve cards and waiting with eleven, compared with brute force in both builds."""

from __future__ import annotations

from pathlib import Path

import pytest

import tefuda
from harness.contract.cases import sized
from tefuda.engine.backends import Build, checked, compiled
from tefuda.engine.game import Game
from tests.games.doutotsu import oracle
from tests.games.doutotsu.files import with_many_kana

HANDS = sized(25_000)


def bound(game: Game, kind: str) -> tuple[Build, object, object]:
    """Return the oracle bound to the rules, with a state and the tables of a card file."""
    build = {"compiled": compiled, "checked": checked}[kind](game.rules, oracle)
    state = build.states(1)
    if kind == "compiled":
        state["rng"] = 20231103
    else:
        state[0].rng = 20231103
    return build, state, build.tables(game.tables)


@pytest.mark.parametrize(("kind", "hands"), [("compiled", HANDS), ("checked", 20)])
def test_going_out_and_its_points_agree_with_brute_force(kind: str, hands: int) -> None:
    build, state, tables = bound(tefuda.load("doutotsu"), kind)
    winning = build.out_like_brute_force(state, tables, hands)
    assert winning >= 0, f"another answer for hand {-1 - winning}"
    assert 0.2 * hands < winning < 0.8 * hands, "winning hands and others"


@pytest.mark.parametrize(("kind", "hands"), [("compiled", HANDS // 40), ("checked", 4)])
def test_waiting_agrees_with_brute_force(kind: str, hands: int) -> None:
    build, state, tables = bound(tefuda.load("doutotsu"), kind)
    waiting = build.waiting_like_brute_force(state, tables, hands)
    assert waiting >= 0, f"another answer for hand {-1 - waiting}"
    assert 0.2 * hands <= waiting <= 0.8 * hands, "waiting hands and others"


@pytest.mark.parametrize(("kind", "hands"), [("compiled", HANDS // 20), ("checked", 10)])
def test_names_with_the_same_letters_agree_with_brute_force(tmp_path: Path, kind: str, hands: int) -> None:
    build, state, tables = bound(tefuda.load("doutotsu", cards=with_many_kana(tmp_path)), kind)
    assert build.out_like_brute_force(state, tables, hands) > hands // 5
    assert build.waiting_like_brute_force(state, tables, hands // 10) >= 0
