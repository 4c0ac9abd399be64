"""Word for word against transcripts of alfworld 0.4.2 on textworld 1.7.0, in both dialects."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest

from gigpo_envs import GroupVectorEnv, unwrap
from gigpo_envs.alfworld.simulator import ALFWorldSimulator, alfworld_simulator
from tests.shared_data import shared

FILES = {"move": "transcripts.jsonl.gz", "put": "transcripts_put_dialect.jsonl.gz"}


def lines(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        yield from map(json.loads, file)


@pytest.fixture(scope="module")
def played_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A compact file of the games that occur in the transcripts, official or not."""
    folder = shared("alfworld")
    wanted = {episode["game"] for name in FILES.values() for episode in lines(folder / name)}
    path = tmp_path_factory.mktemp("games") / "games_played.jsonl.gz"
    with gzip.open(path, "wt", encoding="utf-8") as file:
        for source in sorted(folder.glob("games_*.jsonl.gz")):
            for game in lines(source):
                if game["id"] in wanted:
                    file.write(json.dumps(game) + "\n")
    return path


@pytest.mark.parametrize(("dialect", "episodes", "steps"), [("move", 78, 2046), ("put", 6, 146)])
def test_every_step_of_every_transcript(dialect: str, episodes: int, steps: int, played_games: Path) -> None:
    simulator = alfworld_simulator(dataset=str(played_games), dialect=dialect)
    played = [_compare(simulator, episode) for episode in lines(shared("alfworld") / FILES[dialect])]
    assert (len(played), sum(played)) == (episodes, steps)


def _compare(simulator: ALFWorldSimulator, episode: dict[str, Any]) -> int:
    """Play an episode, compare all that the transcript holds, and return its number of steps."""
    here = simulator.start(simulator.task(f"alfworld/{simulator.dataset}/{episode['game']}"))
    first = episode["initial"]
    assert here.observation == first["obs"]
    assert simulator.admissible_actions(here.state) == tuple(first["admissible"])
    assert here.won == first["won"]
    for t, step in enumerate(episode["steps"]):
        here = simulator.step(here.state, step["action"])
        place = (episode["game"], t, step["action"])
        assert here.observation == step["obs"], place
        assert simulator.admissible_actions(here.state) == tuple(step["admissible"]), place
        assert (here.won, here.score, here.reward) == (step["won"], step["score"], step["score"]), place
        assert here.action_valid == (step["obs"] != "Nothing happens."), place
    return len(episode["steps"])


def test_the_environment_ends_where_the_original_does(played_games: Path) -> None:
    """Won episodes terminate, and the last step that the limit allows truncates."""
    limits, ends = set(), {"terminated": 0, "truncated": 0}
    for episode in lines(shared("alfworld") / FILES["move"]):
        limit = episode["max_episode_steps"]
        limits.add(limit)
        env = gym.make(
            "gigpo/ALFWorld-v0", max_episode_steps=limit, dataset=str(played_games), disable_env_checker=True
        )
        env.reset(options={"task_id": f"alfworld/{unwrap(env).simulator.dataset}/{episode['game']}"})
        for step in episode["steps"]:
            _, reward, terminated, truncated, info = env.step(step["action"])
            assert terminated == info["won"] == step["won"] == bool(reward)
            assert (terminated or truncated) == step["done"]
        ends["terminated"] += terminated
        ends["truncated"] += truncated
    assert ends["terminated"] == 31 and ends["truncated"] > 0 and len(limits) > 1


def test_the_limit_truncates_and_does_not_win() -> None:
    envs = GroupVectorEnv("gigpo/ALFWorld-v0", num_groups=1, group_size=2)
    envs.reset(seed=0)
    for _ in range(50):
        _, _, terminations, truncations, infos = envs.step(["look", "no such command"])
    assert truncations.all() and not terminations.any() and not infos["won"].any()
    assert infos["action_valid"].tolist() == [True, False]
