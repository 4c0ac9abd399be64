"""Generalized advantage estimation over the turns of a trajectory, with a critic's value of each place.

Schulman, Moritz, Levine, Jordan, Abbeel: High-Dimensional Continuous Control Using Generalized Advantage Estimation,
2016, arXiv 1506.02438.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from trainer.advantages import diagnostics
from trainer.advantages.batch import Floats, StepBatch, as_batch
from trainer.advantages.options import check_amount, check_choice, check_flag, check_share
from trainer.advantages.penalty import PENALTY, Penalty, penalised_rewards, penalty_term
from trainer.advantages.result import Advantages
from trainer.advantages.statistics import whitened, without_rounding


def gae(
    batch: StepBatch | Mapping[str, Any],
    *,
    gamma: float = 0.95,
    lam: float = 0.95,
    whiten: bool = True,
    invalid_penalty: float = 0.0,
    penalty: Penalty = "apart",
) -> Advantages:
    """Return ``A[t] = d[t] + gamma * lam * A[t + 1]`` with ``d[t] = r[t] + gamma * V[t + 1] - V[t]`` over turns.

    Value flows from turn to turn, not from token to token, so lambda counts turns. After the last turn V is 0 where
    the environment ended, and ``next_value`` where the trajectory was cut. A time limit that is part of the task is
    an end: leave ``terminated`` out, or set it there, and V after it is 0.

    Args:
        batch: The steps, a ``StepBatch`` or a mapping of its columns; ``value`` is needed.
        gamma: Discount of one turn.
        lam: Lambda: 0 trusts the critic from the next turn on, 1 only the rewards.
        whiten: Subtract the mean over the batch and divide by the sample deviation, as PPO does; a row counts once a
            token where the batch has ``tokens``. ``step`` has the numbers before that: ``step + value`` is what the
            critic learns.
        invalid_penalty: What an invalid action costs.
        penalty: Where the cost enters; see ``trainer.advantages.penalty``. ``"reward"`` carries it back to earlier
            turns, and ``"row"`` does not.

    Returns:
        The advantages, with the numbers before whitening as ``step``, and diagnostics.

    Raises:
        ValueError: An option is out of its range, there is no ``value``, a trajectory was cut and there is no
            ``next_value``, or steps are missing.
    """
    batch = as_batch(batch)
    check_share("gamma", gamma)
    check_share("lam", lam)
    check_flag("whiten", whiten)
    check_amount("invalid_penalty", invalid_penalty)
    check_choice("penalty", penalty, PENALTY)
    value = batch.need("value", "gae")
    following = _next_values(batch, value)

    def step_part(amount: float) -> Floats:
        reward = penalised_rewards(batch, amount) if penalty == "reward" else batch.reward
        result = batch.backward(reward + gamma * following - value, gamma * lam)
        # What a critic that is right leaves is rounding, which whitening would make a signal of.
        result = without_rounding(result, np.maximum(np.abs(reward), np.abs(value)), batch.group_codes)
        return result - amount * batch.invalid if penalty == "row" else result

    def scaled(step: Floats) -> Floats:
        return whitened(step, batch.get("tokens")) if whiten else step

    step = step_part(invalid_penalty)
    total = scaled(step) + penalty_term(batch, invalid_penalty, penalty)
    numbers = diagnostics.of_groups(batch) | diagnostics.of_critic(step + value, value)
    numbers |= diagnostics.of_penalty(batch, invalid_penalty, total, lambda: scaled(step_part(0.0)))
    return Advantages(total, None, step, numbers)


def _next_values(batch: StepBatch, value: Floats) -> Floats:
    """Return the critic's value of the place each row led to, shape (rows,)."""
    following = batch.next_rows
    cut = (following < 0) & ~batch.terminated
    if cut.any() and "next_value" not in batch:
        raise ValueError(
            f"{int(cut.sum())} of {batch.trajectories} trajectories were cut, so gae needs the column 'next_value' "
            "(the critic's value of the place after the last step; other rows are not read); where the limit is part "
            "of the task, set terminated there"
        )
    after = np.where(following < 0, 0.0, value[following])
    return np.where(cut, batch["next_value"], after) if cut.any() else after
