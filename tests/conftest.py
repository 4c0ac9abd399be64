"""Keeps tests away from the user's data, and registers the toy world that the core's tests run on."""

from __future__ import annotations

import os
from pathlib import Path

import gymnasium as gym
import hypothesis

from gigpo_envs import World, register_world

# Before anything is opened. Built data is shared by the test processes and kept for the next run.
os.environ["GIGPO_CACHE"] = str(Path(__file__).resolve().parents[1] / ".cache" / "tests")
os.environ["GIGPO_DATA"] = str(Path(__file__).resolve().parents[1] / ".cache" / "no-installed-data")
os.environ.pop("ALFWORLD_DATA", None)
# As in the Makefile, for who calls pytest: threads that wait for each other make tiny models slow.
os.environ.setdefault("OMP_NUM_THREADS", "1")

# No test is a stop-watch: a machine may be busy.
hypothesis.settings.register_profile("untimed", deadline=None)
hypothesis.settings.load_profile("untimed")

if "test/Corridor-v0" not in gym.registry:
    register_world(World("test/Corridor-v0", "tests.toy_world:CorridorEnv", max_episode_steps=12))
