"""One episode: an agent in an environment, from reset to the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium as gym
import numpy as np

from benchmarks.agents.protocol import Agent, Context
from gigpo_envs.recording import RecordEpisode
from gigpo_envs.records import EpisodeRecord
from gigpo_envs.text_env import TextEnv, unwrap


def play(env: gym.Env[str, str], agent: Agent, *, task_id: str, seed: int, max_episode_steps: int) -> EpisodeRecord:
    """Play one episode and return its record.

    Args:
        env: An environment from ``gym.make`` with a step limit.
        agent: Who acts.
        task_id: The task.
        seed: Seed of the episode, for the environment's generator and the agent's.
        max_episode_steps: What the agent is told of the limit.

    Raises:
        TypeError: The agent returned something other than a string.
        Exception: What the agent raises, unchanged.
    """
    recorder = RecordEpisode(env, None, agent.name)
    inner = unwrap(env)
    sample_action, expert_action = _helpers(inner)
    observation, info = recorder.reset(seed=seed, options={"task_id": task_id})
    agent.reset(
        Context(
            world=inner.simulator.world,
            task_id=task_id,
            goal=info["goal"],
            action_templates=info["action_templates"],
            max_episode_steps=max_episode_steps,
            seed=seed,
            sample_action=sample_action,
            expert_action=expert_action if agent.privileged else None,
        )
    )
    note = getattr(agent, "note", None)
    over = False
    while not over:
        action = agent.act(observation, info)
        if note is not None:
            recorder.note(**note())
        observation, _, terminated, truncated, info = recorder.step(action)
        over = terminated or truncated
    assert recorder.record is not None
    return recorder.record


def _helpers(inner: TextEnv[Any]) -> tuple[Callable[[np.random.Generator], str], Callable[[], str]]:
    """Return what samples an action and what asks the expert: functions, as a method would hand over its object."""
    simulator = inner.simulator

    def sample_action(rng: np.random.Generator) -> str:
        return simulator.sample_action(inner.transition.state, rng)

    def expert_action() -> str:
        return simulator.expert_action(inner.transition.state)

    return sample_action, expert_action
