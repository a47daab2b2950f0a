"""`determinize` samples everything that a viewer cannot know, with the true probabilities."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from math import sqrt
from random import Random
from typing import Any

import pytest

from harness.contract import leak_mutations
from harness.contract.cases import (
    CASES,
    Case,
    Play,
    determinized,
    every_case,
    plays,
    random_command,
    record_content,
    sized,
    states,
)
from harness.contract.leak_mutations import BAD_DETERMINIZATIONS
from tefuda.engine.chance import enumerate_outcomes
from tefuda.engine.game import Game
from tests.contract.indistinguishable_states import BudgetExceeded, Enumeration, Weights

MAX_DEALS = 1500  # games with more deals are not enumerated
CHAINS = 4
RUNS_PER_CHAIN = 8_000
MAX_OUTCOMES = 3_000
SAMPLES = 2000
GAMES = sized(40)
FIRST_COMMANDS = 6


def enumerable() -> list[Case]:
    """Return the cases with few enough deals to enumerate, by the probability of the first deal."""
    small = []
    for case in CASES:
        game = case.game(Random(0))

        def deal(s: Any, game: Game = game) -> None:
            game.build.setup(s, game.tables, game.num_players, game.option_values)

        probability, _ = next(enumerate_outcomes(game.build.State(), deal))
        if probability * MAX_DEALS >= 1:
            small.append(case)
    return small


every_enumerable_case = pytest.mark.parametrize("case", enumerable(), ids=str)


def chains(case: Case) -> list[tuple[Play, int]]:
    """Return (game, viewer) pairs: the seats with most hidden at the end, and every viewer of the first game."""

    def worlds(play: Play, viewer: int) -> int:
        record = play.states[-2].full_state
        return len({record_content(determinized(play.game, record, viewer, seed)) for seed in range(100)})

    seats = [(play, seat) for play in plays(case)[:60] for seat in range(case.players)]
    first = [(plays(case)[0], viewer) for viewer in case.viewers]
    return sorted(seats, key=lambda chain: -worlds(*chain))[:CHAINS] + first


@cache
def exact_worlds(case: Case) -> list[tuple[Game, Any, int, Weights]]:
    """Return (game, record, viewer, exact probability of every world consistent with the observations)."""
    result = []
    for play, viewer in chains(case):
        with suppress(BudgetExceeded):
            for record, worlds in Enumeration(play.game, viewer, RUNS_PER_CHAIN).along(play):
                determinize_weights(play.game, record, viewer)
                result.append((play.game, record, viewer, worlds))
    return result


def determinize_weights(game: Game, record: Any, viewer: int) -> Weights:
    """Return the probability of each world under `determinize`."""
    return Enumeration(game, viewer, MAX_OUTCOMES).determinized(record)


@every_enumerable_case
def test_world_probabilities_are_exact(case: Case) -> None:
    """Every outcome of `determinize` is compared with every deal consistent with the viewer's observations."""
    checked = 0
    for game, record, viewer, worlds in exact_worlds(case):
        assert record_content(record) in worlds
        assert determinize_weights(game, record, viewer) == worlds, f"viewer {viewer} of {game.position_text(record)}"
        checked += 1
    assert checked >= 10


@every_enumerable_case
def test_sampled_worlds_pass_a_chi_square_test(case: Case) -> None:
    """The same with the fast generator."""
    several = [entry for entry in exact_worlds(case) if len(entry[3]) > 1]
    for game, record, viewer, worlds in several[:: max(1, len(several) // 8)]:
        assert chi_square_deviation(game, record, viewer, worlds) < 4, (
            f"viewer {viewer} of {game.position_text(record)}"
        )


def chi_square_deviation(game: Game, record: Any, viewer: int, worlds: Weights) -> float:
    """Return by how many standard deviations the chi-square statistic of SAMPLES worlds exceeds its mean."""
    world = record.copy()
    world.rng = 2026
    counts = dict.fromkeys(worlds, 0)
    for _ in range(SAMPLES):
        game.build.determinize(world, game.tables, viewer)
        counts[record_content(world)] += 1
    statistic = sum((counts[w] - SAMPLES * p) ** 2 / (SAMPLES * p) for w, p in worlds.items())
    degrees = len(worlds) - 1
    return float((statistic - degrees) / sqrt(2 * degrees))


# ---------------------------------------------------------- over all games


@every_case
def test_worlds_depend_only_on_the_viewers_knowledge_and_the_generator(case: Case) -> None:
    for seed, state in enumerate(states(case, sized(35))):
        for viewer in case.viewers:
            assert determinizes_alike(state.game, state.full_state, viewer, seed), f"viewer {viewer} of {state}"


def determinizes_alike(game: Game, record: Any, viewer: int, seed: int) -> bool:
    """Return whether two indistinguishable worlds are determinized equally: every field and the number of draws."""
    other = determinized(game, record, viewer, seed)
    return all(
        determinized(game, record, viewer, k) == determinized(game, other, viewer, k) for k in range(seed, seed + 4)
    )


@every_case
def test_every_unknown_field_is_resampled(case: Case) -> None:
    """`determinize` varies every cell that differs between two records with the same knowledge for the viewer."""
    for game, viewer, records in same_knowledge(case):
        assert unsampled_cells(game, viewer, records) == set(), f"viewer {viewer} of {game.position_text(records[0])}"


@every_case
def test_indistinguishable_records_give_the_same_world_for_every_seat(case: Case) -> None:
    """Compared by views and keys: private bookkeeping of a record may differ."""
    for game, viewer, records in same_knowledge(case):
        one, other = (determinized(game, record, viewer, 1) for record in records[:2])
        for seat in case.viewers:
            assert game.view(one, seat) == game.view(other, seat), f"seat {seat}, determinized for {viewer}"
            keys = [game.build.information_state_key(world, game.tables, seat) for world in (one, other)]
            assert keys[0] == keys[1], f"seat {seat}, determinized for {viewer}"


@cache
def same_knowledge(case: Case) -> list[tuple[Game, int, list[Any]]]:
    """Return groups of different records, from the starts of random games, in which a viewer knows the same."""
    random = Random(f"same {case}")
    game = case.game(random)
    groups: dict[tuple[int, int], dict[bytes, Any]] = {}
    for _ in range(GAMES):
        state = game.start(random.getrandbits(63))
        for _ in range(FIRST_COMMANDS):
            record = state.full_state
            for viewer in case.viewers:
                key = game.build.information_state_key(record, game.tables, viewer)
                groups.setdefault((viewer, key), {})[record_content(record)] = record
            if state.is_terminal:
                break
            state.play(random_command(state, random))
    shared = [
        (game, viewer, list(records.values())[:12]) for (viewer, _), records in groups.items() if len(records) > 1
    ]
    return shared[:: 1 + len(shared) // sized(30)]


def unsampled_cells(game: Game, viewer: int, records: list[Any]) -> set[tuple[str, int]]:
    """Return the cells that differ between these records but never between determinizations of the first."""
    worlds = [determinized(game, records[0], viewer, seed) for seed in range(60)]
    return differing_cells(records) - differing_cells([records[0], *worlds])


def differing_cells(records: list[Any]) -> set[tuple[str, int]]:
    first, cells = records[0].values(), set()
    for record in records[1:]:
        for name, value in record.values().items():
            if name != "rng" and value != first[name]:
                mine, other = (v if isinstance(v, list) else [v] for v in (first[name], value))
                cells |= {(name, index) for index in range(len(mine)) if mine[index] != other[index]}
    return cells


# ------------------------------------------------------------- mutations


PROBE = Case("probe", 2, next(case.cards for case in CASES if case.cards))


@pytest.mark.parametrize("mutate", BAD_DETERMINIZATIONS, ids=[mutate.__name__ for mutate in BAD_DETERMINIZATIONS])
def test_wrong_determinization_is_caught(mutate: Any) -> None:
    """Every mutation is caught by the checks it names in `caught_by`."""
    found = set()
    for game, record, viewer, worlds in exact_worlds(PROBE):
        bad = mutate(game)
        if determinize_weights(bad, record, viewer) != worlds:
            found.add("exact")
        if not determinizes_alike(bad, record, viewer, 1):
            found.add("full_state")
    for game, viewer, records in same_knowledge(PROBE):
        if unsampled_cells(mutate(game), viewer, records):
            found.add("unsampled")
    assert set(mutate.caught_by) <= found


def test_biased_sampling_is_caught() -> None:
    """The chi-square test detects a slightly biased generator."""
    game, record, viewer, worlds = max(exact_worlds(PROBE), key=lambda entry: len(entry[3]))
    assert chi_square_deviation(game, record, viewer, worlds) < 4
    assert chi_square_deviation(leak_mutations.with_biased_chance(game), record, viewer, worlds) > 8
