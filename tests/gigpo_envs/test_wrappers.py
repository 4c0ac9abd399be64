"""What wrappers show."""

from __future__ import annotations

import gymnasium as gym
import pytest

from gigpo_envs.wrappers import HistoryObservation


def test_history_stands_in_the_order_of_time() -> None:
    env = HistoryObservation(gym.make("test/Corridor-v0"), num_observations=1, num_actions=2, separator="|")
    assert env.reset(seed=0)[0] == "You are in room 2."
    assert env.step("left")[0] == "You are in room 2.|left|You are in room 1."
    assert env.step("left")[0] == "left|You are in room 1.|left|You are in room 0."
    plain = gym.make("test/Corridor-v0")
    plain.reset(seed=0)
    assert env.reset(seed=0)[1] == plain.reset(seed=0)[1], "info is not touched"


def test_negative_numbers_are_refused() -> None:
    with pytest.raises(ValueError, match="num_actions must be a whole number from 0 .* not -1"):
        HistoryObservation(gym.make("test/Corridor-v0"), num_actions=-1)
