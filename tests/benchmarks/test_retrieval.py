from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import retrieval, retrieval_load
from gigpo_envs.retrieval.bm25 import Bm25Retriever
from tests.gigpo_envs.retrieval.encyclopedia import PASSAGES, compiled


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch) -> str:
    monkeypatch.setenv("GIGPO_CACHE", str(tmp_path / "cache"))
    return str(compiled(tmp_path / "small", PASSAGES[:8]).folder)  # SQLite takes no lone surrogates


def test_engines_are_measured_beside_each_other(corpus: str, capsys) -> None:
    assert retrieval.main(["--corpus", corpus, "--engines", "bm25", "fts5"]) == 0
    head, _, columns, _, ours, other = capsys.readouterr().out.splitlines()
    assert head.startswith("8 passages of small") and "warm queries/s" in columns
    assert ours.startswith("| bm25 |") and other.startswith("| fts5 |")


def test_clients_notice_no_restart_but_by_waiting(corpus: str, capsys, monkeypatch) -> None:
    monkeypatch.setattr(retrieval_load, "DOWN", 0.2)
    monkeypatch.setattr(retrieval_load, "RESTARTS", 1)
    assert retrieval_load.main(["--corpus", corpus, "--clients", "8", "--seconds", "1", "--restart"]) == 0
    printed = capsys.readouterr().out
    assert printed.count("server: ready: bm25, 8 passages") == 2
    assert "0 errors, 0 wrong" in printed and "at least 0 a client" not in printed


def test_a_wrong_answer_fails_the_test(corpus: str, capsys, monkeypatch) -> None:
    search = Bm25Retriever.search
    monkeypatch.setattr(Bm25Retriever, "search", lambda *given: [hits[1:] for hits in search(*given)])
    assert retrieval_load.main(["--corpus", corpus, "--clients", "1", "--seconds", "0.5"]) == 1
    assert "0 errors, 0 wrong" not in capsys.readouterr().out
