"""A causal model of transformers as a policy."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks.agents.hf.chat import ChatModel
from benchmarks.agents.hf.free import Sampling
from benchmarks.agents.hf.restricted import draw_actions
from benchmarks.agents.hf.session import Session
from benchmarks.agents.sample import Sample, Tokens


class HuggingFacePolicy:
    """A model that samples replies in this process.

    Args:
        chat: The model with its tokenizer.
        max_reply_tokens: Most tokens of a reply.
        temperature: Of the sampling; 0 takes the likeliest.
        restrict: Choose among the admissible actions only.
        stop: Texts that end a reply, such as ``"</action>"``. They stay in it.
    """

    def __init__(
        self,
        chat: ChatModel,
        *,
        max_reply_tokens: int,
        temperature: float = 1.0,
        restrict: bool = False,
        stop: Sequence[str] = (),
    ) -> None:
        self.chat = chat
        self.sampling = Sampling(max_reply_tokens, temperature, restrict, tuple(stop))

    @property
    def context(self) -> int:
        """Most tokens of a prompt and its reply together."""
        return self.chat.context

    @property
    def max_reply_tokens(self) -> int:
        """Most tokens of a reply."""
        return self.sampling.max_reply_tokens

    @property
    def computed(self) -> int:
        """How many tokens the model has read so far."""
        return self.chat.computed

    def reply(
        self, prompts: Sequence[Tokens], admissible: Sequence[tuple[str, ...] | None], rng: np.random.Generator
    ) -> list[Sample]:
        """Return one sampled reply a prompt; see ``trainer.policies.protocol``."""
        if self.sampling.restrict:
            some = [actions or () for actions in admissible]
            return draw_actions(self.chat, prompts, some, rng, self.sampling.temperature)
        return self.session().reply(range(len(prompts)), prompts, admissible, rng)

    def session(self) -> Session:
        """Return a session for episodes that grow."""
        return Session(self.chat, self.sampling)
