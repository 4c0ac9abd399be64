"""The world over a server: the contract, and what becomes of failures."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, cast

import gymnasium as gym
import pytest

from gigpo_envs import GroupVectorEnv, unwrap
from gigpo_envs.retrieval.retriever import Hits, RetrievalError
from gigpo_envs.search_qa.simulator import SearchQASimulator, search_qa_simulator
from gigpo_envs.search_qa.views import NOTHING_FOUND
from gigpo_envs.testing import TEXT_ENV_CHECKS, Subject
from tests.gigpo_envs.retrieval.encyclopedia import Scripted, raw, reply, serving

OPTIONS = {"passages": 1500, "questions": 60, "seed": 3}
SEARCH = "<search>river</search>"


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    engine = search_qa_simulator(dataset_options=OPTIONS).retriever
    with serving(lambda: engine) as url:
        yield url


def make(url: str, **keywords: Any) -> gym.Env[str, str]:
    return gym.make("gigpo/SearchQARemote-v0", urls=url, dataset_options=OPTIONS, disable_env_checker=True, **keywords)


@pytest.mark.parametrize("check", TEXT_ENV_CHECKS, ids=lambda check: check.__name__)
def test_contract_while_the_server_stays_the_same(url: str, check: Callable[[Subject], None]) -> None:
    check(Subject("gigpo/SearchQARemote-v0", {"urls": url, "dataset_options": OPTIONS}, steps=5))


@pytest.mark.parametrize("form", ["queries", "query"])
def test_it_shows_what_the_embedded_engine_shows(url: str, form: str) -> None:
    remote, local = make(url, form=form), gym.make("gigpo/SearchQA-v0", dataset_options=OPTIONS)
    for seed in range(5):
        assert remote.reset(seed=seed)[0] == local.reset(seed=seed)[0]
        for _ in range(5):
            action = unwrap(local).expert_action()
            assert unwrap(remote).expert_action() == action
            mine, theirs = remote.step(action), local.step(action)
            assert mine[:4] == theirs[:4]
            assert {k: v for k, v in mine[4]["metrics"].items() if k != "failed_searches"} == theirs[4]["metrics"]
            if theirs[2]:
                break


def test_a_group_asks_once_a_step(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All members' searches go in one request, and each member gets its own."""
    envs = GroupVectorEnv("gigpo/SearchQARemote-v0", 2, 4, urls=url, dataset_options=OPTIONS)
    engine = cast(SearchQASimulator, envs.simulator).retriever
    asked: list[list[str]] = []
    search = engine.search

    def recording(queries: Sequence[str], k: int) -> list[Hits]:
        asked.append(list(queries))
        return search(queries, k)

    monkeypatch.setattr(engine, "search", recording)
    envs.reset(seed=0)
    actions = ["<search>river</search>", "<search>novel</search>", "x", "<answer>y</answer>"] * 2
    observations, _, terminations, _, infos = envs.step(actions)
    assert asked == [["river", "novel"]]
    local = search_qa_simulator(dataset_options=OPTIONS)
    for member, action in enumerate(actions):
        start = local.start(local.task(infos["task_id"][member]))
        assert observations[member] == local.step(start.state, action).observation
    assert terminations.tolist() == [False, False, False, True] * 2


BROKEN = {
    "an error": reply({"error": "out of memory"}, status="500 Internal Server Error"),
    "a page": raw(b"HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\n<html></html>"),
    "text for passages": reply({"result": [["Traceback (most recent call last)"]]}),
    "too few results": reply({"result": []}),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_failure_is_declared_and_never_shown(name: str) -> None:
    with Scripted(*[BROKEN[name]] * 20) as server:
        for failure in ("raise", "retry"):
            env = make(server.url, failure=failure, retries=1)
            env.reset(seed=0)
            before = unwrap(env).get_state()
            with pytest.raises(RetrievalError, match="http://127") as caught:
                env.step(SEARCH)
            assert len(caught.value.args) == 1
            assert unwrap(env).get_state() == before, "the episode stands where it stood"
        env = make(server.url, failure="empty", retries=0)
        env.reset(seed=0)
        observation, reward, terminated, truncated, info = env.step(SEARCH)
        assert observation == f"<information>{NOTHING_FOUND}</information>"
        assert info["metrics"]["failed_searches"] == 1.0
        assert (reward, terminated, truncated) == (0.0, False, False)


def test_a_server_that_is_down_is_named() -> None:
    env = make("http://127.0.0.1:9/retrieve", failure="raise")
    env.reset(seed=0)
    with pytest.raises(RetrievalError, match="http://127.0.0.1:9/retrieve"):
        env.step(SEARCH)


def test_a_run_with_its_results_needs_no_server(url: str, tmp_path: Path) -> None:
    results = tmp_path / "answers" / "results.jsonl"
    traces = []
    for place in (url, "http://127.0.0.1:9/retrieve"):
        env = make(place, results=str(results), retries=0)
        trace: list[Any] = [env.reset(seed=2)]
        for query in ("river", "novel", "river", "qqqqq"):
            trace.append(env.step(f"<search>{query}</search>"))
        traces.append(json.dumps(trace))
        del env
        gc.collect()  # so that the next one reads the file
    assert traces[0] == traces[1]
    assert len(results.read_text().splitlines()) == 3


def test_a_results_file_has_one_answer_to_a_query_and_one_process(url: str, tmp_path: Path) -> None:
    results = tmp_path / "results.jsonl"
    with Scripted(*[reply({"result": [[{"document": {"id": "z", "contents": "z"}, "score": 1.0}]]})] * 2) as server:
        first, second = make(url, results=str(results)), make(server.url, results=str(results))
        for env in (first, second):
            env.reset(seed=1)
        assert first.step(SEARCH)[0] == second.step(SEARCH)[0]
    assert len(results.read_text().splitlines()) == 1
    code = "import sys; from gigpo_envs.retrieval.recorded import RecordedRetriever as R; "
    code += "from gigpo_envs.retrieval.remote import HttpRetriever as H; R(H('http://127.0.0.1:9'), sys.argv[1])"
    done = subprocess.run([sys.executable, "-c", code, str(results)], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "is in use by another process" in done.stderr


def test_a_results_file_that_was_cut_short_goes_on(url: str, tmp_path: Path) -> None:
    for content, message in ((b'{"query": "x"', None), (b'{"query": "x"}\n', "line 1")):
        results = tmp_path / f"results-{message}.jsonl"
        results.write_bytes(content)
        if message:
            with pytest.raises(ValueError, match=message):
                make(url, results=str(results))
            continue
        env = make(url, results=str(results))
        env.reset(seed=0)
        env.step(SEARCH)
        assert [json.loads(line)["query"] for line in results.read_text().splitlines()] == ["river"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"my notes", "ends in b'my notes', which is no answer"),
        (b'{"query": "x", "k": 1, "hits": []}\nmy notes', "ends in b'my notes'"),
        (b"\x00\xff\n", "line 1: .*remove that line"),
        (b'{"query": "x", "k": 1e999, "hits": []}\n', "line 1"),
        (b'{"query": "x", "k": 1.5, "hits": []}\n', "line 1"),
        (b'{"query": "x", "k": 1, "hits": [[null, "a", "b", 1]]}\n', "line 1"),
        (b'{"query": "x", "k": 1, "hits": [["i", "a", "b", NaN]]}\n', "line 1"),
        (b'{"query": "x", "k": 1, "hits": [["i", "a"]]}\n', "line 1"),
    ],
)
def test_a_file_of_something_else_is_left_as_it_is(tmp_path: Path, content: bytes, message: str) -> None:
    results = tmp_path / "results.jsonl"
    results.write_bytes(content)
    with pytest.raises(ValueError, match=message) as caught:
        make("http://127.0.0.1:9", results=str(results))
    assert len(caught.value.args) == 1 and results.read_bytes() == content


def test_results_that_cannot_be_kept_are_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for place in (tmp_path, tmp_path / "file" / "below"):
        with pytest.raises(OSError, match="no results can be kept in") as caught:
            make("http://127.0.0.1:9", results=str(place))
        assert len(caught.value.args) == 1


@pytest.mark.parametrize(
    ("keywords", "error", "message"),
    [
        ({"failure": "ignore"}, ValueError, "unknown failure 'ignore'"),
        ({"form": "both"}, ValueError, "unknown form 'both'"),
        ({"retries": -1}, ValueError, "retries must be"),
        ({"timeout": -1}, ValueError, "timeout"),
        ({"urls": "127.0.0.1:8000"}, ValueError, "127.0.0.1:8000"),
        ({"urls": []}, ValueError, "urls is empty"),
    ],
)
def test_bad_keywords(keywords: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        gym.make("gigpo/SearchQARemote-v0", **{"urls": "http://127.0.0.1:9", "dataset_options": OPTIONS} | keywords)
