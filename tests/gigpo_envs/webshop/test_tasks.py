"""Goals have the original's texts, order, prices and bounds, and fixed splits share nothing."""

from __future__ import annotations

import gzip
import hashlib
import itertools
import json
import pickle
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gigpo_envs.errors import shown
from gigpo_envs.webshop.catalogue import prices
from gigpo_envs.webshop.catalogue.compiling import shuffled
from gigpo_envs.webshop.catalogue.opening import Catalogue, open_catalogue
from gigpo_envs.webshop.catalogue.splits import normal_text, product_splits
from gigpo_envs.webshop.product import Goal
from gigpo_envs.webshop.tasks import Goals, _combination
from tests.gigpo_envs.webshop.raw_shop import LAMP, MUG, TEA, write_shop
from tests.shared_data import shared

SPLITS = ("train", "valid", "test")


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Catalogue:
    """Return the default generated catalogue."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GIGPO_CACHE", str(tmp_path_factory.mktemp("cache")))
        return open_catalogue()


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Catalogue:
    """Return the invented shop of three products."""
    monkeypatch.setenv("GIGPO_CACHE", str(tmp_path / "cache"))
    return open_catalogue(write_shop(tmp_path / "tiny"))


def recorded() -> dict[str, Any]:
    """Return the original's prices, bounds and goals."""
    loaded: dict[str, Any] = json.loads(gzip.decompress((shared("webshop") / "goals_prices.json.gz").read_bytes()))
    return loaded


@pytest.mark.parametrize("load", range(6))
def test_small_equals_the_original_in_every_recorded_load(small: Catalogue, load: int) -> None:
    data = recorded()
    run, kind = data["loads"][load], data["loads"][load]["goal_set"]
    goals = Goals(small, kind, price_seed=run["price_seed"])
    drawn = small.prices(run["price_seed"])
    assert {small.product(i).asin: float(drawn[i]) for i in range(len(small))} == run["product_prices"]
    made = [goals.goal(i) for i in range(len(goals))]
    assert [goal.price_upper for goal in made] == run["price_upper"]
    assert [as_recorded(goal, kind) for goal in made] == [
        {name: value for name, value in goal.items() if name != "weight"} for goal in data["goals"][kind]
    ]
    texts = "\n".join(goal.instruction for goal in made)
    assert hashlib.sha256(texts.encode()).hexdigest() == run["instructions_sha256"]


def as_recorded(goal: Goal, kind: str) -> dict[str, Any]:
    """Return a goal in the form of the recorded ones."""
    options = dict(goal.options) if kind == "synthetic" else [value for _, value in goal.options]
    return {"asin": goal.product.asin, "attributes": list(goal.attributes), "goal_options": options}


def test_small_has_the_published_counts(small: Catalogue) -> None:
    synthetic, human = Goals(small), Goals(small, "human")
    assert (len(small), len(synthetic), len(human)) == (1000, 6910, 13)
    assert len({synthetic.goal(i).product.asin for i in range(len(synthetic))}) == 415
    assert sum(synthetic.goal(i).price_upper == 1_000_000 for i in range(len(synthetic))) == 15
    assert sum("price lower" not in synthetic.goal(i).instruction for i in range(len(synthetic))) == 15


def test_upstream_splits_are_by_place(small: Catalogue) -> None:
    goals = Goals(small, rules="upstream")
    assert list(goals.places("test")) == list(range(500))
    assert list(goals.places("valid")) == list(range(500, 1500))
    assert list(goals.places("train")) == list(range(1500, 6910))
    assert [goals.split(i) for i in (0, 499, 500, 1499, 1500, 6909)] == ["test"] * 2 + ["valid"] * 2 + ["train"] * 2
    human = Goals(small, "human", rules="upstream")
    assert {split: len(human.tasks(split)) for split in SPLITS} == {"train": 0, "valid": 0, "test": 13}


@pytest.mark.parametrize("name", ["small", "generated"])
def test_fixed_splits_share_no_product_and_no_instruction(request: pytest.FixtureRequest, name: str) -> None:
    catalogue: Catalogue = request.getfixturevalue(name)
    products: dict[str, set[str]] = {split: set() for split in SPLITS}
    texts: dict[str, set[str]] = {split: set() for split in SPLITS}
    for kind in ("synthetic", "human"):
        goals = Goals(catalogue, kind)
        everything = []
        for split in SPLITS:
            indices = [int(i) for i in goals.places(split)]
            everything += indices
            assert indices == sorted(indices)
            for i in indices:
                assert goals.split(i) == split
                products[split].add(goals.goal(i).product.asin)
        assert sorted(everything) == list(range(len(goals)))
        for product, text, *_ in catalogue.store.lines[kind]:
            split = SPLITS[int(catalogue.store.arrays["splits"][product])]
            texts[split].add(normal_text(text))
    for one, other in itertools.combinations(SPLITS, 2):
        assert not products[one] & products[other]
        assert not texts[one] & texts[other]
    shares = [len(products[split]) / sum(map(len, products.values())) for split in SPLITS]
    assert shares == pytest.approx([0.8, 0.1, 0.1], abs=0.05)


def test_generated_splits_are_large_enough_to_train_and_to_measure(generated: Catalogue) -> None:
    for kind, least in (("synthetic", 50), ("human", 1)):
        goals = Goals(generated, kind)
        counts = {split: len(goals.tasks(split)) for split in SPLITS}
        assert min(counts.values()) >= least, (kind, counts)
        assert counts["train"] > counts["valid"] + counts["test"]


@given(
    st.lists(st.tuples(st.integers(0, 30), st.sampled_from(["a", "A ", "a..", "b", "b  b", "c", "d", "e", ""]))),
    st.randoms(use_true_random=False),
)
def test_what_shares_a_text_shares_a_split_in_any_order(pairs: list[tuple[int, str]], rng: random.Random) -> None:
    splits = product_splits(pairs)
    assert set(splits) == {product for product, _ in pairs}
    by_text: dict[str, set[int]] = {}
    for product, text in pairs:
        by_text.setdefault(normal_text(text), set()).add(splits[product])
    assert all(len(found) == 1 for found in by_text.values())
    rng.shuffle(pairs)
    assert product_splits(pairs) == splits


def test_product_splits_have_their_shares() -> None:
    drawn = list(product_splits((i, f"instruction {i}") for i in range(5000)).values())
    assert np.bincount(drawn) / 5000 == pytest.approx([0.8, 0.1, 0.1], abs=0.015)


@given(st.lists(st.integers(1, 4), max_size=5))
def test_combinations_are_the_cartesian_product_in_its_order(sizes: list[int]) -> None:
    groups = [(f"g{i}", tuple(f"v{j}" for j in range(size))) for i, size in enumerate(sizes)]
    expected = [
        tuple((name, value) for (name, _), value in zip(groups, values, strict=True))
        for values in itertools.product(*(values for _, values in groups))
    ]
    assert [_combination(groups, number) for number in range(len(expected))] == expected


@given(count=st.integers(0, 300), seed=st.integers(0, 2**32))
def test_the_order_is_pythons_shuffle(count: int, seed: int) -> None:
    numbers = list(range(count))
    random.Random(seed).shuffle(numbers)
    assert shuffled(count, seed).tolist() == numbers


def test_orders_and_draws_do_not_depend_on_the_python_version() -> None:
    assert shuffled(10, 233).tolist() == [5, 9, 0, 1, 4, 7, 6, 3, 8, 2]
    generator = random.Random(233)
    assert generator.uniform(5.0, 10.0) == 8.412384569736764
    assert [prices._bound(19.99, generator) for _ in range(6)] == [40.0, 50.0, 30.0, 30.0, 40.0, 50.0]


@given(price=st.floats(0, 1500) | st.integers(0, 120).map(lambda tens: tens * 10.0), seed=st.integers(0, 999))
def test_bounds_are_drawn_as_the_original_draws_them(price: float, seed: int) -> None:
    grid = [number for number in [10.0 * i for i in range(1, 100)] if number > price][:4]
    expected = sorted(random.Random(seed).sample(grid, 2))[1] if len(grid) >= 2 else 1_000_000
    assert prices._bound(price, random.Random(seed)) == expected


def test_texts_of_the_tiny_shop(tiny: Catalogue) -> None:
    goals = Goals(tiny)
    made = sorted((goals.goal(i) for i in range(len(goals))), key=lambda goal: (goal.product.index, goal.options))
    bound = f"{made[0].price_upper:.2f}"
    assert [goal.instruction for goal in made[:2]] == [
        f"Find me organic tea with size: 20 count, and price lower than {bound} dollars",
        f"Find me organic tea with size: 40 | 80 count, and price lower than {bound} dollars",
    ]
    assert [goal.options for goal in made[2:]] == [
        (("color", color), ("size", size)) for color in ("sand", "sea blue") for size in ("large", "pair", "small")
    ]
    # Dearer than the grid: no bound, no clause.
    assert made[2].instruction == "Find me dishwasher safe mugs with color: sand, and size: large"
    assert made[2].price_upper == 1_000_000
    assert 1012.0 <= tiny.prices()[1] <= 1099.5
    (human,) = (Goals(tiny, "human").goal(i) for i in range(len(Goals(tiny, "human"))))
    assert (
        human.instruction == f"i want organic tea in a box of 20, and price lower than {human.price_upper:.2f} dollars"
    )
    assert (human.options, human.attributes) == ((("", "20 count"),), ("organic",))


def test_an_option_group_without_values_leaves_no_goal_but_takes_a_draw(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIGPO_CACHE", str(tmp_path / "cache"))
    cheap = {**MUG, "pricing": "$9"}
    empty = {**TEA, "customization_options": {"Size": []}}
    none, full = (
        open_catalogue(write_shop(tmp_path / name, products=(tea, cheap, LAMP)))
        for name, tea in (("none", empty), ("full", TEA))
    )
    assert (len(Goals(none)), len(Goals(full))) == (6, 8)
    for seed in range(20):
        bounds = [{Goals(shop, price_seed=seed).goal(i).price_upper for i in range(6)} for shop in (none, full)]
        assert bounds[0] <= bounds[1]


def test_task_ids_find_their_task(tiny: Catalogue) -> None:
    for goals, prefix in (
        (Goals(tiny), "webshop/tiny/synthetic/"),
        (Goals(tiny, "human", price_seed=7), "webshop/tiny-p7/human/"),
    ):
        for i in range(len(goals)):
            task = goals.task(i)
            assert task.id == f"{prefix}{i:06d}"
            assert goals.find(task.id) == task
            assert goals.find(task.id).hidden == goals.goal(i)
            assert (task.goal, task.split) == (goals.goal(i).instruction, goals.split(i))


@pytest.mark.parametrize(
    ("task_id", "message"),
    [
        ("webshop/tiny/synthetic/000008", "the last one is 'webshop/tiny/synthetic/000007'"),
        ("webshop/tiny/synthetic/8", "six digits"),
        ("webshop/tiny/synthetic/0000007", "six digits"),
        ("webshop/tiny/synthetic/-00001", "six digits"),
        ("webshop/tiny/synthetic/", "six digits"),
        ("webshop/tiny/human/000000", "check dataset, dataset_options, goals and price_seed"),
        ("webshop/tiny-p7/synthetic/000000", "check dataset"),
        ("webshop/tiny/synthetic/" + "9" * 5000, "six digits"),
        ("webshop/tiny/synthetic/\u0660\u0660\u0660\u0660\u0660\u0660", "six digits"),
        ("", "check dataset"),
        (7, "check dataset"),
    ],
)
def test_a_wrong_task_id_says_what_is_wrong(tiny: Catalogue, task_id: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        Goals(tiny).find(task_id)
    assert shown(task_id) in str(caught.value)


def test_lists_of_tasks_are_lazy_sequences(tiny: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    goals = Goals(tiny, rules="upstream")
    made: list[int] = []
    goal = goals.goal
    monkeypatch.setattr(goals, "goal", lambda i: made.append(i) or goal(i))  # type: ignore[func-returns-value]
    tasks = goals.tasks("all")
    assert (len(tasks), made) == (8, [])
    assert tasks[3].id.endswith("000003") and tasks[-1].id.endswith("000007")
    assert made == [3, 7]
    part = tasks[2:5]
    assert (len(part), [task.id[-1] for task in part]) == (3, ["2", "3", "4"])
    for index in (8, -9):
        with pytest.raises(IndexError):
            tasks[index]
    with pytest.raises(IndexError, match="has goals 0 to 7"):
        goals.goal(8)
    with pytest.raises(IndexError, match="has goals 0 to 7"):
        goals.split(-1)


@pytest.mark.parametrize(
    ("keywords", "message"),
    [
        ({"kind": "synthetics"}, "Did you mean 'synthetic'"),
        ({"rules": "upsteam"}, "Did you mean 'upstream'"),
        ({"price_seed": -1}, "price_seed must be a whole number from 0 .*, not -1"),
        ({"price_seed": True}, "price_seed must be a whole number"),
        ({"price_seed": 1.5}, "price_seed must be a whole number"),
    ],
)
def test_wrong_keywords_are_named(tiny: Catalogue, keywords: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Goals(tiny, **keywords)


def test_an_unknown_split_is_named(tiny: Catalogue) -> None:
    with pytest.raises(ValueError, match="Did you mean 'train'"):
        Goals(tiny).tasks("trian")


def test_a_catalogue_without_human_goals_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIGPO_CACHE", str(tmp_path / "cache"))
    catalogue = open_catalogue(write_shop(tmp_path / "shop", human=None))
    with pytest.raises(ValueError, match="'shop' has no human goals"):
        Goals(catalogue, "human")


def test_goals_pickle_as_their_arguments(tiny: Catalogue) -> None:
    goals = Goals(tiny, "human", price_seed=7, rules="upstream")
    data = pickle.dumps(goals)
    again = pickle.loads(data)
    assert len(data) < 500
    assert again.catalogue is tiny
    assert (again.task(0), again.rules) == (goals.task(0), "upstream")


def test_draws_of_a_large_catalogue_are_kept_on_disk(
    tiny: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prices, "CACHED_FROM", 3)
    drawn = prices.draw(tiny.store, 5)
    for _ in range(2):
        kept = prices.draws(tiny.store, 5)
        assert set(kept) == {"prices", "synthetic", "human"}
        for name, values in kept.items():
            assert values.tolist() == drawn[name].tolist()
            assert not values.flags.writeable
    folders = [path.name for path in (tmp_path / "cache" / "webshop").glob("prices-*")]
    assert folders == [f"prices-1-{tiny.digest}-5"]
