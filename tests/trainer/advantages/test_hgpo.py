from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.trainer.advantages import plain_graph
from tests.trainer.advantages.graph_batches import Rows, batches, columns, episode_of, renamed, reordered, step_of
from trainer.advantages import StepBatch, estimate, gigpo, hgpo
from trainer.advantages.episode import Normalize

OPTIONS = st.fixed_dictionaries(
    {
        "gamma": st.sampled_from([0.0, 0.9, 1.0]),
        "depth": st.integers(0, 3),
        "alpha": st.sampled_from([0.0, 1.0, 2.5]),
        "base": st.integers(1, 2),
        "episode": st.booleans(),
        "epsilon": st.sampled_from([0.0, 1e-6, 0.1]),
    }
)

# Two runs come to B by way of A, a third by way of C; D, E and F are seen once.
HAND: dict[str, Any] = {
    "group": [0] * 6,
    "trajectory": [0, 0, 1, 1, 2, 2],
    "step": [0, 1] * 3,
    "reward": [0.0, 8.0, 0.0, 4.0, 0.0, 0.0],
    "anchor": ["A", "B", "A", "B", "C", "B"],
}


@settings(max_examples=40, deadline=None)
@given(batches(), OPTIONS, st.booleans(), st.booleans(), st.booleans(), st.sampled_from([0.0, 0.1]))
def test_as_the_plain_reading(
    rows: Rows, options: dict[str, Any], divide: bool, by_row: bool, raw: bool, cost: float
) -> None:
    found = hgpo(
        columns(rows),
        normalize="mean_std" if divide else "mean",
        unit="row" if by_row else "trajectory",
        singleton="raw" if raw else "zero",
        invalid_penalty=cost,
        penalty="row",
        **options,
    )
    expected = plain_graph.hgpo(rows, divide=divide, by_row=by_row, raw_singleton=raw, cost=cost, **options)
    np.testing.assert_allclose(found.total, expected, rtol=0, atol=1e-10)


def test_by_hand() -> None:
    # B: 8, 4, 0 around 4, and after A 8, 4 around 6. A: 8, 4 around 6. C is alone.
    found = hgpo(HAND, gamma=1.0, depth=1, normalize="mean")
    np.testing.assert_allclose(found.total, [2, (1 * 4 + 2 * 2) / 3, -2, -2, 0, -4], atol=1e-12)


def test_an_advantage_of_0_leaves_the_mean() -> None:
    # The second run is the mean at B (depth 0), so only depth 1 is left, with all the weight.
    assert hgpo(HAND, gamma=1.0, depth=1, normalize="mean").total[3] == -2


def test_rounding_is_no_advantage() -> None:
    # The same with rewards whose mean rounds: 0.2 is the mean of 0.3, 0.2 and 0.1 but for the last bit.
    batch = HAND | {"reward": [0.0, 0.3, 0.0, 0.2, 0.0, 0.1]}
    # It is the mean of the trajectories' returns too, so with the episode depth 1 is all there is as well.
    cases: dict[Normalize, float] = {"mean": -0.05, "mean_std": -1.0}
    for episode in (False, True):
        for normalize, expected in cases.items():
            found = hgpo(batch, gamma=1.0, depth=1, normalize=normalize, episode=episode)
            np.testing.assert_allclose(found.total[3], expected, atol=1e-12)


def test_by_hand_as_verl_agent() -> None:
    # Weights 2 and 3, deviations with n: of 8, 4, 0 the root of 32 / 3, of 8, 4 exactly 2.
    found = estimate(HAND, "hgpo", preset="verl_agent", gamma=1.0, depth=1)
    deep, wide = 2 / (2 + 1e-6), 4 / (np.sqrt(32 / 3) + 1e-6)
    mixed = (2 * wide + 3 * deep) / (5 + 1e-6)
    expected = [2 * deep / (2 + 1e-6), mixed, -2 * deep / (2 + 1e-6), -3 * deep / (3 + 1e-6), 0]
    np.testing.assert_allclose(found.total, [*expected, -2 * wide / (2 + 1e-6)], atol=1e-12)


def test_the_episode_takes_part_with_weight_1() -> None:
    alone = hgpo(HAND, gamma=1.0, depth=1, normalize="mean", episode=True)
    np.testing.assert_allclose(episode_of(alone), [4, 4, 0, 0, -4, -4])
    np.testing.assert_allclose(alone.total[1], (4 + 1 * 4 + 2 * 2) / 4)
    np.testing.assert_allclose(alone.total[4], -4)  # C has no step advantage
    np.testing.assert_allclose(step_of(alone)[1], (1 * 4 + 2 * 2) / 3)


@settings(max_examples=40, deadline=None)
@given(batches())
def test_depth_0_is_the_step_part_of_gigpo(rows: Rows) -> None:
    found = hgpo(columns(rows), depth=0, normalize="mean").total
    step = step_of(gigpo(columns(rows), normalize="mean"))
    np.testing.assert_allclose(found, step, atol=1e-12)


@settings(max_examples=40, deadline=None)
@given(batches())
def test_order_of_rows_names_and_scale_do_not_matter(rows: Rows) -> None:
    batch = columns(rows)
    expected = hgpo(batch, episode=True).total
    moved, order = reordered(batch)
    np.testing.assert_allclose(hgpo(moved, episode=True).total, expected[order], atol=1e-10)
    np.testing.assert_allclose(hgpo(renamed(batch), episode=True).total, expected, atol=1e-10)
    scaled = batch | {"reward": [10 * reward for reward in batch["reward"]]}
    np.testing.assert_allclose(hgpo(scaled, episode=True).total, expected, atol=1e-10)


def test_constant_groups_are_exactly_0() -> None:
    batch = HAND | {"reward": [0.0, 0.1, 0.0, 0.1, 0.0, 0.1]}
    assert not hgpo(batch, episode=True).total.any()
    assert not hgpo(batch | {"reward": [0.0] * 6}, episode=True).total.any()


def test_a_clock_in_the_anchor_leaves_nothing() -> None:
    found = hgpo(HAND | {"anchor": list(range(6))})
    assert not found.total.any()
    assert found.diagnostics["depth_share/0"] == 0


def test_histories_do_not_reach_over_trajectories_or_groups() -> None:
    # B comes after A in both, but in different groups; and the end of one run is no history of the next.
    batch = {
        "group": [0, 0, 1, 1],
        "trajectory": [0, 0, 0, 0],
        "step": [0, 1, 0, 1],
        "reward": [0.0, 1.0, 0.0, 0.0],
        "anchor": ["A", "B", "A", "B"],
    }
    assert not hgpo(batch).total.any()


def test_diagnostics() -> None:
    found = hgpo(HAND, gamma=1.0, depth=5, normalize="mean").diagnostics
    assert found["depth_share/0"] == pytest.approx(4 / 6)  # C is alone, and one run is the mean at B
    assert found["depth_share/1"] == pytest.approx(2 / 6)
    assert "depth_share/2" not in found  # no trajectory has three steps
    assert found["penalty_share"] == 0


def test_the_penalty_stands_apart() -> None:
    batch = HAND | {"reward": [0.0] * 6, "valid": [False, True, True, True, True, True]}
    found = hgpo(batch, invalid_penalty=0.6)
    np.testing.assert_allclose(found.total, [0.1 - 0.6, 0.1, 0.1, 0.1, 0.1, 0.1])
    assert found.diagnostics["penalty_share"] == 1


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"gamma": 1.1}, "gamma must be a number from 0 to 1"),
        ({"depth": -1}, "depth must be a whole number from 0"),
        ({"depth": 1.5}, "depth must be a whole number from 0"),
        ({"alpha": -1}, "alpha must be a finite number of at least 0"),
        ({"alpha": 1e6}, "alpha is too large"),
        ({"base": 0}, "base must be a whole number from 1"),
        ({"normalize": "std"}, "unknown normalize 'std'"),
        ({"unit": "rows"}, "Did you mean 'row'"),
        ({"singleton": "none"}, "unknown singleton"),
        ({"penalty": "rows"}, "Did you mean 'row'"),
        ({"epsilon": -1.0}, "epsilon must be a finite number of at least 0"),
        ({"invalid_penalty": -0.1}, "invalid_penalty must be a finite number of at least 0"),
    ],
)
def test_bad_options_are_named(options: dict[str, Any], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        hgpo(HAND, **options)


def test_a_missing_step_is_named_although_returns_are_given() -> None:
    batch = StepBatch(**HAND | {"step": [0, 2, 0, 1, 0, 1], "step_return": [1.0] * 6, "episode_return": [1.0] * 6})
    with pytest.raises(ValueError, match="trajectory 0 of group 0 has step 2 but no step 1"):
        hgpo(batch)
