"""The compiled build and the checked build run the same rules: they agree in every state and every draw."""

from __future__ import annotations

from functools import cache
from random import Random
from types import ModuleType

import numpy as np
import pytest

from harness.contract.cases import (
    CASES,
    PACKAGES,
    Case,
    Fast,
    every_case,
    every_compiled_case,
    random_command,
    random_play,
    record_content,
    sized,
    some_or_all,
)
from tefuda.bots.players import search_build
from tefuda.bots.vector import vector
from tefuda.engine import backends as builds
from tefuda.engine.backends import Build
from tefuda.engine.chance import Recorder, SecretSource, Tape
from tefuda.engine.game import Game
from tefuda.engine.state import State
from tests.contract.properties import check_same_play

HOUSE_RULES = sized(2)  # random combinations of house rules
GAMES = sized(12)  # per combination, over all numbers of players; fewer if games are long
DECISIONS = sized(600)  # per combination, over all numbers of players
BATCH, BATCH_STEPS = 6, 60  # games side by side, and decisions in each
STEPPED = sized(1)  # games compared state by state

# The checked build refuses every index out of range, and both builds play the same games.  With `--size 4` or more,
# every game is compiled a second time, with bounds checks, which takes longer than all else in this file; else a small
# one is.
BATCHED = some_or_all([case for case in CASES if case.slug in ("kotori", "tezuma")], CASES)
WITH_BOUNDS_CHECKS = some_or_all([case for case in CASES if case.slug == "leduc"], CASES)


def compiled(slug: str) -> Build:
    """Return a game's compiled build, as bots and simulation use it."""
    return search_build(PACKAGES[slug], "compiled")


@cache
def bounds_checked(rules: ModuleType) -> Build:
    """Return the rules compiled with bounds checks, once for all numbers of players."""
    return builds.compiled(rules, boundscheck=True)


def play_hash(build: Build, game: Game, seed: int, games: int) -> int:
    """Return a hash of some games: all decisions, legal actions, keys and results."""
    states, blank, generator = build.workspace(seed)
    options = np.array(game.option_values, np.int64) if build.kind == "compiled" else game.option_values
    digest: int = build.trace(
        states, blank, build.tables(game.tables), generator, game.num_players, options, seed, games
    )
    return digest


@every_compiled_case
def test_both_builds_play_the_same_games(case: Case) -> None:
    games = case.share(GAMES)
    for draw in range(HOUSE_RULES):
        random = Random(f"{case} {draw}")
        game, seed = case.game(random), random.getrandbits(40)
        count = max(2, min(games, case.share(DECISIONS) // mean_decisions(game, seed)))
        assert play_hash(game.build, game, seed, count) == play_hash(compiled(case.slug), game, seed, count), game


def mean_decisions(game: Game, seed: int) -> int:
    """Return the mean number of decisions of a game, over a few games."""
    build = compiled(game.slug)
    options = np.array(game.option_values, np.int64)
    states, blank, generator = build.workspace(seed)
    steps: int = build.playouts(
        states, blank, build.tables(game.tables), generator, game.num_players, options, seed, 20
    )
    return 1 + steps // 20


@pytest.mark.parametrize("case", BATCHED, ids=str)
def test_batches_agree_in_both_builds(case: Case) -> None:
    random = Random(f"batch {case}")
    game, seed = case.game(random), random.getrandbits(40)
    batches = [vector(game, BATCH, seed=seed, build=build) for build in ("checked", "compiled")]
    for step in range(BATCH_STEPS):
        mine, other = batches
        for name in ("mask", "num_legal", "current_player", "rewards", "ended", "seeds"):
            assert np.array_equal(getattr(mine, name), getattr(other, name)), name
        if step % 4 == 0:
            for viewer in (None, *case.viewers):
                seen = other.observe(viewer)
                for name, array in mine.observe(viewer).items():
                    assert np.array_equal(array, seen[name]), f"{name} of {viewer}"
        choices = mine.sample()
        assert np.array_equal(choices, other.sample())
        for batch in batches:
            batch.step(choices, observe=step % 4 == 3)


@pytest.mark.parametrize("case", WITH_BOUNDS_CHECKS, ids=str)
def test_compiled_rules_stay_within_array_bounds(case: Case) -> None:
    """With bounds checks the compiled build plays the same games and raises nothing."""
    random = Random(str(case))
    game, seed = case.game(random), random.getrandbits(40)
    checked = bounds_checked(game.rules)
    games = 20 * case.share(GAMES)
    assert play_hash(checked, game, seed, games) == play_hash(compiled(case.slug), game, seed, games)
    states, _, _ = checked.workspace(0)
    for state in random_play(game, random).states:
        for viewer in case.viewers:
            state.full_state.store(states, 0)
            checked.determinize_at(states, 0, checked.tables(game.tables), viewer)


@every_compiled_case
def test_both_builds_agree_state_by_state(case: Case) -> None:
    for number in range(STEPPED):
        random = Random(f"{case} {number}")
        check_same_play(case.game(random), compiled(case.slug), random)


@every_case
def test_tape_of_a_live_game_repeats_its_states(case: Case) -> None:
    random = Random(f"tape {case}")
    game = case.game(random)
    recorder = Recorder(SecretSource(random.randbytes(32)))
    live = game.start(chance=recorder)
    states = [live.full_state]
    while not live.is_terminal:
        live.play(random_command(live, random))
        states.append(live.full_state)
    replayed = game.start(chance=Tape(recorder.outcomes))
    assert replayed.full_state == states[0]
    for (_, command), state in zip(live.history, states[1:], strict=True):
        replayed.play(command)
        assert replayed.full_state == state
    assert replayed.chance.place == len(recorder.outcomes)


@every_case
def test_recording_does_not_change_a_seeded_game(case: Case) -> None:
    """A seeded game plays the same with and without a recorder, and its tape repeats it."""
    random = Random(f"fast {case}")
    game, seed = case.game(random), random.getrandbits(63)
    recorder = Recorder(Fast())
    recorded, seeded = State.dealt(game, seed=seed, chance=recorder), game.start(seed)
    while not seeded.is_terminal:
        assert recorded.full_state == seeded.full_state
        command = random_command(seeded, random)
        recorded.play(command)
        seeded.play(command)
    replayed = game.start(chance=Tape(recorder.outcomes))
    for _, command in seeded.history:
        replayed.play(command)
    assert record_content(replayed.full_state) == record_content(seeded.full_state)


@pytest.mark.parametrize("slug", sorted({case.slug for case in CASES if case.cards}))
def test_another_card_file_needs_no_compilation(slug: str) -> None:
    default, other = (
        next(case for case in CASES if case.slug == slug and bool(case.cards) == new) for new in (False, True)
    )
    for case in (default, other):
        game = case.game(Random(0))
        assert play_hash(game.build, game, 1, 5) == play_hash(compiled(slug), game, 1, 5)
    assert len(compiled(slug).trace.signatures) == 1
