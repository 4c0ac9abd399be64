"""Metrics: by hand, against other people's code, and what must not change them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from benchmarks.credit.groups import Groups, make_groups
from benchmarks.credit.metrics import METRICS, Judge, exact_gradient
from benchmarks.credit.settings import Setting
from gigpo_envs.values import policy_values
from tests.benchmarks.credit.hand import GIVE_UP, GO, LOSE, WIN, groups_of, two_steps
from tests.benchmarks.credit.worlds import problems

HAND = groups_of([[GO, WIN], [GO, LOSE], [GIVE_UP]], [[GIVE_UP], [GO, WIN]])


def judge(groups: Groups) -> Judge:
    return Judge(groups, [exact_gradient(problem) for problem in groups.problems])


@cache
def drawn(world: str = "search_qa", size: int = 8) -> Groups:
    return make_groups(problems(world), Setting(world, group_size=size), 3)


def test_the_truth_by_hand() -> None:
    assert HAND.truth.tolist() == [0.25, 0.5, 0.25, -0.5, -0.25, -0.25, 0.25, 0.5]
    expected = [[0.125, -0.125], [0.125, -0.125], [0.0, 0.0]]
    assert exact_gradient(two_steps()).tolist() == expected


def test_cosine_by_hand() -> None:
    # Group 0: only the first step of the first trajectory speaks. Its gradient is (1/2, -1/2) in state 0, nothing in
    # state 1: half of the exact one. Group 1: what is won in state 1 alone, against it.
    scores = judge(HAND).scores(np.array([1.0, 0, 0, 0, 0, 0, 0, -2.0]))
    assert scores["cos"] == pytest.approx([np.sqrt(0.5), -np.sqrt(0.5)])
    # A baseline that all rows of a state share moves nothing but the noise: here both actions were taken as often.
    balanced = groups_of([[GO, WIN], [GO, LOSE], [GIVE_UP], [GIVE_UP]])
    assert judge(balanced).scores(np.full(6, 3.0))["cos"].tolist() == [0.0]
    # Won twice of twice: the truth gives (3/8, -3/8) in state 0 and (1/2, -1/2) in state 1.
    lucky = groups_of([[GO, WIN], [GO, WIN], [GIVE_UP]])
    assert judge(lucky).scores(lucky.truth)["cos"] == pytest.approx([0.875 / np.sqrt(0.78125)])


def test_signs_by_hand() -> None:
    # Of group 0 right, silent, right, right, wrong; of group 1 right, wrong, silent.
    scores = judge(HAND).scores(np.array([1.0, 0, 2, -1, 1, -1, -1, 0]))
    assert scores["sign"] == pytest.approx([3.5 / 5, 1.5 / 3])
    small = replace(HAND, truth=np.where(HAND.truth > 0.3, HAND.truth, 0.02))
    assert judge(small).scores(np.ones(8))["sign"].tolist() == [1.0, 1.0]
    silent = replace(HAND, truth=np.full(8, 0.02))
    assert np.isnan(judge(silent).scores(np.ones(8))["sign"]).all()


def test_the_truth_matches_itself() -> None:
    for groups in (HAND, drawn(), drawn("text_maze")):
        scores = judge(groups).scores(groups.truth)
        for name in ("r", "spearman", "sign"):
            assert scores[name] == pytest.approx(np.ones(2)), name
        assert (scores["cos"] > 0.5).all()


def test_the_ceiling_rises_with_the_group() -> None:
    small, large = (judge(drawn(size=size)).scores(drawn(size=size).truth)["cos"] for size in (4, 1024))
    assert (large > 0.99).all() and (large > small).all()


def test_nothing_said_is_nothing_won() -> None:
    scores = judge(HAND).scores(np.zeros(8))
    assert {name: values.tolist() for name, values in scores.items()} == {
        "cos": [0.0, 0.0],
        "r": [0.0, 0.0],
        "spearman": [0.0, 0.0],
        "sign": [0.5, 0.5],
    }
    assert list(scores) == list(METRICS)


def test_constant_truths_ask_for_nothing() -> None:
    made = replace(HAND, truth=np.where(np.asarray(HAND.columns["group"]) == 0, 0.1 + HAND.truth * 0, HAND.truth))
    scores = judge(made).scores(made.truth)
    for name in ("r", "spearman"):
        assert np.isnan(scores[name][0]) and scores[name][1] == pytest.approx(1.0)


def test_constant_estimates_have_no_correlation() -> None:
    made = drawn()
    for estimate in (np.full(len(made.truth), 0.1), np.where(made.columns["group"] == 0, 0.1, 1 / 3)):
        scores = judge(made).scores(estimate)
        assert scores["r"].tolist() == [0.0, 0.0]
        assert scores["spearman"].tolist() == [0.0, 0.0]


@pytest.mark.parametrize("world", ["search_qa", "text_maze"])
def test_correlations_are_those_of_scipy(world: str) -> None:
    made = drawn(world)
    # Few different values, so that many ranks are shared.
    estimate = np.round(np.random.default_rng(0).normal(size=len(made.truth)), 1)
    scores = judge(made).scores(estimate)
    for group in range(2):
        rows = made.columns["group"] == group
        # Ranks see what rounding makes of equal advantages; ours do not.
        truth = np.round(made.truth[rows], 12)
        assert scores["r"][group] == pytest.approx(stats.pearsonr(estimate[rows], truth).statistic)
        assert scores["spearman"][group] == pytest.approx(stats.spearmanr(estimate[rows], truth).statistic)


@given(st.floats(1e-2, 1e2), st.floats(1e-2, 1e2), st.integers(0, 2**32 - 1))
def test_scale_does_not_matter(first: float, second: float, seed: int) -> None:
    """Each group may have a scale of its own, within what is not rounding."""
    made = drawn()
    estimate = np.random.default_rng(seed).normal(size=len(made.truth))
    scaled = estimate * np.where(made.columns["group"] == 0, first, second)
    one, other = judge(made).scores(estimate), judge(made).scores(scaled)
    for name in METRICS:
        assert one[name] == pytest.approx(other[name], abs=1e-9), name


def test_groups_do_not_mix() -> None:
    first, second = [[GO, WIN], [GIVE_UP]], [[GO, LOSE], [GIVE_UP], [GO, WIN]]
    both = groups_of(first, second)
    estimate = np.random.default_rng(1).normal(size=len(both.truth))
    together = judge(both).scores(estimate)
    rows = np.asarray(both.columns["group"]) == 0
    for place, (alone, part) in enumerate(((groups_of(first), estimate[rows]), (groups_of(second), estimate[~rows]))):
        for name, values in judge(alone).scores(part).items():
            assert values == pytest.approx(together[name][place : place + 1]), name


def test_rounding_is_silence() -> None:
    noise = np.random.default_rng(0).normal(size=8) * 1e-17
    loud = np.where(np.asarray(HAND.columns["group"]) == 0, 1.0, 0.0) * HAND.truth
    scores = judge(HAND).scores(loud + noise)
    assert [scores[name][1] for name in METRICS] == [0.0, 0.0, 0.0, 0.5]


@pytest.mark.parametrize("world", ["search_qa", "text_maze"])
def test_the_exact_gradient_is_the_slope_of_the_value(world: str) -> None:
    problem = problems(world)[0]
    gradient = exact_gradient(problem)
    acting = np.asarray(problem.graph.exists.any(axis=1))

    def value(state: int, slot: int, shift: float) -> float:
        logits = np.log(np.where(problem.policy > 0, problem.policy, 1.0))
        logits[state, slot] += shift
        weights = np.where(problem.policy > 0, np.exp(logits), 0.0)
        sums = weights.sum(axis=1, keepdims=True)
        policy = np.where(acting[:, None], weights / np.where(sums > 0, sums, 1.0), 0.0)
        return float(policy_values(problem.graph, policy, problem.horizon).value[problem.horizon, 0])

    steepest = np.argsort(-np.abs(gradient), axis=None)[:5].tolist()
    for place in [*steepest, 0]:
        state, slot = divmod(place, gradient.shape[1])
        slope = (value(state, slot, 1e-4) - value(state, slot, -1e-4)) / 2e-4
        assert gradient[state, slot] == pytest.approx(slope, abs=1e-7)
    assert np.abs(gradient.sum(axis=1)).max() < 1e-12  # a shift of all logits of a state changes nothing


def test_many_tasks_sum_their_gradients() -> None:
    found = judge(HAND)
    exact = np.array([[0.125, -0.125, 0.125, -0.125]] * 2)
    assert found.many_task_cosine(exact) == pytest.approx(1.0)
    assert found.many_task_cosine(np.zeros((2, 4))) == 0.0
    # The tasks' errors cancel out, though each alone is far off.
    assert found.many_task_cosine(exact + np.array([[1.0, 0, 0, 0], [-1.0, 0, 0, 0]])) == pytest.approx(1.0)
    # The rows of state 0 in group 0: +1 for going on, against the mean of both actions.
    estimate = np.array([1.0, 0, 0, 0, 0, 0, 0, 0])
    assert found.features(estimate).tolist() == [[0.5, -0.5, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]
