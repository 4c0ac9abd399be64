"""Small cases of the preset ``paper``, worked out by hand."""

from __future__ import annotations

from math import sqrt
from statistics import mean, stdev
from typing import Any

import numpy as np
import pytest

from tests.trainer.advantages.batches import joined, two_by_two
from trainer.advantages import estimate

# Three trajectories of one task. w wins 10 at its second step; a and b fail.
#   w: start, hall        R = 10    D with gamma 1/2: 5, 10
#   a: start, hall, hall  R = 0     D: 0, 0, 0
#   b: start, yard        R = 0     D: 0, 0
THREE: dict[str, Any] = {
    "group": ["task"] * 7,
    "trajectory": [*"ww", *"aaa", *"bb"],
    "step": [0, 1, 0, 1, 2, 0, 1],
    "reward": [0, 10, 0, 0, 0, 0, 0],
    "anchor": ["start", "hall", "start", "hall", "hall", "start", "yard"],
}
# The same, and the second step of a, in the hall, was invalid.
CLUMSY = {**THREE, "valid": [True, True, True, False, True, True, True]}


def of(batch: dict[str, Any], method: str, **options: Any) -> Any:
    return np.asarray(estimate(batch, method, "paper", **options)).tolist()


def near(*values: float) -> Any:
    return pytest.approx(values, rel=1e-12, abs=1e-12)


def test_grpo() -> None:
    # Mean of 10, 0, 0 over trajectories: 10/3. Squares of the differences 20/3, -10/3, -10/3: (400 + 100 + 100)/9.
    # Deviation: sqrt(600/9 / 2) = 10/sqrt(3). So w: 20/3 / (10/sqrt 3) = 2/sqrt 3, and a, b: -1/sqrt 3.
    w, lost = 2 / sqrt(3), -1 / sqrt(3)
    assert of(THREE, "grpo") == near(w, w, lost, lost, lost, lost, lost)


def test_rows_weigh_trajectories_by_their_length() -> None:
    # verl-agent takes rows: the mean of 10, 10 and five 0 is 20/7, not 10/3.
    rows = np.asarray(estimate(THREE, "dr_grpo", "verl_agent"))
    assert rows.tolist() == near(*[50 / 7] * 2, *[-20 / 7] * 5)


def test_dr_grpo() -> None:
    assert of(THREE, "dr_grpo") == near(*[20 / 3] * 2, *[-10 / 3] * 5)


def test_rloo() -> None:
    # w: 10 - (0 + 0)/2. a and b: 0 - (10 + 0)/2.
    assert of(THREE, "rloo") == near(10, 10, -5, -5, -5, -5, -5)


def test_pass_at_k() -> None:
    # Best 10, second best 0.
    assert of(THREE, "pass_at_k") == near(10, 10, 0, 0, 0, 0, 0)
    # Two winners: one more or less makes no difference to the best.
    assert of(THREE | {"reward": [0, 10, 0, 0, 10, 0, 0]}, "pass_at_k") == near(*[0] * 7)
    # In units of the deviation 10/sqrt 3: sqrt 3.
    assert of(THREE, "pass_at_k", normalize="mean_std") == near(*[sqrt(3)] * 2, *[0] * 5)


def test_reinforce_pp() -> None:
    # Tokens a row: w 1, 2; all others 1. So 10 three times and 0 five times; mean 3.75,
    # deviation sqrt((3 x 6.25^2 + 5 x 3.75^2) / 7) = sqrt(187.5 / 7).
    batch = THREE | {"tokens": [1, 2, 1, 1, 1, 1, 1]}
    win, lose = 6.25 / sqrt(187.5 / 7), -3.75 / sqrt(187.5 / 7)
    rows = [(win, 0), (win, win), *[(lose, 0)] * 5]
    assert of(batch, "reinforce_pp") == [near(*row) for row in rows]


def test_reinforce_pp_discounts_by_token() -> None:
    # gamma 1/2: the second row's tokens have 10/2 and 10; the first row's only one has 10.
    batch = THREE | {"tokens": [1, 2, 1, 1, 1, 1, 1]}
    values = [10, 5, 10, 0, 0, 0, 0, 0]
    first, five, *_ = ((value - mean(values)) / stdev(values) for value in values)
    assert of(batch, "reinforce_pp", gamma=0.5)[:2] == [near(first, 0), near(five, first)]


def test_reinforce_pp_and_a_penalty_apart() -> None:
    # As under GRPO, 2/4 for valid rows and 2/4 - 2 for the invalid one, at each token and nowhere else.
    batch = two_by_two(reward=[0.0] * 4, valid=[True, True, True, False], tokens=[1, 2, 1, 2])
    values = np.asarray(estimate(batch, "reinforce_pp", invalid_penalty=2))
    assert values.tolist() == [[0.5, 0], [0.5, 0.5], [0.5, 0], [-1.5, -1.5]]


def test_reinforce_pp_with_a_baseline() -> None:
    # A second task in which both win: its trajectories are at its mean, 0. In the first 20/3 and -10/3.
    # By tokens: w 1 + 2 of 20/3, a and b 5 of -10/3, the second task 2 + 2 of 0.
    easy = {"group": ["easy"] * 2, "trajectory": [*"xy"], "step": [0, 0], "reward": [10, 10], "anchor": ["door"] * 2}
    batch = joined(THREE, easy) | {"tokens": [1, 2, 1, 1, 1, 1, 1, 2, 2]}
    values = [20 / 3] * 3 + [-10 / 3] * 5 + [0.0] * 4
    win, lose, draw = ((value - mean(values)) / stdev(values) for value in (20 / 3, -10 / 3, 0.0))
    assert of(batch, "reinforce_pp", baseline="group") == near(win, win, *[lose] * 5, draw, draw)


def test_gigpo() -> None:
    # Episode part as in GRPO: 2/sqrt 3 and -1/sqrt 3. Steps with gamma 1/2:
    #   start: D 5, 0, 0    mean 5/3, deviation 5/sqrt(3):    2/sqrt 3, -1/sqrt 3, -1/sqrt 3
    #   hall:  D 10, 0, 0   (a was there twice)               2/sqrt 3, -1/sqrt 3, -1/sqrt 3
    #   yard:  alone                                          0
    w, lost = 2 / sqrt(3), -1 / sqrt(3)
    result = estimate(THREE, "gigpo", "paper", gamma=0.5)
    assert result.episode is not None and result.step is not None
    assert result.episode.tolist() == near(w, w, lost, lost, lost, lost, lost)
    assert result.step.tolist() == near(w, w, lost, lost, lost, lost, 0)
    assert result.total.tolist() == near(2 * w, 2 * w, *[2 * lost] * 4, lost)
    assert of(THREE, "gigpo", gamma=0.5, omega=0.5) == near(1.5 * w, 1.5 * w, *[1.5 * lost] * 4, lost)


def test_gigpo_without_deviations() -> None:
    # start: mean 5/3; hall: mean 10/3.
    result = estimate(THREE, "gigpo", "paper", gamma=0.5, normalize="mean")
    assert result.step is not None
    assert result.step.tolist() == near(10 / 3, 20 / 3, -5 / 3, -10 / 3, -10 / 3, -5 / 3, 0)


def test_a_penalty_is_reward_and_is_discounted_back() -> None:
    # The step costs 2: rewards of a are 0, -2, 0; its return is -2; D with gamma 1/2: -1, -2, 0.
    # Mean of 10, -2, 0: 8/3.    start: D 5, -1, 0, mean 4/3.    hall: D 10, -2, 0, mean 8/3.
    result = estimate(CLUMSY, "gigpo", "paper", gamma=0.5, normalize="mean", invalid_penalty=2)
    assert result.episode is not None and result.step is not None
    assert result.episode.tolist() == near(22 / 3, 22 / 3, -14 / 3, -14 / 3, -14 / 3, -8 / 3, -8 / 3)
    assert result.step.tolist() == near(11 / 3, 22 / 3, -7 / 3, -14 / 3, -8 / 3, -4 / 3, 0)


def test_verl_agents_penalty_stays_in_its_row() -> None:
    # S: 10, 10, 0, -2, 0, 0, 0, mean over rows 18/7.
    # D: 5, 10, 0, -2, 0, 0, 0. start: 5, 0, 0, mean 5/3. hall: 10, -2, 0, mean 8/3.
    result = estimate(CLUMSY, "gigpo", "verl_agent", gamma=0.5, normalize="mean", invalid_penalty=2)
    assert result.episode is not None and result.step is not None
    assert result.episode.tolist() == near(52 / 7, 52 / 7, -18 / 7, -32 / 7, -18 / 7, -18 / 7, -18 / 7)
    assert result.step.tolist() == near(10 / 3, 22 / 3, -5 / 3, -14 / 3, -8 / 3, -5 / 3, 0)


def test_a_penalty_apart_is_the_cost_less_its_mean() -> None:
    # One row of seven is invalid: it gets 2 x (1/7 - 1) = -12/7, the others 2/7, on top of GRPO.
    plain, result = np.asarray(estimate(CLUMSY, "grpo")), np.asarray(estimate(CLUMSY, "grpo", invalid_penalty=2))
    assert (result - plain).tolist() == near(2 / 7, 2 / 7, 2 / 7, -12 / 7, 2 / 7, 2 / 7, 2 / 7)


# A critic on one trajectory that wins 10 at its second step: V = 4, 6.
ONE = {name: column[:2] for name, column in two_by_two().items()} | {"value": [4, 6]}


@pytest.mark.parametrize(
    ("lam", "first"),
    [
        # d1 = 10 + 0 - 6 = 4, d0 = 0 + 6/2 - 4 = -1; A0 = d0 + lambda/2 x d1.
        (0.0, -1.0),
        (0.5, 0.0),
        (1.0, 1.0),  # the discounted return, 5, less V
    ],
)
def test_gae(lam: float, first: float) -> None:
    assert np.asarray(estimate(ONE, "gae", gamma=0.5, lam=lam, whiten=False)).tolist() == near(first, 4)


def test_gae_of_a_cut_trajectory() -> None:
    # After the cut the critic sees 8: d1 = 10 + 8/2 - 6 = 8, A0 = -1 + 8/4 = 1. What next_value has before is not read.
    cut = ONE | {"terminated": [False, False], "next_value": [77, 8]}
    assert np.asarray(estimate(cut, "gae", gamma=0.5, lam=0.5, whiten=False)).tolist() == near(1, 8)


def test_gae_penalties() -> None:
    # The second step is invalid and costs 2. In the reward: d1 = 2, A0 = -1 + 2/4. In the row: A1 = 4 - 2 alone.
    # Apart: half of the rows are invalid, so the valid one gets 2 x 1/2 and the other 2 x (1/2 - 1).
    batch = ONE | {"valid": [True, False]}
    options: dict[str, Any] = {"gamma": 0.5, "lam": 0.5, "whiten": False, "invalid_penalty": 2}
    assert np.asarray(estimate(batch, "gae", penalty="reward", **options)).tolist() == near(-0.5, 2)
    assert np.asarray(estimate(batch, "gae", penalty="row", **options)).tolist() == near(0, 2)
    assert np.asarray(estimate(batch, "gae", penalty="apart", **options)).tolist() == near(1, 3)


def test_gae_whitens_by_tokens() -> None:
    # A = 0, 4 with 1 and 3 tokens: mean 3, deviation sqrt((9 + 1 + 1 + 1) / 3) = 2. step keeps what the critic needs.
    result = estimate(ONE | {"tokens": [1, 3]}, "gae", gamma=0.5, lam=0.5)
    assert result.total.tolist() == near(-1.5, 0.5)
    assert result.step is not None
    assert result.step.tolist() == near(0, 4)
