"""Explicit chance: what a transition of a game would do for each outcome of its next draw.

A state with explicit chance keeps the record before the transition (an action, or the deal) and the outcomes that have
been chosen in it.  The rules run from that record on a tape of these outcomes; where it ends, chance decides.  So rules
need not know of chance nodes, and the compiled build is not slowed down.

Outcomes with the same effect are one: of the 55 equally likely cards of ことりあつめ, ten ranks can be told apart.  Two
outcomes have the same effect if both transitions end in equal records, or stop at the same next draw with equal
records and equal local variables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import TracebackType
from typing import Any, NamedTuple

from tefuda.engine.chance import MOST_OUTCOMES, Outcome, Tape, TapeEnded
from tefuda.engine.errors import ChanceError
from tefuda.engine.record import Array, GameState
from tefuda.engine.ruleset import Ruleset

DEAL = -1  # in place of an action: the deal
Report = tuple[int, int, int, int, GameState]  # of `emit`


class ChanceOutcome(NamedTuple):
    """One outcome at a chance node: the least of the values with the same effect, and their probability."""

    value: int
    probability: Fraction


class ChanceResult(NamedTuple):
    """What all draws of a transition lead to: its probability, and the values drawn on one of the ways to it."""

    probability: Fraction
    record: GameState
    values: tuple[int, ...]


@dataclass(frozen=True)
class ChanceNode:
    """A draw that is to be decided, in the middle of a transition."""

    before: GameState  # not to be changed: the record before the transition
    action: int  # code, or DEAL
    outcomes: tuple[Outcome, ...]  # of the draws before this one
    n: int  # equally likely values of this one
    reports: int  # events that happened before it


class Run(NamedTuple):
    """A transition that was run as far as its outcomes go."""

    record: GameState
    reports: list[Report]
    node: ChanceNode | None  # None: it is complete, and `record` is the result


def transition(game: Ruleset, record: GameState, action: int) -> None:
    """Apply an action or DEAL to a record."""
    if action == DEAL:
        game.build.setup(record, game.tables, game.num_players, game.option_values)
    else:
        game.build.apply(record, game.tables, action)


def run(game: Ruleset, before: GameState, action: int, outcomes: Sequence[Outcome]) -> Run:
    """Run a transition on a copy of `before`, to its end or to the draw after the last of `outcomes`."""
    record, reports = before.copy(), list[Report]()
    record.listen(Tape(outcomes), reports)
    try:
        transition(game, record, action)
    except TapeEnded as stop:
        return Run(record, reports, ChanceNode(before, action, tuple(outcomes), stop.n, len(reports)))
    finally:
        record.listen(None, None)
    return Run(record, reports, None)


def outcomes_of(game: Ruleset, node: ChanceNode, *, merged: bool = True) -> list[ChanceOutcome]:
    """Return the outcomes of a chance node that differ in their effect, by their least values; else all values.

    Raises ChanceError if there are more than MOST_OUTCOMES values to go through.
    """
    if node.n > MOST_OUTCOMES:
        raise ChanceError(f"this draw has {node.n} values, too many to list: play_chance() samples one of them")
    if not merged:
        return [ChanceOutcome(value, Fraction(1, node.n)) for value in range(node.n)]
    counts: Counter[Any] = Counter()
    least: dict[Any, int] = {}
    for value in range(node.n):
        effect = _probe(game, node.before, node.action, (*node.outcomes, Outcome(value, node.n))).effect
        least.setdefault(effect, value)
        counts[effect] += 1
    return [ChanceOutcome(value, Fraction(counts[effect], node.n)) for effect, value in least.items()]


def results_of(
    game: Ruleset, before: GameState, action: int, drawn: tuple[Outcome, ...] = (), *, most: int | None = None
) -> list[ChanceResult]:
    """Return every record that a transition can lead to after the draws so far, each once.

    Chance nodes with the same effect are gone through once, on whichever paths they are reached: a deal of a few cards
    has far fewer of them than orders in which the cards can be drawn.  Raises ChanceError like `outcomes_of`, and for
    more than `most` results, or as many ways that may lead to different ones.
    """
    probe = _probe(game, before, action, drawn)
    if probe.n == 0:
        return [ChanceResult(Fraction(1), probe.record, ())]
    results: dict[object, ChanceResult] = {}
    waiting: dict[object, tuple[Fraction, tuple[Outcome, ...], int]] = {probe.effect: (Fraction(1), drawn, probe.n)}
    while waiting:
        reached: dict[object, tuple[Fraction, tuple[Outcome, ...], int]] = {}
        for probability, outcomes, n in waiting.values():
            if n > MOST_OUTCOMES:
                raise ChanceError(f"a draw has {n} values, too many to go through")
            for value in range(n):
                path = (*outcomes, Outcome(value, n))
                probe = _probe(game, before, action, path)
                if probe.n == 0:
                    values = tuple(outcome.value for outcome in path[len(drawn) :])
                    so_far = results.get(probe.effect, ChanceResult(Fraction(0), probe.record, values))
                    results[probe.effect] = so_far._replace(probability=so_far.probability + probability / n)
                else:
                    sum_so_far, first, _ = reached.get(probe.effect, (Fraction(0), path, 0))
                    reached[probe.effect] = (sum_so_far + probability / n, first, probe.n)
            if most is not None and max(len(results), len(reached)) > most:
                raise ChanceError(f"chance can lead to more than {most:,} results here, too many to list together")
        waiting = reached
    return list(results.values())


class _Probe(NamedTuple):
    """Where a transition ends on a tape."""

    record: GameState
    n: int  # values of the draw at which it stopped; 0: it is complete
    effect: object  # equal for two probes exactly if nothing after them can differ


def _probe(game: Ruleset, before: GameState, action: int, outcomes: Sequence[Outcome]) -> _Probe:
    record, n = before.copy(), 0
    record.listen(Tape(outcomes), None)
    stopped: list[object] = []
    try:
        transition(game, record, action)
    except TapeEnded as stop:
        n, stopped = stop.n, [stop.n, *_frames(stop.__traceback__)]
    finally:
        record.listen(None, None)
    return _Probe(record, n, (record.to_bytes(), tuple(stopped)))


def _frames(traceback: TracebackType | None) -> list[object]:
    """Return where each function on the way to a draw stands, with its variables; the record is compared apart."""
    frames: list[object] = []
    while traceback is not None:
        frame = traceback.tb_frame
        values = tuple(
            (name, repr(value) if isinstance(value, Array) else value)
            for name, value in frame.f_locals.items()
            if isinstance(value, int | tuple | Array)
        )
        frames.append((frame.f_code, traceback.tb_lasti, values))
        traceback = traceback.tb_next
    return frames[1:]  # without `_probe` itself
