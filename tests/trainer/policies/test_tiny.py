"""Tiny models are made by one command, the same ones every time."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import gymnasium as gym
import numpy as np
import pytest
import torch
from transformers import AutoTokenizer

from benchmarks.agents.hf.sources import load_chat_model
from trainer.policies.hugging_face import HuggingFacePolicy
from trainer.policies.tiny import (
    END,
    SMALLEST,
    TEMPLATE,
    gather_texts,
    main,
    make_tiny,
    tiny_model,
    train_tokenizer,
)

ENV = "test/Corridor-v0"
SMALL = ["--episodes", "4", "--hidden", "16", "--layers", "1", "--vocabulary", "300"]


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_the_command_makes_a_model_that_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "tiny"
    assert main(["--env", ENV, "--out", str(out), *SMALL]) == 0
    assert "parameters, " in capsys.readouterr().out
    chat = load_chat_model(str(out))
    assert chat.model.config.hidden_size == 16 and chat.context == 1024
    policy = HuggingFacePolicy(chat, max_reply_tokens=4, restrict=True)
    prompt = chat.encode([{"role": "user", "content": "open the door\n You are in room 2."}])
    (sample,) = policy.reply([prompt], [("left", "right")], np.random.default_rng(0))
    assert sample.text in ("left", "right")


def test_equal_arguments_give_equal_files(tmp_path: Path) -> None:
    """Also in another process, whose strings hash otherwise."""
    make_tiny(tmp_path / "one", "gigpo/TextMaze-v0", {}, episodes=3, vocabulary=400, hidden=16, layers=1)
    command = [
        sys.executable,
        "-m",
        "trainer.policies.tiny",
        "--env",
        "gigpo/TextMaze-v0",
        "--out",
        str(tmp_path / "two"),
    ]
    options = ["--episodes", "3", "--vocabulary", "400", "--hidden", "16", "--layers", "1"]
    subprocess.run([*command, *options], check=True, capture_output=True, cwd=Path(__file__).resolve().parents[3])
    assert content(tmp_path / "one") == content(tmp_path / "two")
    make_tiny(tmp_path / "three", "gigpo/TextMaze-v0", {}, episodes=3, vocabulary=400, hidden=16, layers=1, seed=1)
    assert content(tmp_path / "one") != content(tmp_path / "three")


def test_the_global_generator_is_left_alone() -> None:
    tokenizer = train_tokenizer(["a b"], 300)
    torch.manual_seed(5)
    expected = torch.rand(3)
    torch.manual_seed(5)
    tiny_model(tokenizer, hidden=16, layers=1, seed=9)
    assert torch.equal(torch.rand(3), expected)


def test_words_and_digits_are_tokens_of_their_own() -> None:
    texts = ["take mug 12 from desk 1", " mug 1", " desk"] * 20
    tokenizer = train_tokenizer(texts, 400)
    assert tokenizer.tokenize(" desk 12") == ["\u0120desk", "\u0120", "1", "2"]
    assert tokenizer.tokenize("take mug.") == ["take", "\u0120mug", "."]
    for text in [*texts, "\u00e9\u4e2d{}<|no|>"]:
        assert tokenizer.decode(tokenizer.encode(text)) == text


def test_what_is_loaded_is_what_was_trained(tmp_path: Path) -> None:
    # transformers chooses the class by the architecture, not by what was saved.
    tokenizer = train_tokenizer(["take mug 12 from desk 1", "mug, 1"] * 20, 400)
    tokenizer.save_pretrained(tmp_path)
    tiny_model(tokenizer, hidden=16, layers=1).save_pretrained(tmp_path)
    loaded = AutoTokenizer.from_pretrained(tmp_path)
    assert loaded.backend_tokenizer.to_str() == tokenizer.backend_tokenizer.to_str()
    assert (loaded.get_vocab(), loaded.eos_token, loaded.chat_template) == (tokenizer.get_vocab(), END, TEMPLATE)


def test_texts_hold_what_is_seen_and_what_can_be_done() -> None:
    texts = set(gather_texts(gym.make(ENV, disable_env_checker=True), "compact", 4))
    assert {"left", "right", "take key", "open door"} <= texts
    assert any("You are in room" in text for text in texts)
    assert texts == set(gather_texts(gym.make(ENV, disable_env_checker=True), "compact", 4))


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["--env", "no/Such-v0"], "Namespace no not found"),
        (["--kwargs", "{"], "--kwargs is no JSON"),
        (["--kwargs", "[1]"], "--kwargs must be a JSON object"),
        (["--kwargs", '{"splt": "train"}'], "splt"),
        (["--prompt", "compct"], "unknown prompt preset 'compct'. Did you mean 'compact'?"),
        (["--hidden", "24"], "hidden must be a multiple of 16"),
        (["--hidden", "0"], "hidden must be a whole number from 16"),
        (["--layers", "0"], "layers must be a whole number from 1"),
        (["--vocabulary", str(SMALLEST - 1)], f"vocabulary must be a whole number from {SMALLEST}"),
        (["--episodes", "0"], "episodes must be a whole number from 1"),
        (["--context", "0"], "context must be a whole number from 1"),
        (["--seed", "-1"], "seed must be a whole number from 0"),
        (["--seed", str(2**63)], "seed and episodes must stay below 9223372036854775808 together"),
        (["--env", "no_such_module:X-v0"], "No module named 'no_such_module'"),
    ],
)
def test_bad_arguments_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], text: str
) -> None:
    out = tmp_path / "tiny"
    assert main(["--env", ENV, "--out", str(out), *SMALL, *arguments]) == 2
    assert text in capsys.readouterr().err
    assert not out.exists()


def test_what_is_there_is_not_replaced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--env", ENV, "--out", str(tmp_path), *SMALL]) == 2
    assert f"{tmp_path} is there already: name another folder, or delete it" in capsys.readouterr().err
