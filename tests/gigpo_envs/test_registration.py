"""Ids, plug-ins, and what importing costs."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from pathlib import Path

import gymnasium as gym
import pytest

from gigpo_envs.registration import WORLDS, World, what_is_missing

HERE = [world for world in WORLDS if not what_is_missing(world.extra)]


@pytest.mark.parametrize("world", WORLDS, ids=lambda world: world.id)
def test_spec_matches_the_table(world: World) -> None:
    spec = gym.spec(world.id)
    assert spec.max_episode_steps == world.max_episode_steps and spec.nondeterministic == world.nondeterministic
    assert gym.envs.registration.EnvSpec.from_json(spec.to_json()) == spec


@pytest.mark.parametrize("world", HERE, ids=lambda world: world.id)
def test_ids_work_without_an_import(world: World) -> None:
    script = f"import gymnasium as gym; print(gym.make('gigpo_envs:{world.id}').spec.id)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip().endswith(world.id)


def install_plug_ins(folder: Path) -> dict[str, str]:
    """Lay out an installed package that offers a good world and a broken one; return the environment to see it."""
    (folder / "plugin_world.py").write_text(
        "from gigpo_envs import World, register_world\n"
        "register_world(World('plugin/World-v0', 'tests.toy_world:CorridorEnv', 9))\n"
    )
    info = folder / "plugin-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: plugin\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[gigpo.worlds]\ngood = plugin_world\nbroken = no_such_module\n")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), *sys.path])}


@pytest.mark.parametrize("first", ["gigpo_envs", "plugin_world"])
def test_plug_ins_join_in_any_order_and_broken_ones_warn_by_name(first: str, tmp_path: Path) -> None:
    script = f"import {first}, gymnasium as gym; print(gym.make('plugin/World-v0').spec.max_episode_steps)"
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, env=install_plug_ins(tmp_path), capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "9"
    assert "'broken' (no_such_module) was left out" in done.stderr and "'good'" not in done.stderr


def test_a_missing_attribute_of_the_group_module_is_an_attribute_error() -> None:
    import gigpo_envs.group as group

    with pytest.raises(AttributeError, match="no_such_name"):
        group.no_such_name  # noqa: B018


def test_making_warns_of_nothing() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for world in HERE:
            assert gym.make(world.id).reset(seed=0)[1]["split"] == "train"


def test_a_missing_extra_is_named_with_its_command(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = ["there>=1", 'absent[more]>=2; extra == "odd"', "pytest>=9 ; extra == 'odd'", 'other; extra == "odder"']
    monkeypatch.setattr("gigpo_envs.registration.requires", lambda name: wanted)
    assert what_is_missing("odd") == "absent not installed: pip install 'gigpo[odd]'"
    assert what_is_missing("") == ""


@pytest.mark.parametrize("world", [world for world in WORLDS if world not in HERE], ids=lambda world: world.id)
def test_a_world_without_its_extra_names_the_command(world: World) -> None:
    with pytest.raises(ImportError, match=rf"pip install 'gigpo\[{world.extra}\]'"):
        gym.make(world.id)
