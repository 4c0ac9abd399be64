"""What is measured: a tiny model made for a world, and the settings that all measurements share."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from transformers.utils.logging import disable_progress_bar

from benchmarks.agents.hf.chat import ChatModel
from benchmarks.agents.hf.sources import load_chat_model
from trainer.policies.tiny import make_tiny

PROMPT = "compact"
EPISODES = 100  # that its tokenizer is trained on
CONTEXT = 4096
ENV_ID = "gigpo/ALFWorld-v0"
KWARGS: Mapping[str, Any] = {"dataset_options": {"size": "tiny", "count": 4000}}
LIMIT = 20
"""The rooms and the step limit of the preset ``tiny-alfworld``, in which a tiny model learns."""


@contextmanager
def tiny_folder(
    env_id: str, kwargs: Mapping[str, Any], given: str | None = None, *, hidden: int = 64, layers: int = 2
) -> Iterator[str]:
    """Lend the folder of a tiny model.

    Args:
        env_id: World that it is made for.
        kwargs: The world's keywords.
        given: A folder that is there, to use instead.
        hidden: Width.
        layers: Number of layers.
    """
    if given:
        yield given
        return
    disable_progress_bar()  # type: ignore[no-untyped-call]
    with tempfile.TemporaryDirectory(prefix="gigpo-tiny-") as name:
        folder = Path(name, "tiny")
        size = {"episodes": EPISODES, "hidden": hidden, "layers": layers, "context": CONTEXT}
        make_tiny(folder, env_id, kwargs, prompt=PROMPT, **size)
        yield str(folder)


def load(folder: str) -> ChatModel:
    """Return a model, without a word about it."""
    disable_progress_bar()  # type: ignore[no-untyped-call]
    return load_chat_model(folder)
