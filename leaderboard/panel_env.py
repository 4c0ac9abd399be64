"""A panel's environment, checked against the data that is installed."""

from __future__ import annotations

from operator import attrgetter

import gymnasium as gym

from gigpo_envs.errors import shown, unknown
from gigpo_envs.simulator import Task
from gigpo_envs.text_env import TextEnv, unwrap
from leaderboard.suite import Breakdown, Panel, Suite, SuiteError


def make_env(suite: Suite, panel: Panel) -> gym.Env[str, str]:
    """Return a fresh environment as the panel says. Only registered ids are made: a suite's file names no code.

    Raises:
        SuiteError: The environment cannot be made, e.g. because its data is not installed.
    """
    if panel.env not in gym.registry:
        known = [name for name in gym.registry if "/" in name]
        raise SuiteError(
            f"{place(suite, panel)}: env: {unknown('environment id', panel.env, known)} Install the package that "
            "offers it by the entry point gigpo.worlds"
        )
    try:
        env = gym.make(panel.env, max_episode_steps=panel.max_episode_steps, disable_env_checker=True, **panel.kwargs)
    except Exception as error:  # a world may be anybody's
        raise SuiteError(f"{place(suite, panel)}: cannot make {panel.env}: {error}") from error
    if not isinstance(env.unwrapped, TextEnv):
        raise SuiteError(f"{place(suite, panel)}: env: {panel.env} is no TextEnv: nothing can be replayed")
    return env


def open_panel(suite: Suite, panel: Panel) -> gym.Env[str, str]:
    """Return the panel's environment once the installed data proved to be the panel's.

    Raises:
        SuiteError: The environment cannot be made, its data is other data, or it lacks a task of the roster.
    """
    env = make_env(suite, panel)
    simulator = unwrap(env).simulator
    if simulator.data_digest != panel.data_digest:
        raise SuiteError(
            f"{place(suite, panel)}: data_digest: the suite is about the data {panel.data_digest}, but "
            f"{simulator.world}/{simulator.dataset} here is {simulator.data_digest}. Install the data, or the version "
            "of gigpo, that the suite was made for; or draw a suite of your own with python -m leaderboard draft"
        )
    for number, task_id in enumerate(panel.tasks):
        try:
            task = simulator.task(task_id)
            cluster_of(task, panel.cluster)
            group_of(task, panel.breakdown)
        except ValueError as error:
            raise SuiteError(f"{place(suite, panel)}: tasks[{number}]: {error}") from error
    return env


def cluster_of(task: Task, attribute: str) -> str:
    """Return what a task shares with those it is not independent of.

    Args:
        task: A task.
        attribute: See ``Panel.cluster``.

    Raises:
        ValueError: Tasks have no such attribute.
    """
    return _value(task, attribute, "cluster", "use 'id' for none")


def group_of(task: Task, breakdown: Breakdown | None) -> str:
    """Return the group in which a task's results are shown; empty where there are no groups.

    Raises:
        ValueError: Tasks have no such attribute, or the group is called as another one is shown.
    """
    if breakdown is None:
        return ""
    value = _value(task, breakdown.attribute, "breakdown.attribute", "leave breakdown out for none")
    if value in breakdown.taken and value not in breakdown.names:
        raise ValueError(f"breakdown.names: {value!r} heads something else already: give this group a short name too")
    return value


def _value(task: Task, attribute: str, key: str, cure: str) -> str:
    try:
        value = attrgetter(attribute)(task)
    except AttributeError as error:
        raise ValueError(f"{key}: tasks have no attribute {attribute!r} ({error}); {cure}") from error
    # What anything else is written as may name a place in memory, another in each run.
    if not isinstance(value, str | int | float | tuple | None):
        raise ValueError(f"{key}: the attribute {attribute!r} of tasks is {shown(value)}, no text or number; {cure}")
    return str(value)


def place(suite: Suite, panel: Panel) -> str:
    """Return the file and the panel as error texts name them."""
    return f"{suite.source or suite.name}: panel {panel.name!r}"
