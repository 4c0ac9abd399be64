from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

from gigpo_envs.alfworld.simulator import ALFWorldSimulator
from gigpo_envs.text_env import unwrap
from tests.toy_world import CorridorSimulator
from trainer.local import measuring
from trainer.local.config import EnvConfig, EvaluationConfig, PolicyConfig
from trainer.local.evaluation import evaluate
from trainer.local.learner import Learner, prompter_of
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


@pytest.mark.parametrize(("context", "prompt"), [("step", "compact"), ("episode", "compact"), ("episode", "tool_call")])
def test_a_policy_is_measured_by_what_it_played(
    model_folder: Path, monkeypatch: pytest.MonkeyPatch, context: str, prompt: str
) -> None:
    env = EnvConfig(id="test/Corridor-v0", max_episode_steps=40)
    policy = PolicyConfig(model=str(model_folder), prompt=prompt, context=context, restrict=True, device="cpu")
    learner = Learner(policy)
    learner.chat.context = 1 << 15
    found: list[list[tuple[str, list[str]]]] = []
    asked: list[str] = []

    def seen(simulator: Any, episodes: Any) -> dict[str, float]:
        found.append(list(episodes))
        return {}

    def noted(*arguments: Any, **options: Any) -> Any:
        asked.append(options["context"])
        return evaluate(*arguments, **options)

    monkeypatch.setattr(measuring, "shares", seen)
    monkeypatch.setattr(measuring, "evaluate", noted)
    evaluation = EvaluationConfig(count=3, split="train", temperature=1.0)
    numbers = measuring.measure(learner, prompter_of(policy), env, policy, evaluation, "expert")
    assert asked == [context]
    simulator = CorridorSimulator()
    outcomes = []
    for task, actions in found[0]:
        transition = simulator.start(simulator.task(task))
        for action in actions:
            transition = simulator.step(transition.state, action)
        outcomes.append(transition.won)
        assert transition.won or len(actions) == 40
    assert len(outcomes) == 3 and numbers["eval/train/success"] == pytest.approx(np.mean(outcomes))
    assert numbers["eval/train/length"] == pytest.approx(np.mean([len(actions) for _, actions in found[0]]))


def test_other_worlds_have_no_probe() -> None:
    assert shares(CorridorSimulator(), [("corridor/five/0", ["left"])]) == {}
