"""Every game and number of players in OpenSpiel's own test suites, and its algorithms on small games.

Large tests (`--size 4`) play games of full length, and walk through all of Leduc poker.
"""

import math
import pickle
import subprocess
import sys
import unittest
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import cfr, exploitability, external_sampling_mccfr, ismcts, mcts
from open_spiel.python.algorithms.sample_some_states import sample_some_states
from open_spiel.python.observation import make_observation
from open_spiel.python.policy import UniformRandomPolicy
from open_spiel.python.tests import games_sim_test

import tefuda
from harness.contract.cases import SIZE, Case, every_case, sized
from tefuda.adapters.open_spiel import register
from tefuda.engine.errors import BadOption
from tests.adapters import cases

for fixture in cases.names():
    register(fixture)

STATES = 40  # of a game, in the tests of the interface
ACTIONS = 30  # in the simulations in Python
SMALL = {"tefuda_kuhn": ((4, 24, 30), 12)} | ({"tefuda_leduc": ((157, 3780, 5520), 936)} if SIZE >= 4 else {})


def loaded(case: Case) -> Any:
    parameters = {"players": case.players, **cases.rules(case)}
    if case.cards:
        parameters["cards"] = str(case.cards)
    return pyspiel.load_game(f"tefuda_{case.slug}", parameters)


def run(suite: type[unittest.TestCase]) -> None:
    """Run all tests of a class, none left out."""
    tests = unittest.defaultTestLoader.loadTestsFromTestCase(suite)
    result = unittest.TestResult()
    tests.run(result)
    assert result.testsRun == tests.countTestCases() > 0
    assert not result.skipped
    assert not result.failures + result.errors, result.failures + result.errors


@every_case
def test_game_passes_random_simulations_with_serialisation(case: Case) -> None:
    pyspiel.random_sim_test(loaded(case), num_sims=1, serialize=True, verbose=False)


@every_case
def test_game_passes_the_test_of_the_interface(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    def some_states(game: Any, max_states: int) -> list[Any]:
        states: list[Any] = sample_some_states(game, max_states=min(max_states, sized(STATES)))
        return states

    monkeypatch.setattr(api_test.sample_some_states, "sample_some_states", some_states)
    name = f"tefuda_{case.slug}"
    run(type(str(case), (api_test.EnforceAPIOnPartialTreeBase,), {"game_name": name, "game": loaded(case)}))


@every_case
def test_game_passes_simulations_with_pickle(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games_sim_test, "MAX_ACTIONS_PER_GAME", sized(ACTIONS))
    games_sim_test.GamesSimTest().sim_game(loaded(case))


@pytest.mark.parametrize("name", SMALL)
def test_whole_tree_of_a_small_game_passes_the_test_of_the_interface(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the numbers of states that OpenSpiel has for its own Kuhn and Leduc poker."""
    total, recalled = SMALL[name]
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, name, total)
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, name, recalled)
    game = pyspiel.load_game(name)
    run(type(name, (api_test.EnforceAPIOnFullTreeBase,), {"game_name": name, "game": game}))


def test_uniform_play_is_as_exploitable_as_in_openspiel_itself() -> None:
    ours, theirs = pyspiel.load_game("tefuda_kuhn"), pyspiel.load_game("kuhn_poker")
    found = exploitability.nash_conv(ours, UniformRandomPolicy(ours))
    assert found == pytest.approx(exploitability.nash_conv(theirs, UniformRandomPolicy(theirs)) / 2)  # ±1 is two chips


def test_solvers_find_an_equilibrium_of_kuhn_poker() -> None:
    game = pyspiel.load_game("tefuda_kuhn")
    in_python, in_cpp = cfr.CFRSolver(game), pyspiel.CFRSolver(game)
    for _ in range(30):
        in_python.evaluate_and_update_policy()
        in_cpp.evaluate_and_update_policy()
    assert exploitability.exploitability(game, in_python.average_policy()) < 0.03
    assert pyspiel.exploitability(game, in_cpp.tabular_average_policy()) < 0.03
    np.random.seed(1)  # noqa: NPY002 (used by the solver)
    sampling = external_sampling_mccfr.ExternalSamplingSolver(game)
    for _ in range(150):
        sampling.iteration()
    assert exploitability.exploitability(game, sampling.average_policy()) < 0.12  # uniform play: 0.229


def test_search_plays_with_hidden_information() -> None:
    game = pyspiel.load_game("tefuda_probe(players=3,merge_chance=False)")
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game=game, uct_c=1.0, evaluator=evaluator, max_simulations=20)
    state, random = game.new_initial_state(), Random(1)
    for _ in range(12):
        if state.is_terminal():
            break
        player = state.current_player()
        action = random.choice(state.legal_actions()) if state.is_chance_node() else bot.step(state)
        assert action in state.legal_actions()
        if player >= 0:
            world = state.resample_from_infostate(player, random.random)
            assert world.information_state_string(player) == state.information_state_string(player)
            assert world.legal_actions() == state.legal_actions()
        state.apply_action(action)


def test_end_of_a_game_is_a_small_game_of_its_own() -> None:
    """K8: with few cards left in the rebuilt deck, all that can still happen can be searched."""
    late = tefuda.load("kotori").start(seed=2)
    random = Random(2)
    while late.full_state.rebuilt == 0 or late.full_state.left > 3:
        late.play(random.choice(late.legal_actions.codes))
    game = pyspiel.load_game("tefuda_kotori", {"position": late.position})
    state = game.new_initial_state()
    assert state.tefuda_state.position == late.position == game.new_initial_state(late.position).tefuda_state.position
    assert str(pickle.loads(pickle.dumps(state))) == str(state)  # noqa: S301 (our own)
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
    solver = cfr.CFRPlusSolver(game)
    assert exploitability.nash_conv(game, UniformRandomPolicy(game)) > 0.5
    for _ in range(6):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < 0.2


@every_case
def test_observations_are_those_of_tefuda(case: Case) -> None:
    game = loaded(case)
    state, random = game.new_initial_state(), Random(str(case))
    kinds = {
        (public, private, recall): make_observation(game, pyspiel.IIGObservationType(public, recall, private))
        for public in (True, False)
        for private in (pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.SINGLE_PLAYER)
        for recall in (True, False)
    }
    one, nobody = pyspiel.PrivateInfoType.SINGLE_PLAYER, pyspiel.PrivateInfoType.NONE
    for _ in range(60):
        if state.is_terminal():
            break
        if state.is_chance_node():
            value = random.randrange(state.tefuda_state.chance_outcomes(merged=False)[-1].value + 1)
            state.apply_action(value)
            continue
        ours = state.tefuda_state
        for player in range(case.players):
            assert state.information_state_string(player) == f"seat {player}\n{ours.information_state_string(player)}"
            assert kinds[True, one, False].string_from(state, player) == state.observation_string(player)
            assert kinds[True, nobody, True].string_from(state, player) == ours.information_state_string()
            seen = kinds[True, one, False]
            seen.set_from(state, player)
            for name, array in ours.observation_tensors(player).items():
                assert (seen.dict[name].reshape(array.shape) == array).all()
            assert seen.dict["player"].argmax() == player
            assert len(state.observation_tensor(player)) == len(seen.tensor)
            hidden = kinds[False, one, False].string_from(state, player)
            assert not hidden or f"seat {1 - (player > 0)}" not in hidden.split("\n")[0]
            assert kinds[False, nobody, False].string_from(state, player) == ""
        state.apply_action(random.choice(state.legal_actions()))


def test_chance_outcomes_with_the_same_effect_are_one_unless_asked_otherwise() -> None:
    for merged, count in (("True", 10), ("False", 55)):
        state = pyspiel.load_game(f"tefuda_kotori(players=2,merge_chance={merged})").new_initial_state()
        state.apply_action(0)
        outcomes = state.chance_outcomes()
        assert len(outcomes) == count
        assert math.fsum(probability for _, probability in outcomes) == pytest.approx(1)


def test_wrong_parameters_say_what_would_be_right() -> None:
    with pytest.raises(BadOption, match="kotori takes 2 to 4 players, not 7"):
        pyspiel.load_game("tefuda_kotori(players=7)")
    with pytest.raises(pyspiel.SpielError, match=r"Unknown parameter 'swap'\. Available parameters are: allow_yield"):
        pyspiel.load_game("tefuda_kotori(swap=1)")
    game = pyspiel.load_game("tefuda_llama")
    with pytest.raises(BadOption, match="no tensors with perfect recall: use its observation tensors"):
        game.new_initial_state().information_state_tensor(0)


@pytest.mark.parametrize(
    ("module", "library", "words"),
    [
        ("open_spiel", "pyspiel", "OpenSpiel is not installed: pip install 'tefuda[openspiel]'"),
        ("pettingzoo", "pettingzoo", "PettingZoo is not installed: pip install 'tefuda[pettingzoo]'"),
        ("gymnasium", "gymnasium", "Gymnasium is not installed: pip install 'tefuda[gymnasium]'"),
    ],
)
def test_missing_library_is_named_with_its_extra(module: str, library: str, words: str) -> None:
    script = f"import sys; sys.modules[{library!r}] = None; import tefuda.adapters.{module}"
    answer = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert answer.returncode == 1
    assert f"ImportError: {words}" in answer.stderr
