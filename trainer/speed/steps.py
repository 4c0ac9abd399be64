"""Training steps, played and learned from, with the time of each phase."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from benchmarks.agents.conversation import Conversation
from benchmarks.agents.hf.chat import ChatModel
from benchmarks.agents.sample import Sample
from gigpo_envs.group import GroupVectorEnv
from gigpo_envs.prompting import Prompter
from trainer.advantages import StepBatch, estimate
from trainer.local import update as learning
from trainer.local.config import OptimizerConfig, UpdateConfig
from trainer.policies.hugging_face import HuggingFacePolicy
from trainer.rollout import Rollout, collect
from trainer.speed.acting import ActingPolicy
from trainer.speed.phases import Phases, Point

FORWARD, TEXT, PACKING, ROWS = "model forward", "text and tokens", "packing and drawing", "rows and columns"
RESET, WORLD = "environments, reset", "environments, steps"
ACTIONS = "random actions"  # what stands for the model's skill, and is no part of a rollout
ADVANTAGES, BACKWARD, OPTIMIZER, OTHER = "advantages", "backward", "optimizer", "the rest"


@dataclass(frozen=True, slots=True)
class Step:
    """One training step.

    Attributes:
        rows: Steps of all episodes.
        tokens: Tokens of all prompts and replies.
        computed: Tokens that the model read in the rollout.
        fed: Tokens that the model was fed in the update, without padding.
        rollout: CPU seconds of the rollout by phase.
        update: CPU seconds of crediting and update by phase.
    """

    rows: float
    tokens: float
    computed: float
    fed: float
    rollout: Mapping[str, float]
    update: Mapping[str, float]


def median(steps: Sequence[Step]) -> Step:
    """Return the step whose every number is the median of several."""

    def middle(dicts: Sequence[Mapping[str, float]]) -> dict[str, float]:
        names = dict.fromkeys(name for one in dicts for name in one)
        return {name: statistics.median(one.get(name, 0.0) for one in dicts) for name in names}

    rows, tokens, computed, fed = (
        statistics.median(getattr(step, name) for step in steps) for name in ("rows", "tokens", "computed", "fed")
    )
    return Step(
        rows, tokens, computed, fed, middle([step.rollout for step in steps]), middle([step.update for step in steps])
    )


def rollout_points(chat: ChatModel, envs: GroupVectorEnv, policy: HuggingFacePolicy) -> tuple[Point, ...]:
    """Return where the phases of a rollout are."""
    return (
        (chat.model.get_decoder(), "forward", FORWARD),
        (chat.model.get_output_embeddings(), "forward", FORWARD),
        (envs, "reset", RESET),
        (envs, "step", WORLD),
        (envs, "sample_actions", ACTIONS),
        (Conversation, "prompt", TEXT),
        (Conversation, "take", TEXT),
        (chat, "text", TEXT),
        (chat, "trie", TEXT),
        (chat, "encode_reply", TEXT),
        (policy, "reply", PACKING),
    )


def update_points(optimizer: torch.optim.Optimizer) -> tuple[Point, ...]:
    """Return where the phases of an update are."""
    return (
        (learning, "pack", PACKING),
        (learning, "_gather", PACKING),
        (learning, "_advantages", PACKING),
        (learning, "log_probs", FORWARD),
        (learning, "token_losses", FORWARD),
        (torch.Tensor, "backward", BACKWARD),
        (torch.nn.utils, "clip_grad_norm_", OPTIMIZER),
        (optimizer, "step", OPTIMIZER),
        (optimizer, "zero_grad", OPTIMIZER),
    )


def timed_rollout(
    chat: ChatModel,
    envs: GroupVectorEnv,
    prompter: Prompter,
    rng: np.random.Generator,
    *,
    restrict: bool,
    new: int,
    seed: int,
    random_actions: bool,
) -> tuple[Rollout, dict[str, float]]:
    """Play all groups and return what came of it, and the CPU seconds by phase.

    Args:
        chat: The model.
        envs: The groups.
        prompter: Writes the prompts.
        rng: The policy's randomness.
        restrict: Choose among the admissible actions.
        new: Tokens of a free reply.
        seed: Seed of tasks and of random actions.
        random_actions: Let random actions move the worlds, not the replies.
    """
    phases = Phases()
    policy = HuggingFacePolicy(chat, max_reply_tokens=new, restrict=restrict)
    player = ActingPolicy(policy, envs, seed) if random_actions else policy
    with phases.watching(*rollout_points(chat, envs, policy)), phases.phase(ROWS):
        rollout = collect(envs, player, prompter, rng, seed=seed)
    seconds = phases.take()
    seconds.pop(ACTIONS, None)
    return rollout, seconds


def timed_update(
    chat: ChatModel,
    optimizer: torch.optim.Optimizer,
    batch: StepBatch,
    samples: Sequence[Sample],
    config: UpdateConfig,
    method: str,
    **options: Any,
) -> tuple[dict[str, float], dict[str, float]]:
    """Credit replies and learn from them; return the numbers of the update, and the CPU seconds by phase.

    Args:
        chat: The model.
        optimizer: Its optimizer.
        batch: What was played.
        samples: The reply of each row.
        config: Settings of the update.
        method: How they are credited.
        **options: Options of the method.
    """
    phases = Phases()
    with phases.phase(ADVANTAGES):
        advantages = np.asarray(estimate(batch, method, **options))
    with phases.watching(*update_points(optimizer)), phases.phase(OTHER):
        numbers = learning.update(chat.model, optimizer, samples, advantages, config, np.random.default_rng(0))
    return numbers, phases.take()


def optimizer_of(chat: ChatModel) -> torch.optim.Optimizer:
    """Return the trainer's optimizer with its defaults."""
    settings = OptimizerConfig()
    return torch.optim.AdamW(
        chat.model.parameters(), lr=settings.lr, weight_decay=settings.weight_decay, betas=settings.betas
    )


def endless(chat: ChatModel) -> ChatModel:
    """Return the model with a tokenizer in which no token ends a reply, and nothing is encoded yet.

    All free replies then have the same length, whatever the weights.
    """
    result = ChatModel(chat.model, chat.tokenizer, chat.name)
    result.ends = frozenset()
    return result
