"""The README is short, starts with the commands, and its Python example runs as it stands."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```", re.DOTALL | re.MULTILINE)


def test_readme_fits_on_two_screens() -> None:
    assert len(README.splitlines()) <= 100


def test_first_block_holds_the_commands() -> None:
    _, commands = BLOCK.findall(README)[0]
    assert {"make leaderboard", "make test"} <= {line.split("#")[0].strip() for line in commands.splitlines()}


def test_first_python_block_runs(tmp_path: Path) -> None:
    script = next(code for language, code in BLOCK.findall(README) if language == "python")
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert run.returncode == 0, f"the README's example failed:\n{run.stderr}"
