"""A small suite over the toy world, and a played run of it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from benchmarks.runner import agent_entries, play_run
from leaderboard.draft import draft
from leaderboard.registry import load_suite
from leaderboard.run_folder import Run, claim_folder

# A package that offers the toy world, for processes that do not read tests/conftest.py: workers inherit the path.
PLUG_IN = str(Path(__file__).parents[1] / "plug_in")
if PLUG_IN not in sys.path:
    sys.path.append(PLUG_IN)


def environment(**more: str) -> dict[str, str]:
    """Return the environment variables of a process in which that package is installed."""
    return {**os.environ, "PYTHONPATH": PLUG_IN, **more}


TOML = """
schema = "gigpo.suite/1"
name = "toy"
title = "A corridor"
description = "Fetch the key, open the door."

[[panels]]
name = "once"
env = "test/Corridor-v0"
max_episode_steps = 12
metric = "success"
draw = {split = "all"}

[[panels]]
name = "twice"
env = "test/Corridor-v0"
kwargs = {anchor_mode = "progress"}
max_episode_steps = 5
metric = "score"
replicates = 2
cluster = "hidden"
draw = {split = "train", count = 2, seed = 3}
"""


def toy_suite(folder: Path) -> Path:
    """Write and draft the suite's file."""
    path = folder / "toy.toml"
    path.write_text(TOML)
    draft(path)
    return path


def toy_run(folder: Path, agents: tuple[str, ...] = ("random", "expert")) -> tuple[Path, Run]:
    """Play the suite, and return the run folder and the run."""
    spec = str(toy_suite(folder))
    run = Run(spec, load_suite(spec), agent_entries(agents))
    out = folder / "run"
    claim_folder(out, run)
    assert play_run(out, run) == []
    return out, run
