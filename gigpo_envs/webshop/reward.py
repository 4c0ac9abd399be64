"""What a purchase is worth: type, attributes, options and price, as the original counts them.

With n_attr attributes and n_option options of the goal met, and r_price 1 when the price is within the bound::

    total = (n_attr + n_option + r_price) / (attributes + options of the goal + 1) * r_type

Texts are compared by the token set ratio of thefuzz 0.22, which is rapidfuzz's over texts without the
characters 128 to 255; 86 and more of 100 count as equal. WebShop (Yao et al., 2022, arXiv 2207.01206), section 3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.fuzz import token_set_ratio
from rapidfuzz.utils import default_process

from gigpo_envs.webshop.colors import COLORS, plain_color
from gigpo_envs.webshop.product import Goal, Product

METRICS = ("r_type", "r_att", "r_option", "r_price")
NO_METRICS = dict.fromkeys(METRICS, 0.0)

_ALIKE = 85
_LATIN_1 = dict.fromkeys(range(128, 256))


@dataclass(frozen=True, slots=True)
class Verdict:
    """The parts of a reward.

    Attributes:
        total: The reward, 0 to 1.
        r_type: 0, 0.1, 0.5 or 1: how far the product is of the kind asked for.
        r_att: Share of the goal's attributes that the product has.
        r_option: Share of the goal's options that were chosen; 1 when the goal has none (the original's None).
        r_price: 1 when the price is within the bound, else 0.
        query_match: The product was found by the same search as the goal's.
        category_match: At least two parts of the category paths agree.
        title_score: Share of the nouns of the goal's title that the product's title has.
    """

    total: float
    r_type: float
    r_att: float
    r_option: float
    r_price: float
    query_match: bool
    category_match: bool
    title_score: float

    @property
    def metrics(self) -> dict[str, float]:
        """The parts that ``info["metrics"]`` shows."""
        return {name: getattr(self, name) for name in METRICS}


@lru_cache(maxsize=16_384)
def _processed(text: str) -> str:
    return default_process(text.translate(_LATIN_1))


@lru_cache(maxsize=16_384)
def alike(one: str, other: str) -> bool:
    """Return whether two texts count as equal: all words of one in the other are enough."""
    return round(token_set_ratio(_processed(one), _processed(other))) > _ALIKE


def wanted_option(name: str, value: str, rules: str) -> str:
    """Return the text that a chosen value, its colour made plain, is compared with.

    The original compares with name and value together. Such a pair counts as a colour only when one of the two
    is exactly a colour, so a value that merely contains one ("standard" holds "tan") can never be matched:
    the chosen value is made plain, the pair is not. The fixed rules compare values.

    Args:
        name: Group of the option, empty where a person wrote the goal.
        value: Value asked for.
        rules: ``"fixed"`` or ``"upstream"``.
    """
    if rules == "fixed" or not name:
        return plain_color(value)
    pair = (name, value)
    return next((color for color in COLORS if color in pair), str(pair))


def option_met(name: str, value: str, chosen: str, rules: str) -> bool:
    """Return whether a chosen value meets one option of a goal."""
    return alike(plain_color(chosen), wanted_option(name, value, rules))


def options_met(goal: Goal, chosen: Sequence[str], rules: str) -> int:
    """Return how many of a goal's options some chosen value meets."""
    return sum(any(option_met(*option, value, rules) for value in chosen) for option in goal.options)


def has_attribute(product: Product, attribute: str) -> bool:
    """Return whether a product has an attribute: mined as one, or literally in title, features or description."""
    return (
        any(alike(own, attribute) for own in product.attributes)
        or attribute in product.title.lower()
        or attribute in " ".join(product.bullets).lower()
        or attribute in product.description.lower()
    )


def _path(product: Product) -> set[str]:
    return {part.strip() for part in product.product_category.split("\u203a")}


def _type_parts(product: Product, target: Product) -> tuple[float, bool, bool, float]:
    query_match = product.query == target.query
    category_match = len(_path(product) & _path(target)) >= 2
    # Sets above the line, a list below it: so it stands in the original, and the thresholds forgive it.
    title_score = len({*product.nouns} & {*target.nouns}) / len(target.nouns) if target.nouns else 0.2
    r_type = 1.0 if query_match or category_match or title_score > 0.2 else 0.5
    if title_score < 0.1:
        r_type = 0.1 if title_score else 0.0
    return r_type, query_match, category_match, title_score


def judge(product: Product, chosen: Sequence[str], price: float, goal: Goal, rules: str = "fixed") -> Verdict:
    """Return what buying a product is worth.

    Args:
        product: What was bought.
        chosen: The option values chosen, at most one a group.
        price: Its price, in dollars.
        goal: What was asked for.
        rules: ``"fixed"`` or ``"upstream"``; see ``wanted_option``.
    """
    r_type, query_match, category_match, title_score = _type_parts(product, goal.product)
    attributes = sum(has_attribute(product, attribute) for attribute in goal.attributes)
    options = options_met(goal, chosen, rules)
    affordable = price <= goal.price_upper
    # The order of the operations is the original's: the score is printed with all its digits.
    total = (attributes + options + affordable) / (len(goal.attributes) + len(goal.options) + 1) * r_type
    return Verdict(
        total=total,
        r_type=r_type,
        r_att=attributes / len(goal.attributes),
        r_option=options / len(goal.options) if goal.options else 1.0,
        r_price=float(affordable),
        query_match=query_match,
        category_match=category_match,
        title_score=title_score,
    )
