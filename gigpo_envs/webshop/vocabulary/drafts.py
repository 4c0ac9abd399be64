"""The parts chosen for one product, and how random choices among parts are made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import TypeVar

from gigpo_envs.webshop.vocabulary.kinds import load_kinds
from gigpo_envs.webshop.vocabulary.language import article
from gigpo_envs.webshop.vocabulary.names import BRAND_ENDS, BRAND_STARTS, BRAND_TAILS, LINES, MODEL_LETTERS
from gigpo_envs.webshop.vocabulary.tables import Attribute, Item, Kind, OptionGroup

Draw = Callable[[], float]
"""Returns the next uniform number in [0, 1)."""

T = TypeVar("T")

MOST_COMBINATIONS = 72
"""Cap on a product's option combinations, each of which is a synthetic goal."""


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


def choose_draft(draw: Draw) -> Draft:
    """Choose the parts of a product, leaving out attributes that would contradict its other parts."""
    kind = pick(draw, _wheel())
    item = pick(draw, kind.items)
    brand = pick(draw, BRAND_STARTS) + pick(draw, BRAND_ENDS) + pick(draw, BRAND_TAILS[kind.category])
    if kind.category == "electronics":
        line = f"{pick(draw, MODEL_LETTERS)}{pick(draw, MODEL_LETTERS)}-{10 + int(draw() * 990)}"
    else:
        line = pick(draw, LINES)
    material = pick(draw, kind.materials)
    designs = []
    for signature in sample(draw, kind.signatures, 1 + (draw() < 0.4)):
        adjective = pick(draw, signature.adjectives)
        before, thing = pick(draw, signature.things)
        name = f"{adjective} {thing}"
        designs.append(Wish(name, "s", f"{article(name)} {name}" if before else name, None))
    options = _options(kind, draw)
    said = [item.measure, item.noun, material]
    for design in designs:
        said.append(design.name)
    for group, values in options:
        said.append(group.name)
        said += values
    words = set(" ".join(said).replace("(", "").split())
    chosen: list[Attribute] = []
    for slot in sample(draw, kind.has, 4 + int(draw() * 4)):
        attribute = slot[0] if len(slot) == 1 else pick(draw, slot)
        if attribute.excludes.isdisjoint(words) and attribute.name != material:
            chosen.append(attribute)
            words |= attribute.words
    kept = tuple(a for a in chosen if not a.excludes or a.excludes.isdisjoint(words - a.words))
    return Draft(kind, item, brand, line, material, tuple(designs), kept, options)


def _options(kind: Kind, draw: Draw) -> tuple[tuple[OptionGroup, tuple[str, ...]], ...]:
    if draw() * 100 >= kind.option_percent:
        return ()
    groups = kind.options
    if len(groups) > 1:
        groups = groups[:2] if draw() < 0.75 else (pick(draw, groups),)
    counts = [group.fewest + int(draw() * (group.most - group.fewest + 1)) for group in groups]
    while len(counts) == 2 and counts[0] * counts[1] > MOST_COMBINATIONS:
        counts[counts[1] > counts[0]] -= 1
    chosen = []
    for group, count in zip(groups, counts, strict=True):
        values = group.pool.values
        if group.pool.is_ordered:
            start = int(draw() * (len(values) - count + 1))
            offered = values[start : start + count]
        else:
            offered = tuple(sample(draw, values, count))
        chosen.append((group, offered))
    return tuple(chosen)


@cache
def _wheel() -> tuple[Kind, ...]:
    """Return kinds to draw from; those named earlier in their category come more often, up to three times."""
    slots: list[Kind] = []
    for _, group in groupby(load_kinds(), key=lambda kind: kind.category):
        kinds = list(group)
        weights = [12 / (12 + rank) for rank in range(len(kinds))]
        for kind, weight in zip(kinds, weights, strict=True):
            slots += [kind] * round(20 * kind.wording.share * weight / sum(weights))
    return tuple(slots)
