"""The agent that reads the answer: the ceiling of every table, and a proof that the tasks can be solved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from benchmarks.agents.protocol import Context


class ExpertAgent:
    """Does what the world's expert does. It reads the hidden part of the task, so it is never ranked."""

    name = "expert"
    privileged = True

    def reset(self, context: Context) -> None:
        """Take hold of the world's expert."""
        assert context.expert_action is not None
        self._expert_action = context.expert_action

    def act(self, observation: str, info: Mapping[str, Any]) -> str:
        """Return the expert's action."""
        return self._expert_action()

    def close(self) -> None:
        """Do nothing."""
