"""HGPO: a step compared with those at the same anchor, and closer with those that also came the same way.

He, Feng, Wei, Cheng, Feng, An: Hierarchy-of-Groups Policy Optimization for Long-Horizon Agentic Tasks, ICLR 2026, arXiv
2602.22817; code in verl-agent's recipe/hgpo.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from gigpo_envs.errors import whole_number
from trainer.advantages import diagnostics
from trainer.advantages.batch import Codes, Floats, StepBatch, as_batch
from trainer.advantages.codes import codes_of, pair_codes
from trainer.advantages.episode import NORMALIZE, SINGLETON, UNIT, Normalize, Singleton, Unit, episode_advantages
from trainer.advantages.options import check_amount, check_choice, check_flag, check_share
from trainer.advantages.penalty import PENALTY, Penalty, penalised_returns, penalty_term
from trainer.advantages.result import Advantages
from trainer.advantages.statistics import normalised, without_rounding


def hgpo(
    batch: StepBatch | Mapping[str, Any],
    *,
    gamma: float = 0.95,
    depth: int = 2,
    alpha: float = 1.0,
    base: int = 1,
    episode: bool = False,
    normalize: Normalize = "mean_std",
    unit: Unit = "trajectory",
    singleton: Singleton = "zero",
    epsilon: float = 0.0,
    invalid_penalty: float = 0.0,
    penalty: Penalty = "apart",
) -> Advantages:
    """Return the mean of a step's advantages in nested groups, the deeper ones weighing more.

    The group of depth k holds the steps whose anchor and k anchors before it are the same, k from 0 to ``depth``. In
    each, the discounted return D gives ``A_k = (D - mean) / sd``, and the result is the mean of the ``A_k`` that are
    not 0 with the weights ``(base + k) ** alpha``. The preset ``verl_agent`` of ``estimate`` sets the options as the
    published code does.

    Args:
        batch: The steps, a ``StepBatch`` or a mapping of its columns. Trajectories must be whole: histories are read.
        gamma: Discount of one step in D.
        depth: The most anchors before the present one that are compared.
        alpha: How much more a deeper group weighs; 0 weighs all the same.
        base: Weight of the present anchor's group before the power: 1 in the paper, 2 in the published code.
        episode: The episode advantage takes part in the mean, with weight 1.
        normalize: ``"mean_std"`` divides by the deviation of the group (n in step groups, as the published code has it,
            n - 1 in the episode's), ``"mean"`` does not.
        unit: Statistics of the episode advantage over one value a trajectory, or over rows.
        singleton: Episode advantage in a group of one: 0, or the raw score.
        epsilon: Added to deviations and to the sum of the weights.
        invalid_penalty: What an invalid action costs.
        penalty: Where the cost enters; see ``trainer.advantages.penalty``.

    Returns:
        The advantages, the episode part where it takes part, the step part, and diagnostics; among these
        ``depth_share/k``, the share of steps that have an advantage at depth k.

    Raises:
        ValueError: An option is out of its range, or a trajectory is not whole.
    """
    batch = as_batch(batch)
    check_share("gamma", gamma)
    whole_number("depth", depth)
    check_amount("alpha", alpha)
    whole_number("base", base, 1)
    check_flag("episode", episode)
    check_choice("normalize", normalize, NORMALIZE)
    check_choice("unit", unit, UNIT)
    check_choice("singleton", singleton, SINGLETON)
    check_amount("epsilon", epsilon)
    check_amount("invalid_penalty", invalid_penalty)
    check_choice("penalty", penalty, PENALTY)
    groups = history_groups(batch, depth)
    divide = normalize == "mean_std"

    def parts(amount: float) -> tuple[Floats, Floats | None, Floats, list[float]]:
        scores, returns = penalised_returns(batch, gamma, amount, penalty)
        summed, weights, shares = np.zeros(batch.rows), np.zeros(batch.rows), []
        for k, (rows, codes) in enumerate(groups):
            level = _compared(returns[rows], codes, divide=divide, epsilon=epsilon)
            weight = _weight(base + k, alpha) * (level != 0)
            summed[rows] += weight * level
            weights[rows] += weight
            shares.append(float(np.count_nonzero(level) / batch.rows))
        step = _mean(summed, weights, epsilon)
        if not episode:
            return step, None, step, shares
        whole = episode_advantages(batch, scores, normalize=normalize, unit=unit, singleton=singleton, epsilon=epsilon)
        whole = without_rounding(whole, whole, batch.group_codes)
        return _mean(summed + whole, weights + (whole != 0), epsilon), whole, step, shares

    mixed, whole, step, shares = parts(invalid_penalty)
    total = mixed + penalty_term(batch, invalid_penalty, penalty)
    numbers = diagnostics.of_groups(batch) | diagnostics.of_step_groups(codes_of(batch.node_codes))
    numbers |= {f"depth_share/{k}": share for k, share in enumerate(shares)}
    numbers |= diagnostics.of_penalty(batch, invalid_penalty, total, lambda: parts(0.0)[0])
    return Advantages(total, whole, step, numbers)


def history_groups(batch: StepBatch, depth: int) -> list[tuple[Codes, Codes]]:
    """Return, for every depth from 0, the rows that have so many steps before them, and their groups from 0.

    Raises:
        ValueError: A trajectory has gaps.
    """
    following = batch.next_rows
    previous = np.full(batch.rows, -1, dtype=np.int64)
    has_next = np.flatnonzero(following >= 0)
    previous[following[has_next]] = has_next
    rows, codes = np.arange(batch.rows), codes_of(batch.node_codes)
    groups = [(rows, codes)]
    for _ in range(depth):
        # The history of a row is the history, one shorter, of the row before it, and the row's own anchor.
        shorter = np.full(batch.rows + 1, -1, dtype=np.int64)  # the last entry is that of no row
        shorter[rows] = codes
        before = shorter[previous]
        rows = np.flatnonzero(before >= 0)
        if not len(rows):
            break
        codes = pair_codes(before[rows], batch.node_codes[rows])
        groups.append((rows, codes))
    return groups


def _compared(returns: Floats, codes: Codes, *, divide: bool, epsilon: float) -> Floats:
    """Return each return minus the mean of its group, by choice divided by the deviation (n)."""
    apart = normalised(returns, codes, divide=False)
    if not divide:
        return apart
    deviation = np.sqrt(np.bincount(codes, apart * apart) / np.bincount(codes))
    return np.asarray(apart / np.where(deviation > 0, deviation + epsilon, 1.0)[codes], dtype=np.float64)


def _weight(depth: int, alpha: float) -> float:
    try:
        return math.pow(depth, alpha)
    except OverflowError:
        raise ValueError(f"alpha is too large: {depth} ** {alpha} is no float; 1 is usual") from None


def _mean(summed: Floats, weights: Floats, epsilon: float) -> Floats:
    return np.divide(summed, weights + epsilon, out=np.zeros_like(summed), where=weights > 0)
