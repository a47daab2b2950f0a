"""Integer enumerations in rules text: plain integers in both builds, names at the prompt."""

from __future__ import annotations

import importlib
from enum import IntEnum
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from harness.fixtures.kuhn import rules as kuhn
from harness.fixtures.leduc import rules as leduc
from tefuda.engine import backends
from tefuda.engine.errors import IllegalAction
from tefuda.engine.game import open_game

CODES = """
from enum import IntEnum, IntFlag, auto

class Phase(IntEnum):
    BID = 0
    PLAY = 3
    SCORE = auto()

class Action(IntEnum):
    PASS = 5
    DRAW = 6
    TAKE = 6

class Mark(IntFlag):
    FRESH = 1
    HIDDEN = 2
"""
TEXT = """
from tefuda.engine.primitives import mix
from enumeration_codes import Action, Mark, Phase

LAST = Phase.SCORE
ORDER = (Phase.PLAY, Phase.BID)
PAIRS = ((Action.PASS, Phase.BID), (Action.DRAW, Phase.PLAY))

def hashed(code, step=Action.PASS, phase=Phase.PLAY):
    return mix(mix(code, step), phase)

def compared(x):
    return (x == Phase.PLAY) + 2 * (x < Phase.SCORE) + 4 * (x in (Phase.BID, LAST)) + 8 * (Phase.BID <= x <= LAST)

def matched(x):
    match x:
        case Phase.BID:
            return Action.DRAW
        case Phase.PLAY | Phase.SCORE:
            return Action.PASS
        case _:
            return -1

def stored(out):
    out[0] = Action.DRAW
    out[1] = 1 << Phase.PLAY | Mark.HIDDEN
    out[2] = ORDER[0] + PAIRS[1][0]
    out[Phase.PLAY] = Action.TAKE if out[2] > LAST else 7
    for code in range(Phase.PLAY, Action.DRAW):
        out[4] += code

def passed(x):
    return mix(mix(hashed(Phase.BID), hashed(Action.DRAW)), hashed(x, Mark.HIDDEN, phase=Phase.SCORE))
"""


@pytest.fixture
def text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Generic text that uses enumerations of another module."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("TEFUDA_CACHE", str(tmp_path / "cache"))
    (tmp_path / "enumeration_codes.py").write_text(CODES, encoding="utf-8")
    (tmp_path / "enumeration_text.py").write_text(TEXT, encoding="utf-8")
    return importlib.import_module("enumeration_text")


def values(text: Any, out: Any) -> list[int]:
    """Results of every function of the text; `out` is the array that it stores into."""
    text.stored(out)
    return [int(x) for x in out] + [int(f(x)) for f in (text.compared, text.matched, text.passed) for x in range(-1, 7)]


def test_members_have_the_same_values_in_source_checked_and_compiled(text: ModuleType) -> None:
    checked, compiled = backends.checked(kuhn, text), backends.compiled(kuhn, text)
    expected = values(text, [0] * 5)
    assert expected[:5] == [6, 10, 9, 6, 12]
    assert values(checked, [0] * 5) == expected
    assert values(compiled, np.zeros(5, np.int64)) == expected


def test_members_are_plain_integers_in_both_builds(text: ModuleType) -> None:
    for build in (backends.checked(kuhn, text), backends.compiled(kuhn, text)):
        assert type(build.matched(0)) is int
        assert type(build.Phase.SCORE) is int
        assert build.PAIRS == ((5, 0), (6, 3))
        assert type(build.PAIRS[0][1]) is int


def test_callee_is_compiled_once_for_members_of_different_enumerations(text: ModuleType) -> None:
    compiled = backends.compiled(kuhn, text)
    compiled.passed(2)
    assert len(compiled.hashed.signatures) == 2, "one with and one without the optional arguments"


def test_compiled_enumerations_come_from_the_cache(text: ModuleType) -> None:
    cold, warm = backends.compiled(kuhn, text), backends.compiled(kuhn, text)
    assert cold.matched(3) == warm.matched(3) == 5
    assert sum(warm.matched.stats.cache_hits.values()) == 1


def test_tag_depends_on_the_value_of_a_member(text: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    tag = backends._tag((text,), False)
    other: Any = IntEnum("Phase", {"BID": 0, "PLAY": 3, "SCORE": 9})
    monkeypatch.setattr(text, "Phase", other)
    assert backends._tag((text,), False) != tag


# ------------------------------------------------------------------ names


def test_events_print_by_name() -> None:
    event = open_game("harness.fixtures.kuhn").start(seed=1).play("bet")[0]
    assert repr(event) == "GameEvent(BETTED, 0, 0, 0)"
    assert event.code is kuhn.Event.BETTED


def test_event_of_a_game_without_enumeration_prints_its_number() -> None:
    event = open_game("harness.fixtures.leduc").start(seed=1).opening[0]
    assert repr(event) == f"GameEvent({leduc.DEALT}, 0, 0, 0)"


def test_refusals_and_illegal_actions_name_their_clause() -> None:
    state = open_game("harness.fixtures.kuhn").start(seed=1)
    state.play("bet")
    state.play("bet")
    refusal = state.why_not("pass")
    assert refusal is not None
    assert (refusal.clause, refusal.name) == ("U3.1", "GAME_IS_OVER")
    assert "name='GAME_IS_OVER'" in repr(refusal)
    with pytest.raises(IllegalAction) as raised:
        state.play("pass")
    assert raised.value.__notes__ == ["U3.1 is Clause.GAME_IS_OVER"]
