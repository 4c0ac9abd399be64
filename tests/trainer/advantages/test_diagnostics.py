"""The numbers for the training log, counted by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.trainer.advantages.batches import joined, two_by_two
from trainer.advantages import estimate

# Task "a": three trajectories of 4, 2 and 1 steps, of which the second wins. Task "b": one trajectory of 1 step.
#   a0: door, door, door, door    a1: door, hall    a2: hall    b0: door
ROUNDS: dict[str, Any] = {
    "group": [*"aaaaaaa", "b"],
    "trajectory": [0, 0, 0, 0, 1, 1, 2, 0],
    "step": [0, 1, 2, 3, 0, 1, 0, 0],
    "reward": [0, 0, 0, 0, 0, 1, 0, 1],
    "anchor": ["door", "door", "door", "door", "door", "hall", "hall", "door"],
}


def test_counts() -> None:
    assert estimate(ROUNDS, "gigpo").diagnostics == {
        "rows": 8,
        "trajectories": 4,
        "groups": 2,
        "group_size_min": 1,
        "group_size_max": 3,
        "zero_variance_share": 0.5,  # the task of one trajectory
        "penalty_share": 0,
        "step_groups": 3,  # door of a, 5 rows; hall of a, 2; door of b, 1
        "singleton_share": 1 / 8,
        "step_group_size/1": pytest.approx(1 / 3),
        "step_group_size/2-4": pytest.approx(1 / 3),
        "step_group_size/5-9": pytest.approx(1 / 3),
        "step_group_size/10-49": 0,
        "step_group_size/50+": 0,
    }


def test_methods_without_step_groups_do_not_tell_of_them() -> None:
    for method in ("grpo", "dr_grpo", "rloo", "pass_at_k"):
        numbers = estimate(ROUNDS, method).diagnostics
        assert numbers == {key: value for key, value in estimate(ROUNDS, "gigpo").diagnostics.items() if key in numbers}
        assert not [key for key in numbers if key.startswith("s")]


@pytest.mark.parametrize(("size", "bin_"), [(1, "1"), (4, "2-4"), (5, "5-9"), (9, "5-9"), (49, "10-49"), (50, "50+")])
def test_bins(size: int, bin_: str) -> None:
    batch = {
        "group": [0] * size,
        "trajectory": list(range(size)),
        "step": [0] * size,
        "reward": [0.0] * size,
        "anchor": ["door"] * size,
    }
    numbers = estimate(batch, "gigpo").diagnostics
    assert {key: value for key, value in numbers.items() if key.startswith("step_group_size/") and value} == {
        f"step_group_size/{bin_}": 1
    }


def test_groups_without_variance() -> None:
    # One that wins always, one that fails always, one with both.
    won = two_by_two(group=[1] * 4, reward=[0, 1, 0, 1])
    lost = two_by_two(group=[2] * 4, reward=[0, 0, 0, 0])
    batch = joined(joined(two_by_two(), won), lost)
    assert estimate(batch, "grpo").diagnostics["zero_variance_share"] == pytest.approx(2 / 3)
    # 0.1 + 0.2 and 0.3 + 0 differ by rounding alone.
    assert estimate(two_by_two(reward=[0.1, 0.2, 0.3, 0]), "grpo").diagnostics["zero_variance_share"] == 1


@pytest.mark.parametrize(("reward", "share"), [([0.0, 10.0, 0.0, 0.0], 3 / 23), ([0.0] * 4, 1.0)])
def test_share_of_the_penalty(reward: list[float], share: float) -> None:
    # Without the penalty: 5, 5, -5, -5, in all 20. One row of four is invalid and costs 2, so that it gets
    # 2 x (1/4 - 1) = -1.5 and the others 2 x 1/4 = 0.5; in all 3. A group that fails has nothing else.
    batch = two_by_two(reward=reward, valid=[True, True, True, False])
    assert estimate(batch, "dr_grpo", invalid_penalty=2).diagnostics["penalty_share"] == pytest.approx(share)
    # Whatever else there is to it: no penalty, and no action that it could be for.
    assert estimate(batch, "dr_grpo").diagnostics["penalty_share"] == 0
    assert estimate(two_by_two(reward=reward), "dr_grpo", invalid_penalty=2).diagnostics["penalty_share"] == 0


def test_share_of_the_penalty_beside_both_parts() -> None:
    # Steps without the penalty: at the start 9.5 and 0, in the hall 10 and 0, so 4.75 and 5 twice each; in all 19.5
    # beside the 20 of the episodes and the 3 of the penalty.
    batch = two_by_two(valid=[True, True, True, False])
    numbers = estimate(batch, "gigpo", normalize="mean", invalid_penalty=2).diagnostics
    assert numbers["penalty_share"] == pytest.approx(3 / 42.5)


def test_share_of_the_penalty_in_the_reference() -> None:
    # Rows of the group: 10, 10, 0, -2 against 10, 10, 0, 0. Means 4.5 and 5; so 5.5, 5.5, -4.5, -6.5 against
    # 5, 5, -5, -5: differences 0.5, 0.5, 0.5, -1.5, in all 3, beside 20.
    batch = two_by_two(valid=[True, True, True, False])
    numbers = estimate(batch, "dr_grpo", "verl_agent", invalid_penalty=2).diagnostics
    assert numbers["penalty_share"] == pytest.approx(3 / 23)


def test_what_the_critic_knows() -> None:
    # Returns with gamma 1/2: 5, 10, 0, 0, which lambda 1 makes the critic's targets; their variance is
    # (125 - 15^2/4)/4 = 17.1875. Errors of V = 5, 6, 0, 0: 0, 4, 0, 0, of variance (16 - 4)/4 = 3.
    batch = two_by_two(value=[5.0, 6.0, 0.0, 0.0])
    numbers = estimate(batch, "gae", gamma=0.5, lam=1.0).diagnostics
    assert numbers["explained_variance"] == pytest.approx(1 - 3 / 17.1875)
    assert estimate(batch | {"value": [5, 10, 0, 0]}, "gae", gamma=0.5).diagnostics["explained_variance"] == 1
    assert estimate(batch | {"value": [1] * 4}, "gae", gamma=0.5, lam=1).diagnostics["explained_variance"] == 0
    flat = two_by_two(reward=[0.0] * 4, value=[0.0] * 4)
    assert estimate(flat, "gae").diagnostics["explained_variance"] == 0
