"""Draws mazes: pure functions of size, seed and number, each with a way to its goal.

Rooms lie on a grid and grow into a tree from one of them, so that some lead nowhere. Two branches are shut by doors:
the chest is behind the second, which may itself be behind the first; the first key lies before both, the second there
too or behind the first door. Then come a few ways that close circles, and drops between neighbouring rooms without a
way, into any part: who jumps behind a door without its key may be shut in for good. A maze is kept if the shortest way
to the goal has the right length and opens the second door; in about a quarter of the mazes it opens both.
"""

from __future__ import annotations

from gigpo_envs.drawing import Draw, between, pick, shuffled, uniform
from gigpo_envs.text_maze.maze import DIRECTIONS, DOOR, DROP, KEYS, PIT, WAY, Exit, Maze, Place, Room, way
from gigpo_envs.text_maze.vocabulary import COLOURS, FIRST_WORDS, ROOMS

SMALLEST, LARGEST = 12, 40
"""Sizes, in rooms."""
DROPS = 3
"""Besides the deadly one."""

Cell = tuple[int, int]
_STEPS: dict[str, Cell] = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
_BACK = dict(zip(DIRECTIONS, (*DIRECTIONS[2:], *DIRECTIONS[:2]), strict=True))


def generate(size: int, seed: int, number: int) -> Maze:
    """Return a maze, a pure function of the arguments.

    Args:
        size: How many rooms it has, give or take a quarter, ``SMALLEST`` to ``LARGEST``. The shortest way takes from
            half as many actions to eight ninths.
        seed: Seed of the set.
        number: Number of the maze within the set.
    """
    draw = uniform("text_maze", str(size), str(seed), str(number))
    while True:
        rooms = between(draw, -(-3 * size // 4), -(-5 * size // 4))
        maze = _Plan(draw, rooms).maze()
        if maze is not None and _is_fit(maze, size):
            return maze


def _is_fit(maze: Maze, size: int) -> bool:
    """Return whether the shortest way has the right length and opens the door before the chest."""
    shortest = way(maze, Place(maze.start)) or ()
    return size / 2 <= len(shortest) <= 8 * size / 9 and f"unlock {maze.colours[-1]} door" in shortest


class _Plan:
    """One attempt at a maze.

    Args:
        draw: Where chance comes from.
        size: How many rooms.
    """

    def __init__(self, draw: Draw, size: int) -> None:
        self._draw = draw
        self._cells: list[Cell] = [(0, 0)]
        self._at: dict[Cell, int] = {(0, 0): 0}
        self._exits: list[dict[str, Exit]] = [{}]
        self._parent = [-1]
        while len(self._cells) < size:
            self._grow()

    def _grow(self) -> None:
        """Add a room beside a drawn one, with a way between them."""
        room, direction = int(self._draw() * len(self._cells)), pick(self._draw, DIRECTIONS)
        cell = self._beside(room, direction)
        if cell not in self._at:
            self._at[cell] = len(self._cells)
            self._cells.append(cell)
            self._exits.append({})
            self._parent.append(room)
            self._join(room, direction, WAY)

    def _beside(self, room: int, direction: str) -> Cell:
        (x, y), (dx, dy) = self._cells[room], _STEPS[direction]
        return x + dx, y + dy

    def _join(self, room: int, direction: str, kind: str, lock: int = 0) -> None:
        to = self._at[self._beside(room, direction)]
        self._exits[room][direction] = Exit(direction, kind, to, lock)
        self._exits[to][_BACK[direction]] = Exit(_BACK[direction], kind, room, lock)

    def maze(self) -> Maze | None:
        """Return the maze, or None where the rooms leave no place for what belongs into it."""
        draw = self._draw
        zones = self._shut_doors()
        if not zones or not self._add_ways_and_drops(zones):
            return None
        before, behind, last = ([room for room, zone in enumerate(zones) if zone == number] for number in range(3))
        start, key, near = shuffled(draw, before)[:3]
        other = near if draw() < 0.5 else pick(draw, behind)
        chest = pick(draw, last)
        colours = shuffled(draw, COLOURS)[:KEYS]
        firsts, kinds = shuffled(draw, FIRST_WORDS), shuffled(draw, tuple(ROOMS))
        rooms = []
        for number, exits in enumerate(self._exits):
            kind = kinds[number % len(kinds)]
            sides = tuple(exits[direction] for direction in DIRECTIONS if direction in exits)
            rooms.append(Room(f"{firsts[number]} {kind}", pick(draw, ROOMS[kind]), sides))
        return Maze(tuple(rooms), start, chest, (key, other), tuple(colours))

    def _shut_doors(self) -> list[int]:
        """Make two ways doors, so that two rooms at least lie behind each, and two thirds of all before both.

        Returns:
            The zone of each room: 0 before both doors, 1 behind the first, 2 behind the second; empty where no two ways
            will do.
        """
        size = len(self._cells)
        below = [{room} for room in range(size)]
        for room in range(size - 1, 0, -1):  # children come after their parents
            below[self._parent[room]] |= below[room]
        pairs = [
            (one, two)
            for two in range(2, size)
            for one in range(1, two)
            if len(below[two]) >= 2 and len(below[one] - below[two]) >= 2 and 3 * len(below[one] | below[two]) <= size
        ]
        if not pairs:
            return []
        zones = [0] * size
        for lock, room in enumerate(pick(self._draw, pairs)):
            way = next(exit for exit in self._exits[room].values() if exit.to == self._parent[room])
            self._join(room, way.direction, DOOR, lock)
            for inside in below[room]:
                zones[inside] = lock + 1
        return zones

    def _add_ways_and_drops(self, zones: list[int]) -> bool:
        """Add circles, drops and the pit where nothing is yet; return whether there was place for them."""
        draw, size = self._draw, len(self._cells)
        sides = shuffled(draw, [(room, direction) for room in range(size) for direction in DIRECTIONS])
        circles, drops, pits = size // 6, DROPS, 1
        for room, direction in sides:
            if direction in self._exits[room]:
                continue
            to = self._at.get(self._beside(room, direction))
            if to is None:
                if pits:
                    pits -= 1
                    self._exits[room][direction] = Exit(direction, PIT, room)
            elif _BACK[direction] not in self._exits[to]:
                if circles and zones[room] == zones[to]:
                    circles -= 1
                    self._join(room, direction, WAY)
                elif drops:
                    drops -= 1
                    self._exits[room][direction] = Exit(direction, DROP, to)
        return not drops and not pits
