"""TRL's GRPO and ours make the same of the same replies: advantages, losses, gradients, and a whole step."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pytest
import torch

from benchmarks.agents.hf.sources import load_chat_model
from benchmarks.agents.sample import Sample
from tests.benchmarks.hf.models import prompts
from tests.peers.trl.peer import GROUP, loss_and_gradient, make_trainer, scored
from trainer.advantages import StepBatch, estimate
from trainer.local.config import LossConfig, UpdateConfig
from trainer.local.update import update
from trainer.policies.hugging_face import HuggingFacePolicy

pytestmark = pytest.mark.filterwarnings("ignore")  # theirs are not ours to mend

TEMPERATURE = 0.7
LONGEST = 8
EPSILON = 1e-4  # what TRL adds to deviations


@pytest.fixture(scope="module")
def samples(folder: str) -> list[Sample]:
    """Replies of different lengths to prompts of different lengths, as they were sampled."""
    chat = load_chat_model(folder)
    rng = np.random.default_rng(0)
    asked = [prompt for prompt in prompts(chat) for _ in range(GROUP)]
    policy = HuggingFacePolicy(chat, max_reply_tokens=LONGEST, temperature=TEMPERATURE)
    result = []
    for sample in policy.reply(asked, [None] * len(asked), rng):
        end = int(rng.integers(1, LONGEST + 1))
        result.append(replace(sample, reply=sample.reply[:end], log_probs=sample.log_probs[:end]))
    assert len({len(sample.reply) for sample in result}) > 4
    return result


def moved(samples: list[Sample], spread: float) -> list[Sample]:
    """Return the replies as if another policy had sampled them."""
    rng = np.random.default_rng(1)
    return [replace(one, log_probs=one.log_probs + rng.normal(0, spread, len(one.log_probs))) for one in samples]


def rewards_of(samples: list[Sample]) -> list[float]:
    """Return rewards: whole numbers, and a group in which all have the same."""
    rewards = np.random.default_rng(2).integers(0, 3, len(samples)).astype(float)
    rewards[-GROUP:] = 1.0
    return rewards.tolist()  # type: ignore[no-any-return]


def batch_of(rewards: list[float]) -> StepBatch:
    """Return replies as trajectories of one step."""
    rows = np.arange(len(rewards))
    return StepBatch(rows // GROUP, rows, np.zeros_like(rows), rewards, rows // GROUP)


@pytest.mark.parametrize(
    ("scale", "method", "options"),
    [
        ("group", "grpo", {"epsilon": EPSILON}),
        ("none", "grpo", {"normalize": "mean"}),
        ("none", "dr_grpo", {}),
    ],
)
def test_advantages(
    folder: str, scratch: str, samples: list[Sample], scale: str, method: str, options: dict[str, Any]
) -> None:
    rewards = rewards_of(samples)
    trainer = make_trainer(folder, scratch, samples, rewards, scale_rewards=scale)
    theirs = scored(trainer, len(samples))["advantages"]
    ours = np.asarray(estimate(batch_of(rewards), method, **options))
    assert theirs.numpy() == pytest.approx(ours, abs=1e-6)
    assert np.ptp(ours) > 1 and not ours[-GROUP:].any()


@dataclass(frozen=True)
class Case:
    """Settings that mean the same in both.

    Attributes:
        loss: Ours.
        theirs: TRL's.
        mean: What ours is the mean over.
        spread: How far the policy that sampled is from the one that is trained, in log-probabilities.
        scale: What TRL's loss has to be multiplied by.
    """

    loss: LossConfig
    theirs: dict[str, Any] = field(default_factory=dict)
    mean: str = "token"
    spread: float = 0.5
    scale: float = 1.0


PLAIN = LossConfig(kl=0.0, dual_clip=None)
CASES = {
    "clip": Case(PLAIN),
    "clip, wider above": Case(replace(PLAIN, clip_low=0.1, clip_high=0.28), {"epsilon": 0.1, "epsilon_high": 0.28}),
    "dual clip": Case(replace(PLAIN, dual_clip=3.0), {"delta": 3.0}, spread=1.0),
    "KL": Case(replace(PLAIN, kl=0.1), {"beta": 0.1, "use_bias_correction_kl": False}),
    "entropy": Case(replace(PLAIN, entropy=0.05), {"entropy_coef": 0.05}),
    "all": Case(
        LossConfig(dual_clip=2.0, kl=0.1, entropy=0.05),
        {"delta": 2.0, "beta": 0.1, "use_bias_correction_kl": False, "entropy_coef": 0.05},
        spread=1.0,
    ),
    # The sum over a reply's tokens, divided by the most that it may have.
    "by reply": Case(PLAIN, {"loss_type": "dr_grpo"}, mean="reply", scale=LONGEST),
}


@pytest.mark.parametrize("name", CASES)
def test_loss_and_gradient(folder: str, scratch: str, samples: list[Sample], name: str) -> None:
    case, rewards = CASES[name], rewards_of(samples)
    sampled = moved(samples, case.spread)
    trainer = make_trainer(folder, scratch, sampled, rewards, temperature=TEMPERATURE, **case.theirs)
    if trainer.ref_model is not None:
        shake(trainer.ref_model)
    inputs = scored(trainer, len(samples))
    inputs["old_per_token_logps"] = inputs["sampling_per_token_logps"]
    value, gradient = loss_and_gradient(trainer, inputs)

    reference = shake(load_chat_model(folder).model)
    found, change = learned(folder, sampled, rewards, case.loss, case.mean, lambda: nullcontext(reference))
    assert found["loss"] == pytest.approx(value * case.scale, rel=1e-5, abs=1e-6)
    assert_close(change, -gradient * case.scale)
    assert found["clip_share"] > 0.05
    if case.loss.kl:
        assert found["kl"] > 0.01


def test_correction_of_what_sampling_got_wrong(folder: str, scratch: str, samples: list[Sample]) -> None:
    rewards, sampled = rewards_of(samples), moved(samples, 1.0)
    trainer = make_trainer(
        folder,
        scratch,
        sampled,
        rewards,
        temperature=TEMPERATURE,
        vllm_importance_sampling_mode="token_truncate",
        vllm_importance_sampling_clip_max=2.0,
    )
    # TRL corrects where vLLM sampled: so it is told, and that vLLM has these weights already.
    trainer.use_vllm, trainer._last_loaded_step = True, trainer.state.global_step
    value, gradient = loss_and_gradient(trainer, scored(trainer, len(samples)))
    found, change = learned(folder, sampled, rewards, replace(PLAIN, max_correction=2.0), "token")
    assert found["loss"] == pytest.approx(value, rel=1e-5, abs=1e-6)
    assert_close(change, -gradient)
    assert found["sampling_gap"] > 1


def test_a_whole_step(folder: str, scratch: str, samples: list[Sample]) -> None:
    # Their own loop, with passes that add up and a gradient that is cut to a norm, by an optimizer that hides nothing.
    rewards, model = rewards_of(samples), load_chat_model(folder).model
    optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: 1.0)
    trainer = make_trainer(
        model,
        scratch,
        samples,
        rewards,
        temperature=TEMPERATURE,
        per_device_train_batch_size=4,
        gradient_accumulation_steps=3,
        max_steps=1,
        max_grad_norm=0.5,
        optimizers=(optimizer, schedule),
    )
    before = weights(model)
    trainer.train()
    found, change = learned(folder, samples, rewards, PLAIN, "token", max_tokens=200, max_grad_norm=0.5)
    assert found["grad_norm"] > 0.5
    assert_close(weights(model) - before, change)


def learned(
    folder: str,
    samples: list[Sample],
    rewards: list[float],
    loss: LossConfig,
    mean: str,
    reference: Any = None,
    **settings: Any,
) -> tuple[dict[str, float], torch.Tensor]:
    """Return the numbers of our update, and how it changed the weights at a learning rate of 1."""
    model = load_chat_model(folder).model
    before = weights(model)
    advantages = np.asarray(estimate(batch_of(rewards), "grpo", epsilon=EPSILON))
    config = UpdateConfig(minibatches=1, mean=mean, skip_zero=False, loss=loss, **{"max_grad_norm": 1e9} | settings)
    found = update(
        model,
        torch.optim.SGD(model.parameters(), lr=1.0),
        samples,
        advantages,
        config,
        np.random.default_rng(0),
        temperature=TEMPERATURE,
        reference=reference if loss.kl else None,
    )
    return found, weights(model) - before


def assert_close(ours: torch.Tensor, theirs: torch.Tensor) -> None:
    """Both are sums of 32-bit numbers, in another order."""
    largest = float(theirs.abs().max())
    assert largest > 1e-2
    assert ours.numpy() == pytest.approx(theirs.numpy(), abs=1e-4 * largest)


def weights(model: Any) -> torch.Tensor:
    """Return all weights as one vector."""
    return torch.cat([parameter.detach().flatten().clone() for parameter in model.parameters()])


@torch.no_grad()
def shake(model: Any) -> Any:
    """Move a model's weights, always in the same way."""
    generator = torch.Generator().manual_seed(0)
    for parameter in model.parameters():
        parameter += 0.02 * torch.randn(parameter.shape, generator=generator)
    return model
