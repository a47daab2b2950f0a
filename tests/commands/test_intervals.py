"""The 95 % intervals of `tefuda simulate` hold what they are after in 95 % of samples."""

from collections.abc import Callable

import numpy as np
import pytest

from tefuda.commands.intervals import Distribution, Estimate, share

SAMPLES = 2000
DICE = np.random.default_rng(1)


def of(sample: np.ndarray) -> Distribution:
    values, counts = np.unique(sample, return_counts=True)
    return Distribution(values, counts)


def coverage(estimates: list[Estimate], full_state: float) -> float:
    return sum(one.low <= full_state <= one.high for one in estimates) / len(estimates)


@pytest.mark.parametrize(("p", "n"), [(0.25, 1000), (0.02, 200), (0.5, 20)])
def test_shares(p: float, n: int) -> None:
    assert coverage([share(int(hits), n) for hits in DICE.binomial(n, p, SAMPLES)], p) == pytest.approx(0.95, abs=0.025)


def test_a_share_stays_within_0_and_1() -> None:
    assert share(0, 10) == pytest.approx((0, 0, 0.2775), abs=1e-4)
    assert share(10, 10) == pytest.approx((1, 0.7225, 1), abs=1e-4)
    for n in range(1, 50):
        assert share(0, n).low >= 0
        assert share(n, n).high <= 1


@pytest.mark.parametrize(
    ("ask", "truth"),
    [(Distribution.mean, 20.0), (Distribution.deviation, 20**0.5), (lambda sample: sample.quantile(0.25), 17.0)],
)
def test_of_poisson_samples(ask: Callable[[Distribution], Estimate], full_state: float) -> None:
    found = coverage([ask(of(DICE.poisson(20, 400))) for _ in range(SAMPLES)], full_state)
    # A quantile of whole numbers is hit more often than by chance: its interval holds whole steps.
    assert 0.93 <= found <= (0.97 if full_state != 17.0 else 1.0)


def test_values_agree_with_numpy() -> None:
    sample = DICE.integers(-5, 40, 777)
    histogram = of(sample)
    assert histogram.mean().value == pytest.approx(sample.mean())
    assert histogram.deviation().value == pytest.approx(sample.std(ddof=1))
    assert histogram.largest() == sample.max()
    for p in (0.05, 0.25, 0.5, 0.75, 0.95):
        assert histogram.quantile(p).value == np.quantile(sample, p, method="inverted_cdf")


def test_values_that_were_never_seen_do_not_count() -> None:
    histogram = Distribution(np.arange(10), np.array([0, 0, 3, 0, 1, 0, 0, 0, 0, 0]))
    assert histogram.largest() == 4
    assert histogram.mean().value == 2.5


def test_a_sample_that_never_varies_has_no_spread() -> None:
    histogram = of(np.full(50, 7))
    assert histogram.mean() == Estimate(7.0, 7.0, 7.0)
    assert histogram.deviation() == Estimate(0.0, 0.0, 0.0)
    assert histogram.quantile(0.95) == Estimate(7.0, 7.0, 7.0)
