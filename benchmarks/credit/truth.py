"""What steps were really worth."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks.credit.problem import Codes, Floats, Problem


def true_advantages(problems: Sequence[Problem], group: Codes, state: Codes, slot: Codes, left: Codes) -> Floats:
    """Return the exact advantage of each row's action, with so many steps left, in units of reward, shape (rows,).

    Args:
        problems: The problem of each group.
        group: Group of each row, ascending, shape (rows,), as the following.
        state: Where it stood.
        slot: What it did.
        left: Steps left, itself included.
    """
    result = np.empty(len(group))
    bounds = np.searchsorted(group, np.arange(len(problems) + 1))
    for number, problem in enumerate(problems):
        rows = slice(bounds[number], bounds[number + 1])
        graph, value, gamma = problem.graph, problem.values.value, problem.values.gamma
        here, action, remaining = state[rows], slot[rows], left[rows]
        after = np.where(graph.terminated[here, action], 0.0, value[remaining - 1, graph.successor[here, action]])
        result[rows] = graph.reward[here, action] + gamma * after - value[remaining, here]
    return result
