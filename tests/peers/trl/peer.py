"""TRL's GRPOTrainer on replies that are given to it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import torch

from benchmarks.agents.sample import Sample

GROUP = 4


def make_trainer(model: Any, scratch: str, samples: Sequence[Sample], rewards: Sequence[float], **config: Any) -> Any:
    """Return a trainer that is given these replies instead of generating some.

    Args:
        model: The model, or its folder.
        scratch: Where it may write.
        samples: The replies, groups of four one after the other.
        rewards: Reward of each.
        **config: Settings that are not TRL's defaults.
    """
    os.environ["TRL_EXPERIMENTAL_SILENCE"] = "1"
    from datasets import Dataset
    from trl import GRPOConfig, GRPOTrainer

    def rollout(prompts: list[Any], trainer: Any) -> dict[str, Any]:
        return {
            "prompt_ids": [list(sample.prompt) for sample in samples],
            "completion_ids": [list(sample.reply) for sample in samples],
            "logprobs": [sample.log_probs.tolist() for sample in samples],
        }

    def reward(completions: list[Any], **others: Any) -> list[float]:
        return list(rewards)

    settings = {
        "bf16": False,
        "use_cpu": True,
        "gradient_checkpointing": False,
        "num_generations": GROUP,
        "per_device_train_batch_size": len(samples),
        "max_completion_length": max(len(sample.reply) for sample in samples),
        "shuffle_dataset": False,
        "report_to": "none",
        "save_strategy": "no",
        "disable_tqdm": True,
    }
    optimizers = config.pop("optimizers", (None, None))
    return GRPOTrainer(
        model,
        reward,
        GRPOConfig(scratch, **settings | config),
        Dataset.from_dict({"prompt": ["?"] * (len(samples) // GROUP)}),
        optimizers=optimizers,
        rollout_func=rollout,
    )


def scored(trainer: Any, count: int) -> dict[str, torch.Tensor]:
    """Return what the trainer makes of the replies before it learns from them: tensors by TRL's names.

    Args:
        trainer: The trainer.
        count: How many replies there are.
    """
    trainer.model.train()
    trainer.current_gradient_accumulation_steps = 1
    result: dict[str, torch.Tensor] = trainer._generate_and_score_completions([{"prompt": "?"}] * count)
    return result


def loss_and_gradient(trainer: Any, inputs: dict[str, torch.Tensor]) -> tuple[float, torch.Tensor]:
    """Return the loss, and its gradient with respect to all weights as one vector."""
    trainer.model.zero_grad()
    loss = trainer.compute_loss(trainer.model, inputs)
    loss.backward()
    return float(loss), torch.cat([parameter.grad.flatten() for parameter in trainer.model.parameters()])
