"""Sets of tasks, cut into splits and found by ids; a task is made when it is read, so a million cost nothing before."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import takewhile
from operator import eq
from typing import Any, ClassVar, Self, overload

from gigpo_envs.errors import one_of, shown
from gigpo_envs.lines import Array
from gigpo_envs.simulator import SPLITS, Task


class TaskList(Sequence[Task]):
    """The tasks at some places of a set, each made when it is read.

    Args:
        source: What has the tasks.
        places: Which, in order.
    """

    def __init__(self, source: TaskSet, places: Sequence[int] | Array) -> None:
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


class TaskSet(ABC):
    """Tasks by number, split and id. A world has one of the two kinds below; what it never changes, copies share.

    Attributes:
        name: The data's name in task ids, e.g. ``"generated-18-1000-s0"``.
        digest: 32 hex digits over the content of the data; equal data has an equal one anywhere.
        prefix: What all ids begin with, the slash included.
        noun: What a task is, in one word, for errors.
        keywords: The keywords that choose the set, as errors name them.
    """

    name: str
    digest: str
    prefix: str
    noun: ClassVar[str] = "task"
    keywords: ClassVar[str] = "dataset and dataset_options"

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
        """Return the numbers of the tasks of a split, one of ``SPLITS``, in order."""

    @abstractmethod
    def _number(self, rest: str) -> int:
        """Return the number of the task whose id ends so.

        Raises:
            ValueError: There is no such task; the text says what is wrong with the id.
        """

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}: {len(self)} {self.noun}s, {self.digest}>"

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def check_number(self, i: int) -> None:
        """Raise an IndexError unless there is a task i."""
        if not 0 <= i < len(self):
            raise IndexError(f"{self.noun} {i}: {self.prefix[:-1]} has {self.noun}s 0 to {len(self) - 1}")

    def tasks(self, split: str) -> TaskList:
        """Return the tasks of a split in order, each made when it is read.

        Args:
            split: ``"train"``, ``"valid"``, ``"test"`` or ``"all"``.

        Raises:
            ValueError: There is no such split.
        """
        return TaskList(self, self.places(one_of("split", split, SPLITS)))

    def find(self, task_id: str) -> Task:
        """Return the task of an id.

        Raises:
            ValueError: There is no such task here; the text says what is wrong with the id.
        """
        if not isinstance(task_id, str) or not task_id.startswith(self.prefix):
            raise ValueError(
                f"task id {shown(task_id)} does not belong to this data, whose ids begin with {self.prefix!r}: check "
                f"{self.keywords}"
            )
        return self.task(self._number(task_id.removeprefix(self.prefix)))


class NumberedTasks(TaskSet):
    """A set of tasks whose ids end in their numbers, e.g. ``"text_maze/generated-18-1000-s0/000012"``."""

    def id(self, i: int) -> str:
        """Return the id of task i."""
        return f"{self.prefix}{i:06d}"

    def _number(self, rest: str) -> int:
        wrong, first, last = f"task id {shown(self.prefix + rest)}", self.id(0), self.id(len(self) - 1)
        if not (re.fullmatch(r"[0-9]{6,18}", rest) and rest == f"{int(rest):06d}"):
            raise ValueError(f"{wrong} does not end in a number of six digits or more, as {first!r} does")
        if int(rest) >= len(self):
            raise ValueError(f"{wrong}: the last one is {last!r}")
        return int(rest)


class NamedTasks(TaskSet):
    """A set of tasks whose ids end in the names of a group and of a task in it, e.g. ``"searchqa/multihop/nq/test_7"``.

    Numbers are places in ``names()``.
    """

    @abstractmethod
    def names(self) -> Sequence[str]:
        """Return what the id of each task ends in, ``"{group}/{name}"``."""

    @cached_property
    def _numbers(self) -> Mapping[str, int]:
        names = self.names()
        return {names[int(place)]: int(place) for place in self.places("all")}

    def _number(self, rest: str) -> int:
        if rest not in self._numbers:
            wrong = f"task id {shown(self.prefix + rest)}"
            raise ValueError(f"{wrong}: {self.name!r} has no such {self.noun}. {self._hint(rest)}")
        return self._numbers[rest]

    def _hint(self, rest: str) -> str:
        """Return a sentence that shows an id of this set, one that is like a wrong one if possible."""
        group = rest.partition("/")[0] + "/"
        alike = [known for known in self._numbers if known.startswith(group)]
        if not alike:
            return f"The first is {self.prefix + next(iter(self._numbers))!r}."
        # The one that begins most like it: to compare whole ids of a large set would take seconds.
        nearest = max(alike, key=lambda known: sum(takewhile(bool, map(eq, known, rest))))
        return f"Did you mean {self.prefix + nearest!r}?"
