"""Tefuda's games as environments of PettingZoo: turn by turn (AEC), in cycles, and parallel.

>>> import tefuda
>>> from tefuda.adapters.pettingzoo import env
>>> games = env(tefuda.load("kotori", players=3))
>>> games.reset(seed=7)
>>> for agent in games.agent_iter():
...     observation, reward, termination, truncation, info = games.last()
...     over = termination or truncation
...     games.step(None if over else games.action_space(agent).sample(observation["action_mask"]))
>>> games.agents
[]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tefuda.engine.arguments import whole
from tefuda.engine.errors import BadOption, GameOver
from tefuda.engine.extras import needs
from tefuda.engine.game import Game, checked_game
from tefuda.engine.state import State, checked_seed

with needs("PettingZoo", "pettingzoo"):
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils.conversions import parallel_to_aec

# After PettingZoo, which installs the library that this one needs: without both, the error names the right extra.
from tefuda.adapters.spaces import (
    RENDER_MODES,
    Layout,
    Observation,
    checked_code,
    checked_policy,
    checked_render_mode,
    game_seed,
)

Infos = dict[str, dict[str, Any]]
SET_BY_RESET = ("agents", "num_agents", "agent_selection", "rewards", "terminations", "truncations", "infos")


def env(
    game: Game, *, max_cycles: int | None = None, illegal: str = "random", render_mode: str | None = None
) -> TurnEnv:
    """Return a game in which the agents act as the game's seats do: not always in the same order, nor equally often.

    Agents are `seat_0`, `seat_1`, ... Observations have an `observation` (all arrays of `game.observation_spec` as one
    vector; `layout.unpack` names them) and an `action_mask`, with ones for legal actions.  The rewards are the
    utilities at the end.  After `max_cycles` decisions for each agent on average the game is truncated.

    An illegal action is replaced by a random legal one, which the agent's info reports; with `illegal="lose"` it ends
    the game with the lowest utility for its agent, and with `illegal="raise"` it raises IllegalAction.  `render_mode`
    is "ansi" (`render` returns the table as spectators see it) or "human" (prints it).

    Raises BadOption.
    """
    return TurnEnv(Table(checked_game(game, "env"), max_cycles, illegal, render_mode))


def parallel_env(
    game: Game, *, max_cycles: int | None = None, illegal: str = "random", render_mode: str | None = None
) -> CycleEnv:
    """Return a game in which all agents act in each cycle: those who are not to act can only wait.

    Waiting is one more action, with the highest code.  The rest is as in `env`.
    """
    return CycleEnv(Table(checked_game(game, "parallel_env"), max_cycles, illegal, render_mode, more_actions=1))


def cycle_env(
    game: Game, *, max_cycles: int | None = None, illegal: str = "random", render_mode: str | None = None
) -> Any:
    """Return the game of `parallel_env` as an AEC environment: in each cycle all agents act one after the other."""
    checked_game(game, "cycle_env")
    return parallel_to_aec(parallel_env(game, max_cycles=max_cycles, illegal=illegal, render_mode=render_mode))


class Table:
    """Table of both kinds of environments: the current game, and the seeds of the next ones."""

    def __init__(
        self, game: Game, max_cycles: int | None, illegal: str, render_mode: str | None, more_actions: int = 0
    ) -> None:
        self.game, self.max_cycles, self.render_mode = game, whole(max_cycles), checked_render_mode(render_mode)
        if max_cycles is not None and (self.max_cycles is None or self.max_cycles < 1):
            raise BadOption(f"max_cycles is 1 or more, or None, not {max_cycles!r}")
        self.illegal = checked_policy(illegal)
        self.layout = Layout(game, more_actions)
        self.agents = [f"seat_{seat}" for seat in range(game.num_players)]
        self.observation_spaces = [self.layout.observation_space() for _ in self.agents]
        self.action_spaces = [self.layout.action_space() for _ in self.agents]
        self.state_space = self.layout.vector_space(game.num_players)
        self._random = np.random.default_rng()
        self.deal(None)

    def deal(self, seed: int | None) -> None:
        """Begin a new game; a seed determines it and all later ones."""
        if seed is not None:
            self._random = np.random.default_rng(checked_seed(seed))
        self.state: State = self.game.start(game_seed(self._random), events=False)
        self.lost: int | None = None  # the seat that has lost by an illegal action

    @property
    def to_act(self) -> str | None:
        seat = self.state.current_player
        return None if seat is None or self.lost is not None else self.agents[seat]

    def play(self, action: object) -> dict[str, Any]:
        """Play an action of the agent to act, or the replacement of an illegal one; return its info."""
        legal, seat = self.state.legal_actions, self.state.current_player
        code = whole(action)
        info: dict[str, Any] = {}
        if self.illegal == "raise":
            code = checked_code(action)
        elif code not in legal.codes:
            info = {"illegal_action": action}
            if self.illegal == "lose":
                self.lost = seat
                return info
            code = info["played_instead"] = int(self._random.choice(legal.codes))
        assert code is not None
        self.state.play(code)
        return info

    @property
    def over(self) -> bool:
        return self.state.is_terminal or self.lost is not None

    @property
    def rewards(self) -> dict[str, float]:
        """What each agent gets for the last action."""
        returns = list(self.state.returns)
        if self.lost is not None:
            returns = [self.game.min_utility if seat == self.lost else 0.0 for seat in range(self.game.num_players)]
        return dict(zip(self.agents, returns, strict=True))

    def seat_of(self, agent: str) -> int:
        """Return the seat of an agent; raises BadOption if there is none of that name."""
        if agent not in self.agents:
            raise BadOption(f"there is no agent {agent!r}: agents are {', '.join(self.agents)}")
        return self.agents.index(agent)

    def observe(self, agent: str) -> Observation:
        seat = self.seat_of(agent)
        acts = agent == self.to_act
        seen = self.layout.observation(self.state, seat, self.state.legal_actions if acts else None)
        if not acts and self.layout.num_actions > self.game.num_actions:
            seen["action_mask"][self.game.num_actions] = 1  # to wait
        return seen

    def all_seats_see(self) -> Any:
        """Return what all seats together see, as one vector: for central training."""
        return np.concatenate([self.observe(agent)["observation"] for agent in self.agents])

    def render(self) -> str | None:
        text = self.game.show(self.state.view())
        if self.render_mode == "human":
            print(text)
        return text if self.render_mode == "ansi" else None

    def __str__(self) -> str:
        return f"tefuda_{self.game.slug}_v0"


class AtTable:
    """The part of an environment that is the same for both orders of turns."""

    _table: Table

    @property
    def tefuda_state(self) -> State:
        """A copy of the `tefuda.State`, hidden information included."""
        return self._table.state.copy()

    def observation_space(self, agent: str) -> Any:
        return self._table.observation_spaces[self._table.seat_of(agent)]

    def action_space(self, agent: str) -> spaces.Discrete[np.int64]:
        return self._table.action_spaces[self._table.seat_of(agent)]

    def state(self) -> Any:
        return self._table.all_seats_see()

    def render(self) -> str | None:
        return self._table.render()

    def close(self) -> None:
        pass

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            missing = f"{type(self).__name__} has no attribute {name!r}"
            raise AttributeError(f"{missing} before reset(), which deals a game" if name in SET_BY_RESET else missing)


class TurnEnv(AtTable, AECEnv[str, Observation, Any]):  # type: ignore[misc]  # pettingzoo has no types
    """A game as an AEC environment.  Made by `env`."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table
        self.metadata = {"name": str(table), "render_modes": RENDER_MODES, "is_parallelizable": False}
        self.render_mode, self.layout = table.render_mode, table.layout
        self.possible_agents, self.state_space = table.agents[:], table.state_space

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._table.deal(seed)
        self._decisions = 0
        self._skip_agent_selection: str | None = None
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: Infos = {agent: {} for agent in self.agents}
        self.agent_selection = self._table.to_act or self.agents[0]

    def step(self, action: Any) -> None:
        agent, table = self.agent_selection, self._table
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.infos = {**{other: {} for other in self.agents}, agent: table.play(action)}
        self._decisions += 1
        if table.over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif table.max_cycles is not None and self._decisions >= table.max_cycles * len(self.possible_agents):
            self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = table.rewards
        self._accumulate_rewards()
        self.agent_selection = table.to_act or self.agents[0]

    def observe(self, agent: str) -> Observation:
        return self._table.observe(agent)


class CycleEnv(AtTable, ParallelEnv[str, Observation, Any]):  # type: ignore[misc]  # pettingzoo has no types
    """A game as a parallel environment.  Made by `parallel_env`."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.metadata = {"name": str(table), "render_modes": RENDER_MODES}
        self.render_mode, self.layout = table.render_mode, table.layout
        self.max_cycles = table.max_cycles
        self.possible_agents, self.state_space = table.agents[:], table.state_space

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], Infos]:
        self._table.deal(seed)
        self._cycles = 0
        self.agents = self.possible_agents[:]
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        table, acting, agents = self._table, self._table.to_act, self.agents
        if acting is None or not agents:
            raise GameOver("the game is over: reset() deals another one")
        infos: Infos = {agent: {} for agent in agents}
        infos[acting] = table.play(actions.get(acting))
        self._cycles += 1
        over = table.over
        truncated = not over and self.max_cycles is not None and self._cycles >= self.max_cycles
        if over or truncated:
            self.agents = []
        return (
            {agent: table.observe(agent) for agent in agents},
            table.rewards,
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, truncated),
            infos,
        )

    def _observations(self) -> dict[str, Observation]:
        return {agent: self._table.observe(agent) for agent in self.agents}
