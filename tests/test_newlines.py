"""What a run or a draft leaves has the same bytes on every system: no text gets the system's newlines."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = sorted(
    path.relative_to(ROOT).as_posix() for name in ("leaderboard", "benchmarks") for path in (ROOT / name).rglob("*.py")
)


def writes_text(call: ast.Call) -> bool:
    """Whether a call writes text, or opens a file to write text."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name == "open":
        modes = [
            node.value for node in ast.walk(call) if isinstance(node, ast.Constant) and isinstance(node.value, str)
        ]
        return any(mode in ("w", "a", "x", "w+", "a+", "r+") for mode in modes)
    return name == "write_text"


@pytest.mark.parametrize("file", [*FILES, "gigpo_envs/building.py"])
def test_text_is_written_with_plain_newlines(file: str) -> None:
    for node in ast.walk(ast.parse((ROOT / file).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and writes_text(node):
            newline = [word.value for word in node.keywords if word.arg == "newline"]
            assert newline and isinstance(newline[0], ast.Constant) and newline[0].value == "\n", f"line {node.lineno}"
