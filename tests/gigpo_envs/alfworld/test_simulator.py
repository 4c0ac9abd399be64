"""The simulator and its environment: what commands are read, and what bad keywords and states are answered with."""

from __future__ import annotations

import pickle
from typing import Any

import gymnasium as gym
import pytest

from gigpo_envs import unwrap
from gigpo_envs.alfworld.simulator import ALFWorldSimulator, alfworld_simulator
from gigpo_envs.alfworld.state import HouseState
from gigpo_envs.simulator import Transition

OPTIONS = {"size": "small", "count": 60, "seed": 5}


@pytest.fixture(scope="module")
def houses() -> ALFWorldSimulator:
    return alfworld_simulator(dataset_options=OPTIONS)


@pytest.fixture
def begun(houses: ALFWorldSimulator) -> Transition[HouseState]:
    return houses.start(houses.tasks("train")[0])


@pytest.mark.parametrize("action", ["look", "  look", "look\n", "\tlook \r\n"])
def test_space_around_a_command_does_not_count(
    houses: ALFWorldSimulator, begun: Transition[HouseState], action: str
) -> None:
    after = houses.step(begun.state, action)
    assert after.action_valid and after.observation.startswith("You are in the middle of a room.")


@pytest.mark.parametrize(
    "action", ["", " ", "LOOK", "look.", "look around", "go  to fridge 1", "go to", "\ud800", "a" * 99_999]
)
def test_all_else_changes_nothing(houses: ALFWorldSimulator, begun: Transition[HouseState], action: str) -> None:
    after = houses.step(begun.state, action)
    assert after.observation == "Nothing happens."
    assert (after.action_valid, after.reward, after.terminated) == (False, 0.0, False)
    assert after.state is begun.state


def test_the_expert_wins_and_then_looks(houses: ALFWorldSimulator, begun: Transition[HouseState]) -> None:
    here = begun
    for _ in range(50):
        if here.won:
            break
        here = houses.step(here.state, houses.expert_action(here.state))
    assert (here.reward, here.score, here.terminated) == (1.0, 1.0, True)
    assert houses.expert_action(here.state) == "look"


def test_games_are_kept_ready_and_travel_with_states(houses: ALFWorldSimulator, begun: Transition[HouseState]) -> None:
    task = begun.state.task
    assert houses.house(task) is begun.state.house
    twin = pickle.loads(pickle.dumps(begun.state))
    assert twin == begun.state and twin.house is not begun.state.house
    assert houses.step(twin, "inventory")[1:] == houses.step(begun.state, "inventory")[1:]


@pytest.mark.parametrize(
    ("keywords", "error", "message"),
    [
        ({"dialect": "mvoe"}, ValueError, "unknown dialect 'mvoe'. Did you mean 'move'"),
        ({"dialect": None}, ValueError, "unknown dialect None"),
        ({"rules": "fixd"}, ValueError, "unknown rules 'fixd'"),
        ({"dataset": "oficial"}, ValueError, "unknown dataset 'oficial'. Did you mean 'official'"),
        ({"dataset": "/no/such/folder"}, FileNotFoundError, "'/no/such/folder'"),
        ({"dataset_options": {"size": "huge"}}, ValueError, "unknown .*size.* 'huge'"),
        ({"dataset_options": {"count": -1}}, ValueError, "count"),
        ({"dataset_options": {"sise": "small"}}, TypeError, "Did you mean 'size'"),
        ({"dataset_options": 3}, TypeError, "dataset_options must be a dict or None, not 3"),
        ({"split": "valid_sene"}, ValueError, "unknown split 'valid_sene'. Did you mean 'valid_seen'"),
        ({"anchor_mode": "inventory"}, ValueError, "unknown anchor_mode 'inventory'"),
        ({"observation_mode": "text"}, TypeError, "unknown keyword 'observation_mode'"),
    ],
)
def test_bad_keywords(keywords: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message) as caught:
        gym.make("gigpo/ALFWorld-v0", **keywords)
    assert len(caught.value.args) == 1


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("place", 999),
        ("place", True),
        ("held", "unicorn 1"),
        ("opened", ["door 1"]),
        ("clean", "apple"),
        ("inside", {"void 1": []}),
        ("at", {"999": []}),
        ("out", {"fridge 1": 3}),
        ("task", "alfworld/other/x"),
    ],
)
def test_states_that_cannot_be(
    houses: ALFWorldSimulator, begun: Transition[HouseState], field: str, value: object
) -> None:
    data = houses.dump(begun.state) | {field: value}
    with pytest.raises((ValueError, TypeError)):
        houses.load(data)


def test_the_observation_modes_of_anchors(houses: ALFWorldSimulator) -> None:
    """The paper's anchor takes every refusal for one place; with the inventory those of different hands differ."""
    env = unwrap(gym.make("gigpo/ALFWorld-v0", dataset_options=OPTIONS, disable_env_checker=True))
    env.reset(seed=3)
    keys: dict[str, set[str]] = {mode: set() for mode in ("state", "observation", "observation+inventory")}
    while not env.transition.won:
        env.step("no such command")
        for mode, found in keys.items():
            found.add(env.anchor(mode))
        env.step(env.expert_action())
    assert len(keys["observation"]) == 1
    assert 1 < len(keys["observation+inventory"]) < len(keys["state"])
