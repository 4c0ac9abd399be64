"""Ids as small integers: 0, 1, ..., so that sums over groups are array operations."""

from __future__ import annotations

from collections import defaultdict
from itertools import count
from typing import Any

import numpy as np
import numpy.typing as npt

from gigpo_envs.errors import shown

_DENSE = 8  # a table of this many entries a row is cheaper than sorting the rows


def codes_of(column: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """Return a number from 0 for every entry, the same for equal entries, with no number left out.

    Args:
        column: Integers, or objects that are hashable, shape (rows,).

    Raises:
        TypeError: An entry is not hashable.
    """
    if column.dtype.kind == "i":
        return _integer_codes(column)
    entries = column.tolist()
    known: defaultdict[Any, int] = defaultdict(count().__next__)
    try:
        return np.fromiter(map(known.__getitem__, entries), dtype=np.int64, count=len(entries))
    except TypeError:
        entry = next(entry for entry in entries if not _is_hashable(entry))
        raise TypeError(f"ids and keys must be hashable, but one is {shown(entry)}: use a tuple or a digest") from None


def pair_codes(first: npt.NDArray[np.int64], second: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return a number from 0 for every pair of codes, the same for equal pairs, with no number left out.

    Args:
        first: Codes from 0, shape (rows,).
        second: Codes from 0, shape (rows,).
    """
    return _integer_codes(first * (int(second.max()) + 1) + second)


def _integer_codes(column: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    low, high = int(column.min()), int(column.max())
    if high - low < _DENSE * len(column) + 1024:
        shifted = column - low
        present = np.zeros(high - low + 1, dtype=np.int64)
        present[shifted] = 1
        return (np.cumsum(present) - 1)[shifted]
    return np.unique(column, return_inverse=True)[1].astype(np.int64)


def _is_hashable(entry: object) -> bool:
    try:
        hash(entry)
    except TypeError:
        return False
    return True
