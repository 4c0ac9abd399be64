"""Numbers that tell, from the training log, whether an estimator had anything to work with.

| key | what it is |
| --- | --- |
| `rows`, `trajectories`, `groups` | how many there are |
| `group_size_min`, `group_size_max` | trajectories of the smallest and of the largest group |
| `zero_variance_share` | share of groups whose trajectories all have the same return, up to rounding |
| `penalty_share` | share of the signal, in absolute sum, that the penalty for invalid actions makes |
| `step_groups` | groups of steps taken at one anchor |
| `step_group_size/1`, `/2-4`, `/5-9`, `/10-49`, `/50+` | share of the step groups that have so many rows |
| `singleton_share` | share of the rows that are alone in their step group, and so get no step advantage |
| `explained_variance` | of what a critic is to learn, the share it knows: 1 perfect, 0 no better than a constant |
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from trainer.advantages.batch import Codes, Floats, StepBatch
from trainer.advantages.statistics import SAME

SIZES = ((1, 1), (2, 4), (5, 9), (10, 49), (50, None))


def of_groups(batch: StepBatch) -> dict[str, float]:
    """Return the diagnostics of the groups of trajectories."""
    first = batch.first_rows
    group, returns = batch.group_codes[first], batch.episode_returns()[first]
    sizes = np.bincount(group)
    lowest, highest = np.full(batch.groups, np.inf), np.full(batch.groups, -np.inf)
    np.minimum.at(lowest, group, returns)
    np.maximum.at(highest, group, returns)
    return {
        "rows": float(batch.rows),
        "trajectories": float(batch.trajectories),
        "groups": float(batch.groups),
        "group_size_min": float(sizes.min()),
        "group_size_max": float(sizes.max()),
        "zero_variance_share": float(np.mean(highest - lowest <= SAME * np.maximum(np.abs(lowest), np.abs(highest)))),
    }


def of_step_groups(codes: Codes) -> dict[str, float]:
    """Return the diagnostics of step groups, given the group of each row, shape (rows,)."""
    sizes = np.bincount(codes)
    result = {"step_groups": float(len(sizes)), "singleton_share": float(np.sum(sizes == 1) / len(codes))}
    for low, high in SIZES:
        within = (sizes >= low) & (sizes <= high if high else True)
        name = str(low) if low == high else f"{low}-{high}" if high else f"{low}+"
        result[f"step_group_size/{name}"] = float(np.mean(within))
    return result


def of_critic(target: Floats, value: Floats) -> dict[str, float]:
    """Return how well a critic's values match what it is to learn, shape (rows,) each; 0 where that is constant."""
    spread = float(np.var(target))
    return {"explained_variance": 1.0 - float(np.var(target - value)) / spread if spread else 0.0}


def of_penalty(batch: StepBatch, amount: float, total: Floats, without: Callable[[], Floats]) -> dict[str, float]:
    """Return the share of the signal that is penalty; what it would be without is computed only where that differs.

    Args:
        batch: The steps.
        amount: What an invalid action costs.
        total: Advantages with the penalty, one a row or one a token.
        without: Makes those without it.
    """
    if not amount or not batch.invalid.any():
        return {"penalty_share": 0.0}
    plain = without()
    penalty = float(np.abs(total - plain).sum())
    whole = penalty + float(np.abs(plain).sum())
    return {"penalty_share": penalty / whole if whole else 0.0}
