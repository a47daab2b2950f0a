"""Tefuda's games as environments of Gymnasium: one seat to learn with, bots in the others; one game, or many at once.

>>> import gymnasium
>>> import tefuda.adapters.gymnasium
>>> env = gymnasium.make("tefuda/kotori-v0", players=3, opponents="heuristic")
>>> observation, info = env.reset(seed=7)
>>> over = False
>>> while not over:
...     action = env.action_space.sample(observation["action_mask"])
...     observation, reward, over, truncated, info = env.step(action)
>>> -1.0 <= reward <= 1.0
True
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tefuda.adapters.spaces import (
    RENDER_MODES,
    Layout,
    Observation,
    checked_code,
    checked_policy,
    checked_render_mode,
    game_seed,
)
from tefuda.bots.in_process import Bot, bot, why_no_bot
from tefuda.engine.arguments import whole
from tefuda.engine.errors import BadOption, GameOver
from tefuda.engine.extras import needs
from tefuda.engine.game import Game, game_packages, open_game
from tefuda.engine.rules import NOTHING
from tefuda.engine.state import State, checked_seed

with needs("Gymnasium", "gymnasium"):
    import gymnasium

Opponents = str | Bot | Sequence[str | Bot]


class SeatEnv(gymnasium.Env[Observation, np.int64]):
    """One seat of a game, against bots.  Made by `gymnasium.make("tefuda/<slug>-v0", ...)`, with these arguments:

    - `players`, `cards`, `constants` and house rules, as for `tefuda.load`;
    - `seat`, the one to learn with: a number, or None (default) for a different one in each game;
    - `opponents`: a level, a bot (any object with `choose(state)`), or one of these for each other seat, in the order
      of the seats after one's own;
    - `build`: of bots by level that search, as for `tefuda.bot`;
    - `illegal`: what an illegal action does: "random" (default; a legal one is played instead, which `info` tells),
      "lose" (the game ends with the lowest utility), or "raise" (IllegalAction).

    An observation has all arrays of `game.observation_spec` as one vector (`layout.unpack` names them) and a mask with
    ones for legal actions.  The reward is the utility at the end.  Raises BadOption and what `tefuda.load` raises.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012 (so Gymnasium declares it)

    def __init__(
        self,
        package: str,
        *,
        players: int | None = None,
        cards: str | Path | None = None,
        constants: Mapping[str, int] = NOTHING,
        seat: int | None = None,
        opponents: Opponents = "random",
        build: str = "compiled",
        illegal: str = "random",
        render_mode: str | None = None,
        **options: int,
    ) -> None:
        self.game: Game = open_game(package, players=players, cards=cards, constants=constants, **options)
        self._fixed_seat = checked_seat(self.game, seat)
        self._opponents = each_opponent(self.game, opponents)
        self._build, self._illegal = build, checked_policy(illegal)
        self.render_mode = checked_render_mode(render_mode)
        self.layout = Layout(self.game)
        self.observation_space = self.layout.observation_space()
        self.action_space = self.layout.action_space()
        self.seat, self._state = 0, self.game.start(0, events=False)
        self._over = True  # until `reset`
        self._bots: list[Bot | None] = []

    @property
    def tefuda_state(self) -> State:
        """A copy of the `tefuda.State`, hidden information included."""
        return self._state.copy()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of legal actions, by the name that some learners expect."""
        return self._state.legal_actions.mask

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=None if seed is None else checked_seed(seed))
        self._state = self.game.start(game_seed(self.np_random), events=False)
        seats = self.game.num_players
        self.seat = int(self.np_random.integers(seats)) if self._fixed_seat is None else self._fixed_seat
        self._bots = [None] * seats
        for place, opponent in enumerate(self._opponents):
            self._bots[(self.seat + 1 + place) % seats] = self._seated(opponent)
        self._let_others_play()
        if self._state.is_terminal:  # over before the first turn
            return self.reset(options=options)
        self._over = False
        return self._observation(), {}

    def _seated(self, opponent: str | Bot) -> Bot | None:
        """Return a bot for a game; None plays at random."""
        if not isinstance(opponent, str):
            return opponent
        return None if opponent == "random" else bot(opponent, seed=game_seed(self.np_random), build=self._build)

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if self._over:
            raise GameOver("the game is over: reset() deals another one")
        legal, code = self._state.legal_actions, checked_code(action)
        info: dict[str, Any] = {}
        if code not in legal.codes and self._illegal != "raise":
            info["illegal_action"] = action
            if self._illegal == "lose":
                self._over = True
                return self._observation(), self.game.min_utility, True, False, info
            code = info["played_instead"] = int(self.np_random.choice(legal.codes))
        self._state.play(code)
        self._let_others_play()
        self._over = self._state.is_terminal
        return self._observation(), self._state.returns[self.seat], self._over, False, info

    def _let_others_play(self) -> None:
        state = self._state
        while not state.is_terminal and state.current_player != self.seat:
            seat = state.current_player
            assert seat is not None
            player = self._bots[seat]
            if player is None:
                state.play(int(self.np_random.choice(state.legal_actions.codes)))
            else:
                state.play(player.choose(state.determinize(seat, game_seed(self.np_random))))

    def _observation(self) -> Observation:
        return self.layout.observation(self._state, self.seat, self._state.legal_actions)

    def render(self) -> str | None:
        text = self.game.show(self._state.view(self.seat))
        if self.render_mode == "human":
            print(text)
        return text if self.render_mode == "ansi" else None


def checked_seat(game: Game, seat: int | None) -> int | None:
    """Return a seat of a game, or None; raises BadOption."""
    number = whole(seat)
    if seat is not None and (number is None or number not in range(game.num_players)):
        raise BadOption(f"there is no seat {seat!r}: seats are 0 to {game.num_players - 1}; None is any")
    return number


def each_opponent(game: Game, opponents: Opponents) -> list[str | Bot]:
    """Return an opponent for each other seat; raises BadOption for another number, or an object that is not a bot."""
    others = game.num_players - 1
    several = list(opponents) if isinstance(opponents, Sequence) and not isinstance(opponents, str) else None
    chosen: list[str | Bot] = several if several is not None else [opponents] * others  # type: ignore[list-item]
    if len(chosen) != others:
        raise BadOption(f"there are {others} other seats at {game!r}, and {len(chosen)} opponents")
    for one in chosen:
        if isinstance(one, str):
            bot(one)  # raises UnknownLevel
        elif why := why_no_bot(one):
            raise BadOption(f"an opponent is a level or a bot, not {one!r}: {why}")
    return chosen


def register(package: str) -> str:
    """Register a game with Gymnasium, by its package; return its id there, such as `tefuda/kotori-v0`.

    Installed games are registered by importing this module.
    """
    name = f"tefuda/{package.rpartition('.')[2]}-v0"
    gymnasium.register(
        name,
        entry_point="tefuda.adapters.gymnasium:SeatEnv",
        vector_entry_point="tefuda.adapters.gymnasium_vector:SeatVectorEnv",
        kwargs={"package": package},
    )
    return name


for _package in game_packages().values():
    register(_package)
