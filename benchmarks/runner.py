"""Playing a run: every episode of the roster once, each record whole or not there, in any number of processes.

A record takes its final name only when it is complete, so a run may be killed at any moment: the next one keeps
what is finished and plays the rest. Episodes depend on nothing but their entry in the roster, so the records are the
same for any number of processes and after any number of interruptions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.agents import close_agent, make_agent
from benchmarks.agents.specs import code_digest
from benchmarks.player import Failure, Outcome
from benchmarks.pool import outcomes
from leaderboard.journal import Journal, finished_record, result_line
from leaderboard.run_folder import RECORDS, RESULTS, AgentEntry, Job, Run, RunError, jobs_of


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
    for job, outcome in zip(pending, outcomes(folder, run.suite, pending, workers), strict=True):
        if isinstance(outcome, Failure):
            failures.append(outcome)
        else:
            journal.add(outcome)
        progress(job, outcome, True)
    return failures
