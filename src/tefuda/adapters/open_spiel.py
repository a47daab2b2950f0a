"""Tefuda's games as Python games of OpenSpiel, which importing this module registers.

>>> import tefuda.adapters.open_spiel
>>> import pyspiel
>>> game = pyspiel.load_game("tefuda_kotori(players=3)")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), len(state.chance_outcomes())
(True, 3)
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from tefuda.adapters.open_spiel_observers import Observer, has_history_tensor
from tefuda.adapters.open_spiel_states import MOST_RESULTS, Chance, Node
from tefuda.engine.description import Description
from tefuda.engine.errors import BadOption
from tefuda.engine.extras import needs
from tefuda.engine.game import Game, game_packages, open_game

with needs("OpenSpiel", "openspiel"):
    import pyspiel

PREFIX = "tefuda_"
# Parameters besides the house rules and constants; 0 players are the fewest.
PLAYERS, CARDS, POSITION, MERGED, JOINT = "players", "cards", "position", "merge_chance", "joint_chance"


def register(package: str) -> str:
    """Register a game with OpenSpiel, by its package; return its name there, such as `tefuda_kotori`.

    Installed games are registered by importing this module; this is for a game of your own (`harness.fixtures.kuhn`).
    """
    smallest = open_game(package)
    kind = game_type(smallest, has_history_tensor(smallest))
    # A class, not an object: OpenSpiel releases it after Python has shut down, when nothing may be freed.
    pyspiel.register_game(kind, type(f"{smallest.slug.title()}Game", (TefudaGame,), {"package": package}))
    return str(kind.short_name)


def game_type(game: Game, history_tensor: bool) -> Any:
    """Return the description of a game that OpenSpiel needs before it is loaded."""
    described = game.description
    fewest, most = described.players_of(game.constants)
    kinds = pyspiel.GameType
    information, utility = kinds.Information, kinds.Utility
    chance = game.max_chance_outcomes > 0
    numbers = {option.name: option.default for option in described.options}
    numbers |= {constant.name: constant.default for constant in described.constants}
    return kinds(
        short_name=PREFIX + game.slug,
        long_name=game.localizer("en").say("title"),
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if chance else kinds.ChanceMode.DETERMINISTIC,
        information=information.PERFECT_INFORMATION
        if game.has_perfect_information
        else information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if game.is_zero_sum else utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=history_tensor,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={PLAYERS: 0, CARDS: "", POSITION: "", MERGED: True, JOINT: False, **numbers},
    )


class TefudaGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A game of Tefuda for a number of players, house rules, constants and cards.  Made by `pyspiel.load_game`.

    Raises BadOption, CardFileError or BadPosition for invalid parameters.

    Attributes:
        tefuda_game: the `tefuda.Game`.
        start: where every game begins: at the first draw of the deal, or in the given position.
    """

    package: str  # of the game

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        others = (CARDS, POSITION, MERGED, JOINT)
        numbers = {name: int(value) for name, value in parameters.items() if name not in others}
        players, cards = numbers.pop(PLAYERS, 0) or None, parameters.get(CARDS) or None
        described: Description = import_module(self.package).GAME
        constants = {one.name: numbers.pop(one.name) for one in described.constants if one.name in numbers}
        variant = described.variant(constants)  # OpenSpiel fills in the defaults, of which a card file takes none
        game = self.tefuda_game = open_game(self.package, players=players, cards=cards, constants=variant, **numbers)
        position = parameters.get(POSITION)
        chance = Chance(bool(parameters.get(MERGED, True)), bool(parameters.get(JOINT, False)))
        begun = game.position(position, 0, explicit_chance=True) if position else game.start(0, explicit_chance=True)
        self.start = Node(begun, chance)
        self.has_history_tensor = has_history_tensor(game)
        info = pyspiel.GameInfo(
            num_distinct_actions=game.num_actions,
            max_chance_outcomes=MOST_RESULTS if chance.joint else game.max_chance_outcomes,
            num_players=game.num_players,
            min_utility=game.min_utility,
            max_utility=game.max_utility,
            utility_sum=0.0 if game.is_zero_sum else None,
            max_game_length=game.max_game_length,
        )
        super().__init__(game_type(game, self.has_history_tensor), info, {**parameters, PLAYERS: game.num_players})

    def new_initial_state(self, position: str | None = None) -> TefudaState:
        """Return the beginning of a game; with `position`, one that begins there."""
        state = TefudaState(self)
        if position is not None:
            state.at = state.begun = Node(
                self.tefuda_game.position(position, 0, explicit_chance=True), self.start.chance
            )
        return state

    def __reduce__(self) -> tuple[object, ...]:
        return pyspiel.load_game, (self.to_string(),)

    def max_chance_nodes_in_history(self) -> int:
        return self.tefuda_game.max_chance_nodes

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> Observer:
        """Return an observer of any kind: see `Observer`."""
        if isinstance(iig_obs_type, Mapping):  # so OpenSpiel calls it for the observation of a game
            iig_obs_type, params = None, iig_obs_type
        if params:
            raise BadOption(f"observers of Tefuda's games take no parameters, such as {next(iter(params))!r}")
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class TefudaState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A state of a game, with chance as explicit nodes and the actions of a compound decision one by one.

    OpenSpiel copies and serialises only `at` and its own history.
    """

    def __init__(self, game: TefudaGame) -> None:
        super().__init__(game)
        self.at = game.start
        self.begun: Node | None = None  # where the history begins, if not as usual
        self.seen: dict[int, Any] = {}  # rows of the history tensor before it, by seat

    @property
    def origin(self) -> Node:
        """Where the history begins."""
        start: Node = self.begun or self.get_game().start
        return start

    @property
    def tefuda_state(self) -> Any:
        """A copy of the `tefuda.State`."""
        return self.at.state.copy()

    def current_player(self) -> int:
        if self.at.state.is_terminal:
            return int(pyspiel.PlayerId.TERMINAL)
        player = self.at.state.current_player  # CHANCE is -1 in OpenSpiel, too
        assert player is not None
        return player

    def is_terminal(self) -> bool:
        return self.at.state.is_terminal

    def returns(self) -> list[float]:
        return list(self.at.state.returns) if self.at.state.is_terminal else [0.0] * self.num_players()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.at.outcomes

    def resample_from_infostate(self, player: int, rng: Any) -> TefudaState:
        """Return a state that a player cannot distinguish from this one; `rng()` returns a number from 0 to 1.

        The player's information state is the same; the state's own history begins here.
        """
        other = TefudaState(self.get_game())
        other.at = other.begun = self.at.resampled(player, int(rng() * (1 << 62)))
        if self.get_game().has_history_tensor:
            other.seen = {player: self.get_game().make_py_observer().history(self, player)}
        return other

    def _legal_actions(self, player: int) -> list[int]:
        return self.at.legal

    def _apply_action(self, action: int) -> None:
        self.at = self.at.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw {action}"
        names = self.at.state.game.action_names
        if not 0 <= action < len(names):
            raise BadOption(f"there is no action {action}: codes are 0 to {len(names) - 1}")
        return names[action] or f"unused {action}"

    def __str__(self) -> str:
        return str(self.at.state)


for _package in game_packages().values():
    register(_package)
