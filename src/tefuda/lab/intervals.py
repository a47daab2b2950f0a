"""Estimates from a sample with 95 % confidence intervals, for `tefuda simulate` and studies.

Shares have Wilson's interval, means Student's, standard deviations 1.96 standard errors either way, quantiles the
interval between two order statistics.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Z = 1.959964  # 95 % of a normal distribution lie within this many standard deviations
FEWEST = (12.7062, 4.3027)  # the same of Student's distribution with one and two degrees of freedom


class Estimate(NamedTuple):
    """A value with the ends of its 95 % confidence interval."""

    value: float
    low: float
    high: float


def student(degrees: int) -> float:
    """Return within how many standard errors 95 % of Student's distribution lie, to 0.2 %.

    Computed by the expansion of Cornish and Fisher (Abramowitz and Stegun, 26.7.5), but for one and two degrees.

    >>> round(student(4), 2), round(student(30), 3)
    (2.78, 2.042)
    """
    if degrees <= len(FEWEST):
        return FEWEST[degrees - 1]
    terms = (
        (Z**3 + Z) / 4,
        (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96,
        (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384,
        (79 * Z**9 + 776 * Z**7 + 1482 * Z**5 - 1920 * Z**3 - 945 * Z) / 92160,
    )
    return float(Z + sum(term / degrees ** (place + 1) for place, term in enumerate(terms)))


def bounded_mean(values: NDArray[np.float64], least: float, most: float) -> Estimate:
    """Return the mean of independent values that lie between `least` and `most`.

    The interval of a single value is the whole range.  If all values are equal, others are rare, as far away as they
    may be: no more than 1 - 0.025 ** (1 / n) of all cases, as for a share of 0 (Clopper and Pearson).
    """
    count, middle = len(values), float(values.mean())
    if count < 2:
        return Estimate(middle, least, most)
    if np.ptp(values) < 1e-9:
        rare = 1 - 0.025 ** (1 / count)
        return Estimate(middle, middle - rare * (middle - least), middle + rare * (most - middle))
    reach = student(count - 1) * float(values.std(ddof=1)) / sqrt(count)
    return Estimate(middle, max(middle - reach, least), min(middle + reach, most))


def share(part: float, whole: int) -> Estimate:
    """Return the estimate of the proportion part/whole, 0 <= part <= whole.

    If cases count fractionally (a shared win), their variance is lower than for whole cases, and Wilson's interval is
    conservative.

    >>> [round(end, 4) for end in share(5, 10)]
    [0.5, 0.2366, 0.7634]
    """
    p = part / whole
    shrink = 1 + Z * Z / whole
    middle = (p + Z * Z / (2 * whole)) / shrink
    reach = Z / shrink * sqrt(p * (1 - p) / whole + Z * Z / (4 * whole * whole))
    return Estimate(p, max(middle - reach, 0.0), min(middle + reach, 1.0))


class Distribution:
    """A sample of at least two integers as a histogram: `values` in ascending order, with their `counts`."""

    def __init__(self, values: NDArray[Any], counts: NDArray[Any]) -> None:
        seen = np.flatnonzero(counts)
        self.values, self.counts = values[seen], counts[seen]
        self.size = int(self.counts.sum())

    def _moment(self, power: int) -> float:
        middle = float(self.counts @ self.values) / self.size
        return float(self.counts @ (self.values - middle) ** power) / (self.size - 1)

    def mean(self) -> Estimate:
        value = float(self.counts @ self.values) / self.size
        reach = student(self.size - 1) * sqrt(self._moment(2) / self.size)
        return Estimate(value, value - reach, value + reach)

    def deviation(self) -> Estimate:
        """Return the standard deviation; its standard error is by the delta method, from the fourth moment."""
        variance = self._moment(2)
        if variance == 0:
            return Estimate(0.0, 0.0, 0.0)
        value = sqrt(variance)
        reach = Z * sqrt(max(self._moment(4) - variance**2, 0.0) / self.size) / (2 * value)
        return Estimate(value, max(value - reach, 0.0), value + reach)

    def quantile(self, p: float) -> Estimate:
        """Return the p-quantile: the smallest value that at least a share p of the sample does not exceed."""
        ends = np.cumsum(self.counts)
        reach = Z * sqrt(p * (1 - p) * self.size)
        at = (p * self.size, p * self.size - reach, p * self.size + reach + 1)
        places = [int(np.searchsorted(ends, min(max(one, 1), self.size))) for one in at]
        return Estimate(*(float(self.values[place]) for place in places))

    def largest(self) -> int:
        return int(self.values[-1])
