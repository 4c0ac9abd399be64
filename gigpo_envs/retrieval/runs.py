"""The first half of building an index: documents become sorted runs of postings on disk.

A run inverts some millions of words at a time, so that memory stays bounded however many documents come.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gigpo_envs.retrieval.analysis import TERMS
from gigpo_envs.retrieval.scoring import length_codes
from gigpo_envs.retrieval.words import split

MAX_FREQUENCY = (1 << 24) - 1
_NUMBER = np.dtype("<u4")


@dataclass(frozen=True)
class Run:
    """Postings of consecutive documents, sorted by term and then document.

    Attributes:
        path: Where they lie; see ``terms``, ``postings``.
        containing: How many documents of the run contain each term.
        documents_with_terms: How many documents have any term.
        tokens: How many terms the documents have in all, repetitions included.
        pairs: The distinct pairs of term frequency and length code, as in ``postings``.
    """

    path: Path
    containing: NDArray[np.uint32]
    documents_with_terms: int
    tokens: int
    pairs: NDArray[np.uint32]

    def terms(self) -> Iterator[bytes]:
        """Yield the terms in order, in UTF-8, each with a newline."""
        with self.path.with_suffix(".terms").open("rb") as file:
            yield from file

    def postings(self, start: int, count: int) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
        """Return documents and pairs (``frequency << 8 | length code``) of ``count`` postings from ``start``."""
        documents, pairs = (
            np.fromfile(self.path.with_suffix(suffix), _NUMBER, count, offset=start * _NUMBER.itemsize)
            for suffix in (".documents", ".pairs")
        )
        return documents, pairs


class _Vocabulary(dict[str, int]):
    """Word to the number of its term, counted from 1 as terms appear; 0 for a stop word."""

    def __init__(self) -> None:
        self.terms: dict[str, int] = {}

    def __missing__(self, word: str) -> int:
        term = TERMS[word]
        number = self[word] = self.terms.setdefault(term, len(self.terms) + 1) if term else 0
        return number


class _Batch:
    """Documents that are not yet written, as the numbers of their terms."""

    def __init__(self) -> None:
        self.vocabulary = _Vocabulary()
        self.numbers = array("I")
        self.ends = array("q", [0])

    def add(self, text: str) -> None:
        self.numbers.extend(map(self.vocabulary.__getitem__, split(text)))
        self.ends.append(len(self.numbers))

    def write(self, path: Path, first_document: int) -> Run:
        """Write the batch as a run; its first document has that number."""
        terms = sorted(self.vocabulary.terms)
        places = np.zeros(len(terms) + 1, np.uint64)
        places[np.fromiter(map(self.vocabulary.terms.__getitem__, terms), np.intp, len(terms))] = np.arange(
            len(terms), dtype=np.uint64
        )

        numbers = np.frombuffer(self.numbers, np.dtype("I"))
        documents = np.repeat(np.arange(len(self.ends) - 1, dtype=np.uint64), np.diff(self.ends))
        kept = numbers > 0
        numbers, documents = numbers[kept], documents[kept]
        lengths = np.bincount(documents.astype(np.intp), minlength=len(self.ends) - 1)

        keys = places[numbers] << np.uint64(32) | documents
        keys.sort()
        starts = np.flatnonzero(np.diff(keys, prepend=~keys[:1]))
        frequencies = np.diff(starts, append=len(keys))
        if frequencies.max(initial=0) > MAX_FREQUENCY:
            raise ValueError(f"a document has one term more than {MAX_FREQUENCY} times; split it into passages")
        keys = keys[starts]
        documents = keys & np.uint64(0xFFFFFFFF)
        pairs = frequencies.astype(_NUMBER) << 8 | length_codes(lengths)[documents]

        path.with_suffix(".terms").write_bytes("".join(f"{term}\n" for term in terms).encode())
        (documents + np.uint64(first_document)).astype(_NUMBER).tofile(path.with_suffix(".documents"))
        pairs.tofile(path.with_suffix(".pairs"))
        return Run(
            path=path,
            containing=np.bincount((keys >> np.uint64(32)).astype(np.intp), minlength=len(terms)).astype(np.uint32),
            documents_with_terms=int(np.count_nonzero(lengths)),
            tokens=int(lengths.sum()),
            pairs=np.unique(pairs),
        )


def write_runs(texts: Iterable[str], folder: Path, run_words: int) -> Iterator[Run]:
    """Write texts as runs of about ``run_words`` words each, and yield them."""
    batch, first, count = _Batch(), 0, 0
    for text in texts:
        batch.add(text)
        count += 1
        # A run of nothing but new words would grow by its vocabulary instead.
        if len(batch.numbers) >= run_words or len(batch.vocabulary) * 4 >= run_words:
            yield batch.write(folder / f"{first:010d}", first)
            batch, first = _Batch(), count
    if count > first:
        yield batch.write(folder / f"{first:010d}", first)
