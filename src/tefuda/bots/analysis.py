"""What each option of a decision is worth, from what its seat knows only: the coach's hints and reviews.

The options share a budget by sequential halving: all are tried equally often, then the better half of them again, and
so on.  (The search of the bots tries its favourite most often, which leaves too few trials of the others for an
honest comparison.)  This happens in `REPLICAS` independent searches, from whose spread the intervals follow.  In each
of them all options meet the same worlds, so differences between options are more certain than their values.

Equal positions and budgets give equal analyses, on every machine: the budget counts work (decisions in simulations,
with those that a sampled world is worth) instead of seconds, and all seeds follow from what the seat knows.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from tefuda.bots.comparison import WORLD_WORK
from tefuda.bots.players import put, search_build, unpack
from tefuda.bots.search import Tree
from tefuda.engine.arguments import usage
from tefuda.engine.backends import Build
from tefuda.engine.errors import BadOption, GameOver
from tefuda.engine.game import Game
from tefuda.engine.record import GameState
from tefuda.engine.state import State
from tefuda.engine.view import Reason

HINT_WORK = 2_500_000  # budget of a hint: 0.2 s of one core in てづま師, up to 1.3 s in ドウトツくじゃん
WORK_A_SECOND = 2_000_000  # budget of a second: about what one core does in the costliest of our games
MOST_SECONDS = 3600
REPLICAS = 8
T_95 = 2.365  # quantile of Student's t for a 95 % interval from 8 values
WORLD_SEED = 1  # of the world in a request: an arbitrary constant, so that equal positions give equal requests
INTERPRETED_WORK = 60_000  # largest budget in the checked build
TRIAL = 2  # simulations of each option in each replica before the first round, to learn how long games last
MAX_NODES = 4096  # of one replica's tree, which takes 400 bytes for each
KEPT = 3  # options compared with the whole last round, and given reasons


class Interval(Struct, frozen=True):
    """An estimate with its 95 % confidence interval."""

    value: float
    low: float
    high: float


class Option(Struct, frozen=True):
    """A legal option of a decision."""

    action: str  # notation
    utility: Interval  # expected, of the deciding seat, from -1 to 1
    behind: Interval  # how much less than the best option: 0 for that one itself
    simulations: int
    reason: Reason | None = None  # in words; only of the first options, and of games that explain them

    @property
    def equal(self) -> bool:
        """Whether the best option is not shown to be better."""
        return self.behind.low <= 0


class Analysis(Struct, frozen=True, tag="analysis"):
    """The options of a decision, best first."""

    seat: int
    options: tuple[Option, ...]
    work: int  # total work of all simulations
    build: str  # that ran them

    @property
    def best(self) -> Option:
        return self.options[0]


class AnalysisRequest(Struct, frozen=True, tag="analysis-request"):
    """A decision to analyse: all information that the analysis receives."""

    package: str  # package of the game
    tables: bytes  # its card tables
    record: bytes  # the state, determinized for the seat to act
    work: int  # budget
    seed: int
    also: int = -1  # code of an action that is compared to the end, as it was played; -1: none


def make_request(state: State, work: int, also: int = -1) -> AnalysisRequest:
    """Return a request for the seat to act; the same in all worlds that it cannot tell apart.

    `also` is the code of an action to compare to the end.  Raises GameOver if no seat is to act.
    """
    if state.current_player is None:
        raise GameOver("the game is over: no seat is to act")
    record = state.determinize(state.current_player, WORLD_SEED).full_state
    seed = int(state.game.build.information_state_key(record, state.game.tables, state.current_player))
    return AnalysisRequest(state.game.package, state.game.tables.to_bytes(), record.to_bytes(), work, seed, also)


@usage("analyse(state, seconds=...)")
def analyse(state: State, seat: int | None = None, seconds: float = 1.0, *, build: str = "compiled") -> Analysis:
    """Compare the options of the seat to act, from what that seat knows: best first, with 95 % confidence intervals.

    Equal positions and `seconds` give equal analyses: `seconds` stands for an amount of work, which takes about that
    long on a slow core and less on others.  `seat`, if given, must be the seat to act.  Blocks; the first call compiles
    the game's search, which takes up to a minute, unless `build` is "checked", a slow build for short budgets.

    Raises GameOver if the game is over, and BadOption for another seat or a budget out of range.
    """
    if not isinstance(state, State):
        raise BadOption(f"analyse takes a state: write analyse(game.start(seed)), not analyse({state!r})")
    if state.current_player is None:
        raise GameOver("the game is over: no seat is to act")
    if seat not in (None, state.current_player):
        raise BadOption(f"seat {seat!r} is not to act: seat {state.current_player} decides")
    given: object = seconds
    if not isinstance(given, int | float | np.number) or not 0 < given <= MOST_SECONDS:
        raise BadOption(f"seconds must be more than 0 and at most {MOST_SECONDS}, not {seconds!r}")
    if build not in ("compiled", "checked"):
        raise BadOption(f'there is no build {build!r}: it is "compiled" or "checked"')
    request = make_request(state, round(seconds * WORK_A_SECOND))
    return answer(request, search_build(request.package, build))


def answer(request: AnalysisRequest, build: Build) -> Analysis:
    """Answer a request."""
    game, record = unpack(request)
    actions = game.candidate_actions(record)
    actions += [request.also] if request.also >= 0 and request.also not in actions else []
    comparison = Comparison(game, record, build, actions, request)
    comparison.run(request.work if build.kind == "compiled" else min(request.work, INTERPRETED_WORK))
    return comparison.analysis()


class Comparison:
    """The simulations of all options of one decision."""

    def __init__(
        self, game: Game, record: GameState, build: Build, actions: Sequence[int], request: AnalysisRequest
    ) -> None:
        self._game, self._build, self._record, self._seat = game, build, record, record.to_act
        self._actions, self._also = list(actions), request.also
        self._states, self._tables = build.states(2), build.tables(game.tables)
        put(record, self._states)
        self._generators = build.generator(0)
        self._seeds = [request.seed ^ (replica << 56) for replica in range(REPLICAS)]
        nodes = min(MAX_NODES, request.work // (REPLICAS * WORLD_WORK))
        self._trees = [Tree(*build.empty_tree(nodes)) for _ in range(REPLICAS)]
        # sums[replica][action]: utilities of each round the action took part in
        self._sums: list[dict[int, list[float]]] = [{action: [] for action in self._actions} for _ in range(REPLICAS)]
        self._counts: list[int] = []  # simulations of an action in a replica, by round
        self._lengths = dict.fromkeys(self._actions, 0)  # work of all simulations of an action
        self.work = 0

    def run(self, budget: int) -> None:
        """Compare the options with about `budget` of work."""
        rounds = max(1, math.ceil(math.log2(max(1, len(self._actions) / KEPT))) + 1)
        left = self._actions
        self._round(left, TRIAL)
        length = self.work / (TRIAL * REPLICAS * len(left))
        for number in range(rounds):
            share = (budget - self.work) / (rounds - number)
            self._round(left, max(1, int(share / (length * REPLICAS * len(left)))))
            if number < rounds - 1:
                better = sorted(left, key=self._rank)[: max(KEPT, math.ceil(len(left) / 2))]
                left = better + [action for action in left if action == self._also and action not in better]

    def _round(self, actions: Sequence[int], count: int) -> None:
        """Try each of some actions `count` times in each replica."""
        first, utility = sum(self._counts), self._build.floats(1)
        for replica, tree in enumerate(self._trees):
            for action in actions:
                utility[0] = 0.0
                work = int(
                    self._build.try_option(
                        self._states,
                        self._tables,
                        self._generators,
                        tree,
                        action,
                        self._seeds[replica],
                        first,
                        count,
                        utility,
                    )
                )
                self.work += work
                self._lengths[action] += work
                self._sums[replica][action].append(float(utility[0]))
        self._counts.append(count)

    def _rank(self, action: int) -> tuple[float, float]:
        """Return the sort key of an action, best first: its mean utility, then a sooner win or a later loss."""
        mean = statistics.fmean(self._means(action))
        return -mean, math.copysign(self._lengths[action], mean)

    def _means(self, action: int, rounds: int | None = None) -> list[float]:
        """Return the mean utility of an action in each replica, over its first rounds or all of its rounds."""
        sums = [found[action][:rounds] for found in self._sums]
        count = sum(self._counts[: len(sums[0])])
        return [math.fsum(found) / count for found in sums]

    def analysis(self) -> Analysis:
        """Return the options, those that were compared longest first, and then by value."""
        order = sorted(self._actions, key=lambda action: (-len(self._sums[0][action]), *self._rank(action)))
        reasons = {action: self._game.reason(self._record, action) for action in order[:KEPT]}
        options = [self._option(action, order[0], reasons.get(action)) for action in order]
        return Analysis(self._seat, tuple(options), self.work, self._build.kind)

    def _option(self, action: int, best: int, reason: Reason | None) -> Option:
        rounds = len(self._sums[0][action])
        behind = [b - a for a, b in zip(self._means(action), self._means(best, rounds), strict=True)]
        simulations = REPLICAS * sum(self._counts[:rounds])
        name, utility = self._game.action_names[action], interval(self._means(action))
        return Option(name, utility, interval(behind), simulations, reason)


def interval(values: Sequence[float]) -> Interval:
    """Return the mean of independent estimates with its 95 % confidence interval."""
    mean = statistics.fmean(values)
    half = T_95 * statistics.stdev(values) / math.sqrt(len(values))
    return Interval(mean, mean - half, mean + half)
