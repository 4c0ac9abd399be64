from __future__ import annotations

import copy
import importlib
import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gigpo_envs.retrieval.bm25 import Bm25Retriever
from gigpo_envs.retrieval.layout import DamagedIndexError
from gigpo_envs.retrieval.passages import Passage
from gigpo_envs.retrieval.retriever import RETRIEVERS, Hit, open_retriever
from tests.gigpo_envs.retrieval.encyclopedia import PASSAGES, QUERIES, compiled

ODD = (
    "\ud800 bridge",
    "bridge \udfff\ud800",
    "\x00\x01 bridge\x7f",
    'bridge AND (NOT "town" OR river*) ~2 ^3 title:x [a TO b] \\',
    "*:*",
    "/regex/",
    '"' * 99,
    " ".join(f"word{number} bridge" for number in range(5_000)),
    "x" * 100_000,
    "\U0001f600 \u202e bridge",
)


def ids(hits: tuple[Hit, ...]) -> list[str]:
    return [hit.passage.id for hit in hits]


def test_searches_are_answered_best_first(engine) -> None:
    built, quill, equal, none, empty = engine.search(QUERIES, 3)
    assert ids(built)[:2] == ["b", "a"]
    assert set(ids(quill)) == {"d", "e"} and quill[0].score >= quill[1].score
    assert ids(equal) == ["10", "9", "f"]  # by id
    assert none == empty == ()
    assert all(isinstance(hit.passage, Passage) and type(hit.score) is float for hit in (*built, *quill))
    assert engine.search([], 3) == []


def test_k_is_clamped_to_the_corpus(engine) -> None:
    assert len(engine.search(["town Veyra Quill"], 1 << 40)[0]) == 5
    assert len(engine.search(["equal"], 2)[0]) == 2


@pytest.mark.parametrize("query", ODD, ids=range(len(ODD)))
def test_any_text_is_a_query(engine, query: str) -> None:
    first, second = engine.search([query, query], 3)
    assert first == second
    if "bridge" in query:
        assert "b" in ids(first)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(st.characters(exclude_categories=())))
def test_any_characters_are_a_query(engine, query: str) -> None:
    assert engine.search([query], 3) == engine.search([query], 3)


@pytest.mark.parametrize(
    ("queries", "k", "error", "message"),
    [
        ("bridge", 3, TypeError, "queries must be a list, not 'bridge'"),
        ([b"bridge"], 3, TypeError, "a query must be a text, not b'bridge'"),
        ([None], 3, TypeError, "not None"),
        (["bridge"], 0, ValueError, "k must be a whole number from 1"),
        (["bridge"], 2.0, ValueError, "k must be a whole number from 1"),
        (["bridge"], True, ValueError, "k must be a whole number from 1"),
    ],
)
def test_other_arguments_are_refused(engine, queries, k, error, message) -> None:
    with pytest.raises(error, match=message):
        engine.search(queries, k)


def test_the_index_is_built_once_and_named_by_its_digest(tmp_path: Path, corpus, monkeypatch) -> None:
    monkeypatch.setenv("GIGPO_CACHE", str(tmp_path))
    first = Bm25Retriever(corpus)
    monkeypatch.setattr("gigpo_envs.retrieval.bm25.build_index", None)
    second = Bm25Retriever(corpus.folder)
    assert second.folder == first.folder and second.digest == first.digest
    assert second.search(QUERIES, 3) == first.search(QUERIES, 3)
    with pytest.raises(TypeError):  # other settings, another index
        Bm25Retriever(corpus, k1=1.2)


def test_settings_change_scores_and_digest(engine, corpus) -> None:
    other = Bm25Retriever(corpus, k1=1.2, b=0.75)
    assert other.digest != engine.digest
    assert other.search(["river"], 3) != engine.search(["river"], 3)
    with pytest.raises(ValueError, match="k1 must be over 0"):
        Bm25Retriever(corpus, k1=0)


def test_an_index_of_another_corpus_is_refused(tmp_path: Path, corpus) -> None:
    index = tmp_path / "index"
    assert Bm25Retriever(corpus, index=index).folder == index
    other = compiled(tmp_path / "other", PASSAGES[:4], name="fewer")
    with pytest.raises(ValueError, match=f"built for corpus '{corpus.digest}', but the corpus 'fewer' has the digest"):
        Bm25Retriever(other, index=index)
    with pytest.raises(ValueError, match="built for k1 0.9, but k1 is 1.2"):
        Bm25Retriever(corpus, k1=1.2, index=index)
    (index / "of.json").write_text("[]")
    with pytest.raises(ValueError, match="is no search index of a corpus"):
        Bm25Retriever(corpus, index=index)


@pytest.mark.parametrize(
    ("file", "content"), [("terms", b"x"), ("manifest.json", b"[" * 99_999), ("manifest.json", None)]
)
def test_the_cure_for_a_damaged_index_works(tmp_path: Path, corpus, file: str, content: bytes | None) -> None:
    folder = tmp_path / "index"
    found = Bm25Retriever(corpus, index=folder).search(["bridge"], 3)
    path = folder / "index" / file
    path.unlink()
    if content:
        path.write_bytes(content)
    with pytest.raises(DamagedIndexError, match="remove that folder to have the index built anew") as caught:
        Bm25Retriever(corpus, index=folder)
    assert len(caught.value.args) == 1 and str(caught.value).startswith(f"the search index in {folder} is damaged: ")
    shutil.rmtree(folder)
    assert Bm25Retriever(corpus, index=folder).search(["bridge"], 3) == found


def test_copies_open_the_same_index(engine) -> None:
    assert copy.deepcopy(engine) is engine
    copied = pickle.loads(pickle.dumps(engine))
    assert copied.digest == engine.digest and copied.search(QUERIES, 3) == engine.search(QUERIES, 3)


def test_engines_are_opened_by_name(corpus, engine) -> None:
    with open_retriever("bm25", corpus=corpus) as opened:
        assert opened.digest == engine.digest and opened.corpus is corpus
    with pytest.raises(ValueError, match="unknown search engine 'bm52'. Did you mean 'bm25'"):
        open_retriever("bm52")
    with pytest.raises(TypeError, match="unknown keyword 'corpsu'. Did you mean 'corpus'"):
        open_retriever("bm25", corpsu=corpus)
    with pytest.raises(TypeError, match="the search engine 'http' needs urls"):
        open_retriever("http")
    assert set(RETRIEVERS) == {"bm25", "dense", "http", "pyserini"}


@pytest.mark.parametrize(
    ("module", "package", "message"),
    [
        ("remote", "urllib3", "the search engine 'http' takes an extra.*gigpo\\[retrieval\\]"),
        ("service", "starlette.applications", "the retrieval server takes an extra.*gigpo\\[retrieval\\]"),
        ("serve", "uvicorn", "the retrieval server takes an extra.*gigpo\\[retrieval\\]"),
        ("dense", "faiss", "the search engine 'dense' takes an extra.*gigpo\\[dense\\]"),
    ],
)
def test_an_extra_that_is_missing_is_named(monkeypatch, module: str, package: str, message: str) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, f"gigpo_envs.retrieval.{module}", raising=False)
    with pytest.raises(ImportError, match=message):
        importlib.import_module(f"gigpo_envs.retrieval.{module}")


def test_the_embedded_engine_loads_no_network_and_no_vectors() -> None:
    code = "import sys, gigpo_envs.retrieval.bm25, gigpo_envs.retrieval.caching; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"urllib3", "starlette", "uvicorn", "faiss", "jnius"} & set(run.stdout.split())


def test_every_query_of_an_agent_is_answered(wikipedia, agent_queries) -> None:
    assert len(wikipedia.corpus) == 24_839 and len(agent_queries) == 3_890
    answers = wikipedia.search(agent_queries, 3)
    assert answers == wikipedia.search(agent_queries, 3)
    # What has no hit is a stop word, or words that are not in the corpus.
    empty = [query for query, hits in zip(agent_queries, answers, strict=True) if not hits]
    assert len(empty) == 7 and "and" in empty and "Durrenentzen" in empty
    for hits in answers:
        assert sorted(hits, key=lambda hit: (-hit.score, hit.passage.id)) == list(hits)
