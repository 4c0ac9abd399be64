"""The columns that estimators read: one row a step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from gigpo_envs.errors import check_keywords, shown, unknown
from trainer.advantages.codes import codes_of, pair_codes
from trainer.advantages.columns import Column, column_of, known_keys, length_of
from trainer.advantages.consistency import (
    check_episode_return,
    check_horizon,
    check_next_anchor,
    check_terminated,
    gap,
)

Floats = npt.NDArray[np.float64]
Codes = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

ANCHOR_KINDS = ("state", "observation", "other")
REQUIRED = ("group", "trajectory", "step", "reward", "anchor")


class StepBatch(Mapping[str, Any]):
    """A batch of steps as columns of equal length, rows in any order.

    It is a mapping of the columns that were given, so ``StepBatch(**batch)`` makes it again, and an estimator that
    knows nothing of this class reads ``batch["reward"]``. Columns are lists, arrays, or what NumPy takes for arrays
    (tensors, series); they are copied, so a batch never changes. Ids and keys may be integers or any hashable values;
    keys are compared within a group only.

    Args:
        group: Group (task) of each row.
        trajectory: Trajectory of each row; the same name in another group is another trajectory.
        step: Number of the step within its trajectory, from 0.
        reward: The environment's reward for the step, without penalties.
        anchor: Key of the place the action was taken at; None where it has none, which is like no other place.
        next_anchor: Key of the place it led to, in the same naming as ``anchor``; None where that is not known. By
            default that of the next row.
        terminated: The environment ended with this step; a cut at a step limit is no end. By default the last
            step of each trajectory ended it.
        coarse: Coarser key of the place, e.g. the observation or the progress, towards which small nodes shrink.
        valid: The action was valid. By default all were.
        value: A critic's value of the place, in units of reward.
        next_value: A critic's value of the place the step led to; read only where a trajectory was cut.
        tokens: Tokens of the response.
        anchor_text: Text of the place, which grouping by similarity needs.
        step_return: Discounted return from the step on, instead of computing it.
        episode_return: Undiscounted return of the whole trajectory, instead of computing it.
        horizon: Step limit of each row's episode, or one for all.
        anchor_kind: What ``anchor`` is: ``"state"`` (equal keys mean equal states), ``"observation"``, or ``"other"``.
            By default ``"state"``, but ``"observation"`` where an anchor is a text of several words.

    Raises:
        TypeError: A column is no list, or holds something else than it should: an id or key that is not hashable, a
            text where numbers are due.
        ValueError: Columns differ in length, there is no row, a number is not finite, a step is at or beyond the
            horizon, ``terminated`` where the trajectory goes on, or the steps of a trajectory are not 0, 1, 2, ...
            once each and neither ``step_return`` nor ``episode_return`` is given.
    """

    def __init__(
        self,
        group: Column,
        trajectory: Column,
        step: Column,
        reward: Column,
        anchor: Column,
        *,
        next_anchor: Column | None = None,
        terminated: Column | None = None,
        coarse: Column | None = None,
        valid: Column | None = None,
        value: Column | None = None,
        next_value: Column | None = None,
        tokens: Column | None = None,
        anchor_text: Column | None = None,
        step_return: Column | None = None,
        episode_return: Column | None = None,
        horizon: Column | int | None = None,
        anchor_kind: str | None = None,
    ) -> None:
        if anchor_kind is not None and anchor_kind not in ANCHOR_KINDS:
            raise ValueError(unknown("anchor_kind", anchor_kind, ANCHOR_KINDS))
        self.rows = length_of("reward", reward)
        if self.rows == 0:
            raise ValueError("the batch has no row: an estimate needs at least one step")
        given = {
            "group": group,
            "trajectory": trajectory,
            "step": step,
            "reward": reward,
            "anchor": anchor,
            "next_anchor": next_anchor,
            "terminated": terminated,
            "coarse": coarse,
            "valid": valid,
            "value": value,
            "next_value": next_value,
            "tokens": tokens,
            "anchor_text": anchor_text,
            "step_return": step_return,
            "episode_return": episode_return,
            "horizon": np.full(self.rows, horizon) if isinstance(horizon, int | np.integer) else horizon,
        }
        self._columns = {
            name: column_of(name, column, self.rows)
            for name, column in given.items()
            if column is not None or name in REQUIRED
        }
        self.anchor_kind = anchor_kind or ("observation" if _has_sentences(self._columns["anchor"]) else "state")
        if "step_return" not in self and "episode_return" not in self:
            self.check_complete()
        if "horizon" in self:
            check_horizon(self)
        if "terminated" in self:
            check_terminated(self)
        if "episode_return" in self:
            check_episode_return(self)

    def __getitem__(self, name: str) -> Any:
        if name == "anchor_kind":
            return self.anchor_kind
        if name not in self._columns:
            raise KeyError(f"this batch has no column {name!r}; it has {', '.join(self._columns)}")
        return self._columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter((*self._columns, "anchor_kind"))

    def __len__(self) -> int:
        """Return the number of columns; that of rows is ``rows``."""
        return len(self._columns) + 1

    def __repr__(self) -> str:
        return (
            f"<StepBatch: {self.rows} steps of {self.trajectories} trajectories in {self.groups} groups, "
            f"anchors of kind {self.anchor_kind!r}>"
        )

    def need(self, name: str, method: str) -> npt.NDArray[Any]:
        """Return a column that a method cannot do without.

        Raises:
            ValueError: The batch does not have it.
        """
        if name not in self._columns:
            raise ValueError(f"{method} needs the column {name!r}: give it to StepBatch (has {', '.join(self)})")
        return self._columns[name]

    @cached_property
    def group_codes(self) -> Codes:
        """Group of each row as 0, 1, ..., shape (rows,)."""
        return codes_of(self._columns["group"])

    @cached_property
    def groups(self) -> int:
        """Number of groups."""
        return int(self.group_codes.max()) + 1

    @cached_property
    def trajectory_codes(self) -> Codes:
        """Trajectory of each row as 0, 1, ..., shape (rows,)."""
        return pair_codes(self.group_codes, codes_of(self._columns["trajectory"]))

    @cached_property
    def trajectories(self) -> int:
        """Number of trajectories."""
        return int(self.trajectory_codes.max()) + 1

    @cached_property
    def first_rows(self) -> Codes:
        """The first stored row of each trajectory, shape (trajectories,)."""
        first = np.empty(self.trajectories, dtype=np.int64)
        first[self.trajectory_codes[::-1]] = np.arange(self.rows - 1, -1, -1)
        return first

    @cached_property
    def _all_node_codes(self) -> Codes:
        """Node of each row and, behind them, what each row's ``next_anchor`` names, -1 where it is None."""
        keys, group = self._columns["anchor"], self.group_codes
        if "next_anchor" in self._columns:
            following = self._columns["next_anchor"]
            if keys.dtype != following.dtype:
                keys = keys.astype(object)
            keys, group = np.concatenate([keys, following.astype(keys.dtype)]), np.concatenate([group, group])
        known = known_keys(keys)
        if known.all():
            return pair_codes(group, codes_of(keys))
        codes = np.full(len(keys), -1, dtype=np.int64)
        if known.any():
            codes[known] = pair_codes(group[known], codes_of(keys[known]))
        alone = np.flatnonzero(~known[: self.rows])
        codes[alone] = int(codes.max()) + 1 + np.arange(len(alone))
        return codes

    @property
    def nodes(self) -> int:
        """Number of nodes: different pairs of group and key, those that steps only led to included."""
        return int(self._all_node_codes.max()) + 1

    @property
    def node_codes(self) -> Codes:
        """Node (group and key) of each row as an integer below ``nodes``, shape (rows,)."""
        return self._all_node_codes[: self.rows]

    @cached_property
    def next_node_codes(self) -> Codes:
        """Node each row led to, shape (rows,); -1 where that is not known (the end of a trajectory).

        Raises:
            ValueError: There is no column ``next_anchor``, and trajectories have gaps; or it names another place than
                the next row's ``anchor``.
        """
        if "next_anchor" not in self._columns:
            following = self.next_rows
            return np.where(following < 0, -1, self.node_codes[following])
        after = self._all_node_codes[self.rows :]
        if self._gap is None:
            check_next_anchor(self, after)
        return after

    @cached_property
    def order(self) -> Codes:
        """Rows sorted by trajectory and step, shape (rows,)."""
        steps = self._columns["step"]
        return np.argsort(self.trajectory_codes * (int(steps.max()) + 1) + steps, kind="stable")

    @cached_property
    def next_rows(self) -> Codes:
        """The row of the next step of the same trajectory, -1 at its last, shape (rows,).

        Raises:
            ValueError: Trajectories have gaps.
        """
        self.check_complete()
        following = np.full(self.rows, -1, dtype=np.int64)
        same = np.diff(self.trajectory_codes[self.order]) == 0
        following[self.order[:-1][same]] = self.order[1:][same]
        return following

    @cached_property
    def terminated(self) -> Flags:
        """Whether the environment ended with the step, shape (rows,)."""
        if "terminated" in self._columns:
            return self._columns["terminated"]
        return self.next_rows < 0

    @cached_property
    def invalid(self) -> Flags:
        """Whether the action was invalid, shape (rows,)."""
        return ~self._columns["valid"] if "valid" in self._columns else np.zeros(self.rows, dtype=np.bool_)

    @property
    def reward(self) -> Floats:
        """Reward of each step, shape (rows,)."""
        return self._columns["reward"]

    def episode_returns(self, reward: Floats | None = None) -> Floats:
        """Return the undiscounted return of each row's whole trajectory, shape (rows,).

        Args:
            reward: Rewards to use instead of the batch's, shape (rows,); a given ``episode_return`` is then not used.
        """
        return self._episode_returns if reward is None else self._summed(reward)

    @cached_property
    def _episode_returns(self) -> Floats:
        given = self._columns.get("episode_return")
        return self._summed(self.reward) if given is None else given

    def _summed(self, reward: Floats) -> Floats:
        self.check_complete()
        # In the order of the steps, so that equal trajectories have equal sums to the last bit.
        totals = np.bincount(self.trajectory_codes[self.order], reward[self.order])
        return np.asarray(totals[self.trajectory_codes], dtype=np.float64)

    def step_returns(self, gamma: float, reward: Floats | None = None) -> Floats:
        """Return the discounted return from each step on, shape (rows,).

        Args:
            gamma: Discount of one step, 0 to 1.
            reward: Rewards to use instead of the batch's, shape (rows,); a given ``step_return`` is then not used.
        """
        if reward is None and "step_return" in self._columns:
            return self._columns["step_return"]
        return self.backward(self.reward if reward is None else reward, gamma)

    def backward(self, values: Floats, decay: float) -> Floats:
        """Return ``x[t] = values[t] + decay * x[t + 1]`` along each trajectory, shape (rows,).

        All trajectories go together, one step at a time: the numbers are those of the plain loop, to the last bit.

        Args:
            values: What each step adds, shape (rows,).
            decay: Weight of the next step.

        Raises:
            ValueError: Trajectories have gaps.
        """
        rows, bounds = self._packed
        packed = values[rows].astype(np.float64)
        for t in range(len(bounds) - 3, -1, -1):
            start, middle, end = bounds[t : t + 3]
            packed[start : start + end - middle] += decay * packed[middle:end]
        result = np.empty(self.rows)
        result[rows] = packed
        return result

    @cached_property
    def _packed(self) -> tuple[Codes, list[int]]:
        """Rows by step, within a step those of the longest trajectories first, and where each step begins.

        So the next steps of the first rows of a block are the next block, in the same order: no look-up is needed.
        """
        self.check_complete()
        trajectory, steps = self.trajectory_codes, self._columns["step"]
        longest_first = np.argsort(-np.bincount(trajectory), kind="stable")
        rank = np.empty(self.trajectories, dtype=np.int64)
        rank[longest_first] = np.arange(self.trajectories)
        rows = np.argsort(steps * self.trajectories + rank[trajectory])
        return rows, [0, *np.cumsum(np.bincount(steps)).tolist()]

    def check_complete(self) -> None:
        """Check that the steps of every trajectory are 0, 1, 2, ..., once each.

        Raises:
            ValueError: One is missing or stands twice. The text names it.
        """
        if self._gap is not None:
            raise ValueError(self._gap)

    @cached_property
    def _gap(self) -> str | None:
        return gap(self)


def as_batch(batch: StepBatch | Mapping[str, Any]) -> StepBatch:
    """Return the batch of a mapping of columns; a batch is returned as it is.

    Raises:
        TypeError: It is no mapping, a column is unknown (the nearest is named), or one that is needed is missing.
    """
    if isinstance(batch, StepBatch):
        return batch
    if not isinstance(batch, Mapping):
        raise TypeError(f"a batch is a StepBatch or a mapping of its columns, not {shown(batch)}")
    check_keywords(StepBatch, batch, "StepBatch")
    missing = [name for name in REQUIRED if name not in batch]
    if missing:
        raise TypeError(f"the batch has no {', '.join(missing)}; it has {', '.join(batch) or 'no column'}")
    return StepBatch(**batch)


def _has_sentences(anchors: npt.NDArray[Any]) -> bool:
    """Return whether a key is what was seen rather than a name for it."""
    return anchors.dtype == object and any(isinstance(key, str) and " " in key.strip() for key in anchors.tolist())
