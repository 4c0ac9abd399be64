"""Lucene and Anserini themselves, called through a Java bridge: analysis, stemmer, index and search."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from jnius import autoclass, cast

K1, B = 0.9, 0.4

_STRING = autoclass("java.lang.String")
_NEWLINE = _STRING("\n")  # in no term
_UTILITIES = autoclass("io.anserini.analysis.AnalyzerUtils")

Hits = list[tuple[str, float]]


def _stemming_alone() -> Any:
    builder = autoclass("org.apache.lucene.analysis.custom.CustomAnalyzer").builder()
    no_settings = autoclass("java.util.HashMap")
    builder.withTokenizer("whitespace", no_settings())
    builder.addTokenFilter("porterStem", no_settings())
    return builder.build()


# White space alone parts the words that the stemmer gets.
ANALYZERS = {
    "anserini": autoclass("io.anserini.analysis.DefaultEnglishAnalyzer").newDefaultInstance(),
    "lucene": autoclass("org.apache.lucene.analysis.en.EnglishAnalyzer")(),
    "stemmer": _stemming_alone(),
}


def analyze(text: str, analyzer: str = "anserini") -> list[str]:
    """Return the terms of a text."""
    terms = _UTILITIES.analyze(ANALYZERS[analyzer], text)
    # One string crosses the bridge much faster than many.
    joined: str = _STRING.join(_NEWLINE, cast("java.lang.Iterable", terms))
    return joined.split("\n") if joined else []


class LuceneIndex:
    """An index that Anserini built, one thread adding the documents in order.

    Args:
        documents: Pairs of an id and a text.
        folder: An empty folder for it.
    """

    def __init__(self, documents: Iterable[tuple[str, str]], folder: Path) -> None:
        source, target = folder / "documents", folder / "index"
        source.mkdir()
        lines = (json.dumps({"id": name, "contents": text}) + "\n" for name, text in documents)
        (source / "documents.jsonl").write_text("".join(lines), encoding="ascii")
        arguments = {
            "-collection": "JsonCollection",
            "-generator": "DefaultLuceneDocumentGenerator",
            "-threads": "1",
            "-input": str(source),
            "-index": str(target),
        }
        autoclass("io.anserini.index.IndexCollection").main([word for pair in arguments.items() for word in pair])

        self._anserini = autoclass("io.anserini.search.SimpleSearcher")(str(target))
        self._anserini.setBM25(K1, B)
        path = autoclass("java.io.File")(str(target)).toPath()
        directory = autoclass("org.apache.lucene.store.FSDirectory").open(path)
        reader = autoclass("org.apache.lucene.index.DirectoryReader").open(directory)
        self._lucene = autoclass("org.apache.lucene.search.IndexSearcher")(
            reader, signature="(Lorg/apache/lucene/index/IndexReader;)V"
        )
        self._lucene.setSimilarity(autoclass("org.apache.lucene.search.similarities.BM25Similarity")(K1, B))
        self._queries = autoclass("io.anserini.search.query.BagOfWordsQueryGenerator")()
        self._ids = [reader.document(number).get("id") for number in range(reader.maxDoc())]

    def by_anserini(self, query: str, k: int) -> Hits:
        """Return what Anserini finds: equal scores by id, and scores rounded so that each is below the last."""
        return [(hit.docid, hit.score) for hit in self._anserini.search(query, k)]

    def by_lucene(self, query: str, k: int) -> Hits:
        """Return what Lucene by itself finds: equal scores by position, and scores as they are."""
        parsed = self._queries.buildQuery("contents", ANALYZERS["anserini"], query)
        return [(self._ids[hit.doc], hit.score) for hit in self._lucene.search(parsed, k).scoreDocs]
