"""Batches: each game of one is the game that `Game.start` deals from its seed, whatever the threads."""

from __future__ import annotations

import copy
import pickle
import re
from typing import Any

import numpy as np
import pytest

import tefuda
from tefuda import BadOption, IllegalAction, State, Vector
from tefuda.bots import vector as vector_module
from tefuda.engine.game import open_game

GAME = tefuda.load("kotori", players=3, allow_yield=True)
STEPS = 120


def batch(count: int = 5, **how: Any) -> Vector:
    return tefuda.vector(GAME, count, **{"seed": 11, "build": "checked", **how})


def test_games_of_a_batch_are_those_of_their_seeds() -> None:
    games = batch()
    states = [GAME.start(int(seed)) for seed in games.seeds]
    ends = 0
    for turn in range(STEPS):
        seen = games.observe()
        for i, state in enumerate(states):
            agree(games, seen, i, state)
        choices = games.sample().copy()
        games.step(choices, observe=turn % 2 == 0)
        for i, state in enumerate(states):
            state.play(choices[i])
            assert bool(games.ended[i]) == state.is_terminal
            assert tuple(games.rewards[i]) == (state.returns if state.is_terminal else (0.0,) * 3)
            if state.is_terminal:
                ends += 1
                states[i] = GAME.start(int(games.seeds[i]))
    assert ends >= 5
    assert len(set(games.seeds.tolist())) == 5


def agree(games: Vector, seen: Any, i: int, state: State) -> None:
    """Check that row i of a batch is that state."""
    assert games.current_player[i] == state.current_player
    assert np.array_equal(games.mask[i], state.legal_actions.mask)
    assert games.num_legal[i] == len(state.legal_actions)
    for name, array in state.observation_tensors(state.current_player).items():
        assert np.array_equal(seen[name][i], array), name
    assert games.state(i) == state


def test_seeds_decide_the_games_and_their_random_choices() -> None:
    one, other = batch(), batch()
    for _ in range(STEPS):
        one.step(one.sample())
        other.step(other.sample())
    assert one.state(4) == other.state(4)
    one.reset([7, 7, 8, 9, 10])
    assert one.seeds.tolist() == [7, 7, 8, 9, 10]
    assert one.state(0) == one.state(1) == GAME.start(7)
    assert not one.ended.any()
    assert not one.rewards.any()


@pytest.mark.parametrize("build", ["checked", "compiled"])
def test_random_choices_are_drawn_anew_each_time(build: str) -> None:
    games = tefuda.vector(open_game("harness.fixtures.kuhn"), 300, seed=1, build=build)
    assert games.mask.all(), "two actions everywhere"
    every_pair = {(one, other) for one in range(2) for other in range(2)}
    left_alone = np.full(300, -1)
    for between in (lambda: None, games.observe, lambda: games.step(left_alone)):
        one, copied = games.sample(), games.copy()
        between()
        other = games.sample()
        assert set(zip(one.tolist(), other.tolist(), strict=True)) == every_pair
        assert np.array_equal(copied.sample(), other)


def test_random_choices_stay_as_they_were_returned() -> None:
    games = batch()
    choices = games.sample()
    before = choices.copy()
    games.step(choices)
    assert np.array_equal(choices, before)
    assert not np.shares_memory(choices, games.sample())


def test_game_is_left_as_it_is_without_an_action() -> None:
    games = batch()
    for _ in range(STEPS):
        choices, before = games.sample().copy(), [games.state(i) for i in range(5)]
        choices[::2] = -1
        games.step(choices)
        assert [games.state(i) == before[i] for i in range(5)] == [True, False, True, False, True]
        assert not games.ended[::2].any()
        assert not games.rewards[::2].any()
        for i in range(5):
            assert (games.mask[i] == games.state(i).legal_actions.mask).all()


@pytest.mark.parametrize("build", ["checked", "compiled"])
def test_final_position_is_kept_until_the_next_game_ends(build: str) -> None:
    games = batch(build=build, keep_final=True)
    rewards = np.zeros((5, 3))
    for _ in range(200):
        games.step(games.sample())
        rewards[games.ended] = games.rewards[games.ended]
    seen = games.observe(-1, final=True)
    assert not seen["to_act"].any(), "all games have ended at least once"
    assert games.observe(-1)["to_act"].any()
    birds = seen["cage"][:, :3].sum(axis=2)  # a spectator counts from seat 0
    assert birds.shape == rewards.shape
    assert rewards.any()


def test_threads_do_not_change_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vector_module, "WORK_A_THREAD", 1e-9)  # so that all of them work
    one, several = batch(1024, build="compiled"), batch(1024, build="compiled", threads=3)
    for _ in range(STEPS):
        one.step(one.sample())
        several.step(several.sample(), observe=True)
        assert np.array_equal(one.mask, several.mask)
        assert np.array_equal(one.rewards, several.rewards)
    for name, array in one.observe().items():
        assert np.array_equal(array, several.observe()[name]), name
    assert np.array_equal(one.seeds, several.seeds)


@pytest.mark.parametrize("build", ["checked", "compiled"])
@pytest.mark.parametrize(
    "how",
    [copy.copy, copy.deepcopy, lambda games: pickle.loads(pickle.dumps(games))],  # noqa: S301 (our own)
    ids=["copy", "deepcopy", "pickle"],
)
def test_copy_goes_on_alike_with_arrays_of_its_own(build: str, how: Any) -> None:
    games = batch(build=build, threads=2, keep_final=True)
    games.step(games.sample(), observe=True)
    seen, other, before = games.observe(), how(games), games.copy()
    assert other.game == games.game
    for _ in range(30):
        other.step(other.sample())
    assert games.state(4) == before.state(4) != other.state(4)
    for name in ("mask", "ended", "rewards", "seeds", "current_player", "num_legal"):
        assert np.array_equal(getattr(games, name), getattr(before, name)), name
        assert not np.shares_memory(getattr(games, name), getattr(other, name)), name
    for name, array in before.observe().items():
        assert np.array_equal(seen[name], array), name
        assert not np.shares_memory(seen[name], array), name
    for _ in range(30):
        games.step(games.sample())
    agree(games, games.observe(), 4, other.state(4))
    assert np.array_equal(games.rewards, other.rewards)
    assert np.array_equal(games.observe(0, final=True)["cage"], other.observe(0, final=True)["cage"])


@pytest.mark.parametrize("build", ["checked", "compiled"])
def test_observations_are_the_same_arrays_each_time(build: str) -> None:
    games = batch(build=build)
    seen, before = games.observe(0)["bids"], games.observe(0)["bids"].copy()
    for _ in range(3):
        games.step(games.sample(), observe=True)
    assert (seen != before).any(), "filled by the step"
    assert np.shares_memory(seen, games.observe(1)["bids"])
    assert (seen == games.observe(1)["bids"]).all()
    named: Any = games.observe(1)
    named.clear()
    assert np.shares_memory(seen, games.observe(1)["bids"]), "another mapping each time"


def test_illegal_action_is_refused_with_its_game_and_clause() -> None:
    games = batch()
    before = [games.state(i) for i in range(5)]
    choices = games.sample().copy()
    choices[3] = GAME.action_code("pass")
    with pytest.raises(IllegalAction, match=r"game 3: pass: .*K4\.3"):
        games.step(choices)
    choices[3] = 99
    with pytest.raises(IllegalAction, match="game 3: 99: There is no action"):
        games.step(choices)
    choices = choices.astype(np.uint64)
    choices[3] = 2**64 - 1  # not -1, which leaves a game as it is
    with pytest.raises(IllegalAction, match="game 3: 18446744073709551615: There is no action"):
        games.step(choices)
    assert [games.state(i) for i in range(5)] == before


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: tefuda.vector("kotori", 5), "vector takes a game, not 'kotori': write vector(load('kotori'), ...)"),
        (lambda: batch(0), "a vector has 1 to 16777216 games, not 0"),
        (lambda: batch(5, threads=0), "a vector takes 1 thread or more, not 0"),
        (lambda: batch(5, build="fast"), "there is no build 'fast'"),
        (lambda: batch().step([1, 1]), "step takes 5 action codes, one for each game, not shape (2,)"),
        (lambda: batch().step([1, None, 1, 1, 1]), "returns them, not None"),
        (lambda: batch().step([1, 1, "draw", 1, 1]), "returns them, not 'draw'"),
        (lambda: batch().reset([1, 2]), "seeds are 5 integers from 0 to 2**63 - 1"),
        (lambda: batch().reset([1.5] * 5), "seeds are 5 integers from 0"),
        (lambda: batch().observe(0, final=True), "only kept by vector(game, n, keep_final=True)"),
        (lambda: batch().observe(3), "there is no seat 3: seats are 0 to 2, -1 is a spectator"),
    ],
)
def test_invalid_call_names_the_valid_one(call: Any, message: str) -> None:
    with pytest.raises(BadOption, match=re.escape(message)):
        call()


def test_one_game_of_two_players_takes_every_seat() -> None:
    games = tefuda.vector(open_game("harness.fixtures.kuhn"), 64, seed=1, build="checked")
    returns = np.zeros(2)
    for _ in range(STEPS):
        games.step(games.sample())
        returns += games.rewards.sum(axis=0)
        assert (games.ended == games.rewards.any(axis=1)).all(), "in Kuhn poker someone always wins"
    assert abs(returns.sum()) < 1e-9
