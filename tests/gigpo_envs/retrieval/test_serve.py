from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from gigpo_envs.retrieval.remote import HttpRetriever
from gigpo_envs.retrieval.serve import corpus_of, listen, main, options_of, parser
from tests.gigpo_envs.retrieval.encyclopedia import PASSAGES, QUERIES, compiled, contents_line

COMMAND = [sys.executable, "-m", "gigpo_envs.retrieval.serve"]


def test_the_command_serves_until_it_is_told_to_stop(tmp_path: Path, engine) -> None:
    path = tmp_path / "small.jsonl"
    path.write_text("".join(f"{contents_line(passage)}\n" for passage in PASSAGES))
    command = [*COMMAND, "--corpus", str(path), "--port", "0", "--cache", "100"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout and process.stderr
        try:
            listening, ready = process.stdout.readline(), process.stdout.readline()
            assert listening.startswith("listening at http://127.0.0.1:")
            assert ready == f"ready: bm25, 9 passages of small, digest {engine.digest}\n"
            with HttpRetriever(listening.split()[2].rstrip(",")) as client:
                assert client.search(QUERIES, 3) == engine.search(QUERIES, 3)
        finally:
            process.send_signal(signal.SIGTERM)
            _, errors = process.communicate(timeout=20)
    assert not errors
    assert process.returncode in (0, -signal.SIGTERM)


def test_an_interrupt_ends_it_without_a_traceback(tmp_path: Path) -> None:
    path = tmp_path / "small.jsonl"
    path.write_text(f"{contents_line(PASSAGES[0])}\n")
    command = [*COMMAND, "--corpus", str(path), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        while not process.stdout.readline().startswith("ready"):
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=20)
    assert not errors and process.returncode == 128 + signal.SIGINT


def test_a_corpus_that_cannot_be_used_ends_it(tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text("no JSON\n")
    run = subprocess.run([*COMMAND, "--corpus", str(path), "--port", "0"], capture_output=True, text=True, check=False)
    assert run.returncode == 1 and run.stderr.startswith(f"error: {path}, line 1 is not JSON")


def test_what_cannot_be_started_is_said(capsys, tmp_path: Path) -> None:
    with listen("127.0.0.1", 0) as taken:
        port = str(taken.getsockname()[1])
        for arguments, message in (
            (["--engine", "bm52"], "unknown search engine 'bm52'. Did you mean 'bm25'"),
            (["--port", port], f"cannot listen at 127.0.0.1:{port}"),
            (["--port", "99999"], "cannot listen at 127.0.0.1:99999"),
            (["--host", "nowhere.invalid"], "cannot listen at nowhere.invalid:8000"),
            (["--option", "k1"], "--option 'k1' must be KEY=VALUE"),
            (["--dataset", "searchqa/nothing"], "unknown data set 'searchqa/nothing'"),
            (["--threads", "0", "--port", "0"], "must be at least 1"),
        ):
            assert main(arguments) == 2
            assert message in capsys.readouterr().err


def test_without_a_corpus_the_missing_keyword_is_named(capsys) -> None:
    assert main(["--port", "0"]) == 1
    assert capsys.readouterr().err == "error: the search engine 'bm25' needs corpus\n"


def test_options_reach_the_engine() -> None:
    options = ("encoder=m:C=1", "k1=1.2", 'urls=["http://a", "http://b"]', "index=x y")
    given = parser().parse_args([word for option in options for word in ("--option", option)] + ["--corpus", "c"])
    urls = ["http://a", "http://b"]
    assert options_of(given) == {"encoder": "m:C=1", "k1": 1.2, "urls": urls, "index": "x y", "corpus": "c"}


def test_the_corpus_of_an_installed_set_is_found(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("gigpo_envs.retrieval.serve.locate", lambda name: tmp_path / name)
    (tmp_path / "a").mkdir()
    with pytest.raises(FileNotFoundError, match="'a' in .* has no corpus: pass one with --corpus"):
        corpus_of("a")
    folder = compiled(tmp_path / "a" / "corpus").folder
    assert corpus_of("a") == folder
    assert json.loads((compiled(tmp_path / "b").folder / "corpus.json").read_text())["name"] == "small"
    assert corpus_of("b") == tmp_path / "b"
