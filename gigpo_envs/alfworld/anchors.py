"""ALFWorld's own anchor modes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gigpo_envs.alfworld.state import HouseState
from gigpo_envs.simulator import Transition
from gigpo_envs.state_hash import pack


def _observation_and_inventory(simulator: Any, transition: Transition[HouseState]) -> bytes:
    state = transition.state
    return pack(transition.observation, state.house.names[state.held] if state.held >= 0 else "")


ANCHORS: Mapping[str, Callable[[Any, Any], bytes]] = {"observation+inventory": _observation_and_inventory}
"""Name of the mode to the bytes of its key."""
