"""The tables of a training step, and the comparison with TRL on a stand-in that answers as TRL's process does."""

from __future__ import annotations

import json
import sys
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from gigpo_envs.group import GroupVectorEnv
from gigpo_envs.prompting import Prompter, load_preset
from tests.trainer.speed.conftest import CORRIDOR
from trainer.speed import beside_trl, training
from trainer.speed.beside_trl import (
    FIRST,
    LATER,
    RESTRICTED,
    Differ,
    Here,
    Trl,
    TrlError,
    check_same,
    compare,
    make_task,
)
from trainer.speed.steps import ACTIONS, BACKWARD, FORWARD, RESET, ROWS, WORLD, Step, endless, median, timed_rollout
from trainer.speed.subjects import load
from trainer.speed.training import main, profile_table, step_table

NUMBERS = {
    "step": 5.0,
    "generation": 1.0,
    "forward": 1.0,
    "backward": 2.0,
    "grad_norm": 0.5,
    **{f"{what} {name}": 1.0 for what in ("generate", "tokens", "prompt tokens") for name in (FIRST, LATER)},
}


def test_the_commands_tables(corridor: None, folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--model", folder, "--groups", "2", "--new", "2", "--rounds", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    heads = [line.split("|")[1].strip() for line in lines if line.startswith("|")]
    assert heads[:3] == ["a step of 2 x 8 episodes", "---", "rows"]
    assert {"rollout", f"rollout: {FORWARD}", f"rollout: {WORLD}", "update", f"update: {BACKWARD}"} <= set(heads)
    # Three turns of 16 episodes, less those that were over sooner.
    rows = next(line for line in lines if line.startswith("| rows"))
    assert all(16 < int(cell) <= 48 for cell in rows.split("|")[2:4])


def test_a_rollout_by_phase(corridor: None, folder: str) -> None:
    envs = GroupVectorEnv(CORRIDOR, 2, 4, max_episode_steps=3)
    rollout, seconds = timed_rollout(
        endless(load(folder)),
        envs,
        Prompter(load_preset("compact")),
        np.random.default_rng(0),
        restrict=False,
        new=4,
        seed=5,
        random_actions=True,
    )
    assert {len(sample.reply) for sample in rollout.samples} == {4}
    assert {FORWARD, RESET, WORLD, ROWS} <= set(seconds) and ACTIONS not in seconds
    assert all(value > 0 for value in seconds.values())
    # The world went by the random actions: those of the same seed, drawn again.
    again, rng = GroupVectorEnv(CORRIDOR, 2, 4, max_episode_steps=3), np.random.default_rng(5)
    again.reset(seed=5)
    taken: list[list[str]] = [[] for _ in range(8)]
    while again.active.any():
        moving, actions = again.active, again.sample_actions(rng)
        for member in np.flatnonzero(moving):
            taken[member].append(actions[member])
        again.step(actions)
    assert rollout.actions == [action for actions in taken for action in actions]


def test_medians_by_number_and_phase() -> None:
    steps = [
        Step(1, 2, 3, 4, {"a": 1.0}, {}),
        Step(3, 2, 3, 4, {"a": 2.0, "b": 9.0}, {}),
        Step(5, 9, 3, 4, {"a": 3.0}, {}),
    ]
    assert median(steps) == Step(3, 2, 3, 4, {"a": 2.0, "b": 0.0}, {})


def test_rates_and_shares() -> None:
    step = Step(10, 1200, 600, 900, {FORWARD: 2.0, WORLD: 1.0}, {BACKWARD: 3.0})
    lines = list(step_table({"restricted": step}, 4))
    assert "| rollout: tokens/CPU s | 400 |" in lines and "| rollout: read tokens/CPU s | 200 |" in lines
    assert "| update: tokens/CPU s | 300 |" in lines
    lines = list(profile_table({"restricted": step}))
    assert f"| rollout: {FORWARD} | 2.000 (66.7%) |" in lines and "| update | 3.00 |" in lines


def test_what_both_are_given(corridor: None, folder: str) -> None:
    task = make_task(load(folder), 2, 3, 2)
    first, later = task.prompts[FIRST], task.prompts[LATER]
    assert first.different < later.different
    assert [len(sample.reply) for sample in later.samples] == [3] * 16
    assert all(sample.action is None for sample in later.samples)
    encoded = [load(folder).encode(messages) for messages in later.messages]
    assert encoded == [sample.prompt for sample in later.samples]
    assert task.micro == 16 and task.batch.groups == 2


def stand_in(tmp_path: Path, *answers: dict[str, float], after: str = "") -> str:
    """Return a program that answers lines as TRL's process does, and ends after the last one."""
    program = tmp_path / "python"
    lines = [json.dumps(one) for one in ({"trl": "0.0"}, *answers)]
    program.write_text(
        f"#!{sys.executable}\nimport sys\nfor answer in {lines!r}:\n    sys.stdin.readline()\n"
        f"    print(answer, flush=True)\nsys.stdin.readline()\n{after}\n"
    )
    program.chmod(0o755)
    return str(program)


def test_steps_in_turn(corridor: None, folder: str, tmp_path: Path) -> None:
    chat = load(folder)
    task = make_task(chat, 2, 3, 2)
    here = Here(chat, task)
    once = here.step()
    assert once[f"tokens {LATER}"] == 48 and once[f"tokens {RESTRICTED}"] != 48
    assert once["update"] > once["forward"] + once["backward"] > 0
    same = {name: value for name, value in once.items() if "tokens" in name and RESTRICTED not in name}
    # The first steps warm up, and are not counted.
    alike = NUMBERS | same | {"grad_norm": Here(load(folder), task).step()["grad_norm"]}
    answers = [alike | {"step": seconds} for seconds in (100.0, 100.0, 6.0, 3.0, 6.0, 3.0)]
    with closing(Trl(stand_in(tmp_path, *answers), folder, task)) as trl:
        theirs, ours = compare(trl, Here(load(folder), task), 2)
    assert trl.versions == {"trl": "0.0"} and (theirs["update"], theirs["replies update"]) == (5.0, 2.0)
    table = list(training.trl_tables(task, theirs, ours, "TRL 0.0"))
    assert table[0] == "| 16 replies of 3 tokens | TRL 0.0 | here | ratio |"
    title = f"the first step's prompts, {task.prompts[FIRST].different} different: new tokens/CPU s"
    assert any(line.startswith(f"| {title} | 48 |") for line in table)
    fed = sum(len(sample.prompt) + len(sample.reply) for sample in task.prompts[LATER].samples)
    assert any(line.startswith(f"| tokens/CPU s | {fed / 5:,.0f} | {fed / 2:,.0f} |") for line in table)


def test_a_process_that_ends_is_explained(corridor: None, folder: str, tmp_path: Path) -> None:
    task = make_task(load(folder), 1, 2, 1)
    program = stand_in(tmp_path, after="sys.exit('no module named trl')")
    said = "TRL's process ended with 1: no module named trl"
    with closing(Trl(program, folder, task)) as trl, pytest.raises(TrlError, match=said):
        trl.step()


def test_other_work_is_not_compared() -> None:
    theirs = NUMBERS | {"replies grad_norm": 0.5}
    check_same(theirs, NUMBERS | {"grad_norm": 0.5003})
    with pytest.raises(Differ, match=r"the norm of the gradient is 0\.5 in TRL, but 0\.6 here"):
        check_same(theirs | {"grad_norm": 0.6}, NUMBERS | {"grad_norm": 0.6})
    with pytest.raises(Differ, match=f"prompt tokens {LATER}: TRL has 1, but here are 7"):
        check_same(theirs, NUMBERS | {f"prompt tokens {LATER}": 7.0})


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["--rounds", "0"], "--rounds"),
        (["--trl", "no-such-python"], "--trl no-such-python: no such program; make .venv-trl/.stamp-trl-peers"),
        (["--model", "no-such-folder"], "there is no model in 'no-such-folder'"),
    ],
)
def test_bad_input(arguments: list[str], text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert text in capsys.readouterr().err


def test_trl_that_does_something_else(
    corridor: None, folder: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "measure_steps", lambda *_: Step(1, 1, 1, 1, {FORWARD: 1.0}, {BACKWARD: 1.0}))
    arguments = ["--model", folder, "--groups", "1", "--new", "2", "--trl", stand_in(tmp_path, NUMBERS, NUMBERS)]
    assert main(arguments) == 1
    assert "tokens first: TRL has 1, but here are 16" in capsys.readouterr().err
    assert beside_trl.MICRO % 8 == 0
