"""The exact truth against what does not use it: Monte Carlo in the real simulators, and finite differences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from benchmarks.credit.groups import make_groups
from benchmarks.credit.metrics import exact_gradient
from benchmarks.credit.monte_carlo import Forks
from benchmarks.credit.problem import Problem
from benchmarks.credit.problems import open_world
from benchmarks.credit.settings import Setting
from gigpo_envs.values import policy_values
from tests.benchmarks.credit.worlds import WORLDS, problems

ROLLOUTS = 400


class Tabular:
    """The policy of a problem, as Monte Carlo asks for it."""

    def __init__(self, problem: Problem) -> None:
        simulator, _ = open_world(problem.world, "generated")
        self.canonical = simulator.canonical
        self.numbers = {self.canonical(state): number for number, state in enumerate(problem.graph.states)}
        self.upto = np.cumsum(problem.policy, axis=1)
        self.actions = problem.graph.actions

    def __call__(self, state: Any, rng: np.random.Generator) -> str:
        number = self.numbers[self.canonical(state)]
        return self.actions[number][int(np.searchsorted(self.upto[number], rng.random(), side="right"))]


@pytest.mark.parametrize("world", WORLDS)
def test_exact_values_are_those_of_monte_carlo(world: str) -> None:
    problem = problems(world)[0]
    simulator, _ = open_world(world, "generated")
    made = make_groups([problem], Setting(world, 0.4, 2), 3)
    forks = Forks(simulator, Tabular(problem), ROLLOUTS, np.random.Generator(np.random.PCG64(5)))
    off = []
    for row in np.linspace(0, len(made.truth) - 1, 6).astype(int).tolist():
        state, left = int(made.state[row]), int(made.left[row])
        action = problem.graph.actions[state][made.slot[row]]
        after = forks.step(problem.graph.states[state], action)
        halves = forks.advantage(problem.graph.states[state], after, left)
        off.append([half - made.truth[row] for half in halves])
    # Rewards are 0 to 1, so a difference of two means of n has a standard error of sqrt(1 / 2n) at most.
    assert np.abs(off).max() < 4 * np.sqrt(0.5 / ROLLOUTS)
    assert np.abs(np.mean(off)) < 4 * np.sqrt(0.5 / ROLLOUTS / 2)


@pytest.mark.parametrize("world", WORLDS)
def test_exact_gradient_is_that_of_finite_differences(world: str) -> None:
    """The likeliest actions of the first states, each logit moved up and down a little."""
    problem = problems(world)[0]
    gradient = exact_gradient(problem)
    logits = np.log(np.maximum(problem.policy, 1e-300))

    def expected_return(logits: Any) -> float:
        weights = np.exp(logits - logits.max(axis=1, keepdims=True)) * problem.graph.exists
        policy = weights / np.maximum(weights.sum(axis=1, keepdims=True), 1e-300)
        return float(policy_values(problem.graph, policy, problem.horizon).value[problem.horizon, 0])

    largest = np.argsort(-np.abs(gradient), axis=None)[:12]
    for place in largest.tolist():
        state, slot = divmod(place, gradient.shape[1])
        up, down = logits.copy(), logits.copy()
        up[state, slot] += 1e-4
        down[state, slot] -= 1e-4
        slope = (expected_return(up) - expected_return(down)) / 2e-4
        assert gradient[state, slot] == pytest.approx(slope, rel=1e-4, abs=1e-9)
    assert np.abs(gradient.sum(axis=1)).max() < 1e-12
