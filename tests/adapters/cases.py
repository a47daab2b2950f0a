"""The games that adapters are tested with: every game and number of players, with house rules that keep games short.

And how much work something is, without a clock.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from types import FrameType

from harness.contract.cases import CASES, LARGE, SIZE, Case, description
from tefuda.engine.game import Game, open_game

LENGTHS = {"games", "rounds", "most_games", "deals"}  # house rules that say how long a game lasts
SHORT = 1


def rules(case: Case) -> dict[str, int]:
    """Return house rules for short games, but for large tests those of every day."""
    if SIZE >= LARGE:
        return {}
    return {option.name: min(SHORT, option.high) for option in description(case.slug).options if option.name in LENGTHS}


def short_game(case: Case) -> Game:
    return open_game(case.package, players=case.players, cards=case.cards, **rules(case))


def names() -> Iterator[str]:
    """Yield the packages of the games that are not installed: fixtures."""
    yield from sorted({case.package for case in CASES if case.package.startswith("harness.")})


def calls(work: Callable[[], object]) -> int:
    """Return how many functions are called, those of C by Python included."""
    count = 0

    def note(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count
