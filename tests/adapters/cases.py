"""The games that adapters are tested with: every game and number of players, with house rules that keep games short."""

from __future__ import annotations

from collections.abc import Iterator

from harness.contract.cases import CASES, SIZE, Case, description
from tefuda.engine.game import Game, open_game

LENGTHS = {"games", "rounds", "most_games", "deals"}  # house rules that say how long a game lasts
SHORT = 2


def rules(case: Case) -> dict[str, int]:
    """Return house rules for short games, but for large tests those of every day."""
    if SIZE >= 4:
        return {}
    return {option.name: min(SHORT, option.high) for option in description(case.slug).options if option.name in LENGTHS}


def short_game(case: Case) -> Game:
    return open_game(case.package, players=case.players, cards=case.cards, **rules(case))


def names() -> Iterator[str]:
    """Yield the packages of the games that are not installed: fixtures."""
    yield from sorted({case.package for case in CASES if case.package.startswith("harness.")})
