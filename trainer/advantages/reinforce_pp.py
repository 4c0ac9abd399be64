"""REINFORCE++: returns whitened over the tokens of the whole batch, with or without the group's mean as a baseline.

Hu and others: REINFORCE++: Stabilizing Critic-Free Policy Optimization with Global Advantage Normalization, 2025,
arXiv 2501.03262.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np

from trainer.advantages import diagnostics
from trainer.advantages.batch import Codes, Flags, Floats, StepBatch, as_batch
from trainer.advantages.episode import SINGLETON, UNIT, Singleton, Unit, episode_advantages
from trainer.advantages.options import check_amount, check_choice, check_share
from trainer.advantages.penalty import PENALTY, Penalty, penalised_scores, penalty_term
from trainer.advantages.result import Advantages
from trainer.advantages.statistics import whitened

Baseline = Literal["none", "group"]
BASELINE = ("none", "group")


def reinforce_pp(
    batch: StepBatch | Mapping[str, Any],
    *,
    baseline: Baseline = "none",
    gamma: float = 1.0,
    unit: Unit = "trajectory",
    singleton: Singleton = "zero",
    epsilon: float = 0.0,
    invalid_penalty: float = 0.0,
    penalty: Penalty = "apart",
) -> Advantages:
    """Return whitened returns of trajectories, one number a token or, with a baseline, one a row.

    Without a baseline, token t of a row of L tokens gets ``R * gamma ** (L - 1 - t)`` with the undiscounted return R
    of the trajectory. With ``baseline="group"`` every token of a row gets ``R - mean`` of the group. Then the mean over
    all tokens of the batch is subtracted, and the result divided by their sample deviation. So nothing is 0 by design
    but a batch that is constant as a whole.

    Args:
        batch: The steps, a ``StepBatch`` or a mapping of its columns; ``tokens`` is needed.
        baseline: ``"none"``, or ``"group"`` for the mean of the group.
        gamma: Discount of one token, without a baseline only. It is not that of a step: with 0.95 the first of 512
            tokens sees 4e-12 of the return.
        unit: The group's mean is over one value a trajectory, or over rows.
        singleton: What a group of one has before whitening, with a baseline: 0, or the raw score.
        epsilon: Added to the variance of the batch. With 0, a batch that is constant up to rounding gets exactly 0.
        invalid_penalty: What an invalid action costs.
        penalty: Where the cost enters; see ``trainer.advantages.penalty``.

    Returns:
        The advantages and diagnostics; ``total`` has the shape (rows, most tokens), 0 beyond a row's tokens, or with a
        baseline (rows,).

    Raises:
        ValueError: An option is out of its range, or there is no ``tokens``.
    """
    batch = as_batch(batch)
    check_choice("baseline", baseline, BASELINE)
    check_share("gamma", gamma)
    check_choice("unit", unit, UNIT)
    check_choice("singleton", singleton, SINGLETON)
    check_amount("epsilon", epsilon)
    check_amount("invalid_penalty", invalid_penalty)
    check_choice("penalty", penalty, PENALTY)
    tokens = batch.need("tokens", "reinforce_pp")
    there = None if baseline == "group" else np.arange(int(tokens.max())) < tokens[:, None]

    def whole(amount: float) -> Floats:
        scores = penalised_scores(batch, amount, penalty)
        if there is not None:
            return _by_token(scores, tokens, there, gamma, epsilon)
        apart = episode_advantages(batch, scores, normalize="mean", unit=unit, singleton=singleton, epsilon=0.0)
        return whitened(apart, tokens, epsilon)

    total, term = whole(invalid_penalty), penalty_term(batch, invalid_penalty, penalty)
    episode = total if there is None else None
    total = total + (term if there is None else term[:, None] * there)
    numbers = diagnostics.of_groups(batch) | diagnostics.of_penalty(batch, invalid_penalty, total, lambda: whole(0.0))
    return Advantages(total, episode, None, numbers)


def _by_token(scores: Floats, tokens: Codes, there: Flags, gamma: float, epsilon: float) -> Floats:
    """Return the discounted score of each token, whitened over all, shape (rows, most tokens)."""
    to_go = np.repeat(np.cumsum(tokens), tokens) - 1 - np.arange(int(tokens.sum()))
    discounts = np.power(gamma, np.arange(there.shape[1]))
    result = np.zeros(there.shape)
    result[there] = whitened(np.repeat(scores, tokens) * discounts[to_go], epsilon=epsilon)
    return result
