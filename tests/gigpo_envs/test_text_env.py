"""The environment, used as it should not be."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import pytest

from gigpo_envs import TextEnv, unwrap


def make(**kwargs: Any) -> TextEnv[Any]:
    return unwrap(gym.make("test/Corridor-v0", **kwargs))


@pytest.mark.parametrize(
    ("options", "kind", "message"),
    [
        ([], TypeError, r"options of reset must be a dict or None, not \[\]"),
        (5, TypeError, "must be a dict or None, not 5"),
        ({"taskid": "x"}, ValueError, "Did you mean 'task_id'"),
        ({"task_id": ""}, ValueError, "unknown task id ''"),
        ({"task_id": "corridor/five/0", "split": "trian"}, ValueError, "Did you mean 'train'"),
        ({"split": ""}, ValueError, "unknown split ''"),
        ({"split": 0}, ValueError, "unknown split 0"),
        ({"split": []}, ValueError, r"unknown split \[\]"),
    ],
)
def test_bad_options_are_named_and_change_nothing(options: Any, kind: type[Exception], message: str) -> None:
    env = make()
    env.reset(seed=0)
    env.step("left")
    before = env.get_state()
    with pytest.raises(kind, match=message) as caught:
        env.reset(seed=1, options=options)
    assert env.get_state() == before and len(caught.value.args) == 1


@pytest.mark.parametrize("name", ["step", "state_hash", "anchor", "sample_action", "expert_action"])
def test_before_the_first_reset(name: str) -> None:
    with pytest.raises(RuntimeError, match=r"call reset\(\) first"):
        getattr(make(), name)(*["left"] * (name == "step"))


def test_after_the_end() -> None:
    env = make()
    env.reset(options={"task_id": "corridor/five/2"})
    for action in ("take key", "right", "right", "open door"):
        env.step(action)
    with pytest.raises(RuntimeError, match=r"the episode is over: call reset\(\)"):
        env.step("left")


@pytest.mark.parametrize("action", [None, 3, b"left", ["left"], ["x" * 10_000_000]])
def test_an_action_that_is_no_string(action: Any) -> None:
    env = make()
    env.reset(seed=0)
    with pytest.raises(TypeError, match="an action is a string, but ") as caught:
        env.step(action)
    assert len(str(caught.value)) < 400


def test_actions_to_replay_are_a_list() -> None:
    env = make()
    env.reset(seed=0)
    with pytest.raises(TypeError, match="actions must be a list, not 'left'"):
        env.replay("left")
    with pytest.raises(ValueError, match="at least one action"):
        env.replay([])


@pytest.mark.parametrize("mode", ["", "stat", [], 3])
def test_an_anchor_mode_that_is_none(mode: Any) -> None:
    env = make()
    env.reset(seed=0)
    with pytest.raises(ValueError, match="unknown anchor_mode"):
        env.anchor(mode)
    with pytest.raises(ValueError, match="unknown anchor_mode"):
        make(anchor_mode=mode)


@pytest.mark.parametrize("thing", [None, 3, "test/Corridor-v0"])
def test_what_is_no_environment(thing: Any) -> None:
    with pytest.raises(TypeError, match="is no TextEnv"):
        unwrap(thing)
