from __future__ import annotations

import gymnasium as gym
import pytest

from gigpo_envs.alfworld.simulator import ALFWorldSimulator
from gigpo_envs.text_env import unwrap
from tests.toy_world import CorridorSimulator
from trainer.local.config import EnvConfig
from trainer.local.probe import RETURNS, TAKES, agent_episodes, alfworld, shares

ENV = EnvConfig(id="gigpo/ALFWorld-v0", kwargs={"dataset_options": {"size": "tiny", "count": 24}}, max_episode_steps=20)


@pytest.fixture(scope="module")
def simulator() -> ALFWorldSimulator:
    found = unwrap(gym.make(ENV.id, disable_env_checker=True, **ENV.kwargs)).simulator
    assert isinstance(found, ALFWorldSimulator)
    return found


def test_the_rules_take_every_chance(simulator: ALFWorldSimulator) -> None:
    tasks = [task.id for task in simulator.tasks("train")][:10]
    episodes = list(agent_episodes(ENV, "rule", tasks))
    assert all(won for _, _, won in episodes)
    found = shares(simulator, [(task, actions) for task, actions, _ in episodes])
    assert found == {TAKES: 1.0, RETURNS: 0.0}


def test_chances_that_were_missed_are_counted(simulator: ALFWorldSimulator) -> None:
    task = next(iter(simulator.tasks("train"))).id
    ((_, actions, _),) = agent_episodes(ENV, "rule", [task])
    take = next(number for number, action in enumerate(actions) if action.startswith("take "))
    moves = [action for action in actions[:take] if action.startswith("go to ")]
    counts = alfworld(simulator, task, [*actions[:take], "look", "look", *actions[take:]])
    assert counts == {TAKES: (1, 3), RETURNS: (0, len(moves))}
    # There and back once more: two places seen before.
    other = next(
        name
        for name in simulator.admissible_actions(simulator.start(simulator.task(task)).state)
        if name.startswith("go to ") and name not in moves
    )
    counts = alfworld(simulator, task, [*actions[:take], other, moves[-1], actions[take]])
    assert counts[RETURNS] == (1, len(moves) + 2)


def test_other_worlds_have_no_probe() -> None:
    assert shares(CorridorSimulator(), [("corridor/five/0", ["left"])]) == {}
