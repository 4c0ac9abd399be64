"""The parts chosen for one product, and how random choices among parts are made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from gigpo_envs.webshop.vocabulary.tables import Attribute, Item, Kind, OptionGroup

Draw = Callable[[], float]
"""Returns the next uniform number in [0, 1)."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Wish:
    """Something that a shopper can ask of a product.

    Attributes:
        name: What attribute lists call it.
        role: a, w or f as in the attribute tables, s for a design attribute, m for a material.
        phrase: The name with its article if it takes one ("a fern border").
        attribute: The entry of the attribute table; none for designs and materials.
    """

    name: str
    role: str
    phrase: str
    attribute: Attribute | None


@dataclass(frozen=True, slots=True)
class Draft:
    """The parts chosen for one product, before any text is written."""

    kind: Kind
    item: Item
    brand: str
    line: str
    material: str
    designs: tuple[Wish, ...]
    attributes: tuple[Attribute, ...]
    options: tuple[tuple[OptionGroup, tuple[str, ...]], ...]

    def wishes(self) -> list[Wish]:
        """Return everything that a request for this product may name: designs, attributes, material."""
        asked = [Wish(a.name, a.role, a.name, a) for a in self.attributes]
        return [*self.designs, *asked, Wish(self.material, "m", self.material, None)]


def pick(draw: Draw, items: Sequence[T]) -> T:
    """Return one of the items, all equally likely."""
    return items[int(draw() * len(items))]


def sample(draw: Draw, items: Sequence[T], count: int) -> list[T]:
    """Return `count` different items (all of them if there are fewer) in random order."""
    rest = list(items)
    size = len(rest)
    for i in range(min(count, size)):
        j = i + int(draw() * (size - i))
        rest[i], rest[j] = rest[j], rest[i]
    return rest[:count]
