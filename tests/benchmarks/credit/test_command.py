"""The command, from end to end on a few tasks."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.credit.__main__ import main as freeze
from benchmarks.run import main
from leaderboard.__main__ import main as leaderboard

ROOT = Path(__file__).resolve().parents[3]
FILES = ("cosine.svg", "group-size.svg", "index.html", "learning.svg", "noise.svg", "table.json", "table.md")
HERE = "python:tests.benchmarks.credit.estimators:"
PLAN = """\
schema = "gigpo.credit/1"
name = "few"
title = "A few tasks"
description = "To try the command."
seed = 0

[default]
tasks = { search_qa = 6 }
wide = { search_qa = 2 }
lessons = { search_qa = 2 }
seeds = 1
"""
MINE = ("--alone", "--estimator", f"{HERE}returns", "--estimator", f"{HERE}raises")


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the path of a suite that was frozen by the command."""
    path = tmp_path_factory.mktemp("suite") / "few.toml"
    path.write_text(PLAN, encoding="utf-8")
    assert freeze(["freeze", str(path)]) == 0
    return str(path)


@pytest.fixture(scope="module")
def made(suite: str, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, subprocess.CompletedProcess[str]]:
    """Return the folder of a run, and what it printed."""
    folder = tmp_path_factory.mktemp("run") / "out"
    words = [sys.executable, "-W", "error", "-m", "benchmarks.run", "--suite", suite, *MINE, "--out", str(folder)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return folder, subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def run(*words: object) -> int:
    return main([str(word) for word in words])


def test_a_run(made: tuple[Path, subprocess.CompletedProcess[str]]) -> None:
    folder, done = made
    assert done.returncode == 1, done.stderr  # one estimator failed
    assert sorted(path.name for path in folder.iterdir()) == ["config.json", *FILES]
    for text in (
        "| true-advantage (reference)",
        f"| {HERE}returns",
        "Learning: SearchQA. 2 tasks, 1 seed, starting at a mean return of 0.100.",
        f"{HERE}raises failed: RuntimeError: no idea",
    ):
        assert text in done.stdout, done.stdout
    assert "measuring: 15 of 15 tables" in done.stderr and "\r" not in done.stderr
    table = json.loads((folder / "table.json").read_text())
    assert [row["name"] for row in table["contestants"]] == [
        "true-advantage",
        "gigpo-state-std",
        f"{HERE}returns",
        f"{HERE}raises",
    ]
    assert len(table["settings"]) == 10 and len(table["wide"]) == 1 and len(table["lessons"]) == 1
    assert all(setting["results"]["true-advantage"]["r"]["estimate"] == 1.0 for setting in table["settings"])
    assert table["command"] in (folder / "table.md").read_text()


def test_tables_fit(made: tuple[Path, subprocess.CompletedProcess[str]]) -> None:
    text = (made[0] / "table.md").read_text()
    blocks = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    assert len(blocks) == 7  # base, all settings, all actions, learning, what foretells it, estimators, failures
    for block in blocks:
        assert len({len(line) for line in block.splitlines()}) == 1
    for name in FILES:
        if name.endswith(".svg"):
            assert f"]({name})" in text and "<svg" in (made[0] / name).read_text()
    page = (made[0] / "index.html").read_text()
    assert "<script" not in page and page.count("<table") == 7 and page.count("<img") == 4
    assert "**" not in page and "<strong>cos</strong>" in page


def test_the_same_bytes_again_and_with_workers(
    made: tuple[Path, subprocess.CompletedProcess[str]], suite: str, tmp_path: Path
) -> None:
    assert run("--suite", suite, *MINE, "--out", tmp_path / "one", "--workers", 1) == 1
    assert run("--suite", suite, *MINE, "--out", tmp_path / "one", "--workers", 1) == 1
    for name in FILES:
        assert (made[0] / name).read_bytes() == (tmp_path / "one" / name).read_bytes(), name


def test_other_groups_than_the_frozen_ones(suite: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = Path(suite).read_text(encoding="utf-8")
    found = re.search('"search_qa success 0.4 size 8" = "([0-9a-f]{32})"', text)
    assert found is not None and text.count('" = "') == 11
    path = tmp_path / "few.toml"
    path.write_text(text.replace(found[1], "0" * 32), encoding="utf-8")
    assert run("--suite", path, *MINE, "--out", tmp_path / "out", "--workers", 1) == 2
    error = capsys.readouterr().err
    assert f"'search_qa success 0.4 size 8': frozen as {'0' * 32}, drawn here as {found[1]}" in error
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["config.json"]


def test_folders_of_others_are_left_alone(suite: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "letter").write_text("dear")
    assert run("--suite", suite, *MINE, "--out", tmp_path / "out") == 2
    assert "is not empty and holds no run; name another folder with --out" in capsys.readouterr().err
    (tmp_path / "out" / "config.json").write_text("{}")
    assert run("--suite", suite, *MINE, "--out", tmp_path / "out") == 2
    assert "holds another run; name another folder with --out, or delete it" in capsys.readouterr().err
    assert (tmp_path / "out" / "letter").read_text() == "dear"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--estimator", "grp"), "unknown estimator 'grp'. Did you mean 'grpo'?"),
        (("--alone",), "--alone: name an estimator with --estimator"),
        (("--full",), "unknown size 'full'"),
        (("--workers", "0"), "--workers must be at least 1, not 0"),
    ],
)
def test_bad_input(
    suite: str, tmp_path: Path, words: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("--suite", suite, *words, "--out", tmp_path / "out") == 2
    assert message in capsys.readouterr().err and not (tmp_path / "out").exists()


def test_options_of_other_suites(suite: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run("--suite", suite, "--agent", "random")
    assert "unrecognized arguments: --agent random" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        run("--suite", "quick", "--full")
    with pytest.raises(SystemExit) as caught:
        run("--suite", "credit", "--help")
    assert caught.value.code == 0 and "--estimator SPEC" in capsys.readouterr().out


def test_stopped(
    suite: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("benchmarks.credit.command.draw", stop)
    assert run("--suite", suite, *MINE, "--out", tmp_path / "out") == 130
    assert "nothing was written: the same command starts the run again" in capsys.readouterr().err
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["config.json"]


def test_list_and_card(suite: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("list") == 0
    assert re.search("credit +Advantage estimators", capsys.readouterr().out)
    assert run("card", suite) == 0
    shown = capsys.readouterr().out
    assert "few: A few tasks" in shown and "6 tasks of search_qa; 10 settings." in shown and "group-value" in shown


def test_verify_says_what_to_do(
    made: tuple[Path, subprocess.CompletedProcess[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert leaderboard(["verify", str(made[0])]) == 2
    error = capsys.readouterr().err
    assert "has no records to replay" in error and "python -m benchmarks.run --suite" in error


def test_freeze_refuses_what_is_no_plan(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert freeze(["freeze", "quick"]) == 2
    assert "schema: expected 'gigpo.credit/1'" in capsys.readouterr().err
