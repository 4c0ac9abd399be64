"""Goals as tasks: the original's order and texts, and two ways to split them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gigpo_envs.errors import one_of, whole_number
from gigpo_envs.lines import Array
from gigpo_envs.simulator import RULES, TASK_SPLITS, Task
from gigpo_envs.task_list import NumberedTasks
from gigpo_envs.webshop.catalogue.opening import Catalogue
from gigpo_envs.webshop.catalogue.prices import PRICE_SEED
from gigpo_envs.webshop.catalogue.store import KINDS
from gigpo_envs.webshop.product import NO_BOUND, Goal

UPSTREAM_RANGES = {"test": (0, 500), "valid": (500, 1500), "train": (1500, None)}


class Goals(NumberedTasks):
    """The goals of a catalogue. A goal is made when it is read.

    A synthetic goal is a base instruction with one combination of its product's options, a human goal a person's
    instruction as it stands. Both end in a price bound. Goal i is the original's goal i, after its shuffle.

    Splits: ``"upstream"`` cuts by place, as published results do: 0-499 test, 500-1499 valid, the rest train (so
    a small set, such as 13 human goals, is all test), and the same product appears on both sides. ``"fixed"``
    cuts by product: no product and no base instruction is in two splits (about 80, 10 and 10 percent of products).

    Args:
        catalogue: The products.
        kind: ``"synthetic"`` or ``"human"``.
        price_seed: Draws the prices of ranged products and the price bounds.
        rules: ``"fixed"`` or ``"upstream"``: how goals are split.

    Raises:
        ValueError: A keyword has a value that is not known, or the catalogue has no goals of this kind.
    """

    noun = "goal"
    keywords = "dataset, dataset_options, goals and price_seed"

    def __init__(
        self, catalogue: Catalogue, kind: str = "synthetic", *, price_seed: int = PRICE_SEED, rules: str = "fixed"
    ) -> None:
        self.kind, self.rules = one_of("kind of goals", kind, KINDS), one_of("rules", rules, RULES)
        self.catalogue, self.name, self.digest = catalogue, catalogue.name, catalogue.digest
        self.price_seed = whole_number("price_seed", price_seed)
        self._length: int = catalogue.store.manifest["goals"][kind]["goals"]
        if not self._length:
            raise ValueError(
                f"the catalogue {catalogue.name!r} has no {kind} goals: choose the other kind or more products"
            )
        seed = "" if self.price_seed == PRICE_SEED else f"-p{self.price_seed}"
        self.prefix = f"webshop/{catalogue.name}{seed}/{kind}/"
        self._bounds = catalogue.draws(self.price_seed)[kind]
        self._order, self._ends, self._products = (
            catalogue.store.arrays[f"{kind}.{name}"] for name in ("order", "ends", "products")
        )

    def __len__(self) -> int:
        return self._length

    def __reduce__(self) -> tuple[Any, ...]:
        return _goals, (self.catalogue, self.kind, self.price_seed, self.rules)

    def _place(self, i: int) -> tuple[int, int]:
        """Return base instruction and number of the combination of goal i."""
        self.check_number(i)
        goal = int(self._order[i])
        wish = int(np.searchsorted(self._ends, goal, side="right"))
        return wish, goal - (int(self._ends[wish - 1]) if wish else 0)

    def goal(self, i: int) -> Goal:
        """Return the goal at place i of the original's order.

        Raises:
            IndexError: There is no such goal.
        """
        wish, combination = self._place(i)
        index, text, attributes, values = self.catalogue.store.lines[self.kind][wish]
        product = self.catalogue.product(index)
        if self.kind == "human":
            text, options = text.strip("."), tuple(("", value) for value in values)
        else:
            options = _combination(sorted(product.options), combination)
            shown = ", and ".join(f"{name}: {value}" for name, value in options)
            text = f"{text} with {shown}" if shown else text
        bound = float(self._bounds[wish])
        clause = "" if bound == NO_BOUND else f", and price lower than {bound:.2f} dollars"
        return Goal(product, text + clause, tuple(attributes), options, bound)

    def split(self, i: int) -> str:
        """Return the split of goal i.

        Raises:
            IndexError: There is no such goal.
        """
        wish, _ = self._place(i)
        if self.rules == "fixed":
            return TASK_SPLITS[int(self.catalogue.store.arrays["splits"][self._products[wish]])]
        return next(split for split, (start, end) in UPSTREAM_RANGES.items() if start <= i and (end is None or i < end))

    def places(self, split: str) -> Sequence[int] | Array:
        """Return the numbers of the goals of a split, ascending; ranges and mapped arrays, so they cost nothing."""
        if split == "all":
            return range(self._length)
        if self.rules == "fixed":
            return self.catalogue.store.arrays[f"{self.kind}.{split}"]
        start, end = UPSTREAM_RANGES[split]
        return range(self._length)[start:end]

    def task(self, i: int) -> Task:
        """Return the task of goal i.

        Raises:
            IndexError: There is no such goal.
        """
        goal = self.goal(i)
        return Task(self.id(i), self.split(i), goal.instruction, goal)


def _goals(catalogue: Catalogue, kind: str, price_seed: int, rules: str) -> Goals:
    return Goals(catalogue, kind, price_seed=price_seed, rules=rules)


def _combination(groups: Sequence[tuple[str, tuple[str, ...]]], number: int) -> tuple[tuple[str, str], ...]:
    """Return one value a group: the number in the mixed radix of the groups' sizes, the last group fastest."""
    chosen = []
    for name, values in reversed(groups):
        number, value = divmod(number, len(values))
        chosen.append((name, values[value]))
    return tuple(reversed(chosen))
