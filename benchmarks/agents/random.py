"""The agent that acts at random: the floor of every table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from benchmarks.agents.protocol import Context


class RandomAgent:
    """Takes random actions that make sense where it stands, as the world's ``sample_action`` draws them."""

    name = "random"
    privileged = False

    def reset(self, context: Context) -> None:
        """Start from the episode's seed."""
        self._sample = context.sample_action
        self._rng = np.random.Generator(np.random.PCG64(context.seed))

    def act(self, observation: str, info: Mapping[str, Any]) -> str:
        """Return a random action."""
        return self._sample(self._rng)

    def close(self) -> None:
        """Do nothing."""
