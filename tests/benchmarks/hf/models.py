"""Models small enough to make in a test: random weights, and a tokenizer of a few hundred entries."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import torch

from benchmarks.agents.hf.chat import ChatModel
from benchmarks.agents.hf.trie import Tokens
from trainer.policies.tiny import tiny_model, train_tokenizer

TEXTS = [
    "go to desk 1",
    "go to desk 12",
    "take mug 1 from desk 1",
    "take mug 12 from desk 1",
    "put mug 1 on shelf 2",
    "open fridge 1",
    "You are in the room. You see a desk 1, a fridge 1 and a shelf 2.",
    "<think>the mug may be on the desk</think><action>go to desk 1</action>",
]
ACTIONS = ("go to desk 1", "go to desk 12", "take mug 1", "take mug 12", "open fridge 1", "look")
PROMPTS = (
    "You see a desk 1.",
    "You are in the room. You see a desk 1, a fridge 1 and a shelf 2. Put the mug 12 on the shelf.",
    "Find the mug.",
)


def chat_model(seed: int = 0, context: int = 256) -> ChatModel:
    """Return a model of two layers, in double precision, whose next tokens are far from equally likely."""
    tokenizer = train_tokenizer(TEXTS, 400)
    model = tiny_model(tokenizer, hidden=32, layers=2, seed=seed, context=context)
    sharpen(model, 0.12)
    return ChatModel(model.double().eval(), tokenizer, "tiny")


@torch.no_grad()
def sharpen(model: Any, spread: float) -> None:
    """Scale a fresh model, however it was initialised.

    Args:
        model: The model.
        spread: Standard deviation of its weights. At 0.02, the usual one, next tokens are nearly equally likely; at
            several times as much far from it. Norms are scaled as much.
    """
    for parameter in model.parameters():
        parameter *= spread / (parameter.std() if parameter.ndim > 1 else 0.02)


@lru_cache
def shared_model() -> ChatModel:
    """Return a model that tests do not change."""
    return chat_model()


def prompts(chat: ChatModel, texts: tuple[str, ...] = PROMPTS) -> list[Tokens]:
    """Return texts as prompts."""
    return [chat.encode([{"role": "user", "content": text}]) for text in texts]


@torch.no_grad()
def logits_of(chat: ChatModel, tokens: Tokens) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return the logits after each token of a sequence, from one forward pass, shape (tokens, vocabulary)."""
    return chat.model(torch.tensor([tokens])).logits[0].numpy()  # type: ignore[no-any-return]


def log_softmax(values: Any) -> Any:
    """Return normalised log-probabilities of some logits."""
    values = np.asarray(values, dtype=np.float64)
    values = values - values.max()
    return values - np.log(np.exp(values).sum())
