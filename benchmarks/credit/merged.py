"""The graphs of several problems as one table, so that all their tasks are played and valued at once.

An *arc* is a state and one of its actions. States of all problems are numbered through, and so are arcs, those of a
state together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.credit.policies import GRAIN
from benchmarks.credit.problem import Problem

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Steps:
    """Played steps, a row each, sorted by trajectory and step.

    Attributes:
        task: Number of the problem.
        trajectory: Number of the trajectory, over all tasks.
        step: Number of the step in it, from 0.
        state: Where it was taken.
        arc: What was done there.
        seen: Number of the text that was seen there.
    """

    task: Ints
    trajectory: Ints
    step: Ints
    state: Ints
    arc: Ints
    seen: Ints


class Merged:
    """The graphs of problems side by side.

    Args:
        problems: The problems, all with one step limit.

    Attributes:
        world: The world.
        task_ids: The tasks.
        horizon: The step limit.
        states: Number of states.
        start: First state of each problem.
        first_text: Number of the text that is seen there.
        task: Problem of each state.
        state: State of each arc.
        successor: State that each arc leads to.
        reward: Reward of each arc.
        terminated: The arc ends the episode.
        valid: The action could be done.
        text: Number of the text that answers each arc; those of all problems are numbered through.
        texts: The texts.
        progress: Number of each state's coarse key.
        actions: The action of each arc.
        kind: Number of the feature of each arc.
        policy: Probability of each arc under the problems' policies.
    """

    def __init__(self, problems: Sequence[Problem]) -> None:
        limits = {problem.horizon for problem in problems}
        if len(limits) != 1:
            raise ValueError(f"problems that are played together have one step limit, not {sorted(limits)}")
        (self.horizon,) = limits
        graphs = [problem.graph for problem in problems]
        self.world = problems[0].world
        self.task_ids = tuple(graph.task_id for graph in graphs)
        sizes = [len(graph.states) for graph in graphs]
        self.states = sum(sizes)
        self.start: Ints = np.cumsum([0, *sizes[:-1]])
        self.first_text: Ints = np.cumsum([0, *(len(graph.texts) for graph in graphs[:-1])])
        self.task: Ints = np.repeat(np.arange(len(graphs)), sizes)
        self.texts: npt.NDArray[np.object_] = np.array([text for graph in graphs for text in graph.texts], dtype=object)
        self.progress: Ints = np.concatenate([graph.progress for graph in graphs])
        exists = [np.nonzero(graph.exists) for graph in graphs]

        def arcs(name: str) -> npt.NDArray[Any]:
            return np.concatenate([getattr(graph, name)[where] for graph, where in zip(graphs, exists, strict=True)])

        self.state: Ints = np.concatenate([where[0] + start for where, start in zip(exists, self.start, strict=True)])
        self.successor: Ints = arcs("successor") + self.start[self.task[self.state]]
        self.text: Ints = arcs("text") + self.first_text[self.task[self.state]]
        self.reward: Floats = arcs("reward")
        self.terminated: npt.NDArray[np.bool_] = arcs("terminated")
        self.valid: npt.NDArray[np.bool_] = arcs("valid")
        self.actions: npt.NDArray[np.object_] = np.array(
            [action for graph in graphs for actions in graph.actions for action in actions], dtype=object
        )
        columns = list(zip(problems, exists, strict=True))
        self.kind: Ints = np.concatenate([problem.kinds[where] for problem, where in columns])
        self.policy: Floats = np.concatenate([problem.policy[where] for problem, where in columns])
        counts = np.bincount(self.state, minlength=self.states)
        self._acting = np.flatnonzero(counts)  # states that are not over
        self._first = (np.cumsum(counts) - counts)[self._acting]

    def softmax(self, logits: Floats) -> Floats:
        """Return the policy of logits, one an arc, shape (arcs,)."""
        most = np.zeros(self.states)
        most[self._acting] = np.maximum.reduceat(logits, self._first)
        weights = np.exp(logits - most[self.state])
        return np.asarray(weights / self.by_state(weights)[self.state])

    def by_state(self, values: Floats) -> Floats:
        """Return the sum over the arcs of each state, shape (states,)."""
        sums = np.zeros(self.states)
        sums[self._acting] = np.add.reduceat(values, self._first)
        return sums

    def values(self, policy: Floats) -> Floats:
        """Return the expected return by steps left and state, shape (horizon + 1, states)."""
        from scipy import sparse  # not at the top: it takes most of a second, and who only plays need not wait

        goes_on = np.flatnonzero(~self.terminated)
        bounds = np.concatenate([[0], np.cumsum(np.bincount(self.state[goes_on], minlength=self.states))])
        moves = sparse.csr_array((policy[goes_on], self.successor[goes_on], bounds), shape=(self.states, self.states))
        gain = self.by_state(policy * self.reward)
        value = np.zeros((self.horizon + 1, self.states))
        for left in range(1, self.horizon + 1):
            value[left] = gain + moves @ value[left - 1]
        return value

    def play(self, policy: Floats, members: int, draws: Ints) -> Steps:
        """Play every task some times.

        Args:
            policy: Probability of each arc, shape (arcs,).
            members: Trajectories of each task.
            draws: Drawn whole numbers of ``GRAIN`` bits, shape (horizon, tasks * members).
        """
        upto = np.cumsum(self._grains(policy))
        before = np.concatenate([[0], upto])
        first = np.zeros(self.states, dtype=np.int64)
        first[self._acting] = before[self._first]
        trajectory = np.arange(len(self.start) * members)
        state, seen = np.repeat(self.start, members), np.repeat(self.first_text, members)
        rows = []
        for step in range(self.horizon):
            arc = np.searchsorted(upto, first[state] + draws[step, trajectory], side="right")
            rows.append((trajectory, np.full(len(arc), step), state, arc, seen))
            on = ~self.terminated[arc]
            trajectory, state, seen = trajectory[on], self.successor[arc[on]], self.text[arc[on]]
            if not len(trajectory):
                break
        number, when, where, what, text = (np.concatenate(parts) for parts in zip(*rows, strict=True))
        order = np.lexsort((when, number))
        return Steps(number[order] // members, *(column[order] for column in (number, when, where, what, text)))

    def _grains(self, policy: Floats) -> Ints:
        """Return probabilities in multiples of 2**-GRAIN; what rounding leaves goes to the likeliest arc of a state."""
        grains: Ints = np.floor(policy * 2**GRAIN).astype(np.int64)
        rest = 2**GRAIN - np.add.reduceat(grains, self._first)
        most = np.zeros(self.states)
        most[self._acting] = np.maximum.reduceat(policy, self._first)
        likeliest = np.flatnonzero(policy == most[self.state])
        chosen = likeliest[np.unique(self.state[likeliest], return_index=True)[1]]
        grains[chosen] += rest
        return grains
