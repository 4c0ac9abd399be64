"""Files written from the records are compared with them: nobody can touch up a table."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from leaderboard.__main__ import main
from leaderboard.outputs import check_outputs, write_outputs
from leaderboard.run_folder import Run
from leaderboard.verify import verify_run
from tests.leaderboard.toy import toy_run

WRITTEN = ("results.jsonl", "table.md", "table.json", "index.html")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Run]:
    folder, run = toy_run(tmp_path_factory.mktemp("toy"))
    write_outputs(folder, verify_run(folder, run))
    return folder, run


@pytest.fixture
def run(played: tuple[Path, Run], tmp_path: Path) -> tuple[Path, Run]:
    shutil.copytree(played[0], tmp_path / "copy")
    return tmp_path / "copy", played[1]


def verify(run: tuple[Path, Run], *more: str) -> int:
    return main(["verify", str(run[0]), "--suite", run[1].suite_spec, *more])


def appended(text: str) -> str:
    return text + "more\n"


def cut(text: str) -> str:
    return text[:-30]


def doubled(text: str) -> str:
    return text + text.splitlines(keepends=True)[-1]


FORGERIES: dict[str, tuple[str, Callable[[str], str], str]] = {
    "score in the results": (
        "results.jsonl",
        lambda t: t.replace('"score":"1.0"', '"score":"0.9"', 1),
        "says score '0.9', ",
    ),
    "all scores in the results": ("results.jsonl", lambda t: t.replace('"score":"', '"score":"0'), "in 17 more lines"),
    "a line of nonsense": ("results.jsonl", lambda t: "[3]\n" + t, "line 1 is '[3]', which no record gives"),
    "results doubled": ("results.jsonl", doubled, "line 19 is '{"),
    "results cut": ("results.jsonl", cut, "line 18 is '{"),
    "results empty": ("results.jsonl", lambda t: "", "lacks the line"),
    "score in the table": ("table.md", lambda t: t.replace("1.000", "0.999", 1), "0.999"),
    "row of the table": ("table.md", lambda t: t.replace("| expert", "| mine  ", 1), "mine"),
    "table appended": ("table.md", appended, "'more'"),
    "number in JSON": ("table.json", lambda t: t.replace('"estimate": 1.0', '"estimate": 0.5', 1), "0.5"),
    "ok in JSON": ("table.json", lambda t: t.replace('"ok": true', '"ok": false'), '"ok": false'),
    "page": ("index.html", lambda t: t.replace("100.0%", "99.0%", 1), "99.0%"),
    "page cut": ("index.html", cut, "line "),
    "line ends": ("index.html", lambda t: t.replace("\n", "\r\n", 1), "\\r"),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_file_that_was_touched_up_is_found_and_mended(
    run: tuple[Path, Run], name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file, forge, told = FORGERIES[name]
    path = run[0] / file
    before = path.read_bytes()
    path.write_bytes(forge(before.decode()).encode())
    assert path.read_bytes() != before
    problems = check_outputs(run[0], verify_run(*run))
    (problem,) = problems
    assert problem.file == file and told in problem.text, problem
    assert verify(run) == 1
    text = capsys.readouterr().out
    assert f"{file}: " in text and "--write writes them anew" in text
    assert "18 of 18 episodes verified by replay; " in text and "counts as score 0" not in text
    assert verify(run, "--write") == 0
    assert path.read_bytes() == before
    assert verify(run) == 0


def test_the_order_of_the_results_is_free_and_stays(run: tuple[Path, Run]) -> None:
    path = run[0] / "results.jsonl"
    path.write_text("".join(reversed(path.read_text().splitlines(keepends=True))))
    before = path.read_bytes()
    assert verify(run) == 0 and verify(run, "--write") == 0
    assert path.read_bytes() == before


def test_absent_files_are_no_difference(run: tuple[Path, Run]) -> None:
    for name in WRITTEN:
        (run[0] / name).unlink()
    assert verify(run) == 0
    assert not any((run[0] / name).exists() for name in WRITTEN)
    assert verify(run, "--write") == 0
    assert all((run[0] / name).exists() for name in WRITTEN)


@pytest.mark.parametrize("name", WRITTEN)
def test_a_link_is_no_file_of_the_run(run: tuple[Path, Run], name: str) -> None:
    path = run[0] / name
    path.rename(run[0].parent / "elsewhere")
    path.symlink_to(run[0].parent / "elsewhere")
    (problem,) = check_outputs(run[0], verify_run(*run))
    assert str(problem) == f"{name}: is no plain file; remove it"
    assert verify(run, "--write") == 0 and not path.is_symlink()


def test_another_path_to_the_same_suite_is_no_difference(
    run: tuple[Path, Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    suite = Path(run[1].suite_spec)
    monkeypatch.chdir(suite.parent)
    for more in ((), ("--write",), ()):
        assert main(["verify", str(run[0]), "--suite", os.path.join(".", suite.name), *more]) == 0


def test_a_table_from_before_a_record_was_lost(run: tuple[Path, Run]) -> None:
    (run[0] / "records/expert/once/000001.jsonl").unlink()
    report = verify_run(*run)
    assert {problem.file for problem in check_outputs(run[0], report)} == set(WRITTEN)
    assert verify(run, "--write") == 1
    assert check_outputs(run[0], report) == ()
    table = json.loads((run[0] / "table.json").read_text())
    assert [problem["file"] for problem in table["problems"]] == ["records/expert/once/000001.jsonl"]
