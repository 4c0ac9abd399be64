"""Verification of a run: every number in a table comes from here, recomputed by replay.

What should have been played is taken from the installed suite: environment, keywords, step limit, data, tasks and
seeds. A record only contributes its actions; whatever else it says must equal what the replay gives. No agent and no
model is needed. What it proves: these actions earn these scores.

It does not prove who chose them. That an agent is not privileged is its declaration (only the built-in expert cannot
make it), and the best of many episodes looks like any other, as every one of them replays.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gymnasium as gym

from gigpo_envs.errors import shown
from gigpo_envs.records import EpisodeRecord
from gigpo_envs.replaying import replay
from gigpo_envs.text_env import unwrap
from leaderboard.panel_env import cluster_of, group_of, open_panel
from leaderboard.run_folder import RECORDS, AgentEntry, Run, jobs_of, record_path
from leaderboard.suite import Episode, Panel


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a run that is not as it must be.

    Attributes:
        file: The file, relative to the run folder.
        text: One sentence that names the field and both values.
        t: The step, or None where it is about no step.
        field: The field, or empty where it is about the whole file.
    """

    file: str
    text: str
    t: int | None = None
    field: str = ""

    def __str__(self) -> str:
        """Return one line: file, step, field and what is wrong."""
        place = [f"step {self.t}"] * (self.t is not None) + [f"field {self.field!r}"] * bool(self.field)
        return f"{self.file}: {', '.join(place)}{': ' if place else ''}{self.text}"


@dataclass(frozen=True, slots=True)
class Result:
    """What an episode of the roster is worth: all from the replay, and nothing if there is no valid record.

    Attributes:
        episode: The entry of the roster.
        verified: There is a record, and it replays.
        score: Final score, 0 to 1; 0 unless verified.
        won: The task was solved.
        episode_return: Sum of rewards.
        length: Steps taken.
        invalid: Steps whose action was not valid.
        missing: There is no record.
    """

    episode: Episode
    verified: bool = False
    score: float = 0.0
    won: bool = False
    episode_return: float = 0.0
    length: int = 0
    invalid: int = 0
    missing: bool = False


@dataclass(frozen=True, slots=True)
class PanelResults:
    """One agent on one panel.

    Attributes:
        agent: The agent.
        panel: The panel.
        results: A result for every entry of the roster, in its order.
        clusters: The cluster of every task of the roster, in its order; see ``Panel.cluster``.
        groups: The group of every task, in the same order; see ``Panel.breakdown``.
    """

    agent: AgentEntry
    panel: Panel
    results: tuple[Result, ...]
    clusters: tuple[str, ...]
    groups: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """What verification found.

    Attributes:
        run: The run.
        rows: Results of every agent on every panel.
        problems: Everything that is wrong: missing, extra and differing records, and other files that differ.
    """

    run: Run
    rows: tuple[PanelResults, ...]
    problems: tuple[Problem, ...]

    @property
    def ok(self) -> bool:
        """There are agents, the roster is complete, nothing is there beside it, and every record replays."""
        return bool(self.rows) and not self.problems


class _Tally(gym.Wrapper[str, str, str, str]):
    """Counts the invalid actions of an episode."""

    invalid = 0

    def reset(self, **kwargs: Any) -> tuple[str, dict[str, Any]]:
        self.invalid = 0
        return self.env.reset(**kwargs)

    def step(self, action: str) -> tuple[str, Any, bool, bool, dict[str, Any]]:
        outcome = self.env.step(action)
        self.invalid += not outcome[4]["action_valid"]
        return outcome


def verify_run(folder: Path, run: Run, progress: Callable[[], None] = lambda: None) -> Report:
    """Verify all records of a run. For the files written from them, see ``outputs.check_outputs``.

    Args:
        folder: The run folder.
        run: What should have been played: from the installed suite, see ``run_folder.read_run``.
        progress: Called after every entry of the roster.

    Raises:
        SuiteError: The installed data is not the suite's.
    """
    found: dict[tuple[str, str], PanelResults] = {}
    problems = _extra_files(folder, run)
    for panel in run.suite.panels:
        env = _Tally(open_panel(run.suite, panel))
        simulator = unwrap(env).simulator
        tasks = [simulator.task(task_id) for task_id in panel.tasks]
        clusters = tuple(cluster_of(task, panel.cluster) for task in tasks)
        groups = tuple(group_of(task, panel.breakdown) for task in tasks)
        for agent in run.agents:
            results = []
            for episode in run.suite.episodes(panel):
                result, problem = _verify_episode(folder, env, agent, panel, episode)
                results.append(result)
                problems += [problem] if problem else []
                progress()
            found[agent.name, panel.name] = PanelResults(agent, panel, tuple(results), clusters, groups)
        env.close()
    rows = tuple(found[agent.name, panel.name] for agent in run.agents for panel in run.suite.panels)
    return Report(run, rows, tuple(sorted(problems, key=lambda problem: problem.file)))


def _extra_files(folder: Path, run: Run) -> list[Problem]:
    expected = {job.path.as_posix() for job in jobs_of(run)}
    paths = (folder / RECORDS).rglob("*")
    files = sorted(path.relative_to(folder).as_posix() for path in paths if path.is_symlink() or not path.is_dir())
    return [Problem(file, "is not on the roster; remove it") for file in files if file not in expected]


def _verify_episode(
    folder: Path, env: _Tally, agent: AgentEntry, panel: Panel, episode: Episode
) -> tuple[Result, Problem | None]:
    path = record_path(agent, panel.name, episode)
    file = path.as_posix()
    try:
        record = EpisodeRecord.read(folder / path)
        problem = check_identity(record, file, agent, episode)
        if problem is not None:
            return Result(episode), problem
        report = replay(record, env)
    except FileNotFoundError:
        return Result(episode, missing=True), Problem(file, f"is missing; {episode.task_id} counts as score 0")
    except ValueError as error:
        return Result(episode), Problem(file, str(error).removeprefix(str(folder / path)).lstrip(",: "))
    except Exception as error:  # whatever a forged record sets off, the others are still to be verified
        return Result(episode), Problem(file, f"cannot be verified: {error!r}")
    if not report.ok:
        text = f"recorded {shown(report.recorded)}, replayed {shown(report.replayed)}"
        return Result(episode), Problem(file, text, report.t, report.field)
    footer = report.footer
    assert footer is not None
    result = Result(
        episode,
        verified=True,
        score=float(footer["score"]),
        won=footer["won"],
        episode_return=float(footer["return"]),
        length=footer["length"],
        invalid=env.invalid,
    )
    return result, None


def check_identity(record: EpisodeRecord, file: str, agent: AgentEntry, episode: Episode) -> Problem | None:
    """Return what is wrong with whose episode of what a record says it is; the replay cannot know that."""
    for field, expected in (("task_id", episode.task_id), ("seed", episode.seed), ("agent", agent.name)):
        recorded = record.header.get(field)
        if recorded != expected or type(recorded) is not type(expected):
            return Problem(file, f"the roster has {expected!r} here, the record {shown(recorded)}", None, field)
    return None
