from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from benchmarks.agents.hf.chat import ChatModel
from benchmarks.agents.hf.sources import load_chat_model
from gigpo_envs.prompting import Prompter, load_preset
from leaderboard.draft import draft
from leaderboard.statistics import wilson_interval
from leaderboard.suite import SuiteError
from trainer.local import evaluation
from trainer.local.config import EnvConfig, EvaluationConfig
from trainer.local.evaluation import Roster, evaluate, load_rosters
from trainer.policies.hugging_face import HuggingFacePolicy
from trainer.rollout import Rollout

ENV = EnvConfig(id="test/Corridor-v0", max_episode_steps=30)
PROMPTER = Prompter(load_preset("compact"))
SUITE = """
schema = "gigpo.suite/1"
name = "mine"
title = "Mine"
description = "Two rosters of the corridor."
[[panels]]
name = "short"
env = "test/Corridor-v0"
max_episode_steps = 20
metric = "success"
replicates = 2
draw = {split = "all"}
[[panels]]
name = "long"
env = "test/Corridor-v0"
max_episode_steps = 60
metric = "success"
draw = {split = "test"}
"""


@pytest.fixture
def chat(model_folder: Path) -> ChatModel:
    return load_chat_model(str(model_folder))


def policy(chat: ChatModel) -> HuggingFacePolicy:
    return HuggingFacePolicy(chat, max_reply_tokens=24, temperature=1.0, restrict=True)


@pytest.fixture
def suite(tmp_path: Path) -> str:
    path = tmp_path / "mine.toml"
    path.write_text(SUITE, encoding="utf-8")
    draft(path)
    return str(path)


def test_every_task_of_a_suite_is_played_as_often_as_it_says(chat: ChatModel, suite: str) -> None:
    rosters = load_rosters(EvaluationConfig(suite=suite), ENV)
    seen: dict[str, tuple[tuple[str, ...], Rollout]] = {}
    numbers = evaluate(
        rosters, policy(chat), PROMPTER, see=lambda roster, tasks, played: _note(seen, roster, tasks, played)
    )
    tasks, played = seen["short"]
    assert sorted(tasks) == [f"corridor/five/{number}" for number in range(5)]
    assert len(played.won) == 10 and played.length.max() <= 20
    assert seen["long"][0] == ("corridor/five/4",)
    won = int(seen["short"][1].won.sum())
    assert numbers["eval/short/success"] == pytest.approx(won / 10)
    assert numbers["eval/short/low"] <= won / 10 <= numbers["eval/short/high"]
    assert numbers["eval/short/length"] == pytest.approx(played.length.mean())
    assert {name.split("/")[1] for name in numbers} == {"short", "long"}


def _note(
    seen: dict[str, tuple[tuple[str, ...], Rollout]], roster: Roster, tasks: tuple[str, ...], played: Rollout
) -> None:
    seen[roster.name] = (tasks, played)


def test_equal_policies_get_equal_numbers(chat: ChatModel) -> None:
    rosters = load_rosters(EvaluationConfig(count=3, split="train"), ENV)
    one = evaluate(rosters, policy(chat), PROMPTER)
    assert evaluate(rosters, policy(chat), PROMPTER) == one
    assert evaluate(rosters, policy(chat), PROMPTER, seed=1) != one


def test_independent_tasks_get_wilsons_interval(chat: ChatModel) -> None:
    rosters = load_rosters(EvaluationConfig(count=3, split="train"), ENV)
    numbers = evaluate(rosters, policy(chat), PROMPTER)
    interval = wilson_interval(round(3 * numbers["eval/train/success"]), 3)
    assert (numbers["eval/train/low"], numbers["eval/train/high"]) == (interval.low, interval.high)


def test_large_rosters_are_played_in_parts(chat: ChatModel, suite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluation, "EPISODES", 4)
    parts = []
    rosters = load_rosters(EvaluationConfig(suite=suite), ENV)[:1]
    numbers = evaluate(rosters, policy(chat), PROMPTER, see=lambda roster, tasks, played: parts.append((tasks, played)))
    assert [len(tasks) for tasks, _ in parts] == [2, 2, 1]
    won = np.concatenate([played.won for _, played in parts])
    assert numbers["eval/short/success"] == pytest.approx(won.mean())


def test_rosters_that_cannot_be_played(suite: str) -> None:
    with pytest.raises(SuiteError, match="unknown suite 'quik'. Did you mean 'quick'"):
        load_rosters(EvaluationConfig(suite="quik"), ENV)
    path = Path(suite)
    path.write_text(path.read_text(encoding="utf-8").replace("corridor/five/4", "corridor/five/7"), encoding="utf-8")
    with pytest.raises(SuiteError, match="unknown task id"):
        load_rosters(EvaluationConfig(suite=suite), ENV)
