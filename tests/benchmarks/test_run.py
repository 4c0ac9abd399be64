"""The command line, from end to end on the toy world."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.run import main
from tests.leaderboard.toy import environment, toy_suite

ROOT = Path(__file__).parents[2]
OUTPUTS = ("index.html", "table.json", "table.md")


@pytest.fixture
def suite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    return str(toy_suite(tmp_path))


def run(*words: object) -> int:
    return main([str(word) for word in words])


def test_end_to_end_as_a_command(suite: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    words = ["--suite", suite, "--agent", "random", "--agent", "expert", "--out", str(out)]
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "benchmarks.run", *words],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    for text in (
        "| rank | agent ",
        "expert (privileged) |",
        "All 18 episodes verified by replay.",
        f"Roster of the suite file {suite} (",
    ):
        assert text in done.stdout
    # A log is no terminal: some lines, and nothing drawn over.
    assert "\r" not in done.stderr and len(done.stderr.splitlines()) == 10
    assert "toy: 18 of 18 episodes, expert: success" in done.stderr
    assert not done.stdout.startswith("\n")
    assert sorted(path.name for path in out.iterdir()) == [
        "config.json",
        *OUTPUTS[:1],
        "records",
        "results.jsonl",
        *OUTPUTS[1:],
    ]
    assert "torch" not in done.stderr


def test_no_agent_named(suite: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--suite", suite, "--out", tmp_path / "out") == 0
    output = capsys.readouterr()
    assert "no rules for corridor: the agent 'rule' is left out" in output.err
    assert "random" in output.out and "expert (privileged)" in output.out


def test_the_same_bytes_again_and_with_workers(suite: str, tmp_path: Path) -> None:
    for name, workers in (("one", 1), ("two", 2), ("one", 1)):
        assert run("--suite", suite, "--out", tmp_path / name, "--workers", workers) == 0
    for name in OUTPUTS:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_the_folder_has_a_name_of_its_own(suite: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--suite", suite, "--agent", "random") == 0
    assert run("--suite", suite, "--agent", "random") == 0
    assert "finished before and kept: 9 episodes" in capsys.readouterr().err
    assert run("--suite", suite, "--agent", "random", "--seed", 1) == 0
    folders = sorted(path.name for path in (tmp_path / "runs").iterdir())
    assert len(folders) == 2 and all(name.startswith("toy-") for name in folders)


def test_changes_make_a_run_custom(suite: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--suite", suite, "--agent", "expert", "--episodes", 1, "--seed", 9, "--out", tmp_path / "out") == 0
    text = capsys.readouterr().out
    assert f"Custom run (--episodes 1, --seed 9): this is NOT the frozen roster of the suite file {suite}," in text
    assert "NOT the frozen roster" in (tmp_path / "out/table.md").read_text()
    assert 'class="custom"' in (tmp_path / "out/index.html").read_text()
    table = json.loads((tmp_path / "out/table.json").read_text())
    assert table["frozen"] is False and table["run"]["changes"] == {"episodes": 1, "seed": 9}
    assert "--episodes 1 --seed 9" in (tmp_path / "out/table.md").read_text()


def test_a_record_that_does_not_replay_fails_the_run(
    suite: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from tests.leaderboard.test_verify import edit, set_in

    words = ("--suite", suite, "--agent", "expert", "--out", tmp_path / "out")
    assert run(*words) == 0
    edit(tmp_path / "out/records/expert/once/000001.jsonl", set_in("step", "reward", "0.5", 2), forge=True)
    capsys.readouterr()
    assert run(*words) == 1
    output = capsys.readouterr()
    assert "000001.jsonl: step 2, field 'reward': recorded '0.5', replayed" in output.out
    assert "8 of 9 episodes verified by replay; 1 problem. An episode without a valid record counts" in output.out


def test_an_incomplete_roster_fails_the_run(suite: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    numb = "python:tests.benchmarks.agents:Numb"
    assert run("--suite", suite, "--agent", numb, "--out", tmp_path / "out") == 1
    output = capsys.readouterr()
    assert "the agent 'numb' failed in 1 episode, first in corridor/five/4:\nTraceback" in output.out
    assert "is missing; corridor/five/4 counts as score 0" in output.out
    assert " 4/5 |" in output.out


def test_of_many_failures_some_are_shown(
    suite: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("leaderboard.terminal.SHOWN_PROBLEMS", 5)
    monkeypatch.setattr("benchmarks.run.SHOWN_FAILURES", 1)
    path = "python:tests.benchmarks.agents:"
    words = ("--suite", suite, "--agent", path + "Quitter", "--agent", path + "Digger", "--out", tmp_path / "out")
    assert run(*words) == 1
    text = capsys.readouterr().out
    assert text.count("Traceback") == 1 and "... and 1 more agent failed\n" in text
    assert text.count("is missing; ") == 5 and "... and 13 more problems\n" in text
    assert (tmp_path / "out/table.md").read_text().count("is missing; ") == 18
    # What nothing is known about has neither rank nor interval.
    (row, *_) = [line for line in text.splitlines() if "digger " in line and line.startswith("|")]
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    assert cells == ["-", "digger", "5", "0.000", "-", "0.0%", "-", "-", "-", "0/5"]


@pytest.mark.parametrize("module", ["benchmarks.run", "leaderboard"])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_that_has_gone_is_no_error(module: str, unbuffered: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    words = ["list"] if module == "benchmarks.run" else ["--help"]
    done = subprocess.run(
        [sys.executable, "-m", module, *words],
        cwd=ROOT,
        env=environment(PYTHONUNBUFFERED=unbuffered),
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    os.close(writer)
    assert done.stderr == ""
    assert done.returncode == 141 or (words, unbuffered) == (["--help"], "1")  # argparse swallows it there


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--suite", "quik"], "unknown suite 'quik'. Did you mean 'quick'?"),
        (["--agent", "randm"], "unknown agent 'randm'. Did you mean 'random'?"),
        (["--workers", "0"], "--workers must be at least 1, not 0"),
        (["--episodes", "0"], "must be at least 1, not 0"),
        (["--episodes", "9"], "has 5 tasks in the split 'all', not 9"),
        (["--dataset", "small"], "unknown keyword 'dataset'"),
        (["--dataset", "a\nb"], "the dataset must be a printable text, not 'a\\nb'"),
        (["--out", "."], "is not empty and holds no run"),
    ],
)
def test_bad_input(suite: str, words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--suite", suite, *words) == 2
    error = capsys.readouterr().err
    assert "error: " in error and message in error and "Traceback" not in error
    assert not Path("runs").exists()


def test_help_teaches(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    text = capsys.readouterr().out
    assert "plays again what was recorded by\nanother version" in text
    for word in (
        "--suite",
        "--agent",
        "python:MODULE:FACTORY",
        "results.jsonl",
        "index.html",
        "examples:",
        "exit codes:",
        "card",
    ):
        assert word in text
    assert max(map(len, text.splitlines())) <= 120


def test_list_and_card(suite: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("list") == 0
    text = capsys.readouterr().out
    assert "quick" in text and "webshop-small" in text and "  rule\n" in text
    assert run("card", suite) == 0
    text = capsys.readouterr().out
    assert (
        "toy: A corridor" in text
        and "at most 12 steps; ranked by success" in text
        and "drawn from the split 'all'" in text
    )
    assert run("card", "nothing") == 2
    assert "unknown suite 'nothing'" in capsys.readouterr().err
