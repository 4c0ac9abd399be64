"""What the policy reads: an answer to the action, then the room, but never what is in hand.

What is to be seen stands in one list, ``You see a way north, an open red door to the south and a blue key.``
"""

from __future__ import annotations

from gigpo_envs.text_maze.maze import DOOR, DROP, PIT, WAY, Exit, Maze, Place

NOTICE = "Nothing comes of it."
OVER = "It is over; there is nothing left to do."
EMPTY_HANDED = "You carry nothing."
TOOK_CHEST = "You open the chest, and it lights up your face. You have done what you came for."
FALL = "You jump, and fall, and go on falling. It is over."

_SIDES = {WAY: "a way", DROP: "a drop to the", PIT: "a bottomless drop to the"}


def goal(maze: Maze) -> str:
    """Return what is asked for."""
    return f"Open {_chest(maze)}."


def _chest(maze: Maze) -> str:
    return f"the chest in the {maze.rooms[maze.chest].name}"


def beginning(maze: Maze, place: Place) -> str:
    """Return the first observation."""
    return f"{view('You wake in', maze, place)}\nYour task is to open {_chest(maze)}."


def view(doing: str, maze: Maze, place: Place) -> str:
    """Return the room where one stands.

    Args:
        doing: What led to it, as the words before the room's name.
        maze: The maze.
        place: Where one stands in it.
    """
    room = maze.rooms[place.room]
    return f"{doing} the {room.name}. {room.sight} You see {listing(seen(maze, place))}."


def seen(maze: Maze, place: Place) -> list[str]:
    """Return what is to be seen: exits, keys, the chest."""
    room, keys, doors, _ = place
    things = [_exit(maze, exit, doors) for exit in maze.rooms[room].exits]
    things += [
        f"a {maze.colours[key]} key" for key, lies in enumerate(maze.keys) if lies == room and not keys >> key & 1
    ]
    return [*things, "a chest"] if room == maze.chest else things


def _exit(maze: Maze, exit: Exit, doors: int) -> str:
    direction, kind, _, lock = exit
    if kind == DOOR:
        return f"{'an open' if doors >> lock & 1 else 'a locked'} {maze.colours[lock]} door to the {direction}"
    return f"{_SIDES[kind]} {direction}"


def listing(things: list[str]) -> str:
    """Return things as one list."""
    return " and ".join(filter(None, (", ".join(things[:-1]), things[-1])))


def carried(maze: Maze, keys: int) -> str:
    """Return what is in hand."""
    held = [f"a {colour} key" for key, colour in enumerate(maze.colours) if keys >> key & 1]
    return f"You carry {listing(held)}." if held else EMPTY_HANDED
