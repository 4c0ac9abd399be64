"""The command that measures models runs on any of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.generation import main
from tests.benchmarks.hf.models import chat_model


def test_the_command_measures_a_model(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chat = chat_model(context=4096)
    chat.model.float().save_pretrained(tmp_path / "tiny")
    chat.tokenizer.save_pretrained(tmp_path / "tiny")
    assert main(["--model", str(tmp_path / "tiny"), "--rows", "2", "--new", "3", "--turns", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("tiny: ") and len(lines) == 8
    read = [int(line.rpartition(", ")[2].split()[0].replace(",", "")) for line in lines if "tokens read" in line]
    assert read[0] < read[1]


def test_a_missing_model_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--model", str(tmp_path)]) == 2
    assert "there is no model in" in capsys.readouterr().err
