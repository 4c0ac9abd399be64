"""Short runs in the corridor, and what is compared of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file

from trainer.local.callbacks import METRICS
from trainer.local.checkpoint import newest_checkpoint
from trainer.local.config import TrainConfig
from trainer.local.settings import with_settings


def short(model: Path, out: Path, **changes: Any) -> TrainConfig:
    """Return settings of four updates in the corridor; changes are tables."""
    config = with_settings(
        TrainConfig(),
        {
            "out": str(out),
            "updates": 4,
            "save_every": 2,
            "callbacks": [],
            "env": {"id": "test/Corridor-v0", "groups": 3, "group_size": 4, "max_episode_steps": 8},
            "policy": {"model": str(model), "prompt": "compact", "restrict": True, "device": "cpu"},
            "update": {"minibatches": 2, "loss": {"kl": 0.0}},
            "optimizer": {"lr": 1e-2},
            "evaluation": {"count": 1, "every": 2, "temperature": 1.0},
        },
    )
    return with_settings(config, changes)


def numbers(run: Path) -> list[dict[str, float]]:
    """Return the records of a run without the times, which differ."""
    records = [json.loads(line) for line in (run / METRICS).read_text(encoding="ascii").splitlines()]
    return [{name: value for name, value in record.items() if not name.startswith("time/")} for record in records]


def weights(run: Path) -> dict[str, torch.Tensor]:
    """Return the weights, or adapters, of a run's newest checkpoint."""
    newest = newest_checkpoint(run)
    assert newest is not None
    (file,) = (newest / "model").glob("*.safetensors")
    return load_file(file)


def assert_same(one: Path, other: Path) -> None:
    """Check that two runs have the same log and the same weights, bit for bit."""
    assert numbers(one) == numbers(other)
    mine, others = weights(one), weights(other)
    assert mine.keys() == others.keys()
    assert all(torch.equal(mine[name], others[name]) for name in mine)
