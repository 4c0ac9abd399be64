"""The maze's rules keep a map, jump only where they must, and win from texts alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

from benchmarks.agents import Context, make_agent
from benchmarks.agents.rules.text_maze import TextMazeRule
from benchmarks.episode import play
from gigpo_envs.noise import NoisyObservation
from gigpo_envs.simulator import Simulator, Task
from tests.gigpo_envs.text_maze.mazes import TASK, WAY_TO_WIN, simulator


def context() -> Context:
    return Context("text_maze", "a/task", "Open the chest.", (), 50, 0, lambda rng: "", None)


def actions_of(game: Simulator[Any], task: Task, disturbing: Sequence[str] = ()) -> list[str]:
    """Return what the rules do till the end; where ``disturbing`` is not empty, it is done in their place."""
    rule, here, chosen = TextMazeRule(context()), game.start(task), list[str]()
    while not here.terminated and len(chosen) < 50:
        told = {"admissible_actions": game.admissible_actions(here.state)}
        action = rule.act(here.observation, told)
        replaced = disturbing[len(chosen)] if len(chosen) < len(disturbing) else ""
        chosen.append(replaced or action)
        here = game.step(here.state, chosen[-1])
    assert here.won == (chosen[-1] == "open chest")
    return chosen


def test_the_maze_drawn_by_hand() -> None:
    """The Foyer comes before the Eyrie, but its bottomless drop is left alone."""
    assert actions_of(simulator(), TASK) == [*WAY_TO_WIN[:4], "go east", "go west", *WAY_TO_WIN[4:]]


@pytest.mark.parametrize(
    "disturbing", [("look", "inventory", "?"), ("", "?", "", "?"), ("", "go west", "go east"), ("", "", "", "go east")]
)
def test_it_finds_its_way_again_when_something_else_was_done(disturbing: Sequence[str]) -> None:
    assert actions_of(simulator(), TASK, disturbing)[-1] == "open chest"


def test_where_nothing_is_left_it_looks() -> None:
    assert actions_of(simulator(), TASK, ("", "jump south"))[4:] == ["look"] * 46


def test_it_never_falls_and_nearly_always_wins() -> None:
    env = gym.make("gigpo/TextMaze-v0", disable_env_checker=True)
    game: Simulator[Any] = env.unwrapped.simulator  # type: ignore[attr-defined]
    done = [actions_of(game, task) for task in game.tasks("valid")]
    assert np.mean([actions[-1] == "open chest" for actions in done]) > 0.97 and np.mean([*map(len, done)]) < 32
    random = [
        play(env, make_agent("random"), task_id=task.id, seed=1, max_episode_steps=50).footer
        for task in game.tasks("valid")[:50]
    ]
    assert np.mean([bool((footer or {})["won"]) for footer in random]) < 0.1


def test_noise_does_not_mislead_it() -> None:
    env = gym.make("gigpo/TextMaze-v0", disable_env_checker=True)
    tasks = env.unwrapped.simulator.tasks("valid")[:10]  # type: ignore[attr-defined]
    lengths = [
        [
            (play(one, make_agent("rule"), task_id=task.id, seed=1, max_episode_steps=50).footer or {})["length"]
            for task in tasks
        ]
        for one in (env, NoisyObservation(env))
    ]
    assert lengths[0] == lengths[1]
