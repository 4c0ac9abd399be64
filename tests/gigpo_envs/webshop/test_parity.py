"""Under the upstream rules every step of the recorded episodes comes out as the original gave it, byte for byte."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Sequence
from typing import Any

import gymnasium as gym
import pytest

from gigpo_envs.simulator import Transition
from gigpo_envs.webshop.pages import SEARCH
from gigpo_envs.webshop.simulator import WebShopSimulator
from gigpo_envs.webshop.state import ShopState
from gigpo_envs.wrappers import HistoryObservation
from tests.gigpo_envs.webshop.shops import small
from tests.shared_data import shared

POLICIES = {
    "oracle": 28,
    "oracle_wrong": 10,
    "other": 16,
    "walk": 26,
    "paging": 12,
    "subpages": 16,
    "odd_queries": 12,
    "malformed": 8,
    "special_queries": 6,
    "after_done": 4,
    "url_quirk": 3,
    "rich_quoted": 4,
    "history": 3,
    "escapes": 6,
    "raises": 2,
}
Episode = dict[str, Any]


def episodes() -> Iterator[Episode]:
    with gzip.open(shared("webshop") / "transcripts.jsonl.gz", "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def keywords(episode: Episode) -> dict[str, Any]:
    return {
        "goals": episode["goal_set"],
        "price_seed": episode["price_seed"],
        "show_attributes": episode["show_attrs"],
        "observation_mode": episode["observation_mode"],
        "rules": "upstream",
    }


def with_history(observations: Sequence[str], actions: Sequence[str], episode: Episode) -> str:
    """Return the last observation after as many earlier observations and actions as the episode asks for."""
    pieces = [observations[-1]]
    for back in range(1, 1 + max(episode["num_prev_obs"], episode["num_prev_actions"])):
        if back <= min(episode["num_prev_actions"], len(actions)):
            pieces.append(actions[-back])
        if back <= min(episode["num_prev_obs"], len(observations) - 1):
            pieces.append(observations[-1 - back])
    return " [SEP] ".join(reversed(pieces))


def seen(shop: WebShopSimulator, transition: Transition[ShopState], observation: str) -> dict[str, Any]:
    """Return what the transcripts hold of a step."""
    return {
        "observation": observation,
        "has_search_bar": transition.state.page == SEARCH,
        "clickables": [action[len("click[") : -1] for action in shop.admissible_actions(transition.state)],
        "reward": transition.reward,
        "done": transition.terminated,
    }


def check(episode: Episode) -> int:
    """Compare an episode step by step and return the number of its steps."""
    shop = small(**keywords(episode))
    transition = shop.start(shop.goals.task(episode["goal_index"]))
    first = seen(shop, transition, transition.observation)
    assert {name: first[name] for name in episode["reset"]} == episode["reset"]
    observations, actions = [transition.observation], list[str]()
    for t, step in enumerate(episode["steps"]):
        before, transition = transition, shop.step(transition.state, step["action"])
        observations.append(transition.observation)
        actions.append(step["action"])
        where = f"{episode['id']}, step {t}: {step['action']!r}"
        if "raises" in step:
            notice = (before.state, before.observation, 0.0, False, False)
            assert transition[:5] == notice, where
            continue
        got = seen(shop, transition, with_history(observations, actions, episode))
        assert got == {name: step[name] for name in got}, where
        if step.get("bought"):
            assert shop.catalogue.product(transition.state.product).asin == step["bought"], where
            assert shop.views.chosen(transition.state) == step["options"], where
            for name, value in transition.metrics.items():
                expected = step["reward_info"].get(name, 1.0)  # the original has no r_option without options
                assert value == pytest.approx(float(expected), abs=1e-9), (where, name)
    return len(episode["steps"])


@pytest.mark.parametrize("policy", POLICIES)
def test_transcripts(policy: str) -> None:
    chosen = [episode for episode in episodes() if episode["policy"] == policy]
    assert len(chosen) == POLICIES[policy]
    assert sum(check(episode) for episode in chosen) > 0


def test_all_transcripts_are_compared() -> None:
    everything = list(episodes())
    assert {episode["policy"] for episode in everything} == set(POLICIES)
    assert len(everything) == 156
    assert sum(len(episode["steps"]) for episode in everything) == 1736


def test_history_wrapper_on_the_environment() -> None:
    compared = 0
    for episode in episodes():
        if episode["policy"] != "history":
            continue
        env = gym.make("gigpo/WebShop-v0", dataset=str(shared("webshop")), **keywords(episode))
        env = HistoryObservation(env.unwrapped, episode["num_prev_obs"], episode["num_prev_actions"])
        task = small(**keywords(episode)).goals.task(episode["goal_index"])
        observation, _ = env.reset(options={"task_id": task.id})
        assert observation == episode["reset"]["observation"]
        for step in episode["steps"]:
            observation, reward, terminated, _, _ = env.step(step["action"])
            assert (observation, reward, terminated) == (step["observation"], step["reward"], step["done"])
            compared += 1
            if terminated:
                break
    assert compared > 20
