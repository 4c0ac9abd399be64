"""How well numbers, one a row, match the true advantages of the rows, and the policy gradient that these make.

All metrics are free of scale: an estimate times any positive number gives the same. What of an estimate is below
1e-12 of its largest number is rounding, and counts as 0.

The gradient is that of the success probability (the expected return) by the logits of a tabular softmax policy, one
logit a state and action: the estimate's is the sum over the rows of estimate times ``grad log policy``. Credit that is
right for the rows that were seen still misses what was not seen, so even the true advantages have a cosine below 1:
the ceiling.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from benchmarks.credit.groups import Groups
from benchmarks.credit.problem import Problem

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

METRICS = {
    "cos": "cosine of the estimated with the exact policy gradient, a logit for each state and action",
    "r": "correlation with the true advantage; 0 where the estimate is constant",
    "spearman": "rank correlation with the true advantage",
    "sign": "share of right signs among rows whose true advantage is above 0.02 in size; a zero counts half",
}
"""The metrics of a group, headline first."""

SIGNIFICANT = 0.02  # true advantages up to this, in units of reward, have no sign worth asking for
MANY = 16  # tasks whose gradients are summed up in the many-task cosine
DRAWS = 200
_ROUNDING = 1e-12


def exact_gradient(problem: Problem) -> Floats:
    """Return the exact policy gradient at a problem's policy, by its logits, shape (S, W); 0 in empty slots.

    With the probability d_t(s) of being in s at step t, it is the sum over t of d_t(s) pi(a|s) A_{H-t}(s, a).
    """
    graph, policy, value = problem.graph, problem.policy, problem.values.value
    state, slot = np.nonzero(policy)
    probability, reward, successor = policy[state, slot], graph.reward[state, slot], graph.successor[state, slot]
    goes_on = ~graph.terminated[state, slot]
    here = np.zeros(len(policy))
    here[0] = 1.0
    gradient = np.zeros(len(state))
    for left in range(problem.horizon, 0, -1):
        taken = here[state] * probability
        gradient += taken * (reward + goes_on * value[left - 1][successor] - value[left][state])
        here = _sums(successor, taken * goes_on, len(policy))
    result = np.zeros(policy.shape)
    result[state, slot] = gradient
    return result


class Judge:
    """The truth about some groups, ready to be compared with any number of estimates.

    Args:
        groups: The groups.
        gradients: The exact gradient of each group's problem, see ``exact_gradient``.
    """

    def __init__(self, groups: Groups, gradients: Sequence[Floats]) -> None:
        problems = groups.problems
        self._group: Ints = np.asarray(groups.columns["group"], dtype=np.int64)
        self._groups = len(problems)
        self._truth = _without_rounding(groups.truth)
        width = max(gradient.shape[1] for gradient in gradients)
        most = max(len(gradient) for gradient in gradients)
        visited, place = np.unique(self._group * most + groups.state, return_inverse=True)
        self._slot: Ints = place * width + groups.slot
        self._place_group = visited // most
        self._policy = np.zeros((len(visited), width))
        self._exact = np.zeros((len(visited), width))
        self._features = problems[0].features
        kinds = np.full((len(visited), width), -1)
        self._norm = np.array([np.sqrt(np.sum(gradient**2)) for gradient in gradients])
        self._exact_features = np.zeros((self._groups, self._features))
        bounds = np.searchsorted(self._place_group, np.arange(self._groups + 1))
        for group, (problem, gradient) in enumerate(zip(problems, gradients, strict=True)):
            places = slice(bounds[group], bounds[group + 1])
            states = visited[places] % most
            for table, source in (
                (self._policy, problem.policy),
                (self._exact, gradient),
                (kinds, problem.kinds),
            ):
                table[places, : source.shape[1]] = source[states]
            known = problem.kinds >= 0
            self._exact_features[group] = np.bincount(problem.kinds[known], gradient[known], minlength=self._features)
        self._is_kind = kinds >= 0
        self._feature = (self._place_group[:, None] * self._features + kinds)[self._is_kind]

    def scores(self, estimate: Floats) -> dict[str, Floats]:
        """Return every metric of ``METRICS`` by group, shape (groups,).

        Where the true advantages of a group have nothing to say, it is NaN: correlations where they are all the same,
        signs where all are small.

        Args:
            estimate: One finite number a row, shape (rows,).
        """
        estimate = _without_rounding(estimate)
        gradient = self._gradient(estimate)
        along = self._by_place((gradient * self._exact).sum(axis=1))
        length = np.sqrt(self._by_place((gradient**2).sum(axis=1)))
        return {
            "cos": _ratio(along, length * self._norm),
            "r": self._correlation(estimate, self._truth),
            "spearman": self._correlation(self._ranks(estimate), self._ranks(self._truth)),
            "sign": self._signs(estimate),
        }

    def features(self, estimate: Floats) -> Floats:
        """Return each group's estimated gradient by the weights of the shared features, shape (groups, features).

        Args:
            estimate: One finite number a row, shape (rows,).
        """
        gradient = self._gradient(_without_rounding(estimate))[self._is_kind]
        size = self._groups * self._features
        return _sums(self._feature, gradient, size).reshape(self._groups, self._features)

    def many_task_cosine(self, features: Floats) -> float:
        """Return the cosine of the gradient summed over 16 tasks (or all, if fewer) with the exact sum.

        Noise averages out there, and bias shows. It is the mean over drawn sets of groups, the same for every estimate.

        Args:
            features: What ``features`` returned.
        """
        draw = np.random.Generator(np.random.PCG64(0))
        size = min(MANY, self._groups)
        draws = DRAWS if size < self._groups else 1
        chosen = np.argsort(draw.random((draws, self._groups)), axis=1, kind="stable")[:, :size]
        estimated, exact = features[chosen].sum(axis=1), self._exact_features[chosen].sum(axis=1)
        along = (estimated * exact).sum(axis=1)
        return float(_ratio(along, np.sqrt((estimated**2).sum(axis=1) * (exact**2).sum(axis=1))).mean())

    def _gradient(self, estimate: Floats) -> Floats:
        """Return the estimated gradient in the states that were visited, shape (places, W)."""
        table = _sums(self._slot, estimate, self._policy.size).reshape(self._policy.shape)
        return np.asarray(table - table.sum(axis=1, keepdims=True) * self._policy)

    def _by_place(self, values: Floats) -> Floats:
        return _sums(self._place_group, values, self._groups)

    def _by_row(self, values: Floats) -> Floats:
        return _sums(self._group, values, self._groups)

    def _centred(self, values: Floats) -> Floats:
        moved = values - values[_first(self._group, self._groups)][self._group]
        return np.asarray(moved - (self._by_row(moved) / np.bincount(self._group))[self._group])

    def _correlation(self, estimate: Floats, truth: Floats) -> Floats:
        a, b = self._centred(estimate), self._centred(truth)
        spread, truths = np.sqrt(self._by_row(a * a)), np.sqrt(self._by_row(b * b))
        varies = spread > _ROUNDING * np.sqrt(self._by_row(estimate**2))
        found = np.where(varies, _ratio(self._by_row(a * b), spread * truths), 0.0)
        return np.where(truths > _ROUNDING * np.sqrt(self._by_row(truth**2)), found, np.nan)

    def _ranks(self, values: Floats) -> Floats:
        """Return the rank of each row's value in its group; equal values share the mean of their ranks."""
        largest = np.zeros(self._groups)
        np.maximum.at(largest, self._group, np.abs(values))
        scaled = np.round(values / np.where(largest > 0, largest, 1.0)[self._group], 12)
        order = np.lexsort((scaled, self._group))
        new = (np.diff(self._group[order], prepend=-1) != 0) | (np.diff(scaled[order], prepend=np.nan) != 0)
        run = np.cumsum(new) - 1
        starts = np.flatnonzero(new)
        ranks = np.empty(len(values))
        ranks[order] = (starts + (np.diff(starts, append=len(values)) - 1) / 2)[run]
        return ranks

    def _signs(self, estimate: Floats) -> Floats:
        asked = np.abs(self._truth) > SIGNIFICANT
        right = np.where(estimate == 0, 0.5, np.sign(estimate) == np.sign(self._truth))
        counts = self._by_row(asked.astype(np.float64))
        return np.where(counts > 0, self._by_row(right * asked) / np.maximum(counts, 1), np.nan)


def _sums(codes: Ints, values: Floats, count: int) -> Floats:
    """Return the sum of the values of each code, shape (count,)."""
    return np.bincount(codes, values, minlength=count).astype(np.float64, copy=False)


def _without_rounding(values: Floats) -> Floats:
    sizes = np.abs(values)
    return np.where(sizes > _ROUNDING * sizes.max(initial=0.0), values, 0.0)


def _ratio(part: Floats, whole: Floats) -> Floats:
    """Return part / whole, 0 where there is nothing."""
    return np.where(whole > 0, part / np.where(whole > 0, whole, 1.0), 0.0)


def _first(codes: Ints, count: int) -> Ints:
    first = np.zeros(count, dtype=np.int64)
    first[codes[::-1]] = np.arange(len(codes) - 1, -1, -1)
    return first
