"""Rollouts drawn from the tables of graphs, all groups and members at once, and the noise that keys and texts get."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from benchmarks.credit.choices import CHOICES
from benchmarks.credit.merged import Merged, Steps
from benchmarks.credit.policies import GRAIN
from benchmarks.credit.problem import Codes, Problem
from benchmarks.credit.streams import Stream

WHEN = 10  # bits of the choice which irrelevant bit an action flips


def play(problems: Sequence[Problem], merged: Merged, success: float, members: int, seed: int) -> Steps:
    """Return rollouts of every problem's policy, sorted by trajectory and step.

    Every member has a stream of its own: a small group is the first members of a large one, whatever else is drawn.

    Args:
        problems: The problems.
        merged: The same, as one table.
        success: What their policies were tuned to.
        members: Rollouts of each.
        seed: What the draws derive from.
    """
    streams = [
        Stream("rollout", problem.graph.task_id, str(success), str(member), str(seed))
        for problem in problems
        for member in range(members)
    ]
    draws = np.array([stream.whole(GRAIN, merged.horizon) for stream in streams]).T
    return merged.play(merged.policy, members, draws)


def over_fine(merged: Merged, steps: Steps, bits: int, seed: int) -> tuple[Codes, Codes]:
    """Return irrelevant bits of the key of each row's state and of the state it led to, shape (rows,) each.

    All are 0 at the start. Every valid action that changes nothing that matters flips one of them, always the same: one
    that leads back to its state, for no reward, and ends nothing; in WebShop also the opening of a product's texts.
    What an action is worth stays the same.

    Args:
        merged: The problems, as one table.
        steps: Rollouts, sorted by trajectory and step.
        bits: How many bits.
        seed: What decides which action flips which bit.
    """
    idle = merged.valid & ~merged.terminated & (merged.reward == 0) & (merged.successor == merged.state)
    world = CHOICES[merged.world]
    idle |= np.isin(merged.kind % world.kinds, world.reading)
    arcs = np.bincount(merged.task[merged.state], minlength=len(merged.task_ids)).tolist()
    flipped = np.concatenate(
        [
            Stream("over-fine", task_id, str(seed)).whole(WHEN, count) % bits
            for task_id, count in zip(merged.task_ids, arcs, strict=True)
        ]
    )
    flips = np.where(idle, 1 << flipped, 0)[steps.arc]
    # Flips so far, those of earlier trajectories included; what stands at a trajectory's start takes those away.
    after = np.bitwise_xor.accumulate(flips)
    before = after ^ flips
    starts = steps.step == 0
    base = before[starts][np.cumsum(starts) - 1]
    return before ^ base, after ^ base


def clock(steps: Steps) -> tuple[Codes, Codes, npt.NDArray[np.object_]]:
    """Return numbers of texts of which no two are the same, and the lines that make them so.

    Args:
        steps: Rollouts, sorted by trajectory and step.

    Returns:
        The number of the text seen at each row and of the one it led to, and the line of the former, shape (rows,).
    """
    # A trajectory shows one text more than it has rows.
    seen = np.arange(len(steps.step)) + np.cumsum(steps.step == 0) - 1
    lines = np.array([_time(number) for number in seen.tolist()], dtype=object)
    return seen, seen + 1, lines


def _time(number: int) -> str:
    minutes, second = divmod(number, 60)
    hours, minute = divmod(minutes, 60)
    day, hour = divmod(hours, 24)
    return f"The clock says day {day + 1}, {hour:02}:{minute:02}:{second:02}."
