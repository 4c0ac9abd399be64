"""A model's reply with everything that is needed to score it again, or to train on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Tokens = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sample:
    """Tokens a model chose after a prompt, exactly as they were sampled: one reply, or the replies of an episode.

    Within a transcript stand tokens that the model did not choose: what the world answered. They are tokens of which
    only one was allowed, so they have log-probability 0 and are not scored.

    Attributes:
        prompt: Token ids before the reply.
        reply: Token ids of the reply, the one that ends it included if it came.
        log_probs: Log-probability of each reply token when it was sampled, shape (len(reply),).
        text: The reply as text, without the token that ends it.
        finished: The model ended the reply by itself; False where it was cut.
        allowed: Of each reply token the ids it was chosen from, in ascending order, or None for all; None where all
            were allowed throughout.
        action: The admissible action that was chosen, where replies are restricted to these: it is not read off the
            text. None for others.
    """

    prompt: Tokens
    reply: Tokens
    log_probs: npt.NDArray[np.float64]
    text: str
    finished: bool = True
    allowed: tuple[Tokens | None, ...] | None = None
    action: str | None = None


Span = tuple[int, int]
"""First and last place, the latter excluded, of a reply in the reply of a transcript."""


def join(parts: Sequence[Sample]) -> tuple[Sample, tuple[Span, ...]]:
    """Return consecutive replies of one transcript as one sample, and where each stands in its reply.

    Args:
        parts: At least one; the prompt of each but the first holds only what follows the reply before.
    """
    first = parts[0]
    if len(parts) == 1:
        return first, ((0, len(first.reply)),)
    reply: list[int] = []
    allowed: list[Tokens | None] = []
    log_probs: list[npt.NDArray[np.float64]] = []
    spans: list[Span] = []
    for number, part in enumerate(parts):
        if number:
            reply += part.prompt
            allowed += [(token,) for token in part.prompt]
            log_probs.append(np.zeros(len(part.prompt)))
        spans.append((len(reply), len(reply) + len(part.reply)))
        reply += part.reply
        allowed += part.allowed or [None] * len(part.reply)
        log_probs.append(part.log_probs)
    text = "\n".join(part.text for part in parts)
    finished = all(part.finished for part in parts)
    whole = Sample(first.prompt, tuple(reply), np.concatenate(log_probs), text, finished, tuple(allowed))
    return whole, tuple(spans)
