"""Every game and number of players in PettingZoo's own tests: turn by turn, in cycles and parallel.

Large tests (`--size 4`) play games of full length, for as many cycles as PettingZoo takes itself.
"""

import re
from collections.abc import Callable, Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from pettingzoo.test.state_test import state_test

import tefuda
from harness.contract.cases import LARGE, SIZE, Case, case_of_every_game, sized
from tefuda.adapters.pettingzoo import cycle_env, env, parallel_env
from tefuda.engine.errors import BadOption, IllegalAction
from tefuda.engine.game import Game, open_game
from tests.adapters import cases
from tests.adapters.cases import calls

CYCLES = {} if SIZE >= LARGE else {"num_cycles": 8}  # of each test
OVER_IN_FOUR = {"kuhn", "leduc", "probe"}  # fixtures that can be over before the four cycles of `max_cycles_test`
KOTORI = tefuda.load("kotori", players=3)
# Said of every environment whose observations have a mask, except those that PettingZoo lists by name.
OF_MASKS = ("Observation is not a NumPy array", "Observation space for each agent probably should be")
pytestmark = [pytest.mark.filterwarnings(f"ignore:{re.escape(words)}:UserWarning") for words in OF_MASKS]


@pytest.fixture(autouse=True)
def _quiet(capsys: pytest.CaptureFixture[str]) -> Iterator[None]:
    yield
    capsys.readouterr()


@case_of_every_game
@pytest.mark.parametrize("make", [env, cycle_env])
def test_game_passes_the_tests_of_agents_one_by_one(case: Case, make: Callable[..., Any]) -> None:
    game = cases.short_game(case)
    api_test(make(game), **CYCLES)
    seed_test(partial(make, game), **CYCLES)


@case_of_every_game
def test_game_passes_the_tests_of_parallel_agents(case: Case) -> None:
    game = cases.short_game(case)
    parallel_api_test(parallel_env(game), **CYCLES)
    parallel_seed_test(partial(parallel_env, game), **CYCLES)


@case_of_every_game
def test_game_passes_the_tests_of_cycles_and_of_the_state(case: Case) -> None:
    game = cases.short_game(case)
    state_test(env(game), parallel_env(game), **CYCLES)
    if case.slug not in OVER_IN_FOUR:
        max_cycles_test(SimpleNamespace(env=partial(cycle_env, game), parallel_env=partial(parallel_env, game)))


@case_of_every_game
def test_game_of_full_length_passes_the_test_of_agents(case: Case) -> None:
    """To its end, also in ドウトツくじゃん, whose random games have thousands of decisions."""
    game = open_game(case.package, players=case.players, cards=case.cards)
    api_test(env(game), num_cycles=game.max_game_length)


@pytest.mark.parametrize(
    "game",
    [tefuda.load("llama", constants={"notes": 7}), tefuda.load("tezuma", constants={"hand": 2})],
    ids=lambda game: game.slug,
)
def test_game_for_study_passes_the_tests(game: Game) -> None:
    for make in (env, cycle_env):
        api_test(make(game), **CYCLES)
        seed_test(partial(make, game), **CYCLES)
    parallel_api_test(parallel_env(game), **CYCLES)


@case_of_every_game
def test_game_is_truncated_after_so_many_decisions_for_each_agent(case: Case) -> None:
    """`max_cycles_test` has all agents act equally often, as in `cycle_env`; turn by turn, they do so on average."""
    games = env(cases.short_game(case), max_cycles=2)
    games.reset(seed=1)
    decisions = 0
    while not (games.truncations[games.agent_selection] or games.terminations[games.agent_selection]):
        assert decisions < 2 * case.players
        games.step(games.action_space(games.agent_selection).sample(games.last()[0]["action_mask"]))
        decisions += 1
    over = games.tefuda_state.is_terminal
    assert over or decisions == 2 * case.players
    assert games.terminations == dict.fromkeys(games.agents, over)
    assert games.truncations == dict.fromkeys(games.agents, not over)


@case_of_every_game
def test_game_passes_the_test_of_rendering(case: Case) -> None:
    render_test(partial(env, cases.short_game(case)))


def test_steps_of_a_long_game_do_not_cost_more_and_more() -> None:
    """Counted in calls of functions, as time depends on the machine."""
    games = env(tefuda.load("doutotsu", players=2))
    games.reset(seed=1)

    def steps(count: int) -> None:
        for agent in games.agent_iter(count):
            games.step(np.flatnonzero(games.last()[0]["action_mask"])[0])
            assert not games.terminations[agent]

    steps(50)
    early = calls(partial(steps, 50))
    steps(400)
    assert calls(partial(steps, 50)) < 1.5 * early


def test_table_is_rendered_as_spectators_see_it() -> None:
    shown = env(KOTORI, render_mode="ansi")
    shown.reset(seed=1)
    assert shown.render() == KOTORI.show(shown.tefuda_state.view())


@case_of_every_game
def test_agents_see_and_get_what_seats_do(case: Case) -> None:
    game = cases.short_game(case)
    games = env(game)
    games.reset(seed=3)
    total = dict.fromkeys(games.possible_agents, 0.0)
    for agent in games.agent_iter(sized(60)):
        observation, reward, over, _, _ = games.last()
        assert observation is not None
        state, seat = games.tefuda_state, int(agent.removeprefix("seat_"))
        total[agent] += reward
        if over:
            assert tuple(total.values())[seat] == state.returns[seat]
            games.step(None)
            continue
        assert seat == state.current_player
        assert (observation["action_mask"].astype(bool) == state.legal_actions.mask).all()
        named, ours = games.layout.unpack(observation["observation"]), state.observation_tensors(seat)
        assert named.keys() == ours.keys()
        assert all((named[name] == ours[name]).all() for name in ours)
        games.step(games.action_space(agent).sample(observation["action_mask"]))


def test_only_the_seat_to_act_has_more_to_do_than_wait() -> None:
    games = parallel_env(KOTORI)
    observations, _ = games.reset(seed=1)
    acting = f"seat_{games.tefuda_state.current_player}"
    wait = KOTORI.num_actions
    for agent, seen in observations.items():
        assert (seen["action_mask"].nonzero()[0].tolist() == [wait]) == (agent != acting)
    position = games.tefuda_state.position
    _, _, _, _, infos = games.step(dict.fromkeys(games.agents, np.int64(1)))
    assert games.tefuda_state.position != position
    assert infos == {agent: {} for agent in games.agents}


def test_illegal_action_is_replaced_or_loses_or_raises() -> None:
    first = env(KOTORI)
    first.reset(seed=1)
    agent = first.agent_selection
    first.step(2)  # K4.5: to yield is a house rule
    assert first.infos[agent]["illegal_action"] == 2
    assert first.infos[agent]["played_instead"] in (0, 1)
    losing = env(KOTORI, illegal="lose")
    losing.reset(seed=1)
    losing.step(None)
    assert losing.rewards == {**dict.fromkeys(losing.agents, 0.0), agent: -1.0}
    assert all(losing.terminations.values())
    strict = parallel_env(KOTORI, illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalAction, match=r"K4\.5"):
        strict.step({agent: 2})
    with pytest.raises(BadOption, match=r"an action is a code, .* not None"):
        strict.step({})


def test_action_is_an_integer_of_any_type() -> None:
    games = env(KOTORI)
    games.reset(seed=1)
    agent = games.agent_selection
    games.step(np.array(1))
    assert games.infos[agent] == {}
    assert games.tefuda_state.history[0][1] == "draw"


def test_wrong_arguments_say_what_would_be_right() -> None:
    for make in (env, parallel_env, cycle_env):
        name = make.__name__
        with pytest.raises(BadOption, match=re.escape(f"{name} takes a game, not 'kotori': write {name}(load(")):
            make("kotori")  # type: ignore[operator]
    with pytest.raises(BadOption, match="illegal actions can be random, lose, raise, not 'ignore'"):
        env(KOTORI, illegal="ignore")
    with pytest.raises(BadOption, match="there is no render mode 'rgb_array': they are ansi, human"):
        env(KOTORI, render_mode="rgb_array")
    for cycles in (0, 2.5, "x"):
        with pytest.raises(BadOption, match=f"max_cycles is 1 or more, or None, not {cycles!r}"):
            parallel_env(KOTORI, max_cycles=cycles)  # type: ignore[arg-type]
    before = "before reset(), which deals a game"
    for call, error, words in (
        (lambda one: one.step({}), AttributeError, before),
        (lambda one: one.num_agents, AttributeError, before),
        (lambda one: one.last(), AttributeError, before),
        (lambda one: one.reset(seed=-1), BadOption, "a seed is an integer from 0 to 2**63 - 1, not -1"),
        (lambda one: one.observe("player_0"), BadOption, "there is no agent 'player_0': agents are seat_0, seat_1"),
        (lambda one: one.action_space("player_0"), BadOption, "there is no agent 'player_0'"),
    ):
        with pytest.raises(error, match=re.escape(words)):
            call(env(KOTORI))
    with pytest.raises(AttributeError, match=re.escape(before)):
        parallel_env(KOTORI).step({})
