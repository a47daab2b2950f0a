"""Views, observations and refusals reveal nothing hidden, and planted leaks are caught."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest
from msgspec.json import encode

from harness.contract.cases import Case, case_of_every_game, determinized, every_case, sized, states
from harness.contract.leak_mutations import LEAKS, hidden_fields
from harness.contract.leaks import leaks
from tefuda.engine.game import Game
from tefuda.engine.state import State

POSITIONS = sized(30)  # per case, at most
VIEWED_POSITIONS = sized(180)  # per game: positions times viewers, over all cases
CACHED_POSITIONS = sized(5)  # per case
ROUNDS = 6  # passes over the positions, each with other worlds and commands, as a leak may show only rarely
PENDING_RECORDS = 3  # per position, in the middle of a secret decision


class Position(NamedTuple):
    """A record with a viewer."""

    game: Game
    record: Any
    viewer: int


@cache
def positions(case: Case) -> tuple[Position, ...]:
    """Return records of random games with every viewer, and pending secret decisions with their own seat."""
    return tuple(_positions(case))


def _positions(case: Case) -> Iterator[Position]:
    for state in states(case, min(POSITIONS, case.share(VIEWED_POSITIONS) // len(case.viewers))):
        for viewer in case.viewers:
            yield Position(state.game, state.full_state, viewer)
        pending = pending_records(state)
        for record in pending[:: 1 + len(pending) // PENDING_RECORDS]:
            yield Position(state.game, record, record.to_act)


@cache
def positions_by_hidden_field(case: Case) -> dict[str, list[Position]]:
    """Return, for each field that some viewer cannot know, the positions in which it is hidden from their viewer."""
    hidden: dict[str, list[Position]] = {}
    for position in positions(case):
        for name in hidden_fields(*position):
            hidden.setdefault(name, []).append(position)
    return hidden


def pending_records(state: State) -> list[Any]:
    """Return the records in the middle of each secret decision that can start here."""
    pending = []
    for code in state.game.legal(state.full_state):
        record = state.full_state
        state.game.build.apply(record, state.game.tables, code)
        if record.pending:
            pending.append(record)
    return pending


@every_case
def test_viewer_learns_nothing_hidden(case: Case) -> None:
    for seed, (game, record, viewer) in enumerate(positions(case)):
        found = Counter(leaks(game, record, viewer, seed))
        assert not found, f"viewer {viewer} can tell worlds apart by {dict(found)} in {game.position_text(record)}"


@every_case
def test_view_does_not_depend_on_what_others_were_shown_before(case: Case) -> None:
    """Views are equal with caches full of what all seats see, in other worlds too, and with empty ones."""
    for seed, state in enumerate(states(case, CACHED_POSITIONS)):
        game, record = state.game, state.full_state
        for viewer in case.viewers:
            game.views(determinized(game, record, viewer, seed), case.viewers)
        seen = game.views(record, case.viewers)
        for viewer, view in zip(case.viewers, seen, strict=True):
            clear_caches(game.package)
            assert encode(game.view(record, viewer)) == encode(view), f"viewer {viewer} of {game.position_text(record)}"


def clear_caches(package: str) -> None:
    """Empty the caches of all functions of a game."""
    for name, module in list(sys.modules.items()):
        if name.startswith(f"{package}."):
            for function in vars(module).values():
                if hasattr(function, "cache_clear"):
                    function.cache_clear()


@every_case
def test_determinized_worlds_are_valid_positions(case: Case) -> None:
    for seed, (game, record, viewer) in enumerate(positions(case)):
        for world in (determinized(game, record, viewer, seed), determinized(game, record, viewer, seed + 10**6)):
            assert game.faults(world) == []


@case_of_every_game
@pytest.mark.parametrize("mutate", LEAKS, ids=[mutate.__name__ for mutate in LEAKS])
def test_planted_leak_is_caught(case: Case, mutate: Any) -> None:
    """Each hidden field in turn, the generator included, is made visible in one place."""
    in_play = {
        name: [one for one in hidden if one.record.to_act >= 0]
        for name, hidden in positions_by_hidden_field(case).items()
    }
    hidden = {name: found for name, found in in_play.items() if found}
    assert "rng" in hidden
    for name, records in hidden.items():
        assert any(
            next(leaks(mutate(game, name), record, viewer, seed), None)
            for seed, (game, record, viewer) in enumerate(records * ROUNDS)
        ), f"{name} can be read unnoticed"


@every_case
def test_spectator_knows_no_more_than_any_seat(case: Case) -> None:
    """The fields that `determinize` varies for a seat also vary for a spectator."""
    for game, record, viewer in positions(case):
        if viewer >= 0:
            assert set(hidden_fields(game, record, viewer)) <= set(hidden_fields(game, record, -1)), game.position_text(
                record
            )
