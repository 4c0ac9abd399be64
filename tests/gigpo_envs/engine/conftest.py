"""Registers the corridor that is played by an engine."""

from __future__ import annotations

import gymnasium as gym

from gigpo_envs import World, register_world

if "test/CorridorEngine-v0" not in gym.registry:
    register_world(
        World("test/CorridorEngine-v0", "tests.gigpo_envs.engine.toy:CorridorEngineEnv", max_episode_steps=12)
    )
