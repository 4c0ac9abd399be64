"""A tiny model for the corridor, made once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import torch
from transformers import AutoModelForCausalLM

from tests.benchmarks.hf.models import sharpen
from trainer.policies.tiny import make_tiny


@pytest.fixture(scope="session")
def model_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("models") / "corridor"
    make_tiny(folder, "test/Corridor-v0", {}, episodes=20, vocabulary=300, hidden=16, layers=1, context=512)
    # Nearly uniform, so that episodes of chance are won at times.
    model = AutoModelForCausalLM.from_pretrained(folder)
    sharpen(model, 0.02)
    model.save_pretrained(folder)
    return folder


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    """Equal bits, whatever ran before."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)
