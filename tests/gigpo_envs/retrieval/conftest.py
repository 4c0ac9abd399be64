"""A compiled corpus and its engine."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from gigpo_envs.retrieval.bm25 import Bm25Retriever
from gigpo_envs.retrieval.passages import Corpus
from tests.gigpo_envs.retrieval.encyclopedia import compiled
from tests.shared_data import shared


@pytest.fixture(scope="session", autouse=True)
def _cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep what is built in a folder of the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GIGPO_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="session")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    """Return a corpus of a few passages."""
    return compiled(tmp_path_factory.mktemp("corpora") / "small")


@pytest.fixture(scope="session")
def engine(corpus: Corpus) -> Bm25Retriever:
    """Return the embedded engine over it."""
    return Bm25Retriever(corpus)


@pytest.fixture(scope="session")
def wikipedia(tmp_path_factory: pytest.TempPathFactory) -> Bm25Retriever:
    """Return the embedded engine over the reference corpus of 24,839 passages, or skip."""
    return Bm25Retriever(shared("qa") / "corpus.jsonl")


@pytest.fixture(scope="session")
def agent_queries() -> list[str]:
    """Return 3,890 queries that a trained agent sent, or skip."""
    lines = (shared("qa") / "agent_queries.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line)["query"] for line in lines]
