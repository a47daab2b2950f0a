"""There is one rules text: the compiled build plays what the checked build plays, state by state and draw by draw."""

from __future__ import annotations

from functools import cache
from random import Random
from types import ModuleType

import numpy as np
import pytest

from tefuda.bots.players import search_build
from tefuda.engine import backends as builds
from tefuda.engine.backends import Build
from tefuda.engine.chance import Fast, Recorder, Table, Tape
from tefuda.engine.game import Game
from tefuda.engine.state import State
from tests.contract.cases import CASES, PACKAGES, Case, every_case, plain, random_command
from tests.contract.properties import check_builds

HOUSE_RULES = 6  # draws of house rules
GAMES = 100  # of a game for each of them, over all numbers of players; fewer where they are long
DECISIONS = 6_000  # of some games are enough, over all numbers of players
STEPPED = 3  # games compared state by state


def compiled(slug: str) -> Build:
    """A game's compiled build, as bots and simulation use it."""
    return search_build(PACKAGES[slug], "compiled")


@cache
def bounds_checked(rules: ModuleType) -> Build:
    """The rules alone, compiled with every index checked: once for all numbers of players."""
    return builds.compiled(rules, boundscheck=True)


def trace(build: Build, game: Game, seed: int, games: int) -> int:
    """The hash of some games: every decision, its choices, every key and the results."""
    states, blank, generator = build.workspace(seed)
    options = np.array(game.option_values, np.int64) if build.kind == "compiled" else game.option_values
    found: int = build.trace(states, blank, build.tables(game.tables), generator, game.players, options, seed, games)
    return found


@every_case
def test_both_builds_play_the_same_games(case: Case) -> None:
    games = case.share(GAMES)
    for draw in range(HOUSE_RULES):
        random = Random(f"{case} {draw}")
        game, seed = case.game(random), random.getrandbits(40)
        some = max(2, min(games, case.share(DECISIONS) // length(game, seed)))
        assert trace(game.build, game, seed, some) == trace(compiled(case.slug), game, seed, some), game


def length(game: Game, seed: int) -> int:
    """Decisions in a game, on average of a few."""
    build = compiled(game.slug)
    options = np.array(game.option_values, np.int64)
    states, blank, generator = build.workspace(seed)
    steps: int = build.playouts(states, blank, build.tables(game.tables), generator, game.players, options, seed, 20)
    return 1 + steps // 20


@every_case
def test_nothing_reaches_outside_its_record(case: Case) -> None:
    """The compiled build with its indices checked plays the same games and raises nothing."""
    random = Random(str(case))
    game, seed = case.game(random), random.getrandbits(40)
    checked = bounds_checked(game.rules)
    games = 10 * case.share(GAMES)
    assert trace(checked, game, seed, games) == trace(compiled(case.slug), game, seed, games)
    states, _, _ = checked.workspace(0)
    for state in _states(game, random):
        for viewer in case.viewers:
            state.full_state.store(states, 0)
            checked.determinize_at(states, 0, checked.tables(game.tables), viewer)


@every_case
def test_both_builds_agree_state_by_state(case: Case) -> None:
    for number in range(STEPPED):
        random = Random(f"{case} {number}")
        check_builds(case.game(random), compiled(case.slug), random)


@every_case
def test_the_outcomes_of_a_live_game_give_the_same_states_as_a_tape(case: Case) -> None:
    random = Random(f"tape {case}")
    game = case.game(random)
    recorder = Recorder(Table(random.randbytes(32)))
    live = game.start(chance=recorder)
    states = [live.full_state]
    while not live.over:
        live.play(random_command(live, random))
        states.append(live.full_state)
    again = game.start(chance=Tape(recorder.outcomes))
    assert again.full_state == states[0]
    for (_, command), state in zip(live.moves, states[1:], strict=True):
        again.play(command)
        assert again.full_state == state
    assert again.chance.place == len(recorder.outcomes)


@every_case
def test_recorded_outcomes_of_a_seeded_game_are_its_own(case: Case) -> None:
    """A game that is recorded while it draws from its generator is the game of that seed, and its tape repeats it."""
    random = Random(f"fast {case}")
    game, seed = case.game(random), random.getrandbits(63)
    recorder = Recorder(Fast())
    recorded, seeded = State.dealt(game, seed=seed, chance=recorder), game.start(seed)
    while not seeded.over:
        assert recorded.full_state == seeded.full_state
        command = random_command(seeded, random)
        recorded.play(command)
        seeded.play(command)
    again = game.start(chance=Tape(recorder.outcomes))
    for _, command in seeded.moves:
        again.play(command)
    assert plain(again.full_state) == plain(seeded.full_state)


@pytest.mark.parametrize("slug", sorted({case.slug for case in CASES if case.cards}))
def test_another_card_file_compiles_nothing(slug: str) -> None:
    own, other = (
        next(case for case in CASES if case.slug == slug and bool(case.cards) == new) for new in (False, True)
    )
    for case in (own, other):
        game = case.game(Random(0))
        assert trace(game.build, game, 1, 5) == trace(compiled(slug), game, 1, 5)
    assert len(compiled(slug).trace.signatures) == 1


def _states(game: Game, random: Random) -> list[State]:
    state = game.start(random.getrandbits(63))
    states = [state.copy()]
    while not state.over:
        state.play(random_command(state, random))
        states.append(state.copy())
    return states
