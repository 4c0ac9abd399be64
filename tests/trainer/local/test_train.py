from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.trainer.local.runs import assert_same, numbers, short
from trainer.local.loop import Trainer
from trainer.local.settings import SettingsError
from trainer.train import config_of, main, parser, seeds_of

ROOT = Path(__file__).resolve().parents[3]


def command(model: Path, out: Path) -> list[str]:
    settings = (
        "policy.prompt=compact",
        "policy.restrict=true",
        "policy.device=cpu",
        "env.groups=2",
        "env.group_size=3",
        "env.max_episode_steps=4",
        "evaluation.count=2",
        "update.loss.kl=0",
        "callbacks=[]",
    )
    words = ["--env", "gigpo/TextMaze-v0", "--model", str(model), "--out", str(out), "--updates", "2"]
    return [*words, *(word for setting in settings for word in ("--set", setting))]


def test_the_command(model_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = [*command(model_folder, tmp_path / "run"), "--algorithm", "grpo", "--seed", "5"]
    assert main(words) == 0
    printed = capsys.readouterr()
    assert "2 updates; training tasks" in printed.out and "checkpoints/000002/model" in printed.out
    assert "train: 2 of 2 updates" in printed.err
    config = tomllib.loads((tmp_path / "run" / "config.toml").read_text(encoding="utf-8"))
    assert (config["algorithm"]["name"], config["seed"], config["env"]["groups"]) == ("grpo", 5, 2)
    assert main(words) == 0  # finished: nothing to do
    assert len(numbers(tmp_path / "run")) == 3
    assert main([*words, "--algorithm", "gigpo"]) == 2
    assert "algorithm.name: 'grpo' there, 'gigpo' asked for" in capsys.readouterr().err


def test_several_seeds_in_processes_of_their_own(
    model_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = command(model_folder, tmp_path / "arm")
    assert main([*words, "--seeds", "3,4", "--workers", "1"]) == 0
    assert "python -m trainer.compare" in capsys.readouterr().out
    assert main([*command(model_folder, tmp_path / "alone"), "--seed", "4"]) == 0
    assert_same(tmp_path / "arm" / "seed-4", tmp_path / "alone")
    assert numbers(tmp_path / "arm" / "seed-3") != numbers(tmp_path / "alone")


def test_a_run_that_is_killed_at_any_moment_goes_on_bit_for_bit(model_folder: Path, tmp_path: Path) -> None:
    script = [sys.executable, "-m", "tests.trainer.local.killed", str(model_folder), str(tmp_path / "killed")]
    done = subprocess.run(
        script,
        cwd=ROOT,
        env=os.environ | {"OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout.split()[-1]) > 1  # so many were stopped before they had finished
    Trainer(short(model_folder, tmp_path / "whole", save_every=1)).run()
    assert_same(tmp_path / "whole", tmp_path / "killed")
    assert len(list((tmp_path / "killed" / "checkpoints").glob("[0-9]*"))) == 1


def test_settings_beat_each_other_in_order(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("seed = 2\n[optimizer]\nlr = 5e-4\n", encoding="utf-8")
    words = ["--preset", "tiny-alfworld", "--config", str(tmp_path / "mine.toml"), "--seed", "3"]
    config = config_of(parser().parse_args([*words, "--set", "seed=4", "--set", "env.kwargs.split=valid"]))
    assert (config.seed, config.optimizer.lr, config.optimizer.warmup) == (4, 5e-4, 4)
    assert config.env.kwargs == {"dataset_options": {"size": "tiny", "count": 4000}, "split": "valid"}
    assert config_of(parser().parse_args(words)).seed == 3


def test_settings_are_printed_with_what_they_mean(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--preset", "webshop-paper", "--print-config"]) == 0
    printed = capsys.readouterr().out
    assert tomllib.loads(printed)["update"]["minibatch_rows"] == 64
    assert "# Number of updates." in printed
    assert main(["presets"]) == 0
    rows = [line.split(" | ") for line in capsys.readouterr().out.splitlines()]
    assert len({len(row) for row in rows if "---" not in row[0]}) == 1
    (webshop,) = [row for row in rows if row[0] == "| webshop-paper"]
    assert webshop[1:5] == ["16 x 8", "15", "150", "1e-06"] and "verl-agent" in webshop[-1]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--preset", "tiny"], "unknown preset 'tiny'"),
        (["--set", "update.los.kl=0"], "unknown setting 'update.los'. Did you mean 'update.loss'"),
        (["--config", "/nowhere.toml"], "there is no file '/nowhere.toml'"),
        (["--seeds", "5-2"], "'5-2' names no seeds"),
        (["--seeds", "few"], "--seeds: cannot read 'few'"),
        (["--workers", "0"], "--workers must be at least 1"),
        (["--algorithm", "gae"], "gae needs a critic"),
        (["--env", "gigpo/ALFWord-v0"], "env: cannot make 'gigpo/ALFWord-v0'"),
        (["--set", "evaluation.suite=quik"], "unknown suite 'quik'. Did you mean 'quick'"),
    ],
)
def test_bad_words(
    model_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    assert main([*command(model_folder, tmp_path / "run"), *words]) == 2
    error = capsys.readouterr().err
    assert message in error and error.startswith("error: ") and error.count("\n") == 1


def test_a_run_that_cannot_go_on_says_so(
    model_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*command(model_folder, tmp_path / "run"), "--set", "optimizer.lr=1e30", "--set", "update.loss.entropy=1"]
    assert main(words) == 1
    error = capsys.readouterr().err
    assert "error: stopped in update 1: the " in error and "there is no checkpoint yet" in error


def test_seeds() -> None:
    assert seeds_of("0-2, 7") == [0, 1, 2, 7]
    with pytest.raises(SettingsError, match="cannot read"):
        seeds_of("1-")


def test_what_all_seeds_are_refused_for_is_told_once(
    model_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command(tmp_path / "absent", tmp_path / "arm"), "--seeds", "0,1", "--workers", "1"]) == 2
    printed = capsys.readouterr()
    assert printed.err.count("error: policy.model: cannot load") == 1 and not printed.out
