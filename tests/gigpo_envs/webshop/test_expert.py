"""The expert reaches 1.0 from the start and from anywhere, wherever the rules let it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from gigpo_envs.webshop.expert import Route, next_action, plan, route
from gigpo_envs.webshop.pages import DONE
from gigpo_envs.webshop.product import Goal
from gigpo_envs.webshop.simulator import WebShopSimulator, webshop_simulator
from gigpo_envs.webshop.state import ShopState
from tests.gigpo_envs.webshop.raw_shop import LAMP, MUG, TEA, write_shop
from tests.gigpo_envs.webshop.shops import product, small

LIMIT = 15


def finish(shop: WebShopSimulator, state: ShopState) -> tuple[float, int]:
    """Follow the expert and return the score and the number of steps."""
    for step in range(1, LIMIT + 1):
        after = shop.step(state, shop.expert_action(state))
        assert after.action_valid
        if after.terminated:
            return after.score, step
        state = after.state
    return 0.0, LIMIT + 1


def scores(shop: WebShopSimulator) -> list[float]:
    return [finish(shop, shop.start(task).state)[0] for task in shop.tasks("all")]


def test_every_goal_can_be_won_under_fixed_rules() -> None:
    shop = small()
    assert len(shop.tasks("all")) == 6910
    assert Counter(scores(shop)) == {1.0: 6910}


def test_upstream_lets_458_goals_never_be_won() -> None:
    found = scores(small(rules="upstream"))
    assert found.count(1.0) == 6452
    lost = [score for score in found if score != 1.0]
    assert len(lost) == 458 and min(lost) > 0.66 and max(lost) < 0.9


@pytest.mark.parametrize("rules", ["fixed", "upstream"])
def test_goals_of_people(rules: str) -> None:
    assert scores(small(goals="human", rules=rules)) == [1.0] * 13


@pytest.mark.parametrize("rules", ["fixed", "upstream"])
def test_labels_that_no_click_selects_do_not_hold_it_up(rules: str, tmp_path: Path) -> None:
    values = ["a[b", "back to search", "features", "search", "< prev", "plain"]
    mug = {**MUG, "customization_options": {"Style": [{"value": value} for value in values]}}
    shop = webshop_simulator(dataset=str(write_shop(tmp_path / "odd", products=(TEA, mug, LAMP))), rules=rules)
    goals = [task for task in shop.tasks("all") if task.hidden.product.asin == mug["asin"]]
    assert len(goals) == len(values)
    ends = [finish(shop, shop.start(task).state) for task in goals]
    assert all(steps <= LIMIT for _, steps in ends)
    assert rules == "upstream" or {score for score, _ in ends} == {1.0}


@pytest.mark.parametrize("goals", ["synthetic", "human"])
def test_the_embedded_shop(goals: str) -> None:
    found = scores(webshop_simulator(goals=goals))
    assert len(found) > 50 and set(found) == {1.0}


@pytest.mark.parametrize("rules", ["fixed", "upstream"])
def test_from_anywhere(rules: str) -> None:
    """After a random walk of up to 40 steps, the expert still wins within the limit."""
    shop = webshop_simulator(rules=rules, show_attributes=True)
    tasks = shop.tasks("all")
    kinds = Counter[str]()
    for seed in range(200):
        rng = np.random.default_rng(seed)
        state = shop.start(tasks[int(rng.integers(len(tasks)))]).state
        odd = ("search[item_page lamp]", "search[search_results lamp]", "click[next >]")
        for _ in range(int(rng.integers(40))):
            action = odd[int(rng.integers(3))] if rng.random() < 0.2 else shop.sample_action(state, rng)
            if action != "click[buy now]":
                state = shop.step(state, action).state
        kinds[state.page] += 1
        best = finish(shop, shop.start(state.task).state)[0]
        assert finish(shop, state)[0] == best
    assert len(kinds) >= 6


def test_short_ways_are_taken() -> None:
    shop = webshop_simulator()
    task = shop.tasks("all")[0]
    _, steps = finish(shop, shop.start(task).state)
    assert steps == 3 + len(task.hidden.options)
    state = shop.step(shop.start(task).state, f"search[{route(shop.catalogue, task.hidden.product).query}]").state
    far = state
    for _ in range(30):
        far = shop.step(far, "click[next >]").state
    assert shop.expert_action(far).startswith("search["), "a new search is nearer than 30 pages"
    near = shop.step(state, "click[next >]").state
    assert shop.expert_action(near) == "click[< prev]"
    item = shop.step(state, shop.admissible_actions(state)[3]).state
    assert shop.expert_action(item) == "click[< prev]"


def test_after_the_end_it_says_something() -> None:
    shop = webshop_simulator()
    state = shop.start(shop.tasks("all")[0]).state
    while state.page != DONE:
        state = shop.step(state, shop.expert_action(state)).state
    assert shop.expert_action(state).startswith("search[")


def test_a_wrong_option_is_corrected() -> None:
    shop = webshop_simulator()
    task = next(task for task in shop.tasks("all") if task.hidden.options)
    labels = shop.views.item(task.hidden.product.index).labels
    state = shop.start(task).state
    while not shop.expert_action(state).startswith("click[buy"):
        state = shop.step(state, shop.expert_action(state)).state
    for label, (group, value) in labels.items():
        if state.chosen[group] != value:
            wrong = shop.step(state, f"click[{label}]").state
            assert finish(shop, wrong) == (1.0, 2)


def test_plan_prefers_the_option_asked_for() -> None:
    target = product(options=(("size", ("x-large", "large")), ("color", ("navy", "dark navy"))))
    labels = {"x-large": (0, 0), "large": (0, 1), "navy": (1, 0), "dark navy": (1, 1)}
    goal = Goal(target, "", ("warm",), (("size", "large"), ("color", "dark navy")), 20.0)
    assert plan(goal, labels, "fixed") == ("large", "dark navy")
    by_a_person = Goal(target, "", ("warm",), (("", "dark navy"), ("", "large")), 20.0)
    assert plan(by_a_person, labels, "fixed") == ("dark navy", "large")
    assert plan(Goal(target, "", ("warm",), (("", "gone"),), 20.0), labels, "fixed") == ()


def test_a_product_that_no_search_shows() -> None:
    shop = webshop_simulator()
    task = shop.tasks("all")[0]
    action = next_action(shop.start(task).state, {}, "fixed", lambda: Route("tea", 6))
    assert action == "search[tea]"
