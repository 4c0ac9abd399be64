"""The part of an advantage that compares whole trajectories of a group."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import numpy as np

from trainer.advantages import diagnostics
from trainer.advantages.batch import Codes, Floats, StepBatch
from trainer.advantages.options import check_amount, check_choice
from trainer.advantages.penalty import PENALTY, Penalty, penalised_scores, penalty_term
from trainer.advantages.result import Advantages
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
    check_choice("singleton", singleton, SINGLETON)
    check_amount("epsilon", epsilon)
    sample = statistics_of(batch, unit)
    divide = normalize == "mean_std"
    result = normalised(scores, batch.group_codes, sample, divide=divide, epsilon=epsilon)
    alone = (np.bincount(batch.group_codes[sample]) == 1)[batch.group_codes]
    if singleton == "zero":
        return np.where(alone, 0.0, result)
    return np.where(alone, scores / (1.0 + epsilon) if divide else scores, result)


def statistics_of(batch: StepBatch, unit: Unit) -> Codes:
    """Return the rows whose scores are the statistics of their groups: the first of each trajectory, or all."""
    check_choice("unit", unit, UNIT)
    return batch.first_rows if unit == "trajectory" else np.arange(batch.rows)


def by_trajectory(
    batch: StepBatch, compare: Callable[[Floats], Floats], invalid_penalty: float, penalty: Penalty
) -> Advantages:
    """Return the advantages of a method that looks at whole trajectories only.

    Args:
        batch: The steps.
        compare: Makes advantages of the scores of each row's episode, shape (rows,) each.
        invalid_penalty: What an invalid action costs.
        penalty: Where the cost enters; see ``trainer.advantages.penalty``.
    """
    check_amount("invalid_penalty", invalid_penalty)
    check_choice("penalty", penalty, PENALTY)
    episode = compare(penalised_scores(batch, invalid_penalty, penalty))
    total = episode + penalty_term(batch, invalid_penalty, penalty)
    numbers = diagnostics.of_groups(batch) | diagnostics.of_penalty(
        batch, invalid_penalty, total, lambda: compare(batch.episode_returns())
    )
    return Advantages(total, episode, None, numbers)
