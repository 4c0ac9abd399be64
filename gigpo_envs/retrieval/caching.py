"""Keeps the answers to recent queries."""

from __future__ import annotations

import unicodedata
from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import Any

from gigpo_envs.errors import whole_number
from gigpo_envs.retrieval.retriever import Hits, Retriever, checked


def normalise(query: str) -> str:
    """Return a query in Unicode's NFKC, with single spaces for white space and none at the ends."""
    return " ".join(unicodedata.normalize("NFKC", query).split())


class CachedRetriever(Retriever):
    """Asks another engine only what was not asked lately.

    Queries are asked as ``normalise`` writes them, so what is found never depends on what was asked before.
    What failed is not kept.

    Args:
        retriever: The engine; closed with this one.
        size: How many answers are kept: those used last.
        unversioned: Keep the answers of an engine without a digest too, whose corpus may change unseen.

    Attributes:
        retriever: The engine.
        hits: How many queries were answered from the cache.
        misses: How many were not.

    Raises:
        ValueError: The engine has no digest, or the size is no whole number over 0.
    """

    def __init__(self, retriever: Retriever, size: int = 1 << 16, *, unversioned: bool = False) -> None:
        if not retriever.digest and not unversioned:
            raise ValueError(
                f"the answers of {retriever.name!r} cannot be kept: it has no digest, so a change of its corpus would "
                "go unseen. Pass unversioned=True to keep them all the same"
            )
        self.retriever = retriever
        self.name, self.digest, self.corpus = retriever.name, retriever.digest, retriever.corpus
        self.hits = self.misses = 0
        self._size = whole_number("size", size, least=1)
        self._kept: OrderedDict[tuple[str, str, int], Hits] = OrderedDict()
        self._lock = Lock()

    def __reduce__(self) -> tuple[Any, ...]:
        return _open, (self.retriever, self._size, not self.digest)

    @property
    def hit_rate(self) -> float:
        """The share of queries that were answered from the cache; 0 before the first."""
        return self.hits / (self.hits + self.misses) if self.hits else 0.0

    def search(self, queries: Sequence[str], k: int) -> list[Hits]:
        """Return the best passages for each query; see ``Retriever.search``."""
        queries, k = checked(queries, k)
        keys = [(self.digest, normalise(query), k) for query in queries]
        found: dict[tuple[str, str, int], Hits] = {}
        with self._lock:
            for key in keys:
                if key in self._kept:
                    self._kept.move_to_end(key)
                    found[key] = self._kept[key]
        absent = [key for key in dict.fromkeys(keys) if key not in found]
        if absent:
            answers = self.retriever.search([query for _, query, _ in absent], k)
            found.update(zip(absent, answers, strict=True))
        with self._lock:
            self.misses += len(absent)
            self.hits += len(keys) - len(absent)
            for key in absent:
                self._kept[key] = found[key]
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)
        return [found[key] for key in keys]

    def close(self) -> None:
        """Close the engine."""
        self.retriever.close()


def _open(retriever: Retriever, size: int, unversioned: bool) -> CachedRetriever:
    return CachedRetriever(retriever, size, unversioned=unversioned)
