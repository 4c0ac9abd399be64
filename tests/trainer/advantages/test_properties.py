"""What the estimators promise for every batch, and where a promise does not hold."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.trainer.advantages.batches import REWARDS, columns, joined, taken, two_by_two
from trainer.advantages import StepBatch, estimate, gigpo, grpo

GROUPED = ("grpo", "dr_grpo", "rloo", "pass_at_k", "gigpo")
WHITENED = ("reinforce_pp", "gae")
PRESETS = (None, "paper", "verl_agent")
LOOSE: dict[str, Any] = {"rtol": 1e-9, "atol": 1e-9}

few = settings(max_examples=20, deadline=None)


def of(batch: dict[str, Any], method: str, preset: str | None = None, **options: Any) -> npt.NDArray[np.float64]:
    return np.asarray(estimate(batch, method, preset, **options))


def returns(batch: dict[str, Any]) -> npt.NDArray[np.float64]:
    return StepBatch(**batch).episode_returns()


@few
@given(batch=columns(), data=st.data())
def test_the_order_of_rows_is_nothing(batch: dict[str, Any], data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(len(batch["group"]))))
    for method in (*GROUPED, *WHITENED):
        expected = of(batch, method, invalid_penalty=0.1)[order]
        np.testing.assert_allclose(of(taken(batch, order), method, invalid_penalty=0.1), expected, **LOOSE)


@few
@given(batch=columns(groups=2), other=columns(groups=1))
def test_a_further_group_changes_nothing(batch: dict[str, Any], other: dict[str, Any]) -> None:
    rows = len(batch["group"])
    other |= {"group": ["another task"] * len(other["group"])}
    for method in GROUPED:
        for preset in PRESETS:
            alone, padded = (of(one, method, preset, invalid_penalty=0.1) for one in (batch, joined(batch, other)))
            assert padded[:rows].tolist() == alone.tolist()


@few
@given(batch=columns())
def test_names_are_nothing(batch: dict[str, Any]) -> None:
    def renamed(name: Any) -> dict[str, Any]:
        return batch | {key: [name(entry) for entry in batch[key]] for key in ("group", "trajectory", "anchor")}

    names = sorted({str(entry) for key in ("group", "trajectory", "anchor") for entry in batch[key]})
    for name in (
        lambda entry: f"a text {entry}",
        lambda entry: (len(names) - names.index(str(entry)), "tuple"),
        lambda entry: 1000 * names.index(str(entry)) - 2500,
        lambda entry: (1 << 62) - names.index(str(entry)),  # far apart, and beyond floats
        lambda entry: (1 << 64) + names.index(str(entry)),  # beyond 64 bits
        lambda entry: None if entry == names[0] else str(entry).encode(),
    ):
        for method in (*GROUPED, *WHITENED):
            expected = of(batch, method, invalid_penalty=0.1)
            np.testing.assert_allclose(of(renamed(name), method, invalid_penalty=0.1), expected, **LOOSE)


@few
@given(batch=columns(), each=st.sampled_from(REWARDS))
def test_groups_of_equal_returns_get_exactly_nothing(batch: dict[str, Any], each: float) -> None:
    # The return comes at the end of short and long trajectories, or in small parts, so that it is equal up to rounding.
    last = np.isin(np.arange(len(batch["step"])), last_rows(batch))
    for reward in (np.where(last, each, 0.0), np.where(last, each - 0.1 * np.array(batch["step"]), 0.1)):
        for method in ("grpo", "dr_grpo", "rloo", "pass_at_k"):
            for preset in (None, "paper"):
                assert not of(batch | {"reward": reward.tolist()}, method, preset).any()


def test_nothing_is_not_minus_nothing() -> None:
    # 0.1 + 0.2 is a little more than 0.3.
    result = estimate(two_by_two(reward=[0.1, 0.2, 0.3, 0.0]), "gigpo", gamma=1.0)
    assert result.episode is not None
    assert result.episode.tolist() == [0, 0, 0, 0] and not np.signbit(result.episode).any()


def last_rows(batch: dict[str, Any]) -> npt.NDArray[np.int64]:
    return np.flatnonzero(StepBatch(**batch).next_rows < 0)


@few
@given(batch=columns(members=3), copies=st.integers(2, 4))
def test_a_group_of_equal_trajectories_gets_exactly_nothing(batch: dict[str, Any], copies: int) -> None:
    first = taken(batch, [row for row, member in enumerate(batch["trajectory"]) if member == 0])
    # Each step at a place of its own, or else one trajectory is compared with itself at another time.
    first |= {"anchor": [f"place {step}" for step in first["step"]]}
    alike = first
    for copy in range(1, copies):
        alike = joined(alike, first | {"trajectory": [copy] * len(first["step"])})
    for preset in PRESETS:
        for method in GROUPED:
            assert not of(alike, method, preset).any()


@few
@given(batch=columns())
def test_failures_alone_give_exactly_nothing(batch: dict[str, Any]) -> None:
    batch |= {"reward": [0.0] * len(batch["reward"])}
    for method in (*GROUPED, "reinforce_pp"):
        assert not of(batch, method).any()


@few
@given(batch=columns(), cost=st.sampled_from([0.01, 0.1, 1.0]))
def test_format_cannot_fill_the_signal_of_a_group_that_fails(batch: dict[str, Any], cost: float) -> None:
    batch |= {"reward": [0.0] * len(batch["reward"])}
    for method in (*GROUPED, "reinforce_pp"):
        assert np.abs(of(batch, method, invalid_penalty=cost)).max() <= cost
    numbers = estimate(batch, "gigpo", invalid_penalty=cost).diagnostics
    assert numbers["penalty_share"] in (0.0, 1.0)


def test_the_reference_fills_it() -> None:
    # Twenty failed steps, one of them invalid: divided by the deviation of the penalty itself, it is worth 4.2.
    batch = {
        "group": [0] * 20,
        "trajectory": [0] * 10 + [1] * 10,
        "step": [*range(10), *range(10)],
        "reward": [0.0] * 20,
        "anchor": [*range(10), *range(10)],
        "valid": [False] + [True] * 19,
    }
    assert of(batch, "grpo", "verl_agent", invalid_penalty=0.1)[0] == pytest.approx(-4.25, abs=0.01)
    assert of(batch, "grpo", invalid_penalty=0.1)[0] == pytest.approx(-0.095)


def test_a_group_of_one_gets_nothing_on_both_levels() -> None:
    lone = {name: column[:2] for name, column in two_by_two().items()}
    ours, paper, reference = (estimate(lone, "gigpo", preset) for preset in PRESETS)
    for result in (ours, paper):
        assert result.episode is not None and result.step is not None
        assert not result.episode.any() and not result.step.any() and not result.total.any()
    assert reference.episode is not None and reference.step is not None
    assert not reference.step.any()  # the reference gives the step nothing, and
    by_row = estimate({name: column[1:2] for name, column in lone.items()} | {"step": [0]}, "gigpo", "verl_agent")
    assert by_row.total.tolist() == [pytest.approx(10, rel=1e-5)]  # the trajectory its whole score
    for method in ("grpo", "dr_grpo", "rloo", "pass_at_k"):
        assert not of(lone, method).any()


def test_one_trajectory_that_comes_back_is_compared_with_itself() -> None:
    # As in the paper: from the same place it won after two steps, having come back, and after four.
    circle = {
        "group": [0] * 4,
        "trajectory": [0] * 4,
        "step": [0, 1, 2, 3],
        "reward": [0.0, 0.0, 0.0, 1.0],
        "anchor": ["hall", "cellar", "hall", "stove"],
    }
    result = estimate(circle, "gigpo")
    assert result.episode is not None and result.step is not None
    assert not result.episode.any()
    assert result.step.tolist() == pytest.approx([-np.sqrt(0.5), 0, np.sqrt(0.5), 0])


@few
@given(batch=columns(), factor=st.sampled_from([1e-3, 0.3, 7.0, 1e4]))
def test_scale(batch: dict[str, Any], factor: float) -> None:
    for method in (*GROUPED, *WHITENED):
        scaled = batch | {name: [factor * value for value in batch[name]] for name in ("reward", "value", "next_value")}
        by_deviation = method in ("grpo", "gigpo", *WHITENED)
        expected = of(batch, method) * (1.0 if by_deviation else factor)
        np.testing.assert_allclose(of(scaled, method), expected, rtol=1e-7, atol=1e-7 * min(factor, 1.0))


@few
@given(batch=columns(groups=2))
def test_a_duplicated_group_gets_the_same_twice(batch: dict[str, Any]) -> None:
    for method in GROUPED:
        twin = batch | {"group": [f"{name}, again" for name in batch["group"]]}
        for preset in PRESETS:
            alone, both = (of(one, method, preset, invalid_penalty=0.1) for one in (batch, joined(batch, twin)))
            assert both.tolist() == [*alone, *alone]


@few
@given(batch=columns(), data=st.data())
def test_gigpo_without_its_step_part_is_grpo(batch: dict[str, Any], data: st.DataObject) -> None:
    options: dict[str, Any] = {
        "normalize": data.draw(st.sampled_from(["mean_std", "mean"])),
        "unit": data.draw(st.sampled_from(["trajectory", "row"])),
        "singleton": data.draw(st.sampled_from(["zero", "raw"])),
        "epsilon": data.draw(st.sampled_from([0.0, 1e-6])),
        "invalid_penalty": data.draw(st.sampled_from([0.0, 0.1])),
        "penalty": data.draw(st.sampled_from(["apart", "reward", "row"])),
    }
    ours, other = gigpo(batch, omega=0, **options), grpo(batch, **options)
    assert ours.total.tolist() == other.total.tolist()
    assert ours.diagnostics["penalty_share"] == other.diagnostics["penalty_share"]


@few
@given(batch=columns(), more=st.sampled_from([-3.0, 0.5, 100.0]))
def test_the_same_reward_more_at_the_end_changes_nothing(batch: dict[str, Any], more: float) -> None:
    for method in ("grpo", "dr_grpo", "rloo", "pass_at_k"):
        reward = np.array(batch["reward"])
        reward[last_rows(batch)] += more
        np.testing.assert_allclose(of(batch | {"reward": reward.tolist()}, method), of(batch, method), **LOOSE)


def test_it_does_change_gigpos_steps_where_lengths_differ() -> None:
    # From the start one needs two steps and one needs one: discounted, a reward for both is worth more to the second.
    batch = {
        "group": [0] * 3,
        "trajectory": [0, 0, 1],
        "step": [0, 1, 0],
        "reward": [0.0] * 3,
        "anchor": ["start", "hall", "start"],
    }
    assert not of(batch, "gigpo").any()
    more = of(batch | {"reward": [0.0, 1.0, 1.0]}, "gigpo")
    assert more.tolist() == pytest.approx([-np.sqrt(0.5), 0, np.sqrt(0.5)])
    assert not of(batch | {"reward": [0.0, 1.0, 1.0]}, "gigpo", gamma=1.0).any()


@few
@given(batch=columns())
def test_trajectories_of_a_group_balance(batch: dict[str, Any]) -> None:
    made = StepBatch(**batch)
    for method in ("grpo", "dr_grpo", "rloo"):
        values = of(batch, method)[made.first_rows]
        np.testing.assert_allclose(np.bincount(made.group_codes[made.first_rows], values), 0, atol=1e-9)


@few
@given(batch=columns())
def test_rloo_is_dr_grpo_up_to_the_size_of_the_group(batch: dict[str, Any]) -> None:
    made = StepBatch(**batch)
    sizes = np.bincount(made.group_codes[made.first_rows])[made.group_codes]
    several = sizes > 1
    n = sizes[several]
    np.testing.assert_allclose(of(batch, "rloo")[several], of(batch, "dr_grpo")[several] * n / (n - 1), **LOOSE)


@pytest.mark.parametrize("options", [{"baseline": "group"}, {"gamma": 0.5}, {}])
@few
@given(batch=columns())
def test_reinforce_pp_is_white_over_tokens(options: dict[str, Any], batch: dict[str, Any]) -> None:
    tokens, result = np.array(batch["tokens"]), of(batch, "reinforce_pp", **options)
    if result.ndim == 1:
        every = np.repeat(result, tokens)
    else:
        there = np.arange(tokens.max()) < tokens[:, None]
        assert not result[~there].any()
        every = result[there]
    if every.any():
        assert every.mean() == pytest.approx(0, abs=1e-9)
        assert every.std(ddof=1) == pytest.approx(1)


def test_whitening_sees_the_whole_batch() -> None:
    # So for these two a further group does change the numbers of the others.
    batch = two_by_two(tokens=[1] * 4, value=[0.0] * 4)
    other = batch | {"group": [1] * 4, "reward": [0.0, 1.0, 0.0, 3.0]}
    for method in WHITENED:
        assert of(joined(batch, other), method)[:4].tolist() != of(batch, method).tolist()
    assert of(joined(batch, other), "gae", whiten=False)[:4].tolist() == of(batch, "gae", whiten=False).tolist()


@few
@given(batch=columns(), gamma=st.sampled_from([0.5, 1.0]))
def test_gae_with_lambda_1_is_the_return_less_the_value(batch: dict[str, Any], gamma: float) -> None:
    batch = {name: column for name, column in batch.items() if name != "terminated"}
    expected = StepBatch(**batch).step_returns(gamma) - batch["value"]
    np.testing.assert_allclose(of(batch, "gae", gamma=gamma, lam=1.0, whiten=False), expected, **LOOSE)


@few
@given(batch=columns(), gamma=st.sampled_from([0.95, 0.99]))
def test_a_critic_that_is_right_leaves_exactly_nothing(batch: dict[str, Any], gamma: float) -> None:
    batch = {name: column for name, column in batch.items() if name != "terminated"}
    value = 3 * (StepBatch(**batch).step_returns(gamma) / 3)
    assert not of(batch | {"value": value.tolist()}, "gae", gamma=gamma).any()


def test_the_first_stored_row_decides_where_rows_of_a_trajectory_differ() -> None:
    # The reference's trajectory statistics with its penalty, which its trainer never selects: order matters there.
    batch = two_by_two(valid=[True, True, True, False])
    options = {"unit": "trajectory", "normalize": "mean", "invalid_penalty": 0.1}
    stored, swapped = (of(taken(batch, rows), "grpo", "verl_agent", **options) for rows in ([0, 1, 2, 3], [0, 1, 3, 2]))
    assert stored.tolist() == pytest.approx([5, 5, -5, -5.1])
    assert swapped.tolist() == pytest.approx([5.05, 5.05, -5.05, -4.95])


def test_grouping_by_similarity_depends_on_the_order_of_rows() -> None:
    # 0 and 2 are both like 1, and not like each other: who comes first leads.
    texts = ["aaaabbbb", "aabbbbcc", "bbbbcccc"]
    batch = {
        "group": [0] * 3,
        "trajectory": [0, 1, 2],
        "step": [0] * 3,
        "reward": [0.0, 1.0, 3.0],
        "anchor": texts,
        "anchor_text": texts,
    }
    forward, backward = (estimate(taken(batch, rows), "gigpo", similarity=0.75) for rows in ([0, 1, 2], [2, 1, 0]))
    assert forward.step is not None and backward.step is not None
    assert forward.step.tolist() == pytest.approx([-np.sqrt(0.5), np.sqrt(0.5), 0])
    assert backward.step.tolist() == pytest.approx([np.sqrt(0.5), -np.sqrt(0.5), 0])
