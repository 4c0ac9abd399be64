from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gigpo_envs.state_graph import StateGraph, explore
from gigpo_envs.values import Values, policy_values
from tests.toy_world import CorridorSimulator
from tests.trainer.advantages import plain_graph
from tests.trainer.advantages.graph_batches import Columns, Rows, batches, columns, renamed, reordered, step_of
from trainer import advantages
from trainer.advantages import Advantages, StepBatch, estimate, gigpo

OPTIONS = st.fixed_dictionaries(
    {
        "gamma": st.sampled_from([0.0, 0.9, 1.0]),
        "kt": st.sampled_from([0.0, 0.1, 1.0]),
        "kb": st.sampled_from([0.0, 0.5, 2.0]),
    }
)

# Two steps are allowed. The first run wins in two; the second comes to B too, and is cut there.
HAND: dict[str, Any] = {
    "group": [0] * 4,
    "trajectory": [0, 0, 1, 1],
    "step": [0, 1] * 2,
    "reward": [0.0, 1.0, 0.0, 0.0],
    "anchor": ["A", "B", "A", "B"],
    "next_anchor": ["B", "won", "B", "A"],
    "terminated": [False, True, False, False],
    "horizon": 2,
}


def group_value(batch: Any, **options: Any) -> Advantages:
    """Return ``group_value`` of a batch whose anchors are said to be states."""
    return advantages.group_value({"anchor_kind": "state", **batch}, **options)


def raw(batch: Any, **options: Any) -> npt.NDArray[np.float64]:
    return group_value(batch, normalize="none", **options).total


@settings(max_examples=40, deadline=None)
@given(batches(), OPTIONS, st.booleans())
def test_as_the_plain_reading(rows: Rows, options: dict[str, Any], own_parent: bool) -> None:
    batch = columns(rows)
    if own_parent:
        rows = [row | {"coarse": row["anchor"]} for row in rows]
        del batch["coarse"]
    np.testing.assert_allclose(raw(batch, **options), plain_graph.group_value(rows, **options), rtol=0, atol=1e-10)


def test_by_hand() -> None:
    # One step left: y = 0 at A, 1 and 0 at B, the mean of all is 1 / 4, and the parent of B (1 + 1 / 4) / 3.
    parent = 1.25 / 3
    at_b = (1 + 0.5 * parent) / 2.5
    value = (1 + 0.1 * parent) / 2.1
    # Two left: both at A are worth the value of B with one left; the cut row at B goes on to A, worth nearly nothing.
    value_a = (0.1 * 0.25 / 3) / 2.1
    y = np.array([value, 1, value, value_a])
    at_a = (2 * value + 0.5 * (2 * value + y.mean()) / 3) / 2.5
    expected = [value - at_a, 1 - at_b, value - at_a, 0 - at_b]
    np.testing.assert_allclose(raw(HAND), expected, atol=1e-15)


def test_by_hand_without_shrinkage() -> None:
    np.testing.assert_allclose(raw(HAND, kt=0.0, kb=0.0), [0, 0.5, 0, -0.5])


def test_a_coarse_key_is_the_parent() -> None:
    # A is seen once; with one step left its parent has the steps at B too: (0 + 1 + 0 + 1 / 3) / 4.
    batch = {
        "group": [0] * 3,
        "trajectory": [0, 1, 2],
        "step": [0] * 3,
        "reward": [0.0, 1.0, 0.0],
        "anchor": ["A", "B", "B"],
        "terminated": [True] * 3,
        "horizon": 1,
    }
    parent = (1 + 1 / 3) / 4
    np.testing.assert_allclose(raw(batch | {"coarse": ["room"] * 3})[0], -(0.5 * parent) / 1.5)
    np.testing.assert_allclose(raw(batch)[0], -(0.5 * (1 / 3) / 2) / 1.5)


@settings(max_examples=40, deadline=None)
@given(batches(), OPTIONS)
def test_groups_that_fail_are_exactly_0(rows: Rows, options: dict[str, Any]) -> None:
    batch = columns(rows) | {"reward": [0.0] * len(rows)}
    found = group_value(batch, **options)
    assert not found.total.any()
    assert found.diagnostics["rms"] == 0


@settings(max_examples=40, deadline=None)
@given(batches())
def test_order_of_rows_names_and_scale_do_not_matter(rows: Rows) -> None:
    batch = columns(rows)
    expected = group_value(batch).total
    moved, order = reordered(batch)
    np.testing.assert_allclose(group_value(moved).total, expected[order], atol=1e-9)
    np.testing.assert_allclose(group_value(renamed(batch)).total, expected, atol=1e-9)
    scaled = batch | {"reward": [10 * reward for reward in batch["reward"]]}
    np.testing.assert_allclose(group_value(scaled).total, expected, atol=1e-9)


@settings(max_examples=40, deadline=None)
@given(batches(), st.integers(1, 6), st.sampled_from([0.5, 1.0]))
def test_at_any_steps_left_the_errors_of_a_place_sum_to_0(rows: Rows, left: int, gamma: float) -> None:
    # Limits that leave every row the same number of steps: then each error is y - V at its place, without shrinkage.
    batch = columns(rows) | {"horizon": [row["step"] + left for row in rows]}
    errors = raw(batch, gamma=gamma, kt=0.0, kb=0.0)
    places = [(row["group"], row["anchor"]) for row in rows]
    for place in set(places):
        assert sum(error for error, other in zip(errors, places, strict=True) if other == place) == pytest.approx(
            0, abs=1e-9
        )


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from([0.0, 0.1, 1.0]), min_size=1, max_size=8), st.booleans(), st.integers(0, 2))
def test_one_run_that_never_returns_says_nothing(rewards: list[float], ended: bool, spare: int) -> None:
    length = len(rewards)
    batch = {
        "group": [0] * length,
        "trajectory": [0] * length,
        "step": range(length),
        "reward": rewards,
        "anchor": range(length),
        "terminated": [False] * (length - 1) + [ended],
    }
    assert not group_value(batch, horizon=length + spare, kt=0.0, kb=0.0).total.any()


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3), st.floats(-5, 5)), min_size=1, max_size=12))
def test_with_one_step_it_is_the_reward_minus_the_mean_of_the_place(steps: list[tuple[int, float]]) -> None:
    places, rewards = (np.array(column) for column in zip(*steps, strict=True))
    rows = len(steps)
    batch = {
        "group": [0] * rows,
        "trajectory": range(rows),
        "step": [0] * rows,
        "reward": rewards,
        "anchor": places,
        "terminated": [True] * rows,
    }
    expected = [reward - rewards[places == place].mean() for place, reward in steps]
    np.testing.assert_allclose(raw(batch, horizon=1, kb=0.0), expected, atol=1e-9)


@settings(max_examples=40, deadline=None)
@given(batches(), st.integers(0, 2**32 - 1))
def test_linear_in_the_reward(rows: Rows, seed: int) -> None:
    batch = columns(rows)
    first, second = np.random.default_rng(seed).normal(size=(2, len(rows)))
    both = raw(batch | {"reward": 2 * first - 3 * second})
    apart = 2 * raw(batch | {"reward": first}) - 3 * raw(batch | {"reward": second})
    np.testing.assert_allclose(both, apart, atol=1e-9)


@settings(max_examples=40, deadline=None)
@given(batches())
def test_other_groups_do_not_enter(rows: Rows) -> None:
    together = raw(columns(rows))
    for name in {row["group"] for row in rows}:
        own = [i for i, row in enumerate(rows) if row["group"] == name]
        np.testing.assert_allclose(raw(columns([rows[i] for i in own])), together[own], atol=1e-12)


def test_divided_by_the_root_mean_square_of_the_whole_batch() -> None:
    quiet = {name: column for name, column in HAND.items() if name != "horizon"}
    batch = {name: [*column, *column] for name, column in quiet.items()}
    batch |= {"group": [0] * 4 + [1] * 4, "reward": [0.0, 1.0, 0.0, 0.0] + [0.0] * 4}
    found = group_value(batch, horizon=2)
    np.testing.assert_allclose(np.mean(found.total**2), 1)
    np.testing.assert_allclose(found.total * found.diagnostics["rms"], step_of(found))
    np.testing.assert_allclose(step_of(found)[:4], raw(HAND), atol=1e-15)


def test_groups_that_win_are_told_apart_by_the_steps_they_lose() -> None:
    # Both win, one by way of a loop at A. With two steps left after the loop there is less time: that is wanted.
    batch = {
        "group": [0] * 5,
        "trajectory": [0, 0, 1, 1, 1],
        "step": [0, 1, 0, 1, 2],
        "reward": [0.0, 1.0, 0.0, 0.0, 1.0],
        "anchor": ["A", "B", "A", "A", "B"],
        "next_anchor": ["B", "won", "A", "B", "won"],
        "terminated": [False, True, False, False, True],
        "horizon": 3,
    }
    found = raw(batch)
    assert found[0] > 0 > found[2]


def test_equal_runs_are_exactly_0_without_shrinkage() -> None:
    # Seven times the same, with a reward whose sums round: what is left is rounding, and must not be scaled up.
    runs, length = 7, 3
    batch = {
        "group": [0] * runs * length,
        "trajectory": np.repeat(np.arange(runs), length),
        "step": list(range(length)) * runs,
        "reward": [0.0, 0.0, 0.1] * runs,
        "anchor": list(range(length)) * runs,
        "terminated": [False, False, True] * runs,
        "horizon": 5,
    }
    assert not group_value(batch, gamma=0.9, kt=0.0, kb=0.0).total.any()


def test_a_group_of_one_row_is_exactly_0() -> None:
    batch = {"group": [0], "trajectory": [0], "step": [0], "reward": [0.3], "anchor": ["A"], "terminated": [True]}
    assert group_value(batch, horizon=7).total.tolist() == [0.0]


# What it converges to


def play(values: Values, runs: int, seed: int) -> tuple[Columns, npt.NDArray[np.float64]]:
    """Return a group of rollouts, and the exact advantage of every step."""
    graph, horizon = values.graph, len(values.value) - 1
    rng = np.random.default_rng(seed)
    names = ("trajectory", "step", "reward", "anchor", "next_anchor", "terminated", "coarse")
    batch: Columns = {name: [] for name in names}
    truth = []
    exact = {left: values.advantages(left) for left in range(1, horizon + 1)}
    for run in range(runs):
        state = 0
        for t in range(horizon):
            slot = rng.choice(graph.successor.shape[1], p=values.policy[state])
            after, ended = int(graph.successor[state, slot]), bool(graph.terminated[state, slot])
            row = (run, t, graph.reward[state, slot], state, after, ended, graph.progress[state])
            for name, entry in zip(names, row, strict=True):
                batch[name].append(entry)
            truth.append(exact[horizon - t][state, slot])
            state = after
            if ended:
                break
    return batch | {"group": [0] * len(truth), "horizon": horizon}, np.array(truth)


def corridor() -> StateGraph:
    world = CorridorSimulator()
    return explore(world, world.tasks("test")[0])


def uneven_policy(graph: StateGraph) -> npt.NDArray[np.float64]:
    weights = np.random.default_rng(5).uniform(0.2, 1.0, graph.successor.shape) * graph.exists
    return np.asarray(weights / np.maximum(weights.sum(axis=1, keepdims=True), 1e-300))


@pytest.mark.parametrize("gamma", [1.0, 0.9])
def test_converges_to_the_true_advantage(gamma: float) -> None:
    graph = corridor()
    values = policy_values(graph, uneven_policy(graph), 14, gamma)
    errors = []
    for runs in (50, 400, 3200):
        batch, truth = play(values, runs, seed=runs)
        errors.append(float(np.sqrt(np.mean((raw(batch, gamma=gamma) - truth) ** 2))))
    size = float(np.sqrt(np.mean(truth**2)))
    assert errors[2] < 0.5 * errors[1] < 0.25 * errors[0]
    assert errors[2] < 0.05 * size


def test_what_does_not_converge_is_told_apart() -> None:
    # The same rollouts by GiGPO, which only changes the baseline: more runs leave the noise of the future as it is.
    graph = corridor()
    values = policy_values(graph, uneven_policy(graph), 14)
    batch, truth = play(values, 3200, seed=3200)
    step = step_of(gigpo(batch, gamma=1.0, normalize="mean"))
    assert np.corrcoef(step, truth)[0, 1] < 0.6 < 0.99 < np.corrcoef(raw(batch), truth)[0, 1]


# Rows that are not whole


def test_copies_get_the_value_of_their_step_and_count_once() -> None:
    expected = group_value(HAND).total
    copied = {
        name: [*column, *column[:1], *column[:1], column[3]] for name, column in HAND.items() if name != "horizon"
    }
    copied["episode_return"] = [1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0]
    found = group_value(copied, horizon=2).total
    np.testing.assert_allclose(found, expected[[0, 1, 2, 3, 0, 0, 3]], atol=1e-15)


def test_rows_that_were_dropped_change_the_means_only() -> None:
    # Without the second run's first step, A has one row, and what is left is as if it had been played so.
    kept = {name: [*column[:2], column[3]] for name, column in HAND.items() if name != "horizon"}
    kept["episode_return"] = [1.0, 1.0, 0.0]
    found = raw(kept, horizon=2, kt=0.0, kb=0.0)
    np.testing.assert_allclose(found, [0, 0.5, -0.5], atol=1e-15)
    del kept["next_anchor"]
    with pytest.raises(ValueError, match="trajectory 1 of group 0 has step 1 but no step 0"):
        raw(kept, horizon=2)


def test_a_cut_before_the_limit_is_worth_the_mean_where_it_leads_to_nothing_known() -> None:
    # Two steps left at the cut. Nothing is known of where it led, so it is worth the mean of all rows with one left.
    batch = {
        "group": [0] * 3,
        "trajectory": [0, 1, 2],
        "step": [0] * 3,
        "reward": [0.0, 1.0, 0.0],
        "anchor": ["A"] * 3,
        "terminated": [False, True, True],
        "horizon": 2,
    }
    y = np.array([1 / 3, 1, 0])
    np.testing.assert_allclose(raw(batch, kb=0.0), y - y.mean())
    for unseen in ("nobody was here", "nor here"):
        found = raw(batch | {"next_anchor": [unseen, "won", "dead"]}, kb=0.0)
        np.testing.assert_allclose(found, y - y.mean())
    # At the limit nothing is left, known or not.
    np.testing.assert_allclose(raw(batch | {"horizon": 1}, kb=0.0), [-1 / 3, 2 / 3, -1 / 3])


def test_limits_may_differ_by_row() -> None:
    # The second run may take a step more, and so its first is worth what B is with two left.
    batch = HAND | {"horizon": [2, 2, 3, 3]}
    found = raw(batch, kt=0.0, kb=0.0)
    # B: with one left 1 and 0, so 1 / 2; with two left 1 and the value of A with one left, 0. A with two: 1 / 2.
    np.testing.assert_allclose(found, [0, 0.5, 0, -0.5])


# What it refuses


@pytest.mark.parametrize("kind", ["observation", "other"])
def test_texts_as_anchors_are_refused(kind: str) -> None:
    with pytest.raises(ValueError, match=f"needs anchors that are states.*{kind!r}.*state hash.*gigpo"):
        group_value(HAND | {"anchor_kind": kind})
    with pytest.raises(ValueError, match="needs anchors that are states"):
        estimate(HAND | {"anchor_kind": kind}, "group_value")


def test_sentences_are_taken_for_observations_unless_somebody_vouches_for_them() -> None:
    said = HAND | {"anchor": [f"You are at {key}." for key in HAND["anchor"]]}
    said.pop("next_anchor", None)
    with pytest.raises(ValueError, match="of kind 'observation'.*say so by anchor_kind='state'"):
        estimate(said, "group_value")
    vouched = estimate(said | {"anchor_kind": "state"}, "group_value").total
    named = {key: column for key, column in HAND.items() if key != "next_anchor"}
    np.testing.assert_array_equal(vouched, estimate(named, "group_value").total)


def test_a_cut_is_no_end() -> None:
    unsaid = {name: column for name, column in HAND.items() if name != "terminated"}
    ended = HAND | {"terminated": [False, True, False, True]}
    np.testing.assert_array_equal(group_value(unsaid, horizon=9).total, group_value(ended, horizon=9).total)
    assert (group_value(HAND, horizon=9).total != group_value(ended, horizon=9).total).any()


def test_needs_the_limit() -> None:
    without = {name: column for name, column in HAND.items() if name != "horizon"}
    with pytest.raises(ValueError, match="needs the step limit.*horizon=50.*column 'horizon'"):
        group_value(without)
    np.testing.assert_array_equal(group_value(without, horizon=2).total, group_value(HAND).total)


def test_the_option_beats_the_column() -> None:
    later = group_value(HAND | {"horizon": 9}, horizon=2).total
    np.testing.assert_array_equal(later, group_value(HAND).total)


def test_a_step_beyond_the_limit_is_refused() -> None:
    with pytest.raises(ValueError, match="there is a step 1, but horizon=1 allows steps 0 to 0"):
        group_value(HAND, horizon=1)
    with pytest.raises(ValueError, match="has step 1, but horizon 1 allows steps 0 to 0"):
        group_value(HAND | {"horizon": 1})


@pytest.mark.parametrize("far", [{"horizon": 100_001}, {"horizon": 2**64 - 1}])
def test_a_limit_that_is_none_is_refused(far: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="is too far: give the limit that ends episodes, at most 100000"):
        group_value(HAND, **far)
    with pytest.raises(ValueError, match="a horizon of 2147483647 is too far"):
        group_value(HAND | {"horizon": 2**31 - 1})


def test_next_places_without_a_key_are_not_known() -> None:
    # Two steps that led nobody knows where did not lead to one place, least of all to one that has None as its key.
    unknown = HAND | {"next_anchor": ["B", None, "B", None], "horizon": 3}
    elsewhere = HAND | {"next_anchor": ["B", "nobody was here", "B", "nor here"], "horizon": 3}
    np.testing.assert_array_equal(raw(unknown), raw(elsewhere))
    without = {name: column for name, column in unknown.items() if name != "next_anchor"}
    np.testing.assert_array_equal(raw(unknown), raw(without))


def test_the_penalty_stands_apart() -> None:
    batch = HAND | {"reward": [0.0] * 4, "valid": [False, True, True, True]}
    found = group_value(batch, invalid_penalty=0.4)
    np.testing.assert_allclose(found.total, [0.1 - 0.4, 0.1, 0.1, 0.1])
    assert found.diagnostics["penalty_share"] == 1


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"horizon": 0}, "horizon must be a whole number from 1"),
        ({"horizon": 2.5}, "horizon must be a whole number from 1"),
        ({"gamma": 1.1}, "gamma must be a number from 0 to 1"),
        ({"kt": -0.1}, "kt must be a finite number of at least 0"),
        ({"kb": float("nan")}, "kb must be a finite number of at least 0"),
        ({"normalize": "mean_std"}, "unknown normalize"),
        ({"invalid_penalty": -0.1}, "invalid_penalty must be a finite number of at least 0"),
    ],
)
def test_bad_options_are_named(options: dict[str, Any], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        group_value(HAND, **options)


def test_the_same_batch_gives_the_same_to_the_last_bit() -> None:
    batch = StepBatch(**HAND, anchor_kind="state")
    np.testing.assert_array_equal(group_value(batch).total, group_value(dict(HAND)).total)
