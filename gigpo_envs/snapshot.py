"""Saving, restoring and forking environments, wrappers included."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Any

import gymnasium as gym
from gymnasium import wrappers
from gymnasium.vector import VectorEnv, VectorWrapper

from gigpo_envs.group import GroupVectorEnv
from gigpo_envs.sealing import reading, seal, unseal
from gigpo_envs.text_env import TextEnv

STACK_SCHEMA = "gigpo.stack/1"

Saveable = gym.Env[Any, Any] | VectorEnv[Any, Any, Any]
Wrapper = gym.Wrapper[Any, Any, Any, Any] | VectorWrapper[Any, Any, Any, Any, Any]

# What Gymnasium's own wrappers remember between steps. Ours bring `get_wrapper_state` and `set_wrapper_state`.
_REMEMBERED: Mapping[type[Wrapper], tuple[str, ...]] = {
    wrappers.TimeLimit: ("_elapsed_steps",),
    wrappers.OrderEnforcing: ("_has_reset",),
    wrappers.PassiveEnvChecker: (),
}


def _inner(env: Any) -> TextEnv[Any] | GroupVectorEnv:
    """Return what is under all wrappers.

    Raises:
        TypeError: It is another kind of environment, or none.
    """
    inner = getattr(env, "unwrapped", env)
    if not isinstance(inner, TextEnv | GroupVectorEnv):
        raise TypeError(f"{inner} cannot be saved or forked: make a TextEnv with gym.make, or a GroupVectorEnv")
    return inner


def _layers(env: Saveable) -> Iterator[Wrapper]:
    while isinstance(env, gym.Wrapper | VectorWrapper):
        yield env
        env = env.env


def _remembered(wrapper: Wrapper) -> tuple[str, ...]:
    names = _REMEMBERED.get(type(wrapper))
    if names is None:
        raise TypeError(
            f"cannot save the wrapper {type(wrapper).__name__}: what it remembers is not known. "
            "Give it get_wrapper_state() and set_wrapper_state(state), or use env.unwrapped."
        )
    return names


def get_state(env: Saveable) -> dict[str, Any]:
    """Return the state of an environment with all its wrappers, or of a group environment, as JSON-able values.

    Raises:
        TypeError: It is neither, or a wrapper is neither Gymnasium's own nor has ``get_wrapper_state``.
    """
    inner, layers = _inner(env), []
    for wrapper in _layers(env):
        if hasattr(wrapper, "get_wrapper_state"):
            saved = wrapper.get_wrapper_state()
        else:
            saved = {name: getattr(wrapper, name) for name in _remembered(wrapper)}
        layers.append([type(wrapper).__name__, saved])
    return seal({"schema": STACK_SCHEMA, "layers": layers, "env": inner.get_state()})


def set_state(env: Saveable, state: dict[str, Any]) -> None:
    """Bring an environment and its wrappers to a state that ``get_state`` returned.

    Raises:
        TypeError: It is no ``TextEnv``.
        ValueError: The state is damaged, or from another stack of wrappers, world, rules or data.
    """
    inner = _inner(env)
    with reading(inner.simulator.world):
        _set_layers(env, inner, unseal(state, STACK_SCHEMA))


def _set_layers(env: Saveable, inner: Any, content: Mapping[str, Any]) -> None:
    stack = list(_layers(env))
    names = [type(wrapper).__name__ for wrapper in stack]
    saved = [name for name, *_ in content["layers"]]
    if names != saved:
        raise ValueError(f"this state was saved under the wrappers {saved}, but the environment has {names}")
    inner.set_state(content["env"])
    for wrapper, (_, remembered) in zip(stack, content["layers"], strict=True):
        if hasattr(wrapper, "set_wrapper_state"):
            wrapper.set_wrapper_state(remembered)
        else:
            for name in _remembered(wrapper):
                setattr(wrapper, name, remembered[name])
        if isinstance(wrapper, wrappers.PassiveEnvChecker):
            # It compares the first steps after the first reset, which this environment may never have had.
            wrapper.checked_step = wrapper.checked_data_reuse = True


def fork(env: Saveable) -> Any:
    """Return an independent copy of an environment and its wrappers at the same point; the simulator is shared.

    Raises:
        TypeError: It is no ``TextEnv``.
    """
    if not isinstance(env, gym.Wrapper | VectorWrapper):
        return _inner(env).fork()
    # A wrapper is copied with what it remembers, around a fork of what it wraps. Specs are never changed: shared.
    memo: dict[int, Any] = {id(env.env): fork(env.env)}
    if isinstance(env, gym.Wrapper):
        memo[id(env._cached_spec)] = env._cached_spec
    return copy.deepcopy(env, memo)
