"""Nothing leaks: files, threads, processes, memory."""

from __future__ import annotations

import gc
import os
import threading
from pathlib import Path

import gymnasium as gym
import numpy as np

import gigpo_envs
from gigpo_envs import unwrap


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def children() -> str:
    return Path(f"/proc/self/task/{os.getpid()}/children").read_text()


def resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_a_thousand_environments_leave_nothing() -> None:
    gym.make("gigpo/WebShop-v0").reset(seed=0)
    gc.collect()
    before = (open_files(), threading.active_count(), children())
    for seed in range(1000):
        env = gym.make("gigpo/WebShop-v0", disable_env_checker=True)
        env.reset(seed=seed)
        env.step("search[red]")
        env.close()
        env.close()
    gc.collect()
    assert (open_files(), threading.active_count(), children()) == before


def test_memory_is_flat_over_episodes() -> None:
    env = unwrap(gym.make("gigpo/WebShop-v0", disable_env_checker=True))
    rng = np.random.default_rng(0)

    def episodes(first: int, last: int) -> int:
        for seed in range(first, last):
            env.reset(seed=seed)
            for _ in range(6):
                if env.transition.terminated:
                    break
                env.step(env.sample_action(rng))
        gc.collect()
        return resident()

    full = episodes(0, 10_000)  # the caches are bounded: by now they are full
    assert episodes(10_000, 20_000) - full < 5e6, "what grows after that is a leak"


def test_environments_share_one_catalogue() -> None:
    first, second = (unwrap(gym.make("gigpo/WebShop-v0", split=split)) for split in ("train", "test"))
    assert first.simulator is second.simulator
    assert gigpo_envs.fork(first).simulator is first.simulator
