"""A tiny model for the corridor, and the corridor in the place of ALFWorld."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import torch

from trainer.policies.tiny import make_tiny
from trainer.speed import beside_trl, subjects, training

CORRIDOR = "test/Corridor-v0"


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("models") / "corridor"
    make_tiny(path, CORRIDOR, {}, episodes=10, vocabulary=300, hidden=16, layers=1, context=512)
    return str(path)


@pytest.fixture
def corridor(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (subjects, training, beside_trl):
        monkeypatch.setattr(module, "ENV_ID", CORRIDOR)
        monkeypatch.setattr(module, "KWARGS", {})
    for module in (subjects, training):
        monkeypatch.setattr(module, "LIMIT", 3)


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)
