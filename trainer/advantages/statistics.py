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
    return _deviations(centred(values, codes, sample), codes, sample)


def _deviations(apart: Floats, codes: Codes, sample: Codes | None) -> Floats:
    """Return the deviation of each group of values that are centred already, shape (groups,)."""
    rows = slice(None) if sample is None else sample
    of, apart = codes[rows], apart[rows]
    squares = np.bincount(of, apart * apart) / np.maximum(np.bincount(of) - 1, 1)
    return np.asarray(np.sqrt(squares), dtype=np.float64)


def without_rounding(differences: Floats, values: Floats, codes: Codes) -> Floats:
    """Return differences of values with 0 for those that are but rounding, shape (rows,).

    Args:
        differences: One a row, shape (rows,).
        values: What they are differences of, which sets the size of a group's numbers, shape (rows,).
        codes: Group of each row, from 0.
    """
    return np.where(np.abs(differences) > SAME * _sizes(values, codes)[codes], differences, 0.0)


def _sizes(values: Floats, codes: Codes) -> Floats:
    """Return the largest absolute value of each group, shape (groups,)."""
    result = np.zeros(int(codes.max()) + 1)
    np.maximum.at(result, codes, np.abs(values))
    return result


def normalised(
    values: Floats, codes: Codes, sample: Codes | None = None, *, divide: bool, epsilon: float = 0.0
) -> Floats:
    """Return each value minus the mean of its group, divided by the group's deviation if asked to, shape (rows,).

    Values that agree up to rounding give exactly 0, but for what an epsilon leaves of the rounding.

    Args:
        values: One a row, shape (rows,).
        codes: Group of each row, from 0.
        sample: The rows that are the statistics, at least one a group; all by default.
        divide: Divide by the sample deviation.
        epsilon: What is added to the deviation.
    """
    apart = centred(values, codes, sample)
    if divide:
        return _over(apart, _deviations(apart, codes, sample), values, codes, epsilon)
    return without_rounding(apart, values, codes)


def divided(
    apart: Floats, values: Floats, codes: Codes, sample: Codes | None = None, *, epsilon: float = 0.0
) -> Floats:
    """Return differences of values of a group divided by the group's deviation, shape (rows,).

    Args:
        apart: The differences, shape (rows,).
        values: The values that have the deviation, shape (rows,).
        codes: Group of each row, from 0.
        sample: The rows that are the statistics, at least one a group; all by default.
        epsilon: What is added to the deviation. With 0 a group whose values agree up to rounding gives 0.
    """
    return _over(apart, deviations(values, codes, sample), values, codes, epsilon)


def _over(apart: Floats, deviation: Floats, values: Floats, codes: Codes, epsilon: float) -> Floats:
    if epsilon:
        return np.asarray(apart / (deviation + epsilon)[codes], dtype=np.float64)
    spread = deviation > SAME * _sizes(values, codes)
    # Without spread nothing is left; adding 0 makes 0 of -0.
    return np.asarray(apart / np.where(spread, deviation, np.inf)[codes] + 0.0, dtype=np.float64)


def whitened(values: Floats, counts: Codes | None = None, epsilon: float = 0.0) -> Floats:
    """Return each value minus the mean of all, divided by their sample deviation, shape as ``values``.

    Values that agree up to rounding, and a value that is alone, give exactly 0.

    Args:
        values: The values, shape (n,).
        counts: How often each counts, e.g. the tokens of a row, shape (n,); once each by default.
        epsilon: Added to the variance.
    """
    counts = np.ones(len(values), dtype=np.int64) if counts is None else counts
    total = int(counts.sum())
    if total < 2:
        return np.zeros(len(values))
    moved = values - values[np.argmax(counts > 0)]
    apart = moved - np.average(moved, weights=counts)
    variance = float(np.sum(counts * apart * apart)) / (total - 1)
    if not epsilon and variance <= (SAME * float(np.abs(values).max())) ** 2:
        return np.zeros(len(values))
    return np.asarray(apart / np.sqrt(variance + epsilon), dtype=np.float64)
