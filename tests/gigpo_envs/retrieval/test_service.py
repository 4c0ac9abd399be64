from __future__ import annotations

import http.client
import json
import re
import threading
from typing import Any

import pytest

from gigpo_envs.retrieval.caching import CachedRetriever
from gigpo_envs.retrieval.remote import HttpRetriever
from gigpo_envs.retrieval.retriever import RetrievalError, Retriever
from gigpo_envs.retrieval.service import Limits
from tests.gigpo_envs.retrieval.encyclopedia import QUERIES, serving


def ask(url: str, method: str, path: str, body: bytes | str = b"", headers: dict[str, str] | None = None):
    """Return the status and the body of a reply."""
    connection = http.client.HTTPConnection(url.removeprefix("http://"), timeout=10)
    try:
        connection.request(method, path, body or None, headers or {})
        reply = connection.getresponse()
        return reply.status, reply.read()
    finally:
        connection.close()


def retrieve(url: str, body: object) -> tuple[int, Any]:
    status, data = ask(url, "POST", "/retrieve", body if isinstance(body, bytes) else json.dumps(body))
    return status, json.loads(data)


@pytest.fixture(scope="module")
def url(engine):
    limits = Limits(topk=5, queries=6, body=20_000)
    with serving(lambda: CachedRetriever(engine), limits) as url:
        yield url


def test_both_forms_are_answered(url: str, engine) -> None:
    expected = [
        [{"document": {"id": p.id, "contents": p.contents}, "score": score} for p, score in hits]
        for hits in engine.search(QUERIES, 3)
    ]
    status, answer = retrieve(url, {"queries": QUERIES, "topk": 3, "return_scores": True})
    assert status == 200 and answer == {"result": expected}
    for query, hits in zip(QUERIES, expected, strict=True):
        assert retrieve(url, {"query": query, "return_scores": True}) == (200, {"result": [hits]})
    documents = [[hit["document"] for hit in hits] for hits in expected]
    assert retrieve(url, {"queries": QUERIES, "topk": None}) == (200, {"result": documents})
    assert retrieve(url, {"queries": []}) == (200, {"result": []})


@pytest.mark.parametrize(
    ("body", "status", "reason"),
    [
        (b"", 400, "not JSON"),
        (b"{", 400, "not JSON"),
        (b"\xff", 400, "not JSON"),
        (b"[" * 10_000, 400, "not JSON"),
        (["x"], 400, r"must be a JSON object, not \['x'\]"),
        ({}, 422, "either 'queries'"),
        ({"query": "x", "queries": ["x"]}, 422, "either 'queries'"),
        ({"queries": "x"}, 422, "'queries' must be a list of texts"),
        ({"queries": ["x", 1]}, 422, "'queries' must be a list of texts"),
        ({"query": ["x"]}, 422, "'query' a text"),
        ({"queries": ["x"] * 7}, 422, "a request may have 6 queries, not 7"),
        ({"query": "x", "topk": 6}, 422, "'topk' must be a whole number from 1 to 5, not 6"),
        ({"query": "x", "topk": 0}, 422, "'topk' must be"),
        ({"query": "x", "topk": "3"}, 422, "not '3'"),
        ({"query": "x", "topk": True}, 422, "not True"),
        ({"query": "x", "topk": 2.5}, 422, "not 2.5"),
        ({"query": "x", "return_scores": 1}, 422, "'return_scores' must be true or false, not 1"),
        ({"query": "x" * 20_000}, 413, "larger than 20000 bytes"),
    ],
)
def test_what_cannot_be_used_is_refused_with_a_reason(url: str, body: object, status: int, reason: str) -> None:
    answered, answer = retrieve(url, body)
    assert answered == status and re.search(reason, answer["error"])


def test_a_body_without_a_length_is_limited_too(url: str) -> None:
    connection = http.client.HTTPConnection(url.removeprefix("http://"), timeout=10)
    try:
        connection.request("POST", "/retrieve", iter([b"x" * 15_000] * 2))
        reply = connection.getresponse()
        assert reply.status == 413 and "error" in json.loads(reply.read())
    finally:
        connection.close()


def test_other_paths_and_methods_are_refused(url: str) -> None:
    for method, path, status in (("GET", "/retrieve", 405), ("POST", "/search", 404), ("GET", "/", 404)):
        answered, data = ask(url, method, path)
        assert answered == status and json.loads(data)["error"]


def test_health_says_what_is_served(url: str, engine, corpus) -> None:
    status, data = ask(url, "GET", "/health")
    health = json.loads(data)
    assert status == 200 and health.pop("version")
    assert health == {
        "ready": True,
        "engine": "bm25",
        "digest": engine.digest,
        "corpus": "small",
        "corpus_digest": corpus.digest,
        "passages": 9,
    }


def test_metrics_count_what_happened(engine) -> None:
    with serving(lambda: CachedRetriever(engine)) as url:
        for _ in range(2):
            retrieve(url, {"queries": QUERIES})
        retrieve(url, {"query": 1})
        status, data = ask(url, "GET", "/metrics")
    text = data.decode()
    assert status == 200
    lines = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    name = "gigpo_retrieval_"
    assert lines[name + 'requests_total{status="200"}'] == "2"
    assert lines[name + 'requests_total{status="422"}'] == lines[name + 'errors_total{status="422"}'] == "1"
    assert lines[name + "queries_total"] == "10"
    assert (lines[name + "cache_hits_total"], lines[name + "cache_misses_total"]) == ("5", "5")
    assert lines[name + "in_flight"] == "0"
    buckets = [int(value) for key, value in lines.items() if "_bucket" in key]
    assert buckets == sorted(buckets) and buckets[-1] == 3 == int(lines[name + "seconds_count"])
    assert float(lines[name + "seconds_sum"]) > 0
    for line in text.splitlines():  # the text format
        assert re.fullmatch(r"# (HELP|TYPE) \w+ .+|\w+(\{\w+=\"[^\"]+\"\})? [\d.e+-]+", line)


class Blocked(Retriever):
    """Answers when it is let go, or fails."""

    name = "blocked"

    def __init__(self, error: Exception | None = None) -> None:
        self.asked, self.go, self.closed, self._error = threading.Event(), threading.Event(), False, error

    def search(self, queries, k):
        self.asked.set()
        if self._error:
            raise self._error
        assert self.go.wait(10)
        return [()] * len(queries)

    def close(self) -> None:
        self.closed = True


def test_a_search_does_not_block_the_server_and_waiting_is_limited() -> None:
    blocked = Blocked()
    answers: list[object] = []
    with serving(lambda: blocked, Limits(pending=1)) as url:
        thread = threading.Thread(target=lambda: answers.append(retrieve(url, {"query": "x"})))
        thread.start()
        assert blocked.asked.wait(10)
        assert ask(url, "GET", "/health")[0] == 200
        assert b"gigpo_retrieval_in_flight 1" in ask(url, "GET", "/metrics")[1]
        status, answer = retrieve(url, {"query": "y"})
        assert status == 503 and "1 requests are waiting already" in answer["error"]
        blocked.go.set()
        thread.join()
    assert answers == [(200, {"result": [[]]})]
    assert blocked.closed


def test_failures_of_the_engine_are_told(caplog) -> None:
    with serving(lambda: Blocked(RetrievalError("the server behind is down"))) as url:
        assert retrieve(url, {"query": "x"}) == (502, {"error": "the server behind is down"})
    with serving(lambda: Blocked(IndexError("list index out of range"))) as url:
        status, answer = retrieve(url, {"query": "x"})
        assert status == 500 and answer["error"] == "the search failed: IndexError: list index out of range"
        with (
            HttpRetriever(url, retries=0) as client,
            pytest.raises(RetrievalError, match="status 500.*IndexError: list index out of range"),
        ):
            client.search(["x"], 1)
    assert "a search failed" in caplog.text


def test_before_the_index_is_loaded_clients_are_told_to_wait(engine) -> None:
    import uvicorn

    from gigpo_envs.retrieval.serve import listen
    from gigpo_envs.retrieval.service import Service

    go, loaded = threading.Event(), threading.Event()

    def opening():
        assert go.wait(10)
        return engine

    service = Service(opening, loaded=lambda _: loaded.set())
    listening = listen("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(service.app, log_level="critical"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        status, data = ask(url, "GET", "/health")
        assert status == 503 and json.loads(data)["ready"] is False
        assert retrieve(url, {"query": "x"}) == (503, {"error": "the index is being loaded: ask again later"})
        with HttpRetriever(url, backoff=0.01, retries=200) as client:  # a client that waits gets its answer
            threading.Timer(0.2, go.set).start()
            assert client.search(QUERIES, 3) == engine.search(QUERIES, 3)
        assert loaded.is_set()
    finally:
        go.set()
        server.should_exit = True
        thread.join()
        listening.close()
