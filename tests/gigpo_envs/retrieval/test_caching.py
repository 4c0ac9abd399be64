from __future__ import annotations

import pickle
from threading import Thread

import pytest

from gigpo_envs.retrieval.caching import CachedRetriever, normalise
from gigpo_envs.retrieval.retriever import RetrievalError, Retriever
from tests.gigpo_envs.retrieval.encyclopedia import QUERIES


class Counting(Retriever):
    """Passes queries on and keeps them."""

    def __init__(self, engine: Retriever, digest: str | None = None) -> None:
        self.name, self.corpus = engine.name, engine.corpus
        self.digest = engine.digest if digest is None else digest
        self.engine, self.asked, self.fails, self.closed = engine, list[str](), False, False

    def search(self, queries, k):
        if self.fails:
            raise RetrievalError("down")
        self.asked += queries
        return self.engine.search(queries, k)

    def close(self) -> None:
        self.closed = True


def test_what_was_asked_is_not_asked_again(engine) -> None:
    inner = Counting(engine)
    cached = CachedRetriever(inner)
    assert cached.hit_rate == 0
    assert cached.search(QUERIES, 3) == engine.search(QUERIES, 3)
    assert cached.search([*QUERIES, "river"], 3) == engine.search([*QUERIES, "river"], 3)
    assert inner.asked == [*QUERIES, "river"]
    assert (cached.hits, cached.misses) == (5, 6) and cached.hit_rate == 5 / 11
    assert cached.search(["river"], 1) == engine.search(["river"], 1)
    assert inner.asked[-2:] == ["river", "river"]  # another k is another question
    assert (cached.name, cached.digest, cached.corpus) == (engine.name, engine.digest, engine.corpus)


def test_spellings_of_one_query_are_one(engine) -> None:
    inner = Counting(engine)
    cached = CachedRetriever(inner)
    spellings = ["Orlen Bridge", " Orlen\u2003\n Bridge ", "\uff2frlen Bridge"]
    first, *others = cached.search(spellings, 2)
    assert inner.asked == ["Orlen Bridge"] and others == [first, first]
    # Nothing depends on which of them came first.
    other = CachedRetriever(Counting(engine))
    assert other.search(spellings[::-1], 2) == [first] * 3
    assert normalise("\ufb01ve \u2460\tx") == "five 1 x" and normalise("\ud800 a") == "\ud800 a"


def test_the_last_used_are_kept(engine) -> None:
    inner = Counting(engine)
    cached = CachedRetriever(inner, 2)
    for query in ("river", "town", "river", "bridge", "river", "town"):
        cached.search([query], 1)
    assert inner.asked == ["river", "town", "bridge", "town"]
    assert cached.search(["a river", "a town", "a play"], 1) == engine.search(["a river", "a town", "a play"], 1)


def test_failures_are_not_kept(engine) -> None:
    inner = Counting(engine)
    cached = CachedRetriever(inner)
    inner.fails = True
    with pytest.raises(RetrievalError):
        cached.search(["river"], 1)
    inner.fails = False
    assert cached.search(["river"], 1) == engine.search(["river"], 1)


def test_an_engine_without_a_digest_is_cached_on_demand_only(engine) -> None:
    with pytest.raises(ValueError, match="it has no digest.*unversioned=True"):
        CachedRetriever(Counting(engine, digest=""))
    assert CachedRetriever(Counting(engine, digest=""), unversioned=True).search(["river"], 1)
    with pytest.raises(ValueError, match="size must be a whole number from 1"):
        CachedRetriever(engine, 0)
    with pytest.raises(TypeError):
        CachedRetriever(engine).search("river", 1)


def test_copies_start_empty_and_closing_closes_the_engine(engine) -> None:
    cached = CachedRetriever(engine, 7)
    cached.search(["river"], 1)
    copied = pickle.loads(pickle.dumps(cached))
    assert copied.misses == 0 and copied.search(["river"], 1) == cached.search(["river"], 1)
    inner = Counting(engine)
    CachedRetriever(inner).close()
    assert inner.closed


def test_threads_share_it(engine) -> None:
    cached = CachedRetriever(engine, 3)
    queries = [*QUERIES, "river", "town"] * 20
    expected = engine.search(queries, 2)
    found: list[object] = []
    threads = [
        Thread(target=lambda: found.append([cached.search([query], 2)[0] for query in queries])) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 4 and cached.hits + cached.misses == 4 * len(queries)
