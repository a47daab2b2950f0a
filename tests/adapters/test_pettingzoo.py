"""Every game and number of players in PettingZoo's own tests: turn by turn, in cycles and parallel."""

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
from harness.contract.cases import Case, every_case, sized
from tefuda.adapters.pettingzoo import cycle_env, env, parallel_env
from tefuda.engine.errors import BadOption, IllegalAction
from tests.adapters import cases

CYCLES = 8  # of each test
FIXTURES = {name.rpartition(".")[2] for name in cases.names()}
KOTORI = tefuda.load("kotori", players=3)
# Said of every environment whose observations have a mask, except those that PettingZoo lists by name.
OF_MASKS = ("Observation is not a NumPy array", "Observation space for each agent probably should be")
pytestmark = [pytest.mark.filterwarnings(f"ignore:{re.escape(words)}:UserWarning") for words in OF_MASKS]


@pytest.fixture(autouse=True)
def _quiet(capsys: pytest.CaptureFixture[str]) -> Iterator[None]:
    yield
    capsys.readouterr()


@every_case
@pytest.mark.parametrize("make", [env, cycle_env])
def test_game_passes_the_tests_of_agents_one_by_one(case: Case, make: Callable[..., Any]) -> None:
    game = cases.short_game(case)
    api_test(make(game), num_cycles=sized(CYCLES))
    seed_test(partial(make, game), num_cycles=sized(CYCLES))


@every_case
def test_game_passes_the_tests_of_parallel_agents(case: Case) -> None:
    game = cases.short_game(case)
    parallel_api_test(parallel_env(game), num_cycles=sized(CYCLES))
    parallel_seed_test(partial(parallel_env, game), num_cycles=sized(CYCLES))


@every_case
def test_game_passes_the_tests_of_cycles_and_of_the_state(case: Case) -> None:
    game = cases.short_game(case)
    state_test(env(game), parallel_env(game), num_cycles=sized(CYCLES))
    if case.slug not in FIXTURES:  # small games can be over in fewer cycles than the test counts
        game = tefuda.load(case.slug, players=case.players)
        max_cycles_test(SimpleNamespace(env=partial(cycle_env, game), parallel_env=partial(parallel_env, game)))


def test_table_is_rendered_as_spectators_see_it() -> None:
    render_test(partial(env, KOTORI))
    shown = env(KOTORI, render_mode="ansi")
    shown.reset(seed=1)
    assert shown.render() == KOTORI.show(shown.tefuda_state.view())


@every_case
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


def test_wrong_arguments_say_what_would_be_right() -> None:
    with pytest.raises(BadOption, match=re.escape("env takes a game, not 'kotori': write env(load('kotori'), ...)")):
        env("kotori")  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="illegal actions can be random, lose, raise, not 'ignore'"):
        env(KOTORI, illegal="ignore")
    with pytest.raises(BadOption, match="there is no render mode 'rgb_array': they are ansi, human"):
        env(KOTORI, render_mode="rgb_array")
    with pytest.raises(BadOption, match="max_cycles is 1 or more"):
        parallel_env(KOTORI, max_cycles=0)
