"""The corridor, listing what can be done in some rooms only: elsewhere it takes free text, as WebShop's start does."""

from __future__ import annotations

from dataclasses import replace

import gymnasium as gym

from gigpo_envs import World, register_world
from gigpo_envs.simulator import Transition
from gigpo_envs.text_env import TextEnv
from tests.toy_world import Corridor, CorridorSimulator

ENV = "test/Mixed-v0"
LISTED = (0, 2, 4)


class MixedSimulator(CorridorSimulator):
    """Lists actions in every other room; where it lists none, a text that is no action leads back to the start."""

    def step(self, state: Corridor, action: str) -> Transition[Corridor]:
        after = super().step(state, action)
        if after.action_valid or state.room in LISTED:
            return after
        return super().step(replace(state, room=1), "right")

    def admissible_actions(self, state: Corridor) -> tuple[str, ...]:
        return super().admissible_actions(state) if state.room in LISTED else ()


class MixedEnv(TextEnv[Corridor]):
    """It as an environment."""

    def __init__(self, *, split: str = "train", anchor_mode: str = "state", render_mode: str | None = None) -> None:
        super().__init__(MixedSimulator(), split=split, anchor_mode=anchor_mode, render_mode=render_mode)


if ENV not in gym.registry:
    register_world(World(ENV, "tests.mixed_world:MixedEnv", max_episode_steps=12))
