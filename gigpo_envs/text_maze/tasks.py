"""Mazes as tasks: which there are, their splits and their ids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from gigpo_envs.datasets.choosing import GENERATED, choose
from gigpo_envs.errors import whole_number
from gigpo_envs.lines import Array
from gigpo_envs.simulator import Task
from gigpo_envs.state_hash import canonical_json, digest, pack
from gigpo_envs.task_list import NumberedTasks
from gigpo_envs.text_maze.generate import LARGEST, SMALLEST, generate
from gigpo_envs.text_maze.maze import Maze
from gigpo_envs.text_maze.views import goal

WORLD = "text_maze"
SIZE = 18
COUNT = 1_000
MOST = 1_000_000
"""Mazes of a set at most: the numbers of each split are kept."""
KEPT = 1_024
"""Mazes that are kept once drawn, some 5 kB each."""
SAMPLE = 8
"""Mazes that the data digest reads."""

# Of ten mazes in a row.
_SPLITS = ("train",) * 8 + ("valid", "test")


class Mazes(NumberedTasks):
    """A set of mazes as tasks, each drawn when it is read. ``open_mazes`` shares what is open already.

    Maze i depends on size, seed and i alone. Of ten in a row the first eight belong to ``train``, then come one of
    ``valid`` and one of ``test``.

    Args:
        size: Rooms of a maze, give or take a quarter.
        count: How many mazes.
        seed: Seed of the set.

    Attributes:
        name: The data's name in task ids, e.g. ``"generated-18-1000-s0"``.
        digest: 32 hex digits over name and first mazes, so that a generator that draws otherwise has another.
    """

    noun = "maze"

    def __init__(self, size: int, count: int, seed: int) -> None:
        self._options = size, count, seed
        self._count = count
        self.name = f"{GENERATED}-{size}-{count}-s{seed}"
        self.prefix = f"{WORLD}/{self.name}/"
        self._places = {split: np.flatnonzero(np.resize(_SPLITS, count) == split) for split in dict.fromkeys(_SPLITS)}
        self._maze = lru_cache(KEPT)(lambda i: generate(size, seed, i))
        sample = (canonical_json(self._maze(i).to_row()) for i in range(min(count, SAMPLE)))
        self.digest = digest(pack(WORLD, self.name, *sample))

    def __len__(self) -> int:
        return self._count

    def __reduce__(self) -> tuple[Any, ...]:
        return _shared, self._options

    def task(self, i: int) -> Task:
        """Return the task of maze i.

        Raises:
            IndexError: There is no such maze.
        """
        self.check_number(i)
        maze: Maze = self._maze(i)
        return Task(self.id(i), _SPLITS[i % len(_SPLITS)], goal(maze), maze)

    def places(self, split: str) -> Sequence[int] | Array:
        """Return the numbers of the mazes of a split, ascending."""
        return range(self._count) if split == "all" else self._places[split]


def open_mazes(dataset: str = GENERATED, dataset_options: Mapping[str, int] | None = None) -> Mazes:
    """Return a set of mazes; what is open already is returned as it is.

    Args:
        dataset: ``"generated"``.
        dataset_options: ``size``, rooms of a maze (18), ``count`` of mazes (1,000) and ``seed`` (0).

    Raises:
        ValueError: There is no such data set, or an option is out of its range.
        TypeError: An option is unknown.
    """
    return _generated(**choose(dataset, dataset_options, generate=_generated).options)


def _generated(size: int = SIZE, count: int = COUNT, seed: int = 0) -> Mazes:
    size = whole_number("dataset_options['size']", size, least=SMALLEST)
    if size > LARGEST:
        raise ValueError(f"dataset_options['size'] must be at most {LARGEST} rooms, not {size}: the step limit is 50")
    count = whole_number("dataset_options['count']", count, least=1)
    if count > MOST:
        raise ValueError(f"dataset_options['count'] must be at most {MOST} mazes, not {count}: take other seeds too")
    return _shared(size, count, whole_number("dataset_options['seed']", seed))


@lru_cache(8)
def _shared(size: int, count: int, seed: int) -> Mazes:
    return Mazes(size, count, seed)
