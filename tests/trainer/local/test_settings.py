from __future__ import annotations

import tomllib
from dataclasses import fields, is_dataclass
from inspect import signature
from pathlib import Path
from typing import Any

import pytest

from gigpo_envs.prompting import load_preset as load_prompt
from leaderboard.registry import load_suite
from trainer.advantages import METHODS
from trainer.advantages.methods import PRESETS as METHOD_PRESETS
from trainer.local.cloning import CloneConfig
from trainer.local.config import TrainConfig
from trainer.local.presets import PRESETS, preset_table
from trainer.local.settings import (
    SettingsError,
    described,
    differences,
    parse_setting,
    read_settings,
    to_table,
    to_toml,
    with_settings,
)


@pytest.mark.parametrize("config", [TrainConfig(), CloneConfig()])
def test_printed_settings_read_back(config: Any, tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text(to_toml(config), encoding="utf-8")
    assert with_settings(type(config)(), read_settings(path)) == config
    assert read_settings(path) == to_table(config)


@pytest.mark.parametrize("name", PRESETS)
def test_presets_apply_and_print(name: str) -> None:
    config = with_settings(TrainConfig(), PRESETS[name].settings)
    assert with_settings(TrainConfig(), tomllib.loads(to_toml(config))) == config
    assert config.algorithm.name in METHODS


# verl-agent's example scripts and default yaml, and the updates of the paper for the search task.
PUBLISHED: dict[str, dict[str, Any]] = {
    "alfworld-paper": {"rows": 256, "steps": 50, "prompt": 2048},
    "alfworld-paper-lora": {"rows": 256, "steps": 50, "prompt": 2048, "lora": 64, "lr": 3e-6, "kl": 0.0},
    "webshop-paper": {"rows": 64, "steps": 15, "prompt": 4096, "normalize": "mean"},
    "webshop-paper-lora": {
        "rows": 64,
        "steps": 15,
        "prompt": 4096,
        "normalize": "mean",
        "lora": 64,
        "lr": 3e-6,
        "kl": 0.0,
    },
    "search-paper": {
        "tasks": (256, 5),
        "rows": 512,
        "steps": 4,
        "prompt": 4096,
        "updates": 200,
        "kl": 0.001,
        "entropy": 0.0,
        "penalty": 0.01,
        "similarity": 0.9,
        "history": 4,
        "warmup": 20,
        "every": 50,
        "greedy": 0.0,
        "reward": "",
    },
}
COMMON = {
    "tasks": (16, 8),
    "updates": 150,
    "lr": 1e-6,
    "warmup": 0,
    "decay": 0.01,
    "lora": None,
    "kl": 0.01,
    "entropy": 0.001,
    "clip": (0.2, 0.2, 3.0),
    "norm": 1.0,
    "mean": "token",
    "epochs": 1,
    "gamma": 0.95,
    "omega": 1.0,
    "penalty": 0.1,
    "normalize": "mean_std",
    "similarity": None,
    "temperature": 1.0,
    "greedy": 0.4,
    "every": 5,
    "history": 2,
    "response": 512,
    "reward": "trainer.local.shaping:ten_if_won",
    "correction": None,
}


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_settings(name: str) -> None:
    config = with_settings(TrainConfig(), PRESETS[name].settings)
    loss, prompt = config.update.loss, load_prompt(config.policy.prompt)
    method = METHOD_PRESETS[config.algorithm.name][config.algorithm.preset or ""]
    options = {key: one.default for key, one in signature(METHODS[config.algorithm.name]).parameters.items()}
    options |= {**method, **config.algorithm.options}
    found = {
        "tasks": (config.env.groups, config.env.group_size),
        "steps": config.env.max_episode_steps,
        "updates": config.updates,
        "lr": config.optimizer.lr,
        "warmup": config.optimizer.warmup,
        "decay": config.optimizer.weight_decay,
        "lora": config.policy.lora,
        "kl": loss.kl,
        "entropy": loss.entropy,
        "clip": (loss.clip_low, loss.clip_high, loss.dual_clip),
        "norm": config.update.max_grad_norm,
        "mean": config.update.mean,
        "epochs": config.update.epochs,
        "rows": config.update.minibatch_rows,
        "gamma": options["gamma"],
        "omega": options["omega"],
        "penalty": options["invalid_penalty"],
        "normalize": options["normalize"],
        "similarity": options["similarity"],
        "temperature": config.policy.temperature,
        "greedy": config.evaluation.temperature,
        "every": config.evaluation.every,
        "history": prompt.history,
        "prompt": config.policy.max_prompt_tokens,
        "response": prompt.max_reply_tokens,
        "reward": config.env.shaping,
        "correction": loss.max_correction,
    }
    assert found == COMMON | PUBLISHED[name]
    assert (options["unit"], options["singleton"], options["penalty"], options["epsilon"]) == (
        "row",
        "raw",
        "row",
        1e-6,
    )
    assert config.env.kwargs["anchor_mode"] == "observation" and not config.policy.restrict
    # What is evaluated is played as in training.
    for panel in load_suite(config.evaluation.suite).panels[:1]:
        assert (panel.env, panel.max_episode_steps) == (config.env.id, config.env.max_episode_steps)
        assert config.env.kwargs.get("parser") == panel.kwargs.get("parser")


def test_the_table_of_presets_shows_what_holds() -> None:
    header, _, *rows = (line.strip("| ").split(" | ") for line in preset_table())
    assert [row[0] for row in rows] == list(PRESETS)
    for row in rows:
        shown = dict(zip(header, row, strict=True))
        config = with_settings(TrainConfig(), PRESETS[shown["preset"]].settings)
        assert shown["tasks x group"] == f"{config.env.groups} x {config.env.group_size}"
        assert shown["past turns"] == str(load_prompt(shown["prompt"]).history)
        assert shown["prompt tokens"] == str(config.policy.max_prompt_tokens or "")
        assert shown["discount"] == "0.95" and shown["normalize"] in ("mean", "mean_std")


def test_every_setting_says_what_it_means() -> None:
    def check(config: Any) -> None:
        meanings = described(type(config))
        for one in fields(config):
            assert meanings.get(one.name), f"{type(config).__name__}.{one.name}"
            if is_dataclass(getattr(config, one.name)):
                check(getattr(config, one.name))

    check(TrainConfig())
    check(CloneConfig())


@pytest.mark.parametrize(
    ("text", "table"),
    [
        ("update.loss.kl=0", {"update": {"loss": {"kl": 0}}}),
        ("env.id=gigpo/WebShop-v0", {"env": {"id": "gigpo/WebShop-v0"}}),
        ("policy.restrict=true", {"policy": {"restrict": True}}),
        ("env.kwargs.split = 'valid'", {"env": {"kwargs": {"split": "valid"}}}),
        ("callbacks=['wandb']", {"callbacks": ["wandb"]}),
        ("algorithm.preset=none", {"algorithm": {"preset": "none"}}),
        ("policy.model=", {"policy": {"model": ""}}),
    ],
)
def test_settings_on_the_command_line(text: str, table: dict[str, Any]) -> None:
    assert parse_setting(text) == table
    with_settings(TrainConfig(), table)


@pytest.mark.parametrize("text", ["update.loss.kl", "=1", "update..kl=1"])
def test_what_is_no_setting(text: str) -> None:
    with pytest.raises(SettingsError, match="write NAME=VALUE"):
        parse_setting(text)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"update": {"loss": {"k1": 0.1}}}, r"unknown setting 'update\.loss\.k1'\. Did you mean 'update\.loss\.kl'\?"),
        ({"updates": 1.5}, "updates must be a whole number, not 1.5"),
        ({"updates": True}, "updates must be a whole number, not True"),
        ({"update": 3}, "update is a table of settings, not 3"),
        ({"optimizer": {"lr": "fast"}}, "optimizer.lr must be a finite number, not 'fast'"),
        ({"optimizer": {"lr": float("inf")}}, "optimizer.lr must be a finite number, not inf"),
        ({"optimizer": {"betas": [0.9]}}, r"optimizer.betas is a list of 2, not \[0.9\]"),
        ({"optimizer": {"lr": -1}}, "optimizer: lr must be a finite number of at least 0"),
        ({"env": {"groups": 0}}, "env: groups must be a whole number from 1"),
        ({"env": {"kwargs": 3}}, "env.kwargs is a table"),
        (
            {"env": {"kwargs": {"max_episode_steps": 5}}},
            "the step limit is a setting of its own, env.max_episode_steps",
        ),
        ({"optimizer": {"betas": [0.9, 1.0]}}, r"optimizer: betas must be from 0 to below 1, not \[0.9, 1.0\]"),
        ({"update": {"max_grad_norm": -1}}, "update: max_grad_norm must be a finite number of at least 0"),
        ({"update": {"max_grad_norm": 0}}, "update: max_grad_norm must be above 0"),
        ({"policy": {"context": "steps"}}, "policy: unknown context 'steps'. Did you mean 'step'"),
        ({"policy": {"temperature": 0}}, "policy: temperature must be above 0"),
        ({"policy": {"max_prompt_tokens": 0}}, "policy: max_prompt_tokens must be a whole number from 1"),
        ({"update": {"loss": {"max_correction": 0.5}}}, "update.loss: max_correction must be at least 1"),
        ({"callbacks": "wandb"}, "callbacks is a list, not 'wandb'"),
    ],
)
def test_settings_that_cannot_be_used(table: dict[str, Any], message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        with_settings(TrainConfig(), table)


def test_tables_merge_and_none_is_a_word() -> None:
    config = with_settings(TrainConfig(), {"env": {"kwargs": {"split": "valid", "dataset_options": {"size": "tiny"}}}})
    config = with_settings(config, {"env": {"kwargs": {"dataset_options": {"count": 5}}}})
    assert config.env.kwargs == {"split": "valid", "dataset_options": {"size": "tiny", "count": 5}}
    assert with_settings(config, {"update": {"loss": {"dual_clip": "none"}}}).update.loss.dual_clip is None
    assert with_settings(config, {"optimizer": {"lr": 1}}).optimizer.lr == 1.0


def test_differences_name_both_values() -> None:
    one, other = to_table(TrainConfig()), to_table(with_settings(TrainConfig(), {"out": "x", "update": {"epochs": 2}}))
    assert differences(one, other, ("out",)) == ["update.epochs: 1 there, 2 asked for"]
    assert differences(one, one) == []


def test_files_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="there is no file"):
        read_settings(tmp_path / "absent.toml")
    (tmp_path / "bad.toml").write_text("updates = = 3", encoding="utf-8")
    with pytest.raises(SettingsError, match="no settings in TOML"):
        read_settings(tmp_path / "bad.toml")


def test_learning_rate() -> None:
    rate = with_settings(TrainConfig(), {"optimizer": {"lr": 1.0, "warmup": 2, "final": 0.2}}).optimizer.rate
    assert [rate(update, 5) for update in range(5)] == pytest.approx([0.5, 0.8, 0.6, 0.4, 0.2])
    assert rate(0, 1) == 0.5
