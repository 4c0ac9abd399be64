"""Groups: same start, independent members, forks, masks."""

from __future__ import annotations

import json
import string
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from gigpo_envs import GroupVectorEnv


def make(num_groups: int = 2, group_size: int = 3, **kwargs: Any) -> GroupVectorEnv:
    return GroupVectorEnv("test/Corridor-v0", num_groups, group_size, **kwargs)


def test_members_of_a_group_share_task_and_state() -> None:
    _, infos = make(4, 5).reset(seed=1)
    for key in ("task_id", "state_hash"):
        assert all(len(set(row)) == 1 for row in infos[key].reshape(4, 5))
    assert infos["group_id"].tolist() == [0] * 5 + [1] * 5 + [2] * 5 + [3] * 5
    assert infos["member"].tolist() == [0, 1, 2, 3, 4] * 4
    assert infos["_task_id"].all() and infos["metrics"]["_has_key"].all()


def test_a_seed_gives_each_group_its_own() -> None:
    together, _ = make(3, 1), None
    _, infos = together.reset(seed=10)
    for group in range(3):
        _, alone = gym.make("test/Corridor-v0").reset(seed=10 + group)
        assert infos["task_id"][group] == alone["task_id"]
    _, listed = make(3, 1).reset(seed=[10, 11, 12])
    assert listed["task_id"].tolist() == infos["task_id"].tolist()


def test_a_finished_member_rests() -> None:
    envs = make(1, 2, max_episode_steps=3)
    envs.reset(options={"task_ids": ["corridor/five/2"]})
    envs.step(["take key", "left"])
    envs.step(["right", "left"])
    observations, _, terminations, truncations, infos = envs.step(["right", "left"])
    assert truncations.tolist() == [True, True] and not terminations.any()
    again = envs.step(["open door", object()])  # type: ignore[list-item]
    assert again[0] == observations and again[1].tolist() == [0, 0] and again[3].tolist() == [True, True]
    assert again[4]["state_hash"].tolist() == infos["state_hash"].tolist()
    assert not infos["active"].any()


def test_a_member_without_an_action_waits() -> None:
    envs = make(1, 3, max_episode_steps=4)
    _, before = envs.reset(options={"task_ids": ["corridor/five/2"]})
    _, rewards, _, truncations, infos = envs.step(["take key", None, "left"])
    assert envs.elapsed_steps.tolist() == [1, 0, 1] and not truncations.any() and rewards.tolist() == [0, 0, 0]
    assert infos["state_hash"][1] == before["state_hash"][1] and infos["state_hash"][0] != before["state_hash"][0]
    for _ in range(3):
        envs.step(["right", None, "left"])
    assert envs.active.tolist() == [False, True, False]
    other = make(1, 3, max_episode_steps=4)
    other.set_state(envs.get_state())
    assert other.step([None, "left", None])[4]["active"].tolist() == [False, True, False]
    assert other.elapsed_steps.tolist() == [4, 1, 4]


def test_an_error_of_the_world_moves_no_member(monkeypatch: pytest.MonkeyPatch) -> None:
    envs, calm = make(1, 3), make(1, 3)
    for group in (envs, calm):
        group.reset(options={"task_ids": ["corridor/five/2"]})
    step = envs.simulator.step

    def fails(state: Any, action: str) -> Any:
        if action == "take key":
            raise RuntimeError("down")
        return step(state, action)

    actions = ["left", "take key", "right"]
    with monkeypatch.context() as patch:
        patch.setattr(envs.simulator, "step", fails)
        with pytest.raises(RuntimeError, match="down"):
            envs.step(actions)
    assert [len(envs._histories[member]) for member in range(3)] == [1, 1, 1]
    ours, theirs = envs.step(actions), calm.step(actions)
    assert ours[0] == theirs[0] and ours[4]["state_hash"].tolist() == theirs[4]["state_hash"].tolist()


def test_termination_pays_once() -> None:
    envs = make(1, 1)
    envs.reset(options={"task_ids": ["corridor/five/2"]})
    rewards = [envs.step([action])[1][0] for action in ("take key", "right", "right", "open door", "open door")]
    assert rewards == [0, 0, 0, 1, 0] and envs.terminations.tolist() == [True]


def test_fork_at_restarts_the_whole_group() -> None:
    envs = make(2, 2)
    envs.reset(seed=0, options={"task_ids": ["corridor/five/2", "corridor/five/1"]})
    envs.step(["take key", "left", "left", "right"])
    first = envs.step(["right", "left", "take key", "right"])[4]["state_hash"]
    envs.step(["right", "left", "right", "right"])
    _, infos = envs.fork_at(0, 0, 2)
    assert infos["state_hash"][:2].tolist() == [first[0], first[0]]
    assert infos["state_hash"][2:].tolist() != [first[2], first[3]], "the other group moved on and stays there"
    envs.step(["right", "left", "right", "right"])
    assert envs.fork_at(0, 1, 3)[0][0] != envs.fork_at(0, 0, 2)[0][0]


def test_a_saved_group_goes_on_elsewhere_with_its_histories() -> None:
    envs, other = make(2, 2), make(2, 2)
    with pytest.raises(RuntimeError, match="reset"):
        other.set_state(envs.get_state())
        other.step(["left"] * 4)
    envs.reset(seed=0, options={"task_ids": ["corridor/five/2", "corridor/five/1"]})
    envs.step(["take key", "left", "left", "right"])
    envs.step(["right", "left", "take key", "right"])
    other.set_state(json.loads(json.dumps(envs.get_state())))
    assert other.fork_at(0, 0, 1)[0] == envs.fork().fork_at(0, 0, 1)[0]
    other.set_state(envs.get_state())
    assert other.step(["right"] * 4)[0] == envs.step(["right"] * 4)[0]


def test_a_state_of_other_sizes_is_refused_and_changes_nothing() -> None:
    envs = make(2, 2)
    _, before = envs.reset(seed=3)
    for other, message in ((make(2, 3), "sizes"), (make(2, 2, max_episode_steps=5), "sizes")):
        other.reset(seed=0)
        with pytest.raises(ValueError, match=message):
            envs.set_state(other.get_state())
    damaged = envs.get_state()
    damaged["histories"][0][0]["observation"] = "Elsewhere."
    with pytest.raises(ValueError, match="damaged"):
        envs.set_state(damaged)
    assert envs.step(["noop"] * 4)[4]["state_hash"].tolist() == before["state_hash"].tolist()


def test_a_mask_resets_whole_groups_only() -> None:
    envs = make(2, 2)
    envs.reset(seed=0)
    before = envs.step(["left"] * 4)[4]["state_hash"]
    mask = np.array([True, True, False, False])
    _, infos = envs.reset(seed=0, options={"reset_mask": mask})
    assert infos["state_hash"][2:].tolist() == before[2:].tolist() and infos["state_hash"][0] != before[0]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"reset_mask": np.array([True, False, True, True])}, "group 0"),
        ({"reset_mask": np.array([1, 1, 0, 0])}, "must be bool"),
        ({"task_ids": ["corridor/five/0"]}, "expected 2 task_ids, got 1"),
        ({"task_ids": ["corridor/five/0", "nowhere"]}, "nowhere"),
        ({"task_id": "corridor/five/0"}, "Did you mean 'task_ids'"),
        ({"task_ids": "ab"}, "task_ids must be a list, not 'ab'"),
        ({"task_ids": []}, "expected 2 task_ids, got 0"),
        ({"split": "dve"}, "Did you mean 'dev'"),
        ({"split": ""}, "unknown split ''"),
        ([], "options of reset must be a dict"),
    ],
)
def test_bad_resets_name_the_value_and_change_nothing(options: Any, message: str) -> None:
    envs, untouched = make(2, 2), make(2, 2)
    _, before = envs.reset(seed=3)
    untouched.reset(seed=3)
    with pytest.raises((ValueError, TypeError), match=message):
        envs.reset(seed=8, options=options)
    assert envs.step(["noop"] * 4)[4]["state_hash"].tolist() == before["state_hash"].tolist()
    for _ in range(5):
        assert envs.reset()[1]["task_id"].tolist() == untouched.reset()[1]["task_id"].tolist(), "it was reseeded"


@pytest.mark.parametrize("seed", [True, 1.5, "ab", b"ab", {1, 2}, {1: 2, 3: 4}, -1, [1, -1], [True, 1], [1], [1, "2"]])
def test_bad_seeds_are_refused(seed: Any) -> None:
    envs = make(2, 2)
    with pytest.raises((ValueError, TypeError), match="seed"):
        envs.reset(seed=seed)


def test_seeds_may_be_numpys() -> None:
    expected = make(2, 1).reset(seed=[5, 6])[1]["task_id"].tolist()
    for seed in (np.int64(5), np.array([5, 6]), (5, np.uint8(6))):
        assert make(2, 1).reset(seed=seed)[1]["task_id"].tolist() == expected  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [0, -1, 1.5, "2", True])
@pytest.mark.parametrize("name", ["num_groups", "group_size", "num_envs", "max_episode_steps"])
def test_bad_sizes_are_named(name: str, value: Any) -> None:
    keywords = {"num_groups": 2} if name in ("group_size", "max_episode_steps") else {}
    with pytest.raises(ValueError, match=f"{name} must be a whole number from 1 .* not {value!r}"):
        GroupVectorEnv("test/Corridor-v0", **{**keywords, name: value})


@pytest.mark.parametrize("actions", ["left", b"left", {"a", "b", "c", "d"}, dict.fromkeys("abcd"), None, 4])
def test_actions_are_a_list(actions: Any) -> None:
    envs = make(2, 2)
    envs.reset(seed=0)
    with pytest.raises(TypeError, match="actions must be a list"):
        envs.step(actions)


def test_misuse_is_named() -> None:
    with pytest.raises(RuntimeError, match="reset"):
        make().step(["left"] * 6)
    with pytest.raises(ValueError, match="num_groups must be a whole number from 1"):
        make(0)
    with pytest.raises(ValueError, match="multiple of group_size"):
        GroupVectorEnv("test/Corridor-v0", num_envs=5, group_size=2)
    with pytest.raises(TypeError, match="Did you mean 'split'"):
        make(spilt="train")
    with pytest.raises(TypeError, match="no TextEnv"):
        GroupVectorEnv("CartPole-v1", 1)
    envs = make(2, 2)
    envs.reset(seed=0)
    with pytest.raises(ValueError, match="expected 4 actions"):
        envs.step(["left"])
    with pytest.raises(TypeError, match="an action is a string"):
        envs.step(["left", "left", 3, "left"])  # type: ignore[list-item]
    assert envs.reset(options={"reset_mask": np.zeros(4, bool)})[1]["active"].all(), "nobody had moved"
    for group, member, t in ((2, 0, 0), (0, 2, 0), (0, 0, 1)):
        with pytest.raises(IndexError):
            envs.fork_at(group, member, t)
    places: list[Any] = [(-1, 0, 0), (0, True, 0), (0, 0, 0.5)]
    for place in places:
        with pytest.raises(ValueError, match="whole number"):
            envs.fork_at(*place)


def test_make_vec_gives_the_group_environment() -> None:
    envs: Any = gym.make_vec("test/Corridor-v0", num_envs=6, group_size=3, split="valid")
    assert isinstance(envs, GroupVectorEnv) and (envs.num_groups, envs.group_size) == (2, 3)
    assert envs.max_episode_steps == 12 and envs.metadata["autoreset_mode"] is AutoresetMode.DISABLED
    assert set(envs.reset(seed=0)[1]["split"]) == {"valid"}
    short: Any = gym.make_vec("test/Corridor-v0", num_envs=3, max_episode_steps=2)
    assert short.max_episode_steps == 2


class StockText(gym.ObservationWrapper):
    """Observations in Gymnasium's own text space."""

    def __init__(self, env: gym.Env[str, str]) -> None:
        super().__init__(env)
        self.observation_space = gym.spaces.Text(100, charset=string.printable)

    def observation(self, observation: str) -> str:
        return observation


def test_gymnasium_async_returns_stale_text_under_shared_memory() -> None:
    """Why our space refuses shared memory: Gymnasium 1.4.0 reads a Text buffer once, at construction.

    When this test fails, that has been mended, and the refusal in `spaces.py` can go.
    """
    envs = gym.vector.AsyncVectorEnv([lambda: StockText(gym.make("test/Corridor-v0"))] * 2)
    try:
        observations, infos = envs.reset(seed=[0, 0])
        assert list(infos["goal"]) == ["open the door"] * 2
        assert observations != ("You are in room 2.",) * 2
    finally:
        envs.close()


def test_our_text_refuses_shared_memory_with_the_cure() -> None:
    with pytest.raises(ValueError, match="shared_memory=False"):
        gym.make_vec("test/Corridor-v0", num_envs=2, vectorization_mode="async")


def test_gymnasium_async_works_without_shared_memory() -> None:
    envs: Any = gym.make_vec(
        "test/Corridor-v0", num_envs=2, vectorization_mode="async", vector_kwargs={"shared_memory": False}
    )
    try:
        assert envs.reset(seed=[0, 0])[0] == ("You are in room 2.",) * 2
        assert envs.step(["left", "right"])[0] == ("You are in room 1.", "You are in room 3.")
    finally:
        envs.close()
