"""Saving and forking through wrappers."""

from __future__ import annotations

import copy
import json
from typing import Any

import gymnasium as gym
import pytest

from gigpo_envs import fork, get_state, set_state, unwrap
from gigpo_envs.sealing import seal
from gigpo_envs.wrappers import HistoryObservation


def stack(**kwargs: Any) -> gym.Env[str, str]:
    return HistoryObservation(gym.make("test/Corridor-v0", **kwargs), num_observations=1)


def test_the_step_limit_travels() -> None:
    env = gym.make("test/Corridor-v0", max_episode_steps=3)
    env.reset(seed=0)
    env.step("left")
    env.step("left")
    other = gym.make("test/Corridor-v0", max_episode_steps=3)
    set_state(other, json.loads(json.dumps(get_state(env))))
    twin = fork(env)
    assert [e.step("left")[3] for e in (env, other, twin)] == [True] * 3


def test_history_travels() -> None:
    env, other = stack(), stack()
    env.reset(seed=0)
    env.step("left")
    set_state(other, get_state(env))
    assert env.step("right") == other.step("right")


def test_a_foreign_wrapper_is_refused_with_the_cure() -> None:
    env = gym.wrappers.TransformReward(gym.make("test/Corridor-v0"), lambda reward: reward)
    env.reset(seed=0)
    with pytest.raises(TypeError, match="TransformReward.*get_wrapper_state"):
        get_state(env)


def damaged(state: dict[str, Any], *path: str, value: object) -> dict[str, Any]:
    twin = copy.deepcopy(state)
    place = twin
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return twin


def test_damaged_and_foreign_states_are_refused_and_leave_the_environment_alone() -> None:
    env = gym.make("test/Corridor-v0")
    env.reset(seed=0)
    state = get_state(env)
    env.step("left")
    here = unwrap(env).state_hash()
    bads: list[Any] = [
        {},
        [],
        None,
        damaged(state, "digest", value="0"),
        damaged(state, "env", "transition", "state", "room", value=3),
        damaged(state, "env", "elapsed_steps", value=9),
        damaged(state, "env", "world", value=float("nan")),
    ]
    for bad in bads:
        with pytest.raises(ValueError, match="damaged|expected a state"):
            set_state(env, bad)
        assert unwrap(env).state_hash() == here
    with pytest.raises(ValueError, match="wrappers"):
        set_state(stack(), state)


def test_a_resealed_state_is_still_checked() -> None:
    env = gym.make("test/Corridor-v0")
    env.reset(seed=0)
    state = unwrap(env).get_state()
    state.pop("digest")
    for path, value, message in (
        (("world",), "webshop", "world 'webshop'"),
        (("data_digest",), "0" * 32, "data_digest"),
        (("transition", "state", "room"), 4, "hashes to"),
        (("transition", "state", "task"), "corridor/five/99", "unknown task"),
        (("transition", "state"), {}, "no state of the world"),
        (("transition", "state"), None, "no state of the world"),
        (("transition",), 3, "no state of the world"),
        (("observation_mode",), "rich", "observation_mode 'rich', but the environment has 'text'"),
        (("elapsed_steps",), "3", "elapsed_steps must be a whole number"),
        (("generator",), 3, "no state of the world"),
        (("generator", "state", "state"), -1, "no state of the world"),
        (("transition", "state", "roo"), 1, "no state of the world"),
    ):
        before = get_state(env)
        with pytest.raises(ValueError, match=message):
            unwrap(env).set_state(seal(damaged(state, *path, value=value)))
        assert get_state(env) == before
    for name in state.keys() - {"schema"}:
        lacking = {key: value for key, value in state.items() if key != name}
        with pytest.raises(ValueError, match=f"no state of the world 'corridor': '{name}'"):
            unwrap(env).set_state(seal(lacking))


def test_a_resealed_stack_is_still_checked() -> None:
    env = stack()
    env.reset(seed=0)
    state = get_state(env)
    state.pop("digest")
    for path, value in (
        (("layers",), 3),
        (("layers", 0), 3),
        (("layers", 0, 1), None),
        (("layers", 1, 1), {}),
        (("layers", 0, 1, "observations"), 3),
    ):
        with pytest.raises(ValueError, match="no state of the world 'corridor'"):
            set_state(env, seal(damaged(state, *path, value=value)))


@pytest.mark.parametrize("thing", [gym.make("CartPole-v1"), gym.make("CartPole-v1").unwrapped, None, 3])
def test_what_is_no_text_environment_is_named(thing: Any) -> None:
    state = get_state(stack())
    for misuse in (fork, get_state, lambda env: set_state(env, state)):
        with pytest.raises(TypeError, match="cannot be saved or forked"):
            misuse(thing)


def test_a_state_before_the_first_reset_can_be_saved() -> None:
    env, other = unwrap(gym.make("test/Corridor-v0")), unwrap(gym.make("test/Corridor-v0"))
    other.reset(seed=1)
    other.set_state(env.get_state())
    with pytest.raises(RuntimeError, match="reset"):
        other.step("left")


@pytest.mark.parametrize(
    ("field", "value"),
    [("observation", 3), ("reward", "1"), ("reward", True), ("terminated", None), ("metrics", []), ("x", 0)],
)
def test_a_transition_sealed_anew_must_still_be_one(field: str, value: object) -> None:
    env = unwrap(gym.make("test/Corridor-v0"))
    env.reset(seed=0)
    content = {key: part for key, part in env.get_state().items() if key != "digest"}
    forged = seal(content | {"transition": content["transition"] | {field: value}})
    with pytest.raises(ValueError, match=field):
        env.set_state(forged)
