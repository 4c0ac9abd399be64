"""A run plays every episode once, whatever happens to it, and gives the same files."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from benchmarks.player import SHOWN_FRAMES, Failure, Outcome
from benchmarks.runner import agent_entries, play_run
from gigpo_envs.records import EpisodeRecord
from leaderboard.draft import customize
from leaderboard.journal import finished_record
from leaderboard.registry import load_suite
from leaderboard.run_folder import Job, Run, RunError, claim_folder, jobs_of
from leaderboard.verify import verify_run
from tests.leaderboard.toy import environment, toy_run, toy_suite

ROOT = Path(__file__).parents[2]
SLOW = "python:tests.benchmarks.agents:Slow"


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def make_run(folder: Path, *agents: str, name: str = "run") -> tuple[Path, Run]:
    path = folder / "toy.toml"
    spec = str(path if path.exists() else toy_suite(folder))
    run = Run(spec, load_suite(spec), agent_entries(agents))
    claim_folder(folder / name, run)
    return folder / name, run


def test_every_episode_once_in_the_order_of_the_roster(tmp_path: Path) -> None:
    folder, run = make_run(tmp_path, "random", "expert")
    seen: list[tuple[Job, bool]] = []

    def progress(job: Job, outcome: Outcome, played: bool) -> None:
        assert not isinstance(outcome, Failure) and outcome["record"] == job.path.as_posix()
        seen.append((job, played))

    assert play_run(folder, run, progress=progress) == []
    assert seen == [(job, True) for job in jobs_of(run)]
    lines = [json.loads(line) for line in (folder / "results.jsonl").read_text().splitlines()]
    assert [line["record"] for line in lines] == [job.path.as_posix() for job in jobs_of(run)]
    assert {(line["agent"], line["panel"]) for line in lines} == {
        (agent, panel) for agent in ("random", "expert") for panel in ("once", "twice")
    }
    assert all(
        line["won"] is True and line["return"] == "1.0"
        for line in lines
        if (line["agent"], line["panel"]) == ("expert", "once")
    )
    assert verify_run(folder, run).ok


def test_a_finished_run_is_left_alone(tmp_path: Path) -> None:
    folder, run = toy_run(tmp_path)
    before = contents(folder)
    times = {path: path.stat().st_mtime_ns for path in folder.rglob("*.jsonl")}
    seen: list[bool] = []
    assert play_run(folder, run, progress=lambda job, outcome, played: seen.append(played)) == []
    assert seen == [False] * 18
    assert contents(folder) == before
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*.jsonl")} == times


def test_workers_change_nothing(tmp_path: Path) -> None:
    one, run = make_run(tmp_path, "random", "expert", name="one")
    two, _ = make_run(tmp_path, "random", "expert", name="two")
    play_run(one, run)
    play_run(two, run, workers=2)
    assert contents(one) == contents(two)


DAMAGES = {
    "cut": lambda text: text[: len(text) // 2],
    "empty": lambda text: "",
    "no footer": lambda text: text[: text.rindex("\n", 0, -1) + 1],
    "broken chain": lambda text: text.replace('"action":"right"', '"action":"left"', 1),
    "another's": lambda text: text.replace('"agent":"expert"', '"agent":"random"', 1),
    "no link": lambda text: text.replace('"link"', '"lnk"', 1),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_record_is_played_again(tmp_path: Path, damage: str) -> None:
    folder, run = toy_run(tmp_path)
    before = contents(folder)
    path = folder / "records/expert/once/000001.jsonl"
    broken = DAMAGES[damage](path.read_text())
    assert broken != path.read_text()
    path.write_text(broken)
    played: list[str] = []
    play_run(folder, run, progress=lambda job, outcome, new: played.append(job.path.as_posix()) if new else None)
    assert played == ["records/expert/once/000001.jsonl"]
    after = contents(folder)
    journal, journal_before = (files.pop("results.jsonl").splitlines() for files in (after, before))
    assert after == before, "the record is another"
    assert sorted(journal) == sorted(journal_before), "the journal has it twice"
    assert journal[-1].startswith(b'{"agent":"expert","panel":"once"'), "it was played last"


def test_what_a_kill_leaves_behind_is_cleared(tmp_path: Path) -> None:
    folder, run = toy_run(tmp_path)
    before = contents(folder)
    (folder / "records/expert/once/000001.jsonl").unlink()
    (folder / "records/expert/once/000001.jsonl.partial").write_text('{"kind":"hea')
    journal = folder / "results.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join(lines[:-1]) + lines[-1][:20])
    play_run(folder, run)
    after = contents(folder)
    assert sorted(after.pop("results.jsonl").splitlines()) == sorted(before.pop("results.jsonl").splitlines())
    assert after == before
    assert verify_run(folder, run).ok


def test_a_journal_that_is_none(tmp_path: Path) -> None:
    folder, run = toy_run(tmp_path)
    before = contents(folder)
    for text in ("nonsense\n", "3\n", "{}\n"):
        (folder / "results.jsonl").write_text(text)
        with pytest.raises(RunError, match=r"results.jsonl is damaged .*; delete it"):
            play_run(folder, run)
    (folder / "results.jsonl").unlink()
    play_run(folder, run)
    assert contents(folder) == before


def test_an_intact_record_that_does_not_replay_is_a_finding(tmp_path: Path) -> None:
    from tests.leaderboard.test_verify import edit, set_in

    folder, run = toy_run(tmp_path)
    edit(folder / "records/expert/once/000001.jsonl", set_in("step", "reward", "0.5", 2), forge=True)
    job = next(job for job in jobs_of(run) if job.path.as_posix() == "records/expert/once/000001.jsonl")
    assert finished_record(folder, job, run.suite.panel(job.panel).data_digest) is not None
    play_run(folder, run)
    assert not verify_run(folder, run).ok


@pytest.mark.parametrize(("field", "value"), [("version", "0.0.1"), ("data_digest", "0" * 32)])
def test_a_record_of_another_version_or_data_is_played_again(tmp_path: Path, field: str, value: str) -> None:
    from tests.leaderboard.test_verify import edit, set_in

    folder, run = toy_run(tmp_path)
    before = contents(folder)
    edit(folder / "records/expert/once/000001.jsonl", set_in("header", field, value), forge=True)
    # The journal tells of that record, as it did when that version was played.
    record = EpisodeRecord.read(folder / "records/expert/once/000001.jsonl")
    assert record.footer is not None
    journal = folder / "results.jsonl"
    lines = [json.loads(line) for line in journal.read_text().splitlines()]
    line = next(line for line in lines if line["record"] == "records/expert/once/000001.jsonl")
    line["head"] = record.footer["head"]
    journal.write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines))
    played: list[str] = []
    play_run(folder, run, progress=lambda job, outcome, new: played.append(job.path.as_posix()) if new else None)
    assert played == ["records/expert/once/000001.jsonl"]
    after = contents(folder)
    assert sorted(after.pop("results.jsonl").splitlines()) == sorted(before.pop("results.jsonl").splitlines())
    assert after == before
    assert verify_run(folder, run).ok


def test_the_journal_is_not_written_through_a_link(tmp_path: Path) -> None:
    folder, run = make_run(tmp_path, "random")
    victim = tmp_path / "victim"
    victim.write_text("")
    (folder / "results.jsonl").symlink_to(victim)
    play_run(folder, run)
    assert victim.read_text() == ""
    assert len((folder / "results.jsonl").read_text().splitlines()) == 9


def test_a_failing_agent_does_not_stop_the_others(tmp_path: Path) -> None:
    folder, run = make_run(tmp_path, "python:tests.benchmarks.agents:Numb", "expert")
    failures = play_run(folder, run)
    assert [failure.job.episode.task_id for failure in failures] == ["corridor/five/4"]
    assert "an action is a string, but 7" in failures[0].error and "Traceback" in failures[0].error
    report = verify_run(folder, run)
    assert [problem.text for problem in report.problems] == ["is missing; corridor/five/4 counts as score 0"]
    assert len((folder / "results.jsonl").read_text().splitlines()) == 17


def test_a_failure_shows_the_agents_own_frames(tmp_path: Path) -> None:
    folder, run = make_run(tmp_path, "python:tests.benchmarks.agents:Digger")
    error = play_run(folder, run)[0].error
    assert "ValueError: bedrock" in error and "in dig" in error
    assert "benchmarks/player.py" not in error and "benchmarks/episode.py" not in error
    # act and 31 times dig.
    assert error.startswith(f"({32 - SHOWN_FRAMES} frames before these left out)\nTraceback")
    assert error.count("  File ") <= SHOWN_FRAMES


def test_an_agent_that_quits_does_not_end_the_run(tmp_path: Path) -> None:
    folder, run = make_run(tmp_path, "python:tests.benchmarks.agents:Quitter")
    failures = play_run(folder, run)
    assert len(failures) == len(jobs_of(run)) and "SystemExit" in failures[0].error


def test_an_agent_that_fails_to_close_warns(tmp_path: Path) -> None:
    with pytest.warns(
        UserWarning, match=r"agents:Clinging' failed in close\(\): RuntimeError: cannot let go"
    ) as caught:
        folder, run = make_run(tmp_path, "python:tests.benchmarks.agents:Clinging")
        assert play_run(folder, run) == []
    assert len(caught) == 2


def test_a_worker_that_dies(tmp_path: Path) -> None:
    folder, run = make_run(tmp_path, "python:tests.benchmarks.agents:Dying")
    with pytest.raises(RunError, match="a worker process died"):
        play_run(folder, run, workers=2)


def test_agents_must_have_names_of_their_own() -> None:
    with pytest.raises(RunError, match="share the name 'random'"):
        agent_entries(["random", "python:tests.benchmarks.agents:Twin"])
    assert len(agent_entries(["random", "random"])) == 1


def test_agent_names_become_folders() -> None:
    entries = agent_entries(["random", "python:tests.benchmarks.agents:markup"])
    assert entries[0].folder == "random"
    assert entries[1].folder.startswith("-script-alert-x-script-y-") and "/" not in entries[1].folder


def test_a_folder_of_another_run_is_refused(tmp_path: Path) -> None:
    folder, run = toy_run(tmp_path)
    assert claim_folder(folder, run) is True
    others = [
        Run(run.suite_spec, run.suite, run.agents[:1]),
        Run(run.suite_spec, customize(run.suite, seed=4), run.agents),
    ]
    for other, key in zip(others, ("agents", "changes"), strict=True):
        with pytest.raises(RunError, match=rf"another configuration \(.*{key}: .*--out"):
            claim_folder(folder, other)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("precious")
    with pytest.raises(RunError, match="is not empty and holds no run"):
        claim_folder(tmp_path / "mine", run)
    with pytest.raises(RunError, match="is not empty and holds no run"):
        claim_folder(tmp_path / "mine" / "thesis.txt", run)


def start(folder: Path, workers: int) -> subprocess.Popen[bytes]:
    words = ["-m", "benchmarks.run", "--suite", str(folder / "toy.toml"), "--agent", SLOW, "--out", str(folder / "run")]
    return subprocess.Popen(
        [sys.executable, *words, "--workers", str(workers)],
        cwd=ROOT,
        env=environment(SLOW_AGENT_FOLDER=str(folder / "pids")),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        # Where these tests run in the background of a shell, Ctrl-C would be ignored by all that they start.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def wait_for(condition: object, seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def number_of_records(folder: Path) -> int:
    return len(list((folder / "run").glob("records/*/*/*.jsonl")))


def is_alive(pid: str) -> bool:
    try:
        return Path("/proc", pid, "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
@pytest.mark.parametrize(
    ("workers", "ends"), [(1, signal.SIGKILL), (2, signal.SIGKILL), (1, signal.SIGINT), (2, signal.SIGINT)]
)
def test_stopped_and_gone_on_with(tmp_path: Path, workers: int, ends: signal.Signals) -> None:
    whole, run = make_run(tmp_path, SLOW, name="whole")
    play_run(whole, run)
    (tmp_path / "pids").mkdir()
    for more in (1, 3):
        enough = more + number_of_records(tmp_path)
        process = start(tmp_path, workers)
        wait_for(lambda enough=enough: number_of_records(tmp_path) >= enough)
        process.send_signal(ends)
        error = process.communicate(timeout=30)[1].decode()
        assert process.returncode == (130 if ends == signal.SIGINT else -ends)
        assert ends == signal.SIGKILL or "the same command goes on" in error
        pids = [path.name for path in (tmp_path / "pids").iterdir()]
        assert len(pids) >= workers
        wait_for(lambda pids=pids: not any(map(is_alive, pids)))
    process = start(tmp_path, workers)
    assert b"finished before and kept: " in process.communicate(timeout=60)[1]
    assert process.returncode == 0
    files = contents(tmp_path / "run")
    journal = files.pop("results.jsonl")
    expected = contents(whole)
    assert sorted(journal.splitlines()) == sorted(expected.pop("results.jsonl").splitlines())
    assert {name: data for name, data in files.items() if name in expected} == expected
    assert set(files) - set(expected) == {"index.html", "table.json", "table.md"}
