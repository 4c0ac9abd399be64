"""Every registered environment keeps the contract, and so does the toy world."""

from __future__ import annotations

from collections.abc import Callable

import gymnasium as gym
import pytest

from gigpo_envs.registration import WORLDS
from gigpo_envs.state_hash import pack
from gigpo_envs.testing import TEXT_ENV_CHECKS, Subject, check_hash, check_text_env
from tests.toy_world import Corridor, CorridorEnv, CorridorSimulator

IDS = ("test/Corridor-v0", *(world.id for world in WORLDS))


@pytest.mark.parametrize("check", TEXT_ENV_CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("env_id", IDS)
def test_contract(env_id: str, check: Callable[[Subject], None]) -> None:
    check(Subject(env_id))


@pytest.mark.parametrize("mode", ["observation", "progress", "room"])
def test_contract_holds_under_other_anchors(mode: str) -> None:
    check_text_env("test/Corridor-v0", anchor_mode=mode)


class Leaky(CorridorSimulator):
    """A simulator whose hash leaves out the key: two futures under one hash."""

    def canonical(self, state: Corridor) -> bytes:
        return pack(str(state.room), str(state.done))


class LeakyEnv(CorridorEnv):
    def __init__(self) -> None:
        super().__init__()
        self.simulator = Leaky()


def test_checks_can_fail() -> None:
    gym.register("test/Leaky-v0", entry_point=f"{__name__}:LeakyEnv", max_episode_steps=12)
    try:
        with pytest.raises(AssertionError, match="two futures"):
            check_hash(Subject("test/Leaky-v0", seeds=tuple(range(10))))
    finally:
        del gym.registry["test/Leaky-v0"]
