"""One task with one scripted policy, and all that is exact about them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gigpo_envs.state_graph import StateGraph
from gigpo_envs.values import Values

Floats = npt.NDArray[np.float64]
Codes = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Problem:
    """One task with one scripted policy. S states, at most W actions in a state.

    Attributes:
        world: ``"text_maze"``, ``"alfworld"``, ``"webshop"`` or ``"search_qa"``.
        graph: What can happen in the task under the actions that the policy considers.
        policy: Probability of each action, multiples of 2**-20, shape (S, W).
        values: The policy's values, undiscounted, up to ``horizon`` steps left.
        horizon: Step limit of the environment.
        kinds: Number of the feature that an action has in a state: how far the task is, and what kind of action it is.
            All tasks of a world share them. Shape (S, W), -1 in empty slots.
        features: How many features the world has.
    """

    world: str
    graph: StateGraph
    policy: Floats
    values: Values
    horizon: int
    kinds: Codes
    features: int
