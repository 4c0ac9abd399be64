"""What a policy is to the trainers: a model that replies to prompts and can say how likely each token was."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from benchmarks.agents.conversation import Encoder
from benchmarks.agents.sample import Sample, Tokens


class Session(Protocol):
    """Replies to the growing transcripts of several episodes, and keeps what the model has read of each."""

    def reply(
        self,
        members: Sequence[int],
        prompts: Sequence[Tokens],
        admissible: Sequence[tuple[str, ...] | None],
        rng: np.random.Generator,
    ) -> list[Sample]:
        """Return one sampled reply a member.

        Args:
            members: Who is asked. What was kept of others is forgotten: their episodes are over.
            prompts: All token ids before each reply.
            admissible: As for ``Policy.reply``.
            rng: All of the policy's randomness.
        """


class Policy(Protocol):
    """Replies to prompts.

    Attributes:
        chat: Encodes chats for the model.
        context: Most tokens of a prompt and its reply together.
        max_reply_tokens: Most tokens of a free reply.
        computed: How many tokens the model has read so far.
    """

    @property
    def chat(self) -> Encoder:
        """Encodes chats for the model."""

    @property
    def context(self) -> int:
        """Most tokens of a prompt and its reply together."""

    @property
    def max_reply_tokens(self) -> int:
        """Most tokens of a free reply."""

    @property
    def computed(self) -> int:
        """How many tokens the model has read so far."""

    def reply(
        self, prompts: Sequence[Tokens], admissible: Sequence[tuple[str, ...] | None], rng: np.random.Generator
    ) -> list[Sample]:
        """Return one sampled reply a prompt.

        Args:
            prompts: Token ids of the prompts.
            admissible: The admissible actions at each prompt, for policies that choose among them; empty or None where
                the world lists none.
            rng: All of the policy's randomness.
        """

    def session(self) -> Session:
        """Return a session for episodes that grow."""
