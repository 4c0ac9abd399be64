"""Time is counted once, in the phase that it belongs to, and what was watched is as it was before."""

from __future__ import annotations

import pytest

from trainer.speed.phases import Phases


class Clock:
    """Time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def work(self, seconds: float) -> float:
        """Let time pass."""
        self.now += seconds
        return seconds


def test_inner_phases_are_not_the_outer_ones() -> None:
    clock = Clock()
    phases = Phases(clock)
    clock.work(100)
    with phases.phase("outer"):
        clock.work(1)
        with phases.phase("inner"):
            clock.work(2)
            with phases.phase("outer"):
                clock.work(4)
        clock.work(8)
    clock.work(100)
    with phases.phase("inner"):
        clock.work(16)
    assert phases.take() == {"outer": 13, "inner": 18}
    assert phases.take() == {}


def test_watched_functions_are_put_back() -> None:
    clock = Clock()
    phases = Phases(clock)

    class Worker:
        def work(self) -> float:
            return clock.work(3)

    worker, other = Worker(), Worker()
    other.work = lambda: clock.work(5)  # type: ignore[method-assign]
    own = other.work
    with pytest.raises(ZeroDivisionError), phases.watching((worker, "work", "one"), (other, "work", "two")):
        assert (worker.work(), other.work(), Worker().work()) == (3, 5, 3)
        1 / 0  # noqa: B018
    assert "work" not in vars(worker) and other.work is own
    assert phases.take() == {"one": 3, "two": 5}
    before = vars(Worker)["work"]
    with phases.watching((Worker, "work", "every")):
        assert worker.work() == 3
    assert vars(Worker)["work"] is before
    assert phases.take() == {"every": 3}


def test_time_counts_up_to_an_error() -> None:
    clock = Clock()
    phases = Phases(clock)

    def fail() -> None:
        clock.work(2)
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        phases.timed("failing", fail)()
    clock.work(100)
    assert phases.take() == {"failing": 2}
