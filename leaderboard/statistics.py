"""Means with honest intervals.

What is resampled are clusters of tasks: tasks that share what they are about (goals on one product) are not independent
of each other, nor are replicates of a task. Treating them so makes intervals too narrow, often by a factor of two
or three (Miller 2024, "Adding Error Bars to Evals", arXiv:2411.00640; Cameron, Gelbach and Miller 2008,
"Bootstrap-Based Improvements for Inference with Clustered Errors", Review of Economics and Statistics 90). With
fewer than some twenty clusters even these are too narrow. Where all clusters have equal values the bootstrap has no
width at all, and Wilson's interval on the number of clusters stands in. Every task weighs the same, but in
``macro_interval``, to which groups of tasks do. All functions are deterministic: equal input gives equal output.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray

LEVEL = 0.95
RESAMPLES = 10_000
_BATCH = 2_000_000  # resampled values in memory at a time


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with its confidence interval.

    Attributes:
        estimate: The mean.
        low: Lower end.
        high: Upper end.
        level: Confidence level, e.g. 0.95.
        clusters: How many clusters of tasks it rests on.
        method: ``"bootstrap"``, ``"wilson"`` or, from intervals of groups, ``"mover"``.
    """

    estimate: float
    low: float
    high: float
    level: float
    clusters: int
    method: str


def score_interval(
    scores: ArrayLike, clusters: Sequence[str] | None = None, *, level: float = LEVEL, seed: int = 0
) -> Interval:
    """Return the mean score with its clustered bootstrap interval.

    The bootstrap is bias-corrected and accelerated (Efron 1987, "Better Bootstrap Confidence Intervals", JASA 82).
    Where all clusters have the same mean there is nothing to resample, and its interval would have no width however
    few they are; then Wilson's stands in with as many trials as clusters, which is wide enough for anything within
    0 and 1, since no such variable has a greater variance at its mean than the binary one.

    Args:
        scores: Shape ``(tasks,)`` or ``(tasks, replicates)``, within 0 and 1.
        clusters: The cluster of every task; by default each task is its own.
        level: Confidence level.
        seed: Seed of the resampling.

    Raises:
        ValueError: There are no scores, one is outside 0 to 1, or the number of clusters' names is not that of tasks.
    """
    means = _task_means(scores)
    sums, sizes = _clustered(means, clusters)
    mean = float(means.mean())
    if np.ptp(sums / sizes) < 1e-12:
        return _wilson(mean, len(sums), level)
    low, high = _bootstrap(sums, sizes, level, seed)
    return Interval(mean, low, high, level, len(sums), "bootstrap")


def mean_interval(
    values: ArrayLike, clusters: Sequence[str] | None = None, *, level: float = LEVEL, seed: int = 0
) -> Interval:
    """Return the mean of numbers that need not lie within 0 and 1, with its clustered bootstrap interval.

    As ``score_interval``, but where all clusters have the same mean the interval has no width: nothing is known of how
    far others could lie.

    Args:
        values: Finite, of shape ``(tasks,)`` or ``(tasks, replicates)``.
        clusters: The cluster of every task; by default each task is its own.
        level: Confidence level.
        seed: Seed of the resampling.

    Raises:
        ValueError: There are no values, one is not finite, or the number of clusters' names is not that of tasks.
    """
    means = _task_means(values, bounded=False)
    sums, sizes = _clustered(means, clusters)
    mean = float(means.mean())
    if np.ptp(sums / sizes) <= 1e-12 * np.abs(sums / sizes).max():
        return Interval(mean, mean, mean, level, len(sums), "bootstrap")
    low, high = _bootstrap(sums, sizes, level, seed)
    return Interval(mean, low, high, level, len(sums), "bootstrap")


def success_interval(
    won: ArrayLike, clusters: Sequence[str] | None = None, *, level: float = LEVEL, seed: int = 0
) -> Interval:
    """Return the success rate: Wilson's interval where all episodes are independent, else the clustered bootstrap.

    Where all clusters have the same rate the bootstrap would have no width: see ``score_interval``.

    Args:
        won: Truth values of shape ``(tasks,)`` or ``(tasks, replicates)``.
        clusters: The cluster of every task; by default each task is its own.
        level: Confidence level.
        seed: Seed of the resampling.

    Raises:
        ValueError: As ``score_interval``.
    """
    values = np.asarray(won, dtype=float)
    means = _task_means(values)
    sums, _ = _clustered(means, clusters)
    if values.size == len(sums):
        return _wilson(float(means.mean()), len(sums), level)
    return score_interval(values, clusters, level=level, seed=seed)


def macro_interval(groups: Sequence[Interval]) -> Interval:
    """Return the plain mean over groups of tasks, each weighing the same, whatever its number of tasks.

    Its distances to the ends are recovered from those of the groups, which are taken as independent: the root of the
    sum of their squares, by the number of groups (MOVER: Zou and Donner 2008, "Construction of Confidence Intervals
    About Effect Measures", Statistics in Medicine 27). Resampling within every group gives much the same, but has no
    width where a group's values are all equal, which happens to small groups: no question of 125 answered, say. The
    interval of such a group has one, and so has this.

    Args:
        groups: The interval of every group, all at one level.

    Raises:
        ValueError: There are no groups, or levels differ.
    """
    if len({group.level for group in groups}) != 1:
        raise ValueError(f"expected intervals at one level, got levels {[group.level for group in groups]}")
    mean = math.fsum(group.estimate for group in groups) / len(groups)
    below = math.hypot(*(group.estimate - group.low for group in groups)) / len(groups)
    above = math.hypot(*(group.high - group.estimate for group in groups)) / len(groups)
    clusters = sum(group.clusters for group in groups)
    return Interval(mean, max(0.0, mean - below), min(1.0, mean + above), groups[0].level, clusters, "mover")


def wilson_interval(successes: int, trials: int, *, level: float = LEVEL) -> Interval:
    """Return a success rate with Wilson's score interval.

    Source: Wilson 1927, "Probable Inference, the Law of Succession, and Statistical Inference", JASA 22;
    recommended over the textbook interval by Brown, Cai and DasGupta 2001, "Interval Estimation for a Binomial
    Proportion", Statistical Science 16.

    Raises:
        ValueError: There are no trials, or more successes than trials.
    """
    if not 0 <= successes <= trials or trials < 1:
        raise ValueError(f"expected 0 <= successes <= trials and a trial, got {successes} of {trials}")
    return _wilson(successes / trials, trials, level)


def _wilson(rate: float, trials: int, level: float) -> Interval:
    # In closed form rather than by scipy's binomtest: the rate need not be a whole number of successes.
    z2 = NormalDist().inv_cdf((1 + level) / 2) ** 2
    center = (rate + z2 / (2 * trials)) / (1 + z2 / trials)
    half = math.sqrt(z2 * (rate * (1 - rate) / trials + z2 / (4 * trials**2))) / (1 + z2 / trials)
    low, high = max(0.0, center - half), min(1.0, center + half)
    # At the borders the formula gives them exactly; rounding must not.
    return Interval(rate, 0.0 if rate == 0 else low, 1.0 if rate == 1 else high, level, trials, "wilson")


def _task_means(values: ArrayLike, *, bounded: bool = True) -> NDArray[np.float64]:
    array = np.asarray(values, dtype=float)
    if array.ndim not in (1, 2) or array.size == 0:
        raise ValueError(f"expected values of shape (tasks,) or (tasks, replicates), got shape {array.shape}")
    if not np.isfinite(array).all():
        raise ValueError(f"expected values that are finite, got {array[~np.isfinite(array)][0]}")
    if bounded and not ((array >= 0) & (array <= 1)).all():
        raise ValueError(f"expected values within 0 and 1, got {array.min()} to {array.max()}")
    return array if array.ndim == 1 else array.mean(axis=1)


def _clustered(
    means: NDArray[np.float64], clusters: Sequence[str] | None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return sum and number of the tasks' means in every cluster, in the order of their first tasks."""
    names = range(len(means)) if clusters is None else clusters
    if len(names) != len(means):
        raise ValueError(f"expected a cluster for each of {len(means)} tasks, got {len(names)}")
    places = {name: place for place, name in enumerate(dict.fromkeys(names))}
    members = np.array([places[name] for name in names])
    return np.bincount(members, means).astype(np.float64), np.bincount(members).astype(np.float64)


def _bootstrap(sums: NDArray[np.float64], sizes: NDArray[np.float64], level: float, seed: int) -> tuple[float, float]:
    """Return the interval of the mean over tasks, BCa or, where that is undefined, by percentiles."""
    # Not at the top: every worker process of a run imports this module, and scipy takes most of a second.
    from scipy import stats

    def mean(sums: NDArray[np.float64], sizes: NDArray[np.float64], axis: int) -> NDArray[np.float64]:
        ratio: NDArray[np.float64] = sums.sum(axis=axis) / sizes.sum(axis=axis)
        return ratio

    def ends(method: str) -> tuple[float, float]:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", stats.DegenerateDataWarning)
            result = stats.bootstrap(
                (sums, sizes),
                mean,
                paired=True,
                vectorized=True,
                n_resamples=RESAMPLES,
                batch=max(1, _BATCH // len(sums)),
                confidence_level=level,
                method=method,
                rng=np.random.default_rng(seed),
            )
        return float(result.confidence_interval.low), float(result.confidence_interval.high)

    low, high = ends("BCa")
    return (low, high) if math.isfinite(low) and math.isfinite(high) else ends("percentile")
