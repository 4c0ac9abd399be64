"""The shop's environment, given what no policy should give it."""

from __future__ import annotations

import json
import sys
import threading
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

from gigpo_envs import get_state, set_state, unwrap

ACTIONS = {
    "empty": "",
    "no bracket": "search",
    "opening only": "search[",
    "closing only": "]",
    "reversed": "]red[",
    "nested without end": "search[" * 1000,
    "closed many times": "]" * 1000,
    "empty query": "search[]",
    "control characters": "\x00\x1b[2J\r\n\x07",
    "lone surrogate": "\ud800",
    "another case": "SEARCH[red]",
    "10 MB": "search[" + "a" * 10_000_000 + "]",
    "10 MB without brackets": "x" * 10_000_000,
    "no such click": "click[<a>]",
}
MODES = ("text", "text_rich", "text_options")


def make(**kwargs: Any) -> gym.Env[str, str]:
    return gym.make("gigpo/WebShop-v0", **kwargs)


@pytest.mark.parametrize("rules", ["fixed", "upstream"])
@pytest.mark.parametrize("mode", MODES)
def test_what_cannot_be_read_gets_the_fixed_notice(rules: str, mode: str) -> None:
    env = make(rules=rules, observation_mode=mode, max_episode_steps=99)
    before, info = env.reset(seed=0)
    for name, action in ACTIONS.items():
        observation, reward, terminated, truncated, after = env.step(action)
        assert (observation, reward, terminated, truncated) == (before, 0.0, False, False), name
        assert not after["action_valid"] and after["state_hash"] == info["state_hash"], name


@pytest.mark.parametrize("rules", ["fixed", "upstream"])
@pytest.mark.parametrize(
    "query", ["<a>", "<a> red", "<c>", "<q>", "<r>", "<r", "\x00", "\x1b[2J", "\ud800", "😀" * 19_000]
)
def test_any_query_leaves_a_state_that_can_be_used(rules: str, query: str) -> None:
    env = make(rules=rules, max_episode_steps=99)
    env.reset(seed=0)
    observation, *_, info = env.step(f"search[{query}]")
    assert observation in env.observation_space
    json.dumps(info, allow_nan=False)
    twin = make(rules=rules, max_episode_steps=99)
    set_state(twin, json.loads(json.dumps(get_state(env))))
    assert twin.step("click[next >]") == env.step("click[next >]")


@pytest.mark.parametrize(
    ("keywords", "message"),
    [
        ({"rules": "upstream"}, "rules 'fixed', but the environment has 'upstream'"),
        ({"dataset_options": {"size": 20}}, "data_digest"),
        ({"observation_mode": "text_rich"}, "observation_mode 'text', but the environment has 'text_rich'"),
        ({"observation_mode": "text_options"}, "observation_mode 'text'"),
        ({"show_attributes": True}, "hashes to"),
        ({"price_seed": 1}, "check dataset, dataset_options, goals and price_seed"),
        ({"goals": "human"}, "check dataset, dataset_options, goals and price_seed"),
    ],
)
def test_a_state_of_another_shop_is_refused(keywords: dict[str, Any], message: str) -> None:
    env, other = make(), make(**keywords)
    env.reset(seed=0)
    env.step("search[red]")
    other.reset(seed=1)
    before = get_state(other)
    with pytest.raises(ValueError, match=message):
        set_state(other, get_state(env))
    with pytest.raises(ValueError, match=message):
        unwrap(other).set_state(unwrap(env).get_state())
    assert get_state(other) == before


def episodes(seed: int) -> list[Any]:
    env, rng = make(observation_mode="text_rich"), np.random.default_rng(seed)
    seen: list[Any] = []
    for episode in range(20):
        seen.append(env.reset(seed=100 * seed + episode))
        ended = False
        while not ended:
            seen.append(env.step(unwrap(env).sample_action(rng)))
            ended = seen[-1][2] or seen[-1][3]
    return seen


def test_threads_share_a_simulator_without_a_trace() -> None:
    together: dict[int, list[Any]] = {}
    threads = [threading.Thread(target=lambda s=seed: together.update({s: episodes(s)})) for seed in range(4)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert [together[seed] for seed in range(4)] == [episodes(seed) for seed in range(4)]
