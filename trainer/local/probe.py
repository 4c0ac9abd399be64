"""What a policy does where it matters: how often it takes its chances, read off its episodes.

A probe is a function of a task and the actions that were taken, which are played again: worlds are pure functions, so
nothing needs to be watched while the policy plays. It returns chances and how many were taken, by name.

In ALFWorld two habits decide whether a searching policy succeeds: whether it takes a wanted thing that it can take, and
whether it goes to places that it has not seen yet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import gymnasium as gym
import numpy as np

from benchmarks.agents import AgentError, close_agent, make_agent
from benchmarks.agents.rules.alfworld import Wish, kind_of
from benchmarks.episode import play
from gigpo_envs.errors import one_line
from gigpo_envs.simulator import Simulator
from trainer.local.config import EnvConfig

Counts = dict[str, tuple[int, int]]
Probe = Callable[[Simulator[Any], str, Sequence[str]], Counts]

TAKES = "takes the wanted thing when it can"
RETURNS = "goes to a place where it was already"


def alfworld(simulator: Simulator[Any], task_id: str, actions: Sequence[str]) -> Counts:
    """Return the two habits, up to the step in which the first wanted thing is in hand."""
    transition = simulator.start(simulator.task(task_id))
    rooms = [name.removeprefix("go to ") for name in _admissible(simulator, transition) if name.startswith("go to ")]
    wish = Wish.read(transition.state.task.goal, map(kind_of, rooms))
    visited: set[str] = set()
    chances = taken = moves = returns = 0
    for action in actions:
        can_take = [
            offer
            for offer in _admissible(simulator, transition)
            if offer.startswith("take ") and kind_of(offer.removeprefix("take ").partition(" from ")[0]) in wish.things
        ]
        if can_take:
            chances += 1
            if action in can_take:
                taken += 1
                break
        if action.startswith("go to "):
            place = action.removeprefix("go to ")
            moves, returns = moves + 1, returns + (place in visited)
            visited.add(place)
        transition = simulator.step(transition.state, action)
    return {TAKES: (taken, chances), RETURNS: (returns, moves)}


PROBES: Mapping[str, Probe] = {"alfworld": alfworld}
"""By world."""


def _admissible(simulator: Simulator[Any], transition: Any) -> tuple[str, ...]:
    return simulator.admissible_actions(transition.state) or ()


def shares(simulator: Simulator[Any], episodes: Iterable[tuple[str, Sequence[str]]]) -> dict[str, float]:
    """Return of every habit the share of chances that were taken, over all episodes; none where there is no probe.

    Args:
        simulator: The world.
        episodes: Task ids with the actions taken.
    """
    probe = PROBES.get(simulator.world)
    if probe is None:
        return {}
    sums: dict[str, list[int]] = {}
    for task_id, actions in episodes:
        for name, counts in probe(simulator, task_id, actions).items():
            sums[name] = [a + b for a, b in zip(sums.get(name, [0, 0]), counts, strict=True)]
    return {name: taken / chances for name, (taken, chances) in sums.items() if chances}


def agent_episodes(env: EnvConfig, spec: str, tasks: Sequence[str]) -> Iterator[tuple[str, list[str], bool]]:
    """Yield task, actions and whether it was won, of an agent's episodes.

    Args:
        env: The environment.
        spec: The agent.
        tasks: Task ids.

    Raises:
        AgentError: There is no such agent, or it fails.
    """
    single = gym.make(env.id, max_episode_steps=env.max_episode_steps, disable_env_checker=True, **env.kwargs)
    assert single.spec is not None
    agent = make_agent(spec)
    limit = single.spec.max_episode_steps or 0
    for number, task_id in enumerate(tasks):
        seed = int(np.random.SeedSequence(number).generate_state(1)[0]) >> 1
        try:
            record = play(single, agent, task_id=task_id, seed=seed, max_episode_steps=limit)
        except Exception as error:  # an agent may be anybody's
            raise AgentError(f"the agent {spec!r} failed: {one_line(error)}") from error
        assert record.footer is not None
        yield task_id, record.actions, record.footer["won"]
    close_agent(spec, agent)
