"""The original engine and the native simulator, action by action: every text, list, number and hash."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gigpo_envs.alfworld.raw import TASK_TYPES
from tests.peers.alfworld.conftest import lines
from tests.peers.alfworld.lock_step import POLICIES, LockStep, varied
from tests.shared_data import shared

STEPS = 30


@pytest.mark.parametrize(("size", "count"), [("small", 24), ("medium", 12), ("large", 6)])
def test_generated_games(size: str, count: int, engine: Any) -> None:
    original = engine(dataset_options={"size": size, "count": count, "seed": 7})
    play = LockStep(original)
    tasks = original.tasks("all")
    for place, task in enumerate(tasks):
        play.play(task, POLICIES[place % 3](original.native), place, STEPS)
    assert len(tasks) == count and play.steps == count * STEPS
    assert play.won >= count // 3, "the expert's games at least are won"
    assert play.verbs >= {"close", "examine", "go", "help", "inventory", "look", "move", "open", "take", "LOOK"}
    assert {task.hidden.task_type for task in tasks} == set(TASK_TYPES)


def test_published_games(official: str, engine: Any) -> None:
    original = engine(dataset=official)
    play = LockStep(original)
    for place, task in enumerate(original.tasks("all")):
        play.play(task, POLICIES[place % 3](original.native), place, STEPS)
    assert play.steps >= 8 * STEPS


def test_transcripts_of_the_original(engine: Any, tmp_path: Path) -> None:
    """What was recorded with the packages as installed comes out of this world again."""
    folder = shared("alfworld")
    episodes = list(lines(folder / "transcripts.jsonl.gz"))[::8]
    wanted = {episode["game"] for episode in episodes}
    file = tmp_path / "games_played.jsonl"
    games = [game for path in sorted(folder.glob("games_*.gz")) for game in lines(path) if game["id"] in wanted]
    file.write_text("".join(f"{json.dumps(game)}\n" for game in games), encoding="utf-8")
    original = engine(dataset=str(file))
    steps = 0
    for episode in episodes:
        here = original.start(original.task(f"alfworld/{original.dataset}/{episode['game']}"))
        assert here.observation == episode["initial"]["obs"]
        assert original.admissible_actions(here.state) == tuple(episode["initial"]["admissible"])
        for step in episode["steps"]:
            here = original.step(here.state, step["action"])
            found = (here.observation, list(original.admissible_actions(here.state)), here.won, here.score)
            assert found == (step["obs"], step["admissible"], step["won"], step["score"]), episode["game"]
            steps += 1
    assert steps > 200


def test_the_memoised_engine_is_the_plain_one(engine: Any) -> None:
    options = {"size": "small", "count": 24, "seed": 7}
    plain, memoised = (engine(memoised=memoised, dataset_options=options) for memoised in (False, True))
    policy = varied(plain.native)
    steps = 0
    for place, task in enumerate(plain.tasks("all")[::4]):
        rng = np.random.default_rng(place)
        both = plain.start(task), memoised.start(task)
        for _ in range(50):
            action = policy(plain.as_native(both[0]), rng)
            both = plain.step(both[0].state, action), memoised.step(both[1].state, action)
            assert both[0] == both[1], (task.id, both[0].state.actions)
            steps += 1
    assert steps == 300
