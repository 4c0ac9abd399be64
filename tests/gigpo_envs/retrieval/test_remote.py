from __future__ import annotations

import copy
import json
import pickle
import time
from typing import Any

import pytest

from gigpo_envs.retrieval.passages import Passage
from gigpo_envs.retrieval.remote import Form, HttpRetriever
from gigpo_envs.retrieval.retriever import Hit, RetrievalError, Retriever, open_retriever
from gigpo_envs.retrieval.serve import listen
from tests.gigpo_envs.retrieval.encyclopedia import QUERIES, Scripted, drip, raw, reply, serving

FORMS: tuple[Form, ...] = ("queries", "query")
ITEM: dict[str, Any] = {"document": {"id": "a", "contents": '"T"\nx'}, "score": 1.5}
HIT = Hit(Passage("a", "T", "x"), 1.5)
GOOD = reply({"result": [[ITEM]]})


def client(url: str | list[str], **options: Any) -> HttpRetriever:
    return HttpRetriever(url, **{"backoff": 0.01, "retries": 2, "timeout": 5.0, **options})


def test_both_forms_send_what_the_servers_read() -> None:
    sent = []
    for form in FORMS:
        with Scripted(GOOD) as server, client(server.url, form=form) as engine:
            assert engine.search(["caf\u00e9 \ud800"], 2) == [(HIT,)]
            head, body = server.requests[0].split(b"\r\n\r\n")
            assert head.startswith(b"POST /retrieve HTTP/1.1") and b"application/json" in head
            sent.append(json.loads(body))
    assert sent == [
        {"queries": ["caf\u00e9 \ud800"], "topk": 2, "return_scores": True},
        {"query": "caf\u00e9 \ud800", "topk": 2, "return_scores": True},
    ]


@pytest.mark.parametrize("form", FORMS)
def test_a_served_engine_answers_as_in_this_process(engine, form: Form) -> None:
    with serving(lambda: engine) as url, open_retriever("http", urls=url, form=form) as remote:
        assert remote.search(QUERIES, 3) == engine.search(QUERIES, 3)
        assert remote.search([], 3) == []
        assert remote.search(["equal"], 2) == engine.search(["equal"], 2)
        odd = ["\ud800 bridge", "\x00", '"' * 99, "word bridge " * 10_000]
        assert remote.search(odd, 3) == engine.search(odd, 3)


@pytest.mark.parametrize("form", FORMS)
def test_every_query_of_an_agent_is_answered_as_in_this_process(wikipedia, agent_queries, form: Form) -> None:
    expected = wikipedia.search(agent_queries, 3)
    with serving(lambda: wikipedia) as url, HttpRetriever(url, form=form) as remote:
        assert remote.search(agent_queries, 3) == expected


@pytest.mark.parametrize(
    ("document", "passage"),
    [
        ({"id": 7, "contents": "A town."}, Passage("7", "", "A town.")),
        ({"id": "7", "title": "T", "text": "x", "contents": "other"}, Passage("7", "T", "x")),
        ({"id": "7", "contents": "T\nx", "src": 1}, Passage("7", "T", "x")),
    ],
)
def test_documents_of_all_forms_are_read(document: dict[str, Any], passage: Passage) -> None:
    with Scripted(reply({"result": [[{"document": document, "score": 2}]]})) as server, client(server.url) as engine:
        assert engine.search(["x"], 1) == [(Hit(passage, 2.0),)]


def test_a_single_query_may_be_answered_without_the_outer_list() -> None:
    with Scripted(reply({"result": [ITEM, ITEM]})) as server, client(server.url, form="query") as engine:
        assert engine.search(["x"], 3) == [(HIT, HIT)]
        assert engine.search(["x"], 1) == [(HIT,)]  # more hits than were asked for are left out
    with Scripted(reply({"result": []})) as server, client(server.url, form="query") as engine:
        assert engine.search(["x"], 3) == [()]


def many(count: int) -> object:
    return {"result": [[ITEM]] * count}


UNUSABLE = {
    "garbage": (reply(b"\x00\xff\xfe"), "it is not JSON"),
    "a web page": (reply(b"<html>Bad gateway</html>"), "it is not JSON.*Bad gateway"),
    "nothing": (reply(b""), "it is not JSON"),
    "deep": (reply(b"[" * 9_000), "it is not JSON"),
    "a list": (reply([]), "no object with a list 'result'"),
    "an error as a text": (reply({"result": "Search failed"}), "no object with a list 'result'.*Search failed"),
    "no result": (reply({"error": "x"}), "no object with a list 'result'"),
    "too few": (reply(many(0)), "it has 0 results for 1 queries"),
    "too many": (reply(many(2)), "it has 2 results for 1 queries"),
    "a text for hits": (reply({"result": ["Search failed"]}), "result 0 is no list but 'Search failed'"),
    "a text for a hit": (reply({"result": [["x"]]}), "result 0, hit 0 is no object with a 'document'"),
    "no document": (reply({"result": [[{"score": 1}]]}), "result 0, hit 0 is no object with a 'document'"),
    "a text for a document": (reply({"result": [[{**ITEM, "document": "x"}]]}), "with a 'document'"),
    "no id": (reply({"result": [[{**ITEM, "document": {"contents": "x"}}]]}), "hit 0 has no 'id'"),
    "no contents": (reply({"result": [[{**ITEM, "document": {"id": "1"}}]]}), "hit 0 has no 'title'"),
    "no score": (reply({"result": [[{"document": ITEM["document"]}]]}), "hit 0 has no number as 'score' but None"),
    "a text for a score": (reply({"result": [[{**ITEM, "score": "1"}]]}), "no number as 'score' but '1'"),
    "no number": (reply(json.dumps({"result": [[{**ITEM, "score": float("nan")}]]}).encode()), "'score' but nan"),
    "a huge number": (reply({"result": [[{**ITEM, "score": 10**400}]]}), "no number as 'score'"),
    "too large": (reply(b" " * 20_000), r"larger than 10000 bytes \(max_bytes\)"),
    "not found": (reply({"detail": "no such path"}, "404 Not Found"), "status 404.*no such path"),
    "refused": (reply({"error": "topk"}, "422 Unprocessable Entity"), "status 422.*topk"),
    "elsewhere": (reply(b"", "302 Found"), "status 302"),
}


@pytest.mark.parametrize("name", UNUSABLE)
def test_what_is_no_answer_is_an_error_at_once(name: str) -> None:
    script, message = UNUSABLE[name]
    with Scripted(script) as server, client(server.url, max_bytes=10_000) as engine:
        with pytest.raises(RetrievalError, match=f"(?s)cannot be used: {server.url}.*{message}") as caught:
            engine.search(["x"], 3)
        assert len(server.requests) == 1
    assert len(caught.value.args) == 1 and len(str(caught.value)) < 1_000


FAILING = {
    "an error of the server": (reply({"error": "index error"}, "500 Internal Server Error"), "status 500.*index error"),
    "too busy": (reply({"error": "busy"}, "503 Service Unavailable"), "status 503.*busy"),
    "hanging up": (raw(b""), "Connection aborted|RemoteDisconnected"),
    "no HTTP": (raw(b"SSH-2.0-x\r\n\r\n"), "BadStatusLine|Connection aborted"),
    "half a reply": (raw(b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{}"), "IncompleteRead"),
}


@pytest.mark.parametrize("name", FAILING)
def test_what_may_pass_is_tried_again(name: str) -> None:
    script, message = FAILING[name]
    with Scripted(script, script, GOOD) as server, client(server.url) as engine:
        assert engine.search(["x"], 3) == [(HIT,)]
        assert len(server.requests) == 3
    with Scripted(script) as server, client(server.url) as engine:
        with pytest.raises(RetrievalError, match=f"(?s)tried 3 times at {server.url}.*{message}.*serve` starts one"):
            engine.search(["x"], 3)
        assert len(server.requests) == 3


def test_the_first_failure_is_shown() -> None:
    scripts = [reply({"error": f"reason {number}"}, "500 x") for number in range(3)]
    with (
        Scripted(*scripts) as server,
        client(server.url) as engine,
        pytest.raises(RetrievalError, match="first failure: .*reason 0") as caught,
    ):
        engine.search(["x"], 3)
    assert "reason 2" not in str(caught.value)


def test_a_slow_reply_is_given_up() -> None:
    slow = {"silent": lambda connection: time.sleep(1), "dripping": drip(b" ", 0.02)}
    for script in slow.values():
        with Scripted(script) as server, client(server.url, timeout=0.2, retries=0) as engine:
            start = time.perf_counter()
            with pytest.raises(RetrievalError, match="TimeoutError|timed out"):
                engine.search(["x"], 3)
            assert time.perf_counter() - start < 0.9


def test_a_server_that_is_down_is_named() -> None:
    with listen("127.0.0.1", 0) as free:
        url = f"http://127.0.0.1:{free.getsockname()[1]}/retrieve"
    with client(url) as engine, pytest.raises(RetrievalError, match=f"tried 3 times at {url}.*refused.*GET /health"):
        engine.search(["x"], 3)
    with pytest.raises(RetrievalError, match="nowhere.invalid"):
        client("http://nowhere.invalid", retries=0).search(["x"], 3)


def test_waits_double(monkeypatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr("gigpo_envs.retrieval.remote.time.sleep", waits.append)
    with (
        Scripted(reply(b"", "500 x")) as server,
        client(server.url, retries=6, backoff=0.5) as engine,
        pytest.raises(RetrievalError),
    ):
        engine.search(["x"], 3)
    assert waits == [0.5, 1.0, 2.0, 4.0, 8.0, 10.0]


def test_several_servers_are_used_in_turn() -> None:
    with Scripted(GOOD) as first, Scripted(GOOD) as second, client([first.url, second.url]) as engine:
        for _ in range(4):
            assert engine.search(["x"], 3) == [(HIT,)]
        assert len(first.requests) == len(second.requests) == 2
    down = "http://127.0.0.1:9/retrieve"
    with Scripted(GOOD) as server, client([down, server.url]) as engine:
        for _ in range(4):
            assert engine.search(["x"], 3) == [(HIT,)]
        assert len(server.requests) == 4


def test_connections_are_kept(engine) -> None:
    with serving(lambda: engine) as url, HttpRetriever(url, form="query", connections=2) as remote:
        remote.search(list(QUERIES) * 8, 3)
        pool = remote._pool.connection_from_url(url)
        assert pool.num_requests == 40 and pool.num_connections <= 2


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"urls": []}, "urls is empty"),
        ({"urls": "localhost:8000"}, "'localhost:8000' is no http or https URL"),
        ({"urls": "ftp://x/y"}, "is no http or https URL"),
        ({"urls": "http://"}, "is no http or https URL"),
        ({"urls": "http://x:99999"}, "is no http or https URL"),
        ({"urls": "http://x y/"}, "is no http or https URL"),
        ({"urls": "http://x\n.org"}, "is no http or https URL"),
        (
            {"urls": "http://x", "timeout": 1e10},
            "timeout must be a number of seconds, not 10000000000.0: give one from",
        ),
        ({"urls": "http://x", "timeout": 10**400}, "timeout must be a number of seconds"),
        ({"urls": [None]}, "None is no http or https URL"),
        ({"urls": "http://x", "form": "queris"}, "unknown form 'queris'. Did you mean 'queries'"),
        ({"urls": "http://x", "timeout": -1}, "timeout must be a number of seconds, not -1"),
        ({"urls": "http://x", "timeout": 0}, "timeout is 0"),
        ({"urls": "http://x", "backoff": float("inf")}, "backoff must be a number of seconds"),
        ({"urls": "http://x", "retries": 1.5}, "retries must be a whole number"),
        ({"urls": "http://x", "connections": 0}, "connections must be a whole number from 1"),
    ],
)
def test_other_settings_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        HttpRetriever(**options)


@pytest.mark.parametrize("urls", [None, 5, {"http://x": 1}, b"http://x"])
def test_urls_are_a_text_or_a_list(urls: Any) -> None:
    with pytest.raises(TypeError, match="urls must be a list"):
        HttpRetriever(urls)


def test_urls_get_the_path_of_the_servers() -> None:
    urls = ["http://a:8000", "http://a:8000/", "https://a/x/search?y=1"]
    assert HttpRetriever(urls).urls == ("http://a:8000/retrieve", "http://a:8000/retrieve", "https://a/x/search?y=1")


def test_copies_have_the_same_settings() -> None:
    with Scripted(GOOD) as server, client(server.url, form="query", digest="d") as engine:
        copied: Retriever = pickle.loads(pickle.dumps(engine))
        assert copied.digest == "d" and copied.search(["x"], 3) == [(HIT,)]
        assert copy.deepcopy(engine) is engine
        copied.close()
