"""Players in this process: the bots by level, your own, and games between them.

Any object with `choose(state)` is a bot:

>>> import tefuda
>>> class First:
...     def choose(self, state):
...         return state.legal_actions[0]
>>> game = tefuda.load("kotori", players=3)
>>> end = tefuda.play_game(game, [First(), tefuda.bot("random", seed=1), tefuda.bot("heuristic", seed=2)], seed=3)
>>> end.is_terminal
True
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from tefuda.bots.players import check_level, make_bot, make_request, search_build
from tefuda.engine.arguments import usage
from tefuda.engine.errors import BadOption, GameOver
from tefuda.engine.game import Game, checked_game
from tefuda.engine.primitives import mix
from tefuda.engine.state import CHANCE, State, checked_seed


class Bot(Protocol):
    """A player in this process."""

    def choose(self, state: State) -> str | int:
        """Return the action to play, by notation or code, for the seat to act.

        `play_game` gives it a state that the seat cannot tell from the true one (`State.determinize`).
        """


class LevelBot:
    """A bot of a named level; made by `bot`."""

    def __init__(self, level: str, seed: int | None, build: str) -> None:
        self.level, self._build = level, build
        self._seed, self._decisions = checked_seed(seed), 0

    def choose(self, state: State) -> str:
        """Return a command for the seat to act, which may complete a compound decision by several actions."""
        if not isinstance(state, State):
            raise BadOption(f"choose takes a state: write bot.choose(game.start(seed)), not bot.choose({state!r})")
        request = make_request(state, self.level, mix(self._seed, self._decisions))
        self._decisions += 1
        return make_bot(self.level, search_build(state.game.package, self._build)).choose(request).command

    def __repr__(self) -> str:
        return f"bot({self.level!r})"


@usage('bot(level, seed=...), such as bot("hard", seed=1)')
def bot(level: str = "hard", *, seed: int | None = None, build: str = "compiled") -> LevelBot:
    """Return a bot of a level: "random", "easy", "medium", "hard" or "heuristic".

    "search:500" is a search with 500 simulations a decision and no time limit, as in the lab.
    `seed` (default: random) makes its choices reproducible, as far as time limits do not end a search.  On the compiled
    build the first decision of a searching bot compiles the game, which takes up to a minute; "checked" starts at once,
    and searches little.

    Raises UnknownLevel or BadOption.
    """
    check_level(level)
    if build not in ("compiled", "checked"):
        raise BadOption(f'there is no build {build!r}: it is "compiled" or "checked"')
    return LevelBot(level, seed, build)


def why_no_bot(one: object) -> str | None:
    """Return why an object is not a bot, and what would be one; None for a bot."""
    if hasattr(one, "probabilities"):  # of `solve.Policy`, which also has `choose`
        return "a policy needs the history of the game: play its actions, state.play(policy.choose(state, random))"
    return "a bot is an object with choose(state)" if isinstance(one, type) or not hasattr(one, "choose") else None


def _check_bots(bots: object) -> None:
    """Raise BadOption for anything but a sequence of bots."""
    if not isinstance(bots, Sequence) or isinstance(bots, str):
        raise BadOption(f"play_game takes a list with a bot for each seat, not {bots!r}")
    for place, one in enumerate(bots):
        if why := why_no_bot(one):
            raise BadOption(f"bots[{place}] is {one!r}: {f'write bot({one!r})' if isinstance(one, str) else why}")


@usage("play_game(game, bots, seed), with a bot for each seat")
def play_game(game: Game | State, bots: Sequence[Bot], seed: int | None = None) -> State:
    """Play a new game, or a copy of a state to its end, with a bot for each seat; return the finished state.

    Each bot is asked with a state determinized for its seat, so that none can see what it may not.  Chance is sampled.
    Raises BadOption for another number of bots, GameOver for a finished state, IllegalAction as `State.play`.
    """
    if isinstance(game, State):
        if game.is_terminal:
            raise GameOver("the game is over: no seat is to act")
        state = game.copy()
    else:
        state = checked_game(game, "play_game").start(seed)
    _check_bots(bots)
    if len(bots) != state.num_players:
        raise BadOption(f"{state.game.slug} has {state.num_players} seats, and there are {len(bots)} bots")
    worlds = checked_seed(seed)
    while not state.is_terminal:
        seat = state.current_player
        assert seat is not None
        if seat == CHANCE:
            state.play_chance()
            continue
        worlds = mix(worlds, seat)
        state.play(bots[seat].choose(state.determinize(seat, worlds)))
    return state
