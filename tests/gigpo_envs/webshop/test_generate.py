"""The generated catalogue is pure, in WebShop's schema, solvable, near the published statistics, and our own text."""

from __future__ import annotations

import json
import math
import os
import re
import subprocess
import sys
from collections import Counter
from functools import cache
from hashlib import blake2b
from itertools import islice, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gigpo_envs.webshop.catalogue.cleaning import Entry, Places, RawRecord, clean
from gigpo_envs.webshop.generate import GeneratedProduct, _asin, generate
from gigpo_envs.webshop.product import NO_BOUND, Goal
from gigpo_envs.webshop.reward import judge
from gigpo_envs.webshop.vocabulary.drafts import MOST_COMBINATIONS
from gigpo_envs.webshop.vocabulary.kinds import load_kinds
from gigpo_envs.webshop.vocabulary.language import article, plural, running_case, sentence_case, title_case
from gigpo_envs.webshop.vocabulary.names import BRAND_ENDS, BRAND_STARTS
from gigpo_envs.webshop.vocabulary.tables import read_attributes
from gigpo_envs.webshop.vocabulary.templates import compile_template
from tests.shared_data import shared

PRODUCT_KEYS = [
    "asin",
    "name",
    "full_description",
    "small_description",
    "pricing",
    "images",
    "category",
    "query",
    "product_category",
    "customization_options",
]
HUMAN_KEYS = [
    "asin",
    "instruction",
    "attributes",
    "options",
    "instruction_attributes",
    "instruction_options",
]
CLICKABLES = {"back to search", "< prev", "next >", "description", "features", "reviews", "attributes", "buy now"}
PRICE = re.compile(r"(\$\d+\.\d{1,2}( - \$\d+\.\d{1,2})?)?")
DIGEST_CODE = (
    "import json, sys; from hashlib import blake2b; from gigpo_envs.webshop.generate import generate; "
    "print(blake2b(json.dumps([list(p) for p in generate(700, 5)]).encode()).hexdigest())"
)


@cache
def catalogue(size: int = 2000, seed: int = 0) -> tuple[GeneratedProduct, ...]:
    return tuple(generate(size, seed))


@cache
def entries() -> tuple[Entry, ...]:
    """Return the catalogue as the shop's loader reads it."""
    records = (
        RawRecord(raw.product, raw.attributes, raw.human, raw.nouns, Places(*["generated"] * 4)) for raw in catalogue()
    )
    return tuple(clean(records))


def texts(raw: GeneratedProduct) -> list[str]:
    product = raw.product
    found = [product["name"], product["full_description"], *product["small_description"]]
    found += [raw.attributes["instruction"]] if "instruction" in raw.attributes else []
    return found + [request["instruction"] for request in raw.human]


def values(raw: GeneratedProduct) -> list[str]:
    return [value["value"] for group in raw.product["customization_options"].values() for value in group]


# Purity -----------------------------------------------------------------------------------------------------------


@given(st.integers(0, 1400), st.integers(0, 2**70))
@settings(max_examples=20, deadline=None)
def test_size_only_cuts_the_list(size: int, seed: int) -> None:
    assert list(generate(size, seed)) == list(islice(generate(1400, seed), size))


def test_two_processes_agree() -> None:
    here = blake2b(json.dumps([list(p) for p in generate(700, 5)]).encode()).hexdigest()
    for hash_seed in ("1", "2"):
        environment = os.environ | {"PYTHONHASHSEED": hash_seed}
        run = subprocess.run(
            [sys.executable, "-c", DIGEST_CODE], capture_output=True, text=True, check=True, env=environment
        )
        assert run.stdout.strip() == here


def test_seeds_give_different_catalogues() -> None:
    one, other = catalogue(200, 0), catalogue(200, 1)
    assert not {p.product["asin"] for p in one} & {p.product["asin"] for p in other}
    assert sum(a.product["name"] == b.product["name"] for a, b in zip(one, other, strict=True)) == 0


def test_it_streams() -> None:
    assert next(generate(2**40, 0)) == catalogue()[0]


@pytest.mark.parametrize("size", [-1, 2**41 + 1])
def test_a_wrong_size_is_named(size: int) -> None:
    with pytest.raises(ValueError, match=f"size is {size}: pass"):
        generate(size, 0)


# Product numbers --------------------------------------------------------------------------------------------------


def test_asins_are_unique_and_well_formed() -> None:
    asins = [_asin(index, 12345) for index in range(200_000)]
    assert len(set(asins)) == len(asins)
    assert all(re.fullmatch(r"B0[0-9A-Z]{8}", asin) for asin in asins)


@given(st.integers(0, 2**41 - 1), st.integers(0, 2**41 - 1), st.integers(0, 2**128))
def test_asins_differ_where_indices_do(one: int, other: int, key: int) -> None:
    assert (_asin(one, key) == _asin(other, key)) == (one == other)


def test_asins_look_like_no_sequence() -> None:
    same: Counter[int] = Counter()
    for one, other in pairwise(p.product["asin"] for p in catalogue()):
        same.update(place for place in range(2, 10) if one[place] == other[place])
    assert max(same.values()) < 0.1 * len(catalogue())  # by chance 1 in 36


# Schema -----------------------------------------------------------------------------------------------------------


def test_schema() -> None:
    for raw in catalogue():
        product = raw.product
        assert list(product) == PRODUCT_KEYS
        assert PRICE.fullmatch(product["pricing"])
        assert product["images"][0].startswith("data:image/svg+xml;charset=utf-8,%3Csvg")
        assert product["query"] == product["query"].lower().strip()
        assert len(product["product_category"].split(" \u203a ")) >= 3
        assert 3 <= len(product["small_description"]) <= 6
        assert 30 <= len(product["full_description"].split()) <= 120
        goal = "instruction" in raw.attributes
        assert set(raw.attributes) == {"attributes"} | ({"instruction", "instruction_attributes"} if goal else set())
        assert len(set(raw.attributes["attributes"])) == len(raw.attributes["attributes"])
        for request in raw.human:
            assert list(request) == HUMAN_KEYS
            assert request["asin"] == product["asin"]
            assert request["attributes"] == raw.attributes["attributes"]
        json.dumps(list(raw))


def test_the_loader_takes_every_product_as_it_is() -> None:
    loaded = entries()
    assert len(loaded) == len(catalogue())
    for raw, entry in zip(catalogue(), loaded, strict=True):
        assert [v for _, group in entry.product.options for v in group] == values(raw)
        assert [name for name, _ in entry.product.options] == list(raw.product["customization_options"])
        assert entry.tagged


def test_nouns_stand_in_the_title_in_order() -> None:
    for raw in catalogue():
        words = iter(re.findall(r"[^\W_]+(?:\.\d+)?", raw.product["name"].lower().replace("'s", "")))
        assert all(noun in words for noun in raw.nouns), raw  # `in` consumes the iterator: this checks the order
        assert raw.nouns


# Solvability ------------------------------------------------------------------------------------------------------


def test_options_can_be_chosen_by_value() -> None:
    for raw in catalogue():
        found = values(raw)
        assert len(set(found)) == len(found)
        assert not CLICKABLES & set(found)
        for value in found:
            assert value == value.strip().lower().replace("/", " | ")
            assert not re.fullmatch(r"b0[0-9a-z]{8}", value)
            assert not set("[]<>") & set(value)
        assert math.prod(map(len, raw.product["customization_options"].values())) <= MOST_COMBINATIONS


def test_every_goal_is_worth_one_on_its_own_product() -> None:
    for raw, entry in zip(catalogue(), entries(), strict=True):
        product = entry.product
        wishes = [(wish, dict(product.options)) for wish in (entry.synthetic,) if wish]
        wishes += [(wish, {}) for wish in entry.human]
        for wish, groups in wishes:
            assert set(wish.attributes) <= set(product.attributes)
            assert len(set(wish.attributes)) == len(wish.attributes)
            options = tuple((name, group[-1]) for name, group in groups.items())
            options += tuple(("", value) for value in wish.options)
            chosen = [value for _, value in options]
            assert set(chosen) <= set(values(raw))
            goal = Goal(product, wish.instruction, wish.attributes, options, NO_BOUND)
            verdict = judge(product, chosen, product.prices[0], goal)
            assert verdict.total == 1.0
            assert verdict.title_score > 0.2


def test_instructions_name_what_they_ask_for() -> None:
    for raw in catalogue():
        if "instruction" in raw.attributes:
            wanted = raw.attributes["instruction_attributes"]
            assert 2 <= len(wanted) <= 7
            assert raw.attributes["instruction"].startswith("Find me ")
            words = set(re.findall(r"[^\W_]+", raw.attributes["instruction"].lower()))
            assert set(re.findall(r"[^\W_]+", " ".join(wanted))) <= words
        for request in raw.human:
            assert 1 <= len(request["instruction_attributes"]) <= 3
            assert request["instruction"] == request["instruction"].lower()
            assert all(value in request["instruction"] for value in request["instruction_options"])
            assert [o.partition(": ")[2] for o in request["options"]] == request["instruction_options"]


# Statistics -------------------------------------------------------------------------------------------------------


def share(count: int) -> float:
    return count / len(catalogue())


def test_shares_are_near_the_published_set() -> None:
    products = catalogue()
    assert 0.38 < share(sum("instruction" in p.attributes for p in products)) < 0.46
    assert 0.38 < share(sum(bool(p.product["customization_options"]) for p in products)) < 0.46
    assert 0.06 < share(sum(" - " in p.product["pricing"] for p in products)) < 0.12
    assert 0.06 < share(sum(not p.product["pricing"] for p in products)) < 0.12
    assert 0.06 < share(sum(len(p.human) for p in products)) < 0.1
    assert 0.005 < share(sum(not "".join([*texts(p), *values(p)]).isascii() for p in products)) < 0.03
    goals = [
        math.prod(map(len, p.product["customization_options"].values())) for p in products if len(p.attributes) > 1
    ]
    assert 2.0 < share(sum(goals)) < 4.0
    categories = Counter(p.product["category"] for p in products)
    published = {"beauty": 0.238, "electronics": 0.229, "fashion": 0.2, "garden": 0.216, "grocery": 0.117}
    for category, expected in published.items():
        assert abs(share(categories[category]) - expected) < 0.03
    assert len({p.product["query"] for p in products}) == len(load_kinds()) >= 60


def test_kinds_have_prices_of_their_own() -> None:
    found: dict[str, list[float]] = {}
    for raw in catalogue():
        if raw.product["pricing"]:
            found.setdefault(raw.product["query"], []).append(float(raw.product["pricing"].split(" ")[0][1:]))
    for kind in load_kinds():
        prices = sorted(found[kind.query])
        assert prices[0] > 2
        if len(prices) >= 9:
            assert kind.cost / 2.5 < prices[len(prices) // 2] < kind.cost * 2.5
    assert all(
        float(low) < float(high)
        for p in catalogue()
        for low, high in re.findall(r"\$(\S+) - \$(\S+)", p.product["pricing"])
    )


def test_texts_hardly_repeat() -> None:
    products = list(generate(20_000, 0))
    titles = Counter(p.product["name"] for p in products)
    assert len(titles) > 0.9995 * len(products)
    instructions = Counter(p.attributes["instruction"] for p in products if "instruction" in p.attributes)
    assert len(instructions) > 0.995 * instructions.total()
    requests = Counter(r["instruction"] for p in products for r in p.human)
    assert len(requests) > 0.99 * requests.total()


def test_every_kind_and_attribute_is_used() -> None:
    queries = {p.product["query"] for p in catalogue()}
    asked = {name for p in catalogue(20_000, 0) for name in p.attributes["attributes"]}
    for kind in load_kinds():
        assert kind.query in queries
        assert {attribute.name for slot in kind.has for attribute in slot} <= asked


# Language ---------------------------------------------------------------------------------------------------------


def test_no_template_is_left_and_no_mark_is_odd() -> None:
    for raw in catalogue():
        for text in texts(raw):
            assert text == text.strip()
            assert not re.search(r"[\[\]{}<>|&\t\n]|\[SEP\]|  | [,.:;]|\.\.|,,", text), text
            assert not re.search(r"\b(a) \1\b|\b(with|for|the|and) \2\b", text.lower()), text
            assert not re.search(r"\ba (?=[aeio])(?!one\b)|\ban (?=[bcdfgjklmnpqrtvwyz])(?!led|hdmi)", text.lower()), (
                text
            )


def test_brands_and_titles_are_not_published_ones() -> None:
    folder = shared("webshop")
    published = json.loads((folder / "items_shuffle_1000.json").read_text(encoding="utf-8"))
    words = {word for p in published for word in re.findall(r"\w+", p["name"].lower())}
    brands = {start.lower() + end for start in BRAND_STARTS for end in BRAND_ENDS}
    assert not brands & words
    assert not {p["name"] for p in published} & {p.product["name"] for p in catalogue()}
    runs = {
        run for p in published for text in [p["full_description"], *p["small_description"]] for run in runs_of(text)
    }
    ours = {
        run
        for p in catalogue()
        for text in texts(p)[: 2 + len(p.product["small_description"])]
        for run in runs_of(text)
    }
    assert not runs & ours
    requests = json.loads((folder / "human_goals.json").read_text(encoding="utf-8"))
    assert not set(requests) & {r["instruction"] for p in catalogue() for r in p.human}


def runs_of(text: str, length: int = 8) -> set[tuple[str, ...]]:
    """Return all runs of so many words of a text."""
    words = re.findall(r"\w+", text.lower())
    return {tuple(words[i : i + length]) for i in range(len(words) - length + 1)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("throw", "a"),
        ("ottoman", "an"),
        ("hour", "an"),
        ("hdmi cable", "an"),
        ("usb charger", "a"),
        ("8 count", "an"),
        ("11 inch", "an"),
        ("x-large", "an"),
        ("universal remote", "a"),
        ("one piece swimsuit", "a"),
        ("eucalyptus", "a"),
        ("led light", "an"),
        ("leather strap", "a"),
    ],
)
def test_article(text: str, expected: str) -> None:
    assert article(text) == expected


def test_forms_of_words() -> None:
    assert [plural(noun) for noun in ("desk", "brush", "berry", "tray", "lens")] == [
        "desks",
        "brushes",
        "berries",
        "trays",
        "lenses",
    ]
    assert title_case("usb c charger in a 4 x 6 ft t-shirt") == "USB C Charger in a 4 x 6 Ft T-Shirt"
    assert sentence_case("non gmo") == "Non GMO"
    assert running_case("flat hdmi cable") == "flat HDMI cable"


# Tables -----------------------------------------------------------------------------------------------------------


def test_a_template_fills_choices_ranges_and_slots() -> None:
    template = compile_template("A {item} for [rain|snow], [3..5] inches.")
    draws = iter([0.99, 0.0])
    assert template.fill(lambda: next(draws), {"item": "hat"}) == "A hat for snow, 3 inches."


@pytest.mark.parametrize("source", ["[only]", "open [a|b", "a] b", "[5..3]"])
def test_a_wrong_template_is_named(source: str) -> None:
    with pytest.raises(ValueError, match=re.escape(source)):
        compile_template(source)


def test_attribute_table() -> None:
    found = read_attributes(
        "a machine washable > washable; that can be washed\n! silk\n. One.\n. Two\n  lines.\nf travel"
    )
    washable = found["machine washable"]
    assert washable.before == ("machine washable", "machine washable", "washable")
    assert washable.after == ("that can be washed",)
    assert washable.excludes == {"silk"}
    assert [sentence.parts for sentence in washable.sentences] == [("One.",), ("Two lines.",)]
    assert found["travel"].after == ("for travel",)


def test_every_attribute_has_two_sentences_and_no_product_contradicts_itself() -> None:
    attributes = {(k.category, a.name): a for k in load_kinds() for slot in k.has for a in slot}
    assert all(len(attribute.sentences) == 2 for attribute in attributes.values())
    for raw in catalogue():
        product = raw.product
        said = set(" ".join(values(raw)).replace("(", "").split())
        for name in raw.attributes["attributes"]:
            attribute = attributes.get((product["category"], name))
            assert attribute is None or not attribute.excludes & said
