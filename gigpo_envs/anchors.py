"""Anchor keys: which steps of a group count as taken from the same place.

GiGPO (Feng et al., 2025, arXiv 2505.10978) compares actions taken from the same *anchor state*. The paper matches
observations; this package offers the true state as well, and a coarser key. A key is always a digest and never
equal across tasks. The mode ``"state"`` is the state hash itself.
"""

from __future__ import annotations

from typing import Any

from gigpo_envs.errors import one_of
from gigpo_envs.simulator import Simulator, Transition
from gigpo_envs.state_hash import digest, pack, state_hash

ANCHOR_MODES = ("state", "observation", "progress")


def check_anchor_mode(simulator: Simulator[Any], mode: str) -> str:
    """Return the mode if the simulator's world has it.

    Raises:
        ValueError: There is no such mode.
    """
    return one_of("anchor_mode", mode, (*ANCHOR_MODES, *simulator.anchors))


def anchor(simulator: Simulator[Any], transition: Transition[Any], mode: str) -> str:
    """Return the anchor key of the place a transition led to, as 32 hex digits.

    Args:
        simulator: The simulator the transition comes from.
        transition: Where the policy stands.
        mode: ``"state"``, ``"observation"`` (as in the paper), ``"progress"``, or one of the world's own.
    """
    state = transition.state
    if mode == "state":
        return state_hash(simulator, state)
    if mode in simulator.anchors:  # a world may have an ``observation`` of its own
        key = simulator.anchors[mode](simulator, transition)
    elif mode == "observation":
        key = transition.observation.encode("utf-8", "surrogatepass")
    else:
        check_anchor_mode(simulator, mode)
        key = simulator.progress(state)
    return digest(pack("gigpo.anchor", mode, simulator.data_digest, state.task.id, key))


def anchor_code(key: str) -> int:
    """Return the first 63 bits of an anchor key or state hash: for places that carry integers only."""
    return int(key[:16], 16) >> 1
