"""Statistics of groups of rows: exactly nothing where a group is constant."""

from __future__ import annotations

import numpy as np

from trainer.advantages.batch import Codes, Floats

SAME = 1e-12  # spreads below this share of the values' size are rounding


def centred(values: Floats, codes: Codes, sample: Codes | None = None) -> Floats:
    """Return each value minus the mean of its group, shape (rows,).

    Every group is moved by one of its values before it is averaged, so that equal values give 0 to the last bit.

    Args:
        values: One a row, shape (rows,).
        codes: Group of each row, from 0.
        sample: The rows that the means are taken over, at least one a group; all by default.
    """
    rows = slice(None) if sample is None else sample
    one = np.empty(int(codes.max()) + 1)
    one[codes[rows]] = values[rows]
    moved = values - one[codes]
    means = np.bincount(codes[rows], moved[rows]) / np.bincount(codes[rows])
    return np.asarray(moved - means[codes], dtype=np.float64)


def deviations(values: Floats, codes: Codes, sample: Codes | None = None) -> Floats:
    """Return the sample standard deviation (n - 1) of each group, shape (groups,); 0 for groups of one.

    Args:
        values: One a row, shape (rows,).
        codes: Group of each row, from 0.
        sample: The rows that are the statistics, at least one a group; all by default.
    """
    rows = slice(None) if sample is None else sample
    apart = centred(values, codes, sample)[rows]
    sizes = np.bincount(codes[rows])
    return np.asarray(np.sqrt(np.bincount(codes[rows], apart * apart) / np.maximum(sizes - 1, 1)), dtype=np.float64)


def normalised(
    values: Floats, codes: Codes, sample: Codes | None = None, *, divide: bool, epsilon: float = 0.0
) -> Floats:
    """Return each value minus the mean of its group, divided by the group's deviation if asked to, shape (rows,).

    Args:
        values: One a row, shape (rows,).
        codes: Group of each row, from 0.
        sample: The rows that are the statistics, at least one a group; all by default.
        divide: Divide by the sample deviation.
        epsilon: What is added to the deviation. With 0 a group whose values agree up to rounding gives 0.
    """
    apart = centred(values, codes, sample)
    if not divide:
        return apart
    deviation = deviations(values, codes, sample)
    if epsilon:
        return np.asarray(apart / (deviation[codes] + epsilon), dtype=np.float64)
    size = np.zeros(len(deviation))
    np.maximum.at(size, codes, np.abs(values))
    spread = deviation > SAME * size
    return np.where(spread[codes], apart / np.where(spread, deviation, 1.0)[codes], 0.0)
