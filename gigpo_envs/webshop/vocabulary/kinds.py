"""All kinds of products, read from the tables on first use."""

from __future__ import annotations

from functools import cache

from gigpo_envs.webshop.vocabulary import (
    beauty_attributes,
    beauty_kinds,
    electronics_attributes,
    electronics_kinds,
    fashion_attributes,
    fashion_kinds,
    garden_attributes,
    garden_kinds,
    grocery_attributes,
    grocery_kinds,
)
from gigpo_envs.webshop.vocabulary.options import POOLS
from gigpo_envs.webshop.vocabulary.tables import Kind, read_attributes, read_kinds, read_pools, read_wording

_CATEGORIES = (
    ("beauty", "#f3d9dc", beauty_attributes, beauty_kinds),
    ("electronics", "#d5dfea", electronics_attributes, electronics_kinds),
    ("fashion", "#e3dcef", fashion_attributes, fashion_kinds),
    ("garden", "#dce8d6", garden_attributes, garden_kinds),
    ("grocery", "#f4e8cc", grocery_attributes, grocery_kinds),
)


@cache
def load_kinds() -> tuple[Kind, ...]:
    """Return all kinds of products, category by category. The order is part of every generated product."""
    pools = read_pools(POOLS)
    return tuple(
        kind
        for name, color, attributes, kinds in _CATEGORIES
        for kind in read_kinds(
            name,
            color,
            kinds.KINDS,
            read_wording(kinds.WORDING),
            read_attributes(attributes.ATTRIBUTES),
            pools,
        )
    )
