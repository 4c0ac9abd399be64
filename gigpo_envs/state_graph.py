"""Everything that can happen in a task, as tables: for worlds, or choices of actions, with few enough states.

On such a graph a policy is a table, its values and advantages are exact (``gigpo_envs.values``), and thousands of
episodes are a few array operations.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from gigpo_envs.errors import as_list, shown, whole_number
from gigpo_envs.simulator import Simulator, Task

Actions = Callable[[Any], Sequence[str]]
"""Returns the actions to consider in a state."""

NONE = -1


@dataclass(frozen=True, slots=True)
class StateGraph:
    """The states that are reached from a task's start, and where every action leads.

    State 0 is the start. With S states, at most W actions in a state and T different texts, the tables have the shape
    (S, W); slots beyond a state's actions hold ``successor`` -1. States in which the episode is over have no actions.

    Attributes:
        task_id: The task.
        actions: The actions of each state, in the order of the slots.
        successor: State an action leads to, integers.
        reward: Reward of the action.
        terminated: The action ends the episode.
        valid: The action could be done.
        text: Number in ``texts`` of what the world answers.
        progress: Number of each state's coarse key, shape (S,).
        texts: The different texts; the first is the observation at the start.
        states: The states themselves.
    """

    task_id: str
    actions: tuple[tuple[str, ...], ...]
    successor: npt.NDArray[np.int64]
    reward: npt.NDArray[np.float64]
    terminated: npt.NDArray[np.bool_]
    valid: npt.NDArray[np.bool_]
    text: npt.NDArray[np.int64]
    progress: npt.NDArray[np.int64]
    texts: tuple[str, ...]
    states: tuple[Any, ...]

    @property
    def exists(self) -> npt.NDArray[np.bool_]:
        """Which slots hold an action, shape (S, W)."""
        return np.not_equal(self.successor, NONE)


def explore(simulator: Simulator[Any], task: Task, actions: Actions | None = None, limit: int = 100_000) -> StateGraph:
    """Return the graph of all states that a choice of actions reaches from a task's start.

    States are the same when their canonical bytes are. Where an observation tells more than the state (an answer to the
    last action), it belongs to the action that it answers.

    Args:
        simulator: The world.
        task: The task.
        actions: The actions to consider in a state; the admissible ones by default.
        limit: The most states, at least 1.

    Raises:
        ValueError: There are more states than the limit, a state that is not over has no action to consider, or one is
            over after one action and not after another.
        TypeError: The task is an id, or what is to be considered is no list.
    """
    limit = whole_number("limit", limit, 1)
    if not isinstance(task, Task):
        raise TypeError(f"explore() wants a task, not {shown(task)}: get one of an id by simulator.task(...)")

    def admissible(state: Any) -> Sequence[str]:
        listed = simulator.admissible_actions(state)
        if listed is None:
            raise ValueError(f"the world {simulator.world!r} lists no admissible actions: say which to consider")
        return listed

    choose = actions or admissible
    first = simulator.start(task)
    numbers = {simulator.canonical(first.state): 0}
    texts = {first.observation: 0}
    progress: dict[bytes, int] = {}
    states, over = [first.state], [first.terminated]
    chosen: list[tuple[str, ...]] = []
    rows: list[list[tuple[int, float, bool, bool, int]]] = []
    for state in states:  # grows while it is read: breadth first
        done = over[len(rows)]
        here = () if done else tuple(as_list("the actions to consider", choose(state)))
        if not here and not done:
            raise ValueError(f"no action to consider in a state of {task.id} that is not over: {state!r:.200}")
        row = []
        for action in here:
            answer = simulator.step(state, action)
            key = simulator.canonical(answer.state)
            number = numbers.setdefault(key, len(numbers))
            if number == len(states):
                if number == limit:
                    raise ValueError(
                        f"{task.id} has more than {limit} states under these actions: consider fewer, or raise limit"
                    )
                states.append(answer.state)
                over.append(answer.terminated)
            elif over[number] != answer.terminated:
                raise ValueError(
                    f"{task.id}: {action!r:.100} leads to a state that is over after one action and not after another: "
                    "canonical() must tell such states apart"
                )
            text = texts.setdefault(answer.observation, len(texts))
            row.append((number, answer.reward, answer.terminated, answer.action_valid, text))
        chosen.append(here)
        rows.append(row)
    width = max(map(len, rows)) or 1
    padded = [row + [(NONE, 0.0, False, False, NONE)] * (width - len(row)) for row in rows]
    successor, reward, terminated, valid, text = np.moveaxis(np.array(padded, dtype=np.float64), -1, 0)
    coarse = [progress.setdefault(simulator.progress(state), len(progress)) for state in states]
    return StateGraph(
        task.id,
        tuple(chosen),
        successor.astype(np.int64),
        reward,
        terminated.astype(np.bool_),
        valid.astype(np.bool_),
        text.astype(np.int64),
        np.array(coarse, dtype=np.int64),
        tuple(texts),
        tuple(states),
    )
