"""GiGPO: the advantage of a trajectory in its group, and of a step among those taken from the same anchor.

Feng, Xue, Liu, An: Group-in-Group Policy Optimization for LLM Agent Training, 2025, arXiv 2505.10978.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from gigpo_envs.similar import similar_codes
from trainer.advantages import diagnostics
from trainer.advantages.batch import Codes, Floats, StepBatch, as_batch
from trainer.advantages.codes import codes_of
from trainer.advantages.episode import Normalize, Singleton, Unit, episode_advantages
from trainer.advantages.options import check_amount, check_choice, check_share
from trainer.advantages.penalty import PENALTY, Penalty, penalised_returns, penalty_term
from trainer.advantages.result import Advantages
from trainer.advantages.statistics import normalised


def gigpo(
    batch: StepBatch | Mapping[str, Any],
    *,
    gamma: float = 0.95,
    omega: float = 1.0,
    normalize: Normalize = "mean_std",
    unit: Unit = "trajectory",
    singleton: Singleton = "zero",
    epsilon: float = 0.0,
    invalid_penalty: float = 0.0,
    penalty: Penalty = "apart",
    similarity: float | None = None,
) -> Advantages:
    """Return the episode advantage plus ``omega`` times the step advantage.

    With the returns R of trajectories and the discounted returns D of steps, ``(R - mean) / sd`` within the group of
    trajectories plus ``omega * (D - mean) / sd`` within the group of steps at the same anchor (equations 3, 7 and 8 of
    the paper). The presets ``paper`` and ``verl_agent`` of ``estimate`` set the options as published.

    Args:
        batch: The steps, a ``StepBatch`` or a mapping of its columns.
        gamma: Discount of one step in D.
        omega: Weight of the step advantage; 0 gives GRPO.
        normalize: ``"mean_std"`` divides by the sample deviation of the group, ``"mean"`` does not.
        unit: Statistics of an episode group over one value a trajectory, or over rows.
        singleton: Episode advantage in a group of one: 0, or the raw score. Steps that are alone always get 0.
        epsilon: Added to deviations. With 0, groups that are constant up to rounding get exactly 0.
        invalid_penalty: What an invalid action costs.
        penalty: Where the cost enters; see ``trainer.advantages.penalty``.
        similarity: Group steps whose ``anchor_text`` has at least this ``difflib`` ratio with a group's first member,
            in stored order, instead of those with equal anchors; see ``gigpo_envs.similar``.

    Returns:
        The advantages, both parts, and diagnostics.

    Raises:
        ValueError: An option is out of its range, or ``similarity`` is set and there is no ``anchor_text``.
    """
    batch = as_batch(batch)
    check_share("gamma", gamma)
    check_amount("omega", omega)
    check_amount("invalid_penalty", invalid_penalty)
    check_choice("penalty", penalty, PENALTY)
    codes = step_groups(batch, similarity)

    def parts(amount: float) -> tuple[Floats, Floats]:
        scores, returns = penalised_returns(batch, gamma, amount, penalty)
        episode = episode_advantages(
            batch, scores, normalize=normalize, unit=unit, singleton=singleton, epsilon=epsilon
        )
        step = normalised(returns, codes, divide=normalize == "mean_std", epsilon=epsilon)
        return episode, step

    episode, step = parts(invalid_penalty)
    total = episode + omega * step + penalty_term(batch, invalid_penalty, penalty)

    def without() -> Floats:
        plain_episode, plain_step = parts(0.0)
        return plain_episode + omega * plain_step

    numbers = diagnostics.of_groups(batch) | diagnostics.of_step_groups(codes)
    numbers |= diagnostics.of_penalty(batch, invalid_penalty, total, without)
    return Advantages(total, episode, step, numbers)


def step_groups(batch: StepBatch, similarity: float | None = None) -> Codes:
    """Return the step group of each row, from 0, shape (rows,): equal anchors, or texts that are alike.

    Args:
        batch: The steps.
        similarity: The least ratio of texts, or None for equal anchors.

    Raises:
        ValueError: The batch has no ``anchor_text`` to compare.
    """
    if similarity is None:
        return codes_of(batch.node_codes)
    texts = batch.need("anchor_text", "grouping by similarity")
    return np.asarray(similar_codes(texts.tolist(), similarity, keys=batch.group_codes.tolist()), dtype=np.int64)
