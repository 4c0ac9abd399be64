from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from benchmarks.agents.hf.chat import ChatModel
from benchmarks.agents.hf.sources import load_chat_model
from gigpo_envs.prompting import Prompter, load_preset, read_reply
from tests import mixed_world
from tests.toy_world import ACTIONS
from trainer.clone import main
from trainer.local import measuring
from trainer.local.cloning import CloneConfig, clone, watch
from trainer.local.forward import fed_length, log_probs, pack, scored_places
from trainer.local.settings import SettingsError, with_settings
from trainer.local.update import NotFinite
from trainer.probe import main as probe

PROMPTER = Prompter(load_preset("compact"))


@pytest.fixture
def chat(model_folder: Path) -> ChatModel:
    return load_chat_model(str(model_folder))


def config(model_folder: Path, **changes: Any) -> CloneConfig:
    base = {
        "agent": "expert",
        "tokens": 3000,
        "rows": 8,
        "env": {"id": "test/Corridor-v0"},
        "policy": {"model": str(model_folder), "prompt": "compact", "restrict": True, "device": "cpu"},
        "optimizer": {"lr": 2e-2, "warmup": 0},
        "evaluation": {"count": 3, "split": "train"},
    }
    return with_settings(with_settings(CloneConfig(), base), changes)


def test_lessons_are_the_agents_choices(chat: ChatModel, model_folder: Path) -> None:
    seen = watch(config(model_folder), chat, PROMPTER)
    assert (seen.episodes, seen.won, seen.left_out) == (3, 3, 0)
    # Key in room 0, 1 or 2, from room 2: 0, 1 or 2 steps there, 2 to 4 back, one to take and one to open.
    assert len(seen.lessons) == sum(there + 1 + there + 2 + 1 for there in (0, 1, 2))
    assert {one.sample.text for one in seen.lessons} == {"left", "right", "take key", "open door"}
    first = chat.tokenizer.decode(seen.lessons[0].sample.prompt)
    assert "You are in room 2." in first
    for sample in (one.sample for one in seen.lessons):
        assert sample.allowed is not None
        assert chat.text(sample.reply).strip() == sample.text


@pytest.mark.parametrize("context", ["step", "episode"])
@pytest.mark.parametrize("prompt", ["compact", "paper"])
def test_where_nothing_is_listed_the_reply_is_learned(
    tmp_path: Path, chat: ChatModel, model_folder: Path, prompt: str, context: str
) -> None:
    chat.context = 8192
    policy = {"context": context, "prompt": prompt}
    prompter = Prompter(load_preset(prompt))
    seen = watch(config(model_folder, env={"id": mixed_world.ENV}, policy=policy), chat, prompter)
    assert seen.left_out == 0
    chosen = free = 0
    for sample in (one.sample for one in seen.lessons):
        assert sample.allowed is None or context == "episode" or None not in sample.allowed
        chosen += sum(some is not None and len(some) > 1 for some in sample.allowed or ())
        free += sample.allowed is None or None in sample.allowed
        if context == "step":
            assert (sample.action is None) == (sample.allowed is None)
            assert read_reply(sample.text, prompter.preset.reply).action in ACTIONS
    assert chosen and free
    settings = config(model_folder, tokens=6000, rows=4, env={"id": mixed_world.ENV}, policy=policy)
    losses: list[float] = []
    clone(settings, chat.model, seen.lessons, losses.append)
    assert np.isfinite(losses).all()


def test_webshop_is_learned_from_its_start_on(chat: ChatModel, model_folder: Path) -> None:
    """Its start takes a search in free text, and its pages list what can be clicked on."""
    settings = config(model_folder, agent="rule", tokens=1, env={"id": "gigpo/WebShop-v0"})
    chat.context = 8192
    seen = watch(settings, chat, PROMPTER)
    first, *others = (one.sample for one in seen.lessons)
    assert first.action is None and first.allowed is None and first.text.startswith("search[")
    assert others and all(sample.action == sample.text and sample.text.startswith("click[") for sample in others)


def test_fewer_episodes_for_fewer_tokens(chat: ChatModel, model_folder: Path) -> None:
    seen = watch(config(model_folder, tokens=1), chat, PROMPTER)
    assert seen.episodes == 1


def test_random_actions_are_played_but_not_learned(chat: ChatModel, model_folder: Path) -> None:
    settings = config(model_folder, perturb=0.3, env={"max_episode_steps": 40})
    seen = watch(settings, chat, PROMPTER)
    assert seen.left_out > 0
    whole = watch(with_settings(settings, {"policy": {"context": "episode"}}), chat, PROMPTER)
    assert len(whole.lessons) == whole.won == seen.won
    assert (sum(one.actions for one in whole.lessons), whole.left_out) == (len(seen.lessons), seen.left_out)
    assert watch(settings, chat, PROMPTER).lessons[-1].sample.reply == seen.lessons[-1].sample.reply
    # What the expert does depends on where it is: nothing random is among it.
    for sample in (one.sample for one in seen.lessons):
        if sample.text == "open door":
            assert "You hold the key" in chat.tokenizer.decode(sample.prompt)


def test_only_won_episodes_are_learned(chat: ChatModel, model_folder: Path) -> None:
    settings = config(model_folder, env={"max_episode_steps": 4})
    seen = watch(settings, chat, PROMPTER)
    assert (seen.episodes, seen.won) == (3, 1)
    with pytest.raises(SettingsError, match="nothing to learn from: the agent 'expert' won 0 of 3 episodes$"):
        watch(config(model_folder, env={"max_episode_steps": 2}), chat, PROMPTER)


@pytest.mark.parametrize(
    "changes",
    [{}, {"text_weight": 0.0}, {"policy": {"restrict": False}}, {"policy": {"context": "episode"}, "rows": 2}],
    ids=str,
)
def test_cloning_learns(chat: ChatModel, model_folder: Path, changes: dict[str, Any]) -> None:
    settings = config(model_folder, tokens=15_000, **changes)
    seen = watch(settings, chat, PROMPTER)
    losses: list[float] = []
    numbers = clone(settings, chat.model, seen.lessons, losses.append)
    assert len(losses) == numbers["steps"]
    assert np.mean(losses[-3:]) < np.mean(losses[:3]) * 0.6
    assert abs(numbers["tokens"] - 15_000) < 600
    assert 0 < numbers["agreement"] <= 1


def test_smoothing_leaves_the_others_their_share(chat: ChatModel, model_folder: Path) -> None:
    settings = config(model_folder, tokens=12_000, text_weight=0.0, smoothing=0.4)
    lesson = next(one for one in watch(settings, chat, PROMPTER).lessons if len(scored_places(one.sample)) == 1)
    clone(settings, chat.model, [lesson])
    packed = pack([lesson.sample])
    with torch.no_grad():
        (chosen,) = log_probs(chat.model, packed)[0].exp().tolist()
    assert chosen == pytest.approx(0.6 + 0.4 / packed.candidates.shape[1], abs=0.02)


def test_cloning_is_repeatable_whatever_the_parts(model_folder: Path) -> None:
    weights = []
    for most in (8192, 8192, 64):
        chat = load_chat_model(str(model_folder))
        settings = config(model_folder, tokens=500, max_tokens=most)
        clone(settings, chat.model, watch(settings, chat, PROMPTER).lessons)
        weights.append(torch.cat([one.detach().flatten() for one in chat.model.parameters()]))
    assert torch.equal(weights[0], weights[1])
    assert weights[2].numpy() == pytest.approx(weights[0].numpy(), abs=1e-4)


@pytest.mark.parametrize("context", ["step", "episode"])
def test_the_losses_by_hand(chat: ChatModel, model_folder: Path, context: str) -> None:
    settings = config(model_folder, tokens=400, rows=100, optimizer={"lr": 0.0}, policy={"context": context})
    seen = watch(settings, chat, PROMPTER)
    numbers = clone(settings, chat.model, seen.lessons)
    total, count, actions = 0.0, 0, 0.0
    for one in seen.lessons:
        sample, start = one.sample, len(one.sample.prompt)
        ids = torch.tensor([sample.prompt + sample.reply])
        with torch.no_grad():
            logits = chat.model(input_ids=ids).logits[0]
        # Replies end with the token that ends them; what is between one and the next opening is the world's.
        opening = chat.tokenizer.convert_tokens_to_ids("<|assistant|>")
        writing = False
        for place in range(1, fed_length(sample)):
            writing = ids[0, place - 1] == opening or (writing and int(ids[0, place - 1]) != chat.end)
            if not writing:
                total -= float(torch.log_softmax(logits[place - 1], 0)[ids[0, place]])
                count += 1
        for place in scored_places(sample):
            assert sample.allowed is not None
            some = list(sample.allowed[place] or ())
            mine = some.index(sample.reply[place])
            actions -= float(torch.log_softmax(logits[start + place - 1, some], 0)[mine])
    assert numbers["text_loss"] == pytest.approx(total / count, rel=1e-4)
    assert numbers["action_loss"] == pytest.approx(actions / sum(one.actions for one in seen.lessons), rel=1e-4)
    assert numbers["tokens"] == sum(fed_length(one.sample) for one in seen.lessons)


def test_a_loss_that_is_not_finite(chat: ChatModel, model_folder: Path) -> None:
    settings = config(model_folder)
    seen = watch(settings, chat, PROMPTER)
    with torch.no_grad():
        next(iter(chat.model.parameters())).fill_(float("nan"))
    with pytest.raises(NotFinite, match="the loss is nan in step 0 of"):
        clone(settings, chat.model, seen.lessons)


SETTINGS = ["policy.prompt=compact", "policy.restrict=true", "evaluation.count=3", "evaluation.split=train"]


def flags(settings: list[str]) -> list[str]:
    return [word for setting in settings for word in ("--set", setting)]


def command(model_folder: Path, out: Path) -> list[str]:
    words = ["--env", "test/Corridor-v0", "--agent", "expert", "--model", str(model_folder), "--out", str(out)]
    return [*words, "--tokens", "1500", *flags([*SETTINGS, "rows=8", "evaluation.temperature=1"])]


def test_the_command(model_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "warm"
    assert main(command(model_folder, out)) == 0
    printed = capsys.readouterr().out
    assert "expert won 3 of 3 episodes" in printed and "agent/success" in printed
    report = json.loads((out / "clone.json").read_text(encoding="utf-8"))
    assert report["numbers"]["agent/success"] == 1.0
    assert report["config"]["agent"] == "expert"
    words = ["--env", "test/Corridor-v0", "--model", str(out), "--agent", "expert"]
    assert probe([*words, *flags([*SETTINGS, "evaluation.temperature=1"])]) == 0
    probed = capsys.readouterr().out
    for name in ("eval/train/success", "agent/success"):
        assert f"{report['numbers'][name]:.4g}" in next(line for line in probed.splitlines() if name in line)
    assert main(command(model_folder, out)) == 2
    assert "is there already" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--agent", "experts"], "unknown agent 'experts'. Did you mean 'expert'"),
        (["--set", "policy.lora=4"], "policy.lora: cloning trains all weights"),
        (["--set", "perturb=2"], "perturb must be a number from 0 to 1"),
        (["--set", "perturbs=2"], "unknown setting 'perturbs'. Did you mean 'perturb'"),
        (["--model", "/nowhere"], "cannot load '/nowhere'"),
        (["--env", "test/Corridor-v7"], "env: cannot make 'test/Corridor-v7'"),
        (["--set", "evaluation.count=9"], "evaluation: corridor/five has 3 tasks in the split 'train', not 9"),
        (["--agent", f"python:{__name__}:Breaking"], "Breaking' failed: RuntimeError: no idea"),
        (["--set", "policy.max_prompt_tokens=3"], "won 3 of 3 episodes, but all of their 18 steps are left out"),
        (["--out", "/dev/null/warm"], "/dev/null"),
    ],
)
def test_bad_words(
    model_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    assert main([*command(model_folder, tmp_path / "warm"), *words]) == 2
    error = capsys.readouterr().err
    assert message in error and error.count("\n") == 1
    assert not (tmp_path / "warm").exists()


def test_a_failing_measurement_keeps_what_was_learned(
    model_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: Any) -> Any:
        raise ValueError("no prompt fits")

    monkeypatch.setattr(measuring, "measure", failing)
    with pytest.warns(UserWarning, match="the model could not be measured: ValueError: no prompt fits"):
        assert main(command(model_folder, tmp_path / "warm")) == 0
    assert (tmp_path / "warm" / "clone.json").exists()


class Breaking:
    name, privileged = "breaking", False

    def reset(self, context: Any) -> None: ...

    def act(self, observation: str, info: Any) -> str:
        raise RuntimeError("no idea")

    def close(self) -> None: ...


def test_probing_says_what_is_wrong(
    model_folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["--env", "test/Corridor-v0", "--model", str(model_folder)]
    for more, code, message in (
        (["--set", "evaluation.count=0"], 2, "there is nothing to measure on: set evaluation.count"),
        (["--agent", f"python:{__name__}:Breaking"], 2, "Breaking' failed: RuntimeError: no idea"),
        (["--set", "policy.max_prompt_tokens=3"], 1, "no prompt fits into the policy's context"),
    ):
        assert probe([*words, *flags(SETTINGS), *more]) == code
        error = capsys.readouterr().err
        assert message in error and error.startswith("error: ") and error.count("\n") == 1

    def interrupted(*_: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(measuring, "measure", interrupted)
    assert probe([*words, *flags(SETTINGS)]) == 130
