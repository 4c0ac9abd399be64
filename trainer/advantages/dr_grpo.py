"""Dr. GRPO: GRPO without the division by the group's deviation.

Liu and others: Understanding R1-Zero-Like Training, 2025, arXiv 2503.20783. Its other half, a loss that does not
divide by the length of the response, is the trainer's.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trainer.advantages.batch import StepBatch
from trainer.advantages.episode import Singleton, Unit
from trainer.advantages.grpo import grpo
from trainer.advantages.penalty import Penalty
from trainer.advantages.result import Advantages


def dr_grpo(
    batch: StepBatch | Mapping[str, Any],
    *,
    unit: Unit = "trajectory",
    singleton: Singleton = "zero",
    invalid_penalty: float = 0.0,
    penalty: Penalty = "apart",
) -> Advantages:
    """Return ``R - mean`` of the undiscounted return R of each row's trajectory within its group.

    Args:
        batch: The steps, a ``StepBatch`` or a mapping of its columns.
        unit: The mean is over one value a trajectory, or over rows, which weighs a trajectory by its length.
        singleton: Advantage in a group of one: 0, or the raw score.
        invalid_penalty: What an invalid action costs.
        penalty: Where the cost enters; see ``trainer.advantages.penalty``.

    Returns:
        The advantages, in units of reward, and diagnostics.

    Raises:
        ValueError: An option is out of its range.
    """
    return grpo(
        batch,
        normalize="mean",
        unit=unit,
        singleton=singleton,
        invalid_penalty=invalid_penalty,
        penalty=penalty,
    )
