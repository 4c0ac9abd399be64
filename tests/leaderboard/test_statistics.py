"""Intervals against closed forms, scipy, and simulation."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from leaderboard.statistics import (
    Interval,
    macro_interval,
    mean_interval,
    score_interval,
    success_interval,
    wilson_interval,
)


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    # Brown, Cai and DasGupta's formula by hand, and the ends.
    [(0, 10, 0.0, 0.27753), (10, 10, 0.72247, 1.0), (5, 10, 0.23659, 0.76341), (81, 263, 0.25528, 0.36621)],
)
def test_wilson_by_hand(successes: int, trials: int, low: float, high: float) -> None:
    interval = wilson_interval(successes, trials)
    assert interval.low == pytest.approx(low, abs=5e-5)
    assert interval.high == pytest.approx(high, abs=5e-5)
    assert (interval.estimate, interval.clusters, interval.method) == (successes / trials, trials, "wilson")


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), st.sampled_from([0.9, 0.95]))
def test_wilson_is_scipys(pair: tuple[int, int], level: float) -> None:
    theirs = stats.binomtest(*pair).proportion_ci(level, "wilson")
    ours = wilson_interval(*pair, level=level)
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=1e-9)
    assert 0 <= ours.low <= ours.estimate <= ours.high <= 1


@pytest.mark.parametrize(("successes", "trials"), [(1, 0), (3, 2), (-1, 4)])
def test_wilson_refuses_what_is_no_rate(successes: int, trials: int) -> None:
    with pytest.raises(ValueError, match=f"got {successes} of {trials}"):
        wilson_interval(successes, trials)


def test_success_with_one_replicate_is_wilson() -> None:
    won = [True] * 7 + [False] * 3
    assert success_interval(won) == success_interval([[w] for w in won]) == wilson_interval(7, 10)


def test_success_with_replicates_resamples_tasks() -> None:
    # Ten tasks whose replicates agree are ten observations, not forty.
    clustered = success_interval([[True] * 4] * 5 + [[False] * 4] * 5)
    assert clustered.method == "bootstrap" and clustered.clusters == 10
    spread = clustered.high - clustered.low
    naive = wilson_interval(20, 40)
    assert spread > 1.5 * (naive.high - naive.low)


def test_tasks_of_a_cluster_are_resampled_together() -> None:
    rng = np.random.default_rng(5)
    homes = [str(place // 10) for place in range(100)]
    scores = np.repeat(rng.random(10), 10)
    clustered, naive = score_interval(scores, homes), score_interval(scores)
    assert clustered.estimate == naive.estimate == pytest.approx(scores.mean())
    assert (clustered.clusters, naive.clusters) == (10, 100)
    assert clustered.high - clustered.low > 2.5 * (naive.high - naive.low)
    # Equal sizes: the same as ten observations.
    ten = score_interval(scores[::10])
    assert (clustered.low, clustered.high) == pytest.approx((ten.low, ten.high), abs=1e-9)
    order = rng.permutation(100)
    shuffled = score_interval(scores[order], [homes[place] for place in order])
    assert (shuffled.low, shuffled.high) == pytest.approx((clustered.low, clustered.high), abs=0.03)


def test_every_task_weighs_the_same_whatever_its_cluster() -> None:
    interval = score_interval([1.0] * 8 + [0.0, 0.5], ["a"] * 8 + ["b", "c"])
    assert interval.estimate == pytest.approx(0.85)
    assert interval.low < 0.3 and interval.high == pytest.approx(1.0, abs=0.05)


def test_success_with_clusters_is_no_wilson() -> None:
    won = [True, True, False, False]
    assert success_interval(won, ["a", "b", "c", "d"]).method == "wilson"
    assert success_interval(won, ["a", "a", "b", "b"]).method == "bootstrap"
    # One cluster says nothing about others: as wide as one trial.
    alone = success_interval([True] * 4, ["a"] * 4)
    assert (alone.low, alone.high, alone.clusters) == (wilson_interval(1, 1).low, 1.0, 1)
    with pytest.raises(ValueError, match="expected a cluster for each of 4 tasks, got 1"):
        success_interval(won, ["a"])


def test_score_is_scipys_bca() -> None:
    scores = np.linspace(0, 1, 40) ** 2
    ours = score_interval(scores, seed=3)
    theirs = stats.bootstrap((scores,), np.mean, n_resamples=10_000, rng=np.random.default_rng(3)).confidence_interval
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


def test_equal_input_gives_equal_output_and_replicates_are_averaged() -> None:
    rng = np.random.default_rng(0)
    grid = rng.random((30, 4))
    assert score_interval(grid) == score_interval(grid.copy()) == score_interval(grid.mean(axis=1))
    assert score_interval(grid, seed=1) != score_interval(grid)


@pytest.mark.parametrize("value", [0.0, 0.3, 1.0])
def test_constant_scores_keep_a_width(value: float) -> None:
    interval = score_interval([value] * 20)
    assert interval.estimate == pytest.approx(value) and interval.method == "wilson"
    assert interval.high - interval.low > 0.1
    assert math.isclose(score_interval([[value, value]] * 20).low, interval.low, abs_tol=1e-12)


def test_nearly_constant_scores_stay_finite() -> None:
    for scores in ([0.0] * 49 + [1.0], [1.0] * 49 + [0.0], [0.0, 1.0], [0.5] * 30 + [0.5001]):
        interval = score_interval(scores)
        assert 0 <= interval.low <= interval.estimate <= interval.high <= 1


@pytest.mark.parametrize("scores", [[], [[]], [[[0.5]]], [1.5], [-0.1], [math.nan]])
def test_scores_must_be_scores(scores: object) -> None:
    with pytest.raises(ValueError, match="expected values"):
        score_interval(scores)  # type: ignore[arg-type]


@settings(max_examples=20, deadline=None)
@given(st.lists(st.floats(0, 1), min_size=2, max_size=30))
def test_intervals_hold_their_estimate(scores: list[float]) -> None:
    interval = score_interval(scores)
    assert 0 <= interval.low <= interval.estimate + 1e-12
    assert interval.estimate - 1e-12 <= interval.high <= 1


def test_the_macro_average_weighs_every_group_the_same() -> None:
    large, small = wilson_interval(300, 1000), wilson_interval(9, 10)
    both = macro_interval([large, small])
    assert both.estimate == pytest.approx((0.3 + 0.9) / 2)
    assert (both.level, both.clusters, both.method) == (0.95, 1010, "mover")
    # By hand: the distances to the ends, added in quadrature and halved.
    assert both.low == pytest.approx(0.6 - math.sqrt((0.3 - large.low) ** 2 + (0.9 - small.low) ** 2) / 2)
    assert both.high == pytest.approx(0.6 + math.sqrt((large.high - 0.3) ** 2 + (small.high - 0.9) ** 2) / 2)
    alone = macro_interval([small])
    assert (alone.low, alone.high) == pytest.approx((small.low, small.high))


def stratified_bootstrap(groups: list[np.ndarray]) -> tuple[float, float]:
    """Return the percentile interval of the mean of means when every group is resampled within itself."""
    rng = np.random.default_rng(0)
    means = np.mean([g[rng.integers(len(g), size=(10_000, len(g)))].mean(axis=1) for g in groups], axis=0)
    low, high = np.quantile(means, [0.025, 0.975])
    return float(low), float(high)


def test_the_macro_interval_is_that_of_resampling_within_groups() -> None:
    groups = [np.arange(n) < won for n, won in ((300, 111), (264, 82), (300, 24), (125, 20))]
    ours = macro_interval([success_interval(group) for group in groups])
    assert (ours.low, ours.high) == pytest.approx(stratified_bootstrap([g.astype(float) for g in groups]), abs=0.004)
    rng = np.random.default_rng(2)
    scores = [rng.random(n) for n in (40, 90, 200)]
    ours = macro_interval([score_interval(group) for group in scores])
    assert (ours.low, ours.high) == pytest.approx(stratified_bootstrap(scores), abs=0.004)


def test_the_macro_interval_keeps_a_width_where_resampling_has_none() -> None:
    groups = [np.zeros(125, bool), np.zeros(300, bool)]
    assert stratified_bootstrap([g.astype(float) for g in groups]) == (0.0, 0.0)
    ours = macro_interval([success_interval(group) for group in groups])
    assert ours.low == 0.0 and 0.01 < ours.high < 0.03


def test_the_macro_interval_covers() -> None:
    rng = np.random.default_rng(4)
    runs, sets = 2000, ((300, 0.37), (264, 0.31), (300, 0.08), (125, 0.02))
    held = 0
    for _ in range(runs):
        interval = macro_interval([wilson_interval(int(rng.binomial(n, p)), n) for n, p in sets])
        held += interval.low <= sum(p for _, p in sets) / len(sets) <= interval.high
    assert 0.935 <= held / runs <= 0.975


def test_levels_of_groups_must_agree() -> None:
    one, other = wilson_interval(1, 2), wilson_interval(1, 2, level=0.9)
    with pytest.raises(ValueError, match=r"expected intervals at one level, got levels \[0.95, 0.9\]"):
        macro_interval([one, other])
    with pytest.raises(ValueError, match=r"levels \[\]"):
        macro_interval([])


@given(st.lists(st.tuples(st.integers(1, 40), st.floats(0, 1)), min_size=1, max_size=8))
def test_the_macro_interval_stays_within_0_and_1(pairs: list[tuple[int, float]]) -> None:
    groups: list[Interval] = [wilson_interval(round(n * share), n) for n, share in pairs]
    interval = macro_interval(groups)
    assert 0 <= interval.low <= interval.estimate + 1e-12
    assert interval.estimate - 1e-12 <= interval.high <= 1


def test_coverage_by_simulation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("leaderboard.statistics.RESAMPLES", 1000)
    rng = np.random.default_rng(11)
    runs, held, clustered, shared = 400, 0, 0, 0
    homes = [str(place % 30) for place in range(90)]
    for _ in range(runs):
        # Scores of a shop: a part of the purchases is perfect, the others anywhere.
        scores = np.where(rng.random(60) < 0.3, 1.0, rng.random(60))
        interval = score_interval(scores)
        held += interval.low <= 0.3 + 0.7 * 0.5 <= interval.high
        # Tasks differ in difficulty, uniformly; their replicates share it.
        won = rng.random((60, 4)) < rng.random((60, 1))
        interval = success_interval(won)
        clustered += interval.low <= 0.5 <= interval.high
        # Goals on one product are easy or hard together.
        interval = score_interval(np.clip(np.tile(rng.random(30), 3) + rng.uniform(-0.1, 0.1, 90), 0, 1), homes)
        shared += interval.low <= 0.5 <= interval.high
    # Three standard errors of 95 % over 400 runs are 3.3 points; a bootstrap of 60 tasks loses about one.
    assert 0.91 <= held / runs <= 0.985
    assert 0.91 <= clustered / runs <= 0.985
    assert 0.90 <= shared / runs <= 0.985


def test_means_of_any_size() -> None:
    scores = [0.1, 0.4, 0.4, 0.7, 0.2]
    score = score_interval(scores)
    mean = mean_interval([10 * value - 5 for value in scores])
    assert mean.method == "bootstrap" and mean.clusters == 5
    for a, b in ((mean.estimate, score.estimate), (mean.low, score.low), (mean.high, score.high)):
        assert a == pytest.approx(10 * b - 5)


def test_equal_means_have_no_width() -> None:
    interval = mean_interval([-0.3, -0.3, -0.3])
    assert [interval.estimate, interval.low, interval.high] == pytest.approx([-0.3] * 3)
    with pytest.raises(ValueError, match="expected values that are finite, got inf"):
        mean_interval([0.1, math.inf])
