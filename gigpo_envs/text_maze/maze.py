"""A maze, where one can stand in it, and what can be done there: the rules, without words for the answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

DIRECTIONS = ("north", "east", "south", "west")
KEYS = 2
"""Keys, each with its door."""

WAY, DOOR, DROP, PIT = "way", "door", "drop", "pit"

FELL, WON = "fell", "won"
"""How an episode ends; it goes on while this is empty."""


class Exit(NamedTuple):
    """What is on one side of a room.

    Attributes:
        direction: One of ``DIRECTIONS``.
        kind: ``WAY``, open both ways; ``DOOR``, a way that is locked at first; ``DROP``, which leads one way only;
            ``PIT``, a deadly drop.
        to: The room it leads to; that of the pit itself.
        lock: Number of the key that opens it, 0 where nothing is locked.
    """

    direction: str
    kind: str
    to: int
    lock: int = 0


class Room(NamedTuple):
    """One room.

    Attributes:
        name: Its name; no other room of the maze has it.
        sight: A sentence about it.
        exits: What is on its sides, in the order of ``DIRECTIONS``.
    """

    name: str
    sight: str
    exits: tuple[Exit, ...]


@dataclass(frozen=True, slots=True)
class Maze:
    """A maze as it is at the start.

    Attributes:
        rooms: The rooms.
        start: The room where an episode starts.
        chest: The room of the chest.
        keys: The room in which each key lies.
        colours: The colour of each key and its door.
    """

    rooms: tuple[Room, ...]
    start: int
    chest: int
    keys: tuple[int, ...]
    colours: tuple[str, ...]

    def to_row(self) -> list[Any]:
        """Return the maze as JSON-able values: equal mazes give equal rows."""
        return [self.rooms, self.start, self.chest, self.keys, self.colours]


class Place(NamedTuple):
    """All that changes in a maze.

    Attributes:
        room: The room one is in; after a deadly fall, the one it began in.
        keys: The keys in hand, bit i for key i.
        doors: The doors that are open, likewise. They stay open, and keys stay in hand.
        end: ``FELL`` or ``WON`` once it is over, else empty.
    """

    room: int
    keys: int = 0
    doors: int = 0
    end: str = ""


def moves(maze: Maze, place: Place) -> Mapping[str, Place]:
    """Return the actions that change something, in a fixed order, each with where it leads.

    Args:
        maze: The maze.
        place: Where one stands in it.
    """
    room, keys, doors, end = place
    if end:
        return {}
    leads: dict[str, Place] = {}
    for direction, kind, to, lock in maze.rooms[room].exits:
        if kind == WAY or (kind == DOOR and doors >> lock & 1):
            leads[f"go {direction}"] = Place(to, keys, doors)
        elif kind == DROP:
            leads[f"jump {direction}"] = Place(to, keys, doors)
        elif kind == PIT:
            leads[f"jump {direction}"] = Place(room, keys, doors, FELL)
        elif keys >> lock & 1:
            leads[f"unlock {maze.colours[lock]} door"] = Place(room, keys, doors | 1 << lock)
    for key, lies in enumerate(maze.keys):
        if lies == room and not keys >> key & 1:
            leads[f"take {maze.colours[key]} key"] = Place(room, keys | 1 << key, doors)
    if room == maze.chest:
        leads["open chest"] = Place(room, keys, doors, WON)
    return leads


def way(maze: Maze, place: Place) -> tuple[str, ...] | None:
    """Return a shortest way to the goal as actions, empty where it is reached, None where no way leads there.

    Args:
        maze: The maze.
        place: Where the way begins.
    """
    came: dict[Place, tuple[Place, str]] = {}
    queue = [place]
    for here in queue:  # grows while it is read: nearest first
        if here.end == WON:
            actions = []
            while here != place:
                here, action = came[here]
                actions.append(action)
            return tuple(reversed(actions))
        for action, after in moves(maze, here).items():
            if after not in came and after != place:
                came[after] = here, action
                queue.append(after)
    return None
