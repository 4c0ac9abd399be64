"""The shop's rules read what stands on pages, and buy well."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import pytest

from benchmarks.agents import Context, make_agent
from benchmarks.agents.rules.webshop import Page, WebShopRule, Wish, choose, rank, read_groups, read_hits, read_page
from benchmarks.episode import play
from leaderboard.draft import draw_tasks
from leaderboard.suite import Draw
from tests.shared_data import shared

SYNTHETIC = (
    "Find me machine wash men's pants with relaxed fit with color: navy, and size: 36w x 32l, "
    "and price lower than 70.00 dollars"
)
RESULTS = (
    "Instruction: [SEP] find me pants [SEP] Back to Search [SEP] Page 1 (Total results: 3) [SEP] Next > [SEP] "
    "B00000000A [SEP] Cargo Pants [SEP] $10.00 to $20.00 [SEP] B00000000B [SEP] Relaxed Pants for $5 [SEP] $1,050.00 "
    "[SEP] B00000000C [SEP] $100.0"
)
RESULT_ACTIONS = ["click[back to search]", "click[next >]", *(f"click[b00000000{letter}]" for letter in "abc")]
ITEM = (
    "Instruction:\nfind me pants\n[button] Back to Search [button_]\n[button] < Prev [button_]\ncolor\n"
    "  [clicked button] navy [clicked button_]\n  [button] dark red [button_]\nsize\n  [button] 36w x 32l [button_]\n"
    "  [button] navy [button_]\nCargo Pants\nPrice: $10.00\nRating: N.A.\n[button] Buy Now [button_]\n"
)
ITEM_ACTIONS = [
    f"click[{label}]"
    for label in ("back to search", "< prev", "buy now", "color: navy", "dark red", "36w x 32l", "size: navy")
]


def test_a_synthetic_goal() -> None:
    wish = Wish.read(SYNTHETIC)
    assert dict(wish.options) == {"color": "navy", "size": "36w x 32l"}
    assert wish.bound == 70
    assert wish.words == ("machine", "wash", "men", "pant", "relaxed", "fit")
    assert wish.query == "machine wash men pants relaxed fit navy 36w x 32l"


def test_a_goal_in_a_persons_words() -> None:
    wish = Wish.read("i am looking for a blue, 2.5 oz toothbrush with a stand: and price lower than 50.00 dollars")
    assert wish.bound == 50 and "blue" in wish.words and "2.5" in wish.words
    assert not {"looking", "price", "dollar", "50.00"} & set(wish.words)
    assert Wish.read("i need a comb").bound == float("inf")


def test_results_are_read() -> None:
    hits = read_hits(read_page(RESULTS, RESULT_ACTIONS))
    assert [(hit.label, hit.text, hit.price) for hit in hits] == [
        ("b00000000a", "Cargo Pants", 10.0),
        ("b00000000b", "Relaxed Pants for $5", 1050.0),
        ("b00000000c", "", 100.0),
    ]
    wish = Wish.read("relaxed pants, and price lower than 90.00 dollars")
    assert [hit.label for hit in rank(hits, wish)] == ["b00000000a", "b00000000b", "b00000000c"]
    assert rank(hits, Wish.read("relaxed pants"))[0].label == "b00000000b"


def test_options_are_read_in_either_mode() -> None:
    groups = [("color", ["color: navy", "dark red"]), ("size", ["36w x 32l", "size: navy"])]
    assert read_groups(read_page(ITEM, ITEM_ACTIONS)) == groups
    text = ITEM.replace("[clicked button", "[button").replace("[button] ", "").replace(" [button_]", "")
    text = " [SEP] ".join(line.strip() for line in text.strip().split("\n")).replace(" [clicked button_]", "")
    assert read_groups(read_page(text, ITEM_ACTIONS)) == groups
    assert read_groups(Page(("nothing", "here"), ("buy now",))) == []


def test_options_are_chosen() -> None:
    wish = Wish.read(SYNTHETIC)
    assert choose("color", ["color: navy", "dark red"], wish) == ("color: navy", 1.0)
    assert choose("size", ["36w x 30l", "40w x 32l long"], wish) == ("36w x 30l", 0.9 * 2 / 4)
    assert choose("size", ["small"], wish) is None
    person = Wish.read("a dark red relaxed shirt")
    assert choose("color", ["red", "dark red", "blue"], person) == ("dark red", 1.0)
    assert choose("color", ["blue"], person) is None


def context(goal: str, steps: int = 15) -> Context:
    return Context("webshop", "a/task", goal, ("search[{query}]",), steps, 0, lambda rng: "", None)


def test_without_results_it_goes_on_searching() -> None:
    rule = WebShopRule(context("red zzyzx comb"))
    actions = [rule.act("", {"admissible_actions": ()}) for _ in range(6)]
    assert actions[:4] == ["search[red zzyzx comb]", "search[red]", "search[zzyzx]", "search[comb]"]
    assert actions[4] == actions[0]


def mean_score(split: str, count: int, **kwargs: Any) -> tuple[float, float]:
    env = gym.make("gigpo/WebShop-v0", disable_env_checker=True, **kwargs)
    tasks = draw_tasks(env.unwrapped.simulator, Draw(split, count, 1))  # type: ignore[attr-defined]
    agents = [make_agent("rule"), make_agent("random")]
    scores = [
        [
            float((play(env, agent, task_id=task, seed=seed, max_episode_steps=15).footer or {})["score"])
            for seed, task in enumerate(tasks)
        ]
        for agent in agents
    ]
    return float(np.mean(scores[0])), float(np.mean(scores[1]))


@pytest.mark.parametrize("observation_mode", ["text", "text_rich", "text_options"])
def test_it_buys_well_in_the_generated_shop(observation_mode: str) -> None:
    rule, random = mean_score("train", 40, observation_mode=observation_mode)
    assert rule > 0.7 and rule > random + 0.5


def test_it_buys_well_in_the_published_shop() -> None:
    rule, random = mean_score("train", 100, dataset=str(shared("webshop")))
    assert rule > 0.7 and random < 0.2


@pytest.mark.parametrize("steps", [2, 3, 4, 6])
def test_it_buys_within_short_limits(steps: int) -> None:
    env = gym.make("gigpo/WebShop-v0", max_episode_steps=steps, disable_env_checker=True)
    task = env.unwrapped.simulator.tasks("train")[0]  # type: ignore[attr-defined]
    record = play(env, make_agent("rule"), task_id=task.id, seed=0, max_episode_steps=steps)
    assert record.steps[-1]["terminated"] == ("click[buy now]" in record.actions)
    assert len(record.actions) <= steps
