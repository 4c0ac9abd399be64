"""A world of one corridor, small enough to know by heart: the subject of the core's own tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from gigpo_envs.simulator import Simulator, Task, Transition
from gigpo_envs.state_hash import digest, pack
from gigpo_envs.text_env import TextEnv

LENGTH = 5
ACTIONS = ("left", "right", "take key", "open door")


@dataclass(frozen=True, slots=True)
class Corridor:
    """Where the walker is, and whether the key (it lies in room ``task.hidden``) is in hand."""

    task: Task
    room: int = 2
    key: bool = False
    done: bool = False


class CorridorSimulator(Simulator[Corridor]):
    """Fetch the key, open the door in the last room."""

    world: ClassVar[str] = "corridor"
    metrics: ClassVar[tuple[str, ...]] = ("has_key",)
    split_aliases: ClassVar[Mapping[str, str]] = {"dev": "valid"}
    anchors: ClassVar[Any] = {"room": lambda simulator, transition: pack(str(transition.state.room))}
    dataset = "five"
    data_digest = digest(b"corridor")

    def tasks(self, split: str) -> Sequence[Task]:
        splits = ("train", "train", "train", "valid", "test")
        every = [Task(f"corridor/five/{i}", s, "open the door", i) for i, s in enumerate(splits)]
        return [task for task in every if split in (task.split, "all")]

    def task(self, task_id: str) -> Task:
        for task in self.tasks("all"):
            if task.id == task_id:
                return task
        raise ValueError(f"unknown task id {task_id!r}")

    def start(self, task: Task) -> Transition[Corridor]:
        return self._at(Corridor(task))

    def step(self, state: Corridor, action: str) -> Transition[Corridor]:
        room, key, done = state.room, state.key, state.done
        if action == "left":
            room = max(0, room - 1)
        elif action == "right":
            room = min(LENGTH - 1, room + 1)
        elif action == "take key" and room == state.task.hidden:
            key = True
        elif action == "open door" and key and room == LENGTH - 1:
            done = True
        elif action not in ACTIONS:
            return self._at(state, valid=False)
        return self._at(Corridor(state.task, room, key, done), reward=float(done and not state.done))

    def _at(self, state: Corridor, reward: float = 0.0, valid: bool = True) -> Transition[Corridor]:
        text = f"You are in room {state.room}." + (" You hold the key." if state.key else "")
        return Transition(
            state, text, reward, state.done, valid, state.done, float(state.done), {"has_key": float(state.key)}
        )

    def canonical(self, state: Corridor) -> bytes:
        return pack(str(state.room), str(state.key), str(state.done))

    def progress(self, state: Corridor) -> bytes:
        return pack(str(state.key))

    def sample_action(self, state: Corridor, rng: np.random.Generator) -> str:
        return ACTIONS[rng.integers(len(ACTIONS))]

    def admissible_actions(self, state: Corridor) -> tuple[str, ...]:
        return ACTIONS

    def expert_action(self, state: Corridor) -> str:
        target = LENGTH - 1 if state.key else state.task.hidden
        if state.room != target:
            return "right" if state.room < target else "left"
        return "open door" if state.key else "take key"

    def load(self, data: Mapping[str, Any]) -> Corridor:
        fields = dict(data)
        return Corridor(self.task(fields.pop("task")), **fields)


class CorridorEnv(TextEnv[Corridor]):
    """The corridor as an environment."""

    def __init__(self, *, split: str = "train", anchor_mode: str = "state", render_mode: str | None = None) -> None:
        super().__init__(CorridorSimulator(), split=split, anchor_mode=anchor_mode, render_mode=render_mode)
