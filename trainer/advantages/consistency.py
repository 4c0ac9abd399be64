"""What the columns of a batch must agree on: the order of steps, ends, step limits, places, returns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from gigpo_envs.errors import shown
from trainer.advantages.columns import known_keys

if TYPE_CHECKING:
    from trainer.advantages.batch import StepBatch


def gap(batch: StepBatch) -> str | None:
    """Return what is wrong with the numbers of the steps; None where each trajectory has 0, 1, 2, ..., once each."""
    trajectory, steps = batch.trajectory_codes[batch.order], batch["step"][batch.order]
    starts = np.flatnonzero(np.diff(trajectory, prepend=-1))
    expected = np.arange(batch.rows) - np.repeat(starts, np.diff(starts, append=batch.rows))
    wrong = np.flatnonzero(steps != expected)
    if not len(wrong):
        return None
    step, due = steps[wrong[0]], expected[wrong[0]]
    cure = (
        "this method follows trajectories, so every step must be there once"
        if "step_return" in batch or "episode_return" in batch
        else "give every step once, or, where rows were dropped or copied, step_return and episode_return of the whole "
        "trajectory"
    )
    fault = "twice" if step < due else f"but no step {due}"
    return f"{_where(batch, batch.order[wrong[0]])} has step {step} {fault}; {cure}"


def check_horizon(batch: StepBatch) -> None:
    """Check that every step lies below its ``horizon``.

    Raises:
        ValueError: One does not. The text names it.
    """
    steps, horizon = batch["step"], batch["horizon"]
    beyond = np.flatnonzero(steps >= horizon)
    if len(beyond):
        row = beyond[0]
        raise ValueError(
            f"{_where(batch, row)} has step {steps[row]}, but horizon {horizon[row]} allows steps 0 to "
            f"{horizon[row] - 1}"
        )


def check_terminated(batch: StepBatch) -> None:
    """Check that only the last step of a trajectory is ``terminated``.

    Raises:
        ValueError: Another is. The text names it.
    """
    steps, last = batch["step"], np.zeros(batch.trajectories, dtype=np.int64)
    np.maximum.at(last, batch.trajectory_codes, steps)
    early = np.flatnonzero(batch["terminated"] & (steps < last[batch.trajectory_codes]))
    if len(early):
        row = early[0]
        raise ValueError(f"{_where(batch, row)} is terminated at step {steps[row]}, but goes on after it")


def check_next_anchor(batch: StepBatch, after: npt.NDArray[np.int64]) -> None:
    """Check that ``next_anchor`` is the ``anchor`` of the next row, where both are known.

    Args:
        batch: A batch without gaps.
        after: Node that ``next_anchor`` names in each row, shape (rows,), -1 where it is None.

    Raises:
        ValueError: It is another. The text names the first.
    """
    following = batch.next_rows
    known = known_keys(batch["anchor"])
    rows = np.flatnonzero((following >= 0) & (after >= 0) & known[following])
    wrong = rows[after[rows] != batch.node_codes[following[rows]]]
    if len(wrong):
        row = wrong[0]
        raise ValueError(
            f"in {_where(batch, row)} next_anchor of step {batch['step'][row]} is {_shown(batch, 'next_anchor', row)}, "
            f"but anchor of the step after it is {_shown(batch, 'anchor', following[row])} ({len(wrong)} rows are so): "
            "both must name places in the same way"
        )


def check_episode_return(batch: StepBatch) -> None:
    """Check that ``episode_return`` is one number a trajectory.

    Raises:
        ValueError: A trajectory has two. The text names it.
    """
    returns = batch["episode_return"]
    first = returns[batch.first_rows][batch.trajectory_codes]
    differs = np.flatnonzero(returns != first)
    if len(differs):
        row = differs[0]
        raise ValueError(
            f"episode_return is one number a trajectory, but {_where(batch, row)} has {first[row]} and {returns[row]}"
        )


def _where(batch: StepBatch, row: int) -> str:
    """Return the trajectory of a row as error texts name it."""
    return f"trajectory {_shown(batch, 'trajectory', row)} of group {_shown(batch, 'group', row)}"


def _shown(batch: StepBatch, name: str, row: int) -> str:
    """Return an entry as error texts show it: a number as Python's own."""
    return shown(batch[name][row : row + 1].tolist()[0])
