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
from copy import deepcopy
from itertools import pairwise
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tefuda.bots.players import search_build
from tefuda.engine.arguments import usage, whole
from tefuda.engine.batch import PASS
from tefuda.engine.errors import BadOption, IllegalAction, Refusal
from tefuda.engine.game import Game, checked_game
from tefuda.engine.other_names import hint
from tefuda.engine.record import Generator
from tefuda.engine.state import State, checked_seed

MOST_GAMES = 1 << 24
WORK_A_THREAD = 0.0004  # seconds: less is done before a thread that waits has begun
BOUND = ("_build", "_pool", "_paces", "_rules", "_legal", "_draws", "_named", "mask", "ended")  # set by `Vector._bind`


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

    @usage("vector(game, count)")
    def __init__(self, game: Game, count: int, *, seed: int | None, threads: int, build: str, keep_final: bool) -> None:
        size, workers = whole(count), whole(threads)
        if size is None or not 1 <= size <= MOST_GAMES:
            raise BadOption(f"a vector has 1 to {MOST_GAMES} games, not {count!r}")
        if workers is None or workers < 1:
            raise BadOption(f"a vector takes 1 thread or more, not {threads!r}")
        if build not in ("compiled", "checked"):
            raise BadOption(f'there is no build {build!r}: it is "compiled" or "checked"')
        self.game, self._kind, self._threads = game, build, workers
        made = search_build(game.package, build)
        self._options = np.array(game.option_values, np.int64)
        self._states, self._blank = made.states(size), made.states(1)
        self._finals = made.states(size if keep_final else 0)
        self._choosers = np.zeros(size, Generator.dtype) if build == "compiled" else [Generator() for _ in range(size)]
        self._drawn = np.zeros(size, np.int64)  # the next random choices
        self._sampled = False  # whether `sample` has returned the next ones already
        self._mask, self._ended = np.zeros((size, game.num_actions), np.uint8), np.zeros(size, np.uint8)
        self.num_legal = np.zeros(size, np.int16)
        self.current_player = np.zeros(size, np.int8)
        self.rewards = np.zeros((size, game.num_players))
        self.seeds = np.zeros(size, np.int64)
        self._unasked: Any = np.zeros(0, made.Tensors.dtype) if build == "compiled" else []
        self._seen = self._unasked  # until `observe` or `step` is asked for it
        self._shown: Any = self._seen  # the same as NumPy's rows
        self._observed = False  # whether `step` has filled it for the seats to act
        self._passes = np.full(size, PASS, np.int64)
        self._bind()
        self.reset(seed)

    def _bind(self) -> None:
        """Set what a copy makes for itself."""
        self._build = search_build(self.game.package, self._kind)
        self._pool = ThreadPoolExecutor(self._threads) if self._threads > 1 else None
        self._paces: dict[object, float] = {}  # by function: the seconds that a game has taken the last time
        self.mask: NDArray[np.bool_] = self._mask.view(np.bool_)
        self.ended: NDArray[np.bool_] = self._ended.view(np.bool_)
        # arguments of the functions of `batch.py`, together: with `__getattr__`, each attribute takes longer to read
        tables = self._build.tables(self.game.tables)
        self._rules = (self._blank, tables, self.game.num_players, self._options, self.seeds)
        self._draws = (self.num_legal, self._mask, self._choosers, self._drawn)
        most = min(self.game.max_branching, self.game.num_actions)
        self._legal = (most, self.num_legal, self._mask, self.current_player, self._choosers, self._drawn)
        self._named: dict[str, NDArray[Any]] = {}  # the arrays of observations, once they are asked for

    def copy(self) -> Vector:
        """Return an independent copy with arrays of its own, which goes on alike."""
        return deepcopy(self)

    __copy__ = copy

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in BOUND}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._bind()

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            raise AttributeError(hint("Vector", name), name=name, obj=self)

        def __getitem__(self, index: object) -> Any:  # iteration comes here, too
            raise TypeError(f"a vector has no items: write games.state({index!r}), or index its arrays")

    def __len__(self) -> int:
        return len(self.seeds)

    def __repr__(self) -> str:
        return f"<{len(self)} games of {self.game!r}>"

    def reset(self, seed: int | Sequence[int] | NDArray[np.int64] | None = None) -> None:
        """Deal all games again, from one seed (default: random) for all of them or from a seed for each."""
        if seed is None or whole(seed) is not None:
            self._each(self._build.derive_seeds, checked_seed(whole(seed)), self.seeds)
        else:
            seeds = _array(seed)
            if seeds.shape != self.seeds.shape or seeds.dtype.kind not in "iu" or (seeds.astype(np.int64) < 0).any():
                raise BadOption(f"seeds are {len(self)} integers from 0 to 2**63 - 1, or one for all games")
            self.seeds[:] = seeds
        self.rewards[:] = 0.0
        self._ended[:] = 0
        self._observed = self._sampled = False
        self._each(self._build.deal_games, self._states, *self._rules, *self._legal)
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
        given = checked_codes(actions, len(self))
        choices = as_choices(given)
        wrong = int(self._build.illegal_choice(self._mask, choices))
        if wrong >= 0:
            raise refused(self, wrong, int(given[wrong]))
        seen = self._rows_to_fill() if observe else self._unasked
        sampled, self._sampled, self._observed = self._sampled, False, observe
        self._step(self._states, choices, sampled, self._ended, self._finals, self.current_player, seen)

    def _step(self, states: Any, choices: Any, sampled: bool, ended: Any, finals: Any, viewers: Any, seen: Any) -> None:
        arguments = (choices, sampled, self.rewards, ended, finals, viewers, seen)
        self._each(self._build.step_games, states, *self._rules, *self._legal, *arguments)
        if self._build.kind == "checked":
            for i, one in enumerate(seen):
                one.store(self._shown, i)

    def _rows_to_fill(self) -> Any:
        """Return the rows of all observations, made when they are first asked for.  Raises BadOption without any."""
        if not self._named:
            spec = self.game.observation_spec
            if len(self._seen) == 0:
                record, count = self._build.Tensors, len(self)
                self._shown = np.zeros(count, record.dtype)
                self._seen = self._shown if self._build.kind == "compiled" else [record() for _ in range(count)]
            self._named = {name: self._shown[name] for name in spec}
        return self._seen

    def sample(self) -> NDArray[np.int64]:
        """Return a random legal action code for each game, by generators that follow from the seeds."""
        if self._sampled:
            self._each(self._build.draw_again, *self._draws)
        self._sampled = True
        return self._drawn.copy()

    def observe(self, viewer: int | None = None, *, final: bool = False) -> Mapping[str, NDArray[Any]]:
        """Return what the seat to act of each game sees, or `viewer` (-1: a spectator) of all of them.

        Arrays by name, as `game.observation_spec` declares them, with a row for each game.  They are the same arrays
        each time: the next call, or `step(..., observe=True)`, changes them, so copy what you keep.  With `final`, of
        the last position of the last game that ended in each row (of the first one dealt before one has ended), in a
        vector with `keep_final`; no seat acts there, so a viewer is required.
        """
        if final and (viewer is None or len(self._finals) == 0):
            raise BadOption("final positions need a viewer, and are only kept by vector(game, n, keep_final=True)")
        viewer = None if viewer is None else self.game.viewer(viewer)
        seen = self._rows_to_fill()
        if viewer is not None or not self._observed:
            viewers = self.current_player if viewer is None else np.full(len(self), viewer, np.int8)
            states, unended = self._finals if final else self._states, np.zeros(len(self), np.uint8)
            self._step(states, self._passes, False, unended, self._finals[:0], viewers, seen)
            self._observed = viewer is None
        return self._named.copy()

    def state(self, index: int) -> State:
        """Return a copy of one game as a state, with hidden information; its history begins here."""
        at = whole(index)
        if at is None or not 0 <= at < len(self):
            raise BadOption(f"there is no game {index!r}: games are 0 to {len(self) - 1}")
        record = self.game.build.State()
        if self._build.kind == "compiled":
            record.load(self._states, at)
        else:
            record.take(self._states[at])
        return State(self.game, record, seed=record.rng, chance=None, start=record.copy())

    def _each(self, function: Callable[..., object], *arguments: object) -> None:
        """Call a function of `batch.py` for all games, by as many threads as it has work for."""
        count, pool = len(self), self._pool
        if pool is None:
            function(*arguments, 0, count)
            return
        parts = max(1, min(self._threads, count, int(count * self._paces.get(function, 0.0) / WORK_A_THREAD)))
        ends = [count * part // parts for part in range(1, parts + 1)]
        others = pairwise(ends)
        done = [pool.submit(function, *arguments, *part) for part in others]
        start = perf_counter()
        function(*arguments, 0, ends[0])
        self._paces[function] = (perf_counter() - start) / ends[0]
        for part in done:
            part.result()


def checked_codes(actions: ArrayLike, count: int) -> NDArray[np.integer[Any]]:
    """Return action codes as an array, one for each of `count` games, legal or not; raises BadOption for another."""
    given = _array(actions)
    if given.shape != (count,):
        raise BadOption(f"step takes {count} action codes, one for each game, not shape {given.shape}")
    if given.dtype.kind not in "iu":
        values = np.asarray(actions, object).tolist()
        wrong = next((value for value in values if whole(value) is None), values[0])
        raise BadOption(f"step takes action codes, as game.action_code(action) returns them, not {wrong!r}")
    return given


def as_choices(codes: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
    """Return codes as contiguous signed integers; those that do not fit become another that is not an action's."""
    if codes.dtype == np.uint64:  # else the largest would be -1, which leaves a game as it is
        codes = np.minimum(codes, np.uint64(np.iinfo(np.int64).max))
    return np.ascontiguousarray(codes, np.int64)


def refused(games: Vector, index: int, code: int) -> IllegalAction:
    """Return the error for a code that is not legal in one of the games."""
    game, record = games.game, games.state(index).full_state
    known = game.action_code(code)
    refusal = game.unknown_action(record, str(code)) if known is None else game.refusal(record, known)
    assert isinstance(refusal, Refusal)
    return IllegalAction(f"game {index}: {code if known is None else game.action_names[known]}", refusal)


def _array(values: object) -> NDArray[Any]:
    """Return an array of any type and shape, so that an error can tell what is wrong with it."""
    try:
        return np.asarray(values)
    except ValueError:  # of rows that differ in length
        return np.asarray(values, object)


@usage("vector(game, count, seed=..., threads=...)")
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
    return Vector(checked_game(game, "vector"), count, seed=seed, threads=threads, build=build, keep_final=keep_final)
