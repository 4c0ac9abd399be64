"""A causal model of transformers as a policy."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks.agents.hf.chat import ChatModel
from benchmarks.agents.hf.free import Sampling
from benchmarks.agents.hf.restricted import apart, draw_actions
from benchmarks.agents.hf.session import Session
from benchmarks.agents.sample import Sample, Tokens
from gigpo_envs.errors import as_list


class HuggingFacePolicy:
    """A model that samples replies in this process.

    Args:
        chat: The model with its tokenizer.
        max_reply_tokens: Most tokens of a free reply.
        context: Most tokens of a prompt and its reply together; those of the model by default.
        temperature: Of the sampling; 0 takes the likeliest.
        restrict: Choose among the admissible actions where the world lists any; elsewhere replies are free.
        form: How a chosen action stands in a reply; see ``Preset.reply``.
        stop: Texts that end a free reply, such as ``"</action>"``. They stay in it.

    Raises:
        TypeError: ``stop`` is no list.
        ValueError: An argument cannot be used.
    """

    def __init__(
        self,
        chat: ChatModel,
        *,
        max_reply_tokens: int,
        context: int | None = None,
        temperature: float = 1.0,
        restrict: bool = False,
        form: str = "whole",
        stop: Sequence[str] = (),
    ) -> None:
        self.chat = chat
        self.context = chat.context if context is None else context
        self.sampling = Sampling(max_reply_tokens, temperature, restrict, form, tuple(as_list("stop", stop)))

    @property
    def max_reply_tokens(self) -> int:
        """Most tokens of a free reply."""
        return self.sampling.max_reply_tokens

    @property
    def computed(self) -> int:
        """How many tokens the model has read so far."""
        return self.chat.computed

    def reply(
        self, prompts: Sequence[Tokens], admissible: Sequence[tuple[str, ...] | None], rng: np.random.Generator
    ) -> list[Sample]:
        """Return one sampled reply a prompt; see ``trainer.policies.protocol``."""
        chosen, free = apart(admissible, self.sampling.restrict)
        lists = [admissible[row] or () for row in chosen]
        temperature, form = self.sampling.temperature, self.sampling.form
        samples = draw_actions(self.chat, [prompts[row] for row in chosen], lists, rng, temperature, form)
        samples += self.session().reply(free, [prompts[row] for row in free], [None] * len(free), rng)
        by_row = dict(zip(chosen + free, samples, strict=True))
        return [by_row[row] for row in range(len(prompts))]

    def session(self) -> Session:
        """Return a session for episodes that grow."""
        return Session(self.chat, self.sampling)
