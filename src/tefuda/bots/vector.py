"""Thousands of games side by side, as arrays: for training players and for statistics.

>>> import numpy as np
>>> import tefuda
>>> games = tefuda.vector(tefuda.load("kotori", players=3), 4, seed=7, build="checked")
>>> games.mask.shape, games.rewards.shape
((4, 3), (4, 3))
>>> while not games.ended.any():
...     games.step(games.sample())
>>> bool(np.abs(games.rewards.sum(axis=1)).max() < 1e-9)
True
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tefuda.bots.players import search_build
from tefuda.engine.batch import PASS
from tefuda.engine.errors import BadOption, IllegalAction, Refusal
from tefuda.engine.game import Game
from tefuda.engine.primitives import mix
from tefuda.engine.record import Generator
from tefuda.engine.state import State, checked_seed
from tefuda.engine.view import SPECTATOR

MOST_GAMES = 1 << 24
WORK_A_THREAD = 0.0004  # seconds: less is done before a thread that waits has begun


class Vector:
    """A batch of games of one kind.  Made by `vector`.

    All arrays have a row for each game and are the same objects throughout: `step` changes them, so copy what you keep.

    Attributes:
        current_player: int8, the seat to act.
        mask: bool, (games, game.num_actions), the legal actions of that seat.
        num_legal: int16, how many they are.
        rewards: float64, (games, players), the utilities of games that ended in the last step; zero in all others.
        ended: bool, whether the game ended in the last step; then its row shows a new one.
        seeds: int64, of the games in progress: `game.start(seed)` deals the same.
    """

    def __init__(self, game: Game, count: int, *, seed: int | None, threads: int, build: str, keep_final: bool) -> None:
        if not 1 <= count <= MOST_GAMES:
            raise BadOption(f"a vector has 1 to {MOST_GAMES} games, not {count!r}")
        if threads < 1:
            raise BadOption(f"a vector takes 1 thread or more, not {threads!r}")
        if build not in ("compiled", "checked"):
            raise BadOption(f'there is no build {build!r}: it is "compiled" or "checked"')
        self.game = game
        self._build = search_build(game.package, build)
        self._tables = self._build.tables(game.tables)
        self._options = np.array(game.option_values, np.int64)
        self._states, self._blank = self._build.states(count), self._build.states(1)
        self._finals = self._build.states(count if keep_final else 0)
        self._choosers = (
            np.zeros(count, Generator.dtype) if build == "compiled" else [Generator() for _ in range(count)]
        )
        self._codes = np.zeros((count, min(game.max_branching, game.num_actions)), np.int16)  # narrow: it fits a cache
        self._choices = np.zeros(count, np.int64)
        self._mask, self._ended = np.zeros((count, game.num_actions), np.uint8), np.zeros(count, np.uint8)
        self.num_legal = np.zeros(count, np.int16)
        self.current_player = np.zeros(count, np.int8)
        self.rewards = np.zeros((count, game.num_players))
        self.seeds = np.zeros(count, np.int64)
        self.mask: NDArray[np.bool_] = self._mask.view(np.bool_)
        self.ended: NDArray[np.bool_] = self._ended.view(np.bool_)
        record = self._build.Tensors
        self._unasked: Any = np.zeros(0, record.dtype) if build == "compiled" else []
        self._seen = self._unasked  # until `observe` or `step` is asked for it
        self._observed = False  # whether `step` has filled it for the seats to act
        self._passes = np.full(count, PASS, np.int64)
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._threads = threads
        self._paces: dict[object, float] = {}  # by function: the seconds that a game has taken the last time
        self.reset(seed)

    def __len__(self) -> int:
        return len(self.seeds)

    def __repr__(self) -> str:
        return f"<{len(self)} games of {self.game!r}>"

    def reset(self, seed: int | Sequence[int] | NDArray[np.int64] | None = None) -> None:
        """Deal all games anew, from one seed (default: random) for all of them or from a seed for each."""
        if seed is None or isinstance(seed, int):
            first = checked_seed(seed)
            self.seeds[:] = [mix(first, i) for i in range(len(self))]
        else:
            seeds = np.asarray(seed)
            if seeds.shape != self.seeds.shape or seeds.dtype.kind not in "iu" or (seeds < 0).any():
                raise BadOption(f"seeds are {len(self)} integers from 0 to 2**63 - 1")
            self.seeds[:] = seeds
        self.rewards[:] = 0.0
        self._ended[:] = 0
        self._observed = False
        self._each(
            self._build.deal_games,
            self._states,
            self._blank,
            self._tables,
            self.game.num_players,
            self._options,
            self.seeds,
            self._choosers,
            self._codes,
            self.num_legal,
            self._mask,
            self.current_player,
        )
        if self._build.kind == "compiled":
            self._finals[:] = self._states[: len(self._finals)]
        else:
            for kept, state in zip(self._finals, self._states, strict=False):
                kept.take(state)

    def step(self, actions: ArrayLike, *, observe: bool = False) -> None:
        """Play an action code in each game; -1 leaves a game as it is.

        Where a game ends, its rewards are set and a new one is dealt.  With `observe` the arrays of `observe()` are
        filled as well, game by game, which is quicker than to ask for them afterwards.
        Raises IllegalAction for the first action that is not legal; then nothing has changed.
        """
        choices = np.ascontiguousarray(actions, np.int64)
        if choices.shape != self.seeds.shape:
            raise BadOption(f"step takes {len(self)} action codes, one for each game, not shape {choices.shape}")
        wrong = int(self._build.illegal_choice(self._mask, choices))
        if wrong >= 0:
            raise self._refused(wrong, int(choices[wrong]))
        seen = self._rows_to_fill() if observe else self._unasked
        self._step(self._states, choices, self._ended, self._finals, self.current_player, seen)
        self._observed = observe

    def _step(self, states: Any, choices: Any, ended: Any, finals: Any, viewers: Any, seen: Any) -> None:
        self._each(
            self._build.step_games,
            states,
            self._blank,
            self._tables,
            self.game.num_players,
            self._options,
            self.seeds,
            self._codes,
            self.num_legal,
            self._mask,
            self.current_player,
            choices,
            self.rewards,
            ended,
            finals,
            viewers,
            seen,
        )

    def _rows_to_fill(self) -> Any:
        """Return the rows of all observations, made when they are first asked for.  Raises BadOption without any."""
        _ = self.game.observation_spec
        if len(self._seen) == 0:
            record, count = self._build.Tensors, len(self)
            compiled = self._build.kind == "compiled"
            self._seen = np.zeros(count, record.dtype) if compiled else [record() for _ in range(count)]
        return self._seen

    def _refused(self, index: int, code: int) -> IllegalAction:
        game, record = self.game, self.state(index).full_state
        known = game.action_code(code)
        refusal = game.unknown_action(record, str(code)) if known is None else game.refusal(record, known)
        assert isinstance(refusal, Refusal)
        return IllegalAction(f"game {index}: {code if known is None else game.action_names[known]}", refusal)

    def sample(self) -> NDArray[np.int64]:
        """Return a random legal action code for each game, by generators that follow from the seeds."""
        self._each(self._build.choose_randomly, self._choosers, self._codes, self.num_legal, self._choices)
        return self._choices

    def observe(self, viewer: int | None = None, *, final: bool = False) -> Mapping[str, NDArray[Any]]:
        """Return what the seat to act of each game sees, or `viewer` (-1: a spectator) of all of them.

        Arrays by name, as `game.observation_spec` declares them, with a row for each game.  With `final`, of the last
        position of the last game that ended in each row (of the first one dealt before one has ended), in a vector with
        `keep_final`; as nobody is to act there, it needs a viewer.
        """
        if final and (viewer is None or len(self._finals) == 0):
            raise BadOption("final positions need a viewer, and are only kept by vector(game, n, keep_final=True)")
        if viewer is not None and not SPECTATOR <= viewer < self.game.num_players:
            raise BadOption(f"there is no seat {viewer}: seats are 0 to {self.game.num_players - 1}, -1 is a spectator")
        spec, seen = self.game.observation_spec, self._rows_to_fill()
        if viewer is not None or not self._observed:
            viewers = self.current_player if viewer is None else np.full(len(self), viewer, np.int8)
            states, unended = self._finals if final else self._states, np.zeros(len(self), np.uint8)
            self._step(states, self._passes, unended, self._finals[:0], viewers, seen)
            self._observed = viewer is None
        if self._build.kind == "checked":
            rows = np.zeros(len(self), self._build.Tensors.dtype)
            for i, one in enumerate(seen):
                one.store(rows, i)
            seen = rows
        return {name: seen[name] for name in spec}

    def state(self, index: int) -> State:
        """Return a copy of one game as a state, with hidden information; its history begins here."""
        record = self.game.build.State()
        if self._build.kind == "compiled":
            record.load(self._states, index)
        else:
            record.take(self._states[index])
        rng = record.rng
        state = State(self.game, record, seed=0, chance=None, start=record.copy())
        record.rng = rng
        return state

    def _each(self, function: Callable[..., object], *arguments: object) -> None:
        """Call a function of `batch.py` for all games, by as many threads as it has work for."""
        count = len(self)
        parts = max(1, min(self._threads, count, int(count * self._paces.get(function, 0.0) / WORK_A_THREAD)))
        ends = [count * part // parts for part in range(1, parts + 1)]
        others = pairwise(ends)
        done = [self._pool.submit(function, *arguments, *part) for part in others] if self._pool else []
        start = perf_counter()
        function(*arguments, 0, ends[0])
        self._paces[function] = (perf_counter() - start) / ends[0]
        for part in done:
            part.result()


def vector(
    game: Game,
    count: int,
    *,
    seed: int | None = None,
    threads: int = 1,
    build: str = "compiled",
    keep_final: bool = False,
) -> Vector:
    """Return many games of one kind side by side, on the compiled build.

    The first use compiles the game, which takes up to a minute, and later ones load it.  Up to `threads` share the work
    of each step, as far as there is enough of it: useful for many games on idle cores.  Equal seeds give equal games,
    whatever the threads.  With `keep_final` the last position of games that end can be observed, at the price of a copy
    of all states.

    Raises BadOption for a number out of range.
    """
    if not isinstance(game, Game):
        raise BadOption(f"vector takes a game: vector(load({game!r}), {count!r})")
    return Vector(game, count, seed=seed, threads=threads, build=build, keep_final=keep_final)
