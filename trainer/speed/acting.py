"""A policy that costs what a model does and plays like the world's own random agent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from benchmarks.agents.conversation import Encoder
from benchmarks.agents.sample import Sample, Tokens
from gigpo_envs.group import GroupVectorEnv
from trainer.policies.protocol import Policy, Session


class ActingPolicy:
    """A model that replies, and random sensible actions that the world is given in its place.

    An untrained model says nothing that a world would understand. Then all members of a group would stay where they
    are, their prompts would be equal, and the world would have less to do than under a policy that gets somewhere.

    Args:
        policy: The model.
        envs: The groups that are played.
        seed: Seed of the actions.
    """

    def __init__(self, policy: Policy, envs: GroupVectorEnv, seed: int) -> None:
        self._policy, self._envs = policy, envs
        self._rng = np.random.default_rng(seed)

    @property
    def chat(self) -> Encoder:
        """Encodes chats for the model."""
        return self._policy.chat

    @property
    def context(self) -> int:
        """Most tokens of a prompt and its reply together."""
        return self._policy.context

    @property
    def max_reply_tokens(self) -> int:
        """Most tokens of a free reply."""
        return self._policy.max_reply_tokens

    @property
    def computed(self) -> int:
        """How many tokens the model has read so far."""
        return self._policy.computed

    def reply(
        self, prompts: Sequence[Tokens], admissible: Sequence[tuple[str, ...] | None], rng: np.random.Generator
    ) -> list[Sample]:
        """Return the model's replies, which will be taken for the actions; see ``trainer.policies.protocol``."""
        samples = self._policy.reply(prompts, admissible, rng)
        drawn = self._envs.sample_actions(self._rng)
        moving = [drawn[member] for member in np.flatnonzero(self._envs.active)]
        return [replace(sample, action=action) for sample, action in zip(samples, moving, strict=True)]

    def session(self) -> Session:
        """Return the model's own session, which acts for itself."""
        return self._policy.session()
