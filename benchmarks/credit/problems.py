"""Making problems: tasks are explored, and policies tuned, in several processes; all of it is kept in memory only."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import gymnasium as gym
import numpy as np

from benchmarks.credit.choices import CHOICES
from benchmarks.credit.choices.choice import Choice
from benchmarks.credit.policies import tune
from benchmarks.credit.problem import Codes, Problem
from benchmarks.credit.settings import SUCCESSES
from benchmarks.pool import in_order
from gigpo_envs.errors import unknown, whole_number
from gigpo_envs.simulator import DeadEnd, Simulator, Task
from gigpo_envs.state_graph import StateGraph, explore
from gigpo_envs.text_env import unwrap
from gigpo_envs.values import policy_values

DATASET = "generated"

ByWorld = Mapping[str, Mapping[float, tuple[Problem, ...]]]


class _Job(NamedTuple):
    world: str
    dataset: str
    number: int
    tasks: int
    successes: tuple[float, ...]
    seed: int


def make_problems(
    tasks: Mapping[str, int],
    seed: int,
    *,
    successes: Sequence[float] = SUCCESSES,
    datasets: Mapping[str, str] | None = None,
    workers: int = 1,
    progress: Callable[[], None] = lambda: None,
) -> ByWorld:
    """Return the problems of some worlds by the success of their policies; those of one success are in one order.

    A task whose policies cannot have a wanted success is left out there: mere chance wins more often than that, or no
    way that is considered leads to a full reward.

    Args:
        tasks: How many tasks of each world to take, evenly spread over all of its data.
        seed: What policies derive from.
        successes: The probabilities of a full reward to tune to.
        datasets: The data set of a world, where it is not ``"generated"``; see the keyword ``dataset`` of its
            environment.
        workers: Processes; 1 works in this one.
        progress: Called after every task.

    Raises:
        ValueError: A world is unknown, or a number is out of its range.
        FileNotFoundError: A data set is not installed.
        BrokenProcessPool: A worker process died.
    """
    jobs = []
    for world, count in tasks.items():
        if world not in CHOICES:
            raise ValueError(unknown("world", world, CHOICES))
        whole_number(f"tasks of {world}", count, 1)
        dataset = (datasets or {}).get(world, DATASET)
        # Opened here too, so that processes find data that is built on first use.
        count = min(count, len(open_world(world, dataset)[0].tasks("all")))
        jobs += [_Job(world, dataset, number, count, tuple(successes), seed) for number in range(count)]
    found: dict[str, dict[float, list[Problem]]] = {world: {success: [] for success in successes} for world in tasks}
    for job, problems in zip(jobs, _work(jobs, whole_number("workers", workers, 1)), strict=True):
        for success, problem in problems.items():
            found[job.world][success].append(problem)
        progress()
    return {world: {success: tuple(them) for success, them in lists.items()} for world, lists in found.items()}


def _work(jobs: Sequence[_Job], workers: int) -> Iterator[dict[float, Problem]]:
    return map(_problems, jobs) if workers == 1 else in_order(_problems, jobs, workers)


@cache
def open_world(world: str, dataset: str) -> tuple[Simulator[Any], int]:
    """Return the simulator of a world, and the step limit of its environment."""
    env = gym.make(CHOICES[world].env_id, disable_env_checker=True, dataset=dataset)
    assert env.spec is not None and env.spec.max_episode_steps is not None
    return unwrap(env).simulator, env.spec.max_episode_steps


def _problems(job: _Job) -> dict[float, Problem]:
    """Return the problems of one task by success."""
    simulator, horizon = open_world(job.world, job.dataset)
    task = spread(simulator, job.number, job.tasks)
    return task_problems(job.world, simulator, task, horizon, job.successes, job.seed)


def spread(simulator: Simulator[Any], number: int, count: int) -> Task:
    """Return one of so many tasks that are evenly spread over all of a world's data."""
    tasks = simulator.tasks("all")
    return tasks[number * len(tasks) // count]


def task_problems(
    world: str, simulator: Simulator[Any], task: Task, horizon: int, successes: Sequence[float], seed: int
) -> dict[float, Problem]:
    """Return the problems of one task by the success of their policies, without those that no policy can have.

    Args:
        world: Name of the world in ``CHOICES``.
        simulator: Its simulator.
        task: The task.
        horizon: Step limit.
        successes: The probabilities of a full reward to tune to.
        seed: What policies derive from.
    """
    try:
        choice = CHOICES[world].choice(simulator, task)
    except DeadEnd:
        return {}
    graph = explore(simulator, task, choice.actions)
    kinds, features = _kinds(graph, choice, CHOICES[world].kinds), CHOICES[world].stages * CHOICES[world].kinds
    return {
        success: Problem(world, graph, policy, policy_values(graph, policy, horizon), horizon, kinds, features)
        for success, policy in tune(graph, horizon, successes, seed).items()
    }


def _kinds(graph: StateGraph, choice: Choice, kinds: int) -> Codes:
    table = np.full(graph.successor.shape, -1, dtype=np.int64)
    for number, (state, actions) in enumerate(zip(graph.states, graph.actions, strict=True)):
        if actions:
            first = choice.stage(state) * kinds
            table[number, : len(actions)] = [first + choice.kind(state, action) for action in actions]
    return table
