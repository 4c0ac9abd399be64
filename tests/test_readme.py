"""The README is short and starts with the commands; Python examples, there, in CONTRIBUTING and in the docs, run."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```", re.DOTALL | re.MULTILINE)


def test_readme_fits_on_two_screens() -> None:
    assert len(README.splitlines()) <= 100


def test_first_block_holds_the_commands() -> None:
    _, commands = BLOCK.findall(README)[0]
    assert {"make leaderboard", "make test"} <= {line.split("#")[0].strip() for line in commands.splitlines()}


def examples() -> list[tuple[str, str]]:
    """Return the Python blocks of README, CONTRIBUTING and documentation, each with its place."""
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return [
        (f"{page.relative_to(ROOT)}-{number}", code)
        for page in pages
        for number, (language, code) in enumerate(BLOCK.findall(page.read_text(encoding="utf-8")))
        if language == "python"
    ]


@pytest.mark.parametrize("code", [pytest.param(code, id=place) for place, code in examples()])
def test_examples_run(code: str, tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert run.returncode == 0, f"the example failed:\n{run.stderr}"


def test_the_readme_has_an_example() -> None:
    assert any(place.startswith("README.md") for place, _ in examples())
