"""Searches a BM25 index: hits, their order and their scores are Lucene's."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gigpo_envs.retrieval import layout, pruning, ranking
from gigpo_envs.retrieval.analysis import analyze
from gigpo_envs.retrieval.pruning import QueryTerm, search_windows
from gigpo_envs.retrieval.scoring import FloatArray, idf, impacts

Hits = tuple[NDArray[np.int64], FloatArray]

_ALWAYS_VERIFIED = 1 << 24
_MEMO_SIZE = 1 << 16


class Bm25Index:
    """A search index that lies on disk and is mapped into memory.

    It takes next to no memory of its own, and processes share the pages. It can be pickled: the copy opens the
    same folder. Documents are numbered from 0 in the order in which they were indexed; ``len`` counts them.

    Args:
        folder: What ``build_index`` built.

    Attributes:
        folder: That folder.
        digest: 32 hex digits that identify the content of the index, settings included.

    Raises:
        FileNotFoundError: There is no index.
        DamagedIndexError: A file is missing or cut short, or, in an index of up to 16 MiB, altered.
    """

    def __init__(self, folder: Path | str) -> None:
        self.folder = Path(folder)
        manifest = layout.read_manifest(self.folder)
        self.digest = manifest["digest"]
        self._count = manifest["documents"]
        self._count_with_terms = manifest["documents_with_terms"]
        self._entries = manifest["arrays"]
        arrays = {name: layout.map_array(self.folder, name, entry) for name, entry in self._entries.items()}
        if sum(entry["bytes"] for entry in self._entries.values()) <= _ALWAYS_VERIFIED:
            self.verify()
        # Python reads single items of a memoryview much faster than those of an array.
        self._terms, self._term_offsets = arrays["terms"].data, arrays["term_offsets"].data
        self._ids, self._id_offsets = arrays["ids"].data, arrays["id_offsets"].data
        self._posting_offsets = arrays["posting_offsets"].data
        self._posting_documents, self._posting_levels = arrays["posting_documents"], arrays["posting_levels"]
        self._top_levels, self._saturations = arrays["top_levels"], arrays["saturations"]
        self._ranks = arrays["ranks"]
        # A collection of one window is scored as a whole, with everything about it at hand.
        self._whole = self._count <= pruning.WINDOW
        self._precedences = self._precede(np.arange(self._count if self._whole else 0))
        self._decoded: dict[str, tuple[NDArray[np.uint32], FloatArray] | None] = {}

    def __reduce__(self) -> tuple[type[Bm25Index], tuple[Path]]:
        return (type(self), (self.folder,))

    def __len__(self) -> int:
        return self._count

    def __repr__(self) -> str:
        return f"Bm25Index({str(self.folder)!r})"

    def verify(self) -> None:
        """Read all files and raise a DamagedIndexError if one is not as it was built."""
        for name, entry in self._entries.items():
            layout.check_array(self.folder, name, entry)

    def id(self, document: int) -> str:
        """Return the id of a document."""
        if not 0 <= document < self._count:
            raise IndexError(f"document {document} is not among the {self._count} of {self.folder}")
        start, end = self._id_offsets[document], self._id_offsets[document + 1]
        return str(self._ids[start:end], "utf-8", "surrogatepass")

    def search(self, query: str, k: int) -> Hits:
        """Return the best documents for a query.

        Args:
            query: Any text. A term that it repeats counts as often.
            k: How many documents to return at most.

        Returns:
            The documents' numbers, best first, and their scores, all over 0. Documents without any term of the
            query are not found, so there may be fewer than k.
        """
        if k < 1:
            raise ValueError(f"k must be at least 1, not {k!r}")
        counts = Counter(analyze(query))
        if self._whole:
            return self._search_whole(counts, k)
        terms = [term for item in counts.items() if (term := self._find(*item))]
        return search_windows(terms, self._count, k, self._precede)

    def _search_whole(self, counts: Counter[str], k: int) -> Hits:
        found = [postings for item in counts.items() if (postings := self._decode(*item))]
        if not found:
            return np.empty(0, np.int64), np.empty(0, np.float32)
        having = np.concatenate([documents for documents, _ in found])
        added = np.concatenate([impact for _, impact in found])
        scores = np.bincount(having, added, self._count).astype(np.float32)
        best = ranking.best(ranking.keys(scores, self._precedences), k)
        scores = scores[best]
        hits = np.count_nonzero(scores)
        return best[:hits], scores[:hits]

    def _decode(self, term: str, count: int) -> tuple[NDArray[np.uint32], FloatArray] | None:
        """Return the documents of a term and what it adds to their scores; kept in memory for count 1."""
        if count == 1:
            try:  # one step: another thread may empty it at any time
                return self._decoded[term]
            except KeyError:
                pass
        found = self._find(term, count)
        postings = (found.documents, found.impacts()) if found else None
        if count == 1:
            if len(self._decoded) >= _MEMO_SIZE:
                self._decoded.clear()
            self._decoded[term] = postings
        return postings

    def _find(self, term: str, count: int) -> QueryTerm | None:
        """Return a term that occurs so often in a query, or None if no document has it."""
        text, offsets = self._terms, self._term_offsets
        data, size = term.encode(), len(offsets) - 1
        place = bisect_left(range(size), data, key=lambda i: bytes(text[offsets[i] : offsets[i + 1]]))
        if place == size or text[offsets[place] : offsets[place + 1]] != data:
            return None
        start, end = self._posting_offsets[place], self._posting_offsets[place + 1]
        weight = np.float32(count) * idf(self._count_with_terms, end - start)
        top = self._saturations[self._top_levels[place : place + 1]]
        return QueryTerm(
            documents=self._posting_documents[start:end],
            levels=self._posting_levels[start:end],
            saturations=self._saturations,
            weight=weight,
            bound=float(impacts(weight, top)[0]),
        )

    def _precede(self, documents: NDArray[Any]) -> ranking.Keys:
        return ranking.precedence(self._ranks[documents] if len(self._ranks) else documents)
