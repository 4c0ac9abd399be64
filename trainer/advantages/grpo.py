"""GRPO: the return of a trajectory compared with those of its group, in units of their deviation.

Shao and others: DeepSeekMath, 2024, arXiv 2402.03300, section 4.1.2 (outcome supervision).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trainer.advantages.batch import Floats, StepBatch, as_batch
from trainer.advantages.episode import Normalize, Singleton, Unit, by_trajectory, episode_advantages
from trainer.advantages.penalty import Penalty
from trainer.advantages.result import Advantages


def grpo(
    batch: StepBatch | Mapping[str, Any],
    *,
    normalize: Normalize = "mean_std",
    unit: Unit = "trajectory",
    singleton: Singleton = "zero",
    epsilon: float = 0.0,
    invalid_penalty: float = 0.0,
    penalty: Penalty = "apart",
) -> Advantages:
    """Return ``(R - mean) / sd`` of the undiscounted return R of each row's trajectory within its group.

    Args:
        batch: The steps, a ``StepBatch`` or a mapping of its columns.
        normalize: ``"mean_std"`` divides by the sample deviation of the group, ``"mean"`` does not.
        unit: Statistics over one value a trajectory, or over rows, which weighs a trajectory by its length.
        singleton: Advantage in a group of one: 0, or the raw score.
        epsilon: Added to deviations. With 0, groups that are constant up to rounding get exactly 0.
        invalid_penalty: What an invalid action costs.
        penalty: Where the cost enters; see ``trainer.advantages.penalty``.

    Returns:
        The advantages, equal for all steps of a trajectory but for the penalty, and diagnostics.

    Raises:
        ValueError: An option is out of its range.
    """
    batch = as_batch(batch)

    def compare(scores: Floats) -> Floats:
        return episode_advantages(batch, scores, normalize=normalize, unit=unit, singleton=singleton, epsilon=epsilon)

    return by_trajectory(batch, compare, invalid_penalty, penalty)
