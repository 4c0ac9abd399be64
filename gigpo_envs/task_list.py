"""Tasks as a sequence that makes each one when it is read, so that a million cost nothing until then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol, overload

from gigpo_envs.lines import Array
from gigpo_envs.simulator import Task


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
