"""A few problems of each world, made once a process."""

from __future__ import annotations

from functools import cache

from benchmarks.credit.problem import Problem
from benchmarks.credit.problems import open_world, task_problems
from gigpo_envs.simulator import Task

# Numbers of tasks among all of the generated data: small ones, of different kinds.
TASKS = {"text_maze": (0, 833), "alfworld": (0, 50), "webshop": (0, 540), "search_qa": (150, 350)}
WORLDS = tuple(TASKS)


def task(world: str, number: int) -> Task:
    found: Task = open_world(world, "generated")[0].tasks("all")[number]
    return found


@cache
def problems(world: str, success: float = 0.4) -> tuple[Problem, ...]:
    simulator, horizon = open_world(world, "generated")
    return tuple(
        task_problems(world, simulator, task(world, number), horizon, (success,), 0)[success] for number in TASKS[world]
    )
