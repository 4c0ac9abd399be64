"""What a column of a batch may hold; each is checked and copied on the way in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any

import numpy as np
import numpy.typing as npt

from gigpo_envs.errors import shown

Column = Sequence[Any] | npt.NDArray[Any]

LARGEST = 1e100  # sums and squares of numbers below this stay finite
LONGEST = 2**31 - 1  # for steps and other counts, so that a pair of codes fits into 64 bits

NUMBERS = frozenset({"reward", "value", "next_value", "step_return", "episode_return"})
COUNTS = frozenset({"step", "tokens", "horizon"})
FLAGS = frozenset({"terminated", "valid"})

_EQUAL_THEMSELVES = frozenset({int, bool, str, bytes, tuple, type(None)})


def length_of(name: str, column: object) -> int:
    """Return the number of rows of a column.

    Raises:
        TypeError: It is neither an array nor a list: a text, a set, a mapping, a generator.
    """
    try:
        if not isinstance(column, str | bytes | Set | Mapping):
            return len(column)  # type: ignore[arg-type]
    except TypeError:  # it has none, or it is an array of no dimension
        pass
    raise TypeError(f"the column {name!r} must be a list or an array, not {shown(column)}")


def column_of(name: str, column: Any, rows: int) -> npt.NDArray[Any]:
    """Return a column as a read-only array of its kind: float64, int64, bool, or objects, shape (rows,).

    Args:
        name: Its name, which decides what it may hold.
        column: A list, an array, or what NumPy can take for one: a tensor, a series.
        rows: How many rows it must have.

    Raises:
        TypeError: It holds something else than its kind.
        ValueError: It has another length or shape, or a number is out of its range.
    """
    found = length_of(name, column)
    if found != rows:
        raise ValueError(f"all columns have one entry a row: reward has {rows}, {name} has {found}")
    if np.ma.is_masked(column):
        raise ValueError(f"the column {name!r} has masked entries: fill them, or leave their rows out")
    if hasattr(column, "__array__"):
        try:
            column = np.asarray(column)
        except Exception as error:  # what a tensor that needs a gradient, or lies elsewhere, raises
            raise TypeError(f"the column {name!r} cannot be read as an array: {error}") from error
    kind = _numbers if name in NUMBERS else _counts if name in COUNTS else _flags if name in FLAGS else _ids
    array = kind(name, column)
    array.flags.writeable = False
    return array


def _plain(name: str, column: Any, kinds: str, what: str) -> npt.NDArray[Any]:
    """Return a column of one of NumPy's own kinds."""
    try:
        array = np.asarray(column)
    except ValueError:
        raise TypeError(f"the column {name!r} must hold {what}, not {shown(column)}") from None
    if array.ndim != 1:
        raise ValueError(f"the column {name!r} must have one entry a row, not the shape {array.shape}")
    if array.dtype.kind not in kinds:
        raise TypeError(f"the column {name!r} must hold {what}, not {shown(column)}")
    return array


def _numbers(name: str, column: Any) -> npt.NDArray[np.float64]:
    array = _plain(name, column, "biuf", "numbers").astype(np.float64)
    wrong = np.flatnonzero(~(np.abs(array) < LARGEST))
    if len(wrong):
        raise ValueError(
            f"{name} must be finite and below {LARGEST:g} in size, but row {wrong[0]} has {array[wrong[0]]} "
            f"({len(wrong)} of {len(array)} rows are wrong)"
        )
    return array


def _counts(name: str, column: Any) -> npt.NDArray[np.int64]:
    array = _plain(name, column, "iuf", "whole numbers")
    least = 1 if name == "horizon" else 0
    fits = (array >= least) & (array <= LONGEST)
    wrong = np.flatnonzero(~fits | (np.where(fits, array, 0) % 1 != 0))
    if len(wrong):
        raise ValueError(
            f"{name} must be a whole number from {least} to {LONGEST}, but row {wrong[0]} has {array[wrong[0]]}"
        )
    return array.astype(np.int64)


def _flags(name: str, column: Any) -> npt.NDArray[np.bool_]:
    array = _plain(name, column, "biuf", "True or False")
    wrong = np.flatnonzero(~np.isin(array, (0, 1)))
    if len(wrong):
        raise ValueError(f"{name} must be True or False (or 1 or 0), but row {wrong[0]} has {array[wrong[0]]}")
    return array.astype(np.bool_)


def _ids(name: str, column: Any) -> npt.NDArray[Any]:
    if isinstance(column, np.ndarray):
        if column.ndim != 1:
            raise ValueError(f"the column {name!r} must have one entry a row, not the shape {column.shape}")
        if _fits(column):
            return column.astype(np.int64)
        column = column.tolist()
    types = set(map(type, column))
    _check_hashable(name, column, types)
    if types == {int}:
        array = np.asarray(column)
        if _fits(array):
            return array.astype(np.int64)
    # One by one: NumPy would take a list of tuples for a table.
    return np.fromiter(column, dtype=object, count=len(column))


def _fits(array: npt.NDArray[Any]) -> bool:
    return array.dtype.kind == "i" or (array.dtype.kind == "u" and int(array.max()) < 2**63)


def _check_hashable(name: str, column: Iterable[Any], types: Set[type]) -> None:
    """Raise unless equal entries are found to be equal, as far as their types tell."""
    for one in types:
        if one.__hash__ is None:
            entry = next(entry for entry in column if type(entry) is one)
            raise TypeError(
                f"ids and keys must be hashable, but {name} has {shown(entry)}: use a tuple, a text or a digest"
            )
        # The tensors of PyTorch hash by identity: each would be an id of its own.
        if hasattr(one, "__array__") and not issubclass(one, np.generic):
            raise TypeError(f"{name} is a list of arrays ({one.__name__}): give one array, or plain numbers")
    if not types <= _EQUAL_THEMSELVES and not all(map(_equals_itself, column)):
        raise ValueError(f"{name} has NaN, which equals nothing, not even itself: use None for a place without a key")


def _equals_itself(entry: object) -> bool:
    try:
        return bool(entry == entry)
    except TypeError:  # what pandas has for a missing value says neither yes nor no
        return False


def known_keys(column: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
    """Return which entries of a column of keys are not None, shape (rows,)."""
    if column.dtype != object:
        return np.ones(len(column), dtype=np.bool_)
    return np.fromiter((key is not None for key in column), dtype=np.bool_, count=len(column))
