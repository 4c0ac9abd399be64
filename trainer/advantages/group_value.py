"""Group value: the policy's own values on the graph that a group's rollouts make, and what each step changed of them.

Ours. Certainty-equivalence policy evaluation (batch TD, as in Sutton and Barto, 2018, section 6.3) by steps left, with
values and baselines that shrink towards a coarser place.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np

from gigpo_envs.errors import whole_number
from trainer.advantages import diagnostics
from trainer.advantages.batch import Codes, Floats, StepBatch, as_batch
from trainer.advantages.codes import codes_of, pair_codes
from trainer.advantages.options import check_amount, check_choice, check_share
from trainer.advantages.penalty import penalty_term
from trainer.advantages.result import Advantages
from trainer.advantages.statistics import without_rounding

Scaling = Literal["rms", "none"]
FARTHEST = 100_000  # steps; at the usual 6,400 rows already some seconds of work


def group_value(
    batch: StepBatch | Mapping[str, Any],
    *,
    horizon: int | None = None,
    gamma: float = 1.0,
    kt: float = 0.1,
    kb: float = 0.5,
    normalize: Scaling = "rms",
    invalid_penalty: float = 0.0,
) -> Advantages:
    """Return how much better each step was than the policy, by values that the whole group of rollouts tells.

    With h steps left, the value of a place is the mean of ``reward + gamma * value of the next place with h - 1 left``
    over all steps that the group took there, however they got there; with none left it is 0, so a time-out needs no
    rule of its own. A step's advantage is its own such target minus the mean at its place, both by its steps left.
    Places that were seen a few times shrink towards their parent (the mean over ``coarse``): as a target by ``kt``
    steps' worth, which biases and so is small, as a baseline by ``kb``, which does not. The recursion stands in
    docs/estimators/group_value.md.

    Rows that repeat a step (copies that fill a batch) get its advantage and count once. A step that goes on to a place
    where nobody of the group acted, or that is not known, is worth the group's mean there.

    Args:
        batch: The steps, a ``StepBatch`` or a mapping of its columns. ``anchor`` must be a key of the state.
            Give ``terminated`` where trajectories were cut, by their limit or before: a cut that is taken for an end
            makes the place look worth nothing to those who reach it sooner. ``coarse`` is the parent; without it a
            place is its own, and leans on the group's mean alone.
        horizon: Step limit of the episodes; by default the column ``horizon``.
        gamma: Discount of one step; 1 for the probability of success.
        kt: Steps' worth of parent in the values that targets are made of.
        kb: Steps' worth of parent in the baselines.
        normalize: ``"rms"`` divides by the root mean square over the whole batch, ``"none"`` leaves the advantages in
            units of reward.
        invalid_penalty: What an invalid action costs, as a term of its own, centred on the group and not divided.

    Returns:
        The advantages, the step part in units of reward, and diagnostics; among these ``rms``, that of the step part.

    Raises:
        ValueError: Anchors are no states, the horizon is missing, a step is beyond it, or an option is out of its
            range.
    """
    batch = as_batch(batch)
    check_share("gamma", gamma)
    check_amount("kt", kt)
    check_amount("kb", kb)
    check_choice("normalize", normalize, ("rms", "none"))
    check_amount("invalid_penalty", invalid_penalty)
    _check_states(batch)
    left = steps_left(batch, horizon)
    copies = pair_codes(batch.trajectory_codes, batch["step"])
    rows = np.unique(copies, return_index=True)[1]
    step = _advantages(batch, rows, left[rows], gamma, kt, kb)
    size = float(np.sqrt(np.mean(step * step)))
    step = step[copies]
    scaled = step / size if normalize == "rms" and size else step
    total = scaled + penalty_term(batch, invalid_penalty, "apart")
    numbers = diagnostics.of_groups(batch) | diagnostics.of_step_groups(codes_of(batch.node_codes))
    numbers |= diagnostics.of_penalty(batch, invalid_penalty, total, lambda: scaled)
    return Advantages(total, None, step, numbers | {"rms": size})


def steps_left(batch: StepBatch, horizon: int | None) -> Codes:
    """Return how many steps each row had left, itself included, shape (rows,).

    Args:
        batch: The steps.
        horizon: Step limit; by default the column ``horizon``.

    Raises:
        ValueError: There is neither, a step is at or beyond it, or it is beyond ``FARTHEST``.
    """
    steps: Codes = batch["step"]
    if horizon is not None:
        whole_number("horizon", horizon, 1)
        if int(steps.max()) >= horizon:
            raise ValueError(f"there is a step {steps.max()}, but horizon={horizon} allows steps 0 to {horizon - 1}")
    elif "horizon" not in batch:
        raise ValueError(
            "group_value needs the step limit of the episodes: pass horizon=50, or give the column 'horizon'"
        )
    limits = batch["horizon"] if horizon is None else np.asarray(horizon)
    if int(limits.max()) > FARTHEST:
        raise ValueError(
            f"group_value works through every number of steps left, so a horizon of {limits.max()} is too far: give "
            f"the limit that ends episodes, at most {FARTHEST}"
        )
    return np.asarray(limits - steps, dtype=np.int64)


def _check_states(batch: StepBatch) -> None:
    if batch.anchor_kind != "state":
        raise ValueError(
            f"group_value needs anchors that are states, but this batch's are of kind {batch.anchor_kind!r}: values "
            "leak between states that share a key, as texts do. Give the state hash as anchor and say so by "
            "anchor_kind='state', or use gigpo, which only averages and bears it"
        )


def _advantages(batch: StepBatch, rows: Codes, left: Codes, gamma: float, kt: float, kb: float) -> Floats:
    """Return the advantages of some rows, each a different step, shape (rows,), by these rows alone.

    All groups go together, one number of steps left at a time.
    """
    group, reward, node = batch.group_codes[rows], batch.reward[rows], batch.node_codes[rows]
    parent = pair_codes(group, codes_of(batch["coarse"][rows])) if "coarse" in batch else codes_of(node)
    goes_on = gamma * ~batch.terminated[rows]
    # Where a step leads to no known place, it leads to one of its group's own where nobody acts.
    nowhere = batch.nodes + group
    after = np.where(batch.next_node_codes[rows] < 0, nowhere, batch.next_node_codes[rows])
    nodes = batch.nodes + batch.groups
    node_group, parent_group = np.zeros(nodes, dtype=np.int64), np.zeros(int(parent.max()) + 1, dtype=np.int64)
    for places in (node, after, nowhere):
        node_group[places] = group
    parent_group[parent] = group
    visits, parent_visits, sizes = np.bincount(node, minlength=nodes), np.bincount(parent), np.bincount(group)
    acted = visits > 0

    by_left = np.argsort(left, kind="stable")
    bounds = np.searchsorted(left[by_left], np.arange(int(left.max()) + 2))
    target, baseline = np.empty(len(rows)), np.empty(len(rows))
    value = np.zeros(nodes)  # with h - 1 steps left
    for h in range(1, len(bounds) - 1):
        y = reward + goes_on * value[after]
        mean = np.bincount(group, y) / sizes
        prior = (np.bincount(parent, y) + mean[parent_group]) / (parent_visits + 1)
        summed = np.bincount(node, y, minlength=nodes)
        due = by_left[bounds[h] : bounds[h + 1]]
        target[due] = y[due]
        baseline[due] = (summed[node[due]] + kb * prior[parent[due]]) / (visits[node[due]] + kb)
        lean = np.bincount(node, prior[parent], minlength=nodes) / np.maximum(visits, 1)
        value = np.divide(summed + kt * lean, visits + kt, out=mean[node_group], where=acted)
    return without_rounding(target - baseline, np.maximum(np.abs(target), np.abs(reward)), group)
