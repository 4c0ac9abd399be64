"""The original engine keeps the contract of a world, shares its records with ours, and leaves nothing behind."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

from gigpo_envs import RecordEpisode, unwrap
from gigpo_envs.records import EpisodeRecord, chain
from gigpo_envs.registration import WORLDS
from gigpo_envs.replaying import replay
from gigpo_envs.testing import TEXT_ENV_CHECKS, Subject

ORIGINAL, NATIVE = "gigpo/ALFWorldTextWorld-v0", "gigpo/ALFWorld-v0"
KWARGS: Any = {"dataset_options": {"size": "small", "count": 12, "seed": 7}}


@pytest.mark.parametrize("check", TEXT_ENV_CHECKS, ids=lambda check: check.__name__)
def test_contract(check: Callable[[Subject], None]) -> None:
    check(Subject(ORIGINAL, KWARGS, seeds=(0,), steps=4, walks=2, breadth=2))


def recorded(env_id: str, policy: str, seed: int) -> EpisodeRecord:
    """Return the record of an episode in one world."""
    env = RecordEpisode(gym.make(env_id, disable_env_checker=True, **KWARGS), None, policy)
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    over = False
    while not over:
        inner = unwrap(env)
        action = inner.expert_action() if policy == "expert" else inner.sample_action(rng)
        *_, terminated, truncated, _ = env.step(action)
        over = terminated or truncated
    assert env.record is not None
    return env.record


@pytest.mark.parametrize(("here", "there"), [(ORIGINAL, NATIVE), (NATIVE, ORIGINAL)])
@pytest.mark.parametrize(("policy", "seed"), [("expert", 1), ("expert", 2), ("random", 3)])
def test_a_record_of_one_world_replays_in_the_other(here: str, there: str, policy: str, seed: int) -> None:
    record = recorded(here, policy, seed)
    assert replay(record).ok
    # The header names the world; all else, hashes included, is the same.
    record.header["env"]["id"] = there
    moved = rechained(record)
    report = replay(moved)
    assert report.ok, str(report)
    moved.steps[-1]["state_hash"] = "0" * 32
    assert replay(moved).field == "state_hash"


def rechained(record: EpisodeRecord) -> EpisodeRecord:
    """Return a record with the links of its content."""
    header = {name: value for name, value in record.header.items() if name != "link"}
    again = EpisodeRecord(header | {"link": chain("", header)})
    for step in record.steps:
        again.add_step({name: value for name, value in step.items() if name != "link"})
    assert record.footer is not None
    again.footer = record.footer | {"head": again.steps[-1]["link"]}
    return again


def test_anchors_expert_and_random_play_are_those_of_the_native_world() -> None:
    envs = [gym.make(env_id, disable_env_checker=True, **KWARGS) for env_id in (ORIGINAL, NATIVE)]
    infos = [env.reset(seed=4)[1] for env in envs]
    for _ in range(6):
        for mode in ("state", "observation", "progress", "observation+inventory"):
            assert len({unwrap(env).anchor(mode) for env in envs}) == 1, mode
        assert infos[0] == infos[1]
        assert len({unwrap(env).sample_action(np.random.default_rng(5)) for env in envs}) == 1
        action = unwrap(envs[1]).expert_action()
        assert action == unwrap(envs[0]).expert_action()
        infos = [env.step(action)[-1] for env in envs]
        if infos[0]["won"]:
            break


def test_a_bad_game_is_told_with_the_engines_traceback(engine: Any) -> None:
    original = engine(**KWARGS)
    task = original.tasks("all")[0]
    broken = original.payload(task)._replace(problem="(define (problem broken)")
    original.payload = lambda task: broken
    with pytest.raises(RuntimeError, match="failed at the start of the task .*Traceback"):
        try:
            original.start(task)
        except RuntimeError as error:
            raise RuntimeError(" ".join(error.args[0].split())) from None
    del original.payload
    assert original.start(task)[1:] == original.native.start(task)[1:]


def test_another_dialect_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown dialect 'put'"):
        gym.make(ORIGINAL, dialect="put")


def test_it_leaves_the_process_the_home_and_the_folders_alone(tmp_path: Path) -> None:
    home, temporary = tmp_path / "home", tmp_path / "temporary"
    home.mkdir()
    temporary.mkdir()
    script = (
        "import os, sys, gymnasium as gym\n"
        "before = dict(os.environ), list(sys.argv)\n"
        f"env = gym.make('gigpo_envs:{ORIGINAL}', **{KWARGS})\n"
        "env.reset(seed=0); env.step('look'); env.step('inventory')\n"
        "assert (dict(os.environ), sys.argv) == before\n"
        "assert not {'alfworld', 'textworld', 'fast_downward'} & set(sys.modules)\n"
    )
    names = {"HOME": str(home), "TMPDIR": str(temporary), "PYTHONPATH": os.pathsep.join(sys.path)}
    environment = {name: value for name, value in os.environ.items() if name != "ALFWORLD_DATA"} | names
    done = subprocess.run([sys.executable, "-c", script, "word"], env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert not list(home.rglob("*alfworld*")) and not list(temporary.iterdir())


def test_the_table_names_the_extra() -> None:
    assert {world.id: world.extra for world in WORLDS}[ORIGINAL] == "alfworld"
