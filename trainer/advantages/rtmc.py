"""RTMC: returns pooled over the rollouts that took the same action at the same place.

Wang, Zheng, Xu: RTMC: Step-Level Credit Assignment via Rollout Trees, 2026, arXiv 2604.11037. No code of the authors is
known; what stands here is the formulas as others report them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np

from trainer.advantages import diagnostics
from trainer.advantages.batch import Codes, StepBatch, as_batch
from trainer.advantages.codes import codes_of, pair_codes
from trainer.advantages.options import check_amount, check_choice, check_share
from trainer.advantages.penalty import penalty_term
from trainer.advantages.result import Advantages
from trainer.advantages.statistics import divided, without_rounding

Scaling = Literal["none", "std"]


def rtmc(
    batch: StepBatch | Mapping[str, Any],
    *,
    gamma: float = 0.99,
    prior: float = 2.0,
    normalize: Scaling = "none",
    invalid_penalty: float = 0.0,
) -> Advantages:
    """Return what an action at a place returned on average, minus the value of the place.

    With the discounted returns D, Q is the mean of D over the trajectories that took this action at this place, and N
    and V are number and mean of these returns over all actions of the place: ``A = Q - (N V + prior R) / (N +
    prior)``, where R is the mean return of the group's trajectories, undiscounted. A trajectory that takes an action
    at one place more than once counts with the first time only. Two actions are the same when they led to the same
    place; one that led to a place that is not known is like no other.

    Args:
        batch: The steps, a ``StepBatch`` or a mapping of its columns.
        gamma: Discount of one step in D.
        prior: How many returns the group's mean counts for in the value of a place; 0 for the plain mean, with which
            a step that is alone at its place gets 0.
        normalize: ``"std"`` divides by the sample deviation of the group's advantages, without centring them, and gives
            0 where they are all the same; ``"none"`` leaves them in units of reward.
        invalid_penalty: What an invalid action costs, as a term of its own, centred on the group.

    Returns:
        The advantages, the step part before the penalty, and diagnostics; among these ``alone_share``, the share of
        steps whose action at their place no other trajectory took.

    Raises:
        ValueError: An option is out of its range.
    """
    batch = as_batch(batch)
    check_share("gamma", gamma)
    check_amount("prior", prior)
    check_choice("normalize", normalize, ("none", "std"))
    check_amount("invalid_penalty", invalid_penalty)
    returns, whole = batch.step_returns(gamma), batch.episode_returns()
    place, action = codes_of(batch.node_codes), actions(batch)
    first = batch.order[np.unique(pair_codes(batch.trajectory_codes, action)[batch.order], return_index=True)[1]]
    number, taken = np.bincount(place[first]), np.bincount(action[first])
    pooled = (np.bincount(action[first], returns[first]) / taken)[action]
    one_each = batch.first_rows
    group = batch.group_codes
    expected = np.bincount(group[one_each], whole[one_each]) / np.bincount(group[one_each])
    summed = np.bincount(place[first], returns[first])[place] + prior * expected[group]
    value = summed / (number[place] + prior)
    size = np.maximum(np.abs(returns), np.abs(whole))
    step = without_rounding(pooled - value, size, group)
    if normalize == "std":
        step = divided(step, step, group)
    numbers = diagnostics.of_groups(batch) | diagnostics.of_step_groups(place)
    numbers["alone_share"] = float(np.mean(taken[action] == 1))
    total = step + penalty_term(batch, invalid_penalty, "apart")
    numbers |= diagnostics.of_penalty(batch, invalid_penalty, total, lambda: step)
    return Advantages(total, None, step, numbers)


def actions(batch: StepBatch) -> Codes:
    """Return what each step did where it stood, as numbers from 0, shape (rows,): the same where it led to the same."""
    after = batch.next_node_codes
    apart = np.where(after < 0, batch.nodes + np.arange(batch.rows), after)
    return pair_codes(batch.node_codes, codes_of(apart))
