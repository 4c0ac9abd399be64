"""Playing episodes in one process."""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gymnasium as gym

from benchmarks.agents import Agent, close_agent, make_agent
from benchmarks.episode import play
from leaderboard.journal import result_line
from leaderboard.panel_env import make_env
from leaderboard.run_folder import Job
from leaderboard.suite import Suite
from leaderboard.table import plural

SHOWN_FRAMES = 8  # of a traceback, the innermost


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
