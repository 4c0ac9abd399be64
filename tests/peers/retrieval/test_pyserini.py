"""pyserini's Lucene finds what the embedded engine finds, here and behind the server."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from gigpo_envs.retrieval.bm25 import Bm25Retriever
from gigpo_envs.retrieval.corpus_files import open_corpus_at
from gigpo_envs.retrieval.lucene import DENSE_HALF, LuceneRetriever
from gigpo_envs.retrieval.remote import HttpRetriever
from gigpo_envs.retrieval.retriever import Hits
from tests.gigpo_envs.retrieval.encyclopedia import PASSAGES, QUERIES, contents_line
from tests.gigpo_envs.retrieval.test_bm25_retriever import ODD

K = 10
# Anserini rounds scores to four digits, then makes each of n equal ones 1e-6 smaller than the one before.
ROUNDED = 5e-5 + K * 1e-6


def assert_equal(found: Sequence[Hits], expected: Sequence[Hits]) -> None:
    """Check that passages and order are the same, and scores as near as Anserini writes them."""
    assert len(found) == len(expected)
    for ours, theirs in zip(found, expected, strict=True):
        assert [hit.passage for hit in ours] == [hit.passage for hit in theirs]
        assert [hit.score for hit in ours] == pytest.approx([hit.score for hit in theirs], rel=1e-6, abs=ROUNDED)


def test_a_few_passages_rank_alike(corpus) -> None:
    ours, theirs = Bm25Retriever(corpus), LuceneRetriever(corpus)
    queries = [*QUERIES, *ODD, *(passage.text for passage in PASSAGES)]
    assert_equal(ours.search(queries, K), theirs.search(queries, K))
    assert len(theirs.search(["town Veyra Quill"], 1 << 40)[0]) == 5
    assert theirs.search([], 3) == []
    with pytest.raises(TypeError):
        theirs.search("bridge", 3)


def test_every_query_of_an_agent_ranks_alike(wikipedia, lucene, agent_queries) -> None:
    answers = lucene.search(agent_queries, K)
    assert_equal(wikipedia.search(agent_queries, K), answers)
    assert lucene.search(agent_queries[:500], K) == answers[:500]
    assert lucene.digest and lucene.digest != wikipedia.digest


def test_settings_are_passed_on(corpus) -> None:
    ours, theirs = Bm25Retriever(corpus, k1=1.2, b=0.75), LuceneRetriever(corpus, k1=1.2, b=0.75)
    assert_equal(ours.search(QUERIES, K), theirs.search(QUERIES, K))
    assert theirs.digest != LuceneRetriever(corpus).digest


def test_nothing_stands_in_for_what_was_not_imported(corpus) -> None:
    LuceneRetriever(corpus)
    assert not set(DENSE_HALF) & set(sys.modules)


def test_it_answers_behind_the_server_in_a_process_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "small.jsonl"
    path.write_text("".join(f"{contents_line(passage)}\n" for passage in PASSAGES))
    command = [sys.executable, "-m", "gigpo_envs.retrieval.serve", "--engine", "pyserini", "--corpus", str(path)]
    with subprocess.Popen([*command, "--port", "0", "--threads", "3"], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            url = process.stdout.readline().split()[2].rstrip(",")
            assert process.stdout.readline().startswith("ready: pyserini, 9 passages of small")
            ours = Bm25Retriever(open_corpus_at(path)).search(QUERIES * 20, K)
            for form in ("queries", "query"):
                with HttpRetriever(url, form=form) as remote:
                    assert_equal(ours, remote.search(QUERIES * 20, K))
        finally:
            process.terminate()


def test_without_java_the_cure_is_named(tmp_path: Path, corpus) -> None:
    code = "import sys; from gigpo_envs.retrieval import lucene; lucene.LuceneRetriever(sys.argv[1])"
    environment = {**os.environ, "JAVA_HOME": str(tmp_path), "PATH": str(tmp_path)}
    run = subprocess.run(
        [sys.executable, "-c", code, str(corpus.folder)], env=environment, capture_output=True, text=True, check=False
    )
    assert run.returncode == 1 and "ImportError: pyserini cannot be used" in run.stderr
    assert "with Java 11 to 17 and JAVA_HOME set" in run.stderr
