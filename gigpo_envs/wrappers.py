"""Wrappers that change what a policy sees, never what the world does."""

from __future__ import annotations

from typing import Any

import gymnasium as gym

from gigpo_envs.errors import whole_number
from gigpo_envs.spaces import MAX_OBSERVATION, Unicode


class HistoryObservation(gym.Wrapper[str, str, str, str]):
    """Puts earlier observations and actions before the present observation.

    The pieces stand in the order of time, oldest first, joined by the separator: with one observation and one
    action that is ``earlier observation, action, observation``. Anchors and hashes are not touched.

    Args:
        env: A text environment.
        num_observations: How many earlier observations are shown.
        num_actions: How many earlier actions are shown.
        separator: What stands between the pieces; the default is WebShop's.

    Raises:
        ValueError: A number is no whole one of at least 0.
    """

    def __init__(
        self, env: gym.Env[str, str], num_observations: int = 0, num_actions: int = 0, separator: str = " [SEP] "
    ) -> None:
        super().__init__(env)
        self.num_observations = whole_number("num_observations", num_observations)
        self.num_actions = whole_number("num_actions", num_actions)
        self.separator = separator
        self._observations: list[str] = []
        self._actions: list[str] = []
        pieces = 1 + num_observations + num_actions
        self.observation_space = Unicode(MAX_OBSERVATION * pieces)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[str, dict[str, Any]]:
        """Start an episode with an empty history."""
        observation, info = self.env.reset(seed=seed, options=options)
        self._observations, self._actions = [observation], []
        return observation, info

    def step(self, action: str) -> tuple[str, Any, bool, bool, dict[str, Any]]:
        """Take an action and show the history before what it led to."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        self._actions.append(action)
        pieces = [observation]
        for back in range(1, 1 + max(self.num_observations, self.num_actions)):
            for past, shown in ((self._actions, self.num_actions), (self._observations, self.num_observations)):
                if back <= min(shown, len(past)):
                    pieces.append(past[-back])
        self._observations.append(observation)
        self._forget()
        return self.separator.join(reversed(pieces)), reward, terminated, truncated, info

    def _forget(self) -> None:
        keep = 1 + max(self.num_observations, self.num_actions)
        del self._observations[:-keep], self._actions[:-keep]

    def get_wrapper_state(self) -> dict[str, Any]:
        """Return the history, for ``gigpo_envs.get_state``."""
        return {"observations": list(self._observations), "actions": list(self._actions)}

    def set_wrapper_state(self, state: dict[str, Any]) -> None:
        """Go back to a history that was saved."""
        self._observations, self._actions = list(state["observations"]), list(state["actions"])
