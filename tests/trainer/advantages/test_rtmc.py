from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.trainer.advantages import plain_graph
from tests.trainer.advantages.graph_batches import Rows, batches, columns, renamed, reordered, step_of
from trainer.advantages import gigpo, rtmc

OPTIONS = st.fixed_dictionaries(
    {"gamma": st.sampled_from([0.0, 0.9, 0.99, 1.0]), "prior": st.sampled_from([0.0, 0.5, 2.0])}
)

# From A two runs go left, of which one wins, and one goes right and wins.
HAND: dict[str, Any] = {
    "group": [0] * 6,
    "trajectory": [0, 0, 1, 1, 2, 2],
    "step": [0, 1] * 3,
    "reward": [0.0, 1.0, 0.0, 0.0, 0.0, 1.0],
    "anchor": ["A", "left", "A", "left", "A", "right"],
    "next_anchor": ["left", "won", "left", "dead", "right", "won"],
}


@settings(max_examples=40, deadline=None)
@given(batches(), OPTIONS, st.booleans())
def test_as_the_plain_reading(rows: Rows, options: dict[str, Any], divide: bool) -> None:
    found = rtmc(columns(rows), normalize="std" if divide else "none", **options).total
    np.testing.assert_allclose(found, plain_graph.rtmc(rows, divide=divide, **options), rtol=0, atol=1e-10)


def test_by_hand_with_plain_means() -> None:
    found = rtmc(HAND, gamma=1.0, prior=0.0)
    np.testing.assert_allclose(found.total, [1 / 2 - 2 / 3, 1 / 2, 1 / 2 - 2 / 3, -1 / 2, 1 / 3, 0], atol=1e-15)
    assert found.total[5] == 0  # alone at its place
    assert found.diagnostics["alone_share"] == pytest.approx(4 / 6)


def test_by_hand_with_the_prior() -> None:
    found = rtmc(HAND, gamma=0.5, prior=2.0)
    at_a = np.array([0.25, -0.0, 0.5]) + np.array([0, 0.25, 0])  # left: 0.5 and 0 on average
    value = (0.5 + 0.0 + 0.5 + 2 * 2 / 3) / (3 + 2)
    np.testing.assert_allclose(found.total[[0, 2, 4]], at_a - value)
    np.testing.assert_allclose(found.total[5], 1 - (1 + 2 * 2 / 3) / 3)


def test_a_loop_counts_once() -> None:
    # The first run passes A to B twice; only its first return, 0.25, is pooled, for both of its steps.
    batch = {
        "group": [0] * 4,
        "trajectory": [0, 0, 0, 1],
        "step": [0, 1, 2, 0],
        "reward": [0.0, 0.0, 1.0, 0.75],
        "anchor": ["A", "B", "A", "A"],
        "next_anchor": ["B", "A", "B", "C"],
    }
    found = rtmc(batch, gamma=0.5, prior=0.0).total
    np.testing.assert_allclose(found, [0.25 - 0.5, 0, 0.25 - 0.5, 0.75 - 0.5])


def test_ends_that_are_not_known_are_not_pooled() -> None:
    # Two answers to one question, of which one is right: without next_anchor nothing says that they are the same.
    batch = {"group": [0, 0], "trajectory": [0, 1], "step": [0, 0], "reward": [1.0, 0.0], "anchor": ["Q", "Q"]}
    np.testing.assert_allclose(rtmc(batch, prior=0.0).total, [0.5, -0.5])
    np.testing.assert_allclose(rtmc(batch | {"next_anchor": ["end", "end"]}, prior=0.0).total, [0, 0])


@settings(max_examples=40, deadline=None)
@given(batches())
def test_groups_that_fail_are_exactly_0(rows: Rows) -> None:
    batch = columns(rows) | {"reward": [0.0] * len(rows)}
    assert not rtmc(batch).total.any()


def test_constant_returns_are_exactly_0() -> None:
    batch = HAND | {"reward": [0.0, 0.1] * 3}
    assert not rtmc(batch, gamma=1.0).total.any()
    assert not rtmc(batch, gamma=1.0, normalize="std").total.any()


@settings(max_examples=40, deadline=None)
@given(batches())
def test_order_of_rows_and_names_do_not_matter_and_rewards_scale(rows: Rows) -> None:
    batch = columns(rows)
    expected = rtmc(batch).total
    moved, order = reordered(batch)
    np.testing.assert_allclose(rtmc(moved).total, expected[order], atol=1e-10)
    np.testing.assert_allclose(rtmc(renamed(batch)).total, expected, atol=1e-10)
    scaled = batch | {"reward": [10 * reward for reward in batch["reward"]]}
    np.testing.assert_allclose(rtmc(scaled).total, 10 * expected, atol=1e-9)
    np.testing.assert_allclose(rtmc(scaled, normalize="std").total, rtmc(batch, normalize="std").total, atol=1e-9)


def test_where_each_action_is_taken_once_it_is_the_step_part_of_gigpo() -> None:
    batch = HAND | {
        "anchor": ["A", "left", "A", "middle", "A", "left"],
        "next_anchor": ["left", None, "middle", None, None, None],
    }
    step = step_of(gigpo(batch, gamma=0.9, normalize="mean"))
    np.testing.assert_allclose(rtmc(batch, gamma=0.9, prior=0.0).total, step, atol=1e-12)


def test_next_places_without_a_key_are_like_no_other() -> None:
    # As without the column at the end of a trajectory: None is no key that two steps could share.
    batch = {"group": [0, 0], "trajectory": [0, 1], "step": [0, 0], "reward": [1.0, 0.0], "anchor": ["Q", "Q"]}
    np.testing.assert_allclose(rtmc(batch | {"next_anchor": [None, None]}, prior=0.0).total, [0.5, -0.5])


def test_copied_rows_count_once() -> None:
    copied = {name: [*column, column[0], column[0]] for name, column in HAND.items()}
    copied |= {"step_return": [*([0.9, 1.0, 0.0, 0.0, 0.9, 1.0]), 0.9, 0.9]}
    copied |= {"episode_return": [1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0]}
    found = rtmc(copied).total
    np.testing.assert_allclose(found, rtmc(HAND, gamma=0.9).total[[0, 1, 2, 3, 4, 5, 0, 0]])


def test_the_penalty_stands_apart() -> None:
    batch = HAND | {"reward": [0.0] * 6, "valid": [False, True, True, True, True, True]}
    found = rtmc(batch, invalid_penalty=0.6, normalize="std")
    np.testing.assert_allclose(found.total, [0.1 - 0.6, 0.1, 0.1, 0.1, 0.1, 0.1])
    assert found.diagnostics["penalty_share"] == 1


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"gamma": -0.1}, "gamma must be a number from 0 to 1"),
        ({"prior": float("inf")}, "prior must be a finite number of at least 0"),
        ({"normalize": "mean_std"}, "unknown normalize 'mean_std'"),
        ({"invalid_penalty": "0.1"}, "invalid_penalty must be a finite number of at least 0"),
    ],
)
def test_bad_options_are_named(options: dict[str, Any], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        rtmc(HAND, **options)
