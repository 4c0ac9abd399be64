"""Random bits that are the same on every machine."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gigpo_envs.state_hash import digest, pack


class Stream:
    """A PCG64 stream of its own for every name.

    Args:
        *name: What it is for, e.g. a task's id; equal names give equal streams.
    """

    def __init__(self, *name: str) -> None:
        self._raw = np.random.PCG64(int(digest(pack("gigpo.credit", *name)), 16))

    def whole(self, bits: int, size: int) -> npt.NDArray[np.int64]:
        """Return whole numbers below 2**bits, all equally likely, shape (size,).

        Args:
            bits: 1 to 63.
            size: How many.
        """
        raw = np.asarray(self._raw.random_raw(size), dtype=np.uint64)
        return (raw >> np.uint64(64 - bits)).astype(np.int64)

    def normal(self, size: int) -> npt.NDArray[np.float64]:
        """Return standard normal numbers, shape (size,): twelve uniform ones summed up, so that all bits are exact."""
        sums = self.whole(40, 12 * size).reshape(12, size).sum(axis=0)
        return np.asarray((sums + 6.0) * 2.0**-40 - 6.0)
