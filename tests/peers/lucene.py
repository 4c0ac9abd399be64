"""Lucene itself, called through the Java bridge: its analysis, its stemmer, and the search built on it."""

from __future__ import annotations

from typing import Any

from jnius import autoclass, cast

K1, B = 0.9, 0.4

_STRING = autoclass("java.lang.String")
_BREAK = _STRING("\n")  # in no term
_UTILITIES = autoclass("io.anserini.analysis.AnalyzerUtils")


def _whitespace_porter() -> Any:
    builder, nothing = (
        autoclass("org.apache.lucene.analysis.custom.CustomAnalyzer").builder(),
        autoclass("java.util.HashMap"),
    )
    builder.withTokenizer("whitespace", nothing())
    builder.addTokenFilter("porterStem", nothing())
    return builder.build()


ANALYZERS = {
    "anserini": autoclass("io.anserini.analysis.DefaultEnglishAnalyzer").newDefaultInstance(),
    "lucene": autoclass("org.apache.lucene.analysis.en.EnglishAnalyzer")(),
    "porter": _whitespace_porter(),
}


def analyze(text: str, analyzer: str = "anserini") -> list[str]:
    """Return the terms of a text; ``"porter"`` stems what white space parts and does nothing else."""
    terms = cast("java.lang.Iterable", _UTILITIES.analyze(ANALYZERS[analyzer], text))
    joined: str = _STRING.join(_BREAK, terms)
    return joined.split("\n") if joined else []
