"""Every game and number of players in OpenSpiel's own test suites, and its algorithms on small games.

Large tests (`--size 4`) play games of full length with the numbers of states and actions that OpenSpiel takes itself,
walk through all of Leduc poker, and solve ニワトリかラマか ポーカー with seven notes.
"""

import math
import pickle
import subprocess
import sys
import unittest
from functools import partial
from importlib import import_module
from random import Random
from typing import Any

import numpy as np
import pytest

if sys.platform == "darwin":
    pytest.importorskip("pyspiel", reason="OpenSpiel has no wheels for Macs with Intel")

import pyspiel
from open_spiel.python.algorithms import cfr, exploitability, external_sampling_mccfr, ismcts, mcts
from open_spiel.python.algorithms.expected_game_score import policy_value
from open_spiel.python.algorithms.sample_some_states import sample_some_states
from open_spiel.python.observation import make_observation
from open_spiel.python.policy import UniformRandomPolicy

import tefuda
from harness.contract.cases import LARGE, SIZE, Case, case_of_every_game, large
from tefuda.adapters.open_spiel import register
from tefuda.engine.errors import BadOption, ChanceError
from tefuda.solve import ExternalSampling, GameTree, Policy
from tests.adapters import cases
from tests.adapters.cases import calls

STATES = 40  # of a game, in the tests of the interface; in large tests as many as OpenSpiel takes
# Numbers of chance nodes, decisions and ends, and of information states.
SMALL = {
    "tefuda_kuhn": ((4, 24, 30), 12),
    "tefuda_tezuma(hand=1)": ((21, 30, 24), 24),
    "tefuda_tezuma(hand=1,joint_chance=True)": ((1, 30, 24), 24),
}
if SIZE >= LARGE:
    SMALL["tefuda_leduc"] = ((49, 774, 1116), 288)
TEZUMA = tefuda.load("tezuma", constants={"hand": 1})
LLAMA = tefuda.load("llama", constants={"notes": 7}, marks=0, rounds=1)
LLAMA_THERE = "tefuda_llama(notes=7,marks=0,rounds=1,joint_chance=True)"


@pytest.fixture(scope="module", autouse=True)
def registered() -> None:
    """Register the games where they are tested: every process collects this file, and reads all messages to do so."""
    for name in cases.names():
        register(name)


def loaded(case: Case, rules: dict[str, int] | None = None, *, merge_chance: bool = True) -> Any:
    """Return a game with house rules, by default those for short games."""
    parameters = {"players": case.players, "merge_chance": merge_chance}
    parameters |= cases.rules(case) if rules is None else rules
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


@case_of_every_game
def test_game_passes_random_simulations_with_serialisation(case: Case) -> None:
    """Merged outcomes of chance, which take half of the time, are in other tests."""
    game = loaded(case, merge_chance=SIZE >= LARGE)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.fixture(scope="module")
def api_test() -> Any:
    """Import OpenSpiel's tests of its interface only where they run: that takes a second."""
    return import_module("open_spiel.integration_tests.api_test")


@case_of_every_game
def test_game_passes_the_test_of_the_interface(case: Case, monkeypatch: pytest.MonkeyPatch, api_test: Any) -> None:
    def some_states(game: Any, max_states: int) -> list[Any]:
        states: list[Any] = sample_some_states(game, max_states=min(max_states, STATES))
        return states

    if SIZE < LARGE:
        monkeypatch.setattr(api_test.sample_some_states, "sample_some_states", some_states)
    name = f"tefuda_{case.slug}"
    run(type(str(case), (api_test.EnforceAPIOnPartialTreeBase,), {"game_name": name, "game": loaded(case)}))


@case_of_every_game
def test_game_passes_simulations_with_pickle(case: Case) -> None:
    """At full length, also ドウトツくじゃん with its thousands of actions, of which OpenSpiel takes a thousand."""
    from open_spiel.python.tests import games_sim_test  # with scipy.stats: a second, when tests are collected

    games_sim_test.GamesSimTest().sim_game(loaded(case, {}, merge_chance=SIZE >= LARGE))


def test_serialising_a_long_game_takes_in_proportion_to_its_history() -> None:
    """Counted in calls of functions and in characters, as time depends on the machine; a square would be 16-fold."""
    game = pyspiel.load_game("tefuda_doutotsu(players=2,merge_chance=False)")
    state, random, made = game.new_initial_state(), Random(1), 0
    counts: dict[int, dict[str, int]] = {}
    for length in (100, 400):
        while made < length or state.is_chance_node():
            made += state.is_player_node()
            state.apply_action(random.choice(state.legal_actions()))
        serialised, ours, seat = (
            pyspiel.serialize_game_and_state(game, state),
            state.tefuda_state,
            state.current_player(),
        )
        assert str(pyspiel.deserialize_game_and_state(serialised)[1]) == str(state)
        state.information_state_string(seat)
        later = state.child(state.legal_actions()[0])
        counts[length] = {
            "position": len(ours.position),
            "writing the position": calls(lambda ours=ours: ours.position),
            "copying": calls(state.clone),
            "serialised": len(serialised),
            "serialising": calls(partial(pyspiel.serialize_game_and_state, game, state)),
            "restoring": calls(partial(pyspiel.deserialize_game_and_state, serialised)),
            "information state": len(state.information_state_string(seat)),
            "a later one": calls(partial(later.information_state_string, seat)),
        }
    short, long = counts.values()
    for name, count in long.items():
        constant = name in {"position", "writing the position", "copying"}  # the rest is in proportion
        assert count < (1.5 if constant else 5) * short[name], (name, counts)


@pytest.mark.parametrize("name", SMALL)
def test_whole_tree_of_a_small_game_passes_the_test_of_the_interface(
    name: str, monkeypatch: pytest.MonkeyPatch, api_test: Any
) -> None:
    """With the numbers that OpenSpiel has for its own Kuhn poker, and `GameTree` for a game for study.

    Leduc poker is smaller than in OpenSpiel (936 information states), as the two cards of a rank are one here.
    """
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


def test_solvers_agree_with_ours_on_a_game_for_study() -> None:
    tree = GameTree(TEZUMA)
    for joint in (False, True):
        game = pyspiel.load_game(f"tefuda_tezuma(hand=1,joint_chance={joint})")
        uniform = UniformRandomPolicy(game)
        found = exploitability.nash_conv(game, uniform)
        assert found == pytest.approx(tree.nash_conv(Policy(TEZUMA)))
    start = game.new_initial_state()
    assert policy_value(start, [uniform] * 2) == pytest.approx(tree.values(Policy(TEZUMA)))
    theirs, ours = pyspiel.CFRSolver(game), ExternalSampling(TEZUMA, seed=1, build="checked")
    for _ in range(15):
        theirs.evaluate_and_update_policy()
    ours.run(150)
    policy = theirs.tabular_average_policy()
    left = pyspiel.nash_conv(game, policy)
    assert left < found / 10
    bound = left + tree.nash_conv(ours.policy())  # in a zero-sum game for two the values differ by no more
    assert policy_value(start, [policy] * 2)[0] == pytest.approx(tree.values(ours.policy())[0], abs=bound)


def test_chance_of_a_whole_deal_is_one_node_if_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The deal of seven notes, of which two bust, has 42 different results with the dealer."""
    game = pyspiel.load_game(LLAMA_THERE)
    assert (game.num_players(), game.get_type().min_num_players, game.get_type().max_num_players) == (2, 2, 2)
    start = game.new_initial_state()
    outcomes, weights = zip(*start.chance_outcomes(), strict=True)
    assert outcomes == tuple(range(42))
    assert math.fsum(weights) == pytest.approx(1)
    assert all(start.child(outcome).is_player_node() for outcome in outcomes[::20])
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    monkeypatch.setattr("tefuda.adapters.open_spiel_states.MOST_RESULTS", 50)
    with pytest.raises(ChanceError, match="chance can lead to more than 50 results here"):
        pyspiel.load_game("tefuda_tezuma(hand=2,joint_chance=True)").new_initial_state().chance_outcomes()


@large  # OpenSpiel takes half a minute for the exploitability of one strategy
def test_larger_game_for_study_is_solved_there_as_well() -> None:
    game, tree = pyspiel.load_game(LLAMA_THERE), GameTree(LLAMA)
    found = exploitability.nash_conv(game, UniformRandomPolicy(game))
    assert found == pytest.approx(tree.nash_conv(Policy(LLAMA)))
    np.random.seed(1)  # noqa: NPY002 (used by the solver)
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    for _ in range(400):
        solver.iteration()
    assert exploitability.nash_conv(game, solver.average_policy()) < found / 2


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


@case_of_every_game
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
    with pytest.raises(BadOption, match="there is no action 9: codes are 0 to 2"):
        pyspiel.load_game("tefuda_kotori").new_initial_state().action_to_string(0, 9)
    with pytest.raises(BadOption, match="kotori takes 2 to 4 players, not 7"):
        pyspiel.load_game("tefuda_kotori(players=7)")
    with pytest.raises(pyspiel.SpielError, match=r"Unknown parameter 'swap'\. Available parameters are: allow_yield"):
        pyspiel.load_game("tefuda_kotori(swap=1)")
    with pytest.raises(BadOption, match="constant hand of tezuma takes an integer from 1 to 6, not 7"):
        pyspiel.load_game("tefuda_tezuma(hand=7)")
    with pytest.raises(BadOption, match="llama takes 2 players, not 3"):
        pyspiel.load_game("tefuda_llama(players=3,notes=7)")
    game = pyspiel.load_game("tefuda_llama")
    assert game.num_players() == 3
    with pytest.raises(BadOption, match="no tensors with perfect recall: use its observation tensors"):
        game.new_initial_state().information_state_tensor(0)


@pytest.mark.parametrize(
    ("module", "library", "words"),
    [
        ("open_spiel", "pyspiel", "OpenSpiel is not installed: pip install 'tefuda[openspiel]'"),
        ("pettingzoo", "gymnasium", "PettingZoo is not installed: pip install 'tefuda[pettingzoo]'"),
        ("gymnasium", "gymnasium", "Gymnasium is not installed: pip install 'tefuda[gymnasium]'"),
    ],
)
def test_missing_library_is_named_with_its_extra(module: str, library: str, words: str) -> None:
    script = f"import sys; sys.modules[{library!r}] = None; import tefuda.adapters.{module}"
    answer = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert answer.returncode == 1
    assert f"MissingExtra: {words}" in answer.stderr
