from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.trainer.advantages import plain_graph
from tests.trainer.advantages.graph_batches import Rows, batches, columns, episode_of, renamed, reordered, step_of
from trainer.advantages import StepBatch, estimate, graph_gpo
from trainer.advantages.graph_gpo import distances

OPTIONS = st.fixed_dictionaries(
    {
        "base": st.sampled_from([0.0, 0.1, 1.0]),
        "omega": st.sampled_from([0.0, 0.5, 1.0]),
        "relative": st.booleans(),
        "success": st.sampled_from([-0.5, 0.0, 0.9]),
        "scale": st.sampled_from([1.0, 10.0]),
        "epsilon": st.sampled_from([0.0, 1e-6, 0.1]),
    }
)

# The first run wins by A, B; the second leaves B for C and is cut; the third goes A, C, A and ends badly.
HAND: dict[str, Any] = {
    "group": [0] * 7,
    "trajectory": [0, 0, 1, 1, 2, 2, 2],
    "step": [0, 1, 0, 1, 0, 1, 2],
    "reward": [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    "anchor": ["A", "B", "A", "B", "A", "C", "A"],
    "next_anchor": ["B", "won", "B", "C", "C", "A", "dead"],
    "terminated": [False, True, False, False, False, False, True],
}


@settings(max_examples=40, deadline=None)
@given(batches(), OPTIONS, st.booleans(), st.booleans(), st.booleans(), st.sampled_from([0.0, 0.1]))
def test_as_the_plain_reading(
    rows: Rows, options: dict[str, Any], divide: bool, by_row: bool, raw: bool, cost: float
) -> None:
    found = graph_gpo(
        columns(rows),
        normalize="mean_std" if divide else "mean",
        unit="row" if by_row else "trajectory",
        singleton="raw" if raw else "zero",
        invalid_penalty=cost,
        penalty="row",
        **options,
    )
    expected = plain_graph.graph_gpo(rows, divide=divide, by_row=by_row, raw_singleton=raw, cost=cost, **options)
    np.testing.assert_allclose(found.total, expected, rtol=0, atol=1e-10)


def test_distances_by_hand() -> None:
    batch = StepBatch(**HAND)
    here, there, reachable = distances(batch, np.array([False, True] + [False] * 5))
    assert here.tolist() == [2, 1, 2, 1, 2, 3, 2]
    assert there.tolist() == [1, 0, 1, 3, 3, 2, 4]  # a bad end is one step farther than the farthest
    assert reachable.all()


def test_by_hand() -> None:
    found = graph_gpo(HAND, normalize="mean", omega=2.0)
    at_a = np.array([0.1, 0.1, 0.001, 0.0001])
    at_b = np.array([1.0, 0.001])
    step = np.zeros(7)
    step[[0, 2, 4, 6]], step[[1, 3]] = at_a - at_a.mean(), at_b - at_b.mean()
    np.testing.assert_allclose(step_of(found), step, atol=1e-15)
    np.testing.assert_allclose(episode_of(found), np.array([2, 2, -1, -1, -1, -1, -1]) / 3)
    np.testing.assert_allclose(found.total, episode_of(found) + 2 * step)
    assert found.diagnostics["reachable_share"] == 1


def test_relative_returns_by_hand() -> None:
    found = graph_gpo(HAND, normalize="mean", relative=True)
    at_a = np.array([1.0, 1.0, 0.01, 0.001])
    np.testing.assert_allclose(step_of(found)[[0, 2, 4, 6]], at_a - at_a.mean(), atol=1e-15)


def test_by_hand_as_verl_agent() -> None:
    # Returns of 10 and 0.01 at B, less the penalty; sample deviation; rows as statistics of episodes.
    batch = HAND | {"valid": [True, True, True, False, True, True, True]}
    found = estimate(batch, "graph_gpo", preset="verl_agent", invalid_penalty=0.1)
    at_b = np.array([10.0, 0.01 - 0.1])
    np.testing.assert_allclose(step_of(found)[[1, 3]], (at_b - at_b.mean()) / (at_b.std(ddof=1) + 1e-6))
    scores = np.array([1, 1, 0, -0.1, 0, 0, 0])
    np.testing.assert_allclose(episode_of(found), (scores - scores.mean()) / (scores.std(ddof=1) + 1e-6))


def test_a_bad_end_leads_nowhere_though_its_text_is_that_of_a_place() -> None:
    # The second run ends badly, at D, with the words that greet one at B; that is not the B the first run won from.
    batch: dict[str, Any] = {
        "group": [0, 0, 0, 0, 0],
        "trajectory": [0, 0, 1, 1, 2],
        "step": [0, 1, 0, 1, 0],
        "reward": [0.0, 1.0, 0.0, 0.0, 0.0],
        "anchor": ["A", "B", "A", "D", "A"],
        "next_anchor": ["B", "won", "D", "B", "B"],
        "terminated": [False, True, False, True, True],
    }
    here, there, reachable = distances(StepBatch(**batch), np.arange(5) == 1)
    assert here.tolist() == [2, 1, 2, 3, 2]
    assert there.tolist() == [1, 0, 3, 3, 3]
    assert reachable.tolist() == [True, True, True, False, True]


@settings(max_examples=40, deadline=None)
@given(batches())
def test_groups_that_fail_are_exactly_0(rows: Rows) -> None:
    batch = columns(rows) | {"reward": [0.0] * len(rows)}
    assert not graph_gpo(batch).total.any()


@settings(max_examples=40, deadline=None)
@given(batches())
def test_order_of_rows_names_and_scale_do_not_matter(rows: Rows) -> None:
    batch = columns(rows)
    expected = graph_gpo(batch).total
    moved, order = reordered(batch)
    np.testing.assert_allclose(graph_gpo(moved).total, expected[order], atol=1e-10)
    np.testing.assert_allclose(graph_gpo(renamed(batch)).total, expected, atol=1e-10)
    scaled = batch | {"reward": [10 * reward for reward in batch["reward"]]}
    np.testing.assert_allclose(graph_gpo(scaled, scale=3.0).total, expected, atol=1e-10)


@settings(max_examples=40, deadline=None)
@given(batches())
def test_without_a_step_part_it_is_the_episode_advantage(rows: Rows) -> None:
    batch = columns(rows)
    np.testing.assert_array_equal(graph_gpo(batch, omega=0.0).total, estimate(batch, "grpo").total)


def test_rows_that_were_dropped_need_next_places_and_returns() -> None:
    kept = {name: column[1:] for name, column in HAND.items()} | {"episode_return": [1.0] + [0.0] * 5}
    assert np.isfinite(graph_gpo(kept).total).all()
    del kept["next_anchor"]
    with pytest.raises(ValueError, match="trajectory 0 of group 0 has step 1 but no step 0"):
        graph_gpo(kept)


def test_a_long_way_back() -> None:
    length = 300
    batch: dict[str, Any] = {
        "group": [0] * length,
        "trajectory": [0] * length,
        "step": list(range(length)),
        "reward": [0.0] * (length - 1) + [1.0],
        "anchor": list(range(length)),
    }
    here, there, _ = distances(StepBatch(**batch), np.arange(length) == length - 1)
    assert here.tolist() == list(range(length, 0, -1))
    assert there.tolist() == list(range(length - 1, -1, -1))


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"base": 1.5}, "base must be a number from 0 to 1"),
        ({"omega": -1}, "omega must be a finite number of at least 0"),
        ({"success": float("nan")}, "success must be a finite number"),
        ({"success": "won"}, "success must be a finite number"),
        ({"scale": -1.0}, "scale must be a finite number of at least 0"),
        ({"normalize": "std"}, "unknown normalize 'std'"),
        ({"unit": "rows"}, "Did you mean 'row'"),
        ({"singleton": "none"}, "unknown singleton"),
        ({"penalty": "reward"}, "unknown penalty 'reward'"),
        ({"invalid_penalty": -0.1}, "invalid_penalty must be a finite number of at least 0"),
    ],
)
def test_bad_options_are_named(options: dict[str, Any], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        graph_gpo(HAND, **options)
