"""CPU time by phase: where the time of a training step goes."""

from __future__ import annotations

import functools
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

Point = tuple[Any, str, str]
"""A place to be timed: an object or module, the name of a function in it, and the phase that its time belongs to."""


class Phases:
    """Adds up CPU time by phase. Phases nest: what is spent in an inner one is not the outer one's.

    Args:
        clock: Tells the time in seconds; that of the process by default, so that other load counts little.

    Attributes:
        seconds: Time of each phase so far.
    """

    def __init__(self, clock: Callable[[], float] = time.process_time) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self._clock = clock
        self._running: list[str] = []
        self._since = 0.0

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Count the time of a block."""
        self._book()
        self._running.append(name)
        try:
            yield
        finally:
            self._book()
            self._running.pop()

    def timed(self, name: str, function: Callable[P, T]) -> Callable[P, T]:
        """Return a function that counts its own time."""

        @functools.wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> T:
            with self.phase(name):
                return function(*args, **kwargs)

        return call

    @contextmanager
    def watching(self, *points: Point) -> Iterator[None]:
        """Count the time of some functions while a block runs."""
        with ExitStack() as stack:
            for owner, attribute, name in points:
                own = vars(owner).get(attribute)
                setattr(owner, attribute, self.timed(name, getattr(owner, attribute)))
                # What a class or a module gave to an object is found again once the object's own is gone.
                stack.callback(*((delattr, owner, attribute) if own is None else (setattr, owner, attribute, own)))
            yield

    def take(self) -> dict[str, float]:
        """Return the times so far, and start again from 0."""
        taken = dict(self.seconds)
        self.seconds.clear()
        return taken

    def _book(self) -> None:
        now = self._clock()
        if self._running:
            self.seconds[self._running[-1]] += now - self._since
        self._since = now
