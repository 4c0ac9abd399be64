"""Scripted policies on a state graph: an expert that errs, as often as the wanted success asks for.

In each state s, with everything drawn anew for each task,

    pi(a|s) = (1 - e_s) expert(a|s) + e_s softmax(z(s, .))(a),    e_s = sigmoid(x + normal(s)),    z(s, a) = normal

where the expert weighs all actions that bring it nearer to a full reward at random. ``x`` is tuned until the exact
probability of a full reward within the step limit is the wanted one. Where no way leads to a full reward, e_s is 1.

For exp(y) stands (1 + y / 1024) ** 1024: multiplications give the same bits on every machine, exponential functions
do not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from benchmarks.credit.streams import Stream
from gigpo_envs.state_graph import StateGraph

Floats = npt.NDArray[np.float64]
Codes = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

GRAIN = 20
"""Probabilities are multiples of 2**-GRAIN."""
STEP = 2.0**-12  # x is a multiple, so that rounding errors cannot move it
LEAST, MOST = -12.0, 6.0  # where x is looked for: at most 6e-6 errors, and nearly nothing else
FULL = 1.0  # the reward of a full success in all four worlds
FAR = np.iinfo(np.int64).max // 2


def wins(graph: StateGraph) -> Flags:
    """Return which actions end the episode with a full reward, shape (S, W)."""
    return np.asarray(graph.terminated & (graph.reward >= FULL))


def distances(graph: StateGraph) -> Codes:
    """Return the least number of actions to a full reward from each state, ``FAR`` where no way leads to it."""
    won, goes_on = wins(graph), graph.exists & ~graph.terminated
    known = np.where(won.any(axis=1), 1, FAR)
    while True:
        further = np.where(goes_on, known[graph.successor], FAR).min(axis=1, initial=FAR)
        better = np.minimum(known, np.minimum(further + 1, FAR))
        if np.array_equal(better, known):
            return known
        known = better


class Scripted:
    """The policies of one task, by ``x``.

    Args:
        graph: The task.
        horizon: Step limit.
        seed: Seed of what is drawn.

    Attributes:
        shortest: The least number of actions to a full reward, ``FAR`` where no way leads to it.
    """

    def __init__(self, graph: StateGraph, horizon: int, seed: int) -> None:
        self._graph, self._horizon = graph, horizon
        self._won = wins(graph)
        self._state, self._slot = np.nonzero(graph.exists)
        self._successor = graph.successor[self._state, self._slot]
        self._ends = graph.terminated[self._state, self._slot]
        distance = distances(graph)
        self.shortest = int(distance[0])
        stream = Stream("policy", graph.task_id, str(seed))
        states, width = graph.successor.shape
        self._errs = stream.normal(states)
        noise = stream.normal(states * width).reshape(states, width)
        weights = stream.whole(GRAIN, states * width).reshape(states, width) + 1
        nearer = np.where(graph.terminated, 0, distance[graph.successor]) == (distance - 1)[:, None]
        nearer &= graph.exists & (~graph.terminated | self._won)
        weights = weights * nearer
        self._expert = weights / np.maximum(weights.sum(axis=1, keepdims=True), 1)
        self._lost = ~nearer.any(axis=1)
        softmax = np.where(graph.exists, exponential(noise), 0.0)
        self._softmax = softmax / np.maximum(softmax.sum(axis=1, keepdims=True), np.finfo(float).tiny)

    def policy(self, x: float) -> Floats:
        """Return the policy of an ``x``, multiples of 2**-20, shape (S, W)."""
        errs = np.where(self._lost, 1.0, 1.0 / (1.0 + exponential(-(x + self._errs))))[:, None]
        return in_grains((1.0 - errs) * self._expert + errs * self._softmax)

    def success(self, policy: Floats) -> float:
        """Return the exact probability of a full reward within the step limit, by following all episodes at once."""
        probability = policy[self._state, self._slot]
        goes_on = np.flatnonzero((probability > 0) & ~self._ends)
        state, successor, moves = self._state[goes_on], self._successor[goes_on], probability[goes_on]
        winning = (policy * self._won).sum(axis=1)
        here: Floats = np.zeros(len(policy))
        here[0] = 1.0
        total = 0.0
        for _ in range(self._horizon):
            total += float((here * winning).sum())
            here = np.bincount(successor, weights=here[state] * moves, minlength=len(policy)).astype(np.float64)
        return total

    def tuned(self, success: float) -> Floats | None:
        """Return the policy with a probability of success, None where no ``x`` has it.

        Args:
            success: The wanted probability.
        """
        low, high = round(LEAST / STEP), round(MOST / STEP)
        if self.success(self.policy(low * STEP)) < success or self.success(self.policy(high * STEP)) > success:
            return None
        while high - low > 1:
            middle = (low + high) // 2
            if self.success(self.policy(middle * STEP)) >= success:
                low = middle
            else:
                high = middle
        return self.policy(low * STEP)


def exponential(values: Floats) -> Floats:
    """Return what stands for the exponential function, of values well above -1024."""
    result = 1.0 + values / 1024.0
    for _ in range(10):
        result = result * result
    return result


def in_grains(policy: Floats) -> Floats:
    """Return a policy with its probabilities rounded to multiples of 2**-20; the rest goes to each state's likeliest.

    Args:
        policy: Probabilities, shape (S, W); rows of zeros stay so.
    """
    grains = np.floor(policy * 2**GRAIN + 0.5)
    likeliest = policy.argmax(axis=1)
    rows = np.flatnonzero(policy.any(axis=1))
    grains[rows, likeliest[rows]] += 2**GRAIN - grains[rows].sum(axis=1)
    return np.asarray(grains * 2.0**-GRAIN)


def tune(graph: StateGraph, horizon: int, successes: Sequence[float], seed: int) -> Mapping[float, Floats]:
    """Return a policy for each of the wanted probabilities of success that one can have.

    Args:
        graph: The task.
        horizon: Step limit.
        successes: The wanted probabilities.
        seed: Seed of what is drawn.
    """
    scripted = Scripted(graph, horizon, seed)
    found = {success: scripted.tuned(success) for success in successes}
    return {success: policy for success, policy in found.items() if policy is not None}
