"""Many games side by side as a vector environment of Gymnasium, on `tefuda.vector`: one seat to learn with in each.

>>> import gymnasium
>>> import tefuda.adapters.gymnasium
>>> envs = gymnasium.make_vec("tefuda/kotori-v0", num_envs=8, players=3, build="checked")
>>> observations, infos = envs.reset(seed=7)
>>> observations["action_mask"].shape
(8, 3)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tefuda.adapters.gymnasium import Opponents, checked_seat, each_opponent
from tefuda.adapters.spaces import Layout, Observation, game_seed
from tefuda.bots.in_process import Bot, bot
from tefuda.bots.vector import Vector, as_choices, checked_codes, refused, vector
from tefuda.engine.arguments import whole
from tefuda.engine.errors import BadOption
from tefuda.engine.extras import needs
from tefuda.engine.game import open_game
from tefuda.engine.rules import NOTHING
from tefuda.engine.state import checked_seed

with needs("Gymnasium", "gymnasium"):
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

LEAVE = -1  # in place of an action: the game stays as it is
Policy = Callable[[Vector], NDArray[np.int64]]


class SeatVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """The same seat of many games.  Made by `gymnasium.make_vec("tefuda/<slug>-v0", num_envs=..., ...)`.

    `players`, `cards`, `constants`, house rules and `build` are as for one game; `seat` is a number; `threads` as for
    `tefuda.vector`.  `illegal` is "random" or "raise".  `opponents` can also be a function of a `tefuda.Vector` that
    returns an action code for each game, of which those count where an opponent is to act: much faster than bots, which
    choose in one game after the other.  "random" is as fast.

    A game that ends is followed by a new one in the same step; `infos["final_obs"]` has its last observation, and
    `infos["final_info"]` what else `infos` would say of its last step.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 (so Gymnasium declares it)

    def __init__(
        self,
        num_envs: int,
        package: str,
        *,
        players: int | None = None,
        cards: str | Path | None = None,
        constants: Mapping[str, int] = NOTHING,
        seat: int = 0,
        opponents: Opponents | Policy = "random",
        build: str = "compiled",
        threads: int = 1,
        illegal: str = "random",
        **options: int,
    ) -> None:
        self.game = open_game(package, players=players, cards=cards, constants=constants, **options)
        own = checked_seat(self.game, seat)
        if illegal not in ("random", "raise") or own is None:
            raise BadOption('many games at once have one seat for all, and illegal="random" or illegal="raise"')
        self.seat, self._illegal, self._build = own, illegal, build
        self.games = vector(self.game, num_envs, seed=0, threads=threads, build=build, keep_final=True)
        self._policy = self._policy_of(opponents)
        self.layout = Layout(self.game)
        self.num_envs = num_envs
        self.single_observation_space = self.layout.observation_space()
        self.single_action_space = self.layout.action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def _policy_of(self, opponents: Opponents | Policy) -> Policy:
        if opponents == "random":
            return Vector.sample
        if callable(opponents) and not hasattr(opponents, "choose"):
            return opponents
        chosen = each_opponent(self.game, opponents)
        return BotPolicy(chosen, self.seat, self._build)

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start all games again, from one seed (default: random) or from a seed for each."""
        if seed is None or whole(seed) is not None:
            super().reset(seed=None if seed is None else checked_seed(whole(seed)))
            self.games.reset(game_seed(self.np_random))
        else:
            self.games.reset(seed)
            self.np_random = np.random.default_rng(self.games.seeds)
        if isinstance(self._policy, BotPolicy):
            self._policy.reset(game_seed(self.np_random))
        self._let_others_play(np.zeros(self.num_envs), np.zeros(self.num_envs, np.bool_))
        return self._observations(), {}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        noted: dict[str, NDArray[np.int64]] = {}
        illegal = np.zeros(self.num_envs, np.bool_)
        choices = as_choices(checked_codes(actions, self.num_envs)).copy()
        if self._illegal == "raise":
            _refuse_to_leave(self.games, choices)
        if self._illegal == "random":
            known = np.clip(choices, 0, self.game.num_actions - 1)
            illegal = (known != choices) | ~self.games.mask[np.arange(self.num_envs), known]
            if illegal.any():
                noted["illegal_action"] = choices.copy()
                choices[illegal] = self.games.sample()[illegal]
                noted["played_instead"] = choices
        rewards, ended = np.zeros(self.num_envs), np.zeros(self.num_envs, np.bool_)
        final: list[Observation | None] = [None] * self.num_envs
        self.games.step(choices)
        self._note_ends(rewards, ended, final)
        self._let_others_play(rewards, ended, final)
        infos = _infos_of(noted, illegal & ~ended)
        if ended.any():
            infos["final_obs"], infos["_final_obs"] = np.empty(self.num_envs, object), ended.copy()
            infos["final_obs"][:] = final
            infos["final_info"], infos["_final_info"] = _infos_of(noted, illegal & ended), ended.copy()
        return self._observations(), rewards, ended, np.zeros(self.num_envs, np.bool_), infos

    def _let_others_play(
        self, rewards: NDArray[np.float64], ended: NDArray[np.bool_], final: list[Observation | None] | None = None
    ) -> None:
        """Play until it is the turn of the seat in every game, new ones included."""
        others = self.games.current_player != self.seat
        while others.any():
            choices = as_choices(checked_codes(self._policy(self.games), self.num_envs)).copy()
            _refuse_to_leave(self.games, choices, others)
            choices[~others] = LEAVE
            self.games.step(choices)
            self._note_ends(rewards, ended, final)
            others = self.games.current_player != self.seat

    def _note_ends(
        self, rewards: NDArray[np.float64], ended: NDArray[np.bool_], final: list[Observation | None] | None
    ) -> None:
        """Record results of games that have just ended; a new game that ends before its first turn is ignored."""
        new = self.games.ended & ~ended
        if not new.any():
            return
        rewards[new] = self.games.rewards[new, self.seat]
        ended |= new
        if final is not None:
            vectors = self.layout.vector(self.games.observe(self.seat, final=True), self.num_envs)
            for i in np.flatnonzero(new):
                final[i] = {"observation": vectors[i].copy(), "action_mask": np.zeros(self.game.num_actions, np.int8)}

    def _observations(self) -> Observation:
        # A separate pass: which step of the others is the last is not known before, and observing in each of them
        # (`step(..., observe=True)`) takes up to a tenth longer.
        vectors = self.layout.vector(self.games.observe(self.seat), self.num_envs)
        return {"observation": vectors, "action_mask": self.games.mask.astype(np.int8)}


def _infos_of(values: Mapping[str, NDArray[np.int64]], where: NDArray[np.bool_]) -> dict[str, Any]:
    """Return infos of the games for which a mask is true, as Gymnasium has them: with a mask for each name."""
    infos: dict[str, Any] = {}
    if where.any():
        for name, value in values.items():
            infos |= {name: np.where(where, value, 0), f"_{name}": where.copy()}
    return infos


def _refuse_to_leave(games: Vector, choices: NDArray[np.int64], where: NDArray[np.bool_] | bool = True) -> None:
    """Raise IllegalAction for a negative code: `Vector.step` leaves a game with -1 as it is."""
    left = (choices < 0) & where
    if left.any():
        first = int(left.argmax())
        raise refused(games, first, int(choices[first]))


class BotPolicy:
    """Bots as opponents in many games, one game after the other."""

    def __init__(self, opponents: Sequence[str | Bot], seat: int, build: str) -> None:
        self._opponents, self._seat, self._build = opponents, seat, build
        self.reset(0)

    def reset(self, seed: int) -> None:
        """Replace all bots by new ones with this seed."""
        self._random = np.random.default_rng(seed)
        players = len(self._opponents) + 1
        self._bots: dict[int, Bot] = {}
        for place, opponent in enumerate(self._opponents):
            one = (
                bot(opponent, seed=game_seed(self._random), build=self._build)
                if isinstance(opponent, str)
                else opponent
            )
            self._bots[(self._seat + 1 + place) % players] = one
        self._begun: dict[int, list[str]] = {}  # remaining steps of a compound decision, by game

    def __call__(self, games: Vector) -> NDArray[np.int64]:
        choices = np.full(len(games), LEAVE, np.int64)
        for i in np.flatnonzero(games.current_player != self._seat):
            left = self._begun.pop(int(i), None)
            if not left:
                seat = int(games.current_player[i])
                world = games.state(int(i)).determinize(seat, game_seed(self._random))
                choice = self._bots[seat].choose(world)
                left = choice.split() if isinstance(choice, str) else [games.game.action_names[choice]]
            code = games.game.action_code(left[0])
            choices[i] = games.game.num_actions if code is None else code  # which step refuses
            if left[1:]:
                self._begun[int(i)] = left[1:]
        return choices
