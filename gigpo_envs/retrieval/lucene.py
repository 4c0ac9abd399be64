"""Lucene itself through pyserini, beside the embedded engine that does the same without Java.

It takes Java 11 to 17 and pyserini 0.17, and belongs in an environment of its own behind a server:
``python -m gigpo_envs.retrieval.serve --engine pyserini --corpus corpus.jsonl``.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from gigpo_envs.building import build_once
from gigpo_envs.datasets import cache_root
from gigpo_envs.retrieval.corpus_files import open_corpus_at
from gigpo_envs.retrieval.passages import Corpus
from gigpo_envs.retrieval.retriever import Hit, Hits, RetrievalError, Retriever, checked, without_surrogates
from gigpo_envs.state_hash import digest, pack

MAX_CLAUSES = 1 << 20  # different words of a query; Lucene refuses more than 1,024 unless told otherwise
# What pyserini imports with its Lucene half and that half never uses: it takes torch, transformers and more.
DENSE_HALF = ("pyserini.encode", "pyserini.search.faiss")


class LuceneRetriever(Retriever):
    """Finds what pyserini's ``LuceneSearcher`` finds, with the scores that it gives.

    Anserini, which it calls, rounds scores to four digits and makes equal ones differ by a millionth, in the order of
    their ids. The index is built at first use, by one thread, so that it is the same each time.

    Args:
        corpus: The corpus, or where it is (``open_corpus_at``).
        k1: How slowly repetitions of a term stop counting.
        b: How much long passages are held back.

    Attributes:
        corpus: The corpus.

    Raises:
        ImportError: pyserini, what its Lucene half imports, or Java is not installed.
        RetrievalError: The index could not be built.
    """

    name = "pyserini"
    corpus: Corpus

    def __init__(self, corpus: Corpus | Path | str, *, k1: float = 0.9, b: float = 0.4) -> None:
        self.corpus = corpus if isinstance(corpus, Corpus) else open_corpus_at(corpus)
        try:
            with _without_dense_half():
                from pyserini.pyclass import autoclass
                from pyserini.search.lucene import LuceneSearcher
        except Exception as error:  # without Java, pyjnius raises whatever it meets
            raise ImportError(
                f"pyserini cannot be used ({error}): in an environment of its own, with Java 11 to 17 and JAVA_HOME "
                "set, run `pip install 'gigpo[pyserini]'` and `pip install --no-deps pyserini==0.17.0`"
            ) from error
        autoclass("org.apache.lucene.search.BooleanQuery").setMaxClauseCount(MAX_CLAUSES)
        folder = cache_root() / "retrieval" / "lucene" / self.corpus.digest
        build_once(folder, self._build)
        self._searcher = LuceneSearcher(str(folder))
        self._searcher.set_bm25(k1, b)
        self._searcher.search("a")  # opens the reader, which threads must not do at once
        self.digest = digest(pack(self.name, self.corpus.digest, json.dumps([float(k1), float(b)])))

    def search(self, queries: Sequence[str], k: int) -> list[Hits]:
        """Return the best passages for each query; see ``Retriever.search``."""
        queries, k = checked(queries, k)
        return [self._search(query, min(k, len(self.corpus))) for query in queries]

    def _search(self, query: str, k: int) -> Hits:
        corpus = self.corpus
        try:
            found = self._searcher.search(without_surrogates(query), k)
            return tuple(Hit(corpus[corpus.number(hit.docid)], float(hit.score)) for hit in found)
        except Exception as error:
            raise RetrievalError(f"Lucene did not answer: {error}") from error

    def close(self) -> None:
        """Close the index."""
        self._searcher.close()

    def _build(self, folder: Path) -> None:
        documents = folder / "documents"
        documents.mkdir()
        with (documents / "documents.jsonl").open("w", encoding="ascii") as file:
            for passage in self.corpus:
                document = {"id": passage.id, "contents": without_surrogates(passage.contents)}
                file.write(json.dumps(document) + "\n")
        arguments = {
            "-collection": "JsonCollection",
            "-generator": "DefaultLuceneDocumentGenerator",
            "-threads": "1",
            "-input": str(documents),
            "-index": str(folder),
        }
        words = (word for pair in arguments.items() for word in pair)
        command = [sys.executable, "-m", "pyserini.index.lucene", *words]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False, env=os.environ)
        if done.returncode or not list(folder.glob("segments_*")):
            raise RetrievalError(f"Lucene could not index {self.corpus.name!r}: {(done.stderr or done.stdout)[-2000:]}")
        shutil.rmtree(documents)


class _StandIn(ModuleType):
    """A module in which every name is there and is None."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return None


@contextmanager
def _without_dense_half() -> Iterator[None]:
    """Let pyserini be imported without what only its dense half needs."""
    absent = [name for name in DENSE_HALF if name not in sys.modules]
    sys.modules.update({name: _StandIn(name) for name in absent})
    try:
        yield
    finally:
        for name in absent:
            del sys.modules[name]
