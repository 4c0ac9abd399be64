"""A problem small enough to be worked out by hand, and groups of any rows of it.

In state 0 the actions go on (to state 1) or give up (over, no reward); in state 1 they win (over, reward 1) or lose
(over). All are as likely as each other and there are two steps, so V is 1/4 in state 0 and 1/2 in state 1, and the
advantages are +-1/4 and +-1/2. State 1 is reached half of the time: the gradient is +-1/8 everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from benchmarks.credit.groups import Groups
from benchmarks.credit.problem import Problem
from benchmarks.credit.settings import Setting
from benchmarks.credit.truth import true_advantages
from gigpo_envs.state_graph import NONE, StateGraph
from gigpo_envs.values import policy_values

GO, GIVE_UP = (0, 0), (0, 1)
WIN, LOSE = (1, 0), (1, 1)
Step = tuple[int, int]


def two_steps(number: int = 0) -> Problem:
    over = [NONE, NONE]
    graph = StateGraph(
        task_id=f"hand/{number}",
        actions=(("go on", "give up"), ("win", "lose"), ()),
        successor=np.array([[1, 2], [2, 2], over]),
        reward=np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 0.0]]),
        terminated=np.array([[False, True], [True, True], [False, False]]),
        valid=np.array([[True, True], [True, True], [False, False]]),
        text=np.array([[1, 2], [3, 2], over]),
        progress=np.array([0, 1, 2]),
        texts=("start", "door", "over", "won"),
        states=(0, 1, 2),
    )
    policy = np.array([[0.5, 0.5], [0.5, 0.5], [0.0, 0.0]])
    kinds = np.array([[0, 1], [2, 3], [-1, -1]])
    return Problem("search_qa", graph, policy, policy_values(graph, policy, 2), 2, kinds, 4)


def groups_of(*groups: Sequence[Sequence[Step]]) -> Groups:
    """Return groups of trajectories, each a list of steps."""
    problems = tuple(map(two_steps, range(len(groups))))
    rows = [
        (group, f"{group}.{member}", step, *taken)
        for group, members in enumerate(groups)
        for member, steps in enumerate(members)
        for step, taken in enumerate(steps)
    ]
    group, state, slot, step = (np.array([row[place] for row in rows]) for place in (0, 3, 4, 2))
    graph = problems[0].graph
    seen = np.where(state == 0, 0, 1)
    columns: dict[str, Any] = {
        "group": group,
        "trajectory": np.unique([row[1] for row in rows], return_inverse=True)[1],
        "step": step,
        "reward": graph.reward[state, slot],
        "anchor": state + 10 * group,
        "next_anchor": graph.successor[state, slot] + 10 * group,
        "terminated": graph.terminated[state, slot],
        "valid": graph.valid[state, slot],
        "coarse": graph.progress[state] + 10 * group,
        "horizon": np.full(len(rows), 2),
        "tokens": np.full(len(rows), 2),
        "anchor_text": np.array(graph.texts, dtype=object)[seen],
        "observation": seen,
        "next_observation": graph.text[state, slot],
    }
    truth = true_advantages(problems, group, state, slot, 2 - step)
    return Groups(Setting("search_qa"), problems, columns, state, slot, 2 - step, truth, "0" * 32)
