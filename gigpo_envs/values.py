"""Exact values on a state graph, by dynamic programming over the steps that are left."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gigpo_envs.errors import shown, whole_number
from gigpo_envs.state_graph import StateGraph

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Values:
    """Expected return by the steps that are left.

    Attributes:
        graph: The graph they belong to.
        value: With h steps left in state s, ``value[h, s]``, shape (horizon + 1, S), in units of reward.
        policy: The policy they are the values of, shape (S, W); (horizon + 1, S, W) where it depends on the steps left.
        gamma: Discount of one step.
    """

    graph: StateGraph
    value: Floats
    policy: Floats
    gamma: float

    @property
    def horizon(self) -> int:
        """The most steps left that they are known for."""
        return len(self.value) - 1

    def action_values(self, left: int) -> Floats:
        """Return the value of each action with so many steps left, itself included, shape (S, W); 0 in empty slots.

        Args:
            left: Steps left, 1 to the horizon.

        Raises:
            ValueError: It is no such number.
        """
        if whole_number("left", left, 1) > self.horizon:
            raise ValueError(f"left must be at most the horizon {self.horizon}, not {left}: compute more values")
        return _action_values(self.graph, self.value[left - 1], self.gamma)

    def advantages(self, left: int) -> Floats:
        """Return by how much each action is better than the policy, shape (S, W); 0 in empty slots.

        Args:
            left: Steps left, 1 to the horizon.

        Raises:
            ValueError: It is no such number.
        """
        better = self.action_values(left) - self.value[left][:, None]
        return np.where(self.graph.exists, better, 0.0)


def policy_values(graph: StateGraph, policy: Floats, horizon: int, gamma: float = 1.0) -> Values:
    """Return the values of a tabular policy.

    Args:
        graph: The graph.
        policy: Probability of each action in each state, shape (S, W), rows of states with actions summing to 1.
        horizon: Step limit, at least 1; an episode that reaches it ends with what it has.
        gamma: Discount of one step, 0 to 1.

    Raises:
        ValueError: The policy has another shape or is no distribution, or a number is out of its range.
    """
    _check(graph, horizon, gamma)
    policy = np.asarray(policy, dtype=np.float64)
    if policy.shape != graph.successor.shape:
        raise ValueError(f"a policy of this graph has the shape {graph.successor.shape}, not {policy.shape}")
    # Each comparison is false of NaN, which so is wrong too.
    sums_to_one = np.abs(policy.sum(axis=1) - graph.exists.any(axis=1)) <= 1e-9
    wrong = ~(sums_to_one & np.where(graph.exists, policy >= 0, policy == 0).all(axis=1))
    if wrong.any():
        state = int(np.flatnonzero(wrong)[0])
        raise ValueError(f"the policy is no distribution over the actions of state {state}: {policy[state].tolist()}")
    value = np.zeros((horizon + 1, len(graph.states)))
    for left in range(1, horizon + 1):
        value[left] = (policy * _action_values(graph, value[left - 1], gamma)).sum(axis=1)
    return Values(graph, value, policy, gamma)


def optimal_values(graph: StateGraph, horizon: int, gamma: float = 1.0) -> Values:
    """Return the values of the best policy, which may depend on the steps left.

    Among equally good actions the policy takes all with the same probability. Its shape is (horizon + 1, S, W); with
    0 steps left it is all zeros.

    Args:
        graph: The graph.
        horizon: Step limit, at least 1.
        gamma: Discount of one step, 0 to 1.

    Raises:
        ValueError: A number is out of its range.
    """
    _check(graph, horizon, gamma)
    value = np.zeros((horizon + 1, len(graph.states)))
    policy = np.zeros((horizon + 1, *graph.successor.shape))
    for left in range(1, horizon + 1):
        actions = np.where(graph.exists, _action_values(graph, value[left - 1], gamma), -np.inf)
        best = actions.max(axis=1)
        value[left] = np.where(np.isfinite(best), best, 0.0)
        ties = graph.exists & (actions >= best[:, None] - 1e-12)
        policy[left] = ties / np.maximum(ties.sum(axis=1, keepdims=True), 1)
    return Values(graph, value, policy, gamma)


def _action_values(graph: StateGraph, after: Floats, gamma: float) -> Floats:
    """Return the action values given the values of states one step later."""
    goes_on = graph.exists & ~graph.terminated
    return np.asarray(graph.reward + gamma * np.where(goes_on, after[graph.successor], 0.0), dtype=np.float64)


def _check(graph: StateGraph, horizon: int, gamma: float) -> None:
    whole_number("horizon", horizon, 1)
    if isinstance(gamma, bool) or not isinstance(gamma, int | float | np.floating) or not 0 <= gamma <= 1:
        raise ValueError(f"gamma must be a number from 0 to 1, not {shown(gamma)}")
