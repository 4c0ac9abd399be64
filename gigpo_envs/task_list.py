"""Tasks as a sequence that makes each one when it is read, so that a million cost nothing until then."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, Protocol, Self, overload

from gigpo_envs.errors import shown, unknown
from gigpo_envs.lines import Array
from gigpo_envs.simulator import SPLITS, Task


class TaskSource(Protocol):
    """What has numbered tasks."""

    def task(self, i: int) -> Task:
        """Return task i."""


class TaskList(Sequence[Task]):
    """The tasks at some places of a source, each made when it is read.

    Args:
        source: What has the tasks.
        places: Which, in order.
    """

    def __init__(self, source: TaskSource, places: Sequence[int] | Array) -> None:
        self._source, self._places = source, places

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, index: int) -> Task: ...

    @overload
    def __getitem__(self, index: slice) -> TaskList: ...

    def __getitem__(self, index: int | slice) -> Task | TaskList:
        if isinstance(index, slice):
            return TaskList(self._source, self._places[index])
        return self._source.task(int(self._places[index]))

    def __iter__(self) -> Iterator[Task]:
        return (self._source.task(int(place)) for place in self._places)


class NumberedTasks(ABC):
    """A set of tasks whose ids end in their numbers, e.g. ``"text_maze/generated-18-1000-s0/000012"``.

    Attributes:
        prefix: What all ids begin with, the slash included.
        keywords: The keywords that choose the set, as errors name them.
    """

    prefix: str
    keywords = "dataset and dataset_options"

    @abstractmethod
    def __len__(self) -> int:
        """Return how many tasks there are."""

    @abstractmethod
    def task(self, i: int) -> Task:
        """Return task i.

        Raises:
            IndexError: There is no such task.
        """

    @abstractmethod
    def places(self, split: str) -> Sequence[int] | Array:
        """Return the numbers of the tasks of a split, one of ``SPLITS``, ascending."""

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def tasks(self, split: str) -> TaskList:
        """Return the tasks of a split in order, each made when it is read.

        Args:
            split: ``"train"``, ``"valid"``, ``"test"`` or ``"all"``.

        Raises:
            ValueError: There is no such split.
        """
        if split not in SPLITS:
            raise ValueError(unknown("split", split, SPLITS))
        return TaskList(self, self.places(split))

    def find(self, task_id: str) -> Task:
        """Return the task of an id.

        Raises:
            ValueError: There is no such task here; the text says what is wrong with the id.
        """
        first, last = (f"'{self.prefix}{i:06d}'" for i in (0, len(self) - 1))
        number = str(task_id).removeprefix(self.prefix)
        if number == str(task_id):
            raise ValueError(
                f"task id {shown(task_id)} does not belong to this data, whose ids are {first} to {last}: check "
                f"{self.keywords}"
            )
        if not (re.fullmatch(r"[0-9]{6,18}", number) and number == f"{int(number):06d}"):
            raise ValueError(
                f"task id {shown(task_id)} does not end in a number of six digits or more, as {first} does"
            )
        if int(number) >= len(self):
            raise ValueError(f"task id {shown(task_id)}: the last one is {last}")
        return self.task(int(number))
