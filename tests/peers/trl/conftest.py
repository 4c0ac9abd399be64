"""A small model in a folder, which both trainers load."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest
import torch

from tests.benchmarks.hf.models import chat_model


def pytest_configure() -> None:
    """Say which environment is meant, instead of failing at the first import."""
    if find_spec("trl") is None:
        raise pytest.UsageError("tests/peers/trl compares with TRL: run `make test-peers-trl`")


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the folder of a model whose next tokens are far from equally likely."""
    torch.set_num_threads(1)
    chat = chat_model()
    path = tmp_path_factory.mktemp("models") / "tiny"
    chat.model.float().save_pretrained(path)
    chat.tokenizer.save_pretrained(path)
    return str(path)


@pytest.fixture
def scratch(tmp_path: Path) -> str:
    """Return a folder that a trainer may write to."""
    return str(tmp_path)
