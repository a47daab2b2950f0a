"""Every game and number of players as environments of Gymnasium: with its own checker, and many at once."""

import re
from itertools import product
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

import tefuda
from harness.contract.cases import Case, case_of_every_game, sized
from tefuda.adapters.gymnasium import register
from tefuda.engine.errors import BadOption, GameOver, IllegalAction
from tefuda.engine.state import State
from tefuda.solve import Policy
from tests.adapters import cases

for fixture in cases.names():
    register(fixture)

STEPS = 25  # of a vector environment
GAMES = 4


def arguments(case: Case) -> dict[str, Any]:
    return {"players": case.players, "cards": case.cards, **cases.rules(case)}


def made(case: Case, **more: Any) -> Any:
    return gymnasium.make(f"tefuda/{case.slug}-v0", **arguments(case), **more).unwrapped


def many(case: Case, count: int = GAMES, **more: Any) -> Any:
    return gymnasium.make_vec(f"tefuda/{case.slug}-v0", num_envs=count, build="checked", **arguments(case), **more)


def sampled(space: gymnasium.spaces.Discrete, masks: Any) -> Any:
    return np.array([space.sample(mask) for mask in masks])


@case_of_every_game
def test_game_passes_the_check_of_environments(case: Case) -> None:
    check_env(made(case, render_mode="ansi"))


def test_game_for_study_is_an_environment_of_both_kinds() -> None:
    study = {"constants": {"hand": 2}}
    env = gymnasium.make("tefuda/tezuma-v0", **study)
    assert env.unwrapped.game == tefuda.load("tezuma", constants={"hand": 2})
    check_env(env.unwrapped)
    envs = gymnasium.make_vec("tefuda/tezuma-v0", num_envs=2, build="checked", **study)
    observations, _ = envs.reset(seed=1)
    for _ in range(4):
        observations, *_ = envs.step(observations["action_mask"].argmax(axis=1))
    assert envs.unwrapped.games.game == env.unwrapped.game


@case_of_every_game
def test_seat_plays_against_bots_to_the_end(case: Case) -> None:
    env = made(case, opponents="heuristic", seat=case.players - 1, build="checked")
    observation, _ = env.reset(seed=2)
    for _ in range(sized(40)):
        state = env.tefuda_state
        assert state.current_player == env.seat == case.players - 1
        assert (observation["action_mask"] == state.legal_actions.mask).all()
        assert (env.action_masks() == state.legal_actions.mask).all()
        named, ours = env.layout.unpack(observation["observation"]), state.observation_tensors(env.seat)
        assert all((named[name] == ours[name]).all() for name in ours)
        observation, reward, over, truncated, info = env.step(env.action_space.sample(observation["action_mask"]))
        assert (truncated, info) == (False, {})
        assert reward == env.tefuda_state.returns[env.seat]
        assert over == env.tefuda_state.is_terminal
        if over:
            break


@case_of_every_game
def test_many_games_at_once_are_each_that_of_their_seat(case: Case) -> None:
    envs = RecordEpisodeStatistics(many(case, seat=case.players - 1))
    observations, _ = envs.reset(seed=5)
    games, seat = envs.unwrapped.games, case.players - 1
    for _ in range(sized(STEPS)):
        assert observations in envs.observation_space
        assert (games.current_player == seat).all()
        for i in range(len(games)):
            state = games.state(i)
            named = envs.unwrapped.layout.unpack(observations["observation"][i])
            assert all((named[name] == array).all() for name, array in state.observation_tensors(seat).items())
            assert (observations["action_mask"][i] == state.legal_actions.mask).all()
        choice = sampled(envs.single_action_space, observations["action_mask"])
        observations, rewards, ended, truncated, infos = envs.step(choice)
        assert not truncated.any()
        assert (rewards[~ended] == 0).all()
        assert ((rewards >= games.game.min_utility) & (rewards <= games.game.max_utility)).all()
        for i in np.flatnonzero(ended):
            final = infos["final_obs"][i]
            assert final in envs.single_observation_space
            assert not final["action_mask"].any()
            to_act = envs.unwrapped.layout.unpack(final["observation"]).get("to_act")
            assert to_act is None or not to_act.any(), "nobody is to act in a finished game"


def test_equal_seeds_give_equal_games_against_bots_of_each_kind() -> None:
    case = Case("probe", 3)  # with compound decisions

    class Patient:
        def choose(self, state: State) -> str:
            return state.legal_actions[-1]

    def first(games: tefuda.Vector) -> Any:
        return games.mask.argmax(axis=1)

    for opponents, seed in product(
        ("random", "heuristic", ["random", Patient()], Patient(), first), (np.int64(9), [1, 2, 3, 4])
    ):
        runs = []
        for _ in range(2):
            envs = many(case, opponents=opponents)
            observations, _ = envs.reset(seed=seed)
            runs.append([observations["observation"]])
            for _ in range(12):
                choice = observations["action_mask"].argmax(axis=1)
                observations, rewards, *_ = envs.step(choice)
                runs[-1] += [observations["observation"], rewards]
        assert all((one == other).all() for one, other in zip(*runs, strict=True))


def test_information_about_many_games_can_be_had_for_each() -> None:
    envs = DictInfoToList(many(Case("kotori", 3)))
    observations, _ = envs.reset(seed=[1, 2, 3, 4])
    assert [tefuda.load("kotori", players=3).start(seed).position for seed in (1, 2, 3, 4)] == [
        tefuda.load("kotori", players=3).start(int(seed)).position for seed in envs.unwrapped.games.seeds
    ]
    *_, infos = envs.step(np.array([2, 0, 2, 1]))
    assert infos[0]["illegal_action"] == infos[2]["illegal_action"] == 2  # K4.5: to yield is a house rule
    assert len(observations["observation"]) == GAMES


def test_information_about_last_steps_is_apart_as_gymnasium_has_it() -> None:
    envs = many(Case("kotori", 2), count=8)
    single = gymnasium.vector.SyncVectorEnv(
        [lambda: made(Case("kotori", 2))] * 8, autoreset_mode=gymnasium.vector.AutoresetMode.SAME_STEP
    )
    for games in (envs, single):
        games.reset(seed=3)
        seen = 0
        while seen < 5:
            *_, ended, _, infos = games.step(np.full(8, 2))  # K4.5: to yield is a house rule
            told = infos.get("_illegal_action", np.zeros(8, np.bool_))
            assert (told == ~ended).all()
            assert set(infos) <= {"illegal_action", "played_instead", "final_obs", "final_info"} | {
                "_illegal_action",
                "_played_instead",
                "_final_obs",
                "_final_info",
            }
            if ended.any():
                final = infos["final_info"]
                assert (infos["_final_info"] == ended).all()
                assert (final["_illegal_action"] == ended).all()
                assert (final["illegal_action"] == 2 * ended).all()
                assert set(final["played_instead"][ended].tolist()) <= {0, 1}
            seen += int(ended.sum())
    observations, _ = envs.reset(seed=3)
    while True:
        observations, _, ended, _, infos = envs.step(sampled(envs.single_action_space, observations["action_mask"]))
        if ended.any():
            assert infos["final_info"] == {}
            return


def test_illegal_action_is_replaced_or_loses_or_raises() -> None:
    case = Case("kotori", 3)
    env = made(case)
    env.reset(seed=1)
    *_, info = env.step(2)
    assert info["illegal_action"] == 2
    assert info["played_instead"] in (0, 1)
    env = made(case, illegal="lose")
    env.reset(seed=1)
    assert env.step(2)[1:4] == (-1.0, True, False)
    for strict, action in ((made(case, illegal="raise"), 2), (many(case, illegal="raise"), [2] * GAMES)):
        strict.reset(seed=1)
        with pytest.raises(IllegalAction, match=r"K4\.5"):
            strict.step(action)
    with pytest.raises(IllegalAction, match=r"game 1: -1: There is no action “-1”"):
        strict.step([1, -1, 1, 1])


def test_wrong_step_says_what_would_be_right() -> None:
    env = made(Case("kotori", 3), illegal="lose")
    over = "the game is over: reset() deals another one"
    with pytest.raises(GameOver, match=re.escape(over)):
        env.step(0)
    env.reset(seed=np.int64(1))
    with pytest.raises(BadOption, match=re.escape("an action is a code, as game.action_code(notation) returns it")):
        env.step("draw")
    assert env.step(2)[2]
    with pytest.raises(GameOver, match=re.escape(over)):
        env.step(1)
    env.reset(seed=1)
    while not env.step(env.tefuda_state.legal_actions.codes[0])[2]:
        pass
    with pytest.raises(GameOver, match=re.escape(over)):
        env.step(0)
    envs = many(Case("kotori", 3))
    envs.reset(seed=1)
    with pytest.raises(BadOption, match=r"step takes action codes, .* not 'draw'"):
        envs.step(["draw"] * GAMES)
    for one in (env, envs):
        with pytest.raises(BadOption, match=re.escape("a seed is an integer from 0 to 2**63 - 1, not -1")):
            one.reset(seed=-1)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"opponents": ["random"]}, "there are 2 other seats at Game('kotori', players=3), and 1 opponents"),
        ({"opponents": 3}, "an opponent is a level or a bot, not 3: a bot is an object with choose(state)"),
        ({"opponents": Policy(tefuda.load("kotori", players=3))}, "a policy needs the history of the game"),
        ({"opponents": "best"}, "no level 'best'; there are random"),
        ({"seat": 3}, "there is no seat 3: seats are 0 to 2"),
        ({"seat": 1.0}, "there is no seat 1.0: seats are 0 to 2"),
        ({"swap": 1}, "kotori has no option 'swap'; it has allow_yield"),
    ],
)
def test_wrong_arguments_say_what_would_be_right(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises((BadOption, tefuda.UnknownLevel), match=re.escape(words)):
        made(Case("kotori", 3), **wrong)


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        ([1.5] * GAMES, "not 1.5"),  # not cut off to another action
        ([1] * (GAMES + 1), f"{GAMES} action codes, one for each game, not shape"),
        ([-1] * GAMES, "There is no action “-1”"),  # which would leave the games as they are, for ever
    ],
)
def test_wrong_choices_of_a_function_for_the_opponents_are_refused(choices: list[float], words: str) -> None:
    with pytest.raises((BadOption, IllegalAction), match=words):
        many(Case("kotori", 3), opponents=lambda _: choices).reset(seed=1)


def test_many_games_have_one_seat() -> None:
    with pytest.raises(BadOption, match="many games at once have one seat for all"):
        many(Case("kotori", 2), seat=None)
