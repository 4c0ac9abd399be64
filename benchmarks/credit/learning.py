"""The learning test: tabular policies trained on nothing but an estimator's numbers, and how good they really get.

Some tasks start at policies that seldom win. Every iteration each task is played by a group of rollouts of its present
policy, an estimator gives a number a step, these are divided by the root of their mean square over the batch, and the
logits go one step along the plain policy gradient. What counts is the exact expected return, by dynamic programming,
after every iteration: no estimator can please a metric here without having taught something.

The step size is picked for each estimator by itself, on seeds that are not used again, among sizes that are still
gradient steps: with the largest, what all rollouts of a task do with a number of typical size gains four logits. Beyond
that a policy becomes greedy at once, right or wrong, and what is learned is decided by the signs of numbers alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from benchmarks.credit.contestants import Contestant, numbers
from benchmarks.credit.groups import columns_of
from benchmarks.credit.merged import Merged, Steps
from benchmarks.credit.policies import GRAIN
from benchmarks.credit.streams import Stream

Floats = npt.NDArray[np.float64]

MEMBERS = 8
ITERATIONS = 16
COUNTED = slice(1, ITERATIONS + 1)  # iterations whose mean is the score; 0 is the start
STEP_SIZES = (0.5, 1.0, 2.0, 4.0)
TUNING = 2  # seeds for picking one
_FLOOR = 2.0**-20  # of the start policy's probabilities, whose logarithms are the first logits


@dataclass(frozen=True, slots=True)
class Course:
    """What is to be learned.

    Attributes:
        merged: The tasks, and the policies to start from.
        over_fine: Number of irrelevant bits in the keys of states that estimators are shown; policies do not see them.
    """

    merged: Merged
    over_fine: int = 0


@dataclass(frozen=True, slots=True)
class Learning:
    """How one estimator taught.

    Attributes:
        returns: Exact expected return by seed, iteration (0 is the start) and task, shape
            (seeds, iterations + 1, tasks).
        step_size: The step size that was picked.
    """

    returns: Floats
    step_size: float

    @property
    def curve(self) -> Floats:
        """Mean over seeds and tasks by iteration."""
        return np.asarray(self.returns.mean(axis=(0, 2)))

    @property
    def by_task(self) -> Floats:
        """The score by task: the mean over seeds and the iterations that count."""
        return np.asarray(self.returns[:, COUNTED].mean(axis=(0, 1)))


def learn(course: Course, contestant: Contestant, seeds: Sequence[int]) -> Learning:
    """Train from an estimator's numbers.

    Args:
        course: What is to be learned.
        contestant: The estimator.
        seeds: The first ``TUNING`` are for picking the step size, one training is done with each of the others.

    Raises:
        ContestantError: The estimator fails.
    """
    tuning, others = seeds[:TUNING], seeds[TUNING:]
    scores = [
        np.mean([train(course, contestant, seed, size)[COUNTED].mean() for seed in tuning]) for size in STEP_SIZES
    ]
    # Equal up to rounding: the smaller one, on every machine.
    best = STEP_SIZES[int(np.argmax(np.round(scores, 9)))]
    return Learning(np.array([train(course, contestant, seed, best) for seed in others]), best)


def train(course: Course, contestant: Contestant, seed: int, step_size: float) -> Floats:
    """Return the exact expected return by iteration (0 is the start) and task, shape (iterations + 1, tasks)."""
    merged = course.merged
    stream = Stream("learning", str(seed))
    logits = np.log(np.maximum(merged.policy, _FLOOR))
    shape = (merged.horizon, len(merged.start) * MEMBERS)
    returns = []
    for iteration in range(ITERATIONS + 1):
        policy = merged.softmax(logits)
        value = merged.values(policy)
        returns.append(value[merged.horizon, merged.start])
        if iteration < ITERATIONS:
            draws = stream.whole(GRAIN, shape[0] * shape[1]).reshape(shape)
            steps = merged.play(policy, MEMBERS, draws)
            columns = columns_of(merged, steps, seed, over_fine=course.over_fine)
            estimate = numbers(contestant, columns, _hidden(merged, steps, value))
            logits += step_size * _direction(merged, policy, steps, estimate)
    return np.array(returns)


def _hidden(merged: Merged, steps: Steps, value: Floats) -> dict[str, Floats]:
    """Return what references are shown, as ``contestants.hidden_columns``, given the values of the present policy."""
    left, arc = merged.horizon - steps.step, steps.arc
    here = value[left, steps.state]
    after = np.where(merged.terminated[arc], 0.0, value[left - 1, merged.successor[arc]])
    return {"value": here, "next_value": after, "truth": merged.reward[arc] + after - here}


def _direction(merged: Merged, policy: Floats, steps: Steps, estimate: Floats) -> Floats:
    """Return the policy gradient by the logits, a mean over each task's trajectories, shape (arcs,)."""
    size = np.sqrt(np.mean(estimate**2))
    if size == 0:
        return np.zeros(len(policy))
    pushed: Floats = np.bincount(steps.arc, estimate / size, minlength=len(policy)).astype(np.float64)
    return np.asarray((pushed - merged.by_state(pushed)[merged.state] * policy) / MEMBERS)
