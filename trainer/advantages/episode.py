"""The part of an advantage that compares whole trajectories of a group."""

from __future__ import annotations

from typing import Literal

import numpy as np

from trainer.advantages.batch import Floats, StepBatch
from trainer.advantages.options import check_amount, check_choice
from trainer.advantages.statistics import normalised

Normalize = Literal["mean_std", "mean"]
Unit = Literal["trajectory", "row"]
Singleton = Literal["zero", "raw"]
NORMALIZE = ("mean_std", "mean")
UNIT = ("trajectory", "row")
SINGLETON = ("zero", "raw")


def episode_advantages(
    batch: StepBatch, scores: Floats, *, normalize: Normalize, unit: Unit, singleton: Singleton, epsilon: float
) -> Floats:
    """Return each row's score compared with its group, shape (rows,).

    Args:
        batch: The steps.
        scores: Score of each row's episode, shape (rows,).
        normalize: ``"mean_std"`` divides by the group's sample deviation, ``"mean"`` does not.
        unit: What the statistics are taken over: one value a trajectory (that of its first stored row, should its rows
            differ), or every row, which weighs a trajectory by its length.
        singleton: What a group of one value gets: 0, or its raw score, as in verl-agent.
        epsilon: Added to the deviation.
    """
    check_choice("normalize", normalize, NORMALIZE)
    check_choice("unit", unit, UNIT)
    check_choice("singleton", singleton, SINGLETON)
    check_amount("epsilon", epsilon)
    sample = batch.first_rows if unit == "trajectory" else np.arange(batch.rows)
    divide = normalize == "mean_std"
    result = normalised(scores, batch.group_codes, sample, divide=divide, epsilon=epsilon)
    alone = (np.bincount(batch.group_codes[sample]) == 1)[batch.group_codes]
    if singleton == "zero":
        return np.where(alone, 0.0, result)
    return np.where(alone, scores / (1.0 + epsilon) if divide else scores, result)
