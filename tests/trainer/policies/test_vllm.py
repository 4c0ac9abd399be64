"""The vLLM policy speaks vLLM's interface; a small stand-in has the same call signatures.

The stand-in samples with a small model of transformers. What it checks is the exchange, not vLLM.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from benchmarks.agents.sample import Sample
from tests.benchmarks.hf.models import ACTIONS, log_softmax, logits_of, prompts, shared_model
from trainer.policies.vllm import VLLMPolicy


@dataclass
class SamplingParams:
    """The settings that the policy uses, with vLLM's defaults."""

    n: int = 1
    temperature: float = 1.0
    max_tokens: int | None = 16
    stop: list[str] | None = None
    stop_token_ids: list[int] | None = None
    include_stop_str_in_output: bool = False
    skip_special_tokens: bool = True
    logprobs: int | None = None
    seed: int | None = None


class LLM:
    """Samples one token after the other."""

    def __init__(self, mode: str = "raw_logprobs") -> None:
        self.chat = shared_model()
        self.llm_engine = SimpleNamespace(
            model_config=SimpleNamespace(logprobs_mode=mode, max_model_len=self.chat.context)
        )
        self.asked: list[SamplingParams] = []

    def get_tokenizer(self) -> Any:
        return self.chat.tokenizer

    def generate(self, prompts: Any, sampling_params: Any = None, *, use_tqdm: bool = True) -> list[Any]:
        assert len(prompts) == len(sampling_params) and not use_tqdm
        self.asked += sampling_params
        return [
            self._one(prompt["prompt_token_ids"], one) for prompt, one in zip(prompts, sampling_params, strict=True)
        ]

    def _one(self, prompt: list[int], params: SamplingParams) -> Any:
        assert isinstance(prompt, list) and params.max_tokens is not None
        rng = np.random.default_rng(params.seed)
        tokens: list[int] = []
        logprobs: list[dict[int, Any]] = []
        reason = "length"
        while len(tokens) < params.max_tokens:
            logits = logits_of(self.chat, (*prompt, *tokens))[-1]
            own = log_softmax(logits / (params.temperature or 1e-6))
            token = int(rng.choice(len(own), p=np.exp(own)))
            processed = self.llm_engine.model_config.logprobs_mode == "processed_logprobs"
            tokens.append(token)
            told = own if processed else log_softmax(logits)
            best = int(told.argmax())
            logprobs.append({one: SimpleNamespace(logprob=float(told[one])) for one in {token, best}})
            text = self.chat.decode(tuple(tokens))
            if token in (params.stop_token_ids or ()) or any(stop in text for stop in params.stop or ()):
                reason = "stop"
                break
        output = SimpleNamespace(token_ids=tokens, logprobs=logprobs, finish_reason=reason)
        return SimpleNamespace(outputs=[output], num_cached_tokens=None)


@pytest.fixture(autouse=True)
def vllm(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    module = ModuleType("vllm")
    module.SamplingParams = SamplingParams  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "vllm", module)
    yield


def reply(policy: VLLMPolicy, seed: int = 0) -> list[Sample]:
    some = prompts(policy.chat)  # type: ignore[arg-type]
    return policy.reply(some, [ACTIONS] * len(some), np.random.default_rng(seed))


@pytest.mark.parametrize(("temperature", "mode"), [(1.0, "raw_logprobs"), (0.5, "processed_logprobs")])
def test_ids_go_in_and_sampled_ids_with_their_log_probabilities_come_out(temperature: float, mode: str) -> None:
    llm = LLM(mode)
    policy = VLLMPolicy(llm, max_reply_tokens=5, temperature=temperature)
    samples = reply(policy)
    for prompt, sample in zip(prompts(policy.chat), samples, strict=True):  # type: ignore[arg-type]
        assert sample.prompt == prompt and 0 < len(sample.reply) <= 5 and sample.allowed is None
        logits = logits_of(llm.chat, sample.prompt + sample.reply)[len(prompt) - 1 : -1] / temperature
        expected = [log_softmax(row)[token] for row, token in zip(logits, sample.reply, strict=True)]
        np.testing.assert_allclose(sample.log_probs, expected, atol=1e-9)
        assert sample.text == policy.chat.text(sample.reply)
    assert policy.computed == sum(len(sample.prompt) + len(sample.reply) - 1 for sample in samples)
    assert (policy.context, policy.max_reply_tokens) == (llm.chat.context, 5)


def test_settings_are_passed_on() -> None:
    llm = LLM()
    reply(VLLMPolicy(llm, max_reply_tokens=5, stop=["</action>"]))
    for params in llm.asked:
        assert (params.n, params.max_tokens, params.logprobs) == (1, 5, 0)
        assert params.stop == ["</action>"] and params.include_stop_str_in_output and not params.skip_special_tokens
        assert params.stop_token_ids == sorted(llm.chat.ends)
    assert len({params.seed for params in llm.asked}) == len(llm.asked)


def test_replies_follow_the_generator() -> None:
    first, second, other = (reply(VLLMPolicy(LLM(), max_reply_tokens=5), seed) for seed in (0, 0, 1))
    assert [sample.reply for sample in first] == [sample.reply for sample in second]
    assert [sample.reply for sample in first] != [sample.reply for sample in other]


def test_cut_replies_are_told_from_those_that_ended() -> None:
    llm = LLM()
    (long,) = VLLMPolicy(llm, max_reply_tokens=12).reply(prompts(llm.chat)[:1], [None], np.random.default_rng(0))
    text = llm.chat.decode(long.reply)
    policy = VLLMPolicy(llm, max_reply_tokens=12, stop=[text[4:6]])
    (stopped,) = policy.reply(prompts(llm.chat)[:1], [None], np.random.default_rng(0))
    assert stopped.finished and len(stopped.reply) < len(long.reply) and text[4:6] in stopped.text
    (cut,) = VLLMPolicy(llm, max_reply_tokens=1).reply(prompts(llm.chat)[:1], [None], np.random.default_rng(0))
    assert not cut.finished and len(cut.reply) == 1


def test_a_session_sends_whole_prompts() -> None:
    policy = VLLMPolicy(LLM(), max_reply_tokens=3)
    some = prompts(policy.chat)  # type: ignore[arg-type]
    samples = policy.session().reply([4, 2, 0], some, [None] * 3, np.random.default_rng(0))
    assert [sample.prompt for sample in samples] == some


def test_what_vllm_does_not_do_exactly_is_refused() -> None:
    with pytest.raises(ValueError, match="vLLM cannot restrict replies to admissible actions: use the Hugging Face"):
        VLLMPolicy(LLM(), max_reply_tokens=5, restrict=True)
    with pytest.raises(
        ValueError, match=r"at temperature 0.5 .*logprobs_mode='processed_logprobs'\), not 'raw_logprobs'"
    ):
        VLLMPolicy(LLM(), max_reply_tokens=5, temperature=0.5)
