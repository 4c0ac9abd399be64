"""Saved states: sealed with a digest, tied to the world they belong to, read without leaking an odd error."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.random.bit_generator import ISeedSequence

from gigpo_envs.errors import check_fields, shown
from gigpo_envs.simulator import S, Simulator, Transition
from gigpo_envs.state_hash import canonical_json, digest, state_hash


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


class _Unseeded(ISeedSequence):
    """Seeds nothing: for bit generators whose state is set right after, which is ten times as fast as seeding."""

    def generate_state(self, n_words: int, dtype: Any = np.uint32) -> np.ndarray[Any, Any]:
        return np.zeros(n_words, dtype)


_UNSEEDED = _Unseeded()


def load_generator(saved: Any) -> np.random.Generator:
    """Return the generator that ``dump_generator`` wrote."""
    bits = np.random.PCG64(_UNSEEDED)  # type: ignore[arg-type]  # NumPy's stubs know only its own seed sequences
    bits.state = saved
    return np.random.Generator(bits)


def copy_generator(generator: np.random.Generator) -> np.random.Generator:
    """Return an independent generator with the same future."""
    return load_generator(dump_generator(generator))


def dump_transition(simulator: Simulator[S], transition: Transition[S]) -> dict[str, Any]:
    """Return a transition as JSON-able values."""
    saved = transition._asdict()
    saved["state"] = simulator.dump(transition.state)
    saved["metrics"] = dict(transition.metrics)
    saved["state_hash"] = state_hash(simulator, transition.state)
    return saved


_FIELDS: Mapping[str, type | tuple[type, ...]] = {
    "observation": str,
    "reward": (float, int),
    "terminated": bool,
    "action_valid": bool,
    "won": bool,
    "score": (float, int),
    "metrics": dict,
}


def load_transition(simulator: Simulator[S], saved: Mapping[str, Any]) -> Transition[S]:
    """Return the transition that ``dump_transition`` wrote.

    Raises:
        ValueError: The state in it is not one of this simulator's, or hashes differently here.
    """
    fields = dict(saved)
    expected = fields.pop("state_hash", None)
    state = simulator.load(fields.pop("state"))
    transition = Transition(state=state, **check_fields("a saved transition", fields, _FIELDS))
    found = state_hash(simulator, state)
    if found != expected:
        raise ValueError(f"the saved state has the hash {expected}, but hashes to {found} here: other code or data")
    return transition
