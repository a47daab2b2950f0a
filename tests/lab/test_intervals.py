"""The 95 % intervals of `tefuda simulate` cover the true value in 95 % of samples."""

from collections.abc import Callable

import numpy as np
import pytest

from tefuda.lab.intervals import Distribution, Estimate, bounded_mean, share, student

SAMPLES = 2000
DICE = np.random.default_rng(1)


def distribution_of(sample: np.ndarray) -> Distribution:
    values, counts = np.unique(sample, return_counts=True)
    return Distribution(values, counts)


def coverage(estimates: list[Estimate], expected: float) -> float:
    return sum(one.low <= expected <= one.high for one in estimates) / len(estimates)


@pytest.mark.parametrize(("p", "n"), [(0.25, 1000), (0.02, 200), (0.5, 20)])
def test_share_interval_has_95_percent_coverage(p: float, n: int) -> None:
    assert coverage([share(int(hits), n) for hits in DICE.binomial(n, p, SAMPLES)], p) == pytest.approx(0.95, abs=0.025)


def test_share_interval_stays_within_0_and_1() -> None:
    assert share(0, 10) == pytest.approx((0, 0, 0.2775), abs=1e-4)
    assert share(10, 10) == pytest.approx((1, 0.7225, 1), abs=1e-4)
    for n in range(1, 50):
        assert share(0, n).low >= 0
        assert share(n, n).high <= 1


@pytest.mark.parametrize(
    ("ask", "expected"),
    [(Distribution.mean, 20.0), (Distribution.deviation, 20**0.5), (lambda sample: sample.quantile(0.25), 17.0)],
)
def test_interval_of_poisson_samples_has_95_percent_coverage(
    ask: Callable[[Distribution], Estimate], expected: float
) -> None:
    covered = coverage([ask(distribution_of(DICE.poisson(20, 400))) for _ in range(SAMPLES)], expected)
    # The interval of an integer quantile contains whole steps, so its coverage is higher.
    assert 0.93 <= covered <= (0.97 if expected != 17.0 else 1.0)


def test_values_agree_with_numpy() -> None:
    sample = DICE.integers(-5, 40, 777)
    histogram = distribution_of(sample)
    assert histogram.mean().value == pytest.approx(sample.mean())
    assert histogram.deviation().value == pytest.approx(sample.std(ddof=1))
    assert histogram.largest() == sample.max()
    for p in (0.05, 0.25, 0.5, 0.75, 0.95):
        assert histogram.quantile(p).value == np.quantile(sample, p, method="inverted_cdf")


def test_values_with_count_zero_are_ignored() -> None:
    histogram = Distribution(np.arange(10), np.array([0, 0, 3, 0, 1, 0, 0, 0, 0, 0]))
    assert histogram.largest() == 4
    assert histogram.mean().value == 2.5


def test_constant_sample_has_no_spread() -> None:
    histogram = distribution_of(np.full(50, 7))
    assert histogram.mean() == Estimate(7.0, 7.0, 7.0)
    assert histogram.deviation() == Estimate(0.0, 0.0, 0.0)
    assert histogram.quantile(0.95) == Estimate(7.0, 7.0, 7.0)


@pytest.mark.parametrize("n", [2, 3, 5, 10])
def test_mean_of_few_cases_is_covered(n: int) -> None:
    """With 1.96 standard errors, the mean of two deals was covered in two of three samples."""
    samples = DICE.normal(0.1, 0.3, (SAMPLES, n))
    assert coverage([bounded_mean(sample, -9.0, 9.0) for sample in samples], 0.1) == pytest.approx(0.95, abs=0.015)


def test_equal_cases_do_not_prove_that_all_are_equal() -> None:
    assert bounded_mean(np.ones(30), -1.0, 1.0) == pytest.approx((1, 0.7686, 1), abs=1e-4)
    assert bounded_mean(np.zeros(30), 0.0, 0.0) == (0, 0, 0)
    assert bounded_mean(np.array([0.5]), 0.0, 1.0) == (0.5, 0, 1)


@pytest.mark.parametrize(
    ("degrees", "expected"), [(1, 12.7062), (2, 4.3027), (3, 3.1824), (5, 2.5706), (10, 2.2281), (100, 1.9840)]
)
def test_quantiles_of_student_are_those_of_tables(degrees: int, expected: float) -> None:
    assert student(degrees) == pytest.approx(expected, rel=0.002)
