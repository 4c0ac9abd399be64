"""Pass@k: only the best trajectory of a group learns, from what it has over the second best.

Tang, Zheng, Synnaeve, Munos: Optimizing Language Models for Inference Time Objectives using Reinforcement Learning,
2025, arXiv 2503.19595: the gradient of the best of k with the best of the other k - 1 as the baseline.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np

from trainer.advantages.batch import Floats, StepBatch, as_batch
from trainer.advantages.episode import NORMALIZE, Normalize, Unit, by_trajectory, statistics_of
from trainer.advantages.options import check_amount, check_choice
from trainer.advantages.penalty import Penalty
from trainer.advantages.result import Advantages
from trainer.advantages.statistics import divided, without_rounding

Winner = Literal["all", "first"]
WINNER = ("all", "first")


def pass_at_k(
    batch: StepBatch | Mapping[str, Any],
    *,
    normalize: Normalize = "mean",
    unit: Unit = "trajectory",
    winner: Winner = "all",
    epsilon: float = 0.0,
    invalid_penalty: float = 0.0,
    penalty: Penalty = "apart",
) -> Advantages:
    """Return the best return of the group less the second best for the steps of the best trajectory, else 0.

    k is the size of the group. Where two share the best return, and where a trajectory is alone, all get 0.

    Args:
        batch: The steps, a ``StepBatch`` or a mapping of its columns.
        normalize: ``"mean_std"`` divides by the sample deviation of the group, ``"mean"`` does not.
        unit: What competes: trajectories, or rows, of which two of the best trajectory are equal as a rule, so that
            nothing is left.
        winner: Rows of the best trajectory that get the value: all, or only the first stored one, as in verl-agent.
        epsilon: Added to deviations. With 0, groups that are constant up to rounding get exactly 0.
        invalid_penalty: What an invalid action costs.
        penalty: Where the cost enters; see ``trainer.advantages.penalty``.

    Returns:
        The advantages and diagnostics.

    Raises:
        ValueError: An option is out of its range.
    """
    batch = as_batch(batch)
    check_choice("normalize", normalize, NORMALIZE)
    check_choice("winner", winner, WINNER)
    check_amount("epsilon", epsilon)
    sample, group = statistics_of(batch, unit), batch.group_codes

    def compare(scores: Floats) -> Floats:
        ranked = sample[np.lexsort((scores[sample], group[sample]))]
        last = np.flatnonzero(np.diff(group[ranked], append=-1))
        best, second = ranked[last], ranked[np.maximum(last - 1, 0)]
        lead = np.where(group[best] == group[second], scores[best] - scores[second], 0.0)
        result = np.zeros(batch.rows)
        if unit == "trajectory" and winner == "all":
            by_code = np.zeros(batch.trajectories)
            by_code[batch.trajectory_codes[best]] = lead
            result = by_code[batch.trajectory_codes]
        else:
            result[best] = lead
        if normalize == "mean_std":
            return divided(result, scores, group, sample, epsilon=epsilon)
        return without_rounding(result, scores, group)

    return by_trajectory(batch, compare, invalid_penalty, penalty)
