"""Generated mazes: pure, all solvable, made of what they promise."""

from __future__ import annotations

from collections import Counter
from functools import cache
from statistics import mean

import pytest

from gigpo_envs.text_maze.generate import LARGEST, SMALLEST, generate
from gigpo_envs.text_maze.maze import DIRECTIONS, DOOR, DROP, PIT, WAY, Maze, Place, way
from gigpo_envs.text_maze.vocabulary import COLOURS, FIRST_WORDS, ROOMS

BACK = {"north": "south", "south": "north", "east": "west", "west": "east"}
STEPS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}


@cache
def mazes(size: int = 18, count: int = 150) -> tuple[Maze, ...]:
    return tuple(generate(size, 3, number) for number in range(count))


SIZES = pytest.mark.parametrize(("size", "count"), [(SMALLEST, 40), (18, 150), (LARGEST, 40)])


def test_a_maze_depends_on_its_arguments_alone() -> None:
    assert generate(18, 3, 7) == mazes()[7]
    others = {generate(18, 3, 8), generate(18, 4, 7), generate(19, 3, 7)}
    assert len({maze.rooms for maze in (*others, mazes()[7])}) == 4
    assert len({maze.rooms for maze in mazes()}) == 150


@SIZES
def test_the_number_of_rooms(size: int, count: int) -> None:
    for maze in mazes(size, count):
        assert 3 * size / 4 <= len(maze.rooms) < 5 * size / 4 + 1
        names = [room.name for room in maze.rooms]
        assert len({name.split()[0] for name in names}) == len(names)
        for room in maze.rooms:
            first, kind = room.name.split()
            assert first in FIRST_WORDS and room.sight in ROOMS[kind]
    assert len({len(maze.rooms) for maze in mazes()}) == 10  # 14 to 23


@SIZES
def test_ways_and_doors_lead_back_and_drops_do_not(size: int, count: int) -> None:
    for maze in mazes(size, count):
        kinds: Counter[str] = Counter()
        for number, room in enumerate(maze.rooms):
            directions = [exit.direction for exit in room.exits]
            assert directions == sorted(set(directions), key=DIRECTIONS.index)
            for direction, kind, to, lock in room.exits:
                kinds[kind] += 1
                back = {exit for exit in maze.rooms[to].exits if exit.direction == BACK[direction]}
                if kind in (WAY, DOOR):
                    assert back == {(BACK[direction], kind, number, lock)}
                else:
                    assert kind == PIT or (to != number and not back)
        assert (kinds[DOOR], kinds[DROP], kinds[PIT]) == (4, 3, 1)


@SIZES
def test_rooms_lie_on_a_grid(size: int, count: int) -> None:
    """Walking by the compass never leads to two rooms in one place, or to one room in two."""
    for maze in mazes(size, count):
        at, pits = {0: (0, 0)}, []
        for room in (queue := [0]):
            for direction, kind, to, _ in maze.rooms[room].exits:
                cell = (at[room][0] + STEPS[direction][0], at[room][1] + STEPS[direction][1])
                if kind == PIT:
                    pits.append(cell)
                elif to not in at:
                    at[to] = cell
                    queue.append(to)
                else:
                    assert at[to] == cell
        assert len({*at.values(), *pits}) == len(maze.rooms) + 1 == len(at) + len(pits)


@SIZES
def test_keys_and_chest_lie_where_they_should(size: int, count: int) -> None:
    for maze in mazes(size, count):
        before, behind = reach(maze, set()), reach(maze, {0})
        assert {maze.start, maze.keys[0]} <= before and maze.keys[0] != maze.start
        assert maze.keys[1] in behind and maze.chest not in behind
        assert reach(maze, {0, 1}) == set(range(len(maze.rooms)))
        assert 3 * len(before) >= 2 * len(maze.rooms) and len(behind - before) >= 2
        assert len(set(maze.colours)) == 2 and {*maze.colours} <= {*COLOURS}


def reach(maze: Maze, opened: set[int]) -> set[int]:
    """Return the rooms that are reached without a jump."""
    found = {maze.start}
    for room in (queue := [maze.start]):
        for _, kind, to, lock in maze.rooms[room].exits:
            if to not in found and (kind == WAY or (kind == DOOR and lock in opened)):
                found.add(to)
                queue.append(to)
    return found


@SIZES
def test_the_shortest_way_has_its_length_and_opens_the_last_door(size: int, count: int) -> None:
    for maze in mazes(size, count):
        route = way(maze, Place(maze.start))
        assert route is not None and size / 2 <= len(route) <= 8 * size / 9
        assert f"unlock {maze.colours[1]} door" in route and route[-1] == "open chest"


def test_what_the_documentation_says_of_the_default() -> None:
    routes = [way(maze, Place(maze.start)) or () for maze in mazes()]
    assert mean(map(len, routes)) == pytest.approx(12.7, abs=0.5)
    both = mean(sum(action.startswith("unlock") for action in route) == 2 for route in routes)
    jumps = mean(any(action.startswith("jump") for action in route) for route in routes)
    assert 0.2 < both < 0.35 and 0.35 < jumps < 0.65
