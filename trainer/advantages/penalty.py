"""The three ways in which a penalty for invalid actions enters an advantage."""

from __future__ import annotations

from typing import Literal

import numpy as np

from trainer.advantages.batch import Floats, StepBatch

Penalty = Literal["apart", "reward", "row"]
"""``"apart"``: its own term, centred on the group and never divided by a deviation. ``"reward"``: part of the step's
reward, so that it is discounted back and summed up. ``"row"``: subtracted from both returns of that row alone."""
PENALTY = ("apart", "reward", "row")


def penalised_returns(batch: StepBatch, gamma: float, amount: float, penalty: Penalty) -> tuple[Floats, Floats]:
    """Return the score of each row's episode and its step return, shape (rows,) each, as the penalty leaves them.

    Args:
        batch: The steps.
        gamma: Discount of one step.
        amount: What an invalid action costs, in units of reward, or, with ``"apart"``, of the advantage.
        penalty: Where it enters.

    Raises:
        ValueError: The penalty is to enter rewards, but returns are given instead of being computed.
    """
    if penalty == "apart" or not amount:
        return batch.episode_returns(), batch.step_returns(gamma)
    cost = amount * batch.invalid
    if penalty == "row":
        return batch.episode_returns() - cost, batch.step_returns(gamma) - cost
    if "step_return" in batch or "episode_return" in batch:
        raise ValueError(
            "penalty='reward' changes the rewards that returns are made of, but this batch gives step_return or "
            "episode_return: put the penalty into those and pass invalid_penalty=0, or use penalty='row'"
        )
    reward = batch.reward - cost
    return batch.episode_returns(reward), batch.step_returns(gamma, reward)


def penalty_term(batch: StepBatch, amount: float, penalty: Penalty) -> Floats:
    """Return the term of a penalty that stands apart, shape (rows,): 0 in groups that are all valid or all invalid."""
    if penalty != "apart" or not amount:
        return np.zeros(batch.rows)
    rate = np.bincount(batch.group_codes, batch.invalid) / np.bincount(batch.group_codes)
    return np.asarray(amount * (rate[batch.group_codes] - batch.invalid), dtype=np.float64)
