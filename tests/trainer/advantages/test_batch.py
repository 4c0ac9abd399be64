"""The batch: what it takes, what it works out, and what it refuses, with the place and the cure."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import numpy as np
import pytest

from tests.trainer.advantages.batches import joined, taken, two_by_two
from trainer.advantages import StepBatch, estimate
from trainer.advantages.batch import as_batch

NAN, INFINITE = float("nan"), float("inf")


def refused(error: type[Exception], *words: str, **changed: Any) -> None:
    """Assert that a batch with these columns is refused with one text that has all the words."""
    columns = {name: column for name, column in two_by_two(**changed).items() if column is not ...}
    with pytest.raises(error) as caught:
        as_batch(columns)
    assert len(caught.value.args) == 1
    for word in words:
        assert word in str(caught.value)


class Tensor:
    """What another library's array looks like: NumPy can take it, and it hashes by identity."""

    def __init__(self, values: Any, broken: bool = False) -> None:
        self.values, self.broken = values, broken

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        if self.broken:
            raise RuntimeError("call detach() first")
        return np.asarray(self.values, dtype=dtype)

    def __len__(self) -> int:
        return len(self.values)


# What it takes


@pytest.mark.parametrize("make", [list, tuple, np.array, Tensor], ids=["list", "tuple", "array", "tensor"])
def test_columns_of_every_make(make: Callable[[Any], Any]) -> None:
    batch = StepBatch(**{name: make(column) for name, column in two_by_two().items()})
    assert np.asarray(estimate(batch, "dr_grpo")).tolist() == [5, 5, -5, -5]
    assert batch.nodes == 2


@pytest.mark.parametrize(
    "anchors",
    [
        [("start", 1), ("hall",), ("start", 1), ("hall",)],
        [b"start", "hall", b"start", "hall"],
        [1 << 70, -5, 1 << 70, -5],
        [2.5, 1, 2.5, 1],
        np.array([2**64 - 1, 2**63, 2**64 - 1, 2**63], dtype=np.uint64),
        np.array(["start", "hall", "start", "hall"]),
        np.array([1.5, 0, 1.5, 0]),
        np.array(["2025-01-01", "2025-01-02", "2025-01-01", "2025-01-02"], dtype="datetime64[D]"),
        [np.int64(3), np.int64(4), np.int64(3), np.int64(4)],
    ],
)
def test_keys_of_every_kind(anchors: Any) -> None:
    assert StepBatch(**two_by_two(anchor=anchors)).node_codes.tolist() in ([0, 1, 0, 1], [1, 0, 1, 0])


def test_equal_numbers_of_other_types_are_one_key() -> None:
    assert StepBatch(**two_by_two(anchor=[1, 2, 1.0, np.int64(2)])).nodes == 2
    # Large keys agree between an unsigned array and a list.
    big = np.array([2**64 - 1, 5, 2**64 - 1, 5], dtype=np.uint64)
    batch = StepBatch(**two_by_two(anchor=big, next_anchor=[5, -1, 5, 2**64 - 1]))
    assert batch.nodes == 3
    assert batch.next_node_codes[3] == batch.node_codes[0] != batch.next_node_codes[1]


def test_places_that_were_only_led_to() -> None:
    for here, there in (([1, 2, 1, 2], [2, (), 2, "end"]), (["a", 5, "a", 5], [5, 2, 5, 3])):
        batch = StepBatch(**two_by_two(anchor=here, next_anchor=there))
        assert batch.nodes == 4
        assert len({*batch.node_codes.tolist(), *batch.next_node_codes.tolist()}) == 4
        assert batch.next_node_codes[[0, 2]].tolist() == batch.node_codes[[1, 3]].tolist()


def test_places_without_a_key_are_like_no_other() -> None:
    batch = StepBatch(**two_by_two(anchor=["start", None, "start", None]))
    assert batch.node_codes.tolist() == [0, 1, 0, 2] and batch.nodes == 3
    assert batch.next_node_codes.tolist() == [1, -1, 2, -1]
    result = estimate(two_by_two(anchor=[None] * 4), "gigpo")
    assert result.step is not None and not result.step.any()
    # And what is led to without a key is no place at all.
    led = two_by_two(next_anchor=["hall", None, None, None])
    batch = StepBatch(**led)
    assert batch.nodes == 2 and batch.next_node_codes.tolist() == [1, -1, -1, -1]
    assert StepBatch(**two_by_two(anchor=[None] * 4, next_anchor=[None] * 4)).next_node_codes.tolist() == [-1] * 4


def test_next_places_must_be_named_as_places_are() -> None:
    shifted = StepBatch(**two_by_two(next_anchor=["start", "hall", "hall", "start"]))
    text = "in trajectory 0 of group 0 next_anchor of step 0 is 'start', but anchor of the step after it is 'hall'"
    with pytest.raises(ValueError, match=text):
        _ = shifted.next_node_codes
    for method in ("graph_gpo", "rtmc"):
        with pytest.raises(ValueError, match=r"\(1 rows are so\): both must name places in the same way"):
            estimate(shifted, method)
    # Where rows are missing, or a place has no key, there is nothing to compare.
    dropped = two_by_two(step=[0, 2, 0, 1], step_return=[0] * 4, next_anchor=["cellar", "end", None, "end"])
    assert -1 in StepBatch(**dropped).next_node_codes
    assert StepBatch(**two_by_two(anchor=["start", None] * 2, next_anchor=["hall"] * 4)).next_node_codes.min() >= 0


def test_a_batch_is_a_mapping_of_its_columns() -> None:
    batch = StepBatch(**two_by_two(horizon=5, valid=[True, False, True, True]))
    again = StepBatch(**batch)
    assert list(again) == list(batch) == [*two_by_two(), "valid", "horizon", "anchor_kind"]
    assert len(batch) == 8 and batch["horizon"].tolist() == [5] * 4 and batch["anchor_kind"] == "state"
    assert as_batch(batch) is batch
    assert repr(batch) == "<StepBatch: 4 steps of 2 trajectories in 1 groups, anchors of kind 'state'>"
    with pytest.raises(KeyError, match="has no column 'value'; it has group, trajectory"):
        batch["value"]
    with pytest.raises(ValueError, match="gae needs the column 'value': give it to StepBatch"):
        estimate(batch, "gae")


def test_a_batch_does_not_change() -> None:
    reward = np.array([0.0, 10.0, 0.0, 0.0])
    batch = StepBatch(**two_by_two(reward=reward))
    reward[:] = 7
    assert batch.reward.tolist() == [0, 10, 0, 0]
    with pytest.raises(ValueError, match="read-only"):
        batch["reward"][0] = 1


def test_trajectory_names_may_be_used_again_in_another_group() -> None:
    batch = joined(two_by_two(), two_by_two(group=[1] * 4, reward=[0.0, 0.0, 0.0, 4.0]))
    made = StepBatch(**batch)
    assert (made.groups, made.trajectories) == (2, 4)
    assert np.asarray(estimate(made, "dr_grpo")).tolist() == [5, 5, -5, -5, -2, -2, 2, 2]


# What it works out


def test_the_way_of_a_trajectory_whatever_the_order_of_rows() -> None:
    batch = StepBatch(**taken(two_by_two(), [3, 1, 0, 2]))
    assert batch.order.tolist() == [2, 1, 3, 0] or batch.order.tolist() == [3, 0, 2, 1]
    assert batch.next_rows.tolist() == [-1, -1, 1, 0]
    assert batch.terminated.tolist() == [True, True, False, False]
    assert batch.step_returns(0.5).tolist() == [0, 10, 5, 0]
    assert batch.episode_returns().tolist() == [0, 10, 10, 0]
    assert batch.next_node_codes.tolist() == [-1, -1, batch.node_codes[1], batch.node_codes[0]]


def test_returns_that_are_given_are_used() -> None:
    # The second row of each trajectory was dropped, and the last one copied.
    batch = {
        "group": [0, 0, 0],
        "trajectory": [0, 1, 1],
        "step": [0, 0, 0],
        "reward": [0.0, 0.0, 0.0],
        "anchor": ["start"] * 3,
        "step_return": [5.0, 2.0, 2.0],
        "episode_return": [10.0, 4.0, 4.0],
    }
    result = estimate(batch, "gigpo", normalize="mean")
    assert result.episode is not None and result.step is not None
    assert result.episode.tolist() == [3, -3, -3]
    assert result.step.tolist() == [2, -1, -1]
    with pytest.raises(ValueError, match=re.escape("trajectory 1 of group 0 has step 0 twice; this method follows")):
        estimate(batch | {"value": [0.0] * 3}, "gae")
    with pytest.raises(ValueError, match="put the penalty into those and pass invalid_penalty=0"):
        estimate(batch, "grpo", invalid_penalty=0.1, penalty="reward")
    with pytest.raises(ValueError, match="this method follows trajectories"):  # one of the two is not enough for both
        estimate({name: column for name, column in batch.items() if name != "step_return"}, "gigpo")


def test_one_long_trajectory() -> None:
    n = 2_000
    batch = StepBatch([0] * n, [0] * n, range(n)[::-1], [1.0] * n, [0] * n)
    assert batch.step_returns(1.0).tolist() == list(range(1, n + 1))


# What it refuses


@pytest.mark.parametrize("value", [NAN, INFINITE, -INFINITE, 1e200])
@pytest.mark.parametrize("name", ["reward", "value", "next_value", "step_return", "episode_return"])
def test_numbers_that_are_none(name: str, value: float) -> None:
    refused(ValueError, f"{name} must be finite", f"row 2 has {value}", "1 of 4 rows", **{name: [0.0, 0.0, value, 0.0]})


@pytest.mark.parametrize(
    "reward", [["0", "1", "0", "0"], [0.0, None, 0.0, 0.0], [[0], [1, 2], [0], [0]], [0, 1j, 0, 0]]
)
def test_rewards_that_are_no_numbers(reward: Any) -> None:
    refused(TypeError, "'reward' must hold numbers", reward=reward)


def test_success_may_be_the_reward() -> None:
    assert StepBatch(**two_by_two(reward=[False, True, False, False])).episode_returns().tolist() == [1, 1, 0, 0]


@pytest.mark.parametrize("make", [list, np.array])
def test_no_rows(make: Callable[[Any], Any]) -> None:
    with pytest.raises(ValueError, match="has no row: an estimate needs at least one step"):
        as_batch({name: make([]) for name in two_by_two()})


@pytest.mark.parametrize("name", [*two_by_two(), "valid", "tokens", "next_anchor", "horizon"])
def test_columns_of_unequal_length(name: str) -> None:
    words = ("reward has 5, group has 4",) if name == "reward" else (f"reward has 4, {name} has 5",)
    refused(ValueError, "one entry a row", *words, **{name: [0, 1, 0, 1, 0]})


@pytest.mark.parametrize("name", ["group", "anchor", "reward"])
@pytest.mark.parametrize(
    "column", [None, 5, np.array(5), "abcd", b"abcd", {1, 2, 3, 4}, {0: 1, 1: 1, 2: 1, 3: 1}, iter("abcd")]
)
def test_columns_that_are_no_lists(name: str, column: Any) -> None:
    refused(TypeError, f"{name!r} must be a list or an array", **{name: column})


@pytest.mark.parametrize("name", ["group", "reward", "step", "valid"])
def test_tables_are_no_columns(name: str) -> None:
    refused(ValueError, name, "one entry a row", "(4, 1)", **{name: np.ones((4, 1), dtype=np.int64)})


@pytest.mark.parametrize("name", ["reward", "group", "step"])
def test_masked_arrays(name: str) -> None:
    column = np.ma.array(two_by_two()[name], mask=[False, True, False, False])
    refused(ValueError, f"{name!r} has masked entries: fill them, or leave their rows out", **{name: column})
    whole = StepBatch(**two_by_two(**{name: np.ma.array(two_by_two()[name])}))
    assert whole[name].tolist() == two_by_two()[name]


def test_tensors_that_cannot_be_read() -> None:
    refused(TypeError, "'reward' cannot be read as an array: call detach() first", reward=Tensor([0] * 4, broken=True))
    # A list of tensors: each would be an id of its own, silently.
    refused(TypeError, "group is a list of arrays (Tensor)", group=[Tensor([0]) for _ in range(4)])


@pytest.mark.parametrize("name", ["group", "trajectory", "anchor", "next_anchor", "coarse"])
@pytest.mark.parametrize("entry", [["list"], {"a": 1}, {1}, np.zeros(2)])
def test_ids_that_are_not_hashable(name: str, entry: Any) -> None:
    column: list[Any] = [0, 0, entry, 1]
    refused(TypeError, f"must be hashable, but {name} has", "use a tuple, a text or a digest", **{name: column})


def test_a_list_deep_in_a_key() -> None:
    with pytest.raises(TypeError, match="must be hashable"):
        estimate(two_by_two(anchor=[("a", [1]), 0, 0, 0]), "gigpo")


class Missing:
    """What a missing value of pandas does: it equals nothing, and does not say so."""

    def __eq__(self, other: object) -> Any:
        return self

    __hash__ = object.__hash__

    def __bool__(self) -> bool:
        raise TypeError("boolean value of NA is ambiguous")


@pytest.mark.parametrize(
    "column",
    [
        [0, 1, NAN, 1],
        np.array([0, 1, NAN, 1]),
        [0, 1, complex(NAN), 1],
        [0, 1, Decimal("nan"), 1],
        ["a", Missing()] * 2,
    ],
)
def test_a_key_that_is_nan(column: Any) -> None:
    refused(ValueError, "anchor has NaN", "use None", anchor=column)


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ([0, 2, 0, 1], ("trajectory 0 of group 0 has step 2 but no step 1",)),
        ([1, 2, 0, 1], ("trajectory 0 of group 0 has step 1 but no step 0",)),
        ([0, 1, 0, 0], ("trajectory 1 of group 0 has step 0 twice",)),
        ([0, 1, 1, 1], ("trajectory 1 of group 0 has step 1 but no step 0",)),
    ],
)
def test_steps_missing_or_repeated(step: list[int], words: tuple[str, ...]) -> None:
    refused(ValueError, *words, "give every step once, or", "step_return and episode_return", step=step)


@pytest.mark.parametrize(
    ("step", "row"),
    [
        ([0, -1, 0, 1], "row 1 has -1"),
        ([0, 1, 0, 0.5], "row 3 has 0.5"),
        ([0, 1, 0, NAN], "row 3 has nan"),
        ([0, 1, 0, INFINITE], "row 3 has inf"),
        ([0, 1, 0, 2**31], f"row 3 has {2**31}"),
    ],
)
def test_steps_that_are_no_counts(step: list[Any], row: str) -> None:
    refused(ValueError, "step must be a whole number from 0", row, step=step)


@pytest.mark.parametrize("name", ["step", "tokens", "horizon"])
@pytest.mark.parametrize("column", [[False, True, False, True], list("0101"), [0, None, 0, 1], [0, [1], 0, 1]])
def test_counts_that_are_no_numbers(name: str, column: Any) -> None:
    refused(TypeError, f"{name!r} must hold whole numbers", **{name: column})


def test_steps_may_be_whole_floats() -> None:
    assert StepBatch(**two_by_two(step=[0.0, 1.0, 0.0, 1.0])).next_rows.tolist() == [1, -1, 3, -1]


@pytest.mark.parametrize("name", ["valid", "terminated"])
def test_flags(name: str) -> None:
    refused(ValueError, f"{name} must be True or False", "row 1 has 2", **{name: [0, 2, 0, 1]})
    refused(ValueError, f"{name} must be True or False", "row 3 has nan", **{name: [0, 1, 0, NAN]})
    refused(TypeError, f"{name!r} must hold True or False", **{name: ["no", "yes", "no", "yes"]})
    refused(TypeError, f"{name!r} must hold True or False", **{name: [False, None, False, True]})
    for column in ([False, True, False, True], [0, 1, 0, 1], np.array([0.0, 1.0, 0.0, 1.0])):
        assert StepBatch(**two_by_two(**{name: column}))[name].tolist() == [False, True, False, True]


def test_an_end_in_the_middle() -> None:
    refused(ValueError, "trajectory 1 of group 0 is terminated at step 0, but goes on", terminated=[0, 1, 1, 0])


def test_horizons() -> None:
    refused(ValueError, "trajectory 0 of group 0 has step 1, but horizon 1 allows steps 0 to 0", horizon=1)
    refused(ValueError, "horizon must be a whole number from 1", "has 0", horizon=0)
    refused(
        ValueError, "horizon 2", "allows steps 0 to 1", horizon=[3, 3, 2, 2], step=[0, 1, 1, 2], step_return=[0] * 4
    )
    refused(TypeError, "'horizon' must hold whole numbers", horizon=True)
    for neither in ("long", 5.0, np.array(5)):
        refused(TypeError, f"'horizon' must be a list or an array, not {neither!r}", horizon=neither)
    assert StepBatch(**two_by_two(horizon=np.int64(2)))["horizon"].tolist() == [2] * 4


def test_one_return_a_trajectory() -> None:
    refused(
        ValueError,
        "episode_return is one number a trajectory, but trajectory 1 of group 0 has 0.0 and 3.0",
        episode_return=[10, 10, 0, 3],
    )


def test_kinds_of_anchors() -> None:
    refused(ValueError, "unknown anchor_kind 'states'. Did you mean 'state'?", anchor_kind="states")


def test_columns_that_are_unknown_or_missing() -> None:
    refused(TypeError, "unknown keyword 'rewards'. Did you mean 'reward'?", rewards=[0] * 4)
    refused(TypeError, "unknown keyword 'self'", self=[0] * 4)
    refused(TypeError, "the batch has no step, anchor; it has group, trajectory, reward", step=..., anchor=...)
    for batch in ([two_by_two()], None, "rows", 5):
        with pytest.raises(TypeError, match="a batch is a StepBatch or a mapping of its columns"):
            as_batch(batch)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="it has no column"):
        as_batch({})


# What it cannot see


def test_a_group_split_over_two_batches() -> None:
    # Each half knows the mean of its own trajectories only. Here the winners are in one half and the losers in the
    # other, so that nothing is left; the diagnostics show groups of half the size, all without variance.
    whole = joined(two_by_two(), two_by_two(trajectory=[2, 2, 3, 3]))
    winners, losers = taken(whole, [0, 1, 4, 5]), taken(whole, [2, 3, 6, 7])
    result = estimate(whole, "grpo")
    assert result.total[[0, 2]].tolist() == pytest.approx([0.75**0.5, -(0.75**0.5)])
    assert (result.diagnostics["group_size_min"], result.diagnostics["zero_variance_share"]) == (4, 0)
    for half in (winners, losers):
        result = estimate(half, "grpo")
        assert not result.total.any()
        assert (result.diagnostics["group_size_max"], result.diagnostics["zero_variance_share"]) == (2, 1)


def test_groups_of_one_row() -> None:
    batch = two_by_two(group=[0, 1, 2, 3], step=[0] * 4, tokens=[1] * 4, value=[0.0] * 4)
    for method in ("grpo", "dr_grpo", "rloo", "pass_at_k", "gigpo"):
        result = estimate(batch, method)
        assert not result.total.any()
        assert (result.diagnostics["group_size_max"], result.diagnostics["zero_variance_share"]) == (1, 1)
    raw = estimate(batch, "gigpo", singleton="raw", normalize="mean")
    assert raw.total.tolist() == [0, 10, 0, 0]
    assert estimate(batch, "rloo", "verl_agent").total.tolist() == [0, 10, 0, 0]
    # These two look at the batch, not at the group.
    assert estimate(batch, "reinforce_pp").total[:, 0].tolist() == pytest.approx([-0.5, 1.5, -0.5, -0.5])
    assert estimate(batch, "gae").total.tolist() == pytest.approx([-0.5, 1.5, -0.5, -0.5])
    assert not estimate(batch, "reinforce_pp", baseline="group").total.any()
