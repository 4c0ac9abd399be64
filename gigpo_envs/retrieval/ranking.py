"""Orders documents by score, and documents of equal score by precedence.

Both go into one integer, its key: the bits of the score, which is positive, above 32 bits of precedence.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gigpo_envs.retrieval.scoring import FloatArray

Keys = NDArray[np.int64]


def precedence(ranks: NDArray[Any]) -> Keys:
    """Return 32-bit numbers that are the larger the smaller the rank among equal scores."""
    numbers: Keys = 0xFFFFFFFF - ranks.astype(np.int64)
    return numbers


def keys(scores: FloatArray, precedences: Keys) -> Keys:
    """Return the keys of documents."""
    numbers: Keys = scores.view(np.int32).astype(np.int64) << 32 | precedences
    return numbers


def scores(of_keys: Keys) -> FloatArray:
    """Return the scores that are in keys."""
    return (of_keys >> 32).astype(np.int32).view(np.float32)


def best(of_keys: Keys, k: int) -> NDArray[np.int64]:
    """Return where the k largest keys are, the largest first."""
    if k < len(of_keys):
        chosen = np.argpartition(of_keys, -k)[-k:]
        return chosen[np.argsort(of_keys[chosen])[::-1]]
    return np.argsort(of_keys)[::-1]
