"""A model that vLLM serves in this process, as a policy. vLLM is imported when a policy is made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from benchmarks.agents.hf.chat import ChatTokenizer
from benchmarks.agents.sample import Sample, Tokens


class VLLMPolicy:
    """A ``vllm.LLM`` that samples replies: token ids in, sampled ids and their log-probabilities out.

    Args:
        llm: The engine, with prefix caching for growing transcripts. Its ``logprobs_mode`` must be
            ``"processed_logprobs"`` where the temperature is not 1: others tell log-probabilities before the
            temperature.
        max_reply_tokens: Most tokens of a reply.
        temperature: Of the sampling; 0 takes the likeliest, and tells its log-probability as the engine does.
        restrict: Not offered: vLLM restricts replies by a grammar over text, whose tokens are not those of an action,
            so probabilities would differ from the trainer's.
        stop: Texts that end a reply. They stay in it.
        name: What tables call the model.

    Raises:
        ValueError: ``restrict`` is asked for, or the engine tells log-probabilities of another distribution than the
            one it samples from.
    """

    def __init__(
        self,
        llm: Any,
        *,
        max_reply_tokens: int,
        temperature: float = 1.0,
        restrict: bool = False,
        stop: Sequence[str] = (),
        name: str = "vllm",
    ) -> None:
        if restrict:
            raise ValueError("vLLM cannot restrict replies to admissible actions: use the Hugging Face policy")
        config = llm.llm_engine.model_config
        if temperature not in (0, 1) and config.logprobs_mode != "processed_logprobs":
            raise ValueError(
                f"at temperature {temperature} vLLM must tell log-probabilities with the temperature in them: make it "
                f"with LLM(..., logprobs_mode='processed_logprobs'), not {config.logprobs_mode!r}"
            )
        self.llm = llm
        self.chat = ChatTokenizer(llm.get_tokenizer(), name)
        self.context: int = config.max_model_len
        self.max_reply_tokens = max_reply_tokens
        self.temperature = temperature
        self.stop = list(stop)
        self.computed = 0

    def reply(
        self, prompts: Sequence[Tokens], admissible: Sequence[tuple[str, ...] | None], rng: np.random.Generator
    ) -> list[Sample]:
        """Return one sampled reply a prompt; see ``trainer.policies.protocol``."""
        from vllm import SamplingParams

        parameters = [
            SamplingParams(
                n=1,
                temperature=self.temperature,
                max_tokens=self.max_reply_tokens,
                stop=self.stop or None,
                stop_token_ids=sorted(self.chat.ends),
                include_stop_str_in_output=True,
                skip_special_tokens=False,
                logprobs=0,
                seed=int(seed),
            )
            for seed in rng.integers(2**31, size=len(prompts))
        ]
        inputs = [{"prompt_token_ids": list(prompt)} for prompt in prompts]
        outputs = self.llm.generate(inputs, parameters, use_tqdm=False)
        return [self._sample(prompt, output) for prompt, output in zip(prompts, outputs, strict=True)]

    def session(self) -> VLLMSession:
        """Return a session for episodes that grow; vLLM's prefix cache keeps what was read."""
        return VLLMSession(self)

    def _sample(self, prompt: Tokens, output: Any) -> Sample:
        done = output.outputs[0]
        reply = tuple(done.token_ids)
        log_probs = np.array([given[token].logprob for token, given in zip(reply, done.logprobs, strict=True)])
        self.computed += len(prompt) - (output.num_cached_tokens or 0) + len(reply) - 1
        return Sample(prompt, reply, log_probs, self.chat.text(reply), done.finish_reason == "stop")


class VLLMSession:
    """Episodes that grow, each prompt sent whole.

    Args:
        policy: Who replies.
    """

    def __init__(self, policy: VLLMPolicy) -> None:
        self.policy = policy

    def reply(
        self,
        members: Sequence[int],
        prompts: Sequence[Tokens],
        admissible: Sequence[tuple[str, ...] | None],
        rng: np.random.Generator,
    ) -> list[Sample]:
        """Return one sampled reply a member; see ``trainer.policies.protocol``."""
        return self.policy.reply(prompts, admissible, rng)
