"""A maze of six rooms, drawn by hand.

    Attic --- Bath             north is up; # is a shut door, v a drop, ! the bottomless one
               v
    Crypt  #  Den --- Foyer
               #       !
              Eyrie

The walk starts in the Attic. The red key lies in the Bath and opens the Eyrie, where the blue key lies, which opens the
Crypt with the chest. No way leads back up to the Bath.
"""

from __future__ import annotations

from collections.abc import Sequence

from gigpo_envs.simulator import Task, Transition
from gigpo_envs.text_maze.maze import DOOR, DROP, PIT, WAY, Exit, Maze, Room
from gigpo_envs.text_maze.simulator import TextMazeSimulator, text_maze_simulator
from gigpo_envs.text_maze.state import MazeState

ATTIC, BATH, CRYPT, DEN, EYRIE, FOYER = range(6)

MAZE = Maze(
    rooms=(
        Room("Ash Attic", "It is low.", (Exit("east", WAY, BATH),)),
        Room("Birch Bath", "It is wet.", (Exit("south", DROP, DEN), Exit("west", WAY, ATTIC))),
        Room("Clay Crypt", "It is cold.", (Exit("east", DOOR, DEN, 1),)),
        Room(
            "Dusk Den",
            "It is dim.",
            (Exit("east", WAY, FOYER), Exit("south", DOOR, EYRIE, 0), Exit("west", DOOR, CRYPT, 1)),
        ),
        Room("Elm Eyrie", "It is high.", (Exit("north", DOOR, DEN, 0),)),
        Room("Fern Foyer", "It is bare.", (Exit("south", PIT, FOYER), Exit("west", WAY, DEN))),
    ),
    start=ATTIC,
    chest=CRYPT,
    keys=(BATH, EYRIE),
    colours=("red", "blue"),
)
TASK = Task("hand/0", "train", "Open the chest in the Clay Crypt.", MAZE)

WAY_TO_WIN = (
    *("go east", "take red key", "jump south", "unlock red door", "go south", "take blue key", "go north"),
    *("unlock blue door", "go west", "open chest"),
)


def simulator() -> TextMazeSimulator:
    return text_maze_simulator(dataset_options={"count": 40, "seed": 5})


def play(actions: Sequence[str]) -> list[Transition[MazeState]]:
    """Return the transitions of a walk in the maze drawn by hand, the first included."""
    game = simulator()
    walk = [game.start(TASK)]
    for action in actions:
        walk.append(game.step(walk[-1].state, action))
    return walk
