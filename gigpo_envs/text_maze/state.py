"""Where an episode stands, and how that is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from gigpo_envs.errors import check_fields, shown
from gigpo_envs.simulator import Task
from gigpo_envs.text_maze.maze import FELL, PIT, WON, Maze, Place


class MazeState(NamedTuple):
    """Where an episode stands: the fields of ``maze.Place``, and the task, whose hidden part is the maze."""

    task: Task
    room: int
    keys: int = 0
    doors: int = 0
    end: str = ""

    @property
    def maze(self) -> Maze:
        """The maze."""
        maze: Maze = self.task.hidden
        return maze

    @property
    def place(self) -> Place:
        """Where one stands in it."""
        return Place(*self[1:])


_KINDS: Mapping[str, type] = {"task": str, "room": int, "keys": int, "doors": int, "end": str}


def load(data: Mapping[str, Any], find: Callable[[str], Task]) -> MazeState:
    """Return the state that ``Simulator.dump`` wrote.

    Args:
        data: What it returned.
        find: Returns the task of an id.

    Raises:
        ValueError: The values do not make a state.
    """
    data = check_fields("a state of a maze", data, _KINDS)
    state = MazeState(**data | {"task": find(data["task"])})
    maze = state.maze
    if not 0 <= state.room < len(maze.rooms):
        raise ValueError(f"{state.task.id} has the rooms 0 to {len(maze.rooms) - 1}, not {state.room}")
    room = maze.rooms[state.room]
    ends = {"": True, WON: state.room == maze.chest, FELL: any(exit.kind == PIT for exit in room.exits)}
    # A door opens to who has its key only, and keys stay in hand.
    if not (0 <= state.keys < 1 << len(maze.keys)) or state.doors & ~state.keys or not ends.get(state.end):
        raise ValueError(f"no actions lead to {shown(data)}")
    return state
