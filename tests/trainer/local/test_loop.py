from __future__ import annotations

import json
import shutil
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file

from gigpo_envs import World, register_world
from gigpo_envs.simulator import Transition
from gigpo_envs.text_env import TextEnv
from tests import mixed_world
from tests.toy_world import Corridor, CorridorSimulator
from tests.trainer.local.runs import assert_same, numbers, short, weights
from trainer.advantages import Advantages
from trainer.local import loop
from trainer.local.checkpoint import CheckpointError, newest_checkpoint
from trainer.local.loop import Trainer, TrainingError, run_folder
from trainer.local.settings import SettingsError, to_toml
from trainer.rollout import collect
from trainer.train import main

HERE = "tests.trainer.local.test_loop"


class Mute(CorridorSimulator):
    def admissible_actions(self, state: Corridor) -> None:  # type: ignore[override]
        return None


class Eager(CorridorSimulator):
    def step(self, state: Corridor, action: str) -> Transition[Corridor]:
        return super().step(state, action)._replace(reward=float(action == "right"))


class EagerEnv(TextEnv[Corridor]):
    def __init__(self, *, split: str = "train", anchor_mode: str = "state", render_mode: str | None = None) -> None:
        super().__init__(Eager(), split=split, anchor_mode=anchor_mode, render_mode=render_mode)


class MuteEnv(TextEnv[Corridor]):
    def __init__(self, *, split: str = "train", anchor_mode: str = "state", render_mode: str | None = None) -> None:
        super().__init__(Mute(), split=split, anchor_mode=anchor_mode, render_mode=render_mode)


for name in ("Mute", "Eager"):
    if f"test/{name}-v0" not in gym.registry:
        register_world(World(f"test/{name}-v0", f"{HERE}:{name}Env", max_episode_steps=12))


def stop_at(update: int) -> Any:
    """Return what interrupts a run once its record of this update is there."""

    def show(record: Mapping[str, float]) -> None:
        if record["update"] == update:
            raise KeyboardInterrupt

    return show


def test_a_run_and_its_log(model_folder: Path, tmp_path: Path) -> None:
    trainer = Trainer(short(model_folder, tmp_path / "run"))
    trainer.run()
    records = numbers(tmp_path / "run")
    assert [record["update"] for record in records] == [0, 1, 2, 3, 4]
    assert [int(record["update"]) for record in records if "eval/valid/success" in record] == [0, 2, 4]
    last = records[-1]
    assert sum(record["update/optimizer_steps"] for record in records[1:]) > 0
    assert {name.split("/")[0] for name in last} == {"update", "rollout", "advantage", "eval"}
    assert last["eval/valid/low"] <= last["eval/valid/success"] <= last["eval/valid/high"]
    assert last["update/sampling_gap"] < 1e-5
    assert last["advantage/trajectories"] == 12
    newest = newest_checkpoint(tmp_path / "run")
    assert newest is not None and newest.name == "000004"
    assert len(list(newest.parent.iterdir())) == 1
    # The same command again finds nothing to do.
    Trainer(short(model_folder, tmp_path / "run")).run()
    assert numbers(tmp_path / "run") == records


@pytest.mark.parametrize("method", ["gigpo", "grpo"])
def test_reward_is_learned(model_folder: Path, tmp_path: Path, method: str) -> None:
    changes: dict[str, Any] = {
        "updates": 16,
        "save_every": 16,
        "env": {"id": "test/Eager-v0", "groups": 2, "group_size": 6, "max_episode_steps": 6},
        "evaluation": {"count": 0, "every": 16},
        "algorithm": {"name": method},
        "optimizer": {"lr": 3e-2},
    }
    Trainer(short(model_folder, tmp_path / "run", **changes)).run()
    returns = [record["rollout/return"] for record in numbers(tmp_path / "run")[1:]]
    assert np.mean(returns[-3:]) > np.mean(returns[:3]) + 1.0, returns


@pytest.mark.parametrize(
    "changes",
    [
        {"update": {"loss": {"kl": 0.1}}},
        {"policy": {"lora": 2}, "update": {"loss": {"kl": 0.1}}},
        {"algorithm": {"name": "grpo", "dynamic_sampling": 2}, "update": {"loss": {"max_correction": 2.0}}},
        {"policy": {"context": "episode"}},
    ],
    ids=["kl", "lora", "dynamic", "episode"],
)
def test_an_interrupted_run_goes_on_bit_for_bit(
    model_folder: Path, tmp_path: Path, changes: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    Trainer(short(model_folder, tmp_path / "whole", **changes)).run()
    broken = short(model_folder, tmp_path / "broken", **changes)
    with pytest.raises(KeyboardInterrupt):
        Trainer(broken, stop_at(1)).run()  # before the first checkpoint
    assert newest_checkpoint(tmp_path / "broken") is None
    with pytest.raises(KeyboardInterrupt):
        Trainer(broken, stop_at(3)).run()
    torch.manual_seed(99)  # whatever else used PyTorch's generator

    def interrupted(model: Any, *arguments: Any, **options: Any) -> Any:
        with torch.no_grad():
            for parameter in model.parameters():
                parameter.add_(1.0)
        raise KeyboardInterrupt  # in the middle of an update

    with monkeypatch.context() as patch:
        patch.setattr(loop, "update", interrupted)
        with pytest.raises(KeyboardInterrupt):
            Trainer(broken).run()
    Trainer(broken).run()
    assert_same(tmp_path / "whole", tmp_path / "broken")
    assert len(numbers(tmp_path / "broken")) == 5


def test_lora_trains_adapters_alone(model_folder: Path, tmp_path: Path) -> None:
    config = short(model_folder, tmp_path / "run", policy={"lora": 2}, update={"loss": {"kl": 0.1}})
    trainer = Trainer(config)
    assert all("lora" in name for name, one in trainer.learner.model.named_parameters() if one.requires_grad)
    trainer.run()
    assert all("lora" in name for name in weights(tmp_path / "run"))
    assert any(bool(one.any()) for name, one in weights(tmp_path / "run").items() if "lora_B" in name)
    assert numbers(tmp_path / "run")[-1]["update/kl"] > 0


def test_another_configuration_is_refused(model_folder: Path, tmp_path: Path) -> None:
    Trainer(short(model_folder, tmp_path / "run", updates=2)).run()
    other = short(model_folder, tmp_path / "run", updates=2, optimizer={"lr": 0.5}, seed=3)
    with pytest.raises(
        SettingsError, match=r"other settings \(seed: 0 there, 3 asked for; optimizer.lr: 0.01 there, 0"
    ):
        Trainer(other).run()
    # A checkpoint that was brought from elsewhere.
    elsewhere = short(model_folder, tmp_path / "other", updates=2, seed=3)
    (tmp_path / "other").mkdir()
    (tmp_path / "run" / "checkpoints").rename(tmp_path / "other" / "checkpoints")
    with pytest.raises(SettingsError, match="not empty and holds no run"):
        Trainer(elsewhere).run()
    (tmp_path / "run" / "config.toml").rename(tmp_path / "other" / "config.toml")
    text = (tmp_path / "other" / "config.toml").read_text(encoding="utf-8").replace("seed = 0", "seed = 3", 1)
    (tmp_path / "other" / "config.toml").write_text(text, encoding="utf-8")
    with pytest.raises(CheckpointError, match="made with other settings .seed: 0 there, 3 asked for"):
        Trainer(elsewhere).run()


def test_what_changes_no_number_may_change(model_folder: Path, tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        Trainer(short(model_folder, tmp_path / "run"), stop_at(3)).run()
    (tmp_path / "run").rename(tmp_path / "moved")
    Trainer(short(model_folder, tmp_path / "moved", save_every=1, callbacks=["plot"])).run()
    assert (tmp_path / "moved" / "run.svg").exists()
    assert len(numbers(tmp_path / "moved")) == 5


def test_a_full_disk_keeps_the_last_good_checkpoint(
    model_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Trainer(short(model_folder, tmp_path / "whole")).run()
    config = short(model_folder, tmp_path / "run", save_every=1)
    saved = torch.save

    def full(content: Any, path: Path) -> None:
        if "000003" in str(path):
            path.write_bytes(b"half")
            raise OSError(28, "No space left on device")
        saved(content, path)

    with monkeypatch.context() as patch:
        patch.setattr(torch, "save", full)
        with pytest.raises(
            CheckpointError, match="No space left.*checkpoint of update 2 is untouched.*make room"
        ) as info:
            Trainer(config).run()
    assert "cannot save update 3" in str(info.value)
    assert [path.name for path in (tmp_path / "run" / "checkpoints").iterdir()] == ["000002"]
    Trainer(config).run()
    assert_same(tmp_path / "whole", tmp_path / "run")


def test_a_damaged_checkpoint_is_told(model_folder: Path, tmp_path: Path) -> None:
    config = short(model_folder, tmp_path / "run", updates=2)
    Trainer(config).run()
    newest = newest_checkpoint(tmp_path / "run")
    assert newest is not None
    (newest / "optimizer.pt").write_bytes(b"")
    with pytest.raises(CheckpointError, match="cannot read the checkpoint .*000002.*delete it to start anew"):
        Trainer(config).run()
    (newest / "state.json").write_text("{}", encoding="utf-8")
    with pytest.raises(CheckpointError, match="cannot read the checkpoint .*000002"):
        Trainer(config).run()


@pytest.mark.parametrize(
    ("moment", "message"),
    [("record", "what the model says is no number .nan or infinite."), ("rollout", "the loss is nan in epoch 0")],
)
def test_a_model_that_breaks_stops_the_run_and_says_where(
    model_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str, message: str
) -> None:
    def poison(number: int) -> None:
        if number == 3:
            with torch.no_grad():
                next(iter(trainer.learner.model.parameters())).fill_(float("nan"))

    def poisoned(*arguments: Any, **options: Any) -> Any:
        found = collect(*arguments, **options)
        if moment == "rollout":
            poison(trainer.updates)
        return found

    def show(record: Mapping[str, float]) -> None:
        if moment == "record":
            poison(int(record["update"]))

    monkeypatch.setattr(loop, "collect", poisoned)
    trainer = Trainer(short(model_folder, tmp_path / "run", update={"loss": {"kl": 0.1}}), show)
    with pytest.raises(TrainingError, match=f"stopped in update 4: {message}.*checkpoint of update 2 is") as info:
        trainer.run()
    assert ("start a new run from it" in str(info.value)) == (moment == "rollout")
    assert all(bool(one.isfinite().all()) for one in weights(tmp_path / "run").values())
    assert [record["update"] for record in numbers(tmp_path / "run")] == [0, 1, 2, 3]


@pytest.mark.parametrize("context", ["step", "episode"])
def test_a_world_that_lists_actions_at_times_trains(model_folder: Path, tmp_path: Path, context: str) -> None:
    env = {"id": mixed_world.ENV, "shaping": f"{HERE}:for_every_key"}
    Trainer(short(model_folder, tmp_path / "run", env=env, policy={"context": context}, updates=2)).run()
    for record in numbers(tmp_path / "run")[1:]:
        replies = record["rollout/length"] * 12
        assert 0 < record["rollout/free_replies"] < replies
        assert record["update/sampling_gap"] < 1e-4 and record["update/optimizer_steps"] > 0


def test_a_world_without_admissible_actions_is_played_freely_and_named(model_folder: Path, tmp_path: Path) -> None:
    config = short(model_folder, tmp_path / "run", env={"id": "test/Mute-v0"}, updates=2)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        Trainer(config).run()
    (one,) = caught
    assert str(one.message).startswith("restrict had no effect: test/Mute-v0 listed no admissible actions in any step")
    records = numbers(tmp_path / "run")
    assert records[-1]["rollout/free_replies"] == records[-1]["rollout/length"] * 12
    free = short(model_folder, tmp_path / "free", env={"id": "test/Mute-v0"}, policy={"restrict": False}, updates=2)
    Trainer(free).run()
    assert numbers(tmp_path / "free") == records


@pytest.mark.parametrize("prompt", ["paper", "tool_call"])
def test_actions_are_chosen_in_the_form_of_the_prompt(tmp_path: Path, model_folder: Path, prompt: str) -> None:
    model = with_context(model_folder, tmp_path, 4096)
    config = short(model, tmp_path / "run", policy={"prompt": prompt, "context": "episode"}, updates=1)
    Trainer(config).run()
    found = numbers(tmp_path / "run")[-1]
    assert found["rollout/valid"] == 1 and found["rollout/free_replies"] == found["rollout/unread_replies"] == 0
    assert found["rollout/reply_tokens"] > 6 * found["rollout/length"] * 12, "the tags are among them"


def with_context(model_folder: Path, folder: Path, context: int) -> Path:
    from trainer.policies.tiny import make_tiny

    made = folder / f"context-{context}"
    make_tiny(made, "test/Corridor-v0", {}, episodes=20, vocabulary=300, hidden=16, layers=1, context=context)
    return made


def test_prompts_over_the_context_follow_the_declared_policy(model_folder: Path, tmp_path: Path) -> None:
    model = with_context(model_folder, tmp_path, 48)
    Trainer(short(model, tmp_path / "slide", updates=1)).run()
    found = numbers(tmp_path / "slide")[-1]
    assert found["rollout/overflows"] > 0
    assert found["rollout/length"] > 4
    # The same where it is not the model that sets the limit.
    limited = {"max_prompt_tokens": 48 - 24}
    Trainer(short(model_folder, tmp_path / "limited", policy=limited, updates=1)).run()
    found = numbers(tmp_path / "limited")[-1]
    assert found["rollout/overflows"] > 0
    assert found["rollout/prompt_tokens"] <= 24 * 12 * found["rollout/length"]
    with pytest.raises(TrainingError, match=r"before the first update: no prompt fits into the policy's context of 24"):
        Trainer(short(with_context(model_folder, tmp_path, 24), tmp_path / "none", updates=1)).run()


def test_methods(model_folder: Path, tmp_path: Path) -> None:
    for method in ("group_value", "reinforce_pp", f"{HERE}:by_token"):
        run = tmp_path / method.rpartition(":")[2]
        Trainer(short(model_folder, run, updates=1, algorithm={"name": method})).run()
        assert numbers(run)[-1]["update/grad_norm"] > 0
    penalty = short(model_folder, tmp_path / "penalty", updates=1, algorithm={"options": {"invalid_penalty": 0.5}})
    Trainer(penalty).run()
    shaped = short(model_folder, tmp_path / "shaped", updates=1, env={"shaping": f"{HERE}:for_every_key"})
    Trainer(shaped).run()
    assert numbers(tmp_path / "shaped")[-1]["advantage/zero_variance_share"] == 0


def by_token(batch: Mapping[str, Any]) -> Advantages:
    """Credit the first token of a reply alone."""
    total = np.zeros((len(batch["reward"]), int(max(batch["tokens"]))))
    total[:, 0] = 1.0
    return Advantages(total)


def for_every_key(reward: float, info: Mapping[str, Any]) -> float:
    return reward + 0.1 * len(info["anchor"].strip("0123"))


def rowless(batch: Mapping[str, Any]) -> list[float]:
    return [0.0]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"algorithm": {"name": "gae"}}, "gae needs a critic's values, and this trainer has no critic"),
        ({"algorithm": {"name": "gigo"}}, "algorithm: unknown method 'gigo'. Did you mean 'gigpo'"),
        ({"algorithm": {"options": {"omegas": 1}}}, "algorithm: gigpo: unknown keyword 'omegas'. Did you mean 'omega'"),
        ({"algorithm": {"preset": "papers"}}, "unknown preset of gigpo 'papers'. Did you mean 'paper'"),
        ({"algorithm": {"name": f"{HERE}:rowless"}}, "returned the shape .1,. for 2 rows"),
        (
            {"env": {"shaping": f"{HERE}:absent"}},
            "env.shaping: in tests.trainer.local.test_loop: unknown name 'absent'",
        ),
        ({"env": {"shaping": "no_such_module:f"}}, "env.shaping: cannot import 'no_such_module'"),
        ({"env": {"shaping": "f"}}, "env.shaping: cannot read 'f'; write module:name"),
        ({"env": {"shaping": "math:pi"}}, "env.shaping: 'math:pi' is no function but 3.14"),
        ({"env": {"id": "test/Corridor-v7"}}, "env: cannot make 'test/Corridor-v7'"),
        ({"env": {"kwargs": {"splits": "x"}}}, "env: cannot make 'test/Corridor-v0': CorridorEnv: unknown keyword"),
        ({"policy": {"model": ""}}, "policy.model is not set"),
        ({"policy": {"model": "/nowhere"}}, "policy.model: cannot load '/nowhere'"),
        ({"policy": {"prompt": "compacts"}}, "policy.prompt: unknown prompt preset 'compacts'. Did you mean 'compact'"),
        ({"evaluation": {"count": 9}}, "evaluation: corridor/five has 1 tasks in the split 'valid', not 9"),
        ({"callbacks": ["tensorbord"]}, "callbacks: unknown callback 'tensorbord'. Did you mean 'tensorboard'"),
    ],
)
def test_settings_are_tried_before_anything_is_played(
    model_folder: Path, tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(SettingsError, match=message):
        Trainer(short(model_folder, tmp_path / "run", **changes))
    assert not (tmp_path / "run").exists()


def test_seeds_draw_different_tasks_and_the_same_seed_the_same(model_folder: Path, tmp_path: Path) -> None:
    for name, seed in (("a", 0), ("b", 0), ("c", 1)):
        Trainer(short(model_folder, tmp_path / name, updates=1, seed=seed)).run()
    assert_same(tmp_path / "a", tmp_path / "b")
    first, other = (numbers(tmp_path / name) for name in ("a", "c"))
    assert first[0] == other[0]  # the roster and its random numbers do not depend on the seed
    assert first[1] != other[1]


def test_the_folder_is_named_after_the_settings(model_folder: Path, tmp_path: Path) -> None:
    config = short(model_folder, tmp_path / "run")
    assert run_folder(config) == tmp_path / "run"
    from dataclasses import replace

    one, other = run_folder(replace(config, out="")), run_folder(replace(config, out="", seed=1))
    assert one.parent == Path("runs") and one.name.startswith("gigpo-corridor-")
    assert one != other


def edit_state(checkpoint: Path, **changes: Any) -> None:
    path = checkpoint / "state.json"
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | changes), encoding="utf-8")


def lose_weights(checkpoint: Path) -> None:
    file = checkpoint / "model" / "model.safetensors"
    save_file(dict(list(load_file(file).items())[:4]), file, {"format": "pt"})


def lose_adapters(checkpoint: Path) -> None:
    file = checkpoint / "model" / "adapter_model.safetensors"
    save_file(dict(list(load_file(file).items())[:1]), file)


@pytest.mark.parametrize(
    ("damage", "lora"),
    [
        (lambda path: edit_state(path, generators={}), None),
        (lambda path: edit_state(path, generators={"sampling": 3, "shuffling": "x"}), None),
        (lambda path: edit_state(path, envs={}), None),
        (lambda path: edit_state(path, envs=[1]), None),
        (lambda path: edit_state(path, history=[]), None),
        (lambda path: edit_state(path, history=[3]), None),
        (lambda path: edit_state(path, update=7), None),
        (lambda path: (path / "optimizer.pt").write_bytes(b"no archive of tensors"), None),
        (lose_weights, None),
        (lose_adapters, 2),
    ],
)
def test_whatever_is_damaged_in_a_checkpoint_is_told(
    model_folder: Path, tmp_path: Path, damage: Callable[[Path], object], lora: int | None
) -> None:
    config = short(model_folder, tmp_path / "run", updates=1, policy={} if lora is None else {"lora": lora})
    Trainer(config).run()
    damage(tmp_path / "run" / "checkpoints" / "000001")
    with pytest.raises(
        CheckpointError, match="cannot read the checkpoint .*000001: .*; delete it to start anew"
    ) as info:
        Trainer(config).run()
    assert "\n" not in str(info.value)


def test_a_copy_beside_the_checkpoints_is_left_alone(model_folder: Path, tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        Trainer(short(model_folder, tmp_path / "run"), stop_at(3)).run()
    folder = tmp_path / "run" / "checkpoints"
    shutil.copytree(folder / "000002", folder / "000002.kept")
    (folder / "0 notes").mkdir()
    Trainer(short(model_folder, tmp_path / "run")).run()
    assert sorted(path.name for path in folder.iterdir()) == ["0 notes", "000002.kept", "000004"]


def later(batch: Mapping[str, Any]) -> Any:
    return np.zeros(len(batch["reward"])) if len(batch["reward"]) == 2 else {}["nothing"]  # type: ignore[index]


class Brittle(CorridorSimulator):
    def step(self, state: Corridor, action: str) -> Transition[Corridor]:
        raise LookupError("no such room")


class BrittleEnv(TextEnv[Corridor]):
    def __init__(self, *, split: str = "train", anchor_mode: str = "state", render_mode: str | None = None) -> None:
        super().__init__(Brittle(), split=split, anchor_mode=anchor_mode, render_mode=render_mode)


if "test/Brittle-v0" not in gym.registry:
    register_world(World("test/Brittle-v0", f"{HERE}:BrittleEnv", max_episode_steps=12))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"algorithm": {"name": f"{HERE}:later"}}, "stopped in update 1: the estimator 'later' failed .*'nothing'"),
        ({"env": {"id": "test/Brittle-v0"}}, "stopped before .*: LookupError: no such room .*test_loop.py, line"),
        ({"env": {"shaping": f"{HERE}:rowless"}}, "stopped in update 1: the reward shaping failed .*TypeError"),
    ],
)
def test_what_fails_in_parts_of_ones_own_is_named(
    model_folder: Path, tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(TrainingError, match=message):
        Trainer(short(model_folder, tmp_path / "run", **changes)).run()


def test_a_run_without_updates_has_a_log_and_no_model(
    model_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "none.toml").write_text(to_toml(short(model_folder, tmp_path / "run", updates=0)), encoding="utf-8")
    assert main(["--config", str(tmp_path / "none.toml")]) == 0
    assert "0 updates; valid" in (printed := capsys.readouterr().out) and "None" not in printed
