"""What an engine is, and what it answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Snapshot:
    """What is kept of the point an engine has come to.

    Attributes:
        canonical: All that can change the future or is rendered, as ``Simulator.canonical`` asks.
        admissible: The concrete actions in the engine's order; None where only free text is taken.
        progress: The coarse key, as ``Simulator.progress`` asks.
    """

    canonical: bytes
    admissible: tuple[str, ...] | None = None
    progress: bytes = b""

    def __deepcopy__(self, memo: dict[int, Any]) -> Snapshot:
        """Return itself: it is immutable, and the pool takes a point for alive as long as its snapshot is."""
        return self


class Reply(NamedTuple):
    """What an engine answers to a start or an action: the fields of ``Transition``, with a snapshot for the state."""

    snapshot: Snapshot
    observation: str
    reward: float = 0.0
    terminated: bool = False
    action_valid: bool = True
    won: bool = False
    score: float = 0.0
    metrics: Mapping[str, float] = {}


class Engine(ABC):
    """A stateful engine that plays one episode at a time. It lives in a worker process of its own.

    There its standard output goes to the worker's log, ``TMPDIR`` is a folder of its own, and Ctrl-C does not reach it.
    The same actions from the same start must lead to the same replies, in every process.
    """

    @abstractmethod
    def start(self, payload: Any) -> Reply:
        """Start a task anew, whatever was played before.

        Args:
            payload: What the simulator's ``payload`` returns for the task.
        """

    @abstractmethod
    def step(self, action: str) -> Reply:
        """Take an action. Any string is legal, also after the end."""

    def close(self) -> None:  # noqa: B027 - most engines have nothing to close
        """Let go of what a process does not let go of by ending."""
