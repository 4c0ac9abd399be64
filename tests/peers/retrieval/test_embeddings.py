"""A real embedding model behind the plug-in point for dense vectors: wordllama, whose weights are in its package."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import wordllama

from gigpo_envs.retrieval.dense import DenseRetriever, Vectors, build_flat_index
from gigpo_envs.retrieval.remote import HttpRetriever
from tests.gigpo_envs.retrieval.encyclopedia import serving
from tests.shared_data import shared

HERE = "tests.peers.retrieval.test_embeddings"


class WordLlama:
    """Mean word vectors of 256 numbers, from the files in the package."""

    def __init__(self) -> None:
        folder = Path(wordllama.__file__).parent
        self._model = wordllama.WordLlama.load(cache_dir=folder, disable_download=True)

    def encode(self, texts: list[str]) -> Vectors:
        vectors = self._model.embed(texts)
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        unit: Vectors = vectors / np.maximum(lengths, np.float32(1e-9))  # a text without words has no direction
        return unit


@pytest.fixture(scope="module")
def dense(wikipedia, tmp_path_factory: pytest.TempPathFactory) -> DenseRetriever:
    folder = tmp_path_factory.mktemp("dense") / "index"
    index = build_flat_index(wikipedia.corpus, f"{HERE}:WordLlama", folder)
    return DenseRetriever(wikipedia.corpus, index=index, encoder=f"{HERE}:WordLlama")


def test_the_nearest_of_all_passages_are_found(dense, agent_queries) -> None:
    encoder = WordLlama()
    passages = dense._index.reconstruct_n(0, len(dense.corpus))
    queries = agent_queries[::97]
    for query, hits in zip(queries, dense.search(queries, 3), strict=True):
        scores = passages @ encoder.encode([query])[0]
        best = np.sort(scores)[::-1][:3]
        assert [hit.score for hit in hits] == pytest.approx(best.tolist(), abs=1e-5)


def test_it_finds_answers(dense) -> None:
    rows = [json.loads(line) for line in (shared("qa") / "singlehop.jsonl").read_text("utf-8").splitlines()]
    asked = [row for row in rows if row["dataset"] == "popqa" and row["answer_in_ids"]]
    found = dense.search([row["question"] for row in asked], 3)
    ids = [{hit.passage.id for hit in hits} for hits in found]
    assert np.mean([bool(ids[place] & {*row["answer_in_ids"]}) for place, row in enumerate(asked)]) > 0.5


def test_every_query_is_answered_here_and_behind_the_server(dense, agent_queries) -> None:
    queries = ["\ud800", "", *agent_queries]
    answers = dense.search(queries, 3)
    assert dense.search(queries, 3) == answers
    assert {len(hits) for hits in answers} == {3}
    with serving(lambda: dense) as url, HttpRetriever(url) as remote:
        assert remote.search(queries, 3) == answers
