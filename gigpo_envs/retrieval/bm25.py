"""The embedded search engine: Lucene's BM25 over a corpus, built once and mapped into memory."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gigpo_envs.building import build_once, code_digest
from gigpo_envs.datasets import cache_root
from gigpo_envs.errors import shown
from gigpo_envs.retrieval.build import SOURCES, build_index
from gigpo_envs.retrieval.corpus_files import open_corpus_at
from gigpo_envs.retrieval.index import Bm25Index
from gigpo_envs.retrieval.layout import DamagedIndexError
from gigpo_envs.retrieval.passages import Corpus
from gigpo_envs.retrieval.retriever import Hit, Hits, Retriever, checked
from gigpo_envs.state_hash import digest, pack

CURE = "remove that folder to have the index built anew, or name another"
OF = "of.json"  # which corpus an index is of, and its settings


class Bm25Retriever(Retriever):
    """Finds what Lucene finds, in its order, in this process: deterministic, without Java, server or GPU.

    The index is built at first use, with a progress bar where that takes long, and kept; later it opens at once.
    Processes share its pages. It can be pickled: the copy opens the same index.

    Args:
        corpus: The corpus, or where it is (``open_corpus_at``).
        k1: How slowly repetitions of a term stop counting; over 0.
        b: How much long passages are held back, from 0 to 1.
        index: Where the index is, or is to be; None: in the cache, under a digest of corpus, settings and code.

    Attributes:
        corpus: The corpus.

    Raises:
        ValueError: The index is of another corpus or has other settings, or a parameter is out of range.
        DamagedIndexError: The index is damaged.
    """

    name = "bm25"
    corpus: Corpus

    def __init__(
        self, corpus: Corpus | Path | str, *, k1: float = 0.9, b: float = 0.4, index: Path | str | None = None
    ) -> None:
        self.corpus = corpus if isinstance(corpus, Corpus) else open_corpus_at(corpus)
        self._arguments = (self.corpus, k1, b, index)
        made_of = {"corpus": self.corpus.digest, "k1": float(k1), "b": float(b)}
        folder = self._cached(made_of) if index is None else Path(index)

        def build(target: Path) -> None:
            build_index(((passage.id, passage.contents) for passage in self.corpus), target / "index", k1=k1, b=b)
            (target / OF).write_text(json.dumps(made_of), "utf-8")

        self.folder = build_once(folder, build)
        _check(folder, made_of, self.corpus.name)
        try:
            self._index = Bm25Index(folder / "index")
        except (DamagedIndexError, FileNotFoundError) as error:
            # Its own cure is for the inner folder, without which this one would still count as built.
            what = str(error).rpartition(". ")[0]
            raise DamagedIndexError(f"the search index in {folder} is damaged: {what}: {CURE}") from error
        self.digest = digest(pack(self.name, self.corpus.digest, self._index.digest))

    def __reduce__(self) -> tuple[Any, ...]:
        return _open, self._arguments

    def __deepcopy__(self, memo: dict[int, Any]) -> Bm25Retriever:
        return self

    def search(self, queries: Sequence[str], k: int) -> list[Hits]:
        """Return the best passages for each query; see ``Retriever.search``."""
        queries, k = checked(queries, k)
        return [self._search(query, k) for query in queries]

    def _search(self, query: str, k: int) -> Hits:
        numbers, scores = self._index.search(query, min(k, len(self.corpus)))
        corpus = self.corpus
        return tuple(Hit(corpus[n], score) for n, score in zip(numbers.tolist(), scores.tolist(), strict=True))

    def _cached(self, made_of: dict[str, object]) -> Path:
        code = code_digest(Path(__file__).parent, *SOURCES)
        return cache_root() / "retrieval" / "bm25" / digest(pack(json.dumps(made_of, sort_keys=True), code))


def _open(corpus: Corpus, k1: float, b: float, index: Path | str | None) -> Bm25Retriever:
    return Bm25Retriever(corpus, k1=k1, b=b, index=index)


def _check(folder: Path, made_of: dict[str, object], name: str) -> None:
    """Refuse an index of another corpus, or with other settings."""
    try:
        found = json.loads((folder / OF).read_bytes())
        differing = [key for key in made_of if found[key] != made_of[key]]
    except (OSError, ValueError, LookupError, TypeError, RecursionError) as error:
        raise ValueError(f"{folder} is no search index of a corpus ({error!r}): {CURE}") from error
    if differing:
        key = differing[0]
        what = f"the corpus {name!r} has the digest" if key == "corpus" else f"{key} is"
        raise ValueError(
            f"the search index in {folder} was built for {key} {shown(found[key])}, but {what} {made_of[key]!r}: {CURE}"
        )
