"""Retrieval: search engines over corpora of passages behind one interface.

The embedded one has Lucene's analysis, ranking and scores.
"""

from gigpo_envs.retrieval.analysis import analyze
from gigpo_envs.retrieval.build import build_index
from gigpo_envs.retrieval.index import Bm25Index
from gigpo_envs.retrieval.layout import DamagedIndexError
from gigpo_envs.retrieval.passages import Corpus, Passage, compile_corpus, open_corpus
from gigpo_envs.retrieval.retriever import Hit, RetrievalError, Retriever, open_retriever

__all__ = [
    "Bm25Index",
    "Corpus",
    "DamagedIndexError",
    "Hit",
    "Passage",
    "RetrievalError",
    "Retriever",
    "analyze",
    "build_index",
    "compile_corpus",
    "open_corpus",
    "open_retriever",
]
