"""Uniform numbers for generated data, equal on every machine, and choices made with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

import numpy as np

from gigpo_envs.state_hash import digest, pack

Draw = Callable[[], float]
"""Returns the next uniform number in [0, 1)."""

T = TypeVar("T")

_BLOCK = 256


def uniform(world: str, *parts: str) -> Draw:
    """Return a source of uniform numbers in [0, 1), a PCG64 stream seeded by a digest of world and parts."""
    stream = np.random.PCG64(int(digest(pack(world, "generated", *parts)), 16))

    def numbers() -> Iterator[float]:
        while True:
            raw = np.asarray(stream.random_raw(_BLOCK), dtype=np.uint64)
            yield from ((raw >> np.uint64(11)) * 2.0**-53).tolist()

    return numbers().__next__


def pick(draw: Draw, items: Sequence[T]) -> T:
    """Return one of the items, all equally likely."""
    return items[int(draw() * len(items))]


def between(draw: Draw, low: int, high: int) -> int:
    """Return a whole number from low to high, both included."""
    return low + int(draw() * (high - low + 1))


def shuffled(draw: Draw, items: Sequence[T]) -> list[T]:
    """Return the items in a drawn order."""
    rest = list(items)
    for last in range(len(rest) - 1, 0, -1):
        other = int(draw() * (last + 1))
        rest[last], rest[other] = rest[other], rest[last]
    return rest
