"""RLOO: the return of a trajectory less the mean of the others of its group.

Kool, van Hoof, Welling: Buy 4 REINFORCE Samples, Get a Baseline for Free!, 2019; Ahmadian and others: Back to Basics,
2024, arXiv 2402.14740. With PPO's clipping over turns it is known as LOOP (Chen and others, 2025, arXiv 2502.01600).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from trainer.advantages.batch import Floats, StepBatch, as_batch
from trainer.advantages.episode import Singleton, Unit, by_trajectory, episode_advantages, statistics_of
from trainer.advantages.penalty import Penalty
from trainer.advantages.result import Advantages


def rloo(
    batch: StepBatch | Mapping[str, Any],
    *,
    unit: Unit = "trajectory",
    singleton: Singleton = "zero",
    invalid_penalty: float = 0.0,
    penalty: Penalty = "apart",
) -> Advantages:
    """Return the return of each row's trajectory less the mean return of the other trajectories of its group.

    That is ``(R - mean) * n / (n - 1)`` with the mean of all n: the direction of ``dr_grpo``, and a step of another
    size in groups of other sizes.

    Args:
        batch: The steps, a ``StepBatch`` or a mapping of its columns.
        unit: What is left out: the trajectory, or the row alone, so that the other rows of the same trajectory stay
            in its baseline.
        singleton: Advantage in a group of one, which has no others: 0, or the raw score.
        invalid_penalty: What an invalid action costs.
        penalty: Where the cost enters; see ``trainer.advantages.penalty``.

    Returns:
        The advantages, in units of reward, and diagnostics.

    Raises:
        ValueError: An option is out of its range.
    """
    batch = as_batch(batch)
    sizes = np.bincount(batch.group_codes[statistics_of(batch, unit)])[batch.group_codes]
    factor = sizes / np.maximum(sizes - 1, 1)

    def compare(scores: Floats) -> Floats:
        apart = episode_advantages(batch, scores, normalize="mean", unit=unit, singleton=singleton, epsilon=0.0)
        return np.asarray(factor * apart, dtype=np.float64)

    return by_trajectory(batch, compare, invalid_penalty, penalty)
