"""The household's rules understand sentences, old and new, and reach goals from what they are shown."""

from __future__ import annotations

import gzip
import json
import re
from typing import Any

import gymnasium as gym
import pytest

from benchmarks.agents import Context, make_agent
from benchmarks.agents.rules.alfworld import PROCESSES, ALFWorldRule, Wish, kind_of
from benchmarks.episode import play
from gigpo_envs.alfworld.raw import TASK_TYPES
from gigpo_envs.text_env import unwrap
from leaderboard.draft import draw_tasks
from leaderboard.suite import Draw
from tests.shared_data import shared

ROOM = ("countertop", "fridge", "microwave", "sinkbasin", "drawer", "diningtable", "sidetable", "garbagecan")


@pytest.mark.parametrize(
    ("goal", "wish"),
    [
        ("put a apple in fridge", Wish(("apple",), ("fridge",))),
        ("heat some egg and put it in garbagecan", Wish(("egg",), ("garbagecan",), "heat")),
        ("look at book under the desklamp", Wish(("book",), (), "", "desklamp")),
        ("find two soapbar and put them in drawer", Wish(("soapbar",), ("drawer",), "", "", True)),
        # Other words, parted names, plurals, and the appliance named beside the target.
        ("Rinse a butter knife, then leave it on the dining table.", Wish(("butterknife",), ("diningtable",), "clean")),
        ("warm a mug in the microwave and carry it to the side table", Wish(("mug",), ("sidetable",), "heat")),
        ("bring both knives to the drawer", Wish(("knife",), ("drawer",), "", "", True)),
        ("chilled tomatoes belong on a table", Wish(("tomato",), ("diningtable", "sidetable"), "cool")),
        ("examine a widget by the floor lamp", Wish(("widget",), (), "", "floorlamp")),
        ("put a widget in the sink", Wish(("widget", "sink"), ("sinkbasin",))),
    ],
)
def test_sentences_in_many_words(goal: str, wish: Wish) -> None:
    assert Wish.read(goal, ROOM) == wish


def check(sentence: str, room: set[str], task_type: str, thing: str, target: str) -> None:
    wish = Wish.read(sentence, room)
    process = next((verb for verb in PROCESSES if f"_{verb}_" in task_type), "")
    lamp = task_type == "look_at_obj_in_light"
    expected = Wish((thing,), () if lamp else (target,), process, target if lamp else "", "two" in task_type)
    assert wish == expected, sentence


@pytest.mark.parametrize("split", ["train", "valid", "test"])
def test_all_our_sentences(split: str) -> None:
    simulator: Any = unwrap(gym.make("gigpo/ALFWorld-v0", disable_env_checker=True)).simulator
    seen = set()
    for task in simulator.tasks(split)[:200]:
        room = {kind_of(receptacle.name) for receptacle in simulator.games.game(task).receptacles}
        _, thing, _, target, _ = task.hidden.folder.lower().split("-")
        check(task.goal, room, task.hidden.task_type, thing, target)
        seen.add(task.hidden.task_type)
    assert seen == set(TASK_TYPES)


@pytest.mark.parametrize("split", ["valid_seen", "valid_unseen"])
def test_all_published_sentences(split: str) -> None:
    with gzip.open(shared("alfworld") / f"games_{split}.jsonl.gz", "rt", encoding="utf-8") as lines:
        games = [json.loads(line) for line in lines]
    for game in games:
        ids = re.findall(r"\(receptacleType (\S+) ", game["pddl_problem"])
        room = {(name.partition("_bar_")[0] + "basin" * ("basin" in name.lower())).lower() for name in ids}
        parameters = {name: str(value).lower() for name, value in game["pddl_params"].items()}
        target = parameters["toggle_target"] or parameters["parent_target"]
        check(game["task"], room, game["task_type"], parameters["object_target"], target)


def won(env: gym.Env[str, str], agent: str, task_ids: tuple[str, ...]) -> float:
    records = [play(env, make_agent(agent), task_id=name, seed=0, max_episode_steps=50) for name in task_ids]
    assert agent == "random" or not any("Nothing happens." in str(record.steps) for record in records)
    return sum(bool((record.footer or {})["won"]) for record in records) / len(records)


@pytest.mark.parametrize("dialect", ["move", "put"])
def test_it_reaches_goals_in_generated_houses(dialect: str) -> None:
    env = gym.make("gigpo/ALFWorld-v0", disable_env_checker=True, dialect=dialect)
    tasks = draw_tasks(unwrap(env).simulator, Draw("train", 36, 1), "hidden.task_type")
    assert won(env, "rule", tasks) > 0.9 and won(env, "random", tasks) < 0.1


def test_it_reaches_goals_in_published_houses() -> None:
    path = shared("alfworld") / "games_valid_unseen.jsonl.gz"
    env = gym.make("gigpo/ALFWorld-v0", disable_env_checker=True, dataset=str(path))
    tasks = draw_tasks(unwrap(env).simulator, Draw("test", 36), "hidden.task_type")
    assert won(env, "rule", tasks) > 0.9


class House:
    """A room of two drawers that says what the rule is to hear, and notes what it does."""

    def __init__(self, goal: str, answers: dict[str, tuple[str, tuple[str, ...]]]) -> None:
        self.rule = ALFWorldRule(Context("alfworld", "a/task", goal, (), 50, 0, lambda rng: "", None))
        self.answers = answers

    def run(self, steps: int) -> list[str]:
        """Return the first commands; what has no answer leads nowhere."""
        rooms: tuple[str, ...] = ("go to drawer 1", "go to drawer 2")
        given: list[str] = []
        observation, actions = "You see a drawer 2, and a drawer 1.", rooms
        for _ in range(steps):
            given.append(self.rule.act(observation, {"admissible_actions": actions}))
            observation, actions = self.answers.get(given[-1], ("Nothing happens.", rooms))
        return given


def test_without_the_thing_it_goes_on_looking() -> None:
    given = House("put a pen in drawer", {}).run(7)
    assert given[:3] == ["go to drawer 1", "go to drawer 2", "look"] and given[3:6] == given[:3]


def test_one_of_two_that_lies_at_its_place_stays_there() -> None:
    house = House(
        "put two pen in drawer",
        {
            "go to drawer 1": ("On the drawer 1, you see a pen 1.", ("take pen 1 from drawer 1", "go to drawer 2")),
            "go to drawer 2": ("On the drawer 2, you see a pen 2.", ("take pen 2 from drawer 2", "go to drawer 1")),
            "take pen 2 from drawer 2": ("You pick up the pen 2.", ("go to drawer 1",)),
        },
    )
    assert house.run(4) == ["go to drawer 1", "go to drawer 2", "take pen 2 from drawer 2", "go to drawer 1"]


def test_without_receptacles_it_looks() -> None:
    rule = ALFWorldRule(Context("alfworld", "a/task", "", (), 50, 0, lambda rng: "", None))
    assert [rule.act("", {"admissible_actions": ()}) for _ in range(3)] == ["look"] * 3
