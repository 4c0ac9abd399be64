"""Saving, restoring and forking environments, wrappers included."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium import wrappers
from gymnasium.vector import VectorEnv

from gigpo_envs.errors import shown
from gigpo_envs.simulator import S, Simulator, Transition
from gigpo_envs.state_hash import canonical_json, digest, state_hash

STACK_SCHEMA = "gigpo.stack/1"

Saveable = gym.Env[Any, Any] | VectorEnv[Any, Any, Any]

# What Gymnasium's own wrappers remember between steps. Ours bring `get_wrapper_state` and `set_wrapper_state`.
_REMEMBERED: Mapping[type[gym.Wrapper[Any, Any, Any, Any]], tuple[str, ...]] = {
    wrappers.TimeLimit: ("_elapsed_steps",),
    wrappers.OrderEnforcing: ("_has_reset",),
    wrappers.PassiveEnvChecker: (),
}


def seal(content: dict[str, Any]) -> dict[str, Any]:
    """Return a saved state with a digest over its content."""
    return content | {"digest": digest(canonical_json(content))}


def unseal(state: object, schema: str) -> dict[str, Any]:
    """Return the content of a sealed state.

    Raises:
        ValueError: It is no such state, of another schema, or was changed since it was sealed.
    """
    if not isinstance(state, Mapping) or state.get("schema") != schema:
        found = state.get("schema") if isinstance(state, Mapping) else type(state).__name__
        raise ValueError(f"expected a state of schema {schema!r}, got {found!r}; pass what get_state() returned")
    content = {key: value for key, value in state.items() if key != "digest"}
    try:
        intact = digest(canonical_json(content)) == state.get("digest")
    except (TypeError, ValueError):
        intact = False
    if not intact:
        raise ValueError("this state is damaged: its content does not match its digest; save it again")
    return content


@contextmanager
def reading(world: str) -> Iterator[None]:
    """Turn whatever malformed content sets off into one error.

    Raises:
        ValueError: The content is not what ``get_state`` returned.
    """
    try:
        yield
    except (KeyError, TypeError, AttributeError, IndexError, OverflowError) as error:
        raise ValueError(f"this is no state of the world {world!r}: {error}; pass what get_state() returned") from error


_IDENTITY = ("world", "rules", "observation_mode", "data_digest")


def identity(simulator: Simulator[Any]) -> dict[str, str]:
    """Return what a saved state must have in common with the environment it is brought to."""
    return {name: getattr(simulator, name) for name in _IDENTITY}


def check_identity(simulator: Simulator[Any], content: Mapping[str, Any]) -> None:
    """Raise a ValueError unless a saved state belongs to a simulator's world, rules, observation mode and data."""
    for name, mine in identity(simulator).items():
        if content[name] != mine:
            raise ValueError(f"this state has {name} {shown(content[name])}, but the environment has {mine!r}")


def dump_generator(generator: np.random.Generator | None) -> Any:
    """Return the state of a generator as JSON-able values, None for none."""
    return None if generator is None else generator.bit_generator.state


def load_generator(saved: Any) -> np.random.Generator:
    """Return the generator that ``dump_generator`` wrote."""
    bits = np.random.PCG64()
    bits.state = saved
    return np.random.Generator(bits)


def dump_transition(simulator: Simulator[S], transition: Transition[S]) -> dict[str, Any]:
    """Return a transition as JSON-able values."""
    saved = transition._asdict()
    saved["state"] = simulator.dump(transition.state)
    saved["metrics"] = dict(transition.metrics)
    saved["state_hash"] = state_hash(simulator, transition.state)
    return saved


def load_transition(simulator: Simulator[S], saved: Mapping[str, Any]) -> Transition[S]:
    """Return the transition that ``dump_transition`` wrote.

    Raises:
        ValueError: The state in it is not one of this simulator's, or hashes differently here.
    """
    fields = dict(saved)
    expected = fields.pop("state_hash", None)
    state = simulator.load(fields.pop("state"))
    transition = Transition(state=state, **fields)
    found = state_hash(simulator, state)
    if found != expected:
        raise ValueError(f"the saved state has the hash {expected}, but hashes to {found} here: other code or data")
    return transition


def _inner(env: Any) -> Any:
    """Return what is under all wrappers.

    Raises:
        TypeError: It is another kind of environment, or none.
    """
    inner = getattr(env, "unwrapped", env)
    if not hasattr(inner, "set_state"):
        raise TypeError(f"{inner} cannot be saved or forked: make a TextEnv with gym.make, or a GroupVectorEnv")
    return inner


def _layers(env: Saveable) -> Iterator[gym.Wrapper[Any, Any, Any, Any]]:
    while isinstance(env, gym.Wrapper):
        yield env
        env = env.env


def _remembered(wrapper: gym.Wrapper[Any, Any, Any, Any]) -> tuple[str, ...]:
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
    if not isinstance(env, gym.Wrapper):
        return _inner(env).fork()
    # A wrapper is copied with what it remembers, around a fork of what it wraps. Specs are never changed: shared.
    memo = {id(env.env): fork(env.env), id(env._cached_spec): env._cached_spec}
    return copy.deepcopy(env, memo)
