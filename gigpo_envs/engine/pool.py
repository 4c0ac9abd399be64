"""A bounded pool of engines: which of them plays on from where."""

from __future__ import annotations

import os
import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from gigpo_envs.engine.protocol import Reply, Snapshot
from gigpo_envs.engine.worker import Worker
from gigpo_envs.errors import shown, whole_number

Point = tuple[str, tuple[str, ...]]
"""Id of a task, and the actions taken in it."""


class EnginePool:
    """Engines in worker processes, each at the tip of one line of play.

    A request is served by the engine that stands where it goes on from. Where there is none, one whose point nobody
    holds any more starts anew and replays; else a worker is added, up to the bound; else the least recently used
    one is taken from its point. So the bound decides about speed, never about results. Workers are made when they are
    needed, and end with the pool or the process.

    Pickled, a pool is its arguments. It may be used from several threads, one at a time.

    Args:
        engine: ``"module:Class"`` of an ``Engine``.
        arguments: Picklable keywords for it.
        size: How many workers there are at most.
        timeout: Seconds after which an engine that does not answer is stopped.
        remembered: How many replies are kept, so that what was just played is not replayed; 0 for an engine
            whose replies can differ.

    Raises:
        ValueError: A number is out of range.
    """

    def __init__(
        self, engine: str, arguments: Mapping[str, Any], *, size: int, timeout: float, remembered: int
    ) -> None:
        number = isinstance(timeout, int | float) and not isinstance(timeout, bool)
        if not number or not 0 < timeout <= threading.TIMEOUT_MAX:
            raise ValueError(f"timeout must be a positive number of seconds, not {shown(timeout)}")
        self._origin = (engine, dict(arguments), whole_number("size", size, least=1), timeout, remembered)
        self._engine, self._arguments, self._size, self._timeout, _ = self._origin
        self._remembered = whole_number("remembered", remembered)
        self._replies: OrderedDict[Point, Reply] = OrderedDict()
        self._workers: list[Worker] = []  # the least recently used first
        self._lock = threading.RLock()
        _pools.add(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the arguments: another process has engines of its own."""
        return _pool, self._origin

    def play(
        self, task_id: str, payload: Callable[[], Any], actions: tuple[str, ...], before: Snapshot | None = None
    ) -> Reply:
        """Return what an engine answers to the last of the actions, or to the start of the task if there are none.

        Args:
            task_id: The task.
            payload: Returns what the engine is told of it.
            actions: All that is played, the last one included.
            before: What an engine said before the last action: a replay must say the same.

        Raises:
            RuntimeError: The engine failed, ended, hangs, or is not deterministic. The next call gets a new one.
        """
        with self._lock:
            point = (task_id, actions)
            known = self._replies.get(point)
            if known is not None:
                self._replies.move_to_end(point)
                return known
            reply = self._play(task_id, payload, actions, before)
            if self._remembered:
                # A copy: as long as the snapshot handed out lives, the engine's point counts as held.
                self._replies[point] = reply._replace(snapshot=replace(reply.snapshot))
                if len(self._replies) > self._remembered:
                    self._replies.popitem(last=False)
            return reply

    def close(self) -> None:
        """End all workers; the next request makes new ones."""
        with self._lock:
            while self._workers:
                self._workers.pop().close()

    def _play(
        self, task_id: str, payload: Callable[[], Any], actions: tuple[str, ...], before: Snapshot | None
    ) -> Reply:
        worker = self._worker(task_id, actions)
        try:
            here: Snapshot | None = None
            if not actions or not _on_the_way(worker, task_id, actions):
                reply = worker.start(task_id, payload())
                if not actions:
                    return reply
                here = reply.snapshot
            for action in actions[len(worker.actions) : -1]:
                here = worker.step(action).snapshot
            if here is not None and before is not None and here != before:
                raise RuntimeError(
                    f"the engine {self._engine!r} is not deterministic: the same {len(actions) - 1} actions of the "
                    f"task {shown(task_id)} led to {shown(here)}, but before to {shown(before)}"
                )
            return worker.step(actions[-1])
        except BaseException:
            # After an interrupt, too, it may still answer the last request: nobody could tell which answer is whose.
            self._workers.remove(worker)
            worker.close()
            raise

    def _worker(self, task_id: str, actions: tuple[str, ...]) -> Worker:
        """Return the worker that has least to do for a request, now the most recently used one."""

        def fitness(worker: Worker) -> tuple[bool, bool, int, bool]:
            ahead = len(worker.actions) + 1 if actions and _on_the_way(worker, task_id, actions) else 0
            return 0 < ahead == len(actions), not worker.held, ahead, worker.task_id == task_id

        best = max(self._workers, key=fitness, default=None)
        if best is not None and any(fitness(best)[:2]):
            self._workers.remove(best)
        elif len(self._workers) < self._size:
            best = Worker(self._engine, self._arguments, self._timeout)
        else:
            best = self._workers.pop(0)
        self._workers.append(best)
        return best


_pools: weakref.WeakSet[EnginePool] = weakref.WeakSet()


def _after_fork() -> None:
    """Leave the workers to the process they belong to, and a lock to the thread that held it, which is not here."""
    for pool in _pools:
        pool._lock, pool._workers = threading.RLock(), []


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def _on_the_way(worker: Worker, task_id: str, actions: tuple[str, ...]) -> bool:
    """Whether a worker has played a part of the actions, short of the last one, and nothing else."""
    done = worker.actions
    return worker.task_id == task_id and len(done) < len(actions) and actions[: len(done)] == done


def _pool(engine: str, arguments: dict[str, Any], size: int, timeout: float, remembered: int) -> EnginePool:
    return EnginePool(engine, arguments, size=size, timeout=timeout, remembered=remembered)
