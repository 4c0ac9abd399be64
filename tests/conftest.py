"""Registers the toy world that the core's tests run on."""

from __future__ import annotations

import gymnasium as gym

from gigpo_envs import World, register_world

if "test/Corridor-v0" not in gym.registry:
    register_world(World("test/Corridor-v0", "tests.toy_world:CorridorEnv", max_episode_steps=12))
