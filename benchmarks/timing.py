"""Timing of contenders that alternate, so that other load on the machine affects all of them alike.

Contenders take turns within one thread, each turn with fresh seeds: on a few repeated deals the branch predictor
learns the deals, and play looks twice as fast.  Measures the CPU time of this thread, so that time used by other
processes does not count.
"""

from __future__ import annotations

import secrets
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

SEEDS_A_TURN = 1 << 24  # more than the deals of any turn


def fresh_seeds() -> Iterator[int]:
    """Yield starts of disjoint ranges of seeds, from a random one on."""
    seed = secrets.randbits(60)
    while True:
        yield seed % (1 << 61)
        seed += SEEDS_A_TURN


@dataclass
class Measured:
    """The rates of one contender, in units of work per second, one per round."""

    rates: list[float]

    @property
    def median(self) -> float:
        return statistics.median(self.rates)

    def against(self, other: Measured) -> float:
        """Return how many times as fast as another: the median of the ratios per round."""
        return statistics.median(mine / theirs for mine, theirs in zip(self.rates, other.rates, strict=True))


def side_by_side(repeat: int, seeds: Iterator[int], *contenders: Callable[[int], int]) -> list[Measured]:
    """Let the contenders alternate for `repeat` rounds; each gets a seed and returns its amount of work.

    The order rotates, and an extra round warms up.
    """
    measured = [Measured([]) for _ in contenders]
    for contender in contenders:
        contender(next(seeds))
    for turn in range(repeat):
        for position in range(len(contenders)):
            index = (position + turn) % len(contenders)
            seed = next(seeds)
            start = time.thread_time()
            done = contenders[index](seed)
            measured[index].rates.append(done / (time.thread_time() - start))
    return measured
