"""The reward equals the original's on recorded purchases, and its pieces do what they say."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gigpo_envs.webshop.colors import COLORS, plain_color
from gigpo_envs.webshop.product import NO_BOUND, Goal, Product
from gigpo_envs.webshop.reward import METRICS, alike, has_attribute, judge, option_met, wanted_option
from tests.gigpo_envs.webshop.shops import product, small
from tests.shared_data import shared


def goal(target: Product | None = None, **changes: Any) -> Goal:
    fields: dict[str, Any] = {
        "product": target or product(),
        "instruction": "a hat",
        "attributes": ("machine wash", "warm"),
        "options": (("size", "large"), ("color", "standard")),
        "price_upper": 20.0,
    }
    return Goal(**(fields | changes))


def test_recorded_purchases() -> None:
    cases = json.loads((shared("webshop") / "reward_cases.json").read_text(encoding="utf-8"))
    assert len(cases) == 1000
    for case in cases:
        shop = small(goals=case["goal_set"], price_seed=case["price_seed"], rules="upstream")
        asked = dataclasses.replace(shop.goals.goal(case["goal_index"]), price_upper=case["price_upper"])
        index = shop.catalogue.find(case["asin"])
        assert index is not None
        bought = shop.catalogue.product(index)
        verdict = judge(bought, tuple(case["options"].values()), case["price"], asked, "upstream")
        no_options = case["r_option"] is None
        assert no_options == (not asked.options)
        expected = case | {"r_option": 1.0 if no_options else case["r_option"]}
        for name in (*METRICS, "total", "title_score"):
            assert getattr(verdict, name) == pytest.approx(float(expected[name]), abs=1e-9), (name, case)
        assert (verdict.query_match, verdict.category_match) == (case["query_match"], case["category_match"])


def test_pairs_escape_the_colours_upstream_only() -> None:
    """ "standard" holds "tan": chosen it becomes a colour, and the original's pair does not."""
    assert plain_color("standard") == "tan"
    for rules, met in (("fixed", True), ("upstream", False)):
        assert option_met("color", "standard", "standard", rules) is met
        verdict = judge(product(), ("large", "standard"), 9.5, goal(), rules)
        assert verdict.total == (1.0 if met else 4 / 5)
        assert verdict.r_option == (1.0 if met else 0.5)
    assert wanted_option("color", "navy", "upstream") == "navy"
    assert wanted_option("color", "dark navy", "upstream") == "('color', 'dark navy')"
    assert wanted_option("", "dark navy", "upstream") == wanted_option("color", "dark navy", "fixed") == "dark"


def test_parts() -> None:
    verdict = judge(product(), ("small",), 20.5, goal(options=(("size", "large"),)))
    assert verdict.metrics == {"r_type": 1.0, "r_att": 1.0, "r_option": 0.0, "r_price": 0.0}
    assert verdict.total == 0.5
    assert all(type(value) is float for value in verdict.metrics.values())
    free = goal(options=(), price_upper=NO_BOUND)
    assert judge(product(), (), 5000.0, free).metrics == dict.fromkeys(METRICS, 1.0)


@pytest.mark.parametrize(
    ("changes", "r_type"),
    [
        ({}, 1.0),
        ({"query": "caps", "product_category": "x", "nouns": ("hat", "band")}, 1.0),  # title alone: 0.5 > 0.2
        ({"nouns": ("shoe",)}, 0.0),  # no noun in common: nothing helps
        ({"query": "caps", "nouns": ("shoe",)}, 0.0),
    ],
)
def test_type(changes: dict[str, Any], r_type: float) -> None:
    assert judge(product(**changes), (), 9.5, goal()).r_type == r_type


def test_type_counts_repeated_nouns_below_the_line() -> None:
    target = product(nouns=("hat",) * 9 + ("wool",) * 6)
    other = product(query="caps", product_category="x")
    verdict = judge(other, (), 9.5, goal(target))
    assert verdict.title_score == pytest.approx(2 / 15)
    assert verdict.r_type == 0.5
    assert judge(other, (), 9.5, goal(product(nouns=()))).title_score == 0.2
    assert judge(product(nouns=("hat",)), (), 9.5, goal(product(nouns=("hat",) * 11))).r_type == 0.1


def test_attributes_are_found_in_every_text() -> None:
    for attribute in ("machine wash", "wash machine", "wool", "soft", "a warm"):
        assert has_attribute(product(), attribute), attribute
    assert not has_attribute(product(), "waterproof")


def test_a_subset_of_the_words_is_enough() -> None:
    assert alike("x-large", "large") and alike("large", "x-large")
    assert not alike("medium", "large")
    assert not alike("", "large")


def test_colours() -> None:
    assert len(COLORS) == 102 and list(COLORS) == sorted(COLORS)
    assert plain_color("size 9") == "size 9"


@given(st.lists(st.sampled_from(["small", "large", "navy", "standard"]), max_size=2, unique=True), st.floats(0, 50))
def test_range(chosen: list[str], price: float) -> None:
    for rules in ("fixed", "upstream"):
        verdict = judge(product(), chosen, price, goal(), rules)
        assert 0.0 <= verdict.total <= 1.0
        parts = 2 * verdict.r_att + 2 * verdict.r_option + verdict.r_price
        assert verdict.total == pytest.approx(parts / 5 * verdict.r_type)
