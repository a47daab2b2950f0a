"""Timing things side by side, so that whatever else the machine is doing hits all of them alike.

The contenders of a comparison take turns within one thread, each turn with seeds that no turn before has seen: a
processor learns the branches of a few repeated deals by heart, and then plays them twice as fast as new ones.  What
counts is the processor time of this thread, so that time in which others ran is nobody's.
"""

from __future__ import annotations

import secrets
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

SEEDS_A_TURN = 1 << 24  # more deals than any turn plays


def fresh_seeds() -> Iterator[int]:
    """Beginnings of ranges of seeds that do not overlap, from a random place on."""
    seed = secrets.randbits(60)
    while True:
        yield seed % (1 << 61)
        seed += SEEDS_A_TURN


@dataclass
class Measured:
    """What the turns of one contender gave: the amount of work done a second in each."""

    rates: list[float]

    @property
    def median(self) -> float:
        return statistics.median(self.rates)

    def against(self, other: Measured) -> float:
        """How many times as fast as another: the median over the rounds, each compared with itself."""
        return statistics.median(mine / theirs for mine, theirs in zip(self.rates, other.rates, strict=True))


def side_by_side(repeat: int, seeds: Iterator[int], *contenders: Callable[[int], int]) -> list[Measured]:
    """Let the contenders take turns, `repeat` rounds of them; each is given a seed and returns how much it has done.

    The order changes from round to round, and a round before the first warms everything up.
    """
    measured = [Measured([]) for _ in contenders]
    for contender in contenders:
        contender(next(seeds))
    for turn in range(repeat):
        for place in range(len(contenders)):
            at = (place + turn) % len(contenders)
            seed = next(seeds)
            start = time.thread_time()
            done = contenders[at](seed)
            measured[at].rates.append(done / (time.thread_time() - start))
    return measured
