"""The colours by which the original compares option values: the first one found in a value stands for it."""

from __future__ import annotations

from functools import lru_cache

_NAMES = (
    "alabaster apricot aqua ash asphalt azure banana beige black blue blush bordeaux bronze brown burgundy camel "
    "camo caramel champagne charcoal cheetah chestnut chocolate christmas coffee cognac copper coral cranberry "
    "cream crystal dark denim eggplant elephant espresso fuchsia gold granite grape graphite grass gray green "
    "grey heather indigo ivory ivy khaki lavender lemon leopard light lilac lime magenta maroon mauve merlot "
    "midnight mint mocha multicolor mushroom mustard natural navy nude olive orange peach pewter pink plum purple "
    "rainbow red rose royal rust sand sapphire seashell silver skull slate steel stone stonewash sunflower tan "
    "taupe teal tiger turquoise violet walnut wheat white wine yellow"
)
COLORS = tuple(_NAMES.split())


@lru_cache(maxsize=16_384)
def plain_color(value: str) -> str:
    """Return the first colour that occurs in a value, inside words too ("standard" holds "tan"), else the value."""
    return next((color for color in COLORS if color in value), value)
