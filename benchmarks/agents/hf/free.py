"""Replies in free text, sampled token by token with their exact log-probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch

from benchmarks.agents.hf.chat import ChatModel
from benchmarks.agents.hf.contexts import Batch, Context
from benchmarks.agents.hf.scoring import NO_NUMBERS
from gigpo_envs.errors import one_of, shown, whole_number
from gigpo_envs.prompting.preset import CHOICES


@dataclass(frozen=True, slots=True)
class Sampling:
    """How replies are sampled.

    Attributes:
        max_reply_tokens: Most tokens of a free reply; one that reaches it is cut.
        temperature: What logits are divided by; 0 takes the likeliest token, and tells its log-probability at 1.
        restrict: Choose among the admissible actions where the world lists any; elsewhere replies are free.
        form: How a chosen action stands in a reply; see ``Preset.reply``.
        stop: Texts that end a free reply. They stay in it.

    Raises:
        ValueError: One of them cannot be used.
    """

    max_reply_tokens: int
    temperature: float = 1.0
    restrict: bool = False
    form: str = "whole"
    stop: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        whole_number("max_reply_tokens", self.max_reply_tokens, least=1)
        if isinstance(self.temperature, str) or not 0 <= self.temperature < float("inf"):
            raise ValueError(f"temperature must be a finite number of at least 0, not {shown(self.temperature)}")
        one_of("form", self.form, CHOICES["reply"])
        if not all(isinstance(text, str) and text for text in self.stop):
            raise ValueError(f"stop must be a list of texts that are not empty, not {shown(self.stop)}")


@dataclass(slots=True)
class Written:
    """A reply while it is written.

    Attributes:
        tokens: Token ids.
        log_probs: Their log-probabilities.
        finished: The model ended it, or a stop text came.
    """

    tokens: list[int]
    log_probs: list[float]
    finished: bool = False


@torch.no_grad()
def write(
    chat: ChatModel,
    contexts: Sequence[Context],
    logits: torch.Tensor,
    numbers: npt.NDArray[np.float64],
    sampling: Sampling,
) -> tuple[list[Written], list[Context]]:
    """Write a reply after each context. Rows that have ended leave the batch at once.

    Args:
        chat: The model.
        contexts: What was read.
        logits: What the model says after each, shape (rows, vocabulary).
        numbers: A uniform number for every token that a reply may have, shape (rows, most tokens); a reply depends on
            its own row alone.
        sampling: How to sample.

    Returns:
        The replies, and the contexts with all of each reply but its last token, which was not read.
    """
    written = [Written([], []) for _ in contexts]
    after = list(contexts)
    rows = list(range(len(contexts)))
    batch = Batch(chat.model, contexts, [len(context.tokens) for context in contexts])
    for place in range(numbers.shape[1]):
        chosen, log_probs = draw_tokens(logits, numbers[rows, place], sampling.temperature)
        going = []
        for at, row in enumerate(rows):
            reply = written[row]
            reply.tokens.append(int(chosen[at]))
            reply.log_probs.append(float(log_probs[at]))
            reply.finished = reply.tokens[-1] in chat.ends or _has_stop(chat, reply.tokens, sampling.stop)
            if not reply.finished and place + 1 < numbers.shape[1]:
                going.append(at)
            else:
                after[row] = batch.context(at, (*contexts[row].tokens, *reply.tokens[:-1]))
        if not going:
            break
        if len(going) < len(rows):
            batch.select(going)
            rows = [rows[at] for at in going]
        logits = batch.read([(written[row].tokens[-1],) for row in rows])[:, 0]
        chat.computed += len(rows)
    return written, after


def draw_tokens(
    logits: torch.Tensor, numbers: npt.NDArray[np.float64], temperature: float
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    """Draw a token a row and return the tokens with their log-probabilities under the distribution they come from.

    Args:
        logits: Shape (rows, vocabulary).
        numbers: Uniform numbers from 0 to 1, shape (rows,).
        temperature: See ``Sampling``.

    Raises:
        ValueError: The logits are no numbers.
    """
    log_probs = torch.log_softmax(logits.double() / (temperature or 1.0), dim=1)
    if temperature == 0:
        chosen = log_probs.argmax(dim=1, keepdim=True)
    else:
        sums = log_probs.exp().cumsum(dim=1)
        goals = torch.from_numpy(numbers).to(sums.device)[:, None] * sums[:, -1:]
        chosen = torch.searchsorted(sums, goals, right=True).clamp_(max=sums.shape[1] - 1)
    found = log_probs.gather(1, chosen)[:, 0].cpu().numpy()
    if np.isnan(found).any():  # one logit that is nan or infinite makes all of its row nan
        raise ValueError(NO_NUMBERS)
    return chosen[:, 0].cpu().numpy(), found


def _has_stop(chat: ChatModel, tokens: list[int], stop: Sequence[str]) -> bool:
    """Whether one of the texts stands at the end; what came before was looked at before."""
    if not stop:
        return False
    # A token is at least a byte, and the text may begin within a token and end within another.
    most = max(len(text.encode()) for text in stop) + 2
    tail = chat.decode(tuple(tokens[-most:]))
    return any(text in tail for text in stop)
