"""BM25 the slow and plain way, to compare with: every document, one term after the other."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np

from gigpo_envs.retrieval import analyze

F = np.float32


def one_byte_length(length: int) -> int:
    """Return the length that is left after Lucene's one-byte encoding: four significant bits above 24."""
    if length < 24:
        return length
    rest = length - 24
    cut = max(rest.bit_length() - 4, 0)
    return 24 + (rest >> cut << cut)


def rank(
    documents: Sequence[tuple[str, str]], query: str, k: int, *, ties: str = "id", k1: float = 0.9, b: float = 0.4
) -> list[tuple[int, float]]:
    """Return the numbers and scores of the k best documents, best first."""
    counts = [Counter(analyze(text)) for _, text in documents]
    lengths = [sum(count.values()) for count in counts]
    filled = sum(length > 0 for length in lengths)
    average = F(sum(lengths) / filled) if filled else F(1)
    sums = [0.0] * len(documents)
    for term, times in Counter(analyze(query)).items():
        containing = sum(term in count for count in counts)
        weight = F(times) * F(math.log(1 + (filled - containing + 0.5) / (containing + 0.5)))
        for number, count in enumerate(counts):
            if term in count:
                length = F(one_byte_length(lengths[number]))
                inverse = F(1) / (F(k1) * ((F(1) - F(b)) + F(b) * length / average))
                sums[number] += float(weight - weight / (F(1) + F(count[term]) * inverse))
    hits = [(number, float(F(total))) for number, total in enumerate(sums) if total > 0]
    return sorted(hits, key=lambda hit: (-hit[1], documents[hit[0]][0] if ties == "id" else "", hit[0]))[:k]
