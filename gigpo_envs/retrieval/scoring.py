"""Lucene's BM25 in Lucene's single precision.

A term that occurs tf times in a document adds ``w - w / (1 + tf * inverse_norm)`` to its score, where w is the
term's idf (times its count in the query) and the inverse norm is that of the document's length in one byte. The
sum is in double precision, the result in single: so equal scores are equal bit for bit where Lucene's are.

Source: Apache Lucene 8.11, ``BM25Similarity`` and ``SmallFloat.byte4ToInt``.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float32]


def _length_table() -> NDArray[np.int64]:
    """Return the 256 lengths that a byte can mean: 0 to 23, then 24 plus four-bit floating-point numbers."""
    floats = [code if code < 8 else (8 | code & 7) << ((code >> 3) - 1) for code in range(256 - 24)]
    return np.array([*range(24), *(24 + value for value in floats)], dtype=np.int64)


_LENGTHS = _length_table()


def length_codes(lengths: NDArray[Any]) -> NDArray[np.uint8]:
    """Return the byte that stands for each document length in terms: the nearest length below that it can say."""
    return (np.searchsorted(_LENGTHS, lengths, side="right") - 1).astype(np.uint8)


def inverse_norms(average_length: float, k1: float, b: float) -> FloatArray:
    """Return ``1 / (k1 * (1 - b + b * length / average_length))`` for each of the 256 length codes."""
    one, k, slope = np.float32(1), np.float32(k1), np.float32(b)
    lengths = _LENGTHS.astype(np.float32)
    with np.errstate(divide="ignore"):  # no term is in a document of length 0
        norms: FloatArray = one / (k * ((one - slope) + slope * lengths / np.float32(average_length)))
    return norms


def saturations(frequencies: NDArray[Any], codes: NDArray[np.uint8], inverse: FloatArray) -> FloatArray:
    """Return ``1 + tf * inverse_norm`` for pairs of a term frequency and a length code."""
    result: FloatArray = np.float32(1) + frequencies.astype(np.float32) * inverse[codes]
    return result


def idf(documents: int, containing: int) -> np.float32:
    """Return a term's inverse document frequency among the documents that have any term at all."""
    return np.float32(math.log(1 + (documents - containing + 0.5) / (containing + 0.5)))


def impacts(weight: np.float32, saturation: FloatArray) -> FloatArray:
    """Return what a term of this weight adds to a score at each saturation; more saturation, never less."""
    result: FloatArray = weight - weight / saturation
    return result
