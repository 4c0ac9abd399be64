"""Scripted policies: what they were tuned to they do, and they draw from whole numbers only."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from benchmarks.credit.policies import FAR, GRAIN, Scripted, distances, exponential, in_grains, tune, wins
from benchmarks.credit.problem import Problem
from benchmarks.credit.problems import open_world, task_problems
from benchmarks.credit.streams import Stream
from gigpo_envs.values import policy_values
from tests.benchmarks.credit.worlds import TASKS, WORLDS, problems, task


def exact_success(problem: Problem) -> float:
    """The probability of a full reward, by dynamic programming over another reward."""
    graph = replace(problem.graph, reward=wins(problem.graph).astype(np.float64))
    return float(policy_values(graph, problem.policy, problem.horizon).value[problem.horizon, 0])


@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize("success", [0.4, 0.8])
def test_success_is_the_wanted_one(world: str, success: float) -> None:
    for problem in problems(world, success):
        assert exact_success(problem) == pytest.approx(success, abs=2e-4)


@pytest.mark.parametrize("world", WORLDS)
def test_probabilities_are_whole_grains(world: str) -> None:
    for problem in problems(world):
        grains = problem.policy * 2**GRAIN
        assert (grains == np.round(grains)).all()
        assert (grains >= 0).all()
        assert set(grains.sum(axis=1)) <= {0.0, 2.0**GRAIN}


@pytest.mark.parametrize("world", WORLDS)
def test_full_reward_is_won_by_the_worlds_word(world: str) -> None:
    """A full reward ends exactly in the states that the simulator calls won."""
    simulator, _ = open_world(world, "generated")
    graph = problems(world)[0].graph
    for state, slot in np.argwhere(graph.terminated)[:200]:
        answer = simulator.step(graph.states[state], graph.actions[state][slot])
        assert answer.won == wins(graph)[state, slot]


@pytest.mark.parametrize("world", WORLDS)
def test_distances_are_lengths_of_ways(world: str) -> None:
    """One less than that of the best neighbour each, and as short as the expert's way or shorter."""
    simulator, _ = open_world(world, "generated")
    graph = problems(world)[0].graph
    known = distances(graph)
    for number, actions in enumerate(graph.actions):
        after = [
            1 if wins(graph)[number, slot] else 1 + known[graph.successor[number, slot]]
            for slot in range(len(actions))
            if wins(graph)[number, slot] or not graph.terminated[number, slot]
        ]
        assert min(known[number], FAR) == min([*after, FAR])
    state, steps = graph.states[0], 0
    while True:
        answer = simulator.step(state, simulator.expert_action(state))
        state, steps = answer.state, steps + 1
        if answer.won:
            break
    assert 0 < known[0] <= steps


def test_what_chance_reaches_anyway_is_left_out() -> None:
    simulator, horizon = open_world("search_qa", "generated")
    found = task_problems("search_qa", simulator, task("search_qa", 0), horizon, (0.001, 0.4), 0)
    assert list(found) == [0.4]


def test_dead_ends_are_played_by_chance() -> None:
    graph = problems("text_maze")[1].graph
    lost = np.flatnonzero((distances(graph) >= FAR) & graph.exists.any(axis=1))
    assert len(lost)
    surest = Scripted(graph, 50, 0).policy(-12.0)
    assert (surest[lost].max(axis=1) < 0.999).all()
    assert surest[0].max() > 0.2


def test_seeds_draw_other_policies() -> None:
    graph = problems("webshop")[0].graph
    first, again, other = (tune(graph, 15, (0.4,), seed)[0.4] for seed in (0, 0, 1))
    assert (first == again).all()
    assert (first != other).any()


def test_what_stands_for_the_exponential_function() -> None:
    values = np.linspace(-6, 6, 25)
    assert exponential(values) == pytest.approx(np.exp(values), rel=0.02)


def test_rounding_keeps_sums() -> None:
    rounded = in_grains(np.array([[1 / 3, 1 / 3, 1 / 3, 0.0], [0.0] * 4, [1e-9, 1 - 1e-9, 0.0, 0.0]]))
    assert rounded.sum(axis=1).tolist() == [1.0, 0.0, 1.0]
    assert rounded[2].tolist() == [0.0, 1.0, 0.0, 0.0]


def test_streams() -> None:
    numbers = Stream("a", "b").normal(20_000)
    assert abs(numbers.mean()) < 4 / math.sqrt(20_000)
    assert numbers.std() == pytest.approx(1.0, abs=0.03)
    assert (Stream("a", "b").whole(20, 9) == Stream("a", "b").whole(20, 9)).all()
    assert (Stream("a", "b").whole(20, 9) != Stream("ab").whole(20, 9)).any()
    assert Stream("a").whole(3, 999).max() == 7


def test_tasks_of_tests_are_small() -> None:
    """Else these tests would take minutes."""
    for world in TASKS:
        assert max(len(problem.graph.states) for problem in problems(world)) < 5_000
