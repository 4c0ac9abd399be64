"""Success of a policy on fixed rosters: every task, always the same ones, with the same random numbers.

Rosters are a suite's, or drawn from the environment that is trained on. Equal policies get equal numbers, and
differences between two evaluations are differences of policies, never of tasks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import gymnasium as gym
import numpy as np

from gigpo_envs.group import GroupVectorEnv
from gigpo_envs.prompting import Prompter
from gigpo_envs.text_env import TextEnv, unwrap
from leaderboard.draft import draw_tasks
from leaderboard.panel_env import cluster_of, open_panel
from leaderboard.registry import load_suite
from leaderboard.statistics import success_interval
from leaderboard.suite import Draw
from trainer.local.config import EnvConfig, EvaluationConfig
from trainer.local.settings import SettingsError
from trainer.policies.protocol import Policy
from trainer.rollout import Rollout, collect

EPISODES = 512
"""Most episodes that are played at the same time."""


@dataclass(frozen=True, slots=True)
class Roster:
    """Tasks that a policy is evaluated on.

    Attributes:
        name: Name in the log.
        env: Environment id.
        kwargs: Its keywords.
        max_episode_steps: Step limit; None for the registry's.
        tasks: Task ids.
        clusters: What each task shares with those it is not independent of; see ``leaderboard.suite.Panel``.
        replicates: Episodes a task.
    """

    name: str
    env: str
    kwargs: Mapping[str, Any]
    max_episode_steps: int | None
    tasks: tuple[str, ...]
    clusters: tuple[str, ...]
    replicates: int = 1


def load_rosters(config: EvaluationConfig, env: EnvConfig) -> list[Roster]:
    """Return what is to be evaluated on, checked against the installed data.

    Args:
        config: The settings.
        env: The environment that is trained on.

    Raises:
        SettingsError: The environment has no such split, or fewer tasks.
        SuiteError: There is no such suite, or its data is not installed.
    """
    found = []
    if config.suite:
        suite = load_suite(config.suite)
        for panel in suite.panels:
            simulator = unwrap(open_panel(suite, panel)).simulator
            clusters = tuple(cluster_of(simulator.task(task), panel.cluster) for task in panel.tasks)
            found.append(
                Roster(
                    panel.name,
                    panel.env,
                    panel.kwargs,
                    panel.max_episode_steps,
                    panel.tasks,
                    clusters,
                    panel.replicates,
                )
            )
    if config.count:
        simulator = open_env(env).simulator
        try:
            tasks = draw_tasks(simulator, Draw(config.split, config.count, config.seed))
        except ValueError as error:
            raise SettingsError(f"evaluation: {error}") from error
        name = config.split if all(config.split != roster.name for roster in found) else f"env-{config.split}"
        found.append(Roster(name, env.id, env.kwargs, env.max_episode_steps, tasks, tasks))
    return found


def open_env(env: EnvConfig) -> TextEnv[Any]:
    """Return one environment of the training's kind.

    Raises:
        SettingsError: It cannot be made.
    """
    try:
        return unwrap(gym.make(env.id, disable_env_checker=True, **env.kwargs))
    except Exception as error:  # a world may be anybody's
        raise SettingsError(f"env: cannot make {env.id!r}: {error}") from error


def evaluate(
    rosters: list[Roster],
    policy: Policy,
    prompter: Prompter,
    seed: int = 0,
    see: Callable[[Roster, tuple[str, ...], Rollout], None] = lambda roster, tasks, rollout: None,
    **options: Any,
) -> dict[str, float]:
    """Play all tasks of all rosters and return the numbers for the log.

    Args:
        rosters: What to play.
        policy: Who plays.
        prompter: Writes the prompts.
        seed: Seed of the policy's randomness.
        see: Called with each part of a roster that was played, its tasks and what happened.
        **options: Options of ``trainer.rollout.collect``.

    Returns:
        Of each roster ``eval/NAME/success`` with its 95 % interval (``low``, ``high``), and means over episodes:
        ``score`` and ``length``; ``overflows``, ``cut_replies`` and ``unread_replies`` as in the rollout.
    """
    numbers: dict[str, float] = {}
    for place, roster in enumerate(rosters):
        rng = np.random.default_rng((seed, place))
        parts = []
        most = max(1, EPISODES // roster.replicates)
        for start in range(0, len(roster.tasks), most):
            tasks = roster.tasks[start : start + most]
            envs = GroupVectorEnv(
                roster.env, len(tasks), roster.replicates, max_episode_steps=roster.max_episode_steps, **roster.kwargs
            )
            parts.append(collect(envs, policy, prompter, rng, task_ids=tasks, **options))
            see(roster, tasks, parts[-1])
        won = np.concatenate([part.won for part in parts]).reshape(-1, roster.replicates)
        interval = success_interval(won, roster.clusters)
        found = {
            "success": interval.estimate,
            "low": interval.low,
            "high": interval.high,
            "score": float(np.concatenate([part.score for part in parts]).mean()),
            "length": float(np.concatenate([part.length for part in parts]).mean()),
        }
        for name in ("overflows", "cut_replies", "unread_replies"):
            found[name] = float(sum(part.counts[name] for part in parts))
        numbers |= {f"eval/{roster.name}/{name}": value for name, value in found.items()}
    return numbers
