"""Finds the best documents of a large collection without scoring all of them, and yet exactly.

Documents are scored in windows. The better the best so far, the more of the terms that add least cannot bring a
document among them by themselves; those are looked up only for documents that other terms have found.

Source: MaxScore, from Turtle and Flood, "Query evaluation: strategies and optimizations", Information Processing
and Management 31(6), 1995.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gigpo_envs.retrieval import ranking
from gigpo_envs.retrieval.scoring import FloatArray, impacts

WINDOW = 1 << 17
# A score is a sum rounded to single precision: a sum so much below another cannot round up to it.
_SLACK = 1 - 1e-6
# Looking documents up is faster than going through all postings if these are more by this factor.
_SPARSE = 8

Documents = NDArray[np.uint32]
Sums = NDArray[np.float64]


class QueryTerm(NamedTuple):
    """A term of a query with its postings.

    Attributes:
        documents: The documents that have it, ascending.
        levels: Its level in each of them.
        saturations: The saturation of each level.
        weight: Its idf times its count in the query.
        bound: The most that it adds to a score.
    """

    documents: Documents
    levels: NDArray[Any]
    saturations: FloatArray
    weight: np.float32
    bound: float

    def impacts(self, at: slice | NDArray[Any] = slice(None)) -> FloatArray:
        """Return what the term adds to the scores of its documents, or of some of them."""
        return impacts(self.weight, self.saturations[self.levels[at]])


def search_windows(
    terms: Sequence[QueryTerm], count: int, k: int, precede: Callable[[Documents], ranking.Keys]
) -> tuple[NDArray[np.int64], FloatArray]:
    """Return the numbers of the k best documents, best first, and their scores.

    Args:
        terms: The terms of the query, each once.
        count: How many documents there are.
        k: How many to return at most.
        precede: Gives the precedence of documents among those of equal score.
    """
    terms = sorted(terms, key=lambda term: term.bound)
    reach = np.cumsum([0.0, *(term.bound for term in terms)])
    # searchsorted would first convert all postings if what it looks for had another type.
    edges = np.append(np.arange(0, count, WINDOW), count).astype(np.uint32)
    cuts = [np.searchsorted(term.documents, edges).tolist() for term in terms]
    best, keys, goal = np.empty(0, np.uint32), np.empty(0, np.int64), 0.0
    for window, first in enumerate(edges[:-1]):
        if len(keys) == k:
            goal = float(ranking.scores(keys[-1:])[0]) * _SLACK
        # The terms before `minor` do not reach the goal together.
        minor = int(np.searchsorted(reach, goal)) - 1 if goal else 0
        if minor == len(terms):
            break
        parts = [slice(*cut[window : window + 2]) for cut in cuts]
        documents, sums = _having_any(terms[minor:], parts[minor:], first, goal - reach[minor])
        for place in reversed(range(minor)):
            _add(terms[place], parts[place], first, documents, sums)
            kept = sums >= goal - reach[place]
            documents, sums = documents[kept], sums[kept]
        keys = np.concatenate([keys, ranking.keys(sums.astype(np.float32), precede(documents))])
        chosen = ranking.best(keys, k)
        best, keys = np.concatenate([best, documents])[chosen], keys[chosen]
    return best.astype(np.int64), ranking.scores(keys)


def _having_any(
    terms: Sequence[QueryTerm], parts: Sequence[slice], first: np.uint32, goal: float
) -> tuple[Documents, Sums]:
    """Return the documents of a window that have any of the terms and reach the goal, ascending, with sums."""
    having = np.concatenate([term.documents[part] for term, part in zip(terms, parts, strict=True)])
    added = np.concatenate([term.impacts(part) for term, part in zip(terms, parts, strict=True)])
    sums = np.bincount(having - first, added).astype(np.float64, copy=False)
    places = np.flatnonzero(sums >= goal if goal > 0 else sums)
    return places.astype(np.uint32) + first, sums[places]


def _add(term: QueryTerm, part: slice, first: np.uint32, documents: Documents, sums: Sums) -> None:
    """Add what a term gives to documents of a window, which ascend."""
    having = term.documents[part]
    if not len(having):
        return
    if len(documents) * _SPARSE < len(having):
        places = np.searchsorted(having, documents)
        places[places == len(having)] = 0
        found = np.flatnonzero(having[places] == documents)
        sums[found] += term.impacts(places[found] + part.start)
    else:
        sums += np.bincount(having - first, term.impacts(part), WINDOW)[documents - first]
