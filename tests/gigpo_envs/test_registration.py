"""Ids, plug-ins, and what importing costs."""

from __future__ import annotations

import subprocess
import sys
import warnings
from importlib.metadata import EntryPoint

import gymnasium as gym
import pytest

from gigpo_envs import registration
from gigpo_envs.registration import WORLDS, World


@pytest.mark.parametrize("world", WORLDS, ids=lambda world: world.id)
def test_spec_matches_the_table(world: World) -> None:
    spec = gym.spec(world.id)
    assert spec.max_episode_steps == world.max_episode_steps and spec.nondeterministic == world.nondeterministic
    assert gym.envs.registration.EnvSpec.from_json(spec.to_json()) == spec


@pytest.mark.parametrize("world", WORLDS, ids=lambda world: world.id)
def test_ids_work_without_an_import(world: World) -> None:
    script = f"import gymnasium as gym; print(gym.make('gigpo_envs:{world.id}').spec.id)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip().endswith(world.id)


def test_plug_ins_join_and_broken_ones_warn_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [
        EntryPoint("good", "tests.gigpo_envs.test_registration:PLUG_IN", "gigpo.worlds"),
        EntryPoint("broken", "no.such.module:X", "gigpo.worlds"),
    ]
    monkeypatch.setattr(registration, "entry_points", lambda group: points)
    monkeypatch.setattr(registration, "WORLDS", ())
    try:
        with pytest.warns(UserWarning, match="'broken'.*no.such.module") as caught:
            registration.register_all()
        assert len(caught) == 1 and gym.make("test/PlugIn-v0").reset(seed=0)
    finally:
        gym.registry.pop("test/PlugIn-v0", None)


PLUG_IN = World("test/PlugIn-v0", "tests.toy_world:CorridorEnv", max_episode_steps=9)


def test_a_missing_attribute_of_the_group_module_is_an_attribute_error() -> None:
    import gigpo_envs.group as group

    with pytest.raises(AttributeError, match="no_such_name"):
        group.no_such_name  # noqa: B018


def test_making_warns_of_nothing() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for world in WORLDS:
            gym.make(world.id).reset(seed=0)
