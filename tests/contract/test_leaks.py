"""Nobody sees, hears or is told anything that they must not know; and whoever plants a leak is caught."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tefuda.engine.game import Game
from tefuda.engine.state import State
from tests.contract.cases import Case, determinized, every_case, states
from tests.contract.leak_mutations import LEAKS, varying
from tests.contract.leaks import leaks

POSITIONS = 40  # of a case, at most,
LOOKS = 240  # and so many with each of their viewers, over all numbers of players
ROUNDS = 3  # over the positions at most, each with other worlds and commands: a leak may show only now and then
BEGINNINGS = 3  # of secret decisions in each of them


def positions(case: Case) -> Iterator[tuple[Game, Any, int]]:
    """Records of random games, each with every viewer; in the middle of a secret decision only with its own seat."""
    for state in states(case, min(POSITIONS, case.share(LOOKS) // len(case.viewers))):
        for viewer in case.viewers:
            yield state.game, state.full_state, viewer
        begun = beginnings(state)
        for record in begun[:: 1 + len(begun) // BEGINNINGS]:
            yield state.game, record, record.to_act


def beginnings(state: State) -> list[Any]:
    """The records in the middle of each secret decision that can be begun."""
    found = []
    for code in state.game.legal(state.full_state):
        record = state.full_state
        state.game.build.apply(record, state.game.tables, code)
        if record.pending:
            found.append(record)
    return found


@every_case
def test_nobody_learns_what_is_hidden_from_them(case: Case) -> None:
    for seed, (game, record, viewer) in enumerate(positions(case)):
        assert list(leaks(game, record, viewer, seed)) == [], f"viewer {viewer} of {game.position_text(record)}"


@every_case
def test_worlds_dealt_anew_are_positions_of_the_game(case: Case) -> None:
    for seed, (game, record, viewer) in enumerate(positions(case)):
        for world in (determinized(game, record, viewer, seed), determinized(game, record, viewer, seed + 10**6)):
            assert game.presentation.faults(world, game.tables) == []


@every_case
@pytest.mark.parametrize("plant", LEAKS, ids=[plant.__name__ for plant in LEAKS])
def test_a_planted_leak_is_caught(case: Case, plant: Any) -> None:
    """Each hidden field in turn, the generator among them, is made to show in one place where it must not."""
    where = [(game, record, viewer) for game, record, viewer in positions(case) if record.to_act >= 0]
    hidden: dict[str, list[Any]] = {}
    for game, record, viewer in where:
        for name in varying(game, record, viewer):
            hidden.setdefault(name, []).append((game, record, viewer))
    assert "rng" in hidden
    for name, found in hidden.items():
        assert any(
            next(leaks(plant(game, name), record, viewer, seed), None)
            for seed, (game, record, viewer) in enumerate(found * ROUNDS)
        ), f"{name} can be read and nobody notices"


@every_case
def test_hidden_fields_are_only_those_that_a_viewer_cannot_see(case: Case) -> None:
    """What `determinize` leaves alone is what the viewer knows; a spectator knows no more than any seat."""
    for game, record, viewer in positions(case):
        if viewer >= 0:
            assert set(varying(game, record, viewer)) <= set(varying(game, record, -1)), game.position_text(record)
