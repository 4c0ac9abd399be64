"""The shop's dynamics: grammar, pages, faults and their corrections, states and their bytes."""

from __future__ import annotations

import copy
import json
import pickle
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gigpo_envs.simulator import Transition
from gigpo_envs.state_hash import state_hash
from gigpo_envs.webshop.actions import as_words, parse_fixed, parse_upstream
from gigpo_envs.webshop.env import WebShopEnv
from gigpo_envs.webshop.finding import drawn
from gigpo_envs.webshop.pages import DONE, ITEM, RESULTS, SEARCH, SUB_PAGES
from gigpo_envs.webshop.reward import METRICS
from gigpo_envs.webshop.simulator import WebShopSimulator, webshop_simulator
from gigpo_envs.webshop.state import ShopState
from tests.gigpo_envs.webshop.raw_shop import ATTRIBUTES, MUG, NOUNS, TEA, write_shop

RULES = ("fixed", "upstream")
MODES = ("text", "text_rich", "text_options")
ODD = (
    *("", " ", "\n", "\x00", "[", "]", "[]", "[[[]]]", "search", "search[", "search[]", "click[]", "click[\ud800]"),
    *("Click[back to search]", "click [buy now]", "buy now", "end[done]", "click[" * 3000, f"click[{'x' * 30_000}]"),
)
Walk = Iterator[tuple[Transition[ShopState], str]]


def act(shop: WebShopSimulator, *actions: str, task: int = 0) -> Transition[ShopState]:
    """Return where the actions lead from the start of a task; every one must be valid."""
    transition = shop.start(shop.tasks("all")[task])
    for action in actions:
        transition = shop.step(transition.state, action)
        assert transition.action_valid, action
    return transition


def walk(shop: WebShopSimulator, seed: int, steps: int = 15) -> Walk:
    """Yield the transitions of a random walk, each with the action that led to it."""
    rng = np.random.default_rng(seed)
    tasks = shop.tasks("all")
    transition, action = shop.start(tasks[int(rng.integers(len(tasks)))]), ""
    for _ in range(steps):
        yield transition, action
        action = shop.sample_action(transition.state, rng)
        transition = shop.step(transition.state, action)
    yield transition, action


def first_item(shop: WebShopSimulator, query: str) -> str:
    """Return the click on the first product that a query finds."""
    return shop.admissible_actions(act(shop, f"search[{query}]").state)[2]


def goal_query(shop: WebShopSimulator, task: int = 0) -> str:
    return as_words(shop.tasks("all")[task].hidden.product.title)


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the folder of a shop with a product whose option values are awkward."""
    monkeypatch.setenv("GIGPO_CACHE", str(tmp_path / "cache"))
    values = {"Top": ["red", "blue"], "Bottom": ["red", "reviews"], "Print": ["[a] cat", "\u00e9clair", "search"]}
    options = {name: [{"value": value} for value in group] for name, group in values.items()}
    awkward = MUG | {"asin": "B0PYJ00003", "name": "Pyjama set", "customization_options": options, "query": "pyjamas"}
    attributes = {"B0PYJ00003": ATTRIBUTES["B0MUG00002"], "B0TEA00001": ATTRIBUTES["B0TEA00001"]}
    nouns = NOUNS | {"B0PYJ00003": ["pyjama", "set"]}
    return str(write_shop(tmp_path / "shop", products=[TEA, awkward], attributes=attributes, nouns=nouns))


@given(st.text(alphabet="search[]click \nab", max_size=30))
def test_upstream_grammar_is_the_originals_pattern(action: str) -> None:
    match = re.match(r"(.+)\[(.+)\]", action)
    assert parse_upstream(action) == ((match[1], match[2].lower()) if match else ("", ""))


@pytest.mark.parametrize(
    ("action", "fixed", "upstream"),
    [
        ("search[Red Hat]", ("search", "red hat"), ("search", "red hat")),
        ("click[< Prev] and more", ("click", "< prev"), ("click", "< prev")),
        ("search[a [b] c]", ("search", "a [b] c"), ("search[a ", "b] c")),
        ("search[red\nhat]", ("search", "red\nhat"), ("", "")),
        ("search[lamp]]", ("search", "lamp]"), ("search", "lamp]")),
        ("search[]", ("search", ""), ("", "")),
        ("search[lamp", ("", ""), ("", "")),
        ("lamp]", ("", ""), ("", "")),
    ],
)
def test_grammar(action: str, fixed: tuple[str, str], upstream: tuple[str, str]) -> None:
    assert parse_fixed(action) == fixed
    assert parse_upstream(action) == upstream


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("rules", RULES)
def test_what_cannot_be_done_shows_the_same_page(rules: str, mode: str) -> None:
    shop = webshop_simulator(rules=rules, observation_mode=mode)
    query = goal_query(shop)
    paths: list[list[str]] = [[], [f"search[{query}]"]]
    paths.append([*paths[1], first_item(shop, query)])
    paths += [[*paths[2], "click[features]"], [*paths[2], "click[buy now]"]]
    for path in paths:
        before = act(shop, *path)
        for action in (*ODD, "x" * 10_000_000):
            after = shop.step(before.state, action)
            assert not after.action_valid, action[:30]
            assert (after.state, after.observation, after.reward) == (before.state, before.observation, 0.0)
            assert after.terminated is (before.state.page == DONE and rules == "fixed")


@pytest.mark.parametrize("rules", RULES)
def test_any_query_is_a_search(rules: str) -> None:
    shop = webshop_simulator(rules=rules)
    for query in (" ", "\ud800", "\x00", "\u202e", "\U0001f4a5" * 50, "a" * 19_990, "(!*\\\"'", "\u00e9\u4e2d\u6587"):
        after = act(shop, f"search[{query}]")
        assert after.state.page == RESULTS
        assert shop.load(json.loads(json.dumps(shop.dump(after.state)))) == after.state
        assert len(state_hash(shop, after.state)) == 32


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10_000), rules=st.sampled_from(RULES), mode=st.sampled_from(MODES))
def test_every_admissible_and_every_sampled_action_is_valid(seed: int, rules: str, mode: str) -> None:
    shop = webshop_simulator(rules=rules, observation_mode=mode, show_attributes=seed % 2 == 0)
    for transition, _ in walk(shop, seed):
        if rules == "fixed" and transition.state.page == DONE:
            break
        for action in shop.admissible_actions(transition.state):
            after = shop.step(transition.state, action)
            assert after.action_valid, action
            assert shop.step(transition.state, action) == after, "a step is a function"
        action = shop.sample_action(transition.state, np.random.default_rng(seed))
        assert shop.step(transition.state, action).action_valid, action


def test_samples_are_even_and_search_for_words_of_the_goal() -> None:
    shop = webshop_simulator()
    state = act(shop, f"search[{goal_query(shop)}]").state
    rng = np.random.default_rng(0)
    drawn_actions = [shop.sample_action(state, rng) for _ in range(3000)]
    clicks = shop.admissible_actions(state)
    for click in clicks:
        assert 150 < drawn_actions.count(click) < 320, click  # 3000 / 13
    searches = {action for action in drawn_actions if action.startswith("search[")}
    words = as_words(state.task.goal)
    assert len(searches) > 20 and all(search[len("search[") : -1] in words for search in searches)


def test_paging() -> None:
    shop = webshop_simulator()
    query = f"search[{goal_query(shop)}]"
    first = act(shop, query)
    assert "Page 1 (Total results: 50)" in first.observation and "click[< prev]" not in shop.admissible_actions(
        first.state
    )
    last = act(shop, query, *["click[next >]"] * 6)
    assert "Page 7 (Total results: 50)" in last.observation
    assert shop.admissible_actions(last.state) == ("click[back to search]", "click[< prev]", "click[next >]")
    assert act(shop, query, "click[next >]", "click[< prev]").state == first.state
    assert not shop.step(first.state, "click[< prev]").action_valid
    other = act(shop, query, "click[next >]")
    assert not shop.step(other.state, shop.admissible_actions(first.state)[2]).action_valid, "on another page"


def test_leaving_a_product_drops_what_was_chosen() -> None:
    shop = webshop_simulator()
    query = goal_query(shop)
    item = act(shop, f"search[{query}]", first_item(shop, query))
    option = next(iter(shop.views.item(item.state.product).labels))
    chosen = shop.step(item.state, f"click[{option.upper()}]")
    assert chosen.state != item.state and chosen.observation == item.observation, "mode text does not show options"
    for sub in ("description", "features", "reviews"):
        below = shop.step(chosen.state, f"click[{sub}]")
        assert below.state.page == sub
        assert shop.step(below.state, "click[< prev]").state == chosen.state
    results = shop.step(chosen.state, "click[< prev]").state
    assert results == act(shop, f"search[{query}]").state
    assert shop.step(results, first_item(shop, query)).state == item.state
    assert shop.step(chosen.state, "click[back to search]").state == shop.start(item.state.task).state


def test_chosen_options_are_shown(tiny: str) -> None:
    path = ("search[pyjama]", "click[b0pyj00003]")
    shop = webshop_simulator(dataset=tiny, observation_mode="text_options")
    plain = act(webshop_simulator(dataset=tiny), *path).observation
    assert act(shop, *path).observation == plain
    chosen = act(shop, *path, "click[blue]", "click[bottom: red]")
    assert chosen.observation == f"{plain} [SEP] Chosen top: blue [SEP] Chosen bottom: red"
    below = shop.step(chosen.state, "click[features]").observation
    assert below.endswith("Holds a pint [SEP] Chosen top: blue [SEP] Chosen bottom: red")


def test_rich_text_marks_what_is_chosen(tiny: str) -> None:
    path = ("search[pyjama]", "click[b0pyj00003]")
    fixed, upstream = (webshop_simulator(dataset=tiny, observation_mode="text_rich", rules=rules) for rules in RULES)
    shown = act(fixed, *path, "click[bottom: red]", "click[\u00e9clair]").observation
    assert shown.startswith("You have clicked \u00e9clair.\nYou have clicked red.\nInstruction:")
    assert shown.count("[clicked button] red") == 1 and shown.count("[button] red") == 1
    shown = act(upstream, *path, "click[red]", "click[\u00e9clair]").observation
    assert shown.count("[clicked button] red") == 2, "both groups hold the value"
    assert "You have clicked \u00e9clair." not in shown, "the address holds it escaped"
    assert "You have clicked blue." in act(upstream, 'search[pyjama "blue"]', path[1]).observation
    back = act(fixed, *path, "click[< prev]")
    assert "[clicked button] B0PYJ00003" in back.observation
    assert "[clicked button]" not in act(fixed, *path, "click[back to search]", "search[pyjama]").observation


def test_awkward_labels(tiny: str) -> None:
    path = ("search[pyjama]", "click[b0pyj00003]")
    fixed, upstream = (webshop_simulator(dataset=tiny, rules=rules) for rules in RULES)
    labels: tuple[str, ...] = ("top: red", "blue", "bottom: red", "bottom: reviews", "[a] cat", "\u00e9clair", "search")
    item = act(fixed, *path).state
    assert fixed.admissible_actions(item)[-7:] == tuple(f"click[{label}]" for label in labels)
    chosen = act(fixed, *path, "click[top: red]", "click[bottom: reviews]", "click[[a] cat]").state
    assert fixed.views.chosen(chosen) == {"top": "red", "bottom": "reviews", "print": "[a] cat"}
    assert fixed.views.chosen(act(fixed, *path, "click[search]").state) == {"print": "search"}
    item = act(upstream, *path).state
    labels = ("red", "blue", *labels[4:])
    assert upstream.admissible_actions(item)[6:] == tuple(f"click[{label}]" for label in labels)
    assert upstream.views.chosen(upstream.step(item, "click[red]").state) == {"bottom": "red"}
    assert upstream.step(item, "click[reviews]").state.page == "reviews"
    assert upstream.step(item, "click[search]").state == item
    assert not upstream.step(item, "click[[a] cat]").action_valid


def test_what_is_done_is_done() -> None:
    fixed, upstream = (webshop_simulator(rules=rules) for rules in RULES)
    query = goal_query(fixed)
    path = (f"search[{query}]", first_item(fixed, query), "click[buy now]")
    done = act(fixed, *path)
    assert (
        done.terminated
        and done.state.page == DONE
        and done.reward == done.score == done.metrics["r_type"] * (done.reward / done.metrics["r_type"])
    )
    for action in ("search[hat]", "click[back to search]", "click[buy now]"):
        after = fixed.step(done.state, action)
        assert (after.state, after.reward, after.terminated, after.action_valid) == (done.state, 0.0, True, False)
        assert (after.score, after.metrics) == (done.score, done.metrics)
    after = upstream.step(act(upstream, *path).state, "search[hat]")
    assert after.state.page == RESULTS and not after.terminated and after.score == 0.0
    assert fixed.admissible_actions(done.state) == ()


def test_metrics() -> None:
    shop = webshop_simulator()
    for seed in range(30):
        for transition, _ in walk(shop, seed):
            assert tuple(transition.metrics) == METRICS
            if transition.state.page != DONE:
                assert not any(transition.metrics.values()) and not transition.score and not transition.won
            else:
                assert transition.won is (transition.score == 1.0)
                assert transition.metrics["r_type"] in (0.0, 0.1, 0.5, 1.0)


def test_commands_are_words_under_fixed_rules() -> None:
    fixed, upstream = (webshop_simulator(rules=rules) for rules in RULES)
    asked = fixed.tasks("all")[0].hidden.product
    listed = act(upstream, f"search[<q> {asked.query}]").state.results.hits
    assert listed == upstream.catalogue.with_query(asked.query) and asked.index in listed
    plain = act(fixed, f"search[<q> {asked.query}]").state.results.hits
    assert plain == fixed.catalogue.search(f"<q> {asked.query}")
    assert act(upstream, f"search[<c> {asked.category}]").state.results.hits == upstream.catalogue.in_category(
        asked.category
    )
    assert act(upstream, "search[<c> ]").state.results.hits == ()
    for action in ("search[<a> wool]", "search[<a>]", "search[<c>]"):
        assert not upstream.step(act(upstream).state, action).action_valid
        assert fixed.step(act(fixed).state, action).action_valid


def test_random_listing_is_a_function_of_task_and_query() -> None:
    shop = webshop_simulator(rules="upstream")
    hits = act(shop, "search[<r>]").state.results.hits
    assert len(set(hits)) == 50 and all(0 <= hit < len(shop.catalogue) for hit in hits)
    assert act(shop, "search[shoe]", "search[<r>]").state.results.hits == hits
    assert act(shop, "search[<r> more]").state.results.hits != hits
    assert act(shop, "search[<r>]", task=1).state.results.hits != hits
    assert sorted(drawn("any", 3)) == [0, 1, 2]


@pytest.mark.parametrize(
    ("word", "from_item", "from_sub_page"),
    [("search_results", 0, 0), ("item_page", 1, 1), ("item_sub_page", 1, None), ("hat", 1, None)],
)
def test_pages_are_known_by_kind(word: str, from_item: int, from_sub_page: int | None) -> None:
    """Numbers are those of the page of results that "< prev" leads to upstream; None is the product's page."""
    for rules in RULES:
        shop = webshop_simulator(rules=rules)
        query = f"{word} {goal_query(shop)}"
        item = act(shop, f"search[{query}]", first_item(shop, query))
        back = shop.step(item.state, "click[< prev]").state
        assert (back.page, back.number) == (RESULTS, from_item if rules == "upstream" else 1)
        below = shop.step(item.state, "click[features]").state
        back = shop.step(below, "click[< prev]").state
        if rules == "fixed" or from_sub_page is None:
            assert back == item.state
        else:
            assert (back.page, back.number) == (RESULTS, from_sub_page)
    if word == "search_results":
        shop = webshop_simulator(rules="upstream")
        zero = act(shop, f"search[{query}]", first_item(shop, query), "click[< prev]")
        assert "Page 0 (Total results: 50) [SEP] Next >" in zero.observation and zero.observation.endswith("Next >")
        assert shop.load(json.loads(json.dumps(shop.dump(zero.state)))) == zero.state


def test_dummy_search_button() -> None:
    fixed, upstream = (webshop_simulator(rules=rules) for rules in RULES)
    assert fixed.admissible_actions(act(fixed).state) == ()
    assert not fixed.step(act(fixed).state, "click[search]").action_valid
    start = act(upstream)
    assert upstream.admissible_actions(start.state) == ("click[search]",)
    after = upstream.step(start.state, "click[search]")
    assert after.action_valid and after.state == start.state


def test_attributes_page() -> None:
    shop, plain = webshop_simulator(show_attributes=True), webshop_simulator()
    query = goal_query(shop)
    item = act(shop, f"search[{query}]", first_item(shop, query))
    asked = shop.catalogue.product(item.state.product)
    shown = shop.step(item.state, "click[attributes]")
    assert shown.observation.endswith(f"{asked.category} [SEP] {asked.query} [SEP] {asked.product_category}")
    assert not plain.step(item.state, "click[attributes]").action_valid
    assert state_hash(shop, item.state) != state_hash(plain, item.state), "they have other futures"
    with pytest.raises(ValueError, match="unknown page 'attributes'"):
        plain.load(shop.dump(shown.state))


def test_other_words_with_the_same_results_are_the_same_place() -> None:
    shop = webshop_simulator()
    query = goal_query(shop)
    one, other = (act(shop, f"search[{words}]") for words in (query, f"  {query.upper()}  the"))
    assert one.state != other.state
    assert one.observation == other.observation
    assert shop.canonical(one.state) == shop.canonical(other.state)
    assert shop.canonical(act(shop, f"search[{query}]", "click[next >]").state) != shop.canonical(one.state)


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10_000), rules=st.sampled_from(RULES), mode=st.sampled_from(MODES))
def test_dump_and_load(seed: int, rules: str, mode: str) -> None:
    shop = webshop_simulator(rules=rules, observation_mode=mode)
    for transition, _ in walk(shop, seed):
        state = transition.state
        assert shop.load(json.loads(json.dumps(shop.dump(state)))) == state
        assert (mode == "text_rich") or not state.visited


DAMAGE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("task id", {"task": "webshop/other/synthetic/000000"}),
    ("type str", {"task": None}),
    ("unknown page", {"page": "itme"}),
    ("no search", {"page": SEARCH}),
    ("no search", {"query": ""}),
    ("type int", {"number": "1"}),
    ("type int", {"number": True}),
    ("no search", {"number": 0}),
    ("is not on page 2", {"number": 2}),
    ("no product", {"asin": "B0NOTHERE1"}),
    ("no product", {"asin": ""}),
    ("type str", {"asin": 3}),
    ("no option", {"options": {"size": "no such size"}}),
    ("no option", {"options": {"no such group": "x"}}),
    ("no option", {"options": {"size": ["large"]}}),
    ("type dict", {"options": []}),
    ("do not fit together", {"page": RESULTS}),
    ("no product", {"visited": [7]}),
    ("type list", {"visited": None}),
    ("has the fields", {"more": 1}),
    ("no search", {"page": DONE}),
)


@pytest.mark.parametrize(("text", "change"), DAMAGE)
def test_damaged_states_are_refused(text: str, change: dict[str, Any]) -> None:
    shop = webshop_simulator()
    query = goal_query(shop)
    good = shop.dump(act(shop, f"search[{query}]", first_item(shop, query)).state)
    assert shop.load(good).page == ITEM
    with pytest.raises(ValueError, match=re.escape(text)) as caught:
        shop.load(good | change)
    assert len(caught.value.args) == 1
    with pytest.raises(ValueError, match="has the fields"):
        shop.load({name: value for name, value in good.items() if name != "asin"})
    with pytest.raises(ValueError, match="do not fit together"):
        shop.load(good | {"visited": [good["asin"]]})


def test_progress_is_coarse() -> None:
    shop = webshop_simulator()
    asked = shop.tasks("all")[0].hidden.product
    start, found = act(shop), act(shop, f"search[{goal_query(shop)}]")
    item = shop.step(found.state, f"click[{asked.asin.lower()}]")
    keys = [shop.progress(transition.state) for transition in (start, found, item)]
    assert keys[0] == b"search none 0" and keys[1] == b"results goal 0" and keys[2] == b"item goal 0"
    assert shop.progress(act(shop, "search[zzzz]").state) == b"results other 0"
    chosen = item
    while not (action := shop.expert_action(chosen.state)).startswith("click[buy"):
        chosen = shop.step(chosen.state, action)
    options = len(chosen.state.task.hidden.options)
    assert options and shop.progress(chosen.state) == f"item goal {options}".encode()


def test_simulators_are_shared() -> None:
    shop = webshop_simulator(dataset_options={"size": 300, "seed": 1})
    assert webshop_simulator(dataset_options={"seed": 1, "size": 300}) is shop
    assert copy.deepcopy(shop) is shop
    assert pickle.loads(pickle.dumps(shop)) is shop
    assert webshop_simulator(dataset_options={"size": 300, "seed": 1}, rules="upstream") is not shop
    env = WebShopEnv(dataset_options={"size": 300, "seed": 1})
    assert env.simulator is shop and pickle.loads(pickle.dumps(env)).simulator is shop


@pytest.mark.parametrize(
    ("keywords", "text"),
    [
        ({"goals": "humans"}, "Did you mean 'human'"),
        ({"rules": "strict"}, "unknown rules 'strict'"),
        ({"observation_mode": "html"}, "unknown observation_mode 'html'"),
        ({"show_attributes": "no"}, "show_attributes must be"),
        ({"price_seed": -1}, "price_seed must be"),
        ({"price_seed": [1]}, "price_seed must be"),
        ({"dataset": "smal"}, "Did you mean 'small'"),
        ({"split": "training"}, "unknown split"),
        ({"anchor_mode": "page"}, "unknown anchor_mode"),
    ],
)
def test_wrong_keywords(keywords: dict[str, Any], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        gym.make("gigpo/WebShop-v0", **keywords)


def test_task_ids_of_other_types_are_refused() -> None:
    with pytest.raises(ValueError, match="task id 7 does not belong to this data"):
        WebShopEnv().reset(options={"task_id": 7})


def test_split_alias() -> None:
    env = WebShopEnv(split="eval")
    assert env.reset(seed=0)[1]["split"] == "valid"


def test_documentation_page() -> None:
    headings = re.findall(r"^ *## (.+)$", WebShopEnv.__doc__ or "", flags=re.MULTILINE)
    assert headings == [
        "Description", "Action Space", "Observation Space", "Starting State", "Rewards", "Episode End", "Information",
        "Arguments", "Faults of the original", "Splits", "Version History",
    ]  # fmt: skip
    arguments = (WebShopEnv.__doc__ or "").partition("## Arguments")[2].partition("## Faults")[0]
    documented = re.findall(r"^ *\| ``(\w+)`` \|", arguments, flags=re.MULTILINE)
    assert documented == list(WebShopEnv.__init__.__kwdefaults__ or {})
    assert "2207.01206" in (WebShopEnv.__doc__ or "")


def test_all_page_kinds_are_reached() -> None:
    shop = webshop_simulator(show_attributes=True)
    pages = {transition.state.page for seed in range(300) for transition, _ in walk(shop, seed)}
    assert pages == {SEARCH, RESULTS, ITEM, DONE, *SUB_PAGES}


def test_a_query_of_too_many_terms_is_what_lucene_refuses() -> None:
    for count, valid in ((1024, True), (1025, False)):
        query = " ".join(f"w{number}" for number in range(count))
        for rules in ("fixed", "upstream"):
            shop = webshop_simulator(rules=rules)
            assert shop.step(shop.start(shop.tasks("all")[0]).state, f"search[{query}]").action_valid is (
                valid or rules == "fixed"
            )
