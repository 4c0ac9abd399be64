"""Records: append-only, chained, replayed, and their forgeries found."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest

from gigpo_envs import EpisodeRecord, RecordEpisode, fork, get_state, replay, set_state, unwrap
from gigpo_envs.records import chain
from gigpo_envs.wrappers import HistoryObservation

WIN = ("take key", "nonsense \ud800 é", "right", "right", "open door")


def record(folder: Path | None = None, actions: tuple[str, ...] = WIN) -> EpisodeRecord:
    env = RecordEpisode(gym.make("test/Corridor-v0"), folder, agent="script")
    env.reset(seed=3, options={"task_id": "corridor/five/2"})
    for action in actions:
        env.step(action)
    env.close()
    assert env.record is not None
    return env.record


def test_a_file_holds_the_whole_record_and_replays(tmp_path: Path) -> None:
    made = record(tmp_path)
    read = EpisodeRecord.read(tmp_path / "000000.jsonl")
    assert read == made and read.actions == list(WIN)
    assert read.footer is not None
    assert {key: read.footer[key] for key in ("return", "score", "won", "length")} == {
        "return": "1.0",
        "score": "1.0",
        "won": True,
        "length": 5,
    }
    report = replay(tmp_path / "000000.jsonl")
    assert report.ok and report.footer == read.footer and str(report) == "the record replays"
    made.write(tmp_path / "again.jsonl")
    assert (tmp_path / "again.jsonl").read_bytes() == (tmp_path / "000000.jsonl").read_bytes()


def test_lines_are_written_as_they_happen(tmp_path: Path) -> None:
    env = RecordEpisode(gym.make("test/Corridor-v0"), tmp_path)
    env.reset(seed=0)
    env.step("left")
    read = EpisodeRecord.read(tmp_path / "000000.jsonl")
    assert read.actions == ["left"] and read.footer is None
    report = replay(read)
    assert (report.ok, report.field) == (False, "footer")
    env.close()


def test_agent_lines_are_outside_the_chain(tmp_path: Path) -> None:
    env = RecordEpisode(gym.make("test/Corridor-v0", max_episode_steps=1), tmp_path)
    env.reset(seed=0)
    env.note(completion="<think>é</think> left", tokens=7)
    env.step("left")
    text = (tmp_path / "000000.jsonl").read_text()
    (tmp_path / "edited.jsonl").write_text(text.replace('"tokens":7', '"tokens":8'))
    read = EpisodeRecord.read(tmp_path / "edited.jsonl")
    assert read.agent[0]["tokens"] == 8 and replay(read).ok


def test_wrappers_do_not_change_the_record() -> None:
    env = RecordEpisode(HistoryObservation(gym.make("test/Corridor-v0"), 2, 2), None)
    env.reset(options={"task_id": "corridor/five/2"})
    for action in WIN:
        env.step(action)
    assert env.record is not None and replay(env.record).ok


def test_a_fork_has_a_record_of_its_own(tmp_path: Path) -> None:
    env = RecordEpisode(gym.make("test/Corridor-v0"), tmp_path)
    env.reset(options={"task_id": "corridor/five/2"})
    env.step("take key")
    twin = fork(env)
    for action in ("right", "right", "open door"):
        twin.step(action)
    env.step("left")
    assert twin.record is not None and replay(twin.record).ok
    assert EpisodeRecord.read(tmp_path / "000000.jsonl").actions == ["take key", "left"]
    later = RecordEpisode(gym.make("test/Corridor-v0"), None)
    set_state(later, json.loads(json.dumps(get_state(env))))
    for action in ("right", "right", "right", "open door"):
        later.step(action)
    assert later.record is not None and replay(later.record).ok
    env.close()


def test_nothing_is_recorded_after_the_end(tmp_path: Path) -> None:
    env = RecordEpisode(gym.make("test/Corridor-v0", max_episode_steps=1), tmp_path)
    with pytest.raises(RuntimeError, match="reset"):
        env.step("left")
    env.reset(seed=0)
    env.step("left")
    with pytest.raises(RuntimeError, match="reset"):
        env.step("left")


def set_field(index: int, name: str, value: object) -> Callable[[list[dict[str, Any]]], None]:
    return lambda lines: lines[index].__setitem__(name, value)


def drop(index: int) -> Callable[[list[dict[str, Any]]], None]:
    return lambda lines: lines.__delitem__(index)


FORGERIES = {
    "reward": (set_field(2, "reward", "1.0"), 1, "reward"),
    "state hash": (set_field(3, "state_hash", "0" * 32), 2, "state_hash"),
    "observation hash": (set_field(3, "observation_hash", "0" * 32), 2, "observation_hash"),
    "termination": (set_field(2, "terminated", True), 1, "terminated"),
    "t": (set_field(2, "t", 7), 1, "t"),
    "swapped action": (set_field(2, "action", "left"), 1, "observation_hash"),
    "an action without effect": (set_field(3, "action", "other nonsense"), 2, "link"),
    "an action of another type": (set_field(3, "action", 5), 2, "action"),
    "an added field": (set_field(3, "note", "x"), 2, "note"),
    "link": (set_field(3, "link", "0" * 32), 2, "link"),
    "dropped step": (drop(3), 2, "t"),
    "dropped last step": (drop(6), None, "footer"),
    "score": (set_field(-1, "score", "0.5"), None, "score"),
    "won": (set_field(-1, "won", False), None, "won"),
    "head": (set_field(-1, "head", "0" * 32), None, "head"),
    "0 for False": (set_field(2, "terminated", 0), 1, "terminated"),
    "1.0 for 1": (set_field(2, "t", 1.0), 1, "t"),
    "1 for True": (set_field(-1, "won", 1), None, "won"),
    "an added null": (set_field(2, "note", None), 1, "note"),
    "a dropped null": (lambda lines: lines[1].__delitem__("action"), 0, "action"),
    "agent": (set_field(0, "agent", "better"), None, "link"),
    "split": (set_field(0, "split", "test"), None, "split"),
    "task": (set_field(0, "task_id", "corridor/five/1"), None, "link"),
    "unknown task": (set_field(0, "task_id", "nowhere"), None, "task_id"),
    "unknown environment": (
        set_field(0, "env", {"id": "os:system", "kwargs": {}, "max_episode_steps": 1}),
        None,
        "env",
    ),
    "no environment": (lambda lines: lines[0].__delitem__("env"), None, "env"),
    "digest": (set_field(0, "data_digest", "0" * 32), None, "data_digest"),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_forgeries_are_named(name: str, tmp_path: Path) -> None:
    forge, t, field = FORGERIES[name]
    record(tmp_path)
    path = tmp_path / "000000.jsonl"
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    forge(lines)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    report = replay(path)
    assert not report.ok and (report.t, report.field) == (t, field), str(report)


def test_a_forger_who_mends_the_chain_is_found_by_replay(tmp_path: Path) -> None:
    made = record()
    made.steps[2]["reward"] = "1.0"
    link = made.header["link"]
    for line in made.steps:
        line["link"] = link = chain(link, line)
    made.finish({"score": 1.0, "won": True})
    report = replay(made)
    assert (report.t, report.field) == (2, "reward")


def test_a_record_cut_short_with_a_forged_footer_is_found() -> None:
    made = record()
    del made.steps[3:]
    made.finish({"score": 0.0, "won": False})
    report = replay(made)
    assert (report.ok, report.field, report.replayed) == (False, "footer", None)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no header"),
        ("{", "line 1: not JSON"),
        ("[]\n", "line 1: no line of a record"),
        ("[" * 100_000, "line 1: not JSON"),
        ('{"kind":"header","kind":"header"}', "line 1: not JSON .a key stands there twice"),
        ('{"kind":"header","seed":NaN}', "line 1: not JSON .NaN is no number of JSON"),
        ('{"kind":"header","seed":' + "9" * 5000 + "}", "line 1: not JSON"),
        ("\ufeff{}", "line 1: not JSON"),
        ('{"kind":"header","schema":"gigpo.episode/9"}\n', "no header of schema"),
        ('{"kind":"header","schema":"gigpo.episode/1"}\n{"kind":"st', "line 2: not JSON.*cut short"),
        ('{"kind":"header","schema":"gigpo.episode/1"}\n{"kind":"footer"}\n{"kind":"step"}\n', "footer, last"),
    ],
)
def test_damaged_files_are_named(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        replay(path)
    path.write_bytes(b'{"kind":"header"}\n\xff')
    with pytest.raises(ValueError, match="line 2: not JSON"):
        replay(path)
    with pytest.raises(FileNotFoundError):
        replay(tmp_path / "absent.jsonl")


def test_an_environment_without_a_spec_is_refused() -> None:
    env = RecordEpisode(unwrap(gym.make("test/Corridor-v0")).fork(), None)
    env.unwrapped.spec = None
    with pytest.raises(ValueError, match=r"gym\.make"):
        env.reset(seed=0)


def test_a_folder_with_records_is_refused_and_nothing_recorded(tmp_path: Path) -> None:
    record(tmp_path)
    before = (tmp_path / "000000.jsonl").read_bytes()
    env = RecordEpisode(gym.make("test/Corridor-v0"), tmp_path)
    with pytest.raises(FileExistsError, match=r"000000.jsonl is there already: name a folder") as caught:
        env.reset(seed=0)
    assert len(caught.value.args) == 1
    with pytest.raises(RuntimeError, match="no episode is being recorded"):
        env.step("left")
    assert (tmp_path / "000000.jsonl").read_bytes() == before


@pytest.mark.parametrize("content", [{"kind": "footer"}, {"t": 9}, {"x": float("nan")}, {"x": object()}])
def test_notes_cannot_break_a_record(content: dict[str, Any], tmp_path: Path) -> None:
    env = RecordEpisode(gym.make("test/Corridor-v0", max_episode_steps=1), tmp_path)
    env.reset(seed=0)
    with pytest.raises(ValueError, match="this cannot be noted"):
        env.note(**content)
    env.step("left")
    assert EpisodeRecord.read(tmp_path / "000000.jsonl") == env.record


def test_a_report_of_a_huge_value_is_short() -> None:
    made = record()
    made.header["env"]["kwargs"] = {"split": "x" * 10_000_000}
    assert len(str(replay(made))) < 1000


def test_pickles_and_copies_record_in_memory(tmp_path: Path) -> None:
    env = RecordEpisode(gym.make("test/Corridor-v0", max_episode_steps=2), tmp_path)
    env.reset(seed=0)
    env.step("left")
    twin: RecordEpisode
    for twin in (pickle.loads(pickle.dumps(env)), copy.deepcopy(env)):
        twin.step("right")
        assert twin.record is not None
        assert replay(twin.record).ok
    assert EpisodeRecord.read(tmp_path / "000000.jsonl").actions == ["left"]
    env.close()
