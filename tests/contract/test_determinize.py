"""`determinize` resamples everything a viewer cannot know, with its true probability."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from itertools import islice
from math import sqrt
from random import Random
from typing import Any

import pytest

from tefuda.engine.chance import enumerate_outcomes
from tefuda.engine.game import Game
from tests.contract import leak_mutations
from tests.contract.cases import CASES, Case, Play, determinized, every_case, plain, plays, random_command, states
from tests.contract.indistinguishable_states import Enumeration, TooMany, Weights
from tests.contract.leak_mutations import BAD_REDEALS

MOST_DEALS = 1500  # a game with more deals is not enumerated
CHAINS = 6
RUNS_A_CHAIN = 8_000
OUTCOMES_OF_REDEAL = 3_000
SAMPLES = 2000
GAMES = 100
FIRST_COMMANDS = 6


def enumerable() -> list[Case]:
    """The cases with so few deals that every one can be looked at."""
    found = []
    for case in CASES:
        game = case.game(Random(0))

        def deal(s: Any, game: Game = game) -> None:
            game.build.setup(s, game.tables, game.players, game.option_values)

        deals = islice(enumerate_outcomes(game.build.State(), deal), MOST_DEALS + 1)
        if sum(1 for _ in deals) <= MOST_DEALS:
            found.append(case)
    return found


every_enumerable_case = pytest.mark.parametrize("case", enumerable(), ids=str)


def chains(case: Case) -> list[tuple[Play, int]]:
    """Games and viewers: the seats from which most is hidden at the end, and every viewer of the first game."""

    def worlds(play: Play, viewer: int) -> int:
        record = play.states[-2].full_state
        return len({plain(determinized(play.game, record, viewer, seed)) for seed in range(100)})

    seats = [(play, seat) for play in plays(case)[:60] for seat in range(case.players)]
    first = [(plays(case)[0], viewer) for viewer in case.viewers]
    return sorted(seats, key=lambda chain: -worlds(*chain))[:CHAINS] + first


@cache
def exact(case: Case) -> list[tuple[Game, Any, int, Weights]]:
    """Records with a viewer, and the probability of every world that this viewer must reckon with there."""
    found = []
    for play, viewer in chains(case):
        with suppress(TooMany):
            for record, worlds in Enumeration(play.game, viewer, RUNS_A_CHAIN).along(play):
                as_dealt(play.game, record, viewer)
                found.append((play.game, record, viewer, worlds))
    return found


def as_dealt(game: Game, record: Any, viewer: int) -> Weights:
    """The probability of each world as `determinize` deals it."""
    return Enumeration(game, viewer, OUTCOMES_OF_REDEAL).determinized(record)


@every_enumerable_case
def test_worlds_come_with_their_true_probability(case: Case) -> None:
    """Exact: every outcome of `determinize` against every deal consistent with the viewer's observations."""
    checked = 0
    for game, record, viewer, worlds in exact(case):
        assert plain(record) in worlds
        assert as_dealt(game, record, viewer) == worlds, f"viewer {viewer} of {game.position_text(record)}"
        checked += 1
    assert checked >= 10


@every_enumerable_case
def test_samples_fit_the_true_probabilities(case: Case) -> None:
    """The same with the fast generator, by a chi-square test."""
    several = [found for found in exact(case) if len(found[3]) > 1]
    for game, record, viewer, worlds in several[:: max(1, len(several) // 8)]:
        assert surprise(game, record, viewer, worlds) < 4, f"viewer {viewer} of {game.position_text(record)}"


def surprise(game: Game, record: Any, viewer: int, worlds: Weights) -> float:
    """How many standard deviations the chi-square statistic of SAMPLES worlds lies above its mean."""
    world = record.copy()
    world.rng = 2026
    counts = dict.fromkeys(worlds, 0)
    for _ in range(SAMPLES):
        game.build.determinize(world, game.tables, viewer)
        counts[plain(world)] += 1
    statistic = sum((counts[w] - SAMPLES * p) ** 2 / (SAMPLES * p) for w, p in worlds.items())
    freedom = len(worlds) - 1
    return float((statistic - freedom) / sqrt(2 * freedom))


# ----------------------------------------------- what the whole catalogue shows


@every_case
def test_worlds_depend_only_on_what_is_known_and_on_the_generator(case: Case) -> None:
    for seed, state in enumerate(states(case, 60)):
        for viewer in case.viewers:
            assert alike(state.game, state.full_state, viewer, seed), f"viewer {viewer} of {state}"


def alike(game: Game, record: Any, viewer: int, seed: int) -> bool:
    """Are two worlds that the viewer cannot tell apart dealt anew alike, in every field and with as many draws?"""
    other = determinized(game, record, viewer, seed)
    return all(
        determinized(game, record, viewer, k) == determinized(game, other, viewer, k) for k in range(seed, seed + 4)
    )


@every_case
def test_all_that_differs_between_games_that_look_the_same_is_dealt_anew(case: Case) -> None:
    """`determinize` varies every field that differs between two games of which the viewer knows the same."""
    for game, viewer, records in same_knowledge(case):
        assert forgotten(game, viewer, records) == set(), f"viewer {viewer} of {game.position_text(records[0])}"


@every_case
def test_two_games_that_look_the_same_are_dealt_anew_alike(case: Case) -> None:
    """For every seat, as far as it can see and know: what a record keeps for itself may differ."""
    for game, viewer, records in same_knowledge(case):
        one, other = (determinized(game, record, viewer, 1) for record in records[:2])
        for seat in case.viewers:
            assert game.view(one, seat) == game.view(other, seat), f"seat {seat}, dealt anew for {viewer}"
            keys = [game.build.information_state_key(world, game.tables, seat) for world in (one, other)]
            assert keys[0] == keys[1], f"seat {seat}, dealt anew for {viewer}"


@cache
def same_knowledge(case: Case) -> list[tuple[Game, int, list[Any]]]:
    """Different records from the beginnings of random games in which a viewer knows the same."""
    random = Random(f"same {case}")
    game = case.game(random)
    met: dict[tuple[int, int], dict[bytes, Any]] = {}
    for _ in range(GAMES):
        state = game.start(random.getrandbits(63))
        for _ in range(FIRST_COMMANDS):
            record = state.full_state
            for viewer in case.viewers:
                key = game.build.information_state_key(record, game.tables, viewer)
                met.setdefault((viewer, key), {})[plain(record)] = record
            if state.over:
                break
            state.play(random_command(state, random))
    found = [(game, viewer, list(records.values())[:12]) for (viewer, _), records in met.items() if len(records) > 1]
    return found[:: 1 + len(found) // 60]


def forgotten(game: Game, viewer: int, records: list[Any]) -> set[tuple[str, int]]:
    """The cells that differ between these records and that `determinize` of one of them leaves alone."""
    worlds = [determinized(game, records[0], viewer, seed) for seed in range(60)]
    return cells_that_differ(records) - cells_that_differ([records[0], *worlds])


def cells_that_differ(records: list[Any]) -> set[tuple[str, int]]:
    first, found = records[0].values(), set()
    for record in records[1:]:
        for name, value in record.values().items():
            if name != "rng" and value != first[name]:
                mine, other = (v if isinstance(v, list) else [v] for v in (first[name], value))
                found |= {(name, at) for at in range(len(mine)) if mine[at] != other[at]}
    return found


# ----------------------------------------------------------- planted defects


PROBE = Case("probe", 2, next(case.cards for case in CASES if case.cards))


@pytest.mark.parametrize("plant", BAD_REDEALS, ids=[plant.__name__ for plant in BAD_REDEALS])
def test_a_wrong_redeal_is_caught(plant: Any) -> None:
    """Exactly and by samples, by its use of the truth, or by what it leaves alone."""
    found = set()
    for game, record, viewer, worlds in exact(PROBE):
        bad = plant(game)
        if as_dealt(bad, record, viewer) != worlds:
            found.add("exact")
        if not alike(bad, record, viewer, 1):
            found.add("full_state")
    for game, viewer, records in same_knowledge(PROBE):
        if forgotten(plant(game), viewer, records):
            found.add("forgotten")
    assert set(plant.caught_by) <= found


def test_a_biased_sample_is_caught() -> None:
    """The chi-square test tells a generator that is a little too fond of some outcomes."""
    game, record, viewer, worlds = max(exact(PROBE), key=lambda found: len(found[3]))
    assert surprise(game, record, viewer, worlds) < 4
    assert surprise(leak_mutations.with_a_biased_generator(game), record, viewer, worlds) > 8
