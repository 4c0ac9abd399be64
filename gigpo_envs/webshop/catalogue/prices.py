"""Prices and price bounds drawn from a seed, number for number as the original draws them.

The original draws from Python's ``random`` while it loads: the price of every product that has a range, in file order,
then a bound for each base instruction, in file order. It does not seed; ``random.seed(S)`` before it gives these
numbers.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from gigpo_envs.building import build_once
from gigpo_envs.datasets import cache_root
from gigpo_envs.lines import Array, load_array
from gigpo_envs.webshop.catalogue.store import KINDS, Store
from gigpo_envs.webshop.product import NO_BOUND

PRICE_SEED = 233  # of the shop, where none is given
RECIPE = 1  # raised when a seed would give other numbers
GRID = tuple(10.0 * step for step in range(1, 100))
CHOICES = 4  # a bound is the larger of two of the first four grid prices above the product's
CACHED_FROM = 20_000  # products; fewer are drawn anew in some milliseconds
PRICES = "prices"


def draw(store: Store, seed: int) -> dict[str, Array]:
    """Return ``"prices"``, one a product, and for each kind of goals the bounds, one a base instruction.

    Args:
        store: The catalogue.
        seed: The price seed, zero or more.
    """
    generator = random.Random(seed)
    prices = np.array(store.arrays["prices"][:, 0])
    highs = np.asarray(store.arrays["prices"][:, 1])
    for index in np.flatnonzero(~np.isnan(highs)).tolist():
        prices[index] = generator.uniform(float(prices[index]), float(highs[index]))
    drawn, after = {PRICES: prices}, generator.getstate()
    for kind in KINDS:
        generator.setstate(after)  # the original loads one kind or the other
        asked = prices[store.arrays[f"{kind}.products"]].tolist()
        drawn[kind] = np.array([_bound(price, generator) for price in asked], np.float64)
    for array in drawn.values():
        array.flags.writeable = False
    return drawn


def _bound(price: float, generator: random.Random) -> float:
    first = bisect_right(GRID, price)
    choices = GRID[first : first + CHOICES]
    return max(generator.sample(choices, 2)) if len(choices) >= 2 else NO_BOUND


def draws(store: Store, seed: int) -> Mapping[str, Array]:
    """Return what ``draw`` returns, kept on disk and mapped where the catalogue is large.

    Args:
        store: The catalogue.
        seed: The price seed.
    """
    if store.manifest["products"] < CACHED_FROM:
        return draw(store, seed)

    def build(folder: Path) -> None:
        for name, array in draw(store, seed).items():
            np.save(folder / f"{name}.npy", array)

    folder = cache_root() / "webshop" / f"prices-{RECIPE}-{store.manifest['digest']}-{seed}"
    build_once(folder, build)
    return {name: load_array(folder / f"{name}.npy") for name in (PRICES, *KINDS)}
