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
    scores = penalised_scores(batch, amount, penalty)
    if penalty == "reward" and amount:
        return scores, batch.step_returns(gamma, penalised_rewards(batch, amount))
    returns = batch.step_returns(gamma)
    return scores, returns - amount * batch.invalid if penalty == "row" and amount else returns


def penalised_scores(batch: StepBatch, amount: float, penalty: Penalty) -> Floats:
    """Return the score of each row's episode, shape (rows,), as the penalty leaves it.

    Args:
        batch: The steps.
        amount: What an invalid action costs, in units of reward, or, with ``"apart"``, of the advantage.
        penalty: Where it enters.

    Raises:
        ValueError: The penalty is to enter rewards, but returns are given instead of being computed.
    """
    if penalty == "apart" or not amount:
        return batch.episode_returns()
    if penalty == "row":
        return batch.episode_returns() - amount * batch.invalid
    if "step_return" in batch or "episode_return" in batch:
        raise ValueError(
            "penalty='reward' changes the rewards that returns are made of, but this batch gives step_return or "
            "episode_return: put the penalty into those and pass invalid_penalty=0, or use penalty='row'"
        )
    return batch.episode_returns(penalised_rewards(batch, amount))


def penalised_rewards(batch: StepBatch, amount: float) -> Floats:
    """Return the reward of each step less the cost of an invalid action, shape (rows,)."""
    return batch.reward - amount * batch.invalid


def penalty_term(batch: StepBatch, amount: float, penalty: Penalty) -> Floats:
    """Return the term of a penalty that stands apart, shape (rows,): 0 in groups that are all valid or all invalid.

    It is what an invalid action costs times the share of invalid rows in the group, less the cost where the row itself
    is one: never more than the cost, and 0 on average over the rows of a group.
    """
    if penalty != "apart" or not amount:
        return np.zeros(batch.rows)
    rate = np.bincount(batch.group_codes, batch.invalid) / np.bincount(batch.group_codes)
    return np.asarray(amount * (rate[batch.group_codes] - batch.invalid), dtype=np.float64)
