"""Working in several processes, in an order and with an end that do not depend on them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures import wait as wait_for
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from multiprocessing.connection import Connection, wait
from multiprocessing.util import Finalize
from pathlib import Path
from typing import Any, TypeVar

from benchmarks.player import Outcome, Player
from leaderboard.run_folder import Job, RunError
from leaderboard.suite import Suite

J = TypeVar("J")
R = TypeVar("R")


def outcomes(folder: Path, suite: Suite, jobs: Sequence[Job], workers: int) -> Iterator[Outcome]:
    """Yield the outcome of every job, in the order of the jobs whatever the order of their ends."""
    if workers == 1 or len(jobs) < 2:
        with closing(Player(suite, folder)) as player:
            yield from map(player.play, jobs)
        return
    try:
        yield from in_order(_play_in_worker, jobs, workers, _make_player, (suite, folder))
    except BrokenProcessPool as error:
        raise RunError(
            "a worker process died (out of memory?); what is finished is kept: the same command goes on from there"
        ) from error


def in_order(
    work: Callable[[J], R],
    jobs: Sequence[J],
    workers: int,
    prepare: Callable[..., object] = bool,
    arguments: tuple[Any, ...] = (),
) -> Iterator[R]:
    """Yield what the work of every job returns, done in other processes, in the order of the jobs.

    Args:
        work: A function of a module, called with one job.
        jobs: The jobs.
        workers: The most processes.
        prepare: Called in each process before its first job; nothing by default.
        arguments: What it is called with.

    Raises:
        BrokenProcessPool: A worker process died.
    """
    context = multiprocessing.get_context("spawn")
    lifeline, held = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(
        min(workers, len(jobs)), context, initializer=_start_worker, initargs=(lifeline, prepare, arguments)
    )
    with _deferred_interrupt() as interrupted:
        try:
            for future in [pool.submit(work, job) for job in jobs]:
                while not (interrupted.is_set() or wait_for([future], timeout=0.1).done):
                    pass
                if interrupted.is_set():
                    held.close()  # the workers end at once: what they are at is done again
                    raise KeyboardInterrupt
                yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)
            held.close()
            lifeline.close()


@contextmanager
def _deferred_interrupt() -> Iterator[threading.Event]:
    """While this is open, Ctrl-C sets the event, and a second one ends the process at once.

    An exception raised wherever the pool happens to be can leave its workers waiting for ever.
    """
    interrupted = threading.Event()

    def handle(*_: object) -> None:
        if interrupted.is_set():
            os._exit(128 + signal.SIGINT)
        interrupted.set()

    ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN  # a job in the background of a shell
    if ignored or threading.current_thread() is not threading.main_thread():
        yield interrupted
        return
    before = signal.signal(signal.SIGINT, handle)
    try:
        yield interrupted
    finally:
        signal.signal(signal.SIGINT, before)


_player: Player | None = None


def _start_worker(lifeline: Connection, prepare: Callable[..., object], arguments: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    threading.Thread(target=_end_with_parent, args=(lifeline,), daemon=True).start()
    prepare(*arguments)


def _make_player(suite: Suite, folder: Path) -> None:
    global _player
    _player = Player(suite, folder)
    Finalize(_player, _player.close, exitpriority=0)  # atexit does not run in workers


def _end_with_parent(lifeline: Connection) -> None:
    """End this process when the parent lets go or is killed; nothing else would tell it."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel, lifeline])
    os._exit(1)


def _play_in_worker(job: Job) -> Outcome:
    assert _player is not None
    return _player.play(job)
