"""The maze as a pure function: go, jump, take, unlock, open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple

import numpy as np

from gigpo_envs.errors import one_of
from gigpo_envs.simulator import DeadEnd, Simulator, Task, Transition
from gigpo_envs.state_hash import pack
from gigpo_envs.text_maze import views
from gigpo_envs.text_maze.maze import FELL, WON, moves, way
from gigpo_envs.text_maze.state import MazeState, load
from gigpo_envs.text_maze.tasks import Mazes, open_mazes

SCENES = 8_192
"""States whose actions are remembered, some 2 kB each."""
RULES = ("fixed",)

# Verb of an action: the words of the answer before the name of the room it leads to.
_ANSWERS = {"go": "You enter", "jump": "You drop down into", "look": "You look around"}


class Scene(NamedTuple):
    """What is true of a state until it is left.

    Attributes:
        actions: What can be done.
        leads: The state that each action leads to which changes something.
    """

    actions: tuple[str, ...]
    leads: Mapping[str, MazeState]


class TextMazeSimulator(Simulator[MazeState]):
    """The game over one set of mazes; ``text_maze_simulator`` makes one from keywords.

    Args:
        mazes: The mazes.
    """

    world: ClassVar[str] = "text_maze"
    metrics: ClassVar[tuple[str, ...]] = ("keys", "doors", "fell")

    def __init__(self, mazes: Mazes) -> None:
        self.mazes = mazes
        self.dataset, self.data_digest = mazes.name, mazes.digest
        self._scene = lru_cache(SCENES)(_scene)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the keywords, not the mazes: another process draws them itself."""
        return _shared, (self.mazes,)

    def tasks(self, split: str) -> Sequence[Task]:
        """Return the mazes of a split as tasks."""
        return self.mazes.tasks(split)

    def task(self, task_id: str) -> Task:
        """Return the task of this id."""
        return self.mazes.find(task_id)

    def start(self, task: Task) -> Transition[MazeState]:
        """Return the room where one wakes, and the task."""
        state = MazeState(task, task.hidden.start)
        return _at(state, views.beginning(state.maze, state.place))

    def step(self, state: MazeState, action: str) -> Transition[MazeState]:
        """Do what an action says; what is not offered word for word changes nothing and is answered by a notice."""
        action = action.strip()
        scene = self._scene(state)
        if action not in scene.actions:
            return _at(state, views.OVER if state.end else views.NOTICE, valid=False)
        maze = state.maze
        if action == "inventory":
            return _at(state, views.carried(maze, state.keys))
        after = scene.leads.get(action, state)
        if after.end:
            won = after.end == WON
            return _at(after, views.TOOK_CHEST if won else views.FALL, reward=float(won))
        verb = action.partition(" ")[0]
        answer = _ANSWERS.get(verb) or f"You {verb} the {action.partition(' ')[2]} in"
        return _at(after, views.view(answer, maze, after.place))

    def admissible_actions(self, state: MazeState) -> tuple[str, ...]:
        """Return what can be done; nothing once it is over."""
        return self._scene(state).actions

    def sample_action(self, state: MazeState, rng: np.random.Generator) -> str:
        """Return one of the actions, each equally likely; ``look`` once it is over."""
        actions = self._scene(state).actions or ("look",)
        return actions[int(rng.random() * len(actions))]

    def canonical(self, state: MazeState) -> bytes:
        """Return room, keys, doors and end; three numbers and a word, so it can be read in one way only."""
        _, room, keys, doors, end = state
        return f"{room} {keys} {doors} {end}".encode()

    def progress(self, state: MazeState) -> bytes:
        """Return keys, open doors, and what kinds of things can be done in this room, whichever room it is."""
        verbs = {action.partition(" ")[0] for action in self._scene(state).leads}
        return pack(f"{state.keys} {state.doors} {state.end}", *sorted(verbs))

    def expert_action(self, state: MazeState) -> str:
        """Return the first action of a shortest way to the chest, from any state; ``look`` once it is open.

        Raises:
            DeadEnd: No way leads there any more.
        """
        route = way(state.maze, state.place)
        if route is None:
            raise DeadEnd(f"no way leads from this state of {state.task.id!r} to its chest: fork an earlier one")
        return route[0] if route else "look"

    def load(self, data: Mapping[str, Any]) -> MazeState:
        """Return the state that ``dump`` wrote.

        Raises:
            ValueError: The values make no state.
        """
        return load(data, self.task)


def _scene(state: MazeState) -> Scene:
    leads = {action: MazeState(state.task, *place) for action, place in moves(state.maze, state.place).items()}
    return Scene((*leads, "look", "inventory") if not state.end else (), leads)


def _at(state: MazeState, observation: str, reward: float = 0.0, valid: bool = True) -> Transition[MazeState]:
    _, _, keys, doors, end = state
    won = end == WON
    metrics = {"keys": float(keys.bit_count()), "doors": float(doors.bit_count()), "fell": float(end == FELL)}
    return Transition(state, observation, reward, end != "", valid, won, float(won), metrics)


def text_maze_simulator(
    *, dataset: str = "generated", dataset_options: Mapping[str, Any] | None = None, rules: str = "fixed"
) -> TextMazeSimulator:
    """Return the simulator of these keywords; equal keywords give the same one within a process.

    Args:
        dataset: ``"generated"``.
        dataset_options: ``size``, ``count`` and ``seed``.
        rules: ``"fixed"``: there is no original whose faults could be kept.

    Raises:
        ValueError: A keyword has an unknown value.
        TypeError: An option is unknown.
    """
    one_of("rules", rules, RULES)
    return _shared(open_mazes(dataset, dataset_options))


@lru_cache(maxsize=16)
def _shared(mazes: Mazes) -> TextMazeSimulator:
    return TextMazeSimulator(mazes)
