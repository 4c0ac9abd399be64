"""What a scripted policy considers in one task: few enough actions that everything that can happen is a small graph."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol


class Choice(Protocol):
    """The actions that are considered in one task, and how they are told apart in features that all tasks share."""

    def actions(self, state: Any) -> Sequence[str]:
        """Return the actions to consider in a state that is not over, at least one, the same for equal states."""

    def stage(self, state: Any) -> int:
        """Return how far the task is: a number below the ``stages`` of its world."""

    def kind(self, state: Any, action: str) -> int:
        """Return the kind of an action that is considered in a state: a number below the ``kinds`` of its world."""


INVALID = "?"
"""A text that no world understands, considered in every state."""
