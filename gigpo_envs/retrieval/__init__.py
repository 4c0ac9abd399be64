"""Retrieval: an embedded search engine with Lucene's analysis, ranking and scores."""

from gigpo_envs.retrieval.analysis import analyze
from gigpo_envs.retrieval.build import build_index
from gigpo_envs.retrieval.index import Bm25Index
from gigpo_envs.retrieval.layout import DamagedIndexError

__all__ = ["Bm25Index", "DamagedIndexError", "analyze", "build_index"]
