"""Verification finds whatever was done to a run, and says where."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest

from benchmarks.agents import make_agent
from benchmarks.episode import play
from gigpo_envs.records import chain
from leaderboard.run_folder import Run, RunError, read_run
from leaderboard.suite import SuiteError
from leaderboard.verify import Report, verify_run
from tests.leaderboard.toy import toy_run

RANDOM = "records/random/once/000000.jsonl"
EXPERT = "records/expert/once/000001.jsonl"
LATER = "records/expert/twice/000002.jsonl"

Lines = list[dict[str, Any]]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Run]:
    return toy_run(tmp_path_factory.mktemp("toy"))


@pytest.fixture
def run(played: tuple[Path, Run], tmp_path: Path) -> tuple[Path, Run]:
    folder = tmp_path / "copy"
    shutil.copytree(played[0], folder)
    return folder, played[1]


def edit(path: Path, change: Callable[[Lines], object], *, forge: bool) -> None:
    """Change a record; forge: compute all links anew, as one would who knows the format."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    change(lines)
    if forge:
        link = ""
        for line in lines:
            if line["kind"] in ("header", "step"):
                link = line["link"] = chain(link, line)
            elif line["kind"] == "footer":
                line["head"] = link
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))


def result(report: Report, file: str) -> Any:
    agent, panel, name = Path(file).parts[1:]
    row = next(row for row in report.rows if (row.agent.name, row.panel.name) == (agent, panel))
    return row.results[int(name.removesuffix(".jsonl"))]


def test_a_run_verifies(run: tuple[Path, Run]) -> None:
    calls: list[None] = []
    report = verify_run(*run, lambda: calls.append(None))
    assert report.ok and report.problems == ()
    assert [(row.agent.name, row.panel.name, len(row.results)) for row in report.rows] == [
        ("random", "once", 5),
        ("random", "twice", 4),
        ("expert", "once", 5),
        ("expert", "twice", 4),
    ]
    assert len(calls) == 18
    assert all(result.verified and result.won and result.score == 1 for result in report.rows[2].results)
    assert all(result.length == 5 and not result.won for result in report.rows[1].results)
    assert verify_run(*run) == report


def test_it_reads_the_run_from_its_folder(run: tuple[Path, Run]) -> None:
    assert verify_run(run[0], read_run(run[0], run[1].suite_spec)) == verify_run(*run)


def set_in(kind: str, field: str, value: Any, t: int | None = None) -> Callable[[Lines], object]:
    def change(lines: Lines) -> None:
        line = next(line for line in lines if line["kind"] == kind and (t is None or line["t"] == t))
        assert line[field] != value
        line[field] = value

    return change


def swap_actions(lines: Lines) -> None:
    lines[2]["action"], lines[3]["action"] = lines[3]["action"], lines[2]["action"]


def more_kwargs(lines: Lines) -> None:
    lines[0]["env"]["kwargs"] = {"split": "test"}


def other_limit(lines: Lines) -> None:
    lines[0]["env"]["max_episode_steps"] = 50


def cut_short(lines: Lines) -> None:
    del lines[3:-1]
    lines[-1].update({"length": 1, "return": "0.0", "score": "0.0", "won": False})


def drop_step(lines: Lines) -> None:
    del lines[2]


def say_twice(lines: Lines) -> None:
    lines.insert(3, dict(lines[2]))


TAMPERS = {
    "reward edited": (EXPERT, set_in("step", "reward", "0.5", 2), False, 2, "reward"),
    "reward forged": (EXPERT, set_in("step", "reward", "0.5", 2), True, 2, "reward"),
    "actions swapped": (EXPERT, swap_actions, False, 1, None),
    "action forged": (EXPERT, set_in("step", "action", "left", 3), True, 3, None),
    "action no string": (EXPERT, set_in("step", "action", 7, 3), True, 3, "action"),
    "state hash forged": (EXPERT, set_in("step", "state_hash", "0" * 32, 1), True, 1, "state_hash"),
    "observation forged": (EXPERT, set_in("step", "observation_hash", "0" * 32, 0), True, 0, "observation_hash"),
    "end forged": (RANDOM, set_in("step", "terminated", True, 4), True, 4, "terminated"),
    "chain broken": (EXPERT, set_in("step", "link", "0" * 32, 2), False, 2, "link"),
    "step dropped": (EXPERT, drop_step, False, 1, None),
    "step repeated": (EXPERT, say_twice, True, None, None),
    "keywords changed": (EXPERT, more_kwargs, True, None, "env"),
    "limit changed": (EXPERT, other_limit, True, None, "env"),
    "data changed": (EXPERT, set_in("header", "data_digest", "0" * 32), True, None, "data_digest"),
    "rules changed": (EXPERT, set_in("header", "rules", "upstream"), True, None, "rules"),
    "split changed": (EXPERT, set_in("header", "split", "valid"), True, None, "split"),
    "task changed": (EXPERT, set_in("header", "task_id", "corridor/five/4"), True, None, "task_id"),
    "seed changed": (EXPERT, set_in("header", "seed", 1), True, None, "seed"),
    "agent changed": (EXPERT, set_in("header", "agent", "rule"), True, None, "agent"),
    "score forged": (RANDOM, set_in("footer", "score", "1.0"), True, None, "score"),
    "won forged": (RANDOM, set_in("footer", "won", True), True, None, "won"),
    "return forged": (RANDOM, set_in("footer", "return", "1.0"), True, None, "return"),
    "length forged": (EXPERT, set_in("footer", "length", 1), True, None, "length"),
    "head forged": (EXPERT, set_in("footer", "head", "0" * 32), False, None, "head"),
    "stopped early": (EXPERT, cut_short, True, None, "footer"),
    "footer dropped": (EXPERT, lambda lines: lines.pop(), False, None, "footer"),
}


@pytest.mark.parametrize("name", TAMPERS)
def test_tampering_is_found(run: tuple[Path, Run], name: str) -> None:
    file, change, forge, t, field = TAMPERS[name]
    edit(run[0] / file, change, forge=forge)
    report = verify_run(*run)
    assert not report.ok
    (problem,) = report.problems
    assert problem.file == file and str(problem).startswith(f"{file}: ")
    if t is not None:
        assert problem.t == t
    if field is not None:
        assert problem.field == field and repr(field) in str(problem)
    # It counts as nothing, and the others still count.
    assert (result(report, file).verified, result(report, file).score, result(report, file).won) == (False, 0, False)
    assert sum(r.verified for row in report.rows for r in row.results) == 17


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"", "the first line is no header"),
        (b"\xff\xfe\n", "line 1: not JSON"),
        (b'{"kind": "header"', "line 1: not JSON"),
        (b"[]\n", "line 1: no line of a record"),
        (b'{"kind": "header", "schema": "gigpo.episode/1"}\n', "the record None"),
        (b"[" * 100_000, "cannot be verified|not JSON"),
    ],
)
def test_files_that_are_no_records(run: tuple[Path, Run], content: bytes, text: str) -> None:
    (run[0] / EXPERT).write_bytes(content)
    report = verify_run(*run)
    (problem,) = report.problems
    assert problem.file == EXPERT
    assert any(part in problem.text for part in text.split("|")), problem.text
    assert not problem.text.startswith((",", ":"))


def test_a_dropped_episode_counts_as_0(run: tuple[Path, Run]) -> None:
    (run[0] / LATER).unlink()
    report = verify_run(*run)
    (problem,) = report.problems
    assert problem.file == LATER and "is missing" in problem.text and "corridor/five/" in problem.text
    assert result(report, LATER).missing and result(report, LATER).score == 0
    assert len(report.rows[3].results) == 4


@pytest.mark.parametrize(
    "extra",
    [
        "records/expert/once/000005.jsonl",
        "records/expert/thrice/000000.jsonl",
        "records/ghost/once/000000.jsonl",
        "records/x",
    ],
)
def test_an_extra_file_is_rejected(run: tuple[Path, Run], extra: str) -> None:
    (run[0] / extra).parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(run[0] / EXPERT, run[0] / extra)
    report = verify_run(*run)
    assert [str(problem) for problem in report.problems] == [f"{extra}: is not on the roster; remove it"]


def test_a_link_to_elsewhere_is_extra(run: tuple[Path, Run]) -> None:
    (run[0] / "records/expert/link").symlink_to(run[0])
    assert [problem.file for problem in verify_run(*run).problems] == ["records/expert/link"]


def test_a_good_episode_in_the_place_of_a_bad_one(run: tuple[Path, Run]) -> None:
    shutil.copy(run[0] / EXPERT, run[0] / "records/expert/once/000000.jsonl")
    (problem,) = verify_run(*run).problems
    assert (problem.file, problem.field) == ("records/expert/once/000000.jsonl", "task_id")


def test_a_record_under_another_limit_does_not_replay(run: tuple[Path, Run]) -> None:
    folder, it = run
    episode = it.suite.episodes(it.suite.panels[0])[0]
    env = gym.make("test/Corridor-v0", max_episode_steps=20)
    record = play(env, make_agent("random"), task_id=episode.task_id, seed=episode.seed, max_episode_steps=20)
    record.write(folder / RANDOM)
    (problem,) = verify_run(folder, it).problems
    assert (problem.file, problem.field) == (RANDOM, "env")


def test_a_record_of_another_panel(run: tuple[Path, Run]) -> None:
    folder, it = run
    task = it.suite.panels[1].tasks[0]
    index = it.suite.panels[0].tasks.index(task)
    # Same suite, task, replicate and seed: only the panel's environment differs.
    shutil.copy(folder / f"records/expert/once/{index:06d}.jsonl", folder / "records/expert/twice/000000.jsonl")
    (problem,) = verify_run(folder, it).problems
    assert (problem.file, problem.field) == ("records/expert/twice/000000.jsonl", "env")


def test_other_data_than_the_suites(run: tuple[Path, Run]) -> None:
    folder, it = run
    panel = replace(it.suite.panels[0], data_digest="0" * 32)
    with pytest.raises(SuiteError, match="data_digest"):
        verify_run(folder, replace(it, suite=replace(it.suite, panels=(panel,))))


def test_invalid_actions_are_counted_by_the_replay(tmp_path: Path) -> None:
    folder, it = toy_run(tmp_path, ("python:tests.benchmarks.agents:Mumbler",))
    report = verify_run(folder, it)
    assert report.ok
    assert [(r.invalid, r.length) for r in report.rows[1].results] == [(5, 5)] * 4


def config(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    values = json.loads((folder / "config.json").read_text())
    change(values)
    (folder / "config.json").write_text(json.dumps(values))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda c: c.update(schema="other"), "no configuration of schema"),
        (lambda c: c.update(more=1), "more: unknown key 'more'"),
        (lambda c: c.pop("agents"), "agents: is missing"),
        (lambda c: c.update(changes={"nonsense": 1}), r"changes\.nonsense: unknown key"),
        (lambda c: c.update(changes={"seed": "4"}), r"changes\.seed: expected an integer, found '4'"),
        (lambda c: c.update(changes={"episodes": True}), r"changes\.episodes: expected an integer, found True"),
        (lambda c: c.update(changes={"dataset": 7}), r"changes\.dataset: expected a string, found 7"),
        (lambda c: c.update(changes=[]), "changes: expected a table"),
        (lambda c: c.update(suite=7), "suite: expected a string, found 7"),
        (lambda c: c.update(suite_digest=None), "suite_digest: expected a string, found None"),
        (lambda c: c.update(agents=[]), "agents: a run has at least one"),
        (lambda c: c.update(agents=["random"]), r"agents\[0\]: expected a table, found 'random'"),
        (lambda c: c.update(agents=[{"spec": 1}]), r"agents\[0\]\.spec: expected a string, found 1"),
        (lambda c: c["agents"][0].pop("code"), r"agents\[0\]\.code: is missing"),
        (lambda c: c["agents"][0].update(name=" "), r"agents\[0\]\.name: expected a printable text"),
        (lambda c: c["agents"][0].update(spec="a\nb"), r"agents\[0\]\.spec: expected a printable text"),
        (
            lambda c: c["agents"][1].update(privileged="no"),
            r"agents\[1\]\.privileged: expected true or false, found 'no'",
        ),
        (lambda c: c["agents"][1].update(privileged=1), r"agents\[1\]\.privileged: expected true or false, found 1"),
        (
            lambda c: c["agents"][1].update(privileged=False),
            "'expert' reads the answer and cannot be declared otherwise",
        ),
        (lambda c: c.update(agents=c["agents"][:1] * 2), "two share a name"),
        (lambda c: c.update(agents=[c["agents"][0] | {"name": "a"}] * 2), "two share a name"),
        (lambda c: c["agents"][1].update(name="Random"), "two share a name: 'random' and 'Random'"),
        (lambda c: c.update(changes={"seed": 4}), "the suite or the data has changed since"),
        (lambda c: c.update(suite_digest="x"), "the run was made for 'x'"),
    ],
)
def test_damaged_configurations(
    run: tuple[Path, Run], change: Callable[[dict[str, Any]], object], message: str
) -> None:
    config(run[0], change)
    with pytest.raises(RunError, match=message) as caught:
        read_run(run[0], run[1].suite_spec)
    assert len(caught.value.args) == 1 and str(run[0] / "config.json") in str(caught.value)


def test_a_run_cannot_bring_its_own_suite(run: tuple[Path, Run]) -> None:
    with pytest.raises(
        RunError, match=r"suite: '.*toy\.toml' is a file, and no run can vouch for its own suite; .*--suite"
    ):
        read_run(run[0])
    # Nor by a path that looks like a name.
    shutil.copy(run[1].suite_spec, run[0] / "toy")
    config(run[0], lambda c: c.update(suite=str(run[0] / "toy")))
    with pytest.raises(SuiteError, match="unknown suite"):
        read_run(run[0])


@pytest.mark.parametrize("env", ["evil:test/Corridor-v0", "evil:x", "test/Evil-v0"])
def test_a_suite_makes_nobody_import_code(
    run: tuple[Path, Run], env: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "evil.py").write_text("import pathlib; pathlib.Path(__file__).with_name('ran').touch()")
    monkeypatch.syspath_prepend(str(tmp_path))
    folder, it = run
    forged = replace(it, suite=replace(it.suite, panels=(replace(it.suite.panels[0], env=env),)))
    with pytest.raises(SuiteError, match=f"panel 'once': env: unknown environment id '{env}'"):
        verify_run(folder, forged)
    assert not (tmp_path / "ran").exists()


def test_no_run_folder(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="is no run folder"):
        read_run(tmp_path)
    (tmp_path / "config.json").write_text("{")
    with pytest.raises(RunError, match="not JSON"):
        read_run(tmp_path)
