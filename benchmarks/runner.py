"""Playing a run: every episode of the roster once, each record whole or not there, in any number of processes.

A record takes its final name only when it is complete, so a run may be killed at any moment: the next one keeps
what is finished and plays the rest. Episodes depend on nothing but their entry in the roster, so the records are the
same for any number of processes and after any number of interruptions.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures import wait as wait_for
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.util import Finalize
from pathlib import Path
from typing import Any

import gymnasium as gym

from benchmarks.agents import Agent, close_agent, make_agent
from benchmarks.agents.specs import code_digest
from benchmarks.episode import play
from leaderboard.journal import Journal, finished_record, result_line
from leaderboard.panel_env import make_env
from leaderboard.run_folder import RECORDS, RESULTS, AgentEntry, Job, Run, RunError, jobs_of
from leaderboard.suite import Suite
from leaderboard.table import plural

SHOWN_FRAMES = 8  # of a traceback, the innermost


def agent_entries(specs: Sequence[str]) -> tuple[AgentEntry, ...]:
    """Return what a run notes about the agents that these specs name.

    Raises:
        AgentError: One cannot be made.
        RunError: Two have the same name.
    """
    entries: dict[str, AgentEntry] = {}
    for spec in dict.fromkeys(specs):
        agent = make_agent(spec)
        entry = AgentEntry(spec, agent.name, agent.privileged, code_digest(spec, agent))
        close_agent(spec, agent)
        other = entries.setdefault(entry.folder.lower(), entry)
        if other is not entry:
            raise RunError(
                f"the agents {other.spec!r} and {spec!r} share the name {entry.name!r}; give one another name"
            )
    return tuple(entries.values())


@dataclass(frozen=True, slots=True)
class Failure:
    """An episode that the agent did not bring to its end."""

    job: Job
    error: str


def describe_error(error: BaseException) -> str:
    """Return the traceback of what an agent raised, without the frames of this package that lead to its own."""
    outer = (__file__, play.__code__.co_filename)
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None and trace.tb_frame.f_code.co_filename in outer:
        trace = trace.tb_next
    left_out = max(0, sum(1 for _ in traceback.walk_tb(trace)) - SHOWN_FRAMES)
    told = traceback.TracebackException(type(error), error, trace, limit=-SHOWN_FRAMES)
    note = f"({plural(left_out, 'frame')} before these left out)\n" if left_out else ""
    return note + "".join(told.format())


# What playing a job gives: its line of ``results.jsonl``, or why there is none.
Outcome = dict[str, Any] | Failure


class Player:
    """Plays episodes in one process: environments and agents are made once and used again."""

    def __init__(self, suite: Suite, folder: Path) -> None:
        self._suite = suite
        self._folder = folder
        self._envs: dict[str, gym.Env[str, str]] = {}
        self._agents: dict[str, Agent] = {}

    def play(self, job: Job) -> Outcome:
        """Play an episode, write its record, and return its line of ``results.jsonl``."""
        panel = self._suite.panel(job.panel)
        try:
            if panel.name not in self._envs:
                self._envs[panel.name] = make_env(self._suite, panel)
            if job.agent.spec not in self._agents:
                self._agents[job.agent.spec] = make_agent(job.agent.spec)
            record = play(
                self._envs[panel.name],
                self._agents[job.agent.spec],
                task_id=job.episode.task_id,
                seed=job.episode.seed,
                max_episode_steps=panel.max_episode_steps,
            )
        except (Exception, SystemExit) as error:  # an agent must not end the run, least of all in silence
            return Failure(job, describe_error(error))
        path = self._folder / job.path
        path.parent.mkdir(parents=True, exist_ok=True)
        record.write(path)
        return result_line(job, record)

    def close(self) -> None:
        """Close the environments and the agents."""
        for env in self._envs.values():
            env.close()
        for spec, agent in self._agents.items():
            close_agent(spec, agent)


def play_run(
    folder: Path,
    run: Run,
    *,
    workers: int = 1,
    progress: Callable[[Job, Outcome, bool], None] = lambda job, outcome, played: None,
) -> list[Failure]:
    """Play what is not finished yet, and return the episodes that failed.

    Args:
        folder: The run's folder, see ``run_folder.claim_folder``.
        run: What to play.
        workers: Processes; 1 plays in this one.
        progress: Called for every episode with its line or failure; ``played`` is False for those that were
            finished before, which come first.

    Raises:
        RunError: A worker process died.
    """
    for leftover in sorted((folder / RECORDS).rglob("*.partial")):
        leftover.unlink()
    pending, failures, finished = [], [], []
    for job in jobs_of(run):
        record = finished_record(folder, job, run.suite.panel(job.panel).data_digest)
        if record is None:
            pending.append(job)
        else:
            line = result_line(job, record)
            finished.append(line)
            progress(job, line, False)
    journal = Journal(folder / RESULTS, finished)
    for job, outcome in zip(pending, _outcomes(folder, run.suite, pending, workers), strict=True):
        if isinstance(outcome, Failure):
            failures.append(outcome)
        else:
            journal.add(outcome)
        progress(job, outcome, True)
    return failures


def _outcomes(folder: Path, suite: Suite, jobs: Sequence[Job], workers: int) -> Iterator[Outcome]:
    """Yield the outcome of every job, in the order of the jobs whatever the order of their ends."""
    if workers == 1 or len(jobs) < 2:
        with closing(Player(suite, folder)) as player:
            yield from map(player.play, jobs)
        return
    context = multiprocessing.get_context("spawn")
    lifeline, held = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(
        min(workers, len(jobs)), context, initializer=_start_worker, initargs=(suite, folder, lifeline)
    )
    with _deferred_interrupt() as interrupted:
        try:
            for future in [pool.submit(_play_in_worker, job) for job in jobs]:
                while not (interrupted.is_set() or wait_for([future], timeout=0.1).done):
                    pass
                if interrupted.is_set():
                    held.close()  # the workers end at once: what they are at is played again
                    raise KeyboardInterrupt
                yield future.result()
        except BrokenProcessPool as error:
            raise RunError(
                "a worker process died (out of memory?); what is finished is kept: the same command goes on from there"
            ) from error
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


def _start_worker(suite: Suite, folder: Path, lifeline: Connection) -> None:
    global _player
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    threading.Thread(target=_end_with_parent, args=(lifeline,), daemon=True).start()
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
