"""What research relies on, for every game: chance nodes, information states, tensors, values, declared bounds."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from fractions import Fraction
from itertools import pairwise
from math import prod
from random import Random
from typing import Any

import numpy as np
import pytest

import tefuda
from harness.contract.cases import (
    Case,
    Fast,
    determinized,
    every_case,
    plays,
    random_command,
    record_content,
    sized,
    states,
)
from tefuda.engine.chance import Outcome, Recorder, enumerate_outcomes
from tefuda.engine.chance_nodes import ChanceNode, outcomes_of, run, transition
from tefuda.engine.errors import BadRecord
from tefuda.engine.game import Game, open_game
from tefuda.engine.game_record import Replay, write_record
from tefuda.engine.state import CHANCE, State

POSITIONS = sized(40)  # per game, over all numbers of players
TRANSITIONS = sized(8)  # per case
MOST_HISTORY = sized(80)  # actions and outcomes
MOST_RUNS = 400  # of a transition whose outcomes are enumerated


@every_case
def test_chance_outcomes_have_the_probabilities_of_all_single_draws(case: Case) -> None:
    """Outcomes that are merged lead to the same positions with the same probabilities."""
    checked = 0
    for state in states(case, case.share(POSITIONS)):
        if checked == TRANSITIONS or state.is_terminal:
            continue
        record, code = state.full_state, state.legal_actions.codes[-1]
        exact: Counter[bytes] = Counter()
        for done, (probability, after) in enumerate(
            enumerate_outcomes(record, lambda s, code=code, game=state.game: transition(game, s, code))
        ):
            exact[record_content(after)] += probability  # type: ignore[assignment]
            if done == MOST_RUNS:
                break
        else:
            merged: Counter[bytes] = Counter()
            collect(state.game, run(state.game, record, code, ()), Fraction(1), merged)
            assert merged == exact
            checked += 1


def pickled(state: State) -> State:
    """Return a state that went through pickle."""
    other: State = pickle.loads(pickle.dumps(state))  # noqa: S301 (our own)
    return other


def collect(game: Game, done: Any, probability: Fraction, found: Counter[bytes]) -> None:
    """Add the results of a transition by way of its chance nodes, with their probabilities."""
    node: ChanceNode | None = done.node
    if node is None:
        found[record_content(done.record)] += probability  # type: ignore[assignment]
        return
    outcomes = outcomes_of(game, node)
    assert sum(outcome.probability for outcome in outcomes) == 1
    for outcome in outcomes:
        decided = (*node.outcomes, Outcome(outcome.value, node.n))
        collect(game, run(game, node.before, node.action, decided), probability * outcome.probability, found)


@every_case
def test_game_with_explicit_chance_is_the_game_of_its_outcomes(case: Case) -> None:
    random = Random(f"explicit {case}")
    game = case.game(random)
    state = game.start(random.getrandbits(62), explicit_chance=True)
    while not state.is_terminal and (state.is_chance_node or len(state.history) < MOST_HISTORY):
        twin = pickled(state.copy())
        assert twin == state
        if state.is_chance_node:
            assert (state.current_player, list(state.legal_actions)) == (CHANCE, [])
            assert twin.play_chance() == state.play_chance()
        else:
            command = random_command(state, random)
            assert twin.play(command) == state.play(command)
        assert twin == state
    replay = Replay(write_record(state), cards=case.cards, package=case.package)
    end = replay.steps[-1].state if replay.steps else replay.initial
    assert record_content(end.full_state) == record_content(state.full_state)
    assert replay.initial.opening == state.opening


@every_case
def test_state_before_a_chance_node_is_what_was_there_before_the_action(case: Case) -> None:
    random = Random(f"before {case}")
    state = case.game(random).start(random.getrandbits(62), explicit_chance=True)
    while state.is_chance_node:
        if len(state.history) < 3:
            assert state.before_chance is None
        state.play_chance()
    for _ in range(8):
        if state.is_terminal:
            break
        before = state.copy()
        told = before.information_state_string(0)
        state.play(random.choice(state.legal_actions.codes))
        while state.is_chance_node:
            found = state.before_chance
            assert found == before
            assert found.history == before.history
            assert found.information_state_string(0) == told
            values = state.chance_outcomes(merged=False)
            assert [one.value for one in values] == list(range(len(values)))
            assert sum(one.probability for one in values) == 1
            state.play_chance(random.choice(values).value)


@every_case
def test_information_state_can_go_on_in_a_determinized_world(case: Case) -> None:
    for play in plays(case)[:1]:
        state, random = play.states[0].copy(), Random(str(case))
        for command in play.commands[:20]:
            state.play(command)
            viewer = random.choice(case.viewers)
            told = state.information_state_string(viewer)
            world = state.determinize(viewer, 1, recall=True)
            assert world.information_state_string(viewer) == told
            assert pickled(world) == world
            if not world.is_terminal:
                world.play(random_command(world, random))
                assert world.information_state_string(viewer).startswith(told)
                assert world.information_state_string(viewer) == world.copy().information_state_string(viewer)


@every_case
def test_game_of_a_vector_can_be_played_on_and_is_replayed_as_it_was(case: Case) -> None:
    """Though its history, and so its seed, do not begin with the deal."""
    random = Random(f"vector {case}")
    games = tefuda.vector(case.game(random), 2, seed=random.getrandbits(60), build="checked")
    for _ in range(4):
        state = games.state(1)
        begun = state.is_pending
        while not state.is_terminal and len(state.history) < 8:
            state.play(random.choice(state.legal_actions.codes))
        end = state.full_state
        for one in (state, state.copy(), pickled(state)):
            *_, (replayed, _) = one.replayed()
            assert replayed == end
            assert one._recall(0).record == end
        if begun:
            with pytest.raises(BadRecord, match="begins with a complete decision"):
                write_record(state)
        else:
            replay = Replay(write_record(state), cards=case.cards, package=case.package)
            assert replay.steps[-1].state.full_state == end
        for _ in range(random.randrange(1, 40)):
            games.step(games.sample())


@every_case
def test_nothing_is_hidden_exactly_in_games_with_perfect_information(case: Case) -> None:
    hidden = [
        record_content(determinized(state.game, record, viewer, seed=1)) != record_content(record)
        for state in states(case, case.share(POSITIONS))
        for record in [state.full_state]
        for viewer in case.viewers
    ]
    assert any(hidden) != states(case, 1)[0].game.has_perfect_information


@every_case
def test_tensors_have_the_declared_names_shapes_and_types(case: Case) -> None:
    for state in states(case, case.share(POSITIONS)):
        for viewer in case.viewers:
            tensors = state.game.observation_tensors(state.full_state, viewer)
            declared = state.game.observation_spec
            assert {name: (array.shape, array.dtype) for name, array in tensors.items()} == dict(declared)


@every_case
def test_tensors_hold_nothing_of_what_was_there_before(case: Case) -> None:
    """Batches fill the same record again and again, for one viewer after the other."""
    for state in states(case, case.share(POSITIONS)):
        game, record = state.game, state.full_state
        for viewer in case.viewers:
            used, fresh = game.build.Tensors(), game.build.Tensors()
            for name, field in used.fields.items():
                used.assign(name, [1] * prod(field.shape) if field.shape else 1)
            for tensors in (used, fresh):
                game.build.fill_tensors(record, game.tables, viewer, tensors)
            assert used == fresh


@every_case
def test_tensors_of_others_do_not_change_in_the_middle_of_a_secret_decision(case: Case) -> None:
    for play in plays(case)[:2]:
        for before, command in list(zip(play.states, play.commands, strict=False))[:20]:
            state, others = before.copy(), [viewer for viewer in case.viewers if viewer != before.current_player]
            seen = [before.observation_tensors(viewer) for viewer in others]
            for name in command.split()[:-1]:
                state.play(name)
                for viewer, known in zip(others, seen, strict=True):
                    for array, now in state.observation_tensors(viewer).items():
                        assert np.array_equal(known[array], now), f"{array} for {viewer}, after {name}"


@every_case
def test_equal_tensors_allow_equal_actions_and_differ_in_the_course_of_a_game(case: Case) -> None:
    seen: dict[Any, tuple[int, ...]] = {}
    shown = set()
    for state in states(case, case.share(POSITIONS)):
        if not state.is_terminal:
            tensors = state.observation_tensors(state.current_player)
            key = tuple(sorted(state.game.options.items())), *(array.tobytes() for array in tensors.values())
            assert seen.setdefault(key, state.legal_actions.codes) == state.legal_actions.codes
            shown.add(key)
    assert len(shown) > 3


@every_case
def test_information_states_recall_everything_and_hold_nothing_hidden(case: Case) -> None:
    play = plays(case)[0]
    told: dict[int, list[str]] = {viewer: [] for viewer in case.viewers}
    state = play.states[0].copy()
    for command in play.commands[:40]:
        for viewer in case.viewers:
            lines = state.information_state_string(viewer).splitlines()
            assert lines[: len(told[viewer])] == told[viewer], "it begins with that of the state before"
            told[viewer] = lines
        state.play(command)
    for viewer in case.viewers:
        lines = state.information_state_string(viewer).splitlines()
        own = [f"> {command}" for seat, command in state.history if seat == viewer]
        assert [line for line in lines if line.startswith(">")] == own
        assert lines == state.copy().information_state_string(viewer).splitlines()
        if not state.is_terminal:
            worlds = {state.determinize(viewer, seed).information_state_string(viewer) for seed in range(3)}
            assert len(worlds) == 1


@every_case
def test_states_copy_pickle_and_compare_by_value(case: Case) -> None:
    for state in states(case, 8):
        others = (state.copy(), copy.deepcopy(state), copy.copy(state), pickled(state))
        for other in others:
            assert other == state
            assert other.history == state.history
            assert other.game == state.game
        if not state.is_terminal:
            command = random_command(state, Random(str(state)))
            for other in others:
                other.play(command)
            assert others[0] == others[3] != state


@every_case
def test_actions_can_be_played_one_by_one_and_by_code(case: Case) -> None:
    for play in plays(case)[:2]:
        state = play.states[0].copy()
        for command, after in zip(play.commands[:60], play.states[1:], strict=False):
            for name in command.split():
                code = play.game.action_code(name)
                assert code in state.legal_actions
                assert state.legal_actions.mask[code]
                assert state.legal_actions.mask.sum() == len(state.legal_actions)
                state.play(code)
            assert state == after
            assert state.history == after.history


@every_case
def test_declared_bounds_hold(case: Case) -> None:
    for number, play in enumerate(plays(case)):
        game, end = play.game, play.states[-1]
        assert len(end.returns) == game.num_players
        assert all(game.min_utility <= utility <= game.max_utility for utility in end.returns)
        if game.is_zero_sum:
            assert abs(sum(end.returns)) < 1e-9
        assert play.states[0].returns == (0.0,) * game.num_players
        assert max(len(state.legal_actions) for state in play.states) <= game.max_branching <= game.num_actions
        source = Recorder(Fast())
        state = game.start(chance=source)
        draws = [0, len(source.outcomes)]  # after each transition
        random = Random(number)
        while not state.is_terminal and len(state.history) < 60:
            state.play(random_command(state, random))
            draws.append(len(source.outcomes))
        assert max(after - before for before, after in pairwise(draws)) <= game.description.max_draws
        assert game.max_chance_nodes >= draws[-1]
        assert max((outcome.n for outcome in source.outcomes), default=0) <= game.max_chance_outcomes


def test_text_of_a_state_in_the_middle_of_a_secret_decision_is_its_own_seats() -> None:
    """Two games that differ only in which card was creased in secret."""
    texts = []
    for crease in ("crease-0", "crease-1"):
        state = probe()
        state.play(crease)
        texts.append([state.information_state_string(viewer) for viewer in range(-1, 3)])
        state.play("hold")
        texts[-1] += [state.information_state_string(viewer) for viewer in range(-1, 3)]
    differs = [one != other for one, other in zip(*texts, strict=True)]
    mover = probe().current_player
    assert differs == [viewer == mover for viewer in range(-1, 3)] * 2


def probe() -> State:
    state = open_game("harness.fixtures.probe", players=3).start(seed=1)
    state.play("hold")  # then it is the turn of the seat with the pencil
    return state
