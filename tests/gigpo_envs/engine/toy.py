"""The corridor as an engine with hidden, mutable state, and its faults on demand."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from gigpo_envs.engine import Engine, EngineSimulator, EngineState, Reply, Snapshot
from gigpo_envs.simulator import Task, Transition
from gigpo_envs.text_env import TextEnv
from tests.toy_world import Corridor, CorridorSimulator

PURE = CorridorSimulator()


class CorridorEngine(Engine):
    """Walks the corridor; the words ``crash``, ``fail``, ``hang`` and ``drift`` do what they say.

    Args:
        log: A file that gets a line for each start and step, to count them.
        drifts: Every start leads elsewhere.
    """

    def __init__(self, log: str = "", drifts: bool = False, fails: bool = False) -> None:
        if fails:
            raise OSError("no display")
        print("noise that must not reach the pipe")
        os.system("echo noise of a child")
        self._log = log
        self._drifts = drifts
        self._starts = 0
        self._state: Corridor | None = None

    def start(self, payload: Any) -> Reply:
        self._note("start")
        self._starts += 1
        self._state = Corridor(PURE.task(payload), room=self._starts % 4 if self._drifts else 2)
        return self._reply(PURE._at(self._state))

    def step(self, action: str) -> Reply:
        self._note("step")
        print("more noise")
        assert self._state is not None
        if action == "crash":
            os.write(2, b"segmentation something\n")
            os._exit(9)
        if action == "fail":
            raise ZeroDivisionError("a fault of the engine")
        if action == "hang":
            time.sleep(600)
        return self._reply(PURE.step(self._state, action))

    def close(self) -> None:
        self._note("close")

    def _reply(self, transition: Transition[Corridor]) -> Reply:
        self._state = state = transition.state
        snapshot = Snapshot(PURE.canonical(state), PURE.admissible_actions(state), PURE.progress(state))
        return Reply(snapshot, *transition[1:])

    def _note(self, what: str) -> None:
        if self._log:
            with Path(self._log).open("a", encoding="ascii") as file:
                file.write(what + "\n")


class CorridorEngineSimulator(EngineSimulator):
    """The corridor through the engine: the same world, so the same hashes."""

    world: ClassVar[str] = CorridorSimulator.world
    metrics: ClassVar[tuple[str, ...]] = CorridorSimulator.metrics
    rules = PURE.rules
    dataset = PURE.dataset
    data_digest = PURE.data_digest

    def __init__(self, workers: int = 2, timeout: float = 60.0, remembered: int = 1024, **arguments: Any) -> None:
        super().__init__(
            f"{__name__}:CorridorEngine", arguments, workers=workers, timeout=timeout, remembered=remembered
        )

    def tasks(self, split: str) -> Sequence[Task]:
        return PURE.tasks(split)

    def task(self, task_id: str) -> Task:
        return PURE.task(task_id)

    def payload(self, task: Task) -> Any:
        return task.id


_simulators: dict[int, CorridorEngineSimulator] = {}


class CorridorEngineEnv(TextEnv[EngineState]):
    """The corridor through the engine as an environment; environments share their engines."""

    def __init__(
        self,
        *,
        workers: int = 2,
        split: str = "train",
        anchor_mode: str = "state",
        render_mode: str | None = None,
    ) -> None:
        simulator = _simulators.setdefault(workers, CorridorEngineSimulator(workers))
        super().__init__(simulator, split=split, anchor_mode=anchor_mode, render_mode=render_mode)
