"""The adapter: an engine that is not pure, as a simulator."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from gigpo_envs.engine.pool import EnginePool
from gigpo_envs.engine.protocol import Reply, Snapshot
from gigpo_envs.errors import shown, whole_number
from gigpo_envs.simulator import Simulator, Task, Transition


class EngineState(NamedTuple):
    """A point of play: how it was reached, and what the engine was there.

    Attributes:
        task: The task.
        actions: The actions taken.
        snapshot: What the engine said of itself there.
    """

    task: Task
    actions: tuple[str, ...]
    snapshot: Snapshot


class EngineSimulator(Simulator[EngineState]):
    """A simulator whose dynamics is an engine in worker processes.

    Stepping from a state that no engine stands at resets one and replays the state's actions; the replay is checked. So
    forks, groups, records and saved states work as for a pure world, only slower.

    A world subclasses it with ``tasks``, ``task`` and ``payload``. What it keeps besides must be picklable: a copy
    in another process has the same arguments and engines of its own.

    Args:
        engine: ``"module:Class"`` of an ``Engine``, which a worker imports.
        arguments: Picklable keywords for it.
        workers: How many worker processes there are at most; members of a group that outnumber them cost replays.
        timeout: Seconds after which an engine that does not answer is stopped.
        remembered: How many transitions are kept; 0 for an engine whose answers can differ.

    Raises:
        ValueError: A number is out of range.
    """

    def __init__(
        self,
        engine: str,
        arguments: Mapping[str, Any] | None = None,
        *,
        workers: int = 4,
        timeout: float = 300.0,
        remembered: int = 1024,
    ) -> None:
        size = whole_number("workers", workers, least=1)
        self.pool = EnginePool(engine, arguments or {}, size=size, timeout=timeout, remembered=remembered)

    @abstractmethod
    def payload(self, task: Task) -> Any:
        """Return what an engine is told of a task: picklable."""

    def start(self, task: Task) -> Transition[EngineState]:
        """Return the first transition of a task.

        Raises:
            RuntimeError: The engine failed, ended or hangs; the next call gets a new one.
        """
        return _transition(task, (), self.pool.play(task.id, partial(self.payload, task), ()))

    def step(self, state: EngineState, action: str) -> Transition[EngineState]:
        """Return where an action leads.

        Raises:
            RuntimeError: The engine failed, ended, hangs or is not deterministic; the next call gets a new one.
        """
        task, actions = state.task, (*state.actions, action)
        reply = self.pool.play(task.id, partial(self.payload, task), actions, state.snapshot)
        return _transition(task, actions, reply)

    def canonical(self, state: EngineState) -> bytes:
        """Return the engine's own account of the state."""
        return state.snapshot.canonical

    def admissible_actions(self, state: EngineState) -> tuple[str, ...] | None:
        """Return the actions that the engine offered."""
        return state.snapshot.admissible

    def progress(self, state: EngineState) -> bytes:
        """Return the engine's coarse key."""
        return state.snapshot.progress

    def sample_action(self, state: EngineState, rng: np.random.Generator) -> str:
        """Return one of the actions that the engine offered, each equally likely; empty if there are none."""
        actions = self.admissible_actions(state)
        return actions[int(rng.integers(len(actions)))] if actions else ""

    def dump(self, state: EngineState) -> dict[str, Any]:
        """Return how the state was reached, and what it was, as JSON-able values."""
        return {"task": state.task.id, "actions": list(state.actions), "canonical": self.canonical(state).hex()}

    def load(self, data: Mapping[str, Any]) -> EngineState:
        """Return the state that ``dump`` wrote: an engine plays its actions again.

        Raises:
            ValueError: The values do not make a state, or the actions lead elsewhere here.
            RuntimeError: As for ``step``.
        """
        actions = data["actions"]
        if not isinstance(actions, list | tuple) or not all(isinstance(action, str) for action in actions):
            raise ValueError(f"the actions of a state are a list of strings, not {shown(actions)}")
        state = self.start(self.task(data["task"])).state
        for action in actions:
            state = self.step(state, action).state
        found = self.canonical(state).hex()
        if found != data["canonical"]:
            raise ValueError(
                f"the actions of this state lead to {shown(found)} here, not to {shown(data['canonical'])}: "
                "another engine or other data"
            )
        return state

    def close(self) -> None:
        """End the workers; the next request makes new ones."""
        self.pool.close()


def _transition(task: Task, actions: tuple[str, ...], reply: Reply) -> Transition[EngineState]:
    return Transition(EngineState(task, actions, reply.snapshot), *reply[1:])
