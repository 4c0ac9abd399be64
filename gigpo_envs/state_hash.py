"""The state hash: one canonical digest for anchor matching, replay and verification.

A digest covers the world, the number of its state encoding, the rules, the digest of the data, the task and the
canonical bytes of the state, each length-prefixed. Step counts, generators and clocks are not in it, so it is
the same in every process, under every ``PYTHONHASHSEED`` and on every machine.
"""

from __future__ import annotations

import json
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from gigpo_envs.simulator import Simulator

DIGEST_BYTES = 16


def pack(*parts: str | bytes) -> bytes:
    """Return the parts as one byte string from which they could be read back: each is preceded by its length."""
    packed = []
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        packed.append(b"%d:" % len(data))
        packed.append(data)
    return b"".join(packed)


def canonical_json(value: Any) -> bytes:
    """Return a value as sorted, compact, ASCII JSON: equal values give equal bytes.

    Raises:
        ValueError: The value holds a NaN or an infinity.
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False).encode("ascii")


def digest(data: bytes) -> str:
    """Return blake2b of the bytes as 32 hex digits."""
    return blake2b(data, digest_size=DIGEST_BYTES).hexdigest()


@lru_cache(maxsize=4096)
def _prefix(world: str, schema: int, rules: str, data_digest: str, task_id: str) -> bytes:
    return pack("gigpo.state", world, str(schema), rules, data_digest, task_id)


def state_hash(simulator: Simulator[Any], state: Any) -> str:
    """Return the 32 hex digits that name a state among all states of all worlds.

    Args:
        simulator: The simulator the state belongs to.
        state: One of its states.
    """
    prefix = _prefix(simulator.world, simulator.schema, simulator.rules, simulator.data_digest, state.task.id)
    return blake2b(prefix + simulator.canonical(state), digest_size=DIGEST_BYTES).hexdigest()
