"""TextMaze: all that can be done."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from benchmarks.credit.choices.choice import INVALID
from gigpo_envs.simulator import Task
from gigpo_envs.text_maze.maze import FELL, KEYS, Place, moves, way
from gigpo_envs.text_maze.simulator import TextMazeSimulator
from gigpo_envs.text_maze.state import MazeState

_KINDS = (
    *("go nearer", "go elsewhere", "jump nearer", "jump elsewhere", "fall", "take", "unlock", "open", "look"),
    *("inventory", "invalid"),
)
_MARKS = 1 << KEYS  # sets of keys, and of open doors
STAGES = _MARKS * _MARKS * 2
KINDS = len(_KINDS)


class MazeChoice:
    """What is considered in one maze.

    Args:
        simulator: The game.
        task: The maze.
    """

    def __init__(self, simulator: TextMazeSimulator, task: Task) -> None:
        self._simulator, self._maze = simulator, task.hidden
        self._ways: dict[Place, float] = {}

    def actions(self, state: MazeState) -> Sequence[str]:
        """Return what can be done, and a text that is not understood."""
        return (*self._simulator.admissible_actions(state), INVALID)

    def stage(self, state: MazeState) -> int:
        """Return the keys in hand, the open doors, and whether a way still leads to the chest."""
        return (state.keys * _MARKS + state.doors) * 2 + (self._way(state.place) < inf)

    def kind(self, state: MazeState, action: str) -> int:
        """Return the verb, of a move also whether it leads nearer to the chest."""
        name = "invalid" if action == INVALID else action.partition(" ")[0]
        if name in ("go", "jump"):
            after = moves(self._maze, state.place)[action]
            nearer = self._way(after) < self._way(state.place)
            name = "fall" if after.end == FELL else f"{name} {'nearer' if nearer else 'elsewhere'}"
        return _KINDS.index(name)

    def _way(self, place: Place) -> float:
        """Return the least number of actions to the chest, infinite where no way leads there."""
        if place not in self._ways:
            route = way(self._maze, place)
            self._ways[place] = inf if route is None else len(route)
        return self._ways[place]
