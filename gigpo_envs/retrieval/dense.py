"""The plug-in point for dense vectors: a FAISS index file, and an encoder of your own."""

from __future__ import annotations

import hashlib
import importlib
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Protocol, cast

import numpy as np
from numpy.typing import NDArray

from gigpo_envs.building import build_once
from gigpo_envs.errors import shown
from gigpo_envs.retrieval.corpus_files import open_corpus_at
from gigpo_envs.retrieval.passages import Corpus
from gigpo_envs.retrieval.retriever import Hit, Hits, RetrievalError, Retriever, checked, missing, without_surrogates
from gigpo_envs.state_hash import DIGEST_BYTES, digest, pack

try:
    import faiss
except ImportError as error:
    raise missing(error, "the search engine 'dense'", "dense") from error

INDEX = "index.faiss"
PROBE = "a query"
BATCH = 1024
CHUNK = 1 << 22

Vectors = NDArray[np.float32]
Numbers = NDArray[np.int64]
Found = tuple[Vectors, Numbers]


class Encoder(Protocol):
    """Turns texts into vectors; one for both queries and passages, unless the index was built with another."""

    def encode(self, texts: list[str]) -> Vectors:
        """Return a vector for each of n texts: a finite float32 array of shape (n, d).

        Texts are valid Unicode; they may be empty or long. Equal texts must get equal vectors.
        """


class DenseRetriever(Retriever):
    """Finds the passages whose vectors lie nearest to the query's.

    Scores are inner products, or, in an index of distances, squared distances with the sign turned. Search is as exact
    as the index: a flat one is exact. Vectors are kept in memory by FAISS; it takes about the size of the index file.

    Args:
        corpus: The corpus, or where it is (``open_corpus_at``).
        index: The FAISS index file; ``build_flat_index`` writes one.
        encoder: An ``Encoder``, or ``"module:name"`` of a class or function without arguments that makes one.
        ids: A text file with the id of each vector's passage, a line each; None: the vectors are in the order of the
            corpus, one for each passage.

    Attributes:
        corpus: The corpus.

    Raises:
        ImportError: The extra ``dense`` is not installed.
        FileNotFoundError: A file is absent.
        ValueError: A file cannot be used, or index, corpus and encoder do not fit together.
    """

    name = "dense"
    corpus: Corpus

    def __init__(
        self,
        corpus: Corpus | Path | str,
        *,
        index: Path | str,
        encoder: Encoder | str,
        ids: Path | str | None = None,
    ) -> None:
        self.corpus = corpus if isinstance(corpus, Corpus) else open_corpus_at(corpus)
        self._encoder = _encoder(encoder) if isinstance(encoder, str) else encoder
        path = Path(index).expanduser()
        if not path.is_file():
            raise FileNotFoundError(f"there is no FAISS index at {path}: build_flat_index writes one")
        try:
            self._index = faiss.read_index(str(path))
        except RuntimeError as error:
            raise ValueError(f"{path} is no FAISS index ({error}): build it anew") from error
        self._numbers = _numbers(self.corpus, Path(ids).expanduser()) if ids else None
        vectors = len(self.corpus) if self._numbers is None else len(self._numbers)
        if self._index.ntotal != vectors:
            names = f"the ids in {ids}" if ids else f"the passages of the corpus {self.corpus.name!r}"
            raise ValueError(
                f"the FAISS index {path} has {self._index.ntotal} vectors, but {names} are {vectors}: build it of this "
                "corpus"
            )
        self._distances = self._index.metric_type != faiss.METRIC_INNER_PRODUCT
        if (dimension := _vectors(self._encoder, [PROBE]).shape[1]) != self._index.d:
            raise ValueError(
                f"the FAISS index {path} has vectors of {self._index.d} numbers, the encoder makes {dimension}: use "
                "the encoder that it was built with"
            )
        kind = type(self._encoder)
        made_by = encoder if isinstance(encoder, str) else f"{kind.__module__}:{kind.__qualname__}"
        order = b"" if self._numbers is None else self._numbers.tobytes()
        self.digest = digest(pack(self.name, self.corpus.digest, _file_digest(path), made_by, order))

    def search(self, queries: Sequence[str], k: int) -> list[Hits]:
        """Return the best passages for each query; see ``Retriever.search``."""
        queries, k = checked(queries, k)
        if not queries:
            return []
        try:
            vectors = _vectors(self._encoder, list(queries))
        except Exception as error:
            raise RetrievalError(f"the encoder failed: {type(error).__name__}: {error}") from error
        if vectors.shape[1] != self._index.d:
            raise RetrievalError(
                f"the encoder made vectors of {vectors.shape[1]} numbers, the index has {self._index.d}"
            )
        k = min(k, int(self._index.ntotal))
        found = self._find(vectors, k + 1)
        return [self._hits(*self._whole(vectors[n : n + 1], *row, k), k) for n, row in enumerate(found)]

    def _find(self, vectors: Vectors, count: int) -> list[Found]:
        """Return scores and rows of the index for each vector."""
        return list(zip(*self._index.search(vectors, min(count, int(self._index.ntotal))), strict=True))

    def _whole(self, vector: Vectors, scores: Vectors, rows: Numbers, k: int) -> Found:
        """Return more of what was found for one vector, until all that score like the last of k are in sight."""
        while len(rows) < self._index.ntotal and rows[-1] >= 0 and scores[-1] == scores[k - 1]:
            ((scores, rows),) = self._find(vector, 4 * len(rows))
        return scores, rows

    def _hits(self, scores: Vectors, rows: Numbers, k: int) -> Hits:
        found = rows >= 0
        numbers = rows[found] if self._numbers is None else self._numbers[rows[found]]
        values = -scores[found] if self._distances else scores[found]
        named = [(-value, self.corpus.id(n), n) for value, n in zip(values.tolist(), numbers.tolist(), strict=True)]
        return tuple(Hit(self.corpus[number], -value) for value, _, number in sorted(named)[:k])


def build_flat_index(corpus: Corpus, encoder: Encoder | str, folder: Path) -> Path:
    """Encode a corpus and write an exact FAISS index of inner products; return its file.

    Args:
        corpus: The corpus; of each passage its ``contents`` are encoded.
        encoder: As for ``DenseRetriever``.
        folder: Where it is to be; a folder that exists is left as it is.

    Raises:
        ValueError: The encoder does not make vectors.
    """
    from tqdm import tqdm

    made = _encoder(encoder) if isinstance(encoder, str) else encoder

    def build(target: Path) -> None:
        index = None
        texts = (passage.contents for passage in corpus)
        with tqdm(desc=f"encoding {corpus.name}", total=len(corpus), unit=" passages", delay=5, disable=None) as bar:
            while batch := list(islice(texts, BATCH)):
                vectors = _vectors(made, batch)
                index = index if index is not None else faiss.IndexFlatIP(vectors.shape[1])
                index.add(vectors)
                bar.update(len(batch))
        assert index is not None  # no corpus is empty
        faiss.write_index(index, str(target / INDEX))

    return build_once(folder, build) / INDEX


def _vectors(encoder: Encoder, texts: list[str]) -> Vectors:
    """Return the vectors of texts, checked."""
    vectors = encoder.encode([without_surrogates(text) for text in texts])
    fits = isinstance(vectors, np.ndarray) and vectors.dtype == np.float32 and vectors.ndim == 2
    if not fits or len(vectors) != len(texts) or not np.isfinite(vectors).all():
        what = f"{vectors.dtype} of shape {vectors.shape}" if isinstance(vectors, np.ndarray) else shown(vectors)
        raise ValueError(
            f"the encoder {type(encoder).__qualname__} must make finite float32 vectors of shape ({len(texts)}, d) of "
            f"{len(texts)} texts, not {what}"
        )
    return np.ascontiguousarray(vectors)


def _encoder(place: str) -> Encoder:
    """Return what "module:name" makes."""
    module, colon, name = place.partition(":")
    try:
        if not colon:
            raise ValueError("it has no colon")
        made = getattr(importlib.import_module(module), name)()
    except (ImportError, AttributeError, ValueError, TypeError) as error:
        raise ValueError(
            f"the encoder {shown(place)} cannot be made ({error}): name a class or function without arguments as "
            "'module:name'"
        ) from error
    if not callable(getattr(made, "encode", None)):
        raise ValueError(f"the encoder {shown(place)} has no method encode(texts)")
    return cast(Encoder, made)


def _numbers(corpus: Corpus, path: Path) -> Numbers:
    """Return the number of the passage that each line names."""
    if not path.is_file():
        raise FileNotFoundError(f"there is no file of ids at {path}")
    numbers = []
    for line, data in enumerate(path.read_bytes().splitlines(), 1):
        try:
            numbers.append(corpus.number(data.decode("utf-8")))
        except (KeyError, UnicodeDecodeError) as error:
            raise ValueError(f"{path}, line {line}: {error.args[0]}: the index is of another corpus") from error
    return np.asarray(numbers, np.int64)


def _file_digest(path: Path) -> str:
    content = hashlib.blake2b(digest_size=DIGEST_BYTES)
    with path.open("rb") as file:
        while block := file.read(CHUNK):
            content.update(block)
    return content.hexdigest()
